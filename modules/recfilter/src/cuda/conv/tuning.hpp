// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_TUNING_HPP
#define OPENCV_RECFILTER_CUDA_CONV_TUNING_HPP

// Numbers of the convolution with dense kernels on the GPU, in microseconds for 4096 x 4096 CV_32F, CUDA 13.0. Those of
// an H100 are of these kernels, others of prototypes with zero borders on an H200.

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

//! Columns of a thread. H100, K = 11, 13, 15 with 8: 123, 162, 225; with 4: 129, 173, 202. K = 17 with 4: 253. With 8
//! its code leaves the instruction cache. One block more on a multiprocessor: K = 11, 15, 17 138, 214, 269.
constexpr int marchColumns(int kernel)
{
    return kernel >= 15 ? 4 : 8;
}
constexpr int marchResidency(int kernel)
{
    return kernel >= 15 ? 4 : 3;
}

//! Most rows of results of a march, and the least ones, for small images. A march reads K - 1 rows more.
constexpr int MARCH_ROWS = 64, LEAST_MARCH_ROWS = 8;

//! Rows of the source that are on their way to shared memory. 3 and 4 take as long.
constexpr int MARCH_AHEAD = 2;

//! What reading a row without results costs, of what a row with results costs. Not measured.
constexpr double MARCH_EMPTY_ROW = 0.5;

// ---- Other kernels

//! Taps of a piece of a large kernel, a side. A block keeps the pixels of a piece in shared memory.
constexpr int PIECE = 16;

/** A kernel takes the next larger one that is compiled, with zero taps, if that has at most so many times its taps. The
kernel for any size takes 1.4 to 1.9 times as long for each tap (H100: K = 5, 9, 17 by pieces of four taps +86 %, by
columns known to the compiler +14, 38, 28 %). */
constexpr double PADDED_TAPS = 1.8;

//! Distance from a half from which on all sums of bytes are computed in double. Up to it, results closer to a half are
//! added up again: 0.2 % of them. H100, noise and 9 x 9 random taps, whose bound is 0.0012: 451 added up again, 280 in
//! double. 5 x 5 (0.0004): 128 and 191.
constexpr double MOST_TIES = 0.001;

// ---- Tensor cores

//! Products of 64 columns side by side in a strip. K = 17 has registers for one. H100, one and two: K = 13 182 and 139,
//! K = 15 205 and 168.
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

//! Pairs of rows of taps whose products take turns. H100, K = 9 95 with 5 and 104 with 1; K = 15 168 with 4 and 178
//! with 1; K = 13 and 17 alike.
constexpr int matrixChains(int kernel)
{
    return kernel <= 9 ? 5 : 4;
}

//! Least side of kernels for which CONVOLUTION_AUTO takes tensor cores. H100, registers and tensor cores: K = 9 76 and
//! 95, K = 11 123 and 134, K = 13 162 and 139. Prototypes: K = 9 59 and 51.
constexpr int MATRIX_LEAST = 13;

// ---- The variants of the paper

//! Warps of a block, each with one row of results, or with several ones if it is unrolled. Not measured.
constexpr int PAPER_WARPS = 16, UNROLLED_WARPS = 8, UNROLLED_ROWS = 4;

// ---- Fourier transforms

//! Taps from which on CONVOLUTION_AUTO takes them. H100, 19 x 19: 708 by pieces, 636 by transforms; 25 x 25: 990, 631.
constexpr int FFT_TAPS = 18 * 18;

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
