// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Tables along any dimensions on the GPU, pass by pass. The first pass reads the source: along the last dimension and,
// if it is summed along, too, the one before it; else along the fastest dimension of the sums. Each other dimension
// takes a pass over the table in place. Dimensions that are not summed along are batches.

#include "sat/cuda/arrays/sat_array_gpu.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "arrays/image_walk.hpp"
#include "runtime/cuda/io/array_scratch.hpp"
#include "runtime/cuda/queue.hpp"
#include "sat/cuda/arrays/sat_array_functions.hpp"
#include "sat/cuda/sat_choice.hpp"

namespace cv { namespace recfilter {

namespace {

const sat::ArrayFunctions& arrayFunctions(int srcDepth, int tableDepth, int channels)
{
    const auto find = tableDepth == CV_32S   ? sat::arrayFunctionsTo32S
                      : tableDepth == CV_32F ? sat::arrayFunctionsTo32F
                                             : sat::arrayFunctionsTo64F;
    const sat::ArrayFunctions* functions = find(srcDepth, channels);
    CV_Assert(functions);
    return *functions;
}

//! What makes the images of a pass.
struct PassEngine
{
    int srcDepth, tableDepth, channels;
    const sat::Pass sat::ArrayFunctions::*pass;
};

//! One table of a call, whose arrays can be used in place. Its dimensions and channels are those of the passes.
class ArrayTable
{
public:
    ArrayTable(const SatArrayJob& job, const ArrayMemory& source, const SatArrayJob::Table& table)
        : src(source), dst(table.memory), squared(table.squared), zeros(job.withZeros), channels(CV_MAT_CN(source.type))
    {
        for (int dimension : job.dimensions)
            if (zeros || src.sizes[dimension] > 1)
                dimensions.push_back(dimension);
        if (dimensions.empty()) // a copy, in the table's depth
            dimensions.push_back(job.dimensions.back());
        mergeChannels();
    }

    //! Calls body(engine, images) for all images that the passes sum, pass after pass.
    template <typename Body>
    void forPasses(const Body& body) const
    {
        const int last = src.sizes.axes() - 1;
        std::vector<int> left = dimensions;
        const auto takeIf = [&](int dimension) {
            const bool isNext = !left.empty() && left.back() == dimension;
            if (isNext)
                left.pop_back();
            return isNext ? dimension : -1;
        };
        const int x = takeIf(last), y = takeIf(x < 0 ? left.back() : last - 1);
        runPass({src, startOf(left, y)}, y, x, body);
        while (!left.empty())
        {
            const int next = takeIf(left.back());
            ArrayMemory table = startOf(left, next);
            for (int dimension : dimensions) // zeros of passes before are summed, too: so rows need not be cut there
                if (dimension <= next)
                    table.sizes[dimension] = src.sizes[dimension];
            runPass({table, table}, next, -1, body);
        }
    }

private:
    //! The last dimensions, if they are few elements and not summed along, become channels.
    void mergeChannels()
    {
        for (int last = src.sizes.axes() - 1; last > 0 && dimensions.back() < last; last--)
        {
            const int64 count = src.sizes[last];
            const auto isNext = [&](const Extents& array) {
                return array.step(last - 1) == size_t(count) * array.step(last);
            };
            if (channels * count > 4 || !isNext(src.sizes) || !isNext(dst.sizes))
                return;
            src.sizes.mergeBehind(last - 1);
            dst.sizes.mergeBehind(last - 1);
            channels *= int(count);
        }
    }

    //! The table from its first sums on, along dimensions of later passes and along the columns of this one.
    ArrayMemory startOf(const std::vector<int>& later, int y) const
    {
        ArrayMemory start = dst;
        for (int dimension : later)
            start.data += zeros ? start.sizes.step(dimension) : 0;
        start.data += zeros && y >= 0 ? start.sizes.step(y) : 0;
        return start;
    }

    //! @param arrays a source, whose lengths count, and a table
    template <typename Body>
    void runPass(const OfBoth<ArrayMemory>& arrays, int y, int x, const Body& body) const
    {
        const ImageWalk walk({arrays[0].sizes, arrays[1].sizes}, y, x);
        const Size size = walk.size(0);
        const bool isFirst = x >= 0 || y == dimensions.back(); // it reads the source
        const PassEngine engine = {CV_MAT_DEPTH(arrays[0].type), CV_MAT_DEPTH(arrays[1].type), channels,
                                   x < 0   ? &sat::ArrayFunctions::columns
                                   : y < 0 ? &sat::ArrayFunctions::lines
                                           : &sat::ArrayFunctions::planes};
        sat::Images images = {};
        images.srcStep = int64(walk.rowSteps()[0]);
        images.dstStep = int64(walk.rowSteps()[1]);
        images.srcCols = int64(size.width) * channels;
        images.dstCols = images.srcCols + (x >= 0 && zeros ? channels : 0);
        images.rows = size.height;
        images.exclusive = zeros;
        images.squared = squared && isFirst;
        images.columns = images.srcCols * walk.images();
        walk.forBatches([&](const OfBoth<size_t>& at, int64 count, const OfBoth<size_t>& steps) {
            images.src = arrays[0].data + at[0];
            images.dst = arrays[1].data + at[1];
            images.count = count;
            images.srcImageStep = int64(steps[0]);
            images.dstImageStep = int64(steps[1]);
            const auto isAligned = [&](const uchar* data, int64 rowStep, int64 imageStep, bool hasRows) {
                return reinterpret_cast<size_t>(data) % 16 == 0 && (!hasRows || rowStep % 16 == 0) &&
                       (count == 1 || imageStep % 16 == 0);
            };
            images.srcAligned = isAligned(images.src, images.srcStep, images.srcImageStep, images.rows > 1);
            images.dstAligned =
                isAligned(images.dst, images.dstStep, images.dstImageStep, images.rows > 1 || (zeros && y >= 0));
            body(engine, images);
        });
    }

    ArrayMemory src, dst;
    std::vector<int> dimensions;
    const bool squared, zeros;
    int channels;
};

//! Tables of planes that `planes` does not take, one after the other.
template <typename Body>
void forPlanes(const PassEngine& engine, const sat::Images& images, const sat::Device& device, const Body& body)
{
    const sat::Functions& functions = satFunctions(engine.srcDepth, engine.tableDepth, engine.channels);
    sat::Image plane = static_cast<const sat::Image&>(images);
    for (int64 i = 0; i < images.count; i++)
    {
        plane.src = images.src + i * images.srcImageStep;
        plane.dst = images.dst + i * images.dstImageStep;
        body(satAlgorithm(functions, plane, device, cuda::SAT_AUTO), functions.overlapped, plane);
    }
}

bool isOneByOne(const PassEngine& engine, const sat::Images& images)
{
    return engine.pass == &sat::ArrayFunctions::planes &&
           !arrayFunctions(engine.srcDepth, engine.tableDepth, engine.channels).takesPlanes(images);
}

size_t bytesOf(const ArrayTable& table, const sat::Device& device)
{
    size_t most = 0;
    table.forPasses([&](const PassEngine& engine, const sat::Images& images) {
        if (!isOneByOne(engine, images))
            most = std::max(most, (arrayFunctions(engine.srcDepth, engine.tableDepth, engine.channels).*engine.pass)
                                      .bytes(images, device));
        else
            forPlanes(engine, images, device,
                      [&](const sat::Algorithm& algorithm, const sat::Algorithm& fallback, const sat::Image& plane) {
                          most = std::max({most, algorithm.bytes(plane, device), fallback.bytes(plane, device)});
                      });
    });
    return alignSize(most, 256);
}

void queue(const ArrayTable& table, uchar* memory, const sat::Device& device, cudaStream_t stream)
{
    table.forPasses([&](const PassEngine& engine, const sat::Images& images) {
        if (!isOneByOne(engine, images))
            (arrayFunctions(engine.srcDepth, engine.tableDepth, engine.channels).*engine.pass)
                .run(images, device, memory, stream);
        else
            forPlanes(engine, images, device,
                      [&](const sat::Algorithm& algorithm, const sat::Algorithm& fallback, const sat::Image& plane) {
                          if (!algorithm.run(plane, device, memory, stream))
                              fallback.run(plane, device, memory, stream);
                      });
    });
}

bool isInPlace(const ArrayMemory& src, const ArrayMemory& table)
{
    return src.sizes == table.sizes && samePixels(src, table);
}

//! The arrays of a job in memory that kernels can use: copies in working memory stand in where they must.
class UsableArrays
{
public:
    explicit UsableArrays(const SatArrayJob& job_) : job(job_), src(job_.src)
    {
        bool copies = !src.isAligned();
        for (const SatArrayJob::Table& table : job.tables)
            copies =
                copies || (overlap(src, table.memory) && !(job.tables.size() == 1 && isInPlace(src, table.memory)));
        copiesSource = copies;
        if (copies)
            src = ArrayMemory(nullptr, src.type, src.sizes);
        for (const SatArrayJob::Table& table : job.tables)
            tables.push_back(
                table.memory.isAligned()
                    ? table
                    : SatArrayJob::Table{ArrayMemory(nullptr, table.memory.type, table.memory.sizes), table.squared});
    }

    //! Puts the copies into memory. Returns the bytes that they take.
    size_t inScratch(uchar* memory)
    {
        size_t bytes = 0;
        if (copiesSource)
            placeInScratch(src, memory, bytes);
        for (size_t i = 0; i < tables.size(); i++)
            if (copiesTable(i))
                placeInScratch(tables[i].memory, memory, bytes);
        return bytes;
    }

    bool copiesTable(size_t i) const { return !job.tables[i].memory.isAligned(); }

    //! Tables follow each other on the stream.
    size_t workBytes(const sat::Device& device) const
    {
        size_t most = 0;
        for (const SatArrayJob::Table& table : tables)
            most = std::max(most, bytesOf(ArrayTable(job, src, table), device));
        return most;
    }

    const SatArrayJob& job;
    ArrayMemory src;
    std::vector<SatArrayJob::Table> tables;
    bool copiesSource;
};

} // namespace

void computeSatArrays(const SatArrayJob* jobs, size_t count, cuda::Stream& stream)
{
    const Queue call(stream);
    const sat::Device device = satDevice(call.device);
    std::vector<UsableArrays> all(jobs, jobs + count);
    size_t bytes = 0;
    for (UsableArrays& arrays : all)
        bytes = std::max(bytes, arrays.workBytes(device) + arrays.inScratch(nullptr));
    const ArrayScratch memory(bytes, stream);
    for (UsableArrays& arrays : all)
    {
        uchar* const work = memory.data() + arrays.inScratch(memory.data());
        if (arrays.copiesSource)
            copyOnDevice(arrays.job.src, arrays.src, stream);
        for (size_t i = 0; i < arrays.tables.size(); i++)
        {
            queue(ArrayTable(arrays.job, arrays.src, arrays.tables[i]), work, device, call.stream);
            if (arrays.copiesTable(i))
                copyOnDevice(arrays.tables[i].memory, arrays.job.tables[i].memory, stream);
        }
    }
}

size_t satArrayBytes(const SatArrayJob& job)
{
    UsableArrays arrays(job);
    return arrays.workBytes(satDevice(currentDevice())) + arrays.inScratch(nullptr);
}

}} // namespace cv::recfilter

#endif
