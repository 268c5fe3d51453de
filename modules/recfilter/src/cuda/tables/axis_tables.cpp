// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "precomp.hpp"

#ifdef HAVE_CUDA

#include "math/moments.hpp"
#include "math/pair_weights.hpp"
#include "math/rounding.hpp"
#include "cuda/tables/axis_tables.hpp"
#include "cuda/lines/tuning.hpp"
#include "cuda/tables/square_tables.hpp"
#include "cuda/one_read/one_read.hpp"

#include <cstring>

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! What has faded below this share of itself is lost in float results, whose rounding alone is 2^-25.
const double FADED = 1.0 / (1 << 27);

//! The fewest pixels that a kernel starts outside of its tile within which every state has faded, or LOOK_AROUND_REACH + 1.
int reachOf(const Matrix& A)
{
    for (int pixels : {int(LOOK_AROUND_SHORT_REACH), int(LOOK_AROUND_MIDDLE_REACH), int(LOOK_AROUND_REACH)})
        if (normInf(power(A, pixels)) < FADED)
            return pixels;
    return LOOK_AROUND_REACH + 1;
}

//! Tables one behind the other; offsets until they have an address.
class TableWriter
{
public:
    template <typename T>
    size_t add(const std::vector<T>& values)
    {
        const size_t at = alignSize(bytes.size(), 16);
        bytes.resize(at + values.size() * sizeof(T));
        if (!values.empty())
            memcpy(bytes.data() + at, values.data(), values.size() * sizeof(T));
        return at;
    }

    template <typename W>
    size_t add(const Matrix& m)
    {
        std::vector<W> values;
        for (int i = 0; i < m.rows; i++)
            for (int j = 0; j < m.cols; j++)
                values.push_back(W(m(i, j)));
        return add(values);
    }

    std::vector<uchar> bytes;
};

BorderKind borderKind(int borderType)
{
    switch (borderType)
    {
    case BORDER_REPLICATE:
        return BORDER_IS_REPLICATE;
    case BORDER_REFLECT:
        return BORDER_IS_REFLECT;
    case BORDER_REFLECT_101:
        return BORDER_IS_REFLECT_101;
    case BORDER_WRAP:
        return BORDER_IS_WRAP;
    }
    return BORDER_IS_CONSTANT;
}

//! Row by row.
template <typename W, int N>
void fill(W (&table)[N], const Matrix& m)
{
    CV_Assert(m.rows * m.cols <= N);
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++)
            table[i * m.cols + j] = W(m(i, j));
}

//! Matrices one below the other; of pairs only what each has with itself.
template <typename W, int N>
void fillEntries(W (&table)[N], const Matrix& matrices, bool pairs)
{
    if (!pairs)
        return fill(table, matrices);
    CV_Assert(matrices.rows * 2 <= N);
    for (int i = 0; i < matrices.rows; i++)
        for (int j = 0; j < 2; j++)
            table[i * 2 + j] = W(matrices(i, i % matrices.cols / 2 * 2 + j));
}

template <typename W>
void fill(PairTables<W>& tables, const AxisFilter& filter)
{
    double direct = 0;
    for (int direction = 0; direction < 2; direction++)
    {
        const Branches& branches = direction ? filter.anticausal : filter.causal;
        for (size_t i = 0; i < branches.size(); i++)
        {
            const Section& section = branches[i].sections[0];
            const AddedPair pair = direction ? AddedPair::ofStatesBefore(section) : AddedPair(section);
            tables.gap[i] = W(pair.gap);
            tables.f2[i] = W(pair.f2);
            tables.value[direction][i] = W(pair.value);
            tables.slope[direction][i] = W(pair.slope);
            direct += pair.direct;
        }
    }
    tables.direct = W(direct);
}

template <typename W>
void fill(CascadeTables<W>& tables, const AxisFilter& filter, const Matrix& lift, const Matrix& join)
{
    fill(tables.lift, lift);
    fill(tables.join, join);
    W* coefficient = tables.coefficients;
    for (const Section& section : filter.causal[0].sections)
    {
        *coefficient++ = W(section.f1);
        if (section.order == 2)
            *coefficient++ = W(section.f2);
    }
}

//! All-pole sections, the same in both directions, or pairs, for which there are kernels.
ChainKind kindOf(const AxisFilter& filter, const MomentSystem& system)
{
    if (system.size() == 0)
        return CHAIN_NONE;
    if (areMirroredPairs(filter))
        return filter.causal.size() == 2 ? CHAIN_PAIRS_2 : CHAIN_PAIRS_3;
    if (filter.parallel || !system.shared || orderOf(filter.causal) != orderOf(filter.anticausal))
        return CHAIN_GENERAL;
    int first = 0, second = 0;
    for (const Section& section : filter.causal[0].sections)
    {
        if (!section.isAllPole() || (section.order == 1 && second > 0))
            return CHAIN_GENERAL;
        (section.order == 1 ? first : second)++;
    }
    for (const Section& section : filter.anticausal[0].sections)
        if (!section.isAllPole())
            return CHAIN_GENERAL;
    if (second > 1 || first > 1)
        return CHAIN_GENERAL;
    return second ? (first ? CHAIN_3 : CHAIN_2) : CHAIN_1;
}

template <typename W>
std::vector<SectionView<W>> sectionsOf(const Branches& branches)
{
    std::vector<SectionView<W>> list;
    for (const Branch& branch : branches)
    {
        for (const Section& s : branch.sections)
            list.push_back({s.order, 0, W(s.f1), W(s.f2), W(s.c0), W(s.c1), W(s.c2)});
        if (!branch.sections.empty())
            list.back().endsBranch = 1;
    }
    return list;
}

//! Of each moment a row of causal weights A^(tile-1-i) B and one of anticausal weights A^i B.
Matrix weightsOf(const MomentSystem& system, int tile)
{
    Matrix weights(2 * system.size(), tile);
    Matrix term = system.B;
    for (int i = 0; i < tile && system.size(); i++, term = multiply(system.A, term))
        for (int m = 0; m < system.size(); m++)
            weights(2 * m, tile - 1 - i) = weights(2 * m + 1, i) = term(m, 0);
    return weights;
}

//! The matrices of AxisMatrix, one below the other.
template <typename W>
Matrix matricesOf(const MomentSystem& system, const SumClosure& closure, const AxisView<W>& view, const AxisCut& cut)
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
    powers[BLOCK] = cut.run;
    powers[BLOCK_LAST] = std::max(view.lastTile - cut.run, 0);
    powers[BLOCK_LAST_F] = std::max(view.lastTile - int(shift) - cut.run, 0);
    powers[BLOCK_FIRST_A] = cut.run - shift;
    Matrix all(0, system.size());
    for (int which = 0; which < AXIS_MATRICES; which++)
        all.push_back(which == SAME    ? closure.same
                      : which == OTHER ? closure.other
                                       : power(system.A, powers[size_t(which)]));
    return all;
}

/** How exactly one set of states must serve both directions. In double the order matters: up to MAX_CASCADE, which have kernels,
constants are kept to 1e-10 so; with four and five slow poles they were lost to 2e-10, and two sets keep them. */
template <typename W>
double toleranceOfLift(const AxisFilter& filter)
{
    if (std::is_same<W, float>::value)
        return 1e-10;
    return orderOf(filter.causal) <= MAX_CASCADE ? 1e-13 : 0;
}

} // namespace

template <typename W>
AxisTables<W>::AxisTables(const AxisModel& model, int64 length, const AxisCut& cut, bool asGeneral)
    : view(), gain(model.gain)
{
    const AxisFilter filter =
        areMirroredPairs(model.filter) && !asGeneral ? roundedPairs<W>(model.filter) : rounded<W>(model.filter, gain);
    const DecoupledAxis axis = decouple(filter);
    const MomentSystem system = momentSystem(axis, toleranceOfLift<W>(filter));
    const SumClosure closure = closeSums(system.A, system.B, model.borderType, length);
    kind = asGeneral && system.size() ? CHAIN_GENERAL : kindOf(filter, system);
    constantGain = recfilter::constantGain(axis) * gain;

    view.length = length;
    view.tile = cut.tile;
    view.tiles = (length + cut.tile - 1) / cut.tile;
    view.lastTile = int(length - (view.tiles - 1) * cut.tile);
    const int64 segments = kind == CHAIN_GENERAL ? 1 : cut.segments;
    const int64 kept = isPairs(kind) || system.size() <= 2 ? tuning::KEPT_TILES_OF_TWO : tuning::KEPT_TILES;
    const auto tilesOf = [&](int64 count) { return (view.tiles + count - 1) / count; };
    const int64 wanted = std::min(std::max(tilesOf(tuning::KEPT_SEGMENTS), int64(tuning::KEPT_TILES)), kept);
    view.segmentTiles = int(std::max(tilesOf(segments), wanted));
    view.segments = (view.tiles + view.segmentTiles - 1) / view.segmentTiles;
    view.moments = system.size();
    view.pairs = isPairs(kind) ? system.size() / 2 : 1;
    view.entries = isPairs(kind) ? 2 * system.size() : system.size() * system.size();
    view.shift = closure.shift;
    view.closes = system.size() && (normInf(closure.same) > 0 || normInf(closure.other) > 0);
    view.replicates = system.size() && normInf(closure.edge) > 0;
    view.border = borderKind(model.borderType);
    view.parallel = axis.parallel;
    reach = reachOf(system.A);
    view.causalStates = axis.F.order();
    view.anticausalStates = axis.R.order();
    const auto causal = sectionsOf<W>(filter.causal), anticausal = sectionsOf<W>(filter.anticausal);
    view.causalSections = int(causal.size());
    view.anticausalSections = int(anticausal.size());

    const Matrix powers = matricesOf(system, closure, view, cut);
    if (isCascade(kind) || isPairs(kind))
    {
        fillEntries(view.small.matrices, powers, isPairs(kind));
        fill(view.small.edge, closure.edge);
    }
    if (isCascade(kind))
        fill(view.small.cascade, filter, system.lift, axis.X);
    if (isPairs(kind))
        fill(view.small.pairs, filter);
    TableWriter writer;
    const size_t matrices = writer.add<W>(powers);
    const size_t weights = writer.add<W>(weightsOf(system, cut.tile));
    folded = isPairs(kind) ? foldedWeightsOf<W>(system.A, system.B, cut.run) : std::vector<W>();
    const size_t foldedThere = writer.add(folded);
    view.parity = isPairs(kind) && std::is_same<W, float>::value ? parityOf(model.filter) : 0;
    if constexpr (std::is_same<W, float>::value)
        if (view.parity)
            squares = squareTablesOf(axis, view.parity);
    const size_t squaresThere = writer.add(squares);
    const size_t edge = writer.add<W>(closure.edge), lift = writer.add<W>(system.lift), join = writer.add<W>(axis.X);
    const size_t forth = writer.add(causal), back = writer.add(anticausal);
    if (writer.bytes.empty())
        return;
    memory.upload(writer.bytes);
    const auto at = [&](size_t offset) { return reinterpret_cast<const W*>(memory.data() + offset); };
    view.matrices = at(matrices);
    view.weights = at(weights);
    view.folded = at(foldedThere);
    if (view.parity)
        view.squares = at(squaresThere);
    view.edge = at(edge);
    view.lift = at(lift);
    view.join = at(join);
    view.causal = reinterpret_cast<const SectionView<W>*>(memory.data() + forth);
    view.anticausal = reinterpret_cast<const SectionView<W>*>(memory.data() + back);
}

template <typename W>
ChainKind chainKindOf(const AxisModel& model)
{
    double gain = 1;
    const AxisFilter filter =
        areMirroredPairs(model.filter) ? roundedPairs<W>(model.filter) : rounded<W>(model.filter, gain);
    return kindOf(filter, momentSystem(decouple(filter), toleranceOfLift<W>(filter)));
}

template ChainKind chainKindOf<float>(const AxisModel&);
template class AxisTables<float>;
template class AxisTables<double>;

}}} // namespace cv::recfilter::gpu

#endif
