// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_MATRIX_UNIT_RING_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_MATRIX_UNIT_RING_CUH

/* The rows of the source that a warp multiplies, two by two, in a ring in shared memory. Each lane copies the units
that it will convert, and no others: nobody waits for other lanes. */

#include "dense/cuda/tensor/matrix_pixels.cuh"

#include <cuda_pipeline_primitives.h>

namespace cv { namespace recfilter { namespace gpu {

//! What a warp reads while it marches.
struct UnitPlace
{
    const int64* rows;  //!< bytes from the image's first row, from the window's first row on; -1: the constant border
    const int* columns; //!< of the image, by findColumns; aligned to 16 bytes
    int64 x;            //!< the first pixel of a row
    int pairs;          //!< of rows
    bool seesConstant;  //!< in some row
    int channel, lane;
};

/** @tparam UNITS of a row @tparam SLOTS pairs of rows in shared memory
Eight lanes have units side by side of one row, the next eight those of the other row. */
template <int UNITS, int SLOTS>
class UnitRing
{
public:
    typedef MatrixFloats::Unit Unit;
    static constexpr int PASSES = (UNITS + 15) / 16; //!< in which the lanes have all units of two rows

    struct Memory
    {
        Unit units[SLOTS][PASSES][WARP_LANES];
    };

    __device__ __forceinline__ UnitRing(const ConvSource& source, const UnitPlace& place_, Memory& memory_)
        : src(source), place(place_), memory(memory_), myRow(place.lane / 8 % 2),
          myUnit(place.lane / 16 * 8 + place.lane % 8),
          vectors(source.image.data + (place.x + 4 * myUnit) * int64(sizeof(float)))
    {
#pragma unroll
        for (int i = 0; i < SLOTS * PASSES; i++)
            memory.units[i / PASSES][i % PASSES][place.lane] =
                MatrixFloats::filledWith(0); // where nothing will be copied
#pragma unroll
        for (int k = 0; k < PASSES; k++)
            if (const int64 x = place.x + 4 * (16 * k + myUnit);
                isUnit(k) && (place.seesConstant || !source.image.copies || x < 0 || x + 4 > source.image.width))
                broken |= 1u << k;
        isBroken = __any_sync(~0u, broken != 0);
        nextRow = place.rows[myRow];
    }

    //! Asks for a pair of rows, the one after the last; behind the last row, for nothing.
    __device__ __forceinline__ void fetch(unsigned pair)
    {
        if (pair < unsigned(place.pairs))
        {
            const int64 row = nextRow;
            nextRow = place.rows[2 * pair + 2 + unsigned(myRow)];
            Unit(&slot)[PASSES][WARP_LANES] = memory.units[pair % SLOTS];
            if (isBroken)
                fetchPixels(slot, row);
            else
#pragma unroll
                for (int k = 0; k < PASSES; k++)
                    fetchUnit(slot, row, k);
        }
        __pipeline_commit();
    }

    //! Until at most COUNT pairs are on their way.
    template <int COUNT>
    __device__ __forceinline__ void wait() const
    {
        __pipeline_wait_prior(COUNT);
    }

    __device__ __forceinline__ Unit unitOf(unsigned pair, int pass) const
    {
        return memory.units[pair % SLOTS][pass][place.lane];
    }

    //! Whether the lane has a unit in a pass.
    __device__ __forceinline__ bool isUnit(int pass) const
    {
        return 16 * (pass + 1) <= UNITS || 16 * pass + myUnit < UNITS;
    }

private:
    __device__ __forceinline__ void fetchUnit(Unit (&slot)[PASSES][WARP_LANES], int64 row, int k) const
    {
        if (isUnit(k))
            __pipeline_memcpy_async(&slot[k][place.lane], vectors + row + 64 * k * int(sizeof(float)), sizeof(Unit));
    }

    //! Broken units pixel by pixel.
    __device__ __forceinline__ void fetchPixels(Unit (&slot)[PASSES][WARP_LANES], int64 row)
    {
        const float outside = borderValueOf<float>(src, place.channel);
        const float* const from = reinterpret_cast<const float*>(src.image.data + ::max(row, int64(0))) + place.channel;
#pragma unroll
        for (int k = 0; k < PASSES; k++)
            if (broken >> k & 1)
            {
                const int4 four = reinterpret_cast<const int4*>(place.columns)[16 * k + myUnit];
                const int columns[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
                for (int e = 0; e < 4; e++)
                {
                    const bool isOutside = row < 0 || columns[e] < 0;
                    float* const to = reinterpret_cast<float*>(&slot[k][place.lane]) + e;
                    if (isOutside)
                        *to = outside;
                    else
                        __pipeline_memcpy_async(to, from + int64(columns[e]) * src.image.channels, sizeof(float));
                }
            }
            else
                fetchUnit(slot, row, k);
    }

    const ConvSource& src;
    const UnitPlace place;
    Memory& memory;
    const int myRow, myUnit;
    const uchar* const vectors; //!< the lane's first unit, in the image's first row
    unsigned broken = 0;        //!< bits of passes whose units are not aligned, or not inside of the image
    bool isBroken;              //!< some unit of the warp
    int64 nextRow;              //!< to be asked for
};

}}} // namespace cv::recfilter::gpu

#endif
