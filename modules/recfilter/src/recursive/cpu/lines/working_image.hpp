// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_LINES_WORKING_IMAGE_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_LINES_WORKING_IMAGE_HPP

// An image in the working type, for the engines that keep it between their steps.

#include "recursive/cpu/tables/axis_tables.hpp"
#include "runtime/cpu/memory/tuning.hpp"
#include "arrays/extents.hpp"
#include "runtime/cpu/memory/scratch.hpp"
#include "runtime/cpu/memory/stream_fence.hpp"
#include "recursive/cpu/kernels/tile_io.hpp"

namespace cv { namespace recfilter {

/** Rows are padded to the vector length. The value of a constant border is subtracted on loading, so that the outside
is zero for every step. Storing adds the value back, times the gain of the filter. Along an axis with another border
this changes nothing: such a border continues a constant by itself. */
template <typename W>
class WorkingImage
{
public:
    //! @param borderValue from metBorderValue. @param keeps whether there is memory for view, load and store.
    WorkingImage(const FilterKernels<W>& k, const LineSpace& lines, const Scalar& borderValue, const AxisPlan& x,
                 const AxisPlan& y, bool keeps, ScratchPool& pool)
        : kernels(k), rows(int(lines.outer)), cols(lines.n * lines.inner), step(stepOf(lines)),
          lease(pool, keeps ? bytesOf(lines) : 0), gain(W(x.gain * y.gain)), zeroOutside(borderValue == Scalar()),
          outside(size_t(lines.inner)), restored(size_t(lines.inner))
    {
        const double constantGain = x.constantGain * y.constantGain * x.gain * y.gain;
        for (int c = 0; c < int(lines.inner); c++)
        {
            outside[size_t(c)] = W(borderValue[c % 4]);
            restored[size_t(c)] = W(borderValue[c % 4] * constantGain);
        }
    }

    //! Elements from row to row, not a power of two: rows would share a few sets of the caches.
    static size_t stepOf(const LineSpace& lines) { return alignSize(size_t(lines.n * lines.inner), 64) + 16; }
    //! Memory of an image that is kept.
    static size_t bytesOf(const LineSpace& lines) { return stepOf(lines) * size_t(lines.outer) * sizeof(W); }

    TileView<W> view() { return {reinterpret_cast<W*>(lease.data()), step}; }
    int64 elements() const { return cols; }
    //! Whether rows are written by non-temporal stores.
    bool isLarge() const { return size_t(rows) * step * sizeof(W) >= size_t(tuning::NON_TEMPORAL_BYTES); }
    int64 paddedElements() const { return alignSize(size_t(cols), kernels.lanes); }

    //! Loads `count` elements of a row of the source into dst.
    void loadRow(const Mat& src, int64 row, int64 element, int64 count, W* dst) const
    {
        loadElements(kernels, src, row, element, dst, count);
        if (zeroOutside)
            return;
        for (int64 i = 0; i < count; i++)
            dst[i] -= outside[size_t((element + i) % int64(outside.size()))];
    }

    //! Scales a finished part of a row, adds the border value back, rounds and stores the part. Overwrites `values`.
    void storeRow(W* values, Mat& dst, int64 row, int64 element, int64 count) const
    {
        for (int64 i = 0; i < count && zeroOutside; i++)
            values[i] *= gain;
        for (int64 i = 0; i < count && !zeroOutside; i++)
            values[i] = values[i] * gain + restored[size_t((element + i) % int64(restored.size()))];
        storeElements(kernels, values, dst, row, element, count, isLarge());
    }

    void load(const Mat& src)
    {
        parallel_for_(Range(0, rows), [&](const Range& range) {
            for (int row = range.start; row < range.end; row++)
            {
                W* line = view().data + size_t(row) * step;
                loadRow(src, row, 0, cols, line);
                std::fill(line + cols, line + step, W(0));
            }
        });
    }

    void store(Mat& dst)
    {
        parallel_for_(Range(0, rows), [&](const Range& range) {
            const StreamFence fence;
            for (int row = range.start; row < range.end; row++)
                storeRow(view().data + size_t(row) * step, dst, row, 0, cols);
        });
    }

private:
    const FilterKernels<W>& kernels;
    const int rows;
    const int64 cols;
    const size_t step; //!< elements from row to row
    ScratchPool::Lease lease;
    const W gain;
    const bool zeroOutside;
    std::vector<W> outside, restored;
};

}} // namespace cv::recfilter

#endif
