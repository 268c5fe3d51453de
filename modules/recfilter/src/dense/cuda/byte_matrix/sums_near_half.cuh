// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_SUMS_NEAR_HALF_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_SUMS_NEAR_HALF_CUH

// Results of a tile of bytes that lie close to a half: a warp adds its own up again in double.

#include "dense/cuda/byte_matrix/byte_tile.cuh"
#include "dense/cuda/pixels/result_store.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! What a warp knows when it adds up again. Its results are pairs of rows, some rows apart.
template <typename Shape>
struct ByteDoubtPlace
{
    const ConvJob& job;
    const ConvFilter& filter;
    const ByteLines<Shape>& lines;
    const BytePlace& place;
    int firstRow, firstColumn; //!< of the warp, in the tile
    int lane;

    //! @param result of the warp
    __device__ __forceinline__ int rowOf(int result) const
    {
        const int row = result / Shape::WARP_COLUMNS;
        return firstRow + row / 2 * 2 * Shape::WARPS_DOWN + row % 2;
    }
    __device__ __forceinline__ int columnOf(int result) const { return firstColumn + result % Shape::WARP_COLUMNS; }

    __device__ __forceinline__ void store(int result, double sum) const
    {
        const int row = rowOf(result), column = columnOf(result);
        if (row < place.rows && place.x + column < job.width)
            storeResult(filter.result, (place.x + column) / Shape::CHANNELS, place.y + row,
                        channelAt<Shape>(place, place.x + column), sum + job.delta);
    }

    __device__ __forceinline__ uchar byteAt(int line, int column) const
    {
        return reinterpret_cast<const uchar*>(lines.words(line))[Shape::BEFORE + column];
    }

    //! In the order of the taps, as everywhere: another one rounds halves of taps like 0.1 differently.
    __device__ __forceinline__ double sumInOrder(int result) const
    {
        const int row = rowOf(result), column = columnOf(result);
        const double* tap = filter.exact.plain;
        double sum = 0;
#pragma unroll 1
        for (int dy = 0; dy < job.kernelHeight; dy++)
#pragma unroll 4
            for (int dx = 0; dx < job.kernelWidth; dx++)
                sum += *tap++ * double(byteAt(row + dy, column + dx * Shape::CHANNELS));
        return sum;
    }

    //! By all lanes of the warp, in any order.
    __device__ __forceinline__ double sumOfWarp(int result) const
    {
        const int row = rowOf(result), column = columnOf(result);
        const int taps = job.kernelWidth * job.kernelHeight;
        double sum = 0;
#pragma unroll 1
        for (int i = lane; i < taps; i += WARP_LANES)
            sum += filter.exact.plain[i] *
                   double(byteAt(row + i / job.kernelWidth, column + i % job.kernelWidth * Shape::CHANNELS));
#pragma unroll
        for (int step = WARP_LANES / 2; step > 0; step /= 2)
            sum += __shfl_xor_sync(~0u, sum, step);
        return sum;
    }
};

/** The doubtful results of a warp, in shared memory. If there are more than it holds, they stand for all results of
the warp in the tile. */
template <typename Shape>
class ByteDoubts
{
public:
    struct Memory
    {
        ushort list[tuning::BYTE_DOUBTS];
    };

    explicit __device__ __forceinline__ ByteDoubts(Memory& memory_) : memory(memory_) {}

    //! All lanes come here. @param result of the warp: its row * 64 + its column
    __device__ __forceinline__ void append(bool isDoubtful, int result, int lane)
    {
        const unsigned lanes = __ballot_sync(~0u, isDoubtful);
        const int place = count + __popc(lanes & ((1u << lane) - 1));
        if (isDoubtful && place < tuning::BYTE_DOUBTS)
            memory.list[place] = ushort(result);
        count += __popc(lanes);
    }

    /** A few are added up by all lanes each. Those that are still halves, and all of them if there are many, are added
    up by one lane each, in the order of the taps. @param all results of the warp */
    __device__ __forceinline__ void addUp(const ByteDoubtPlace<Shape>& at, int all)
    {
        // Farther from it than any order of additions moves a sum of 17 x 17 bytes: up to MOST_DOUBTFUL sums are below
        // 2^25, and an order moves them by 7e-7.
        const double closeToHalf = 1e-6;
        __syncwarp();
        const bool isListed = count <= tuning::BYTE_DOUBTS;
        int left = isListed ? count : all;
        if (count < tuning::BYTE_MANY_DOUBTS)
        {
            left = 0;
#pragma unroll 1
            for (int i = 0; i < count; i++)
            {
                const int result = memory.list[i];
                const double sum = at.sumOfWarp(result), value = sum + at.job.delta;
                const bool isHalf = fabs(value - rint(value)) > 0.5 - closeToHalf;
                __syncwarp(); // all lanes have read the result
                if (at.lane == 0 && isHalf)
                    memory.list[left] = ushort(result);
                else if (at.lane == 0)
                    at.store(result, sum);
                left += isHalf;
            }
            __syncwarp();
        }
#pragma unroll 1
        for (int i = at.lane; i < left; i += WARP_LANES)
        {
            const int result = isListed ? memory.list[i] : i;
            at.store(result, at.sumInOrder(result));
        }
        __syncwarp();
    }

    __device__ __forceinline__ bool isEmpty() const
    {
        return count == 0;
    }

private:
    Memory& memory;
    int count = 0; //!< the same in all lanes
};

}}} // namespace cv::recfilter::gpu

#endif
