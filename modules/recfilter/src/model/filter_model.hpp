// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FILTER_MODEL_HPP
#define OPENCV_RECFILTER_FILTER_MODEL_HPP

#include "math/sections.hpp"
#include "precomp.hpp"

namespace cv { namespace recfilter {

//! One axis as validated at creation: sections in double, gains taken out of a cascade.
struct AxisModel
{
    AxisFilter filter;
    double gain = 1;
    int borderType = BORDER_REFLECT;
    double memory = 1; //!< pixels: 1 / (1 - |p|) of the largest pole p; infinite for one on the unit circle

    int order() const { return orderOf(filter.causal) + orderOf(filter.anticausal); }
    //! No pixel reaches another one.
    bool isPointwise() const { return order() == 0; }
};

//! The share of its largest response that a filter may lose in float, before images are filtered in double.
const double FLOAT_TOLERANCE = 1e-5;

//! What a backend needs to know of a RecursiveFilter.
struct FilterModel
{
    AxisModel x, y;
    Scalar borderValue;
    int ddepth = -1;
    int algorithm = 0;
    bool inDouble = false;                   //!< compute in double, whatever the depth of the images
    double floatTolerance = FLOAT_TOLERANCE; //!< more where the loss is documented and tested by itself
};

//! The filter of a model that has been checked (recursive.cpp).
Ptr<cuda::RecursiveFilter> createFilter(const FilterModel& model);

}} // namespace cv::recfilter

#endif
