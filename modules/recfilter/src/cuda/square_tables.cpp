// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "../precomp.hpp"

#ifdef HAVE_CUDA

#include "../math/pair_weights.hpp"
#include "axis_view.hpp"
#include "square_tables.hpp"

#include <cstring>

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Rounded to the 11 bits that tensor cores take.
float tensorNumber(double value)
{
    const float narrow = float(value);
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    bits = (bits + 0x1000) & 0xffffe000;
    float result;
    memcpy(&result, &bits, sizeof bits);
    return result;
}

//! From row k of pixels or of moments to column i of moments or of pixels, in double.
std::vector<Matrix> matricesOf(const DecoupledAxis& axis, int parity)
{
    const int half = SQUARE_PIXELS / 2, states = axis.F.order();
    const auto folded = foldedWeightsOf<double>(axis.F.A, axis.F.B, SQUARE_PIXELS);
    const auto response = blockResponseOf<double>(axis, parity, SQUARE_PIXELS);
    std::vector<Matrix> matrices;
    for (int which = 0; which < SQUARE_POWER; which++)
        matrices.push_back(Matrix(half, half, 0.0));
    for (int k = 0; k < half; k++)
        for (int m = 0; m < states; m++)
        {
            const double even = folded[size_t(2 * k * states + m)], odd = folded[size_t((2 * k + 1) * states + m)];
            matrices[SUMS_OF_Y](k, m) = parity > 0 ? even : -odd;
            matrices[SUMS_OF_Z](k, m) = parity > 0 ? odd : -even;
        }
    for (int i = 0; i < half; i++)
    {
        const size_t row = size_t(i * (half + states));
        const double *const sums = &response.ofSums[row], *const differences = &response.ofDifferences[row];
        for (int k = 0; k < half; k++)
        {
            matrices[RESULTS_OF_Y](k, i) = sums[k];
            matrices[RESULTS_OF_Z](k, i) = differences[k];
        }
        for (int m = 0; m < states; m++)
        {
            matrices[RESULTS_OF_SUMS](m, i) = sums[half + m];
            matrices[RESULTS_OF_DIFFERENCES](m, i) = differences[half + m];
        }
    }
    return matrices;
}

/** What lane 4 g + t has of a right factor, (t, g) and (t + 4, g), in two parts. A lane owns pixels t and t + 4 of eight, and moments 2 t and
2 t + 1: so do the columns of a product for moments, 2 t and 2 t + 1, but those of a left factor, t and t + 4, only for pixels. Two pairs have four
moments, and lanes t = 2 and 3 those of 0 and 1. */
void addRightFactor(const Matrix& m, bool fromStates, bool toStates, int pairs, std::vector<float>& tables)
{
    const int own = pairs == 2 ? 2 : 4; // lanes before those that have the same moments
    for (int lane = 0; lane < 32; lane++)
    {
        const int g = lane / 4, t = lane % 4, column = toStates ? g % (2 * own) : g / 2 + g % 2 * 4;
        float numbers[4];
        for (int j = 0; j < 2; j++)
        {
            const double weight = m(fromStates ? t % own * 2 + j : t + 4 * j, column);
            numbers[j] = tensorNumber(weight);
            numbers[2 + j] = tensorNumber(weight - numbers[j]);
        }
        tables.insert(tables.end(), numbers, numbers + 4);
    }
}

} // namespace

std::vector<float> squareTablesOf(const DecoupledAxis& axis, int parity)
{
    std::vector<float> tables;
    const std::vector<Matrix> matrices = matricesOf(axis, parity);
    const int pairs = axis.F.order() / 2;
    for (int which = 0; which < SQUARE_POWER; which++)
        addRightFactor(matrices[size_t(which)], which >= RESULTS_OF_SUMS, which <= SUMS_OF_Z, pairs, tables);
    const Matrix power = recfilter::power(axis.F.A, SQUARE_PIXELS);
    for (int lane = 0; lane < 32; lane++)
        for (int i = 0; i < 4; i++)
        {
            const int first = lane % (pairs == 2 ? 2 : 4) * 2;
            tables.push_back(first < power.rows ? float(power(first + i / 2, first + i % 2)) : 0.f);
        }
    return tables;
}

}}} // namespace cv::recfilter::gpu

#endif
