// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Gaussians and their derivatives: accuracy, float arithmetic, borders, SciPy, the GPU, arguments.

#include "accuracy_table.hpp"
#include "gaussian_common.hpp"
#include "scipy_values.hpp"

namespace opencv_test { namespace {

//! The response to an impulse along x or y, far from the border.
std::vector<double> response(double sigma, int derivative, int approximation, int depth, bool alongX, int reach)
{
    Mat impulse(alongX ? Size(2 * reach + 1, 1) : Size(1, 2 * reach + 1), depth, Scalar(0));
    impulse.colRange(alongX ? reach : 0, alongX ? reach + 1 : 1)
        .rowRange(alongX ? 0 : reach, alongX ? 1 : reach + 1)
        .setTo(1);
    Mat result;
    gaussianFilter(alongX ? sigma : 0, alongX ? 0 : sigma, alongX ? derivative : 0, alongX ? 0 : derivative,
                   BORDER_CONSTANT, Scalar(), approximation)
        ->apply(impulse, result);
    const Mat line = asDouble(result).reshape(1, 1);
    return std::vector<double>(line.begin<double>(), line.end<double>());
}

std::vector<double> response(double sigma, int derivative, int approximation, int depth, bool alongX = true)
{
    return response(sigma, derivative, approximation, depth, alongX, reachOf(sigma));
}

// ---- Against the Gaussian ----

struct Promise
{
    const char* name;
    int approximation, derivative;
    double smallSigma, sigma2, sigma5; //!< dB from 0.5, from 2 and from 5
};

void PrintTo(const Promise& promise, std::ostream* os)
{
    *os << promise.name << ", derivative " << promise.derivative;
}

//! The promises of gaussian.hpp, in whole dB.
const Promise PROMISES[] = {
    {"ACCURATE", GAUSSIAN_ACCURATE, 0, 102, 105, 106},
    {"ACCURATE", GAUSSIAN_ACCURATE, 1, 78, 90, 90},
    {"ACCURATE", GAUSSIAN_ACCURATE, 2, 61, 78, 78},
    {"DERICHE", GAUSSIAN_DERICHE, 0, 66, 68, 69},
    {"DERICHE", GAUSSIAN_DERICHE, 1, 50, 54, 54},
    {"DERICHE", GAUSSIAN_DERICHE, 2, 36, 43, 44},
    {"VAN_VLIET_3", GAUSSIAN_VAN_VLIET_3, 0, 18, 34, 37},
    {"VAN_VLIET_3", GAUSSIAN_VAN_VLIET_3, 1, 8, 21, 26},
    {"VAN_VLIET_3", GAUSSIAN_VAN_VLIET_3, 2, 5, 15, 18},
    {"VAN_VLIET_4", GAUSSIAN_VAN_VLIET_4, 0, 19, 43, 47},
    {"VAN_VLIET_4", GAUSSIAN_VAN_VLIET_4, 1, 8, 22, 34},
    {"VAN_VLIET_4", GAUSSIAN_VAN_VLIET_4, 2, 5, 21, 28},
    {"VAN_VLIET_5", GAUSSIAN_VAN_VLIET_5, 0, 20, 52, 57},
    {"VAN_VLIET_5", GAUSSIAN_VAN_VLIET_5, 1, 8, 22, 36},
    {"VAN_VLIET_5", GAUSSIAN_VAN_VLIET_5, 2, 6, 24, 35},
    {"YOUNG_VAN_VLIET", GAUSSIAN_YOUNG_VAN_VLIET, 0, 18, 24, 29},
    {"YOUNG_VAN_VLIET", GAUSSIAN_YOUNG_VAN_VLIET, 1, 7, 17, 21},
    {"YOUNG_VAN_VLIET", GAUSSIAN_YOUNG_VAN_VLIET, 2, 6, 7, 14},
};

class Gaussian_Accuracy : public testing::TestWithParam<Promise>
{};

INSTANTIATE_TEST_CASE_P(/**/, Gaussian_Accuracy, testing::ValuesIn(PROMISES));

Difference differenceOf(const Promise& promise, double sigma)
{
    return Difference(response(sigma, promise.derivative, promise.approximation, CV_64F),
                      sampled(sigma, promise.derivative, reachOf(sigma)));
}

//! The SNR that gaussian.hpp promises. perf/plot_gaussians.py reads what is printed.
TEST_P(Gaussian_Accuracy, snr)
{
    const Promise& promise = GetParam();
    const std::string name = rowName(promise.name, promise.derivative);
    std::vector<Cell> row = {name};
    for (double sigma : SIGMAS)
    {
        const Difference difference = differenceOf(promise, sigma);
        std::cout << cv::format("%s, derivative %d, sigma %g: %.1f dB, sum of errors %.1e\n", promise.name,
                                promise.derivative, sigma, difference.snr, difference.sum);
        row.push_back(Cell::decibels(difference.snr));
    }
    AccuracyTable("gaussian_snr").row(row);
    LeastSnr least;
    double largestSum = 0;
    for (double sigma : manySigmas())
    {
        const Difference difference = differenceOf(promise, sigma);
        least.add(sigma, difference.snr);
        largestSum = std::max(largestSum, difference.sum);
    }
    AccuracyTable("gaussian_least_snr")
        .row({name, Cell::decibels(least.smallSigma), Cell::decibels(least.sigma2), Cell::decibels(least.sigma5),
              Cell::error(largestSum)});
    EXPECT_GE(least.smallSigma, promise.smallSigma);
    EXPECT_GE(least.sigma2, promise.sigma2);
    EXPECT_GE(least.sigma5, promise.sigma5);
    if (promise.approximation == GAUSSIAN_ACCURATE && promise.derivative == 0)
    {
        EXPECT_LE(largestSum, 2e-5);
    }
}

//! cv::GaussianBlur ends at four sigma. That limits its SNR from sigma 5 on, as gaussian.hpp says.
TEST(Gaussian_Response, of_opencv)
{
    for (double sigma : {5, 30, 100, 300, 1000})
    {
        const int reach = reachOf(sigma);
        Mat impulse(1, 2 * reach + 1, CV_32F, Scalar(0)), result;
        impulse.at<float>(reach) = 1;
        GaussianBlur(impulse, result, Size(0, 1), sigma);
        const Mat line = asDouble(result);
        const Difference difference(std::vector<double>(line.begin<double>(), line.end<double>()),
                                    sampled(sigma, 0, reach));
        EXPECT_GE(difference.snr, 77) << sigma;
        EXPECT_LE(difference.snr, 82) << sigma;
    }
}

//! Float pixels need 1e-4. The approximation itself takes 1.3e-5 of that.
TEST(Gaussian_Response, of_float_pixels)
{
    for (double sigma : manySigmas())
        for (bool alongX : {true, false})
        {
            const Difference difference(response(sigma, 0, GAUSSIAN_ACCURATE, CV_32F, alongX),
                                        sampled(sigma, 0, reachOf(sigma)));
            EXPECT_LE(difference.sum, 2e-5) << "sigma " << sigma;
        }
}

struct Variance
{
    const char* name;
    int approximation;
    double smallSigma, sigma2; //!< largest error as a share of it, from 0.5 and from 2
    double area;               //!< largest area beyond ten sigma
};

//! Cascades have the variance of their published formulas. From sigma 2 on, van Vliet's have the Gaussian's.
const Variance VARIANCES[] = {
    {"ACCURATE", GAUSSIAN_ACCURATE, 9e-5, 1.1e-6, 1e-6},
    {"DERICHE", GAUSSIAN_DERICHE, 5.7e-3, 4.5e-3, 1e-6},
    {"VAN_VLIET_3", GAUSSIAN_VAN_VLIET_3, 0.17, 1e-9, 6e-6},
    {"VAN_VLIET_4", GAUSSIAN_VAN_VLIET_4, 0.17, 1e-9, 2e-6},
    {"VAN_VLIET_5", GAUSSIAN_VAN_VLIET_5, 0.17, 1e-9, 1e-6},
    {"YOUNG_VAN_VLIET", GAUSSIAN_YOUNG_VAN_VLIET, 0.73, 0.29, 1e-5},
};

//! Area 1, centre 0, and the Gaussian's variance within the error of the approximation.
//! gaussian.hpp: beyond six sigma results of ACCURATE are not 0, have either sign, and stay below 1e-6 of the peak.
TEST(Gaussian_Response, far_from_the_peak)
{
    for (const double sigma : {0.5, 1.0, 5.0, 30.0, 200.0})
    {
        const std::vector<double> values = response(sigma, 0, GAUSSIAN_ACCURATE, CV_64F);
        const int center = int(values.size() / 2);
        double least = 0, greatest = 0;
        for (int i = 0; i < int(values.size()); i++)
            if (std::abs(i - center) > 6 * sigma)
            {
                least = std::min(least, values[i]);
                greatest = std::max(greatest, values[i]);
            }
        EXPECT_LT(least, 0) << "sigma " << sigma;
        EXPECT_GE(least, -1e-6 * values[center]) << "sigma " << sigma;
        EXPECT_LE(greatest, 1e-6 * values[center]) << "sigma " << sigma;
    }
}

TEST(Gaussian_Response, moments)
{
    for (const Variance& row : VARIANCES)
    {
        double errors[2] = {};
        for (double sigma : manySigmas())
        {
            const int reach = 4 * reachOf(sigma), near = reachOf(sigma); // cascades have long tails
            const std::vector<double> h = response(sigma, 0, row.approximation, CV_64F, true, reach),
                                      g = sampled(sigma, 0, reach);
            double area = 0, areaNear = 0, first = 0, second = 0, wanted = 0;
            for (int n = -reach; n <= reach; n++)
            {
                const double tap = h[size_t(n + reach)];
                area += tap;
                areaNear += std::abs(n) <= near ? tap : 0;
                first += n * tap;
                second += double(n) * n * tap;
                wanted += double(n) * n * g[size_t(n + reach)];
            }
            EXPECT_NEAR(1, area, 1e-9) << row.name << " " << sigma;
            EXPECT_NEAR(1, areaNear, row.area) << row.name << " " << sigma;
            EXPECT_NEAR(0, first / sigma, 1e-9) << row.name << " " << sigma;
            double& error = errors[sigma < 2 ? 0 : 1];
            error = std::max(error, std::abs(second / wanted - 1));
        }
        EXPECT_LE(errors[0], row.smallSigma) << row.name;
        EXPECT_LE(errors[1], row.sigma2) << row.name;
        // Below 1e-9 there are roundings of the poles, which depend on the machine.
        AccuracyTable("gaussian_variance")
            .row({row.name, Cell::error(errors[0]), errors[1] < 1e-9 ? Cell("below 1e-9") : Cell::error(errors[1]),
                  Cell::error(row.area, 1)});
    }
}

//! Constants keep their mean within 1e-6 and every pixel within a few roundings in float, and 1e-9 in double.
TEST(Gaussian_Response, to_a_constant)
{
    const Mat src(60, 70, CV_32FC2, Scalar(0.7, -3)), inDouble(60, 70, CV_64FC2, Scalar(0.7, -3));
    for (int approximation = GAUSSIAN_ACCURATE; approximation <= GAUSSIAN_YOUNG_VAN_VLIET; approximation++)
    {
        double error = 0, gain = 0;
        for (double sigma : {0.1, 0.5, 0.8, 1.3, 3., 7., 20., 40., 100., 1000.})
            for (int border : {BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP})
            {
                const auto filter = gaussianFilter(sigma, sigma, 0, 0, border, Scalar(), approximation);
                const Mat result = filtered(filter, src);
                error = std::max(error, relativeError(result, src));
                const Scalar mean = cv::mean(result);
                gain = std::max({gain, std::abs(mean[0] / 0.7f - 1), std::abs(mean[1] / -3 - 1)});
                EXPECT_LE(relativeError(filtered(filter, inDouble), inDouble), 1e-9)
                    << "sigma " << sigma << ", approximation " << approximation;
            }
        std::cout << cv::format("approximation %d: a constant is off by %.1e, its mean by %.1e\n", approximation, error,
                                gain);
        EXPECT_LE(error, 2e-6) << "approximation " << approximation;
        EXPECT_LE(gain, 1e-6) << "approximation " << approximation;
    }
}

/** Blurring with 3 and then with 4 is blurring with 5, within the errors of the three approximations.
doc/accuracy_tables.md states them. */
TEST(Gaussian_Response, semigroup)
{
    const Mat src = noise(Size(150, 130), CV_64F);
    const std::pair<int, double> bounds[] = {{GAUSSIAN_ACCURATE, 2e-6}, {GAUSSIAN_DERICHE, 1e-4}};
    for (const auto& row : bounds)
    {
        const auto blur = [&](double sigma, const Mat& image) {
            return filtered(gaussianFilter(sigma, sigma, 0, 0, BORDER_REFLECT, Scalar(), row.first), image);
        };
        const double error = relativeError(blur(4, blur(3, src)), blur(5, src));
        std::cout << cv::format("approximation %d: %.1e\n", row.first, error);
        EXPECT_LE(error, row.second);
    }
}

//! Tested in the middle of a polynomial, far from where the border bends it.
TEST(Gaussian_Derivative, of_polynomials)
{
    const int n = 801, middle = n / 2;
    Mat ramp(1, n, CV_64F), parabola(1, n, CV_64F);
    for (int i = 0; i < n; i++)
    {
        ramp.at<double>(i) = 0.25 * (i - middle) + 3;
        parabola.at<double>(i) = 0.5 * (i - middle) * (i - middle) - 2 * (i - middle) + 7;
    }
    for (int approximation = GAUSSIAN_ACCURATE; approximation <= GAUSSIAN_YOUNG_VAN_VLIET; approximation++)
        for (double sigma : {0.1, 0.115, 0.2, 0.5, 1., 8.})
        {
            const auto at = [&](int derivative, const Mat& image) {
                return filtered(gaussianFilter(sigma, 0, derivative, 0, BORDER_REFLECT, Scalar(), approximation), image)
                    .at<double>(middle);
            };
            EXPECT_NEAR(0.25, at(1, ramp), 1e-6) << sigma << " " << approximation;
            EXPECT_NEAR(0, at(2, ramp), 1e-6) << sigma << " " << approximation;
            EXPECT_NEAR(-2, at(1, parabola), 1e-5) << sigma << " " << approximation;
            EXPECT_NEAR(1, at(2, parabola), 1e-5) << sigma << " " << approximation;
        }
}

//! x^a y^b in both axes at once: each axis has its derivative.
TEST(Gaussian_Derivative, of_polynomials_in_two_variables)
{
    const Size size(301, 261);
    const Point middle(size.width / 2, size.height / 2);
    // p(t) = 0.5 t^2 - 2 t + 7, its derivative and its second one at 0. The blur adds sigma^2 / 2 times the latter.
    const double derivatives[] = {7, -2, 1};
    Mat src(size, CV_64F);
    const auto p = [](double t) { return 0.5 * t * t - 2 * t + 7; };
    for (int y = 0; y < size.height; y++)
        for (int x = 0; x < size.width; x++)
            src.at<double>(y, x) = p(x - middle.x) * p(y - middle.y);
    const double sigmaX = 4, sigmaY = 2.5;
    for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
        for (int dx = 0; dx <= 2; dx++)
            for (int dy = 0; dy <= 2; dy++)
            {
                const double x = derivatives[dx] + (dx == 0 ? sigmaX * sigmaX / 2 : 0),
                             y = derivatives[dy] + (dy == 0 ? sigmaY * sigmaY / 2 : 0);
                const Mat result =
                    filtered(gaussianFilter(sigmaX, sigmaY, dx, dy, BORDER_REFLECT, Scalar(), approximation), src);
                // A blur adds its own variance (VARIANCES).
                const double off = dx && dy ? 1e-6 : approximation == GAUSSIAN_ACCURATE ? 1e-5 : 1e-2;
                EXPECT_NEAR(x * y, result.at<double>(middle), off * std::abs(x * y))
                    << "dx " << dx << ", dy " << dy << ", approximation " << approximation;
            }
}

//! Below sigma 0.5 the filter is the sampled Gaussian itself.
TEST(Gaussian_Response, of_small_sigma)
{
    for (double sigma : {0.1, 0.2, 0.3, 0.49})
        for (int derivative = 0; derivative <= 2; derivative++)
            EXPECT_LE(Difference(response(sigma, derivative, GAUSSIAN_ACCURATE, CV_64F),
                                 sampled(sigma, derivative, reachOf(sigma)))
                          .sum,
                      1e-11)
                << sigma;
}

// ---- Float arithmetic ----

//! The largest value that a line of pixels up to 1 may become.
double gainOf(double sigma, int derivative, int approximation)
{
    if (derivative == 0)
        return 1;
    double gain = 0;
    for (double tap : response(sigma, derivative, approximation, CV_64F))
        gain += std::abs(tap);
    return gain;
}

/** Largest loss of float, as a share of the largest value that the filter can make of such an image. Derivatives of
noise are far smaller, by the factor that is returned. @param derivatives along x and y */
double slackOf(double sigma, Size derivatives, int approximation, const Ptr<RecursiveFilter>& filter, const Mat& src)
{
    if (derivatives == Size())
        return 1;
    const double gain =
        gainOf(sigma, derivatives.width, approximation) * gainOf(sigma, derivatives.height, approximation);
    return std::max(gain * largestValue(src) / largestValue(filtered(filter, src)), 1.);
}

double slackOf(double sigma, int derivative, int approximation, const Ptr<RecursiveFilter>& filter, const Mat& src)
{
    return slackOf(sigma, Size(derivative, 0), approximation, filter, src);
}

//! Names of the approximations in tables, by their values.
const char* const NAMES[] = {"ACCURATE", "DERICHE", "VAN_VLIET_3", "VAN_VLIET_4", "VAN_VLIET_5", "YOUNG_VAN_VLIET"};

bool isCascade(int approximation)
{
    return approximation != GAUSSIAN_ACCURATE && approximation != GAUSSIAN_DERICHE;
}

/** Cascades pass from float to double somewhere between sigma 9 and 100, depending on how the taps of each sigma round.
Results of double are rounded to float. */
double cascadeFloatError(double sigma)
{
    return sigma <= 10 ? 5e-6 : sigma <= 30 ? 2e-5 : sigma <= 100 ? 2e-4 : 1e-7;
}

//! The errors that gaussian.hpp promises.
double floatError(double sigma, int approximation)
{
    if (isCascade(approximation))
        return cascadeFloatError(sigma);
    return sigma <= 100 ? 2e-6 : 4e-6;
}

class Gaussian_Float : public testing::TestWithParam<int>
{};

INSTANTIATE_TEST_CASE_P(border, Gaussian_Float, testing::ValuesIn(BORDERS));

/** Error against the same filter in double, as a share of the largest value that the filter can make of such an image.
In images of fewer than sigma pixels derivatives cancel to far less. So the share is not one of the result. */
double floatErrorOf(const Mat& actual, double sigma, int derivative, int approximation,
                    const Ptr<RecursiveFilter>& filter, const Mat& src)
{
    const Mat expected = filtered(filter, asDouble(src));
    const double most = derivative ? gainOf(sigma, derivative, approximation) * largestValue(src) : 0;
    const double error = largestError(actual, expected) / std::max(most, largestValue(expected));
    EXPECT_LE(error, floatError(sigma, approximation))
        << "sigma " << sigma << ", derivative " << derivative << ", approximation " << approximation;
    return error;
}

double floatErrorOf(double sigma, int derivative, int approximation, int border, const Mat& src)
{
    const auto filter = gaussianFilter(sigma, sigma, derivative, 0, border, BORDER_VALUES, approximation, CV_32F);
    return floatErrorOf(filtered(filter, src), sigma, derivative, approximation, filter, src);
}

TEST_P(Gaussian_Float, error)
{
    const Mat src = noise(Size(600, 500), CV_32F);
    for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
        for (int derivative = 0; derivative <= 2; derivative++)
        {
            std::vector<Cell> row = {rowName(NAMES[approximation], derivative)};
            for (double sigma : SIGMAS)
                row.push_back(Cell::floatError(floatErrorOf(sigma, derivative, approximation, GetParam(), src)));
            AccuracyTable("gaussian_float").row(row);
        }
}

//! The largest errors of cascades in float that a scan in steps of 0.2 % found.
const double WORST_SIGMAS[] = {9 * std::pow(1.002, 911),  9 * std::pow(1.002, 916),  9 * std::pow(1.002, 1023),
                               9 * std::pow(1.002, 1070), 9 * std::pow(1.002, 1099), 9 * std::pow(1.002, 1121),
                               9 * std::pow(1.002, 1142), 9 * std::pow(1.002, 1196)};

class Gaussian_FloatScan : public testing::TestWithParam<int>
{};

INSTANTIATE_TEST_CASE_P(approximation, Gaussian_FloatScan,
                        testing::Range(int(GAUSSIAN_ACCURATE), int(GAUSSIAN_YOUNG_VAN_VLIET) + 1));

//! Sigmas between those of tables. Borders take turns.
TEST_P(Gaussian_FloatScan, error)
{
    const Mat src = noise(Size(600, 500), CV_32F);
    const int approximation = GetParam();
    double largest[2][3] = {}; // of blurs and of derivatives, to sigma 10, 30 and 100
    for (int derivative = 0; derivative <= 2; derivative++)
    {
        const auto add = [&](double sigma, int border) {
            const double error = floatErrorOf(sigma, derivative, approximation, border, src);
            if (sigma > 100)
                return;
            double& range = largest[derivative ? 1 : 0][sigma <= 10 ? 0 : sigma <= 30 ? 1 : 2];
            range = std::max(range, error);
        };
        for (double sigma : WORST_SIGMAS)
            add(sigma, BORDER_REFLECT_101);
        size_t turn = size_t(derivative);
        for (double sigma = 0.5; sigma < 1000; sigma *= 1.08)
            add(sigma, BORDERS[turn++ % BORDERS.size()]);
    }
    std::vector<Cell> row = {NAMES[approximation]};
    for (const auto& ranges : largest)
        for (double error : ranges)
            row.push_back(Cell::floatError(std::max(error, 1e-7))); // smaller errors are those of double
    if (isCascade(approximation))
        AccuracyTable("gaussian_float_cascades").row(row);
}

//! Derivatives of noise are far smaller than those of other images in [0, 1], and lose a larger share.
TEST(Gaussian_FloatOfNoise, derivatives)
{
    const Mat src = noise(Size(600, 500), CV_32F);
    for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
        for (int derivative : {1, 2})
        {
            std::vector<Cell> row = {rowName(NAMES[approximation], derivative)};
            for (double sigma : {4, 20, 150})
            {
                double largest = 0;
                for (int border : BORDERS)
                {
                    const auto filter =
                        gaussianFilter(sigma, sigma, derivative, 0, border, BORDER_VALUES, approximation);
                    largest = std::max(largest, relativeError(filtered(filter, src), filtered(filter, asDouble(src))));
                }
                row.push_back(Cell::floatError(largest));
            }
            AccuracyTable("gaussian_float_noise").row(row);
        }
}

/** Largest loss of float at sigma 1000 along lines of 6000 pixels and more, of noise in [0, 1]: 4.8e-6 with AVX-512,
7.7e-6 with AVX2. Kernels without fused multiply-adds compute in double. */
const double WIDE_ERROR = 1e-5;

TEST_P(Gaussian_Float, wide_images)
{
    for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
        for (int width : {6145, 8192, 13313, 14259, 14336, 17408})
        {
            const Mat src = noise(Size(width, 70), CV_32FC3);
            Mat inDouble;
            src.convertTo(inDouble, CV_64F);
            const auto filter = gaussianFilter(1000, 3, 0, 0, GetParam(), BORDER_VALUES, approximation, CV_32F);
            const double error = relativeError(filtered(filter, src), filtered(filter, inDouble));
            std::cout << cv::format("approximation %d, width %d: %.1e\n", approximation, width, error);
            EXPECT_LE(error, WIDE_ERROR) << "width " << width << ", approximation " << approximation;
        }
}

//! The carries of so many rows are written with non-temporal stores. Against tiles in double, which share no step.
TEST_P(Gaussian_Float, large_images)
{
    const Size size(3100, 3013);
    const Mat src = noise(size, CV_32F);
    for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
    {
        const auto create = [&](int algorithm) {
            return gaussianFilter(40, 40, 0, 0, GetParam(), BORDER_VALUES, approximation, -1, algorithm);
        };
        EXPECT_LE(
            relativeError(filtered(create(RECURSIVE_AUTO), src), filtered(create(RECURSIVE_ALG_6), asDouble(src))),
            floatError(40, approximation))
            << "approximation " << approximation;
    }
}

/** Closing a line must not amplify an error that slow poles make large: constants survive in double, along both axes.
Double loses 1e-11 at sigma 1000, where its own rounding of the taps is amplified by sigma squared. */
void expectConstantSurvives(const std::function<Mat(const Ptr<RecursiveFilter>&, const Mat&)>& apply)
{
    const Mat ones = Mat::ones(Size(70, 30), CV_64F);
    for (double sigma : {30., 100., 314., 398.73, 1000.})
        for (int border : {BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP, BORDER_REPLICATE})
            for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE, GAUSSIAN_VAN_VLIET_3, GAUSSIAN_VAN_VLIET_4,
                                      GAUSSIAN_VAN_VLIET_5, GAUSSIAN_YOUNG_VAN_VLIET})
                for (bool alongX : {true, false})
                {
                    const auto filter =
                        gaussianFilter(alongX ? sigma : 0, alongX ? 0 : sigma, 0, 0, border, Scalar(), approximation);
                    EXPECT_LE(relativeError(apply(filter, ones), ones), 1e-10)
                        << "sigma " << sigma << ", border " << border << ", approximation " << approximation
                        << (alongX ? ", x" : ", y");
                }
}

TEST(Gaussian_Double, constants_survive)
{
    expectConstantSurvives([](const Ptr<RecursiveFilter>& filter, const Mat& src) { return filtered(filter, src); });
}

TEST(Gaussian_Cuda, constants_survive)
{
    needDevice();
    expectConstantSurvives(filteredOnDevice);
}

// ---- Borders, by definition: the sampled Gaussian over the image as the border continues it ----

//! The matrix of an axis, a row for each pixel. With a constant border the line is 0 outside.
Mat operatorOf(double sigma, int derivative, int border, int length)
{
    const int reach = reachOf(sigma);
    const std::vector<double> g = sampled(sigma, derivative, reach);
    Mat matrix(length, length, CV_64F, Scalar(0));
    for (int i = 0; i < length; i++)
        for (int k = -reach; k <= reach; k++)
        {
            const int j = borderInterpolate(i - k, length, border);
            if (j >= 0)
                matrix.at<double>(i, j) += g[size_t(k + reach)];
        }
    return matrix;
}

double absoluteSum(double sigma, int derivative)
{
    double sum = 0;
    for (double value : sampled(sigma, derivative, reachOf(sigma)))
        sum += std::abs(value);
    return sum;
}

class Gaussian_Border : public testing::TestWithParam<int>
{};

INSTANTIATE_TEST_CASE_P(/**/, Gaussian_Border, testing::ValuesIn(BORDERS));

TEST_P(Gaussian_Border, sigma_beyond_the_image)
{
    const double outside = GetParam() == BORDER_CONSTANT ? 0.7 : 0;
    const Point derivatives[] = {Point(0, 0), Point(1, 0), Point(0, 1), Point(1, 1),
                                 Point(2, 1), Point(1, 2), Point(2, 2)};
    for (Size size : {Size(1, 1), Size(1, 5), Size(9, 7), Size(40, 31)})
        for (double sigma : {20., 200., 1000.})
            for (Point order : derivatives)
            {
                const Mat src = noise(size, CV_64F);
                Mat result;
                gaussianFilter(sigma, sigma / 2, order.x, order.y, GetParam(), Scalar(outside))->apply(src, result);
                Mat expected = operatorOf(sigma / 2, order.y, GetParam(), size.height) * (src - outside) *
                               operatorOf(sigma, order.x, GetParam(), size.width).t();
                if (order == Point(0, 0))
                    expected += outside;
                // Errors of the approximation (Gaussian_Accuracy.snr), as shares of the weights: 8e-6, 3e-5 and 1e-4.
                const double left[] = {1e-5, 5e-5, 3e-4};
                const double weights = absoluteSum(sigma, order.x) * absoluteSum(sigma / 2, order.y);
                EXPECT_LE(cvtest::norm(result, expected, NORM_INF), (left[order.x] + left[order.y]) * weights)
                    << size << ", sigma " << sigma << ", derivatives " << order;
            }
}

// ---- Borders, and two axes: SciPy ----

Mat scipyImage()
{
    Mat image(SCIPY_ROWS, SCIPY_COLS, CV_64F);
    for (int y = 0; y < image.rows; y++)
        for (int x = 0; x < image.cols; x++)
            image.at<double>(y, x) = ((7 * x + 13 * y + 3 * x * y) % 29) / 29.;
    return image;
}

TEST(Gaussian_Scipy, gaussian_filter)
{
    for (const ScipyGaussian& row : SCIPY_GAUSSIANS)
    {
        const auto filter = gaussianFilter(SCIPY_SIGMA, SCIPY_SIGMA, row.dx, row.dy, row.border);
        const Mat expected(SCIPY_ROWS, SCIPY_COLS, CV_64F, const_cast<double*>(row.values.data()));
        // SciPy scales derivatives by the sampled Gaussian's area alone.
        const double bound = row.dx + row.dy == 0 ? 1e-5 : row.dx == 2 || row.dy == 2 ? 1e-3 : 2e-4;
        EXPECT_LE(relativeError(filtered(filter, scipyImage()), expected), bound)
            << "border " << row.border << ", dx " << row.dx << ", dy " << row.dy;
    }
}

// ---- The algorithms of the paper's Gaussian (Nehab et al. 2011, section 8) ----

TEST(Gaussian_Algorithm, van_vliet_in_any_of_them)
{
    const auto blurred = [](const Mat& src, int approximation, int border, int algorithm) {
        return filtered(gaussianFilter(6, 3, 0, 0, border, Scalar(), approximation, -1, algorithm), src);
    };
    const Mat src = noise(Size(200, 150), CV_32FC3);
    for (int approximation :
         {GAUSSIAN_VAN_VLIET_3, GAUSSIAN_VAN_VLIET_4, GAUSSIAN_VAN_VLIET_5, GAUSSIAN_YOUNG_VAN_VLIET})
    {
        const Mat zero = blurred(src, approximation, BORDER_CONSTANT, RECURSIVE_AUTO);
        for (int algorithm : {RECURSIVE_ALG_RT, RECURSIVE_ALG_1, RECURSIVE_ALG_2, RECURSIVE_ALG_3, RECURSIVE_ALG_4,
                              RECURSIVE_ALG_5, RECURSIVE_ALG_6})
            EXPECT_LE(relativeError(blurred(src, approximation, BORDER_CONSTANT, algorithm), zero), 5e-6) << algorithm;
        for (int border : {BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP})
            EXPECT_LE(relativeError(blurred(src, approximation, border, RECURSIVE_ALG_5_4),
                                    blurred(src, approximation, border, RECURSIVE_AUTO)),
                      5e-6)
                << border;
    }
}

//! Roundings of lines that are nearly constant agree, the more the slower the poles are: bands and long lines.
TEST(Gaussian_Float, nearly_constant)
{
    for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
        for (int border : {BORDER_CONSTANT, BORDER_REFLECT})
            for (const Size& size : {Size(3000, 8), Size(16000, 8), Size(20000, 8), Size(100000, 1), Size(20000, 40)})
                for (double sigma : {30., 100., 160., 200., 300., 400., 500., 1000.})
                {
                    const Mat src = Mat(noise(size, CV_32FC1) * 1e-3 + 0.7);
                    const auto filter = gaussianFilter(sigma, sigma, 0, 0, border, Scalar(0.7), approximation, CV_32F);
                    EXPECT_LE(relativeError(filtered(filter, src), filtered(filter, asDouble(src))),
                              sigma <= 100 ? 2e-6 : 4e-6)
                        << size << ", sigma " << sigma << ", border " << border << ", " << approximation;
                }
}

// ---- On the GPU ----

/** What both sides may differ by, in units of tolerance(). In float 2e-6, and 4e-6 for sigmas beyond 100 or images of
thousands of pixels: what gaussian.hpp promises of either side. In double 2e-13 and 4e-13. */
const double SLACK = 0.2, SLACK_OF_LARGE_SIGMAS = 0.4;

class Gaussian_CudaBorder : public testing::TestWithParam<int>
{};

INSTANTIATE_TEST_CASE_P(/**/, Gaussian_CudaBorder, testing::ValuesIn(BORDERS));

TEST_P(Gaussian_CudaBorder, is_as_on_the_host)
{
    needDevice();
    for (double sigma : {0.3, 0.8, 4., 20., 150.})
        for (int derivative = 0; derivative <= 2; derivative++)
            for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE, GAUSSIAN_VAN_VLIET_5})
            {
                const Mat src = noise(Size(391, 257), derivative ? CV_32FC1 : CV_8UC3);
                const auto filter =
                    gaussianFilter(sigma, sigma, derivative, 0, GetParam(), BORDER_VALUES, approximation, CV_32F);
                expectSameAsHost(filter, src, slackOf(sigma, derivative, approximation, filter, src));
            }
}

/** Odd filters along one axis, beside odd and even ones along the other. Tensor cores have tables for either parity,
and one table for axes that are alike. */
TEST_P(Gaussian_CudaBorder, derivatives_along_both_axes)
{
    needDevice();
    for (double sigma : {4., 20.})
        for (Size derivatives : {Size(0, 1), Size(1, 1), Size(2, 1), Size(1, 2), Size(0, 2), Size(2, 2)})
            for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
            {
                const Mat src = noise(Size(391, 257), CV_32FC1);
                const auto filter = gaussianFilter(sigma, sigma, derivatives.width, derivatives.height, GetParam(),
                                                   BORDER_VALUES, approximation);
                expectSameAsHost(filter, src, slackOf(sigma, derivatives, approximation, filter, src));
            }
}

/** Tensor cores take 16 pixels of a line at a time. Lines end with a whole square: one to eight squares, behind whole
tiles and alone. */
TEST_P(Gaussian_CudaBorder, lines_that_end_with_a_square)
{
    needDevice();
    for (int width : {16, 48, 80, 112, 128 + 16, 128 + 96})
        for (int height : {16, 32, 48, 64 + 16, 64 + 48})
            for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
                expectSameAsHost(gaussianFilter(20, 9, 0, 0, GetParam(), BORDER_VALUES, approximation),
                                 noise(Size(width, height), CV_32FC1), SLACK);
}

//! Added pairs have kernels of their own: tiles are 64 x 128 pixels in float, 32 x 64 in double.
TEST_P(Gaussian_CudaBorder, sizes_around_tiles)
{
    needDevice();
    for (Size size : {Size(1, 1), Size(2, 1), Size(1, 2), Size(63, 31), Size(64, 32), Size(65, 33), Size(127, 63),
                      Size(128, 64), Size(129, 65), Size(193, 129), Size(257, 193), Size(1, 1000), Size(1000, 1)})
        for (int type : {CV_32FC1, CV_64FC1, CV_32FC3})
            for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
                for (double sigma : {3., 40.})
                    expectSameAsHost(gaussianFilter(sigma, 2 * sigma, 0, 0, GetParam(), BORDER_VALUES, approximation),
                                     noise(size, type), SLACK);
}

/** Carries cross more tiles than a thread keeps in registers, and more than shared memory holds for a row of tiles.
Compared with the host in double: in float the host itself may lose more at sigma 1000, by its instruction set. The GPU
loses up to 1.3e-6. */
TEST_P(Gaussian_CudaBorder, large)
{
    needDevice();
    for (Size size : {Size(70000, 8), Size(8, 70000), Size(4200, 3001), Size(8, 9000), Size(8, 30000), Size(20000, 8)})
        for (double sigma : {5., 1000.})
            for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
            {
                const auto filter = gaussianFilter(sigma, sigma, 0, 0, GetParam(), BORDER_VALUES, approximation);
                const Mat src = noise(size, CV_32FC1), expected = filtered(filter, asDouble(src));
                EXPECT_LE(largestError(filteredOnDevice(filter, src), expected), SLACK * tolerance(CV_32F))
                    << size << ", sigma " << sigma << ", approximation " << approximation;
            }
}

/** Rows of tiles of any number of segments. Each segment has a block. Up to 16 blocks exchange what they send on in
shared memory (compute capability 9.0 and above, to 16384 pixels in float and 8192 in double). With sigma 1000 a segment
does not forget what enters it. Float is compared with the host in double. Its loss is known for pixels in [0, 1]. In
narrow images a constant border leaves less than half of that, so the largest value is no measure. */
TEST_P(Gaussian_CudaBorder, segments_of_rows)
{
    needDevice();
    for (int segments = 1; segments <= 17; segments++)
        for (int depth : {CV_32F, CV_64F})
        {
            const int whole = depth == CV_32F ? 1024 : 512;
            const auto filter = gaussianFilter(1000, 3, 0, 0, GetParam(), BORDER_VALUES,
                                               segments % 2 ? GAUSSIAN_ACCURATE : GAUSSIAN_DERICHE);
            for (int width : {(segments - 1) * whole + 1, segments * whole - 77, segments * whole})
            {
                const Mat src = noise(Size(width, 70), CV_MAKETYPE(depth, segments % 3 + 1));
                if (depth == CV_64F)
                {
                    expectSameAsHost(filter, src, SLACK_OF_LARGE_SIGMAS);
                    continue;
                }
                Mat inDouble;
                src.convertTo(inDouble, CV_64F);
                const Mat dst = filteredOnDevice(filter, src);
                EXPECT_EQ(src.type(), dst.type());
                EXPECT_LE(largestError(dst, filtered(filter, inDouble)), WIDE_ERROR) << src.size();
            }
        }
}

TEST(Gaussian_Cuda, one_axis)
{
    needDevice();
    const Mat src = noise(Size(391, 257), CV_32FC1);
    for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
        for (Size sigmas : {Size(30, 0), Size(0, 30)})
            expectSameAsHost(gaussianFilter(sigmas.width, sigmas.height, 0, 0, BORDER_REFLECT, Scalar(), approximation),
                             src, SLACK);
}

//! What gaussian.hpp promises holds for whole lines, too, which have no kernels for added pairs.
TEST(Gaussian_Cuda, whole_lines)
{
    needDevice();
    const Mat src = noise(Size(600, 500), CV_32F);
    for (int border : BORDERS)
        for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE, GAUSSIAN_VAN_VLIET_3, GAUSSIAN_VAN_VLIET_5})
            for (int derivative = 0; derivative <= 2; derivative++)
                for (double sigma : {0.7, 2., 10., 50., 100., 300., 1000.})
                {
                    if (derivative && isCascade(approximation))
                        continue; // the promise is for blurs
                    const auto filter = gaussianFilter(sigma, sigma, derivative, 0, border, BORDER_VALUES,
                                                       approximation, CV_32F, RECURSIVE_ALG_RT);
                    SCOPED_TRACE(border);
                    floatErrorOf(filteredOnDevice(filter, src), sigma, derivative, approximation, filter, src);
                }
}

//! Chains of different kinds are filtered one axis after the other.
TEST(Gaussian_Cuda, axes_of_different_kinds)
{
    needDevice();
    for (int type : {CV_8UC3, CV_32FC1, CV_64FC1})
        for (Size sigmas : {Size(0, 30), Size(30, 0)})
        {
            const double sampled = 0.3; // no poles at all
            const auto filter = createRecursiveGaussianFilter(sigmas.width + sampled, sigmas.height + sampled);
            expectSameAsHost(filter, noise(Size(391, 257), type), SLACK_OF_LARGE_SIGMAS);
        }
}

//! Not as precise as double by way of double.
TEST(Gaussian_Cuda, error)
{
    needDevice();
    const Mat src = noise(Size(600, 500), CV_32FC1);
    for (int approximation = GAUSSIAN_ACCURATE; approximation <= GAUSSIAN_YOUNG_VAN_VLIET; approximation++)
        for (int derivative = 0; derivative <= 2; derivative++)
            for (double sigma : {0.5, 5., 10., 30., WORST_SIGMAS[4], WORST_SIGMAS[7], 100., 300., 1000.})
            {
                const auto filter =
                    gaussianFilter(sigma, sigma, derivative, 0, BORDER_REFLECT, Scalar(), approximation, CV_32F);
                const double error =
                    floatErrorOf(filteredOnDevice(filter, src), sigma, derivative, approximation, filter, src);
                if (!derivative && !isCascade(approximation))
                {
                    EXPECT_LE(error, 2e-6) << "sigma " << sigma << ", approximation " << approximation;
                }
            }
}

// ---- The tables of doc/accuracy_tables.md ----

TEST(Gaussian_Tables, cells)
{
    EXPECT_EQ("102.8", Cell::decibels(102.888).text);
    EXPECT_EQ("1.3e-5", Cell::error(1.231e-5).text);
    EXPECT_EQ("1.3e-5", Cell::error(1.3e-5).text);
    EXPECT_EQ("1.0e-6", Cell::error(9.96e-7).text);
    EXPECT_EQ("0.16", Cell::error(0.1554).text);
    EXPECT_EQ("2e-6", Cell::floatError(1.04e-6).text);
    EXPECT_EQ("0", Cell::floatError(0).text);
    EXPECT_GT(Cell::floatError(0).atMost, 0);
}

TEST(Gaussian_Tables, agreement)
{
    EXPECT_TRUE(AccuracyTable::agree("102.8", "102.9"));
    EXPECT_FALSE(AccuracyTable::agree("102.8", "103.0"));
    EXPECT_TRUE(AccuracyTable::agree("1.0e-6", "9.9e-7"));
    EXPECT_FALSE(AccuracyTable::agree("1.0e-6", "1.2e-6"));
    EXPECT_FALSE(AccuracyTable::agree("18", "nan"));
    EXPECT_FALSE(AccuracyTable::agree("below 1e-9", "2.0e-9"));
}

// ---- The factory and the function ----

TEST(Gaussian_Factory, axes_of_their_own)
{
    const Mat src = noise(Size(90, 80), CV_32FC3);
    const Mat both = filtered(createRecursiveGaussianFilter(3, 7), src);
    const Mat one = filtered(gaussianFilter(3, 0), src);
    EXPECT_LE(relativeError(filtered(gaussianFilter(0, 7), one), both), 2e-6);
    EXPECT_LE(relativeError(filtered(createRecursiveGaussianFilter(7, 3), src.t()), both.t()), 2e-6);
}

TEST(Gaussian_Factory, one_sigma)
{
    const Mat src = noise(Size(90, 80), CV_8UC3);
    const Mat expected = filtered(createRecursiveGaussianFilter(4, 4), src);
    EXPECT_TRUE(identical(expected, filtered(createRecursiveGaussianFilter(4), src)));
    EXPECT_TRUE(identical(expected, filtered(createRecursiveGaussianFilter(RecursiveGaussianParams(4)), src)));
}

TEST(Gaussian_Factory, short_form_and_parameters_agree)
{
    const Mat src = noise(Size(90, 80), CV_16UC1);
    EXPECT_TRUE(identical(filtered(gaussianFilter(4, 9, 0, 0, BORDER_WRAP, Scalar(), GAUSSIAN_ACCURATE, CV_64F), src),
                          filtered(createRecursiveGaussianFilter(4, 9, BORDER_WRAP, CV_64F), src)));
}

//! The sigma of an axis that is left out says nothing, and the other axis may take it over.
TEST(Gaussian_Factory, one_axis)
{
    const Mat src = noise(Size(90, 80), CV_32FC1);
    RecursiveGaussianParams params(-7, 5);
    params.axes = GAUSSIAN_Y;
    const Mat expected = filtered(createRecursiveGaussianFilter(params), src);
    EXPECT_TRUE(identical(expected, filtered(gaussianFilter(0, 5), src)));
    params.sigmaX = 5;
    params.sigmaY = 0;
    EXPECT_TRUE(identical(expected, filtered(createRecursiveGaussianFilter(params), src)));
    params.axes = GAUSSIAN_X;
    params.sigmaY = -7;
    EXPECT_TRUE(identical(filtered(gaussianFilter(5, 0), src), filtered(createRecursiveGaussianFilter(params), src)));
}

//! OpenCV's, for every factory.
TEST(Recursive_Defaults, border)
{
    const Mat src = noise(Size(50, 40), CV_32FC1);
    const std::vector<double> taps = {1, -0.8}, band = {-1, 4, -1};
    const Pass causal({0.2}, taps), anticausal({0.2}, taps, true);
    const int border = BORDER_REFLECT_101;
    const std::pair<Ptr<RecursiveFilter>, Ptr<RecursiveFilter>> rows[] = {
        {createRecursiveFilter(Axis({causal, anticausal})), createRecursiveFilter(Axis({causal, anticausal}, border))},
        {createRecursiveFilter(Axis::symmetric({0.2}, taps)),
         createRecursiveFilter(Axis({causal, anticausal}, border))},
        {createRecursiveGaussianFilter(9), createRecursiveGaussianFilter(9, 9, border)},
        {createBSplinePrefilter(3), createBSplinePrefilter(3, border)},
        {createBandedSolver(band), createBandedSolver(band, border)}};
    for (const auto& row : rows)
        EXPECT_TRUE(identical(filtered(row.first, src), filtered(row.second, src))) << &row - rows;
    EXPECT_EQ(border, Axis().borderType);
}

/** Compares all depths with the result in double. Errors come from rounding to the depth and from the arithmetic
(doc/accuracy_tables.md), which is float except for CV_64F. */
void expectAllDepths(const std::function<Mat(const Ptr<RecursiveFilter>&, const Mat&)>& apply)
{
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F})
        for (int channels : {1, 3, 4})
            for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
                for (double sigma : {0.3, 3., 40.})
                {
                    const Mat src = noise(Size(161, 90), CV_MAKETYPE(depth, channels));
                    const auto filter = gaussianFilter(sigma, 2 * sigma, 0, 0, BORDER_REFLECT, Scalar(), approximation);
                    Mat wide;
                    src.convertTo(wide, CV_64F);
                    const Mat expected = asDouble(filtered(filter, wide)), actual = apply(filter, src);
                    ASSERT_EQ(src.type(), actual.type());
                    const double largest = cvtest::norm(expected, NORM_INF);
                    const double arithmetic = depth == CV_64F ? 1e-12 : 2e-6;
                    const double rounding = depth < CV_16F ? 0.5 : depth == CV_16F ? largest / 2048 : 0;
                    EXPECT_LE(cvtest::norm(asDouble(actual), expected, NORM_INF), rounding + arithmetic * largest)
                        << typeToString(src.type()) << ", approximation " << approximation << ", sigma " << sigma;
                }
}

TEST(Gaussian_Factory, all_depths)
{
    expectAllDepths([](const Ptr<RecursiveFilter>& filter, const Mat& src) { return filtered(filter, src); });
}

TEST(Gaussian_Cuda, all_depths)
{
    needDevice();
    expectAllDepths(filteredOnDevice);
}

TEST(Gaussian_Factory, border_value)
{
    const Mat src(40, 50, CV_32FC2, Scalar(2, 5));
    const auto filter = gaussianFilter(3, 3, 0, 0, BORDER_CONSTANT, Scalar(2, 5));
    EXPECT_LE(relativeError(filtered(filter, src), src), 1e-6);
}

TEST(Gaussian_Negative, factory)
{
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    Mat result;
    GpuMat gpu;
    using namespace cv::Error;
    const BadCall rows[] = {
        {"sigmaX is -1", StsOutOfRange, [] { createRecursiveGaussianFilter(-1, 1); }},
        {"sigmaY is -0.5", StsOutOfRange, [] { createRecursiveGaussianFilter(1, -0.5); }},
        {"sigmaX is nan", StsOutOfRange, [=] { createRecursiveGaussianFilter(nan, 1); }},
        {"sigmaY is nan", StsOutOfRange, [=] { createRecursiveGaussianFilter(1, nan); }},
        {"sigmaX is inf", StsOutOfRange, [=] { createRecursiveGaussianFilter(inf, 1); }},
        {"sigmaY is inf", StsOutOfRange, [=] { createRecursiveGaussianFilter(1, inf); }},
        {"sigmaX is -inf", StsOutOfRange, [=] { createRecursiveGaussianFilter(-inf); }},
        {"sigmaX is 0.05", StsOutOfRange, [] { createRecursiveGaussianFilter(0.05, 1); }},
        {"sigmaX is 1e+06", StsOutOfRange, [] { createRecursiveGaussianFilter(1e6, 1); }},
        {"sigmaX is 0;", StsOutOfRange, [] { createRecursiveGaussianFilter(0); }},
        {"sigmaX is 0;", StsOutOfRange, [] { createRecursiveGaussianFilter(0, 7); }},
        {"axes is 0", StsBadArg, [] { gaussianFilter(0, 0); }},
        {"axes is 4", StsBadArg,
         [] {
             RecursiveGaussianParams params(2);
             params.axes = 4;
             createRecursiveGaussianFilter(params);
         }},
        {"dx is 3", StsOutOfRange, [] { gaussianFilter(2, 2, 3); }},
        {"dy is -1", StsOutOfRange, [] { gaussianFilter(2, 2, 0, -1); }},
        {"dx is 1 and axes 2", StsOutOfRange, [] { gaussianFilter(0, 2, 1); }},
        {"approximation is 8", StsBadArg, [] { gaussianFilter(2, 2, 0, 0, BORDER_REFLECT, Scalar(), 8); }},
        {"borderType is 77", StsBadArg, [] { gaussianFilter(2, 2, 0, 0, 77); }},
        {"ddepth", StsBadArg, [] { gaussianFilter(2, 2, 0, 0, BORDER_REFLECT, Scalar(), GAUSSIAN_ACCURATE, CV_8U); }},
        {"algorithm", StsBadArg,
         [] { gaussianFilter(2, 2, 0, 0, BORDER_REFLECT, Scalar(), GAUSSIAN_ACCURATE, -1, 99); }},
        {"borderValue[0]", StsBadArg, [=] { gaussianFilter(2, 2, 0, 0, BORDER_CONSTANT, Scalar(nan)); }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(result.empty());
}

/** Derivatives have both signs. Where the result would take the depth of an image without a sign, the call is an
error, on both sides and before anything is written. */
TEST(Gaussian_Errors, derivatives_of_images_without_a_sign)
{
    const Mat memory(7, 9, CV_32FC2, Scalar::all(3));
    for (int depth : {CV_8U, CV_16U})
        for (Size orders : {Size(1, 0), Size(0, 1), Size(2, 2)})
        {
            const Mat src = noise(Size(30, 20), CV_MAKETYPE(depth, 3));
            const auto filter = gaussianFilter(2, 3, orders.width, orders.height);
            Mat dst = memory.clone();
            expectError(Error::StsBadArg, "ddepth is -1", [&] { filter->apply(src, dst); });
            expectError(Error::StsBadArg, "CV_32F", [&] { filter->apply(src, dst); });
            EXPECT_TRUE(identical(memory, dst));
            GpuMat onDevice;
            expectError(Error::StsBadArg, "ddepth is -1", [&] { filter->apply(headerOf<GpuMat>(src), onDevice); });
            expectError(Error::StsBadArg, "ddepth is -1", [&] { filter->estimateWorkspace(src.size(), src.type()); });
            EXPECT_NO_THROW(filter->apply(asDouble(src), dst)) << "unusable after an error";
            for (int ddepth : {CV_32F, CV_64F})
            {
                const auto wide = gaussianFilter(2, 3, orders.width, orders.height, BORDER_DEFAULT, Scalar(),
                                                 GAUSSIAN_ACCURATE, ddepth);
                double low = 0;
                minMaxLoc(filtered(wide, src).reshape(1), &low);
                EXPECT_LT(low, 0);
            }
        }
    EXPECT_NO_THROW(filtered(gaussianFilter(2, 3, 1, 0), noise(Size(30, 20), CV_16S)));
    EXPECT_NO_THROW(filtered(gaussianFilter(2, 3), noise(Size(30, 20), CV_8U)));
}

}} // namespace
