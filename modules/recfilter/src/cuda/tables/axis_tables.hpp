// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_TABLES_AXIS_TABLES_HPP
#define OPENCV_RECFILTER_CUDA_TABLES_AXIS_TABLES_HPP

// The tables of one axis on one device, and how its lines are cut.

#include "model/filter_model.hpp"
#include "cuda/runtime/device_buffer.hpp"
#include "cuda/tables/axis_view.hpp"
#include "plan/chain_kind.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! Uses of the tables besides the kernels of the axis's kind.
struct TablesUse
{
    bool asGeneral = false;   //!< for the kernels of CHAIN_GENERAL, even if the axis has kernels of its own
    bool passesAlone = false; //!< for passes one after the other, too: fills AxisTables::anticausal
};

struct AxisCut
{
    int tile;     //!< pixels of a tile
    int run;      //!< pixels of a run within a tile
    int segments; //!< most segments of a line; CHAIN_GENERAL has one
};

/** One axis for lines of one length. Tables are computed in double from coefficients already rounded to W, as on the
CPU. So they belong to the filter that runs. */
template <typename W>
class AxisTables
{
public:
    AxisTables(const AxisModel& model, int64 length, const AxisCut& cut, const TablesUse& use = TablesUse());

    AxisView<W> view;
    AxisView<W> anticausal; //!< the anticausal pass over the result of the causal one, if TablesUse::passesAlone
    ChainKind kind;
    double gain;                    //!< left out of the passes, multiplied in once
    int reach;                      //!< halo of a tile for one read, in pixels; ONE_READ_REACH + 1: too large
    double constantGain;            //!< gain of the axis for constants, `gain` included
    std::vector<W> folded, squares; //!< host copies of AxisView::folded and AxisView::squares, to compare axes

private:
    DeviceBuffer memory;
};

//! The kind of an axis whose coefficients are rounded to W.
template <typename W>
ChainKind chainKindOf(const AxisModel& model);

extern template class AxisTables<float>;
extern template class AxisTables<double>;

}}} // namespace cv::recfilter::gpu

#endif
