// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "lines.hpp"

#include "denormals.hpp"
#include "policy.hpp"
#include "working_image.hpp"

namespace cv { namespace recfilter {

template <typename W>
void LineFilter<W>::filterColumns(TileView<W> image, int rows, int64 elements) const
{
    const int width = policy::BAND_TILE_BYTES / int(sizeof(W));
    parallel_for_(Range(0, int((elements + width - 1) / width)), [&](const Range& range) {
        const DenormalsAsZero guard;
        for (int strip = range.start; strip < range.end; strip++)
        {
            const int64 first = int64(strip) * width;
            filterStrip({image.data + first, image.step}, rows, int(std::min<int64>(width, elements - first)));
        }
    });
}

template <typename W>
void LineFilter<W>::filterStrip(TileView<W> strip, int rows, int cols) const
{
    const int r = plan.causalStates, q = plan.anticausalStates;
    std::vector<W> p(size_t(std::max(r, 1)) * size_t(cols), W(0)), e(size_t(std::max(q, 1)) * size_t(cols), W(0));
    const auto addClosing = [&](const WeightTable<W>& table, std::vector<W>& state) {
        if (!table.empty())
            kernels.weightedSums({pixelView(strip.data + size_t(table.first) * strip.step, strip.step),
                                  int(table.count), cols, table.data.data(), table.states, state.data(), size_t(cols)});
    };
    addClosing(plan.startWeights, p);
    addClosing(plan.endWeights, e);
    std::vector<W> sum(plan.parallel ? size_t(rows) * size_t(cols) : 0);
    ColumnPass<W> pass;
    pass.chain = &plan.causal;
    pass.in = pixelView(strip.data, strip.step);
    pass.out = plan.parallel ? TileView<W>{sum.data(), size_t(cols)} : strip;
    pass.rows = rows;
    pass.cols = cols;
    pass.state = p.data();
    pass.stateStep = size_t(cols);
    kernels.columnDown(pass);
    if (!plan.join.isZero)
        kernels.multiplyAdd(plan.join.data.data(), q, r, p.data(), size_t(cols), e.data(), size_t(cols), cols);
    pass.chain = &plan.anticausal;
    pass.add = plan.parallel ? sum.data() : nullptr;
    pass.state = e.data();
    kernels.columnUp(pass);
    for (int row = 0; plan.parallel && row < rows; row++)
        std::copy_n(&sum[size_t(row) * size_t(cols)], cols, strip.data + size_t(row) * strip.step);
}

template <typename W>
void LineFilter<W>::filterRows(TileView<W> image, int rows, int64 elements, int channels, ScratchPool& pool) const
{
    const int lanes = kernels.lanes;
    const WeightTable<W> start = repeatForChannels(plan.startWeights, channels);
    const WeightTable<W> end = repeatForChannels(plan.endWeights, channels);
    const size_t block = size_t(lanes) * size_t(alignSize(size_t(elements), lanes));
    parallel_for_(Range(0, (rows + lanes - 1) / lanes), [&](const Range& range) {
        const DenormalsAsZero guard;
        ScratchPool::Lease lease(pool, 2 * block * sizeof(W));
        for (int bundle = range.start; bundle < range.end; bundle++)
            filterBundle({image.data + size_t(bundle) * size_t(lanes) * image.step, image.step}, elements, channels,
                         start, end, reinterpret_cast<W*>(lease.data()));
    });
}

/** Right and left over the rows of one bundle: transposed once without a filter, which gives the closing sums, then with the
passes. */
template <typename W>
void LineFilter<W>::filterBundle(TileView<W> bundle, int64 elements, int channels, const WeightTable<W>& start,
                                 const WeightTable<W>& end, W* memory) const
{
    static const Chain<W> identity = Chain<W>::makeIdentity();
    const int lanes = kernels.lanes, r = plan.causalStates, q = plan.anticausalStates;
    std::vector<W> p(size_t(channels) * size_t(std::max(r, 1) * lanes)),
        e(size_t(channels) * size_t(std::max(q, 1) * lanes));
    std::vector<W> none(size_t(channels) * size_t(lanes));
    RowPass<W> pass;
    pass.chain = &identity;
    pass.rows = bundle;
    pass.transposed = memory;
    pass.blockStep = ptrdiff_t(lanes) * lanes;
    pass.bundles = 1;
    pass.cols = int(elements);
    pass.element = 0;
    pass.channels = channels;
    pass.state = none.data();
    pass.weights[0] = start.empty() ? nullptr : &start;
    pass.weights[1] = end.empty() ? nullptr : &end;
    pass.sums[0] = p.data();
    pass.sums[1] = e.data();
    kernels.rows(nullptr, &pass, Prefetch());

    pass.weights[0] = pass.weights[1] = nullptr;
    pass.chain = &plan.causal;
    pass.parallelSum = plan.parallel ? memory + size_t(lanes) * alignSize(size_t(elements), lanes) : nullptr;
    pass.state = p.data();
    kernels.rows(nullptr, &pass, Prefetch());
    for (int c = 0; c < channels && !plan.join.isZero; c++)
        kernels.multiplyAdd(plan.join.data.data(), q, r, &p[size_t(c * r * lanes)], size_t(lanes),
                            &e[size_t(c * q * lanes)], size_t(lanes), lanes);
    pass.chain = &plan.anticausal;
    pass.state = e.data();
    kernels.rows(&pass, nullptr, Prefetch());
}

template <typename W>
LinePlan<W>::LinePlan(const FilterModel& model, Size size, int, bool)
    : kernels(filterKernels(W())), x(model.x, size.width), y(model.y, size.height), borderValue(model.borderValue)
{
}

template <typename W>
void LinePlan<W>::run(const Mat& src, Mat& dst, ScratchPool& pool) const
{
    WorkingImage<W> image(kernels, src.size(), src.channels(), borderValue, x, y, pool);
    image.load(src);
    LineFilter<W>(kernels, y).filterColumns(image.view(), src.rows, image.paddedElements());
    LineFilter<W>(kernels, x).filterRows(image.view(), src.rows, image.elements(), src.channels(), pool);
    image.store(dst);
}

template class LineFilter<float>;
template class LineFilter<double>;
template class LinePlan<float>;
template class LinePlan<double>;

}} // namespace cv::recfilter
