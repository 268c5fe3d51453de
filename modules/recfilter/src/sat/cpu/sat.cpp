// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Summed-area tables on the CPU: chooses the algorithm and runs SAT_WAVEFRONT.

#include "sat/cpu/sat_table.hpp"
#include "sat/cpu/wavefront.hpp"
#include "sat/cpu/tuning.hpp"

#include <optional>

namespace cv { namespace recfilter {

namespace {

/** The carries between strips of a table. Down: the last row made so far. To the right: for every row, the sum up to
the strip's end. Each part has its own sums, so that two workers do not write to the same cache line. */
struct Carries
{
    //! @param handsDown false: steps share no row above
    Carries(Carver& carver, const Mat& src, const Table& table, int parts, bool handsDown)
        : pixelBytes(table.pixelBytes), rowSumsStep(alignSize(size_t(src.rows) * pixelBytes, 64)),
          above(carver.take<uchar>(handsDown ? size_t(src.cols) * pixelBytes + SAT_ABOVE_ROOM : 0)),
          rowSums(carver.take<uchar>(size_t(parts - 1) * rowSumsStep))
    {
    }

    uchar* aboveAt(int x) const { return above + size_t(x) * pixelBytes; }
    uchar* rowSumsAt(int part, int y) const { return rowSums + size_t(part) * rowSumsStep + size_t(y) * pixelBytes; }

    size_t pixelBytes, rowSumsStep;
    uchar *above, *rowSums;
};

} // namespace

//! SAT_WAVEFRONT reads the image once and writes the table once.
static void runWavefront(const SatJob& job, const std::vector<Table>& tables, ScratchPool& pool)
{
    const int channels = job.src.channels();
    const Parts parts(job.src.cols, tuning::satPartElements(int64(job.src.cols) * channels, getNumThreads()), channels);
    // In a low image a step takes all rows of a part. Then the row above would be much memory beside the few rows.
    const bool handsDown = job.src.rows > tuning::SAT_STEP_ROWS;
    const auto carve = [&](Carver& carver) {
        std::vector<Carries> carries;
        carries.reserve(tables.size());
        for (const Table& table : tables)
            carries.emplace_back(carver, job.src, table, parts.count, handsDown);
        return carries;
    };
    Carver sizes;
    carve(sizes);
    ScratchPool::Lease lease(pool, sizes.bytes());
    Carver carver(lease.data());
    const std::vector<Carries> carries = carve(carver);

    Wavefront wavefront(parts.count, job.src.rows, tuning::SAT_BAND_ROWS);
    wavefront.run(tuning::SAT_STEP_ROWS, [&](int part, int firstRow, int endRow) {
        const Tile tile = {firstRow, endRow, parts.first(part), parts.end(part)};
        for (size_t i = 0; i < tables.size(); i++)
        {
            tables[i].writeZeros(tile);
            SatStrip strip = stripOf(job, tables[i], tile);
            const size_t rowBytes = size_t(tile.pixels()) * tables[i].pixelBytes;
            std::optional<ScratchPool::Lease> ofStep;
            if (!handsDown)
                ofStep.emplace(pool, rowBytes + SAT_ABOVE_ROOM);
            strip.above = ofStep ? ofStep->data() : carries[i].aboveAt(tile.firstPixel);
            if (firstRow == 0)
                memset(strip.above, 0, rowBytes);
            strip.left = part > 0 ? carries[i].rowSumsAt(part - 1, firstRow) : nullptr;
            strip.right = part + 1 < parts.count ? carries[i].rowSumsAt(part, firstRow) : nullptr;
            tables[i].kernels.strip(strip);
        }
    });
}

//! Whether the order of the additions does not matter.
static bool areIntegers(const SatJob& job)
{
    return (job.sum.empty() || job.sum.depth() == CV_32S) && (job.sqsum.empty() || job.sqsum.depth() == CV_32S);
}

//! SAT_AUTO takes the wavefront for small images, and for images high and wide enough for parts that follow each other.
//! A single worker does not need parts, but float results must not depend on the number of workers.
static bool isWavefront(const SatJob& job)
{
    if (job.algorithm != cuda::SAT_AUTO)
        return job.algorithm == cuda::SAT_WAVEFRONT;
    if (getNumThreads() <= 1 && areIntegers(job))
        return true;
    const double rowElements = double(job.src.cols) * job.src.channels();
    return rowElements * job.src.rows <= tuning::SAT_SMALL_ELEMENTS ||
           (job.src.rows >= tuning::SAT_WAVEFRONT_ROWS && rowElements > tuning::SAT_MIN_PART_ELEMENTS);
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
