// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_TUNING_HPP
#define OPENCV_RECFILTER_CUDA_CONV_TUNING_HPP

// Numbers of the convolution with dense kernels on the GPU. Those measured are of 4096 x 4096 CV_32F, H200, CUDA 13.0,
// prototypes of the same kernels with zero borders, in microseconds.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

// ---- Blocks of results in registers: kernels up to BLOCK_KERNEL a side

//! Larger kernels march. K = 9: block 59, march 62. K = 11: block 95, march 88.
constexpr int BLOCK_KERNEL = 9;

//! Rows of warps in a block. A warp has 32 x 4 columns, a thread 4 x 4 results.
constexpr int BLOCK_WARPS = 4;

//! Blocks of a multiprocessor that registers must suffice for, by kernel and filters. K = 3, 5, 7, 9: 35, 36, 47, 59.
constexpr int blockResidency(int kernel, int filters)
{
    return filters == 4 ? (kernel <= 5 ? 4 : 3) : filters == 2 ? 5 : kernel <= 5 ? 8 : 6;
}

// ---- Marches down the rows: kernels up to MARCH_KERNEL a side

constexpr int MARCH_KERNEL = 17;

//! Columns of a thread. K = 11, 13, 15 with 8: 88, 115, 178. K = 17 with 4: 210. With 8 its code leaves the
//! instruction cache.
constexpr int marchColumns(int kernel)
{
    return kernel >= 17 ? 4 : 8;
}
constexpr int marchResidency(int kernel)
{
    return kernel >= 17 ? 4 : 3;
}

//! Most rows of results of a march, and the least ones, for small images. A march reads K - 1 rows more.
constexpr int MARCH_ROWS = 64, LEAST_MARCH_ROWS = 8;

//! Rows of the source that are on their way to shared memory. Not measured.
constexpr int MARCH_AHEAD = 2;

//! Warps that a multiprocessor should have: marches are made shorter for it.
constexpr int MARCH_WARPS = 8;

// ---- Other kernels

//! Taps of a piece of a large kernel, a side. A block keeps the pixels of a piece in shared memory.
constexpr int PIECE = 16;

/** A kernel takes the next larger one that is compiled, with zero taps, if that has at most so many times its taps. The
kernel for any size takes 1.4 to 1.9 times as long for each tap (H100: K = 5, 9, 17 by pieces of four taps +86 %, by
columns known to the compiler +14, 38, 28 %). */
constexpr double PADDED_TAPS = 1.8;

//! Distance from a half from which on all sums of bytes are computed in double. Up to it, results closer to a half are
//! added up again: 1 % of them. Not measured.
constexpr double MOST_TIES = 0.005;

// ---- Tensor cores

//! Products of 64 columns side by side in a strip. K = 17 has registers for one.
constexpr int matrixParts(int kernel)
{
    return kernel >= 17 ? 1 : 2;
}

//! Blocks of a multiprocessor. Prototypes with a scale found on the fly: K = 7, 9, 11, 13, 15, 17 48, 51, 57, 69, 87,
//! 106; with another ring of rows and without other borders.
constexpr int matrixResidency(int kernel)
{
    return kernel <= 7 ? 4 : kernel <= 9 ? 3 : 2;
}

//! Warps of a block, pairs of rows on their way, most rows of results of a strip. Not measured.
constexpr int MATRIX_WARPS = 4, MATRIX_AHEAD = 4, MATRIX_ROWS = 128;

//! Least side of kernels for which CONVOLUTION_AUTO takes tensor cores. Prototypes, FMA and tensor cores with a scale:
//! K = 7 47 and 48, K = 9 59 and 51.
constexpr int MATRIX_LEAST = 9;

// ---- The variants of the paper

//! Warps of a block, each with one row of results, or with several ones if it is unrolled. Not measured.
constexpr int PAPER_WARPS = 16, UNROLLED_WARPS = 8, UNROLLED_ROWS = 4;

// ---- Fourier transforms

//! Taps from which on CONVOLUTION_AUTO takes them. Prototypes of 4096 x 4096 CV_32F: 492 by transforms of the whole
//! image, 210 by a march with 17 x 17 taps. Not measured with these kernels.
constexpr int FFT_TAPS = 27 * 27;

//! Warps of the blocks of the kernels around the transforms. Not measured.
constexpr int FFT_WARPS = 8;

//! Bytes of the windows, spectra and products that are transformed at a time: L2 (50 MB) mostly holds them. Not
//! measured.
constexpr double FFT_BATCH_BYTES = 48e6;

//! Work of an element of a window besides that of log2(elements) for the transforms. Not measured.
constexpr double FFT_PASSES = 12;

//! Least side of a window. Not measured.
constexpr int FFT_LEAST_WINDOW = 64;

}}}} // namespace cv::recfilter::gpu::tuning

#endif
