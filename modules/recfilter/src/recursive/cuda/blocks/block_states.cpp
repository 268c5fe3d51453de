// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Block states as an engine: two reads and one write for any filter, or two and one along each axis.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/blocks/block_round.hpp"
#include "recursive/cuda/two_read/round.hpp"
#include "recursive/plan/schedule/schedule_filters.hpp"

#include <array>

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W>
void queueRound(const BlockRound<W>& round, const BlocksJob<W>& job)
{
    if (!round.takesBatches())
        return launchPlainBlocks(job);
    if (job.x.states || job.y.states)
        launchBlocksGather(job);
    if (job.y.states)
        launchBlocksPropagate(job, Propagated::COLUMNS);
    if (job.x.states && job.y.states)
        launchBlocksMoments(job);
    if (job.x.states)
        launchBlocksPropagate(job, Propagated::ROWS);
    launchBlocksApply(job.src.images > 1 ? lastImageFirst(job) : job);
}

//! The sets of passes of a schedule, with both passes of each axis.
template <typename W>
class Blocks final : public DeviceEngine
{
public:
    explicit Blocks(const EngineInput<W>& input) : rows(input.rows()), eviction(evictionOf<W>(rows))
    {
        const BlockStates identity(AxisFilter{{Branch()}, {Branch()}, false}, 1, BORDER_CONSTANT);
        double gain = 1; // of axes without states
        std::vector<std::array<BlockStates, 2>> filters;
        for (const FilterModel& filter : filtersOf(input.schedule, input.model))
        {
            filters.push_back({BlockStates(filter.axes[ALONG_ROWS]), BlockStates(filter.axes[ALONG_COLUMNS])});
            gain *= filters.back()[0].factor() * filters.back()[1].factor();
        }
        const auto add = [&](const BlockStates& x, const BlockStates& y, int stateTiles) {
            const LineSpace alongX = input.shape.along(ALONG_ROWS), alongY = input.shape.along(ALONG_COLUMNS);
            rounds.push_back(std::make_unique<BlockRound<W>>(
                x, BlockRound<W>::cutOfRows(alongX.n, alongX.outer * alongX.inner, stateTiles), y,
                BlockRound<W>::cutOfColumns(alongY.n, alongY.outer * alongY.inner, stateTiles), alongX.inner,
                stateTiles));
        };
        for (const Step& step : wholeSteps(input.schedule))
        {
            const auto& filter = filters[size_t(step.applied)];
            const BlockStates &x = has(step.apply, Pass::RL) ? filter[0] : identity,
                              &y = has(step.apply, Pass::DU) ? filter[1] : identity;
            const bool hasX = x.causal.states() || x.anticausal.states(),
                       hasY = y.causal.states() || y.anticausal.states();
            const int stateTiles = stateTilesOf<W>(x, y);
            if (stateTiles == PLAIN_STATES && hasX && hasY)
            {
                add(identity, y, stateTiles);
                add(x, identity, stateTiles);
            }
            else if (hasX || hasY)
                add(x, y, stateTiles);
        }
        if (rounds.empty()) // nothing is filtered: one round scales
            add(identity, identity, stateTilesOf<W>(identity, identity));
        input.ends.setSource(rounds.front()->job);
        input.ends.setResult(rounds.back()->job);
        rounds.back()->job.gain = W(gain);
    }

    bool takesBatches() const override
    {
        return std::all_of(rounds.begin(), rounds.end(), [](const auto& round) { return round->takesBatches(); });
    }

    size_t carryBytes() const override
    {
        size_t bytes = 0;
        for (const auto& round : rounds)
            bytes = std::max(bytes, round->carryBytes());
        return bytes;
    }

    bool usesImage() const override { return rounds.size() > 1; }
    int transfers() const override { return carryBytes() ? 3 * int(rounds.size()) : 2; }

    bool queue(const EngineJob& call, const EngineTarget& target) const override
    {
        const EvictFirst ofCall = call.src.images > 1 ? evictionOf<W>(rows, call.src.images) : eviction;
        for (const auto& round : rounds)
        {
            const bool isLast = &round == &rounds.back();
            const ImageView &src = &round == &rounds.front() ? call.src : target.between,
                            &dst = isLast ? call.dst : target.between;
            EvictFirst evictFirst = ofCall;
            evictFirst.result = isLast && call.isResult && ofCall.result && dst.depth == DataType<W>::depth;
            queueRound(*round,
                       round->jobFor(src, dst, evictFirst, reinterpret_cast<W*>(target.carries), target.stream));
        }
        return true;
    }

private:
    const LineSpace rows;
    const EvictFirst eviction; //!< of one image
    std::vector<std::unique_ptr<BlockRound<W>>> rounds;
};

} // namespace

template <typename W>
std::unique_ptr<const DeviceEngine> makeBlockStates(const EngineInput<W>& input)
{
    return std::make_unique<const Blocks<W>>(input);
}

template std::unique_ptr<const DeviceEngine> makeBlockStates(const EngineInput<float>&);
template std::unique_ptr<const DeviceEngine> makeBlockStates(const EngineInput<double>&);

}}} // namespace cv::recfilter::gpu

#endif
