// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Non-separable filters against their definition.

#include "convolution_reference.hpp"
#include "recursive_common.hpp"

#include "dense/plan/conv_algorithms.hpp"

#include "opencv2/imgproc.hpp"

#include <thread>

namespace opencv_test { namespace {

Ptr<NonSeparableFilter> create(const Mat& kernel, const Params& params = Params())
{
    return createNonSeparableFilter(kernel, params);
}

Mat filtered(const Ptr<NonSeparableFilter>& filter, const Mat& src)
{
    Mat dst;
    filter->apply(src, dst);
    return dst;
}

//! @param name of the configuration
void expectDefinition(const Mat& src, const Mat& kernel, const Params& params, const std::string& name)
{
    SCOPED_TRACE(name);
    expectAsDefined(filtered(create(kernel, params), src), src, kernel, params);
}

Params with(int algorithm)
{
    Params params;
    params.algorithm = algorithm;
    return params;
}

//! The algorithms that take any kernels on the host.
std::vector<int> hostAlgorithms(bool complexKernels)
{
    std::vector<int> list;
    for (const auto& row : cv::recfilter::convAlgorithms())
        if (row.onHost && !(complexKernels && (row.needs & cv::recfilter::CONV_NEEDS_REAL_KERNELS)))
            list.push_back(row.algorithm);
    return list;
}

// ---- Closed forms ----

TEST(Convolution_Direct, one_tap_copies)
{
    const Mat src = arrayOf({20, 30}, CV_8UC3);
    EXPECT_TRUE(identical(src, filtered(create(Mat(1, 1, CV_32F, Scalar(1))), src)));
}

//! A single tap away from the anchor shifts the image, and shows the border.
TEST(Convolution_Direct, one_tap_shifts)
{
    Mat kernel = Mat::zeros(5, 7, CV_32F);
    kernel.at<float>(4, 1) = 1;
    const Mat src = arrayOf({40, 50}, CV_32FC1);
    for (int border : BORDERS)
    {
        Params params;
        params.borderType = {border};
        params.borderValue = Scalar::all(7);
        Mat wide;
        cv::copyMakeBorder(src, wide, 2, 2, 3, 3, border, Scalar::all(7));
        EXPECT_TRUE(identical(wide(Rect(1, 4, 50, 40)).clone(), filtered(create(kernel, params), src))) << border;
        params.convolves = true;
        EXPECT_TRUE(identical(wide(Rect(5, 0, 50, 40)).clone(), filtered(create(kernel, params), src))) << border;
    }
}

TEST(Convolution_Direct, constant)
{
    const Mat kernel = kernelOf({5, 4, 3}, CV_64F);
    const Position sizes = {9, 10, 11};
    const Mat src(3, sizes.data(), CV_64F, Scalar(3));
    const Mat expected(3, sizes.data(), CV_64F, Scalar(3 * sum(flat(kernel))[0]));
    EXPECT_LE(cvtest::norm(flat(filtered(create(kernel), src)), flat(expected), NORM_INF), 1e-13);
}

//! OpenCV's own correlation agrees.
TEST(Convolution_Direct, as_filter2D)
{
    for (Size size : {Size(3, 3), Size(5, 5), Size(4, 6), Size(17, 17), Size(1, 9)})
        for (int border : {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101})
        {
            const Mat kernel = kernelOf({size.height, size.width}, CV_32F), src = arrayOf({90, 150}, CV_32FC3);
            Params params;
            params.borderType = {border};
            params.delta = 0.25;
            Mat expected;
            cv::filter2D(src, expected, -1, kernel, Point(-1, -1), 0.25, border);
            EXPECT_LE(relativeError(filtered(create(kernel, params), src), expected), 2e-6) << size << border;
        }
}

// ---- The definition ----

//! Sizes around a block of results, and kernels odd and even, up to those of the paper.
TEST(Convolution_Direct, sizes)
{
    for (int kernelSize : {1, 2, 3, 5, 6, 7, 8, 9, 11, 13, 15, 17})
        for (Size size : {Size(17, 17), Size(64, 19), Size(65, 24), Size(63, 25), Size(200, 18)})
        {
            Params params;
            params.algorithm = CONVOLUTION_DIRECT;
            expectDefinition(arrayOf({size.height, size.width}, CV_32F), kernelOf({kernelSize, kernelSize}, CV_32F),
                             params, format("kernel %d, %d x %d", kernelSize, size.width, size.height));
        }
}

//! Kernels whose rows are their own mirror image, or minus that, take two pixels for each multiply-add.
TEST(Convolution_Direct, mirrored_rows)
{
    for (int sign : {1, -1})
        for (Size size : {Size(2, 1), Size(3, 2), Size(4, 3), Size(5, 5), Size(6, 6), Size(7, 9), Size(9, 4)})
            for (int type : {CV_8UC1, CV_32FC3, CV_64FC1})
            {
                const Mat taps = kernelOf({size.height, size.width}, CV_32F);
                Mat mirrored;
                cv::flip(taps, mirrored, 1);
                const Mat kernel = (taps + sign * mirrored) * 0.5;
                Params params = with(CONVOLUTION_DIRECT);
                params.ddepth = type == CV_8UC1 ? CV_16S : -1;
                expectDefinition(arrayOf({33, 140}, type), kernel, params,
                                 format("%d x %d, sign %d, type %d", size.width, size.height, sign, type));
                if (type != CV_32FC3)
                    continue;
                Mat nan = arrayOf({33, 140}, type);
                nan.at<Vec3f>(16, 70) = Vec3f::all(std::numeric_limits<float>::quiet_NaN());
                const Mat result = filtered(create(kernel, params), nan).reshape(1);
                EXPECT_EQ(3 * size.area(), int(result.total()) - cv::countNonZero(result == result)) << size;
            }
}

//! More columns and rows than a tile, so that tiles read each other's pixels.
TEST(Convolution_Direct, tiles)
{
    for (int channels : {1, 3})
        expectDefinition(arrayOf({230, 1100}, CV_32FC(channels)), kernelOf({4, 3}, CV_32F), Params(),
                         format("%d channels", channels));
}

TEST(Convolution_Direct, borders)
{
    for (int border : BORDERS)
        for (const Position& sizes : {Position{11, 12}, Position{7, 8, 9}, Position{5, 6, 5, 7}})
            for (bool valid : {false, true})
            {
                Params params;
                params.borderType = {border};
                params.borderValue = Scalar(0.5, -1);
                params.valid = valid;
                const Position size = sizes.size() == 2   ? Position{5, 6}
                                      : sizes.size() == 3 ? Position{3, 4, 5}
                                                          : Position{2, 3, 3, 4};
                expectDefinition(arrayOf(sizes, CV_32FC2), kernelOf(size, CV_32F), params,
                                 format("border %d, %d dimensions, valid %d", border, int(sizes.size()), int(valid)));
            }
}

//! The kernel is as large as the array: every window reaches over the border.
TEST(Convolution_Direct, kernel_as_large_as_the_array)
{
    for (int border : BORDERS)
        for (const Position& sizes :
             {Position{1, 1}, Position{1, 6}, Position{6, 1}, Position{7, 5}, Position{3, 4, 3}})
        {
            Params params;
            params.borderType = {border};
            expectDefinition(arrayOf(sizes, CV_32F), kernelOf(sizes, CV_32F), params, format("border %d", border));
        }
}

TEST(Convolution_Direct, depths)
{
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F})
        for (int ddepth : {-1, CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F})
            for (int channels : {1, 2, 3, 4, 5})
            {
                Params params;
                params.ddepth = ddepth;
                params.delta = depth <= CV_16S ? 20 : 0.125;
                expectDefinition(arrayOf({13, 70}, CV_MAKETYPE(depth, channels)), kernelOf({3, 3}, CV_32F), params,
                                 format("depth %d to %d, %d channels", depth, ddepth, channels));
            }
}

//! Results of bytes are those of exact sums.
TEST(Convolution_Direct, bytes_round_exactly)
{
    for (int size : {3, 8, 17})
    {
        const Mat src = arrayOf({60, 130}, CV_8UC3);
        const Mat taps = kernelOf({size, size}, CV_64F) * (2. / size);
        for (const Mat& kernel : {inSteps(taps), taps})
            for (int ddepth : {CV_8U, CV_16S})
            {
                Params params;
                params.ddepth = ddepth;
                params.delta = 100;
                expectDefinition(src, kernel, params, format("size %d, depth %d", size, ddepth));
            }
    }
}

//! Any combination, by seed.
TEST(Convolution_Random, configurations)
{
    for (uint64 seed = 1; seed <= 300; seed++)
    {
        RNG rng(seed * 77 + freshSeed());
        const int dims = rng.uniform(2, 5), most = dims == 2 ? 24 : dims == 3 ? 9 : 6;
        Params params;
        Position sizes, kernelSizes;
        params.borderType.clear();
        for (int i = 0; i < dims; i++)
        {
            kernelSizes.push_back(rng.uniform(1, most / 2 + 1));
            sizes.push_back(kernelSizes.back() + rng.uniform(0, most));
            params.anchor.push_back(rng.uniform(-1, kernelSizes.back()));
            params.borderType.push_back(BORDERS[size_t(rng.uniform(0, int(BORDERS.size())))]);
        }
        const bool complexKernel = rng.uniform(0, 3) == 0;
        params.complexSource = rng.uniform(0, 3) == 0;
        params.convolves = rng.uniform(0, 2) == 0;
        params.valid = rng.uniform(0, 3) == 0;
        params.borderValue = Scalar(0.5, 0.25, -1, 2);
        if (!complexKernel && !params.complexSource)
            params.delta = rng.uniform(-1., 1.);
        const int depths[] = {CV_8U, CV_16U, CV_16S, CV_32F, CV_64F};
        const int channels = params.complexSource ? 2 * rng.uniform(1, 3) : rng.uniform(1, 5);
        const int type = CV_MAKETYPE(depths[rng.uniform(0, 5)], channels);
        params.ddepth = CV_MAT_DEPTH(type) < CV_32F ? CV_32F : -1;
        const std::vector<int> algorithms = hostAlgorithms(complexKernel);
        params.algorithm = algorithms[size_t(rng.uniform(0, int(algorithms.size())))];
        expectDefinition(
            arrayOf(sizes, type, seed),
            kernelOf(kernelSizes, CV_MAKETYPE(rng.uniform(0, 2) ? CV_32F : CV_64F, complexKernel ? 2 : 1), seed),
            params, format("seed %d", int(seed)));
    }
}

// ---- Several kernels ----

//! A bank gives what its kernels give one by one, as channels and as a list.
void expectBank(int type, int kernelType, bool complexSource, int algorithm)
{
    SCOPED_TRACE(format("type %d, kernels %d, complex source %d, algorithm %d", type, kernelType, int(complexSource),
                        algorithm));
    std::vector<Mat> kernels, list, channels;
    for (uint64 i = 0; i < 5; i++)
        kernels.push_back(kernelOf({4, 5}, kernelType, i));
    const Mat src = arrayOf({40, 90}, type);
    Params params;
    params.complexSource = complexSource;
    params.algorithm = algorithm;
    const auto bank = createNonSeparableFilter(kernels, params);
    EXPECT_EQ(5, bank->getFilterCount());
    bank->apply(src, list);
    ASSERT_EQ(5u, list.size());
    const Mat all = filtered(bank, src);
    cv::split(all, channels);
    const size_t each = size_t(list[0].channels());
    ASSERT_EQ(5 * each, channels.size());
    for (size_t i = 0; i < 5; i++)
    {
        EXPECT_TRUE(identical(filtered(create(kernels[i], params), src), list[i])) << i;
        Mat merged;
        cv::merge(
            std::vector<Mat>(channels.begin() + ptrdiff_t(i * each), channels.begin() + ptrdiff_t((i + 1) * each)),
            merged);
        EXPECT_TRUE(identical(merged, list[i])) << i;
    }
}

TEST(Convolution_Bank, as_one_by_one)
{
    for (int depth : {CV_8U, CV_16S, CV_32F, CV_64F})
        for (int kernelType : {CV_32FC1, CV_64FC2})
            for (int channels : {1, 2, 4})
                for (int algorithm : {CONVOLUTION_DIRECT, CONVOLUTION_FFT})
                {
                    expectBank(CV_MAKETYPE(depth, channels), kernelType, false, algorithm);
                    if (channels > 1)
                        expectBank(CV_MAKETYPE(depth, channels), kernelType, true, algorithm);
                }
}

//! Arrays that are already there, of any number of dimensions, are replaced.
TEST(Convolution_Bank, results_of_other_dimensions)
{
    const Position five = {2, 2, 2, 2, 2};
    const std::vector<Mat> kernels = {kernelOf({3, 3}, CV_32F, 1), kernelOf({3, 3}, CV_32F, 2)};
    const Mat src = arrayOf({20, 30}, CV_32F);
    std::vector<Mat> list = {Mat(5, five.data(), CV_32F), Mat(5, five.data(), CV_32F)};
    createNonSeparableFilter(kernels)->apply(src, list);
    for (size_t i = 0; i < 2; i++)
        EXPECT_TRUE(identical(filtered(create(kernels[i]), src), list[i]));
    Mat sum(5, five.data(), CV_32F), sqsum(5, five.data(), CV_32F);
    createSummedAreaTable()->apply(src, sum, sqsum, noArray());
    EXPECT_EQ(Size(31, 21), sum.size());
    EXPECT_EQ(Size(31, 21), sqsum.size());
}

// ---- Separable kernels ----

Mat gaussianKernel(int size, int dims)
{
    const Mat taps = getGaussianKernel(size, size / 5., CV_64F);
    Mat plane = taps * taps.t();
    if (dims == 2)
        return plane;
    Mat volume(3, Position{size, size, size}.data(), CV_64F);
    for (int z = 0; z < size; z++)
    {
        Mat slice(size, size, CV_64F, volume.ptr(z));
        slice = plane * taps.at<double>(z);
    }
    return volume;
}

//! Kernels of rank one and two are found, and the choice takes their terms.
TEST(Convolution_Separable, is_found)
{
    const Mat one = gaussianKernel(13, 2), line = kernelOf({13, 1}, CV_64F);
    const Mat two = one + line * line.t();
    for (const Mat& kernel : {one, two, gaussianKernel(7, 3)})
    {
        const auto filter = create(kernel);
        EXPECT_EQ(CONVOLUTION_SEPARABLE, filter->getAlgorithm());
        for (int border : BORDERS)
        {
            Params params;
            params.borderType = {border};
            params.borderValue = Scalar(1, 2);
            params.delta = 0.5;
            expectDefinition(arrayOf(kernel.dims == 2 ? Position{30, 40} : Position{9, 10, 11}, CV_32FC2), kernel,
                             params, format("border %d", border));
        }
    }
    EXPECT_EQ(CONVOLUTION_SEPARABLE, create(gaussianKernel(101, 2))->getAlgorithm()) << "large";
    EXPECT_EQ(CONVOLUTION_DIRECT, create(kernelOf({9, 9}, CV_32F))->getAlgorithm()) << "full rank";
    EXPECT_EQ(CONVOLUTION_DIRECT, create(gaussianKernel(3, 2))->getAlgorithm()) << "small";
}

//! A kernel of full rank, too, is the sum of its terms.
TEST(Convolution_Separable, any_rank)
{
    for (const Position& size :
         {Position{5, 7}, Position{3, 4, 5}, Position{2, 3, 2, 3}, Position{1, 6}, Position{1, 1}})
        for (int depth : {CV_8U, CV_32F, CV_64F})
            for (bool valid : {false, true})
            {
                Params params;
                params.algorithm = CONVOLUTION_SEPARABLE;
                params.ddepth = depth == CV_8U ? CV_32F : -1;
                params.valid = valid;
                Position sizes = size;
                for (int& length : sizes)
                    length += 6;
                expectDefinition(arrayOf(sizes, CV_MAKETYPE(depth, 2)), kernelOf(size, CV_64F), params,
                                 format("%d dimensions, depth %d", int(size.size()), depth));
            }
}

// ---- Fourier transforms ----

//! Kernels along one axis, along all, and those as large as the array, with every border.
TEST(Convolution_Fft, definition)
{
    const std::vector<std::pair<Position, Position>> arrays = {{{40, 50}, {17, 17}},
                                                               {{40, 50}, {1, 21}},
                                                               {{40, 50}, {20, 1}},
                                                               {{9, 7}, {9, 7}},
                                                               {{1, 60}, {1, 31}},
                                                               {{60, 1}, {4, 1}},
                                                               {{1, 1}, {1, 1}},
                                                               {{8, 9, 20}, {3, 4, 5}},
                                                               {{7, 8, 9}, {1, 3, 1}},
                                                               {{5, 6, 7, 9}, {3, 3, 3, 3}},
                                                               {{5, 4, 6, 7}, {3, 1, 2, 1}}};
    for (const auto& pair : arrays)
        for (int border : BORDERS)
            for (bool valid : {false, true})
            {
                Params params = with(CONVOLUTION_FFT);
                params.borderType = {border};
                params.borderValue = Scalar(0.5, -1);
                params.valid = valid;
                params.delta = 0.25;
                expectDefinition(arrayOf(pair.first, CV_32FC2), kernelOf(pair.second, CV_32F), params,
                                 format("border %d, valid %d", border, int(valid)));
            }
}

TEST(Convolution_Fft, depths)
{
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F})
        for (int ddepth : {CV_16F, CV_32F, CV_64F})
        {
            Params params = with(CONVOLUTION_FFT);
            params.ddepth = ddepth;
            expectDefinition(arrayOf({31, 45}, CV_MAKETYPE(depth, 3)), kernelOf({9, 8}, CV_32F), params,
                             format("depth %d to %d", depth, ddepth));
        }
}

//! Several tiles along each axis.
TEST(Convolution_Fft, tiles)
{
    for (const auto& pair : std::vector<std::pair<Position, Position>>{{{1500, 1700}, {21, 25}},
                                                                       {{150, 140, 130}, {9, 8, 7}},
                                                                       {{50, 45, 40, 60}, {5, 4, 5, 5}},
                                                                       {{20, 100000}, {1, 33}}})
    {
        const Mat src = arrayOf(pair.first, CV_32F), kernel = kernelOf(pair.second, CV_32F);
        Params params;
        params.algorithm = CONVOLUTION_DIRECT;
        const Mat expected = filtered(create(kernel, params), src);
        EXPECT_LE(relativeError(flat(filtered(create(kernel, with(CONVOLUTION_FFT)), src)), flat(expected)), 2e-6);
    }
}

//! Objects and threads share what transforms of each length need.
TEST(Convolution_Fft, many_threads_with_windows_of_many_sizes)
{
    const size_t count = 60;
    std::vector<Ptr<NonSeparableFilter>> filters;
    std::vector<Mat> sources, expected;
    for (int i = 0; i < int(count); i++)
    {
        filters.push_back(create(kernelOf({5 + i % 23, 7 + i % 19}, CV_32F), with(CONVOLUTION_FFT)));
        sources.push_back(arrayOf({30 + i % 7, 31 + i}, CV_32F));
        expected.push_back(filtered(filters.back(), sources.back()));
    }
    std::vector<std::thread> threads;
    std::vector<int> wrong(8);
    for (size_t t = 0; t < wrong.size(); t++)
        threads.emplace_back([&, t] {
            for (size_t i = 0; i < 20 * count; i++)
            {
                const size_t which = (i * 7 + t * 11) % count;
                wrong[t] += !identical(expected[which], filtered(filters[which], sources[which]));
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(std::vector<int>(wrong.size()), wrong);
}

//! Large kernels take it, but not where each result has its own bound.
TEST(Convolution_Fft, is_chosen)
{
    const Mat kernel = kernelOf({51, 53}, CV_32F);
    EXPECT_EQ(CONVOLUTION_FFT, create(kernel)->getAlgorithm());
    EXPECT_EQ(CONVOLUTION_DIRECT, create(kernel, with(CONVOLUTION_STRICT))->getAlgorithm());
    EXPECT_EQ(CONVOLUTION_DIRECT, create(kernelOf({9, 9}, CV_32F))->getAlgorithm());
    const auto isLike = [&](int algorithm, int channels) {
        const Mat src = arrayOf({90, 80}, CV_32FC(channels));
        return identical(filtered(create(kernel, with(algorithm)), src), filtered(create(kernel), src));
    };
    EXPECT_TRUE(isLike(CONVOLUTION_FFT, 1));
    EXPECT_TRUE(isLike(CONVOLUTION_DIRECT, 17)) << "many channels";
    // Few results, whose windows are nearly the whole array.
    const auto valid = [&](int algorithm) {
        Params p = with(algorithm);
        p.valid = true;
        return filtered(create(kernel, p), arrayOf({60, 60}, CV_32F));
    };
    EXPECT_TRUE(identical(valid(CONVOLUTION_DIRECT), valid(CONVOLUTION_AUTO)));
    EXPECT_FALSE(identical(valid(CONVOLUTION_FFT), valid(CONVOLUTION_AUTO)));
}

//! Integers from bytes are those of exact sums, with any taps and delta.
TEST(Convolution_Fft, bytes_round_exactly)
{
    for (int channels : {1, 3})
        for (int size : {5, 24})
        {
            const Mat src = arrayOf({44, 50}, CV_8UC(channels));
            const Mat taps = kernelOf({size, size}, CV_64F) * (2. / size), halves = Mat::ones(size, size, CV_64F) / 2;
            for (const Mat& kernel : {inSteps(taps), taps, halves})
                for (double delta : {0., 100.3})
                {
                    Params params = with(CONVOLUTION_FFT);
                    params.ddepth = CV_16S;
                    params.delta = delta;
                    expectDefinition(src, kernel, params, format("size %d, delta %g", size, delta));
                }
        }
    // Taps without a common step, and an image of zeros but for one pixel: all sums of one tap, halves among them.
    Mat point = Mat::zeros(50, 50, CV_8U), kernel = kernelOf({30, 30}, CV_64F);
    point.at<uchar>(25, 25) = 1;
    for (int i = 0; i < 900; i += 2)
        kernel.at<double>(i / 30, i % 30) = cvFloor(kernel.at<double>(i / 30, i % 30) * 20) + 0.5;
    Params params = with(CONVOLUTION_FFT);
    params.ddepth = CV_16S;
    expectDefinition(point, kernel, params, "halves among others");
}

//! A border's constant need not be a byte, nor an integer.
TEST(Convolution_Fft, bytes_beside_any_constant)
{
    const Mat src = arrayOf({30, 40}, CV_8UC1);
    for (const Mat& kernel :
         {inSteps(kernelOf({9, 8}, CV_64F)), kernelOf({9, 8}, CV_64F), Mat(Mat::ones(1, 3, CV_64F) / 2)})
        for (double value : {2.75, -7.3, 1e5, 1e5 + 0.25})
            for (int algorithm : {CONVOLUTION_AUTO, CONVOLUTION_DIRECT, CONVOLUTION_FFT})
            {
                Params params = with(algorithm);
                params.borderType = {BORDER_CONSTANT};
                params.borderValue = Scalar::all(value);
                params.ddepth = CV_16S;
                expectDefinition(src, kernel, params, format("value %g, algorithm %d", value, algorithm));
            }
}

//! What is kept from call to call makes no difference, nor does what clear() has freed.
TEST(Convolution_Fft, kept_spectra)
{
    const auto filter = create(kernelOf({15, 12}, CV_32F), with(CONVOLUTION_FFT));
    const Mat small = arrayOf({40, 50}, CV_32F), large = arrayOf({700, 600}, CV_32F, 2);
    const Mat first = filtered(filter, small), second = filtered(filter, large);
    EXPECT_TRUE(identical(first, filtered(filter, small)));
    filter->clear();
    EXPECT_TRUE(identical(first, filtered(filter, small)));
    EXPECT_TRUE(identical(second, filtered(filter, large)));
}

// ---- Invariants ----

TEST(Convolution_Invariant, in_place_and_parts)
{
    const Mat kernel = kernelOf({5, 5}, CV_32F);
    const auto filter = create(kernel);
    const Mat image = arrayOf({70, 300}, CV_32FC1);
    const Mat expected = filtered(filter, image);
    Mat same = image.clone();
    filter->apply(same, same);
    EXPECT_TRUE(identical(expected, same));
    // A part of a larger array is an array: nothing outside of it is read.
    Mat frame(90, 400, CV_32FC1, Scalar(std::numeric_limits<float>::quiet_NaN()));
    Mat part = frame(Rect(33, 9, 300, 70));
    image.copyTo(part);
    EXPECT_TRUE(identical(expected, filtered(filter, part)));
    // Results that overlap the source by some rows.
    Mat memory(80, 300, CV_32FC1);
    Mat from = memory.rowRange(0, 70), to = memory.rowRange(10, 80);
    image.copyTo(from);
    filter->apply(from, to);
    EXPECT_TRUE(identical(expected, to));
}

TEST(Convolution_Invariant, number_of_threads)
{
    const ThreadCount saved;
    for (const Position& sizes : {Position{211, 333}, Position{20, 30, 40}})
    {
        const Mat src = arrayOf(sizes, CV_32FC1), kernel = kernelOf(Position(sizes.size(), 4), CV_32F);
        for (int algorithm : hostAlgorithms(false))
        {
            const auto filter = create(kernel, with(algorithm));
            setNumThreads(1);
            const Mat expected = flat(filtered(filter, src));
            for (int threads : {2, 3, 8})
            {
                setNumThreads(threads);
                EXPECT_TRUE(identical(expected, flat(filtered(filter, src)))) << algorithm << ", " << threads;
            }
        }
    }
}

TEST(Convolution_Invariant, many_threads_share_an_object)
{
    for (int algorithm : hostAlgorithms(false))
    {
        const auto filter = create(kernelOf({5, 5}, CV_32F), with(algorithm));
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; t++)
            threads.emplace_back([&, t] {
                const Mat src = arrayOf({40 + t, 90}, CV_8UC3);
                const Mat expected = filtered(filter, src);
                for (int i = 0; i < 10; i++)
                {
                    EXPECT_TRUE(identical(expected, filtered(filter, src))) << t;
                    if (t == 0)
                        filter->clear();
                }
            });
        for (std::thread& thread : threads)
            thread.join();
    }
}

//! The transposed image, filtered with the transposed kernel, is the transposed result.
TEST(Convolution_Invariant, transposed)
{
    const Mat kernel = kernelOf({5, 8}, CV_32F), src = arrayOf({120, 77}, CV_32F);
    EXPECT_LE(relativeError(filtered(create(kernel.t()), src.t()), filtered(create(kernel), src).t()), 1e-6);
}

//! What is not a number reaches exactly the results whose windows hold it.
TEST(Convolution_Invariant, not_a_number)
{
    for (double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    {
        Mat src = arrayOf({40, 150}, CV_32F);
        src.at<float>(20, 64) = float(value);
        Params params;
        params.algorithm = CONVOLUTION_DIRECT;
        const Mat kernel = kernelOf({5, 7}, CV_32F), result = filtered(create(kernel, params), src);
        for (int y = 0; y < 40; y++)
            for (int x = 0; x < 150; x++)
            {
                const bool holds = std::abs(y - 20) <= 2 && std::abs(x - 64) <= 3;
                EXPECT_EQ(!holds, std::isfinite(result.at<float>(y, x))) << x << ", " << y;
            }
    }
}

TEST(Convolution_Invariant, UMat)
{
    const auto filter = create(kernelOf({3, 3}, CV_32F));
    const Mat src = arrayOf({30, 40}, CV_8UC3);
    UMat dst;
    filter->apply(src.getUMat(ACCESS_READ), dst);
    EXPECT_TRUE(identical(filtered(filter, src), dst.getMat(ACCESS_READ)));
}

// ---- Errors ----

TEST(Convolution_Negative, factory)
{
    const Mat good = kernelOf({3, 3}, CV_32F);
    const auto with = [&](const std::function<void(Params&)>& change) {
        return [=] {
            Params params;
            change(params);
            create(good, params);
        };
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Mat bad = good.clone();
    bad.at<float>(1, 1) = std::numeric_limits<float>::infinity();
    const Mat rank33 = Mat::eye(40, 40, CV_64F);
    const Position five = {2, 2, 2, 2, 2};
    using namespace cv::Error;
    const BadCall rows[] = {
        {"kernels is an empty list", StsBadArg, [] { createNonSeparableFilter(std::vector<Mat>()); }},
        {"kernels[0] is empty", StsBadArg, [] { create(Mat()); }},
        {"kernels[0] has 5 dimensions", StsBadArg, [&] { create(Mat(5, five.data(), CV_32F, Scalar(1))); }},
        {"kernels[0] has depth CV_16F", StsUnsupportedFormat, [] { create(Mat(3, 3, CV_16F, Scalar(1))); }},
        {"kernels[0] has 3 channels", BadNumChannels, [] { create(Mat(3, 3, CV_32FC3, Scalar(1))); }},
        {"kernels[1] is CV_64FC1", StsUnmatchedFormats,
         [&] {
             createNonSeparableFilter(std::vector<Mat>{good, kernelOf({3, 3}, CV_64F)});
         }},
        {"kernels[1] is 3 x 4", StsUnmatchedSizes,
         [&] {
             createNonSeparableFilter(std::vector<Mat>{good, kernelOf({3, 4}, CV_32F)});
         }},
        {"kernels[0] holds inf", StsBadArg, [&] { create(bad); }},
        {"kernels is an array of kind", StsBadArg, [] { createNonSeparableFilter(std::vector<float>(3)); }},
        {"anchor has 3 values", StsBadArg, with([](Params& p) {
             p.anchor = {1, 1, 1};
         })},
        {"anchor[1] is 3", StsOutOfRange, with([](Params& p) {
             p.anchor = {1, 3};
         })},
        {"anchor[0] is -2", StsOutOfRange, with([](Params& p) { p.anchor = {-2}; })},
        {"borderType has 0 values", StsBadArg, with([](Params& p) { p.borderType.clear(); })},
        {"borderType is 77", StsBadArg, with([](Params& p) {
             p.borderType = {BORDER_WRAP, 77};
         })},
        {"borderType is 5", StsBadArg, with([](Params& p) { p.borderType = {BORDER_TRANSPARENT}; })},
        {"borderValue[2] is nan", StsBadArg, with([=](Params& p) { p.borderValue[2] = nan; })},
        {"delta is nan", StsBadArg, with([=](Params& p) { p.delta = nan; })},
        {"delta is 1", StsBadArg, with([](Params& p) { p.delta = 1, p.complexSource = true; })},
        {"ddepth is 4", StsBadArg, with([](Params& p) { p.ddepth = CV_32S; })},
        {"algorithm is 9", StsBadArg, with([](Params& p) { p.algorithm = 9; })},
        {"a kernel has rank 40", StsBadArg,
         [&] {
             Params params;
             params.algorithm = CONVOLUTION_SEPARABLE;
             create(rank33, params);
         }},
        {"kernels are complex", StsBadArg,
         [] {
             Params params;
             params.algorithm = CONVOLUTION_SEPARABLE;
             create(kernelOf({3, 3}, CV_32FC2), params);
         }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
}

TEST(Convolution_Negative, apply)
{
    const auto filter = create(kernelOf({3, 4}, CV_32F)), volumes = create(kernelOf({3, 3, 3}, CV_32F));
    Params params;
    params.complexSource = true;
    const auto complexFilter = create(kernelOf({3, 3}, CV_32F), params);
    const auto large = createNonSeparableFilter(std::vector<Mat>(300, kernelOf({1, 1}, CV_32F)));
    const auto bank = createNonSeparableFilter(std::vector<Mat>(2, kernelOf({3, 4}, CV_32F)));
    const Mat image = arrayOf({10, 10}, CV_8UC3);
    Mat dst;
    GpuMat gpu;
    Mat_<float> fixedType(10, 10);
    std::vector<Mat_<Vec3f>> fixedTypes(2);
    const std::vector<Mat> tooShort(1), tooLong(3), otherSizes = {Mat(10, 10, CV_8UC3), Mat(9, 10, CV_8UC3)};
    using namespace cv::Error;
    const BadCall rows[] = {
        {"src is empty", StsBadArg, [&] { filter->apply(Mat(), dst); }},
        {"src has 2 dimensions; 3", StsBadArg, [&] { volumes->apply(image, dst); }},
        {"src has 3 dimensions; 2", StsBadArg,
         [&] {
             filter->apply(arrayOf({5, 5, 5}, CV_8U), dst);
         }},
        {"src has depth CV_32S", StsUnsupportedFormat, [&] { filter->apply(Mat(9, 9, CV_32S, Scalar(1)), dst); }},
        {"src has 3 channels", BadNumChannels, [&] { complexFilter->apply(image, dst); }},
        {"dst would have 900 channels", BadNumChannels, [&] { large->apply(image, dst); }},
        {"dst has the fixed type CV_32FC1", StsUnmatchedFormats, [&] { filter->apply(image, fixedType); }},
        {"dst[0] has the fixed type CV_32FC3; CV_8UC3 is needed", StsUnmatchedFormats,
         [&] { bank->apply(image, fixedTypes); }},
        {"dst is a list of fixed length with 1 arrays; 2", StsUnmatchedSizes, [&] { bank->apply(image, tooShort); }},
        {"dst is a list of fixed length with 3 arrays; 2", StsUnmatchedSizes, [&] { bank->apply(image, tooLong); }},
        {"dst[1] has the fixed size 10 x 9; 10 x 10", StsUnmatchedSizes, [&] { bank->apply(image, otherSizes); }},
        {"dst is a GpuMat", StsBadArg, [&] { filter->apply(image, gpu); }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(dst.empty());
    EXPECT_TRUE(fixedTypes[0].empty() && tooShort[0].empty() && tooLong[0].empty());
}

}} // namespace opencv_test::
