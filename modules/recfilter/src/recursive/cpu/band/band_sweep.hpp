// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_BAND_BAND_SWEEP_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_BAND_BAND_SWEEP_HPP

// Part of band.cpp, which alone includes it: step 3 (apply) for one worker, the bands of a run from top to bottom.

#include "recursive/cpu/band/band.hpp"
#include "runtime/cpu/memory/denormals.hpp"
#include "recursive/cpu/band/packed_lanes.hpp"
#include "recursive/cpu/band/row_stream.hpp"
#include "runtime/cpu/memory/stream_fence.hpp"
#include "recursive/cpu/kernels/tile_io.hpp"
#include "recursive/cpu/band/tuning.hpp"
#include "runtime/cpu/memory/tuning.hpp"

namespace cv { namespace recfilter {

template <typename W>
class BandPlan<W>::Sweep
{
public:
    Sweep(const BandPlan& p, const Mat& source, Mat& destination, const HostCall& call)
        : plan(p), kernels(p.kernels), shape(p.shape), src(source), dst(destination), streamBegin(0),
          streamEnd(p.shape.elements)
    {
        Carver size;
        carve(size);
        lease = std::make_unique<ScratchPool::Lease>(call.scratch, size.bytes());
        Carver carver(lease->data());
        carve(carver);
        if (plan.leavesRows)
            tile = output;
        filtersColumns = plan.y.causalStates + plan.y.anticausalStates > 0;
        direct = dst.depth() == DataType<W>::depth;
        // Tiles begin at cache lines, or are shorter than one and take ordinary stores.
        const size_t tileBytes = size_t(shape.tile) * dst.elemSize1();
        const bool aligned = reinterpret_cast<size_t>(dst.data) % 64 == 0 && dst.step[0] % 64 == 0 &&
                             (tileBytes < 64 || tileBytes % 64 == 0);
        nonTemporal = call.isLarge && aligned && (direct ? kernels.lanes > 1 : kernels.storesAroundCache(dst.depth()));
        streamed = call.isLarge && !nonTemporal;
    }

    //! Columns alone: tiles go from the columns to the result. @param firstTile, endTile the tiles to filter
    void runColumns(int run, const Carries& carries, int64 firstTile, int64 endTile)
    {
        const W gain = W(plan.x.gain * plan.y.gain);
        const int64 end = plan.runEnd(run);
        streamBegin = firstTile * shape.tile;
        streamEnd = std::min(endTile * shape.tile, shape.elements);
        Band& band = bands[0];
        for (int64 first = plan.runBegin(run); first < end; first += shape.bandRows)
        {
            place(band, first, end);
            for (int64 t = endTile - 1; t >= firstTile; t--)
            {
                RowPass<W> made;
                made.element = t * shape.tile;
                made.cols = int(std::min<int64>(shape.tile, shape.elements - made.element));
                made.rows = {output, size_t(shape.tile)};
                if (filtersColumns && shape.isOneBand)
                    gatherTile(t);
                TileReader<W> reader(kernels, src, filtersColumns ? input : output, size_t(shape.tile));
                if (filtersColumns)
                    columns(band, reader.read(band.first, band.rows, made.element, made.cols), made.element,
                            shape.isOneBand ? ofTile : carries, run);
                else
                    reader.load(band.first, band.rows, made.element, made.cols);
                if (gain != 1)
                    for (int64 i = 0; i < int64(band.rows) * shape.tile; i++)
                        output[i] *= gain;
                storeTile(band, made);
            }
        }
    }

    //! @param carries of all runs. Not used for an image of one band, whose carries are found here.
    void run(int run, const Carries& carries)
    {
        const int64 end = plan.runEnd(run);
        Band *now = nullptr, *next = &bands[0];
        for (int64 first = plan.runBegin(run); first < end; first += shape.bandRows)
        {
            begin(*next, first, end);
            next->mirrored = now && !now->mirrored;
            for (int64 t = 0; t < shape.tiles; t++)
            {
                RowPass<W> back, forth;
                forwardTile(*next, t, carries, run, forth);
                if (now)
                    backwardTile(*now, shape.tiles - 1 - t, back);
                passRows(now ? &back : nullptr, &forth, wantedSoon(first, t));
                packTile(*next, t);
                if (now)
                    storeTile(*now, back);
            }
            closeRows(*next);
            now = next;
            next = now == &bands[0] ? &bands[1] : &bands[0];
        }
        for (int64 t = shape.tiles - 1; t >= 0; t--)
        {
            RowPass<W> back;
            backwardTile(*now, t, back);
            unpackTile(*now, t);
            passRows(&back, nullptr, Prefetch());
            storeTile(*now, back);
        }
    }

private:
    //! A band in work, with the states and sums of its row passes.
    struct Band
    {
        int64 first = 0;
        int rows = 0, bundles = 0;
        bool mirrored = false; //!< tile t lies in slot tiles-1-t
        W* forward;            //!< states of the causal row passes
        W *start, *end;        //!< sums of LineGroups, group by group
        W* entering;           //!< causal states before the groups
        W* ends[2];            //!< first and last pixels of the rows
        W* backward;           //!< states of the anticausal row passes
    };

    void passRows(const RowPass<W>* backward, const RowPass<W>* forward, const Prefetch& wanted) const
    {
        if (runsBlocks())
            return blockKernels(W()).rows(backward, forward, plan.x.blocks, shape.tile, blockMemory, wanted);
        (plan.hasPairBlocks ? kernels.pairRows : kernels.rows)(backward, forward, wanted);
    }
    //! Whether rows run by blocks.
    bool runsBlocks() const { return !plan.x.blocks.table.empty(); }
    //! Elements of the sums of a group.
    size_t startSize() const
    {
        return stateSize(plan.hasPairBlocks ? plan.x.causalStates : plan.rowGroups.startStates());
    }
    size_t endSize() const { return stateSize(plan.rowGroups.endStates()); }
    //! Elements of `sums` for a number of pixels, of all rows together.
    size_t sumsOf(size_t pixels) const
    {
        if (runsBlocks())
            return pixels / size_t(shape.tile) *
                   size_t(plan.x.blocks.blocksOf(shape.tile, plan.channels) * plan.x.blocks.kept());
        return plan.hasPairBlocks ? pixels / size_t(kernels.lanes) * size_t(pairBlockStates(plan.x.causalStates / 2))
                                  : pixels;
    }
    //! Vectors of `sums` for a tile of one bundle.
    int64 sumVectors() const { return int64(sumsOf(size_t(shape.tile))); }

    size_t stateSize(int states) const
    {
        return size_t(shape.bufferRows) * size_t(plan.channels) * size_t(std::max(states, 1));
    }

    void carve(Carver& carver)
    {
        const size_t tileSize = size_t(shape.bufferRows) * size_t(shape.tile);
        const size_t pixels = tileSize * size_t(shape.packsLanes ? 1 : plan.leavesRows ? 0 : shape.tiles);
        rows = carver.take<W>(pixels);
        sums = plan.x.parallel ? carver.take<W>(sumsOf(pixels)) : nullptr;
        const size_t packed = shape.packsLanes ? size_t(shape.rows) * size_t(shape.tile) * size_t(shape.tiles) : 0;
        packedRows = carver.take<W>(packed);
        packedSums = carver.take<W>(plan.x.parallel ? sumsOf(packed) : 0);
        tile = carver.take<W>(tileSize);
        input = carver.take<W>(tileSize);
        output = carver.take<W>(tileSize);
        const size_t tileBytes = size_t(shape.tile) * dst.elemSize1();
        stream =
            RowStream(carver.take<uchar>(RowStream::bytesFor(shape.bufferRows, tileBytes)), tileBytes, kernels.stream);
        pieces = carver.take<W>(size_t(shape.bufferRows) * (64 / sizeof(W)));
        ahead = carver.take<W>(size_t(tuning::LOOK_AHEAD_ROWS) * size_t(shape.tile));
        e = carver.take<W>(size_t(MAX_STATES) * size_t(shape.tile));
        size_t ofBlocks = runsBlocks() ? plan.x.blocks.memory(0, shape.tile) : 0;
        if (!plan.y.blocks.table.empty())
            ofBlocks = std::max(ofBlocks, plan.y.blocks.memory(shape.bandRows, 0));
        blockMemory = carver.take<W>(ofBlocks);
        closing = carver.take<W>(shape.isOneBand ? plan.propagateMemory() : 0);
        ofTile = Carries::carve(carver, plan, shape.isOneBand ? shape.tile : 0);
        for (Band& band : bands)
        {
            band.forward = carver.take<W>(stateSize(plan.x.causalStates));
            const size_t groups = size_t(plan.rowGroups.count());
            band.start = carver.take<W>(groups * startSize());
            band.end = carver.take<W>(groups * endSize());
            band.entering = carver.take<W>(groups * stateSize(plan.x.causalStates));
            for (W*& end : band.ends)
                end = carver.take<W>(stateSize(1));
            band.backward = carver.take<W>(stateSize(plan.x.anticausalStates));
        }
    }

    void place(Band& band, int64 first, int64 end) const
    {
        band.first = first;
        band.rows = int(std::min<int64>(shape.bandRows, end - first));
        band.bundles = (band.rows + kernels.lanes - 1) / kernels.lanes;
    }

    void begin(Band& band, int64 first, int64 end)
    {
        place(band, first, end);
        std::fill_n(band.forward, stateSize(plan.x.causalStates), W(0));
        std::fill_n(band.start, size_t(plan.rowGroups.count()) * startSize(), W(0));
        std::fill_n(band.end, size_t(plan.rowGroups.count()) * endSize(), W(0));
        for (W* pixels : band.ends)
            std::fill_n(pixels, stateSize(1), W(0));
        std::fill_n(band.backward, stateSize(plan.x.anticausalStates), W(0));
    }

    /** Sets where a transposed tile lies. The backward pass frees the slots of a band, and the blocks in them, from the
    last tile on, while the next band fills from its first tile on. So every other band lies mirrored. */
    void placeTile(const Band& band, int64 t, RowPass<W>& pass) const
    {
        const ptrdiff_t tileSize = ptrdiff_t(shape.bufferRows) * shape.tile,
                        block = ptrdiff_t(shape.bufferRows) * kernels.lanes;
        const ptrdiff_t slot = shape.packsLanes ? 0 : ptrdiff_t(t);
        if (runsBlocks())
        {
            const ptrdiff_t place = band.mirrored ? ptrdiff_t(shape.tiles) - 1 - slot : slot;
            pass.transposed = rows + place * tileSize;
            pass.parallelSum = sums + place * ptrdiff_t(sumsOf(size_t(tileSize)));
            return;
        }
        const ptrdiff_t offset = band.mirrored ? ptrdiff_t(shape.tiles - slot) * tileSize - block : slot * tileSize;
        pass.transposed = rows + offset;
        const int states = pairBlockStates(plan.x.causalStates / 2);
        const ptrdiff_t kept = plan.hasPairBlocks ? offset / kernels.lanes * states : offset;
        pass.parallelSum = sums ? sums + kept : nullptr;
        pass.blockStep = band.mirrored ? -block : block;
        pass.pairBlocks = plan.hasPairBlocks ? &plan.pairBlocks : nullptr;
    }

    //! Packs the transposed tile and its sums, which the forward pass has made (packed_lanes.hpp). See unpackTile.
    void packTile(const Band& band, int64 t) const
    {
        if (!shape.packsLanes)
            return;
        packLanes(rows, kernels.lanes, shape.tile, packedRows + t * shape.tile, size_t(shape.tile * shape.tiles),
                  band.rows);
        if (sums)
            packLanes(sums, kernels.lanes, sumVectors(), packedSums + t * sumVectors(),
                      size_t(sumVectors() * shape.tiles), band.rows);
    }

    void unpackTile(const Band& band, int64 t) const
    {
        if (!shape.packsLanes)
            return;
        unpackLanes(packedRows + t * shape.tile, size_t(shape.tile * shape.tiles), band.rows, rows, kernels.lanes,
                    shape.tile);
        if (sums)
            unpackLanes(packedSums + t * sumVectors(), size_t(sumVectors() * shape.tiles), band.rows, sums,
                        kernels.lanes, sumVectors());
    }

    //! Keeps the first and last pixels of the rows, if the tile has them.
    void keepEnds(const Band& band, const RowPass<W>& pass) const
    {
        const int64 lanes = kernels.lanes, perPixel = plan.channels;
        for (int k = 0; k < 2; k++)
        {
            const int64 from = k ? shape.elements - perPixel : 0;
            const int64 end = std::min(from + perPixel, pass.element + pass.cols);
            for (int64 element = std::max(from, pass.element); element < end; element++)
                for (int row = 0; row < band.rows; row++)
                    band.ends[k][(row / lanes * perPixel + (element - from)) * lanes + row % lanes] =
                        pass.rows.data[size_t(row) * pass.rows.step + size_t(element - pass.element)];
        }
    }

    //! Steps 1 and 2 for the columns of one tile of an image of one band.
    void gatherTile(int64 t)
    {
        ofTile.first = t * shape.tile;
        plan.gather(src, 0, ofTile, t, t + 1, input);
        plan.propagateTile(src, ofTile, ofTile.first, closing);
    }

    void forwardTile(Band& band, int64 t, const Carries& carries, int run, RowPass<W>& pass)
    {
        const int64 element = t * shape.tile;
        const int cols = int(std::min<int64>(shape.tile, shape.elements - element));
        if (filtersColumns && shape.isOneBand)
            gatherTile(t);
        TileReader<W> reader(kernels, src, input, size_t(shape.tile));
        if (filtersColumns)
        {
            columns(band, reader.read(band.first, band.rows, element, cols), element,
                    shape.isOneBand ? ofTile : carries, run);
            pass.rows = {tile, size_t(shape.tile)};
        }
        else
        {
            const TileView<const W> in = reader.readConverted(band.first, band.rows, element, cols, kernels.lanes);
            pass.rows = {const_cast<W*>(in.data), in.step};
        }
        pass.chain = &plan.x.causal;
        placeTile(band, t, pass);
        pass.bundles = band.bundles;
        pass.cols = cols;
        pass.element = element;
        pass.channels = plan.channels;
        pass.state = band.forward;
        W* const start = band.start + size_t(plan.rowGroups.groupOf(element)) * startSize();
        if (plan.hasPairBlocks)
            plan.rowGroups.setBackward(pass, start);
        else
            plan.rowGroups.setForward(pass, start, band.end + size_t(plan.rowGroups.groupOf(element)) * endSize());
        if (plan.rowGroups.needsEnds())
            keepEnds(band, pass);
    }

    void columns(const Band& band, const PixelView& in, int64 element, const Carries& carries, int run)
    {
        W* p = carries.vectors(carries.p, run, plan.y.causalStates) + carries.at(element);
        if (!plan.y.blocks.table.empty())
            anyColumns(band, in, element, carries, run, p);
        else if (plan.columnBlocks.response.parity && band.rows % PAIR_BLOCK_ROWS == 0)
            columnBlocks(band, in, element, carries, run, p);
        else
            columnsByRows(band, in, element, carries, run, p);
        for (int row = band.rows; row < band.bundles * kernels.lanes; row++)
            std::fill_n(tile + size_t(row) * size_t(shape.tile), shape.tile, W(0));
    }

    //! Both directions by blocks of any axis.
    void anyColumns(const Band& band, const PixelView& in, int64 element, const Carries& carries, int run, W* p)
    {
        anticausalStart(band, element, carries, run, p);
        BlockColumnPass<W> pass;
        pass.tables = &plan.y.blocks;
        pass.in = in;
        pass.out = {tile, size_t(shape.tile)};
        pass.rows = band.rows;
        pass.cols = shape.tile;
        pass.p = p;
        pass.pStep = carries.stride;
        pass.e = e;
        pass.eStep = size_t(shape.tile);
        pass.memory = blockMemory;
        blockKernels(W()).columns(pass);
    }

    //! Both directions at once. Added pairs have e = z: z is read where gather left it, without a copy.
    void columnBlocks(const Band& band, const PixelView& in, int64 element, const Carries& carries, int run, W* p)
    {
        PairColumnPass<W> pass;
        pass.tables = &plan.columnBlocks;
        pass.in = in;
        pass.out = {tile, size_t(shape.tile)};
        pass.rows = band.rows;
        pass.cols = shape.tile;
        pass.p = p;
        pass.pStep = carries.stride;
        if (plan.lookAhead)
        {
            anticausalStart(band, element, carries, run, p);
            pass.e = e;
            pass.eStep = size_t(shape.tile);
        }
        else
        {
            const size_t q = size_t(plan.y.anticausalStates);
            const int below = int((band.first - plan.runBegin(run)) / shape.bandRows) + 1;
            const std::vector<W>& toEnd = plan.foldedPowers[run + 1 == shape.runs][size_t(below)];
            pass.eStep = carries.stride;
            pass.e = plan.topOf(run, below, carries) + carries.at(element);
            pass.toEnd = toEnd.empty() ? nullptr : toEnd.data();
            pass.end = plan.runningZ(run, carries) + carries.at(element);
            for (size_t m = 0; m < q; m++)
                prefetchBytes(pass.e + m * pass.eStep + shape.tile, size_t(shape.tile) * sizeof(W));
        }
        kernels.pairColumns(pass);
    }

    //! The pass down, then the pass up. The pass up starts from z and from the states p that the pass down leaves.
    void columnsByRows(const Band& band, const PixelView& in, int64 element, const Carries& carries, int run, W* p)
    {
        ColumnPass<W> pass;
        pass.chain = &plan.y.causal;
        pass.in = in;
        pass.out = {tile, size_t(shape.tile)};
        pass.rows = band.rows;
        pass.cols = shape.tile;
        pass.state = p;
        pass.stateStep = carries.stride;
        kernels.columnDown(pass);
        anticausalStart(band, element, carries, run, p);
        if (!plan.y.parallel)
            pass.in = pixelView(tile, size_t(shape.tile));
        pass.add = plan.y.parallel ? tile : nullptr;
        pass.chain = &plan.y.anticausal;
        pass.state = e;
        pass.stateStep = size_t(shape.tile);
        kernels.columnUp(pass);
    }

    //! e = z + X p at the bottom of the band, for the columns of one tile.
    void anticausalStart(const Band& band, int64 element, const Carries& carries, int run, const W* p)
    {
        const int q = plan.y.anticausalStates, tileWidth = shape.tile;
        if (q == 0)
            return;
        const size_t vector = carries.stride;
        const int64 at = carries.at(element);
        const int index = int((band.first - plan.runBegin(run)) / shape.bandRows);
        const int64 bottom = band.first + band.rows;
        std::fill_n(e, size_t(q) * size_t(tileWidth), W(0));
        if (plan.lookAhead)
        {
            const int seen = int(std::min(plan.runEnd(run) - bottom, plan.y.anticausalDecay));
            if (seen > 0)
            {
                TileReader<W> reader(kernels, src, ahead, size_t(tileWidth));
                const PixelView in =
                    reader.read(bottom, seen, element, int(std::min<int64>(tileWidth, shape.elements - element)));
                kernels.weightedSums( // wantedSoon has prefetched these rows
                    {in, seen, tileWidth, plan.zWeights.data(), q, e, size_t(tileWidth)});
            }
        }
        else
        {
            const W* z = plan.topOf(run, index + 1, carries) + at;
            for (int m = 0; m < q; m++)
            {
                const W* row = z + size_t(m) * vector;
                prefetchBytes(row + tileWidth, size_t(tileWidth) * sizeof(W));
                std::copy_n(row, tileWidth, e + size_t(m) * size_t(tileWidth));
            }
        }
        const SmallMatrix<W>& toEnd = plan.zPowers[run + 1 == shape.runs][index + 1];
        if (!toEnd.isZero())
            kernels.multiplyAdd(toEnd, plan.runningZ(run, carries) + at, vector, e, size_t(tileWidth), tileWidth);
        if (!plan.y.join.isZero())
            kernels.multiplyAdd(plan.y.join, p, vector, e, size_t(tileWidth), tileWidth);
    }

    //! The exact states at both ends of every row, from the sums of the forward pass.
    void closeRows(Band& band)
    {
        const int r = plan.x.causalStates, q = plan.x.anticausalStates, lanes = kernels.lanes;
        const auto add = [&](const SmallMatrix<W>& m, const W* in, W* out) {
            if (!m.isZero())
                kernels.multiplyAdd(m, in, size_t(lanes), out, size_t(lanes), lanes);
        };
        const size_t states = stateSize(r);
        for (int line = 0; line < band.bundles * plan.channels; line++)
        {
            const auto ofLine = [&](W* vectors, int count) { return vectors + size_t(line) * size_t(count * lanes); };
            W* const pn = ofLine(band.forward, r);
            W* const en = ofLine(band.backward, q);
            W f[MAX_STATES * MAX_VECTOR_BYTES / sizeof(W)], p0[MAX_STATES * MAX_VECTOR_BYTES / sizeof(W)];
            std::copy_n(pn, r * lanes, f);
            std::fill_n(p0, r * lanes, W(0));
            W* const start = ofLine(band.start, int(startSize() / stateSize(1)));
            W* const end = ofLine(band.end, plan.rowGroups.endStates());
            plan.rowGroups.addUp(start, startSize(), end, endSize(), add);
            plan.rowGroups.close(kernels, start, end + size_t(plan.rowGroups.count() - 1) * endSize(), f, nullptr,
                                 ofLine(band.ends[0], 1), ofLine(band.ends[1], 1), p0, en, lanes);
            const W v = W(plan.rowBorder[(line % plan.channels) % 4]);
            for (int i = 0; i < r * lanes; i++)
                p0[i] += plan.x.startOffset[size_t(i / lanes)] * v;
            for (int i = 0; i < q * lanes; i++)
                en[i] += plan.x.endOffset[size_t(i / lanes)] * v;
            std::copy_n(p0, r * lanes, ofLine(band.entering, r));
            if (plan.closesRows || plan.hasPairBlocks)
                plan.rowGroups.enter(kernels, ofLine(band.entering, r), states, lanes);
            add(plan.linePower, p0, pn);
            add(plan.x.join, pn, en);
        }
    }

    /** Tile t's share of prefetching: the next tile group and its look-ahead rows. bandFirst is the first row of the
    band. A group is a long piece of each row, so that the hardware prefetchers join in. */
    Prefetch wantedSoon(int64 bandFirst, int64 t) const
    {
        const int64 group = t / tuning::PREFETCH_TILES, index = t % tuning::PREFETCH_TILES;
        int64 next = (group + 1) * tuning::PREFETCH_TILES;
        if (next >= shape.tiles)
        {
            next = 0;
            bandFirst += shape.bandRows;
        }
        const int64 seen = shape.bandRows + (plan.lookAhead ? plan.y.anticausalDecay : 0);
        const int64 rowCount = std::min<int64>(seen, shape.rows - bandFirst);
        Prefetch wanted;
        if (rowCount <= 0)
            return wanted;
        const int64 element = next * shape.tile;
        const int64 end = std::min<int64>(element + tuning::PREFETCH_TILES * shape.tile, shape.elements);
        const int64 steps = std::min<int64>(tuning::PREFETCH_TILES, shape.tiles - group * tuning::PREFETCH_TILES);
        wanted.image = elementPtr(src, bandFirst, element);
        wanted.step = src.step[0];
        wanted.linesPerRow = (end - element) * int64(src.elemSize1()) / 64 + 1;
        const int64 total = rowCount * wanted.linesPerRow;
        wanted.firstLine = total * index / steps;
        wanted.lines = int(total * (index + 1) / steps - wanted.firstLine);
        return wanted;
    }

    void backwardTile(Band& band, int64 t, RowPass<W>& pass)
    {
        const int64 element = t * shape.tile;
        pass.chain = &plan.x.anticausal;
        pass.cols = int(std::min<int64>(shape.tile, shape.elements - element));
        const bool whole = direct && !streamed && pass.cols == shape.tile && band.rows == band.bundles * kernels.lanes;
        if (whole)
            pass.rows = {reinterpret_cast<W*>(elementPtr(dst, band.first, element)), dst.step[0] / sizeof(W)};
        else if (direct && streamed)
            pass.rows = {reinterpret_cast<W*>(stream.row(0)), stream.step() / sizeof(W)};
        else
            pass.rows = {output, size_t(shape.tile)};
        placeTile(band, t, pass);
        pass.bundles = band.bundles;
        pass.element = element;
        pass.channels = plan.channels;
        pass.state = band.backward;
        W* const entering = band.entering + size_t(plan.rowGroups.groupOf(element)) * stateSize(plan.x.causalStates);
        if (plan.hasPairBlocks || plan.closesRows)
            plan.rowGroups.setBackward(pass, entering);
        pass.gain = W(plan.x.gain * plan.y.gain);
        pass.nonTemporal = whole && nonTemporal;
        pass.pieces = pieces;
    }

    //! Stores the rows that the backward pass could not write in place.
    void storeTile(const Band& band, const RowPass<W>& pass)
    {
        if (streamed)
            return streamTile(band, pass);
        if (pass.rows.data != output)
            return;
        // The last cache line of a row may hold columns beside the image. It takes ordinary stores.
        const int lineElements = 64 / int(dst.elemSize1());
        const int around = nonTemporal ? pass.cols / lineElements * lineElements : 0;
        const auto store = [&](int row, int from, int to, bool aroundCache) {
            if (from < to)
                kernels.store(output + size_t(row) * size_t(shape.tile) + from,
                              elementPtr(dst, band.first + row, pass.element + from), dst.depth(), to - from,
                              aroundCache);
        };
        for (int row = 0; row < band.rows; row++)
        {
            store(row, 0, around, true);
            store(row, around, pass.cols, false);
        }
    }

    void streamTile(const Band& band, const RowPass<W>& pass)
    {
        const size_t bytes = size_t(pass.cols) * dst.elemSize1();
        for (int row = 0; row < band.rows; row++)
        {
            if (pass.rows.data == output)
                kernels.store(output + size_t(row) * size_t(shape.tile), stream.row(row), dst.depth(), pass.cols,
                              false);
            stream.write(row, elementPtr(dst, band.first + row, pass.element), bytes,
                         elementPtr(dst, band.first + row, streamEnd), pass.element == streamBegin);
        }
    }

    const BandPlan& plan;
    const FilterKernels<W>& kernels;
    const Shape& shape;
    const Mat& src;
    Mat& dst;
    W *rows, *sums; //!< transposed pixels and sums of row passes: of the whole band, or of one tile if packed
    W *packedRows, *packedSums; //!< if packed: of the whole band, row by row
    W *tile, *input, *output, *pieces, *e, *ahead, *closing, *blockMemory;
    Carries ofTile; //!< carries of one tile, for an image of one band
    RowStream stream;
    int64 streamBegin, streamEnd; //!< the elements of a row that the stream writes
    Band bands[2];
    std::unique_ptr<ScratchPool::Lease> lease;
    bool filtersColumns, direct;
    bool nonTemporal; //!< tiles go to dst by non-temporal stores, since rows begin at cache lines
    bool streamed;    //!< rows go to dst by non-temporal stores of the lines that a RowStream collects
};

}} // namespace cv::recfilter

#endif
