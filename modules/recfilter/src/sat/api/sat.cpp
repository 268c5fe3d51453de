// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// SummedAreaTable and its factory: accepted depths, argument checks, and the choice of CPU or GPU.

#include "arrays/call/array_call.hpp"
#include "arrays/call/array_kind.hpp"
#include "arrays/dimensions.hpp"
#include "sat/cpu/sat.hpp"
#include "sat/cpu/sat_array.hpp"
#include "sat/cuda/arrays/sat_array_gpu.hpp"
#include "sat/cuda/sat_gpu.hpp"

namespace cv { namespace cuda {

namespace {

using namespace cv::recfilter;

String depthName(int depth)
{
    return depth < 0 ? String("-1") : String(depthToString(depth));
}

bool isTableDepth(int depth)
{
    return depth == -1 || depth == CV_32S || depth == CV_32F || depth == CV_64F;
}

//! One row of the header's table of depths. The first row of a source depth holds its defaults.
struct Depths
{
    int src, sum, sqsum;
};

const Depths COMBINATIONS[] = {
    {CV_8U, CV_32S, CV_64F},  {CV_8U, CV_32S, CV_32S},  {CV_8U, CV_32S, CV_32F},  {CV_8U, CV_32F, CV_64F},
    {CV_8U, CV_32F, CV_32F},  {CV_8U, CV_64F, CV_64F},  {CV_16U, CV_64F, CV_64F}, {CV_16S, CV_64F, CV_64F},
    {CV_32S, CV_64F, CV_64F}, {CV_32S, CV_32S, CV_64F}, {CV_32F, CV_64F, CV_64F}, {CV_32F, CV_32F, CV_64F},
    {CV_32F, CV_32F, CV_32F}, {CV_64F, CV_64F, CV_64F},
};

//! Finds a row with these depths. -1 leaves sum or sqsum open.
const Depths* findDepths(int src, int sum, int sqsum)
{
    for (const Depths& row : COMBINATIONS)
        if (row.src == src && (sum == -1 || row.sum == sum) && (sqsum == -1 || row.sqsum == sqsum))
            return &row;
    return nullptr;
}

//! The names of the depths that are left.
template <typename Depth>
String acceptedDepths(const Depth& depthOf)
{
    String names;
    for (const Depths& row : COMBINATIONS)
    {
        const int depth = depthOf(row);
        if (depth >= 0 && names.find(depthName(depth)) == String::npos)
            names += (names.empty() ? "" : ", ") + depthName(depth);
    }
    return names.empty() ? String("none") : names;
}

/** The depths of the tables of a source; throws if they are not accepted. Where only squares are wanted, sdepth -1 goes
with any of them.
@param source name of the argument that has the depth src */
Depths chooseDepths(const char* source, int src, int sdepth, int sqdepth, bool needsSums, bool needsSquares)
{
    if (!findDepths(src, -1, -1))
        CV_Error(Error::StsUnsupportedFormat, String(source) + " has depth " + depthName(src) + "; accepted are " +
                                                  acceptedDepths([](const Depths& row) { return row.src; }));
    const String withSource = "accepted with " + String(source) + " of depth " + depthName(src);
    const Depths* const sums = findDepths(src, sdepth, -1);
    if (!sums)
        CV_Error(Error::StsUnsupportedFormat,
                 "sdepth is " + depthName(sdepth) + "; " + withSource + ": " +
                     acceptedDepths([&](const Depths& any) { return any.src == src ? any.sum : -1; }));
    if (!needsSquares)
        return *sums;
    const int sumDepth = needsSums ? sums->sum : sdepth;
    const Depths* const both = findDepths(src, sumDepth, sqdepth);
    if (!both)
    {
        const auto squaresOf = [&](const Depths& any) {
            return any.src == src && (sumDepth == -1 || any.sum == sumDepth) ? any.sqsum : -1;
        };
        CV_Error(Error::StsUnsupportedFormat,
                 "sqdepth is " + depthName(sqdepth) + "; " + withSource +
                     (sumDepth == -1 ? String() : " and sums of depth " + depthName(sumDepth)) + ": " +
                     acceptedDepths(squaresOf));
    }
    return *both;
}

class SummedAreaTableImpl final : public SummedAreaTable, private ArrayOperator
{
public:
    //! @param numbers of the dimensions to sum along, ascending; empty: tables of images
    SummedAreaTableImpl(int sdepth_, int sqdepth_, int layout_, int algorithm_, const std::vector<int>& numbers = {})
        : sdepth(sdepth_), sqdepth(sqdepth_), layout(layout_), algorithm(algorithm_), dimensions(numbers)
    {
    }

    void apply(InputArray src, OutputArray sum) const override { run(src, sum, noArray(), noArray(), nullptr); }

    void apply(InputArray src, OutputArray sum, Stream& stream) const override
    {
        run(src, sum, noArray(), noArray(), &stream);
    }

    void apply(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted) const override
    {
        run(src, sum, sqsum, tilted, nullptr);
    }

    void apply(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted, Stream& stream) const override
    {
        run(src, sum, sqsum, tilted, &stream);
    }

    void applyAll(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted, int tables) const override
    {
        runWanted(src, sum, sqsum, tilted, tables, nullptr);
    }

    void applyAll(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted, int tables,
                  Stream& stream) const override
    {
        runWanted(src, sum, sqsum, tilted, tables, &stream);
    }

    size_t estimateWorkspace(Size size, int type, bool sqsum, bool tilted) const override
    {
        if (!dimensions.empty() && tilted)
            refuseTilted();
        const Depths depths = checkAsked(size, type, sqsum);
        if (!isOfImages())
            return arrayBytes(size, type, depths, sqsum);
        checkSize("size", size);
        checkEstimate(size);
        // Headers of aligned arrays. Nothing touches their memory.
        alignas(512) static uchar nowhere = 0;
        const auto header = [&](Size of, int depth) {
            const int full = CV_MAKETYPE(depth, CV_MAT_CN(type));
            return GpuMat(of.height, of.width, full, &nowhere,
                          alignSize(size_t(of.width) * size_t(CV_ELEM_SIZE(full)), 512));
        };
        SatGpuJob job = {header(size, CV_MAT_DEPTH(type)),
                         header(tableSize(size), depths.sum),
                         GpuMat(),
                         GpuMat(),
                         layout == SAT_INTEGRAL,
                         algorithm};
        if (sqsum)
            job.sqsum = header(tableSize(size), depths.sqsum);
        if (tilted)
            job.tilted = header(tableSize(size), depths.sum);
        return gpu.workBytes(job);
    }

    size_t estimateWorkspace(const std::vector<int>& size, int type, bool sqsum) const override
    {
        if (size.size() == 2 || size.size() == 1)
            return estimateWorkspace(size.size() == 1 ? Size(size[0], 1) : Size(size[1], size[0]), type, sqsum, false);
        if (size.empty() || size.size() > size_t(MAX_AXES))
            CV_Error(Error::StsBadArg,
                     format("size has %d dimensions; 1 to %d are accepted", int(size.size()), MAX_AXES));
        if (dimensions.empty())
            CV_Error(Error::StsBadArg,
                     format("size has %d dimensions; 2 are accepted, or a table along dimensions", int(size.size())));
        const Extents lengths = Extents::of(size);
        return arrayBytes(lengths, type, checkAsked(lengths, type, sqsum), sqsum);
    }

    void clear() override { scratch.clear(); }

    int getLayout() const override { return layout; }

private:
    enum Table
    {
        SUM,
        SQSUM,
        TILTED,
        TABLES
    };

    void run(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted, Stream* stream) const
    {
        CallOutput outputs[TABLES] = {{"sum", sum}, {"sqsum", sqsum}, {"tilted", tilted}};
        callEach(src, dimensions.empty() ? 2 : ANY_DIMS, outputs, TABLES, stream);
    }

    void runWanted(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted, int tables,
                   Stream* stream) const
    {
        if (tables < 1 || tables > (SAT_SUM | SAT_SQSUM | SAT_TILTED))
            CV_Error(
                Error::StsBadArg,
                format("tables is %d; a sum of SAT_SUM (1), SAT_SQSUM (2) and SAT_TILTED (4) is accepted", tables));
        const auto checkWanted = [tables](int flag, const char* name, OutputArray array) {
            if ((tables & flag) && !array.needed())
                CV_Error(Error::StsBadArg, format("tables asks for %s, which is noArray(); an array is needed", name));
        };
        checkWanted(SAT_SUM, "sum", sum);
        checkWanted(SAT_SQSUM, "sqsum", sqsum);
        checkWanted(SAT_TILTED, "tilted", tilted);
        run(src, tables & SAT_SUM ? sum : noArray(), tables & SAT_SQSUM ? sqsum : noArray(),
            tables & SAT_TILTED ? tilted : noArray(), stream);
    }

    //! Whether a GpuMat runs as tables of images do.
    bool isOfImages() const { return dimensions.empty() || dimensions == std::vector<int>{0, 1}; }

    //! What estimateWorkspace() refuses.
    Depths checkAsked(const Extents& size, int type, bool sqsum) const
    {
        checkTypeNumber(type);
        checkChannels("type", CV_MAT_CN(type));
        if (!dimensions.empty())
            checkArray("size", size);
        return chooseDepths("type", CV_MAT_DEPTH(type), sdepth, sqdepth, true, sqsum);
    }

    [[noreturn]] static void refuseTilted()
    {
        CV_Error(Error::StsNotImplemented,
                 "tilted is wanted and dimensions is set; noArray() is accepted, or no dimensions");
    }

    //! @param name of the argument that has these sizes
    void checkArray(const char* name, const Extents& sizes) const
    {
        checkArrayDimensions(sizes.axes(), dimensions.back(), name, "table sums");
        for (int dimension : dimensions)
            if (layout == SAT_INTEGRAL && sizes[dimension] == INT_MAX)
                CV_Error(Error::StsOutOfRange, format("%s has %d elements along dimension %d; with SAT_INTEGRAL fewer "
                                                      "are accepted, the table is one longer",
                                                      name, INT_MAX, dimension));
    }

    //! Workspace of a call with such an array, whose rows follow each other.
    size_t arrayBytes(const Extents& lengths, int type, const Depths& depths, bool sqsum) const
    {
        checkEstimate(lengths);
        const auto tableOf = [&](int depth, bool squared) {
            return SatArrayJob::Table{{nullptr, CV_MAKETYPE(depth, CV_MAT_CN(type)), tableSizes(lengths)}, squared};
        };
        SatArrayJob job = {{nullptr, type, lengths}, {tableOf(depths.sum, false)}, dimensions, layout == SAT_INTEGRAL};
        if (sqsum)
            job.tables.push_back(tableOf(depths.sqsum, true));
        const size_t dense = satArrayBytes(job);
        // Rows of GpuMats have gaps, so that few elements of a row are no channels.
        const auto addGaps = [](ArrayMemory& array) {
            const size_t rows = array.sizes.step(array.sizes.axes() - 2);
            array.sizes = array.sizes.inRows(alignSize(rows + 1, 512), size_t(CV_ELEM_SIZE(array.type)));
        };
        addGaps(job.src);
        for (SatArrayJob::Table& table : job.tables)
            addGaps(table.memory);
        return std::max(dense, satArrayBytes(job));
    }

    //! With two dimensions at least: a GpuMatND with one is a row.
    static Extents sizesOf(InputArray src)
    {
        const Extents sizes(src);
        return sizes.axes() == 1 ? Extents(Size(int(sizes[0]), 1)) : sizes;
    }

    Extents tableSizes(Extents sizes) const
    {
        for (int dimension : dimensions)
            sizes[dimension] += layout == SAT_INTEGRAL;
        return sizes;
    }

    Size tableSize(Size src) const { return layout == SAT_INTEGRAL ? Size(src.width + 1, src.height + 1) : src; }

    void describe(InputArray src, bool onDevice, CallOutput* outputs) const override
    {
        if (!outputs[SUM].needed() && !outputs[SQSUM].needed() && !outputs[TILTED].needed())
            CV_Error(Error::StsBadArg, "sum, sqsum and tilted are all noArray(); at least one table must be wanted");
        if (onDevice)
            checkChannels("src", src.channels());
        if (dimensions.empty())
            checkSize("src", src.size());
        else
            checkArray("src", sizesOf(src));
        if (!dimensions.empty() && outputs[TILTED].needed())
            refuseTilted();
        const Depths depths = chooseDepths("src", src.depth(), sdepth, sqdepth,
                                           outputs[SUM].needed() || outputs[TILTED].needed(), outputs[SQSUM].needed());
        for (int i = 0; i < TABLES; i++)
        {
            outputs[i].sizes = dimensions.empty() ? Extents(tableSize(src.size())) : tableSizes(sizesOf(src));
            outputs[i].type = CV_MAKETYPE(i == SQSUM ? depths.sqsum : depths.sum, src.channels());
        }
        // Each pixel is read right before its sum is written. Another table would read sums.
        if (!outputs[SQSUM].needed() && !outputs[TILTED].needed())
            outputs[SUM].allowed = Overlap::SAME_PIXELS;
    }

    static void checkChannels(const char* name, int channels)
    {
        if (channels > 4)
            CV_Error(Error::BadNumChannels,
                     format("%s has %d channels; 1 to 4 are accepted on the GPU", name, channels));
    }

    void checkSize(const char* name, Size size) const
    {
        if (layout == SAT_INTEGRAL && (size.width == INT_MAX || size.height == INT_MAX))
            CV_Error(Error::StsOutOfRange, format("%s is %d x %d; with SAT_INTEGRAL both sides must be below "
                                                  "2147483647, the table is one longer",
                                                  name, size.width, size.height));
    }

    bool takesGpuMatND() const override { return !dimensions.empty(); }

    void runOnDeviceND(const GpuMatND& src, const GpuMatND* tables, int, Stream& stream) const override
    {
        const SatArrayJob job = arrayJob(src, tables[SUM], tables[SQSUM]);
        computeSatArrays(&job, 1, stream);
    }

    //! @tparam Array GpuMat or GpuMatND
    template <typename Array>
    SatArrayJob arrayJob(const Array& src, const Array& sum, const Array& sqsum) const
    {
        SatArrayJob job = {ArrayMemory(src), {}, dimensions, layout == SAT_INTEGRAL};
        if (!sum.empty())
            job.tables.push_back({ArrayMemory(sum), false});
        if (!sqsum.empty())
            job.tables.push_back({ArrayMemory(sqsum), true});
        return job;
    }

    SatGpuJob imageJob(const GpuMat& src, const GpuMat& sum, const GpuMat& sqsum, const GpuMat& tilted,
                       bool mustCopy) const
    {
        return {src, sum, sqsum, tilted, layout == SAT_INTEGRAL, algorithm, mustCopy};
    }

    void runOnDevice(const GpuMat& src, bool mustCopy, GpuMat* tables, int, Stream& stream) const override
    {
        if (isOfImages())
        {
            const SatGpuJob job = imageJob(src, tables[SUM], tables[SQSUM], tables[TILTED], mustCopy);
            return gpu.compute(&job, 1, stream);
        }
        const SatArrayJob job = arrayJob(src, tables[SUM], tables[SQSUM]);
        computeSatArrays(&job, 1, stream);
    }

    void runEachOnDevice(const std::vector<DeviceFrame>& frames, int, Stream& stream) const override
    {
        std::vector<SatGpuJob> ofImages;
        std::vector<SatArrayJob> ofArrays;
        for (size_t i = 0; i < frames.size(); i += TABLES)
        {
            const GpuMat &sum = frames[i + SUM].dst, &sqsum = frames[i + SQSUM].dst;
            if (isOfImages())
                ofImages.push_back(imageJob(frames[i].src, sum, sqsum, frames[i + TILTED].dst, frames[i].mustCopy));
            else
                ofArrays.push_back(arrayJob(frames[i].src, sum, sqsum));
        }
        if (isOfImages())
            gpu.compute(ofImages.data(), ofImages.size(), stream);
        else
            computeSatArrays(ofArrays.data(), ofArrays.size(), stream);
    }

    void runOnHost(const Mat& src, Mat* tables, const CallOutput* outputs, int) const override
    {
        for (const int table : {SUM, SQSUM})
            if (!dimensions.empty() && outputs[table].needed())
                computeArrayTable(src, tables[table], dimensions, table == SQSUM, layout == SAT_INTEGRAL, scratch);
        if (!dimensions.empty())
            return;
        const bool isNew = outputs[SUM].isNew || outputs[SQSUM].isNew;
        computeTables({src, tables[SUM], tables[SQSUM], tables[TILTED], layout == SAT_INTEGRAL, algorithm, isNew},
                      scratch);
    }

    const int sdepth, sqdepth, layout, algorithm;
    const std::vector<int> dimensions;
    mutable ScratchPool scratch;
    const SatGpu gpu;
};

} // namespace

static void checkTable(int sdepth, int sqdepth, int layout)
{
    if (!isTableDepth(sdepth))
        CV_Error(Error::StsBadArg, format("sdepth is %d; -1, CV_32S, CV_32F and CV_64F are accepted", sdepth));
    if (!isTableDepth(sqdepth))
        CV_Error(Error::StsBadArg, format("sqdepth is %d; -1, CV_32S, CV_32F and CV_64F are accepted", sqdepth));
    if (layout != SAT_INTEGRAL && layout != SAT_INCLUSIVE)
        CV_Error(Error::StsBadArg, format("layout is %d; SAT_INTEGRAL and SAT_INCLUSIVE are accepted", layout));
}

Ptr<SummedAreaTable> createSummedAreaTable(int sdepth, int sqdepth, int layout, int algorithm)
{
    checkTable(sdepth, sqdepth, layout);
    if (algorithm != SAT_AUTO && algorithm != SAT_WAVEFRONT && algorithm != SAT_OVERLAPPED)
        CV_Error(Error::StsBadArg,
                 format("algorithm is %d; SAT_AUTO, SAT_WAVEFRONT and SAT_OVERLAPPED are accepted", algorithm));
    return makePtr<SummedAreaTableImpl>(sdepth, sqdepth, layout, algorithm);
}

Ptr<SummedAreaTable> createSummedAreaTable(const std::vector<int>& dimensions, int sdepth, int sqdepth, int layout)
{
    checkDimensionNumbers(dimensions);
    checkTable(sdepth, sqdepth, layout);
    std::vector<int> ascending = dimensions;
    std::sort(ascending.begin(), ascending.end());
    return makePtr<SummedAreaTableImpl>(sdepth, sqdepth, layout, SAT_AUTO, ascending);
}

}} // namespace cv::cuda
