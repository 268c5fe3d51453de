// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Packs the products of blocks part by part.

#include "recursive/cpu/blocks/block_tables.hpp"

#include "recursive/cpu/blocks/tuning.hpp"

namespace cv { namespace recfilter {

namespace {

//! Cuts products into parts of about the same number of rows.
template <typename W>
class Packer
{
public:
    Packer() : kernels(blockKernels(W())) {}

    /** out = first v1 + second v2. @param isTriangular second has zeros right of the 2 x 2 blocks on its diagonal */
    BlockProduct<W> product(const Matrix& first, const Matrix& second = Matrix(), bool isTriangular = false) const
    {
        BlockProduct<W> result;
        const int rows = std::max(first.rows, second.rows);
        forParts(rows, kernels.partRows, [&](int from, int to) {
            const int reach = isTriangular ? std::min(second.cols, to + 1) : second.cols;
            result.parts.push_back({from, to - from, first.cols, reach, result.weights.size()});
            append(result.weights, {first}, first.cols, from, to);
            append(result.weights, {second}, reach, from, to);
        });
        return result;
    }

    //! The product by pairs of inputs. @param second triangular
    BlockProduct<W> folded(const Matrix& ofSums, const Matrix& ofDifferences, const Matrix& second = Matrix()) const
    {
        BlockProduct<W> result;
        forParts(ofSums.rows, kernels.foldedPartRows, [&](int from, int to) {
            const int reach = std::min(second.cols, to + 1);
            result.parts.push_back({from, to - from, ofSums.cols, reach, result.weights.size()});
            append(result.weights, {ofSums, ofDifferences}, ofSums.cols, from, to);
            append(result.weights, {second}, reach, from, to);
        });
        return result;
    }

private:
    template <typename Body>
    static void forParts(int rows, int most, const Body& body)
    {
        const int parts = (rows + most - 1) / most;
        for (int i = 0; i < parts; i++)
            body(rows * i / parts, rows * (i + 1) / parts);
    }

    static void append(std::vector<W>& weights, const std::vector<Matrix>& matrices, int cols, int from, int to)
    {
        for (int j = 0; j < cols; j++)
            for (const Matrix& m : matrices)
                for (int i = from; i < to; i++)
                    weights.push_back(W(m(i, j)));
    }

    const BlockKernels<W>& kernels;
};

Matrix toeplitz(const BlockStates& axis, int K)
{
    const std::vector<double> h = axis.responses(K);
    return matrixOf(K, K, [&](int i, int j) { return h[size_t(K - 1 + i - j)]; });
}

template <typename W>
BlockTable<W> plainTable(const BlockStates& axis, int K, const Packer<W>& packer)
{
    BlockTable<W> table;
    table.pixels = K;
    table.results = packer.product(toeplitz(axis, K), axis.causal.outputs(K));
    table.sums = packer.product(axis.anticausal.inputs(K));
    table.ahead = packer.product(axis.causal.inputs(K), axis.causal.powerOf(K), true);
    table.back = packer.product(axis.anticausal.outputs(K));
    table.aheadBack = packer.product(Matrix(axis.anticausal.states(), 0), axis.anticausal.powerOf(K), true);
    return table;
}

//! Half the sum of the elements (i, j) and (i', j'), or half their difference, with i' or j' counted from the end.
template <typename Mirror>
Matrix half(const Matrix& m, int rows, int cols, int sign, const Mirror& mirrored)
{
    return matrixOf(rows, cols, [&](int i, int j) { return (m(i, j) + sign * mirrored(i, j)) / 2; });
}

template <typename W>
BlockTable<W> foldedTable(const BlockStates& axis, int K, const Packer<W>& packer)
{
    BlockTable<W> table;
    table.pixels = K;
    table.parity = axis.parity;
    const Matrix H = toeplitz(axis, K), G = axis.causal.inputs(K), O = axis.causal.outputs(K);
    const int r = axis.causal.states();
    const auto ofH = [&](int i, int j) { return H(K - 1 - i, j); };
    const auto ofG = [&](int i, int j) { return G(i, K - 1 - j); };
    const auto ofO = [&](int i, int j) { return O(K - 1 - i, j); };
    const auto halves = [&](const Matrix& m, int rows, int cols, int sign, const auto& mirrored) {
        return std::make_pair(half(m, rows, cols, sign, mirrored), half(m, rows, cols, -sign, mirrored));
    };
    const auto pixels = halves(H, K / 2, K / 2, 1, ofH), sums = halves(G, r, K / 2, axis.parity, ofG),
               states = halves(O, K / 2, r, 1, ofO);
    const Matrix power = axis.causal.powerOf(K);
    table.results = packer.folded(pixels.first, pixels.second);
    table.ahead = packer.folded(sums.first, sums.second, power);
    table.back = packer.folded(states.first, states.second);
    table.aheadBack = packer.product(Matrix(r, 0), power, true);
    return table;
}

} // namespace

template <typename W>
BlockTables<W> makeBlockTables(const BlockStates& axis, const std::vector<int>& stretches)
{
    BlockTables<W> tables;
    tables.causalStates = axis.causal.states();
    tables.anticausalStates = axis.anticausal.states();
    const int longest = *std::max_element(stretches.begin(), stretches.end());
    tables.pixels = tuning::blockPixels(std::max(tables.causalStates, tables.anticausalStates), axis.parity != 0);
    while (tables.pixels > std::max(longest, tuning::MIN_BLOCK_PIXELS))
        tables.pixels /= 2;
    const Packer<W> packer;
    tables.table.resize(size_t(tables.pixels));
    tables.table.back() =
        axis.parity ? foldedTable<W>(axis, tables.pixels, packer) : plainTable<W>(axis, tables.pixels, packer);
    for (int stretch : stretches)
        if (const int rest = stretch % tables.pixels)
            if (tables.table[size_t(rest) - 1].pixels == 0)
                tables.table[size_t(rest) - 1] = plainTable<W>(axis, rest, packer);
    return tables;
}

std::vector<int> rowStretches(int64 elements, int channels, int tile)
{
    std::vector<int> stretches;
    for (int64 cols : {std::min<int64>(tile, elements), elements % tile})
        for (int64 pixels : {cols / channels, (cols + channels - 1) / channels})
            if (pixels)
                stretches.push_back(int(pixels));
    return stretches;
}

template BlockTables<float> makeBlockTables(const BlockStates&, const std::vector<int>&);
template BlockTables<double> makeBlockTables(const BlockStates&, const std::vector<int>&);

}} // namespace cv::recfilter
