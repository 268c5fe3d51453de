// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The figures of Eklund and Dufort 2013 on the CPU: dense kernels in 2, 3 and 4 dimensions, in space and by spectra.

#include "copy_reference.hpp"
#include "perf_papers.hpp"

#include "plan/conv/conv_algorithms.hpp"

#include "opencv2/imgproc.hpp"

namespace opencv_test { namespace {

const int FILTER_2D = -1; //!< the peer, besides the algorithms of the table

//! A point of a curve.
struct ConvolutionCase
{
    std::string figure;
    int algorithm;
    std::vector<int> sizes; //!< t, z, y, x
    int taps;               //!< along each dimension
    double parameter;       //!< taps, or points in time where the figure varies them

    std::string name() const
    {
        for (const auto& row : cv::recfilter::convAlgorithms())
            if (row.algorithm == algorithm)
                return row.name;
        return "cv::filter2D";
    }
    Mat array(const Mat& values) const { return Mat(int(sizes.size()), sizes.data(), CV_32F, values.data).clone(); }
};

void PrintTo(const ConvolutionCase& test, std::ostream* out)
{
    *out << '"' << test.figure << "\", " << test.name() << ", ";
    for (int length : test.sizes)
        *out << length << "x";
    *out << " by " << test.taps;
}

//! Sums of larger kernels than these take too long to be worth a point of a curve.
int mostTaps(int algorithm, size_t dims)
{
    return algorithm == CONVOLUTION_DIRECT && dims == 4 ? 9 : INT_MAX;
}

std::vector<ConvolutionCase> convolutionCases()
{
    std::vector<ConvolutionCase> cases;
    const auto add = [&](const char* figure, const std::vector<int>& sizes, int taps, double parameter) {
        std::vector<int> algorithms = {CONVOLUTION_DIRECT, CONVOLUTION_FFT, CONVOLUTION_AUTO};
        if (sizes.size() == 2)
            algorithms.push_back(FILTER_2D);
        for (int algorithm : algorithms)
            if (taps <= mostTaps(algorithm, sizes.size()))
                cases.push_back({figure, algorithm, sizes, taps, parameter});
    };
    for (int taps : {3, 5, 7, 9, 11, 13, 15, 17, 21, 25, 31, 41, 63})
        add("conv_2d", {2048, 2048}, taps, taps);
    for (int side : sidesUpTo(4096))
    {
        add("conv_2d_9", {side, side}, 9, 9);
        add("conv_2d_17", {side, side}, 17, 17);
    }
    for (int taps : {3, 5, 7, 9, 11, 13, 15, 17})
        add("conv_3d", {256, 256, 256}, taps, taps);
    for (int side : {64, 96, 128, 192, 256, 384})
    {
        add("conv_3d_7", {side, side, side}, 7, 7);
        add("conv_3d_13", {side, side, side}, 13, 13);
    }
    for (int taps : {3, 5, 7, 9, 11})
        add("conv_4d", {32, 128, 128, 128}, taps, taps);
    for (int times : {16, 32, 64, 128})
        add("conv_4d_7", {times, 64, 128, 128}, 7, times);
    return cases;
}

typedef perf::TestBaseWithParam<ConvolutionCase> Papers_Convolution;

PERF_TEST_P(Papers_Convolution, apply, testing::ValuesIn(convolutionCases()))
{
    const ConvolutionCase& test = GetParam();
    const size_t dims = test.sizes.size();
    recordPaperCase(test.figure, test.name(), BORDER_REFLECT_101, Size(test.sizes[dims - 1], test.sizes[dims - 2]),
                    test.parameter, 0);
    int elements = 1;
    for (int length : test.sizes)
        elements *= length;
    const Mat src = test.array(noise(Size(elements, 1), CV_32FC1));
    Mat kernel(int(dims), std::vector<int>(dims, test.taps).data(), CV_32F), dst;
    RNG(2).fill(kernel, RNG::UNIFORM, -1, 1);
    NonSeparableParams params;
    params.algorithm = std::max(test.algorithm, 0);
    const auto filter = createNonSeparableFilter(kernel, params);
    const auto run = [&] {
        if (test.algorithm == FILTER_2D)
            cv::filter2D(src, dst, -1, kernel);
        else
            filter->apply(src, dst);
    };
    run();
    reportRatio(measureAgainstCopy(run, bytesOf(src), bytesOf(src), repetitionsWithin(run)), bytesOf(src),
                bytesOf(src));
    // A few results against their definition.
    RNG places(3);
    double largest = cvtest::norm(dst, NORM_INF);
    for (int i = 0; i < 10; i++)
    {
        std::vector<int> at, q(dims, 0);
        for (int length : test.sizes)
            at.push_back(places.uniform(0, length));
        double sum = 0;
        for (size_t tap = 0; tap < kernel.total(); tap++)
        {
            std::vector<int> from;
            size_t rest = tap;
            for (size_t k = dims; k-- > 0; rest /= size_t(test.taps))
                q[k] = int(rest % size_t(test.taps));
            for (size_t k = 0; k < dims; k++)
                from.push_back(borderInterpolate(at[k] + q[k] - test.taps / 2, test.sizes[k], BORDER_REFLECT_101));
            sum += double(kernel.ptr<float>()[tap]) * src.at<float>(from.data());
        }
        EXPECT_NEAR(sum, dst.at<float>(at.data()), 5e-6 * largest);
    }
    TEST_CYCLE_N(1) run();
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test::
