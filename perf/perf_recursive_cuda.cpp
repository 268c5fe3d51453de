// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Recursive filters on the GPU against a copy from device to device.

#include "perf_any_filter.hpp"

#ifdef HAVE_RECFILTER_CUDA
#include "device_copy_reference.hpp"

namespace opencv_test { namespace {

//! Filters are timed only if their results agree with those of the CPU.
class RecursiveCuda : public perf::TestBase
{
protected:
    void measureOnDevice(const Mat& src, const Ptr<RecursiveFilter>& filter, double maxError)
    {
        Mat expected;
        filter->apply(src, expected);
        GpuMat source(src), destination(src.size(), src.type(), Scalar::all(0));
        const auto run = [&](Stream& stream) { filter->apply(source, destination, stream); };
        reportDeviceRatio(measureAgainstDeviceCopy(run, source, destination));
        Mat result(destination);
        ASSERT_TRUE(result.depth() == CV_16F || checkRange(result.reshape(1)));
        const double scale = src.depth() < CV_32F ? 1 : cvtest::norm(expected, NORM_INF);
        EXPECT_LE(cvtest::norm(result, expected, NORM_INF), maxError * scale);
        TEST_CYCLE_N(10)
        {
            run(Stream::Null());
            cudaDeviceSynchronize();
        }
        SANITY_CHECK_NOTHING();
    }
};

double errorOf(int type)
{
    const int depth = CV_MAT_DEPTH(type);
    return depth < CV_32F ? 1 : depth == CV_16F ? 2e-3 : depth == CV_32F ? 2e-5 : 1e-12;
}

class RecursiveCuda_Size : public RecursiveCuda, public testing::WithParamInterface<tuple<Size, FilterEnum, BorderEnum>>
{};

PERF_TEST_P(RecursiveCuda_Size, apply,
            testing::Combine(testing::Values(Size(1024, 1024), Size(1920, 1080), Size(2048, 2048), Size(3840, 2160),
                                             Size(4096, 4096), Size(8192, 8192), Size(16384, 16384)),
                             FilterEnum::all(), testing::Values(BORDER_REFLECT)))
{
    needDevice();
    const Ptr<RecursiveFilter> filter = makeFilter(get<1>(GetParam()), get<2>(GetParam()));
    measureOnDevice(noise(get<0>(GetParam()), CV_32FC1), filter, errorOf(CV_32F));
}

//! Filters that users bring, in float and in double.
class RecursiveCuda_Any : public RecursiveCuda, public testing::WithParamInterface<tuple<int, MatDepth, AnyFilter>>
{};

PERF_TEST_P(RecursiveCuda_Any, apply,
            testing::Combine(testing::Values(1024, 2048, 4096, 8192), testing::Values(CV_32F, CV_64F),
                             testing::ValuesIn(AnyFilter::all())))
{
    needDevice();
    const int side = get<0>(GetParam()), depth = get<1>(GetParam());
    // A running sum of noise has no largest response: its result grows with the line.
    measureOnDevice(noise(Size(side, side), depth), get<2>(GetParam()).make(), errorOf(depth));
}

//! The papers' algorithms.
class RecursiveCuda_Algorithm : public RecursiveCuda,
                                public testing::WithParamInterface<tuple<Size, FilterEnum, Algorithm>>
{};

PERF_TEST_P(RecursiveCuda_Algorithm, apply,
            testing::Combine(testing::Values(Size(512, 512), Size(1024, 1024), Size(2048, 2048), Size(4096, 4096),
                                             Size(8192, 8192)),
                             testing::Values(ORDER_1, ORDER_2, ORDER_3),
                             testing::ValuesIn(Algorithm::all(&cv::recfilter::Schedule::onDevice))))
{
    needDevice();
    const Algorithm algorithm = get<2>(GetParam());
    measureOnDevice(noise(get<0>(GetParam()), CV_32FC1), makeFilter(get<1>(GetParam()), algorithm.border(), algorithm),
                    errorOf(CV_32F));
}

class GaussianCuda_Sigma : public RecursiveCuda, public testing::WithParamInterface<tuple<Size, int, double>>
{};

PERF_TEST_P(GaussianCuda_Sigma, apply,
            testing::Combine(testing::Values(Size(1024, 1024), Size(4096, 4096), Size(8192, 8192), Size(16384, 16384)),
                             testing::Values<int>(GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE),
                             testing::Values(2., 5., 30., 1000.)))
{
    needDevice();
    const double sigma = get<2>(GetParam());
    measureOnDevice(noise(get<0>(GetParam()), CV_32FC1), gaussianFilter(sigma, BORDER_REFLECT, get<1>(GetParam())),
                    errorOf(CV_32F));
}

//! Cascades of three, four and five poles a side.
class GaussianCuda_VanVliet : public RecursiveCuda, public testing::WithParamInterface<tuple<Size, int, double>>
{};

PERF_TEST_P(GaussianCuda_VanVliet, apply,
            testing::Combine(testing::Values(Size(1024, 1024), Size(4096, 4096), Size(8192, 8192)),
                             testing::Values<int>(GAUSSIAN_VAN_VLIET_3, GAUSSIAN_VAN_VLIET_4, GAUSSIAN_VAN_VLIET_5),
                             testing::Values(5., 100.)))
{
    needDevice();
    const double sigma = get<2>(GetParam());
    measureOnDevice(noise(get<0>(GetParam()), CV_32FC1), gaussianFilter(sigma, BORDER_REFLECT, get<1>(GetParam())),
                    errorOf(CV_32F));
}

class GaussianCuda_Lee : public RecursiveCuda, public testing::WithParamInterface<tuple<Size, int>>
{};

PERF_TEST_P(GaussianCuda_Lee, apply,
            testing::Combine(testing::Values(Size(512, 512), Size(1920, 1080), Size(4096, 4096)),
                             testing::Values<int>(GAUSSIAN_LEE_ONE_WAY, GAUSSIAN_LEE_TWO_WAY)))
{
    needDevice();
    measureOnDevice(noise(get<0>(GetParam()), CV_32FC1), gaussianFilter(5, BORDER_REPLICATE, get<1>(GetParam())),
                    errorOf(CV_32F));
}

class GaussianCuda_Blur : public RecursiveCuda, public testing::WithParamInterface<tuple<Size, MatType>>
{};

//! recursiveGaussianBlur in a loop of frames, by turns with a filter that the caller keeps.
PERF_TEST_P(GaussianCuda_Blur, over_kept_filter,
            testing::Combine(testing::Values(Size(640, 480), Size(1920, 1080)), testing::Values(CV_8UC3, CV_32FC1)))
{
    needDevice();
    const GpuMat src(noise(get<0>(GetParam()), get<1>(GetParam())));
    GpuMat dst;
    const auto filter = createRecursiveGaussianFilter(80);
    reportInTurn(
        timesInTurn({[&](Stream& stream) { filter->apply(src, dst, stream); },
                     [&](Stream& stream) { recursiveGaussianBlur(src, dst, 80, 0, BORDER_DEFAULT, -1, stream); }}));
    TEST_CYCLE_N(10) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

class SplineCuda_Degree : public RecursiveCuda, public testing::WithParamInterface<tuple<Size, int>>
{};

PERF_TEST_P(SplineCuda_Degree, prefilter,
            testing::Combine(testing::Values(Size(1024, 1024), Size(4096, 4096), Size(8192, 8192)),
                             testing::Values(2, 3, 5, 7, 9)))
{
    needDevice();
    measureOnDevice(noise(get<0>(GetParam()), CV_32FC1), createBSplinePrefilter(get<1>(GetParam())), errorOf(CV_32F));
}

class RecursiveCuda_Border : public RecursiveCuda, public testing::WithParamInterface<tuple<Size, FilterEnum>>
{};

//! The five borders in turn, so that none finds the device in a better state than another.
PERF_TEST_P(RecursiveCuda_Border, compared,
            testing::Combine(testing::Values(Size(4096, 4096), Size(8192, 8192), Size(16384, 16384)),
                             FilterEnum::all()))
{
    needDevice();
    const Mat src = noise(get<0>(GetParam()), CV_32FC1);
    const GpuMat source(src);
    const auto borders = BorderEnum::all();
    std::vector<Ptr<RecursiveFilter>> filters;
    for (auto border = borders.begin(); border != borders.end(); ++border)
        filters.push_back(makeFilter(get<1>(GetParam()), *border));
    std::vector<GpuMat> results;
    std::vector<std::function<void(Stream&)>> calls;
    for (const auto& filter : filters)
    {
        results.push_back(GpuMat(src.size(), src.type(), Scalar::all(0)));
        const size_t i = results.size() - 1;
        calls.push_back([filter, &source, &results, i](Stream& stream) { filter->apply(source, results[i], stream); });
    }
    reportInTurn(timesInTurn(calls));
    for (size_t i = 0; i < filters.size(); i++)
    {
        Mat expected, actual(results[i]);
        filters[i]->apply(src, expected);
        ASSERT_TRUE(checkRange(actual));
        EXPECT_LE(cvtest::norm(actual, expected, NORM_INF), errorOf(CV_32F) * cvtest::norm(expected, NORM_INF));
    }
    TEST_CYCLE_N(10)
    {
        for (const auto& call : calls)
            call(Stream::Null());
        cudaDeviceSynchronize();
    }
    SANITY_CHECK_NOTHING();
}

class RecursiveCuda_Type : public RecursiveCuda, public testing::WithParamInterface<tuple<MatType, FilterEnum>>
{};

PERF_TEST_P(RecursiveCuda_Type, apply_4096,
            testing::Combine(testing::Values(CV_8UC1, CV_16UC1, CV_16SC1, CV_16FC1, CV_32FC1, CV_64FC1, CV_8UC3,
                                             CV_8UC4, CV_32FC3, CV_32FC4),
                             testing::Values(ORDER_1, ORDER_3, BSPLINE_3)))
{
    needDevice();
    const int type = get<0>(GetParam());
    measureOnDevice(noise(Size(4096, 4096), type), makeFilter(get<1>(GetParam()), BORDER_REFLECT), errorOf(type));
}

class RecursiveCuda_Frame : public RecursiveCuda, public testing::WithParamInterface<tuple<Size, MatType, bool>>
{};

//! Frames of a video, gray and in colour, by order 1 and by a Gaussian of sigma 30.
PERF_TEST_P(RecursiveCuda_Frame, gaussian,
            testing::Combine(testing::Values(Size(1280, 720), Size(1920, 1080), Size(2560, 1440), Size(3840, 2160),
                                             Size(4096, 4096)),
                             testing::Values(CV_8UC1, CV_8UC3, CV_8UC4, CV_32FC1, CV_32FC3), testing::Bool()))
{
    needDevice();
    const int type = get<1>(GetParam());
    measureOnDevice(noise(get<0>(GetParam()), type),
                    get<2>(GetParam()) ? gaussianFilter(30, BORDER_REFLECT, GAUSSIAN_ACCURATE)
                                       : makeFilter(ORDER_1, BORDER_REFLECT),
                    errorOf(type));
}

}} // namespace opencv_test

#endif
