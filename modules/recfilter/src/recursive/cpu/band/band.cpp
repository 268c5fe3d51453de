// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The band engine (band.hpp): its tables, gather and propagate. Step 3, apply, is in band_sweep.hpp.

#include "math/pair_weights.hpp"
#include "math/packing.hpp"
#include "recursive/cpu/band/band_sweep.hpp"
#include "runtime/cpu/memory/parallel.hpp"
#include "recursive/cpu/band/tuning.hpp"
#include "runtime/cpu/memory/tuning.hpp"

#include <numeric>

namespace cv { namespace recfilter {

static_assert(tuning::BAND_TILE_BYTES % MAX_VECTOR_BYTES == 0, "tiles of bands are whole vectors wide");
static_assert(tuning::MAX_BAND_ROWS % MAX_LANES == 0, "bands are whole bundles high");

//! Weighted sums over the rows [first, end) of every column.
template <typename W>
struct BandPlan<W>::Sum
{
    int64 first, end;
    const W* weights; //!< from row `first` on
    int count;
    W* sums; //!< count x stride
};

//! The sums over a run or a band: its shares in the closing sums, the causal carry it sends down, and z at its top.
template <typename W>
struct BandPlan<W>::Sums
{
    void add(const Sum& sum) { list[count++] = sum; }

    Sum list[5];
    int count = 0;
};

//! The 2 x 2 numbers of each pair in a matrix; empty if the matrix is 0.
template <typename W>
static std::vector<W> pairsOf(const Matrix& matrix)
{
    return normInf(matrix) == 0 ? std::vector<W>() : packedPairs<W>(matrix);
}

static int roundUp(int64 value, int64 multiple)
{
    return int((value + multiple - 1) / multiple * multiple);
}

template <typename W>
typename BandPlan<W>::Shape BandPlan<W>::shapeOf(const LineSpace& lines, int lanes, int times, bool lookAhead)
{
    Shape shape;
    shape.elements = lines.n * lines.inner;
    // Images of a few columns have narrower tiles. Kernels of blocks filter two vectors at once.
    const size_t bytes = alignSize(size_t(shape.elements) * sizeof(W), 2 * MAX_VECTOR_BYTES * times);
    shape.tile = int(std::min<size_t>(size_t(tuning::BAND_TILE_BYTES * times), bytes) / sizeof(W));
    shape.tiles = (shape.elements + shape.tile - 1) / shape.tile;
    const int64 padded = shape.tiles * shape.tile;
    shape.stride = padded + tuning::CARRY_GAP_BYTES / int(sizeof(W));
    shape.rows = lines.outer;
    shape.bandRows = roundUp(tuning::bandRows(size_t(padded) * sizeof(W), lookAhead), lanes);
    shape.runRows = roundUp(tuning::runRows(shape.rows), shape.bandRows);
    shape.runs = int((shape.rows + shape.runRows - 1) / shape.runRows);
    shape.isOneBand = shape.rows <= shape.bandRows;
    shape.runBands = int((std::min(shape.rows, shape.runRows) + shape.bandRows - 1) / shape.bandRows);
    shape.bufferRows = int(std::min<int64>(shape.bandRows, alignSize(size_t(shape.rows), lanes)));
    shape.packsLanes = packsLanes(shape.rows, lanes, padded, sizeof(W));
    return shape;
}

template <typename W>
int64 BandPlan<W>::groupElements() const
{
    const int pixels = channels / std::gcd(channels, shape.tile);
    return int64(shape.tile) * pixels * std::max(tuning::ROW_GROUP_TILES / pixels, 1);
}

template <typename W>
static AxisTables<W> tablesOf(const FilterModel& model, ImageAxis axis, int64 length, const std::vector<int>& stretches)
{
    const AxisModel& axisModel = model.axes[size_t(axis)];
    const bool losesBySections = model.losesBySections && DataType<W>::depth == CV_32F;
    if (!runsByBlocks(axisModel, losesBySections))
        return AxisTables<W>(axisModel, length);
    // Mirrored borders get their own moments from LineGroups, in the states of each direction.
    return AxisTables<W>(axisModel, length, BlockStates(axisModel.filter, axisModel.gain, BORDER_CONSTANT), stretches);
}

/** How many times as wide tiles are. Three channels of mirrored pairs along rows share 3 blocks (pair_row_kernels.hpp),
so their tiles are a multiple of three. Kernels of other blocks along columns want tiles of BAND_TILE_BYTES. */
template <typename W>
static int tileTimes(const FilterModel& model, int channels)
{
    const AxisModel &x = model.axes[size_t(ALONG_ROWS)], &y = model.axes[size_t(ALONG_COLUMNS)];
    const bool losesBySections = model.losesBySections && DataType<W>::depth == CV_32F;
    const bool hasPairs = channels == 3 && !runsByBlocks(x, losesBySections) && !runsByBlocks(y, losesBySections) &&
                          shapeOf(x.filter.causal, x.filter.parallel).areAddedPairs;
    return hasPairs ? 3 : 1;
}

template <typename W>
AxisTables<W> BandPlan<W>::rowTables(const FilterModel& model) const
{
    return tablesOf<W>(model, ALONG_ROWS, shape.elements / channels,
                       rowStretches(shape.elements, channels, shape.tile));
}

template <typename W>
AxisTables<W> BandPlan<W>::columnTables(const FilterModel& model) const
{
    const int64 last = shape.rows - runBegin(shape.runs - 1);
    std::vector<int> stretches = {int(std::min<int64>(shape.bandRows, last))};
    if (shape.runRows <= shape.rows)
        stretches.push_back(shape.bandRows);
    if (last % shape.bandRows)
        stretches.push_back(int(last % shape.bandRows));
    return tablesOf<W>(model, ALONG_COLUMNS, shape.rows, stretches);
}

template <typename W>
BandPlan<W>::BandPlan(const FilterModel& model, const Extents& array, const Schedule& schedule)
    : kernels(filterKernels(W())), lookAhead(schedule.algorithm == BAND_LOOK_AHEAD),
      shape(shapeOf(array.along(ALONG_ROWS), kernels.lanes, tileTimes<W>(model, array.channels()), lookAhead)),
      channels(array.channels()), x(rowTables(model)), y(columnTables(model)),
      columnBorder(y.meetsBorderValue ? model.borderValue : Scalar()),
      rowBorder(x.meetsBorderValue ? model.borderValue * y.constantGain : Scalar()),
      rowGroups(x, channels, groupElements(), false, true), columnGroups(y, 1, shape.runRows, false, false)
{
    zWeights = packed<W>(y.anticausalMoments(lookAhead ? y.anticausalDecay : shape.bandRows));
    // Reversed: the row i above the end of the run has the weight A^i B.
    pWeights = packed<W>(reversed(y.causalMoments(std::min(shape.runRows, y.causalDecay))));
    FadingPowers powers = y.anticausalPowers();
    const Matrix powerOfBand = powers(shape.bandRows);
    bandPower = SmallMatrix<W>(powerOfBand);
    if ((isPairs(y.kind) || y.blocks.folds()) && !lookAhead)
        foldedWeights = foldedWeightsOf<W>(y.axis.F.A, y.axis.F.B, shape.bandRows);
    if (isPairs(y.kind) && !lookAhead)
    {
        const size_t bytes = size_t(shape.rows / shape.bandRows * shape.stride * y.anticausalStates) * sizeof(W);
        streamsBands =
            !shape.isOneBand && bytes >= size_t(tuning::NON_TEMPORAL_BYTES) && kernels.lanes * sizeof(W) == 64;
        foldedPower = pairsOf<W>(powerOfBand);
    }
    if (isPairs(y.kind))
        columnBlocks = makePairBlocks(y, PAIR_BLOCK_ROWS);
    static_assert(tuning::MAX_BAND_ROWS <= PAIR_BLOCK_ROWS * PAIR_COLUMN_BLOCKS, "pairColumns() takes whole bands");
    static_assert(tuning::MAX_BAND_ROWS % MAX_LANES == 0, "roundUp() must not go beyond it");
    runPower = SmallMatrix<W>(y.causalPower(shape.runRows));
    for (int last = shape.runs == 1; last < 2; last++) // a single run is the last one
    {
        const int64 rows = last ? shape.rows - (shape.runs - 1) * shape.runRows : shape.runRows;
        for (int64 left = rows; left > -shape.bandRows; left -= shape.bandRows)
        {
            const Matrix toEnd = powers(std::max<int64>(left, 0));
            zPowers[last].emplace_back(toEnd);
            if (!foldedWeights.empty() && isPairs(y.kind))
                foldedPowers[last].push_back(pairsOf<W>(toEnd));
        }
    }
    lastRunPower = SmallMatrix<W>(y.causalPower(shape.rows - runBegin(shape.runs - 1)));
    linePower = SmallMatrix<W>(x.causalPower(x.length));
    // A block of `lanes` pixels needs room for the states that enter it.
    hasPairBlocks = isPairs(x.kind) && channels <= MAX_PAIR_CHANNELS && shape.tile % (channels * kernels.lanes) == 0 &&
                    kernels.lanes >= x.causalStates && (x.closing.shared || x.borderType == BORDER_CONSTANT);
    if (hasPairBlocks)
        pairBlocks = makePairBlocks(x, kernels.lanes, groupElements() / (kernels.lanes * channels));
    cutStrips();
    closesRows = x.causalStates && !hasPairBlocks && (!rowGroups.isOpen() || rowBorder != Scalar());
}

//! The carries between runs and between bands. A state is a vector of `stride` elements; element 0 is column `first`.
template <typename W>
struct BandPlan<W>::Carries
{
    W* p;     //!< runs x r: causal state above a run. In gather: sent by the run above; [0]: sent by the last run
    W* z;     //!< runs x q: decoupled anticausal state below a run. In gather: z at its top, with zero below it
    W* start; //!< runs x closing sums towards the first row of each run
    W* end;   //!< runs x closing sums towards the last row of each run
    W* bands; //!< runs x (runBands + 1) x q: z at the top of a band, with zero below the run
    size_t stride;
    int64 first = 0;

    int64 at(int64 element) const { return element - first; }
    //! State or sum `index` of an array, each of so many vectors.
    W* vectors(W* array, int index, int states) const { return array + size_t(index) * size_t(states) * stride; }

    //! @param stride elements of a vector: all columns or one tile; 0 if these carries are not used
    static Carries carve(Carver& carver, const BandPlan& plan, int64 stride)
    {
        const size_t vector = size_t(stride), runs = size_t(plan.shape.runs);
        const size_t r = size_t(plan.y.causalStates), q = size_t(plan.y.anticausalStates);
        Carries carries;
        carries.stride = vector;
        carries.p = carver.take<W>(runs * r * vector);
        carries.z = carver.take<W>(runs * q * vector);
        carries.start = carver.take<W>(runs * size_t(plan.columnGroups.startStates()) * vector);
        carries.end = carver.take<W>(runs * size_t(plan.columnGroups.endStates()) * vector);
        carries.bands = carver.take<W>(plan.lookAhead ? 0 : runs * size_t(plan.shape.runBands + 1) * q * vector);
        return carries;
    }
};

template <typename W>
size_t BandPlan<W>::workBytes() const
{
    Carver size;
    Carries::carve(size, *this, shape.isOneBand || shape.stripTiles ? 0 : shape.stride);
    return size.bytes();
}

template <typename W>
void BandPlan<W>::run(const Mat& src, Mat& dst, const HostCall& call) const
{
    if (shape.stripTiles)
        return runStrips(src, dst, call);
    ScratchPool::Lease lease(call.scratch, workBytes());
    Carver carver(lease.data());
    const Carries carries = Carries::carve(carver, *this, shape.isOneBand ? 0 : shape.stride);

    const bool columns = y.causalStates + y.anticausalStates > 0;
    const size_t tileBytes = size_t(shape.bandRows) * shape.tile * sizeof(W);
    if (columns && !shape.isOneBand)
    {
        parallel_for_(
            Range(0, shape.runs),
            [&](const Range& range) {
                const DenormalsAsZero guard;
                const StreamFence fence;
                ScratchPool::Lease tile(call.scratch, tileBytes);
                for (int run = range.start; run < range.end; run++)
                    gather(src, run, carries, 0, shape.tiles, reinterpret_cast<W*>(tile.data()));
            },
            shape.runs);
        propagate(src, carries, call.scratch);
    }
    parallel_for_(
        Range(0, shape.runs),
        [&](const Range& range) {
            const DenormalsAsZero guard;
            const StreamFence fence;
            Sweep sweep(*this, src, dst, call);
            for (int run = range.start; run < range.end; run++)
                leavesRows ? sweep.runColumns(run, carries, 0, shape.tiles) : sweep.run(run, carries);
        },
        shape.runs);
}

//! Columns alone, of few rows: no row joins the strips, which run in parallel and stay in L2 between gather and apply.
template <typename W>
void BandPlan<W>::cutStrips()
{
    const bool filtersRows = x.parallel || !x.causal.sections.empty() || !x.anticausal.sections.empty();
    leavesRows = !filtersRows && (shape.rows <= tuning::STRIP_ROWS || shape.tiles <= tuning::STRIP_TILES);
    if (leavesRows)
        shape.packsLanes = false;
    if (!leavesRows || shape.rows > tuning::STRIP_ROWS)
        return;
    shape.stripTiles =
        std::max<int64>(tuning::STRIP_BYTES / (shape.rows * tuning::BAND_TILE_BYTES), tuning::STRIP_TILES);
}

template <typename W>
void BandPlan<W>::runStrips(const Mat& src, Mat& dst, const HostCall& call) const
{
    const bool needsCarries = !shape.isOneBand && y.causalStates + y.anticausalStates > 0;
    const int64 strip = std::min(shape.stripTiles, shape.tiles);
    parallelFor((shape.tiles + strip - 1) / strip, [&](int64 first, int64 end) {
        const DenormalsAsZero guard;
        const StreamFence fence;
        Carries carries;
        W *tile, *closing;
        const auto carve = [&](Carver& carver) {
            carries = Carries::carve(carver, *this,
                                     needsCarries ? strip * shape.tile + tuning::CARRY_GAP_BYTES / int(sizeof(W)) : 0);
            tile = carver.take<W>(size_t(shape.bandRows) * size_t(shape.tile));
            closing = carver.take<W>(propagateMemory());
        };
        Carver size;
        carve(size);
        ScratchPool::Lease lease(call.scratch, size.bytes());
        Carver carver(lease.data());
        carve(carver);
        Sweep sweep(*this, src, dst, call);
        for (int64 i = first; i < end; i++)
        {
            const int64 firstTile = i * strip, endTile = std::min(firstTile + strip, shape.tiles);
            carries.first = firstTile * shape.tile;
            for (int run = 0; run < shape.runs && needsCarries; run++)
                gather(src, run, carries, firstTile, endTile, tile);
            for (int64 t = firstTile; t < endTile && needsCarries; t++)
                propagateTile(src, carries, t * shape.tile, closing);
            for (int run = 0; run < shape.runs; run++)
                sweep.runColumns(run, carries, firstTile, endTile);
        }
    });
}

//! The sums of a run over rows near its edges and near the ends of the image. z of its bands is not among them.
template <typename W>
typename BandPlan<W>::Sums BandPlan<W>::edgeSums(int run, const Carries& carries) const
{
    const int64 first = runBegin(run), end = runEnd(run);
    const int r = y.causalStates, q = y.anticausalStates;
    Sums sums;
    // foldBand() adds the carries of whole bands. Only a short last band is summed here.
    const int64 all = std::min(shape.runRows, y.causalDecay);
    const int64 seen = std::min(all, foldedWeights.empty() ? end - first : (end - first) % shape.bandRows);
    if (W* const sent = sentBy(run, carries))
        if (seen > 0)
            sums.add({end - seen, end, pWeights.data() + (all - seen) * r, r, sent});
    if (lookAhead && q)
        sums.add({first, std::min(end, first + y.anticausalDecay), zWeights.data(), q, runningZ(run, carries)});
    const auto addClosing = [&](const typename LineGroups<W>::Share& share, int states, W* into) {
        if (share.weights)
            sums.add({first + share.first, first + share.end, share.weights, states, into});
    };
    addClosing(columnGroups.startShare(run), columnGroups.startStates(), startSums(run, carries));
    addClosing(columnGroups.endShare(run), columnGroups.endStates(), endSums(run, carries));
    return sums;
}

//! Step 1 for one run and the columns of some tiles. The carries must have room for these columns.
template <typename W>
void BandPlan<W>::gather(const Mat& src, int run, const Carries& carries, int64 firstTile, int64 endTile,
                         W* memory) const
{
    const size_t r = size_t(y.causalStates), q = size_t(y.anticausalStates), vector = carries.stride;
    if (columnGroups.startTable(run))
        std::fill_n(startSums(run, carries), size_t(columnGroups.startStates()) * vector, W(0));
    if (columnGroups.endTable(run))
        std::fill_n(endSums(run, carries), size_t(columnGroups.endStates()) * vector, W(0));
    std::fill_n(carries.vectors(carries.p, (run + 1) % shape.runs, y.causalStates), r * vector, W(0));
    std::fill_n(runningZ(run, carries), q * vector, W(0));
    const Sums sums = edgeSums(run, carries);
    const int count = int((runEnd(run) - runBegin(run) + shape.bandRows - 1) / shape.bandRows);
    if (!lookAhead)
        std::fill_n(topOf(run, count, carries), q * vector, W(0));
    for (int band = count - 1; band >= 0; band--)
        gatherBand(src, run, band, sums, carries, firstTile, endTile, memory);
    if (!lookAhead && !streamsBands)
        std::copy_n(topOf(run, 0, carries), q * vector, runningZ(run, carries));
}

template <typename W>
W* BandPlan<W>::sentBy(int run, const Carries& carries) const
{
    if (!y.causalStates || (isLast(run) && !columnGroups.needsF()))
        return nullptr;
    return carries.vectors(carries.p, (run + 1) % shape.runs, y.causalStates);
}

template <typename W>
void BandPlan<W>::gatherBand(const Mat& src, int run, int band, const Sums& sums, const Carries& carries,
                             int64 firstTile, int64 endTile, W* memory) const
{
    const int64 first = runBegin(run) + int64(band) * shape.bandRows;
    const int64 end = std::min(first + shape.bandRows, runEnd(run));
    const int q = y.anticausalStates;
    const bool sumsBand = !lookAhead && q > 0, folds = !foldedWeights.empty() && end - first == shape.bandRows;
    W* const z = sumsBand ? topOf(run, band, carries) : nullptr;
    Sums wanted;
    for (int i = 0; i < sums.count; i++)
    {
        const Sum& sum = sums.list[i];
        const int64 from = std::max(first, sum.first), to = std::min(end, sum.end);
        if (from < to)
            wanted.add({from, to, sum.weights + (from - sum.first) * sum.count, sum.count, sum.sums});
    }
    if (sumsBand && !folds)
        wanted.add({first, end, zWeights.data(), q, z});
    if (wanted.count == 0 && !sumsBand)
        return;
    const size_t vector = carries.stride;
    TileReader<W> reader(kernels, src, memory, size_t(shape.tile));
    for (int64 t = firstTile; t < endTile; t++)
    {
        const int64 element = t * shape.tile, at = carries.at(element);
        const PixelView in =
            reader.read(first, int(end - first), element, int(std::min<int64>(shape.tile, shape.elements - element)));
        if (sumsBand && !folds)
        {
            for (int m = 0; m < q; m++)
                std::fill_n(z + size_t(m) * vector + at, shape.tile, W(0));
            // bandPower is for whole bands. Only the last band of the image may be short, and z below the image is 0.
            kernels.multiplyAdd(bandPower, z + size_t(q) * vector + at, vector, z + at, vector, shape.tile);
        }
        for (int i = 0; i < wanted.count; i++)
        {
            const Sum& sum = wanted.list[i];
            const bool prefetch = !folds && i + 1 == wanted.count && reader.isDirect();
            kernels.weightedSums({rowsFrom(in, sum.first - first), int(sum.end - sum.first), shape.tile, sum.weights,
                                  sum.count, sum.sums + at, vector, prefetch});
        }
        if (folds && isPairs(y.kind))
            foldBand(in, run, band, carries, element, reader.isDirect());
        else if (folds)
            foldBlocks(in, run, band, carries, element, reader.isDirect());
    }
    if (sumsBand && !folds && streamsBands)
        std::copy_n(z, size_t(q) * vector, runningZ(run, carries));
}

//! Sums f and a of a whole band of mirrored pairs. The band adds a to z and toEnd f to the carry down.
template <typename W>
void BandPlan<W>::foldBand(const PixelView& in, int run, int band, const Carries& carries, int64 element,
                           bool prefetch) const
{
    const std::vector<W>& toEnd = foldedPowers[run + 1 == shape.runs][size_t(band) + 1];
    W* const sent = sentBy(run, carries);
    const int64 at = carries.at(element);
    FoldedSums<W> job;
    job.in = in;
    job.rows = shape.bandRows;
    job.cols = shape.tile;
    job.weights = foldedWeights.data();
    job.pairs = y.causalStates / 2;
    job.power = foldedPower.empty() ? nullptr : foldedPower.data();
    W* const z = topOf(run, band, carries) + at;
    job.z = streamsBands ? runningZ(run, carries) + at : z;
    job.below = streamsBands ? job.z : topOf(run, band + 1, carries) + at;
    job.kept = streamsBands ? z : nullptr;
    job.toEnd = sent && !toEnd.empty() ? toEnd.data() : nullptr;
    job.sent = sent ? sent + at : nullptr;
    job.step = carries.stride;
    job.prefetch = prefetch;
    kernels.foldedSums(job);
}

//! The same of any axis whose directions share their states.
template <typename W>
void BandPlan<W>::foldBlocks(const PixelView& in, int run, int band, const Carries& carries, int64 element,
                             bool prefetch) const
{
    const SmallMatrix<W>& toEnd = zPowers[isLast(run)][size_t(band) + 1];
    W* const sent = sentBy(run, carries);
    const int64 at = carries.at(element);
    FoldedBlockSums<W> job;
    job.in = in;
    job.rows = shape.bandRows;
    job.cols = shape.tile;
    job.weights = foldedWeights.data();
    job.states = y.causalStates;
    job.power = &bandPower;
    job.below = topOf(run, band + 1, carries) + at;
    job.z = topOf(run, band, carries) + at;
    job.toEnd = sent && !toEnd.isZero() ? &toEnd : nullptr;
    job.sent = sent ? sent + at : nullptr;
    job.step = carries.stride;
    job.prefetch = prefetch;
    blockKernels(W()).foldedSums(job);
}

//! The state outside the image for the columns of one tile: offset times the border value.
template <typename W>
void BandPlan<W>::fillOutside(const std::vector<W>& offset, int64 element, W* state) const
{
    for (size_t m = 0; m < offset.size(); m++)
        for (int c = 0; c < shape.tile; c++)
            *state++ = columnBorder == Scalar() ? W(0) : offset[m] * W(columnBorder[int((element + c) % channels) % 4]);
}

template <typename W>
void BandPlan<W>::propagate(const Mat& src, const Carries& carries, ScratchPool& pool) const
{
    parallelFor(
        shape.tiles,
        [&](int64 firstTile, int64 endTile) {
            const DenormalsAsZero guard;
            ScratchPool::Lease memory(pool, propagateMemory() * sizeof(W));
            for (int64 t = firstTile; t < endTile; t++)
                propagateTile(src, carries, t * shape.tile, reinterpret_cast<W*>(memory.data()));
        },
        double(shape.tiles) / tuning::PROPAGATE_TILES);
}

/** Adds to `start` and `end` the states that close the columns of one tile. They come from the sums f, z, a and g over
all runs (LineClosing). f is added up from the first run down, z from the last run up, as propagateTile visits the runs.
@param memory room for a copy of a sum, f, z, a and g, each with a row of the tile for each state, and two rows of end
pixels */
template <typename W>
void BandPlan<W>::close(const Mat& src, const Carries& carries, int64 element, W* start, W* end, W* memory) const
{
    const int r = y.causalStates, q = y.anticausalStates, tile = shape.tile;
    const size_t vector = carries.stride, states = size_t(std::max(r, q)) * size_t(tile);
    W *before = memory, *f = before + states, *z = f + states, *a = z + states, *g = a + states;
    W* const ends[] = {g + states, g + states + tile};
    const int64 at = carries.at(element);
    const auto add = [&](const SmallMatrix<W>& m, const W* in, size_t inStep, W* out, size_t outStep) {
        if (!m.isZero())
            kernels.multiplyAdd(m, in, inStep, out, outStep, tile);
    };
    const auto copy = [&](const W* from, int count, W* to) {
        for (int m = 0; m < count; m++)
            std::copy_n(from + size_t(m) * vector + at, tile, to + m * tile);
    };
    const auto next = [&](const SmallMatrix<W>& power, const W* ofRun, int count, W* sum) {
        std::copy_n(sum, count * tile, before);
        copy(ofRun, count, sum);
        add(power, before, size_t(tile), sum, size_t(tile));
    };
    std::fill_n(f, 2 * states, W(0)); // z follows f
    for (int run = 0; run < shape.runs && columnGroups.needsF(); run++)
        next(isLast(run) ? lastRunPower : runPower, sentBy(run, carries), r, f);
    for (int run = shape.runs - 1; run >= 0 && columnGroups.needsZ(); run--)
        next(zPowers[isLast(run)][0], runningZ(run, carries), q, z);
    const int startStates = columnGroups.startStates(), endStates = columnGroups.endStates();
    columnGroups.addUp(carries.start + at, size_t(startStates) * vector, carries.end + at, size_t(endStates) * vector,
                       [&](const SmallMatrix<W>& m, const W* in, W* out) { add(m, in, vector, out, vector); });
    copy(startSums(0, carries), startStates, a);
    copy(endSums(shape.runs - 1, carries), endStates, g);
    for (int k = 0; k < 2 && columnGroups.needsEnds(); k++)
    {
        const int64 count = std::min<int64>(tile, shape.elements - element);
        loadElements(kernels, src, k ? shape.rows - 1 : 0, element, ends[k], count);
        std::fill(ends[k] + count, ends[k] + tile, W(0));
    }
    columnGroups.close(kernels, a, g, f, z, ends[0], ends[1], start, end, tile);
}

template <typename W>
void BandPlan<W>::propagateTile(const Mat& src, const Carries& carries, int64 element, W* memory) const
{
    const int r = y.causalStates, q = y.anticausalStates, tile = shape.tile;
    const size_t vector = carries.stride, states = size_t(std::max(r, q)) * size_t(tile);
    const int64 at = carries.at(element);
    W *start = memory, *state = start + states, *before = state + states;
    fillOutside(y.startOffset, element, start);
    fillOutside(y.endOffset, element, state);
    close(src, carries, element, start, state, before);
    for (int m = 0; m < r; m++)
        std::copy_n(&start[size_t(m) * tile], tile, carries.p + size_t(m) * vector + at);
    for (int run = 1; run < shape.runs; run++)
        kernels.multiplyAdd(runPower, carries.vectors(carries.p, run - 1, r) + at, vector,
                            carries.vectors(carries.p, run, r) + at, vector, tile);
    for (int run = shape.runs - 1; run >= 0; run--)
    {
        std::copy_n(state, size_t(q) * size_t(tile), before);
        for (int m = 0; m < q; m++)
        {
            W* z = runningZ(run, carries) + size_t(m) * vector + at;
            std::swap_ranges(z, z + tile, &state[size_t(m) * tile]);
        }
        kernels.multiplyAdd(zPowers[run + 1 == shape.runs][0], before, tile, state, tile, tile);
    }
}

template class BandPlan<float>;
template class BandPlan<double>;

}} // namespace cv::recfilter
