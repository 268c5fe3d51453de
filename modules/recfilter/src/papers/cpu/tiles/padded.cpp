// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Algorithm 6b: pads an image by its border as far as the filter reaches, runs algorithm 5 and crops.

#include "papers/cpu/tiles/tiles.hpp"
#include "papers/plan/padding.hpp"
#include "recursive/cpu/lines/tuning.hpp"

namespace cv { namespace recfilter {

namespace {

static_assert(PADDING_BLOCK % tuning::PAPER_TILE == 0, "whole tiles are padded");

template <typename W>
class PaddedPlan final : public HostEngine
{
public:
    PaddedPlan(const FilterModel& model, const Extents& array);
    void run(const Mat& src, Mat& dst, const HostCall& call) const override;
    size_t workBytes() const override;

private:
    //! The pixel of a line that each pixel of the padded line repeats; -1 for the border value.
    static std::vector<int> sources(int64 length, int pad, int borderType);

    const Padding padding;
    const int channels;
    const std::vector<int> columns, rows;
    const Scalar borderValue;
    const TilePlan<W> tiles;
};

template <typename W>
std::vector<int> PaddedPlan<W>::sources(int64 length, int pad, int borderType)
{
    const int n = int(length);
    // borderInterpolate walks through all mirror images up to the index: `period` skips them.
    const int64 period = borderType == BORDER_REFLECT ? 2 * length : std::max<int64>(2 * length - 2, 1);
    const bool mirrors = borderType == BORDER_REFLECT || borderType == BORDER_REFLECT_101;
    std::vector<int> from;
    for (int64 i = -pad; i < length + pad; i++)
        from.push_back(borderInterpolate(mirrors ? int(i % period) : int(i), n, borderType));
    return from;
}

template <typename W>
PaddedPlan<W>::PaddedPlan(const FilterModel& model, const Extents& array)
    : padding(Padding::of<W>(model, array)), channels(array.channels()),
      columns(sources(array.along(ALONG_ROWS).n, padding.x, model.axes[ALONG_ROWS].borderType)),
      rows(sources(array.along(ALONG_COLUMNS).n, padding.y, model.axes[ALONG_COLUMNS].borderType)),
      borderValue(model.borderValue), tiles(padding.model, padding.shape, scheduleOf(padding.model.algorithm))
{
}

template <typename W>
size_t PaddedPlan<W>::workBytes() const
{
    return WorkingImage<W>::bytesOf(padding.shape.along(ALONG_ROWS)) + tiles.workBytes();
}

template <typename W>
void PaddedPlan<W>::run(const Mat& src, Mat& dst, const HostCall& call) const
{
    const FilterKernels<W>& kernels = filterKernels(W());
    const int width = int(columns.size()), height = int(rows.size());
    const LineSpace lines = padding.shape.along(ALONG_ROWS);
    const size_t step = WorkingImage<W>::stepOf(lines);
    ScratchPool::Lease lease(call.scratch, WorkingImage<W>::bytesOf(lines));
    Mat padded(height, width, CV_MAKETYPE(DataType<W>::depth, channels), lease.data(), step * sizeof(W));
    const auto fill = [&](W* line, int first, int end) {
        for (int x = first; x < end; x++)
            for (int c = 0; c < channels; c++)
                line[int64(x) * channels + c] = columns[size_t(x)] < 0
                                                    ? W(borderValue[c % 4])
                                                    : line[int64(padding.x + columns[size_t(x)]) * channels + c];
    };
    parallel_for_(Range(0, height), [&](const Range& range) {
        for (int y = range.start; y < range.end; y++)
        {
            W* const line = padded.ptr<W>(y);
            W* const inside = line + int64(padding.x) * channels;
            const int64 count = int64(src.cols) * channels;
            if (rows[size_t(y)] >= 0)
                loadElements(kernels, src, rows[size_t(y)], 0, inside, count);
            else
                for (int64 i = 0; i < count; i++)
                    inside[i] = W(borderValue[int(i % channels) % 4]);
            fill(line, 0, padding.x);
            fill(line, padding.x + src.cols, width);
        }
    });
    tiles.run(padded, padded, call);
    parallel_for_(Range(0, src.rows), [&](const Range& range) {
        for (int y = range.start; y < range.end; y++)
            storeElements(kernels, padded.ptr<W>(padding.y + y) + int64(padding.x) * channels, dst, y, 0,
                          int64(src.cols) * channels, false);
    });
}

} // namespace

template <typename W>
std::shared_ptr<const HostEngine> makePaddedTiles(const FilterModel& model, const Extents& shape, const Schedule&)
{
    return std::make_shared<const PaddedPlan<W>>(model, shape);
}

template std::shared_ptr<const HostEngine> makePaddedTiles<float>(const FilterModel&, const Extents&, const Schedule&);
template std::shared_ptr<const HostEngine> makePaddedTiles<double>(const FilterModel&, const Extents&, const Schedule&);

}} // namespace cv::recfilter
