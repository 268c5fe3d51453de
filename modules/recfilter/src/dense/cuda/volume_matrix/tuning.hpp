// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_TUNING_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_TUNING_HPP

#include "dense/cuda/common/tuning.hpp"

// Numbers of the convolution of volumes by tensor cores, in microseconds for 256^3 CV_32F on an H100, CUDA 13.0.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

//! Products of 64 columns side by side in a block. K = 5, 7, 9, 11 with one 142, 247, 360, 594; with two 115, 221, 339,
//! 638, for which registers do not suffice at K = 11.
constexpr int volumeMatrixParts(int kernel)
{
    return kernel >= 11 ? 1 : 2;
}

//! Warps of a block, each with two rows of results, and blocks of a multiprocessor.
//! K = 5, 7: 12 warps and one block 149, 255 when 8 warps and two took 131, 242; three blocks of 6 warps 147, 482.
constexpr int volumeMatrixWarps(int kernel)
{
    return kernel >= 11 ? 16 : kernel >= 9 ? 12 : 8;
}
constexpr int volumeMatrixResidency(int kernel)
{
    return kernel >= 9 ? 1 : 2;
}

//! Planes of taps whose products take turns, in each part. K = 5, 7, 9 with one 122, 238, 347.
constexpr int VOLUME_MATRIX_CHAINS = 2;

//! Planes of the source in shared memory.
constexpr int VOLUME_MATRIX_SLOTS = 3;

//! Most planes of results of a march.
constexpr int VOLUME_MATRIX_PLANES = 64;

//! What a plane of a march beyond its results costs, of what a plane with results costs. K = 7: 128^3 in marches of 4
//! planes 54, 256^3 in marches of 32 223.
constexpr double VOLUME_MATRIX_EMPTY_PLANE = 0.7;

/** Pixels from which on CONVOLUTION_AUTO takes tensor cores.
H200, registers and tensor cores: K = 5 192^3 71 and 72, 200^3 92 and 78; K = 7 96^3 40 and 46, 112^3 58 and 54; K = 9
64^3 34 and 47, 80^3 66 and 55; K = 11 64^3 60 and 57. Odd rows, H100: K = 3 63^3 14 and 14, 101^3 22 and 17, 255 x 257
x 253 129 and 102, 20 x 101^3 494 and 418; K = 5, 7 101^3 34 and 26, 63 and 48.
@param hasOddRows they do not begin with vectors: tensor cores lose less by that */
constexpr double volumeMatrixPixels(int kernel, bool hasOddRows)
{
    return kernel >= 11 ? 2e5 : kernel >= 9 ? 4e5 : hasOddRows ? 5e5 : kernel >= 7 ? 1.2e6 : kernel >= 5 ? 6e6 : NEVER;
}

/** How many times as long registers take. Blocks that reach beyond the array may compute up to so many times its
results. K = 7, 24 columns, of which blocks compute 128: registers 209, tensor cores 400. Odd rows, 161 x 163 x 161, of
which blocks compute 1.7 times the results: K = 3, 5, 7, 9 52 and 43, 82 and 66, 151 and 123, 255 and 171; 63 x 65 x 63,
2.5 times: K = 5, 7, 9 18 and 22, 31 and 52, 52 and 49. */
constexpr double volumeMatrixGain(int kernel, bool hasOddRows)
{
    if (hasOddRows && kernel < 11)
        return kernel >= 9 ? 2.2 : 1.9;
    return kernel >= 11 ? 2 : kernel >= 9 ? 1.8 : kernel >= 7 ? 1.5 : 1.2;
}

/** Results that tensor cores lose: columns and rows of a plane of a box that a warp looks through, warps of a block,
blocks of a multiprocessor, and warps of a launch if there are enough boxes. A half of 256^3 dark, K = 5, 9, in us: 965
and 2809 (H200); a row after the other, groups of 32 boxes: 2150 and 6880 (H100). */
constexpr int LOST_BOX_COLUMNS = 64, LOST_BOX_ROWS = 4, LOST_BOX_WARPS = 4, LOST_BOX_RESIDENT = 5,
              LOST_BOX_SHARES = 8192;

//! Most taps along the axis that is neither marched along nor in a plane: shared memory holds the taps of all planes.
constexpr int VOLUME_MATRIX_MIDDLE = 5;

}}}} // namespace cv::recfilter::gpu::tuning

#endif
