// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TABLES_AXIS_TABLES_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TABLES_AXIS_TABLES_HPP

// The tables of one axis on one device.

#include "runtime/cuda/device_buffer.hpp"
#include "recursive/cuda/tables/axis_view.hpp"
#include "recursive/plan/axis_plan.hpp"

namespace cv { namespace recfilter { namespace gpu {

/** One axis for lines of one length. Tables are computed in double from coefficients already rounded to W, as on the
CPU. So they belong to the filter that runs. */
template <typename W>
class AxisTables
{
public:
    //! @param chain of a kind that has kernels, or CHAIN_NONE @param tile pixels of a tile, of one run or more
    AxisTables(const AxisChain& chain, int64 length, int tile);

    AxisView<W> view;
    ChainKind kind;
    double gain;                    //!< left out of the passes, multiplied in once
    std::vector<W> folded, squares; //!< host copies of AxisView::folded and AxisView::squares, to compare axes

private:
    DeviceBuffer memory;
};

extern template class AxisTables<float>;
extern template class AxisTables<double>;

}}} // namespace cv::recfilter::gpu

#endif
