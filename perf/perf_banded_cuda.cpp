// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Banded systems on the GPU against a copy from device to device.

#include "perf_banded_systems.hpp"

#ifdef HAVE_RECFILTER_CUDA
#include "device_copy_reference.hpp"

namespace opencv_test { namespace {

typedef perf::TestBaseWithParam<tuple<Size, SystemEnum, BorderEnum>> BandedCuda_Float;

PERF_TEST_P(BandedCuda_Float, apply,
            testing::Combine(testing::Values(Size(1024, 1024), Size(4096, 4096), Size(8192, 8192)), SystemEnum::all(),
                             testing::Values(BORDER_REFLECT)))
{
    needDevice();
    const int kind = get<1>(GetParam()), borderType = get<2>(GetParam());
    const Mat src = noise(get<0>(GetParam()), CV_32FC1);
    const Ptr<RecursiveFilter> solver = createBandedSolver(bandOf(kind), borderType);
    GpuMat source(src), destination(src.size(), src.type(), Scalar::all(0));
    const auto run = [&](Stream& stream) { solver->apply(source, destination, stream); };
    reportDeviceRatio(measureAgainstDeviceCopy(run, source, destination));
    expectSolved(src, Mat(destination), kind, borderType);
    TEST_CYCLE_N(10)
    {
        run(Stream::Null());
        cudaDeviceSynchronize();
    }
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test

#endif
