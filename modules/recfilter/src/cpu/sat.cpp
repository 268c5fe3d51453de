// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "sat_table.hpp"
#include "wavefront.hpp"

namespace cv { namespace recfilter {

namespace {

/** What the strips of a table hand on: the last row made so far, and for every row the sum of what is left of the strip
made last. */
struct Carries
{
    Carries(Carver& carver, const Mat& src, const Table& table)
        : rowSumBytes(table.pixelBytes),
          above(carver.take<uchar>(size_t(src.cols) * table.pixelBytes + 64)),
          rowSums(carver.take<uchar>(size_t(src.rows) * rowSumBytes))
    {
    }

    void clear(const Mat& src) const
    {
        memset(above, 0, size_t(src.cols) * rowSumBytes);
        memset(rowSums, 0, size_t(src.rows) * rowSumBytes);
    }

    size_t rowSumBytes;
    uchar *above, *rowSums;
};

} // namespace

//! SAT_WAVEFRONT: one read, one write.
static void runWavefront(const SatJob& job, const std::vector<Table>& tables, ScratchPool& pool)
{
    const auto carve = [&](Carver& carver) {
        std::vector<Carries> carries;
        for (const Table& table : tables)
            carries.emplace_back(carver, job.src, table);
        return carries;
    };
    Carver sizes;
    carve(sizes);
    ScratchPool::Lease lease(pool, sizes.bytes());
    Carver carver(lease.data());
    const std::vector<Carries> carries = carve(carver);
    for (const Carries& each : carries)
        each.clear(job.src);

    const Parts parts(job.src.cols, policy::SAT_PART_ELEMENTS, job.src.channels());
    Wavefront wavefront(parts.count, job.src.rows, policy::SAT_BAND_ROWS);
    wavefront.run(SAT_STEP_ROWS, [&](int part, int firstRow, int endRow) {
        const Tile tile = {firstRow, endRow, parts.first(part), parts.end(part)};
        for (size_t i = 0; i < tables.size(); i++)
        {
            tables[i].writeZeros(tile);
            SatStrip strip = stripOf(job, tables[i], tile);
            strip.above = carries[i].above + size_t(tile.firstPixel) * tables[i].pixelBytes;
            strip.totals = carries[i].rowSums + size_t(firstRow) * tables[i].pixelBytes;
            tables[i].kernels.strip(strip);
        }
    });
}

//! Too narrow or too low for parts that follow each other at a distance.
static bool suitsWavefront(const SatJob& job)
{
    return job.src.rows >= policy::SAT_WAVEFRONT_ROWS && job.src.cols * int64(job.src.channels()) > policy::SAT_PART_ELEMENTS;
}

static bool isWavefront(const SatJob& job)
{
    if (job.algorithm != cuda::SAT_AUTO)
        return job.algorithm == cuda::SAT_WAVEFRONT;
    const bool small = double(job.src.total()) * job.src.channels() < policy::SAT_SMALL_ELEMENTS;
    return small || suitsWavefront(job);
}

void computeTables(const SatJob& job, ScratchPool& pool)
{
    std::vector<Table> tables;
    if (!job.sum.empty())
        tables.emplace_back(job, job.sum, false);
    if (!job.sqsum.empty())
        tables.emplace_back(job, job.sqsum, true);
    if (!tables.empty() && isWavefront(job))
        runWavefront(job, tables, pool);
    else
        for (const Table& table : tables)
            runOverlapped(job, table, pool);
    if (!job.tilted.empty())
        runTilted(job, pool);
}

}} // namespace cv::recfilter
