// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The weights of SquareTable, computed in double and split for tensor cores, lane by lane.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "math/pair_weights.hpp"
#include "recursive/cuda/tables/axis_view.hpp"
#include "recursive/cuda/tables/square_tables.hpp"
#include "recursive/cuda/tables/tensor_number.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

/** The weights in double, from row k (a pixel or moment of a left factor) to column i of a product. Pixels are 0 to 7,
as in y and z. Moments of a direction are in the order of AxisView::moments. */
std::vector<Matrix> matricesOf(const DecoupledAxis& axis, int parity)
{
    const int half = SQUARE_PIXELS / 2, states = axis.F.order();
    const auto folded = foldedWeightsOf<double>(axis.F.A, axis.F.B, SQUARE_PIXELS);
    const auto response = blockResponseOf<double>(axis, parity, SQUARE_PIXELS);
    std::vector<Matrix> matrices;
    matrices.reserve(SQUARE_POWER);
    for (int which = 0; which < SQUARE_POWER; which++)
        matrices.push_back(Matrix(half, half, 0.0));
    for (int k = 0; k < half; k++)
        for (int m = 0; m < states; m++)
        {
            const int at = 2 * k * states + m;
            const double even = folded[at], odd = folded[at + states];
            matrices[SUMS_OF_Y](k, m) = parity > 0 ? even : -odd;
            matrices[SUMS_OF_Z](k, m) = parity > 0 ? odd : -even;
        }
    for (int i = 0; i < half; i++)
    {
        const int row = i * (half + states);
        const double *const sums = &response.ofSums[row], *const differences = &response.ofDifferences[row];
        for (int k = 0; k < half; k++)
        {
            matrices[RESULTS_OF_Y](k, i) = sums[k];
            matrices[RESULTS_OF_Z](k, i) = differences[k];
        }
        for (int m = 0; m < states; m++)
        {
            matrices[RESULTS_NEAR](m, i) = sums[half + m];
            matrices[RESULTS_FAR](m, i) = differences[half + m];
        }
    }
    return matrices;
}

/** Turns the matrices into those of two pairs. Column 2 m of a product is moment m of f, column 2 m + 1 that of s a.
The first half of a left factor is p, the second half s e. */
void fillFactors(std::vector<Matrix>& matrices)
{
    const int half = SQUARE_PIXELS / 2, states = half / 2;
    Matrix ofY(half, half), ofZ(half, half), near(half, half), far(half, half);
    for (int k = 0; k < half; k++)
        for (int m = 0; m < states; m++)
        {
            ofY(k, 2 * m) = ofY(k, 2 * m + 1) = matrices[SUMS_OF_Y](k, m);
            ofZ(k, 2 * m + 1) = matrices[SUMS_OF_Z](k, m);
            ofZ(k, 2 * m) = -ofZ(k, 2 * m + 1);
        }
    for (int m = 0; m < states; m++)
        for (int i = 0; i < half; i++)
        {
            const double both = matrices[RESULTS_NEAR](m, i), one = matrices[RESULTS_FAR](m, i);
            near(m, i) = far(states + m, i) = both + one;
            far(m, i) = near(states + m, i) = both - one;
        }
    matrices[SUMS_OF_Y] = ofY;
    matrices[SUMS_OF_Z] = ofZ;
    matrices[RESULTS_NEAR] = near;
    matrices[RESULTS_FAR] = far;
}

/** Appends what lane 4 g + t has of a right factor, (t, g) and (t + 4, g), as high and low parts. Columns
2 t and 2 t + 1 of a product are pixels t and t + 4, but states are in order. Of three pairs, columns t and t + 4 of a
left factor of states are moments 2 t and 2 t + 1. */
void addRightFactor(const Matrix& m, bool lanesHavePairs, bool toStates, std::vector<float>& tables)
{
    for (int lane = 0; lane < 32; lane++)
    {
        const int g = lane / 4, t = lane % 4, column = toStates ? g : g / 2 + g % 2 * 4;
        float numbers[4];
        for (int j = 0; j < 2; j++)
        {
            const double weight = m(lanesHavePairs ? 2 * t + j : t + 4 * j, column);
            numbers[j] = tensorNumber(weight);
            numbers[2 + j] = tensorNumber(weight - numbers[j]);
        }
        tables.insert(tables.end(), numbers, numbers + 4);
    }
}

void addPower(const Matrix& power, bool lanesHavePairs, std::vector<float>& tables)
{
    for (int lane = 0; lane < 32; lane++)
    {
        const int t = lane % 4, first = lanesHavePairs ? 2 * t : t;
        float numbers[4] = {};
        for (int i = 0; i < 4 && first < power.rows; i++)
            if (lanesHavePairs)
                numbers[i] = float(power(first + i / 2, first + i % 2));
            else if (i < 2)
                numbers[i] = float(power(first, first ^ i));
        tables.insert(tables.end(), numbers, numbers + 4);
    }
}

} // namespace

std::vector<float> squareTablesOf(const DecoupledAxis& axis, int parity)
{
    std::vector<float> tables;
    std::vector<Matrix> matrices = matricesOf(axis, parity);
    CV_DbgAssert(axis.F.order() == 4 || axis.F.order() == 6);
    const bool lanesHavePairs = axis.F.order() == 6; // SquareStates<3>
    if (!lanesHavePairs)
        fillFactors(matrices);
    for (int which = 0; which < SQUARE_POWER; which++)
        addRightFactor(matrices[size_t(which)], lanesHavePairs && which >= RESULTS_NEAR, which <= SUMS_OF_Z, tables);
    addPower(recfilter::power(axis.F.A, SQUARE_PIXELS), lanesHavePairs, tables);
    return tables;
}

}}} // namespace cv::recfilter::gpu

#endif
