// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Algorithm RT: columns run in strips as wide as a tile of the band engine. Rows run in bundles: as many rows at once
// as a vector has lanes.

#include "recursive/cpu/lines/lines.hpp"

#include "runtime/cpu/memory/denormals.hpp"
#include "recursive/cpu/band/packed_lanes.hpp"
#include "runtime/cpu/memory/parallel.hpp"
#include "recursive/cpu/lines/working_image.hpp"
#include "recursive/cpu/band/tuning.hpp"

#include <numeric>

namespace cv { namespace recfilter {

template <typename W>
void LineFilter<W>::filterColumns(TileView<W> image, const LineSpace& columns) const
{
    const int rows = int(columns.n);
    const int64 elements = columns.inner;
    const int width = tuning::BAND_TILE_BYTES / int(sizeof(W));
    parallelFor((elements + width - 1) / width, [&](int64 firstStrip, int64 endStrip) {
        const DenormalsAsZero guard;
        ScratchPool::Lease lease(pool, stripMemory(rows, width) * sizeof(W));
        for (int64 strip = firstStrip; strip < endStrip; strip++)
        {
            const int64 first = strip * width;
            filterStrip({image.data + first, image.step}, rows, int(std::min<int64>(width, elements - first)),
                        reinterpret_cast<W*>(lease.data()));
        }
    });
}

//! Elements that a strip needs: states of both directions, sums of all groups, and F(x) of the parallel form.
template <typename W>
size_t LineFilter<W>::stripMemory(int rows, int cols) const
{
    const size_t sums = size_t(groups.count()) * size_t(groups.startStates() + groups.endStates());
    return (size_t(plan.causalStates + plan.anticausalStates + (plan.parallel ? rows : 0)) + sums) * size_t(cols);
}

template <typename W>
void LineFilter<W>::filterStrip(TileView<W> strip, int rows, int cols, W* memory) const
{
    const int r = plan.causalStates, q = plan.anticausalStates;
    const size_t startStep = size_t(groups.startStates()) * size_t(cols);
    const size_t endStep = size_t(groups.endStates()) * size_t(cols);
    W *p = memory, *e = p + size_t(r) * size_t(cols), *start = e + size_t(q) * size_t(cols);
    W *end = start + size_t(groups.count()) * startStep, *sum = end + size_t(groups.count()) * endStep;
    std::fill(p, sum, W(0));
    for (int64 i = 0; i < groups.count(); i++)
    {
        const auto addSums = [&](const typename LineGroups<W>::Share& share, int states, W* sums) {
            const PixelView in =
                pixelView(strip.data + size_t(i * groups.pixelsOf() + share.first) * strip.step, strip.step);
            if (share.weights)
                kernels.weightedSums(
                    {in, int(share.end - share.first), cols, share.weights, states, sums, size_t(cols)});
        };
        addSums(groups.startShare(i), groups.startStates(), start + size_t(i) * startStep);
        addSums(groups.endShare(i), groups.endStates(), end + size_t(i) * endStep);
    }
    groups.close(kernels, start, startStep, end, endStep, p, e, cols);
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

/** Filters a bundle right and left: as many rows as a vector has lanes, or the last rows. The closing sums come first,
then the passes, each piece by piece (PIECE). If lanes are packed (packed_lanes.hpp), the image itself keeps u = F(x).
In the parallel form it keeps x, and F(x) is packed beside it. */
template <typename W>
class LineFilter<W>::Bundle
{
public:
    Bundle(const LineFilter& f, int rowsOfImage, int64 rowElements, int imageChannels)
        : filter(f), plan(f.plan), groups(f.groups), lanes(f.kernels.lanes), channels(imageChannels),
          imageRows(rowsOfImage), elements(rowElements), copies(rowsOfImage % f.kernels.lanes != 0),
          packs(packsLanes(rowsOfImage, lanes, rowElements, sizeof(W))), padded(alignSize(size_t(rowElements), lanes))
    {
        Carver size;
        carve(size);
        lease = std::make_unique<ScratchPool::Lease>(f.pool, size.bytes());
        Carver carver(lease->data());
        carve(carver);
    }

    //! @param rowCount at most the number of lanes.
    void run(TileView<W> image, int rowCount)
    {
        rows = image;
        count = rowCount;
        std::fill_n(p, vectors(plan.causalStates), W(0));
        std::fill_n(e, vectors(plan.anticausalStates), W(0));
        if (count < lanes)
            std::fill_n(piece, pieceSize(), W(0));
        close();
        forth();
        const int r = plan.causalStates, q = plan.anticausalStates;
        for (int c = 0; c < channels && !plan.join.isZero(); c++)
            filter.kernels.multiplyAdd(plan.join, p + size_t(c * r * lanes), size_t(lanes), e + size_t(c * q * lanes),
                                       size_t(lanes), lanes);
        back();
    }

private:
    void carve(Carver& carver)
    {
        const size_t kept = packs ? pieceSize() : size_t(lanes) * padded;
        transposed = carver.take<W>(kept);
        sum = plan.parallel ? carver.take<W>(kept) : nullptr;
        packedSum = plan.parallel && packs ? carver.take<W>(size_t(imageRows) * padded) : nullptr;
        piece = copies ? carver.take<W>(pieceSize()) : nullptr;
        p = carver.take<W>(vectors(plan.causalStates));
        e = carver.take<W>(vectors(plan.anticausalStates));
        start = carver.take<W>(size_t(groups.count()) * vectors(groups.startStates()));
        end = carver.take<W>(size_t(groups.count()) * vectors(groups.endStates()));
    }

    size_t pieceSize() const { return size_t(lanes) * PIECE; }
    size_t vectors(int states) const { return size_t(states) * size_t(channels) * size_t(lanes); }
    int width(int64 element) const { return int(std::min<int64>(PIECE, elements - element)); }

    //! The arguments that all passes over a piece share.
    RowPass<W> passAt(int64 element) const
    {
        static const Chain<W> identity = Chain<W>::makeIdentity();
        const ptrdiff_t kept = packs ? 0 : ptrdiff_t(element) * lanes;
        RowPass<W> pass;
        pass.chain = &identity;
        pass.transposed = transposed + kept;
        pass.blockStep = ptrdiff_t(lanes) * lanes;
        pass.bundles = 1;
        pass.cols = width(element);
        pass.element = element;
        pass.channels = channels;
        return pass;
    }

    W* rowAt(int row, int64 element) const { return rows.data + size_t(row) * rows.step + element; }

    //! A piece of the rows: in the image, or copied if the rows are fewer than lanes.
    TileView<W> read(int64 element) const
    {
        if (count == lanes)
            return {rowAt(0, element), rows.step};
        for (int row = 0; row < count; row++)
            std::copy_n(rowAt(row, element), width(element), piece + row * PIECE);
        return {piece, PIECE};
    }

    void close() const
    {
        const size_t startStep = vectors(groups.startStates()), endStep = vectors(groups.endStates());
        std::fill_n(start, size_t(groups.count()) * startStep, W(0));
        std::fill_n(end, size_t(groups.count()) * endStep, W(0));
        for (int64 element = 0; element < elements; element += PIECE)
        {
            RowPass<W> pass = passAt(element);
            const size_t group = size_t(groups.groupOf(element));
            groups.setForward(pass, start + group * startStep, end + group * endStep);
            if (!pass.weights[0] && !pass.weights[1])
                continue;
            pass.rows = read(element);
            filter.kernels.rows(nullptr, &pass, Prefetch());
        }
        for (int c = 0; c < channels; c++)
            groups.close(filter.kernels, start + c * groups.startStates() * lanes, startStep,
                         end + c * groups.endStates() * lanes, endStep, p + c * plan.causalStates * lanes,
                         e + c * plan.anticausalStates * lanes, lanes);
    }

    void forth() const
    {
        for (int64 element = 0; element < elements; element += PIECE)
        {
            RowPass<W> pass = passAt(element);
            pass.rows = read(element);
            pass.chain = &plan.causal;
            pass.parallelSum = sum ? sum + (pass.transposed - transposed) : nullptr;
            pass.state = p;
            filter.kernels.rows(nullptr, &pass, Prefetch());
            if (packs && sum)
                packLanes(sum, lanes, pass.cols, packedSum + element, padded, count);
            else if (packs)
                packLanes(transposed, lanes, pass.cols, rowAt(0, element), rows.step, count);
        }
    }

    void back() const
    {
        for (int64 element = (elements - 1) / PIECE * PIECE; element >= 0; element -= PIECE)
        {
            RowPass<W> pass = passAt(element);
            pass.rows = count == lanes ? TileView<W>{rowAt(0, element), rows.step} : TileView<W>{piece, PIECE};
            pass.chain = &plan.anticausal;
            pass.parallelSum = sum ? sum + (pass.transposed - transposed) : nullptr;
            pass.state = e;
            if (packs)
                unpackLanes(rowAt(0, element), rows.step, count, transposed, lanes, pass.cols);
            if (packs && sum)
                unpackLanes(packedSum + element, padded, count, sum, lanes, pass.cols);
            filter.kernels.rows(&pass, nullptr, Prefetch());
            for (int row = 0; row < count && count < lanes; row++)
                std::copy_n(piece + row * PIECE, pass.cols, rowAt(row, element));
        }
    }

    const LineFilter& filter;
    const AxisTables<W>& plan;
    const LineGroups<W>& groups;
    const int lanes, channels, imageRows;
    const int64 elements;
    const bool copies, packs; //!< the last bundle has fewer rows than lanes; lanes are packed
    const size_t padded;
    std::unique_ptr<ScratchPool::Lease> lease;
    //! transposed: pixels of the bundle, or of one piece of it if packed. Both sums: F(x) of the parallel form.
    W *transposed, *sum, *packedSum;
    W* piece;       //!< copy of a piece, if the rows are fewer than lanes
    W *p, *e;       //!< states of both directions
    W *start, *end; //!< sums of LineGroups, group by group
    TileView<W> rows;
    int count = 0;
};

template <typename W>
void LineFilter<W>::filterRows(TileView<W> image, const LineSpace& lines) const
{
    const int lanes = kernels.lanes, rows = int(lines.outer);
    parallel_for_(Range(0, (rows - 1) / lanes + 1), [&](const Range& range) {
        const DenormalsAsZero guard;
        Bundle bundle(*this, rows, lines.n * lines.inner, int(lines.inner));
        for (int i = range.start; i < range.end; i++)
            bundle.run({image.data + size_t(i) * size_t(lanes) * image.step, image.step},
                       std::min(lanes, rows - i * lanes));
    });
}

template <typename W>
LinePlan<W>::LinePlan(const FilterModel& model, const Extents& array, const Schedule&)
    : kernels(filterKernels(W())), rows(array.along(ALONG_ROWS)), columns(array.along(ALONG_COLUMNS)),
      x(model.axes[ALONG_ROWS], rows.n), y(model.axes[ALONG_COLUMNS], columns.n),
      borderValue(metBorderValue(x, y, model.borderValue)),
      rowGroups(x, array.channels(), std::lcm<int64>(LineFilter<W>::PIECE, array.channels()), true, true),
      columnGroups(y, 1, LineFilter<W>::PIECE, true, true)
{
}

template <typename W>
size_t LinePlan<W>::workBytes() const
{
    return WorkingImage<W>::bytesOf(rows);
}

template <typename W>
void LinePlan<W>::run(const Mat& src, Mat& dst, const HostCall& call) const
{
    WorkingImage<W> image(kernels, rows, borderValue, x, y, true, call.scratch);
    image.load(src);
    LineFilter<W>(kernels, y, columnGroups, call.scratch)
        .filterColumns(image.view(), {1, columns.n, image.paddedElements()});
    LineFilter<W>(kernels, x, rowGroups, call.scratch).filterRows(image.view(), rows);
    image.store(dst);
}

template class LineFilter<float>;
template class LineFilter<double>;
template class LinePlan<float>;
template class LinePlan<double>;

}} // namespace cv::recfilter
