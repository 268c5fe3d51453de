// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Non-separable filters on the GPU against their definition, and large ones against the CPU.

#include "convolution_reference.hpp"
#include "device_common.hpp"

#include "dense/plan/conv_algorithms.hpp"

namespace opencv_test { namespace {

using cv::recfilter::ConvAlgorithm;

//! What a row of the table takes.
struct GpuAlgorithm
{
    const ConvAlgorithm* row;

    bool needs(unsigned flag) const { return (row->needs & flag) != 0; }
    bool takesAll() const { return row->needs == cv::recfilter::CONV_NEEDS_NOTHING; }
    //! A size that it takes, near the given one.
    Position near(const Position& size) const
    {
        if (!needs(cv::recfilter::CONV_NEEDS_ODD_SQUARES))
            return size;
        const int side = std::max(std::min(size[0], size[1]) | 1, 3);
        return {side, side};
    }
};

void PrintTo(const GpuAlgorithm& algorithm, std::ostream* os)
{
    *os << algorithm.row->name;
}

std::vector<GpuAlgorithm> gpuAlgorithms()
{
    std::vector<GpuAlgorithm> list;
    for (const ConvAlgorithm& row : cv::recfilter::convAlgorithms())
        if (row.onDevice)
            list.push_back({&row});
    return list;
}

Ptr<NonSeparableFilter> create(const Mat& kernel, const Params& params = Params())
{
    return createNonSeparableFilter(kernel, params);
}

Mat filtered(const Ptr<NonSeparableFilter>& filter, const GpuMat& src)
{
    GpuMat dst;
    filter->apply(src, dst);
    return Mat(dst);
}

void expectDefinition(const Mat& src, const Mat& kernel, const Params& params, const std::string& name)
{
    SCOPED_TRACE(name);
    expectAsDefined(filtered(create(kernel, params), GpuMat(src)), src, kernel, params);
}

/** The same arithmetic as on the CPU in another order.
@param filter that takes a Mat, too */
void expectLikeHost(const Ptr<NonSeparableFilter>& filter, const Mat& src, double maxError)
{
    Mat expected;
    filter->apply(src, expected);
    const Mat actual = filtered(filter, GpuMat(src));
    ASSERT_EQ(expected.type(), actual.type());
    if (expected.depth() < CV_32F)
        EXPECT_LE(cvtest::norm(expected, actual, NORM_INF), maxError) << src.size();
    else
        EXPECT_LE(relativeError(actual, expected), maxError) << src.size();
}

// ---- Every algorithm

class ConvolutionCuda_Algorithm : public testing::TestWithParam<GpuAlgorithm>
{
protected:
    GpuAlgorithm algorithm() const { return GetParam(); }
    Params params() const
    {
        Params result;
        result.algorithm = GetParam().row->algorithm;
        return result;
    }
};

INSTANTIATE_TEST_CASE_P(All, ConvolutionCuda_Algorithm, testing::ValuesIn(gpuAlgorithms()));

TEST_P(ConvolutionCuda_Algorithm, borders)
{
    needDevice();
    for (int borderY : BORDERS)
        for (int borderX : BORDERS)
            for (bool valid : {false, true})
            {
                Params p = params();
                p.borderType = {borderY, borderX};
                p.borderValue = Scalar(0.5, -1);
                p.valid = valid;
                p.delta = 0.25;
                expectDefinition(arrayOf({21, 150}, CV_32FC2), kernelOf(algorithm().near({5, 6}), CV_32F), p,
                                 format("borders %d, %d, valid %d", borderY, borderX, int(valid)));
            }
}

//! Kernels odd and even, up to those of the paper, and images around blocks of 32 and 128 columns and 16 rows.
TEST_P(ConvolutionCuda_Algorithm, sizes)
{
    needDevice();
    for (int kernelSize = 1; kernelSize <= 17; kernelSize++)
        for (Size size : {Size(17, 17), Size(31, 33), Size(128, 19), Size(129, 32), Size(300, 21)})
            expectDefinition(arrayOf({size.height, size.width}, CV_32F),
                             kernelOf(algorithm().near({kernelSize, kernelSize}), CV_32F), params(),
                             format("kernel %d, %d x %d", kernelSize, size.width, size.height));
}

//! Every window reaches over the border.
TEST_P(ConvolutionCuda_Algorithm, kernel_as_large_as_the_image)
{
    needDevice();
    for (int border : BORDERS)
        for (const Position& size : {Position{1, 1}, Position{1, 9}, Position{9, 1}, Position{7, 5}, Position{17, 17}})
        {
            const Position taps = algorithm().near(size);
            Params p = params();
            p.borderType = {border};
            expectDefinition(arrayOf(taps, CV_32F), kernelOf(taps, CV_32F), p, format("border %d", border));
        }
}

TEST_P(ConvolutionCuda_Algorithm, anchors_and_mirrored_kernels)
{
    needDevice();
    const Position size = algorithm().near({7, 7});
    for (int y = -1; y < size[0]; y++)
        for (int x = -1; x < size[1]; x++)
        {
            Params p = params();
            p.anchor = {y, x};
            p.convolves = (x + y) % 2 == 0;
            expectDefinition(arrayOf({40, 300}, CV_32F), kernelOf(size, CV_32F), p, format("anchor %d, %d", y, x));
        }
}

TEST_P(ConvolutionCuda_Algorithm, channels)
{
    needDevice();
    for (int channels = 1; channels <= 5; channels++)
        for (int side : {3, 5, 9, 11, 17})
            expectDefinition(arrayOf({30, 170}, CV_32FC(channels)), kernelOf(algorithm().near({side, side}), CV_32F),
                             params(), format("%d channels, %d taps", channels, side));
}

TEST_P(ConvolutionCuda_Algorithm, roi_is_read_and_written_inside_only)
{
    needDevice();
    for (int side : {3, 9, 11, 17, 24})
        for (int offset = 0; offset < 5; offset++)
        {
            if (side > 17 && algorithm().needs(cv::recfilter::CONV_NEEDS_SMALL))
                continue;
            const Size size(530, 91);
            const float nan = std::numeric_limits<float>::quiet_NaN();
            const Mat image = arrayOf({size.height, size.width}, CV_32F);
            GpuMat frame(size.height + 7, size.width + 9, CV_32F, Scalar(nan));
            GpuMat src = frame(Rect(Point(offset, 3), size));
            src.upload(image);
            GpuMat guarded(size.height + 9, size.width + 11, CV_32F, Scalar(-7));
            GpuMat dst = guarded(Rect(Point(4 - offset, 2), size));
            const uchar* const data = dst.data;
            const auto filter = create(kernelOf(algorithm().near({side, side}), CV_32F), params());
            filter->apply(src, dst);
            ASSERT_EQ(data, dst.data);
            EXPECT_LE(relativeError(Mat(dst), filtered(filter, GpuMat(image))), 1e-6) << side << ", " << offset;
            dst.setTo(Scalar(-7));
            EXPECT_TRUE(identical(Mat(guarded), Mat(guarded.size(), CV_32F, Scalar(-7)))) << side << ", " << offset;
        }
}

TEST_P(ConvolutionCuda_Algorithm, in_place_and_overlapping)
{
    needDevice();
    for (int side : {3, 11})
    {
        const auto filter = create(kernelOf({side, side}, CV_32F), params());
        const Mat image = arrayOf({170, 300}, CV_32F);
        const Mat expected = filtered(filter, GpuMat(image));
        GpuMat same(image);
        const uchar* const data = same.data;
        filter->apply(same, same);
        EXPECT_EQ(data, same.data);
        EXPECT_LE(relativeError(Mat(same), expected), 1e-6);
        GpuMat memory(180, 304, CV_32F);
        GpuMat from = memory(Rect(0, 0, 300, 170)), to = memory(Rect(4, 10, 300, 170));
        from.upload(image);
        filter->apply(from, to);
        EXPECT_LE(relativeError(Mat(to), expected), 1e-6);
    }
}

TEST_P(ConvolutionCuda_Algorithm, several_kernels)
{
    needDevice();
    for (int count : {2, 3, 4, 5, 7})
        for (int side : {3, 6, 9, 13})
        {
            std::vector<Mat> kernels;
            for (int i = 0; i < count; i++)
                kernels.push_back(kernelOf(algorithm().near({side, side}), CV_32F, uint64(i)));
            const GpuMat src(arrayOf({40, 290}, CV_32FC2));
            const auto bank = createNonSeparableFilter(kernels, params());
            std::vector<GpuMat> list;
            bank->apply(src, list);
            ASSERT_EQ(size_t(count), list.size());
            std::vector<Mat> channels;
            cv::split(filtered(bank, src), channels);
            for (size_t i = 0; i < list.size(); i++)
            {
                const Mat one = filtered(create(kernels[i], params()), src);
                EXPECT_LE(relativeError(Mat(list[i]), one), 1e-6) << count << ", " << side;
                Mat merged;
                cv::merge(std::vector<Mat>{channels[2 * i], channels[2 * i + 1]}, merged);
                EXPECT_LE(relativeError(merged, one), 1e-6) << count << ", " << side;
            }
        }
}

TEST_P(ConvolutionCuda_Algorithm, same_result_every_time)
{
    needDevice();
    for (int side : {5, 13})
    {
        const auto filter = create(kernelOf({side, side}, CV_32F), params());
        const GpuMat src(arrayOf({1400, 1500}, CV_32F));
        const Mat first = filtered(filter, src);
        for (int i = 0; i < 10; i++)
            ASSERT_TRUE(identical(first, filtered(filter, src))) << side;
    }
}

TEST_P(ConvolutionCuda_Algorithm, not_a_number)
{
    needDevice();
    if (algorithm().row->algorithm == CONVOLUTION_FFT)
        throw SkipTestException("it spreads what is not finite");
    for (double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        for (const Position& size :
             {Position{5, 7}, Position{4, 4}, Position{10, 9}, Position{17, 17}, Position{16, 15}})
        {
            const Position taps = algorithm().near(size);
            Mat src = arrayOf({90, 350}, CV_32F);
            const Point at(264, 47);
            src.at<float>(at) = float(value);
            const Mat result = filtered(create(kernelOf(taps, CV_32F), params()), GpuMat(src));
            for (int y = 0; y < src.rows; y++)
                for (int x = 0; x < src.cols; x++)
                {
                    // The window of a result begins size / 2 before it.
                    const int dy = at.y - (y - taps[0] / 2), dx = at.x - (x - taps[1] / 2);
                    const bool holds = dy >= 0 && dy < taps[0] && dx >= 0 && dx < taps[1];
                    ASSERT_EQ(!holds, std::isfinite(result.at<float>(y, x))) << x << ", " << y << ", taps " << taps[1];
                }
        }
}

//! Sizes that fill the device, with blocks inside and at the border.
TEST_P(ConvolutionCuda_Algorithm, large)
{
    needDevice();
    for (int side : {3, 5, 7, 9, 11, 13, 15, 17})
    {
        const Mat kernel = kernelOf({side, side}, CV_32F), src = arrayOf({2101, 3003}, CV_32F);
        Mat expected;
        Params strict;
        strict.algorithm = CONVOLUTION_DIRECT;
        create(kernel, strict)->apply(src, expected);
        EXPECT_LE(relativeError(filtered(create(kernel, params()), GpuMat(src)), expected), 3e-6) << side;
    }
}

// ---- Algorithms that take any arrays

class ConvolutionCuda_AnyArray : public ConvolutionCuda_Algorithm
{};

std::vector<GpuAlgorithm> algorithmsOfAnyArray()
{
    std::vector<GpuAlgorithm> list;
    for (const GpuAlgorithm& algorithm : gpuAlgorithms())
        if (algorithm.takesAll())
            list.push_back(algorithm);
    return list;
}

INSTANTIATE_TEST_CASE_P(All, ConvolutionCuda_AnyArray, testing::ValuesIn(algorithmsOfAnyArray()));

TEST_P(ConvolutionCuda_AnyArray, depths)
{
    needDevice();
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F})
        for (int ddepth : {-1, CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F})
            for (int channels : {1, 2, 3, 4, 5})
                for (int side : {3, 12})
                {
                    Params p = params();
                    p.ddepth = ddepth;
                    p.delta = depth <= CV_16S ? 20 : 0.125;
                    expectDefinition(arrayOf({33, 140}, CV_MAKETYPE(depth, channels)),
                                     kernelOf({side, side}, CV_32F) * (3. / side), p,
                                     format("depth %d to %d, %d channels, %d taps", depth, ddepth, channels, side));
                }
}

/** Results of bytes are those of exact sums. With taps of n / 2^k many sums are halves, and a wrong rounding shows at
once. Small taps are rounded in float, and large ones have so many results close to a half that they take double. */
TEST_P(ConvolutionCuda_AnyArray, bytes_round_exactly)
{
    needDevice();
    for (int size : {3, 5, 8, 9, 11, 16, 17, 20})
        for (double scale : {2. / size, 1. / size / size})
            for (bool isDyadic : {false, true})
            {
                Mat kernel = kernelOf({size, size}, CV_64F) * scale;
                if (isDyadic)
                {
                    int steps = 256; // a power of two: all sums are exact, whatever their order
                    while (steps < 256 * size)
                        steps *= 2;
                    kernel.convertTo(kernel, CV_16S, steps);
                    kernel.convertTo(kernel, CV_64F, 1. / steps);
                }
                for (int ddepth : {CV_8U, CV_16S})
                {
                    Params p = params();
                    p.ddepth = ddepth;
                    p.delta = 100;
                    expectDefinition(arrayOf({60, 150}, CV_8UC3), kernel, p, format("size %d, depth %d", size, ddepth));
                    expectDefinition(arrayOf({60, 150}, CV_8UC1), kernel, p, format("size %d, depth %d", size, ddepth));
                }
            }
}

//! Flat bytes whose sums all lie beside a half, and noise among them.
TEST_P(ConvolutionCuda_AnyArray, bytes_that_all_lie_beside_a_half)
{
    needDevice();
    for (int size : {5, 9, 17})
        for (double beside : {-1e-9, 1e-9})
        {
            Mat kernel = kernelOf({size, size}, CV_64F);
            kernel += Scalar(2);
            kernel *=
                (0.5 + 1. / 200 + beside) / cv::sum(kernel)[0]; // 100 times that is 50.5 and a bit that float loses
            Mat src(150, 300, CV_8U, Scalar(100));
            arrayOf({40, 60}, CV_8U).copyTo(src(Rect(130, 70, 60, 40)));
            expectDefinition(src, kernel, params(), format("%d taps, %g", size, beside));
        }
}

//! The constant outside plays no part, whatever it is.
TEST_P(ConvolutionCuda_AnyArray, valid_bytes_beside_any_constant)
{
    needDevice();
    for (int size : {3, 5, 7, 9, 11})
        for (double outside : {300., 1e6, -5., 0.5})
        {
            Params p = params();
            p.valid = true;
            p.borderType = {BORDER_CONSTANT};
            p.borderValue = Scalar::all(outside);
            for (int type : {CV_8UC1, CV_8UC3})
                expectDefinition(arrayOf({40, 300}, type), kernelOf({size, size}, CV_32F) / size, p,
                                 format("%d taps, %g outside", size, outside));
        }
}

TEST_P(ConvolutionCuda_AnyArray, valid_floats_beside_any_constant)
{
    needDevice();
    for (int size : {3, 4, 7, 9})
        for (double outside : {1e9, 1e30, 1e38})
        {
            Params p = params();
            p.valid = true;
            p.borderType = {BORDER_CONSTANT};
            p.borderValue = Scalar::all(outside);
            for (int rows : {40, 41})
                expectDefinition(arrayOf({rows, 300}, CV_32FC1), kernelOf({size, size}, CV_32F) / size, p,
                                 format("%d taps, %g outside, %d rows", size, outside, rows));
        }
}

//! Scales of pixels and taps that together leave float's range.
TEST_P(ConvolutionCuda_AnyArray, large_and_small_numbers)
{
    needDevice();
    for (int size : {5, 11, 17})
        for (double tap : {1e20, 1e9, 1e-9, 1e-20})
            for (double pixel : {1e-19, 1e-12, 1e9, 1e15})
            {
                const bool fits = tap * pixel < 1e15 && tap * pixel > 1e-15; // products of transforms
                if (!fits && algorithm().row->algorithm == CONVOLUTION_FFT)
                    continue;
                const Mat src = arrayOf({60, 300}, CV_32F) * pixel;
                expectDefinition(src, kernelOf({size, size}, CV_32F) * tap, params(),
                                 format("%d taps of %g, pixels of %g", size, tap, pixel));
            }
}

TEST_P(ConvolutionCuda_AnyArray, large_and_narrow_kernels)
{
    needDevice();
    for (const Position& size : {Position{1, 40}, Position{40, 1}, Position{19, 23}, Position{33, 32}, Position{3, 17},
                                 Position{48, 16}, Position{64, 65}})
        for (int depth : {CV_32F, CV_64F, CV_8U})
            for (int border : BORDERS)
            {
                Params p = params();
                p.borderType = {border};
                expectDefinition(arrayOf({71, 140}, depth), kernelOf(size, CV_64F) * 0.1, p,
                                 format("%d x %d, border %d", size[0], size[1], border));
            }
}

TEST_P(ConvolutionCuda_AnyArray, complex)
{
    needDevice();
    for (bool complexSource : {false, true})
        for (int kernelType : {CV_64FC1, CV_64FC2})
            for (int depth : {CV_8U, CV_32F, CV_64F})
                for (int channels : {2, 4})
                    for (int side : {3, 8, 13})
                    {
                        Params p = params();
                        p.complexSource = complexSource;
                        p.ddepth = depth == CV_8U ? CV_32F : -1;
                        expectDefinition(
                            arrayOf({40, 150}, CV_MAKETYPE(depth, channels)), kernelOf({side, side}, kernelType), p,
                            format("complex source %d, kernels %d, %d taps", int(complexSource), kernelType, side));
                    }
}

TEST_P(ConvolutionCuda_AnyArray, memory_that_is_not_aligned)
{
    needDevice();
    const Mat src = arrayOf({200, 300}, CV_32F);
    GpuMat memory(1, 1 << 20, CV_8U, Scalar(0));
    GpuMat from(src.size(), CV_32F, memory.data + 1, 1203), to(src.size(), CV_32F, memory.data + 500001, 1207);
    from.upload(src);
    const auto filter = create(kernelOf({7, 7}, CV_32F), params());
    filter->apply(from, to);
    EXPECT_LE(relativeError(Mat(to), filtered(filter, GpuMat(src))), 1e-6);
}

//! Any combination, by seed.
TEST_P(ConvolutionCuda_AnyArray, random_configurations)
{
    needDevice();
    for (uint64 seed = 1; seed <= 300; seed++)
    {
        RNG rng(seed * 77 + freshSeed());
        Params p = params();
        Position sizes, kernelSizes;
        p.borderType.clear();
        for (int i = 0; i < 2; i++)
        {
            kernelSizes.push_back(rng.uniform(1, rng.uniform(0, 4) ? 18 : 40));
            sizes.push_back(kernelSizes.back() + rng.uniform(0, i ? 300 : 70));
            p.anchor.push_back(rng.uniform(-1, kernelSizes.back()));
            p.borderType.push_back(BORDERS[size_t(rng.uniform(0, int(BORDERS.size())))]);
        }
        if (rng.uniform(0, 2))
            kernelSizes[0] = kernelSizes[1], sizes[0] = std::max(sizes[0], kernelSizes[0]), p.anchor.clear();
        const bool complexKernel = rng.uniform(0, 4) == 0;
        p.complexSource = rng.uniform(0, 4) == 0;
        p.convolves = rng.uniform(0, 2) == 0;
        p.valid = rng.uniform(0, 3) == 0;
        p.borderValue = Scalar(0.5, 0.25, -1, 2);
        if (!complexKernel && !p.complexSource)
            p.delta = rng.uniform(-1., 1.);
        const int depths[] = {CV_8U, CV_16U, CV_16S, CV_32F, CV_32F, CV_64F};
        const int channels = p.complexSource ? 2 * rng.uniform(1, 3) : rng.uniform(0, 2) ? 1 : rng.uniform(2, 5);
        const int type = CV_MAKETYPE(depths[rng.uniform(0, 6)], channels);
        p.ddepth = CV_MAT_DEPTH(type) < CV_32F && rng.uniform(0, 2) ? CV_32F : -1;
        expectDefinition(
            arrayOf(sizes, type, seed),
            kernelOf(kernelSizes, CV_MAKETYPE(rng.uniform(0, 2) ? CV_32F : CV_64F, complexKernel ? 2 : 1), seed), p,
            format("seed %d", int(seed)));
    }
}

TEST(ConvolutionCuda, large_images_of_any_type)
{
    needDevice();
    Params p;
    p.algorithm = CONVOLUTION_DIRECT;
    for (int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_16SC4, CV_16FC1, CV_32FC3, CV_64FC1})
        for (int side : {3, 9, 13, 20})
        {
            SCOPED_TRACE(format("type %s, %d taps", typeToString(type).c_str(), side));
            const int depth = CV_MAT_DEPTH(type);
            const double error = depth == CV_8U ? 0 : depth < CV_32F ? 1 : depth == CV_16F ? 2e-3 : 3e-6;
            expectLikeHost(create(kernelOf({side, side}, CV_32F) / side, p), arrayOf({1201, 1503}, type), error);
        }
}

TEST(ConvolutionCuda, more_than_2_to_the_31_elements)
{
    needDevice();
    applyTestTag(CV_TEST_TAG_MEMORY_6GB, CV_TEST_TAG_VERYLONG);
    for (int side : {5, 11, 18})
    {
        Params p;
        p.algorithm = CONVOLUTION_DIRECT;
        p.borderType = {BORDER_CONSTANT};
        GpuMat src(40000, 54000, CV_8U, Scalar(1)), dst;
        create(Mat(side, side, CV_32F, Scalar(0.5)), p)->apply(src, dst);
        for (Point at : {Point(0, 0), Point(27000, 20000), Point(53999, 39999)})
        {
            const auto taps = [&](int position, int length) { // inside the image
                return std::min(position - side / 2 + side, length) - std::max(position - side / 2, 0);
            };
            const int expected = cvRound(0.5 * taps(at.x, src.cols) * taps(at.y, src.rows));
            EXPECT_EQ(expected, int(Mat(dst(Rect(at, Size(1, 1)))).at<uchar>(0))) << at << ", " << side;
        }
    }
}

// ---- Streams

TEST(ConvolutionCuda, shared_by_threads_and_streams)
{
    needDevice();
    for (const GpuAlgorithm& algorithm : gpuAlgorithms())
    {
        Params p;
        p.algorithm = algorithm.row->algorithm;
        const auto filter =
            createNonSeparableFilter(std::vector<Mat>{kernelOf({7, 7}, CV_32F, 1), kernelOf({7, 7}, CV_32F, 2)}, p);
        std::vector<Mat> images, expected;
        for (const Position& size : {Position{200, 300}, Position{700, 1000}, Position{900, 64}})
        {
            images.push_back(arrayOf(size, CV_32F));
            expected.push_back(filtered(filter, GpuMat(images.back())));
        }
        std::vector<std::thread> threads;
        std::vector<int> wrong(6, 0);
        for (size_t t = 0; t < wrong.size(); t++)
            threads.emplace_back([&, t] {
                Stream own;
                for (size_t i = 0; i < 20; i++)
                {
                    const size_t k = (i + t) % images.size();
                    GpuMat src, dst;
                    src.upload(images[k], own);
                    own.waitForCompletion();
                    Stream& stream = t % 4 ? own : Stream::Null();
                    for (int repeat = 0; repeat < 3; repeat++)
                        filter->apply(src, dst, stream);
                    stream.waitForCompletion();
                    wrong[t] += !identical(expected[k], Mat(dst));
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        for (int count : wrong)
            EXPECT_EQ(0, count) << algorithm.row->name;
    }
}

#ifdef HAVE_RECFILTER_CUDA
//! A call is captured once and replayed on changing input, while the same object is used beside the graph.
TEST_P(ConvolutionCuda_Algorithm, graph)
{
    needDevice();
    const auto filter = create(kernelOf({7, 7}, CV_32F), params());
    Stream stream, beside;
    GpuMat src(Size(1700, 500), CV_32F, Scalar(0)), dst, other(Size(900, 400), CV_32F, Scalar(1)), otherDst;
    filter->apply(src, dst, stream);
    const CapturedCall captured(stream, [&] { filter->apply(src, dst, stream); });
    for (int i = 0; i < 20; i++)
    {
        const Mat image = arrayOf({500, 1700}, CV_32F, uint64(i));
        src.upload(image, stream);
        ASSERT_TRUE(captured.launch());
        filter->apply(other, otherDst, beside);
        if (i % 5 == 0)
            filter->clear();
        stream.waitForCompletion();
        ASSERT_TRUE(identical(filtered(filter, GpuMat(image)), Mat(dst))) << i;
    }
    beside.waitForCompletion();
}

//! After the first call of a size on a stream, a call allocates nothing and waits for nothing.
TEST_P(ConvolutionCuda_Algorithm, queues_only)
{
    needDevice();
    for (int side : {5, 11})
    {
        const auto filter = createNonSeparableFilter(
            std::vector<Mat>{kernelOf({side, side}, CV_32F, 1), kernelOf({side, side}, CV_32F, 2)}, params());
        Stream stream;
        const GpuMat src(arrayOf({600, 900}, CV_32F));
        std::vector<GpuMat> list;
        filter->apply(src, list, stream);
        stream.waitForCompletion();
        const Mat expected(list[1]);
        list[1].setTo(Scalar(0));
        expectOnlyQueues(stream, [&] { filter->apply(src, list, stream); });
        EXPECT_TRUE(identical(expected, Mat(list[1])));
    }
}

//! Channels of large results have the bits of arrays of their own, also in rows that no vector fits.
TEST_P(ConvolutionCuda_Algorithm, channels_of_large_results)
{
    needDevice();
    const Size size(1701, 1003);
    for (int count : {3, 5})
    {
        std::vector<Mat> kernels;
        for (int i = 0; i < count; i++)
            kernels.push_back(kernelOf({7, 7}, CV_32F, uint64(i)));
        const auto filter = createNonSeparableFilter(kernels, params());
        Stream stream;
        const GpuMat src(arrayOf({size.height, size.width}, CV_32F));
        std::vector<GpuMat> list;
        Mat expected(size.height + 3, size.width + 5, CV_32FC(count));
        expected.reshape(1).setTo(7);
        const GpuMat around(expected);
        const Rect place(Point(2, 1), size);
        GpuMat inside = around(place);
        filter->apply(src, list, stream);
        filter->apply(src, inside, stream);
        stream.waitForCompletion();
        std::vector<Mat> channels;
        for (const GpuMat& channel : list)
            channels.emplace_back(channel);
        cv::merge(channels, expected(place));
        EXPECT_TRUE(identical(expected, Mat(around))) << count << " channels";
        expectOnlyQueues(stream, [&] { filter->apply(src, inside, stream); });
    }
}

//! A pass along each axis, and one term for a kernel of rank 1, however large.
TEST(ConvolutionCuda, separable)
{
    needDevice();
    Params p;
    p.algorithm = CONVOLUTION_SEPARABLE;
    for (const Position& size : {Position{9, 9}, Position{31, 4}, Position{1, 21}, Position{60, 1}, Position{70, 71}})
        for (int type : {CV_32FC1, CV_32FC3, CV_16SC2, CV_64FC1})
            for (int border : BORDERS)
            {
                const Mat kernel = kernelOf({size[0], 1}, CV_64F) * kernelOf({1, size[1]}, CV_64F) / double(size[0]);
                p.borderType = {border};
                expectDefinition(arrayOf({80, 150}, type), kernel, p, format("%d x %d taps", size[0], size[1]));
            }
    p.borderType = {BORDER_DEFAULT};
    const auto filter = create(Mat(25, 25, CV_32F, Scalar(1. / 625)), p);
    Stream stream;
    GpuMat src(300, 400, CV_32F, Scalar::all(1)), dst;
    filter->apply(src, dst, stream);
    EXPECT_EQ(2, CapturedCall(stream, [&] { filter->apply(src, dst, stream); }).kernels());
}

//! CONVOLUTION_AUTO takes other variants for other sizes. All are there after the first call.
TEST(ConvolutionCuda, other_sizes_allocate_nothing)
{
    needDevice();
    for (int type : {CV_32FC1, CV_8UC1})
        for (int side : {3, 9, 13})
            for (int algorithm : {CONVOLUTION_AUTO, CONVOLUTION_STRICT})
            {
                Params p;
                p.algorithm = algorithm;
                const auto filter = create(kernelOf({side, side}, CV_32F) / side, p);
                Stream stream;
                GpuMat first(200, 300, type, Scalar::all(1)), second(700, 900, type, Scalar::all(1)),
                    third(2000, 2100, type, Scalar::all(1)), dst;
                filter->apply(first, dst, stream);
                for (const GpuMat& src : {second, third})
                {
                    dst.create(src.size(), type);
                    stream.waitForCompletion();
                    CapturedCall(stream, [&] { filter->apply(src, dst, stream); });
                }
            }
}

//! One launch for the kernels that share a read.
TEST(ConvolutionCuda, kernels_of_a_call)
{
    needDevice();
    const auto launches = [](int filters, int side, int type) {
        Params p;
        p.algorithm = CONVOLUTION_DIRECT;
        const auto filter =
            createNonSeparableFilter(std::vector<Mat>(size_t(filters), kernelOf({side, side}, CV_32F)), p);
        Stream stream;
        GpuMat src(300, 400, type, Scalar::all(1)), dst;
        filter->apply(src, dst, stream);
        return CapturedCall(stream, [&] { filter->apply(src, dst, stream); }).kernels();
    };
    EXPECT_EQ(1, launches(1, 3, CV_32FC1));
    EXPECT_EQ(1, launches(1, 17, CV_32FC4));
    EXPECT_EQ(1, launches(4, 5, CV_32FC1));
    EXPECT_EQ(3, launches(7, 4, CV_16UC3)) << "4 + 2 + 1";
    EXPECT_EQ(2, launches(4, 7, CV_32FC1)) << "2 + 2";
    EXPECT_EQ(2, launches(2, 9, CV_32FC1));
    EXPECT_EQ(5, launches(5, 13, CV_32FC1));
    EXPECT_EQ(2, launches(2, 40, CV_64FC1));
}

TEST(ConvolutionCuda, workspace)
{
    needDevice();
    for (const GpuAlgorithm& algorithm : gpuAlgorithms())
    {
        Params p;
        p.algorithm = algorithm.row->algorithm;
        const auto filter = create(kernelOf({9, 9}, CV_32F), p);
        const size_t bytes = filter->estimateWorkspace(Size(4096, 4096), CV_32F);
        if (p.algorithm == CONVOLUTION_FFT || p.algorithm == CONVOLUTION_SEPARABLE)
            EXPECT_TRUE(bytes > 0 && bytes < (size_t(512) << 20)) << bytes;
        else if (p.algorithm == CONVOLUTION_AUTO || p.algorithm == CONVOLUTION_STRICT ||
                 p.algorithm == CONVOLUTION_MATRIX) // records of what tensor cores lose
            EXPECT_LE(bytes, size_t(4096) * 4096 * sizeof(float) / 100) << algorithm.row->name;
        else
            EXPECT_EQ(0u, bytes) << algorithm.row->name;
    }
    const std::vector<Mat> kernels = {kernelOf({5, 5}, CV_32F, 1), kernelOf({5, 5}, CV_32F, 2),
                                      kernelOf({5, 5}, CV_32F, 3)};
    const auto bank = createNonSeparableFilter(kernels);
    EXPECT_EQ(size_t(3 * 4096) * 4096 * sizeof(float), bank->estimateWorkspace(Size(4096, 4096), CV_32F))
        << "channels are stored one by one first";
    EXPECT_EQ(0u, bank->estimateWorkspace(Size(500, 500), CV_32F));
}
#endif

// ---- Errors

TEST(ConvolutionCuda_Negative, factory)
{
    const auto with = [](int algorithm, const Position& size, int type) {
        return [=] {
            Params p;
            p.algorithm = algorithm;
            create(kernelOf(size, type), p);
        };
    };
    using namespace cv::Error;
    const BadCall rows[] = {
        {"algorithm is CONVOLUTION_TEXTURE and the kernels are complex", StsBadArg,
         with(CONVOLUTION_TEXTURE, {3, 3}, CV_32FC2)},
        {"algorithm is CONVOLUTION_SHARED and the kernels are 18 x 3", StsBadArg,
         with(CONVOLUTION_SHARED, {18, 3}, CV_32F)},
        {"algorithm is CONVOLUTION_TEXTURE and the kernels are 3 x 18", StsBadArg,
         with(CONVOLUTION_TEXTURE, {3, 18}, CV_32F)},
        {"algorithm is CONVOLUTION_SHARED_UNROLLED and the kernels are 4 x 4", StsBadArg,
         with(CONVOLUTION_SHARED_UNROLLED, {4, 4}, CV_32F)},
        {"algorithm is CONVOLUTION_SHARED_UNROLLED and the kernels are 3 x 5", StsBadArg,
         with(CONVOLUTION_SHARED_UNROLLED, {3, 5}, CV_32F)},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
}

TEST(ConvolutionCuda_Negative, apply)
{
    const auto filter = create(kernelOf({3, 4}, CV_32F));
    Params p;
    p.algorithm = CONVOLUTION_SHARED;
    const auto paper = create(kernelOf({3, 3}, CV_32F), p);
    Params inside;
    inside.valid = true;
    const auto validFilter = create(kernelOf({3, 4}, CV_32F), inside);
    const Mat image = arrayOf({10, 10}, CV_8UC1), floats = arrayOf({10, 10}, CV_32F);
    const GpuMat gpuImage = headerOf<GpuMat>(image), gpuFloats = headerOf<GpuMat>(floats);
    Mat dst;
    std::vector<Mat> list;
    std::vector<GpuMat> gpuList;
    GpuMat gpuDst;
    using namespace cv::Error;
    const BadCall rows[] = {
        {"src is a Mat and algorithm CONVOLUTION_SHARED", StsNotImplemented, [&] { paper->apply(floats, dst); }},
        {"src has depth CV_8U and dst CV_8U; CV_32F", StsUnsupportedFormat, [&] { paper->apply(gpuImage, gpuDst); }},
        {"dst is a list of Mat", StsBadArg, [&] { filter->apply(gpuFloats, list); }},
        {"dst is a list of GpuMat", StsBadArg, [&] { filter->apply(floats, gpuList); }},
        {"dst is a Mat", StsBadArg, [&] { filter->apply(gpuFloats, dst); }},
        {"src has 3 elements along dimension 1 and the kernels 4", StsUnmatchedSizes,
         [&] { validFilter->apply(gpuFloats(Rect(0, 0, 3, 9)), gpuDst); }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(dst.empty() && gpuDst.empty() && list.empty() && gpuList.empty());
}

TEST(ConvolutionCuda_Negative, results_share_memory)
{
    needDevice();
    const auto filter = createNonSeparableFilter(std::vector<Mat>(2, kernelOf({3, 3}, CV_32F)));
    GpuMat memory(30, 40, CV_32F, Scalar(-7));
    std::vector<GpuMat> list = {memory, memory};
    expectError(cv::Error::StsBadArg, "dst[0] and dst[1] share memory",
                [&] { filter->apply(GpuMat(30, 40, CV_32F, Scalar(1)), list); });
    EXPECT_TRUE(identical(Mat(memory), Mat(30, 40, CV_32F, Scalar(-7))));
}

TEST(ConvolutionCuda_Negative, no_device)
{
    if (hasDevice())
        throw SkipTestException("there is a CUDA device");
    const Mat image = arrayOf({10, 10}, CV_32F);
    const auto filter = create(kernelOf({3, 3}, CV_32F));
    GpuMat dst;
    std::vector<GpuMat> list;
    expectError(cv::Error::GpuNotSupported, "src is a GpuMat", [&] { filter->apply(headerOf<GpuMat>(image), dst); });
    expectError(cv::Error::GpuNotSupported, "src is a GpuMat", [&] { filter->apply(headerOf<GpuMat>(image), list); });
    expectError(cv::Error::GpuNotSupported, "workspace", [&] { filter->estimateWorkspace(Size(10, 10), CV_32F); });
    EXPECT_TRUE(dst.empty() && list.empty());
}

}} // namespace opencv_test
