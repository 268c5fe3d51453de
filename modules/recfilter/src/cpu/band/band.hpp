// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_BAND_HPP
#define OPENCV_RECFILTER_CPU_BAND_HPP

#include "cpu/tables/line_groups.hpp"
#include "plan/line_space.hpp"
#include "plan/schedule.hpp"
#include "cpu/memory/scratch.hpp"

namespace cv { namespace recfilter {

/** The fast engine of the CPU: tiles as wide as the image.

A band is a few full-width rows that stay in the second-level cache, so that only the column carries ever cross a tile
edge. A run is a number of bands that one worker visits top-down; runs are what works in parallel, and their number
follows the image alone.

1. gather, runs in parallel, bottom-up: the decoupled anticausal carry z at the top of every band, and the causal carry
   that the run sends out. One read of the image; with look-ahead, of a few rows at the edges of the runs.
2. propagate, over the runs, closed by the border.
3. apply, runs in parallel, top-down: the causal carry is what the band above left; e = z + X p starts the way up; rows
   never leave the band. One read and one write. The way back along the rows of one band is interleaved with the way
   forth along those of the next, tile by tile, so that reads and writes mix as in a copy.

Look-ahead: where the anticausal carry fades within a few rows, z at the end of a band is summed from the rows just
below it, and step 1 reads only the edges of the runs.

An image of one band has whole columns in its tiles. Steps 1 and 2 are then taken for each tile right before step 3, and
no carries are kept: a very long row would have more of them than pixels. */
template <typename W>
class BandPlan
{
public:
    //! @param schedule RECURSIVE_BAND, or BAND_LOOK_AHEAD, which takes one read where that is exact to rounding.
    BandPlan(const FilterModel& model, const ArrayShape& array, const Schedule& schedule);
    //! Tables of pairs point to the chains of the axes beside them.
    BandPlan(const BandPlan&) = delete;
    BandPlan& operator=(const BandPlan&) = delete;

    //! @param pool where the scratch of this call comes from.
    void run(const Mat& src, Mat& dst, ScratchPool& pool) const;

private:
    struct Shape
    {
        int64 elements; //!< of a row: columns times channels
        int tile;       //!< elements of a tile's width
        int64 tiles;
        int64 stride; //!< elements of a row of carries
        int bandRows;
        int bufferRows; //!< rows of a band that there are, a multiple of the lanes
        int64 rows, runRows;
        int runs, runBands;
        bool isOneBand;  //!< all of the image
        bool packsLanes; //!< what row passes keep (packed_lanes.hpp)
    };

    struct Carries;
    struct Sum;
    struct Sums;
    class Sweep;

    static Shape shapeOf(const LineSpace& lines, int lanes, bool lookAhead);
    //! Elements of LineGroups.
    int64 groupElements() const;
    int64 runBegin(int run) const { return run * shape.runRows; }
    int64 runEnd(int run) const { return std::min(runBegin(run) + shape.runRows, shape.rows); }

    void gather(const Mat& src, int run, const Carries& carries, int64 firstTile, int64 endTile, W* memory) const;
    void gatherBand(const Mat& src, int run, int band, const Sums& sums, const Carries& carries, int64 firstTile,
                    int64 endTile, W* memory) const;
    void foldBand(const PixelView& in, int run, int band, const Carries& carries, int64 element, bool prefetch) const;
    //! What the run sends down, or null where nobody asks for it.
    W* sentBy(int run, const Carries& carries) const;
    W* topOf(int run, int band, const Carries& carries) const;
    W* runningZ(int run, const Carries& carries) const;
    void propagate(const Mat& src, const Carries& carries, ScratchPool& pool) const;
    void propagateTile(const Mat& src, const Carries& carries, int64 element, W* memory) const;
    //! Seven vectors of states and two rows.
    size_t propagateMemory() const
    {
        return (7 * size_t(std::max(y.causalStates, y.anticausalStates)) + 2) * size_t(shape.tile);
    }
    void fillOutside(const std::vector<W>& offset, int64 element, W* state) const;
    void close(const Mat& src, const Carries& carries, int64 element, W* start, W* end, W* memory) const;
    bool isLast(int run) const { return run + 1 == shape.runs; }
    //! Where the sums of a run go that close the columns.
    W* startSums(int run, const Carries& carries) const
    {
        return carries.start + size_t(run) * size_t(columnGroups.startStates()) * carries.stride;
    }
    W* endSums(int run, const Carries& carries) const
    {
        return carries.end + size_t(run) * size_t(columnGroups.endStates()) * carries.stride;
    }
    Sums edgeSums(int run, const Carries& carries) const;

    const FilterKernels<W>& kernels;
    AxisTables<W> x, y;
    bool lookAhead;
    Shape shape;
    int channels;
    Scalar columnBorder, rowBorder;        //!< value outside the image, and what the columns make of it
    bool closesRows;                       //!< the state before a row is not 0, and rowResponse is added for it
    std::vector<W> zWeights;               //!< of a band's rows, or of the rows of the look-ahead
    std::vector<W> pWeights;               //!< of a run's rows, first row first
    std::vector<W> foldedWeights;          //!< FoldedSums of a band; empty: the columns have no mirrored pairs
    std::vector<W> foldedPower;            //!< bandPower for them; none where it has faded
    bool streamsBands = false;             //!< what folding a band leaves goes to memory around the cache
    SmallMatrix<W> bandPower;              //!< A' to the rows of a band
    SmallMatrix<W> runPower;               //!< A to the rows of a run
    SmallMatrix<W> lastRunPower;           //!< of the last one
    SmallMatrix<W> linePower;              //!< to the pixels of a row
    LineGroups<W> rowGroups, columnGroups; //!< tiles of a row, and runs
    //! A' to the rows from the top of a band to the end of its run; [1]: last run.
    std::vector<SmallMatrix<W>> zPowers[2];
    std::vector<std::vector<W>> foldedPowers[2]; //!< the same for mirrored pairs; none where it has faded
    PairBlocks<W> pairBlocks;                    //!< of the rows
    bool hasPairBlocks;                          //!< which then run by them
    PairBlocks<W> columnBlocks;                  //!< of the columns, which run by them where there is a response
};

extern template class BandPlan<float>;
extern template class BandPlan<double>;

}} // namespace cv::recfilter

#endif
