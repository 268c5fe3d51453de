// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The functions beside a blur on the GPU against a copy from device to device.

#include "perf_precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA
#include "device_copy_reference.hpp"
#include "perf_filters.hpp"
#include "perf_functions.hpp"

namespace opencv_test { namespace {

typedef perf::TestBaseWithParam<tuple<Size, MatType, FunctionRow>> FunctionsCuda_Any;

PERF_TEST_P(FunctionsCuda_Any, apply,
            testing::Combine(testing::Values(Size(1920, 1080), Size(4096, 4096)),
                             testing::Values(CV_32FC1, CV_8UC1, CV_8UC3), testing::ValuesIn(functionRows())))
{
    needDevice();
    const FunctionRow& row = get<2>(GetParam());
    const Size size = get<0>(GetParam());
    const std::string name = row.name;
    const int type = get<1>(GetParam());
    if (CV_MAT_CN(type) != 1 && (name == "structure_tensor" || name == "Hessian"))
        throw SkipTestException("of one channel");
    const Mat image = noise(size, type), other = row.second ? row.second(size) : Mat();
    const GpuMat src(image);
    GpuMat second, dst;
    if (!other.empty())
        second.upload(other);
    const auto run = [&](Stream& stream) {
        if (second.empty())
            row.call(src, noArray(), dst, &stream);
        else
            row.call(src, second, dst, &stream);
    };
    run(Stream::Null());
    EXPECT_TRUE(checkRange(Mat(dst)));
    reportDeviceRatio(measureAgainstDeviceCopy(run, src, dst));
    TEST_CYCLE_N(10)
    {
        run(Stream::Null());
        cudaDeviceSynchronize();
    }
    SANITY_CHECK_NOTHING();
}

typedef perf::TestBaseWithParam<tuple<Size, MatType, bool>> FunctionsCuda_Bank;

//! As one call, or sigma by sigma.
PERF_TEST_P(FunctionsCuda_Bank, ten_sigmas,
            testing::Combine(testing::Values(Size(512, 512), Size(1920, 1080), Size(4096, 4096)),
                             testing::Values(CV_32FC1, CV_8UC1), testing::Bool()))
{
    needDevice();
    const GpuMat src(noise(get<0>(GetParam()), get<1>(GetParam())));
    const std::vector<double> sigmas = tenSigmas();
    std::vector<GpuMat> results(sigmas.size());
    const auto run = [&](Stream& stream) {
        if (!get<2>(GetParam()))
            return gaussianFilterBank(src, results, sigmas, {}, {}, BORDER_DEFAULT, -1, stream);
        for (size_t i = 0; i < sigmas.size(); i++)
            recursiveGaussianBlur(src, results[i], sigmas[i], 0, BORDER_DEFAULT, CV_32F, stream);
    };
    run(Stream::Null());
    reportDeviceRatio(measureAgainstDeviceCopy(run, src, results[0]));
    TEST_CYCLE_N(10)
    {
        run(Stream::Null());
        cudaDeviceSynchronize();
    }
    SANITY_CHECK_NOTHING();
}

PERF_TEST_P(FunctionsCuda_Bank, blobs,
            testing::Combine(testing::Values(Size(512, 512), Size(1920, 1080), Size(4096, 4096)),
                             testing::Values(CV_32FC1), testing::Bool()))
{
    needDevice();
    const GpuMat src(noise(get<0>(GetParam()), get<1>(GetParam())));
    BlobParams params;
    params.response = get<2>(GetParam()) ? BLOBS_DIFFERENCE : BLOBS_LAPLACIAN;
    Mat found;
    scaleSpaceBlobs(src, found, params);
    TEST_CYCLE_N(3) scaleSpaceBlobs(src, found, params);
    SANITY_CHECK_NOTHING();
}

}} // namespace
#endif
