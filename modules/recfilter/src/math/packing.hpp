// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Packs matrices and pairs of a plan in double into tables of the working type, for both backends.

#ifndef OPENCV_RECFILTER_MATH_PACKING_HPP
#define OPENCV_RECFILTER_MATH_PACKING_HPP

#include "math/matrix.hpp"
#include "math/sections.hpp"

namespace cv { namespace recfilter {

//! Row by row.
template <typename W>
std::vector<W> packed(const Matrix& m)
{
    std::vector<W> numbers;
    numbers.reserve(m.total());
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++)
            numbers.push_back(W(m(i, j)));
    return numbers;
}

//! Of square matrices, one below the other, whose pairs do not mix: only the 2 x 2 numbers of each pair.
template <typename W>
std::vector<W> packedPairs(const Matrix& matrices)
{
    std::vector<W> numbers;
    for (int i = 0; i < matrices.rows; i++)
        for (int j = 0; j < 2; j++)
            numbers.push_back(W(matrices(i, i % matrices.cols / 2 * 2 + j)));
    return numbers;
}

//! AddedPair in the working type, without its direct tap.
template <typename W>
struct PairCoefs
{
    W gap, f2, value, slope;
};

//! The pairs of a direction. @param direct their direct taps are added to it. @param ofStatesBefore see AddedPair
template <typename W>
std::vector<PairCoefs<W>> packedPairs(const Branches& branches, bool ofStatesBefore, double& direct)
{
    std::vector<PairCoefs<W>> pairs;
    for (const Branch& branch : branches)
    {
        const Section& section = branch.sections[0];
        const AddedPair pair = ofStatesBefore ? AddedPair::ofStatesBefore(section) : AddedPair(section);
        pairs.push_back({W(pair.gap), W(pair.f2), W(pair.value), W(pair.slope)});
        direct += pair.direct;
    }
    return pairs;
}

}} // namespace cv::recfilter

#endif
