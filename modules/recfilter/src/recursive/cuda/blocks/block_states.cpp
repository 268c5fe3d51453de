// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Block states as an engine: two reads and one write for any filter whose states the kernels hold.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/blocks/block_tables.hpp"
#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/engine/device_engine.hpp"
#include "runtime/cuda/io/view_of.hpp"
#include "recursive/cuda/two_read/round.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W>
class Blocks final : public DeviceEngine
{
public:
    Blocks(const BlockStates& alongRows, const BlockStates& alongColumns, int stateTiles, const EngineInput<W>& input)
        : folds(mayFold(alongRows) && mayFold(alongColumns)),
          x(alongRows, input.shape.along(ALONG_ROWS).n, BlockTile::width, stateTiles, folds, true),
          y(alongColumns, input.shape.along(ALONG_COLUMNS).n, BlockTile::run, stateTiles, folds, false),
          eviction(evictionOf<W>(input.rows())), job()
    {
        const LineSpace rows = input.rows();
        job.x = x.view;
        job.y = y.view;
        job.stateTiles = stateTiles;
        job.folds = folds;
        job.gain = W(alongRows.factor() * alongColumns.factor());
        job.evictFirst.pixels = eviction.pixels;
        input.ends.setSource(job);
        input.ends.setResult(job);
        const int64 channels = rows.inner;
        BlockCarries<W>& carries = job.carries;
        carries.pitch = int(alignSize(size_t(std::min<int64>(rows.outer, BlockTile::run)), 16 / sizeof(W)));
        carries.linesOfBlock = job.x.states ? int64(alignSize(size_t(job.x.tiles * job.x.states + LINE_ENDS), 16)) : 0;
        carries.lines = rows.n * channels + (job.y.states ? carries.linesOfBlock * channels : 0);
        const int64 columns = job.y.states ? (job.y.tiles * job.y.states + LINE_ENDS) * carries.lines : 0;
        const int64 ofRows = job.y.tiles * channels * carries.linesOfBlock * carries.pitch;
        columnBytes = alignSize(size_t(columns) * sizeof(W), 256);
        rowBytes = alignSize(size_t(ofRows) * sizeof(W), 256);
    }

    size_t carryBytes() const override { return columnBytes + rowBytes; }

    bool queue(const EngineJob& call, const EngineTarget& target) const override
    {
        BlocksJob<W> now = job;
        now.src = call.src;
        now.src.copies = isCopied(call.src, job.offset);
        now.dst = call.dst;
        now.evictFirst.result = call.isResult && eviction.result && call.dst.depth == DataType<W>::depth;
        now.carries.columns = reinterpret_cast<W*>(target.carries);
        now.carries.rows = reinterpret_cast<W*>(target.carries + columnBytes);
        now.stream = target.stream;
        launchBlocksGather(now);
        if (now.y.states)
            launchBlocksPropagate(now, false);
        if (now.x.states && now.y.states)
            launchBlocksMoments(now);
        if (now.x.states)
            launchBlocksPropagate(now, true);
        launchBlocksApply(now);
        return true;
    }

private:
    static bool mayFold(const BlockStates& axis)
    {
        return axis.parity || !(axis.causal.states() + axis.anticausal.states());
    }

    const bool folds; //!< both axes have directions that mirror each other
    const BlockTables<W> x, y;
    const EvictFirst eviction;
    BlocksJob<W> job; //!< without images and memory
    size_t columnBytes, rowBytes;
};

} // namespace

template <typename W>
std::unique_ptr<const DeviceEngine> makeBlockStates(const EngineInput<W>& input)
{
    const BlockStates x(input.model.axes[ALONG_ROWS]), y(input.model.axes[ALONG_COLUMNS]);
    const int tiles = std::max(stateTilesOf(x.causal.states(), x.anticausal.states()),
                               stateTilesOf(y.causal.states(), y.anticausal.states()));
    return std::make_unique<const Blocks<W>>(x, y, tiles, input);
}

template std::unique_ptr<const DeviceEngine> makeBlockStates(const EngineInput<float>&);
template std::unique_ptr<const DeviceEngine> makeBlockStates(const EngineInput<double>&);

}}} // namespace cv::recfilter::gpu

#endif
