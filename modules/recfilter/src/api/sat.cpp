// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "api/array_kind.hpp"
#include "cpu/sat/sat.hpp"
#include "cuda/runtime/call_device.hpp"
#include "cuda/sat/sat_gpu.hpp"
#include "plan/overlap.hpp"

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

struct TableDepths
{
    int sum, sqsum;
};

//! One row of the table in the header; the first row of a depth holds its defaults. -1: none.
struct Combination
{
    int src;
    TableDepths tables;
};

const Combination COMBINATIONS[] = {
    {CV_8U, {CV_32S, CV_64F}},  {CV_8U, {CV_32S, CV_32S}},  {CV_8U, {CV_32S, CV_32F}},  {CV_8U, {CV_32F, CV_64F}},
    {CV_8U, {CV_32F, CV_32F}},  {CV_8U, {CV_64F, CV_64F}},  {CV_16U, {CV_64F, CV_64F}}, {CV_16S, {CV_64F, CV_64F}},
    {CV_32S, {CV_32S, -1}},     {CV_32F, {CV_64F, CV_64F}}, {CV_32F, {CV_32F, CV_64F}}, {CV_32F, {CV_32F, CV_32F}},
    {CV_64F, {CV_64F, CV_64F}},
};

//! Is there a row with this; sum and sqsum may be left open by -1.
const Combination* findCombination(int src, int sum, int sqsum)
{
    for (const Combination& row : COMBINATIONS)
        if (row.src == src && (sum == -1 || row.tables.sum == sum) && (sqsum == -1 || row.tables.sqsum == sqsum))
            return &row;
    return nullptr;
}

//! The depths that a choice leaves open.
template <typename Depth>
String acceptedDepths(const Depth& depthOf)
{
    String names;
    for (const Combination& row : COMBINATIONS)
    {
        const int depth = depthOf(row);
        if (depth >= 0 && names.find(depthName(depth)) == String::npos)
            names += (names.empty() ? "" : ", ") + depthName(depth);
    }
    return names.empty() ? String("none") : names;
}

//! Depths of the tables of a source, or an exception.
TableDepths chooseDepths(int src, int sdepth, int sqdepth, bool needsSquares)
{
    if (!findCombination(src, -1, -1))
        CV_Error(Error::StsUnsupportedFormat, "src has depth " + depthName(src) + "; accepted are " +
                                                  acceptedDepths([](const Combination& row) { return row.src; }));
    const Combination* row = findCombination(src, sdepth, -1);
    if (!row)
        CV_Error(Error::StsUnsupportedFormat,
                 "sdepth is " + depthName(sdepth) + "; accepted with src of depth " + depthName(src) + ": " +
                     acceptedDepths([&](const Combination& any) { return any.src == src ? any.tables.sum : -1; }));
    TableDepths depths = row->tables;
    if (!needsSquares)
        return depths;
    row = findCombination(src, depths.sum, sqdepth);
    if (!row || row->tables.sqsum == -1)
        CV_Error(Error::StsUnsupportedFormat,
                 "sqdepth is " + depthName(sqdepth) + "; accepted with src of depth " + depthName(src) +
                     " and sums of depth " + depthName(depths.sum) + ": " + acceptedDepths([&](const Combination& any) {
                         return any.src == src && any.tables.sum == depths.sum ? any.tables.sqsum : -1;
                     }));
    return row->tables;
}

String sizeName(Size size)
{
    return format("%d x %d", size.width, size.height);
}

//! One of the outputs.
struct Output
{
    const _OutputArray& array;
    const char* name;
    int depth;
    Mat table;

    bool needed() const { return array.needed(); }
};

class SummedAreaTableImpl final : public SummedAreaTable
{
public:
    SummedAreaTableImpl(int sdepth_, int sqdepth_, int layout_, int algorithm_)
        : sdepth(sdepth_), sqdepth(sqdepth_), layout(layout_), algorithm(algorithm_)
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

    int getLayout() const override { return layout; }

private:
    //! No stream: the default one, which cannot be asked for where there is no device.
    void run(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted, Stream* stream) const
    {
        Output outputs[] = {{sum, "sum", -1, Mat()}, {sqsum, "sqsum", -1, Mat()}, {tilted, "tilted", -1, Mat()}};
        if (validate(src, outputs))
            computeOnDevice(src, outputs, stream ? *stream : Stream::Null());
        else
            compute(src.getMat(), outputs);
    }

    Size tableSize(Size src) const { return layout == SAT_INTEGRAL ? Size(src.width + 1, src.height + 1) : src; }

    //! Everything that can be wrong with the arguments of apply; tells whether they are on the GPU.
    bool validate(InputArray src, Output (&outputs)[3]) const
    {
        const bool onDevice = checkKind(src, "src");
        checkOutputs(onDevice, outputs);
        checkImage(src, "src");
        if (onDevice && src.channels() > 4)
            CV_Error(Error::BadNumChannels,
                     format("src has %d channels; 1 to 4 are accepted on the GPU", src.channels()));
        checkSize(src.size());
        const TableDepths depths = chooseDepths(src.depth(), sdepth, sqdepth, outputs[1].needed());
        outputs[0].depth = outputs[2].depth = depths.sum;
        outputs[1].depth = depths.sqsum;
        for (const Output& output : outputs)
            if (output.needed())
                checkDestination(output.array, output.name, tableSize(src.size()),
                                 CV_MAKETYPE(output.depth, src.channels()));
        if (onDevice)
        {
            // getGpuMat() would throw in a build without CUDA, with another error than the one that is promised.
            checkApart<GpuMat>(outputs, src,
                               [](const _OutputArray& array) { return *static_cast<const GpuMat*>(array.getObj()); });
            checkDevice("src");
        }
        else
            checkApart<Mat>(outputs, src,
                            [](const _OutputArray& array) { return array.isMat() ? array.getMat() : Mat(); });
        return onDevice;
    }

    //! Refuses tables that would be written to the same memory; what gets memory of its own is apart.
    template <typename Array, typename Header>
    void checkApart(const Output (&outputs)[3], InputArray src, const Header& header) const
    {
        Array tables[3];
        for (int i = 0; i < 3; i++)
        {
            if (outputs[i].needed())
                tables[i] = header(outputs[i].array);
            if (tables[i].size() != tableSize(src.size()) ||
                tables[i].type() != CV_MAKETYPE(outputs[i].depth, src.channels()))
                tables[i] = Array();
            for (int k = 0; k < i; k++)
                if (overlap(tables[i], tables[k]))
                    CV_Error(Error::StsBadArg, format("%s and %s share memory; each table must have its own",
                                                      outputs[k].name, outputs[i].name));
        }
    }

    static void checkOutputs(bool onDevice, const Output (&outputs)[3])
    {
        bool any = false;
        for (const Output& output : outputs)
            if (output.needed())
            {
                checkSameSide(onDevice, output.array, output.name);
                any = true;
                for (const Output& other : outputs)
                    if (&other < &output && other.needed() && other.array.getObj() == output.array.getObj())
                        CV_Error(Error::StsBadArg, format("%s and %s are the same array; each table must have its own",
                                                          other.name, output.name));
            }
        if (!any)
            CV_Error(Error::StsBadArg, "sum, sqsum and tilted are all noArray(); at least one table must be wanted");
    }

    void checkSize(Size src) const
    {
        if (layout == SAT_INTEGRAL && (src.width == INT_MAX || src.height == INT_MAX))
            CV_Error(Error::StsOutOfRange, "src is " + sizeName(src) +
                                               "; with SAT_INTEGRAL both sides must be below "
                                               "2147483647, the table is one longer");
    }

    void computeOnDevice(InputArray src, Output (&outputs)[3], Stream& stream) const
    {
        const Size size = tableSize(src.size());
        const auto typeOf = [&](const Output& output) { return CV_MAKETYPE(output.depth, src.channels()); };
        const auto kept = [&](const Output& output) -> CallMemory {
            return {output.name, output.needed() ? keptMemory(output.array, size, typeOf(output)) : nullptr};
        };
        const CallDevice device({{"src", memoryOf(src)}, kept(outputs[0]), kept(outputs[1]), kept(outputs[2])}, stream);
        SatGpuJob job = {src.getGpuMat(), GpuMat(), GpuMat(), GpuMat(), layout == SAT_INTEGRAL, algorithm};
        GpuMat* const tables[] = {&job.sum, &job.sqsum, &job.tilted};
        for (int i = 0; i < 3; i++)
            if (outputs[i].needed())
                *tables[i] = deviceDestination(outputs[i].array, size, typeOf(outputs[i]));
        gpu.compute(job, stream);
        for (int i = 0; i < 3; i++)
            if (outputs[i].needed())
                assignDevice(outputs[i].array, *tables[i]);
    }

    void create(const Output& output, Size src, int channels) const
    {
        output.array.create(tableSize(src), CV_MAKETYPE(output.depth, channels));
    }

    void compute(const Mat& src, Output (&outputs)[3]) const
    {
        int tables = 0;
        for (Output& output : outputs)
            if (output.needed())
            {
                create(output, src.size(), src.channels());
                output.table = output.array.getMat();
                tables++;
            }
        SatJob job = {src, outputs[0].table, outputs[1].table, outputs[2].table, layout == SAT_INTEGRAL, algorithm};
        // In place each pixel is read right before its sum is written; any other overlap would read sums.
        for (const Output& output : outputs)
            if (overlap(src, output.table) && !(tables == 1 && &output == outputs && samePixels(src, output.table)))
                job.src = src.clone();
        computeTables(job, scratch);
    }

    const int sdepth, sqdepth, layout, algorithm;
    mutable ScratchPool scratch;
    const SatGpu gpu;
};

} // namespace

Ptr<SummedAreaTable> createSummedAreaTable(int sdepth, int sqdepth, int layout, int algorithm)
{
    if (!isTableDepth(sdepth))
        CV_Error(Error::StsBadArg, format("sdepth is %d; -1, CV_32S, CV_32F and CV_64F are accepted", sdepth));
    if (!isTableDepth(sqdepth))
        CV_Error(Error::StsBadArg, format("sqdepth is %d; -1, CV_32S, CV_32F and CV_64F are accepted", sqdepth));
    if (layout != SAT_INTEGRAL && layout != SAT_INCLUSIVE)
        CV_Error(Error::StsBadArg, format("layout is %d; SAT_INTEGRAL and SAT_INCLUSIVE are accepted", layout));
    if (algorithm != SAT_AUTO && algorithm != SAT_WAVEFRONT && algorithm != SAT_OVERLAPPED)
        CV_Error(Error::StsBadArg,
                 format("algorithm is %d; SAT_AUTO, SAT_WAVEFRONT and SAT_OVERLAPPED are accepted", algorithm));
    return makePtr<SummedAreaTableImpl>(sdepth, sqdepth, layout, algorithm);
}

}} // namespace cv::cuda
