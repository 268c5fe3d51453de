// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PERF_BANDED_SYSTEMS_HPP
#define OPENCV_RECFILTER_PERF_BANDED_SYSTEMS_HPP

// The systems of all benchmarks of banded solvers.

#include "perf_filters.hpp"

#include "opencv2/imgproc.hpp"

namespace opencv_test {

enum SystemKind
{
    SPLINE_3,    //!< tridiagonal; 16 rows of factors vary
    SPLINE_5,    //!< two diagonals on either side
    DIFFUSION,   //!< tridiagonal, pole 0.97: 600 rows of factors vary
    DIAGONALS_4, //!< four on either side
    DIAGONALS_8
};
CV_ENUM(SystemEnum, SPLINE_3, SPLINE_5, DIFFUSION, DIAGONALS_4, DIAGONALS_8)

inline std::vector<double> bandOf(int kind)
{
    switch (kind)
    {
    case SPLINE_3:
        return {1 / 6., 4 / 6., 1 / 6.};
    case SPLINE_5:
        return {1 / 120., 26 / 120., 66 / 120., 26 / 120., 1 / 120.};
    case DIFFUSION:
        return {-1000, 2001, -1000};
    }
    std::vector<double> band(kind == DIAGONALS_4 ? 9 : 17, 0.05);
    band[band.size() / 2] = 1;
    return band;
}

//! No figure counts unless the result solves the system.
inline void expectSolved(const Mat& src, const Mat& result, int kind, int borderType)
{
    const Mat kernel(bandOf(kind), true);
    Mat y, back, x;
    result.convertTo(y, CV_64F);
    src.convertTo(x, CV_64F);
    cv::sepFilter2D(y, back, CV_64F, kernel, kernel, Point(-1, -1), 0, borderType);
    double largest = 0;
    cv::minMaxLoc(cv::abs(kernel), nullptr, &largest);
    EXPECT_LE(cvtest::norm(back, x, NORM_INF),
              (src.depth() == CV_64F ? 1e-13 : 2e-6) * largest * largest * cvtest::norm(y, NORM_INF));
}

} // namespace opencv_test

#endif
