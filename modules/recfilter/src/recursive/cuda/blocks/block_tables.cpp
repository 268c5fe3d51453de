// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Lays out an axis in factors of 8 x 8 numbers, in double, and rounds them for the device.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/blocks/block_shape.hpp"
#include "recursive/cuda/blocks/block_tables.hpp"
#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/blocks/tuning.hpp"
#include "recursive/cuda/tables/table_writer.hpp"
#include "recursive/cuda/tables/tensor_number.hpp"
#include "runtime/cuda/check_cuda.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! A lane's two numbers of a right factor (products.cuh): their high parts, then their low parts.
void put(std::vector<float>& table, double first, double second)
{
    const float high[2] = {tensorNumber(first), tensorNumber(second)};
    table.insert(table.end(), {high[0], high[1], tensorNumber(first - high[0]), tensorNumber(second - high[1])});
}

void put(std::vector<double>& table, double first, double second)
{
    table.insert(table.end(), {first, second});
}

//! Adds a factor. @param weight of row k and column n
template <typename W, typename Weight>
void putFactor(std::vector<W>& table, const Weight& weight)
{
    for (int lane = 0; lane < 32; lane++)
    {
        const int g = lane / 4, t = lane % 4;
        put(table, weight(t, g), weight(t + 4, g));
    }
}

//! An element, or 0 outside of the matrix.
double at(const Matrix& m, int64 row, int column)
{
    return row >= 0 && row < m.rows && column < m.cols ? m(int(row), column) : 0.;
}

//! Writes the factors of one axis for a shape.
template <typename W, typename Shape>
class FactorWriter
{
public:
    FactorWriter(const BlockStates& axis, int tilePixels, bool isSideBySide)
        : tile(tilePixels), sideBySide(isSideBySide), parity(axis.parity), response(axis.responses(Shape::block))
    {
        for (int d = 0; d < 2; d++)
        {
            const BlockDirection& direction = d ? axis.anticausal : axis.causal;
            inputs[d] = direction.inputs(tile);
            outputs[d] = direction.outputs(tile);
            powers[d] = direction.powerOf(Shape::block);
            runs[d] = direction.powerOf(MARCH_RUN);
        }
    }

    //! The factors that sum `pixels` pixels for the causal states, and those from `shift` on for the anticausal ones.
    std::vector<W> gather(int pixels, int shift) const
    {
        return Shape::gathersFolded ? foldedSums(pixels, shift) : sums(tile, pixels, shift);
    }

    //! The factors of BlockShape that filter a line.
    std::vector<W> apply() const
    {
        std::vector<W> table;
        if (Shape::isFolded)
            putFolded(table);
        else
            putPlain(table);
        putPowers(table);
        return table;
    }

    //! What the anticausal state behind `pixels` pixels adds to them: [pixel tile][tile of its states].
    std::vector<W> behind(int pixels) const
    {
        std::vector<W> table;
        for (int b = 0; b < tile / FACTOR_SIDE; b++)
            for (int n = Shape::tiles - Shape::ofDirection; n < Shape::tiles; n++)
                putFactor(table, [&](int k, int column) {
                    const StatePlace place = Shape::placeOf(n, numberOfRow(k));
                    const int pixel = FACTOR_SIDE * b + pixelOfColumn(sideBySide, column);
                    return place.direction && pixel < pixels ? at(outputs[1], pixel + tile - pixels, place.state) : 0.;
                });
        return table;
    }

private:
    void putPlain(std::vector<W>& table) const
    {
        const int pixelTiles = Shape::pixelTiles;
        for (int distance = 1 - pixelTiles; distance < pixelTiles; distance++)
            putFactor(table, [&](int k, int n) {
                const int pixels = FACTOR_SIDE * distance + pixelOfColumn(sideBySide, n) - pixelOfRow(sideBySide, k);
                return std::abs(pixels) < Shape::block ? responseAt(pixels) : 0.;
            });
        const std::vector<W> ofBlock = sums(Shape::block, Shape::block, 0);
        table.insert(table.end(), ofBlock.begin(), ofBlock.end());
        for (int n = 0; n < Shape::tiles; n++)
            for (int b = 0; b < pixelTiles; b++)
                putFactor(table, [&](int k, int column) {
                    const StatePlace place = Shape::placeOf(n, numberOfRow(k));
                    const int pixel = FACTOR_SIDE * b + pixelOfColumn(sideBySide, column);
                    return at(outputs[place.direction], place.direction ? pixel + tile - Shape::block : pixel,
                              place.state);
                });
    }

    /** Sign 0 takes u = x[k] + parity x[K-1-k] and p + parity e to the sum of results k and K-1-k; sign 1 takes the
    differences to their difference. Halves of both, so that results and states are sums and differences of them. */
    void putFolded(std::vector<W>& table) const
    {
        const int last = Shape::block - 1;
        const auto forTiles = [&](int from, int to, const auto& weight) { // weight(sign, tile, tile, row, column)
            for (int sign = 0; sign < Shape::signs; sign++)
                for (int a = 0; a < from; a++)
                    for (int b = 0; b < to; b++)
                        putFactor(table, [&](int k, int n) { return weight(sign, a, b, k, n) / 2; });
        };
        const auto rowPixel = [&](int a, int k) { return FACTOR_SIDE * a + pixelOfRow(sideBySide, k); };
        const auto columnPixel = [&](int b, int n) { return FACTOR_SIDE * b + pixelOfColumn(sideBySide, n); };
        // A packed tile has the numbers of both signs in turn.
        const auto stateAt = [](int sign, int n, int number) {
            const StatePlace place = Shape::placeOf(n, number);
            return !Shape::isPacked || place.direction == sign ? place.state : -1;
        };
        forTiles(Shape::ownPixels, Shape::ownPixels, [&](int sign, int a, int b, int k, int n) {
            const int from = rowPixel(a, k), to = columnPixel(b, n);
            return responseAt(to - from) + (sign ? -parity : parity) * responseAt(to - last + from);
        });
        forTiles(Shape::ownPixels, Shape::ownTiles, [&](int sign, int a, int n, int k, int number) {
            const int state = stateAt(sign, n, number), pixel = rowPixel(a, k);
            const auto after = [&](int steps) { return at(inputs[1], state, steps); };
            return after(last - pixel) + (sign ? -parity : parity) * after(pixel);
        });
        forTiles(Shape::ownTiles, Shape::ownPixels, [&](int sign, int n, int b, int k, int column) {
            const int state = stateAt(sign, n, numberOfRow(k)), pixel = columnPixel(b, column);
            const auto given = [&](int steps) { return state < 0 ? 0. : at(outputs[0], steps, state); };
            return given(pixel) + (sign ? -1 : 1) * given(last - pixel);
        });
    }

    /** gather of folded shapes, [pixel tile][sign][tile]: sums of pixels give (f + parity a) / 2, and differences
    (f - parity a) / 2. If the weights of a line do not mirror each other, sums also give to the second one and
    differences to the first one. These factors follow in the same order. */
    std::vector<W> foldedSums(int pixels, int shift) const
    {
        std::vector<W> table;
        for (const bool swaps : {false, true})
            for (int a = 0; a < tile / FACTOR_SIDE / 2; a++)
                for (int sign = 0; sign < 2; sign++)
                    for (int n = 0; n < Shape::ofDirection; n++)
                        putFactor(table, [&](int k, int number) {
                            const int pixel = FACTOR_SIDE * a + pixelOfRow(sideBySide, k),
                                      state = n * FACTOR_SIDE + number;
                            const double ofSum = (sign != 0) == swaps ? parity : -parity; // of the sum that it adds to
                            const auto weight = [&](int x) {
                                return weightOf(0, state, x, pixels, shift) +
                                       ofSum * weightOf(1, state, x, pixels, shift);
                            };
                            return (weight(pixel) + (sign ? -parity : parity) * weight(tile - 1 - pixel)) / 4;
                        });
        return table;
    }

    //! What a pixel adds to a state of a direction, on a line of so many pixels. The anticausal sum begins at shift.
    double weightOf(int direction, int state, int pixel, int pixels, int shift) const
    {
        const int steps = direction ? pixel - shift : pixels - 1 - pixel;
        const Matrix& in = inputs[direction];
        return steps >= 0 && state < in.rows ? in(state, direction ? steps : tile - 1 - steps) : 0.;
    }

    //! h of a distance within a block.
    double responseAt(int pixels) const
    {
        const int place = Shape::block - 1 + pixels;
        return response[size_t(place)];
    }

    //! The factors that sum the first pixels of a run, as gather.
    std::vector<W> sums(int run, int pixels, int shift) const
    {
        std::vector<W> table;
        for (int a = 0; a < run / FACTOR_SIDE; a++)
            for (int n = 0; n < Shape::tiles; n++)
                putFactor(table, [&](int k, int number) {
                    const StatePlace place = Shape::placeOf(n, number);
                    return weightOf(place.direction, place.state, FACTOR_SIDE * a + pixelOfRow(sideBySide, k), pixels,
                                    shift);
                });
        return table;
    }

    //! A - I of a block: from the states that enter it to those that enter the next one (NextState).
    void putPowers(std::vector<W>& table) const
    {
        const auto putPower = [&](const Matrix(&power)[2], int from, int to) {
            putFactor(table, [&](int k, int number) {
                const StatePlace left = Shape::placeOf(from, numberOfRow(k)), right = Shape::placeOf(to, number);
                if (left.direction != right.direction)
                    return 0.;
                const Matrix& A = power[right.direction];
                return at(A, right.state, left.state) - (left.state == right.state && left.state < A.rows);
            });
        };
        if (Shape::isPacked)
            return putPower(powers, 0, 0);
        for (int direction = 0; direction < (Shape::isFolded ? 1 : 2); direction++)
            for (int to = 0; to < Shape::ofDirection; to++)
                for (int from = 0; from <= to; from++)
                    putPower(powers, direction * Shape::ofDirection + from, direction * Shape::ofDirection + to);
        if (Shape::stateTiles == 1 && !Shape::isFolded)
            for (int direction = 0; direction < 2; direction++)
                putPower(runs, direction, direction);
    }

    const int tile;
    const bool sideBySide;
    const int parity;
    const std::vector<double> response;
    Matrix inputs[2], outputs[2], powers[2], runs[2]; //!< of each direction: of a tile, A^block, A^MARCH_RUN
};

//! BlockShape's tiles of so many states in a direction.
int tilesOf(int states)
{
    return states <= FACTOR_SIDE / 2 ? 0 : (states + FACTOR_SIDE - 1) / FACTOR_SIDE;
}

//! Segments of a line at most, on the current device.
template <typename W>
int mostSegments(int stateTiles, int64 lines)
{
    const int ofSegment = stateTiles ? 2 : 1; // warps: packed states have one for both directions
    int most = tuning::blockSegments(stateTiles, lines / PROPAGATED_LINES);
    while (most > 1 &&
           sharedMemoryOfPropagation<W>(stateTiles, ofSegment * most, most) > sharedMemoryOfBlock(currentDevice()))
        most--;
    return most;
}

//! @param most segments
template <typename W>
void cutLines(const BlockCut& cut, int most, BlockAxisView<W>& view)
{
    view.length = cut.length;
    view.tile = cut.tile;
    view.tiles = (cut.length + cut.tile - 1) / cut.tile;
    view.lastTile = int(cut.length - (view.tiles - 1) * cut.tile);
    view.segmentTiles = int(std::max((view.tiles + most - 1) / most, int64(tuning::BLOCK_SEGMENT_TILES)));
    view.segments = int((view.tiles + view.segmentTiles - 1) / view.segmentTiles);
}

//! How many pixels the matrices of StatePower advance a direction.
template <typename W>
std::vector<int64> advancesOf(const BlockAxisView<W>& view, bool anticausal, int64 shift)
{
    const int64 b = view.tile, last = view.lastTile, segment = view.segmentTiles * b;
    const int64 whole = (view.segments - 1) * segment; // pixels of all tiles before the last segment, in whole tiles
    std::vector<int64> advances(size_t(StatePower::SAME), 0);
    const auto set = [&](StatePower which, int64 pixels) { advances[size_t(which)] = std::max(pixels, int64(0)); };
    set(StatePower::STEP, b);
    set(StatePower::SEGMENT, segment);
    set(StatePower::FIRST_STEP, anticausal ? last : b);
    set(StatePower::LAST_STEP, (anticausal ? b : last) - shift);
    set(StatePower::FIRST_SEGMENT, anticausal ? segment - b + last : segment);
    set(StatePower::LAST_SEGMENT, (anticausal ? view.tiles * b : view.length) - whole - shift);
    return advances;
}

//! BlockAxisView::system.
template <typename W>
std::vector<W> systemOf(const BlockStates& axis, int rows)
{
    const int quad = 16 / sizeof(W), pitch = int(alignSize(size_t(rows), quad));
    std::vector<W> numbers;
    for (const BlockDirection* direction : {&axis.causal, &axis.anticausal})
    {
        for (int i = 0; i < rows; i++)
            for (int k = 0; k < pitch; k++)
                numbers.push_back(W(at(direction->A, i, k)));
        for (int i = 0; i < rows; i++)
            numbers.push_back(W(at(direction->B, i, 0)));
        for (int i = 0; i < rows; i++)
            numbers.push_back(W(i < direction->states() ? direction->C(0, i) : 0.));
    }
    return numbers;
}

//! What propagation needs of an axis: the matrices of StatePower of a direction, and the weights of end pixels.
template <typename W>
class PropagationWriter
{
public:
    //! @param shifts SumClosure::shift of both directions
    PropagationWriter(const BlockStates& axis, const SumClosure (&c)[2], const int (&shifts)[2],
                      const BlockAxisView<W>& v)
        : closures(c), view(v)
    {
        for (int direction = 0; direction < 2; direction++)
        {
            std::vector<Matrix>& all = matrices[direction];
            for (int64 pixels : advancesOf(view, direction != 0, shifts[direction]))
                all.push_back((direction ? axis.anticausal : axis.causal).powerOf(pixels));
            all.push_back(closures[direction].same);
            all.push_back(closures[direction].other);
        }
    }

    //! BlockAxisView::powers
    std::vector<W> plain() const
    {
        const int quad = 16 / sizeof(W), pitch = int(alignSize(size_t(view.rows), quad));
        std::vector<W> table;
        for (const std::vector<Matrix>& ofDirection : matrices)
            for (const Matrix& matrix : ofDirection)
                for (int i = 0; i < view.rows; i++)
                    for (int k = 0; k < pitch; k++)
                        table.push_back(W(at(matrix, i, k)));
        return table;
    }

    //! BlockAxisView::factors
    template <typename Shape>
    std::vector<double> factors(Shape) const
    {
        std::vector<double> table;
        for (int direction = 0; direction < (Shape::isPacked ? 1 : 2); direction++)
            for (int which = 0; which < int(StatePower::COUNT); which++)
                for (int to = 0; to < Shape::ofDirection; to++)
                    for (int from = 0; from <= to; from++)
                        putFactor(table, [&](int k, int number) {
                            const int first = direction * Shape::ofDirection;
                            return weight(which, Shape::placeOf(first + from, numberOfRow(k)),
                                          Shape::placeOf(first + to, number));
                        });
        return table;
    }

    //! BlockAxisView::edge
    std::vector<W> edges() const
    {
        std::vector<W> table;
        for (const SumClosure& closure : closures)
            for (int i = 0; i < view.rows; i++)
                table.push_back(W(at(closure.edge, i, 0)));
        return table;
    }

private:
    double weight(int which, const StatePlace& from, const StatePlace& to) const
    {
        const bool crosses = from.direction != to.direction; // in a packed tile
        if (crosses && which != int(StatePower::SAME))
            return 0;
        return at(matrices[to.direction][size_t(crosses ? int(StatePower::OTHER) : which)], to.state, from.state);
    }

    const SumClosure (&closures)[2];
    const BlockAxisView<W>& view;
    std::vector<Matrix> matrices[2]; //!< by StatePower
};

SumClosure closureOf(const BlockDirection& direction, int borderType, int64 length)
{
    return direction.states() ? closeSums(direction.A, direction.B, borderType, length) : SumClosure();
}

} // namespace

template <typename W>
int stateTilesOf(const BlockStates& x, const BlockStates& y)
{
    const int states = std::max({x.causal.states(), x.anticausal.states(), y.causal.states(), y.anticausal.states()});
    const size_t shared = sharedMemoryOfBlock(currentDevice());
    return states > FACTOR_SIDE * MAX_STATE_TILES || sharedMemoryOfBlocks<W>() > shared ? int(PLAIN_STATES)
                                                                                        : tilesOf(states);
}

template int stateTilesOf<float>(const BlockStates&, const BlockStates&);
template int stateTilesOf<double>(const BlockStates&, const BlockStates&);

//! Sets the numbers of a view that do not depend on how lines are cut.
template <typename W>
static void describe(const BlockStates& axis, const SumClosure (&closures)[2], BlockAxisView<W>& view)
{
    const auto needs = [&](Matrix SumClosure::*part) {
        return normInf(closures[0].*part) > 0 || normInf(closures[1].*part) > 0;
    };
    view.causal = axis.causal.states();
    view.anticausal = axis.anticausal.states();
    view.states = view.causal + view.anticausal;
    const int mostStates = std::max(view.causal, view.anticausal);
    view.rows = int(alignSize(size_t(mostStates), 2));
    view.stateTiles = tilesOf(mostStates);
    view.center = W(view.states ? axis.center : 1.);
    view.crosses = needs(&SumClosure::other);
    view.closes = view.crosses || needs(&SumClosure::same);
    view.replicates = needs(&SumClosure::edge);
    view.shift = std::max(closures[0].shift, closures[1].shift);
    view.parity = W(axis.parity);
}

template <typename W>
BlockTables<W>::BlockTables(const BlockStates& axis, const BlockCut& cut, int stateTiles, bool folds, bool sideBySide)
    : view()
{
    const SumClosure closures[2] = {closureOf(axis.causal, axis.borderType, cut.whole),
                                    closureOf(axis.anticausal, axis.borderType, cut.whole)};
    describe(axis, closures, view);
    const bool isPlain = stateTiles == PLAIN_STATES;
    cutLines(cut, isPlain ? 1 : mostSegments<W>(view.stateTiles, cut.lines), view);
    if (!view.states)
        return;
    CV_Assert(axis.parity || !folds);
    const int shifts[2] = {cut.ends ? closures[0].shift : 0, cut.begins ? closures[1].shift : 0};
    TableWriter writer;
    size_t gather[4] = {}, apply = 0, applyMoments = 0, behind = 0, behindMoments = 0;
    const auto addFactors = [&](auto shape) {
        typedef FactorWriter<W, decltype(shape)> Writer;
        const Writer factors(axis, cut.tile, sideBySide);
        for (int place = 0; place < 4; place++)
        {
            const int pixels = place & 2 ? view.lastTile - shifts[0] : cut.tile, skipped = place & 1 ? shifts[1] : 0;
            const bool isSame = pixels == cut.tile && !skipped;
            gather[place] = isSame && place ? gather[0] : writer.add(factors.gather(pixels, skipped));
        }
        apply = writer.add(factors.apply());
        behind = writer.add(factors.behind(view.lastTile));
        if (!sideBySide)
        {
            const Writer ofMoments(axis, cut.tile, true);
            applyMoments = writer.add(ofMoments.apply());
            behindMoments = writer.add(ofMoments.behind(view.lastTile));
        }
    };
    const PropagationWriter<W> propagation(axis, closures, shifts, view);
    size_t powers = 0, propagated = 0, system = 0;
    if (isPlain)
    {
        powers = writer.add(propagation.plain());
        system = writer.add(systemOf<W>(axis, view.rows));
    }
    else
    {
        if (!cut.isOfParts)
            withBlockShape(stateTiles, folds, addFactors);
        withBlockShape(view.stateTiles, [&](auto shape) { propagated = writer.add(propagation.factors(shape)); });
    }
    const size_t edge = writer.add(propagation.edges());
    memory.upload(writer.bytes);
    const auto there = [&](size_t offset) { return reinterpret_cast<const W*>(memory.data() + offset); };
    for (int place = 0; place < 4; place++)
        view.gather[place] = there(gather[place]);
    view.apply = there(apply);
    view.applyMoments = there(applyMoments);
    view.behind = there(behind);
    view.behindMoments = there(behindMoments);
    view.powers = there(powers);
    view.factors = reinterpret_cast<const RightFactor<double>*>(memory.data() + propagated);
    view.edge = there(edge);
    view.system = there(system);
}

template class BlockTables<float>;
template class BlockTables<double>;

}}} // namespace cv::recfilter::gpu

#endif
