// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_AXES_APART_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_AXES_APART_HPP

// Filters the columns of an image, then its rows, each by the engine of a filter of this axis alone.

#include "math/axis.hpp"
#include "recursive/cpu/engine/host_engine.hpp"

namespace cv { namespace recfilter {

//! The filter of one axis of an image. Rows have the border values that columns outside the image leave.
inline FilterModel modelOfAxis(FilterModel model, ImageAxis axis)
{
    const bool areRows = axis == ALONG_ROWS;
    AxisModel& other = model.axes[areRows ? ALONG_COLUMNS : ALONG_ROWS];
    if (areRows && model.borderValue != Scalar())
        model.borderValue *= constantGain(decouple(other.filter)) * other.gain;
    AxisModel none;
    none.filter.causal.resize(1);
    none.filter.anticausal.resize(1);
    none.borderType = other.borderType;
    other = none;
    return model;
}

template <typename W>
class AxesApartPlan final : public HostEngine
{
public:
    AxesApartPlan(const HostPlan& columnsAlone, const HostPlan& rowsAlone, const Extents& image)
        : columns(columnsAlone), rows(rowsAlone), elements(size_t(image.total()) * size_t(image.channels()))
    {
    }

    void run(const Mat& src, Mat& dst, const HostCall& call) const override
    {
        const int depth = DataType<W>::depth;
        const bool isKept = dst.depth() != depth;
        ScratchPool::Lease lease(call.scratch, isKept ? elements * sizeof(W) : 0);
        Mat between = isKept ? Mat(src.size(), CV_MAKETYPE(depth, src.channels()), lease.data()) : dst;
        columns.engine->run(src, between, {call.scratch, call.isLarge});
        rows.engine->run(between, dst, call);
    }

    //! If the result is not in the working type: the image between the axes.
    size_t workBytes() const override
    {
        return elements * sizeof(W) + std::max(columns.engine->workBytes(), rows.engine->workBytes());
    }

    bool needsDouble() const override { return columns.engine->needsDouble() || rows.engine->needsDouble(); }

    const HostPlan columns, rows;

private:
    const size_t elements;
};

}} // namespace cv::recfilter

#endif
