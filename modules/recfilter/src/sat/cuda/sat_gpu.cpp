// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Summed-area tables on the GPU: chooses the algorithm of each table, stages images and queues the kernels.

#include "sat/cuda/sat_gpu.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "sat/cuda/sat_choice.hpp"
#include "runtime/cuda/io/stage.hpp"
#include "runtime/cuda/workspace.hpp"

namespace cv { namespace recfilter {

using cuda::GpuMat;

SatGpu::SatGpu() : workspace(Workspace::shared()) {}

namespace {

enum TableKind
{
    SUM,
    SQUARED_SUM,
    TILTED_SUM
};

class Table
{
public:
    Table(const SatGpuJob& job_, const GpuMat& table, TableKind kind_)
        : job(job_), kind(kind_), stage(table), original(table),
          functions(satFunctions(job.src.depth(), table.depth(), job.src.channels()))
    {
    }

    size_t stageBytes() const { return stage.bytes(); }

    size_t algorithmBytes(const sat::Device& device) const
    {
        const sat::Image image = imageOf(job.src, original);
        return std::max(algorithmOn(device).bytes(image, device), fallback().bytes(image, device));
    }

    void compute(const GpuMat& src, uchar*& stages, uchar* memory, const sat::Device& device, cudaStream_t stream) const
    {
        const GpuMat table = stage.at(stages);
        const sat::Image image = imageOf(src, table);
        if (!algorithmOn(device).run(image, device, memory, stream))
            fallback().run(image, device, memory, stream);
        stage.copy(table, original, stream);
    }

private:
    const sat::Algorithm& algorithmOn(const sat::Device& device) const
    {
        if (kind == TILTED_SUM)
            return functions.tilted;
        return satAlgorithm(functions, imageOf(job.src, original), device, job.algorithm);
    }

    //! An algorithm that any device runs at any time.
    const sat::Algorithm& fallback() const { return kind == TILTED_SUM ? functions.tilted : functions.overlapped; }

    sat::Image imageOf(const GpuMat& src, const GpuMat& table) const
    {
        sat::Image image;
        image.src = src.data;
        image.srcStep = int64(src.step);
        image.dst = table.data + (job.withZeros ? table.step : 0);
        image.dstStep = int64(table.step);
        image.srcCols = int64(src.cols) * src.channels();
        image.dstCols = int64(table.cols) * table.channels();
        image.rows = src.rows;
        image.exclusive = job.withZeros;
        image.squared = kind == SQUARED_SUM;
        image.srcAligned = isAligned(src, 16);
        image.dstAligned = isAligned(table, 16);
        return image;
    }

    const SatGpuJob& job;
    const TableKind kind;
    const Stage stage;
    const GpuMat original;
    const sat::Functions& functions;
};

//! The tables of a job, which follow each other on the stream.
class Tables
{
public:
    Tables(const SatGpuJob& job_, const sat::Device& device_)
        : job(job_), device(device_), source(job.src, job.mustCopy)
    {
        const GpuMat* const outputs[] = {&job.sum, &job.sqsum, &job.tilted};
        for (int kind = SUM; kind <= TILTED_SUM; kind++)
            if (!outputs[kind]->empty())
                tables.emplace_back(job, *outputs[kind], TableKind(kind));
        for (const Table& table : tables)
            algorithmBytes = std::max(algorithmBytes, table.algorithmBytes(device));
    }

    //! Of the algorithms, without copies of arrays.
    size_t workBytes() const { return algorithmBytes; }

    size_t bytes() const
    {
        size_t stageBytes = source.bytes();
        for (const Table& table : tables)
            stageBytes += table.stageBytes();
        return algorithmBytes + stageBytes;
    }

    void compute(uchar* memory, cudaStream_t stream) const
    {
        uchar* stages = memory + algorithmBytes;
        const GpuMat src = source.at(stages);
        source.copy(job.src, src, stream);
        for (const Table& table : tables)
            table.compute(src, stages, memory, device, stream);
    }

private:
    const SatGpuJob& job;
    const sat::Device& device;
    const Stage source;
    std::vector<Table> tables;
    size_t algorithmBytes = 0;
};

} // namespace

size_t SatGpu::workBytes(const SatGpuJob& job) const
{
    const sat::Device device = satDevice(currentDevice());
    return Tables(job, device).workBytes();
}

size_t SatGpu::bytes(const SatGpuJob& job) const
{
    const sat::Device device = satDevice(currentDevice());
    return Tables(job, device).bytes();
}

void SatGpu::computeIn(uchar* memory, const SatGpuJob& job, cuda::Stream& stream) const
{
    const Queue queue(stream);
    const sat::Device device = satDevice(queue.device);
    Tables(job, device).compute(memory, queue.stream);
}

void SatGpu::compute(const SatGpuJob* jobs, size_t count, cuda::Stream& stream) const
{
    const Queue queue(stream);
    const sat::Device device = satDevice(queue.device);
    std::vector<Tables> all;
    all.reserve(count);
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
    {
        all.emplace_back(jobs[i], device);
        bytes = std::max(bytes, all.back().bytes());
    }
    const Workspace::Lease lease(*workspace, bytes, queue);
    for (const Tables& tables : all)
        tables.compute(lease.data(), queue.stream);
}

}} // namespace cv::recfilter

#endif
