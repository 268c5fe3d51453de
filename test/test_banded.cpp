// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Banded systems against a dense solver in double, on both sides, and the matrices that are refused.

#include "recursive_device.hpp"

#include "opencv2/imgproc.hpp"

#include <limits>
#include <random>

namespace opencv_test { namespace {

typedef std::vector<double> Band;

//! A matrix by its definition: coefficients beyond the ends belong to the pixel that the border repeats.
Mat denseMatrix(const Band& band, int n, int border)
{
    Mat T(n, n, CV_64F, Scalar(0));
    const int k = int(band.size() / 2);
    for (int i = 0; i < n; i++)
        for (int d = -k; d <= k; d++)
        {
            const int column = cv::borderInterpolate(i + d, n, border); // -1: outside of BORDER_CONSTANT
            if (column >= 0)
                T.at<double>(i, column) += band[size_t(d + k)];
        }
    return T;
}

//! The inverse, found with pivots. No coefficients: the identity.
Mat denseInverse(const Band& band, int n, int border)
{
    return band.empty() ? Mat(Mat::eye(n, n, CV_64F)) : Mat(denseMatrix(band, n, border).inv(DECOMP_LU));
}

double normInf(const Mat& m)
{
    Mat sums;
    cv::reduce(cv::abs(m), sums, 1, REDUCE_SUM);
    return cv::norm(sums, NORM_INF);
}

Mat solvedByDefinition(const Mat& src, const Mat& inverseX, const Mat& inverseY)
{
    const Mat pixels = asDouble(src).reshape(src.channels());
    std::vector<Mat> channels(size_t(src.channels()));
    for (int c = 0; c < src.channels(); c++)
    {
        Mat plane;
        cv::extractChannel(pixels, plane, c);
        channels[size_t(c)] = inverseY * plane * inverseX.t();
    }
    Mat result;
    cv::merge(channels, result);
    return result;
}

Mat solvedByDefinition(const Mat& src, const Band& bandX, int borderX, const Band& bandY, int borderY)
{
    return solvedByDefinition(src, denseInverse(bandX, src.cols, borderX), denseInverse(bandY, src.rows, borderY));
}

//! A matrix with coefficients that fall off, and a diagonal larger than their sum.
Band dominant(int k)
{
    Band band;
    double sum = 0;
    for (int d = -k; d <= k; d++)
    {
        band.push_back(d == 0 ? 0 : (d % 2 ? 1 : -0.5) / (std::abs(d) + (d < 0 ? 1 : 2)));
        sum += std::abs(band.back());
    }
    band[size_t(k)] = 1.1 * sum;
    return band;
}

struct System
{
    const char* name;
    Band band;
};

void PrintTo(const System& system, std::ostream* out)
{
    *out << system.name;
}

const System SYSTEMS[] = {
    {"diagonal", {2}},
    {"tridiagonal", {-1, 3, -1}},
    {"spline of degree 3", {1 / 6., 4 / 6., 1 / 6.}},
    {"only below", {-0.9, 2, 0}},
    {"only above", {0, 2, 1.9}},
    {"not symmetric", {0.3, -0.4, 2, 0.7, -0.2}},
    {"spline of degree 5", {1 / 120., 26 / 120., 66 / 120., 26 / 120., 1 / 120.}},
    {"spline of degree 7, not dominant",
     {1 / 5040., 120 / 5040., 1191 / 5040., 2416 / 5040., 1191 / 5040., 120 / 5040., 1 / 5040.}},
    {"order 4", dominant(4)},
    {"order 5, kernels of 8", dominant(5)},
    {"order 11, kernels of 16", dominant(11)},
    {"order 16", dominant(16)},
    {"slow, pole 0.83", {-30, 61, -30}},
    {"slower, pole 0.969, in float", {-1000, 2001, -1000}},
    {"so slow that all is done in double", {-1e5, 2e5 + 1, -1e5}},
};

double conditionOf(const Band& band, int n, int border)
{
    return normInf(denseMatrix(band, n, border)) * normInf(denseInverse(band, n, border));
}

//! Rounding errors as a share of the largest result, for a matrix of this condition.
double toleranceOf(int depth, double condition)
{
    const double epsilon = depth == CV_64F ? DBL_EPSILON : FLT_EPSILON;
    return 4 * epsilon * std::max(condition, 1.0);
}

class Banded_System : public testing::TestWithParam<System>
{
protected:
    const Band& band() const { return GetParam().band; }
};

INSTANTIATE_TEST_CASE_P(/**/, Banded_System, testing::ValuesIn(SYSTEMS));

/** One pixel, fewer than coefficients, one short of a band of 32 rows, a band, one more, and several. Along either axis
and along both. */
void expectDefinition(const Band& band, Mat (*apply)(const Ptr<RecursiveFilter>&, const Mat&), double slack)
{
    for (int border : BORDERS)
        for (int n : {1, 2, 3, 7, 31, 32, 33, 64, 65, 100, 257})
        {
            const Mat T = denseMatrix(band, n, border), inverse = denseInverse(band, n, border);
            const double condition = normInf(T) * normInf(inverse);
            const Mat none = Mat::eye(5, 5, CV_64F);
            const auto solveX = createBandedSolver(band, border, Band(), BORDER_CONSTANT),
                       solveY = createBandedSolver(Band(), BORDER_CONSTANT, band, border),
                       solveBoth = createBandedSolver(band, border);
            for (int depth : {CV_32F, CV_64F})
            {
                SCOPED_TRACE(cv::format("border %d, %d pixels, depth %d", border, n, depth));
                const double tolerance = slack * toleranceOf(depth, condition);
                const Mat wide = noise(Size(n, 5), depth), high = noise(Size(5, n), depth),
                          square = noise(Size(n, n), depth);
                EXPECT_LE(relativeError(apply(solveX, wide), solvedByDefinition(wide, inverse, none)), tolerance);
                EXPECT_LE(relativeError(apply(solveY, high), solvedByDefinition(high, none, inverse)), tolerance);
                EXPECT_LE(relativeError(apply(solveBoth, square), solvedByDefinition(square, inverse, inverse)),
                          tolerance * condition);
            }
        }
}

TEST_P(Banded_System, is_solved)
{
    expectDefinition(band(), filtered, 1);
}

//! T y is x again. The promise of banded.hpp: shares of the largest term of the sum.
TEST_P(Banded_System, leaves_a_small_residual)
{
    for (int border : BORDERS)
        for (int depth : {CV_32F, CV_64F})
        {
            const Mat src = noise(Size(300, 200), depth);
            const Mat y = asDouble(filtered(createBandedSolver(band(), border), src));
            const Mat residual =
                denseMatrix(band(), src.rows, border) * y * denseMatrix(band(), src.cols, border).t() - asDouble(src);
            double largest = 0;
            for (double t : band())
                largest = std::max(largest, std::abs(t));
            EXPECT_LE(largestValue(residual), (depth == CV_32F ? 1e-6 : 1e-14) * largest * largest * largestValue(y))
                << "border " << border << ", depth " << depth;
        }
}

//! Constants are divided by the sum of the coefficients, unless zeros outside come in.
TEST_P(Banded_System, divides_constants)
{
    const double sum = sumOf(band());
    for (int border : {BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP})
        for (Size size : {Size(1, 1), Size(40, 3), Size(150, 170)})
        {
            const Mat src(size, CV_64F, Scalar(sum * sum));
            EXPECT_LE(relativeError(filtered(createBandedSolver(band(), border), src), Mat::ones(size, CV_64F)),
                      toleranceOf(CV_64F, 1e6))
                << "border " << border;
        }
}

//! Columns of the image are rows of the transposed one.
TEST_P(Banded_System, has_no_preferred_axis)
{
    for (int border : BORDERS)
    {
        const Mat src = noise(Size(157, 93), CV_64F);
        const Mat alongX = filtered(createBandedSolver(band(), border, Band(), border), src);
        const Mat alongY = filtered(createBandedSolver(Band(), border, band(), border), Mat(src.t()));
        EXPECT_LE(relativeError(alongY.t(), alongX), toleranceOf(CV_64F, conditionOf(band(), src.cols, border)))
            << "border " << border;
    }
}

//! With BORDER_WRAP a shifted image gives a shifted result.
TEST_P(Banded_System, wraps_around)
{
    const auto solver = createBandedSolver(band(), BORDER_WRAP);
    const Mat src = noise(Size(61, 75), CV_64F), once = filtered(solver, src);
    Mat twice, shifted;
    cv::repeat(src, 2, 2, twice);
    cv::repeat(once, 2, 2, shifted);
    const Rect inside(17, 40, src.cols, src.rows);
    const double condition = conditionOf(band(), src.cols, BORDER_WRAP);
    EXPECT_LE(relativeError(filtered(solver, twice(inside).clone()), shifted(inside)),
              toleranceOf(CV_64F, condition * condition));
}

//! A period of a periodic line is the same whatever the number of periods: the ends of long lines fade apart.
TEST_P(Banded_System, long_lines_wrap_around)
{
    const auto solver = createBandedSolver(band(), BORDER_WRAP, Band(), BORDER_WRAP);
    const Mat period = noise(Size(1024, 3), CV_64F), once = filtered(solver, period);
    for (int periods : {3, 8})
    {
        Mat line, expected;
        cv::repeat(period, 1, periods, line);
        cv::repeat(once, 1, periods, expected);
        EXPECT_LE(relativeError(filtered(solver, line), expected),
                  toleranceOf(CV_64F, conditionOf(band(), 257, BORDER_WRAP)))
            << periods;
    }
}

TEST_P(Banded_System, is_the_same_on_all_threads)
{
    const ThreadCount restored;
    for (int border : {BORDER_REFLECT, BORDER_WRAP})
        for (int type : {CV_32FC1, CV_8UC3})
        {
            const auto solver = createBandedSolver(band(), border);
            const Mat src = noise(Size(301, 205), type);
            setNumThreads(1);
            const Mat one = filtered(solver, src);
            setNumThreads(3);
            EXPECT_TRUE(identical(one, filtered(solver, src))) << "border " << border;
        }
}

TEST_P(Banded_System, is_solved_on_the_gpu)
{
    needDevice();
    expectDefinition(band(), filteredOnDevice, 2);
}

// ---- Arrays

typedef testing::TestWithParam<tuple<int, int>> Banded_Type;

INSTANTIATE_TEST_CASE_P(/**/, Banded_Type,
                        testing::Combine(testing::Values(CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F),
                                         testing::Values(1, 2, 3, 4, 6)));

//! Rounds and saturates once, at the end.
void expectType(int depth, int channels, Mat (*apply)(const Ptr<RecursiveFilter>&, const Mat&))
{
    const Band bandX = {0.3, -0.4, 2, 0.7, -0.2}, bandY = {-0.9, 2.9, -0.9};
    for (int ddepth : {-1, CV_32F, CV_64F})
        for (int border : BORDERS)
            for (Size size : {Size(70, 45), Size(1, 37), Size(37, 1)})
            {
                const Mat src = noise(size, CV_MAKETYPE(depth, channels));
                const Mat actual = apply(createBandedSolver(bandX, border, bandY, border, ddepth), src);
                ASSERT_EQ(CV_MAKETYPE(ddepth < 0 ? depth : ddepth, channels), actual.type());
                Mat expected;
                solvedByDefinition(src, bandX, border, bandY, border).convertTo(expected, actual.depth());
                // Integers close to half a unit may be rounded either way.
                const bool inDouble = depth == CV_64F || ddepth == CV_64F;
                const double tolerance = actual.depth() == CV_16F                ? 1e-3
                                         : actual.depth() == CV_32F || !inDouble ? 2e-6
                                                                                 : 1e-13;
                if (actual.depth() < CV_32F)
                    EXPECT_LE(largestError(actual, expected), 1) << "border " << border << ", " << size;
                else
                    EXPECT_LE(relativeError(actual, expected), tolerance) << "border " << border << ", " << size;
            }
}

TEST_P(Banded_Type, is_solved)
{
    expectType(get<0>(GetParam()), get<1>(GetParam()), filtered);
}

TEST_P(Banded_Type, is_solved_on_the_gpu)
{
    needDevice();
    expectType(get<0>(GetParam()), get<1>(GetParam()), filteredOnDevice);
}

//! Pixels around a ROI are neither read nor written.
TEST(Banded_Arrays, roi)
{
    for (int border : BORDERS)
        for (int type : {CV_8UC3, CV_32FC1})
        {
            const auto solver = createBandedSolver({-0.9, 2.9, -0.9}, border);
            const Mat whole = noise(Size(140, 110), type);
            const Rect inside(13, 7, 97, 75);
            Mat around = noise(whole.size(), type, 2);
            const Mat before = around.clone();
            Mat part = around(inside);
            solver->apply(whole(inside), part);
            EXPECT_TRUE(identical(part, filtered(solver, whole(inside).clone()))) << "border " << border;
            before(inside).copyTo(part);
            EXPECT_TRUE(identical(around, before));
        }
}

TEST(Banded_Arrays, in_place_and_overlapping)
{
    for (int border : {BORDER_REFLECT, BORDER_WRAP})
    {
        const auto solver = createBandedSolver({0.3, -0.4, 2, 0.7, -0.2}, border);
        const Mat src = noise(Size(140, 110), CV_32FC2), expected = filtered(solver, src);
        Mat image = src.clone();
        solver->apply(image, image);
        EXPECT_TRUE(identical(image, expected));
        Mat larger(150, 150, CV_32FC2, Scalar::all(0));
        Mat source = larger(Rect(0, 0, 140, 110)), shifted = larger(Rect(5, 20, 140, 110));
        src.copyTo(source);
        solver->apply(source, shifted);
        EXPECT_TRUE(identical(shifted, expected));
    }
}

TEST(Banded_Arrays, no_coefficients_leave_the_image)
{
    const Mat src = noise(Size(50, 70), CV_16UC3);
    EXPECT_TRUE(identical(filtered(createBandedSolver(Band()), src), src));
    Mat expected;
    src.convertTo(expected, CV_32F);
    EXPECT_TRUE(identical(filtered(createBandedSolver(Band(), BORDER_REFLECT, CV_32F), src), expected));
}

//! One row, one column, and more blocks of rows than a plan keeps matrices of.
TEST(Banded_Arrays, long_lines)
{
    const Band band = {-1000, 2001, -1000}; // 590 rows of factors vary
    const int n = 5000;
    for (int border : BORDERS)
    {
        const auto solver = createBandedSolver(band, border);
        Mat src(1, n, CV_64F, Scalar(0));
        src.at<double>(0) = src.at<double>(n / 2) = src.at<double>(n - 1) = 1;
        Mat y = filtered(createBandedSolver(band, border, Band(), border), src);
        EXPECT_LE(relativeError(filtered(createBandedSolver(Band(), border, band, border), Mat(src.t())), y.t()),
                  1e-12);
        // T y by definition
        Mat extended, x;
        cv::copyMakeBorder(y, extended, 0, 0, 1, 1, border, Scalar(0));
        x = band[0] * extended.colRange(0, n) + band[1] * extended.colRange(1, n + 1) +
            band[2] * extended.colRange(2, n + 2);
        EXPECT_LE(largestError(x, src), 1e-12) << "border " << border;
    }
}

TEST(Banded_Arrays, gpu_rois_in_place_and_streams)
{
    needDevice();
    for (int border : BORDERS)
        for (int type : {CV_8UC3, CV_32FC1, CV_64FC2})
        {
            const auto solver = createBandedSolver({0.3, -0.4, 2, 0.7, -0.2}, border);
            const Mat src = noise(Size(340, 310), type);
            const Rect inside(13, 7, 297, 275);
            const Mat expected = filteredOnDevice(solver, src(inside).clone());
            GpuMat image(src);
            GpuMat part = image(inside);
            Stream stream;
            solver->apply(part, part, stream);
            stream.waitForCompletion();
            Mat result;
            image.download(result);
            EXPECT_TRUE(identical(result(inside), expected)) << "border " << border;
            src(inside).copyTo(result(inside));
            EXPECT_TRUE(identical(result, src));
            expectSameAsHost(solver, src);
        }
}

// ---- Random systems

//! How the coefficients of a random system lie.
enum Structure
{
    FULL,
    HOLES,     //!< half of them are 0
    STRIDES,   //!< only multiples of 2, 3 or 4: systems that do not meet but at the ends
    OUTERMOST, //!< zeros between the diagonal and the outermost ones
    ONE_SIDED
};

//! A system with a diagonal that exceeds the sum of the others by this share.
Band randomSystem(std::mt19937& random, int k, int structure, double dominance)
{
    std::uniform_real_distribution<double> values(-1, 1);
    const int stride = 2 + int(random() % 3);
    const bool isSymmetric = structure != ONE_SIDED && random() % 2, isSmooth = random() % 2;
    Band band(size_t(2 * k + 1), 0.0);
    double sum = 0;
    for (int d = 1; d <= k; d++)
        for (int side : {-1, 1})
        {
            double t = isSmooth ? -1.0 / d : values(random);
            if ((structure == HOLES && random() % 2) || (structure == STRIDES && d % stride) ||
                (structure == OUTERMOST && d != k) || (structure == ONE_SIDED && side == 1))
                t = 0;
            if (side == 1 && isSymmetric)
                t = band[size_t(k - d)];
            band[size_t(k + side * d)] = t;
            sum += std::abs(t);
        }
    band[size_t(k)] = (1 + dominance) * std::max(sum, 1e-3);
    return band;
}

//! The largest |T y - x| along one axis, as a share of the largest term of the sum. In long double.
double residualOf(const Band& band, int border, bool alongX, const Mat& src, const Mat& result)
{
    const Mat x = alongX ? asDouble(src) : Mat(asDouble(src).t()),
              y = alongX ? asDouble(result) : Mat(asDouble(result).t());
    const int k = int(band.size() / 2), n = y.cols;
    std::vector<int> columns(size_t(n + 2 * k));
    for (int i = -k; i < n + k; i++)
        columns[size_t(i + k)] = cv::borderInterpolate(i, n, border);
    double largest = 0, term = 0;
    for (int row = 0; row < y.rows; row++)
        for (int i = 0; i < n; i++)
        {
            long double sum = -x.at<double>(row, i);
            for (int d = 0; d <= 2 * k; d++)
                if (columns[size_t(i + d)] >= 0 && band[size_t(d)] != 0)
                {
                    const long double part = (long double)(band[size_t(d)]) * y.at<double>(row, columns[size_t(i + d)]);
                    sum += part;
                    term = std::max(term, std::abs(double(part)));
                }
            if (!(std::abs(sum) <= largest)) // not a number counts, too
                largest = std::abs(double(sum));
        }
    return largest == 0 ? 0 : largest / term;
}

double promisedResidual(int depth)
{
    return depth == CV_64F ? 1e-14 : 1e-6;
}

//! Noise; a constant with 0.1 % of noise; columns and rows that repeat three numbers.
Mat randomImage(std::mt19937& random, Size size, int depth)
{
    std::uniform_real_distribution<double> values(-1, 1);
    const int kind = int(random() % 3), period = 1 + int(random() % 4);
    const double constant = values(random);
    double repeated[4];
    for (double& value : repeated)
        value = values(random);
    Mat image(size, CV_64F), result;
    for (int i = 0; i < size.height; i++)
        for (int j = 0; j < size.width; j++)
            image.at<double>(i, j) = kind == 0   ? values(random)
                                     : kind == 1 ? constant + 1e-3 * values(random)
                                                 : repeated[(i + j) % period];
    image.convertTo(result, depth);
    return result;
}

/** Every structure and border, and sizes from 1 pixel on, primes and around blocks of 32 rows. The residual is what
banded.hpp promises; the distance from a solution with pivots is as large as the condition makes it. */
void expectRandomSystems(int structure, Mat (*apply)(const Ptr<RecursiveFilter>&, const Mat&))
{
    const int sizes[] = {1, 2, 3, 5, 7, 13, 16, 17, 31, 32, 33, 67, 131, 257};
    const double dominances[] = {1e-6, 1e-3, 1e-2, 0.1, 1};
    for (unsigned trial = 0; trial < 150; trial++)
    {
        std::mt19937 random(1000 * unsigned(structure) + trial + unsigned(freshSeed()));
        const int k = 1 + int(random() % (trial % 2 ? 16 : 4));
        const double dominance = dominances[random() % 5];
        const Band band = randomSystem(random, k, structure, dominance);
        const int n = sizes[random() % 14], border = BORDERS[trial % BORDERS.size()];
        const Mat T = denseMatrix(band, n, border), inverse = denseInverse(band, n, border);
        const double condition = normInf(T) * normInf(inverse);
        const Mat none = Mat::eye(9, 9, CV_64F);
        for (int depth : {CV_32F, CV_64F})
            for (bool alongX : {false, true})
            {
                const Mat src = randomImage(random, alongX ? Size(n, 9) : Size(9, n), depth);
                const Mat result = apply(alongX ? createBandedSolver(band, border, Band(), BORDER_REFLECT)
                                                : createBandedSolver(Band(), BORDER_REFLECT, band, border),
                                         src);
                const auto where = [&] {
                    return cv::format("trial %u: k %d, %d pixels along %s, border %d, depth %d, dominance %g", trial, k,
                                      n, alongX ? "x" : "y", border, depth, dominance);
                };
                EXPECT_LE(residualOf(band, border, alongX, src, result), promisedResidual(depth)) << where();
                const Mat expected =
                    alongX ? solvedByDefinition(src, inverse, none) : solvedByDefinition(src, none, inverse);
                EXPECT_LE(relativeError(result, expected), 2 * toleranceOf(depth, condition)) << where();
            }
    }
}

typedef testing::TestWithParam<int> Banded_Random;

INSTANTIATE_TEST_CASE_P(/**/, Banded_Random, testing::Values(FULL, HOLES, STRIDES, OUTERMOST, ONE_SIDED));

TEST_P(Banded_Random, is_solved)
{
    expectRandomSystems(GetParam(), filtered);
}

TEST_P(Banded_Random, is_solved_on_the_gpu)
{
    needDevice();
    expectRandomSystems(GetParam(), filteredOnDevice);
}

/** Where pixels repeat themselves, so do their rounding errors, and blocks of rows may not meet. Systems that amplify
such pixels a thousand times. */
void expectRepeatingPixels(Mat (*apply)(const Ptr<RecursiveFilter>&, const Mat&))
{
    const Band bands[] = {{-1, 2.002, -1},      // 0.1 % dominant
                          {-1000, 2001, -1000}, // 0.05 %
                          {1, 2.002, 1},        // pixels that change their sign
                          {1, 0, 2.002, 0, 1},  // every other one does
                          {-1, 0, 0, 2.002, 0, 0, -1},
                          {-1, -1, 4.004, -1, -1},
                          {-0.95, 1, 0},
                          {0, 1, -0.98},
                          {-0.3, -0.6, 1, 0, 0}};
    for (const Band& band : bands)
        for (int border : BORDERS)
            for (int period : {1, 2, 4})
            {
                std::mt19937 random(1);
                std::uniform_real_distribution<float> values(0.5f, 1);
                Mat high(1001, 64, CV_32F), wide;
                for (int column = 0; column < high.cols; column++)
                {
                    const float value = values(random);
                    for (int row = 0; row < high.rows; row++)
                        high.at<float>(row, column) = row % period < std::max(1, period / 2) ? value : -value;
                }
                cv::transpose(high, wide);
                for (bool alongX : {false, true})
                {
                    const Mat& src = alongX ? wide : high;
                    const Mat result = apply(alongX ? createBandedSolver(band, border, Band(), BORDER_REFLECT)
                                                    : createBandedSolver(Band(), BORDER_REFLECT, band, border),
                                             src);
                    EXPECT_LE(residualOf(band, border, alongX, src, result), promisedResidual(CV_32F))
                        << "band " << Mat(band).t() << " along " << (alongX ? "x" : "y") << ", border " << border
                        << ", period " << period;
                }
            }
}

TEST(Banded_Residual, of_pixels_that_repeat)
{
    expectRepeatingPixels(filtered);
}

TEST(Banded_Residual, of_pixels_that_repeat_on_the_gpu)
{
    needDevice();
    expectRepeatingPixels(filteredOnDevice);
}

/** Systems of smoothing splines amplify rounding errors most, where pixels change their sign and results are tiny.
Folded ends make the smallest pivots. */
void expectSmoothingSplines(Mat (*apply)(const Ptr<RecursiveFilter>&, const Mat&))
{
    for (double s : {10., 1e3, 1e6})
        for (const Band& band : {Band{s, -4 * s, 1 + 6 * s, -4 * s, s}, Band{-s, 1 + 2 * s, -s}})
            for (int border : BORDERS)
                for (int depth : {CV_32F, CV_64F})
                {
                    Mat src = noise(Size(40, 500), depth);
                    for (int row = 1; row < src.rows; row++)
                        src(Rect(0, row, 20, 1)) = -src(Rect(0, row - 1, 20, 1));
                    for (const Mat& part : {Mat(src.colRange(0, 20)), Mat(src.colRange(20, 40))})
                    {
                        const Mat result = apply(createBandedSolver(Band(), border, band, border), part);
                        EXPECT_LE(residualOf(band, border, false, part, result), depth == CV_64F ? 1e-11 : 1e-6)
                            << "s " << s << ", " << band.size() << " coefficients, border " << border << ", depth "
                            << depth;
                    }
                }
}

TEST(Banded_Residual, of_smoothing_splines)
{
    expectSmoothingSplines(filtered);
}

TEST(Banded_Residual, of_smoothing_splines_on_the_gpu)
{
    needDevice();
    expectSmoothingSplines(filteredOnDevice);
}

/** Lines longer than the rows of factors that a matrix keeps (65,536): gaps, factors that settle late or never, and
borders that wrap around. */
void expectLongLines(Mat (*apply)(const Ptr<RecursiveFilter>&, const Mat&))
{
    struct LongSystem
    {
        Band band;
        bool onlyZeroBorder;
    };
    const LongSystem systems[] = {
        {{-1, 0, 0, 3, 0, 0, -1}, false},
        {{0.5, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0.45}, false}, // refused as not settled before
        {{-1, 2 + 1e-9, -1}, false},                      // settles after 280,000 rows
        {{-1, 2, -1}, true},                              // never settles
        {{1, 0, -2, 0, 1}, true},
    };
    const int n = 100003; // a prime
    for (const LongSystem& system : systems)
        for (int border : BORDERS)
            for (int depth : {CV_32F, CV_64F})
                for (bool alongX : {false, true})
                {
                    if (system.onlyZeroBorder && border != BORDER_CONSTANT)
                        continue;
                    const Mat src = noise(alongX ? Size(n, 2) : Size(2, n), depth);
                    const Mat result = apply(alongX ? createBandedSolver(system.band, border, Band(), BORDER_REFLECT)
                                                    : createBandedSolver(Band(), BORDER_REFLECT, system.band, border),
                                             src);
                    EXPECT_LE(residualOf(system.band, border, alongX, src, result), promisedResidual(depth))
                        << "band " << Mat(system.band).t() << " along " << (alongX ? "x" : "y") << ", border " << border
                        << ", depth " << depth;
                }
}

TEST(Banded_Residual, of_long_lines)
{
    expectLongLines(filtered);
}

TEST(Banded_Residual, of_long_lines_on_the_gpu)
{
    needDevice();
    expectLongLines(filteredOnDevice);
}

// ---- Splines

//! B-splines at the integers, times n!: the systems behind createBSplinePrefilter.
Band splineBand(int degree)
{
    static const std::vector<Band> integers = {
        {1, 6, 1},
        {1, 4, 1},
        {1, 76, 230, 76, 1},
        {1, 26, 66, 26, 1},
        {1, 722, 10543, 23548, 10543, 722, 1},
        {1, 120, 1191, 2416, 1191, 120, 1},
        {1, 6552, 331612, 2485288, 4675014, 2485288, 331612, 6552, 1},
        {1, 502, 14608, 88234, 156190, 88234, 14608, 502, 1},
    };
    Band band = integers[size_t(degree - 2)];
    const double sum = sumOf(band);
    for (double& t : band)
        t /= sum;
    return band;
}

typedef testing::TestWithParam<int> Banded_Spline;

INSTANTIATE_TEST_CASE_P(/**/, Banded_Spline, testing::Range(2, 10));

/** The prefilter of the same degree. Its border goes on with the image, the system's with the spline: the same where
both repeat themselves. */
TEST_P(Banded_Spline, agrees_with_the_prefilter)
{
    for (int border : {BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP})
        for (int depth : {CV_32F, CV_64F})
        {
            const Mat src = noise(Size(211, 173), depth);
            EXPECT_LE(relativeError(filtered(createBandedSolver(splineBand(GetParam()), border), src),
                                    filtered(createBSplinePrefilter(GetParam(), border), src)),
                      depth == CV_32F ? 1e-5 : 1e-12)
                << "border " << border << ", depth " << depth;
        }
}

//! The spline goes through the pixels: the residual of smooth images and of noise, as a share of the pixels' norm.
TEST_P(Banded_Spline, interpolates)
{
    const Band band = splineBand(GetParam());
    for (int border : BORDERS)
    {
        const Mat Tx = denseMatrix(band, 211, border), Ty = denseMatrix(band, 173, border);
        const auto residual = [&](const Mat& src) {
            const Mat pixels = asDouble(src), c = asDouble(filtered(createBandedSolver(band, border), src));
            return cv::norm(Mat(Ty * c * Tx.t()), pixels, NORM_L2) / cv::norm(pixels, NORM_L2);
        };
        const Mat rough = noise(Size(211, 173), CV_32F);
        Mat smooth;
        cv::GaussianBlur(rough, smooth, Size(), 1);
        EXPECT_LE(residual(smooth), 2e-7) << "border " << border;
        EXPECT_LE(residual(asDouble(rough)), 1e-14) << "border " << border;
    }
}

// ---- What is refused

TEST(Banded_Negative, factory)
{
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    const Band good = {1, 4, 1};
    const auto make = [](const Band& band, int border = BORDER_REFLECT, int ddepth = -1) {
        return [=] { createBandedSolver(band, border, ddepth); };
    };
    const BadCall calls[] = {
        {"bandX has 2 coefficients", Error::StsBadArg, make({1, 4})}, // no main diagonal
        {"bandX has 35 coefficients", Error::StsOutOfRange, make(Band(35, 0.01))},
        {"bandX[2] is nan", Error::StsBadArg, make({1, 4, nan})},
        {"bandX[0] is -inf", Error::StsBadArg, make({-inf, 4, 1})},
        {"largest coefficient", Error::StsOutOfRange, make({0, 0, 0})},
        {"largest coefficient", Error::StsOutOfRange, make({1e40, 4e40, 1e40})}, // beyond float
        {"pivot 0 of all lines", Error::StsOutOfRange, make({1, 0, 1}, BORDER_CONSTANT)},
        {"pivot 1 of all lines", Error::StsOutOfRange, make({1, 1, 1}, BORDER_CONSTANT)},
        {"lines of 1 pixels", Error::StsOutOfRange, make({1, 2.5, -3.5}, BORDER_REPLICATE)},   // row sums 0
        {"have not settled", Error::StsOutOfRange, make({-1, 2, -1}, BORDER_WRAP)},            // ignores constants
        {"elimination reaches", Error::StsOutOfRange, make({-1, 0.01, 0.5}, BORDER_CONSTANT)}, // small pivot, first row
        {"does not decay", Error::StsOutOfRange, make({3, 1, 0}, BORDER_CONSTANT)},            // grows like 3^n
        {"borderTypeX is 5", Error::StsBadArg, make(good, BORDER_TRANSPARENT)},
        {"borderTypeX is -1", Error::StsBadArg, make(good, -1)},
        {"ddepth", Error::StsBadArg, make(good, BORDER_REFLECT, CV_8U)},
        {"bandY has 2", Error::StsBadArg,
         [=] {
             createBandedSolver(good, BORDER_WRAP, {1, 4}, BORDER_WRAP);
         }},
        {"borderTypeY is 77", Error::StsBadArg, [=] { createBandedSolver(good, BORDER_WRAP, good, 77); }},
    };
    for (const BadCall& bad : calls)
        expectError(bad.code, bad.why, bad.call);
}

TEST(Banded_Negative, arrays)
{
    const auto solver = createBandedSolver({1, 4, 1});
    Mat dst;
    expectError(Error::StsBadArg, "src is empty", [&] { solver->apply(Mat(), dst); });
    expectError(Error::StsUnsupportedFormat, "depth", [&] { solver->apply(Mat(3, 3, CV_32S, Scalar(0)), dst); });
    EXPECT_TRUE(dst.empty());
}

TEST(Banded_Solver, describes_itself)
{
    const auto solver = createBandedSolver({0, 0, 1, 4, 1, 1, 0}, BORDER_REFLECT, {0, 3, 0}, BORDER_WRAP);
    EXPECT_EQ(RECURSIVE_AUTO, solver->getAlgorithm());
    EXPECT_EQ(3, solver->getOrderX());
    EXPECT_EQ(0, solver->getOrderY());
    const Mat src = noise(Size(30, 40), CV_32F), before = filtered(solver, src);
    solver->clear();
    EXPECT_TRUE(identical(before, filtered(solver, src)));
}

}} // namespace
