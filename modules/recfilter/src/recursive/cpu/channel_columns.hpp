// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_CHANNEL_COLUMNS_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_CHANNEL_COLUMNS_HPP

// Filters rows of many channels: each row as an image whose columns are the channels.

#include "recursive/cpu/engine/host_engine.hpp"
#include "runtime/cpu/memory/parallel.hpp"

namespace cv { namespace recfilter {

class ChannelColumnsPlan final : public HostEngine
{
public:
    //! @param row the filter of the columns of a row's image
    explicit ChannelColumnsPlan(const HostPlan& row) : columns(row) {}

    void run(const Mat& src, Mat& dst, const HostCall& call) const override
    {
        const auto imageOf = [](const Mat& rows, int row) {
            return Mat(rows.cols, rows.channels(), rows.depth(), const_cast<uchar*>(rows.ptr(row)));
        };
        parallelFor(src.rows, [&](int64 first, int64 end) {
            for (int row = int(first); row < int(end); row++)
            {
                Mat result = imageOf(dst, row);
                columns.engine->run(imageOf(src, row), result, call);
            }
        });
    }

    size_t workBytes() const override { return columns.engine->workBytes(); }
    bool needsDouble() const override { return columns.engine->needsDouble(); }

private:
    const HostPlan columns;
};

}} // namespace cv::recfilter

#endif
