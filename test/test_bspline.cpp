// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The prefilter of B-splines: splines go through the pixels, reproduce polynomials, and agree with SciPy.

#include "accuracy_table.hpp"
#include "recursive_device.hpp"
#include "scipy_values.hpp"

#include "opencv2/imgproc.hpp"

namespace opencv_test { namespace {

//! beta^n(x), by its recursion.
double spline(int degree, double x)
{
    if (degree == 0)
        return x >= -0.5 && x < 0.5;
    const double half = (degree + 1) / 2.;
    return ((x + half) * spline(degree - 1, x + 0.5) + (half - x) * spline(degree - 1, x - 0.5)) / degree;
}

//! beta^n at the integers, moved by `shift`.
Mat samplesOf(int degree, double shift = 0)
{
    const int reach = degree / 2 + 1;
    Mat kernel(1, 2 * reach + 1, CV_64F);
    for (int k = -reach; k <= reach; k++)
        kernel.at<double>(k + reach) = spline(degree, k + shift);
    return kernel;
}

class Spline_Degree : public testing::TestWithParam<int>
{};

INSTANTIATE_TEST_CASE_P(/**/, Spline_Degree, testing::Range(2, 10));

//! The difference between spline and pixels, as a share of the pixels' norm.
double residual(const Mat& coefficients, const Mat& src, int degree, int border)
{
    const Mat kernel = samplesOf(degree);
    const int reach = kernel.cols / 2;
    Mat extended, samples;
    // filter2D has no BORDER_WRAP. Beyond the image the coefficients go on as the image does. Where borders end in a
    // constant, only the inner pixels are known.
    cv::copyMakeBorder(asDouble(coefficients), extended, reach, reach, reach, reach, border);
    sepFilter2D(extended, samples, CV_64F, kernel, kernel);
    const int inner = border == BORDER_REPLICATE || border == BORDER_CONSTANT ? 2 * reach : reach;
    const Rect known(inner, inner, extended.cols - 2 * inner, extended.rows - 2 * inner);
    const Mat pixels = asDouble(src(known - Point(reach, reach)));
    return cv::norm(samples(known), pixels, NORM_L2) / cv::norm(pixels, NORM_L2);
}

const int SPLINE_BORDERS[] = {BORDER_REFLECT_101, BORDER_REFLECT, BORDER_REPLICATE, BORDER_WRAP, BORDER_CONSTANT};

//! Images as smooth as photographs, and smoother.
std::vector<Mat> smoothImages(int depth)
{
    std::vector<Mat> images;
    for (Size size : {Size(211, 173), Size(31, 47), Size(511, 373)})
        for (double sigma : {0.7, 1., 2., 8.})
        {
            Mat image;
            GaussianBlur(noise(size, depth), image, Size(), sigma);
            images.push_back(image);
        }
    Mat ramp(173, 211, CV_64F);
    for (int y = 0; y < ramp.rows; y++)
        for (int x = 0; x < ramp.cols; x++)
            ramp.at<double>(y, x) = x + 0.1 * y;
    ramp.convertTo(ramp, depth);
    images.push_back(ramp);
    return images;
}

//! The constants, of a thousand, that lose most at degrees 2 to 5, and others. Their roundings agree and add up.
std::vector<Mat> constantImages()
{
    std::vector<Mat> images;
    for (double value : {0.63154, 0.65006, 0.72152, 0.787, 0.79152, 0.81405, 0.9, 1 / 3.})
        images.push_back(Mat(60, 70, CV_32F, Scalar(value)));
    return images;
}

std::vector<Mat> noiseImages()
{
    return {noise(Size(211, 173), CV_32F), noise(Size(31, 47), CV_32F)};
}

//! Largest residual of white noise for degrees 2, 3, ...
const double NOISE_RESIDUALS[] = {1e-7, 1e-7, 2e-7, 2e-7, 2e-7, 4e-7, 8e-7, 1.5e-6};

//! The largest residual of these images with any border.
double worstResidual(const std::vector<Mat>& images, int degree,
                     Mat (*apply)(const Ptr<RecursiveFilter>&, const Mat&) = filtered)
{
    double worst = 0;
    for (const Mat& src : images)
        for (int border : SPLINE_BORDERS)
            worst = std::max(worst, residual(apply(createBSplinePrefilter(degree, border), src), src, degree, border));
    return worst;
}

//! The spline goes through the pixels, within the bounds that bspline.hpp promises.
TEST_P(Spline_Degree, interpolates)
{
    const int degree = GetParam();
    const double inDouble = worstResidual(smoothImages(CV_64F), degree),
                 inFloat = worstResidual(smoothImages(CV_32F), degree),
                 ofConstants = worstResidual(constantImages(), degree), ofNoise = worstResidual(noiseImages(), degree);
    EXPECT_LE(inDouble, 2e-15);
    EXPECT_LE(inFloat, 2e-7);
    EXPECT_LE(ofConstants, 4e-7);
    EXPECT_LE(ofNoise, NOISE_RESIDUALS[degree - 2]);
    AccuracyTable("spline_residual")
        .row({cv::format("%d", degree), Cell::floatError(inFloat, 2), Cell::floatError(ofConstants, 2),
              Cell::floatError(ofNoise, 2)});
}

/** White noise has coefficients up to three hundred times as large. Rounding these to float is the largest loss: the
residual is at most twice that of exact coefficients, rounded. */
TEST_P(Spline_Degree, interpolates_noise)
{
    for (int border : SPLINE_BORDERS)
    {
        const Mat src = noise(Size(211, 173), CV_32F);
        const auto prefilter = createBSplinePrefilter(GetParam(), border);
        Mat rounded;
        filtered(prefilter, Mat(asDouble(src))).convertTo(rounded, CV_32F);
        EXPECT_LE(residual(filtered(prefilter, src), src, GetParam(), border),
                  std::max(2e-7, 2 * residual(rounded, src, GetParam(), border)))
            << "border " << border;
    }
}

// ---- Nehab et al. 2011, section 8: "Using random input images with entries in the interval [0, 1], the relative
// residual was less than 2e-7 for all algorithms and for all image sizes." ----

//! The bicubic problem, or the biquintic one for the algorithm of two poles.
struct SplineProblem
{
    int algorithm, side;

    int degree() const { return needs(algorithm, cv::recfilter::NEEDS_TWO_POLES) ? 5 : 3; }
};

void PrintTo(const SplineProblem& problem, std::ostream* os)
{
    *os << cv::recfilter::scheduleOf(problem.algorithm).name << ", " << problem.side;
}

//! Every algorithm of a backend at the paper's sizes.
std::vector<SplineProblem> splineProblems(cv::recfilter::Engine cv::recfilter::Schedule::*side)
{
    std::vector<SplineProblem> problems;
    for (int length : {64, 128, 256, 512, 1024, 2048, 4096})
        for (int algorithm : cv::recfilter::algorithmsOf(side))
            problems.push_back({algorithm, length});
    return problems;
}

//! Random pixels of the last size, which neighbouring tests share.
const Mat& randomPixels(int side)
{
    static Mat image;
    if (image.rows != side)
        image = noise(Size(side, side), CV_32F);
    return image;
}

void expectPapersResidual(const SplineProblem& problem, Mat (*apply)(const Ptr<RecursiveFilter>&, const Mat&))
{
    const int border = takesBorder(problem.algorithm, BORDER_REFLECT_101) ? BORDER_REFLECT_101 : BORDER_CONSTANT;
    const Mat& src = randomPixels(problem.side);
    const Mat coefficients = apply(createBSplinePrefilter(problem.degree(), border, -1, problem.algorithm), src);
    EXPECT_LT(residual(coefficients, src, problem.degree(), border), 2e-7);
}

class Spline_Problem : public testing::TestWithParam<SplineProblem>
{};

INSTANTIATE_TEST_CASE_P(/**/, Spline_Problem, testing::ValuesIn(splineProblems(&cv::recfilter::Schedule::onHost)));

TEST_P(Spline_Problem, residual_of_the_paper)
{
    expectPapersResidual(GetParam(), filtered);
}

class Spline_CudaProblem : public testing::TestWithParam<SplineProblem>
{};

INSTANTIATE_TEST_CASE_P(/**/, Spline_CudaProblem,
                        testing::ValuesIn(splineProblems(&cv::recfilter::Schedule::onDevice)));

TEST_P(Spline_CudaProblem, residual_of_the_paper)
{
    needDevice();
    expectPapersResidual(GetParam(), filteredOnDevice);
}

//! Between the pixels of a polynomial of the spline's degree, the spline is that polynomial.
TEST_P(Spline_Degree, reproduces_polynomials)
{
    const int n = 400, middle = n / 2;
    const double shift = 0.3;
    Mat line(1, n, CV_64F);
    const auto polynomial = [&](double x) { return std::pow((x - middle) / 50, GetParam()) + 0.3 * (x - middle) / 50; };
    for (int i = 0; i < n; i++)
        line.at<double>(i) = polynomial(i);
    Mat src;
    repeat(line, 3, 1, src); // the same in every row
    const Mat c = filtered(createBSplinePrefilter(GetParam()), src);
    for (int i = middle - 20; i <= middle + 20; i++)
    {
        double value = 0;
        for (int k = i - GetParam(); k <= i + GetParam() + 1; k++)
            value += c.at<double>(1, k) * spline(GetParam(), i + shift - k);
        EXPECT_NEAR(polynomial(i + shift), value, 1e-10);
    }
}

//! The poles are those of the literature (recursive_common.hpp).
TEST_P(Spline_Degree, poles)
{
    for (int depth : {CV_32F, CV_64F})
    {
        const Mat src = noise(Size(70, 60), depth);
        const Axis axis = cascadeOf(splinePoles(GetParam()), BORDER_REFLECT_101);
        EXPECT_LE(relativeError(filtered(createBSplinePrefilter(GetParam()), src), filtered(axis, axis, src)),
                  depth == CV_32F ? 3e-7 : 1e-14);
    }
}

TEST_P(Spline_Degree, is_on_the_gpu_as_on_the_host)
{
    needDevice();
    for (int border : SPLINE_BORDERS)
        for (int depth : {CV_32F, CV_64F})
            for (int algorithm : SCHEDULES) // poles this fast forget roundings: 1e-6 in float, 1e-13 in double
                expectSameAsHost(createBSplinePrefilter(GetParam(), border, -1, algorithm),
                                 noise(Size(391, 257), depth), 0.1);
}

/** The promises above, on the GPU. Smooth images have 3e-7: up to 2.9e-7 without tensor cores and with 64 KB of shared
memory a multiprocessor, 2.2e-7 with tensor cores. */
TEST_P(Spline_Degree, interpolates_on_the_gpu)
{
    needDevice();
    EXPECT_LE(worstResidual(smoothImages(CV_32F), GetParam(), filteredOnDevice), 3e-7);
    EXPECT_LE(worstResidual(constantImages(), GetParam(), filteredOnDevice), 5e-7);
    EXPECT_LE(worstResidual(noiseImages(), GetParam(), filteredOnDevice), 2 * NOISE_RESIDUALS[GetParam() - 2]);
    for (int border : SPLINE_BORDERS)
        for (int algorithm : SCHEDULES)
        {
            Mat smooth;
            const Mat src = noise(Size(511, 373), CV_32F);
            GaussianBlur(src, smooth, Size(), 1);
            const auto prefilter = createBSplinePrefilter(GetParam(), border, -1, algorithm);
            const auto residualOf = [&](const Mat& coefficients, const Mat& image) {
                return residual(coefficients, image, GetParam(), border);
            };
            EXPECT_LE(residualOf(filteredOnDevice(prefilter, smooth), smooth), 3e-7) << "border " << border;
            Mat rounded;
            filtered(prefilter, Mat(asDouble(src))).convertTo(rounded, CV_32F);
            EXPECT_LE(residualOf(filteredOnDevice(prefilter, src), src), std::max(2e-7, 2 * residualOf(rounded, src)))
                << "border " << border;
        }
}

TEST(Spline_Scipy, spline_filter)
{
    Mat image(SCIPY_ROWS, SCIPY_COLS, CV_64F);
    for (int y = 0; y < image.rows; y++)
        for (int x = 0; x < image.cols; x++)
            image.at<double>(y, x) = ((7 * x + 13 * y + 3 * x * y) % 29) / 29.;
    for (const ScipySpline& row : SCIPY_SPLINES)
    {
        const Mat expected(SCIPY_ROWS, SCIPY_COLS, CV_64F, const_cast<double*>(row.values.data()));
        // SciPy's "reflect" cuts its start sums where they have faded. These images are too small for that.
        EXPECT_LE(relativeError(filtered(createBSplinePrefilter(row.degree, row.border), image), expected),
                  row.border == BORDER_REFLECT ? 1e-5 : 1e-13)
            << "border " << row.border << ", degree " << row.degree;
    }
}

TEST(Spline_Negative, factory)
{
    for (int degree : {-1, 0, 1, 10})
        expectError(Error::StsOutOfRange, cv::format("degree is %d", degree), [=] { createBSplinePrefilter(degree); });
    expectError(Error::StsBadArg, "borderType is 77", [] { createBSplinePrefilter(3, 77); });
    expectError(Error::StsBadArg, "ddepth", [] { createBSplinePrefilter(3, BORDER_REFLECT_101, CV_8U); });
    expectError(Error::StsBadArg, "algorithm", [] { createBSplinePrefilter(3, BORDER_REFLECT_101, -1, 99); });
}

}} // namespace
