// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// SAT_OVERLAPPED on the CPU: Nehab et al. 2011, section 6, with two reads and one write.

#include "sat/cpu/sat_table.hpp"
#include "sat/cpu/tuning.hpp"

namespace cv { namespace recfilter {

namespace {

//! The sums of all tiles of one table. S is the type in which elements are added.
template <typename S>
class OverlappedTable
{
public:
    OverlappedTable(const SatJob& job_, const Table& table_, Carver& carver)
        : job(job_), table(table_), channels(size_t(job.src.channels())),
          columns(job.src.cols, tuning::SAT_TILE_ELEMENTS, job.src.channels()),
          bands(job.src.rows, tuning::SAT_TILE_ROWS, 1),
          rowElements(alignSize(size_t(job.src.cols) * channels + 16, 16)),
          columnElements(size_t(job.src.rows) * channels), above(carver.take<S>(rowElements * size_t(bands.count - 1))),
          left(carver.take<S>(columnElements * size_t(columns.count)))
    {
    }

    void run() const
    {
        forTiles([&](int band, int column) { gather(band, column); });
        propagateColumns();
        propagateRows();
        forTiles([&](int band, int column) { apply(band, column); });
    }

private:
    S* aboveOf(int band, int column) const
    {
        return above + size_t(band) * rowElements + size_t(columns.first(column)) * channels;
    }

    S* leftOf(int band, int column) const
    {
        return left + size_t(column) * columnElements + size_t(bands.first(band)) * channels;
    }

    bool isLast(int band) const { return band + 1 == bands.count; }

    template <typename Body>
    void forTiles(const Body& body) const
    {
        parallel_for_(Range(0, bands.count), [&](const Range& range) {
            for (int band = range.start; band < range.end; band++)
                for (int column = 0; column < columns.count; column++)
                    body(band, column);
        });
    }

    Tile tileOf(int band, int column) const
    {
        return {bands.first(band), bands.end(band), columns.first(column), columns.end(column)};
    }

    //! Stage 1: the sums of every column and every row of a tile.
    void gather(int band, int column) const
    {
        const Tile tile = tileOf(band, column);
        SatGather sums;
        sums.src = job.src.ptr(tile.firstRow) + size_t(tile.firstPixel) * job.src.elemSize();
        sums.srcStep = job.src.step;
        sums.rows = tile.rows();
        sums.channels = int(channels);
        sums.cols = tile.pixels() * sums.channels;
        AutoBuffer<S> nobodys(isLast(band) ? size_t(sums.cols) : 1);
        sums.columnSums = isLast(band) ? nobodys.data() : aboveOf(band, column);
        sums.rowSums = leftOf(band, column);
        table.kernels.gather(sums);
    }

    //! Stage 2: the column sums of a tile become sums of all tiles above, and then the table's row above the tile.
    void propagateColumns() const
    {
        parallel_for_(Range(0, columns.count), [&](const Range& range) {
            const size_t first = size_t(columns.first(range.start)) * channels;
            const size_t end = size_t(columns.end(range.end - 1)) * channels;
            for (int band = 1; band + 1 < bands.count; band++)
                for (size_t x = first; x < end; x++)
                    above[size_t(band) * rowElements + x] += above[size_t(band - 1) * rowElements + x];
        });
        // Row b now has the column sums down to the end of band b. Its running sum is the table's row below that.
        parallel_for_(Range(0, bands.count - 1), [&](const Range& range) {
            for (int band = range.start; band < range.end; band++)
            {
                S* sums = above + size_t(band) * rowElements;
                for (size_t x = channels; x < size_t(job.src.cols) * channels; x++)
                    sums[x] += sums[x - channels];
            }
        });
    }

    //! Stage 3: the row sums of a tile become the row sums of all tiles left of it.
    void propagateRows() const
    {
        parallel_for_(Range(0, bands.count), [&](const Range& range) {
            const size_t first = size_t(bands.first(range.start)) * channels;
            const size_t end = size_t(bands.end(range.end - 1)) * channels;
            for (int column = 1; column < columns.count; column++)
                for (size_t y = first; y < end; y++)
                    left[size_t(column) * columnElements + y] += left[size_t(column - 1) * columnElements + y];
        });
    }

    //! Stage 4: the table over a tile. The kernel overwrites the row above, so it gets a copy.
    void apply(int band, int column) const
    {
        const Tile tile = tileOf(band, column);
        const size_t elements = size_t(tile.pixels()) * channels;
        AutoBuffer<S> aboveTile(elements + SAT_ABOVE_ROOM / sizeof(S));
        if (band > 0)
            std::copy_n(aboveOf(band - 1, column), elements, aboveTile.data());
        else
            std::fill_n(aboveTile.data(), elements, S(0));
        table.writeZeros(tile);
        SatStrip strip = stripOf(job, table, tile);
        strip.above = aboveTile.data();
        strip.left = column > 0 ? leftOf(band, column - 1) : nullptr;
        table.kernels.strip(strip);
    }

    const SatJob& job;
    const Table& table;
    size_t channels;
    Parts columns, bands;
    size_t rowElements, columnElements;
    S* above; //!< a row for each band but the last
    S* left;  //!< a column for each column of tiles
};

} // namespace

template <typename S>
static void runAs(const SatJob& job, const Table& table, ScratchPool& pool)
{
    Carver sizes;
    OverlappedTable<S>(job, table, sizes);
    ScratchPool::Lease lease(pool, sizes.bytes());
    Carver carver(lease.data());
    OverlappedTable<S>(job, table, carver).run();
}

void runOverlapped(const SatJob& job, const Table& table, ScratchPool& pool)
{
    if (table.depth == CV_64F)
        runAs<double>(job, table, pool);
    else if (table.depth == CV_32F)
        runAs<float>(job, table, pool);
    else
        runAs<unsigned>(job, table, pool);
}

}} // namespace cv::recfilter
