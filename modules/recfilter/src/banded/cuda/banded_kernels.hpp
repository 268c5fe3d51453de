// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The interface between banded_gpu.cpp and the kernels of banded.cu.

#ifndef OPENCV_RECFILTER_BANDED_CUDA_BANDED_KERNELS_HPP
#define OPENCV_RECFILTER_BANDED_CUDA_BANDED_KERNELS_HPP

#include "runtime/cuda/io/image_view.hpp"
#include "banded/plan/banded_tables.hpp"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

//! Pixels of a line in a tile.
enum
{
    BANDED_BLOCK = 32
};

//! The tables of one axis on the device. Matrices are row by row.
template <typename W>
struct BandedAxisView
{
    BandedRows<W> rows;
    BandedTail tail;
    BandedBlocks blocks; //!< of BANDED_BLOCK pixels
    const W *P, *Q, *X;  //!< order x order of each kept block (BandedBlock)
    //! 2 order x 2 order each, and order x order (BandedClosing); null unless the border is periodic
    const W *lower, *upper, *lastOfForward;
    BandedRows<W> inner;      //!< of BandedPlan::inner; order 0: none
    const W *aboveW, *aboveY; //!< order x order of each kept block (BandedBlock)
    const W* tailMatrix;      //!< order x order (tailOf); null if the border is periodic
};

/** One axis of an image. dst may be src. Carries have a plane for every block and state, and a number a line. Forward
ones enter block b from plane b, backward ones from plane b + 1. */
template <typename W>
struct BandedJob
{
    ImageView src, dst;
    BandedAxisView<W> axis;
    W *forth, *back; //!< blocks.count + 1 times order planes each
    bool alongX;     //!< lines are rows
    cudaStream_t stream;

    RECFILTER_HOST_DEVICE int64 lines() const { return int64(alongX ? src.height : src.width) * src.channels; }
    RECFILTER_HOST_DEVICE int length() const { return alongX ? src.width : src.height; }
};

//! Queues gather, propagate and apply.
void runBanded(const BandedJob<float>& job);
void runBanded(const BandedJob<double>& job);

}}} // namespace cv::recfilter::gpu

#endif
