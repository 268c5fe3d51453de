// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Images resampled by splines: sums of B-splines by definition, on all degrees, borders and depths; both sides.

#include "recursive_device.hpp"

#include "opencv2/recfilter/functions.hpp"

namespace opencv_test { namespace {

//! The B-spline of a degree at x, by its recursion (de Boor 1978).
double spline(int degree, double x)
{
    if (degree == 0)
        return x >= -0.5 && x < 0.5;
    const double half = (degree + 1) / 2.;
    return ((x + half) * spline(degree - 1, x + 0.5) + (half - x) * spline(degree - 1, x - 0.5)) / degree;
}

/** The spline through an image of one channel that its border continues, in double. So much of the border is there that
the coefficients inside do not depend on what follows. */
class SplineByDefinition
{
public:
    SplineByDefinition(const Mat& image, int ofDegree, int border) : degree(ofDegree)
    {
        Mat extended(image.rows + 2 * REACH, image.cols + 2 * REACH, CV_64F, Scalar(0)), source = asDouble(image);
        for (int y = 0; y < extended.rows; y++)
            for (int x = 0; x < extended.cols; x++)
            {
                const int row = borderInterpolate(y - REACH, image.rows, border),
                          column = borderInterpolate(x - REACH, image.cols, border);
                if (row >= 0 && column >= 0)
                    extended.at<double>(y, x) = source.at<double>(row, column);
            }
        createBSplinePrefilter(degree, BORDER_REFLECT_101)->apply(extended, coefficients);
    }

    double at(double x, double y) const
    {
        double sum = 0;
        for (int j = int(std::floor(y)) - degree; j <= int(std::floor(y)) + degree + 1; j++)
            for (int i = int(std::floor(x)) - degree; i <= int(std::floor(x)) + degree + 1; i++)
                sum += spline(degree, x - i) * spline(degree, y - j) * coefficients.at<double>(j + REACH, i + REACH);
        return sum;
    }

private:
    enum
    {
        REACH = 80
    };
    const int degree;
    Mat coefficients;
};

const Matx23d TURNED(1.3, -0.4, 2.2, 0.5, 0.9, -7.1); // from the result to the source

Mat warpedByDefinition(const Mat& image, Size size, int degree, int border)
{
    std::vector<Mat> channels, results;
    split(image, channels);
    for (const Mat& channel : channels)
    {
        const SplineByDefinition definition(channel, degree, border);
        Mat result(size, CV_64F);
        for (int y = 0; y < size.height; y++)
            for (int x = 0; x < size.width; x++)
            {
                const Matx21d at = TURNED * Matx31d(x, y, 1);
                result.at<double>(y, x) = definition.at(at(0), at(1));
            }
        results.push_back(result);
    }
    Mat joined;
    merge(results, joined);
    return joined.reshape(1);
}

//! Coefficients of noise are much larger than its pixels, and so are their roundings.
double lossOf(int degree, int depth)
{
    return depth == CV_64F ? 1e-8 : degree < 6 ? 1e-5 : 5e-5;
}

TEST(Functions_SplineWarp, definition)
{
    for (int degree = 2; degree <= 9; degree++)
        for (const int border : BORDERS)
        {
            const Mat src = noise(Size(21, 17), CV_32F);
            Mat dst;
            splineWarpAffine(src, dst, TURNED, Size(9, 11), degree, border, true);
            ASSERT_EQ(Size(9, 11), dst.size());
            EXPECT_LE(relativeError(dst, warpedByDefinition(src, dst.size(), degree, border)), lossOf(degree, CV_32F))
                << "degree " << degree << ", border " << border;
        }
}

TEST(Functions_SplineWarp, depths_and_channels)
{
    for (const int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_16SC2, CV_16FC1, CV_32FC3, CV_64FC2})
    {
        const Mat src = noise(Size(21, 17), type);
        Mat dst;
        splineWarpAffine(src, dst, TURNED, Size(), 3, BORDER_REFLECT, true);
        ASSERT_EQ(src.type(), dst.type());
        Mat expected;
        warpedByDefinition(src, src.size(), 3, BORDER_REFLECT).convertTo(expected, src.depth()); // saturates
        const double scale = largestValue(src);
        EXPECT_LE(largestError(dst.reshape(1), expected),
                  src.depth() < CV_32F ? 1 : scale * (src.depth() == CV_16F ? 2e-3 : lossOf(3, src.depth())))
            << typeToString(type);
        Mat inPlace = src.clone();
        splineWarpAffine(inPlace, inPlace, TURNED, Size(), 3, BORDER_REFLECT, true);
        EXPECT_TRUE(identical(dst, inPlace));
    }
}

//! The map forth is the inverse of the map back; positions one by one are those of the map.
TEST(Functions_SplineWarp, inverse_and_remap)
{
    const Mat src = noise(Size(31, 27), CV_32FC2);
    Mat expected, forth, remapped, again;
    splineWarpAffine(src, expected, TURNED, Size(20, 25), 5, BORDER_WRAP, true);
    Matx33d whole = Matx33d::eye();
    for (int i = 0; i < 6; i++)
        whole.val[i] = TURNED.val[i];
    const Matx33d inverse = whole.inv();
    splineWarpAffine(src, forth, Matx23d(inverse.val), Size(20, 25), 5, BORDER_WRAP);
    EXPECT_LE(relativeError(forth.reshape(1), expected.reshape(1)), 1e-5);
    for (const int depth : {CV_32F, CV_64F})
    {
        Mat map(25, 20, CV_64FC2), given;
        for (int y = 0; y < map.rows; y++)
            for (int x = 0; x < map.cols; x++)
            {
                const Matx21d at = TURNED * Matx31d(x, y, 1);
                map.at<Point2d>(y, x) = Point2d(at(0), at(1));
            }
        map.convertTo(given, depth);
        splineRemap(src, remapped, given, 5, BORDER_WRAP);
        EXPECT_LE(relativeError(remapped.reshape(1), expected.reshape(1)), depth == CV_64F ? 1e-6 : 5e-5);
        Mat whole8U, same = given.clone();
        src.convertTo(whole8U, CV_8U);
        splineRemap(whole8U, again, given, 5, BORDER_WRAP);
        splineRemap(whole8U, same, same, 5, BORDER_WRAP);
        EXPECT_TRUE(identical(again, same)) << "the map is where a result of another type goes";
        if (depth == CV_32F)
        {
            splineRemap(src, given, given, 5, BORDER_WRAP);
            EXPECT_TRUE(identical(remapped, given)) << "the map is where the result goes";
        }
    }
}

TEST(Functions_SplineWarp, pixels_stay_and_polynomials_are_exact)
{
    for (int degree = 2; degree <= 9; degree++)
    {
        const Mat src = noise(Size(40, 30), CV_64F);
        Mat dst, expected(60, 60, CV_64F), image(60, 60, CV_64F);
        splineWarpAffine(src, dst, Matx23d(1, 0, 0, 0, 1, 0), Size(), degree);
        EXPECT_LE(relativeError(dst, src), 1e-9) << degree;
        const auto quadratic = [](double x, double y) { return 1 + x * x / 900 - x * y / 500 + y / 30; };
        for (int y = 0; y < image.rows; y++)
            for (int x = 0; x < image.cols; x++)
            {
                image.at<double>(y, x) = quadratic(x, y);
                expected.at<double>(y, x) = quadratic(x + 0.3, y - 0.45);
            }
        splineWarpAffine(image, dst, Matx23d(1, 0, 0.3, 0, 1, -0.45), Size(), degree, BORDER_REFLECT, true);
        const Rect inner(28, 28, 4, 4);
        EXPECT_LE(relativeError(dst(inner).clone(), expected(inner).clone()), 1e-5) << degree;
    }
}

TEST(Functions_SplineWarp, far_and_missing_positions)
{
    const Mat src = noise(Size(13, 11), CV_32F);
    Mat map(1, 6, CV_64FC2), dst, bytes;
    const double far = 1e6;
    const Point2d positions[] = {{far * 13 + 3, 2}, {-far, -far}, {far, 4}, {NAN, 1}, {2, INFINITY}, {1e10, 0}};
    for (int i = 0; i < 6; i++)
        map.at<Point2d>(0, i) = positions[i];
    splineRemap(src, dst, map, 3, BORDER_WRAP);
    EXPECT_NEAR(src.at<float>(2, 3), dst.at<float>(0, 0), 1e-5);
    for (int i = 3; i < 6; i++)
        EXPECT_TRUE(cvIsNaN(dst.at<float>(0, i))) << i;
    splineRemap(src, dst, map, 3, BORDER_REPLICATE);
    EXPECT_NEAR(src.at<float>(0, 0), dst.at<float>(0, 1), 1e-5);
    EXPECT_NEAR(src.at<float>(4, 12), dst.at<float>(0, 2), 1e-5);
    for (const int border : {BORDER_REFLECT, BORDER_REFLECT_101})
    {
        const int period = border == BORDER_REFLECT ? 26 : 24;
        Mat near(1, 1, CV_64FC2, Scalar(5.25, 3.5)), further(1, 1, CV_64FC2, Scalar(5.25 + 3e7 * period, 3.5)), other;
        splineRemap(src, dst, near, 3, border);
        splineRemap(src, other, further, 3, border);
        EXPECT_NEAR(dst.at<float>(0, 0), other.at<float>(0, 0), 1e-4) << "at once, however far";
    }
    splineRemap(src, dst, map, 9, BORDER_CONSTANT);
    EXPECT_NEAR(0, dst.at<float>(0, 1), 1e-6);
    for (const int depth : {CV_8U, CV_16S})
    {
        Mat integers;
        noise(Size(13, 11), CV_8U).convertTo(integers, depth);
        splineRemap(integers, bytes, map, 3);
        for (int i = 3; i < 6; i++)
            EXPECT_EQ(0, asDouble(bytes).at<double>(0, i));
    }
}

TEST(Functions_SplineWarp, refuses)
{
    const Mat image(8, 8, CV_8U, Scalar(3)), wrong(8, 8, CV_32S, Scalar(3)), map(4, 4, CV_32FC2, Scalar(1, 1));
    const Matx23d same(1, 0, 0, 0, 1, 0);
    Mat dst;
    using namespace cv::Error;
    const BadCall rows[] = {
        {"degree is 1", StsOutOfRange, [&] { splineWarpAffine(image, dst, same, Size(), 1); }},
        {"degree is 10", StsOutOfRange, [&] { splineRemap(image, dst, map, 10); }},
        {"borderType is 77", StsBadArg, [&] { splineRemap(image, dst, map, 3, 77); }},
        {"ddepth is 0", StsBadArg, [&] { splineRemap(image, dst, map, 3, BORDER_WRAP, CV_8U); }},
        {"dsize is 0 x 5", StsOutOfRange, [&] { splineWarpAffine(image, dst, same, Size(0, 5)); }},
        {"M is no matrix", StsBadArg, [&] { splineWarpAffine(image, dst, Mat::eye(3, 3, CV_64F)); }},
        {"M has a number", StsBadArg, [&] { splineWarpAffine(image, dst, Matx23d(1, NAN, 0, 0, 1, 0)); }},
        {"M has the determinant 0", StsBadArg, [&] { splineWarpAffine(image, dst, Matx23d(1, 2, 0, 2, 4, 0)); }},
        {"src has depth CV_32S", StsUnsupportedFormat, [&] { splineRemap(wrong, dst, map); }},
        {"src is empty", StsBadArg, [&] { splineRemap(Mat(), dst, map); }},
        {"map has type CV_32FC1", StsUnsupportedFormat, [&] { splineRemap(image, dst, Mat(4, 4, CV_32F, Scalar(1))); }},
        {"map is empty", StsBadArg, [&] { splineRemap(image, dst, Mat()); }},
        {"map is empty or no Mat", StsBadArg, [&] { splineRemap(image, dst, GpuMat()); }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(dst.empty());
}

TEST(Functions_SplineWarpCuda, as_on_the_host)
{
    needDevice();
    for (int degree = 2; degree <= 9; degree++)
        for (const int border : BORDERS)
            for (const int type : {CV_8UC3, CV_32FC1, CV_64FC2})
            {
                const Mat src = noise(Size(61, 47), type);
                Mat expected;
                GpuMat dst;
                splineWarpAffine(src, expected, TURNED, Size(70, 53), degree, border, true);
                splineWarpAffine(GpuMat(src), dst, TURNED, Size(70, 53), degree, border, true);
                EXPECT_LE(largestError(Mat(dst).reshape(1), expected.reshape(1)),
                          src.depth() < CV_32F ? 1 : 2 * lossOf(degree, src.depth()) * largestValue(expected))
                    << "degree " << degree << ", border " << border << ", " << typeToString(type);
            }
}

TEST(Functions_SplineWarpCuda, maps_and_places)
{
    needDevice();
    const Mat src = noise(Size(61, 47), CV_16SC1);
    Mat map(31, 29, CV_32FC2), expected;
    RNG(3).fill(map, RNG::UNIFORM, -100, 160);
    map.at<Point2f>(4, 5) = Point2f(NAN, 0);
    for (const int border : BORDERS)
    {
        GpuMat dst;
        splineRemap(src, expected, map, 5, border);
        splineRemap(GpuMat(src), dst, GpuMat(map), 5, border);
        EXPECT_LE(largestError(Mat(dst), expected), 1) << border;
    }
    const GpuMat image(noise(Size(60, 40), CV_8UC3));
    GpuMat plain, inPlace = image.clone(), frame(90, 230, CV_8UC3), roi = frame(Rect(7, 3, 60, 40));
    splineWarpAffine(image, plain, TURNED);
    splineWarpAffine(inPlace, inPlace, TURNED);
    splineWarpAffine(image, roi, TURNED);
    EXPECT_TRUE(identical(Mat(plain), Mat(inPlace)));
    EXPECT_TRUE(identical(Mat(plain), Mat(roi)));
}

}} // namespace
