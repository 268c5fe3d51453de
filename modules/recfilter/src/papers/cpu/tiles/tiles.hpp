// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_CPU_TILES_TILES_HPP
#define OPENCV_RECFILTER_PAPERS_CPU_TILES_TILES_HPP

// The papers' algorithms 1 to 6 as they are written down: square tiles and a schedule of steps (schedule.hpp).
// RECURSIVE_AUTO does not run them.

#include "papers/cpu/tiles/carries.hpp"
#include "recursive/cpu/engine/host_engine.hpp"
#include "recursive/cpu/lines/working_image.hpp"

namespace cv { namespace recfilter {

/** All steps go through one tile function. Tiles run in parallel. */
template <typename W>
class TilePlan final : public HostEngine
{
public:
    TilePlan(const FilterModel& model, const Extents& array, const Schedule& schedule);
    void run(const Mat& src, Mat& dst, const HostCall& call) const override;
    size_t workBytes() const override;

private:
    class Run;

    bool keepsImage() const;
    bool hasColumnsInTiles() const;

    //! The tables of one filter. Algorithm 5_4 has two filters, one after the other.
    struct Stage
    {
        Stage(const FilterModel& model, const LineSpace& columns, const LineSpace& rows);

        AxisTables<W> x, y;
        LineGroups<W> xGroups, yGroups; //!< tiles
        //! y in double, for the row carries of a float filter (filterRowCarries).
        std::unique_ptr<const AxisTables<double>> exactY;
        std::unique_ptr<const LineGroups<double>> exactGroups;
        // Weights of a tile's pixels in the carries that it sends out. [1]: of the last tile of a line.
        std::vector<W> down[2], up[2], upDecoupled[2];
        WeightTable<W> right[2], left[2], leftDecoupled[2];
    };

    const FilterKernels<W>& kernels;
    const std::vector<Step>& steps;
    const LineSpace columnLines, rowLines;
    const int height, channels;
    const AxisTables<W> x, y; //!< of the whole filter, for its gains
    std::vector<std::unique_ptr<const Stage>> stages;
    Scalar borderValue;
};

}} // namespace cv::recfilter

#endif
