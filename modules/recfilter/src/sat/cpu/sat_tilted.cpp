// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The table of the image rotated by 45 degrees, on the CPU.

#include "sat/cpu/sat_table.hpp"
#include "sat/cpu/wavefront.hpp"
#include "sat/cpu/tuning.hpp"

namespace cv { namespace recfilter {

namespace {

/** The tilted table: T(x, y) = T(x-1, y-1) + D(x, y) + D(x, y-1). D(x, y) = s(x, y) + D(x+1, y-1) is the sum along the
anti-diagonal that ends at a pixel. Parts are slanted: ranges of u = x + y. So a part depends only on the part left of
it, and D(x, y) may overwrite D(x+1, y-1). */
class TiltedTable
{
public:
    TiltedTable(const SatJob& job_, Carver& carver)
        : job(job_), table(job, job.tilted, false), bytes(table.pixelBytes), channels(job.src.channels()),
          diagonals(int64(job.src.cols) + job.src.rows - 1), sums(carver.take<uchar>(size_t(diagonals) * bytes)),
          edge(carver.take<uchar>(size_t(job.src.rows) * bytes)), zero(carver.take<uchar>(bytes))
    {
    }

    void run() const
    {
        memset(sums, 0, size_t(diagonals) * bytes);
        memset(edge, 0, size_t(job.src.rows) * bytes);
        memset(zero, 0, bytes);
        table.writeZerosAbove({0, job.src.rows, 0, job.src.cols});
        const int64 size = std::max(tuning::SAT_TILTED_PART_ELEMENTS / channels, SAT_PART_PIXELS);
        const int parts = int((diagonals + size - 1) / size);
        AutoBuffer<uchar> lefts(bytes * size_t(parts));
        Wavefront wavefront(parts, job.src.rows, tuning::SAT_BAND_ROWS);
        wavefront.run(tuning::SAT_STEP_ROWS, [&](int part, int firstRow, int endRow) {
            const int64 first = part * size, end = std::min(first + size, diagonals);
            for (int y = firstRow; y < endRow; y++)
                makeRow(y, first, end, lefts.data() + size_t(part) * bytes);
        });
    }

private:
    uchar* sumOf(int64 u) const { return sums + size_t(u) * bytes; }

    //! A row's pixels with first <= u < end. leftSum has room for a pixel.
    void makeRow(int y, int64 first, int64 end, uchar* leftSum) const
    {
        if (y > 0)
        {
            // The left part stored D(x, y-1) of the first pixel here. The next part gets this part's last D(x, y-1).
            uchar* const handed = edge + size_t(y - 1) * bytes;
            memcpy(leftSum, handed, bytes);
            memcpy(handed, sumOf(end - 1), bytes);
        }
        const int64 firstX = std::max<int64>(first - y, 0), endX = std::min<int64>(end - y, job.src.cols);
        if (firstX >= endX)
            return;
        const int x = int(firstX);
        SatTiltedRow row;
        row.src = job.src.ptr(y) + size_t(x) * job.src.elemSize();
        row.dst = table.at(y, x);
        row.diagonals = sumOf(int64(x) + y);
        row.previous = y > 0 ? table.at(y - 1, x) : nullptr;
        row.leftTable = x > 0 && y > 0 ? table.at(y - 1, x - 1)
                        : y > 1        ? table.at(y - 2, 0)
                                       : zero; // T(-1, y) = T(0, y-1)
        row.leftDiagonal = int64(x) + y > first ? sumOf(int64(x) + y - 1) : leftSum;
        row.cols = int(endX - x) * channels;
        row.channels = channels;
        table.kernels.tilted(row);
        if (x == 0 && table.zeros)
            memcpy(table.at(y, -1), y > 0 ? table.at(y - 1, 0) : zero, bytes);
    }

    const SatJob& job;
    const Table table;
    const size_t bytes; //!< of a pixel of the table
    const int channels;
    const int64 diagonals;
    uchar* sums; //!< D by u
    uchar* edge; //!< by row: the last D of the left part, for the next part
    uchar* zero;
};

} // namespace

void runTilted(const SatJob& job, ScratchPool& pool)
{
    Carver sizes;
    TiltedTable(job, sizes);
    ScratchPool::Lease lease(pool, sizes.bytes());
    Carver carver(lease.data());
    TiltedTable(job, carver).run();
}

}} // namespace cv::recfilter
