// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// GAUSSIAN_LEE_ONE_WAY and GAUSSIAN_LEE_TWO_WAY against a second implementation of the paper, in double.

#include "accuracy_table.hpp"
#include "gaussian_common.hpp"

namespace opencv_test { namespace {

const std::vector<int> LEE = {GAUSSIAN_LEE_ONE_WAY, GAUSSIAN_LEE_TWO_WAY};
const std::vector<int> DEPTHS = {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F};

Ptr<RecursiveFilter> leeFilter(double sigmaX, double sigmaY, int approximation, int ddepth = -1)
{
    return gaussianFilter(sigmaX, sigmaY, 0, 0, BORDER_REPLICATE, Scalar(), approximation, ddepth);
}

// ---- The paper: a line in double ----

typedef std::vector<double> Line;

//! The constants below equation 4. Its b1 and b2 have 2 * 1.4281 and 3 * 0.422205 rounded to 2.85619 and 1.26661.
struct Constants
{
    double b0, b1, b2, b3, B;

    explicit Constants(double N)
    {
        const double q = N < 2.5 ? 3.97156 - 4.14554 * std::sqrt(1 - 0.26891 * N) : 0.98711 * N - 0.96330;
        b0 = 1.57825 + 2.44413 * q + 1.4281 * q * q + 0.422205 * q * q * q;
        b1 = 2.44413 * q + 2 * 1.4281 * q * q + 3 * 0.422205 * q * q * q;
        b2 = -(1.4281 * q * q + 3 * 0.422205 * q * q * q);
        b3 = 0.422205 * q * q * q;
        B = 1.57825 / b0; // 1 - (b1 + b2 + b3) / b0
    }

    double next(double pixel, double w1, double w2, double w3) const
    {
        return B * pixel + (b1 * w1 + b2 * w2 + b3 * w3) / b0;
    }
};

//! Equations 3 and 4. Index i of the paper is i + 3 here.
Line oneWay(const Line& in, double sigma)
{
    const Constants c(sigma);
    const size_t n = in.size();
    Line w(n + 6, in[0]), out(n + 6);
    for (size_t i = 3; i < n + 3; i++)
        w[i] = c.next(in[i - 3], w[i - 1], w[i - 2], w[i - 3]);
    out[n + 3] = out[n + 4] = out[n + 5] = w[n + 2];
    for (size_t i = n + 2; i >= 3; i--)
        out[i] = c.next(w[i], out[i + 1], out[i + 2], out[i + 3]);
    return Line(out.begin() + 3, out.end() - 3);
}

double centrePixel(const Line& in, double sigma)
{
    const int n = int(in.size()), reach = std::max(int(1.5 * sigma), 1);
    double sum = 0, area = 0;
    for (int k = -reach; k <= reach; k++)
    {
        const double g = std::exp(-k * k / (2 * sigma * sigma));
        sum += g * in[size_t(std::min(std::max(n / 2 + k, 0), n - 1))];
        area += g;
    }
    return sum / area;
}

//! Algorithm 1.
Line twoWay(const Line& in, double sigma)
{
    if (in.size() < 7)
        return oneWay(in, sigma);
    const Constants c(sigma);
    const size_t n = in.size(), centre = n / 2 + 3;
    Line left(n + 6, in[0]), right(n + 6, in[n - 1]), out(n + 6);
    for (size_t i = 3; i < centre; i++)
        left[i] = c.next(in[i - 3], left[i - 1], left[i - 2], left[i - 3]);
    for (size_t i = n + 2; i > centre; i--)
        right[i] = c.next(in[i - 3], right[i + 1], right[i + 2], right[i + 3]);
    Line leftOut(n + 6), rightOut(n + 6);
    for (size_t k = 0; k < 3; k++)
        leftOut[centre + k] = rightOut[centre - k] = centrePixel(in, sigma);
    for (size_t i = centre - 1; i >= 3; i--)
        leftOut[i] = c.next(left[i], leftOut[i + 1], leftOut[i + 2], leftOut[i + 3]);
    for (size_t i = centre + 1; i < n + 3; i++)
        rightOut[i] = c.next(right[i], rightOut[i - 1], rightOut[i - 2], rightOut[i - 3]);
    std::copy(leftOut.begin() + 3, leftOut.begin() + ptrdiff_t(centre), out.begin());
    std::copy(rightOut.begin() + ptrdiff_t(centre), rightOut.end() - 3, out.begin() + ptrdiff_t(centre) - 3);
    return Line(out.begin(), out.end() - 6);
}

void filterRows(Mat& image, double sigma, int approximation)
{
    for (int y = 0; y < image.rows && sigma > 0; y++)
    {
        const Line in(image.ptr<double>(y), image.ptr<double>(y) + image.cols);
        const Line out = approximation == GAUSSIAN_LEE_TWO_WAY ? twoWay(in, sigma) : oneWay(in, sigma);
        std::copy(out.begin(), out.end(), image.ptr<double>(y));
    }
}

Mat paper(const Mat& src, double sigmaX, double sigmaY, int approximation)
{
    std::vector<Mat> planes;
    split(src, planes);
    for (Mat& plane : planes)
    {
        plane.convertTo(plane, CV_64F);
        filterRows(plane, sigmaX, approximation);
        Mat columns = plane.t();
        filterRows(columns, sigmaY, approximation);
        plane = columns.t();
    }
    Mat result;
    merge(planes, result);
    return result;
}

//! Compares results of a depth with those in double. Integers have been rounded once, after the errors of float.
void expectPaper(const Mat& actual, const Mat& expected, const std::string& what)
{
    if (actual.depth() >= CV_32F)
    {
        const double bound = actual.depth() == CV_64F ? 1e-9 : actual.depth() == CV_32F ? 1e-5 : 1e-3;
        EXPECT_LE(relativeError(actual, expected), bound) << what;
        return;
    }
    ASSERT_EQ(expected.size(), actual.size()) << what;
    ASSERT_EQ(expected.channels(), actual.channels()) << what;
    EXPECT_LE(cvtest::norm(asDouble(actual), asDouble(expected), NORM_INF), 0.5 + 1e-5 * largestValue(expected))
        << what;
}

//! Sizes around the shortest line that is split; sigmas in float (up to 6) and in double.
struct RandomCase
{
    explicit RandomCase(int seed) : rng(uint64(seed) * 77003 + 5 + freshSeed())
    {
        for (int i = 0; i < 10; i++)
            rng.next();
        size = Size(length(), length());
        depth = DEPTHS[size_t(rng.uniform(0, 6))];
        channels = rng.uniform(1, 6);
        sigmaX = sigma();
        sigmaY = rng.uniform(0, 6) ? sigma() : 0;
        if (rng.uniform(0, 6) == 0)
            std::swap(sigmaX, sigmaY);
        ddepth = rng.uniform(0, 2) ? -1 : rng.uniform(0, 2) ? CV_32F : CV_64F;
        approximation = LEE[size_t(rng.uniform(0, 2))];
    }

    int length() { return rng.uniform(0, 4) ? rng.uniform(1, 150) : rng.uniform(1, 10); }
    double sigma() { return rng.uniform(0, 3) ? rng.uniform(0.5, 6.) : rng.uniform(6., 60.); }

    Ptr<RecursiveFilter> filter() const { return leeFilter(sigmaX, sigmaY, approximation, ddepth); }
    Mat image() const { return noise(size, CV_MAKETYPE(depth, channels)); }
    int type() const { return CV_MAKETYPE(ddepth < 0 ? depth : ddepth, channels); }

    std::string text() const
    {
        return cv::format("%d x %d, %s, ddepth %d, sigma %g, %g, approximation %d", size.width, size.height,
                          typeToString(CV_MAKETYPE(depth, channels)).c_str(), ddepth, sigmaX, sigmaY, approximation);
    }

    RNG rng;
    Size size;
    int depth, channels, ddepth, approximation;
    double sigmaX, sigmaY;
};

// ---- Against the paper ----

TEST(GaussianLee_Paper, random)
{
    for (int seed = 0; seed < 400; seed++)
    {
        const RandomCase test(seed);
        const Mat src = test.image(), actual = filtered(test.filter(), src);
        EXPECT_EQ(test.type(), actual.type());
        expectPaper(actual, paper(src, test.sigmaX, test.sigmaY, test.approximation), test.text());
    }
}

//! The smallest sigma, both sides of where q's formula changes, and the largest. The error grows with sigma^3.
TEST(GaussianLee_Paper, sigmas)
{
    const Mat src = noise(Size(1001, 2), CV_64F);
    for (double sigma : {0.5, 1., 2.4999, 2.5, 5., 50., 300., 1000.})
        for (int approximation : LEE)
            EXPECT_LE(
                relativeError(filtered(leeFilter(sigma, 0, approximation), src), paper(src, sigma, 0, approximation)),
                sigma <= 50 ? 1e-9 : 1e-6)
                << "sigma " << sigma << ", approximation " << approximation;
}

//! Lines of 6 pixels have no halves, those of 7 have halves of 3, even lengths have a longer left half.
TEST(GaussianLee_Paper, short_lines)
{
    for (int length = 1; length <= 12; length++)
    {
        const Mat src = noise(Size(length, 3), CV_64F);
        const Mat one = filtered(leeFilter(1.5, 0, GAUSSIAN_LEE_ONE_WAY), src);
        const Mat two = filtered(leeFilter(1.5, 0, GAUSSIAN_LEE_TWO_WAY), src);
        EXPECT_EQ(length < 7, identical(one, two)) << length;
        EXPECT_LE(relativeError(two, paper(src, 1.5, 0, GAUSSIAN_LEE_TWO_WAY)), 1e-12) << length;
    }
}

//! Windows inside the line, and beyond it.
TEST(GaussianLee_Paper, centre_pixel_is_a_convolution)
{
    for (int n : {7, 8, 101, 102})
        for (double sigma : {0.5, 1., 4., 40.})
        {
            const Mat src = noise(Size(n, 1), CV_64F);
            const Line line(src.ptr<double>(), src.ptr<double>() + n);
            const Mat dst = filtered(leeFilter(sigma, 0, GAUSSIAN_LEE_TWO_WAY), src);
            EXPECT_NEAR(centrePixel(line, sigma), dst.at<double>(n / 2), 1e-13) << n << ", " << sigma;
        }
}

// ---- What the filters share with others, and what they do not ----

//! Start states have faded after 40 sigma. At the border they differ from those of BORDER_REPLICATE.
TEST(GaussianLee_Response, one_way_is_young_van_vliet_inside)
{
    for (double sigma : {0.7, 2., 5.})
    {
        const Mat src = noise(Size(500, 450), CV_64F);
        const Mat lee = filtered(leeFilter(sigma, sigma, GAUSSIAN_LEE_ONE_WAY), src);
        const Mat exact =
            filtered(gaussianFilter(sigma, sigma, 0, 0, BORDER_REPLICATE, Scalar(), GAUSSIAN_YOUNG_VAN_VLIET), src);
        const int margin = int(40 * sigma);
        const Rect inside(margin, margin, src.cols - 2 * margin, src.rows - 2 * margin);
        EXPECT_LE(relativeError(lee(inside), exact(inside)), 1e-10) << sigma;
        EXPECT_GE(relativeError(lee, exact), 1e-3) << sigma;
    }
}

TEST(GaussianLee_Response, two_way_is_one_way_far_from_the_middle)
{
    const double sigma = 3;
    const int n = 601, faded = int(40 * sigma);
    const Mat src = noise(Size(n, 1), CV_64F);
    const Mat one = filtered(leeFilter(sigma, 0, GAUSSIAN_LEE_ONE_WAY), src);
    const Mat two = filtered(leeFilter(sigma, 0, GAUSSIAN_LEE_TWO_WAY), src);
    for (const Range& range : {Range(faded, n / 2 - faded), Range(n / 2 + faded, n - faded)})
        EXPECT_LE(relativeError(two.colRange(range), one.colRange(range)), 1e-10);
    EXPECT_GE(relativeError(two, one), 1e-4) << "without a seam nothing has been split";
}

//! The response to a pixel, far from where the halves of a two-way line meet, or right there.
std::vector<double> leeResponse(double sigma, int approximation, bool inTheMiddle)
{
    const int reach = reachOf(sigma), n = 8 * reach, at = inTheMiddle ? n / 2 : 2 * reach;
    Mat impulse(1, n, CV_64F, Scalar(0));
    impulse.at<double>(at) = 1;
    const Mat line = filtered(leeFilter(sigma, 0, approximation), impulse);
    return std::vector<double>(line.ptr<double>() + at - reach, line.ptr<double>() + at + reach + 1);
}

struct LeePromise
{
    const char *name, *rowOfTables;
    int approximation;
    bool inTheMiddle;
    double smallSigma, sigma2, sigma5; //!< dB from 0.5, from 2 and from 5
};

//! Like Gaussian_Accuracy.snr. perf/plot_gaussians.py reads what is printed.
TEST(GaussianLee_Response, snr)
{
    const LeePromise promises[] = {
        {"LEE_ONE_WAY", "LEE_ONE_WAY", GAUSSIAN_LEE_ONE_WAY, false, 18, 24, 29},
        {"LEE_TWO_WAY", "LEE_TWO_WAY", GAUSSIAN_LEE_TWO_WAY, false, 18, 24, 29},
        {"LEE_TWO_WAY_IN_THE_MIDDLE", "LEE_TWO_WAY, mid-line", GAUSSIAN_LEE_TWO_WAY, true, 12, 13, 9}};
    for (const LeePromise& promise : promises)
    {
        const auto differenceOf = [&](double sigma) {
            return Difference(leeResponse(sigma, promise.approximation, promise.inTheMiddle),
                              sampled(sigma, 0, reachOf(sigma)));
        };
        std::vector<Cell> row = {promise.rowOfTables};
        for (double sigma : SIGMAS)
        {
            const Difference difference = differenceOf(sigma);
            std::cout << cv::format("%s, derivative 0, sigma %g: %.1f dB, sum of errors %.1e\n", promise.name, sigma,
                                    difference.snr, difference.sum);
            row.push_back(Cell::decibels(difference.snr));
        }
        AccuracyTable("gaussian_snr").row(row);
        LeastSnr least;
        double largestSum = 0;
        const auto add = [&](double sigma) {
            const Difference difference = differenceOf(sigma);
            least.add(sigma, difference.snr);
            largestSum = std::max(largestSum, difference.sum);
        };
        for (double sigma : manySigmas())
            add(sigma);
        for (double sigma = 0.5; sigma < 300; sigma *= 1.02)
            add(sigma);
        for (int reach = 1; reach < 10; reach++) // the largest sigmas for windows of so many pixels
            add((reach + 1) / 1.5 - 1e-6);
        AccuracyTable("gaussian_least_snr")
            .row({promise.rowOfTables, Cell::decibels(least.smallSigma), Cell::decibels(least.sigma2),
                  Cell::decibels(least.sigma5), Cell::error(largestSum)});
        EXPECT_GE(least.smallSigma, promise.smallSigma) << promise.name;
        EXPECT_GE(least.sigma2, promise.sigma2) << promise.name;
        EXPECT_GE(least.sigma5, promise.sigma5) << promise.name;
    }
}

//! Constants survive to the last bit, with any sigma: every step adds multiples of differences.
TEST(GaussianLee_Response, constants_survive)
{
    for (int approximation : LEE)
        for (double sigma : {0.5, 3., 6., 40., 1000.})
            for (int depth : DEPTHS)
            {
                const Mat src(31, 40, CV_MAKETYPE(depth, 3), Scalar(1.7, 200, 77));
                EXPECT_TRUE(identical(filtered(leeFilter(sigma, sigma, approximation), src), src))
                    << "sigma " << sigma << ", depth " << depth << ", approximation " << approximation;
            }
}

//! Axes are independent: either may come first.
TEST(GaussianLee_Response, transposed)
{
    for (int approximation : LEE)
        for (int depth : {CV_32F, CV_64F})
        {
            const Mat src = noise(Size(90, 61), CV_MAKETYPE(depth, 2));
            const Mat expected = filtered(leeFilter(2, 5, approximation), src).t();
            EXPECT_LE(relativeError(filtered(leeFilter(5, 2, approximation), src.t()), expected),
                      depth == CV_64F ? 1e-13 : 5e-6);
        }
}

//! Float loses less than 1e-5. From sigma 6 on results of double are rounded.
TEST(GaussianLee_Response, error_of_float)
{
    Mat square(500, 600, CV_32F, Scalar(0));
    square(Rect(100, 100, 200, 200)).setTo(1);
    for (const Mat& src : {noise(Size(600, 500), CV_32F), square})
        for (double sigma : {0.5, 3., 6., 6.1, 30., 90.})
            for (int approximation : LEE)
            {
                const auto filter = leeFilter(sigma, sigma, approximation);
                EXPECT_LE(relativeError(filtered(filter, src), filtered(filter, asDouble(src))),
                          sigma > 6 ? 1e-7 : 1e-5)
                    << "sigma " << sigma << ", approximation " << approximation;
            }
}

// ---- Arrays ----

TEST(GaussianLee_Layout, in_place)
{
    for (int approximation : LEE)
        for (int type : {CV_8UC3, CV_32FC1, CV_64FC2})
            for (double sigmaY : {0., 3.})
            {
                const auto filter = leeFilter(2, sigmaY, approximation);
                Mat image = noise(Size(75, 52), type);
                const Mat expected = filtered(filter, image);
                filter->apply(image, image);
                EXPECT_TRUE(identical(expected, image)) << typeToString(type) << ", sigmaY " << sigmaY;
            }
}

//! Pixels around the source are not read. Pixels around the destination are not written.
TEST(GaussianLee_Layout, roi)
{
    const Rect inner(5, 7, 50, 33);
    for (int approximation : LEE)
        for (int type : {CV_8UC1, CV_16FC3, CV_32FC1})
        {
            const auto filter = leeFilter(3, 2, approximation);
            const Mat big = noise(Size(70, 60), type), before = noise(Size(70, 60), type);
            const Mat expected = filtered(filter, big(inner).clone());
            Mat around = before.clone(), roi = around(inner);
            filter->apply(big(inner), roi);
            EXPECT_TRUE(identical(expected, around(inner)));
            before(inner).copyTo(roi);
            EXPECT_TRUE(identical(before, around)) << "written outside the ROI";
        }
}

//! Source and destination are parts of one array.
TEST(GaussianLee_Layout, overlapping_roi)
{
    for (int approximation : LEE)
        for (double sigmaY : {0., 2.})
        {
            const auto filter = leeFilter(3, sigmaY, approximation);
            Mat big = noise(Size(70, 60), CV_32F);
            const Mat src = big(Rect(0, 0, 60, 50));
            Mat dst = big(Rect(3, 4, 60, 50));
            const Mat expected = filtered(filter, src.clone());
            filter->apply(src, dst);
            EXPECT_TRUE(identical(expected, dst)) << sigmaY;
        }
}

TEST(GaussianLee_Layout, threads_agree)
{
    const ThreadCount saved;
    const Mat src = noise(Size(333, 257), CV_32FC3);
    for (int approximation : LEE)
    {
        const auto filter = leeFilter(3, 4, approximation);
        setNumThreads(1);
        const Mat alone = filtered(filter, src);
        setNumThreads(4);
        EXPECT_TRUE(identical(alone, filtered(filter, src)));
    }
}

//! The properties of filters with three poles in each direction.
TEST(GaussianLee_Factory, properties)
{
    for (int approximation : LEE)
    {
        const auto filter = leeFilter(3, 0, approximation);
        EXPECT_EQ(6, filter->getOrderX());
        EXPECT_EQ(0, filter->getOrderY());
        EXPECT_EQ(RECURSIVE_AUTO, filter->getAlgorithm());
    }
}

struct BadLee
{
    const char* why;
    int code;
    std::function<void(int)> call;
};

TEST(GaussianLee_Negative, factory)
{
    const auto create = [](double sigmaX, double sigmaY, int dx, int dy, int border, int ddepth, int algorithm) {
        return [=](int approximation) {
            gaussianFilter(sigmaX, sigmaY, dx, dy, border, Scalar(), approximation, ddepth, algorithm);
        };
    };
    const int same = BORDER_REPLICATE;
    using namespace cv::Error;
    const BadLee rows[] = {
        {"sigmaX is 0.49", StsOutOfRange, create(0.49, 2, 0, 0, same, -1, RECURSIVE_AUTO)},
        {"sigmaY is 0.1", StsOutOfRange, create(2, 0.1, 0, 0, same, -1, RECURSIVE_AUTO)},
        {"sigmaX is 1001", StsOutOfRange, create(1001, 2, 0, 0, same, -1, RECURSIVE_AUTO)},
        {"axes is 0", StsBadArg, create(0, 0, 0, 0, same, -1, RECURSIVE_AUTO)},
        {"dx is 1", StsBadArg, create(2, 2, 1, 0, same, -1, RECURSIVE_AUTO)},
        {"dy is 2", StsBadArg, create(2, 2, 0, 2, same, -1, RECURSIVE_AUTO)},
        {"borderType is 2", StsBadArg, create(2, 2, 0, 0, BORDER_REFLECT, -1, RECURSIVE_AUTO)},
        {"borderType is 0", StsBadArg, create(2, 2, 0, 0, BORDER_CONSTANT, -1, RECURSIVE_AUTO)},
        {"ddepth is 0", StsBadArg, create(2, 2, 0, 0, same, CV_8U, RECURSIVE_AUTO)},
        {"algorithm is 16", StsBadArg, create(2, 2, 0, 0, same, -1, RECURSIVE_ALG_6)},
        {"algorithm is 99", StsBadArg, create(2, 2, 0, 0, same, -1, 99)},
    };
    for (const BadLee& row : rows)
        for (int approximation : LEE)
            expectError(row.code, row.why, [&] { row.call(approximation); });
}

//! The checks are those of every RecursiveFilter.
TEST(GaussianLee_Negative, arrays)
{
    const auto filter = leeFilter(2, 2, GAUSSIAN_LEE_TWO_WAY);
    Mat dst;
    EXPECT_EQ(Error::StsBadArg, errorOf([&] { filter->apply(Mat(), dst); }).code);
    EXPECT_EQ(Error::StsUnsupportedFormat, errorOf([&] { filter->apply(Mat(4, 4, CV_32S), dst); }).code);
    EXPECT_EQ(Error::StsBadArg, errorOf([&] { filter->apply(GpuMat(), dst); }).code);
    EXPECT_TRUE(dst.empty());
}

// ---- On the GPU ----

//! The same functions as on the host. There, multiply-adds round once.
TEST(GaussianLee_Cuda, is_as_on_the_host)
{
    needDevice();
    for (int seed = 0; seed < 300; seed++)
    {
        const RandomCase test(seed);
        const Mat src = test.image();
        const Mat actual = filteredOnDevice(test.filter(), src);
        EXPECT_EQ(test.type(), actual.type());
        expectPaper(actual, paper(src, test.sigmaX, test.sigmaY, test.approximation), test.text());
        expectSameAsHost(test.filter(), src,
                         src.depth() == CV_64F ? 100 : 1); // sigma 60 amplifies roundings as many times
    }
}

//! As many lines as a block takes, and more.
TEST(GaussianLee_Cuda, blocks_of_lines)
{
    needDevice();
    for (int approximation : LEE)
        for (Size size : {Size(32, 7), Size(33, 64), Size(1000, 701), Size(7, 3000)})
            // 1e-5, which gaussian.hpp promises
            expectSameAsHost(leeFilter(3, 2, approximation), noise(size, CV_32FC1), 1);
}

TEST(GaussianLee_Cuda, constants_survive)
{
    needDevice();
    for (int approximation : LEE)
        for (double sigma : {0.5, 6., 90.})
        {
            const Mat src(31, 40, CV_32FC3, Scalar(1.7, 200, 77));
            EXPECT_TRUE(identical(filteredOnDevice(leeFilter(sigma, sigma, approximation), src), src)) << sigma;
        }
}

//! In place, and where source and destination are parts of one array. With one axis there is no image between.
TEST(GaussianLee_Cuda, shared_memory)
{
    needDevice();
    for (int approximation : LEE)
        for (Point shift : {Point(0, 0), Point(3, 4)})
            for (Point2d sigma : {Point2d(3, 2), Point2d(3, 0), Point2d(0, 2)})
            {
                const auto filter = leeFilter(sigma.x, sigma.y, approximation);
                GpuMat big(noise(Size(170, 160), CV_32F)), src = big(Rect(0, 0, 150, 150)),
                                                           dst = big(Rect(shift, Size(150, 150)));
                const Mat expected = filteredOnDevice(filter, Mat(src));
                filter->apply(src, dst);
                EXPECT_TRUE(identical(expected, Mat(dst))) << shift << sigma;
            }
}

//! Float rows at any address. Such arrays are copied first.
TEST(GaussianLee_Cuda, unaligned)
{
    needDevice();
    const Mat src = noise(Size(60, 50), CV_32F);
    const auto filter = leeFilter(3, 2, GAUSSIAN_LEE_TWO_WAY);
    GpuMat memory(50, 512, CV_8U, Scalar(0)), other(50, 512, CV_8U, Scalar(0));
    GpuMat from(50, 60, CV_32F, memory.data + 1, memory.step), to(50, 60, CV_32F, other.data + 2, other.step);
    const GpuMat bytes(50, 240, CV_8U, memory.data + 1, memory.step), after(50, 240, CV_8U, other.data + 2, other.step);
    Mat(50, 240, CV_8U, src.data, src.step).copyTo(bytes);
    filter->apply(from, to);
    const Mat result(after);
    EXPECT_TRUE(identical(filteredOnDevice(filter, src), Mat(50, 60, CV_32F, result.data, result.step)));
}

#ifdef HAVE_RECFILTER_CUDA
TEST(GaussianLee_Cuda, second_call_neither_allocates_nor_waits)
{
    needDevice();
    for (int approximation : LEE)
    {
        const auto filter = leeFilter(3, 2, approximation);
        Stream stream;
        GpuMat src(Size(700, 600), CV_32F, Scalar(1)), dst(src.size(), src.type());
        {
            const StrictThread strict; // shows that it would notice
            EXPECT_THROW(filter->apply(src, dst, stream), cv::Exception);
        }
        filter->apply(src, dst, stream);
        expectOnlyQueues(stream, [&] { filter->apply(src, dst, stream); });
        EXPECT_EQ(1.f, Mat(dst).at<float>(300, 350));
    }
}
#endif

}} // namespace
