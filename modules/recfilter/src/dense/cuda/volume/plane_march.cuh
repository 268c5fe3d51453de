// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_MARCH_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_MARCH_CUH

// Volumes, and volumes over time: a block marches across planes, and each thread has results of K planes in registers.
// Each plane of the source is staged once, continued by the borders, and adds its products to all of them.

#include "dense/cuda/pixels/result_store.cuh"
#include "dense/cuda/volume/plane_job.hpp"
#include "dense/cuda/volume/plane_place.cuh"
#include "dense/cuda/volume/plane_tile.cuh"
#include "dense/cuda/common/tuning.hpp"

#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

//! @tparam K taps along x, y and the march @tparam BY_ROWS as of WindowRow::correlate @tparam TOTALS of PlaneTotals
template <int K, bool BY_ROWS, bool TOTALS>
struct PlaneShape
{
    typedef WindowRow<K, 4> Row;
    static constexpr bool HAS_TOTALS = TOTALS;
    static constexpr int SIZE = K, ROWS = tuning::volumeRows(K); //!< rows of results of a thread and plane
    static constexpr bool ADDS_ROWS = BY_ROWS;
    static constexpr int WARPS = 4, THREADS = WARPS * WARP_LANES;
    static constexpr int PADDED = paddedTaps(K), TAPS = K * K * PADDED; //!< of a plane of the source
    static constexpr int DY_UNROLLED = K <= tuning::VOLUME_UNROLLED_KERNEL ? K : 1;
    static constexpr int BLOCKS = tuning::volumeResidency(K);

    //! The part of a plane that a block reads if a warp has `lanes` threads side by side.
    static constexpr __host__ __device__ int tileColumns(int lanes) { return 4 * (lanes - 1 + Row::VECTORS); }
    static constexpr __host__ __device__ int tileRows(int lanes) { return THREADS / lanes * ROWS + K - 1; }
    static constexpr int tilePixels(int lanes) { return tileColumns(lanes) * tileRows(lanes); }
    static constexpr int TILE = tilePixels(32) > tilePixels(8)
                                    ? tilePixels(32) > tilePixels(16) ? tilePixels(32) : tilePixels(16)
                                : tilePixels(8) > tilePixels(16) ? tilePixels(8)
                                                                 : tilePixels(16);
};

template <typename Shape>
struct PlaneShared
{
    PlanePlace place;
    float4 tiles[2][Shape::TILE / 4], taps[2][Shape::TAPS / 4];
    float4 results[Shape::WARPS][Shape::ROWS * WARP_LANES];
    int columns[Shape::tileColumns(32)], rows[Shape::tileRows(8)];
    int along[tuning::VOLUME_PLANES + Shape::SIZE - 1], middle[tuning::VOLUME_MIDDLE];
    ushort doubtful[tuning::VOLUME_PLANES][Shape::THREADS];
};

template <typename Shape>
__device__ inline PlanePlace placeOf(const ConvJob& job, const PlaneMarches& marches)
{
    return placeOf(job, marches, blockIdx.x, 4 * marches.lanes, Shape::THREADS / marches.lanes * Shape::ROWS,
                   Shape::Row::LEFT);
}

/** What has been added up of those planes of results that march, for kernels of so many taps that one sum loses digits.
In local memory, as registers are full. All sums go there after each plane of the march, or after fewer planes along the
other axis. They then start from zero, and need not move on. */
template <typename Shape>
class PlaneTotals
{
    static constexpr int K = Shape::SIZE, ROWS = Shape::ROWS;

public:
    //! @param i plane of the march @param count planes of results @param begins, ends the plane of the march
    __device__ __forceinline__ void take(int i, int count, bool begins, bool ends, float (&sums)[K][ROWS][4])
    {
#pragma unroll
        for (int d = 0; d < K; d++)
            if (i >= d && i - d < count)
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                {
                    if (!begins)
                        add(ofPlane[d][r], sums[d][r]);
                    float* const total = ofResults[(i - d) % K][r];
                    if (ends && d > 0)
                        add(total, sums[d][r]);
                    writeVectors(sums[d][r], ends ? total : ofPlane[d][r]);
                }
#pragma unroll
        for (int k = 0; k < K * ROWS * 4; k++)
            sums[k / (ROWS * 4)][k / 4 % ROWS][k % 4] = 0;
    }

    __device__ __forceinline__ void read(int done, float (&to)[ROWS][4]) const
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            readVectors(ofResults[done % K][r], to[r]);
    }

private:
    static __device__ __forceinline__ void add(const float* from, float (&sums)[4])
    {
        float four[4];
        readVectors(from, four);
#pragma unroll
        for (int k = 0; k < 4; k++)
            sums[k] += four[k];
    }

    alignas(16) float ofPlane[K][ROWS][4];   //!< of the plane of the march, by the plane of taps
    alignas(16) float ofResults[K][ROWS][4]; //!< by the plane of results, as a ring
};

//! Column and row of the thread's first result in its block.
__device__ inline int columnInBlock(const PlaneMarches& marches)
{
    return 4 * (int(threadIdx.x) & (marches.lanes - 1));
}
template <typename Shape>
__device__ inline int rowInBlock(const PlaneMarches& marches)
{
    return (int(threadIdx.x) >> marches.lanesLog2) * Shape::ROWS;
}

/** Adds the products of a plane of the source to all sums. sums[d] is of the plane of results that it reaches by plane
d of the taps.
@param i number of the plane in the march @param tile from the thread's window on, `pitch` floats a row */
template <typename Shape>
__device__ __forceinline__ void addPlane(int i, int count, const float* tile, int pitch, const float4* planeTaps,
                                         float (&sums)[Shape::SIZE][Shape::ROWS][4])
{
    constexpr int K = Shape::SIZE, ROWS = Shape::ROWS;
    const float* taps = reinterpret_cast<const float*>(planeTaps);
    typename Shape::Row rows[ROWS]; // the last ones are the first of the next row of taps
#pragma unroll
    for (int r = 1; r < ROWS; r++, tile += pitch)
        rows[r].loadShared(tile);
#pragma unroll Shape::DY_UNROLLED
    for (int dy = 0; dy < K; dy++, tile += pitch)
    {
#pragma unroll
        for (int r = 1; r < ROWS; r++)
            rows[r - 1] = rows[r];
        rows[ROWS - 1].loadShared(tile);
#pragma unroll
        for (int d = 0; d < K; d++, taps += Shape::PADDED)
            if (i >= d && i - d < count) // spares the products before the first and behind the last plane of results
            {
                float t[Shape::PADDED];
                readVectors(taps, t);
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    rows[r].template correlate<Shape::ADDS_ROWS>(t, sums[d][r], sums[d][r]);
            }
    }
}

/** Stores a thread's results of a plane.
@param buffer room for the results of the warp in shared memory */
template <typename Shape>
__device__ __forceinline__ void storePlane(const ConvJob& job, const PlaneMarches& marches, const PlanePlace& place,
                                           const ConvResult& result, const float (&sums)[Shape::ROWS][4], float* buffer)
{
    if (storesVectors(job, result, place.x, 4 * marches.lanes))
    {
        const int x = place.x + columnInBlock(marches);
        const int64 y = int64(place.y) + rowInBlock<Shape>(marches);
#pragma unroll
        for (int r = 0; r < Shape::ROWS; r++)
            if (y + r < job.height)
                storeVectors(result, x, y + r, place.channel, sums[r]);
        return;
    }
    const int lane = int(threadIdx.x) % WARP_LANES, columns = 4 * marches.lanes,
              groups = WARP_LANES >> marches.lanesLog2;
    const int64 warpY = int64(place.y) + (int(threadIdx.x) / WARP_LANES) * groups * Shape::ROWS;
    __syncwarp(); // the plane before is stored
#pragma unroll
    for (int r = 0; r < Shape::ROWS; r++)
        writeVectors(sums[r],
                     buffer + ((lane >> marches.lanesLog2) * Shape::ROWS + r) * columns + columnInBlock(marches));
    __syncwarp();
    withDepth<double>(result.depth, [&](auto type) {
        typedef decltype(type) T;
#pragma unroll 1
        for (int k = lane; k < Shape::ROWS * 4 * WARP_LANES; k += WARP_LANES)
        {
            const int x = place.x + (k & (columns - 1)), row = k >> (marches.lanesLog2 + 2);
            if (x < job.width && warpY + row < job.height)
                *resultAt<T>(result, x, warpY + row, place.channel) = Narrow<T>::from(buffer[k]);
        }
    });
}

/** One function of many lines: sums and places of all steps stay in registers, which parts would share.
@param taps as of runPlanes() */
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::BLOCKS)
    planeKernel(const __grid_constant__ ConvJob job, const __grid_constant__ PlaneMarches marches,
                const __grid_constant__ ConvFilter filter, const float* const __grid_constant__ taps)
{
    constexpr int K = Shape::SIZE, ROWS = Shape::ROWS;
    __shared__ PlaneShared<Shape> shared;
    const PlanePlace& place = shared.place;
    if (threadIdx.x == 0)
        shared.place = placeOf<Shape>(job, marches);
    __syncthreads();
    const int pitch = Shape::tileColumns(marches.lanes), height = Shape::tileRows(marches.lanes);
    findColumns(job.src, place.sourceX, pitch, int(threadIdx.x), Shape::THREADS, shared.columns);
    findRows(job.src, int64(place.y) + job.startY, height, int(threadIdx.x), Shape::THREADS, shared.rows);
    findPlanes(marches.along, place.first, place.count + K - 1, Shape::THREADS, shared.along);
    findPlanes(marches.middle, place.middle, marches.middle.kernel, Shape::THREADS, shared.middle);
    __syncthreads();

    const PlaneTile<Shape::THREADS, !Shape::ADDS_ROWS, Shape::Row::VECTORS - 1> tile(
        job.src, place.sourceX, shared.columns, shared.rows, pitch, height, marches.lanesLog2, place.channel);
    const auto fetch = [&](int i, int m, int slot) {
        const int along = shared.along[i], middle = shared.middle[m];
        const int64 plane = (along | middle) < 0 ? -1 : along * marches.along.srcStep + middle * marches.middle.srcStep;
        tile.fetch(plane, reinterpret_cast<float*>(shared.tiles[slot]));
        const float4* const from = reinterpret_cast<const float4*>(taps) + m * (Shape::TAPS / 4);
        for (int k = int(threadIdx.x); k < Shape::TAPS / 4; k += Shape::THREADS)
            __pipeline_memcpy_async(shared.taps[slot] + k, from + k, 16);
        __pipeline_commit();
    };

    float sums[K][ROWS][4] = {};
    [[maybe_unused]] std::conditional_t<Shape::HAS_TOTALS, PlaneTotals<Shape>, int> totals;
    const int window = rowInBlock<Shape>(marches) * pitch + columnInBlock(marches);
    bool isDoubtful = false;
    const int steps = (place.count + K - 1) * marches.middle.kernel;
    int i = 0, m = 0, nextI = 0, nextM = 0; // plane of the march and along the other axis, now and at the next step
#pragma unroll 1
    for (int step = -1; step < steps; step++)
    {
        __pipeline_wait_prior(0);
        __syncthreads(); // the plane has arrived, and the one before is done with
        if (step + 1 < steps)
        {
            fetch(nextI, nextM, (step + 1) % 2);
            nextM = nextM + 1 < marches.middle.kernel ? nextM + 1 : 0;
            nextI += nextM == 0;
        }
        if (step < 0)
            continue;
        addPlane<Shape>(i, place.count, reinterpret_cast<const float*>(shared.tiles[step % 2]) + window, pitch,
                        shared.taps[step % 2], sums);
        if constexpr (Shape::HAS_TOTALS)
        {
            constexpr int OF_SUM = tuning::planesOfSum(K);
            if (const bool ends = m + 1 == marches.middle.kernel; ends || (m + 1) % OF_SUM == 0)
                totals.take(i, place.count, m < OF_SUM, ends, sums);
        }
        if (++m < marches.middle.kernel)
            continue;
        m = 0;
        if (i >= K - 1)
        {
            const int done = i - (K - 1);
            ConvResult result = filter.result;
            result.data += (place.first + done) * marches.along.step + place.middle * marches.middle.step;
            float(&finished)[ROWS][4] = sums[K - 1];
            if constexpr (Shape::HAS_TOTALS)
                totals.read(done, finished);
            const float delta = float(job.delta); // last: it may be large
#pragma unroll
            for (int k = 0; k < ROWS * 4; k++)
                finished[k / 4][k % 4] += delta;
            storePlane<Shape>(job, marches, place, result, finished,
                              reinterpret_cast<float*>(shared.results[threadIdx.x / WARP_LANES]));
            if (job.recheck != RECHECK_NONE)
            {
                unsigned bits = 0;
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    bits |= doubtfulOf(finished[r], job.recheck, filter.tieBound) << (4 * r);
                shared.doubtful[done][threadIdx.x] = ushort(bits);
                isDoubtful = isDoubtful || bits;
            }
        }
#pragma unroll
        for (int k = K * ROWS * 4 - 1; k >= 0; k--) // the next plane of the source is one plane of taps further
            sums[k / (ROWS * 4)][k / 4 % ROWS][k % 4] =
                Shape::HAS_TOTALS || k < ROWS * 4 ? 0.f : sums[::max(k / (ROWS * 4) - 1, 0)][k / 4 % ROWS][k % 4];
        i++;
    }
    __syncwarp(); // what is overwritten is stored
    if (isDoubtful)
#pragma unroll 1
        for (int n = 0; n < place.count; n++)
        {
            const int along = place.first + n;
            addUpAgainIn(marches.marchesT ? ConvPlane{along, place.middle} : ConvPlane{place.middle, along}, job,
                         filter, int64(place.x) + columnInBlock(marches), int64(place.y) + rowInBlock<Shape>(marches),
                         place.channel, shared.doubtful[n][threadIdx.x]);
        }
}

}}} // namespace cv::recfilter::gpu

#endif
