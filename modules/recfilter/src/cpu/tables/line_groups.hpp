// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_LINE_GROUPS_HPP
#define OPENCV_RECFILTER_CPU_LINE_GROUPS_HPP

#include "cpu/tables/axis_tables.hpp"

namespace cv { namespace recfilter {

/** Closes lines by sums over groups of pixels that all have the same weights. Powers of A carry them from group to
group, so that no table is as long as a line or as the decay of a slow pole. Of a group there are, as far as the border
needs them,

    sums to its start: a, then z,
    sums to its end:   f, then g (LineClosing).

A table has a vector for each element of a group, pixels of several channels being repeated. */
template <typename W>
class LineGroups
{
public:
    /** @param groupElements a multiple of the channels
        @param sumsF, sumsZ whether f and z are among the sums; else they are given to close() */
    LineGroups(const AxisTables<W>& axis, int channels, int64 groupElements, bool sumsF, bool sumsZ);

    int64 count() const { return groups; }
    int64 pixelsOf() const { return pixels; }
    int64 groupOf(int64 element) const { return element / elements; }
    int startStates() const { return toStart.states; }
    int endStates() const { return toEnd.states; }
    bool needsF() const { return !startSame.isZero() || (shared && !endOther.isZero()); }
    bool needsZ() const { return !endSame.isZero() || (shared && !startOther.isZero()); }
    //! Whether close() asks for the first and the last pixel.
    bool needsEnds() const { return (needsF() && !offF.isZero()) || (needsZ() && !offZ.isZero()); }
    //! Whether the state before a line is 0, but for the value of a constant border.
    bool isOpen() const { return startSame.isZero() && startOther.isZero(); }

    //! Those of a group, or null where it has no share, and the place of its first element in them.
    const WeightTable<W>* startTable(int64 group) const { return sumsToStart(group) ? &toStart : nullptr; }
    const WeightTable<W>* endTable(int64 group) const { return sumsToEnd(group) ? &toEnd : nullptr; }
    int64 startOrigin(int64 group) const { return group ? 0 : -int64(shift) * channels; }
    int64 endOrigin(int64 group) const { return group + 1 < groups ? 0 : (pixels - lastPixels + shift) * channels; }

    //! Gives a row pass over elements of one group its tables and that group's sums.
    void setForward(RowPass<W>& pass, W* start, W* end) const;
    //! The same for the way back, and of pair blocks for the way forth. @param entering the state before the group
    void setBackward(RowPass<W>& pass, W* entering) const;

    SmallMatrix<W> causalPower[2], anticausalPower[2]; //!< A and A' over a group, [1]: the last one

    //! The pixels of a group, counted in it, that have a share in its sums, and their weights; of one channel.
    struct Share
    {
        int64 first = 0, end = 0;
        const W* weights = nullptr;
    };
    Share startShare(int64 group) const { return shareOf(startTable(group), startOrigin(group), group); }
    Share endShare(int64 group) const { return shareOf(endTable(group), endOrigin(group), group); }

    /** Adds the sums of all groups up in those to the start of the first group and to the end of the last group.
        @param start, end sums, `startStep` and `endStep` apart from group to group
        @param addProduct of a matrix, vectors that it is multiplied with, and those that this is added to */
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
    /** Adds the states before the first and behind the last pixel of `columns` lines.
        @param start, end sums of the lines
        @param f, z unless they are summed; overwritten. @param first, last pixels, if it needsEnds() */
    void close(const FilterKernels<W>& kernels, W* start, W* end, W* f, W* z, const W* first, const W* last, W* before,
               W* behind, int columns) const;
    //! Both, of sums that are all that is needed.
    void close(const FilterKernels<W>& kernels, W* start, size_t startStep, W* end, size_t endStep, W* before,
               W* behind, int columns) const;
    //! The states before all groups that the one before the first group reaches.
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
    bool shared, liftsA;        //!< liftsA: a takes the place of z
    int shift;                  //!< end pixels that the sums leave out
    int64 startReach, endReach; //!< pixels from the ends of the line that count
    int64 entered;              //!< groups that the state before the line reaches
    int aStates, zStates, fStates;
    SmallMatrix<W> startSame, startOther, endSame, endOther; //!< LineClosing
    SmallMatrix<W> offF, offZ;                               //!< of the end pixels: added to f and z
    WeightTable<W> toStart, toEnd, response;
    //! To the next group; [1] of the first group of the one, of the last group of the other.
    SmallMatrix<W> startPower[2], endPower[2];
};

extern template class LineGroups<float>;
extern template class LineGroups<double>;

}} // namespace cv::recfilter

#endif
