// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_DIRECT_ROW_RING_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_DIRECT_ROW_RING_CUH

// The rows of the source that a warp marches over, in a ring in shared memory.

#include "dense/cuda/pixels/source_tile.cuh"
#include "dense/cuda/pixels/window_row.cuh"

#include <cuda_pipeline_primitives.h>

namespace cv { namespace recfilter { namespace gpu {

//! What a warp reads while it marches.
struct MarchPlace
{
    const int* rows;    //!< of the image, from the window's first row on, by findRows
    const int* columns; //!< of the image, by findColumns
    int64 x;            //!< the aligned pixel before lane 0's window
    int count;          //!< rows
    int channel, lane;
};

//! Depths that a ring may meet: code for others is not there.
enum RingDepths
{
    RING_BYTES, //!< CV_8U
    RING_ANY
};

/** Rows are asked for AHEAD groups of ROWS before they are used: floats by asynchronous copies, of 16 bytes where these
are aligned and inside the image, other depths by loads. Behind the last row nothing is copied.
@tparam COLUMNS of a row */
template <int COLUMNS, int ROWS, int AHEAD, RingDepths DEPTHS>
class RowRing
{
public:
    static constexpr int SLOTS = (AHEAD + 1) * ROWS; //!< rows in shared memory

    __device__ __forceinline__ RowRing(const ConvSource& source, const MarchPlace& place_, float* memory)
        : src(source), place(place_), slots(memory), isFloat(DEPTHS == RING_ANY && source.image.depth == CV_32F),
          hasVectors(DEPTHS != RING_BYTES && readsVectors(source.image, place_.x, COLUMNS)),
          outside(borderValueOf<float>(source, place_.channel))
    {
#pragma unroll 1
        for (int i = 0; i < AHEAD; i++)
            fetch(i);
    }

    //! Waits for group i, the one after the last, and asks for another. The warp has read the group before.
    __device__ __forceinline__ const float* take(int i)
    {
        __pipeline_wait_prior(AHEAD - 1);
        __syncwarp();
        fetch(i + AHEAD);
        return slotOf(i * ROWS);
    }

private:
    __device__ __forceinline__ float* slotOf(int row) const
    {
        return slots + row % SLOTS * COLUMNS;
    }

    __device__ __forceinline__ void fetch(int group)
    {
#pragma unroll 1
        for (int i = group * ROWS; i < (group + 1) * ROWS; i++)
            if (i < place.count)
                fetchRow(place.rows[i], slotOf(i));
        __pipeline_commit();
    }

    __device__ __forceinline__ void fetchRow(int row, float* to) const
    {
        if (hasVectors && row >= 0)
        {
            const float* const from = rowOf<float>(src.image, row) + place.x;
#pragma unroll
            for (int k = place.lane * 4; k < COLUMNS; k += WARP_LANES * 4)
                __pipeline_memcpy_async(to + k, from + k, 16);
        }
        else if (isFloat)
            copyFloats(rowOf<float>(src.image, ::max(row, 0)) + place.channel, row < 0, to);
        else
            stageRow<COLUMNS, DEPTHS == RING_BYTES>(src, place.columns, row, place.channel, COLUMNS, place.lane, to);
    }

    __device__ __forceinline__ void copyFloats(const float* from, bool isOutside, float* to) const
    {
#pragma unroll
        for (int k = place.lane; k < COLUMNS; k += WARP_LANES)
            if (const int column = place.columns[k]; column >= 0 && !isOutside)
                __pipeline_memcpy_async(to + k, from + int64(column) * src.image.channels, 4);
            else
                to[k] = outside;
    }

    const ConvSource& src;
    const MarchPlace place;
    float* const slots;
    const bool isFloat, hasVectors;
    const float outside;
};

}}} // namespace cv::recfilter::gpu

#endif
