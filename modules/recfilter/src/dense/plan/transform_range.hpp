// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_PLAN_TRANSFORM_RANGE_HPP
#define OPENCV_RECFILTER_DENSE_PLAN_TRANSFORM_RANGE_HPP

// Where CONVOLUTION_AUTO may take Fourier transforms, whose errors are relative to all pixels that are transformed.

#include "dense/model/kernel_bank.hpp"

namespace cv { namespace recfilter {

/** Errors are some 1e-7 (float) of the root mean square of the pixels that are transformed, times the sum of |tap|. So
windows whose largest pixel is that mean divided by RATIO or more lose up to 1e-5 of that pixel, times the sum.
Measured with 21 to 101 taps a side, half of the image darker by RATIO: 16 1.6e-6, 64 6.3e-6, 256 2.5e-5. */
template <typename W>
struct TransformRange
{
    static constexpr bool IS_FLOAT = sizeof(W) == sizeof(float);
    static constexpr double RATIO = IS_FLOAT ? 64 : 1024;
    //! Larger pixels are not transformed: their sums would overflow.
    static constexpr W LARGEST = IS_FLOAT ? W(1e30) : W(1e290);
};

/** Boxes of pixels and of results. Cell c of results has the windows that begin in cell c of pixels. All of them hold
the cells of pixels from c + firstHeld to c + lastHeld, along each axis, and some touch those up to c + lastTouched. */
struct RangeCells
{
    AxisInts size, kernel;

    explicit RangeCells(const AxisInts& kernelSize) : kernel(kernelSize)
    {
        for (size_t axis = 0; axis < VIEW_AXES; axis++)
            size[axis] = kernel[axis] >= 6 ? kernel[axis] / 3 : kernel[axis] >= 4 ? 2 : 1;
    }

    //! Cells with a power of two of columns, up to `most`: up to half of the kernel's, so that windows hold some.
    static RangeCells withEvenRows(const AxisInts& kernelSize, int most)
    {
        RangeCells cells(kernelSize);
        int& columns = cells.size[VIEW_AXES - 1];
        for (columns = 1; columns < most && 4 * columns <= kernelSize[VIEW_AXES - 1];)
            columns *= 2;
        return cells;
    }

    int firstHeld(size_t axis) const { return size[axis] > 1 ? 1 : 0; }
    int lastHeld(size_t axis) const { return kernel[axis] / size[axis] - 1; }
    int lastTouched(size_t axis) const { return (size[axis] + kernel[axis] - 2) / size[axis]; }
};

}} // namespace cv::recfilter

#endif
