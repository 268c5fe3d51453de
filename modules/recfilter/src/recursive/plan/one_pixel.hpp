// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_ONE_PIXEL_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_ONE_PIXEL_HPP

// Images of one row or one column: the axis across them becomes a factor.

#include "recursive/model/filter_model.hpp"
#include "arrays/extents.hpp"
#include "math/axis.hpp"

namespace cv { namespace recfilter {

namespace detail {

/** The factor of an axis on lines of one pixel, without its gain. Borders that repeat the pixel make the line constant.
With BORDER_CONSTANT the border value is taken off first, and the pixel stands alone. */
inline double answerToOnePixel(const DecoupledAxis& axis, int borderType)
{
    if (borderType != BORDER_CONSTANT)
        return constantGain(axis);
    if (axis.parallel)
        return axis.F.D + axis.R.D;
    double answer = axis.F.D * axis.R.D;
    if (axis.F.order() && axis.R.order()) // F's state behind the pixel is B, and R's then X B
        answer += multiply(multiply(axis.R.C, axis.X), axis.F.B)(0, 0);
    return answer;
}

inline AxisModel ofOnePixel(const AxisModel& axis)
{
    AxisModel factor;
    factor.filter.causal.resize(1);
    factor.filter.anticausal.resize(1);
    factor.borderType = axis.borderType;
    factor.gain = axis.gain * answerToOnePixel(decouple(axis.filter), axis.borderType);
    return factor;
}

} // namespace detail

//! The filter for arrays of one pixel along some axes. These become factors, which need no carries.
inline FilterModel withoutLinesOfOnePixel(FilterModel model, const Extents& shape)
{
    for (int axis = 0; axis < shape.axes(); axis++)
        if (shape.isFlat(axis))
            model.axes[size_t(axis)] = detail::ofOnePixel(model.axes[size_t(axis)]);
    return model;
}

}} // namespace cv::recfilter

#endif
