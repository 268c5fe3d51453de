// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Tiles of interleaved channels, all of which one block has: a slot and a set of threads for each. The block reads and
// stores whole pixels.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_IO_TILE_COLOURS_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_IO_TILE_COLOURS_CUH

#include "recursive/cuda/io/slot_shape.cuh"
#include "runtime/cuda/io/pixel_io.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! A thread's part of a tile: four pixels of some rows. @tparam Shape of a slot
template <typename Shape, int CHANNELS>
struct ColourLane
{
    enum
    {
        pixels = 4,
        rowLanes = Shape::width / pixels,
        rowsAtOnce = Shape::threads * CHANNELS / rowLanes,
        rounds = (Shape::run + rowsAtOnce - 1) / rowsAtOnce
    };

    template <typename T>
    using Pixels = PixelGroup<T, pixels>;
    //! As they lie in memory, or of each channel.
    template <typename T>
    using Colours = Pixels<T>[CHANNELS];

    //! Rows that a thread has in flight: of 32 registers, at most.
    template <typename T>
    static constexpr int inRegisters = 32 / (CHANNELS * int(sizeof(T)));
    template <typename T>
    static constexpr int atOnce = inRegisters<T> < int(rounds) ? inRegisters<T> : int(rounds);

    const int x = threadIdx.x % rowLanes * pixels, first = threadIdx.x / rowLanes;

    __device__ int row(int round) const { return first + round * rowsAtOnce; }

    //! @param inside pixels from the first one on that lie within the image. Those behind it are 0
    template <typename T>
    static __device__ void read(const uchar* from, int inside, Colours<T>& mixed)
    {
        if (inside >= pixels)
#pragma unroll
            for (int c = 0; c < CHANNELS; c++)
                mixed[c] = reinterpret_cast<const Pixels<T>*>(from)[c];
        else
#pragma unroll
            for (int n = 0; n < pixels * CHANNELS; n++)
                mixed[n / pixels].v[n % pixels] = n < inside * CHANNELS ? reinterpret_cast<const T*>(from)[n] : T(0.f);
    }

    template <typename T>
    static __device__ void write(const Colours<T>& mixed, int inside, uchar* to)
    {
        if (inside >= pixels)
#pragma unroll
            for (int c = 0; c < CHANNELS; c++)
                reinterpret_cast<Pixels<T>*>(to)[c] = mixed[c];
        else
#pragma unroll
            for (int n = 0; n < pixels * CHANNELS; n++)
                if (n < inside * CHANNELS)
                    reinterpret_cast<T*>(to)[n] = mixed[n / pixels].v[n % pixels];
    }
};

template <int CHANNELS, typename T, typename Job, typename Place, typename W>
__device__ inline void loadColoursOf(const Job& job, const Place& place, W* slots)
{
    typedef SlotOf<Place> Shape;
    typedef ColourLane<Shape, CHANNELS> Lane;
    constexpr int atOnce = Lane::template atOnce<T>;
    const Lane lane;
    const int inside = place.columns - lane.x;
    const uchar* const first =
        pixelsOf(job.src) + place.top() * job.src.step + (place.left() + lane.x) * CHANNELS * int(sizeof(T));
#pragma unroll 1
    for (int begin = 0; begin < Lane::rounds; begin += atOnce)
    {
        typename Lane::template Colours<T> mixed[atOnce];
#pragma unroll
        for (int k = 0; k < atOnce; k++)
        {
            const int row = lane.row(begin + k);
            Lane::read(first + row * int64(job.src.step), row < place.rows ? inside : 0, mixed[k]);
        }
#pragma unroll
        for (int k = 0; k < atOnce; k++)
        {
            const int row = lane.row(begin + k);
            if (row < Shape::run)
#pragma unroll
                for (int c = 0; c < CHANNELS; c++)
                {
                    W own[Lane::pixels];
#pragma unroll
                    for (int j = 0; j < Lane::pixels; j++)
                    {
                        const int n = j * CHANNELS + c;
                        const T pixel = mixed[k][n / Lane::pixels].v[n % Lane::pixels];
                        own[j] = row < place.rows && j < inside ? widen(pixel, W()) - job.offset[c] : W(0);
                    }
                    writeVectors(own, slots + c * Shape::size + row * Shape::rowPitch + lane.x);
                }
        }
    }
}

template <int CHANNELS, typename T, typename Job, typename Place, typename W>
__device__ inline void storeColoursOf(const Job& job, const Place& place, const W* slots)
{
    typedef SlotOf<Place> Shape;
    typedef ColourLane<Shape, CHANNELS> Lane;
    const Lane lane;
    const int inside = place.columns - lane.x;
    if (inside <= 0)
        return;
    uchar* const first =
        pixelsOf(job.dst) + place.top() * job.dst.step + (place.left() + lane.x) * CHANNELS * int(sizeof(T));
#pragma unroll 2
    for (int row = lane.first; row < place.rows; row += Lane::rowsAtOnce)
    {
        typename Lane::template Colours<T> mixed;
#pragma unroll
        for (int c = 0; c < CHANNELS; c++)
        {
            W own[Lane::pixels];
            readVectors(slots + c * Shape::size + row * Shape::rowPitch + lane.x, own);
#pragma unroll
            for (int j = 0; j < Lane::pixels; j++)
            {
                const int n = j * CHANNELS + c;
                mixed[n / Lane::pixels].v[n % Lane::pixels] = Narrow<T>::from(fma(own[j], job.gain, job.restored[c]));
            }
        }
        Lane::write(mixed, inside, first + row * int64(job.dst.step));
    }
}

//! Fills the slots of all channels. Not inlined, to leave the kernel its registers.
template <int CHANNELS, typename Job, typename Place, typename W>
__device__ __noinline__ void loadColours(const Job& job, Place place, W* slots)
{
    withDepth<W>(job.src.depth, [&](auto type) { loadColoursOf<CHANNELS, decltype(type)>(job, place, slots); });
}

template <int CHANNELS, typename Job, typename Place, typename W>
__device__ __noinline__ void storeColours(const Job& job, Place place, const W* slots)
{
    withDepth<W>(job.dst.depth, [&](auto type) { storeColoursOf<CHANNELS, decltype(type)>(job, place, slots); });
}

}}} // namespace cv::recfilter::gpu

#endif
