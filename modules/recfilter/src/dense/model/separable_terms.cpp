// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Splits kernels into separable terms.

#include "dense/model/separable_terms.hpp"

namespace cv { namespace recfilter {

namespace {

//! The first axis from `axis` on along which the kernel has several taps, or the last one.
int firstLong(const AxisInts& size, int axis)
{
    while (axis < VIEW_AXES - 1 && size[size_t(axis)] == 1)
        axis++;
    return axis;
}

/** Adds the terms of a remainder, which has the axes from `axis` on.
@param allowed largest norm of the terms that are left out */
void addTerms(const Mat_<double>& rest, const AxisInts& size, int axis, const SeparableTerm& outer, double allowed,
              std::vector<SeparableTerm>& terms)
{
    axis = firstLong(size, axis);
    SeparableTerm term = outer;
    const int length = size[size_t(axis)], inner = int(rest.total()) / length;
    if (inner == 1)
    {
        term[size_t(axis)].assign(rest.begin(), rest.end());
        terms.push_back(term);
        return;
    }
    const SVD svd(rest.reshape(1, length));
    const Mat_<double> weights = svd.w;
    // Leaves out the smallest singular values, as long as their squares add up to at most half the square of `allowed`.
    int rank = int(weights.total());
    for (double left = 0; rank > 1; rank--)
    {
        left += weights(rank - 1) * weights(rank - 1);
        if (left > allowed * allowed / 2)
            break;
    }
    for (int k = 0; k < rank; k++)
    {
        const Mat_<double> column = svd.u.col(k) * weights(k);
        term[size_t(axis)].assign(column.begin(), column.end());
        // The remainders have norm 1. Singular values weight the remainders and also the terms that these leave out.
        const double share = allowed / std::sqrt(2. * rank) / std::max(weights(k), DBL_MIN);
        addTerms(svd.vt.row(k).clone().reshape(1, 1), size, axis + 1, term, share, terms);
    }
}

} // namespace

std::vector<SeparableTerm> separableTerms(const std::vector<double>& taps, const AxisInts& size, double tolerance)
{
    const Mat_<double> kernel = Mat_<double>(taps).reshape(1, 1).clone();
    SeparableTerm ones;
    ones.fill({1.});
    std::vector<SeparableTerm> terms;
    addTerms(kernel, size, 0, ones, tolerance * norm(kernel), terms);
    return terms;
}

bool needsMoreTerms(const std::vector<double>& taps, const AxisInts& size, int terms)
{
    const double rounding = 1e-5; // of the largest tap: rounding of float, amplified by the crosses, with room
    const int length = size[size_t(firstLong(size, 0))];
    Mat_<double> rest = Mat_<double>(taps).reshape(1, length).clone();
    double largest = 0, first = 0;
    for (int i = 0; i <= terms; i++)
    {
        Point place;
        minMaxLoc(abs(rest), nullptr, &largest, nullptr, &place);
        first = std::max(first, largest);
        if (largest <= rounding * first)
            return false;
        const Mat_<double> cross = rest.col(place.x) * rest.row(place.y) / rest(place);
        rest -= cross;
    }
    return true;
}

}} // namespace cv::recfilter
