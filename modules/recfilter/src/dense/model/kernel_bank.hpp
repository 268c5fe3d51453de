// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_MODEL_KERNEL_BANK_HPP
#define OPENCV_RECFILTER_DENSE_MODEL_KERNEL_BANK_HPP

// Checked kernels of a non-separable filter, in double.

#include "arrays/array_view.hpp"

#include <array>

namespace cv { namespace recfilter {

/** Real kernels with the axes of an ArrayView, or complex ones as two parts. Applied by correlation: convolution has
turned them round. */
struct KernelBank
{
    int dims; //!< of the arrays, 2 to 4
    AxisInts size, anchor, border;
    int filters;
    bool complexKernels, complexSource;
    //! The parts of each filter: real, imaginary. A part has the taps of all positions, x fastest.
    std::vector<std::vector<double>> taps;
    Scalar borderValue;
    double delta;
    bool valid; //!< only results whose windows lie inside the array
    int ddepth; //!< -1: the source's
    int algorithm;

    int parts() const { return complexKernels ? 2 : 1; }
    int64 positions() const { return int64(size[0]) * size[1] * size[2] * size[3]; }

    //! The largest magnitude in a window of bytes, and whether all are integers. The border's constant may be neither.
    double largestByte() const;
    bool hasIntegerBytes() const;
    //! Whether all pixels in a window of bytes are bytes.
    bool hasByteBorder() const;

    //! Length of a result along an axis of a source of length n.
    int resultLength(int axis, int n) const { return valid ? n - size[size_t(axis)] + 1 : n; }
    //! @param array the source, by four axes
    Extents resultSize(Extents array) const
    {
        for (int axis = 0; axis < VIEW_AXES; axis++)
            array[axis] = resultLength(axis, int(array[axis]));
        return array;
    }
    //! Position of a result's window: its first pixel, relative to the result.
    int windowStart(int axis) const { return valid ? 0 : -anchor[size_t(axis)]; }
    //! Depth of the results of a source.
    int resultDepth(int depth) const { return ddepth < 0 ? depth : ddepth; }
    //! Channels of a result of one filter.
    int resultChannels(int channels) const { return complexKernels && !complexSource ? 2 * channels : channels; }
};

//! Refuses kernels and parameters that are not accepted; throws cv::Exception.
KernelBank makeKernelBank(InputArrayOfArrays kernels, const cuda::NonSeparableParams& params);

}} // namespace cv::recfilter

#endif
