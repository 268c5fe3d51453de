// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_TILES_HPP
#define OPENCV_RECFILTER_CPU_TILES_HPP

#include "cpu/tiles/carries.hpp"
#include "plan/schedule.hpp"
#include "cpu/tiles/working_image.hpp"

namespace cv { namespace recfilter {

/** The papers' algorithms 1 to 6 as they are written down: square tiles, and a schedule of steps (schedule.hpp) that all go
through one tile function. Readable and parallel; the band engine (band.hpp) is what AUTO runs. */
template <typename W>
class TilePlan
{
public:
    TilePlan(const FilterModel& model, const ArrayShape& array, const Schedule& schedule);
    void run(const Mat& src, Mat& dst, ScratchPool& pool) const;

private:
    class Run;

    bool keepsImage() const;
    bool hasColumnsInTiles() const;

    //! What the tiles need of a filter. Algorithm 5_4 has two, one after the other.
    struct Stage
    {
        Stage(const FilterModel& model, const LineSpace& columns, const LineSpace& rows);

        AxisTables<W> x, y;
        LineGroups<W> xGroups, yGroups; //!< tiles
        //! Of a float filter, for its row carries (filterRowCarries).
        std::unique_ptr<const AxisTables<double>> exactY;
        std::unique_ptr<const LineGroups<double>> exactGroups;
        // Weights of the pixels of a tile in the carries it sends out, [1] for the last tile of its line.
        std::vector<W> down[2], up[2], upDecoupled[2];
        WeightTable<W> right[2], left[2], leftDecoupled[2];
    };

    const FilterKernels<W>& kernels;
    const std::vector<Step>& steps;
    const LineSpace columns, rows;
    const int height, channels;
    const AxisTables<W> x, y; //!< of the whole filter: its gains
    std::vector<std::unique_ptr<const Stage>> stages;
    Scalar borderValue;
};

extern template class TilePlan<float>;
extern template class TilePlan<double>;

}} // namespace cv::recfilter

#endif
