// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Results that tensor cores cannot compute, by additions.

#include "dense/cuda/common/launch_conv.cuh"
#include "dense/cuda/matrix/matrix_job.hpp"
#include "dense/cuda/matrix/noted_pairs.cuh"
#include "dense/cuda/pixels/result_store.cuh"
#include "dense/cuda/tensor/lost_shares.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int COLUMNS = 64 * tuning::MATRIX_PARTS, WORDS = COLUMNS / WARP_LANES; // of results of a strip
constexpr int ROWS = tuning::LOST_ROWS, WARPS = tuning::LOST_WARPS;
constexpr int SEEN_ROWS = ROWS + tuning::MARCH_KERNEL - 1, SEEN_COLUMNS = COLUMNS + tuning::MARCH_KERNEL - 1;
static_assert(tuning::MARCH_KERNEL <= WARP_LANES + 1, "windows of the last results end in the next word");
static_assert(SEEN_ROWS <= 32, "a bit for each row");

//! What a warp has in shared memory: the pixels that the windows of ROWS rows of results hold.
struct SeenPixels
{
    float pixels[SEEN_ROWS][SEEN_COLUMNS];
    int columns[SEEN_COLUMNS], rows[SEEN_ROWS];
};

//! Some rows of results of a strip.
class LostPart
{
public:
    __device__ __forceinline__ LostPart(const ConvJob& job_, const LostStrips& strips, const MatrixFilter& filter_,
                                        int strip, int part, SeenPixels& seen_)
        : job(job_), filter(filter_), seen(seen_), lane(int(threadIdx.x) % WARP_LANES)
    {
        const int below = strip / strips.across;
        firstRow = part * ROWS;
        x = strip % strips.across * COLUMNS;
        y = int64(below % job.down) * strips.rows + firstRow;
        channel = below / job.down;
        rows = int(::min(int64(::min(strips.rows - firstRow, ROWS)), job.height - y));
    }

    __device__ __forceinline__ bool isEmpty() const { return rows <= 0; }

    //! Whether some window holds rows that are noted. @param size of the compiled kernel
    __device__ __forceinline__ bool isNoted(const LostStrip& strip, int size) const
    {
        MatrixRows noted;
#pragma unroll
        for (int i = 0; i < MatrixRows::WORDS; i++)
            noted.words[i] = strip.noted[i];
        return noted.hasAny(firstRow / 2, (firstRow + rows + size - 2) / 2);
    }

    //! Adds up results of windows of which no pixel reaches `least`, or all; those of zeros alone are right.
    __device__ __forceinline__ void addUp(float least) const
    {
        stage();
        SeenRows<WORDS> windows;
        const unsigned across = (1u << job.kernelWidth) - 1, down = (1u << job.kernelHeight) - 1;
#pragma unroll 1
        for (int row = 0; row < rows + job.kernelHeight - 1; row++)
        {
            float pixels[WORDS + 1];
#pragma unroll
            for (int k = 0; k <= WORDS; k++)
                pixels[k] = k * WARP_LANES + lane < COLUMNS + job.kernelWidth - 1
                                ? seen.pixels[row][::min(k * WARP_LANES + lane, SEEN_COLUMNS - 1)]
                                : 0;
            windows.advance();
            windows.look(pixels, across, least);
            const int result = row - (job.kernelHeight - 1);
            const unsigned lost = least == LOST_ALL ? ~0u : windows.lost(down, 0);
            if (result >= 0 && lost)
                addRow(result, lost);
            __syncwarp();
        }
    }

private:
    __device__ __forceinline__ void stage() const
    {
        const int64 windowX = int64(x) + job.startX + filter.shift, windowY = y + job.startY + filter.shift;
        const int width = COLUMNS + job.kernelWidth - 1, height = rows + job.kernelHeight - 1;
        __syncwarp(); // no lane needs the pixels of another part any more
        findColumns(job.src, windowX, width, lane, WARP_LANES, seen.columns);
        findRows(job.src, windowY, height, lane, WARP_LANES, seen.rows);
        __syncwarp();
#pragma unroll 2
        for (int i = 0; i < height; i++)
            stageRow<SEEN_COLUMNS>(job.src, seen.columns, seen.rows[i], channel, width, lane, seen.pixels[i]);
        __syncwarp();
    }

    //! @param lost bits of the lane's results, 32 columns apart
    __device__ __forceinline__ void addRow(int row, unsigned lost) const
    {
        float totals[WORDS] = {};
        const float* tap = filter.plain;
#pragma unroll 1
        for (int dy = 0; dy < job.kernelHeight; dy++)
        {
            const float* const pixels = seen.pixels[row + dy] + lane;
            float sums[WORDS] = {};
#pragma unroll 4
            for (int dx = 0; dx < job.kernelWidth; dx++, tap++)
#pragma unroll
                for (int k = 0; k < WORDS; k++)
                    sums[k] = fmaf(*tap, pixels[k * WARP_LANES + dx], sums[k]);
#pragma unroll
            for (int k = 0; k < WORDS; k++)
                totals[k] += sums[k];
        }
#pragma unroll
        for (int k = 0; k < WORDS; k++)
            if (const int column = x + k * WARP_LANES + lane; lost >> k & 1 && column < job.width)
                storeResult(filter.filter.result, column, y + row, channel, totals[k] + float(job.delta));
    }

    const ConvJob& job;
    const MatrixFilter& filter;
    SeenPixels& seen;
    const int lane;
    int64 y;
    int firstRow, x, channel, rows;
};

//! A warp has a part of each strip of a group, for one filter.
__global__ void __launch_bounds__(WARPS* WARP_LANES)
    lostResultsKernel(const __grid_constant__ ConvJob job, const __grid_constant__ LostStrips strips,
                      const __grid_constant__ MatrixFilter filter, const __grid_constant__ LostShares shares)
{
    __shared__ SeenPixels seen[WARPS];
    const unsigned warp = threadIdx.x / WARP_LANES;
    waitForPredecessor();
    forLost(strips.list, shares, blockIdx.x * unsigned(WARPS) + warp, [&](int strip, int part) {
        const LostPart lost(job, strips, filter, strip, part, seen[warp]);
        const LostStrip& record = strips.list[strip];
        if (!lost.isEmpty() && (record.least == LOST_ALL || lost.isNoted(record, strips.size)))
            lost.addUp(record.least);
    });
}

} // namespace

void addLostResults(const ConvJob& job, const LostStrips& strips, const MatrixFilter& filter, cudaStream_t stream)
{
    const LostShares shares(int64(strips.across) * job.down * job.src.image.channels,
                            ceilDiv(std::min(strips.rows, job.height), ROWS), tuning::LOST_SHARES);
    launchDependent<lostResultsKernel>({(shares.warps() + WARPS - 1) / WARPS, WARPS * WARP_LANES, 0, stream}, job,
                                       strips, filter, shares);
}

}}} // namespace cv::recfilter::gpu
