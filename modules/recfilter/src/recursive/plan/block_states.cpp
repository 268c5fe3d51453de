// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Expands both halves of an axis's response in orthonormal states.

#include "recursive/plan/block_states.hpp"

#include "recursive/model/filter_model.hpp"
#include "math/all_pass.hpp"

namespace cv { namespace recfilter {

Matrix BlockDirection::powerOf(int64 n, double eps) const
{
    const Matrix result = power(A, n);
    return normInf(result) < eps ? Matrix(A.rows, A.cols, 0.0) : result;
}

Matrix BlockDirection::inputs(int K) const
{
    Matrix result(states(), K), column = B.clone(), next;
    for (int i = 0; i < K; i++)
    {
        for (int s = 0; s < states(); s++)
            result(s, isCausal ? K - 1 - i : i) = column(s, 0);
        multiplyInto(next, A, column);
        std::swap(next, column);
    }
    return result;
}

Matrix BlockDirection::outputs(int K) const
{
    Matrix result(K, states()), row = C.clone(), next;
    for (int i = 0; i < K; i++)
    {
        for (int s = 0; s < states(); s++)
            result(isCausal ? i : K - 1 - i, s) = row(0, s);
        multiplyInto(next, row, A);
        std::swap(next, row);
    }
    return result;
}

static bool isMirroredBorder(int borderType)
{
    return borderType == BORDER_REFLECT || borderType == BORDER_REFLECT_101;
}

//! The half of the two-sided response that lies in one direction; [0] is the middle, if the form is a cascade.
static AllPassStates::Vector halfOf(const AllPassStates& states, const Branches& own, const Branches& other,
                                    bool parallel)
{
    const AllPassStates::Vector response = states.responseOf(own);
    return parallel ? response : states.throughOther(response, other);
}

/** The states that the response needs. Zeros of a filter may take delays of their own in its sections, which come last
in the basis, and of which the response has no share then. Other sections stay whole. At least one state stays. */
static int usedStates(const AllPassStates::Vector& half, const std::vector<Section>& poles)
{
    size_t least = 1;
    for (const Section& section : poles)
        if (section.f1 != 0 || section.f2 != 0)
            least += size_t(section.order);
    double largest = 0;
    for (const DoubleDouble& share : half)
        largest = std::max(largest, std::abs(double(share)));
    size_t used = half.size();
    while (used > least && std::abs(double(half[used - 1])) <= 1e-20 * largest)
        used--;
    return int(used > 1 ? used : half.size()) - 1;
}

//! @param count of the states are taken. None depends on those behind it
static BlockDirection directionOf(const AllPassStates& states, const AllPassStates::Vector& half, int count,
                                  double gain, bool isCausal)
{
    const Matrix A = states.A(), B = states.B();
    BlockDirection direction;
    direction.A = matrixOf(count, count, [&](int i, int j) { return A(i, j); });
    direction.B = matrixOf(count, 1, [&](int i, int) { return B(i, 0); });
    direction.C = matrixOf(1, count, [&](int, int j) { return double(half[size_t(j) + 1]) * gain; });
    direction.isCausal = isCausal;
    direction.isUsed = normInf(direction.C) > 0;
    return direction;
}

//! Whether both directions have orthonormal states.
static bool areInsideCircle(const AxisFilter& filter)
{
    return isInsideCircle(filter.causal) && isInsideCircle(filter.anticausal);
}

static int parityOf(const BlockDirection& a, const BlockDirection& b, double center)
{
    bool even = true, odd = center == 0;
    for (int i = 0; i < a.states(); i++)
    {
        even = even && a.C(0, i) == b.C(0, i);
        odd = odd && a.C(0, i) == -b.C(0, i);
    }
    return even ? 1 : odd ? -1 : 0;
}

BlockStates::BlockStates(const AxisFilter& filter, double gain, int border) : borderType(border)
{
    if (!areInsideCircle(filter))
    {
        setSections(filter, gain);
        return;
    }
    std::vector<Section> causalPoles = polesOf(filter.causal), anticausalPoles = polesOf(filter.anticausal);
    if (isMirroredBorder(border))
        causalPoles = anticausalPoles = unitedPoles(causalPoles, anticausalPoles);
    const AllPassStates forth(causalPoles), back(anticausalPoles);
    const auto causalHalf = halfOf(forth, filter.causal, filter.anticausal, filter.parallel),
               anticausalHalf = halfOf(back, filter.anticausal, filter.causal, filter.parallel);
    int causalStates = usedStates(causalHalf, causalPoles),
        anticausalStates = usedStates(anticausalHalf, anticausalPoles);
    if (isMirroredBorder(border)) // the border takes the sums of both directions
        causalStates = anticausalStates = std::max(causalStates, anticausalStates);
    causal = directionOf(forth, causalHalf, causalStates, gain, true);
    anticausal = directionOf(back, anticausalHalf, anticausalStates, gain, false);
    center = double(causalHalf[0]) * gain;
    if (filter.parallel)
        center = double(causalHalf[0] + anticausalHalf[0]) * gain;
    shared = detail::same(causal.A, anticausal.A) && detail::same(causal.B, anticausal.B);
    parity = shared ? parityOf(causal, anticausal, center) : 0;
}

//! The states of sections, those of two poles before all others: each begins at an even state then.
static void setPairsFirst(const StateSpace& space, const Branches& branches, BlockDirection& direction)
{
    std::vector<int> order[3], states;
    for (const Branch& branch : branches)
        for (const Section& section : branch.sections)
            for (int k = 0; k < section.order; k++)
                order[section.order].push_back(int(order[1].size() + order[2].size()));
    for (int poles : {2, 1})
        states.insert(states.end(), order[poles].begin(), order[poles].end());
    const int count = int(states.size());
    const auto from = [&](int i) { return states[size_t(i)]; };
    direction.A = matrixOf(count, count, [&](int i, int j) { return space.A(from(i), from(j)); });
    direction.B = matrixOf(count, 1, [&](int i, int) { return space.B(from(i), 0); });
    direction.C = matrixOf(1, count, [&](int, int j) { return space.C(0, from(j)); });
    direction.isUsed = count > 0;
}

void BlockStates::setSections(AxisFilter filter, double gain)
{
    for (Branches* direction : {&filter.causal, &filter.anticausal})
        for (Branch& branch : *direction)
            std::stable_sort(branch.sections.begin(), branch.sections.end(),
                             [](const Section& s, const Section& t) { return s.order > t.order; });
    DecoupledAxis axis = decouple(filter);
    StateSpace &F = axis.F, &R = axis.R;
    if (filter.parallel)
        center = (F.D + R.D) * gain;
    else
    {
        // y = C' e + D' u with e = z + X p behind the pixel, where p is A p + B x.
        center = F.D * R.D * gain;
        F.C = detail::scaled(F.C, R.D);
        if (F.order() && R.order())
        {
            const Matrix weights = multiply(R.C, axis.X);
            F.C = Matrix(F.C + multiply(weights, F.A));
            center += multiply(weights, F.B)(0, 0) * gain;
        }
        R.B = axis.Bz;
    }
    F.C = detail::scaled(F.C, gain);
    R.C = detail::scaled(R.C, gain);
    setPairsFirst(F, filter.causal, causal);
    setPairsFirst(R, filter.anticausal, anticausal);
    anticausal.isCausal = shared = false;
    parity = 0;
}

BlockStates::BlockStates(const AxisModel& model) : BlockStates(model.filter, model.gain, model.borderType) {}

int BlockStates::statesOf(const AxisModel& model)
{
    const BlockStates axis(model);
    return std::max(axis.causal.states(), axis.anticausal.states());
}

std::vector<double> BlockStates::responses(int K) const
{
    std::vector<double> h(2 * size_t(K) - 1);
    const Matrix behind = causal.inputs(K - 1), ahead = anticausal.inputs(K - 1);
    const size_t middle = size_t(K) - 1;
    h[middle] = center;
    for (int n = 1; n < K; n++)
    {
        double& after = h[middle + size_t(n)];
        double& before = h[middle - size_t(n)];
        for (int s = 0; s < causal.states(); s++)
            after += causal.C(0, s) * behind(s, K - 1 - n);
        for (int s = 0; s < anticausal.states(); s++)
            before += anticausal.C(0, s) * ahead(s, n - 1);
    }
    return h;
}

double BlockStates::constantGain() const
{
    double sum = center;
    for (const BlockDirection* direction : {&causal, &anticausal})
        if (direction->states())
            sum += multiply(direction->C, solveIdentityMinus(direction->A, direction->B))(0, 0);
    return sum;
}

LineClosing BlockStates::closing(int64 n, double eps) const
{
    LineClosing result;
    result.start = closeEnd(causal.A, causal.B, borderType, n, eps);
    result.end = shared ? result.start : closeEnd(anticausal.A, anticausal.B, borderType, n, eps);
    result.shift = result.start.shift;
    return result;
}

}} // namespace cv::recfilter
