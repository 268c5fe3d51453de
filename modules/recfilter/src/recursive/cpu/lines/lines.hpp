// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_LINES_LINES_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_LINES_LINES_HPP

// Algorithm RT, the baseline of the papers: passes over whole lines, one line a lane. Unlike the other algorithms of
// this room, RECURSIVE_AUTO runs it: for high orders along columns.

#include "recursive/cpu/tables/line_groups.hpp"
#include "recursive/cpu/engine/host_engine.hpp"

namespace cv { namespace recfilter {

/** Filters an image in the working type along one axis (Ruijters and Thevenaz 2012; Nehab et al. 2011, section 4.1). A
border value has been subtracted before. */
template <typename W>
class LineFilter
{
public:
    //! @param groupsOfAxis with all sums. Groups of rows are whole pieces (PIECE).
    LineFilter(const FilterKernels<W>& k, const AxisTables<W>& axisPlan, const LineGroups<W>& groupsOfAxis,
               ScratchPool& scratch)
        : kernels(k), plan(axisPlan), groups(groupsOfAxis), pool(scratch)
    {
    }

    //! Down and up the columns. Their number is padded to a multiple of the vector length.
    void filterColumns(TileView<W> image, const LineSpace& columns) const;

    //! Right and left along the rows, which are padded to a multiple of the vector length.
    void filterRows(TileView<W> image, const LineSpace& rows) const;

    //! Elements of a row that a pass takes at a time, a multiple of every vector length.
    static constexpr int PIECE = 1024;

private:
    class Bundle;

    void filterStrip(TileView<W> strip, int rows, int cols, W* memory) const;
    size_t stripMemory(int rows, int cols) const;

    const FilterKernels<W>& kernels;
    const AxisTables<W>& plan;
    const LineGroups<W>& groups;
    ScratchPool& pool;
};

/** Algorithm RT for an image of any depth. Each of the four passes reads and writes the image. */
template <typename W>
class LinePlan final : public HostEngine
{
public:
    LinePlan(const FilterModel& model, const Extents& array, const Schedule& schedule);
    void run(const Mat& src, Mat& dst, const HostCall& call) const override;
    size_t workBytes() const override;

private:
    const FilterKernels<W>& kernels;
    const LineSpace rows, columns;
    AxisTables<W> x, y;
    Scalar borderValue;
    LineGroups<W> rowGroups, columnGroups;
};

}} // namespace cv::recfilter

#endif
