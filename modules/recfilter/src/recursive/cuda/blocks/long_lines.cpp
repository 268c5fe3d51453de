// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Long lines by block states: the rows of an image are the parts of a line. Sums of tiles become sums of parts. From
// these come the states that enter the parts, and then those that enter the tiles.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/blocks/block_round.hpp"
#include "recursive/cuda/blocks/tuning.hpp"
#include "recursive/cuda/two_read/round.hpp"

#include <cmath>

namespace cv { namespace recfilter { namespace gpu {

namespace {

/** Pixels of a part, in whole tiles. A line of T tiles has about sqrt(2 T) parts: then propagation along a part takes
as long as from part to part. Of the numbers near it, the one with the shortest last part. */
int pixelsOfParts(int64 length)
{
    const double tiles = double(length) / BlockTile::width;
    const int64 fewest = std::max(int64(std::sqrt(2 * tiles)), int64(1));
    int64 best = 0, leastRest = INT64_MAX;
    for (int64 parts = fewest; parts <= fewest + fewest / 4; parts++)
    {
        const int64 pixels = std::max(length / parts / BlockTile::width, int64(1)) * BlockTile::width;
        if (length % pixels < leastRest)
        {
            leastRest = length % pixels;
            best = pixels;
        }
    }
    return int(best);
}

//! Rows of one length, which are parts of lines.
template <typename W>
struct LineSection
{
    int64 first; //!< part
    int rows, pixels;
    std::unique_ptr<BlockRound<W>> round;
    size_t carriesAt; //!< bytes of all sections before
};

//! Lines along rows. Single rows are batches.
template <typename W>
class LongLines final : public DeviceEngine
{
public:
    LongLines(const BlockStates& axis, int stateTiles, const EngineInput<W>& input)
        : lines(input.rows()), evictFirst(evictionOf<W>(lines)),
          parts(axis, cutIntoParts(lines), stateTiles, false, true)
    {
        const int64 count = parts.view.tiles, ofLine = parts.view.tile;
        CV_Assert(count > 1);
        // Of a border that leaves out end pixels, the first and the last part have sums of their own.
        const int64 begin = parts.view.shift ? 1 : 0,
                    end = parts.view.shift || parts.view.lastTile < ofLine ? count - 1 : count;
        addSection(axis, stateTiles, 0, begin, int(ofLine));
        addSection(axis, stateTiles, begin, end, int(ofLine));
        addSection(axis, stateTiles, end, count, parts.view.lastTile);
        for (const LineSection<W>& section : sections)
        {
            BlocksJob<W>& job = section.round->job;
            input.ends.setSource(job);
            input.ends.setResult(job);
            job.gain = W(BlockStates(input.model.axes[ALONG_COLUMNS]).factor());
        }
        partBytes = alignSize(size_t((count * parts.view.states + LINE_ENDS) * linesOf(1)) * sizeof(W), 256);
    }

    //! Of single rows: images of several ones are batches already.
    bool takesBatches() const override { return lines.outer == 1; }
    bool takesLists() const override { return false; }
    size_t carryBytes() const override { return sectionBytes + partBytes; }
    int transfers() const override { return 3; }

    bool queue(const EngineJob& call, const EngineTarget& target) const override
    {
        const size_t images = size_t(call.src.images);
        EvictFirst hints = images > 1 ? evictionOf<W>(lines, call.src.images) : evictFirst;
        hints.result = hints.result && call.isResult && call.dst.depth == DataType<W>::depth;
        std::vector<BlocksJob<W>> jobs;
        for (const LineSection<W>& section : sections)
        {
            W* const carries = reinterpret_cast<W*>(target.carries + images * section.carriesAt);
            jobs.push_back(section.round->jobFor(viewOf(section, call.src), viewOf(section, call.dst), hints, carries,
                                                 target.stream));
            jobs.back().parts = {reinterpret_cast<W*>(target.carries + images * sectionBytes), linesOf(call.src.images),
                                 section.first, parts.view.tiles};
        }
        for (const BlocksJob<W>& job : jobs)
        {
            launchBlocksGather(job);
            launchBlocksPropagate(job, Propagated::TO_PARTS);
        }
        BlocksJob<W> ofParts = jobs.front();
        ofParts.y = parts.view;
        ofParts.carries.columns = ofParts.parts.states;
        ofParts.carries.lines = ofParts.parts.lines;
        launchBlocksPropagate(ofParts, Propagated::COLUMNS);
        for (const BlocksJob<W>& job : jobs)
            launchBlocksPropagate(job, Propagated::FROM_PARTS);
        for (const BlocksJob<W>& job : jobs)
            launchBlocksApply(job);
        return true;
    }

private:
    static BlockCut cutIntoParts(const LineSpace& lines)
    {
        BlockCut cut(lines.n, pixelsOfParts(lines.n), lines.outer * lines.inner);
        cut.isOfParts = true;
        return cut;
    }

    //! Of LineParts, in whole pairs.
    int64 linesOf(int64 images) const { return int64(alignSize(size_t(images * lines.outer * lines.inner), 2)); }

    //! @param first, end parts. @param pixels of each
    void addSection(const BlockStates& axis, int stateTiles, int64 first, int64 end, int pixels)
    {
        if (first >= end)
            return;
        const BlockStates identity(AxisFilter{{Branch()}, {Branch()}, false}, 1, BORDER_CONSTANT);
        BlockCut along(pixels, BlockTile::width, (end - first) * lines.outer * lines.inner);
        along.whole = lines.n;
        along.begins = first == 0;
        along.ends = end == parts.view.tiles;
        sections.push_back(
            {first, int(end - first), pixels,
             std::make_unique<BlockRound<W>>(axis, along, identity, BlockCut(end - first, BlockTile::run, pixels),
                                             lines.inner, stateTiles),
             sectionBytes});
        sectionBytes += size_t(lines.outer) * sections.back().round->carryBytes();
    }

    //! The parts as rows of images, one for each line.
    ImageView viewOf(const LineSection<W>& section, const ImageView& image) const
    {
        const size_t ofPixel = size_t(CV_ELEM_SIZE(CV_MAKETYPE(image.depth, image.channels))),
                     ofPart = size_t(parts.view.tile) * ofPixel;
        const int64 step = image.height > 1 ? int64(image.step) : image.images > 1 ? image.imageStep : 0;
        ImageView view = image;
        view.aligned = image.channels == 1 && reinterpret_cast<size_t>(image.data) % (4 * ofPixel) == 0 &&
                       size_t(std::abs(step)) % (4 * ofPixel) == 0; // parts are whole tiles
        view.data += size_t(section.first) * ofPart;
        view.step = ofPart;
        view.width = section.pixels;
        view.height = section.rows;
        view.images = image.height > 1 ? image.height : image.images;
        view.imageStep = step;
        return view;
    }

    const LineSpace lines;
    const EvictFirst evictFirst;
    const BlockTables<W> parts;
    std::vector<LineSection<W>> sections;
    size_t sectionBytes = 0, partBytes = 0;
};

} // namespace

template <typename W>
std::unique_ptr<const DeviceEngine> makeLongLines(const EngineInput<W>& input)
{
    const BlockStates x(input.model.axes[ALONG_ROWS]), y(input.model.axes[ALONG_COLUMNS]);
    const int stateTiles = stateTilesOf<W>(x, y);
    if (stateTiles == PLAIN_STATES || !(x.causal.states() || x.anticausal.states()) || y.causal.states() ||
        y.anticausal.states())
        return nullptr;
    return std::make_unique<const LongLines<W>>(x, stateTiles, input);
}

template std::unique_ptr<const DeviceEngine> makeLongLines(const EngineInput<float>&);
template std::unique_ptr<const DeviceEngine> makeLongLines(const EngineInput<double>&);

}}} // namespace cv::recfilter::gpu

#endif
