// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The figures of the papers on the GPU. perf/peers_cupy.py measures what they compare with.

#include "perf_papers.hpp"

#ifdef HAVE_RECFILTER_CUDA
#include "device_copy_reference.hpp"

namespace opencv_test { namespace {

const int LARGEST_SIDE = 16384;

//! The noise of the last size, which most cases share with the one before.
const Mat& noiseOf(Size size)
{
    static Mat image;
    if (image.size() != size)
        image = noise(size, CV_32FC1);
    return image;
}

//! Times run, and compares its result with that of the CPU.
void measureOnDevice(const GpuMat& source, GpuMat& destination, const Mat& expected, double maxError,
                     const std::function<void(Stream&)>& run)
{
    run(Stream::Null());
    reportDeviceRatio(measureAgainstDeviceCopy(run, source, destination, roundsWithin(run)));
    const Mat result(destination);
    ASSERT_TRUE(checkRange(result));
    EXPECT_LE(cv::norm(result, expected, NORM_INF), maxError * cv::norm(expected, NORM_INF));
}

typedef perf::TestBaseWithParam<PaperCase> PapersCuda;

PERF_TEST_P(PapersCuda, filter, testing::ValuesIn(PaperFigures(&cv::recfilter::Schedule::onDevice, LARGEST_SIDE).cases))
{
    needDevice();
    const Ptr<RecursiveFilter> filter = filterOf(GetParam());
    const Mat& src = noiseOf(GetParam().size);
    Mat expected;
    filter->apply(src, expected);
    const GpuMat source(src);
    GpuMat destination(src.size(), src.type(), Scalar::all(0));
    measureOnDevice(source, destination, expected, GetParam().tolerance(),
                    [&](Stream& stream) { filter->apply(source, destination, stream); });
    TEST_CYCLE_N(1)
    {
        filter->apply(source, destination);
        cudaDeviceSynchronize();
    }
    SANITY_CHECK_NOTHING();
}

struct DeviceTable
{
    int algorithm;
    const char* name;
    int transfers;
};

void PrintTo(const DeviceTable& table, std::ostream* out)
{
    *out << table.name;
}

const DeviceTable DEVICE_TABLES[] = {
    {SAT_AUTO, "SAT_AUTO", 0}, {SAT_OVERLAPPED, "SAT_OVERLAPPED", 3}, {SAT_WAVEFRONT, "SAT_WAVEFRONT", 2}};

typedef perf::TestBaseWithParam<tuple<std::string, int, DeviceTable>> PapersCuda_Sat;

//! Nehab et al. 2011, figure 5.
PERF_TEST_P(PapersCuda_Sat, apply,
            testing::Combine(testing::Values("sat"), testing::ValuesIn(sidesUpTo(LARGEST_SIDE)),
                             testing::ValuesIn(DEVICE_TABLES)))
{
    needDevice();
    const DeviceTable table = get<2>(GetParam());
    const Mat& src = noiseOf(Size(get<1>(GetParam()), get<1>(GetParam())));
    recordPaperCase(get<0>(GetParam()), table.name, BORDER_CONSTANT, src.size(), 1, table.transfers);
    const auto sat = createSummedAreaTable(CV_32F, -1, SAT_INCLUSIVE, table.algorithm);
    Mat expected;
    sat->apply(src, expected);
    const GpuMat source(src);
    GpuMat sum;
    sat->apply(source, sum);
    measureOnDevice(source, sum, expected, 2e-3, [&](Stream& stream) { sat->apply(source, sum, stream); });
    TEST_CYCLE_N(1)
    {
        sat->apply(source, sum);
        cudaDeviceSynchronize();
    }
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test

#endif
