// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_MODEL_FILTER_MODEL_HPP
#define OPENCV_RECFILTER_RECURSIVE_MODEL_FILTER_MODEL_HPP

// The checked form of a filter that both backends start from. It knows neither image sizes nor backends.

#include "arrays/depths.hpp"
#include "arrays/extents.hpp"
#include "math/sections.hpp"

namespace cv { namespace recfilter {

//! One checked axis: sections in double, gains taken out of a cascade.
struct AxisModel
{
    AxisFilter filter;
    double gain = 1;
    int borderType = BORDER_REFLECT;
    double memory = 1; //!< pixels: 1 / (1 - |p|) of the largest pole p; infinite for one on the unit circle

    int order() const { return orderOf(filter.causal) + orderOf(filter.anticausal); }
    //! Whether no pixel influences another one.
    bool isPointwise() const { return order() == 0; }
};

//! Largest loss of float, as a share of the largest response, with which images are filtered in float.
const double FLOAT_TOLERANCE = 1e-5;

//! A RecursiveFilter as both backends get it.
struct FilterModel
{
    std::vector<AxisModel> axes = std::vector<AxisModel>(2); //!< from the slowest axis of the array to the fastest
    Scalar borderValue;
    int ddepth = -1;
    int algorithm = 0;
    bool losesBySections = false;            //!< in float, too much, so that blocks run (doc/block_states.md)
    bool inDouble = false;                   //!< compute in double, whatever the depth of the images
    double floatTolerance = FLOAT_TOLERANCE; //!< larger where the loss is documented and tested on its own
    DerivativeOrders derivative;             //!< results of a derivative have both signs
};

}} // namespace cv::recfilter

#endif
