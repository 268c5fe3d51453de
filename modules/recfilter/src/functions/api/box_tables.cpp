// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Tables of images: where they lie in working memory, and their computation on both sides.

#include "functions/api/box_tables.hpp"

#include "functions/api/function_scratch.hpp"
#include "functions/api/staged_image.hpp"
#include "sat/cpu/sat.hpp"
#include "sat/cuda/sat_gpu.hpp"

namespace cv { namespace recfilter {

namespace {

//! Puts tables of an image into memory. Returns the bytes that they take.
template <typename Array>
size_t placeTables(const Array& src, const BoxTableKind& kind, uchar* memory, BoxJob<Array>& job)
{
    size_t bytes = 0;
    const auto tableOf = [&](int depth) {
        const int type = CV_MAKETYPE(depth, src.channels());
        const size_t step = scratchStep(src.cols + 1, type), first = bytes;
        bytes += step * size_t(src.rows + 1);
        uchar* const table = memory + first;
        return Array(src.rows + 1, src.cols + 1, type, table, step);
    };
    job.sum = tableOf(kind.sumDepth);
    if (kind.hasSquares)
        job.squares = tableOf(CV_64F);
    return bytes;
}

//! Of headers of tables that have no memory yet.
uchar* nowhere()
{
    alignas(256) static uchar byte = 0;
    return &byte;
}

SatGpuJob satJobOf(const cuda::GpuMat& src, const BoxJob<cuda::GpuMat>& job)
{
    return {src, job.sum, job.squares, cuda::GpuMat(), true, cuda::SAT_AUTO};
}

//! Never destroyed: it keeps the workspace of the streams.
const SatGpu& tablesOnDevice()
{
    static const auto* const sat = new SatGpu;
    return *sat;
}

} // namespace

void checkWindow(Size window)
{
    const int most = 2 * MAX_RADIUS + 1;
    if (window.width < 1 || window.height < 1 || window.width > most || window.height > most)
        CV_Error(Error::StsOutOfRange,
                 format("window is %d x %d; sides of 1 to %d are accepted", window.width, window.height, most));
}

void computeBoxes(const Mat& src, const BoxTableKind& kind, BoxJob<Mat>& job)
{
    ScratchPool& pool = FunctionScratch::pool();
    ScratchPool::Lease memory(pool, placeTables(src, kind, nowhere(), job));
    placeTables(src, kind, memory.data(), job);
    computeTables({src, job.sum, job.squares, Mat(), true, cuda::SAT_AUTO}, pool);
    computeBoxes(job);
}

DeviceBoxTables::DeviceBoxTables(const cuda::GpuMat& src, const BoxTableKind& kind_) : kind(kind_)
{
    BoxJob<cuda::GpuMat> header;
    tableBytes = placeTables(src, kind, nowhere(), header);
    workBytes = alignSize(tablesOnDevice().bytes(satJobOf(src, header)), 256);
}

void DeviceBoxTables::computeBoxes(const cuda::GpuMat& src, uchar* memory, BoxJob<cuda::GpuMat>& job,
                                   cuda::Stream& stream) const
{
    placeTables(src, kind, memory + workBytes, job);
    tablesOnDevice().computeIn(memory, satJobOf(src, job), stream);
    recfilter::computeBoxes(job, stream);
}

}} // namespace cv::recfilter
