// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Makes the tables of closing sums, and closes lines by them.

#include "recursive/cpu/tables/line_groups.hpp"

namespace cv { namespace recfilter {

//! A block diagonal matrix of a and b, each only if it is used.
static Matrix both(bool usesA, const Matrix& a, bool usesB, const Matrix& b)
{
    const Matrix first = usesA ? a : Matrix(0, 0), second = usesB ? b : Matrix(0, 0);
    return detail::blocks(first, Matrix(second.rows, first.cols, 0.0), second);
}

//! One function of many lines: each table follows from what the ones before it leave out.
template <typename W>
LineGroups<W>::LineGroups(const AxisTables<W>& axis, int cn, int64 groupElements, bool sumsF, bool sumsZ,
                          bool carriesTiles)
    : channels(cn), length(axis.length), elements(groupElements), pixels(groupElements / cn),
      groups((length + pixels - 1) / pixels), lastPixels(length - (groups - 1) * pixels)
{
    // If f and z are among the sums, each sum leaves out its own mirror pixel. Then directions share no sums.
    LineClosing closing = sumsF && sumsZ && axis.closing.shift ? axis.closingApart() : axis.closing;
    shared = closing.shared;
    shift = shared ? 0 : closing.shift;
    // Sums without the mirror pixel need no correction (offF, offZ), but one more power of A.
    if (shift && sumsF)
        closing.start.same = multiply(closing.start.same, axis.axis.F.A);
    else if (closing.shift)
        offF = SmallMatrix<W>(detail::scaled(axis.axis.F.B, -1));
    if (shift && sumsZ)
        closing.end.same = multiply(closing.end.same, axis.axis.R.A);
    else if (closing.shift)
        offZ = SmallMatrix<W>(detail::scaled(axis.axis.Bz, -1));
    // REPLICATE repeats one pixel: its sums are over that pixel alone.
    const bool replicates = normInf(closing.start.edge) + normInf(closing.end.edge) > 0;
    startSame = SmallMatrix<W>(closing.start.same);
    startOther = SmallMatrix<W>(replicates ? identity(axis.causalStates) : closing.start.other);
    // If both directions have the same poles, z is a linear map of a and needs no sums.
    liftsA = sumsZ && !sumsF && axis.system.shared && !shared && axis.causalStates == axis.anticausalStates &&
             !startOther.isZero() && !replicates;
    endSame = SmallMatrix<W>(liftsA ? multiply(closing.end.same, axis.system.lift) : closing.end.same);
    endOther = SmallMatrix<W>(replicates ? identity(axis.anticausalStates) : closing.end.other);
    const bool a = !shared && !startOther.isZero(), g = !shared && !endOther.isZero();
    const bool f = sumsF && needsF(), z = sumsZ && needsZ() && !liftsA;
    aStates = a ? axis.causalStates : 0;
    zStates = z ? axis.anticausalStates : 0;
    fStates = f ? axis.causalStates : 0;
    startReach = replicates ? 1 : std::max(a ? axis.causalDecay : 0, z ? axis.anticausalDecay : 0);
    endReach = replicates ? 1 : std::max(f ? axis.causalDecay : 0, g ? axis.anticausalDecay : 0);
    const auto tableOf = [&](bool first, bool second, int64 count) {
        if (replicates)
            return first ? transposed(closing.start.edge) : second ? transposed(closing.end.edge) : Matrix();
        return detail::beside(first ? axis.causalMoments(count) : Matrix(),
                              second ? axis.anticausalMoments(count) : Matrix());
    };
    const int64 most = std::min(pixels, length);
    toStart = weightTable<W>(tableOf(a, z, std::min(startReach, most)), channels);
    toEnd = weightTable<W>(reversed(tableOf(f, g, std::min(endReach, most))), channels);
    toEnd.first = elements - toEnd.count;
    // What the sums leave out lies between the end of the line and the pixels that they reach.
    startReach += shift;
    endReach += shift;
    response = weightTable<W>(axis.causalResponse(std::min(axis.causalDecay, most)), channels);
    const auto powerOf = [&](bool first, bool second, int64 n) {
        return SmallMatrix<W>(both(first, axis.causalPower(n), second, axis.anticausalPower(n)));
    };
    for (int last = 0; last < 2 && groups > 1; last++)
    {
        startPower[last] = powerOf(a, z, last ? pixels - shift : pixels);
        endPower[last] = powerOf(f, g, last ? lastPixels - shift : pixels);
    }
    if (groups > 1)
        causalPower[0] = powerOf(true, false, pixels);
    for (int last = 0; last < 2 && carriesTiles; last++)
    {
        causalPower[last] = powerOf(true, false, last ? lastPixels : pixels);
        anticausalPower[last] = powerOf(false, true, last ? lastPixels : pixels);
    }
    entered = std::min(groups, (axis.causalDecay + pixels - 1) / pixels);
}

template <typename W>
void LineGroups<W>::setForward(RowPass<W>& pass, W* start, W* end) const
{
    const int64 group = pass.element / elements, inGroup = pass.element % elements;
    pass.weights[0] = startTable(group);
    pass.weights[1] = endTable(group);
    pass.weightElement[0] = inGroup + startOrigin(group);
    pass.weightElement[1] = inGroup + endOrigin(group);
    pass.sums[0] = start;
    pass.sums[1] = end;
}

template <typename W>
void LineGroups<W>::setBackward(RowPass<W>& pass, W* entering) const
{
    pass.weights[0] = &response;
    pass.weightElement[0] = pass.element / elements < entered ? pass.element % elements : elements;
    pass.sums[0] = entering;
}

template <typename W>
typename LineGroups<W>::Share LineGroups<W>::shareOf(const WeightTable<W>* table, int64 origin, int64 group) const
{
    Share share;
    if (!table)
        return share;
    share.first = std::max<int64>(table->first - origin, 0);
    share.end = std::min(table->first + table->count - origin, group + 1 < groups ? pixels : lastPixels);
    share.weights = share.first < share.end ? table->at(share.first + origin) : nullptr;
    return share;
}

template <typename W>
void LineGroups<W>::close(const FilterKernels<W>& kernels, W* start, W* end, W* f, W* z, const W* first, const W* last,
                          W* before, W* behind, int columns) const
{
    const auto add = [&](const SmallMatrix<W>& m, const W* in, W* out) {
        if (!m.isZero())
            kernels.multiplyAdd(m, in, size_t(columns), out, size_t(columns), columns);
    };
    f = fStates ? end : f;
    z = zStates ? start + aStates * columns : liftsA ? start : z;
    if (needsF())
        add(offF, last, f);
    if (needsZ())
        add(offZ, first, z);
    add(startSame, f, before);
    add(endOther, shared ? f : end + fStates * columns, behind);
    add(startOther, shared ? z : start, before);
    add(endSame, z, behind);
}

template <typename W>
void LineGroups<W>::close(const FilterKernels<W>& kernels, W* start, size_t startStep, W* end, size_t endStep,
                          W* before, W* behind, int columns) const
{
    addUp(start, startStep, end, endStep, [&](const SmallMatrix<W>& m, const W* in, W* out) {
        if (!m.isZero())
            kernels.multiplyAdd(m, in, size_t(columns), out, size_t(columns), columns);
    });
    close(kernels, start, end + size_t(groups - 1) * endStep, nullptr, nullptr, nullptr, nullptr, before, behind,
          columns);
}

template <typename W>
void LineGroups<W>::enter(const FilterKernels<W>& kernels, W* entering, size_t step, int columns) const
{
    for (int64 i = 1; i < entered; i++, entering += step)
    {
        std::fill_n(entering + step, causalPower[0].ends.size() * size_t(columns), W(0));
        if (!causalPower[0].isZero())
            kernels.multiplyAdd(causalPower[0], entering, size_t(columns), entering + step, size_t(columns), columns);
    }
}

template class LineGroups<float>;
template class LineGroups<double>;

}} // namespace cv::recfilter
