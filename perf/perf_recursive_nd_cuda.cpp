// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Recursive filters of volumes, series and lists of images on the GPU, against a copy from device to device.

#include "perf_volumes.hpp"

#ifdef HAVE_RECFILTER_CUDA
#include "device_copy_reference.hpp"
#include "device_rows.hpp"

namespace opencv_test { namespace {

double errorOf(int depth)
{
    return depth < CV_32F ? 1 : 2e-5;
}

class VolumeOnDevice : public perf::TestBase
{
protected:
    //! Timed only if the result agrees with that of the CPU.
    void measure(const Ptr<RecursiveFilter>& filter, const Mat& src)
    {
        GpuMatND source, dst;
        source.upload(src);
        filter->apply(source, dst);
        Mat expected, actual;
        filter->apply(src, expected);
        dst.download(actual);
        const double scale = src.depth() < CV_32F ? 1 : cvtest::norm(expected, NORM_INF);
        EXPECT_LE(cvtest::norm(actual, expected, NORM_INF), errorOf(src.depth()) * scale);
        const auto run = [&](Stream& stream) { filter->apply(source, dst, stream); };
        reportDeviceRatio(measureAgainstDeviceCopy(run, rowsOf(source), rowsOf(dst), roundsWithin(run)));
        TEST_CYCLE_N(3)
        {
            run(Stream::Null());
            cudaDeviceSynchronize();
        }
        SANITY_CHECK_NOTHING();
    }
};

class RecursiveCuda_Volume : public VolumeOnDevice,
                             public testing::WithParamInterface<tuple<Volume, MatType, FilterEnum>>
{};

PERF_TEST_P(RecursiveCuda_Volume, apply,
            testing::Combine(testing::ValuesIn(Volume::all()), testing::Values(CV_32F, CV_8U),
                             testing::Values(ORDER_1, ORDER_3, BSPLINE_3)))
{
    needDevice();
    const Volume volume = get<0>(GetParam());
    measure(makeArrayFilter(get<2>(GetParam()), volume.dimensions), volume.noise(get<1>(GetParam())));
}

//! GAUSSIAN_ACCURATE: sigma of all axes.
class RecursiveCuda_VolumeGaussian : public VolumeOnDevice, public testing::WithParamInterface<tuple<Volume, double>>
{};

PERF_TEST_P(RecursiveCuda_VolumeGaussian, apply,
            testing::Combine(testing::ValuesIn(Volume::all()), testing::Values(2., 30.)))
{
    needDevice();
    const Volume volume = get<0>(GetParam());
    const RecursiveGaussianNDParams params(volume.dimensions, {get<1>(GetParam())});
    measure(createRecursiveGaussianFilter(params), volume.noise(CV_32F));
}

//! One long line, or a few: samples of a line, lines. Timed only if the result agrees with that of the CPU.
typedef tuple<int, int> DeviceLine;
typedef perf::TestBaseWithParam<tuple<DeviceLine, MatType, FilterEnum>> RecursiveCuda_Line;

PERF_TEST_P(RecursiveCuda_Line, apply,
            testing::Combine(testing::Values(DeviceLine(1 << 18, 1), DeviceLine(1 << 22, 1), DeviceLine(1 << 28, 1),
                                             DeviceLine(1 << 24, 16)),
                             testing::Values(CV_32F, CV_64F), testing::Values(ORDER_1, ORDER_3, BSPLINE_3)))
{
    needDevice();
    const DeviceLine line = get<0>(GetParam());
    const int type = get<1>(GetParam());
    if (type == CV_64F && int64(get<0>(line)) * get<1>(line) == 1 << 28)
        throw SkipTestException("takes 4 GB");
    Mat src(get<1>(line), get<0>(line), type), expected, actual;
    theRNG().fill(src, RNG::UNIFORM, 0, 1);
    const Ptr<RecursiveFilter> filter = makeArrayFilter(get<2>(GetParam()), {1});
    const GpuMat source(src);
    GpuMat dst;
    filter->apply(source, dst);
    filter->apply(src, expected);
    dst.download(actual);
    EXPECT_LE(cvtest::norm(actual, expected, NORM_INF), errorOf(src.depth()) * cvtest::norm(expected, NORM_INF));
    const auto run = [&](Stream& stream) { filter->apply(source, dst, stream); };
    reportDeviceRatio(measureAgainstDeviceCopy(run, source, dst, roundsWithin(run)));
    TEST_CYCLE_N(3)
    {
        run(Stream::Null());
        cudaDeviceSynchronize();
    }
    SANITY_CHECK_NOTHING();
}

/** Frames in one call, and one by one.
@param apart each in memory of its own, else one behind the other */
class FramesOnDevice : public perf::TestBase
{
protected:
    void measure(const Ptr<RecursiveFilter>& filter, int count, Size size, int type, bool apart)
    {
        Mat pixels(count * size.height, size.width, type);
        theRNG().fill(pixels, RNG::UNIFORM, 0, pixels.depth() == CV_8U ? 255 : 1);
        const GpuMat all(pixels), allResults(pixels.size(), type);
        std::vector<GpuMat> frames, results;
        for (int i = 0; i < count; i++)
        {
            frames.push_back(all.rowRange(i * size.height, (i + 1) * size.height));
            results.push_back(allResults.rowRange(i * size.height, (i + 1) * size.height));
            if (apart)
            {
                frames.back() = frames.back().clone();
                results.back() = results.back().clone();
            }
        }
        const auto inList = [&](Stream& stream) { filter->apply(frames, results, stream); };
        const auto inLoop = [&](Stream& stream) {
            for (size_t i = 0; i < frames.size(); i++)
                filter->apply(frames[i], results[i], stream);
        };
        inList(Stream::Null());
        const Mat actual(results[5]);
        Mat expected;
        filter->apply(Mat(frames[5]), expected);
        EXPECT_LE(cvtest::norm(actual, expected, NORM_INF), errorOf(actual.depth()) * 2);
        printf("in a list:\n");
        reportDeviceRatio(measureAgainstDeviceCopy(inList, all, allResults, 2), "list");
        printf("in a loop:\n");
        reportDeviceRatio(measureAgainstDeviceCopy(inLoop, all, allResults, 2));
        TEST_CYCLE_N(3)
        {
            inList(Stream::Null());
            cudaDeviceSynchronize();
        }
        SANITY_CHECK_NOTHING();
    }
};

class RecursiveCuda_Frames : public FramesOnDevice, public testing::WithParamInterface<tuple<MatType, FilterEnum, bool>>
{};

PERF_TEST_P(RecursiveCuda_Frames, list_and_loop,
            testing::Combine(testing::Values(CV_32F, CV_8U), testing::Values(ORDER_1, ORDER_3), testing::Bool()))
{
    needDevice();
    measure(makeArrayFilter(get<1>(GetParam()), {0, 1}), 64, Size(1920, 1080), get<0>(GetParam()), get<2>(GetParam()));
}

class GaussianCuda_Frames : public FramesOnDevice, public testing::WithParamInterface<tuple<Size, MatType>>
{};

PERF_TEST_P(GaussianCuda_Frames, list_and_loop,
            testing::Combine(testing::Values(Size(1920, 1080), Size(3840, 2160)), testing::Values(CV_8UC1, CV_8UC3)))
{
    needDevice();
    measure(createRecursiveGaussianFilter(30.), 16, get<0>(GetParam()), get<1>(GetParam()), true);
}

}} // namespace opencv_test

#endif
