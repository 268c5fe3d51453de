// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "tiles.hpp"

#include "denormals.hpp"
#include "lines.hpp"
#include "policy.hpp"

namespace cv { namespace recfilter {

enum
{
    TILE = policy::PAPER_TILE
};

//! Weights of the first pixels of a tile in what leaves at its start: A^i B.
template <typename W>
static WeightTable<W> table(const std::vector<W>& moments, int states, bool reversed, int channels)
{
    WeightTable<W> result;
    result.states = states;
    result.count = states ? int64(moments.size()) / states : 0;
    result.data = moments;
    for (int64 i = 0; reversed && i < result.count; i++)
        std::copy_n(&moments[size_t((result.count - 1 - i) * states)], states, result.data.begin() + i * states);
    return repeatForChannels(result, channels);
}

template <typename W>
static std::vector<W> undecoupledMoments(const AxisPlan<W>& plan, int count)
{
    AxisPlan<W> alone = plan;
    alone.axis.Bz = plan.axis.R.B;
    return alone.anticausalMoments(count);
}

//! The sections of one order of a cascade.
static AxisModel sectionsOf(AxisModel axis, int order)
{
    for (Branches* direction : {&axis.filter.causal, &axis.filter.anticausal})
    {
        std::vector<Section>& sections = (*direction)[0].sections;
        sections.erase(
            std::remove_if(sections.begin(), sections.end(), [order](const Section& s) { return s.order != order; }),
            sections.end());
    }
    return axis;
}

template <typename W>
TilePlan<W>::TilePlan(const FilterModel& model, Size imageSize, int cn, bool)
    : kernels(filterKernels(W())), steps(scheduleOf(model.algorithm)), size(imageSize), channels(cn),
      x(model.x, imageSize.width), y(model.y, imageSize.height), borderValue(model.borderValue)
{
    if (model.algorithm != cuda::RECURSIVE_ALG_5_4)
    {
        stages.push_back(std::make_unique<const Stage>(model, size, channels));
        return;
    }
    for (int order : {1, 2})
    {
        FilterModel part = model;
        part.x = sectionsOf(model.x, order);
        part.y = sectionsOf(model.y, order);
        stages.push_back(std::make_unique<const Stage>(part, size, channels));
    }
}

template <typename W>
TilePlan<W>::Stage::Stage(const FilterModel& model, Size size, int channels)
    : x(model.x, size.width), y(model.y, size.height), xPowers(x, TILE), yPowers(y, TILE)
{
    for (int last = 0; last < 2; last++)
    {
        const int h = last ? (size.height - 1) % TILE + 1 : TILE, w = last ? (size.width - 1) % TILE + 1 : TILE;
        down[last] = table(y.causalMoments(h), y.causalStates, true, 1).data;
        up[last] = undecoupledMoments(y, h);
        upDecoupled[last] = y.anticausalMoments(h);
        right[last] = table(x.causalMoments(w), x.causalStates, true, channels);
        left[last] = table(undecoupledMoments(x, w), x.anticausalStates, false, channels);
        leftDecoupled[last] = table(x.anticausalMoments(w), x.anticausalStates, false, channels);
    }
    if (std::is_same<W, float>::value && std::max(y.causalStates, y.anticausalStates) > policy::FLOAT_PLANE_ORDER)
    {
        AxisModel same = model.y; // the pixels' filter: that of rounded coefficients, whose gain y has taken
        double taken = 1;
        same.filter = rounded<W>(model.y.filter, taken);
        exactY = std::make_unique<const AxisPlan<double>>(same, size.height);
    }
    rowStart = repeatForChannels(x.startWeights, channels);
    rowEnd = repeatForChannels(x.endWeights, channels);
}

/** One call: the carries of both axes and the image between the steps. */
template <typename W>
class TilePlan<W>::Run
{
public:
    Run(const TilePlan& plan, const Mat& src, Mat& dst, ScratchPool& pool);
    void run();

private:
    //! A filter and its carries.
    struct Filter
    {
        Filter(const TilePlan& plan, const Stage& stage, ScratchPool& pool);

        const Stage& of;
        AxisCarries<W> columns, rows;
    };

    //! A tile on its way through a step.
    struct Tile
    {
        int tx, ty, rows, cols;
        int64 element; //!< first element in its row
        bool lastX, lastY;
        W* pixels;           //!< rows padded to the vector length, `width` elements a row
        W *transposed, *sum; //!< the row passes' buffers
        W* columnStates;     //!< one row a state
        W* rowStates[2];     //!< of the causal and of the anticausal pass
    };

    size_t columnStates() const { return size_t(std::max(plan.y.causalStates, plan.y.anticausalStates)); }
    size_t rowStates() const { return size_t(std::max({plan.x.causalStates, plan.x.anticausalStates, 1})); }
    size_t tileMemory() const { return 3 * local + (columnStates() + 2 * rowStates()) * size_t(width); }

    void runStep(const Step& step, bool first, bool last);
    void load(const Tile& tile, bool first);
    void applyColumns(const Tile& tile, Filter& filter, int passes);
    void applyRows(const Tile& tile, Filter& filter, int passes);
    void gatherColumns(const Tile& tile, Filter& filter, int passes);
    void gatherRows(const Tile& tile, Filter& filter, int passes);
    void sumRows(const Tile& tile, const WeightTable<W>& a, W* aPlane, const WeightTable<W>& b, W* bPlane,
                 int64 element);
    void store(const Tile& tile, bool last);
    void propagate(Filter& filter, int passes);
    void filterRowCarries(Filter& filter);
    void filterPlane(const Stage& stage, W* plane, int states);
    template <typename V>
    void filterPlaneAs(const AxisPlan<V>& axis, W* plane, int states);

    void columnState(const Tile& tile, W* plane, int states, W* local, bool toPlane);
    RowPass<W> rowPass(const Tile& tile) const;
    size_t groupOf(const Tile& tile) const
    {
        return size_t(tile.ty) * size_t(TILE / plan.kernels.lanes * plan.channels);
    }

    const TilePlan& plan;
    const FilterKernels<W>& kernels;
    const Mat& src;
    Mat& dst;
    ScratchPool& pool;
    const int width;    //!< elements of a whole tile
    const size_t local; //!< elements of a tile buffer
    WorkingImage<W> image;
    std::vector<std::unique_ptr<Filter>> filters;
};

template <typename W>
TilePlan<W>::Run::Filter::Filter(const TilePlan& p, const Stage& stage, ScratchPool& pool)
    : of(stage), columns(p.kernels, stage.y, stage.yPowers, TILE,
                         (int64(p.size.width) * p.channels + p.kernels.lanes - 1) / p.kernels.lanes, pool),
      rows(p.kernels, stage.x, stage.xPowers, TILE,
           int64((p.size.height + TILE - 1) / TILE) * (TILE / p.kernels.lanes) * p.channels, pool)
{
}

template <typename W>
TilePlan<W>::Run::Run(const TilePlan& p, const Mat& source, Mat& destination, ScratchPool& scratch)
    : plan(p), kernels(p.kernels), src(source), dst(destination), pool(scratch), width(TILE * p.channels),
      local(size_t(TILE) * size_t(width)), image(kernels, p.size, p.channels, p.borderValue, p.x, p.y, scratch)
{
    for (const auto& stage : plan.stages)
        filters.push_back(std::make_unique<Filter>(plan, *stage, pool));
}

template <typename W>
void TilePlan<W>::run(const Mat& src, Mat& dst, ScratchPool& pool) const
{
    Run(*this, src, dst, pool).run();
}

template <typename W>
void TilePlan<W>::Run::run()
{
    bool stored = false;
    for (const Step& step : plan.steps)
    {
        runStep(step, !stored, &step == &plan.steps.back());
        stored |= step.apply != NONE;
        propagate(*filters[size_t(step.gathered)], step.gather);
    }
}

//! tile<Apply, Gather> over the image.
template <typename W>
void TilePlan<W>::Run::runStep(const Step& step, bool first, bool last)
{
    Filter &applied = *filters[size_t(step.applied)], &gathered = *filters[size_t(step.gathered)];
    const AxisCarries<W>&columns = applied.columns, &rows = applied.rows;
    parallel_for_(Range(0, columns.tiles() * rows.tiles()), [&](const Range& range) {
        const DenormalsAsZero guard;
        ScratchPool::Lease memory(pool, tileMemory() * sizeof(W));
        for (int index = range.start; index < range.end; index++)
        {
            Tile tile;
            tile.tx = index % rows.tiles();
            tile.ty = index / rows.tiles();
            tile.lastX = tile.tx + 1 == rows.tiles();
            tile.lastY = tile.ty + 1 == columns.tiles();
            tile.rows = columns.length(tile.ty);
            tile.cols = rows.length(tile.tx) * plan.channels;
            tile.element = int64(tile.tx) * width;
            tile.pixels = reinterpret_cast<W*>(memory.data());
            tile.transposed = tile.pixels + local;
            tile.sum = tile.transposed + local;
            tile.columnStates = tile.sum + local;
            tile.rowStates[0] = tile.columnStates + columnStates() * size_t(width);
            tile.rowStates[1] = tile.rowStates[0] + rowStates() * size_t(width);
            load(tile, first);
            applyColumns(tile, applied, step.apply & (D | U));
            applyRows(tile, applied, step.apply & (R | L));
            gatherColumns(tile, gathered, step.gather & (D | U));
            gatherRows(tile, gathered, step.gather & (R | L));
            if (step.apply)
                store(tile, last);
        }
    });
}

//! The rows of a tile are too short for the processor to foresee those of the next one: it is asked for here.
template <typename W>
void TilePlan<W>::Run::load(const Tile& tile, bool first)
{
    if (tile.lastX || tile.lastY)
        std::fill_n(tile.pixels, local, W(0));
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

template <typename W>
void TilePlan<W>::Run::store(const Tile& tile, bool last)
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

//! The states of a tile's columns, between their groups in a plane and one row a state.
template <typename W>
void TilePlan<W>::Run::columnState(const Tile& tile, W* plane, int states, W* rowsOfStates, bool toPlane)
{
    const int lanes = kernels.lanes;
    for (int c = 0; c < width && c < int(alignSize(size_t(tile.cols), lanes)); c += lanes)
        for (int m = 0; m < states; m++)
        {
            W* group = plane + (size_t(tile.element + c) / size_t(lanes) * size_t(states) + size_t(m)) * size_t(lanes);
            W* row = rowsOfStates + size_t(m) * size_t(width) + c;
            std::copy_n(toPlane ? row : group, lanes, toPlane ? group : row);
        }
}

template <typename W>
void TilePlan<W>::Run::applyColumns(const Tile& tile, Filter& filter, int passes)
{
    if (passes == NONE)
        return;
    ColumnPass<W> pass;
    pass.in = pixelView(tile.pixels, size_t(width));
    pass.out = {filter.of.y.parallel ? tile.sum : tile.pixels, size_t(width)};
    pass.rows = tile.rows;
    pass.cols = width;
    pass.state = tile.columnStates;
    pass.stateStep = size_t(width);
    if (passes & D)
    {
        columnState(tile, filter.columns.causal(tile.ty), filter.of.y.causalStates, tile.columnStates, false);
        pass.chain = &filter.of.y.causal;
        kernels.columnDown(pass);
    }
    if (passes & U)
    {
        columnState(tile, filter.columns.anticausal(tile.ty + 1), filter.of.y.anticausalStates, tile.columnStates,
                    false);
        pass.chain = &filter.of.y.anticausal;
        pass.add = filter.of.y.parallel ? tile.sum : nullptr;
        kernels.columnUp(pass);
        if (filter.of.y.parallel)
            std::copy_n(tile.sum, local, tile.pixels);
    }
}

template <typename W>
RowPass<W> TilePlan<W>::Run::rowPass(const Tile& tile) const
{
    static const Chain<W> identity = Chain<W>::makeIdentity();
    RowPass<W> pass;
    pass.chain = &identity;
    pass.rows = {tile.pixels, size_t(width)};
    pass.transposed = tile.transposed;
    pass.blockStep = ptrdiff_t(TILE) * kernels.lanes;
    pass.bundles = TILE / kernels.lanes;
    pass.cols = tile.cols;
    pass.element = 0;
    pass.channels = plan.channels;
    pass.weights[0] = pass.weights[1] = nullptr;
    pass.sums[0] = pass.sums[1] = nullptr;
    return pass;
}

template <typename W>
void TilePlan<W>::Run::applyRows(const Tile& tile, Filter& filter, int passes)
{
    if (passes == NONE)
        return;
    const size_t lines = size_t(TILE * plan.channels), r = size_t(filter.of.x.causalStates),
                 q = size_t(filter.of.x.anticausalStates);
    const size_t firstLine = groupOf(tile) * size_t(kernels.lanes);
    // Copies: the planes still serve the steps to come. Only what is needed: another tile may be gathering the other.
    if (passes & R)
        std::copy_n(filter.rows.causal(tile.tx) + firstLine * r, lines * r, tile.rowStates[0]);
    if (passes & L)
        std::copy_n(filter.rows.anticausal(tile.tx + 1) + firstLine * q, lines * q, tile.rowStates[1]);
    RowPass<W> right = rowPass(tile), left = right;
    right.parallelSum = left.parallelSum = filter.of.x.parallel ? tile.sum : nullptr;
    if (passes & R)
        right.chain = &filter.of.x.causal;
    if (passes & L)
        left.chain = &filter.of.x.anticausal;
    right.state = tile.rowStates[0];
    left.state = tile.rowStates[1];
    kernels.rows(nullptr, &right, Prefetch());
    kernels.rows(&left, nullptr, Prefetch());
}

template <typename W>
void TilePlan<W>::Run::gatherColumns(const Tile& tile, Filter& filter, int passes)
{
    if (passes == NONE)
        return;
    W* sums = tile.columnStates;
    const auto gather = [&](const W* weights, int64 first, int64 end, int states, W* plane) {
        if (states == 0)
            return;
        std::fill_n(sums, size_t(states) * size_t(width), W(0));
        if (first < end)
            kernels.weightedSums({pixelView(tile.pixels + size_t(first) * size_t(width), size_t(width)),
                                  int(end - first), width, weights, states, sums, size_t(width)});
        columnState(tile, plane, states, sums, true);
    };
    const auto close = [&](const WeightTable<W>& weights, W* plane) {
        const int64 top = int64(tile.ty) * TILE;
        const int64 first = std::max(weights.first, top),
                    end = std::min(weights.first + weights.count, top + tile.rows);
        gather(first < end ? weights.at(first) : nullptr, first - top, end - top, weights.states, plane);
    };
    const int r = filter.of.y.causalStates, q = filter.of.y.anticausalStates;
    if (passes & D)
    {
        gather(filter.of.down[tile.lastY].data(), 0, tile.rows, r, filter.columns.causal(tile.ty + 1));
        close(filter.of.y.startWeights, filter.columns.start(tile.ty));
        close(filter.of.y.endWeights, filter.columns.end(tile.ty));
    }
    if (passes & U)
        gather((passes & D ? filter.of.upDecoupled : filter.of.up)[tile.lastY].data(), 0, tile.rows, q,
               filter.columns.anticausal(tile.ty));
}

//! Weighted sums of a tile's rows, straight into planes of carries; element is what the tables call the tile's first.
template <typename W>
void TilePlan<W>::Run::sumRows(const Tile& tile, const WeightTable<W>& a, W* aPlane, const WeightTable<W>& b, W* bPlane,
                               int64 element)
{
    RowPass<W> pass = rowPass(tile);
    pass.element = element;
    pass.state = tile.rowStates[0]; // of no filter
    const WeightTable<W>* tables[2] = {&a, &b};
    W* planes[2] = {aPlane, bPlane};
    for (int k = 0; k < 2; k++)
    {
        const size_t first = groupOf(tile) * size_t(tables[k]->states * kernels.lanes);
        pass.weights[k] = tables[k]->empty() ? nullptr : tables[k];
        pass.sums[k] = planes[k] + first;
        std::fill_n(pass.sums[k], size_t(TILE * plan.channels * tables[k]->states), W(0));
    }
    kernels.rows(nullptr, &pass, Prefetch());
}

template <typename W>
void TilePlan<W>::Run::gatherRows(const Tile& tile, Filter& filter, int passes)
{
    static const WeightTable<W> nothing;
    const WeightTable<W>& right = filter.of.right[tile.lastX];
    const WeightTable<W>& left = (passes & R ? filter.of.leftDecoupled : filter.of.left)[tile.lastX];
    if (passes)
        sumRows(tile, passes & R ? right : nothing, filter.rows.causal(tile.tx + 1), passes & L ? left : nothing,
                filter.rows.anticausal(tile.tx), 0);
    if (passes & R)
        sumRows(tile, filter.of.rowStart, filter.rows.start(tile.tx), filter.of.rowEnd, filter.rows.end(tile.tx),
                tile.element);
}

template <typename W>
void TilePlan<W>::Run::propagate(Filter& filter, int passes)
{
    if (passes & (D | U))
        filter.columns.propagate((passes & D) != 0, (passes & U) != 0);
    if (passes == (D | U | R | L))
        filterRowCarries(filter);
    if (passes & (R | L))
        filter.rows.propagate((passes & R) != 0, (passes & L) != 0);
}

/** Rows and columns commute: the row carries of the column-filtered image are the column filter applied to the row carries
of the raw one, a thin image of a few columns a tile. */
template <typename W>
void TilePlan<W>::Run::filterRowCarries(Filter& filter)
{
    parallel_for_(Range(0, filter.rows.tiles()), [&](const Range& range) {
        for (int t = range.start; t < range.end; t++)
        {
            filterPlane(filter.of, filter.rows.causal(t + 1), filter.of.x.causalStates);
            filterPlane(filter.of, filter.rows.anticausal(t), filter.of.x.anticausalStates);
            filterPlane(filter.of, filter.rows.start(t), filter.of.x.causalStates);
            filterPlane(filter.of, filter.rows.end(t), filter.of.x.anticausalStates);
        }
    });
}

//! The column filter over one plane of row carries: its lines are the rows of the image.
template <typename W>
void TilePlan<W>::Run::filterPlane(const Stage& stage, W* plane, int states)
{
    if (states == 0)
        return;
    if (stage.exactY)
        filterPlaneAs(*stage.exactY, plane, states);
    else
        filterPlaneAs(stage.y, plane, states);
}

//! Computes in V.
template <typename W>
template <typename V>
void TilePlan<W>::Run::filterPlaneAs(const AxisPlan<V>& axis, W* plane, int states)
{
    const FilterKernels<V>& kernelsOfV = filterKernels(V());
    const int lanes = kernels.lanes, perRow = states * plan.channels;
    const size_t step = alignSize(size_t(perRow), kernelsOfV.lanes);
    ScratchPool::Lease memory(pool, size_t(plan.size.height) * step * sizeof(V));
    V* thin = reinterpret_cast<V*>(memory.data());
    std::fill_n(thin, size_t(plan.size.height) * step, V(0));
    const auto copy = [&](bool toPlane) {
        for (int row = 0; row < plan.size.height; row++)
            for (int k = 0; k < perRow; k++)
            {
                W& inPlane =
                    plane[(size_t(row / lanes) * size_t(perRow) + size_t(k)) * size_t(lanes) + size_t(row % lanes)];
                V& inThin = thin[size_t(row) * step + size_t(k)];
                if (toPlane)
                    inPlane = W(inThin);
                else
                    inThin = V(inPlane);
            }
    };
    copy(false);
    LineFilter<V>(kernelsOfV, axis, pool).filterColumns({thin, step}, plan.size.height, int64(step));
    copy(true);
}

template class TilePlan<float>;
template class TilePlan<double>;

}} // namespace cv::recfilter
