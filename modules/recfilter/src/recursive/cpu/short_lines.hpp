// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_SHORT_LINES_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_SHORT_LINES_HPP

// The engine of images whose columns, or rows, have a few pixels: each times the matrix of its filter.

#include "recursive/cpu/engine/host_engine.hpp"
#include "recursive/cpu/short/short_axes.hpp"

namespace cv { namespace recfilter {

template <typename W>
class ShortLinesPlan final : public HostEngine
{
public:
    //! @param axis its dimension is an ImageAxis, of an image of this shape
    ShortLinesPlan(const ShortAxis& axis, const Extents& image);

    void run(const Mat& src, Mat& dst, const HostCall& call) const override;
    size_t workBytes() const override { return 0; }

private:
    const int pieceCols; //!< of the pieces of an image whose columns are filtered: a thread filters one at a time
    const ShortAxes<W> piece, lastPiece;
};

}} // namespace cv::recfilter

#endif
