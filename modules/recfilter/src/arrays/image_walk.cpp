// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Sorts the axes of an array into rows, columns and loops.

#include "arrays/image_walk.hpp"

namespace cv { namespace recfilter {

bool ImageWalk::continues(const OfBoth<Extents>& arrays, int i, int64 length, const OfBoth<size_t>& blockSteps) const
{
    if (arrays[0][i] * length > INT_MAX)
        return false;
    return arrays[0][i] == 1 ||
           (arrays[0].step(i) == size_t(length) * blockSteps[0] && arrays[1].step(i) == size_t(length) * blockSteps[1]);
}

ImageWalk::ImageWalk(const OfBoth<Extents>& arrays, int y, int x, int64 mostColumns)
{
    const auto stepsOf = [&](int axis) { return OfBoth<size_t>{arrays[0].step(axis), arrays[1].step(axis)}; };
    const int last = arrays[0].axes() - 1;
    CV_Assert(y < last && (x == last || (x < 0 && y >= 0)));
    int next = last; // axes up to this one have no place yet
    if (x >= 0)
        cols = arrays[0][next--];
    else
        while (next > y && continues(arrays, next, cols, stepsOf(last)))
            cols *= arrays[0][next--];
    allCols = cols;
    if (y >= 0)
    {
        rows = arrays[0][y];
        steps = stepsOf(y);
    }
    else
        for (steps = stepsOf(std::max(next, 0)); next >= 0 && continues(arrays, next, rows, steps); next--)
            rows *= arrays[0][next];
    for (int i = 0; i <= next; i++)
        if (i != y)
            addLoop(arrays[0][i], stepsOf(i));
    if (x < 0 && cols > mostColumns)
    {
        cols = mostColumns;
        const OfBoth<size_t> element = stepsOf(last);
        loops.push_back({(allCols + cols - 1) / cols, {size_t(cols) * element[0], size_t(cols) * element[1]}});
    }
}

//! The axes of a loop that continue each other become one.
void ImageWalk::addLoop(int64 count, const OfBoth<size_t>& ofLoop)
{
    if (count == 1)
        return;
    const auto isNext = [&](size_t side) { return loops.back().steps[side] == size_t(count) * ofLoop[side]; };
    if (!loops.empty() && isNext(0) && isNext(1))
        loops.back() = {loops.back().count * count, ofLoop};
    else
        loops.push_back({count, ofLoop});
}

int64 ImageWalk::images() const
{
    int64 count = 1;
    for (const Loop& loop : loops)
        count *= loop.count;
    return count;
}

Size ImageWalk::size(int64 i) const
{
    const int64 pieces = (allCols + cols - 1) / cols;
    return {int(std::min(cols, allCols - i % pieces * cols)), int(rows)};
}

OfBoth<size_t> ImageWalk::offsets(int64 i, const Loop* without) const
{
    OfBoth<size_t> result = {};
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop)
        if (&*loop != without)
        {
            for (size_t side = 0; side < 2; side++)
                result[side] += size_t(i % loop->count) * loop->steps[side];
            i /= loop->count;
        }
    return result;
}

}} // namespace cv::recfilter
