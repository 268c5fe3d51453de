// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Blurs of images with holes: quotients of sums with the sampled Gaussian, on all borders and depths; both sides.

#include "functions_reference.hpp"

#include "opencv2/recfilter/functions.hpp"

namespace opencv_test { namespace {

const double SIGMA_X = 2.5, SIGMA_Y = 1.7, LEAST = 0.05, FILL = 7;

//! Weights with a hole that is larger than the Gaussian reaches.
Mat weightsOf(Size size)
{
    Mat weights = noise(size, CV_32F);
    weights -= Scalar::all(cvtest::norm(weights, NORM_INF) / 3);
    weights.setTo(0, weights < 0);
    weights(Rect(0, 0, 24, 20) & Rect(Point(), size)).setTo(0);
    return weights;
}

//! @param weights of the channels of the image
Mat quotient(const Mat& image, const Mat& weights, int border)
{
    Mat values = asDouble(image).reshape(image.channels()), w = asDouble(weights).reshape(weights.channels());
    values.reshape(1).setTo(0, w.reshape(1) == 0);
    const auto blurred = [&](const Mat& any) {
        return gaussianByDefinition(any, SIGMA_X, SIGMA_Y, 0, 0, border).reshape(1);
    };
    const Mat products = blurred(values.mul(w)), sums = blurred(w);
    Mat result = products / sums;
    result.setTo(FILL, sums < LEAST);
    return result;
}

//! Results where the weight is not so close to the limit that either may come out.
double errorOf(const Mat& actual, const Mat& expected)
{
    const Mat values = asDouble(actual).reshape(1);
    Mat difference = cv::abs(values - expected);
    int outliers = 0;
    double largest = 0;
    for (int y = 0; y < difference.rows; y++)
        for (int x = 0; x < difference.cols; x++)
        {
            const bool isFill = expected.at<double>(y, x) == FILL || values.at<double>(y, x) == FILL;
            if (isFill && difference.at<double>(y, x) > 0 && ++outliers <= 2)
                continue;
            largest = std::max(largest, difference.at<double>(y, x));
        }
    return largest;
}

Mat repeated(const Mat& weights, int channels)
{
    Mat result;
    merge(std::vector<Mat>(size_t(channels), weights), result);
    return result;
}

template <typename Image, typename Mask>
Mat blurred(const Mat& src, const Mask& mask, int border, bool ignoresNaN = false, int ddepth = -1)
{
    Image dst;
    maskedGaussianBlur(Image(src), mask, dst, SIGMA_X, SIGMA_Y, ignoresNaN, FILL, LEAST, border, ddepth);
    return Mat(dst);
}

Mat onHostBlurred(const Mat& src, const Mat& mask, int border, bool ignoresNaN = false, int ddepth = -1)
{
    return blurred<Mat>(src, mask, border, ignoresNaN, ddepth);
}

TEST(Functions_MaskedBlur, weights_borders_and_depths)
{
    for (const int border : BORDERS)
        for (const int type : {CV_8UC1, CV_8UC3, CV_16SC1, CV_32FC1, CV_64FC2})
        {
            const Mat src = noise(Size(41, 33), type), weights = weightsOf(src.size());
            const Mat expected = quotient(src, repeated(weights, src.channels()), border);
            const int depth = src.depth() == CV_64F ? CV_64F : CV_32F;
            EXPECT_LE(errorOf(onHostBlurred(src, weights, border, false, depth), expected), 1e-3 * largestValue(src))
                << "border " << border << ", " << typeToString(type);
            const Mat rounded = onHostBlurred(src, weights, border);
            ASSERT_EQ(src.type(), rounded.type());
            EXPECT_LE(errorOf(rounded, expected),
                      src.depth() < CV_32F ? 0.5 + 1e-3 * largestValue(src) : 1e-3 * largestValue(src));
        }
}

TEST(Functions_MaskedBlur, masks_of_bytes)
{
    const Mat src = noise(Size(41, 33), CV_32FC3), weights = weightsOf(src.size());
    Mat mask = weights > 0, odd = mask & 5, ones;
    mask.convertTo(ones, CV_32F, 1 / 255.);
    const Mat expected = onHostBlurred(src, ones, BORDER_REFLECT);
    EXPECT_TRUE(identical(expected, onHostBlurred(src, mask, BORDER_REFLECT)));
    EXPECT_TRUE(identical(expected, onHostBlurred(src, odd, BORDER_REFLECT)));
    // A pixel in a hole does not matter, whatever it is.
    Mat other = src.clone();
    other.setTo(Scalar::all(NAN), mask == 0);
    EXPECT_TRUE(identical(expected, onHostBlurred(other, mask, BORDER_REFLECT)));
    Mat ofMask = mask.clone();
    maskedGaussianBlur(src, ofMask, ofMask, SIGMA_X, SIGMA_Y, false, FILL, LEAST, BORDER_REFLECT);
    EXPECT_TRUE(identical(expected, ofMask)) << "the mask is where a result of another type goes";
    Mat inPlace = src.clone();
    maskedGaussianBlur(inPlace, mask, inPlace, SIGMA_X, SIGMA_Y, false, FILL, LEAST, BORDER_REFLECT);
    EXPECT_TRUE(identical(expected, inPlace));
}

TEST(Functions_MaskedBlur, nan_is_a_hole_of_its_channel)
{
    Mat src = noise(Size(41, 33), CV_32FC2), weights(src.size(), CV_32FC2, Scalar::all(1));
    RNG rng(5);
    for (int i = 0; i < 300; i++)
    {
        const int y = rng.uniform(0, src.rows), x = rng.uniform(0, src.cols), c = rng.uniform(0, 2);
        src.at<Vec2f>(y, x)[c] = NAN;
        weights.at<Vec2f>(y, x)[c] = 0;
    }
    const Mat expected = quotient(src, weights, BORDER_WRAP), actual = onHostBlurred(src, Mat(), BORDER_WRAP, true);
    EXPECT_LE(errorOf(actual, expected), 1e-3 * 300);
    Mat both = weightsOf(src.size());
    const Mat expectedBoth = quotient(src, weights.mul(repeated(both, 2)), BORDER_WRAP);
    EXPECT_LE(errorOf(onHostBlurred(src, both, BORDER_WRAP, true), expectedBoth), 1e-3 * 300);
    EXPECT_TRUE(cvIsNaN(cvtest::norm(onHostBlurred(src, Mat(), BORDER_WRAP), NORM_L1))) << "only if asked for";
}

TEST(Functions_MaskedBlur, without_holes_a_blur)
{
    const Mat src = noise(Size(41, 33), CV_32F);
    Mat expected, actual;
    recursiveGaussianBlur(src, expected, 4);
    maskedGaussianBlur(src, noArray(), actual, 4);
    EXPECT_LE(relativeError(actual, expected), 1e-5);
    std::vector<Mat> results;
    maskedGaussianBlur(std::vector<Mat>{src, src}, noArray(), results, 4);
    EXPECT_TRUE(identical(actual, results.at(1)));
}

TEST(Functions_MaskedBlur, refuses)
{
    const Mat image(8, 8, CV_8U, Scalar(3)), mask(8, 8, CV_8U, Scalar(1));
    Mat dst, bad(8, 8, CV_32F, Scalar(1));
    bad.at<float>(2, 5) = -1;
    using namespace cv::Error;
    const BadCall rows[] = {
        {"sigmaX is 0;", StsOutOfRange, [&] { maskedGaussianBlur(image, mask, dst, 0); }},
        {"sigmaY is -1", StsOutOfRange, [&] { maskedGaussianBlur(image, mask, dst, 1, -1); }},
        {"leastWeight is 0;", StsOutOfRange, [&] { maskedGaussianBlur(image, mask, dst, 1, 0, false, 0, 0); }},
        {"borderType is 77", StsBadArg, [&] { maskedGaussianBlur(image, mask, dst, 1, 0, false, 0, 1e-3, 77); }},
        {"ddepth is 0", StsBadArg,
         [&] { maskedGaussianBlur(image, mask, dst, 1, 0, false, 0, 1e-3, BORDER_WRAP, CV_8U); }},
        {"src has depth CV_32S", StsUnsupportedFormat,
         [&] { maskedGaussianBlur(Mat(8, 8, CV_32S, Scalar(1)), mask, dst, 1); }},
        {"mask has type CV_8UC3", StsUnsupportedFormat,
         [&] { maskedGaussianBlur(image, Mat(8, 8, CV_8UC3, Scalar(1)), dst, 1); }},
        {"mask is 7 x 8", StsUnmatchedSizes, [&] { maskedGaussianBlur(image, mask.colRange(0, 7), dst, 1); }},
        {"mask at (5, 2) is -1", StsOutOfRange, [&] { maskedGaussianBlur(image, bad, dst, 1); }},
        {"mask is empty or no Mat", StsBadArg,
         [&] { maskedGaussianBlur(image, GpuMat(8, 8, CV_8U, (void*)mask.data), dst, 1); }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(dst.empty());
}

TEST(Functions_MaskedBlurCuda, as_on_the_host)
{
    needDevice();
    for (const int border : BORDERS)
        for (const int type : {CV_8UC1, CV_8UC3, CV_16SC1, CV_32FC1, CV_64FC2})
        {
            Mat src = noise(Size(61, 43), type), weights = weightsOf(src.size()), mask = weights > 0;
            if (src.depth() >= CV_32F)
                src.row(30).setTo(Scalar::all(NAN));
            const double error = src.depth() < CV_32F ? 1 : 1e-3 * 300;
            EXPECT_LE(errorOf(blurred<GpuMat>(src, GpuMat(weights), border, true),
                              asDouble(onHostBlurred(src, weights, border, true)).reshape(1)),
                      error);
            EXPECT_LE(errorOf(blurred<GpuMat>(src, GpuMat(mask), border, true),
                              asDouble(onHostBlurred(src, mask, border, true)).reshape(1)),
                      error);
            EXPECT_LE(errorOf(blurred<GpuMat>(src, noArray(), border, true),
                              asDouble(onHostBlurred(src, Mat(), border, true)).reshape(1)),
                      error);
        }
    // Several tiles and segments, products and weights in the same blocks.
    for (const int border : BORDERS)
        for (const int type : {CV_32FC1, CV_8UC1, CV_16FC1, CV_32FC3})
        {
            Mat src = noise(type == CV_32FC1 ? Size(1500, 700) : Size(1301, 333), type),
                weights = weightsOf(src.size());
            src.row(300).setTo(Scalar::all(src.depth() == CV_32F ? NAN : 3));
            const GpuMat wide(src.rows, src.cols + 5, CV_8UC1);
            const double error = src.depth() < CV_32F ? 1 : 1e-3 * 300;
            for (const Mat& mask : {weights, Mat(weights > 0), Mat()})
            {
                GpuMat onDevice(mask);
                if (mask.type() == CV_8UC1 && !mask.empty()) // rows that begin anywhere
                {
                    onDevice = wide.colRange(3, 3 + src.cols);
                    onDevice.upload(mask);
                }
                EXPECT_LE(errorOf(blurred<GpuMat>(src, onDevice, border, true),
                                  asDouble(onHostBlurred(src, mask, border, true)).reshape(1)),
                          error)
                    << typeToString(type) << ", border " << border;
            }
        }
    const GpuMat image(noise(Size(201, 77), CV_8UC3)), mask(Mat(weightsOf(Size(201, 77)) > 0));
    GpuMat plain, inPlace = image.clone(), frame(90, 230, CV_8UC3), roi = frame(Rect(7, 3, 201, 77));
    maskedGaussianBlur(image, mask, plain, 5);
    maskedGaussianBlur(inPlace, mask, inPlace, 5);
    maskedGaussianBlur(image, mask, roi, 5);
    EXPECT_TRUE(identical(Mat(plain), Mat(inPlace)));
    EXPECT_TRUE(identical(Mat(plain), Mat(roi)));
    // One channel, whose result overlaps the source or the mask.
    const GpuMat gray(noise(Size(300, 277), CV_8UC1));
    GpuMat other, both(301, 300, CV_8UC1, Scalar::all(1)), above = both.rowRange(0, 277), below = both.rowRange(1, 278);
    maskedGaussianBlur(gray, gray, other, 5);
    gray.copyTo(below);
    maskedGaussianBlur(below, below, above, 5);
    EXPECT_LE(cvtest::norm(Mat(other), Mat(above), NORM_INF), 1);
    gray.copyTo(below);
    maskedGaussianBlur(gray, below, below, 5);
    EXPECT_LE(cvtest::norm(Mat(other), Mat(below), NORM_INF), 1);
    gray.copyTo(below);
    maskedGaussianBlur(below, gray, below, 5);
    EXPECT_LE(cvtest::norm(Mat(other), Mat(below), NORM_INF), 1);
}

}} // namespace
