// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_TENSOR_LOST_SHARES_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_TENSOR_LOST_SHARES_CUH

// The records of a warp of the kernel that adds lost results up.

#include "dense/cuda/pixels/source_tile.cuh"
#include "dense/cuda/tensor/lost_shares.hpp"

namespace cv { namespace recfilter { namespace gpu {

/** Calls body(number of the record, its part) for records of the warp that have lost something. All lanes come here.
@tparam Record has a member `least` @param share number of the warp */
template <typename Record, typename Body>
__device__ __forceinline__ void forLost(const Record* list, const LostShares& shares, unsigned share, const Body& body)
{
    const int group = int(share % unsigned(shares.groups)), part = int(share / unsigned(shares.groups));
    if (part >= shares.parts)
        return; // a warp of the last block
    const int64 mine = group + int64(threadIdx.x % WARP_LANES) * shares.groups;
    const bool isLost = mine < shares.records && list[mine].least != LOST_NOTHING;
#pragma unroll 1
    for (unsigned lost = __ballot_sync(~0u, isLost); lost; lost &= lost - 1)
        body(group + (__ffs(int(lost)) - 1) * shares.groups, part);
}

}}} // namespace cv::recfilter::gpu

#endif
