// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "cpu/tables/filter_plan.hpp"

namespace cv { namespace recfilter {

//! Row by row.
template <typename W>
static std::vector<W> vectorOf(const Matrix& m)
{
    std::vector<W> result;
    result.reserve(m.total());
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++)
            result.push_back(W(m(i, j)));
    return result;
}

template <typename W>
SmallMatrix<W>::SmallMatrix(const Matrix& m)
{
    for (int row = 0; row < m.rows; row++)
    {
        for (int column = 0; column < m.cols; column++)
            if (W(m(row, column)) != 0)
                entries.push_back({column, W(m(row, column))});
        ends.push_back(int(entries.size()));
    }
}

template <typename W>
static Chain<W> chainOf(const Branches& branches, bool parallel)
{
    Chain<W> chain;
    chain.cascadeOfAllPoles = !parallel;
    for (const Branch& branch : branches)
    {
        for (const Section& s : branch.sections)
        {
            chain.sections.push_back({s.order, W(s.f1), W(s.f2), W(s.c0), W(s.c1), W(s.c2)});
            chain.states += s.order;
            (s.order == 1 ? chain.firstOrder : chain.secondOrder)++;
            chain.cascadeOfAllPoles &= s.isAllPole() && !(s.order == 1 && chain.secondOrder > 0);
        }
        chain.branchEnds.push_back(int(chain.sections.size()));
    }
    if (!parallel || !areAddedPairs(branches))
        return chain;
    double direct = 0;
    for (const Branch& branch : branches)
    {
        const AddedPair pair(branch.sections[0]);
        chain.pairs.push_back({W(pair.gap), W(pair.f2), W(pair.value), W(pair.slope)});
        direct += pair.direct;
    }
    chain.direct = W(direct);
    return chain;
}

template <typename W>
static WeightTable<W> tableOf(const Weights& weights)
{
    WeightTable<W> table;
    table.first = weights.first;
    table.count = weights.columns.cols;
    table.states = weights.columns.rows;
    table.data.reserve(weights.columns.total());
    for (int i = 0; i < weights.columns.cols; i++)
        for (int m = 0; m < weights.columns.rows; m++)
            table.data.push_back(W(weights.columns(m, i)));
    return table;
}

template <typename W>
double AxisPlan<W>::eps()
{
    return std::numeric_limits<W>::epsilon() / 512;
}

template <typename W>
AxisPlan<W>::AxisPlan(const AxisModel& model, int64 n)
    : length(n), parallel(model.filter.parallel),
      meetsBorderValue(model.borderType == BORDER_CONSTANT && !model.isPointwise()), gain(model.gain)
{
    const AxisFilter filter =
        areAddedPairs(model.filter) ? roundedPairs<W>(model.filter) : rounded<W>(model.filter, gain);
    causal = chainOf<W>(filter.causal, parallel);
    anticausal = chainOf<W>(filter.anticausal, parallel);
    axis = decouple(filter);
    causalStates = axis.F.order();
    anticausalStates = axis.R.order();
    join = SmallMatrix<W>(axis.X);
    causalDecay = decayLength(axis.F.A, eps(), n);
    anticausalDecay = decayLength(axis.R.A, eps(), n);
    const Closure start = closeLine(axis.F.A, axis.F.B, model.borderType, n, eps());
    const Closure end = closeLineBackwards(axis.R.A, axis.Bz, model.borderType, n, eps());
    startWeights = tableOf<W>(start.weights);
    endWeights = tableOf<W>(end.weights);
    startOffset = vectorOf<W>(start.offset);
    endOffset = vectorOf<W>(end.offset);
}

template <typename W>
static std::vector<W> moments(const Matrix& A, const Matrix& B, int64 count)
{
    std::vector<W> result;
    result.reserve(size_t(count * A.rows));
    Matrix term = B;
    for (int64 i = 0; i < count && A.rows; i++, term = multiply(A, term))
        for (int m = 0; m < A.rows; m++)
            result.push_back(W(term(m, 0)));
    return result;
}

template <typename W>
std::vector<W> AxisPlan<W>::causalMoments(int64 count) const
{
    return moments<W>(axis.F.A, axis.F.B, count);
}

template <typename W>
std::vector<W> AxisPlan<W>::anticausalMoments(int64 count) const
{
    return moments<W>(axis.R.A, axis.Bz, count);
}

template <typename W>
std::vector<W> AxisPlan<W>::undecoupledMoments(int64 count) const
{
    return moments<W>(axis.R.A, axis.R.B, count);
}

template <typename W>
WeightTable<W> AxisPlan<W>::startResponse() const
{
    WeightTable<W> table;
    table.count = causalDecay;
    table.states = causalStates;
    table.data = moments<W>(transposed(axis.F.A), transposed(axis.F.C), causalDecay);
    return table;
}

//! A power that has faded is a zero matrix, which is skipped where it is used.
template <typename W>
static SmallMatrix<W> fadingPower(const Matrix& A, int64 n)
{
    const Matrix result = power(A, n);
    return normInf(result) < AxisPlan<W>::eps() ? SmallMatrix<W>(Matrix(A.rows, A.cols, 0.0)) : SmallMatrix<W>(result);
}

template <typename W>
SmallMatrix<W> AxisPlan<W>::causalPower(int64 n) const
{
    return fadingPower<W>(axis.F.A, n);
}

template <typename W>
SmallMatrix<W> AxisPlan<W>::anticausalPower(int64 n) const
{
    return fadingPower<W>(axis.R.A, n);
}

template <typename W>
SumClosing<W>::SumClosing(const AxisPlan<W>& plan, int borderType)
{
    const LineClosing closing = closeBySums(plan.axis, borderType, plan.length);
    if (!closing.exists)
        return;
    exists = true;
    startF = SmallMatrix<W>(closing.startF);
    startA = SmallMatrix<W>(closing.startA);
    endF = SmallMatrix<W>(closing.endF);
    endA = SmallMatrix<W>(closing.endA);
    sums.count = plan.causalDecay;
    sums.states = plan.causalStates;
    sums.data = plan.causalMoments(plan.causalDecay);
    if (!closing.leavesEnds)
        return;
    std::fill_n(sums.data.begin(), sums.states, W(0));
    Weights pixel;
    pixel.columns = Matrix(-plan.axis.F.B);
    first = tableOf<W>(pixel);
    pixel.first = plan.length - 1;
    last = tableOf<W>(pixel);
}

template <typename W>
WeightTable<W> repeatForChannels(WeightTable<W> table, int channels)
{
    if (channels == 1)
        return table;
    WeightTable<W> wide;
    wide.first = table.first * channels;
    wide.count = table.count * channels;
    wide.states = table.states;
    wide.data.reserve(table.data.size() * size_t(channels));
    for (int64 i = 0; i < table.count && table.states; i++)
        for (int channel = 0; channel < channels; channel++)
            wide.data.insert(wide.data.end(), table.at(table.first + i), table.at(table.first + i) + table.states);
    return wide;
}

template struct SmallMatrix<float>;
template struct SmallMatrix<double>;
template struct SumClosing<float>;
template struct SumClosing<double>;
template struct AxisPlan<float>;
template struct AxisPlan<double>;
template WeightTable<float> repeatForChannels(WeightTable<float>, int);
template WeightTable<double> repeatForChannels(WeightTable<double>, int);

}} // namespace cv::recfilter
