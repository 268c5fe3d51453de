// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The papers' algorithms on square tiles: one tile function, run for every step of the schedule.

#include "papers/cpu/tiles/tiles.hpp"

#include "recursive/plan/schedule/schedule_filters.hpp"
#include "runtime/cpu/memory/denormals.hpp"
#include "recursive/cpu/lines/lines.hpp"
#include "runtime/cpu/memory/parallel.hpp"
#include "recursive/cpu/lines/tuning.hpp"

namespace cv { namespace recfilter {

constexpr int TILE = tuning::PAPER_TILE;
static_assert(TILE % MAX_LANES == 0, "square tiles are whole vectors wide and whole bundles high");

template <typename W>
TilePlan<W>::TilePlan(const FilterModel& model, const Extents& array, const Schedule& schedule)
    : kernels(filterKernels(W())), steps(schedule.steps), columnLines(array.along(ALONG_COLUMNS)),
      rowLines(array.along(ALONG_ROWS)), height(int(columnLines.n)), channels(array.channels()),
      x(model.axes[ALONG_ROWS], rowLines.n), y(model.axes[ALONG_COLUMNS], columnLines.n),
      borderValue(metBorderValue(x, y, model.borderValue))
{
    for (const FilterModel& filter : filtersOf(schedule, model))
        stages.push_back(std::make_unique<const Stage>(filter, columnLines, rowLines));
}

template <typename W>
TilePlan<W>::Stage::Stage(const FilterModel& model, const LineSpace& columns, const LineSpace& rows)
    : x(model.axes[ALONG_ROWS], rows.n), y(model.axes[ALONG_COLUMNS], columns.n),
      xGroups(x, int(rows.inner), TILE * rows.inner, true, true, true), yGroups(y, 1, TILE, true, true, true)
{
    const int perPixel = int(rows.inner);
    for (int last = 0; last < 2; last++)
    {
        const int64 h = last ? (columns.n - 1) % TILE + 1 : int64(TILE),
                    w = last ? (rows.n - 1) % TILE + 1 : int64(TILE);
        down[last] = packed<W>(reversed(y.causalMoments(h)));
        up[last] = packed<W>(y.undecoupledMoments(h));
        upDecoupled[last] = packed<W>(y.anticausalMoments(h));
        right[last] = weightTable<W>(reversed(x.causalMoments(w)), perPixel);
        left[last] = weightTable<W>(x.undecoupledMoments(w), perPixel);
        leftDecoupled[last] = weightTable<W>(x.anticausalMoments(w), perPixel);
    }
    if (std::is_same<W, float>::value)
    {
        // The filter that runs over the pixels: with rounded coefficients, and with all of its gain in y.
        AxisModel same = model.axes[ALONG_COLUMNS];
        same.filter = y.filter;
        exactY = std::make_unique<const AxisTables<double>>(same, columns.n);
        exactGroups = std::make_unique<const LineGroups<double>>(*exactY, 1, TILE, true, true);
    }
}

/** One call: the carries of both axes and the image between the steps. */
template <typename W>
class TilePlan<W>::Run
{
public:
    Run(const TilePlan& p, const Mat& source, Mat& destination, ScratchPool& scratch)
        : plan(p), kernels(p.kernels), src(source), dst(destination), pool(scratch),
          columnsInTiles(p.hasColumnsInTiles()), width(TILE * p.channels), local(size_t(TILE) * size_t(width)),
          image(kernels, p.rowLines, p.borderValue, p.x, p.y, p.keepsImage(), scratch)
    {
        for (const auto& stage : plan.stages)
            filters.push_back(
                std::make_unique<Filter>(plan, *stage, columnsInTiles ? 0 : columnGroups(image.elements()), pool));
    }

    void run()
    {
        bool stored = false;
        for (const Step& step : plan.steps)
        {
            runStep(step, !stored, &step == &plan.steps.back());
            stored |= step.apply != Pass::NONE;
            propagate(*filters[size_t(step.gathered)], step.gather);
        }
    }

private:
    struct Filter
    {
        //! @param columnGroups groups of columns; 0 if tiles find their own column carries.
        Filter(const TilePlan& p, const Stage& stage, int64 columnGroups, ScratchPool& pool)
            : of(stage), columns(p.kernels, stage.y, stage.yGroups, stage.yGroups.count() > 1, columnGroups,
                                 p.kernels.lanes, pool),
              rows(p.kernels, stage.x, stage.xGroups, true,
                   (p.columnLines.n + p.kernels.lanes - 1) / p.kernels.lanes * p.channels,
                   std::min(p.height, p.kernels.lanes), pool)
        {
        }

        const Stage& of;
        AxisCarries<W> columns, rows;
    };

    //! A tile and its buffers during a step.
    struct Tile
    {
        int tx, ty, rows, cols;
        int bundles;   //!< of rows
        int64 element; //!< first element in its row
        int64 column;  //!< its first column in the column carries
        bool lastX, lastY;
        W* pixels;           //!< rows padded to the vector length, `width` elements a row
        W *transposed, *sum; //!< the row passes' buffers
        W* columnStates;     //!< one row a state
        W* rowStates[2];     //!< of the causal and of the anticausal pass
    };

    //! Most states that a tile keeps for a column: both closing sums and their results, each of both directions.
    size_t columnStates() const { return 3 * size_t(plan.y.causalStates + plan.y.anticausalStates); }
    size_t rowStates() const { return size_t(std::max(plan.x.causalStates + plan.x.anticausalStates, 1)); }
    size_t tileMemory() const { return 3 * local + (columnStates() + 2 * rowStates()) * size_t(width); }

    int64 columnGroups(int64 elements) const { return (elements + kernels.lanes - 1) / kernels.lanes; }

    //! Row carries: the number of groups of a tile, and the first of them in a plane.
    int groupsOf(const Tile& tile) const { return tile.bundles * plan.channels; }
    W* firstGroup(const Tile& tile, const AxisCarries<W>& rows, W* plane, int states) const
    {
        return plane + size_t(tile.ty) * size_t(TILE / kernels.lanes * plan.channels) * rows.groupSize(states);
    }

    void runStep(const Step& step, bool first, bool last)
    {
        if (columnsInTiles && step.apply == Pass::NONE && !has(step.gather, Pass::RL))
            return;
        Filter &applied = *filters[size_t(step.applied)], &gathered = *filters[size_t(step.gathered)];
        const AxisCarries<W>&columns = applied.columns, &rows = applied.rows;
        const bool findsColumns = columnsInTiles && has(step.apply, Pass::DU);
        parallelFor(int64(columns.tiles()) * rows.tiles(), [&](int64 firstTile, int64 endTile) {
            const DenormalsAsZero guard;
            const StreamFence fence;
            ScratchPool::Lease memory(pool, tileMemory() * sizeof(W));
            AxisCarries<W> ofTile(kernels, applied.of.y, applied.of.yGroups, false,
                                  findsColumns ? columnGroups(width) : 0, kernels.lanes, pool);
            for (int64 index = firstTile; index < endTile; index++)
            {
                Tile tile;
                tile.tx = int(index % rows.tiles());
                tile.ty = int(index / rows.tiles());
                tile.lastX = tile.tx + 1 == rows.tiles();
                tile.lastY = tile.ty + 1 == columns.tiles();
                tile.rows = columns.length(tile.ty);
                tile.bundles = (tile.rows + kernels.lanes - 1) / kernels.lanes;
                tile.cols = rows.length(tile.tx) * plan.channels;
                tile.element = int64(tile.tx) * width;
                tile.column = columnsInTiles ? 0 : tile.element;
                tile.pixels = reinterpret_cast<W*>(memory.data());
                tile.transposed = tile.pixels + local;
                tile.sum = tile.transposed + local;
                tile.columnStates = tile.sum + local;
                tile.rowStates[0] = tile.columnStates + columnStates() * size_t(width);
                tile.rowStates[1] = tile.rowStates[0] + rowStates() * size_t(width);
                load(tile, first);
                if (findsColumns)
                {
                    gatherColumns(tile, applied.of, ofTile, Pass::DU);
                    ofTile.propagateGroups(0, columnGroups(width), true, true);
                }
                applyColumns(tile, applied.of, findsColumns ? ofTile : applied.columns, step.apply & Pass::DU);
                applyRows(tile, applied, step.apply & Pass::RL);
                if (!columnsInTiles)
                    gatherColumns(tile, gathered.of, gathered.columns, step.gather & Pass::DU);
                gatherRows(tile, gathered, step.gather & Pass::RL);
                if (step.apply != Pass::NONE)
                    store(tile, last);
            }
        });
    }

    //! Loads a tile and prefetches the next one. Tile rows are too short for the hardware prefetchers.
    void load(const Tile& tile, bool first)
    {
        if (tile.lastX || tile.lastY)
            std::fill_n(tile.pixels, size_t(tile.bundles * kernels.lanes) * size_t(width), W(0));
        for (int i = 0; i < tile.rows; i++)
        {
            const int64 row = int64(tile.ty) * TILE + i;
            W* pixels = tile.pixels + size_t(i) * size_t(width);
            if (first)
            {
                prefetchBytes(elementPtr(src, row, tile.element + width), size_t(width) * src.elemSize1());
                image.loadRow(src, row, tile.element, tile.cols, pixels);
            }
            else
            {
                const W* from = image.view().data + size_t(row) * image.view().step + tile.element;
                prefetchBytes(from + width, size_t(width) * sizeof(W));
                std::copy_n(from, tile.cols, pixels);
            }
        }
    }

    void store(const Tile& tile, bool last)
    {
        for (int i = 0; i < tile.rows; i++)
        {
            const int64 row = int64(tile.ty) * TILE + i;
            W* pixels = tile.pixels + size_t(i) * size_t(width);
            if (last)
                image.storeRow(pixels, dst, row, tile.element, tile.cols);
            else
            {
                W* to = image.view().data + size_t(row) * image.view().step + tile.element;
                if (image.isLarge() && tile.cols == width)
                    kernels.stream(pixels, to, size_t(width) * sizeof(W));
                else
                    std::copy_n(pixels, tile.cols, to);
            }
        }
    }

    //! Copies the states of a tile's columns between a plane, which groups them, and a buffer of one row a state.
    void columnState(const Tile& tile, W* plane, int states, W* rowsOfStates, bool toPlane)
    {
        const int lanes = kernels.lanes;
        for (int c = 0; c < width && c < int(alignSize(size_t(tile.cols), lanes)); c += lanes)
            for (int m = 0; m < states; m++)
            {
                W* group =
                    plane + (size_t(tile.column + c) / size_t(lanes) * size_t(states) + size_t(m)) * size_t(lanes);
                W* row = rowsOfStates + size_t(m) * size_t(width) + c;
                std::copy_n(toPlane ? row : group, lanes, toPlane ? group : row);
            }
    }

    void applyColumns(const Tile& tile, const Stage& stage, AxisCarries<W>& carries, Pass passes)
    {
        if (passes == Pass::NONE)
            return;
        ColumnPass<W> pass;
        pass.in = pixelView(tile.pixels, size_t(width));
        pass.out = {stage.y.parallel ? tile.sum : tile.pixels, size_t(width)};
        pass.rows = tile.rows;
        pass.cols = width;
        pass.state = tile.columnStates;
        pass.stateStep = size_t(width);
        if (has(passes, Pass::D))
        {
            columnState(tile, carries.causal(tile.ty), stage.y.causalStates, tile.columnStates, false);
            pass.chain = &stage.y.causal;
            kernels.columnDown(pass);
        }
        if (has(passes, Pass::U))
        {
            columnState(tile, carries.anticausal(tile.ty + 1), stage.y.anticausalStates, tile.columnStates, false);
            pass.chain = &stage.y.anticausal;
            pass.add = stage.y.parallel ? tile.sum : nullptr;
            kernels.columnUp(pass);
            if (stage.y.parallel)
                std::copy_n(tile.sum, local, tile.pixels);
        }
    }

    RowPass<W> rowPass(const Tile& tile) const
    {
        static const Chain<W> identity = Chain<W>::makeIdentity();
        RowPass<W> pass;
        pass.chain = &identity;
        pass.rows = {tile.pixels, size_t(width)};
        pass.transposed = tile.transposed;
        pass.blockStep = ptrdiff_t(TILE) * kernels.lanes;
        pass.bundles = tile.bundles;
        pass.cols = tile.cols;
        pass.element = 0;
        pass.channels = plan.channels;
        return pass;
    }

    void applyRows(const Tile& tile, Filter& filter, Pass passes)
    {
        if (passes == Pass::NONE)
            return;
        // Later steps still read the planes, so the passes run on copies. Only the carries of these passes are copied:
        // another tile may be gathering the carries of the other direction.
        const auto copy = [&](W* plane, int states, W* to) {
            filter.rows.unpack(firstGroup(tile, filter.rows, plane, states), int64(groupsOf(tile)) * states, to);
        };
        if (has(passes, Pass::R))
            copy(filter.rows.causal(tile.tx), filter.of.x.causalStates, tile.rowStates[0]);
        if (has(passes, Pass::L))
            copy(filter.rows.anticausal(tile.tx + 1), filter.of.x.anticausalStates, tile.rowStates[1]);
        RowPass<W> right = rowPass(tile), left = right;
        right.parallelSum = left.parallelSum = filter.of.x.parallel ? tile.sum : nullptr;
        if (has(passes, Pass::R))
            right.chain = &filter.of.x.causal;
        if (has(passes, Pass::L))
            left.chain = &filter.of.x.anticausal;
        right.state = tile.rowStates[0];
        left.state = tile.rowStates[1];
        kernels.rows(nullptr, &right, Prefetch());
        kernels.rows(&left, nullptr, Prefetch());
    }

    void gatherColumns(const Tile& tile, const Stage& stage, AxisCarries<W>& carries, Pass passes)
    {
        if (passes == Pass::NONE)
            return;
        const auto sum = [&](const W* weights, int64 first, int64 end, int states, W* sums) {
            std::fill_n(sums, size_t(states) * size_t(width), W(0));
            if (states && first < end)
                kernels.weightedSums({pixelView(tile.pixels + size_t(first) * size_t(width), size_t(width)),
                                      int(end - first), width, weights, states, sums, size_t(width)});
        };
        const auto gather = [&](const W* weights, int64 first, int64 end, int states, W* plane) {
            sum(weights, first, end, states, tile.columnStates);
            columnState(tile, plane, states, tile.columnStates, true);
        };
        const LineGroups<W>& groups = stage.yGroups;
        const auto start = groups.startShare(tile.ty), end = groups.endShare(tile.ty);
        const int r = stage.y.causalStates, q = stage.y.anticausalStates;
        if (has(passes, Pass::D))
            gather(stage.down[tile.lastY].data(), 0, tile.rows, r, carries.causal(tile.ty + 1));
        if (has(passes, Pass::D) && carries.hasSums)
        {
            gather(start.weights, start.first, start.end, groups.startStates(), carries.start(tile.ty));
            gather(end.weights, end.first, end.end, groups.endStates(), carries.end(tile.ty));
        }
        else if (has(passes, Pass::D))
        {
            W *toStart = tile.columnStates, *toEnd = toStart + groups.startStates() * width;
            W *before = toEnd + groups.endStates() * width, *behind = before + r * width;
            sum(start.weights, start.first, start.end, groups.startStates(), toStart);
            sum(end.weights, end.first, end.end, groups.endStates(), toEnd);
            std::fill_n(before, (r + q) * width, W(0));
            groups.close(kernels, toStart, 0, toEnd, 0, before, behind, width);
            columnState(tile, carries.causal(0), r, before, true);
            columnState(tile, carries.anticausal(1), q, behind, true);
        }
        if (has(passes, Pass::U) && tile.ty > 0)
            gather((has(passes, Pass::D) ? stage.upDecoupled : stage.up)[tile.lastY].data(), 0, tile.rows, q,
                   carries.anticausal(tile.ty));
    }

    /** Writes weighted sums of a tile's rows to planes of carries. A null table has no sums.
    @param aOrigin, bOrigin index of the tile's first element in the tables. */
    void sumRows(const Tile& tile, const AxisCarries<W>& rows, const WeightTable<W>* a, W* aPlane, int64 aOrigin,
                 const WeightTable<W>* b, W* bPlane, int64 bOrigin)
    {
        RowPass<W> pass = rowPass(tile);
        const WeightTable<W>* tables[2] = {a && a->states ? a : nullptr, b && b->states ? b : nullptr};
        W* planes[2] = {aPlane, bPlane};
        const int64 origins[2] = {aOrigin, bOrigin};
        if (!tables[0] && !tables[1])
            return;
        for (int k = 0; k < 2; k++)
        {
            if (!tables[k])
                continue;
            planes[k] = firstGroup(tile, rows, planes[k], tables[k]->states);
            pass.weights[k] = tables[k]->empty() ? nullptr : tables[k];
            pass.weightElement[k] = origins[k];
            pass.sums[k] = rows.hasWholeGroups() ? planes[k] : tile.rowStates[k];
            std::fill_n(pass.sums[k], groupsOf(tile) * tables[k]->states * kernels.lanes, W(0));
        }
        kernels.rows(nullptr, &pass, Prefetch());
        for (int k = 0; k < 2 && !rows.hasWholeGroups(); k++)
            if (tables[k])
                rows.pack(pass.sums[k], int64(groupsOf(tile)) * tables[k]->states, planes[k]);
    }

    void gatherRows(const Tile& tile, Filter& filter, Pass passes)
    {
        AxisCarries<W>& rows = filter.rows;
        const WeightTable<W>& right = filter.of.right[tile.lastX];
        const WeightTable<W>& left = (has(passes, Pass::R) ? filter.of.leftDecoupled : filter.of.left)[tile.lastX];
        const bool toRight = has(passes, Pass::R), toLeft = has(passes, Pass::L) && tile.tx > 0;
        sumRows(tile, rows, toRight ? &right : nullptr, rows.causal(tile.tx + 1), 0, toLeft ? &left : nullptr,
                toLeft ? rows.anticausal(tile.tx) : nullptr, 0);
        const LineGroups<W>& groups = filter.of.xGroups;
        if (toRight)
            sumRows(tile, rows, groups.startTable(tile.tx), rows.start(tile.tx), groups.startOrigin(tile.tx),
                    groups.endTable(tile.tx), rows.end(tile.tx), groups.endOrigin(tile.tx));
    }

    void propagate(Filter& filter, Pass passes)
    {
        if (has(passes, Pass::DU))
            filter.columns.propagate(has(passes, Pass::D), has(passes, Pass::U));
        if (passes == Pass::DURL)
            filterRowCarries(filter);
        if (has(passes, Pass::RL))
            filter.rows.propagate(has(passes, Pass::R), has(passes, Pass::L));
    }

    /** Row and column filters commute. So the column filter turns the row carries of the raw image into those of the
    column-filtered image. The row carries of a tile are a thin image of a few columns, which is filtered in double.
    Carries are states of sections, and these states cancel in the result, which amplifies their rounding errors
    (accuracy.md). */
    void filterRowCarries(Filter& filter)
    {
        parallel_for_(Range(0, filter.rows.tiles()), [&](const Range& range) {
            for (int t = range.start; t < range.end; t++)
            {
                filterPlane(filter.of, filter.rows.causal(t + 1), filter.of.x.causalStates);
                if (t > 0)
                    filterPlane(filter.of, filter.rows.anticausal(t), filter.of.x.anticausalStates);
                if (filter.of.xGroups.startTable(t))
                    filterPlane(filter.of, filter.rows.start(t), filter.of.xGroups.startStates());
                if (filter.of.xGroups.endTable(t))
                    filterPlane(filter.of, filter.rows.end(t), filter.of.xGroups.endStates());
            }
        });
    }

    //! Runs the column filter over one plane of row carries, whose lines are the rows of the image.
    void filterPlane(const Stage& stage, W* plane, int states)
    {
        const bool leavesAll = stage.y.causalStates + stage.y.anticausalStates == 0 && !stage.y.parallel;
        if (states == 0 || leavesAll)
            return;
        if (stage.exactY)
            filterPlaneAs(*stage.exactY, *stage.exactGroups, plane, states);
        else
            filterPlaneAs(stage.y, stage.yGroups, plane, states);
    }

    template <typename V>
    void filterPlaneAs(const AxisTables<V>& axis, const LineGroups<V>& groups, W* plane, int states)
    {
        const FilterKernels<V>& kernelsOfV = filterKernels(V());
        const int lines = std::min(plan.height, kernels.lanes), perRow = states * plan.channels;
        const size_t step = alignSize(size_t(perRow), kernelsOfV.lanes);
        ScratchPool::Lease memory(pool, size_t(plan.height) * step * sizeof(V));
        V* thin = reinterpret_cast<V*>(memory.data());
        std::fill_n(thin, size_t(plan.height) * step, V(0));
        const auto copy = [&](bool toPlane) {
            for (int row = 0; row < plan.height; row++)
                for (int k = 0; k < perRow; k++)
                {
                    W& inPlane =
                        plane[(size_t(row / lines) * size_t(perRow) + size_t(k)) * size_t(lines) + size_t(row % lines)];
                    V& inThin = thin[size_t(row) * step + size_t(k)];
                    if (toPlane)
                        inPlane = W(inThin);
                    else
                        inThin = V(inPlane);
                }
        };
        copy(false);
        LineFilter<V>(kernelsOfV, axis, groups, pool).filterColumns({thin, step}, {1, plan.columnLines.n, int64(step)});
        copy(true);
    }

    const TilePlan& plan;
    const FilterKernels<W>& kernels;
    const Mat& src;
    Mat& dst;
    ScratchPool& pool;
    const bool columnsInTiles;
    const int width;    //!< elements of a whole tile
    const size_t local; //!< elements of a tile buffer
    WorkingImage<W> image;
    std::vector<std::unique_ptr<Filter>> filters;
};

/** Whether tiles hold whole columns, and no step applies only one of the column passes. Each tile then finds its
column carries right before it applies them. None are kept, because a long row would have more carries than pixels. */
template <typename W>
bool TilePlan<W>::hasColumnsInTiles() const
{
    return height <= TILE && std::all_of(steps.begin(), steps.end(), [](const Step& step) {
               const Pass along = step.apply & Pass::DU;
               return along != Pass::D && along != Pass::U;
           });
}

//! Whether the image is kept between steps: if more than one step applies passes.
template <typename W>
bool TilePlan<W>::keepsImage() const
{
    return std::count_if(steps.begin(), steps.end(), [](const Step& step) { return step.apply != Pass::NONE; }) > 1;
}

template <typename W>
size_t TilePlan<W>::workBytes() const
{
    const int64 columns = hasColumnsInTiles() ? 0 : (rowLines.n * rowLines.inner - 1) / kernels.lanes + 1;
    const int64 rows = ((height - 1) / kernels.lanes + 1) * channels;
    size_t numbers = 0;
    for (const auto& stage : stages)
        numbers +=
            AxisCarries<W>::numbersOf(stage->y, stage->yGroups, stage->yGroups.count() > 1, columns, kernels.lanes) +
            AxisCarries<W>::numbersOf(stage->x, stage->xGroups, true, rows, std::min(height, kernels.lanes));
    return numbers * sizeof(W) + (keepsImage() ? WorkingImage<W>::bytesOf(rowLines) : 0);
}

template <typename W>
void TilePlan<W>::run(const Mat& src, Mat& dst, const HostCall& call) const
{
    Run(*this, src, dst, call.scratch).run();
}

template class TilePlan<float>;
template class TilePlan<double>;

template <typename W>
std::shared_ptr<const HostEngine> makeTiles(const FilterModel& model, const Extents& shape, const Schedule& schedule)
{
    return std::make_shared<const TilePlan<W>>(model, shape, schedule);
}

template std::shared_ptr<const HostEngine> makeTiles<float>(const FilterModel&, const Extents&, const Schedule&);
template std::shared_ptr<const HostEngine> makeTiles<double>(const FilterModel&, const Extents&, const Schedule&);

}} // namespace cv::recfilter
