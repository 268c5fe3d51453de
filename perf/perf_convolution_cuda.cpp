// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Non-separable filters on the GPU against a copy from device to device.

#include "perf_precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA
#include "device_copy_reference.hpp"

#include "dense/plan/conv_algorithms.hpp"

namespace opencv_test { namespace {

//! A row of the table that takes a GpuMat.
struct GpuAlgorithm
{
    const cv::recfilter::ConvAlgorithm* row;
};

void PrintTo(const GpuAlgorithm& algorithm, std::ostream* os)
{
    *os << algorithm.row->name;
}

std::vector<GpuAlgorithm> gpuAlgorithms()
{
    std::vector<GpuAlgorithm> list;
    for (const auto& row : cv::recfilter::convAlgorithms())
        if (row.onDevice)
            list.push_back({&row});
    return list;
}

Mat valuesOf(Size size, int type)
{
    Mat values(size, type);
    RNG rng(1);
    rng.fill(values, RNG::UNIFORM, 0, CV_MAT_DEPTH(type) == CV_8U ? 256 : 1);
    return values;
}

//! A kernel of full rank whose taps sum to about 0.
Mat denseKernel(int size, int type = CV_32FC1, uint64 seed = 2)
{
    Mat taps(size, size, type);
    RNG rng(seed);
    rng.fill(taps, RNG::UNIFORM, -1, 1);
    return taps / size;
}

/** Filters are timed only if their results agree with those of direct convolution on the CPU, in some rows at the top,
which take a fraction of the time. */
class ConvolutionCuda : public perf::TestBase
{
protected:
    void measure(const Mat& src, const std::vector<Mat>& kernels, const NonSeparableParams& params, double maxError)
    {
        const auto filter = createNonSeparableFilter(kernels, params);
        const GpuMat source(src);
        GpuMat dst;
        filter->apply(source, dst);
        expectTopRows(Mat(dst), src, kernels, params, maxError);
        const auto run = [&](Stream& stream) { filter->apply(source, dst, stream); };
        const DeviceRatio ratio = measureAgainstDeviceCopy(run, source, dst);
        reportDeviceRatio(ratio);
        const double multiplyAdds =
            double(src.total()) * src.channels() * double(kernels[0].total()) * double(kernels.size());
        printf("[  RATE    ] %.2f T multiply-adds/s back to back\n", multiplyAdds / ratio.batch / 1e6);
        TEST_CYCLE_N(10)
        {
            run(Stream::Null());
            cudaDeviceSynchronize();
        }
        SANITY_CHECK_NOTHING();
    }

private:
    static void expectTopRows(const Mat& dst, const Mat& src, const std::vector<Mat>& kernels,
                              NonSeparableParams params, double maxError)
    {
        params.algorithm = CONVOLUTION_DIRECT;
        const int reach = kernels[0].rows, rows = std::min(src.rows - reach, 200);
        Mat expected;
        createNonSeparableFilter(kernels, params)->apply(src.rowRange(0, rows + reach), expected);
        expected = expected.rowRange(0, rows).reshape(1);
        const double scale = src.depth() < CV_32F ? 1 : cvtest::norm(expected, NORM_INF);
        EXPECT_LE(cvtest::norm(dst.rowRange(0, rows).reshape(1), expected, NORM_INF), maxError * scale);
    }
};

class ConvolutionCuda_Algorithm : public ConvolutionCuda,
                                  public testing::WithParamInterface<tuple<Size, int, GpuAlgorithm>>
{};

//! Figures of Eklund and Dufort 2013: the kernel's size, by each of their variants and by this module's.
PERF_TEST_P(ConvolutionCuda_Algorithm, float_4096,
            testing::Combine(testing::Values(Size(4096, 4096)), testing::Values(3, 5, 7, 9, 11, 13, 15, 17),
                             testing::ValuesIn(gpuAlgorithms())))
{
    needDevice();
    NonSeparableParams params;
    params.algorithm = get<2>(GetParam()).row->algorithm;
    measure(valuesOf(get<0>(GetParam()), CV_32FC1), {denseKernel(get<1>(GetParam()))}, params, 1e-5);
}

PERF_TEST_P(ConvolutionCuda_Algorithm, other_sizes,
            testing::Combine(testing::Values(Size(640, 480), Size(1920, 1080), Size(4095, 4097), Size(8192, 8192)),
                             testing::Values(3, 4, 9, 10, 11, 17),
                             testing::Values(GpuAlgorithm{cv::recfilter::findConvAlgorithm(CONVOLUTION_STRICT)})))
{
    needDevice();
    NonSeparableParams params;
    params.algorithm = CONVOLUTION_STRICT;
    measure(valuesOf(get<0>(GetParam()), CV_32FC1), {denseKernel(get<1>(GetParam()))}, params, 1e-5);
}

//! Pixels by which tensor cores may lose digits.
enum UnlikePixels
{
    NOISE,
    HALF_ZEROS, //!< and noise
    DARK_HALF,  //!< one strip of 32 holds its edge
    DARK_DOTS   //!< holes of zeros with a faint pixel each
};

class ConvolutionCuda_Pixels : public ConvolutionCuda, public testing::WithParamInterface<tuple<int, int>>
{};

//! HALF_ZEROS takes as long as NOISE, but for a few microseconds.
PERF_TEST_P(ConvolutionCuda_Pixels, matrix_4096,
            testing::Combine(testing::Values<int>(NOISE, HALF_ZEROS, DARK_HALF, DARK_DOTS),
                             testing::Values(5, 7, 9, 11, 17)))
{
    needDevice();
    NonSeparableParams params;
    params.algorithm = CONVOLUTION_MATRIX;
    Mat src = valuesOf(Size(4096, 4096), CV_32FC1);
    const int kind = get<0>(GetParam());
    if (kind == HALF_ZEROS)
    {
        src -= Scalar::all(0.5);
        src.setTo(Scalar::all(0), src < 0);
    }
    else if (kind == DARK_HALF)
        src.colRange(0, 2000) *= 1e-9;
    else if (kind == DARK_DOTS)
        for (int i = 0; i < 64; i++)
        {
            src(Rect(i * 61, i * 59, 25, 25)).setTo(Scalar::all(0));
            src.at<float>(i * 59 + 12, i * 61 + 12) = 1e-9f;
        }
    measure(src, {denseKernel(get<1>(GetParam()))}, params, 1e-5);
}

class ConvolutionCuda_Type : public ConvolutionCuda, public testing::WithParamInterface<tuple<MatType, int>>
{};

PERF_TEST_P(ConvolutionCuda_Type, strict_4096,
            testing::Combine(testing::Values(CV_8UC1, CV_8UC3, CV_16UC1, CV_16FC1, CV_32FC3, CV_64FC1),
                             testing::Values(3, 5, 7, 9, 11, 17, 21)))
{
    needDevice();
    NonSeparableParams params;
    params.algorithm = CONVOLUTION_STRICT;
    const int type = get<0>(GetParam()), depth = CV_MAT_DEPTH(type);
    measure(valuesOf(Size(4096, 4096), type), {denseKernel(get<1>(GetParam()))}, params,
            depth == CV_8U    ? 0
            : depth < CV_32F  ? 1
            : depth == CV_16F ? 2e-3
                              : 1e-5);
}

class ConvolutionCuda_Bank : public ConvolutionCuda, public testing::WithParamInterface<tuple<int, int, bool>>
{};

//! Several kernels in one read, real and complex, as channels of one array.
PERF_TEST_P(ConvolutionCuda_Bank, strict_2048,
            testing::Combine(testing::Values(1, 2, 4, 6), testing::Values(3, 7, 9, 11), testing::Bool()))
{
    needDevice();
    NonSeparableParams params;
    params.algorithm = CONVOLUTION_STRICT;
    std::vector<Mat> kernels;
    for (int i = 0; i < get<0>(GetParam()); i++)
        kernels.push_back(denseKernel(get<1>(GetParam()), get<2>(GetParam()) ? CV_32FC2 : CV_32FC1, uint64(i) + 1));
    measure(valuesOf(Size(2048, 2048), CV_32FC1), kernels, params, 1e-5);
}

class ConvolutionCuda_Border : public ConvolutionCuda, public testing::WithParamInterface<tuple<int, int, bool>>
{};

PERF_TEST_P(ConvolutionCuda_Border, strict_4096,
            testing::Combine(testing::Values<int>(BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101,
                                                  BORDER_WRAP),
                             testing::Values(3, 7, 11), testing::Bool()))
{
    needDevice();
    NonSeparableParams params;
    params.algorithm = CONVOLUTION_STRICT;
    params.borderType = {get<0>(GetParam())};
    params.valid = get<2>(GetParam());
    if (params.borderType[0] == BORDER_WRAP && !params.valid)
        throw SkipTestException("the top rows need the bottom ones");
    measure(valuesOf(Size(4096, 4096), CV_32FC1), {denseKernel(get<1>(GetParam()))}, params, 1e-5);
}

class ConvolutionCuda_Large : public ConvolutionCuda, public testing::WithParamInterface<tuple<int, GpuAlgorithm>>
{};

//! Where Fourier transforms take over.
PERF_TEST_P(ConvolutionCuda_Large, float_4096,
            testing::Combine(testing::Values(19, 25, 31, 41, 51, 65, 101),
                             testing::Values(GpuAlgorithm{cv::recfilter::findConvAlgorithm(CONVOLUTION_DIRECT)},
                                             GpuAlgorithm{cv::recfilter::findConvAlgorithm(CONVOLUTION_FFT)})))
{
    needDevice();
    NonSeparableParams params;
    params.algorithm = get<1>(GetParam()).row->algorithm;
    measure(valuesOf(Size(4096, 4096), CV_32FC1), {denseKernel(get<0>(GetParam()))}, params, 1e-5);
}

}} // namespace opencv_test

#endif
