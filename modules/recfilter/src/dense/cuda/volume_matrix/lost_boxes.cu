// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Results of volumes that tensor cores cannot compute, by additions: sums of rows, the sum of these in double.

#include "dense/cuda/common/launch_conv.cuh"
#include "dense/cuda/pixels/result_store.cuh"
#include "dense/cuda/tensor/lost_shares.cuh"
#include "dense/cuda/volume_matrix/lost_boxes.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int WORDS = tuning::LOST_BOX_COLUMNS / WARP_LANES, ROWS = tuning::LOST_BOX_ROWS,
              WARPS = tuning::LOST_BOX_WARPS;
static_assert(tuning::VOLUME_KERNEL <= WARP_LANES + 1, "windows of the last results end in the next word");

//! A row of the source in shared memory.
typedef float SeenRow[(WORDS + 1) * WARP_LANES];

//! Some results of some rows of a plane of a box.
class LostRows
{
public:
    //! @param part first the columns, then the row, then the plane @param seen_ two rows, by turns
    __device__ __forceinline__ LostRows(const ConvJob& job_, const PlaneMarches& marches_, const LostBoxes& boxes,
                                        const VolumeMatrixFilter& filter_, unsigned box, int part, SeenRow (&seen_)[2])
        : job(job_), marches(marches_), filter(filter_), seen(seen_), lane(int(threadIdx.x) % WARP_LANES),
          place(placeOf(job, marches, box, boxes.columns, boxes.rows, 0))
    {
        const int across = boxes.columns / tuning::LOST_BOX_COLUMNS, down = (boxes.rows + ROWS - 1) / ROWS;
        x = place.x + part % across * tuning::LOST_BOX_COLUMNS;
        firstRow = part / across % down * ROWS;
        plane = part / across / down;
        rows = ::min(::min(ROWS, boxes.rows - firstRow), job.height - place.y - firstRow);
        if (isEmpty())
            return;
#pragma unroll
        for (int k = 0; k <= WORDS; k++)
        {
            const int column = k * WARP_LANES + lane;
            columns[k] = column < tuning::LOST_BOX_COLUMNS + job.kernelWidth - 1
                             ? int(indexInside(int64(x) + job.startX + column, job.src.image.width, job.src.borderX))
                             : BEHIND;
        }
    }

    __device__ __forceinline__ bool isEmpty() const
    {
        return rows <= 0 || x >= job.width || plane >= place.count;
    }

    //! Whether some window holds planes and rows that are noted. @param size of the compiled kernel
    __device__ __forceinline__ bool isNoted(const LostBox& box, int size) const
    {
        BoxPlanes planes;
        BoxPairs pairs;
#pragma unroll
        for (int i = 0; i < PLANE_WORDS; i++)
            planes.words[i] = box.planes[i];
#pragma unroll
        for (int i = 0; i < PAIR_WORDS; i++)
            pairs.words[i] = box.pairs[i];
        return planes.hasAny(plane, plane + size - 1) && pairs.hasAny(firstRow / 2, (firstRow + rows + size - 2) / 2);
    }

    /** Adds up results of windows of which no pixel reaches `least`, or all; those of zeros alone are right. Each row
    of the source is read once for all rows of results. @tparam W of the sums of rows */
    template <typename W>
    __device__ __forceinline__ void addUp(float least) const
    {
        const unsigned across = (1u << job.kernelWidth) - 1;
        double totals[ROWS][WORDS] = {};
        unsigned reached[ROWS] = {}, notZero[ROWS] = {};
        int turn = 0;
#pragma unroll 1
        for (int d = 0; d < marches.along.kernel * marches.middle.kernel; d++)
        {
            const int a = d / marches.middle.kernel, m = d % marches.middle.kernel;
            const int64 along = indexInside(int64(place.first) + plane + a + marches.along.start, marches.along.srcSize,
                                            marches.along.border),
                        middle = indexInside(int64(place.middle) + m + marches.middle.start, marches.middle.srcSize,
                                             marches.middle.border);
            const int planeOfTaps = marches.marchesT ? d : m * marches.along.kernel + a;
            const float* const taps = filter.plain + planeOfTaps * job.kernelHeight * job.kernelWidth;
            const int64 offset = along * marches.along.srcStep + middle * marches.middle.srcStep;
#pragma unroll 1
            for (int s = 0; s < rows + job.kernelHeight - 1; s++, turn ^= 1)
            {
                const int64 y =
                    indexInside(int64(place.y) + firstRow + s + job.startY, job.src.image.height, job.src.borderY);
                float pixels[WORDS + 1];
                load((along | middle | y) < 0 ? nullptr : job.src.image.data + offset + y * int64(job.src.image.step),
                     pixels);
                unsigned hasReached = 0, isNotZero = 0;
                findInWindows(
                    pixels, across, [=](float v) { return fabsf(v) >= least; },
                    [&](int k, bool isFound) { hasReached |= unsigned(isFound) << k; });
                findInWindows(
                    pixels, across, [](float v) { return v != 0; },
                    [&](int k, bool isFound) { isNotZero |= unsigned(isFound) << k; });
                SeenRow& of = seen[turn];
#pragma unroll
                for (int k = 0; k <= WORDS; k++)
                    of[k * WARP_LANES + lane] = pixels[k];
                __syncwarp();
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    if (const int dy = s - r; dy >= 0 && dy < job.kernelHeight)
                    {
                        reached[r] |= hasReached;
                        notZero[r] |= isNotZero;
                    }
                addProducts<W>(of, taps, s, totals);
            }
        }
        ConvResult result = filter.filter.result;
        result.data += (place.first + plane) * marches.along.step + place.middle * marches.middle.step;
#pragma unroll
        for (int r = 0; r < ROWS; r++)
        {
            const unsigned lost = r >= rows ? 0 : least == LOST_ALL ? ~0u : ~reached[r] & notZero[r];
#pragma unroll
            for (int k = 0; k < WORDS; k++)
                if (const int column = x + k * WARP_LANES + lane; lost >> k & 1 && column < job.width)
                    storeResult(result, column, place.y + firstRow + r, place.channel, totals[r][k] + job.delta);
        }
        __syncwarp();
    }

private:
    static constexpr int BEHIND = -2; //!< the last window: no pixel

    //! The products of a row of the source, number s, with the taps that meet it in each row of results.
    template <typename W>
    __device__ __forceinline__ void addProducts(const SeenRow& pixels, const float* taps, int s,
                                                double (&totals)[ROWS][WORDS]) const
    {
        // Rows of results whose windows do not hold the row: any tap, whose sum is not added.
        const float* tap[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            tap[r] = taps + ::min(::max(s - r, 0), job.kernelHeight - 1) * job.kernelWidth;
        W sums[ROWS][WORDS] = {};
#pragma unroll 3
        for (int dx = 0; dx < job.kernelWidth; dx++)
        {
            float pixel[WORDS];
#pragma unroll
            for (int k = 0; k < WORDS; k++)
                pixel[k] = pixels[k * WARP_LANES + lane + dx];
#pragma unroll
            for (int r = 0; r < ROWS; r++)
#pragma unroll
                for (int k = 0; k < WORDS; k++)
                    sums[r][k] = fma(W(tap[r][dx]), W(pixel[k]), sums[r][k]);
        }
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            if (const int dy = s - r; dy >= 0 && dy < job.kernelHeight)
#pragma unroll
                for (int k = 0; k < WORDS; k++)
                    totals[r][k] += sums[r][k];
    }

    //! @param row null: the constant border
    __device__ __forceinline__ void load(const uchar* row, float (&pixels)[WORDS + 1]) const
    {
        const float outside = borderValueOf<float>(job.src, place.channel);
        const float* const from = reinterpret_cast<const float*>(row) + place.channel;
#pragma unroll
        for (int k = 0; k <= WORDS; k++)
        {
            const bool isInside = row && columns[k] >= 0;
            pixels[k] = isInside               ? from[int64(columns[k]) * job.src.image.channels]
                        : columns[k] == BEHIND ? 0.f
                                               : outside;
        }
    }

    const ConvJob& job;
    const PlaneMarches& marches;
    const VolumeMatrixFilter& filter;
    SeenRow (&seen)[2];
    const int lane;
    const PlanePlace place;
    int x, firstRow, plane, rows;
    int columns[WORDS + 1];
};

//! A warp has a part of each box of a group.
__global__ void __launch_bounds__(WARPS* WARP_LANES, tuning::LOST_BOX_RESIDENT)
    lostBoxesKernel(const __grid_constant__ ConvJob job, const __grid_constant__ PlaneMarches marches,
                    const __grid_constant__ LostBoxes boxes, const __grid_constant__ VolumeMatrixFilter filter,
                    const __grid_constant__ LostShares shares)
{
    __shared__ SeenRow seen[WARPS][2];
    const unsigned warp = threadIdx.x / WARP_LANES;
    waitForPredecessor();
    forLost(boxes.list, shares, blockIdx.x * unsigned(WARPS) + warp, [&](int box, int part) {
        const LostRows lost(job, marches, boxes, filter, unsigned(box), part, seen[warp]);
        const LostBox& record = boxes.list[box];
        if (lost.isEmpty())
            return;
        if (record.least == LOST_ALL) // such pixels may be too large for sums in float
            lost.addUp<double>(record.least);
        else if (lost.isNoted(record, boxes.size))
            lost.addUp<float>(record.least);
    });
}

} // namespace

void addLostBoxes(const ConvJob& job, const PlaneMarches& marches, const LostBoxes& boxes,
                  const VolumeMatrixFilter& filter, cudaStream_t stream)
{
    const int parts = boxes.columns / tuning::LOST_BOX_COLUMNS * ceilDiv(boxes.rows, ROWS) * marches.planes;
    const LostShares shares(marches.blocks, parts, tuning::LOST_BOX_SHARES);
    launchDependent<lostBoxesKernel>({(shares.warps() + WARPS - 1) / WARPS, WARPS * WARP_LANES, 0, stream}, job,
                                     marches, boxes, filter, shares);
}

}}} // namespace cv::recfilter::gpu
