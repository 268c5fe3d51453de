// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Two filters of one image at once: where their carries lie, and the order of the kernels.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/two_read/twins/twins.hpp"
#include "recursive/cuda/two_read/twins/twin_tiles.hpp"
#include "recursive/cuda/two_read/two_read.hpp"
#include "runtime/cuda/io/view_of.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Whether the lines of an axis have the same poles and border in both filters, and so the same moments and states.
bool sharesMoments(const AxisView<float>& a, const AxisView<float>& b)
{
    const PairTables<float>&p = a.small.pairs, &q = b.small.pairs;
    return a.pairs == b.pairs && a.border == b.border && std::equal(p.gap, p.gap + a.pairs, q.gap) &&
           std::equal(p.f2, p.f2 + a.pairs, q.f2);
}

bool sharesMoments(const TileJob<float>& a, const TileJob<float>& b)
{
    return sharesMoments(a.x, b.x) && sharesMoments(a.y, b.y);
}

bool isTwinOf(const TileJob<float>& a, const TileJob<float>& b)
{
    return takesTwins(a) && takesTwins(b) && a.chainX == b.chainX && a.x.length == b.x.length &&
           a.y.length == b.y.length;
}

//! Where the carries of two filters lie. With moments in common, each has row states of its own beside the row sums.
struct TwinMemory
{
    bool isShared;
    size_t columns, rows; //!< bytes of each

    TwinMemory(const Round<float>& first, const Round<float>& second)
        : isShared(sharesMoments(first.job, second.job)), columns(first.columnBytes), rows(first.rowBytes)
    {
    }

    size_t rowsFrom() const { return columns * (isShared ? 1 : 2); }
    size_t bytes() const { return rowsFrom() + rows * (isShared ? 3 : 2); }

    //! @param index of the filter
    void place(uchar* memory, int index, CarryView<float>& carries) const
    {
        const auto at = [&](size_t bytes) { return reinterpret_cast<float*>(memory + bytes); };
        carries.columns = at(isShared ? 0 : size_t(index) * columns);
        carries.rows = at(rowsFrom() + size_t(index) * rows);
        carries.rowSums = isShared ? at(rowsFrom() + 2 * rows) : carries.rows;
    }
};

//! Queues what turns the row sums, which both filters have in common, into the states that enter the rows of each.
void makeRowStates(const TileJob<float> (&jobs)[2], size_t bytes)
{
    TileJob<float> both = jobs[0];
    both.carries.imageRows = jobs[1].carries.rows - jobs[0].carries.rows;
    both.carries.imageLines = both.carries.imageSums = 0;
    if (launchTwinRowStates(both, jobs[1].y.small.pairs))
        return;
    for (const TileJob<float>& job : jobs)
    {
        checkCuda(cudaMemcpyAsync(job.carries.rows, job.carries.rowSums, bytes, cudaMemcpyDeviceToDevice, job.stream),
                  "cudaMemcpyAsync");
        launchFilterMoments(job);
        launchPropagateRows(job);
    }
}

TwinSquares squaresOf(const TileJob<float>& job)
{
    return {job.x.squares, job.y.squares, job.x.parity, job.y.parity};
}

TwinStore storeOf(const TileJob<float> (&jobs)[2], const Blend& blend)
{
    TwinStore store = {blend.kind, {}, {}, float(blend.least), float(blend.fill), float(blend.amount)};
    for (int k = 0; k < 2; k++)
    {
        store.gains[k] = float(jobs[k].gain * blend.weights[size_t(k)]);
        for (int c = 0; c < 4; c++)
            store.restored[k][c] = float(jobs[k].restored[c] * blend.weights[size_t(k)]);
    }
    return store;
}

EvictFirst hintsOf(const TileJob<float>& job, const LineSpace& rows)
{
    EvictFirst evicts = evictionOf<float>(rows);
    evicts.result = evicts.result && job.dst.depth == CV_32F;
    return evicts;
}

LineSpace rowsOf(const ImageView& image)
{
    return Extents::ofImage(Size(image.width, image.height), image.channels).along(ALONG_ROWS);
}

} // namespace

size_t twinBytes(const Round<float>& first, const Round<float>& second)
{
    return isTwinOf(first.job, second.job) ? TwinMemory(first, second).bytes() : 0;
}

void runTwins(const Round<float>& first, const Round<float>& second, const ImageView& src, const ImageView& dst,
              const Blend& blend, uchar* memory, cudaStream_t stream)
{
    const TwinMemory carries(first, second);
    TileJob<float> jobs[] = {jobOf(first, src, dst, memory, stream), jobOf(second, src, dst, memory, stream)};
    for (int k = 0; k < 2; k++)
    {
        carries.place(memory, k, jobs[k].carries);
        jobs[k].evictFirst = hintsOf(jobs[k], rowsOf(src));
        if (carries.isShared)
            continue;
        gatherRound(jobs[k]);
        propagateRound(jobs[k]);
    }
    if (carries.isShared)
    {
        TileJob<float> gather = jobs[0];
        gather.carries.rows = const_cast<float*>(gather.carries.rowSums);
        gatherRound(gather);
        launchPropagateColumns(gather);
        makeRowStates(jobs, carries.rows);
    }
    launchTwinsApply({jobs[0],
                      jobs[1].carries.columns - jobs[0].carries.columns,
                      jobs[1].carries.rows - jobs[0].carries.rows,
                      squaresOf(jobs[1]),
                      storeOf(jobs, blend),
                      false,
                      {}});
}

size_t bytesBesideSource(const Round<float>& round)
{
    return takesTwins(round.job) ? round.carryBytes() : 0;
}

void runBesideSource(const Round<float>& round, const ImageView& src, const ImageView& dst, const Blend& blend,
                     uchar* memory, cudaStream_t stream)
{
    TileJob<float> job = jobOf(round, src, dst, memory, stream);
    job.evictFirst = hintsOf(job, rowsOf(src));
    gatherRound(job);
    propagateRound(job);
    const TileJob<float> both[] = {job, job};
    launchSourceApply({job, 0, 0, {}, storeOf(both, blend), false, {}});
}

namespace {

//! The first and the last row of both layers.
size_t endsStep(const TileJob<float>& job)
{
    return alignSize(size_t(job.x.length) * size_t(job.src.channels) * sizeof(float), 256);
}

} // namespace

size_t holesBytes(const Round<float>& round)
{
    const TileJob<float>& job = round.job;
    const bool hasOffset = std::any_of(job.offset, job.offset + 4, [](float value) { return value != 0; });
    return takesTwins(job) && !hasOffset ? 2 * (round.columnBytes + round.rowBytes) + 4 * endsStep(job) : 0;
}

void runHoles(const Round<float>& round, const ImageView& src, const Holes& holes, const ImageView& dst,
              const Blend& blend, uchar* memory, cudaStream_t stream)
{
    ImageView layers = src;
    layers.images = 2;
    layers.imageStep = 0;
    TileJob<float> job = jobOf(round, layers, dst, memory, stream);
    job.evictFirst = hintsOf(job, rowsOf(src));

    HolesView view = {};
    if (!holes.mask.empty())
        view.mask = viewOf(holes.mask);
    view.ignoresNaN = holes.ignoresNaN;
    view.ends = src;
    view.ends.depth = CV_32F;
    view.ends.height = 2;
    view.ends.step = endsStep(round.job);
    view.ends.images = 2;
    view.ends.imageStep = int64(2 * view.ends.step);
    view.ends.data = memory + 2 * (round.columnBytes + round.rowBytes);

    launchHolesGather({job, view});
    TileJob<float> propagated = job;
    propagated.src = view.ends;
    propagateRound(propagated);
    const TileJob<float> both[] = {job, job};
    launchTwinsApply(
        {job, job.carries.imageLines, job.carries.imageRows, squaresOf(job), storeOf(both, blend), true, view});
}

}}} // namespace cv::recfilter::gpu

#endif
