// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PERF_FILTERS_HPP
#define OPENCV_RECFILTER_PERF_FILTERS_HPP

// The filters of all benchmarks of recursive filters. Their poles are slow, so that carries really cross tiles.

#include "perf_precomp.hpp"

#include "recursive/plan/schedule/schedule.hpp"

#include <cmath>

namespace opencv_test {

enum FilterKind
{
    ORDER_1,  //!< pole 0.97
    ORDER_2,  //!< poles 0.95 e^(+-0.1i)
    ORDER_3,  //!< both
    BSPLINE_3 //!< pole sqrt(3) - 2: fades within 16 pixels
};
CV_ENUM(FilterEnum, ORDER_1, ORDER_2, ORDER_3, BSPLINE_3)
CV_ENUM(BorderEnum, BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP)

//! A row of the table of schedules, which prints its name.
struct Algorithm
{
    int value;

    operator int() const { return value; }

    //! The algorithms of a side that take filters of any poles.
    static std::vector<Algorithm> all(cv::recfilter::Engine cv::recfilter::Schedule::*side)
    {
        std::vector<Algorithm> list;
        for (int algorithm : cv::recfilter::algorithmsOf(side))
            if (!(cv::recfilter::scheduleOf(algorithm).needs & cv::recfilter::NEEDS_MIRRORED_POLES))
                list.push_back({algorithm});
        return list;
    }

    //! A border that the algorithm takes.
    int border() const
    {
        return cv::recfilter::scheduleOf(value).needs & cv::recfilter::NEEDS_ZERO_BORDER ? BORDER_CONSTANT
                                                                                         : BORDER_REFLECT;
    }
};

inline void PrintTo(const Algorithm& algorithm, std::ostream* out)
{
    *out << cv::recfilter::scheduleOf(algorithm).name;
}

//! @param sigma of both axes
inline Ptr<RecursiveFilter> gaussianFilter(double sigma, int border, int approximation, int algorithm = RECURSIVE_AUTO)
{
    RecursiveGaussianParams params(sigma);
    params.borderType = border;
    params.approximation = approximation;
    params.algorithm = algorithm;
    return createRecursiveGaussianFilter(params);
}

inline std::vector<double> feedbackOf(int kind)
{
    const double a1 = -2 * 0.95 * std::cos(0.1), a2 = 0.95 * 0.95, pole = 0.97, third = 0.93;
    switch (kind)
    {
    case ORDER_1:
        return {1, -pole};
    case ORDER_2:
        return {1, a1, a2};
    case ORDER_3:
        return {1, a1 - third, a2 - third * a1, -third * a2};
    }
    return {1, 2 - std::sqrt(3.0)};
}

//! A pass and its mirror image along both axes, with gain 1 for a constant.
inline Ptr<RecursiveFilter> makeFilter(int kind, int borderType, int algorithm = RECURSIVE_AUTO, int ddepth = -1)
{
    const std::vector<double> a = feedbackOf(kind);
    double gain = 0;
    for (double tap : a)
        gain += tap;
    return createRecursiveFilter(RecursiveAxis::symmetric({gain}, a, borderType), Scalar(), ddepth, algorithm);
}

/** An image whose rows are padded by a few whole cache lines. A pitch that is a power of two puts the rows of a tile
into the same few sets of the caches, and costs every method. */
inline Mat paddedImage(Size size, int type)
{
    int padding = 1;
    while (padding * CV_ELEM_SIZE(type) % 64 != 0)
        padding++;
    Mat whole(size.height, size.width + padding, type, Scalar::all(0));
    return whole.colRange(0, size.width);
}

inline Mat noise(Size size, int type)
{
    Mat image = paddedImage(size, type);
    const double high = CV_MAT_DEPTH(type) <= CV_16S ? 255 : 1;
    if (CV_MAT_DEPTH(type) == CV_16F)
    {
        Mat wide(size, CV_MAKETYPE(CV_32F, CV_MAT_CN(type)));
        theRNG().fill(wide, RNG::UNIFORM, 0, high);
        wide.convertTo(image, CV_16F);
    }
    else
        theRNG().fill(image, RNG::UNIFORM, 0, high);
    return image;
}

//! No figure counts unless the same filter gives the same result in double.
inline void expectAsInDouble(const Ptr<RecursiveFilter>& filter, const Mat& src, const Mat& result,
                             double tolerance = 2e-5)
{
    Mat twice, expected;
    src.convertTo(twice, CV_64F);
    filter->apply(twice, expected);
    ASSERT_TRUE(checkRange(result));
    EXPECT_LE(cvtest::norm(Mat_<double>(result), expected, NORM_INF), tolerance * cvtest::norm(expected, NORM_INF));
}

} // namespace opencv_test

#endif
