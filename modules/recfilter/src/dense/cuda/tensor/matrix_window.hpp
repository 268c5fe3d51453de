// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_TENSOR_MATRIX_WINDOW_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_TENSOR_MATRIX_WINDOW_HPP

// How windows of floats and their taps fall into products of tensor cores.

namespace cv { namespace recfilter { namespace gpu {

//! Columns of a kernel, at least: an aligned pair of pixels lies in each row of a window. See faint_rows.cuh.
constexpr int LEAST_WIDTH = 3;

/** How a window of K x K taps falls into products. A product has 2 x 4 results (rows, columns) at each of 16 places, 4
columns apart. It sums over units of 2 x 4 pixels. A window that is read from aligned pixels on begins behind LEFT of
them: two are left out, and one is a zero tap. */
template <int K>
struct MatrixWindow
{
    enum
    {
        LEFT = (4 - K / 2 % 4) % 4,
        SHIFT = LEFT / 2 * 2, //!< pixels left out
        ZEROS = LEFT - SHIFT,
        UNITS = (ZEROS + 3 + K + 3) / 4, //!< side by side
        PAIRS = (K + 1) / 2              //!< of rows
    };
};

//! Taps of a unit as the lanes of a warp hold them, in two halves each: high and low parts.
struct MatrixTaps
{
    unsigned high, low;
};

}}} // namespace cv::recfilter::gpu

#endif
