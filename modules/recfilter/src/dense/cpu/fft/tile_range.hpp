// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_FFT_TILE_RANGE_HPP
#define OPENCV_RECFILTER_DENSE_CPU_FFT_TILE_RANGE_HPP

/* Which results of a tile transforms may compute. Their errors are relative to all pixels of the tile, so the pixels of
a result's window must not be much smaller. Knows no spectrum. */

#include "dense/cpu/direct/conv_kernels.hpp"
#include "dense/cpu/fft/transform.hpp"
#include "runtime/cpu/memory/scratch.hpp"
#include "dense/plan/transform_range.hpp"

namespace cv { namespace recfilter {

//! What computes the results of a cell.
enum class CellKind : uchar
{
    TRANSFORMS,
    ZEROS, //!< all pixels of their windows are zeros
    DIRECT
};

/** The largest pixels of cells: boxes of the tile's window, and of its results, of RangeCells. A cell of results is
judged by the cells of pixels that all its windows hold, and by those that some of its windows touch. */
template <typename W>
class TileRange
{
public:
    TileRange(const AxisInts& kernel, const FftShape& shape, Carver& carver) : cells(kernel)
    {
        const size_t count = size_t(boxOf(shape.size).total());
        largest = carver.take<W>(count);
        held = carver.take<W>(count);
        touched = carver.take<W>(count);
        swapped = carver.take<W>(count);
        found = carver.take<CellKind>(count);
        columns = carver.take<W>(size_t(shape.size[3]));
    }

    //! Begins with a window of this size.
    void start(const AxisInts& windowSize)
    {
        window = windowSize;
        grid = boxOf(window);
        std::fill_n(largest, grid.total(), W(0));
        std::fill_n(columns, window[3], W(0));
        isSpoilt = false;
    }

    //! Looks at a row of the window. Rows come in order, y fastest.
    void add(const AxisInts& row, const W* pixels)
    {
        if (!kernels.findLargest(pixels, window[3], columns))
            markSpoilt(row, pixels);
        if ((row[2] + 1) % cells.size[2] == 0 || row[2] + 1 == window[2])
            endRows(row);
    }

    //! Whether some pixel is not finite or too large. Pixels for which isZeroed() then must become zeros.
    bool hasSpoiltPixels() const { return isSpoilt; }
    bool isZeroed(const AxisInts& row, int x) const
    {
        return largest[grid.at({row[0] / cells.size[0], row[1] / cells.size[1], row[2] / cells.size[2],
                                x / cells.size[3]})] > TransformRange<W>::LARGEST;
    }

    //! Judges the cells of so many results. Returns whether transforms may compute all of them.
    bool judge(const AxisInts& wanted)
    {
        results = boxOf(wanted);
        double sum = 0;
        W least = largest[0];
        for (int64 i = 0; i < grid.total(); i++)
        {
            least = std::min(least, largest[i]);
            if (largest[i] <= TransformRange<W>::LARGEST)
                sum += double(largest[i]) * double(largest[i]);
        }
        const double limit = std::sqrt(sum / double(grid.total())) / TransformRange<W>::RATIO;
        if (!isSpoilt && double(least) >= limit)
            return true;
        slide(false, held);
        slide(true, touched);
        bool areFine = true;
        for (int64 i = 0; i < results.total(); i++)
        {
            const bool isFine = double(held[i]) >= limit && touched[i] <= TransformRange<W>::LARGEST;
            found[i] = isFine ? CellKind::TRANSFORMS : touched[i] == 0 ? CellKind::ZEROS : CellKind::DIRECT;
            areFine = areFine && isFine;
        }
        return areFine;
    }

    //! Cells along the axes after judge(), and the kind of each.
    const AxisInts& counts() const { return results.size; }
    CellKind kindOf(const AxisInts& cell) const { return found[results.at(cell)]; }
    const AxisInts& cellSize() const { return cells.size; }

private:
    struct Box
    {
        AxisInts size;

        int64 total() const { return int64(size[0]) * size[1] * size[2] * size[3]; }
        int64 at(const AxisInts& cell) const
        {
            return ((int64(cell[0]) * size[1] + cell[1]) * size[2] + cell[2]) * size[3] + cell[3];
        }
    };

    Box boxOf(const AxisInts& elements) const
    {
        Box box;
        for (size_t axis = 0; axis < VIEW_AXES; axis++)
            box.size[axis] = (elements[axis] + cells.size[axis] - 1) / cells.size[axis];
        return box;
    }

    //! The cells of a row of pixels.
    W* cellsOf(const AxisInts& row) const
    {
        return largest + grid.at({row[0] / cells.size[0], row[1] / cells.size[1], row[2] / cells.size[2], 0});
    }

    void markSpoilt(const AxisInts& row, const W* pixels)
    {
        W* const cell = cellsOf(row);
        for (int x = 0; x < window[3]; x++)
            if (!std::isfinite(pixels[x]))
                cell[x / cells.size[3]] = std::numeric_limits<W>::infinity();
    }

    //! Moves what the columns of some rows hold to their cells.
    void endRows(const AxisInts& row)
    {
        W* const cell = cellsOf(row);
        for (int i = 0, x = 0; i < grid.size[3]; i++)
        {
            W most = cell[i];
            for (const int end = std::min(x + cells.size[3], window[3]); x < end; x++)
                most = columns[x] > most ? columns[x] : most; // NaN is left out: its cell is marked
            isSpoilt = isSpoilt || most > TransformRange<W>::LARGEST;
            cell[i] = most;
        }
        std::fill_n(columns, window[3], W(0));
    }

    //! For each cell of results the largest of the cells of pixels that all its windows hold, or that some touch.
    void slide(bool touches, W* to)
    {
        Box box = grid;
        const W* from = largest;
        for (size_t axis = 0; axis < VIEW_AXES; axis++)
        {
            Box next = box;
            next.size[axis] = results.size[axis];
            W* const out = axis % 2 == 0 ? swapped : to; // the last one is `to`
            const int first = touches ? 0 : cells.firstHeld(axis);
            const int last = touches ? cells.lastTouched(axis) : cells.lastHeld(axis);
            int64 inner = 1;
            for (size_t i = axis + 1; i < VIEW_AXES; i++)
                inner *= box.size[i];
            const int64 outer = box.total() / box.size[axis] / inner;
            for (int64 o = 0; o < outer; o++)
                for (int c = 0; c < next.size[axis]; c++)
                    for (int64 i = 0; i < inner; i++)
                    {
                        W most = 0;
                        for (int k = c + first; k <= std::min(c + last, box.size[axis] - 1); k++)
                            most = std::max(most, from[(o * box.size[axis] + k) * inner + i]);
                        out[(o * next.size[axis] + c) * inner + i] = most;
                    }
            from = out;
            box = next;
        }
    }

    const RangeCells cells;
    const ConvKernels<W>& kernels = convKernels(W());
    AxisInts window;
    Box grid, results;
    W *largest, *held, *touched, *swapped;
    CellKind* found;
    W* columns; //!< the largest pixels of some rows
    bool isSpoilt = false;
};

}} // namespace cv::recfilter

#endif
