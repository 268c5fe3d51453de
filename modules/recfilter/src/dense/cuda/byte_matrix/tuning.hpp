// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_TUNING_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_TUNING_HPP

// Numbers of the convolution of bytes by tensor cores, in microseconds for 4096 x 4096 on an H100, CUDA 13.0, with
// random taps of three digits, if nothing else is said.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** Columns of results of a tile, warps below each other, and most rows of results, a multiple of two for each warp. A
warp has 64 columns of two rows at a time. K = 3, 7, 11, 17: 24, 28, 47, 70. Tiles of 128 x 64 27, 31, 51, 74, of
128 x 96 27, 31, 48, 77, of 256 x 64 24, 28, 50, 76, of 128 x 64 by blocks of four warps 33, 36, 68, 120. */
constexpr int BYTE_COLUMNS = 128, BYTE_WARPS_DOWN = 4, BYTE_ROWS = 128;

/** Blocks of a multiprocessor. With 2, 3, 4: K = 3 29, 25, 26, K = 9 33, 31, 41, K = 11 46, 55, 103; of one digit K = 9
26, 24, 25, K = 17 41, 42, 49.
@param taps words of them that a lane keeps in registers */
constexpr int byteResidency(int taps)
{
    return taps <= 24 ? 3 : 2;
}

//! Largest side of kernels of which several channels run at once.
constexpr int BYTE_INTERLEAVED_KERNEL = 9;

/** Most results of a warp in a tile that are listed, and as many as are added up by a lane each, not by all lanes one
after the other. Not measured. */
constexpr int BYTE_DOUBTS = 256, BYTE_MANY_DOUBTS = 12;

/** Width of the range beside a half in which results are added up again, at most. ByteDoubts::addUp() relies on it.
Random taps up to 1, 4, 8, 16: K = 9 41, 59, 63, 60 (all results in double 266), K = 17 134, 125, 221, 225 (800). The
last two have ranges of 0.04 and 0.07. */
constexpr double MOST_DOUBTFUL = 0.1;

}}}} // namespace cv::recfilter::gpu::tuning

#endif
