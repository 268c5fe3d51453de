// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_BLOCK_ROUND_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_BLOCK_ROUND_HPP

// One set of passes by block states: tables, carries and jobs. Knows no schedule.

#include "recursive/cuda/blocks/block_shape.hpp"
#include "recursive/cuda/blocks/block_tables.hpp"
#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/engine/device_engine.hpp"
#include "runtime/cuda/io/view_of.hpp"

#include <algorithm>

namespace cv { namespace recfilter { namespace gpu {

//! Both passes of one axis, or of both axes, over images of one size.
template <typename W>
class BlockRound
{
public:
    /** @param alongX states and cut of the rows, alongY of the columns
    @param channels interleaved ones
    @param stateTiles PLAIN_STATES only if at most one axis has states */
    BlockRound(const BlockStates& alongX, const BlockCut& cutX, const BlockStates& alongY, const BlockCut& cutY,
               int64 channels, int stateTiles)
        : isPlain(stateTiles == PLAIN_STATES), folds(!isPlain && mayFold(alongX) && mayFold(alongY)),
          x(alongX, cutX, stateTiles, folds, true), y(alongY, cutY, stateTiles, folds, false)
    {
        const int64 width = cutX.length, height = cutY.length;
        job.x = x.view;
        job.y = y.view;
        job.stateTiles = stateTiles;
        job.folds = folds;
        job.gain = W(1);
        BlockCarries<W>& carries = job.carries;
        if (isPlain)
        {
            const BlockAxisView<W>& axis = job.x.states ? job.x : job.y;
            carries.lines = (job.x.states ? height : width) * channels;
            columnBytes = bytesOf(axis.tiles * axis.states * carries.lines);
            return;
        }
        carries.pitch = int(alignSize(size_t(std::min<int64>(height, BlockTile::run)), 16 / sizeof(W)));
        carries.linesOfBlock = job.x.states ? int64(alignSize(size_t(job.x.tiles * job.x.states + LINE_ENDS), 16)) : 0;
        const int64 lines = width * channels + (job.y.states ? carries.linesOfBlock * channels : 0);
        carries.lines = carries.imageLines = int64(alignSize(size_t(lines), 2)); // propagation takes pairs
        carries.imageRows = job.y.tiles * channels * carries.linesOfBlock * carries.pitch;
        columnBytes = bytesOf(job.y.states ? (job.y.tiles * job.y.states + LINE_ENDS) * carries.lines : 0);
        rowBytes = bytesOf(carries.imageRows);
    }

    //! Cuts of images by kernels with states, or by plain ones.
    static BlockCut cutOfRows(int64 width, int64 lines, int stateTiles)
    {
        return {width, stateTiles == PLAIN_STATES ? int(PLAIN_TILE) : int(BlockTile::width), lines};
    }
    static BlockCut cutOfColumns(int64 height, int64 lines, int stateTiles)
    {
        return {height, stateTiles == PLAIN_STATES ? int(PLAIN_TILE) : int(BlockTile::run), lines};
    }

    bool takesBatches() const { return !isPlain; }
    //! Of one image.
    size_t carryBytes() const { return columnBytes + rowBytes; }

    //! The parameter of all kernels for images whose carries lie in `memory`.
    BlocksJob<W> jobFor(const ImageView& src, const ImageView& dst, const EvictFirst& evictFirst, W* memory,
                        cudaStream_t stream) const
    {
        BlocksJob<W> now = job;
        now.src = src;
        now.src.copies = isCopied(src, job.offset);
        now.dst = dst;
        now.evictFirst = evictFirst;
        now.carries.columns = memory;
        now.carries.lines *= src.images;
        const size_t columns = columnBytes / sizeof(W);
        now.carries.rows = memory + size_t(src.images) * columns;
        now.stream = stream;
        return now;
    }

private:
    static size_t bytesOf(int64 numbers) { return alignSize(size_t(numbers) * sizeof(W), 256); }

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

}}} // namespace cv::recfilter::gpu

#endif
