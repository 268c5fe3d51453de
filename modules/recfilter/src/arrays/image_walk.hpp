// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_IMAGE_WALK_HPP
#define OPENCV_RECFILTER_ARRAYS_IMAGE_WALK_HPP

// Two arrays of the same lengths as images along one or two of their axes. Pure arithmetic on lengths and steps.

#include "arrays/extents.hpp"

namespace cv { namespace recfilter {

//! A source and its result, or what belongs to each of them.
template <typename T>
using OfBoth = std::array<T, 2>;

class ImageWalk
{
public:
    /** @param arrays with their steps; elements along the last axis lie side by side
    @param y axis of the columns, or -1: rows of all other axes are stacked where they lie at equal distances
    @param x the last axis, or -1: then all axes behind y are one row, as far as they lie side by side
    @param mostColumns of an image if x is -1: images that are wider are cut */
    ImageWalk(const OfBoth<Extents>& arrays, int y, int x, int64 mostColumns = INT_MAX);

    int64 images() const;
    //! Of image i.
    Size size(int64 i) const;
    //! Bytes from the first element of the array to the first one of image i.
    OfBoth<size_t> offsets(int64 i) const { return offsets(i, nullptr); }
    const OfBoth<size_t>& rowSteps() const { return steps; }

    /** Calls body(offsets, images, steps) for batches of images at equal distances. All images must have one size.
    @tparam Body offsets as of an image; steps: bytes from image to image */
    template <typename Body>
    void forBatches(const Body& body) const
    {
        const auto longest = std::max_element(loops.begin(), loops.end(),
                                              [](const Loop& a, const Loop& b) { return a.count < b.count; });
        if (longest == loops.end())
            return body(OfBoth<size_t>(), 1, OfBoth<size_t>());
        const int64 batches = images() / longest->count;
        for (int64 i = 0; i < batches; i++)
            body(offsets(i, &*longest), longest->count, longest->steps);
    }

private:
    struct Loop
    {
        int64 count;
        OfBoth<size_t> steps;
    };

    //! Of index i over all loops but one.
    OfBoth<size_t> offsets(int64 i, const Loop* without) const;
    void addLoop(int64 count, const OfBoth<size_t>& ofLoop);
    //! Whether axis i continues where the block of `length` elements along axes behind it ends.
    bool continues(const OfBoth<Extents>& arrays, int i, int64 length, const OfBoth<size_t>& blockSteps) const;

    int64 rows = 1, cols = 1, allCols = 1;
    OfBoth<size_t> steps = {};
    std::vector<Loop> loops; //!< from the slowest to the fastest; pieces of columns are the fastest
};

}} // namespace cv::recfilter

#endif
