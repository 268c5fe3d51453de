// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Non-separable filters on the GPU where sizes and numbers are extreme; see test_convolution_limits.cpp.

#include "convolution_limits.hpp"
#include "device_common.hpp"

#include "dense/plan/conv_algorithms.hpp"

namespace opencv_test { namespace {

//! By a GpuMat or a GpuMatND.
Mat filtered(const Mat& src, const Mat& kernel, const Params& params)
{
    const auto filter = createNonSeparableFilter(kernel, params);
    if (src.dims == 2)
    {
        GpuMat dst;
        filter->apply(GpuMat(src), dst);
        return Mat(dst);
    }
    GpuMatND from, to;
    from.upload(src);
    filter->apply(from, to);
    Mat result;
    to.clone().download(result);
    return result;
}

//! Algorithms that take any kernels, and the variants of the paper.
std::vector<int> algorithmsFor(const Position& kernel, int type)
{
    std::vector<int> list = {CONVOLUTION_AUTO, CONVOLUTION_STRICT, CONVOLUTION_DIRECT, CONVOLUTION_MATRIX};
    if (cv::recfilter::HAS_DEVICE_FFT)
        list.push_back(CONVOLUTION_FFT);
    const int rows = kernel[kernel.size() - 2], columns = kernel.back();
    if (kernel.size() == 2 && std::min(rows, columns) <= 32)
        list.push_back(CONVOLUTION_SEPARABLE);
    if (CV_MAT_DEPTH(type) == CV_32F && std::max(rows, columns) <= 17)
    {
        list.push_back(CONVOLUTION_TEXTURE);
        list.push_back(CONVOLUTION_SHARED);
        if (rows == columns && rows % 2 == 1 && rows > 1)
            list.push_back(CONVOLUTION_SHARED_UNROLLED);
    }
    return list;
}

// ---- Kernels larger than the array ----

TEST(ConvolutionCuda_LargerKernel, definition)
{
    needDevice();
    for (const LargerKernel& row : largerKernels())
        for (int border : BORDERS)
            for (int algorithm : algorithmsFor(row.kernel, row.type))
            {
                Params params = row.params(border);
                params.algorithm = algorithm;
                SCOPED_TRACE(row.text(params));
                const Mat src = arrayOf(row.array, row.type), kernel = kernelOf(row.kernel, CV_32F);
                expectAsDefined(filtered(src, kernel, params), src, kernel, params);
            }
}

TEST(ConvolutionCuda_LargerKernel, bytes)
{
    needDevice();
    for (const Position& kernel : {Position{3, 3}, Position{5, 5}, Position{9, 9}, Position{17, 17}, Position{24, 3}})
        for (const Position& array :
             {Position{1, 1}, Position{1, 2}, Position{2, 2}, Position{2, 40}, Position{200, 3}})
            for (int border : BORDERS)
                for (int channels : {1, 2, 3, 4})
                {
                    Params params;
                    params.borderType = {border};
                    params.ddepth = CV_16S;
                    SCOPED_TRACE(textOf(array) + " by " + textOf(kernel) +
                                 format(", border %d, %d channels", border, channels));
                    const Mat src = arrayOf(array, CV_8UC(channels)), taps = inSteps(kernelOf(kernel, CV_64F));
                    expectAsDefined(filtered(src, taps, params), src, taps, params);
                }
}

TEST(ConvolutionCuda_LargerKernel, random)
{
    needDevice();
    for (uint64 seed = 1; seed <= 150; seed++)
    {
        const LargerKernel row = LargerKernel::random(seed);
        RNG rng(seed);
        for (int algorithm : {CONVOLUTION_AUTO, CONVOLUTION_STRICT, CONVOLUTION_MATRIX})
        {
            Params params = row.params(BORDERS[size_t(rng.uniform(0, int(BORDERS.size())))]);
            params.algorithm = algorithm;
            SCOPED_TRACE(row.text(params) + format(", seed %d", int(seed)));
            const Mat src = arrayOf(row.array, row.type, seed), kernel = kernelOf(row.kernel, CV_32F, seed);
            expectAsDefined(filtered(src, kernel, params), src, kernel, params);
        }
    }
}

TEST(ConvolutionCuda_LargerKernel, estimates)
{
    needDevice();
    for (int algorithm : {CONVOLUTION_AUTO, CONVOLUTION_DIRECT, CONVOLUTION_SEPARABLE})
    {
        Params params;
        params.algorithm = algorithm;
        const auto filter = createNonSeparableFilter(kernelOf({25, 25}, CV_32F), params);
        EXPECT_NO_THROW(filter->estimateWorkspace(Size(3, 2), CV_32F));
    }
}

// ---- Long sums ----

TEST(ConvolutionCuda_FlatSums, every_number_of_taps)
{
    needDevice();
    for (const Position& size : flatSumKernels())
        for (int algorithm : algorithmsFor(size, CV_32F))
            for (uint64 seed = 1; seed <= 4; seed++)
            {
                const FlatSum sum(size, seed, algorithm);
                EXPECT_LE(sum.error(filtered(sum.src, sum.kernel, sum.params)), 2e-6) << sum.text();
            }
}

//! Blocks and marches inside of large images and volumes.
TEST(ConvolutionCuda_FlatSums, large)
{
    needDevice();
    for (const Position& size : {Position{9, 9}, Position{13, 13}, Position{15, 15}, Position{17, 17}, Position{30, 31},
                                 Position{5, 5, 5}, Position{7, 7, 7}, Position{11, 11, 11}, Position{5, 5, 5, 5}})
        for (int algorithm : {CONVOLUTION_DIRECT, CONVOLUTION_STRICT, CONVOLUTION_AUTO})
        {
            FlatSum sum(size, 3, algorithm);
            const Position array = size.size() == 2   ? Position{1000, 1500}
                                   : size.size() == 3 ? Position{60, 100, 132}
                                                      : Position{20, 21, 40, 64};
            sum.src = Mat(int(array.size()), array.data(), CV_32F, Scalar(sum.pixel));
            EXPECT_LE(sum.error(filtered(sum.src, sum.kernel, sum.params)), 2e-6) << sum.text();
        }
}

//! Pixels that are not finite send strips and boxes of tensor cores to other sums.
TEST(ConvolutionCuda_FlatSums, of_ways_out)
{
    needDevice();
    for (const Position& size : {Position{9, 9}, Position{17, 17}, Position{11, 11, 11}})
    {
        FlatSum sum(size, 2, CONVOLUTION_MATRIX);
        const Position array = size.size() == 2 ? Position{100, 200} : Position{30, 40, 60};
        sum.src = Mat(int(array.size()), array.data(), CV_32F, Scalar(sum.pixel));
        setPixel(sum.src, 0, 0, std::numeric_limits<double>::quiet_NaN());
        Mat result = filtered(sum.src, sum.kernel, sum.params);
        result.setTo(sum.count * sum.tap * sum.pixel, result != result);
        EXPECT_LE(sum.error(result), 2e-6) << sum.text();
    }
}

TEST(ConvolutionCuda_FlatSums, delta_is_added_last)
{
    needDevice();
    for (double delta : {100., 128., -1000.})
        for (const Position& size :
             {Position{41, 41}, Position{3, 3}, Position{9, 9}, Position{13, 13}, Position{17, 17}, Position{1, 101},
              Position{101, 1}, Position{3, 3, 3}, Position{5, 5, 5}, Position{9, 9, 9}, Position{3, 3, 3, 3}})
            for (int algorithm : algorithmsFor(size, CV_32F))
            {
                FlatSum sum(size, 5, algorithm);
                sum.setDelta(delta);
                EXPECT_LE(sum.error(filtered(sum.src, sum.kernel, sum.params)), 2e-6) << sum.text();
            }
}

// ---- Pixels that are unlike each other, and those that are not finite ----

//! AUTO takes Fourier transforms only where they lose nothing.
TEST(ConvolutionCuda_UnlikePixels, errors_follow_from_windows)
{
    needDevice();
    for (const UnlikePixels& row : unlikePixels())
        for (int type : {CV_32FC1, CV_32FC3, CV_64FC1})
            for (int border : {BORDER_REFLECT_101, BORDER_CONSTANT, BORDER_WRAP})
            {
                SCOPED_TRACE(format("%s, type %d, border %d", row.name, type, border));
                Params params;
                params.borderType = {border};
                params.borderValue = Scalar::all(border == BORDER_CONSTANT && type == CV_32FC1 ? 0.25 : 0);
                const Mat src = row.source(type), kernel = row.taps();
                expectWindowErrors(filtered(src, kernel, params), src, kernel, params,
                                   type == CV_64FC1 ? 1e-12 : 1e-5 + 1e-7);
            }
}

//! Tensor cores find out which results they lose. Kernels of 3 x 3 taps, and of 5 x 6, are filled up with zero taps.
TEST(ConvolutionCuda_UnlikePixels, tensor_cores)
{
    needDevice();
    for (UnlikePixels row : unlikePixels())
        for (int side : {3, 5, 6, 7, 9, 11, 13, 15, 17})
            for (int channels : {1, 3})
            {
                const size_t dims = row.array.size();
                if (dims > 2 && side > (dims == 3 ? 11 : 5))
                    continue;
                row.kernel = Position(dims, side);
                if (side == 6)
                    row.kernel[0] = 5;
                SCOPED_TRACE(row.name + (", " + textOf(row.kernel)) + format(" taps, %d channels", channels));
                Params params;
                params.algorithm = CONVOLUTION_MATRIX;
                params.borderType = {BORDER_CONSTANT};
                params.borderValue = Scalar::all(channels == 1 ? 1e-3 : 0);
                const Mat src = row.source(CV_32FC(channels)), kernel = row.taps();
                expectWindowErrors(filtered(src, kernel, params), src, kernel, params, 1e-5 + 1e-7);
            }
}

//! Strips and boxes that are full, of which few rows and planes hold such windows.
TEST(ConvolutionCuda_UnlikePixels, tensor_cores_large)
{
    needDevice();
    for (const Position& array : {Position{1000, 1500}, Position{90, 100, 300}})
        for (int side : {3, 5, 7, 9, 11, 17})
        {
            if (array.size() == 3 && side > 11)
                continue;
            SCOPED_TRACE(textOf(array) + format(", %d taps a side", side));
            Params params;
            params.algorithm = CONVOLUTION_MATRIX;
            Mat src = arrayOf(array, CV_32F), rows = asRows(src);
            rows -= Scalar::all(0.5);
            rows.setTo(Scalar::all(0), rows < 0); // one half zeros, one half noise
            const int planes = array.size() == 3 ? 21 : 1, height = array[array.size() - 2];
            for (int i = 0; i < 12; i++) // holes, each with a faint pixel
            {
                const int x = i * 23 % 270, y = i * 41 % (height - 21), plane = planes > 1 ? i * 7 % 60 : 0;
                for (int p = 0; p < planes; p++)
                    rows(Rect(x, (plane + p) * height + y, 21, 21)).setTo(Scalar::all(0));
                setPixel(src, (plane + planes / 2) * height + y + 10, x + i % 2 + 10, 1e-9);
            }
            const Mat kernel = kernelOf(Position(array.size(), side), CV_32F);
            expectWindowErrors(filtered(src, kernel, params), src, kernel, params, 1e-5 + 1e-7);
        }
}

//! Filters of a bank share a strip.
TEST(ConvolutionCuda_UnlikePixels, tensor_cores_with_a_bank)
{
    needDevice();
    Params params;
    params.algorithm = CONVOLUTION_MATRIX;
    Mat src = arrayOf({400, 700}, CV_32F);
    src.colRange(0, 300) *= 1e-8;
    const std::vector<Mat> kernels = {kernelOf({7, 7}, CV_32F, 1), kernelOf({7, 7}, CV_32F, 2),
                                      kernelOf({7, 7}, CV_32F, 3)};
    std::vector<GpuMat> results;
    createNonSeparableFilter(kernels, params)->apply(GpuMat(src), results);
    for (size_t i = 0; i < kernels.size(); i++)
        expectWindowErrors(Mat(results[i]), src, kernels[i], params, 1e-5 + 1e-7);
}

//! Several windows, of which some hold unlike pixels.
TEST(ConvolutionCuda_UnlikePixels, large)
{
    needDevice();
    for (int side : {19, 25, 51})
    {
        Mat src = arrayOf({2100, 2300}, CV_32F);
        const Mat kernel = kernelOf({side, side}, CV_32F), clean = filtered(src, kernel, Params());
        src.at<float>(1500, 700) = 1e9f;
        src.at<float>(20, 2200) = std::numeric_limits<float>::quiet_NaN();
        expectWindowErrors(filtered(src, kernel, Params()), src, kernel, Params(), 1e-5 + 1e-7);
        src.at<float>(1500, 700) = 0;
        src.at<float>(20, 2200) = 0;
        EXPECT_LE(relativeError(filtered(src, kernel, Params())(Rect(0, 0, 400, 400)).clone(),
                                clean(Rect(0, 0, 400, 400)).clone()),
                  2e-6);
    }
}

//! Volumes, whose windows several blocks look through. Unlike pixels are seen by one of them.
TEST(ConvolutionCuda_UnlikePixels, volumes)
{
    needDevice();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const Position& size : {Position{70, 80, 90}, Position{20, 30, 25, 40}})
        for (const float unlike : {nan, 1e9f, 0.f})
        {
            SCOPED_TRACE(textOf(size) + format(", %g", double(unlike)));
            Mat src = arrayOf(size, CV_32F);
            const int rows = asRows(src).rows;
            if (unlike == 0) // a dark half
                asRows(src).rowRange(rows / 2, rows) *= 1e-9;
            else
                asRows(src).at<float>(rows * 3 / 4, 30) = unlike;
            const Mat kernel = kernelOf(Position(size.size(), size.size() == 3 ? 13 : 7), CV_32F);
            expectWindowErrors(filtered(src, kernel, Params()), src, kernel, Params(), 1e-5 + 1e-7);
        }
}

//! Complex numbers, banks and other depths.
TEST(ConvolutionCuda_UnlikePixels, of_all_kinds)
{
    needDevice();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (int kernelType : {CV_32FC1, CV_32FC2})
        for (bool complexSource : {false, true})
            for (int ddepth : {-1, int(CV_16F), int(CV_16S)})
            {
                SCOPED_TRACE(format("kernels %d, complex source %d, depth %d", kernelType, int(complexSource), ddepth));
                Params params, strict;
                params.complexSource = complexSource;
                params.ddepth = ddepth;
                strict = params;
                strict.algorithm = CONVOLUTION_STRICT;
                const std::vector<Mat> kernels = {kernelOf({25, 25}, kernelType, 1), kernelOf({25, 25}, kernelType, 2)};
                Mat src = arrayOf({130, 150}, CV_32FC2);
                src.at<Vec2f>(40, 50) = Vec2f(ddepth < 0 ? nan : 0.f, 0.5f);
                src.at<Vec2f>(100, 120) = Vec2f(0.25f, ddepth == CV_16S ? 1e8f : 1e5f);
                src(Rect(0, 0, 60, 30)).setTo(Scalar::all(0));
                std::vector<GpuMat> actual, expected;
                createNonSeparableFilter(kernels, params)->apply(GpuMat(src), actual);
                createNonSeparableFilter(kernels, strict)->apply(GpuMat(src), expected);
                for (size_t i = 0; i < 2; i++)
                {
                    Mat a, b;
                    flat(Mat(actual[i])).convertTo(a, CV_64F);
                    flat(Mat(expected[i])).convertTo(b, CV_64F);
                    const Mat finite = b == b;
                    EXPECT_EQ(0, cv::countNonZero(finite != (a == a)));
                    Mat difference = cv::abs(a - b) - 1e-3 * cv::abs(b);
                    difference.setTo(0, ~finite);
                    difference = difference.reshape(actual[i].channels(), 130);
                    difference(Rect(120 - 13, 100 - 13, 27, 27)).setTo(Scalar::all(0)); // sums of large numbers
                    double worst = 0;
                    cv::minMaxIdx(difference.reshape(1), nullptr, &worst);
                    EXPECT_LE(worst, ddepth == CV_16S ? 1 : 6e-3);
                }
            }
}

TEST(ConvolutionCuda_UnlikePixels, same_result_every_time)
{
    needDevice();
    Mat src = arrayOf({1300, 1400}, CV_32F);
    src.at<float>(700, 700) = 1e9f;
    src.at<float>(100, 100) = std::numeric_limits<float>::infinity();
    const Mat kernel = kernelOf({25, 27}, CV_32F), first = filtered(src, kernel, Params());
    for (int i = 0; i < 5; i++)
        ASSERT_TRUE(identical(first, filtered(src, kernel, Params())));
}

}} // namespace opencv_test::
