// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Direct convolution by tiles.

#include "dense/cpu/direct/direct.hpp"

#include "dense/cpu/direct/result_row.hpp"
#include "dense/cpu/direct/source_rows.hpp"
#include "dense/cpu/direct/tuning.hpp"
#include "runtime/cpu/memory/denormals.hpp"
#include "runtime/cpu/memory/parallel.hpp"
#include "runtime/cpu/memory/stream_fence.hpp"
#include "runtime/cpu/memory/tuning.hpp"
#include "dense/plan/sum_errors.hpp"

namespace cv { namespace recfilter {

namespace {

int ceilDiv(int64 a, int64 b)
{
    return int((a + b - 1) / b);
}

//! How the results are cut into tiles. A tile has some planes z, which follow each other through the same memory.
struct Tiling
{
    int columns, rows, planes; //!< of a tile
    int across, down, deep;    //!< tiles along x, y and z

    Tiling(const AxisInts& size, const KernelBank& bank, int channels, size_t wordBytes, int threads)
    {
        const int64 groups = int64(bank.size[0]) * bank.size[1] * (bank.complexSource ? 2 : 1);
        columns = int(std::min<int64>(size[3], std::max<int64>(tuning::CONV_TILE_COLUMNS / channels, 1)));
        const int64 rowBytes = (int64(columns) + bank.size[3]) * channels * int64(wordBytes);
        const int64 fitting = tuning::CONV_TILE_BYTES / (rowBytes * groups) - (bank.size[2] - 1);
        rows = int(std::min(std::max<int64>(fitting, 2 * CONV_ROWS), tuning::CONV_TILE_ROWS)) / CONV_ROWS * CONV_ROWS;
        planes = size[1];
        across = ceilDiv(size[3], columns);
        const int64 wanted = int64(tuning::CONV_TILES_PER_THREAD) * threads;
        const auto now = [&] { return int64(across) * ceilDiv(size[2], rows) * ceilDiv(size[1], planes) * size[0]; };
        while (now() < wanted && planes > 4 * bank.size[1])
            planes = (planes + 1) / 2;
        while (now() < wanted && rows > CONV_ROWS)
            rows -= CONV_ROWS;
        down = ceilDiv(size[2], rows);
        deep = ceilDiv(size[1], planes);
    }

    int64 tiles(const AxisInts& size) const { return int64(across) * down * deep * size[0]; }
};

//! One tile at a time of one source: a worker's memory and what it does there.
template <typename W>
class TileWorker
{
public:
    TileWorker(const KernelBank& kernelBank, const ArrayView& source, const std::vector<ArrayView>& destinations,
               const std::vector<BankResult>& list, const std::vector<ResultTaps<W>>& packed,
               const ResultBox& resultBox, const Tiling& tiles, bool addsTo, uchar* memory)
        : bank(kernelBank), src(source), dst(destinations), results(list), taps(packed), box(resultBox), tiling(tiles),
          adds(addsTo), source_(source, kernelBank), streams(isLarge(destinations, resultBox)),
          variants(kernelBank.complexKernels && kernelBank.complexSource ? 2 : 1),
          height(tiles.rows + kernelBank.size[2] - 1)
    {
        lay(memory);
    }

    size_t bytes() const { return used; }

    void run(int64 tile)
    {
        const int x = int(tile % tiling.across), y = int(tile / tiling.across % tiling.down);
        const int z = int(tile / tiling.across / tiling.down % tiling.deep);
        const int t = box.first[0] + int(tile / tiling.across / tiling.down / tiling.deep);
        firstColumn = box.first[3] + x * tiling.columns;
        columns = std::min(tiling.columns, box.size[3] - x * tiling.columns);
        firstRow = box.first[2] + y * tiling.rows;
        rows = std::min(tiling.rows, box.size[2] - y * tiling.rows);
        const int firstPlane = box.first[1] + z * tiling.planes;
        const int end = firstPlane + std::min(tiling.planes, box.size[1] - z * tiling.planes);
        for (int plane = firstPlane; plane < end; plane++)
        {
            for (int k = plane == firstPlane ? 0 : bank.size[1] - 1; k < bank.size[1]; k++)
                loadPlane(t, plane + k);
            runPlane(t, plane);
        }
    }

private:
    //! Rows of the table for a group: the rows of the tile, then the last row CONV_ROWS times.
    int tableRows() const { return height + CONV_ROWS; }

    static bool isLarge(const std::vector<ArrayView>& arrays, const ResultBox& box)
    {
        int64 bytes = 0;
        for (const ArrayView& array : arrays)
            bytes += int64(box.size[3]) * array.channels * box.size[0] * box.size[1] * box.size[2] *
                     int64(array.elementBytes());
        return bytes >= tuning::NON_TEMPORAL_BYTES;
    }

    //! Groups of rows: of each variant of the source, of each t and z of the kernel.
    int groups() const { return variants * bank.size[0] * bank.size[1]; }
    int groupsOfVariant() const { return bank.size[0] * bank.size[1]; }
    //! Elements from one buffered row to the next: an odd number of cache lines, so that rows spread over L1's sets.
    size_t rowSize() const
    {
        const size_t line = 64 / sizeof(W), lines = source_.bufferSize(tiling.columns + bank.size[3] - 1) / line + 1;
        return (lines | 1) * line;
    }

    void lay(uchar* memory)
    {
        Carver carver(memory);
        pointers = carver.take<const W*>(size_t(groups()) * size_t(height));
        table = carver.take<const W*>(size_t(groups()) * size_t(tableRows()));
        buffers = carver.take<W>(size_t(groups()) * size_t(height) * rowSize());
        values = carver.take<W>(size_t(CONV_ROWS) * rowSize());
        rests = carver.take<W>(size_t(CONV_ROWS) * rowSize());
        converted = carver.take<uchar>(rowSize() * sizeof(double));
        used = carver.bytes();
    }

    //! The rows of a plane of the window, counted from the first result's plane: into the place of an older plane.
    void loadPlane(int t, int plane)
    {
        const int z = plane + bank.windowStart(1), slot = plane % bank.size[1];
        const RowPart part = {firstColumn + bank.windowStart(3), columns + bank.size[3] - 1};
        for (int k = 0; k < bank.size[0]; k++)
            for (int y = 0; y < rows + bank.size[2] - 1; y++)
            {
                const size_t at = (size_t(k) * size_t(bank.size[1]) + size_t(slot)) * size_t(height) + size_t(y);
                pointers[at] = source_.get(t + k + bank.windowStart(0), z, firstRow + y + bank.windowStart(2), part,
                                           buffers + at * rowSize());
                if (variants == 2)
                {
                    const size_t turned = at + size_t(groupsOfVariant()) * size_t(height);
                    W* const buffer = buffers + turned * rowSize();
                    SourceRows<W>::rotate(pointers[at], buffer, part.count * src.channels);
                    std::fill_n(buffer + part.count * src.channels, convOverrun<W>(), W(0));
                    pointers[turned] = buffer;
                }
            }
    }

    //! The rows of all groups in the order of the taps. Behind the last row it is repeated, for unwanted results.
    void orderRows(int plane)
    {
        const int last = rows + bank.size[2] - 2;
        for (int group = 0; group < groups(); group++)
        {
            const int slot = (plane + group) % bank.size[1], outer = group / bank.size[1];
            const W* const* const from =
                pointers + (size_t(outer) * size_t(bank.size[1]) + size_t(slot)) * size_t(height);
            const W** const to = table + size_t(group) * size_t(tableRows());
            for (int y = 0; y < tableRows(); y++)
                to[y] = from[std::min(y, last)];
        }
    }

    void runPlane(int t, int plane)
    {
        orderRows(plane);
        for (int y = 0; y < rows; y += CONV_ROWS)
            for (size_t i = 0; i < results.size(); i++)
                runRows(t, plane, y, i);
    }

    void runRows(int t, int plane, int y, size_t index)
    {
        const BankResult& result = results[index];
        const ArrayView& array = dst[dst.size() == 1 ? 0 : size_t(result.filter)];
        const int count = std::min(CONV_ROWS, rows - y), elements = columns * src.channels;
        const size_t first = size_t(firstColumn) * size_t(array.channels) + size_t(result.firstChannel);
        const bool direct =
            array.channels == src.channels && array.depth == DataType<W>::depth && elements % kernels.columns == 0;
        W* out[CONV_ROWS];
        uchar* rowsOfResult[CONV_ROWS];
        for (int r = 0; r < CONV_ROWS; r++)
        {
            rowsOfResult[r] =
                r < count ? array.row(t, plane, firstRow + y + r) + first * array.elementBytes() : nullptr;
            out[r] = direct && r < count ? reinterpret_cast<W*>(rowsOfResult[r]) : values + size_t(r) * rowSize();
            if (adds && !direct && r < count)
                std::copy_n(reinterpret_cast<const W*>(rowsOfResult[r]), elements, out[r]);
        }
        const ResultTaps<W>& lists = taps[index];
        const auto correlate = [&](const std::vector<W>& list, double start, W* const* to) {
            const int groupCount = result.rotated < 0 ? groupsOfVariant() : groups();
            kernels.correlate({table + y, tableRows(), groupCount, list.data(), bank.size[2], bank.size[3], lists.fold,
                               lists.sums, src.channels, elements, W(start), adds, to});
        };
        correlate(lists.high, lists.low.empty() ? bank.delta : 0, out);
        if (direct)
            return;
        if (!lists.low.empty())
        {
            W* rest[CONV_ROWS];
            for (int r = 0; r < CONV_ROWS; r++)
                rest[r] = rests + size_t(r) * rowSize();
            correlate(lists.low, bank.delta, rest);
            for (int r = 0; r < count; r++)
                for (int i = 0; i < elements; i++)
                    out[r][i] += rest[r][i];
        }
        for (int r = 0; r < count; r++)
        {
            if (lists.tieBound > 0)
                roundTies(out[r], elements, y + r, index);
            storeRow(conversions, out[r],
                     {rowsOfResult[r], array.depth, array.channels, src.channels, result.channelStep, streams}, columns,
                     converted);
        }
    }

    /** Adds up anew in double what is so close to a half that the sum in W may round to the wrong side.
    @param row of the tile */
    void roundTies(W* sums, int elements, int row, size_t index) const
    {
        const BankResult& result = results[index];
        const W bound = W(taps[index].tieBound);
        for (int i = kernels.nextTie(sums, 0, elements, bound); i < elements;
             i = kernels.nextTie(sums, i + 1, elements, bound))
        {
            double sum = sumOf(bank.taps[size_t(result.plain)], 0, row, i);
            if (result.rotated >= 0)
                sum += sumOf(bank.taps[size_t(result.rotated)], groupsOfVariant(), row, i);
            sums[i] = W(std::nearbyint(sum + bank.delta));
        }
    }

    double sumOf(const std::vector<double>& exact, int firstGroup, int row, int element) const
    {
        double sum = 0;
        const double* tap = exact.data();
        for (int group = firstGroup; group < firstGroup + groupsOfVariant(); group++)
            for (int y = 0; y < bank.size[2]; y++)
            {
                const W* const pixels = table[size_t(group) * size_t(tableRows()) + size_t(row + y)] + element;
                for (int x = 0; x < bank.size[3]; x++)
                    sum += *tap++ * double(pixels[ptrdiff_t(x) * src.channels]);
            }
        return sum;
    }

    const KernelBank& bank;
    const ArrayView& src;
    const std::vector<ArrayView>& dst;
    const std::vector<BankResult>& results;
    const std::vector<ResultTaps<W>>& taps;
    const ResultBox& box;
    const Tiling& tiling;
    const bool adds;
    const SourceRows<W> source_;
    const ConvKernels<W>& kernels = convKernels(W());
    const PixelKernels<W>& conversions = pixelKernels(W());
    const bool streams; //!< results go around the cache
    const int variants; //!< of the source: itself, and times i
    const int height;   //!< rows of the source for a tile

    size_t used = 0;
    const W** pointers; //!< [group, its z as a ring][height]
    const W** table;    //!< [group][tableRows()]
    W* buffers;         //!< as pointers, for rows that are not read in place
    W* values;          //!< results that are not written in place
    W* rests;           //!< sums of low taps
    uchar* converted;

    int firstColumn = 0, columns = 0, firstRow = 0, rows = 0; //!< of the tile
};

//! Whether all rows of taps are their own mirror image, or minus that.
ConvFold foldOf(const std::vector<double>& taps, int width)
{
    bool isEven = true, isOdd = true;
    for (size_t i = 0; i < taps.size(); i++)
    {
        const size_t x = i % size_t(width);
        const double mirrored = taps[i - x + size_t(width) - 1 - x];
        isEven = isEven && taps[i] == mirrored;
        isOdd = isOdd && taps[i] == -mirrored;
    }
    return width == 1 ? ConvFold::NONE : isEven ? ConvFold::EVEN : isOdd ? ConvFold::ODD : ConvFold::NONE;
}

} // namespace

template <typename W>
ResultTaps<W>::ResultTaps(const KernelBank& bank, const BankResult& result, bool isExact)
{
    std::vector<double> taps = bank.taps[size_t(result.plain)];
    if (result.rotated >= 0)
        taps.insert(taps.end(), bank.taps[size_t(result.rotated)].begin(), bank.taps[size_t(result.rotated)].end());
    high.assign(taps.begin(), taps.end());
    fold = foldOf(taps, bank.size[3]);
    sums = SumBlocks(fold, bank.size[2], bank.size[3], bank.size[0] * bank.size[1] * (result.rotated < 0 ? 1 : 2));
    if (!isExact)
        return;
    const double unit = double(std::numeric_limits<W>::epsilon()) / 2, count = double(taps.size());
    const double largest = largestSum(bank, result);
    tieBound = std::min(0.5, sumError(bank, result, count, unit));
    if (tieBound < tuning::CONV_MOST_TIES || largest == 0 || !bank.hasIntegerBytes())
        return;
    const double step = std::exp2(std::ceil(std::log2(largest))) * 4 * unit; // of high taps: sums have fewer bits
    low.reserve(taps.size());
    for (size_t i = 0; i < taps.size(); i++)
    {
        high[i] = W(std::nearbyint(taps[i] / step) * step);
        low.push_back(W(taps[i] - double(high[i])));
    }
    const double lowSum = count * step / 2 * bank.largestByte() + std::abs(bank.delta);
    tieBound = std::min(0.5, (count + 3) * unit * lowSum + unit * (largest + lowSum));
}

template <typename W>
DirectConvolution<W>::DirectConvolution(const KernelBank& kernels) : bank(kernels)
{
    for (const BankResult& result : resultsOf(bank, 1, true))
    {
        taps.emplace_back(bank, result, false);
        exactTaps.emplace_back(bank, result, true);
    }
}

template <typename W>
bool DirectConvolution<W>::splitsTaps() const
{
    return std::any_of(exactTaps.begin(), exactTaps.end(), [](const ResultTaps<W>& list) { return !list.low.empty(); });
}

template <typename W>
double DirectConvolution<W>::tieBound() const
{
    double largest = 0;
    for (const ResultTaps<W>& list : exactTaps)
        largest = std::max(largest, list.tieBound);
    return largest;
}

template <typename W>
void DirectConvolution<W>::apply(const ArrayView& src, const std::vector<ArrayView>& dst, ConvPrecision precision,
                                 ScratchPool& scratch, bool adds) const
{
    const std::vector<BankResult> results = resultsOf(bank, src.channels, dst.size() == 1);
    const std::vector<ResultTaps<W>>& packed = precision == ConvPrecision::EXACT ? exactTaps : taps;
    const ResultBox all = {{}, dst[0].size.last<VIEW_AXES>()};
    const Tiling tiling(all.size, bank, src.channels, sizeof(W), getNumThreads());
    const size_t bytes = TileWorker<W>(bank, src, dst, results, packed, all, tiling, adds, nullptr).bytes();
    parallelFor(tiling.tiles(all.size), [&](int64 first, int64 end) {
        ScratchPool::Lease memory(scratch, bytes);
        const StreamFence fence;
        const DenormalsAsZero guard;
        TileWorker<W> worker(bank, src, dst, results, packed, all, tiling, adds, memory.data());
        for (int64 tile = first; tile < end; tile++)
            worker.run(tile);
    });
}

template <typename W>
void DirectConvolution<W>::applyTo(const ResultBox& box, const ArrayView& src, const std::vector<ArrayView>& dst,
                                   ScratchPool& scratch) const
{
    const std::vector<BankResult> results = resultsOf(bank, src.channels, dst.size() == 1);
    const Tiling tiling(box.size, bank, src.channels, sizeof(W), 0);
    const size_t bytes = TileWorker<W>(bank, src, dst, results, taps, box, tiling, false, nullptr).bytes();
    ScratchPool::Lease memory(scratch, bytes);
    const StreamFence fence;
    const DenormalsAsZero guard;
    TileWorker<W> worker(bank, src, dst, results, taps, box, tiling, false, memory.data());
    for (int64 tile = 0; tile < tiling.tiles(box.size); tile++)
        worker.run(tile);
}

template class DirectConvolution<float>;
template class DirectConvolution<double>;

}} // namespace cv::recfilter
