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
        ScratchPool::Lease lease(pool, stripMemory(rows, width) * sizeof(W));
        for (int strip = range.start; strip < range.end; strip++)
        {
            const int64 first = int64(strip) * width;
            filterStrip({image.data + first, image.step}, rows, int(std::min<int64>(width, elements - first)),
                        reinterpret_cast<W*>(lease.data()));
        }
    });
}

//! States of both directions, and F(x) of the parallel form.
template <typename W>
size_t LineFilter<W>::stripMemory(int rows, int cols) const
{
    return size_t(plan.causalStates + plan.anticausalStates + (plan.parallel ? rows : 0)) * size_t(cols);
}

template <typename W>
void LineFilter<W>::filterStrip(TileView<W> strip, int rows, int cols, W* memory) const
{
    const int r = plan.causalStates, q = plan.anticausalStates;
    W *p = memory, *e = p + size_t(r) * size_t(cols), *sum = e + size_t(q) * size_t(cols);
    std::fill(p, sum, W(0));
    const auto addClosing = [&](const WeightTable<W>& table, W* state) {
        if (!table.empty())
            kernels.weightedSums({pixelView(strip.data + size_t(table.first) * strip.step, strip.step),
                                  int(table.count), cols, table.data.data(), table.states, state, size_t(cols)});
    };
    addClosing(plan.startWeights, p);
    addClosing(plan.endWeights, e);
    ColumnPass<W> pass;
    pass.chain = &plan.causal;
    pass.in = pixelView(strip.data, strip.step);
    pass.out = plan.parallel ? TileView<W>{sum, size_t(cols)} : strip;
    pass.rows = rows;
    pass.cols = cols;
    pass.state = p;
    pass.stateStep = size_t(cols);
    kernels.columnDown(pass);
    if (!plan.join.isZero())
        kernels.multiplyAdd(plan.join, p, size_t(cols), e, size_t(cols), cols);
    pass.chain = &plan.anticausal;
    pass.add = plan.parallel ? sum : nullptr;
    pass.state = e;
    kernels.columnUp(pass);
    for (int row = 0; plan.parallel && row < rows; row++)
        std::copy_n(sum + size_t(row) * size_t(cols), cols, strip.data + size_t(row) * strip.step);
}

//! The transposed bundle, F(x) of the parallel form, the states of both directions, and those of no filter.
template <typename W>
size_t LineFilter<W>::bundleMemory(int64 elements, int channels) const
{
    const size_t states = size_t(plan.causalStates + plan.anticausalStates + 1) * size_t(channels);
    return size_t(kernels.lanes) * (2 * alignSize(size_t(elements), kernels.lanes) + states);
}

template <typename W>
void LineFilter<W>::filterRows(TileView<W> image, int rows, int64 elements, int channels, const WeightTable<W>& start,
                               const WeightTable<W>& end) const
{
    const int lanes = kernels.lanes;
    parallel_for_(Range(0, (rows + lanes - 1) / lanes), [&](const Range& range) {
        const DenormalsAsZero guard;
        ScratchPool::Lease lease(pool, bundleMemory(elements, channels) * sizeof(W));
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
    const size_t block = size_t(lanes) * alignSize(size_t(elements), lanes), vectors = size_t(channels * lanes);
    W *p = memory + 2 * block, *e = p + size_t(r) * vectors, *none = e + size_t(q) * vectors;
    std::fill(p, none, W(0));
    RowPass<W> pass;
    pass.chain = &identity;
    pass.rows = bundle;
    pass.transposed = memory;
    pass.blockStep = ptrdiff_t(lanes) * lanes;
    pass.bundles = 1;
    pass.cols = int(elements);
    pass.element = 0;
    pass.channels = channels;
    pass.state = none;
    pass.weights[0] = start.empty() ? nullptr : &start;
    pass.weights[1] = end.empty() ? nullptr : &end;
    pass.sums[0] = p;
    pass.sums[1] = e;
    kernels.rows(nullptr, &pass, Prefetch());

    pass.weights[0] = pass.weights[1] = nullptr;
    pass.chain = &plan.causal;
    pass.parallelSum = plan.parallel ? memory + block : nullptr;
    pass.state = p;
    kernels.rows(nullptr, &pass, Prefetch());
    for (int c = 0; c < channels && !plan.join.isZero(); c++)
        kernels.multiplyAdd(plan.join, &p[size_t(c * r * lanes)], size_t(lanes), &e[size_t(c * q * lanes)],
                            size_t(lanes), lanes);
    pass.chain = &plan.anticausal;
    pass.state = e;
    kernels.rows(&pass, nullptr, Prefetch());
}

template <typename W>
LinePlan<W>::LinePlan(const FilterModel& model, Size size, int channels, bool)
    : kernels(filterKernels(W())), x(model.x, size.width), y(model.y, size.height), borderValue(model.borderValue),
      rowStart(repeatForChannels(x.startWeights, channels)), rowEnd(repeatForChannels(x.endWeights, channels))
{
}

template <typename W>
void LinePlan<W>::run(const Mat& src, Mat& dst, ScratchPool& pool) const
{
    WorkingImage<W> image(kernels, src.size(), src.channels(), borderValue, x, y, pool);
    image.load(src);
    LineFilter<W>(kernels, y, pool).filterColumns(image.view(), src.rows, image.paddedElements());
    LineFilter<W>(kernels, x, pool)
        .filterRows(image.view(), src.rows, image.elements(), src.channels(), rowStart, rowEnd);
    image.store(dst);
}

template class LineFilter<float>;
template class LineFilter<double>;
template class LinePlan<float>;
template class LinePlan<double>;

}} // namespace cv::recfilter
