// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The factory of B-spline prefilters: the poles of a degree as a recursive filter.

#include "precomp.hpp"

#include "recursive/api/array_filter.hpp"
#include "recursive/api/bspline_model.hpp"
#include "recursive/api/create_filter.hpp"
#include "math/design/bspline.hpp"

namespace cv { namespace cuda {

//! Highest degree in float. Float coefficients leave less than 2e-7 of an image unexplained up to it, else 2.7e-7 to
//! 4.1e-7.
static const int FLOAT_DEGREE = 5;

static RecursiveAxis splineAxis(int degree, int borderType)
{
    if (degree < 2 || degree > 9)
        CV_Error(Error::StsOutOfRange, format("degree is %d; 2 to 9 are accepted", degree));
    RecursiveAxis axis({}, borderType);
    for (double pole : recfilter::splinePoles(degree))
        for (bool anticausal : {false, true})
            axis.passes.push_back(RecursivePass({1 - pole}, {1, -pole}, anticausal));
    return axis;
}

Ptr<RecursiveFilter> createBSplinePrefilter(int degree, int borderType, int ddepth, int algorithm)
{
    return recfilter::createFilter(recfilter::bsplineModel(degree, borderType, ddepth, algorithm));
}

Ptr<RecursiveFilter> createBSplinePrefilter(int degree, const std::vector<int>& dimensions, int borderType, int ddepth,
                                            int algorithm)
{
    recfilter::checkDimensions(dimensions, dimensions.size(), "degrees");
    const std::vector<RecursiveAxis> axes(dimensions.size(), splineAxis(degree, borderType));
    recfilter::FilterModel model = recfilter::makeArrayModel(axes, Scalar(), ddepth, algorithm);
    model.inDouble = degree > FLOAT_DEGREE;
    return recfilter::createArrayFilter(dimensions, model);
}

}} // namespace cv::cuda

cv::recfilter::FilterModel cv::recfilter::bsplineModel(int degree, int borderType, int ddepth, int algorithm)
{
    using namespace cv::cuda;
    const RecursiveAxis axis = splineAxis(degree, borderType);
    FilterModel model = makeFilterModel(axis, axis, Scalar(), ddepth, algorithm);
    model.inDouble = degree > FLOAT_DEGREE;
    return model;
}
