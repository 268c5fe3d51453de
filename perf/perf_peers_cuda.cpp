// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// What users of OpenCV have today on the GPU; RECFILTER_PEERS=ON builds the modules of opencv_contrib that hold it.

#include "perf_filters.hpp"

#include "opencv2/opencv_modules.hpp"

#if defined HAVE_CUDA && defined HAVE_OPENCV_CUDAFILTERS && defined HAVE_OPENCV_CUDAARITHM
#include "device_copy_reference.hpp"

#include "opencv2/cudaarithm.hpp"
#include "opencv2/cudafilters.hpp"

namespace opencv_test { namespace {

typedef perf::TestBaseWithParam<tuple<Size, double>> PeersCuda_Gaussian;

//! Its kernels end at 32 taps: sigma 5 is the largest that they hold within three sigma.
PERF_TEST_P(PeersCuda_Gaussian, apply,
            testing::Combine(testing::Values(Size(1024, 1024), Size(2048, 2048), Size(4096, 4096), Size(8192, 8192)),
                             testing::Values(2., 5.)))
{
    needDevice();
    const GpuMat src(noise(get<0>(GetParam()), CV_32FC1));
    GpuMat dst(src.size(), src.type());
    const double sigma = get<1>(GetParam());
    const int width = std::min(2 * cvRound(3 * sigma) + 1, 31);
    const auto blur =
        createGaussianFilter(CV_32F, CV_32F, Size(width, width), sigma, sigma, BORDER_REFLECT, BORDER_REFLECT);
    const auto run = [&](Stream& stream) { blur->apply(src, dst, stream); };
    reportDeviceRatio(measureAgainstDeviceCopy(run, src, dst));
    TEST_CYCLE_N(10)
    {
        run(Stream::Null());
        cudaDeviceSynchronize();
    }
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<int> PeersCuda_Integral;

PERF_TEST_P(PeersCuda_Integral, apply, testing::Values(1024, 2048, 4096, 8192, 16384))
{
    needDevice();
    const GpuMat src(noise(Size(GetParam(), GetParam()), CV_8UC1));
    GpuMat sum(src.rows + 1, src.cols + 1, CV_32S);
    const auto run = [&](Stream& stream) { cv::cuda::integral(src, sum, stream); };
    reportDeviceRatio(measureAgainstDeviceCopy(run, src, sum));
    TEST_CYCLE_N(10)
    {
        run(Stream::Null());
        cudaDeviceSynchronize();
    }
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test

#endif
