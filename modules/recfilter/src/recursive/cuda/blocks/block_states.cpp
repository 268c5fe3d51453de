// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Block states as an engine: two reads and one write for any filter, or two and one along each axis.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/blocks/block_shape.hpp"
#include "recursive/cuda/blocks/block_tables.hpp"
#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/engine/device_engine.hpp"
#include "runtime/cuda/io/view_of.hpp"
#include "recursive/cuda/two_read/round.hpp"
#include "recursive/plan/schedule/schedule_filters.hpp"

#include <algorithm>
#include <array>

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! The kernels for one set of passes: both passes of one axis, or of both axes.
template <typename W>
class BlockRound
{
public:
    //! @param stateTiles PLAIN_STATES only if at most one axis has states
    BlockRound(const BlockStates& alongRows, const BlockStates& alongColumns, int stateTiles, const Extents& shape)
        : isPlain(stateTiles == PLAIN_STATES), folds(!isPlain && mayFold(alongRows) && mayFold(alongColumns)),
          x(alongRows, shape.along(ALONG_ROWS).n, linesAlong(shape, ALONG_ROWS),
            isPlain ? int(PLAIN_TILE) : int(BlockTile::width), stateTiles, folds, true),
          y(alongColumns, shape.along(ALONG_COLUMNS).n, linesAlong(shape, ALONG_COLUMNS),
            isPlain ? int(PLAIN_TILE) : int(BlockTile::run), stateTiles, folds, false)
    {
        const LineSpace rows = shape.along(ALONG_ROWS);
        const int64 channels = rows.inner;
        job.x = x.view;
        job.y = y.view;
        job.stateTiles = stateTiles;
        job.folds = folds;
        job.gain = W(1);
        BlockCarries<W>& carries = job.carries;
        if (isPlain)
        {
            const BlockAxisView<W>& axis = job.x.states ? job.x : job.y;
            carries.lines = (job.x.states ? rows.outer : rows.n) * channels;
            columnBytes = bytesOf(axis.tiles * axis.states * carries.lines);
            return;
        }
        carries.pitch = int(alignSize(size_t(std::min<int64>(rows.outer, BlockTile::run)), 16 / sizeof(W)));
        carries.linesOfBlock = job.x.states ? int64(alignSize(size_t(job.x.tiles * job.x.states + LINE_ENDS), 16)) : 0;
        carries.lines = int64(alignSize(
            size_t(rows.n * channels + (job.y.states ? carries.linesOfBlock * channels : 0)), 2)); // in whole pairs
        carries.imageLines = carries.lines;
        carries.imageRows = job.y.tiles * channels * carries.linesOfBlock * carries.pitch;
        columnBytes = bytesOf(job.y.states ? (job.y.tiles * job.y.states + LINE_ENDS) * carries.lines : 0);
        rowBytes = bytesOf(carries.imageRows);
    }

    bool takesBatches() const { return !isPlain; }
    //! Of one image.
    size_t carryBytes() const { return columnBytes + rowBytes; }

    void queue(const ImageView& src, const ImageView& dst, const EvictFirst& evictFirst,
               const EngineTarget& target) const
    {
        BlocksJob<W> now = job;
        now.src = src;
        now.src.copies = isCopied(src, job.offset);
        now.dst = dst;
        now.evictFirst = evictFirst;
        now.carries.columns = reinterpret_cast<W*>(target.carries);
        now.carries.lines *= src.images;
        now.carries.rows = reinterpret_cast<W*>(target.carries + size_t(src.images) * columnBytes);
        now.stream = target.stream;
        if (isPlain)
            return launchPlainBlocks(now);
        if (now.x.states || now.y.states)
            launchBlocksGather(now);
        if (now.y.states)
            launchBlocksPropagate(now, false);
        if (now.x.states && now.y.states)
            launchBlocksMoments(now);
        if (now.x.states)
            launchBlocksPropagate(now, true);
        launchBlocksApply(src.images > 1 ? lastImageFirst(now) : now);
    }

private:
    static size_t bytesOf(int64 numbers) { return alignSize(size_t(numbers) * sizeof(W), 256); }

    static int64 linesAlong(const Extents& shape, int axis)
    {
        const LineSpace space = shape.along(axis);
        return space.inner * space.outer;
    }

    static bool mayFold(const BlockStates& axis)
    {
        return axis.parity || !(axis.causal.states() + axis.anticausal.states());
    }

    const bool isPlain, folds; //!< folds: both axes have directions that mirror each other
    const BlockTables<W> x, y;
    size_t columnBytes = 0, rowBytes = 0;

public:
    BlocksJob<W> job = {}; //!< without images and memory
};

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
            rounds.push_back(std::make_unique<BlockRound<W>>(x, y, stateTiles, input.shape));
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
            round->queue(src, dst, evictFirst, target);
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
