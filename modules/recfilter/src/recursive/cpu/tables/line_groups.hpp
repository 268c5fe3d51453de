// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_TABLES_LINE_GROUPS_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_TABLES_LINE_GROUPS_HPP

// The closing of lines: sums over groups of pixels, and all groups share one table of weights.

#include "recursive/cpu/tables/axis_tables.hpp"

namespace cv { namespace recfilter {

/** Powers of A carry the sums from group to group. So no table is as long as a line or as the decay of a slow pole. A
group has these sums (LineClosing), if the border needs them:

    to its start: a, then z,
    to its end:   f, then g.

A table has a vector of weights for each element of a group. The channels of a pixel repeat it. */
template <typename W>
class LineGroups
{
public:
    /** @param groupElements a multiple of the channels
        @param sumsF, sumsZ whether f and z are among the sums; if not, close() gets them
        @param carriesTiles whether groups are tiles, whose carries need causalPower and anticausalPower */
    LineGroups(const AxisTables<W>& axis, int channels, int64 groupElements, bool sumsF, bool sumsZ,
               bool carriesTiles = false);

    int64 count() const { return groups; }
    int64 pixelsOf() const { return pixels; }
    int64 groupOf(int64 element) const { return element / elements; }
    int startStates() const { return toStart.states; }
    int endStates() const { return toEnd.states; }
    bool needsF() const { return !startSame.isZero() || (shared && !endOther.isZero()); }
    bool needsZ() const { return !endSame.isZero() || (shared && !startOther.isZero()); }
    //! Whether close() needs the first and the last pixel.
    bool needsEnds() const { return (needsF() && !offF.isZero()) || (needsZ() && !offZ.isZero()); }
    //! Whether the state before a line is 0, apart from the value of a constant border.
    bool isOpen() const { return startSame.isZero() && startOther.isZero(); }

    //! The weights of a group, null if it adds nothing to the sums, and the index of its first element in them.
    const WeightTable<W>* startTable(int64 group) const { return sumsToStart(group) ? &toStart : nullptr; }
    const WeightTable<W>* endTable(int64 group) const { return sumsToEnd(group) ? &toEnd : nullptr; }
    int64 startOrigin(int64 group) const { return group ? 0 : -int64(shift) * channels; }
    int64 endOrigin(int64 group) const { return group + 1 < groups ? 0 : (pixels - lastPixels + shift) * channels; }

    //! Sets the weights and sums of a row pass within one group.
    void setForward(RowPass<W>& pass, W* start, W* end) const;
    //! Sets them for a backward pass, or for a forward pass of pair blocks. @param entering the state before the group
    void setBackward(RowPass<W>& pass, W* entering) const;

    SmallMatrix<W> causalPower[2], anticausalPower[2]; //!< A and A' over a group; [1]: over the last group. If needed

    //! The pixels of a group that count in its sums, numbered within the group, and their weights. For one channel.
    struct Share
    {
        int64 first = 0, end = 0;
        const W* weights = nullptr;
    };
    Share startShare(int64 group) const { return shareOf(startTable(group), startOrigin(group), group); }
    Share endShare(int64 group) const { return shareOf(endTable(group), endOrigin(group), group); }

    /** Adds up the sums of all groups, to the start of the first group and to the end of the last one.
        @param start, end sums of all groups, `startStep` and `endStep` apart
        @param addProduct called with a matrix, the vectors to multiply, and the vectors to add the product to */
    template <typename AddProduct>
    void addUp(W* start, size_t startStep, W* end, size_t endStep, const AddProduct& addProduct) const
    {
        for (int64 i = groups - 2; i >= 0; i--)
            if (sumsToStart(i + 1))
                addProduct(startPower[i == 0], start + size_t(i + 1) * startStep, start + size_t(i) * startStep);
        for (int64 i = 1; i < groups; i++)
            if (sumsToEnd(i - 1))
                addProduct(endPower[i + 1 == groups], end + size_t(i - 1) * endStep, end + size_t(i) * endStep);
    }
    /** Adds the closing states of `columns` lines to `before` the first pixel and `behind` the last one.
        @param start, end sums of the lines
        @param f, z used if not among the sums; overwritten. @param first, last pixels, used if needsEnds() */
    void close(const FilterKernels<W>& kernels, W* start, W* end, W* f, W* z, const W* first, const W* last, W* before,
               W* behind, int columns) const;
    //! addUp() and close() for lines whose groups have all sums that they need.
    void close(const FilterKernels<W>& kernels, W* start, size_t startStep, W* end, size_t endStep, W* before,
               W* behind, int columns) const;
    //! Carries the state before the first group on to all groups that it reaches.
    void enter(const FilterKernels<W>& kernels, W* entering, size_t step, int columns) const;

private:
    Share shareOf(const WeightTable<W>* table, int64 origin, int64 group) const;
    bool sumsToStart(int64 group) const { return toStart.states && group * pixels < startReach; }
    bool sumsToEnd(int64 group) const
    {
        return toEnd.states && length - std::min((group + 1) * pixels, length) < endReach;
    }

    const int channels;
    const int64 length, elements, pixels, groups, lastPixels;
    bool shared, liftsA;        //!< liftsA: z is computed from a
    int shift;                  //!< end pixels that the sums leave out
    int64 startReach, endReach; //!< pixels from the ends of the line that count
    int64 entered;              //!< groups that the state before the line reaches
    int aStates, zStates, fStates;
    SmallMatrix<W> startSame, startOther, endSame, endOther; //!< LineClosing
    SmallMatrix<W> offF, offZ;                               //!< corrections by the end pixels, added to f and z
    WeightTable<W> toStart, toEnd, response;
    //! Powers from group to group. [1]: startPower over the first group, endPower over the last one.
    SmallMatrix<W> startPower[2], endPower[2];
};

}} // namespace cv::recfilter

#endif
