// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_PLANE_UNITS_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_PLANE_UNITS_CUH

/* The planes of the source that a block multiplies, in a ring in shared memory, and their halves.
Each thread copies the units that it converts. Eight threads have units side by side of one row, the next eight those of
the row below.
Units that reach beyond the image are copied pixel by pixel, each pixel by a thread of its own if there are enough:
lanes with such units kept their warps waiting. */

#include "dense/cuda/volume_matrix/volume_matrix_shape.cuh"

#include <cuda_pipeline_primitives.h>

namespace cv { namespace recfilter { namespace gpu {

//! A unit of a plane pixel by pixel. @param row, columns of the image. Not inlined: code stays small.
static __device__ __noinline__ void fetchPixels(const ConvSource& src, int64 plane, int row, int4 columns, int channel,
                                                float* to)
{
    const float outside = borderValueOf<float>(src, channel);
    const float* const from =
        reinterpret_cast<const float*>(src.image.data + plane + size_t(::max(row, 0)) * src.image.step) + channel;
    const int four[4] = {columns.x, columns.y, columns.z, columns.w};
#pragma unroll
    for (int e = 0; e < 4; e++)
        if ((row | four[e]) < 0)
            to[e] = outside;
        else
            __pipeline_memcpy_async(to + e, from + int64(four[e]) * src.image.channels, sizeof(float));
}

//! The units of a row that the block needs. Units from `first` on and before `behind` lie inside the image.
struct RowUnits
{
    int needed, first, behind;

    __device__ RowUnits(const ConvSource& src, int64 x, int columns)
        : needed((columns + 3) / 4), first(int(::min(::max((3 - x) / 4, int64(0)), int64(needed)))),
          behind(int(::min(::max((src.image.width - x) / 4, int64(first)), int64(needed))))
    {
    }

    __device__ int broken() const { return needed - (behind - first); }

    //! Number n of the others.
    __device__ int brokenUnit(int n) const { return n < first ? n : n - first + behind; }
};

template <typename Shape>
class PlaneUnits
{
public:
    //! @param memory with the tables of columns and rows @param columns of the source that the block needs
    __device__ __forceinline__ PlaneUnits(const ConvSource& source, VolumeMatrixShared<Shape>& memory, int columns)
        : src(source), shared(memory), first(reinterpret_cast<const float*>(source.image.data) +
                                             memory.place.sourceX * source.image.channels + memory.place.channel)
    {
        const RowUnits units(src, shared.place.sourceX, columns);
        const float outside = borderValueOf<float>(src, shared.place.channel);
        isListed = units.broken() * 8 * Shape::ROW_PAIRS <= Shape::THREADS;
#pragma unroll
        for (int k = 0; k < PASSES; k++)
        {
            const int unit = unitOf(k) % Shape::ROW_UNITS;
            const int row = isAbsent(k) ? 0 : shared.rows[rowOf(k)];
            const bool isConstant = !isAbsent(k) && row < 0;
            if (!isAbsent(k) && unit < units.needed)
                needed |= 1u << k;
            if (isConstant || isAbsent(k) || unit >= units.needed)
                fillAll(k, isConstant ? outside : 0.f);
            else if (unit >= units.first && unit < units.behind)
            {
                copied |= 1u << k;
                offsets[k] =
                    unsigned(int64(row) * int64(src.image.step / sizeof(float)) + int64(4 * unit) * src.image.channels);
            }
            else if (!isListed)
                own |= 1u << k;
            if (isConstant)
                constant = outside;
        }
        own |= copied;
        if (isListed && int(threadIdx.x) < units.broken() * 8 * Shape::ROW_PAIRS)
            takePixel(units, outside);
    }

    //! Asks for a plane. @param plane bytes from the first one; -1: the constant border
    __device__ __forceinline__ void fetch(int64 plane, unsigned slot)
    {
        if (plane < 0)
            return fill(slot);
        const float* const from = first + plane / int64(sizeof(float));
        float4* const to = &shared.units[slot][0][threadIdx.x];
#pragma unroll
        for (int k = 0; k < PASSES; k++)
            if (copied >> k & 1)
            {
                if (src.image.copies)
                    __pipeline_memcpy_async(to + k * Shape::THREADS, from + size_t(offsets[k]), sizeof(float4));
                else
                    fetchFloats(from + size_t(offsets[k]), to + k * Shape::THREADS);
            }
        if (hasPixel)
            __pipeline_memcpy_async(pixelAt(slot), src.image.data + plane + size_t(pixel) * sizeof(float),
                                    sizeof(float));
        if (!isListed)
            fetchBroken(plane, slot);
    }

    //! The largest of the floats that the thread has copied, as bits without their sign.
    __device__ __forceinline__ unsigned largestOf(unsigned slot) const
    {
        unsigned largest = hasPixel ? __float_as_uint(*pixelAt(slot)) & 0x7fffffffu : 0;
#pragma unroll
        for (int k = 0; k < PASSES; k++)
            if (own >> k & 1)
                largest = ::max(largest, MatrixFloats::largestOf(shared.units[slot][k][threadIdx.x]));
        return largest;
    }

    //! The same of the border, which the thread has filled in.
    __device__ __forceinline__ unsigned largestOfBorder() const
    {
        return __float_as_uint(constant) & 0x7fffffffu;
    }

    /** Notes rows with a pixel that is faint but not zero, in a unit of the thread or in one beside it. No pixel of a
    window lies farther from an aligned pair in its row of the window.
    @param passes whose units have a pair by convert() */
    __device__ __forceinline__ bool noteFaint(unsigned slot, unsigned passes, float least)
    {
        bool hasFaint = false;
#pragma unroll 1
        for (; passes; passes &= passes - 1)
        {
            const int k = __ffs(int(passes)) - 1;
#pragma unroll 1
            for (int unit = ::max(unitOf(k) - 1, 0); unit <= ::min(unitOf(k) + 1, PASSES * HALF - 1); unit++)
            {
                const int owner = unit % HALF / 8 * 16 + int(threadIdx.x) / 8 % 2 * 8 + unit % 8;
                if (MatrixFloats::hasFaint(shared.units[slot][unit / HALF][owner], least))
                {
                    shared.faintPairs.note(rowOf(k) / 2);
                    hasFaint = true;
                }
            }
        }
        return hasFaint;
    }

    /** Splits the thread's units of a plane into halves. Returns bits of passes whose units have an aligned pair of
    neighbours that are both faint or zero. */
    __device__ __forceinline__ unsigned convert(unsigned slot, float scale,
                                                uint4 (&halves)[Shape::SPLITS][Shape::HALVES])
    {
        unsigned faint = 0;
#pragma unroll
        for (int k = 0; k < PASSES; k++)
        {
            UnitHalves parts[Shape::SPLITS];
            MatrixFloats::split(shared.units[slot][k][threadIdx.x], scale, parts);
            faint |= unsigned(MatrixFloats::hasFaintPair(parts[0])) << k;
#pragma unroll
            for (int i = 0; i < Shape::SPLITS; i++)
            {
                unsigned* const to =
                    reinterpret_cast<unsigned*>(halves[i]) + 4 * (1 + unitOf(k)) + 2 * (int(threadIdx.x) / 8 % 2);
                // Two pixels left out: the first two pixels here are the last ones of the unit before.
                if (Shape::Window::SHIFT)
                {
                    to[-3] = parts[i].x;
                    to[0] = parts[i].y;
                }
                else
                    *reinterpret_cast<UnitHalves*>(to) = parts[i];
            }
        }
        return faint & needed;
    }

private:
    static constexpr int PASSES = Shape::PASSES, HALF = Shape::THREADS / 2;

    //! The unit of two rows that the thread has in a pass.
    static __device__ __forceinline__ int unitOf(int pass)
    {
        return pass * HALF + int(threadIdx.x) / 16 * 8 + int(threadIdx.x) % 8;
    }
    static __device__ __forceinline__ int rowOf(int pass)
    {
        return unitOf(pass) / Shape::ROW_UNITS * 2 + int(threadIdx.x) / 8 % 2;
    }

    //! Behind the last row.
    static __device__ __forceinline__ bool isAbsent(int pass)
    {
        return (pass + 1) * HALF > Shape::PLANE_UNITS && unitOf(pass) >= Shape::PLANE_UNITS;
    }

    //! In all planes.
    __device__ __forceinline__ void fillAll(int pass, float value)
    {
#pragma unroll
        for (int slot = 0; slot < Shape::SLOTS; slot++)
            shared.units[slot][pass][threadIdx.x] = MatrixFloats::filledWith(value);
    }

    //! A plane of the border.
    __device__ __forceinline__ void fill(unsigned slot)
    {
        const float value = borderValueOf<float>(src, shared.place.channel);
#pragma unroll
        for (int k = 0; k < PASSES; k++)
            if (own >> k & 1)
                shared.units[slot][k][threadIdx.x] = MatrixFloats::filledWith(value);
        if (hasPixel)
            *pixelAt(slot) = value;
    }

    //! Finds the pixel of a broken unit that this thread copies.
    __device__ __forceinline__ void takePixel(const RowUnits& units, float outside)
    {
        const int ofRow = 4 * units.broken(), row = int(threadIdx.x) / ofRow, rest = int(threadIdx.x) % ofRow;
        const int unit = row / 2 * Shape::ROW_UNITS + units.brokenUnit(rest / 4);
        const int owner = unit % HALF / 8 * 16 + row % 2 * 8 + unit % 8;
        pixelIndex = unsigned(4 * (unit / HALF * Shape::THREADS + owner) + rest % 4);
        const int sourceRow = shared.rows[row], column = shared.columns[4 * units.brokenUnit(rest / 4) + rest % 4];
        hasPixel = (sourceRow | column) >= 0;
        if (hasPixel)
            pixel = unsigned(int64(sourceRow) * int64(src.image.step / sizeof(float)) +
                             int64(column) * src.image.channels + shared.place.channel);
        else
        {
            constant = outside;
#pragma unroll
            for (int slot = 0; slot < Shape::SLOTS; slot++)
                *pixelAt(slot) = outside;
        }
    }

    //! A unit that is not aligned, or whose pixels have several channels.
    __device__ __forceinline__ void fetchFloats(const float* from, float4* to) const
    {
#pragma unroll
        for (int e = 0; e < 4; e++)
            __pipeline_memcpy_async(reinterpret_cast<float*>(to) + e, from + e * src.image.channels, sizeof(float));
    }

    __device__ __forceinline__ float* pixelAt(unsigned slot) const
    {
        return reinterpret_cast<float*>(shared.units[slot]) + pixelIndex;
    }

    __device__ __forceinline__ void fetchBroken(int64 plane, unsigned slot)
    {
#pragma unroll
        for (int k = 0; k < PASSES; k++)
            if ((own & ~copied) >> k & 1)
                fetchPixels(src, plane, shared.rows[rowOf(k)],
                            *reinterpret_cast<const int4*>(shared.columns + unitOf(k) % Shape::ROW_UNITS * 4),
                            shared.place.channel, reinterpret_cast<float*>(&shared.units[slot][k][threadIdx.x]));
    }

    const ConvSource& src;
    VolumeMatrixShared<Shape>& shared;
    const float* const first;           //!< of the block's columns and channel, in the image's first row
    unsigned copied = 0;                //!< bits of passes whose units lie inside the image
    unsigned own = 0;                   //!< bits of passes whose units the thread copies
    unsigned needed = 0;                //!< bits of passes whose units windows hold
    unsigned offsets[PASSES] = {};      //!< floats from `first`
    bool isListed = false;              //!< each pixel of the others has a thread
    bool hasPixel = false;              //!< that is one of them
    unsigned pixel = 0, pixelIndex = 0; //!< floats from the image's first one, and in a plane in shared memory
    float constant = 0;
};

}}} // namespace cv::recfilter::gpu

#endif
