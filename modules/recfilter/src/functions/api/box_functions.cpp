// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Means and variances of windows: their arguments, and the choice of CPU or GPU.

#include "opencv2/recfilter/functions.hpp"

#include "arrays/border_type.hpp"
#include "arrays/call/array_call.hpp"
#include "arrays/depths.hpp"
#include "functions/api/auxiliary_array.hpp"
#include "functions/api/box_tables.hpp"
#include "functions/api/staged_image.hpp"

namespace cv { namespace recfilter { namespace {

//! Pixels of a window whose sum of bytes fits into 32 bits.
const double MOST_MODULAR_PIXELS = double(1 << 24);

//! What the caller asks for.
struct BoxQuestion
{
    Size window;
    AuxiliaryArray radius; //!< not given: windows of one size
    int borderType, ddepth;
    bool findsVariance;
};

class BoxOperator final : private ArrayOperator
{
public:
    explicit BoxOperator(const BoxQuestion& question) : asked(question) {}

    //! @param variance null: only means, of the depth that was asked for @param stream null: the default stream
    void apply(InputArray src, OutputArray mean, const char* meanName, const _OutputArray* variance,
               cuda::Stream* stream) const
    {
        CallOutput outputs[] = {{meanName, mean}, {"variance", variance ? *variance : mean}};
        if (variance && !mean.needed() && !variance->needed())
            CV_Error(Error::StsBadArg, "mean and variance are both noArray(); at least one is needed");
        callEach(src, 2, outputs, variance ? 2 : 1, stream);
    }

private:
    enum
    {
        MEAN,
        VARIANCE
    };

    void describe(InputArray src, bool onDevice, CallOutput* outputs) const override
    {
        const int depth = src.depth(), channels = src.channels();
        if (depth != CV_8U && depth != CV_16U && depth != CV_16S && depth != CV_32F && depth != CV_64F)
            CV_Error(Error::StsUnsupportedFormat,
                     format("src has depth %s; CV_8U, CV_16U, CV_16S, CV_32F and CV_64F are accepted",
                            depthToString(depth)));
        if (src.size().width == INT_MAX || src.size().height == INT_MAX)
            CV_Error(Error::StsOutOfRange,
                     format("src is %d x %d; sides below %d are accepted, its table is one longer", src.size().width,
                            src.size().height, INT_MAX));
        if (onDevice && channels > 4)
            CV_Error(Error::BadNumChannels, format("src has %d channels; 1 to 4 are accepted on the GPU", channels));
        checkRadius(src, onDevice);
        const bool both = asked.findsVariance;
        const int real = depth == CV_64F ? CV_64F : CV_32F, result = both               ? real
                                                                     : asked.ddepth < 0 ? depth
                                                                                        : asked.ddepth;
        for (int i = 0; i <= int(both); i++)
        {
            outputs[i].sizes = src.size();
            outputs[i].type = CV_MAKETYPE(result, channels);
            outputs[i].allowed = Overlap::ANY; // all of the source is in the table first
        }
    }

    //! On the host its values, too.
    void checkRadius(InputArray src, bool onDevice) const
    {
        if (!asked.radius.isGiven())
            return;
        asked.radius.checkSide(onDevice);
        asked.radius.checkType({CV_8UC1, CV_16UC1, CV_32FC1}, "CV_8UC1, CV_16UC1 and CV_32FC1");
        asked.radius.checkSize(src.size());
        const Mat& values = asked.radius.onHost();
        Point where;
        if (!onDevice && !checkRange(values, true, &where, 0, MAX_RADIUS + 0.5))
        {
            Mat value;
            values(Rect(where, Size(1, 1))).convertTo(value, CV_64F);
            CV_Error(Error::StsOutOfRange, format("radius at (%d, %d) is %g; 0 to %d are accepted", where.x, where.y,
                                                  value.at<double>(0, 0), MAX_RADIUS));
        }
    }

    CallMemory auxiliaryMemory() const override { return asked.radius.memory(); }

    //! Depth of the table of sums.
    int sumDepth(int depth) const
    {
        const bool mayWrap = asked.radius.isGiven()
                                 ? asked.radius.type() != CV_8UC1
                                 : double(asked.window.width) * asked.window.height >= MOST_MODULAR_PIXELS;
        return depth == CV_8U && !mayWrap ? CV_32S : CV_64F;
    }

    template <typename Array>
    BoxJob<Array> jobOf(const Array* results, int count) const
    {
        BoxJob<Array> job;
        job.window = asked.window;
        job.borderType = asked.borderType;
        job.mean = results[MEAN];
        if (count > 1)
            job.variance = results[VARIANCE];
        return job;
    }

    BoxTableKind tablesOf(int depth, bool hasSquares) const { return {sumDepth(depth), hasSquares}; }

    void runOnHost(const Mat& src, Mat* results, const CallOutput*, int count) const override
    {
        BoxJob<Mat> job = jobOf(results, count);
        job.radius = asked.radius.apartFrom(job.mean);
        computeBoxes(src, tablesOf(src.depth(), !job.variance.empty()), job);
    }

    void runOnDevice(const cuda::GpuMat& src, bool, cuda::GpuMat* results, int count,
                     cuda::Stream& stream) const override
    {
        BoxJob<cuda::GpuMat> job = jobOf(results, count);
        const DeviceBoxTables tables(src, tablesOf(src.depth(), !job.variance.empty()));
        const cuda::GpuMat& given = asked.radius.onDevice();
        StagedImage mean(job.mean), variance(job.variance), radius(given, overlap(given, job.mean));
        const StagedMemory memory(tables.bytes(), {&mean, &variance, &radius}, stream);
        radius.load(stream);
        job.mean = mean.image();
        job.variance = variance.image();
        job.radius = radius.image();
        tables.computeBoxes(src, memory.data(), job, stream);
        mean.store(stream);
        variance.store(stream);
    }

    const BoxQuestion asked;
};

BoxQuestion questionOf(Size window, int borderType, int ddepth)
{
    checkWindow(window);
    checkBorder(withoutIsolated(borderType), "borderType");
    checkResultDepth(ddepth);
    return {window, AuxiliaryArray("radius"), withoutIsolated(borderType), ddepth, false};
}

void filterBoxes(InputArray src, OutputArray dst, Size window, const _InputArray* radius, int borderType, int ddepth,
                 cuda::Stream* stream)
{
    BoxQuestion question = questionOf(window, borderType, ddepth);
    if (radius)
        question.radius = AuxiliaryArray("radius", *radius);
    BoxOperator(question).apply(src, dst, "dst", nullptr, stream);
}

void findMeanVariance(InputArray src, OutputArray mean, OutputArray variance, Size window, int borderType,
                      cuda::Stream* stream)
{
    BoxQuestion question = questionOf(window, borderType, -1);
    question.findsVariance = true;
    BoxOperator(question).apply(src, mean, "mean", &variance, stream);
}

}}} // namespace cv::recfilter::

namespace cv { namespace cuda {

using namespace cv::recfilter;

void boxFilter(InputArray src, OutputArray dst, Size window, int borderType, int ddepth)
{
    filterBoxes(src, dst, window, nullptr, borderType, ddepth, nullptr);
}

void boxFilter(InputArray src, OutputArray dst, Size window, int borderType, int ddepth, Stream& stream)
{
    filterBoxes(src, dst, window, nullptr, borderType, ddepth, &stream);
}

void localMeanVariance(InputArray src, OutputArray mean, OutputArray variance, Size window, int borderType)
{
    findMeanVariance(src, mean, variance, window, borderType, nullptr);
}

void localMeanVariance(InputArray src, OutputArray mean, OutputArray variance, Size window, int borderType,
                       Stream& stream)
{
    findMeanVariance(src, mean, variance, window, borderType, &stream);
}

void boxFilterByRadius(InputArray src, InputArray radius, OutputArray dst, int borderType, int ddepth)
{
    filterBoxes(src, dst, Size(1, 1), &radius, borderType, ddepth, nullptr);
}

void boxFilterByRadius(InputArray src, InputArray radius, OutputArray dst, int borderType, int ddepth, Stream& stream)
{
    filterBoxes(src, dst, Size(1, 1), &radius, borderType, ddepth, &stream);
}

}} // namespace cv::cuda
