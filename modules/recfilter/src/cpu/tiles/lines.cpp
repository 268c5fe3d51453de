// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "cpu/tiles/lines.hpp"

#include "cpu/memory/denormals.hpp"
#include "cpu/band/packed_lanes.hpp"
#include "cpu/memory/parallel.hpp"
#include "cpu/tiles/working_image.hpp"
#include "cpu/band/tuning.hpp"

namespace cv { namespace recfilter {

template <typename W>
void LineFilter<W>::filterColumns(TileView<W> image, int rows, int64 elements) const
{
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

/** Right and left over as many rows as a vector has lanes, or over the last rows. A first transposition gives the
closing sums, then the passes follow, each piece by piece of the rows. Of an image of few rows the image itself keeps
u = F(x); of the parallel form it keeps x, and F(x) is packed beside it. */
template <typename W>
class LineFilter<W>::Bundle
{
public:
    Bundle(const LineFilter& f, int rowsOfImage, int64 rowElements, int imageChannels)
        : filter(f), plan(f.plan), lanes(f.kernels.lanes), channels(imageChannels), imageRows(rowsOfImage),
          elements(rowElements), copies(rowsOfImage % f.kernels.lanes != 0),
          packs(packsLanes(rowsOfImage, lanes, rowElements, sizeof(W))), padded(alignSize(size_t(rowElements), lanes))
    {
        Carver size;
        carve(size);
        lease = std::make_unique<ScratchPool::Lease>(f.pool, size.bytes());
        Carver carver(lease->data());
        carve(carver);
    }

    //! @param rowCount lanes of them, or fewer.
    void run(TileView<W> image, int rowCount, const WeightTable<W>& start, const WeightTable<W>& end)
    {
        rows = image;
        count = rowCount;
        std::fill_n(p, vectors(plan.causalStates), W(0));
        std::fill_n(e, vectors(plan.anticausalStates), W(0));
        if (count < lanes)
            std::fill_n(piece, pieceSize(), W(0));
        if (!start.empty() || !end.empty())
            close(start, end);
        forth();
        const int r = plan.causalStates, q = plan.anticausalStates;
        for (int c = 0; c < channels && !plan.join.isZero(); c++)
            filter.kernels.multiplyAdd(plan.join, p + size_t(c * r * lanes), size_t(lanes), e + size_t(c * q * lanes),
                                       size_t(lanes), lanes);
        back();
    }

private:
    enum
    {
        PIECE = 1024 //!< elements of a row, a multiple of every vector length
    };

    void carve(Carver& carver)
    {
        const size_t kept = packs ? pieceSize() : size_t(lanes) * padded;
        transposed = carver.take<W>(kept);
        sum = plan.parallel ? carver.take<W>(kept) : nullptr;
        packedSum = plan.parallel && packs ? carver.take<W>(size_t(imageRows) * padded) : nullptr;
        piece = copies ? carver.take<W>(pieceSize()) : nullptr;
        p = carver.take<W>(vectors(plan.causalStates));
        e = carver.take<W>(vectors(plan.anticausalStates));
    }

    size_t pieceSize() const { return size_t(lanes) * PIECE; }
    size_t vectors(int states) const { return size_t(states) * size_t(channels) * size_t(lanes); }
    int width(int64 element) const { return int(std::min<int64>(PIECE, elements - element)); }

    //! What passes over a piece of the rows have in common.
    RowPass<W> passAt(int64 element) const
    {
        static const Chain<W> identity = Chain<W>::makeIdentity();
        const ptrdiff_t kept = packs ? 0 : ptrdiff_t(element) * lanes;
        RowPass<W> pass;
        pass.chain = &identity;
        pass.transposed = transposed + kept;
        pass.parallelSum = nullptr;
        pass.blockStep = ptrdiff_t(lanes) * lanes;
        pass.bundles = 1;
        pass.cols = width(element);
        pass.element = element;
        pass.channels = channels;
        pass.state = nullptr;
        pass.weights[0] = pass.weights[1] = nullptr;
        pass.sums[0] = pass.sums[1] = nullptr;
        return pass;
    }

    W* rowAt(int row, int64 element) const { return rows.data + size_t(row) * rows.step + element; }

    //! The rows from an element on, as many as a vector has lanes: in the image, or copied.
    TileView<W> read(int64 element) const
    {
        if (count == lanes)
            return {rowAt(0, element), rows.step};
        for (int row = 0; row < count; row++)
            std::copy_n(rowAt(row, element), width(element), piece + row * PIECE);
        return {piece, PIECE};
    }

    void close(const WeightTable<W>& start, const WeightTable<W>& end) const
    {
        for (int64 element = 0; element < elements; element += PIECE)
        {
            RowPass<W> pass = passAt(element);
            pass.rows = read(element);
            pass.weights[0] = start.empty() ? nullptr : &start;
            pass.weights[1] = end.empty() ? nullptr : &end;
            pass.sums[0] = p;
            pass.sums[1] = e;
            filter.kernels.rows(nullptr, &pass, Prefetch());
        }
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
    const int lanes, channels, imageRows;
    const int64 elements;
    const bool copies, packs; //!< some rows are fewer than lanes; and packed
    const size_t padded;
    std::unique_ptr<ScratchPool::Lease> lease;
    W *transposed, *sum,
        *packedSum; //!< of the bundle, or of a piece of it where it is packed; F(x) of the parallel form
    W* piece;       //!< of rows, where they are fewer than lanes
    W *p, *e;       //!< states of both directions
    TileView<W> rows;
    int count = 0;
};

template <typename W>
void LineFilter<W>::filterRows(TileView<W> image, int rows, int64 elements, int channels, const WeightTable<W>& start,
                               const WeightTable<W>& end) const
{
    const int lanes = kernels.lanes;
    parallel_for_(Range(0, (rows - 1) / lanes + 1), [&](const Range& range) {
        const DenormalsAsZero guard;
        Bundle bundle(*this, rows, elements, channels);
        for (int i = range.start; i < range.end; i++)
            bundle.run({image.data + size_t(i) * size_t(lanes) * image.step, image.step},
                       std::min(lanes, rows - i * lanes), start, end);
    });
}

template <typename W>
LinePlan<W>::LinePlan(const FilterModel& model, Size size, int channels, const Schedule&)
    : kernels(filterKernels(W())), x(model.x, size.width), y(model.y, size.height),
      borderValue(metBorderValue(x, y, model.borderValue)),
      rowStart(repeatForChannels(std::move(x.startWeights), channels)),
      rowEnd(repeatForChannels(std::move(x.endWeights), channels))
{
}

template <typename W>
void LinePlan<W>::run(const Mat& src, Mat& dst, ScratchPool& pool) const
{
    WorkingImage<W> image(kernels, src.size(), src.channels(), borderValue, x, y, true, pool);
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
