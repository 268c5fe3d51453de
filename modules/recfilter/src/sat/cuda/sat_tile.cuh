// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_SAT_TILE_CUH
#define OPENCV_RECFILTER_SAT_CUDA_SAT_TILE_CUH

// A tile of a summed-area table in the registers of a block, and its loads, stores and prefix sums. Each warp holds
// some rows, each lane some neighbouring elements of them.

#include "sat/cuda/sat_functions.hpp"

#include <cuda_runtime.h>
#include <type_traits>

namespace cv { namespace recfilter { namespace sat {

constexpr int WARP = 32;
constexpr unsigned ALL_LANES = 0xffffffffu;

//! A lane's part of a row: whole pixels, in 16 bytes if they fit. T is the type in which elements are added.
template <typename T, int CN>
struct Lane
{
    static constexpr int VECTOR = 16 / int(sizeof(T));
    static constexpr int PIXELS = CN == 4 ? 1 : CN == 2 ? VECTOR / 2 : VECTOR;
    static constexpr int ELEMENTS = PIXELS * CN;
};

//! The largest power of two that is not above a number.
constexpr int floorPower(int number)
{
    return number < 2 ? 1 : 2 * floorPower(number / 2);
}

//! The position of a lane's part of a tile.
struct Place
{
    int64 x; //!< its first element
    int64 y; //!< its first row
};

// ---- Overlapping kernels of one call: programmatic dependent launch, from compute capability 9.0

//! The next kernel of the call may start, and runs up to its wait.
__device__ __forceinline__ void letNextKernelStart()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

//! Waits until the last kernel of the call has ended and its writes are visible.
__device__ __forceinline__ void waitForLastKernel()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// ---- Memory

//! The type that moves so many bytes.
template <int BYTES>
using Word = std::conditional_t<
    BYTES == 16, uint4,
    std::conditional_t<
        BYTES == 8, uint2,
        std::conditional_t<BYTES == 4, unsigned, std::conditional_t<BYTES == 2, unsigned short, unsigned char>>>>;

constexpr int wordBytes(int bytes)
{
    return bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1;
}

//! COUNT neighbouring elements, moved by the widest loads and stores that divide their bytes.
template <typename E, int COUNT>
struct alignas(wordBytes(COUNT* int(sizeof(E)))) Pack
{
    static constexpr int WORD = wordBytes(COUNT * int(sizeof(E)));
    static constexpr int WORDS = COUNT * int(sizeof(E)) / WORD;
    typedef Word<WORD> W;

    E e[COUNT];

    //! Evict-first loads, for pixels that are read once.
    __device__ void loadStreamed(const void* from)
    {
#pragma unroll
        for (int i = 0; i < WORDS; i++)
            reinterpret_cast<W*>(e)[i] = __ldcs(static_cast<const W*>(from) + i);
    }

    //! Loads that bypass L1, for data that other blocks have written.
    __device__ void loadShared(const void* from)
    {
#pragma unroll
        for (int i = 0; i < WORDS; i++)
            reinterpret_cast<W*>(e)[i] = __ldcg(static_cast<const W*>(from) + i);
    }

    __device__ void store(void* to) const
    {
#pragma unroll
        for (int i = 0; i < WORDS; i++)
            __stcg(static_cast<W*>(to) + i, reinterpret_cast<const W*>(e)[i]);
    }
};

template <typename S, typename T>
__device__ __forceinline__ T valueOf(S pixel, bool squared)
{
    const T value = T(pixel);
    return squared ? value * value : value;
}

//! Loads a tile. Rows and elements outside the image are 0.
template <typename S, typename T, int ROWS, int ELEMENTS>
__device__ __forceinline__ void loadTile(T (&v)[ROWS][ELEMENTS], const Image& image, Place at)
{
    const unsigned char* row = image.src + at.y * image.srcStep + at.x * int64(sizeof(S));
    const int64 rows = image.rows - at.y;
    if (image.srcAligned && at.x + ELEMENTS <= image.srcCols)
    {
        Pack<S, ELEMENTS> pixels[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++, row += image.srcStep)
        {
            pixels[r] = Pack<S, ELEMENTS>();
            if (r < rows)
                pixels[r].loadStreamed(row);
        }
#pragma unroll
        for (int r = 0; r < ROWS; r++)
#pragma unroll
            for (int e = 0; e < ELEMENTS; e++)
                v[r][e] = valueOf<S, T>(pixels[r].e[e], image.squared);
        return;
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++, row += image.srcStep)
#pragma unroll
        for (int e = 0; e < ELEMENTS; e++)
        {
            const bool inside = r < rows && at.x + e < image.srcCols;
            v[r][e] = inside ? valueOf<S, T>(reinterpret_cast<const S*>(row)[e], image.squared) : T(0);
        }
}

//! @param dst the first element of the lane's part of a row
template <typename T, int ELEMENTS>
__device__ __forceinline__ void storeRow(const T (&v)[ELEMENTS], unsigned char* dst, const Image& image, int64 x)
{
    if (image.dstAligned && x + ELEMENTS <= image.dstCols)
    {
        Pack<T, ELEMENTS> sums;
#pragma unroll
        for (int e = 0; e < ELEMENTS; e++)
            sums.e[e] = v[e];
        sums.store(dst);
        return;
    }
#pragma unroll
    for (int e = 0; e < ELEMENTS; e++)
        if (x + e < image.dstCols)
            reinterpret_cast<T*>(dst)[e] = v[e];
}

//! How most kernels store their rows.
struct PlainRows
{
    template <typename T, int ELEMENTS>
    __device__ __forceinline__ void store(const T (&v)[ELEMENTS], unsigned char* dst, const Image& image, int64 x) const
    {
        storeRow<T, ELEMENTS>(v, dst, image, x);
    }
};

template <typename T>
__device__ __forceinline__ unsigned char* tableAt(const Image& image, Place at)
{
    return image.dst + at.y * image.dstStep + at.x * int64(sizeof(T));
}

/** Adds the sums above and left of a lane's rows and stores them, and the row of zeros above the table.
@param left sums of each row left of the tile, CN a row */
template <int CN, typename T, int ROWS, int ELEMENTS, typename Rows = PlainRows>
__device__ __forceinline__ void storeTable(const Image& image, Place at, const T (&above)[ELEMENTS], const T* left,
                                           T (&v)[ROWS][ELEMENTS], const Rows& rowsOfTable = Rows())
{
    unsigned char* row = tableAt<T>(image, at);
    if (image.exclusive && at.y == 0)
    {
        const T zeros[ELEMENTS] = {};
        rowsOfTable.template store<T, ELEMENTS>(zeros, row - image.dstStep, image, at.x);
    }
    const int64 rows = image.rows - at.y;
#pragma unroll
    for (int r = 0; r < ROWS; r++, row += image.dstStep)
    {
#pragma unroll
        for (int e = 0; e < ELEMENTS; e++)
            v[r][e] += above[e] + left[r * CN + e % CN];
        if (r < rows)
            rowsOfTable.template store<T, ELEMENTS>(v[r], row, image, at.x);
    }
}

// ---- Sums

//! Turns v into prefix sums. Every CN-th element is of the same channel.
template <typename T, int COUNT, int CN>
__device__ __forceinline__ void prefixInLane(T (&v)[COUNT])
{
#pragma unroll
    for (int e = CN; e < COUNT; e++)
        v[e] += v[e - CN];
}

//! Returns the sum of the lanes before this one. @param total in: this lane's sum; out: the sum up to this lane
template <int LANES = WARP, typename T>
__device__ __forceinline__ T prefixOverLanes(T& total)
{
    const int lane = int(threadIdx.x) % LANES;
#pragma unroll
    for (int distance = 1; distance < LANES; distance *= 2)
    {
        const T left = __shfl_up_sync(ALL_LANES, total, distance, LANES);
        if (lane >= distance)
            total += left;
    }
    const T before = __shfl_up_sync(ALL_LANES, total, 1, LANES);
    return lane > 0 ? before : T(0);
}

//! The sum over all lanes, in each lane.
template <typename T>
__device__ __forceinline__ T sumOverLanes(T sum)
{
#pragma unroll
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(ALL_LANES, sum, distance);
    return sum;
}

//! Along a line of sums in memory, each becomes the sum of those before it. `more` is added to each first.
template <typename T>
__device__ __forceinline__ void accumulate(T* sums, int64 step, int count, const T* more = nullptr, int64 moreStep = 0)
{
    constexpr int AT_ONCE = 8; // reads in flight
    T sum = T(0);
    for (int first = 0; first < count; first += AT_ONCE, sums += AT_ONCE * step, more += AT_ONCE * moreStep)
    {
        T next[AT_ONCE];
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++)
            next[i] =
                first + i < count ? __ldcg(sums + i * step) + (moreStep ? __ldcg(more + i * moreStep) : T(0)) : T(0);
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++)
        {
            if (first + i < count)
                __stcg(sums + i * step, sum);
            sum += next[i];
        }
    }
}

/** Turns a row of the tile into its prefix sums. With `exclusive`, each element gets the sum of those before it.
@param totals the row's sums, in the last lane */
template <typename T, int ELEMENTS, int CN, int LANES = WARP>
__device__ __forceinline__ void prefixRow(T (&v)[ELEMENTS], T (&totals)[CN], bool exclusive)
{
    prefixInLane<T, ELEMENTS, CN>(v);
    T before[CN];
#pragma unroll
    for (int c = 0; c < CN; c++)
    {
        totals[c] = v[ELEMENTS - CN + c];
        before[c] = prefixOverLanes<LANES>(totals[c]);
    }
    if (exclusive)
#pragma unroll
        for (int e = ELEMENTS - 1; e >= 0; e--)
            v[e] = e < CN ? T(0) : v[e < CN ? 0 : e - CN];
#pragma unroll
    for (int e = 0; e < ELEMENTS; e++)
        v[e] += before[e % CN];
}

template <typename T, int ROWS, int ELEMENTS>
__device__ __forceinline__ void prefixColumns(T (&v)[ROWS][ELEMENTS])
{
#pragma unroll
    for (int r = 1; r < ROWS; r++)
#pragma unroll
        for (int e = 0; e < ELEMENTS; e++)
            v[r][e] += v[r - 1][e];
}

}}} // namespace cv::recfilter::sat

#endif
