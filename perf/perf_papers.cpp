// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The figures of the papers on the CPU, with what they compare with.

#include "copy_reference.hpp"
#include "perf_papers.hpp"

#include "opencv2/imgproc.hpp"

namespace opencv_test { namespace {

const int LARGEST_SIDE = 8192;
const std::vector<int> SIDES = sidesUpTo(LARGEST_SIDE);

//! Times fn, which makes an image of as many floats.
void measureWithin(const Mat& src, const Mat& dst, const std::function<void()>& fn)
{
    reportRatio(measureAgainstCopy(fn, bytesOf(src), bytesOf(dst), repetitionsWithin(fn)), bytesOf(src), bytesOf(dst));
}

typedef perf::TestBaseWithParam<PaperCase> Papers;

PERF_TEST_P(Papers, filter, testing::ValuesIn(PaperFigures(&cv::recfilter::Schedule::onHost, LARGEST_SIDE).cases))
{
    const Ptr<RecursiveFilter> filter = filterOf(GetParam());
    const Mat src = noise(GetParam().size, CV_32FC1);
    Mat dst = paddedImage(src.size(), src.type());
    measureWithin(src, dst, [&] { filter->apply(src, dst); });
    expectAsInDouble(filter, src, dst, GetParam().tolerance());
    TEST_CYCLE_N(1) filter->apply(src, dst);
    SANITY_CHECK_NOTHING();
}

// ---- Nehab et al. 2011, figure 5: summed-area tables ----

enum TableMethod
{
    OVERLAPPED,
    WAVEFRONT,
    CV_INTEGRAL
};

struct TableCase
{
    TableMethod method;
    const char* name;
    int transfers;
};

void PrintTo(const TableCase& table, std::ostream* out)
{
    *out << table.name;
}

const TableCase TABLES[] = {
    {OVERLAPPED, "SAT_OVERLAPPED", 3}, {WAVEFRONT, "SAT_WAVEFRONT", 2}, {CV_INTEGRAL, "cv::integral", 2}};

typedef perf::TestBaseWithParam<tuple<std::string, int, TableCase>> Papers_Sat;

PERF_TEST_P(Papers_Sat, apply,
            testing::Combine(testing::Values("sat"), testing::ValuesIn(SIDES), testing::ValuesIn(TABLES)))
{
    const TableCase table = get<2>(GetParam());
    const Mat src = noise(Size(get<1>(GetParam()), get<1>(GetParam())), CV_32FC1);
    recordPaperCase(get<0>(GetParam()), table.name, BORDER_CONSTANT, src.size(), 1, table.transfers);
    const auto sat =
        createSummedAreaTable(CV_32F, -1, SAT_INTEGRAL, table.method == OVERLAPPED ? SAT_OVERLAPPED : SAT_WAVEFRONT);
    Mat sum, expected;
    const auto run = [&] {
        if (table.method == CV_INTEGRAL)
            cv::integral(src, sum, CV_32F);
        else
            sat->apply(src, sum);
    };
    run();
    measureWithin(src, sum, run);
    cv::integral(src, expected, CV_64F);
    EXPECT_LE(cvtest::norm(Mat_<double>(sum), expected, NORM_INF), 1e-3 * cvtest::norm(expected, NORM_INF));
    TEST_CYCLE_N(1) run();
    SANITY_CHECK_NOTHING();
}

// ---- Figure 6: convolution with a Gaussian of sigma taps / 6 in the image, and by the spectrum ----

typedef perf::TestBaseWithParam<tuple<std::string, int, int>> Papers_Direct;

PERF_TEST_P(Papers_Direct, sepFilter2D,
            testing::Combine(testing::Values("gaussian"), testing::ValuesIn(SIDES), testing::Values(17, 33, 65)))
{
    const int taps = get<2>(GetParam());
    const Mat src = noise(Size(get<1>(GetParam()), get<1>(GetParam())), CV_32FC1);
    recordPaperCase(get<0>(GetParam()), cv::format("sepFilter2D, %d taps", taps), BORDER_REFLECT, src.size(), taps / 6.,
                    2);
    Mat dst = paddedImage(src.size(), src.type());
    const Mat kernel = getGaussianKernel(taps, taps / 6., CV_32F);
    const auto run = [&] { cv::sepFilter2D(src, dst, -1, kernel, kernel, Point(-1, -1), 0, BORDER_REFLECT); };
    run();
    measureWithin(src, dst, run);
    TEST_CYCLE_N(1) run();
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<tuple<std::string, int>> Papers_Spectrum;

//! Periodic, any kernel, whose spectrum is already there. Here it shifts by a pixel, which is easy to check.
PERF_TEST_P(Papers_Spectrum, dft,
            testing::Combine(testing::Values("gaussian", "wide_gaussian"), testing::ValuesIn(sidesUpTo(4096))))
{
    const Mat src = noise(Size(get<1>(GetParam()), get<1>(GetParam())), CV_32FC1);
    recordPaperCase(get<0>(GetParam()), "cv::dft", BORDER_WRAP, src.size(), 0, 0);
    Mat kernel(src.size(), CV_32F, Scalar(0)), response, spectrum, dst;
    kernel.at<float>(0, 1) = 1;
    cv::dft(kernel, response);
    const auto run = [&] {
        cv::dft(src, spectrum);
        cv::mulSpectrums(spectrum, response, spectrum, 0);
        cv::dft(spectrum, dst, DFT_INVERSE | DFT_SCALE);
    };
    run();
    measureWithin(src, dst, run);
    EXPECT_LE(cvtest::norm(dst.colRange(1, dst.cols), src.colRange(0, src.cols - 1), NORM_INF), 1e-5);
    TEST_CYCLE_N(1) run();
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test
