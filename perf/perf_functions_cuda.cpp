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

}} // namespace
#endif
