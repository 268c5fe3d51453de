// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_SHORT_SHORT_AXES_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_SHORT_SHORT_AXES_HPP

// Filters the last axes of an array that are short: each line is multiplied by the matrix of its filter. Knows neither
// the filter nor its border.

#include "recursive/cpu/short/product_kernels.hpp"
#include "arrays/extents.hpp"
#include "runtime/cpu/memory/scratch.hpp"

namespace cv { namespace recfilter {

//! The filter of a short axis: result = matrix * samples + offset, for one channel.
struct ShortAxis
{
    int dimension;
    Mat_<double> matrix;
    Scalar borderValue;
    std::vector<double> offset; //!< of a border value of 1; empty: the value has no effect
};

/** A short axis, by what its filter makes of each sample alone, and of the border value.
@tparam AnswerTo the result for rows of samples, in double, and for a border value */
template <typename AnswerTo>
ShortAxis makeShortAxis(int dimension, int length, const Scalar& borderValue, const AnswerTo& answerTo)
{
    ShortAxis axis = {
        dimension, Mat_<double>(answerTo(Mat::eye(length, length, CV_64F), Scalar()).t()), borderValue, {}};
    if (borderValue != Scalar())
        answerTo(Mat::zeros(1, length, CV_64F), Scalar::all(1)).copyTo(axis.offset);
    return axis;
}

/** The elements along the first of the axes and all axes behind it are a block. Threads load blocks into their cache,
filter them along one axis after the other, and store them: one read and one write of the array, for all axes together.
Nothing is planned for a block. */
template <typename W>
class ShortAxes
{
public:
    //! @param axes in the order of their dimensions @param shape of the array
    ShortAxes(const std::vector<ShortAxis>& axes, const Extents& shape, int channels);

    //! Filters an array of the shape; dst may be src. @param aroundCache the result is larger than the caches
    void run(const Mat& src, Mat& dst, bool aroundCache, ScratchPool& scratch) const;

private:
    struct Axis
    {
        std::vector<W> matrix; //!< row by row; along the last axis transposed
        size_t step;
        int length;
        int64 inner;           //!< elements from sample to sample
        std::vector<W> offset; //!< of each sample and channel; empty: 0
    };

    W* filter(int64 elements, W* data, W* other) const;

    const ProductKernels<W>& products;
    std::vector<Axis> axes;
    int64 block, blocks;
    int channels;
};

}} // namespace cv::recfilter

#endif
