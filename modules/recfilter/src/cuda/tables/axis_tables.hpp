// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_AXIS_TABLES_HPP
#define OPENCV_RECFILTER_CUDA_AXIS_TABLES_HPP

#include "model/filter_model.hpp"
#include "cuda/runtime/device_buffer.hpp"
#include "cuda/tables/axis_view.hpp"
#include "plan/chain_kind.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! How the lines of an axis are cut.
struct AxisCut
{
    int tile;     //!< pixels of a tile
    int run;      //!< pixels of a run within it
    int segments; //!< segments of a line, at most, where the kernels know the number of moments
};

/** One axis for lines of one length on one device. As on the CPU, everything is computed in double from coefficients
already rounded to W, so that the tables belong to the filter that runs. */
template <typename W>
class AxisTables
{
public:
    //! @param asGeneral for kernels that take any chain, even where there are others
    AxisTables(const AxisModel& model, int64 length, const AxisCut& cut, bool asGeneral = false);

    AxisView<W> view;
    ChainKind kind;
    double gain;                    //!< left out of the passes, to be multiplied in once
    int reach;                      //!< pixels to look at around a tile for one read, or ONE_READ_REACH + 1
    double constantGain;            //!< what the axis makes of a constant, gain included
    std::vector<W> folded, squares; //!< what those of AxisView point at, for axes to be compared

private:
    DeviceBuffer memory;
};

//! The kind of chain that an axis has in coefficients of W.
template <typename W>
ChainKind chainKindOf(const AxisModel& model);

extern template class AxisTables<float>;
extern template class AxisTables<double>;

}}} // namespace cv::recfilter::gpu

#endif
