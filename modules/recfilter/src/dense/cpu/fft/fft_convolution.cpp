// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Convolution by Fourier transforms of tiles that overlap (overlap-save).

#include "dense/cpu/fft/fft_convolution.hpp"

#include "dense/cpu/fft/tile_range.hpp"
#include "dense/cpu/direct/result_row.hpp"
#include "dense/cpu/direct/source_rows.hpp"
#include "runtime/cpu/memory/denormals.hpp"
#include "runtime/cpu/memory/parallel.hpp"

#include <memory>

namespace cv { namespace recfilter {

namespace {

//! The next row (t, z, y) of a box; false behind the last one.
bool nextRow(AxisInts& row, const AxisInts& box)
{
    for (size_t axis = VIEW_AXES - 1; axis-- > 0;)
    {
        if (++row[axis] < box[axis])
            return true;
        row[axis] = 0;
    }
    return false;
}

//! The first element of a row of a dense array.
size_t rowStart(const AxisInts& row, const AxisInts& size)
{
    return ((size_t(row[0]) * size_t(size[1]) + size_t(row[1])) * size_t(size[2]) + size_t(row[2])) * size_t(size[3]);
}

//! One tile at a time of one source: a worker's memory and what it does there.
template <typename W>
class FftWorker
{
public:
    typedef std::complex<W> Complex;

    FftWorker(const KernelBank& kernelBank, const ArrayView& source, const std::vector<ArrayView>& destinations,
              const std::vector<BankResult>& list, const std::vector<ExactSums>& exactSums, const FftTiling& tiles,
              const DirectConvolution<W>* otherwise, ScratchPool& pool, uchar* memory)
        : bank(kernelBank), src(source), dst(destinations), results(list), exact(exactSums), tiling(tiles),
          direct(otherwise), scratch(pool), rows(source, kernelBank)
    {
        Carver carver(memory);
        if (direct)
            range = std::make_unique<TileRange<W>>(bank.size, tiling.shape, carver);
        tile = carver.take<W>(tiling.shape.elements());
        for (Complex*& spectrum : spectra)
            spectrum = carver.take<Complex>(tiling.shape.frequencies());
        rowBuffer = carver.take<W>(rows.bufferSize(tiling.shape.size[3]));
        converted = carver.take<uchar>(size_t(tiling.shape.size[3]) * sizeof(double));
        used = carver.bytes();
    }

    size_t bytes() const { return used; }

    void run(int64 index, const std::vector<std::vector<Complex>>& kernels)
    {
        for (size_t axis = VIEW_AXES; axis-- > 0; index /= tiling.count[axis])
        {
            first[axis] = int(index % tiling.count[axis]) * tiling.step[axis];
            wanted[axis] = std::min(tiling.step[axis], int(dst[0].size[int(axis)]) - first[axis]);
            window[axis] = wanted[axis] + bank.size[axis] - 1;
        }
        // A complex pixel is two channels, and each of its results may depend on both.
        const int together = bank.complexSource ? 2 : 1;
        std::vector<ResultBox> others;
        for (int channel = 0; channel < src.channels; channel += together)
        {
            bool areFine = true;
            for (int part = 0; part < together; part++)
            {
                load(channel + part);
                if (range)
                    areFine = judge(others) && areFine;
                functions.forward(tiling.shape, tile, spectra[part]);
            }
            hasZeros = !areFine && together == 1;
            for (size_t i = 0; i < results.size(); i++)
                for (int part = 0; part < together; part++)
                {
                    multiply(results[i], part, kernels);
                    functions.inverse(tiling.shape, product(), tile);
                    store(i, channel + part);
                }
        }
        for (const ResultBox& box : others)
            direct->applyTo(box, src, dst, scratch);
    }

private:
    Complex* product() const { return spectra[2]; }

    W* tileRow(const AxisInts& row) const { return tile + rowStart(row, tiling.shape.size); }

    bool isInWindow(const AxisInts& row) const
    {
        return row[0] < window[0] && row[1] < window[1] && row[2] < window[2];
    }

    //! The window of the results, and zeros behind it.
    void load(int channel)
    {
        if (range)
            range->start(window);
        const RowPart part = {first[3] + bank.windowStart(3), window[3]};
        AxisInts row = {};
        do
        {
            W* const to = tileRow(row);
            if (!isInWindow(row))
            {
                std::fill_n(to, tiling.shape.size[3], W(0));
                continue;
            }
            const W* from = rows.get(first[0] + row[0] + bank.windowStart(0), first[1] + row[1] + bank.windowStart(1),
                                     first[2] + row[2] + bank.windowStart(2), part, rowBuffer) +
                            channel;
            if (src.channels == 1)
                std::copy_n(from, window[3], to);
            else
                for (int x = 0; x < window[3]; x++, from += src.channels)
                    to[x] = *from;
            std::fill_n(to + window[3], tiling.shape.size[3] - window[3], W(0));
            if (range)
                range->add(row, to); // while it is in L1
        } while (nextRow(row, tiling.shape.size));
    }

    /** Finds the results of the tile that transforms would spoil, and takes pixels away that would spoil the others.
    @param others receives boxes of them. Returns whether there are none, nor windows of zeros. */
    bool judge(std::vector<ResultBox>& others)
    {
        AxisInts row = {};
        if (range->hasSpoiltPixels())
            do
            {
                W* const pixels = tileRow(row);
                for (int x = 0; x < window[3]; x++)
                    if (range->isZeroed(row, x))
                        pixels[x] = 0;
            } while (nextRow(row, window));
        if (range->judge(wanted))
            return true;
        appendBoxes(others);
        return false;
    }

    //! Zeros of a part of complex pixels alone make no zeros.
    bool isDirect(const AxisInts& cell) const
    {
        const CellKind kind = range->kindOf(cell);
        return kind == CellKind::DIRECT || (kind == CellKind::ZEROS && bank.complexSource);
    }

    //! Runs of cells along x. Rows of cells with the same single run become one box.
    void appendBoxes(std::vector<ResultBox>& boxes) const
    {
        const AxisInts &counts = range->counts(), &size = range->cellSize();
        AxisInts cell = {};
        do
        {
            int runs = 0;
            for (int x = 0; x < counts[3]; x++)
            {
                cell[3] = x;
                if (!isDirect(cell))
                    continue;
                const int begin = x;
                for (; x < counts[3]; x++)
                {
                    cell[3] = x;
                    if (!isDirect(cell))
                        break;
                }
                AxisInts from = cell, until = cell;
                from[3] = begin;
                until[3] = x - 1;
                ResultBox box;
                for (size_t axis = 0; axis < VIEW_AXES; axis++)
                {
                    box.first[axis] = first[axis] + from[axis] * size[axis];
                    box.size[axis] = std::min((until[axis] + 1) * size[axis], wanted[axis]) - from[axis] * size[axis];
                }
                if (!(runs++ == 0 && !boxes.empty() && joins(boxes.back(), box)))
                    boxes.push_back(box);
            }
            cell[3] = 0;
        } while (nextRow(cell, counts));
    }

    //! Makes a box larger by the one below it, if that is as wide.
    static bool joins(ResultBox& above, const ResultBox& box)
    {
        const bool isBelow = above.first[0] == box.first[0] && above.first[1] == box.first[1] &&
                             above.first[3] == box.first[3] && above.size[0] == box.size[0] &&
                             above.size[1] == box.size[1] && above.size[3] == box.size[3] &&
                             above.first[2] + above.size[2] == box.first[2];
        if (isBelow)
            above.size[2] += box.size[2];
        return isBelow;
    }

    //! Results whose windows are all zeros. @param row of the tile
    void storeZeros(W* sums, const AxisInts& row) const
    {
        const AxisInts& size = range->cellSize();
        AxisInts cell = {row[0] / size[0], row[1] / size[1], row[2] / size[2], 0};
        for (; cell[3] < range->counts()[3]; cell[3]++)
            if (range->kindOf(cell) == CellKind::ZEROS)
                std::fill(sums + cell[3] * size[3], sums + std::min((cell[3] + 1) * size[3], wanted[3]), W(0));
    }

    //! @param part of a complex pixel: real or imaginary
    void multiply(const BankResult& result, int part, const std::vector<std::vector<Complex>>& kernels)
    {
        const size_t count = tiling.shape.frequencies();
        functions.multiply(spectra[part], kernels[size_t(result.plain)].data(), product(), count);
        if (result.rotated >= 0) // times i: the real part is minus the imaginary one
            functions.multiplyAdd(spectra[1 - part], kernels[size_t(result.rotated)].data(), W(part ? 1 : -1),
                                  product(), count);
    }

    void store(size_t index, int channel)
    {
        const BankResult& result = results[index];
        const ArrayView& array = dst[dst.size() == 1 ? 0 : size_t(result.filter)];
        const size_t element =
            size_t(first[3]) * size_t(array.channels) + size_t(result.firstChannel + channel * result.channelStep);
        AxisInts row = {};
        do
        {
            W* const sums = tileRow(row);
            if (hasZeros)
                storeZeros(sums, row);
            if constexpr (std::is_same<W, double>::value)
                if (!exact.empty() && exact[index].step > 0)
                    exact[index].snap(sums, wanted[3]);
            if (bank.delta != 0)
                for (int x = 0; x < wanted[3]; x++)
                    sums[x] += W(bank.delta);
            if (!exact.empty() && exact[index].step == 0)
                roundTies(sums, row, channel, index);
            uchar* const to = array.row(first[0] + row[0], first[1] + row[1], first[2] + row[2]);
            storeRow(conversions, sums, {to + element * array.elementBytes(), array.depth, array.channels, 1, 1, false},
                     wanted[3], converted);
        } while (nextRow(row, wanted));
    }

    //! Adds up anew what is so close to a half that it may round to the wrong side. @param row of the tile
    void roundTies(W* sums, const AxisInts& row, int channel, size_t index)
    {
        const ConvKernels<W>& kernels = convKernels(W());
        const W bound = W(exact[index].tieBound);
        for (int x = kernels.nextTie(sums, 0, wanted[3], bound); x < wanted[3];
             x = kernels.nextTie(sums, x + 1, wanted[3], bound))
        {
            const BankResult& result = results[index];
            double sum = sumOf(bank.taps[size_t(result.plain)], row, x, channel);
            if (result.rotated >= 0) // times i: the real part is minus the imaginary one
                sum += (channel % 2 ? 1 : -1) * sumOf(bank.taps[size_t(result.rotated)], row, x, channel ^ 1);
            sums[x] = W(std::nearbyint(sum + bank.delta));
        }
    }

    double sumOf(const std::vector<double>& taps, const AxisInts& result, int column, int channel)
    {
        double sum = 0;
        const double* tap = taps.data();
        const RowPart part = {first[3] + column + bank.windowStart(3), bank.size[3]};
        AxisInts row = {};
        do
        {
            const W* from = rows.get(first[0] + result[0] + row[0] + bank.windowStart(0),
                                     first[1] + result[1] + row[1] + bank.windowStart(1),
                                     first[2] + result[2] + row[2] + bank.windowStart(2), part, rowBuffer) +
                            channel;
            for (int x = 0; x < bank.size[3]; x++, from += src.channels)
                sum += *tap++ * double(*from);
        } while (nextRow(row, bank.size));
        return sum;
    }

    const KernelBank& bank;
    const ArrayView& src;
    const std::vector<ArrayView>& dst;
    const std::vector<BankResult>& results;
    const std::vector<ExactSums>& exact; //!< of each result; empty: sums need not be exact
    const FftTiling& tiling;
    const DirectConvolution<W>* const direct; //!< null: transforms compute all results
    ScratchPool& scratch;
    std::unique_ptr<TileRange<W>> range; //!< null: transforms compute all results
    bool hasZeros = false;               //!< some results of the tile and channel have windows of zeros
    const SourceRows<W> rows;
    const FftFunctions<W>& functions = fftFunctions(W());
    const PixelKernels<W>& conversions = pixelKernels(W());

    size_t used = 0;
    W* tile;
    Complex* spectra[3]; //!< of a channel or of both parts of a pixel, and a product
    W* rowBuffer;
    uchar* converted;

    AxisInts first, wanted, window; //!< of the tile: its first result, its results, and the pixels that they need
};

} // namespace

template <typename W>
typename FftConvolution<W>::Spectra FftConvolution<W>::transformKernels(const FftShape& shape) const
{
    const FftFunctions<double>& functions = fftFunctions(double());
    std::vector<double> tile(shape.elements());
    std::vector<std::complex<double>> spectrum(shape.frequencies());
    AxisInts box = bank.size; // the same taps for all rows along an axis that is not transformed
    for (size_t axis = 0; axis < VIEW_AXES; axis++)
        if (!shape.transforms[axis])
            box[axis] = shape.size[axis];
    Spectra result;
    for (const std::vector<double>& taps : bank.taps)
    {
        std::fill(tile.begin(), tile.end(), 0.);
        AxisInts row = {};
        do
        {
            AxisInts from = row;
            for (size_t axis = 0; axis < VIEW_AXES; axis++)
                from[axis] %= bank.size[axis];
            std::copy_n(taps.begin() + ptrdiff_t(rowStart(from, bank.size)), bank.size[3],
                        tile.begin() + ptrdiff_t(rowStart(row, shape.size)));
        } while (nextRow(row, box));
        functions.forward(shape, tile.data(), spectrum.data());
        result.emplace_back();
        result.back().reserve(spectrum.size());
        for (const std::complex<double>& value : spectrum)
            result.back().emplace_back(std::conj(value) / shape.gain());
    }
    return result;
}

template <typename W>
void FftConvolution<W>::apply(const ArrayView& src, const std::vector<ArrayView>& dst, ConvPrecision precision,
                              ScratchPool& scratch, const DirectConvolution<W>* direct) const
{
    const auto kept = tilingOf(dst[0].size);
    const FftTiling& tiling = *kept;
    const auto kernels =
        spectra.get(tiling.shape.size, [&] { return std::make_shared<const Spectra>(transformKernels(tiling.shape)); });
    const std::vector<BankResult> results = resultsOf(bank, src.channels, dst.size() == 1);
    std::vector<ExactSums> exact;
    if (precision == ConvPrecision::EXACT)
        exact = exactSums(results, tiling.shape);
    if (!exact.empty())
        direct = nullptr; // bytes are alike enough for double
    const size_t bytes = FftWorker<W>(bank, src, dst, results, exact, tiling, direct, scratch, nullptr).bytes();
    parallelFor(tiling.tiles(), [&](int64 first, int64 end) {
        ScratchPool::Lease memory(scratch, bytes);
        const DenormalsAsZero guard;
        FftWorker<W> worker(bank, src, dst, results, exact, tiling, direct, scratch, memory.data());
        for (int64 index = first; index < end; index++)
            worker.run(index, *kernels);
    });
}

template <typename W>
std::vector<ExactSums> FftConvolution<W>::exactSums(const std::vector<BankResult>& results, const FftShape& shape) const
{
    std::vector<ExactSums> list;
    list.reserve(results.size());
    for (const BankResult& result : results)
        list.emplace_back(bank, result, shape);
    return list;
}

template <typename W>
Extents FftConvolution<W>::largeArray() const
{
    std::vector<int> large;
    large.reserve(VIEW_AXES);
    for (size_t axis = 0; axis < VIEW_AXES; axis++)
        large.push_back(bank.size[axis] > 1 || axis == VIEW_AXES - 1 ? 1 << 14 : 1);
    return Extents::of(large);
}

template <typename W>
std::shared_ptr<const FftTiling> FftConvolution<W>::tilingOf(const Extents& results) const
{
    return tilings.get(results, [&] { return std::make_shared<const FftTiling>(chooseTiling(bank.size, results)); });
}

template <typename W>
double FftConvolution<W>::tapsOf(const FftTiling& tiling, const Extents& results, int workers) const
{
    return fftTaps(tiling, results, workers) * (1 + bank.filters * bank.parts()) / 2.;
}

template <typename W>
double FftConvolution<W>::taps() const
{
    return tapsOf(chooseTiling(bank.size, largeArray()), largeArray(), tuning::CONV_FFT_WORKERS);
}

template <typename W>
double FftConvolution<W>::taps(const Extents& results) const
{
    return tapsOf(*tilingOf(results), results, 1);
}

template <typename W>
double FftConvolution<W>::tieBound() const
{
    double largest = 0;
    for (const ExactSums& sums : exactSums(resultsOf(bank, 1, true), chooseTiling(bank.size, largeArray()).shape))
        largest = std::max(largest, sums.step > 0 ? 0 : sums.tieBound);
    return largest;
}

template class FftConvolution<float>;
template class FftConvolution<double>;

}} // namespace cv::recfilter
