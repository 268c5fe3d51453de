// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_MODEL_JOINT_LOSS_HPP
#define OPENCV_RECFILTER_RECURSIVE_MODEL_JOINT_LOSS_HPP

// The loss of algorithms that gather the carries of both axes at once. Knows no image.

#include "math/axis.hpp"
#include "recursive/model/filter_model.hpp"

namespace cv { namespace recfilter {

/** JOINT_TOLERANCE is the largest loss in double with which RECURSIVE_AUTO takes such an algorithm. MOST_JOINT_LOSS is
the largest loss with which such an algorithm runs at all. Both are shares of the largest value of a noise image. Pairs
of poles along both axes reach JOINT_TOLERANCE at 0.001 to 0.01 from the circle, and MOST_JOINT_LOSS at 0.0002 to 0.001,
depending on their angle. */
const double JOINT_TOLERANCE = 1e-12, MOST_JOINT_LOSS = 3e-11;

/** How many times larger the terms of e = z + X p (math/axis.hpp) are than e itself. For poles at the distance q from
the circle X is about 1 / q. If the poles lie near 1, e is as large as X p, because images have a mean. A pair
elsewhere, and a pole at -1, see little of an image at their frequency: e is small, and z and X p cancel. Sections are
looked at one by one, with a constant line and with one pixel. Feedforward taps are left out: they scale both terms and
e alike. Nothing comes back from beyond a border of zeros: there e = X p, and nothing cancels. */
inline double growthOfJoin(const AxisModel& axis)
{
    const double slow = 100; // faster poles grow less than 100 times
    if (axis.isPointwise() || axis.filter.parallel || axis.borderType == BORDER_CONSTANT || !(axis.memory > slow) ||
        std::isinf(axis.memory))
        return 1;
    AxisFilter allPole = axis.filter;
    for (Branches* direction : {&allPole.causal, &allPole.anticausal})
        for (Branch& branch : *direction)
            for (Section& section : branch.sections)
            {
                section.c0 = 1;
                section.c1 = section.c2 = 0;
            }
    const DecoupledAxis joined = decouple(allPole);
    const StateSpace &F = joined.F, &R = joined.R;
    if (F.order() == 0 || R.order() == 0)
        return 1;
    const auto keepLarger = [](Matrix& largest, const Matrix& other) {
        for (int i = 0; i < largest.rows; i++)
            largest(i, 0) = std::max(std::abs(largest(i, 0)), std::abs(other(i, 0)));
    };
    // A constant line of ones.
    Matrix p = solveIdentityMinus(F.A, F.B);
    Matrix e = detail::scaled(solveIdentityMinus(R.A, R.B), multiply(F.C, p)(0, 0) + F.D);
    // One pixel and the next ones.
    const int near = 8;
    Matrix state = F.B.clone(), sum = detail::scaled(R.B, F.D), weight = multiply(R.A, R.B);
    for (int k = 1; k < near; k++)
    {
        keepLarger(p, state);
        sum = Matrix(sum + detail::scaled(weight, multiply(F.C, state)(0, 0)));
        state = multiply(F.A, state);
        weight = multiply(R.A, weight);
    }
    keepLarger(e, sum);
    double growth = 1;
    int first = 0;
    for (const Section& section : axis.filter.anticausal[0].sections)
    {
        double terms = 0, joinedState = 0;
        for (int i = first; i < first + section.order; i++)
        {
            double term = 0;
            for (int j = 0; j < p.rows; j++)
                term += std::abs(joined.X(i, j)) * p(j, 0);
            terms = std::max(terms, term);
            joinedState = std::max(joinedState, e(i, 0));
        }
        growth = std::max(growth, terms / joinedState);
        first += section.order;
    }
    return std::min(growth, axis.memory); // states of many sections cancel and look larger
}

/** The loss if the carries of both axes are gathered at once, as a share of the largest value. The column passes filter
z and p of the rows separately. Each loses as much as pixels do: a rounding times growthOfJoin of the columns. The rows
then add z and X p, which cancel: this multiplies the loss by growthOfJoin of the rows. Noise images of 40 to 150 pixels
a side, with pairs 1e-3 to 1e-9 from the circle, lost 1e-3 to 2 times this estimate in double.
@param rounding of the working type: 2^-53 or 2^-24 */
inline double jointLoss(const FilterModel& model, double rounding)
{
    double loss = rounding;
    for (const AxisModel& axis : model.axes)
    {
        if (axis.isPointwise())
            return 0;
        loss *= growthOfJoin(axis);
    }
    return loss;
}

//! Whether the carries of both axes may be gathered at once.
inline bool mayJoinAxes(const FilterModel& model, bool inFloat)
{
    return inFloat ? jointLoss(model, std::ldexp(1., -24)) <= FLOAT_TOLERANCE
                   : jointLoss(model, std::ldexp(1., -53)) <= JOINT_TOLERANCE;
}

}} // namespace cv::recfilter

#endif
