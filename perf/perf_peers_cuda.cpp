// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The filters of OpenCV's own CUDA modules beside ours. RECFILTER_PEERS=ON builds these modules of opencv_contrib.

#include "perf_filters.hpp"

#include "opencv2/opencv_modules.hpp"

#if defined HAVE_RECFILTER_CUDA && defined HAVE_OPENCV_CUDAFILTERS && defined HAVE_OPENCV_CUDAARITHM
#include "device_copy_reference.hpp"

#include "opencv2/cudaarithm.hpp"
#include "opencv2/cudafilters.hpp"

namespace opencv_test { namespace {

typedef std::function<void(Stream&)> Call;

//! Compares the results of OpenCV's filter and ours, then measures one after the other in the same run.
void measureBoth(const Call& theirs, const Call& ours, const GpuMat& src, const GpuMat& theirDst, const GpuMat& ourDst,
                 double maxDifference)
{
    theirs(Stream::Null());
    ours(Stream::Null());
    Mat difference;
    cv::absdiff(Mat(theirDst), Mat(ourDst), difference);
    EXPECT_TRUE(checkRange(difference));
    EXPECT_LE(cvtest::norm(difference, NORM_INF), maxDifference);
    printf("OpenCV's:\n");
    reportDeviceRatio(measureAgainstDeviceCopy(theirs, src, theirDst), "theirs");
    printf("recfilter's:\n");
    reportDeviceRatio(measureAgainstDeviceCopy(ours, src, ourDst));
}

typedef perf::TestBaseWithParam<tuple<Size, double>> PeersCuda_Gaussian;

//! OpenCV's kernels end at 32 taps. Sigma 5 is the largest of which they hold three sigma. 0.3 % of a Gaussian lies
//! outside.
PERF_TEST_P(PeersCuda_Gaussian, apply,
            testing::Combine(testing::Values(Size(1024, 1024), Size(2048, 2048), Size(4096, 4096), Size(8192, 8192)),
                             testing::Values(2., 5.)))
{
    needDevice();
    const GpuMat src(noise(get<0>(GetParam()), CV_32FC1));
    GpuMat theirDst(src.size(), src.type()), ourDst(src.size(), src.type());
    const double sigma = get<1>(GetParam());
    const int width = std::min(2 * cvRound(3 * sigma) + 1, 31);
    const auto theirBlur =
        createGaussianFilter(CV_32F, CV_32F, Size(width, width), sigma, sigma, BORDER_REFLECT, BORDER_REFLECT);
    const auto ourBlur = createRecursiveGaussianFilter(sigma);
    const Call theirs = [&](Stream& stream) { theirBlur->apply(src, theirDst, stream); };
    measureBoth(
        theirs, [&](Stream& stream) { ourBlur->apply(src, ourDst, stream); }, src, theirDst, ourDst, 5e-3);
    TEST_CYCLE_N(10)
    {
        theirs(Stream::Null());
        cudaDeviceSynchronize();
    }
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<int> PeersCuda_Integral;

PERF_TEST_P(PeersCuda_Integral, apply, testing::Values(1024, 2048, 4096, 8192, 16384))
{
    needDevice();
    const GpuMat src(noise(Size(GetParam(), GetParam()), CV_8UC1));
    GpuMat theirSum(src.rows + 1, src.cols + 1, CV_32S), ourSum(theirSum.size(), CV_32S);
    const auto sat = createSummedAreaTable(CV_32S);
    const Call theirs = [&](Stream& stream) { cv::cuda::integral(src, theirSum, stream); };
    measureBoth(
        theirs, [&](Stream& stream) { sat->apply(src, ourSum, stream); }, src, theirSum, ourSum, 0);
    TEST_CYCLE_N(10)
    {
        theirs(Stream::Null());
        cudaDeviceSynchronize();
    }
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test

#endif
