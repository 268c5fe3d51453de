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
        if (i != y && arrays[0][i] > 1)
            loops.push_back({arrays[0][i], stepsOf(i)});
    if (x < 0 && cols > mostColumns)
    {
        cols = mostColumns;
        const OfBoth<size_t> element = stepsOf(last);
        loops.push_back({(allCols + cols - 1) / cols, {size_t(cols) * element[0], size_t(cols) * element[1]}});
    }
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

OfBoth<size_t> ImageWalk::offsets(int64 i) const
{
    OfBoth<size_t> result = {};
    for (size_t k = loops.size(); k-- > 0; i /= loops[k].count)
        for (size_t side = 0; side < 2; side++)
            result[side] += size_t(i % loops[k].count) * loops[k].steps[side];
    return result;
}

}} // namespace cv::recfilter
