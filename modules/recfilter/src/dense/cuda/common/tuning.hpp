// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_COMMON_TUNING_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_COMMON_TUNING_HPP

#include "math/host_device.hpp"

// Numbers of the convolution with dense kernels on the GPU, in microseconds for 4096 x 4096 CV_32F, CUDA 13.0. Those of
// an H100 are of these kernels, others of prototypes with zero borders on an H200.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

// ---- Sums

/** Rows of taps of K x K whose products are added up one after the other. Equal products lose 0.2 units in the last
place of their sum each, and 2e-6 is 33 units: 11 x 11 taps are one sum, 17 x 17 three. */
RECFILTER_HOST_DEVICE constexpr int rowsOfSum(int kernel)
{
    return kernel <= 11 ? kernel : kernel == 13 ? 7 : kernel == 15 ? 8 : 6;
}

//! The same of a volume, and the number of its planes along the axis that is not marched along.
constexpr int VOLUME_SUM = 128;
RECFILTER_HOST_DEVICE constexpr int planesOfSum(int kernel)
{
    return VOLUME_SUM / (kernel * kernel) > 1 ? VOLUME_SUM / (kernel * kernel) : 1;
}

// ---- Blocks of results in registers: kernels up to BLOCK_KERNEL a side

//! Larger kernels march. K = 9: block 59, march 62. K = 11: block 95, march 88.
constexpr int BLOCK_KERNEL = 9;

//! Rows of warps in a block. A warp has 32 x 4 columns, a thread 4 x 4 results.
constexpr int BLOCK_WARPS = 4;

//! Blocks of a multiprocessor that registers must suffice for, by kernel and filters. K = 3, 5, 7, 9: 35, 36, 47, 59.
constexpr int blockResidency(int kernel, int filters)
{
    return filters == 4 ? 4 : filters == 2 ? 5 : kernel <= 5 ? 8 : 6;
}

/** Filters that share a read, at most. H200, two and four filters of K = 3, 5, 7, 9: 57 and 102, 70 and 138, 104 and
354, 174 and 450; one 38, 44, 57, 74. Code of many products leaves the instruction cache. */
constexpr int blockFilters(int kernel)
{
    return kernel <= 5 ? 4 : kernel <= 7 ? 2 : 1;
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

// ---- Volumes: marches across planes

//! Largest kernel that is compiled: taps a side. 3D 256^3: 1136 us, and 597 by cuFFT without gather and scatter.
constexpr int VOLUME_KERNEL = 11;

//! Most taps along the axis that is neither marched along nor in a plane.
constexpr int VOLUME_MIDDLE = 32;

//! A kernel takes the next larger one that is compiled, with zero taps, if that has at most so many times its taps:
//! 4 x 4 x 4 takes 5 x 5 x 5. Not measured.
constexpr double VOLUME_PADDED_TAPS = 2.0;

// ---- Tensor cores

//! Products of 64 columns side by side in a strip. H200, K = 9 with one 76, K = 17 173.
constexpr int MATRIX_PARTS = 2;

/** Blocks of a multiprocessor. H200, K = 5, 7, 9, 11, 13, 15, 17: 53, 55, 60, 78, 85, 112, 125. One block more, which
spills registers: K = 7 65, K = 13 115. Blocks of two warps: K = 9 62. Taps in shared memory: K = 9 68, K = 13 106. */
constexpr int matrixResidency(int kernel, int filters)
{
    return filters > 1 ? (kernel <= 5 ? 3 : 2) : kernel <= 5 ? 4 : kernel <= 9 ? 3 : 2;
}

//! Largest side of kernels of which two share a read.
constexpr int MATRIX_SHARED_KERNEL = 7;

//! Pairs of rows of taps whose products of floats take turns, in each part. 3 and 5 take as long.
constexpr int MATRIX_CHAINS = 2;

//! Warps of a block, pairs of rows in shared memory (6 take as long), most rows of results of a strip.
constexpr int MATRIX_WARPS = 4, MATRIX_SLOTS = 4, MATRIX_ROWS = 128;

/** Results that tensor cores lose: rows of a strip that a warp looks through, warps of a block, and warps of a launch
if there are enough strips. 4096^2, 64 dark dots, K = 17, in us: 8 rows 728 (H100, noise 133), 4 rows 192 (H200, noise
129). */
constexpr int LOST_ROWS = 4, LOST_WARPS = 4, LOST_SHARES = 4096;

//! Least side of compiled kernels. 3 x 3 taps are padded.
constexpr int MATRIX_LEAST = 5;

//! More pixels than an array has.
constexpr double NEVER = 1e18;

/** Pixels from which on CONVOLUTION_AUTO takes tensor cores for floats. H200, registers and tensor cores: K = 7 at
2048^2, 3072^2, 4096^2 17.4 and 19.4, 36.7 and 34.3, 57.4 and 55.0; K = 9 at 1024^2, 2048^2 9.5 and 11.3, 24.0 and 21.7.
Three channels of 3840 x 2160, K = 3, 5, 7, 9: 211 and 160, 210 and 173, 240 and 218, 265 and 220; of 1024^2, K = 5, 9:
20.5 and 26.3, 26.8 and 30.5. */
constexpr double matrixPixels(int kernel, int channels)
{
    if (kernel >= 11)
        return 0;
    if (channels > 1)
        return 4e6;
    return kernel >= 9 ? 2e6 : kernel >= 7 ? 9e6 : NEVER;
}

// ---- Results of several channels

/** Least channels and elements of results of a source of one channel that are stored channel by channel and joined
afterwards. H200, joined and stored float by float: two channels of 512^2, 2048^2 by 3 x 3 taps 9.8 and 7.3, 44 and 28;
three of 1024^2, 2048^2 23 and 20, 68 and 83; four of 1024^2, 2048^2 24 and 24, 79 and 104; six of 1024^2 by 7 x 7 57
and 61, of 2048^2 170 and 330. Bytes, H100, two and four channels of 4096^2 by 3 x 3 taps: 73 and 104, 149 and 372. */
constexpr int planesChannels(bool areBytes)
{
    return areBytes ? 2 : 3;
}
constexpr double PLANES_ELEMENTS = 5e6;

//! Larger results do without: they may leave no memory for it.
constexpr double PLANES_MOST_ELEMENTS = 1e9;

// ---- The variants of the paper

//! Warps of a block, each with one row of results, or with several ones if it is unrolled. Not measured.
constexpr int PAPER_WARPS = 16, UNROLLED_WARPS = 8, UNROLLED_ROWS = 4;

/** Values up to which CONVOLUTION_AUTO takes the unrolled variant. H200, unrolled, registers, tensor cores: 512^2, K
= 3, 9 4.6, 5.1 and 5.8, 7.6, 9.2; 1000 x 777, K = 9, 11, 17 11.3, 9.5, 12.4 and 13.7, 28, 15 and 21, 39, 27; 1024^2,
K = 13, 17 17.6, 31, 15.7 and 23.8, 36, 26; 2048^2, K = 11, 17 51, 43, 27 and 85, 80, 48.
@param isStrict without tensor cores */
constexpr double unrolledPixels(int kernel, bool isStrict)
{
    return kernel <= 9 ? 3e5 : isStrict ? 2e6 : kernel <= 13 ? 8e5 : 1.1e6;
}

// ---- Separable kernels

/** Least and largest side for which CONVOLUTION_AUTO looks for a separable kernel among those that are not compiled.
H200, floats, separable and by transforms: 25 x 25 407 and 603, 33 x 33 529 and 622. */
constexpr int LEAST_SEPARABLE = 4, MOST_SEPARABLE = 40;

}}}} // namespace cv::recfilter::gpu::tuning

#endif
