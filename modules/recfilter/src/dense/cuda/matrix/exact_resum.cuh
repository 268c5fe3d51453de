// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_MATRIX_EXACT_RESUM_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_MATRIX_EXACT_RESUM_CUH

/* What tensor cores cannot compute, by additions: strips with pixels that are not finite, and results of windows that
hold nothing but faint pixels. */

#include "dense/cuda/matrix/matrix_job.hpp"
#include "dense/cuda/pixels/result_store.cuh"
#include "dense/cuda/tensor/faint_rows.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Where a strip is, and what its windows see.
struct MatrixPlace
{
    const int64* sourceRows;  //!< bytes from the image's first row, from the first window's on; -1: the constant border
    const int* sourceColumns; //!< of the image, likewise
    int64 y;
    int x, rows, channel, lane;
};

//! Pairs of rows of the source of a strip.
typedef NotedRows<(tuning::MATRIX_ROWS + tuning::MARCH_KERNEL + 1) / 2 + 1> MatrixRows;

//! The pixels that the windows of a filter hold in a strip.
class MatrixWindows
{
public:
    static constexpr int COLUMNS = 64 * tuning::MATRIX_PARTS, WORDS = COLUMNS / WARP_LANES; //!< of results
    static_assert(tuning::MARCH_KERNEL <= WARP_LANES + 1, "windows of the last results end in the next word");

    __device__ __forceinline__ MatrixWindows(const ConvJob& job_, const MatrixFilter& bank_, const MatrixPlace& place_)
        : job(job_), bank(bank_), place(place_), outside(borderValueOf<float>(job.src, place.channel)),
          columns(place.sourceColumns + bank.shift), rows(place.sourceRows + bank.shift)
    {
    }

    //! @param row of a window, counted from the first window's first row on
    __device__ __forceinline__ float pixelAt(int row, int column) const
    {
        const int64 from = rows[row];
        const int x = columns[column];
        const float* const pixels =
            reinterpret_cast<const float*>(job.src.image.data + ::max(from, int64(0))) + place.channel;
        return from < 0 || x < 0 ? outside : pixels[int64(x) * job.src.image.channels];
    }

    //! Adds up results of a row, WORDS of the lane at a time. @param lost bits of the results, 32 columns apart
    __device__ __forceinline__ void addUp(int row, unsigned lost) const
    {
        float totals[WORDS] = {};
        const float* tap = bank.plain;
#pragma unroll 1
        for (int dy = 0; dy < job.kernelHeight; dy++)
        {
            float sums[WORDS] = {};
#pragma unroll 4
            for (int dx = 0; dx < job.kernelWidth; dx++, tap++)
#pragma unroll
                for (int k = 0; k < WORDS; k++)
                    sums[k] = fmaf(*tap, pixelAt(row + dy, k * WARP_LANES + place.lane + dx), sums[k]);
#pragma unroll
            for (int k = 0; k < WORDS; k++)
                totals[k] += sums[k];
        }
#pragma unroll
        for (int k = 0; k < WORDS; k++)
            if (const int x = place.x + k * WARP_LANES + place.lane; lost >> k & 1 && x < job.width)
                storeResult(bank.filter.result, x, place.y + row, place.channel, totals[k] + float(job.delta));
    }

    /** Adds up results of windows of which no pixel reaches `least`; those of zeros alone are right.
    A warp looks at ROWS rows of the source at a time. */
    __device__ __forceinline__ void addFaint(int first, int behind, float least) const
    {
        const int lastRow = behind + job.kernelHeight - 2;
        const unsigned across = (1u << job.kernelWidth) - 1, down = (1u << job.kernelHeight) - 1;
        SeenRows<WORDS> seen;
#pragma unroll 1
        for (int row = first; row <= lastRow; row += ROWS)
        {
            float pixels[ROWS][WORDS + 1];
#pragma unroll
            for (int i = 0; i < ROWS * (WORDS + 1); i++)
            {
                const int k = i % (WORDS + 1), column = k * WARP_LANES + place.lane;
                const bool isSeen = k < WORDS || column < COLUMNS + job.kernelWidth - 1;
                pixels[i / (WORDS + 1)][k] = isSeen ? pixelAt(::min(row + i / (WORDS + 1), lastRow), column) : 0;
            }
#pragma unroll
            for (int i = 0; i < ROWS; i++)
            {
                seen.advance();
                seen.look(pixels[i], across, least);
            }
#pragma unroll 1
            for (int i = 0; i < ROWS; i++)
            {
                const int result = row + i - (job.kernelHeight - 1);
                if (result < first || result >= behind)
                    continue;
                if (const unsigned lost = seen.lost(down, ROWS - 1 - i))
                    addUp(result, lost);
            }
            __syncwarp();
        }
    }

private:
    static constexpr int ROWS = 8; //!< whose pixels are on their way together
    static_assert(tuning::MARCH_KERNEL + ROWS - 1 <= 32, "a bit for each row of the window");

    const ConvJob& job;
    const MatrixFilter& bank;
    const MatrixPlace& place;
    const float outside;
    const int* const columns;
    const int64* const rows;
};

//! All results of the strip, for pixels that are not finite. Not inlined: code stays small.
static __device__ __noinline__ void addStrip(const ConvJob& job, const MatrixFilter& bank, MatrixPlace place)
{
    const MatrixWindows windows(job, bank, place);
#pragma unroll 1
    for (int row = 0; row < place.rows; row++)
        windows.addUp(row, ~0u);
}

/** Lost results of windows that hold rows which are noted. Not inlined: code stays small.
@param size of the compiled kernel: sums that lost digits by underflow may have met the noted rows with zero taps */
static __device__ __noinline__ void addFaintRows(const ConvJob& job, const MatrixFilter& bank, MatrixPlace place,
                                                 int size, const MatrixRows& noted, float least)
{
    const MatrixWindows windows(job, bank, place);
    const auto isNoted = [&](int row) { return row < place.rows && noted.hasAny(row / 2, (row + size - 1) / 2); };
#pragma unroll 1
    for (int first = 0, behind; first < place.rows; first = behind + 1)
    {
        for (behind = first; isNoted(behind); behind++)
            continue;
        if (behind > first)
            windows.addFaint(first, behind, least);
    }
}

}}} // namespace cv::recfilter::gpu

#endif
