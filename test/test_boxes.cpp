// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Windows of any size by summed-area tables: sums by definition on all borders, sizes and depths; both sides.

#include "functions_reference.hpp"

#include "opencv2/recfilter/functions.hpp"

namespace opencv_test { namespace {

//! The mean of a window of an image in double, pixel by pixel.
class WindowByDefinition
{
public:
    WindowByDefinition(const Mat& image, int borderType) : border(borderType) { image.convertTo(values, CV_64F); }

    double mean(int x, int y, int channel, Size window, bool squares = false) const
    {
        double sum = 0;
        for (int j = y - window.height / 2; j < y - window.height / 2 + window.height; j++)
            for (int i = x - window.width / 2; i < x - window.width / 2 + window.width; i++)
            {
                const int row = borderInterpolate(j, values.rows, border),
                          column = borderInterpolate(i, values.cols, border);
                const double value =
                    row < 0 || column < 0 ? 0 : values.ptr<double>(row)[column * values.channels() + channel];
                sum += squares ? value * value : value;
            }
        return sum / (double(window.width) * window.height);
    }

    double variance(int x, int y, int channel, Size window) const
    {
        const double ofPixel = mean(x, y, channel, window);
        return mean(x, y, channel, window, true) - ofPixel * ofPixel;
    }

private:
    Mat values;
    const int border;
};

template <typename Value>
Mat everywhere(const Mat& src, const Value& value)
{
    Mat result(src.size(), CV_MAKETYPE(CV_64F, src.channels()));
    for (int y = 0; y < src.rows; y++)
        for (int x = 0; x < src.cols; x++)
            for (int c = 0; c < src.channels(); c++)
                result.ptr<double>(y)[x * src.channels() + c] = value(x, y, c);
    return result.reshape(1);
}

Mat meansOf(const Mat& src, Size window, int border)
{
    const WindowByDefinition definition(src, border);
    return everywhere(src, [&](int x, int y, int c) { return definition.mean(x, y, c, window); });
}

const Size WINDOWS[] = {{1, 1}, {3, 5}, {4, 2}, {19, 1}, {40, 61}};

TEST(Functions_Boxes, borders_and_windows)
{
    for (const int border : BORDERS)
        for (const Size size : {Size(17, 13), Size(1, 7), Size(6, 1), Size(2, 2), Size(1, 1)})
            for (const Size window : WINDOWS)
                for (const int type : {CV_8UC1, CV_32FC1})
                {
                    const Mat src = noise(size, type);
                    Mat dst;
                    boxFilter(src, dst, window, border, CV_32F);
                    EXPECT_LE(relativeError(dst, meansOf(src, window, border)), 1e-6)
                        << "border " << border << ", image " << size << ", window " << window;
                }
}

TEST(Functions_Boxes, depths_and_channels)
{
    for (const int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_16SC4, CV_32FC2, CV_64FC(5)})
    {
        const Mat src = noise(Size(33, 21), type);
        Mat dst;
        boxFilter(src, dst, Size(7, 4));
        ASSERT_EQ(src.type(), dst.type());
        const double error = largestError(dst.reshape(1), meansOf(src, Size(7, 4), BORDER_DEFAULT));
        EXPECT_LE(error, src.depth() < CV_32F ? 0.5 + 1e-9 : 1e-6 * largestValue(src)) << typeToString(type);
    }
}

//! As OpenCV's own, and beyond its windows.
TEST(Functions_Boxes, as_cv_boxFilter)
{
    const Mat src = noise(Size(90, 70), CV_8UC3);
    Mat expected, actual;
    for (const Size window : {Size(5, 5), Size(8, 3)})
    {
        cv::boxFilter(src, expected, CV_32F, window, Point(-1, -1), true, BORDER_REFLECT);
        cv::cuda::boxFilter(src, actual, window, BORDER_REFLECT, CV_32F);
        EXPECT_LE(largestError(actual.reshape(1), expected.reshape(1)), 1e-4);
    }
    cv::cuda::boxFilter(Mat(5, 5, CV_8U, Scalar(255)), actual, Size(2097153, 2097153), BORDER_WRAP);
    EXPECT_EQ(0, cvtest::norm(actual, Mat(5, 5, CV_8U, Scalar(255)), NORM_INF)) << "more than 2^32 in a window";
}

//! A NaN spoils what lies right of it and below, as in prefix sums, and no window before it.
TEST(Functions_Boxes, not_a_number)
{
    const Mat_<float> src({1, 5}, {1, 2, 3, 4, NAN});
    Mat dst;
    for (const int border : {int(BORDER_REFLECT), int(BORDER_REPLICATE), int(BORDER_REFLECT_101)})
    {
        cv::cuda::boxFilter(src, dst, Size(3, 1), border);
        const float first = border == BORDER_REFLECT_101 ? 5.f / 3 : 4.f / 3;
        EXPECT_NEAR(first, dst.at<float>(0, 0), 1e-6) << border;
        EXPECT_NEAR(3, dst.at<float>(0, 2), 1e-6);
        EXPECT_TRUE(cvIsNaN(dst.at<float>(0, 3)) && cvIsNaN(dst.at<float>(0, 4)));
        if (!hasDevice())
            continue;
        GpuMat onGpu;
        cv::cuda::boxFilter(GpuMat(src), onGpu, Size(3, 1), border);
        EXPECT_NEAR(first, Mat(onGpu).at<float>(0, 0), 1e-6) << border;
    }
}

TEST(Functions_Boxes, places_of_results)
{
    const Mat src = noise(Size(40, 30), CV_8UC3);
    Mat expected, inPlace = src.clone();
    cv::cuda::boxFilter(src, expected, Size(9, 9));
    cv::cuda::boxFilter(inPlace, inPlace, Size(9, 9));
    EXPECT_TRUE(identical(expected, inPlace));
    Mat frame(50, 60, CV_8UC3, Scalar::all(7)), roi = frame(Rect(3, 4, 40, 30));
    cv::cuda::boxFilter(src, roi, Size(9, 9));
    EXPECT_TRUE(identical(expected, roi.clone()));
    std::vector<Mat> results;
    cv::cuda::boxFilter(std::vector<Mat>{src, src}, results, Size(9, 9));
    ASSERT_EQ(2u, results.size());
    EXPECT_TRUE(identical(expected, results[1]));
}

TEST(Functions_MeanVariance, definition)
{
    for (const int type : {CV_8UC3, CV_16SC1, CV_32FC1, CV_64FC2})
        for (const int border : BORDERS)
        {
            const Mat src = noise(Size(23, 17), type);
            const Size window(6, 5);
            Mat mean, variance, alone;
            localMeanVariance(src, mean, variance, window, border);
            const int real = src.depth() == CV_64F ? CV_64F : CV_32F;
            ASSERT_EQ(real, mean.depth());
            ASSERT_EQ(CV_MAKETYPE(real, src.channels()), variance.type());
            EXPECT_LE(relativeError(mean.reshape(1), meansOf(src, window, border)), 1e-6);
            const WindowByDefinition definition(src, border);
            const Mat expected =
                everywhere(src, [&](int x, int y, int c) { return definition.variance(x, y, c, window); });
            EXPECT_LE(relativeError(variance.reshape(1), expected), 1e-6) << "border " << border;
            localMeanVariance(src, noArray(), alone, window, border);
            EXPECT_TRUE(identical(variance, alone));
            localMeanVariance(src, alone, noArray(), window, border);
            EXPECT_TRUE(identical(mean, alone));
        }
}

//! Radii from 0 to more than the image.
Mat radiiOf(Size size, int type)
{
    Mat radii(size, type);
    for (int y = 0; y < size.height; y++)
        for (int x = 0; x < size.width; x++)
        {
            const int radius = (7 * x + 3 * y) % 30;
            if (type == CV_8U)
                radii.at<uchar>(y, x) = uchar(radius);
            else if (type == CV_16U)
                radii.at<ushort>(y, x) = ushort(radius);
            else
                radii.at<float>(y, x) = float(radius + 0.3);
        }
    return radii;
}

Mat meansByRadius(const Mat& src, int border)
{
    const WindowByDefinition definition(src, border);
    const Mat radii = radiiOf(src.size(), CV_8U);
    return everywhere(src, [&](int x, int y, int c) {
        const int side = 2 * radii.at<uchar>(y, x) + 1;
        return definition.mean(x, y, c, Size(side, side));
    });
}

TEST(Functions_BoxByRadius, definition)
{
    for (const int border : BORDERS)
        for (const int radiusType : {CV_8U, CV_16U, CV_32F})
            for (const int type : {CV_8UC3, CV_32FC1})
            {
                const Mat src = noise(Size(19, 14), type);
                Mat dst;
                boxFilterByRadius(src, radiiOf(src.size(), radiusType), dst, border, CV_64F);
                EXPECT_LE(relativeError(dst.reshape(1), meansByRadius(src, border)), 1e-12) << "border " << border;
            }
    // The radii may be where the result goes, of another type, too.
    const Mat bytes = noise(Size(19, 14), CV_8U);
    Mat radii = radiiOf(bytes.size(), CV_32F), bytesOut;
    boxFilterByRadius(bytes, radii, bytesOut);
    boxFilterByRadius(bytes, radii, radii);
    EXPECT_TRUE(identical(bytesOut, radii));
    const Mat src = noise(Size(19, 14), CV_32F);
    Mat both = radiiOf(src.size(), CV_32F);
    boxFilterByRadius(src, both, both);
    EXPECT_LE(relativeError(both, meansByRadius(src, BORDER_DEFAULT)), 1e-6);
}

TEST(Functions_Boxes, refuse)
{
    const Mat image(8, 8, CV_8U, Scalar(3)), half(8, 8, CV_16F, Scalar(3));
    Mat dst, radius(8, 8, CV_32F, Scalar(2));
    const auto withRadius = [&](double value) {
        Mat bad = radius.clone();
        bad.at<float>(2, 5) = float(value);
        boxFilterByRadius(image, bad, dst);
    };
    using namespace cv::Error;
    const BadCall rows[] = {
        {"window is 0 x 3", StsOutOfRange, [&] { cv::cuda::boxFilter(image, dst, Size(0, 3)); }},
        {"window is 3 x 2097154", StsOutOfRange, [&] { cv::cuda::boxFilter(image, dst, Size(3, 2097154)); }},
        {"borderType is 77", StsBadArg, [&] { cv::cuda::boxFilter(image, dst, Size(3, 3), 77); }},
        {"ddepth is 0", StsBadArg, [&] { cv::cuda::boxFilter(image, dst, Size(3, 3), BORDER_WRAP, CV_8U); }},
        {"src has depth CV_16F", StsUnsupportedFormat, [&] { cv::cuda::boxFilter(half, dst, Size(3, 3)); }},
        {"src is empty", StsBadArg, [&] { cv::cuda::boxFilter(Mat(), dst, Size(3, 3)); }},
        {"mean and variance are both noArray()", StsBadArg,
         [&] { localMeanVariance(image, noArray(), noArray(), Size(3, 3)); }},
        {"radius at (5, 2) is -1", StsOutOfRange, [&] { withRadius(-1); }},
        {"radius at (5, 2) is nan", StsOutOfRange, [&] { withRadius(NAN); }},
        {"radius at (5, 2) is 2e+06", StsOutOfRange, [&] { withRadius(2e6); }},
        {"radius has type CV_64FC1", StsUnsupportedFormat,
         [&] { boxFilterByRadius(image, Mat(8, 8, CV_64F, Scalar(1)), dst); }},
        {"radius is 7 x 8", StsUnmatchedSizes, [&] { boxFilterByRadius(image, radius.colRange(0, 7), dst); }},
        {"radius is empty or no Mat", StsBadArg, [&] { boxFilterByRadius(image, GpuMat(), dst); }},
        {"radius is empty or no Mat", StsBadArg, [&] { boxFilterByRadius(image, Mat(), dst); }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(dst.empty());
}

TEST(Functions_BoxesCuda, as_on_the_host)
{
    needDevice();
    for (const int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_16SC4, CV_32FC1, CV_64FC2})
        for (const int border : BORDERS)
            for (const Size window : WINDOWS)
            {
                const Mat src = noise(Size(67, 41), type);
                Mat expected, mean, variance;
                GpuMat dst, onGpuMean, onGpuVariance;
                cv::cuda::boxFilter(src, expected, window, border);
                cv::cuda::boxFilter(GpuMat(src), dst, window, border);
                const double error = largestError(Mat(dst).reshape(1), expected.reshape(1));
                EXPECT_LE(error, src.depth() < CV_32F ? 1 : 1e-6 * largestValue(src)) << border << window;
                localMeanVariance(src, mean, variance, window, border);
                localMeanVariance(GpuMat(src), onGpuMean, onGpuVariance, window, border);
                EXPECT_LE(relativeError(Mat(onGpuMean).reshape(1), mean.reshape(1)), 1e-6);
                EXPECT_LE(largestError(Mat(onGpuVariance).reshape(1), variance.reshape(1)),
                          1e-6 * std::pow(largestValue(src), 2));
            }
}

//! A window that a NaN spoils has neither mean nor variance.
TEST(Functions_BoxesCuda, nan)
{
    needDevice();
    Mat src = noise(Size(30, 20), CV_32FC1), mean, variance;
    src.at<float>(10, 12) = NAN;
    GpuMat onGpuMean, onGpuVariance;
    localMeanVariance(src, mean, variance, Size(5, 5));
    localMeanVariance(GpuMat(src), onGpuMean, onGpuVariance, Size(5, 5));
    const Mat means(onGpuMean), variances(onGpuVariance);
    for (const Mat& each : {mean, variance, means, variances})
    {
        EXPECT_TRUE(cvIsNaN(each.at<float>(10, 12)));
        EXPECT_FALSE(cvIsNaN(each.at<float>(7, 9)));
    }
}

TEST(Functions_BoxesCuda, by_radius_and_places)
{
    needDevice();
    for (const int border : BORDERS)
        for (const int radiusType : {CV_8U, CV_16U, CV_32F})
        {
            const Mat src = noise(Size(19, 14), CV_8UC3), radii = radiiOf(src.size(), radiusType);
            GpuMat dst;
            boxFilterByRadius(GpuMat(src), GpuMat(radii), dst, border, CV_32F);
            EXPECT_LE(relativeError(Mat(dst).reshape(1), meansByRadius(src, border)), 1e-6) << "border " << border;
        }
    Mat radii = radiiOf(Size(19, 14), CV_32F), src = noise(radii.size(), CV_32F);
    radii.at<float>(3, 4) = NAN;
    radii.at<float>(5, 6) = -1;
    GpuMat both(radii);
    boxFilterByRadius(GpuMat(src), both, both);
    Mat result(both), expected = meansByRadius(src, BORDER_DEFAULT);
    for (const Point bad : {Point(4, 3), Point(6, 5)})
    {
        EXPECT_TRUE(cvIsNaN(result.at<float>(bad)));
        result.at<float>(bad) = float(expected.at<double>(bad));
    }
    EXPECT_LE(relativeError(result, expected), 1e-6);
    Mat words = noise(radii.size(), CV_16S);
    GpuMat ofWords;
    boxFilterByRadius(GpuMat(words), GpuMat(radii), ofWords);
    EXPECT_EQ(0, Mat(ofWords).at<short>(3, 4));
    const GpuMat bytes(noise(Size(201, 77), CV_8UC3));
    GpuMat plain, inPlace = bytes.clone(), frame(90, 230, CV_8UC3), roi = frame(Rect(7, 3, 201, 77));
    cv::cuda::boxFilter(bytes, plain, Size(11, 4));
    cv::cuda::boxFilter(inPlace, inPlace, Size(11, 4));
    cv::cuda::boxFilter(bytes, roi, Size(11, 4));
    EXPECT_TRUE(identical(Mat(plain), Mat(inPlace)));
    EXPECT_TRUE(identical(Mat(plain), Mat(roi)));
}

//! The mean of the weighted pixels of each window, by two windows of the definition.
Mat maskedMeansOf(const Mat& src, const Mat& weights, Size window, int border)
{
    Mat image, products, repeated;
    src.convertTo(image, CV_64F);
    merge(std::vector<Mat>(size_t(src.channels()), asDouble(weights)), repeated);
    image.reshape(1).setTo(0, repeated.reshape(1) == 0);
    cv::multiply(image, repeated, products);
    Mat means = meansOf(products, window, border), there = meansOf(repeated, window, border);
    there.setTo(NAN, there < 1e-12);
    return means / there;
}

//! Weights of two levels, with a hole larger than most windows.
Mat weightsWithHoles(Size size, int depth)
{
    Mat weights(size, CV_8U), result;
    RNG(11).fill(weights, RNG::UNIFORM, 0, 3);
    weights(Rect(0, 0, 9, 8) & Rect(Point(), size)).setTo(0);
    weights.convertTo(result, depth, depth == CV_8U ? 1 : 0.25);
    return depth == CV_8U ? Mat(result != 0) : result;
}

TEST(Functions_MaskedBoxes, borders_windows_and_types)
{
    const double fill = 7;
    for (const int border : BORDERS)
        for (const Size window : WINDOWS)
            for (const int type : {CV_8UC1, CV_16SC2, CV_32FC3, CV_64FC1})
                for (const int maskDepth : {CV_8U, CV_32F})
                {
                    const Mat src = noise(Size(23, 19), type), mask = weightsWithHoles(src.size(), maskDepth);
                    Mat dst, ones, expected;
                    mask.convertTo(ones, CV_32F, maskDepth == CV_8U ? 1 / 255. : 1);
                    expected = maskedMeansOf(src, ones, window, border);
                    const Mat isHole = expected != expected;
                    expected.setTo(fill, isHole);
                    cv::cuda::maskedBoxFilter(src, mask, dst, window, false, fill, 1e-9, border,
                                              src.depth() == CV_64F ? CV_64F : CV_32F);
                    EXPECT_LE(largestError(dst.reshape(1), expected), 2e-6 * largestValue(src))
                        << "border " << border << ", window " << window << ", " << typeToString(type);
                }
}

TEST(Functions_MaskedBoxes, nan_is_a_hole_of_its_channel)
{
    Mat src = noise(Size(23, 19), CV_32FC2), filled = src.clone(), ones(src.size(), CV_32FC2, Scalar::all(1));
    for (const Point at : {Point(3, 4), Point(4, 4), Point(22, 18)})
    {
        src.at<Vec2f>(at)[1] = NAN;
        filled.at<Vec2f>(at)[1] = ones.at<Vec2f>(at)[1] = 0;
    }
    Mat actual, sums, weights, ofMask;
    cv::cuda::maskedBoxFilter(src, noArray(), actual, Size(5, 3), true);
    cv::cuda::boxFilter(filled, sums, Size(5, 3));
    cv::cuda::boxFilter(ones, weights, Size(5, 3));
    EXPECT_LE(relativeError(actual, Mat(sums / weights)), 1e-6);
    cv::cuda::maskedBoxFilter(src, noArray(), actual, Size(5, 3));
    EXPECT_TRUE(cvIsNaN(cvtest::norm(actual, NORM_L1))) << "only if asked for";
    // In place, and where the result goes into the mask.
    Mat mask = weightsWithHoles(src.size(), CV_8U), inPlace = filled.clone();
    cv::cuda::maskedBoxFilter(filled, mask, actual, Size(4, 9));
    cv::cuda::maskedBoxFilter(inPlace, mask, inPlace, Size(4, 9));
    cv::cuda::maskedBoxFilter(filled, mask, mask, Size(4, 9));
    EXPECT_TRUE(identical(actual, inPlace));
    EXPECT_TRUE(identical(actual, mask));
    std::vector<Mat> results;
    cv::cuda::maskedBoxFilter(std::vector<Mat>{filled, filled}, weightsWithHoles(src.size(), CV_8U), results,
                              Size(4, 9));
    EXPECT_TRUE(identical(actual, results.at(1)));
}

//! One pixel in a window of a million is enough by default, and not if more is asked for.
TEST(Functions_MaskedBoxes, least_weight)
{
    Mat src(40, 50, CV_32F, Scalar(3)), mask(40, 50, CV_8U, Scalar(0)), dst;
    mask.at<uchar>(20, 30) = 200;
    src.at<float>(20, 30) = 4;
    cv::cuda::maskedBoxFilter(src, mask, dst, Size(1001, 1001), false, -1, 1e-9, BORDER_CONSTANT);
    EXPECT_EQ(0, cvtest::norm(dst, Mat(src.size(), CV_32F, Scalar(4)), NORM_INF));
    cv::cuda::maskedBoxFilter(src, mask, dst, Size(1001, 1001), false, -1, 1e-5, BORDER_CONSTANT);
    EXPECT_EQ(0, cvtest::norm(dst, Mat(src.size(), CV_32F, Scalar(-1)), NORM_INF));
}

TEST(Functions_MaskedBoxes, refuses)
{
    const Mat image(8, 8, CV_8U, Scalar(3)), mask(8, 8, CV_8U, Scalar(1));
    Mat dst;
    using namespace cv::Error;
    const Size window(3, 3);
    const BadCall rows[] = {
        {"window is 0 x 3", StsOutOfRange, [&] { cv::cuda::maskedBoxFilter(image, mask, dst, Size(0, 3)); }},
        {"leastWeight is 0;", StsOutOfRange, [&] { cv::cuda::maskedBoxFilter(image, mask, dst, window, false, 0, 0); }},
        {"leastWeight is nan", StsOutOfRange,
         [&] { cv::cuda::maskedBoxFilter(image, mask, dst, window, false, 0, NAN); }},
        {"borderType is 77", StsBadArg,
         [&] { cv::cuda::maskedBoxFilter(image, mask, dst, window, false, 0, 1e-3, 77); }},
        {"ddepth is 0", StsBadArg,
         [&] { cv::cuda::maskedBoxFilter(image, mask, dst, window, false, 0, 1e-3, BORDER_WRAP, CV_8U); }},
        {"mask has type CV_16UC1", StsUnsupportedFormat,
         [&] { cv::cuda::maskedBoxFilter(image, Mat(8, 8, CV_16U, Scalar(1)), dst, window); }},
        {"mask is 7 x 8", StsUnmatchedSizes,
         [&] { cv::cuda::maskedBoxFilter(image, mask.colRange(0, 7), dst, window); }},
        {"src has depth CV_32S", StsUnsupportedFormat,
         [&] { cv::cuda::maskedBoxFilter(Mat(8, 8, CV_32S, Scalar(1)), mask, dst, window); }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(dst.empty());
}

TEST(Functions_MaskedBoxesCuda, as_on_the_host)
{
    needDevice();
    for (const int border : BORDERS)
        for (const int type : {CV_8UC1, CV_8UC3, CV_16SC1, CV_32FC4, CV_64FC2})
        {
            Mat src = noise(Size(61, 43), type), mask = weightsWithHoles(src.size(), CV_32F), expected;
            if (src.depth() >= CV_32F)
                src.row(30).setTo(Scalar::all(NAN));
            GpuMat actual;
            cv::cuda::maskedBoxFilter(src, mask, expected, Size(8, 5), true, 7, 1e-9, border);
            cv::cuda::maskedBoxFilter(GpuMat(src), GpuMat(mask), actual, Size(8, 5), true, 7, 1e-9, border);
            EXPECT_LE(largestError(Mat(actual).reshape(1), expected.reshape(1)), src.depth() < CV_32F ? 1 : 1e-3)
                << "border " << border << ", " << typeToString(type);
        }
    GpuMat dst;
    expectError(cv::Error::BadNumChannels, "src has 5 channels; 1 to 4",
                [&] { cv::cuda::maskedBoxFilter(GpuMat(8, 8, CV_8UC(5)), noArray(), dst, Size(3, 3)); });
}

}} // namespace
