// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The figures of Eklund and Dufort 2013 on the CPU.

#include "copy_reference.hpp"
#include "perf_papers_convolution.hpp"

#include "opencv2/imgproc.hpp"

namespace opencv_test { namespace {

std::vector<int> hostAlgorithms(size_t dims, int taps)
{
    std::vector<int> algorithms = {CONVOLUTION_FFT, CONVOLUTION_AUTO};
    if (dims < 4 || taps <= 9) // larger ones would take minutes
        algorithms.push_back(CONVOLUTION_DIRECT);
    if (dims == 2)
        algorithms.push_back(FILTER_2D);
    return algorithms;
}

typedef perf::TestBaseWithParam<ConvolutionCase> Papers_Convolution;

PERF_TEST_P(Papers_Convolution, apply, testing::ValuesIn(convolutionCases(hostAlgorithms)))
{
    const ConvolutionCase& test = GetParam();
    test.record();
    const Mat src = test.source(), kernel = test.kernel();
    Mat dst;
    const auto filter = test.filter();
    const auto run = [&] {
        if (test.algorithm == FILTER_2D)
            cv::filter2D(src, dst, -1, kernel);
        else
            filter->apply(src, dst);
    };
    run();
    reportRatio(measureAgainstCopy(run, bytesOf(src), bytesOf(src), repetitionsWithin(run)), bytesOf(src),
                bytesOf(src));
    test.expectSome(src, dst);
    TEST_CYCLE_N(1) run();
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test
