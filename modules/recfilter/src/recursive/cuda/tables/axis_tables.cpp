// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Computes the tables of one axis on the host and uploads them.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "math/pair_weights.hpp"
#include "math/packing.hpp"
#include "recursive/cuda/tables/axis_tables.hpp"
#include "runtime/cuda/io/border_kind.hpp"
#include "runtime/cuda/io/image_view.hpp"
#include "recursive/cuda/tables/table_writer.hpp"
#include "recursive/cuda/tables/tuning.hpp"
#include "recursive/cuda/tables/square_tables.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W, int N>
void fill(W (&table)[N], const std::vector<W>& values)
{
    CV_Assert(values.size() <= size_t(N));
    std::copy(values.begin(), values.end(), table);
}

template <typename W>
void fill(PairTables<W>& tables, const AxisFilter& filter)
{
    double direct = 0;
    for (int direction = 0; direction < 2; direction++)
    {
        const auto pairs = packedPairs<W>(direction ? filter.anticausal : filter.causal, direction == 1, direct);
        for (size_t i = 0; i < pairs.size(); i++)
        {
            tables.gap[i] = pairs[i].gap;
            tables.f2[i] = pairs[i].f2;
            tables.value[direction][i] = pairs[i].value;
            tables.slope[direction][i] = pairs[i].slope;
        }
    }
    tables.direct = W(direct);
}

template <typename W>
void fill(CascadeTables<W>& tables, const AxisPlan& plan)
{
    fill(tables.lift, packed<W>(plan.system.lift));
    fill(tables.join, packed<W>(plan.axis.X));
    W* coefficient = tables.coefficients;
    for (const Section& section : plan.filter.causal[0].sections)
    {
        *coefficient++ = W(section.f1);
        if (section.order == 2)
            *coefficient++ = W(section.f2);
    }
}

//! Two rows for each moment: causal weights A^(tile-1-i) B and anticausal weights A^i B. @param moments A^i B
Matrix weightsOf(const Matrix& moments)
{
    const int tile = moments.rows;
    Matrix weights(2 * moments.cols, tile);
    for (int m = 0; m < moments.cols; m++)
        for (int i = 0; i < tile; i++)
            weights(2 * m, tile - 1 - i) = weights(2 * m + 1, i) = moments(i, m);
    return weights;
}

//! The matrices of AxisMatrix, one below the other.
template <typename W>
Matrix matricesOf(const Matrix& A, const SumClosure& closure, const AxisView<W>& view)
{
    const int64 tiles = view.tiles, segment = view.segmentTiles;
    const int64 lastSegment = (tiles - 1 - (view.segments - 1) * segment) * view.tile + view.lastTile;
    const int64 shift = closure.shift;
    std::vector<int64> powers(AXIS_MATRICES, 0);
    powers[TILE] = view.tile;
    powers[TILE_LAST] = view.lastTile;
    powers[TILE_LAST_F] = view.lastTile - shift;
    powers[TILE_FIRST_A] = view.tile - shift;
    powers[SEGMENT] = segment * view.tile;
    powers[SEGMENT_LAST] = lastSegment;
    powers[SEGMENT_LAST_F] = lastSegment - shift;
    powers[SEGMENT_FIRST_A] = segment * view.tile - shift;
    const int run = TileShape<W>::run;
    powers[BLOCK] = run;
    powers[BLOCK_LAST] = std::max(view.lastTile - run, 0);
    powers[BLOCK_LAST_F] = std::max(view.lastTile - int(shift) - run, 0);
    powers[BLOCK_FIRST_A] = run - shift;
    Matrix all(0, A.cols);
    for (int which = 0; which < AXIS_MATRICES; which++)
        all.push_back(which == SAME ? closure.same : which == OTHER ? closure.other : power(A, powers[size_t(which)]));
    return all;
}

template <typename W>
void cutLines(const AxisPlan& plan, int tile, AxisView<W>& view)
{
    view.length = plan.length;
    view.tile = tile;
    view.tiles = (plan.length + tile - 1) / tile;
    view.lastTile = int(plan.length - (view.tiles - 1) * tile);
    const bool keepsMore = isPairs(plan.kind) || plan.causalStates <= 2;
    const int64 kept = keepsMore ? tuning::KEPT_TILES_OF_TWO : tuning::KEPT_TILES;
    const auto tilesOf = [&](int64 count) { return (view.tiles + count - 1) / count; };
    const int64 wanted = std::min(std::max(tilesOf(tuning::KEPT_SEGMENTS), int64(tuning::KEPT_TILES)), kept);
    view.segmentTiles = int(std::max(tilesOf(int64(tuning::MAX_SEGMENTS)), wanted));
    view.segments = (view.tiles + view.segmentTiles - 1) / view.segmentTiles;
}

//! Sets the numbers of a view that do not depend on how lines are cut.
template <typename W>
void describe(const AxisPlan& plan, const SumClosure& closure, AxisView<W>& view)
{
    const int size = plan.causalStates;
    view.moments = size;
    view.pairs = isPairs(plan.kind) ? size / 2 : 1;
    view.entries = isPairs(plan.kind) ? 2 * size : size * size;
    view.shift = closure.shift;
    view.closes = size && (normInf(closure.same) > 0 || normInf(closure.other) > 0);
    view.replicates = size && normInf(closure.edge) > 0;
    view.border = borderKindOf(plan.borderType);
    view.parity = std::is_same<W, float>::value ? plan.parity : 0;
}

} // namespace

template <typename W>
AxisTables<W>::AxisTables(const AxisChain& chain, int64 length, int tile) : view()
{
    const AxisPlan plan(chain, length);
    const SumClosure closure = plan.closure();
    kind = plan.kind;
    gain = plan.gain;
    cutLines(plan, tile, view);
    describe(plan, closure, view);
    if (kind == CHAIN_NONE)
        return;
    const bool hasPairs = isPairs(kind);
    const Matrix powers = matricesOf(plan.axis.F.A, closure, view);
    fill(view.small.matrices, hasPairs ? packedPairs<W>(powers) : packed<W>(powers));
    fill(view.small.edge, packed<W>(closure.edge));
    if (hasPairs)
        fill(view.small.pairs, plan.filter);
    else
        fill(view.small.cascade, plan);
    TableWriter writer;
    const size_t weights = writer.add(packed<W>(weightsOf(plan.causalMoments(tile))));
    folded = hasPairs ? foldedWeightsOf<W>(plan.axis.F.A, plan.axis.F.B, TileShape<W>::run) : std::vector<W>();
    const size_t foldedThere = writer.add(folded);
    if constexpr (std::is_same<W, float>::value)
        if (view.parity)
            squares = squareTablesOf(plan.axis, view.parity);
    const size_t squaresThere = writer.add(squares);
    memory.upload(writer.bytes);
    const auto at = [&](size_t offset) { return reinterpret_cast<const W*>(memory.data() + offset); };
    view.weights = at(weights);
    view.folded = at(foldedThere);
    if (view.parity)
        view.squares = at(squaresThere);
}

template class AxisTables<float>;
template class AxisTables<double>;

}}} // namespace cv::recfilter::gpu

#endif
