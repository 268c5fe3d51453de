// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Non-separable filters of volumes, and of volumes over time, on the GPU against a copy from device to device.

#include "perf_precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA
#include "device_copy_reference.hpp"
#include "device_rows.hpp"

namespace opencv_test { namespace {

typedef std::vector<int> Lengths;

Mat valuesOf(const Lengths& sizes, int type)
{
    Mat values(int(sizes.size()), sizes.data(), type);
    RNG rng(1);
    rng.fill(values, RNG::UNIFORM, 0, CV_MAT_DEPTH(type) == CV_8U ? 256 : 1);
    return values;
}

//! A kernel of full rank whose taps sum to about 0.
Mat denseKernel(int dims, int side, uint64 seed = 2)
{
    const Lengths sizes(size_t(dims), side);
    Mat taps(dims, sizes.data(), CV_32F);
    RNG rng(seed);
    rng.fill(taps, RNG::UNIFORM, -1, 1);
    return taps / std::pow(double(side), dims / 2.);
}

/** Filters are timed only if their results agree with those of the CPU in the first planes, which take a fraction of
the time. */
class ConvolutionND : public perf::TestBase
{
protected:
    void measure(const Mat& src, const std::vector<Mat>& kernels, int algorithm, double maxError)
    {
        NonSeparableParams params;
        params.algorithm = algorithm;
        const auto filter = createNonSeparableFilter(kernels, params);
        GpuMatND source, dst;
        source.upload(src);
        filter->apply(source, dst);
        expectFirstPlanes(dst, src, kernels, maxError);
        const auto run = [&](Stream& stream) { filter->apply(source, dst, stream); };
        const DeviceRatio ratio = measureAgainstDeviceCopy(run, rowsOf(source), rowsOf(dst), roundsWithin(run));
        reportDeviceRatio(ratio);
        const double multiplyAdds =
            double(src.total()) * src.channels() * double(kernels[0].total()) * double(kernels.size());
        printf("[  RATE    ] %.2f T multiply-adds/s back to back\n", multiplyAdds / ratio.batch / 1e6);
        TEST_CYCLE_N(3)
        {
            run(Stream::Null());
            cudaDeviceSynchronize();
        }
        SANITY_CHECK_NOTHING();
    }

private:
    static void expectFirstPlanes(const GpuMatND& dst, const Mat& src, const std::vector<Mat>& kernels, double maxError)
    {
        NonSeparableParams params;
        params.algorithm = CONVOLUTION_DIRECT;
        const int reach = kernels[0].size[0], planes = 1;
        std::vector<Range> ranges(size_t(src.dims), Range::all());
        ranges[0] = Range(0, std::min(src.size[0], planes + reach));
        Mat all, expected;
        createNonSeparableFilter(kernels, params)->apply(src(ranges).clone(), expected);
        dst.download(all);
        const size_t count = all.total() / size_t(all.size[0]) * planes * size_t(all.channels());
        const Mat first(1, int(count), all.depth(), all.data), reference(1, int(count), all.depth(), expected.data);
        const double scale = src.depth() < CV_32F ? 1 : cvtest::norm(reference, NORM_INF);
        EXPECT_LE(cvtest::norm(first, reference, NORM_INF), maxError * scale);
    }
};

class ConvolutionND_Volume : public ConvolutionND, public testing::WithParamInterface<tuple<int, int>>
{};

//! Figures of Eklund and Dufort 2013: the kernel's size. Prototypes took 41, 102, 264, 598 and 1136 us up to 11 taps.
PERF_TEST_P(ConvolutionND_Volume, float_256,
            testing::Combine(testing::Values(3, 4, 5, 7, 9, 11, 13, 17),
                             testing::Values<int>(CONVOLUTION_AUTO, CONVOLUTION_DIRECT, CONVOLUTION_FFT)))
{
    needDevice();
    measure(valuesOf({256, 256, 256}, CV_32FC1), {denseKernel(3, get<0>(GetParam()))}, get<1>(GetParam()), 1e-5);
}

//! The same of 128 x 128 x 128 x 32. Prototypes took 0.27, 2.0, 8.3, 18.7 and 44.8 ms from 3 to 11 taps.
PERF_TEST_P(ConvolutionND_Volume, over_time_128,
            testing::Combine(testing::Values(3, 5, 7, 9, 11),
                             testing::Values<int>(CONVOLUTION_AUTO, CONVOLUTION_DIRECT, CONVOLUTION_FFT)))
{
    needDevice();
    measure(valuesOf({32, 128, 128, 128}, CV_32FC1), {denseKernel(4, get<0>(GetParam()))}, get<1>(GetParam()), 1e-5);
}

class ConvolutionND_Pixels : public ConvolutionND, public testing::WithParamInterface<tuple<int, bool>>
{};

//! Pixels by which tensor cores may lose digits: one half is dark, and some boxes hold its edge.
PERF_TEST_P(ConvolutionND_Pixels, matrix_256, testing::Combine(testing::Values(5, 7, 9, 11), testing::Bool()))
{
    needDevice();
    Mat src = valuesOf({256, 256, 256}, CV_32FC1);
    if (get<1>(GetParam()))
    {
        Mat rows(256 * 256, 256, CV_32FC1, src.data);
        rows.colRange(0, 110) *= 1e-9;
    }
    measure(src, {denseKernel(3, get<0>(GetParam()))}, CONVOLUTION_MATRIX, 1e-5);
}

class ConvolutionND_Size : public ConvolutionND, public testing::WithParamInterface<tuple<int, int>>
{};

//! Sizes of the scans that are not multiples of a block.
PERF_TEST_P(ConvolutionND_Size, strict,
            testing::Combine(testing::Values(64, 91, 129, 181, 255, 400), testing::Values(3, 5, 7)))
{
    needDevice();
    const int n = get<0>(GetParam());
    measure(valuesOf({n, n, n}, CV_32FC1), {denseKernel(3, get<1>(GetParam()))}, CONVOLUTION_STRICT, 1e-5);
}

class ConvolutionND_Type : public ConvolutionND, public testing::WithParamInterface<tuple<MatType, int>>
{};

PERF_TEST_P(ConvolutionND_Type, strict_256,
            testing::Combine(testing::Values(CV_8UC1, CV_16UC1, CV_16FC1, CV_32FC2, CV_64FC1),
                             testing::Values(3, 5, 7, 9)))
{
    needDevice();
    const int type = get<0>(GetParam()), depth = CV_MAT_DEPTH(type);
    measure(valuesOf({256, 256, 256}, type), {denseKernel(3, get<1>(GetParam()))}, CONVOLUTION_STRICT,
            depth == CV_8U    ? 0
            : depth < CV_32F  ? 1
            : depth == CV_16F ? 2e-3
                              : 1e-5);
}

class ConvolutionND_Bank : public ConvolutionND, public testing::WithParamInterface<tuple<int, int>>
{};

//! Results as channels of one array: their rows are not stored as vectors.
PERF_TEST_P(ConvolutionND_Bank, strict_128, testing::Combine(testing::Values(1, 2, 6), testing::Values(3, 5, 7)))
{
    needDevice();
    std::vector<Mat> kernels;
    for (int i = 0; i < get<0>(GetParam()); i++)
        kernels.push_back(denseKernel(3, get<1>(GetParam()), uint64(i) + 1));
    measure(valuesOf({128, 128, 128}, CV_32FC1), kernels, CONVOLUTION_STRICT, 1e-5);
}

}} // namespace opencv_test

#endif
