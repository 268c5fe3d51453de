// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// How the steps of a schedule become launches of kernels.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "papers/cuda/tiles/steps.hpp"
#include "papers/cuda/tiles/tiles.hpp"
#include "recursive/cuda/two_read/two_read.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! The passes of a set whose axis is filtered.
template <typename W>
Pass filteredPasses(const AxesTables<W>& filter, Pass set)
{
    const Pass x = filter.x->kind == CHAIN_NONE ? Pass::NONE : Pass::RL,
               y = filter.y->kind == CHAIN_NONE ? Pass::NONE : Pass::DU;
    return set & (x | y);
}

//! Whether a set has both passes of its axes, for which two_read has kernels.
bool isWhole(Pass set)
{
    return set == Pass::DU || set == Pass::RL || set == Pass::DURL;
}

} // namespace

template <typename W>
Steps<W>::Steps(const EngineInput<W>& input)
    : wholeLines(input.schedule.onDevice == Engine::WHOLE_LINES), ends(input.ends)
{
    const std::vector<AxesTables<W>>& filters = input.filters;
    const LineSpace rows = input.rows();
    for (const Step& step : input.schedule.steps)
    {
        const Pass apply = filteredPasses(filters[size_t(step.applied)], step.apply),
                   gather = filteredPasses(filters[size_t(step.gathered)], step.gather);
        if (apply == Pass::NONE && gather == Pass::NONE)
            continue;
        steps.push_back({apply, gather, apply == Pass::NONE ? -1 : roundOf(filters, step.applied, apply, rows),
                         gather == Pass::NONE ? -1 : roundOf(filters, step.gathered, gather, rows)});
    }
    for (const AxesTables<W>& filter : filters)
        gain *= W(filter.x->gain * filter.y->gain);
}

//! The round of a set, made when it is first asked for.
template <typename W>
int Steps<W>::roundOf(const std::vector<AxesTables<W>>& filters, int filter, Pass set, const LineSpace& rows)
{
    const auto find = [&](Pass passes) {
        for (size_t i = 0; i < rounds.size(); i++)
            if (rounds[i].filter == filter && rounds[i].set == passes)
                return int(i);
        return -1;
    };
    if (find(set) >= 0)
        return find(set);
    const AxesTables<W>& tables = filters[size_t(filter)];
    const int tailOf = find(set == Pass::U ? Pass::D : set == Pass::L ? Pass::R : Pass::NONE);
    CV_Assert((set != Pass::U && set != Pass::L) || tailOf >= 0);
    rounds.push_back({filter, set, makeRound(*tables.x, *tables.y, set, rows), bytes, tailOf});
    bytes += rounds.back().round.carryBytes();
    return int(rounds.size()) - 1;
}

template <typename W>
TileJob<W> Steps<W>::jobOf(int index, const ImageView& src, const ImageView& dst, bool isFirst, bool isLast,
                           uchar* carries, cudaStream_t stream) const
{
    const PassRound& of = rounds[size_t(index)];
    Round<W> round = of.round;
    if (isFirst)
        ends.setSource(round.job);
    if (isLast)
    {
        ends.setResult(round.job);
        round.job.gain = gain;
    }
    TileJob<W> job = gpu::jobOf(round, src, dst, carries + of.offset, stream);
    if (of.tailOf >= 0)
    {
        const PassRound& causal = rounds[size_t(of.tailOf)];
        const TileJob<W> leaves = gpu::jobOf(causal.round, src, dst, carries + causal.offset, stream);
        job.carries.columnTail = leaves.carries.columnTail;
        job.carries.rowTail = leaves.carries.rowTail;
    }
    return job;
}

template <typename W>
void Steps<W>::runStep(const Planned& step, const TileJob<W>& applied, const TileJob<W>& gathered) const
{
    if (step.apply == Pass::NONE && isWhole(step.gather))
        gatherRound(gathered);
    else if (step.gather == Pass::NONE && isWhole(step.apply))
        launchApply(applied);
    else
        launchTile(applied, gathered, step.apply, step.gather);
    if (step.gather != Pass::NONE)
        propagateRound(gathered);
}

/** A pass over whole lines. Borders that repeat pixels close a line by its sums, which take one more read of the image.
The sums of both directions are computed before the causal pass. */
template <typename W>
void Steps<W>::runLines(const Planned& step, const TileJob<W>& job) const
{
    const AxisView<W>& axis = has(step.apply, Pass::RL) ? job.x : job.y;
    const bool isCausal = axis.tail == TAIL_LEAVES;
    const PassRound& causal = rounds[size_t(isCausal ? step.applied : rounds[size_t(step.applied)].tailOf)];
    const AxisView<W>& ofLine = has(step.apply, Pass::RL) ? causal.round.job.x : causal.round.job.y;
    const bool closes = ofLine.closes || ofLine.replicates;
    if (isCausal && closes)
    {
        gatherRound(job);
        propagateRound(job);
    }
    launchWholeLines(job, step.apply, closes);
}

template <typename W>
bool Steps<W>::queue(const EngineJob& job, const EngineTarget& target) const
{
    bool isStored = false;
    for (size_t i = 0; i < steps.size(); i++)
    {
        const Planned& step = steps[i];
        const bool isLast = i + 1 == steps.size(), isFirst = !isStored;
        const ImageView from = isStored ? target.between : job.src;
        const ImageView to = isLast ? job.dst : target.between;
        const int first = step.applied >= 0 ? step.applied : step.gathered,
                  next = step.gathered >= 0 ? step.gathered : first;
        const TileJob<W> applied = jobOf(first, from, to, isFirst, isLast, target.carries, target.stream);
        if (wholeLines && !isWhole(step.apply))
            runLines(step, applied);
        else
            runStep(step, applied,
                    jobOf(next, step.applied >= 0 ? to : from, to, isFirst && step.applied < 0, isLast, target.carries,
                          target.stream));
        isStored |= step.applied >= 0;
    }
    return true;
}

template <typename W>
std::unique_ptr<const DeviceEngine> makeSteps(const EngineInput<W>& input)
{
    return std::make_unique<const Steps<W>>(input);
}

template std::unique_ptr<const DeviceEngine> makeSteps(const EngineInput<float>&);
template std::unique_ptr<const DeviceEngine> makeSteps(const EngineInput<double>&);

}}} // namespace cv::recfilter::gpu

#endif
