// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_BAND_BAND_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_BAND_BAND_HPP

// The fast engine of the CPU: bands as wide as the image. RECURSIVE_AUTO runs it, except for high orders and few lines.
// Knows no instruction set: recursive/cpu/kernels has the inner loops.

#include "recursive/cpu/tables/line_groups.hpp"
#include "arrays/extents.hpp"
#include "recursive/cpu/band/tuning.hpp"
#include "recursive/cpu/engine/host_engine.hpp"

namespace cv { namespace recfilter {

/** A band is a few full-width rows that stay in L2. So only column carries cross from band to band. A run is a number
of bands that one worker visits from top to bottom. Runs work in parallel. Their number depends on the image only.

1. gather (runs in parallel, bands from bottom to top): the decoupled anticausal carry z at the top of every band, and
   the causal carry that the run sends down. It reads the image once.
2. propagate (over the runs): the carries become exact. The border closes the columns.
3. apply (runs in parallel, bands from top to bottom): the causal carry comes from the band above. e = z + X p starts
   the pass up the columns. Rows never leave the band. It reads and writes the image once.

apply alternates, tile by tile, the backward row pass of one band with the forward row pass of the next. So reads and
writes mix as in a copy.

Look-ahead: if the anticausal carry fades within a few rows, apply sums z from the rows below the band. gather then
reads only the edges of the runs.

If the image is one band, tiles hold whole columns. Steps 1 and 2 then run for each tile right before step 3. No
carries are kept, because a very long row would have more carries than pixels. */
template <typename W>
class BandPlan final : public HostEngine
{
public:
    //! @param schedule RECURSIVE_BAND, or BAND_LOOK_AHEAD, which reads the image once and takes states that fade
    //! within LOOK_AHEAD_ROWS.
    BandPlan(const FilterModel& model, const Extents& array, const Schedule& schedule);
    //! Not copyable: the tables of pairs point into x and y.
    BandPlan(const BandPlan&) = delete;
    BandPlan& operator=(const BandPlan&) = delete;

    void run(const Mat& src, Mat& dst, const HostCall& call) const override;
    size_t workBytes() const override;
    //! Whether the states fade within the look-ahead, if there is one.
    bool isUsable() const { return !lookAhead || y.anticausalDecay <= tuning::LOOK_AHEAD_ROWS; }

private:
    struct Shape
    {
        int64 elements; //!< of a row: columns times channels
        int tile;       //!< elements of a tile row
        int64 tiles;
        int64 stride; //!< elements of a vector of carries: all tiles and a gap
        int bandRows;
        int bufferRows; //!< rows of a band, at most the rows of the image, padded to a multiple of the lanes
        int64 rows, runRows;
        int runs, runBands;
        bool isOneBand;       //!< the image is one band
        bool packsLanes;      //!< row passes keep only lanes in use (packed_lanes.hpp)
        int64 stripTiles = 0; //!< tiles of a strip, if columns alone are filtered, strip by strip; else 0
    };

    struct Carries;
    struct Sum;
    struct Sums;
    class Sweep;

    //! @param times as wide as other tiles
    static Shape shapeOf(const LineSpace& lines, int lanes, int times, bool lookAhead);
    void cutStrips();
    void runStrips(const Mat& src, Mat& dst, const HostCall& call) const;
    AxisTables<W> rowTables(const FilterModel& model) const;
    AxisTables<W> columnTables(const FilterModel& model) const;
    //! Elements of a group of a row (LineGroups): whole tiles of whole pixels.
    int64 groupElements() const;
    int64 runBegin(int run) const { return run * shape.runRows; }
    int64 runEnd(int run) const { return std::min(runBegin(run) + shape.runRows, shape.rows); }

    void gather(const Mat& src, int run, const Carries& carries, int64 firstTile, int64 endTile, W* memory) const;
    void gatherBand(const Mat& src, int run, int band, const Sums& sums, const Carries& carries, int64 firstTile,
                    int64 endTile, W* memory) const;
    void foldBand(const PixelView& in, int run, int band, const Carries& carries, int64 element, bool prefetch) const;
    void foldBlocks(const PixelView& in, int run, int band, const Carries& carries, int64 element, bool prefetch) const;
    //! The causal carry that the run sends down; null if nothing needs it.
    W* sentBy(int run, const Carries& carries) const;
    //! z at the top of a band.
    W* topOf(int run, int band, const Carries& carries) const
    {
        return carries.vectors(carries.bands, run * (shape.runBands + 1) + band, y.anticausalStates);
    }
    //! z at the top of the band gathered last. With streamsBands only this copy stays in cache.
    W* runningZ(int run, const Carries& carries) const { return carries.vectors(carries.z, run, y.anticausalStates); }
    void propagate(const Mat& src, const Carries& carries, ScratchPool& pool) const;
    void propagateTile(const Mat& src, const Carries& carries, int64 element, W* memory) const;
    //! Elements that propagateTile needs: seven sets of states and two rows.
    size_t propagateMemory() const
    {
        return (7 * size_t(std::max(y.causalStates, y.anticausalStates)) + 2) * size_t(shape.tile);
    }
    void fillOutside(const std::vector<W>& offset, int64 element, W* state) const;
    void close(const Mat& src, const Carries& carries, int64 element, W* start, W* end, W* memory) const;
    bool isLast(int run) const { return run + 1 == shape.runs; }
    //! The sums of a run that close the columns.
    W* startSums(int run, const Carries& carries) const
    {
        return carries.vectors(carries.start, run, columnGroups.startStates());
    }
    W* endSums(int run, const Carries& carries) const
    {
        return carries.vectors(carries.end, run, columnGroups.endStates());
    }
    Sums edgeSums(int run, const Carries& carries) const;

    const FilterKernels<W>& kernels;
    bool lookAhead;
    Shape shape;
    int channels;
    AxisTables<W> x, y;
    Scalar columnBorder, rowBorder; //!< value outside the image for columns, and after the column filter for rows
    bool leavesRows;                //!< columns alone are filtered, and no row passes run
    bool closesRows;                //!< the state before a row is not 0: the backward pass adds its response
    std::vector<W> zWeights;        //!< weights of z: of the rows of a band, or of the look-ahead
    std::vector<W> pWeights;        //!< weights of the causal carry: of the rows of a run, first row first
    std::vector<W> foldedWeights;   //!< of f and a of a band together; empty: directions unlike, or look-ahead
    std::vector<W> foldedPower;     //!< bandPower as pairs; empty if faded
    bool streamsBands = false;      //!< foldBand stores z of bands by non-temporal stores
    SmallMatrix<W> bandPower;       //!< A' over a band
    SmallMatrix<W> runPower;        //!< A over a run
    SmallMatrix<W> lastRunPower;    //!< A over the last run
    SmallMatrix<W> linePower;       //!< A over a row
    LineGroups<W> rowGroups, columnGroups; //!< groups of tiles of a row; runs of columns
    //! A' over the rows from the top of a band to the end of its run. [1]: of the last run.
    std::vector<SmallMatrix<W>> zPowers[2];
    std::vector<std::vector<W>> foldedPowers[2]; //!< zPowers as pairs; empty if faded
    PairBlocks<W> pairBlocks;                    //!< of the rows
    bool hasPairBlocks;                          //!< rows run by pairBlocks
    PairBlocks<W> columnBlocks;                  //!< of the columns; used if they have a response
};

}} // namespace cv::recfilter

#endif
