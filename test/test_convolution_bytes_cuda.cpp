// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Non-separable filters of bytes on the GPU: by tensor cores their taps are integers of one to three digits.

#include "convolution_reference.hpp"
#include "device_common.hpp"

namespace opencv_test { namespace {

enum TapKind
{
    ONE_DIGIT,   //!< integers up to 127, times a power of two
    TWO_DIGITS,  //!< larger ones
    THREE_DIGITS //!< any
};

const TapKind ALL_TAPS[] = {ONE_DIGIT, TWO_DIGITS, THREE_DIGITS};

Mat tapsOf(TapKind kind, int height, int width, uint64 seed = 1)
{
    Mat taps = kernelOf({height, width}, CV_64F, seed) * (2. / std::sqrt(double(height) * width));
    if (kind == THREE_DIGITS)
        return taps;
    double largest = 0;
    cv::minMaxLoc(cv::abs(taps), nullptr, &largest);
    const double most = kind == ONE_DIGIT ? 127 : 127 * 256, step = std::exp2(std::floor(std::log2(most / largest)));
    taps.convertTo(taps, CV_32S, step);
    taps.convertTo(taps, CV_64F, 1 / step);
    return taps;
}

Ptr<NonSeparableFilter> create(const std::vector<Mat>& kernels, Params params, int algorithm)
{
    params.algorithm = algorithm;
    return createNonSeparableFilter(kernels, params);
}

//! The results of the CPU, which are those of sums in double.
Mat onHost(const Mat& kernel, const Mat& src, const Params& params)
{
    Mat dst;
    create({kernel}, params, CONVOLUTION_DIRECT)->apply(src, dst);
    return dst;
}

void expectEqual(const Mat& expected, const GpuMat& actual, const std::string& name)
{
    ASSERT_EQ(expected.type(), actual.type()) << name;
    ASSERT_EQ(expected.size(), actual.size()) << name;
    EXPECT_EQ(0, cvtest::norm(expected, Mat(actual), NORM_INF)) << name;
}

class ConvolutionCuda_Bytes : public testing::TestWithParam<int>
{
protected:
    GpuMat filtered(const Mat& kernel, const GpuMat& src, const Params& params = Params()) const
    {
        GpuMat dst;
        create({kernel}, params, GetParam())->apply(src, dst);
        return dst;
    }
};

INSTANTIATE_TEST_CASE_P(All, ConvolutionCuda_Bytes,
                        testing::Values(int(CONVOLUTION_AUTO), int(CONVOLUTION_STRICT), int(CONVOLUTION_MATRIX)));

TEST_P(ConvolutionCuda_Bytes, taps_and_channels)
{
    needDevice();
    for (TapKind kind : ALL_TAPS)
        for (const Position& size :
             {Position{3, 3}, Position{5, 5}, Position{7, 7}, Position{9, 9}, Position{11, 11}, Position{13, 13},
              Position{15, 15}, Position{17, 17}, Position{2, 3}, Position{4, 4}, Position{6, 5}, Position{8, 9}})
            for (int channels : {1, 2, 3, 4, 5})
                for (int ddepth : {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F})
                {
                    SCOPED_TRACE(format("%d digits, %d x %d taps, %d channels to %d", kind + 1, size[1], size[0],
                                        channels, ddepth));
                    Params p;
                    p.ddepth = ddepth;
                    p.delta = 40;
                    const Mat kernel = tapsOf(kind, size[0], size[1]), src = arrayOf({37, 203}, CV_8UC(channels));
                    expectAsDefined(Mat(filtered(kernel, GpuMat(src), p)), src, kernel, p);
                }
}

TEST_P(ConvolutionCuda_Bytes, borders_and_anchors)
{
    needDevice();
    for (TapKind kind : ALL_TAPS)
        for (int size : {3, 8, 9, 17})
            for (int channels : {1, 3, 4})
                for (int border : BORDERS)
                    for (int anchor : {-1, 0, size - 1})
                        for (bool valid : {false, true})
                        {
                            SCOPED_TRACE(format("%d digits, %d taps, %d channels, border %d, anchor %d, valid %d",
                                                kind + 1, size, channels, border, anchor, int(valid)));
                            Params p;
                            p.borderType = {border, BORDER_CONSTANT};
                            p.borderValue = Scalar(200, 3, 90, 255);
                            p.valid = valid;
                            if (!valid && anchor >= 0)
                                p.anchor = {size / 2, anchor};
                            const Mat kernel = tapsOf(kind, size, size), src = arrayOf({33, 161}, CV_8UC(channels));
                            expectAsDefined(Mat(filtered(kernel, GpuMat(src), p)), src, kernel, p);
                        }
}

//! Arrays no larger than the kernel along one axis or both, in place.
TEST_P(ConvolutionCuda_Bytes, small_arrays)
{
    needDevice();
    for (int size : {3, 9, 17})
        for (const Position& sizes : {Position{size, size}, Position{size, 150}, Position{150, size}})
            for (int channels : {1, 2, 4})
                for (int border : BORDERS)
                {
                    SCOPED_TRACE(
                        format("%d taps, %d x %d, %d channels, border %d", size, sizes[1], sizes[0], channels, border));
                    Params p;
                    p.borderType = {border};
                    const Mat kernel = tapsOf(THREE_DIGITS, size, size), src = arrayOf(sizes, CV_8UC(channels));
                    GpuMat array(src);
                    create({kernel}, p, GetParam())->apply(array, array);
                    expectAsDefined(Mat(array), src, kernel, p);
                }
}

//! Floats from bytes lose no more than floats do, whatever the image: of black pixels nothing is left.
TEST_P(ConvolutionCuda_Bytes, floats)
{
    needDevice();
    const auto expectDefinition = [&](const Mat& kernel, const Mat& src, int ddepth) {
        SCOPED_TRACE(format("%d taps from %g, mean pixel %g, to %d", int(kernel.total()), kernel.at<double>(0, 0),
                            cv::mean(src)[0], ddepth));
        Params p;
        p.ddepth = ddepth;
        expectAsDefined(Mat(filtered(kernel, GpuMat(src), p)), src, kernel, p);
    };
    const Mat black(60, 200, CV_8U, Scalar(0)), white(60, 200, CV_8U, Scalar(255)), noisy = arrayOf({60, 200}, CV_8UC1);
    Mat ones;
    cv::bitwise_and(noisy, Scalar(1), ones);
    for (const Mat& kernel :
         {Mat(5, 5, CV_64F, Scalar(0.04)), Mat(17, 17, CV_64F, Scalar(1. / 289)), tapsOf(THREE_DIGITS, 9, 9)})
        for (const Mat& src : {black, white, ones, noisy})
            for (int ddepth : {CV_32F, CV_16S, CV_8U})
                expectDefinition(kernel, src, ddepth);

    Mat spread(17, 17, CV_64F, Scalar(5.5e-8)); // one tap among much smaller ones
    spread.at<double>(8, 8) = 1;
    Mat large(17, 17, CV_64F, Scalar(29139.5 / 16384)); // the largest sums that integers hold
    large.rowRange(0, 7) += Scalar(1. / 16384);
    for (int ddepth : {CV_32F, CV_16S, CV_8U})
    {
        for (const Mat& src : {white, noisy})
            expectDefinition(spread, src, ddepth);
        if (ddepth != CV_32F || GetParam() != CONVOLUTION_STRICT) // float additions of equal products lose more
            expectDefinition(large, white, ddepth);
    }
}

//! Many tiles, inside and at the edges, in each block.
TEST_P(ConvolutionCuda_Bytes, large)
{
    needDevice();
    for (TapKind kind : ALL_TAPS)
        for (int size : {3, 5, 7, 9, 11, 13, 15, 17})
            for (int channels : {1, 3})
                for (int ddepth : {CV_8U, CV_16S})
                {
                    Params p;
                    p.ddepth = ddepth;
                    const Mat kernel = tapsOf(kind, size, size), src = arrayOf({2203, 2117}, CV_8UC(channels));
                    expectEqual(onHost(kernel, src, p), filtered(kernel, GpuMat(src), p),
                                format("%d digits, %d taps, %d channels to %d", kind + 1, size, channels, ddepth));
                }
}

//! Rows that begin anywhere, and lie as far apart as rows of one array.
TEST_P(ConvolutionCuda_Bytes, arrays_that_are_not_aligned)
{
    needDevice();
    for (int size : {3, 7, 17})
        for (int channels : {1, 2, 3, 4})
            for (int left : {0, 1, 5, 16})
                for (int step : {1307, 1312})
                {
                    const Mat image = arrayOf({600, 1201}, CV_8UC(channels));
                    const size_t bytes = size_t(step) * channels * 600 + size_t(left);
                    GpuMat from(1, int(bytes), CV_8U), to(1, int(bytes), CV_8U);
                    GpuMat src(600, 1201, image.type(), from.data + left, size_t(step) * channels);
                    GpuMat dst(600, 1201, image.type(), to.data + left, size_t(step) * channels);
                    src.upload(image);
                    const Mat kernel = tapsOf(THREE_DIGITS, size, size);
                    create({kernel}, Params(), GetParam())->apply(src, dst);
                    expectEqual(onHost(kernel, image, Params()), dst,
                                format("%d taps, %d channels, from %d, step %d", size, channels, left, step));
                }
}

//! Kernels with different numbers of digits share a read. The last array is large enough to be joined from planes.
TEST_P(ConvolutionCuda_Bytes, banks)
{
    needDevice();
    std::vector<Mat> kernels;
    for (int i = 0; i < 6; i++)
        kernels.push_back(tapsOf(ALL_TAPS[i % 3], 7, 7, uint64(i)));
    for (int count : {2, 3, 6})
        for (const Mat& src :
             {arrayOf({70, 301}, CV_8UC1), arrayOf({61, 203}, CV_8UC3), arrayOf({1601, 1702}, CV_8UC1)})
        {
            const std::vector<Mat> some(kernels.begin(), kernels.begin() + count);
            const auto bank = create(some, Params(), GetParam());
            std::vector<GpuMat> list;
            GpuMat joined;
            bank->apply(GpuMat(src), list);
            bank->apply(GpuMat(src), joined);
            std::vector<Mat> all(list.size());
            for (size_t i = 0; i < list.size(); i++)
            {
                all[i] = onHost(some[i], src, Params());
                expectEqual(all[i], list[i], format("kernel %d of %d", int(i), count));
            }
            Mat expected;
            cv::merge(all, expected);
            expectEqual(expected, joined, format("%d kernels, %d columns", count, src.cols));
        }
}

//! More kernels than one launch takes, to results of other depths in memory that no vector fits.
TEST_P(ConvolutionCuda_Bytes, banks_to_other_depths)
{
    needDevice();
    std::vector<Mat> kernels;
    for (int i = 0; i < 5; i++)
        kernels.push_back(tapsOf(ALL_TAPS[i % 3], 9, 9, uint64(i)));
    for (int channels : {1, 3})
        for (int ddepth : {CV_16U, CV_16S, CV_16F, CV_32F})
            for (bool valid : {false, true})
            {
                Params p;
                p.ddepth = ddepth;
                p.delta = 300;
                p.valid = valid;
                const Mat src = arrayOf({75, 211}, CV_8UC(channels));
                const Size size = valid ? Size(src.cols - 8, src.rows - 8) : src.size();
                const int type = CV_MAKETYPE(ddepth, channels);
                const size_t step = size_t(size.width + 1) * CV_ELEM_SIZE(type); // odd in elements
                std::vector<GpuMat> memory, list;
                for (size_t i = 0; i < kernels.size(); i++)
                {
                    memory.emplace_back(1, int(step) * (size.height + 1), CV_8U);
                    list.emplace_back(size, type, memory[i].data + CV_ELEM_SIZE1(ddepth), step);
                }
                create(kernels, p, GetParam())->apply(GpuMat(src), list);
                for (size_t i = 0; i < kernels.size(); i++)
                {
                    SCOPED_TRACE(
                        format("kernel %d, %d channels to %d, valid %d", int(i), channels, ddepth, int(valid)));
                    ASSERT_EQ(memory[i].data + CV_ELEM_SIZE1(ddepth), list[i].data);
                    expectAsDefined(Mat(list[i]), src, kernels[i], p);
                }
            }
}

TEST_P(ConvolutionCuda_Bytes, complex_kernels)
{
    needDevice();
    for (TapKind kind : ALL_TAPS)
        for (int size : {3, 7, 17})
            for (int channels : {1, 3})
                for (int ddepth : {CV_16S, CV_32F})
                {
                    SCOPED_TRACE(format("%d digits, %d taps, %d channels to %d", kind + 1, size, channels, ddepth));
                    Params p;
                    p.ddepth = ddepth;
                    Mat kernel;
                    cv::merge(std::vector<Mat>{tapsOf(kind, size, size, 1), tapsOf(kind, size, size, 2)}, kernel);
                    const Mat src = arrayOf({41, 203}, CV_8UC(channels));
                    expectAsDefined(Mat(filtered(kernel, GpuMat(src), p)), src, kernel, p);
                }
}

//! Of sums of tenths many are halves but for their rounding: the order of additions, the same everywhere, decides.
TEST_P(ConvolutionCuda_Bytes, many_results_at_a_half)
{
    needDevice();
    const Mat twentieths(4, 5, CV_64F, Scalar(0.05));
    const Mat tenths = (Mat_<double>(3, 3) << 0.1, 0.1, 0.1, 0.1, 0.2, 0.1, 0.1, 0.1, 0.1);
    for (const Mat& kernel : {twentieths, tenths})
        for (int range : {256, 6})
        {
            Mat src = arrayOf({700, 901}, CV_8U);
            src.forEach<uchar>([&](uchar& pixel, const int*) { pixel = uchar(pixel % range); });
            GpuMat expected;
            create({kernel}, Params(), CONVOLUTION_DIRECT)->apply(GpuMat(src), expected);
            expectEqual(Mat(expected), filtered(kernel, GpuMat(src)),
                        format("%d taps, pixels below %d", int(kernel.total()), range));
        }
}

//! Taps and deltas for which no scale, or none with few results close to a half, exists.
TEST_P(ConvolutionCuda_Bytes, small_and_large_numbers)
{
    needDevice();
    for (double tap : {0., 1e-30, 1e-6, 90., 3e4})
        for (double delta : {0., 0.3, -1e4, 1e9})
        {
            SCOPED_TRACE(format("taps of %g, delta %g", tap, delta));
            Params p;
            p.ddepth = CV_16S;
            p.delta = delta;
            const Mat kernel = kernelOf({5, 5}, CV_64F) * tap, src = arrayOf({40, 150}, CV_8UC1);
            expectAsDefined(Mat(filtered(kernel, GpuMat(src), p)), src, kernel, p);
        }
}

}} // namespace
