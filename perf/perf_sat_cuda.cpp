// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Summed-area tables on the GPU against a copy from device to device.

#include "perf_precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA
#include "device_copy_reference.hpp"

namespace opencv_test { namespace {

struct DeviceSatDepths
{
    int src, table;
};

void PrintTo(const DeviceSatDepths& depths, std::ostream* os)
{
    *os << cv::depthToString(depths.src) << " to " << cv::depthToString(depths.table);
}

CV_ENUM(SatLayoutEnum, SAT_INTEGRAL, SAT_INCLUSIVE)
CV_ENUM(SatAlgorithmEnum, SAT_AUTO, SAT_WAVEFRONT, SAT_OVERLAPPED)

const DeviceSatDepths DEVICE_DEPTHS[] = {{CV_32F, CV_32F}, {CV_8U, CV_32S}, {CV_32S, CV_32S}, {CV_32F, CV_64F}};
const Size DEVICE_SIZES[] = {Size(1024, 1024), Size(1920, 1080), Size(2048, 2048),  Size(3840, 2160),
                             Size(4096, 4096), Size(8192, 8192), Size(16384, 16384)};

GpuMat randomImage(Size size, int type)
{
    Mat image(size, type);
    randu(image, 0, 255);
    return GpuMat(image);
}

//! No figure counts unless the CPU has the same tables. Float sums depend on the order of the additions.
void expectLikeHost(const SummedAreaTable& sat, const GpuMat& src, const GpuMat& sum, const GpuMat& sqsum,
                    const GpuMat& tilted)
{
    const auto expectTable = [](const Mat& expected, const GpuMat& table) {
        const Mat actual(table);
        ASSERT_EQ(expected.type(), actual.type());
        ASSERT_TRUE(checkRange(actual.reshape(1)));
        const double tolerance = actual.depth() == CV_32S ? 0 : actual.depth() == CV_32F ? 2e-3 : 1e-12;
        EXPECT_LE(cvtest::norm(expected, actual, NORM_INF), tolerance * cvtest::norm(expected, NORM_INF));
    };
    Mat expected;
    if (!sum.empty())
    {
        sat.apply(Mat(src), expected);
        expectTable(expected, sum);
    }
    if (!sqsum.empty())
    {
        sat.apply(Mat(src), noArray(), expected, noArray());
        expectTable(expected, sqsum);
    }
    if (!tilted.empty())
    {
        sat.apply(Mat(src), noArray(), noArray(), expected);
        expectTable(expected, tilted);
    }
}

typedef TestBaseWithParam<tuple<Size, DeviceSatDepths, SatLayoutEnum, SatAlgorithmEnum>> SatCuda_Sum;

PERF_TEST_P(SatCuda_Sum, against_copy,
            testing::Combine(testing::ValuesIn(DEVICE_SIZES), testing::ValuesIn(DEVICE_DEPTHS), SatLayoutEnum::all(),
                             SatAlgorithmEnum::all()))
{
    needDevice();
    const DeviceSatDepths depths = get<1>(GetParam());
    const auto sat = createSummedAreaTable(depths.table, -1, get<2>(GetParam()), get<3>(GetParam()));
    const GpuMat src = randomImage(get<0>(GetParam()), depths.src);
    GpuMat sum;
    sat->apply(src, sum);
    reportDeviceRatio(measureAgainstDeviceCopy([&](Stream& stream) { sat->apply(src, sum, stream); }, src, sum));
    expectLikeHost(*sat, src, sum, GpuMat(), GpuMat());
    TEST_CYCLE_N(10) sat->apply(src, sum);
    SANITY_CHECK_NOTHING();
}

typedef TestBaseWithParam<tuple<DeviceSatDepths, int, SatAlgorithmEnum>> SatCuda_Channels;

PERF_TEST_P(SatCuda_Channels, against_copy,
            testing::Combine(testing::ValuesIn(DEVICE_DEPTHS), testing::Values(2, 3, 4),
                             testing::Values(SAT_WAVEFRONT, SAT_OVERLAPPED)))
{
    needDevice();
    const DeviceSatDepths depths = get<0>(GetParam());
    const int channels = get<1>(GetParam());
    const auto sat = createSummedAreaTable(depths.table, -1, SAT_INTEGRAL, get<2>(GetParam()));
    const GpuMat src = randomImage(Size(8192 / channels, 8192), CV_MAKETYPE(depths.src, channels));
    GpuMat sum;
    sat->apply(src, sum);
    reportDeviceRatio(measureAgainstDeviceCopy([&](Stream& stream) { sat->apply(src, sum, stream); }, src, sum));
    expectLikeHost(*sat, src, sum, GpuMat(), GpuMat());
    TEST_CYCLE_N(10) sat->apply(src, sum);
    SANITY_CHECK_NOTHING();
}

typedef TestBaseWithParam<tuple<Size, DeviceSatDepths>> SatCuda_Tables;

//! The squared sum, and the tilted sum, on their own.
PERF_TEST_P(SatCuda_Tables, against_copy,
            testing::Combine(testing::Values(Size(1024, 1024), Size(4096, 4096)),
                             testing::Values(DeviceSatDepths{CV_8U, CV_32S}, DeviceSatDepths{CV_32F, CV_32F})))
{
    needDevice();
    const DeviceSatDepths depths = get<1>(GetParam());
    const auto sat = createSummedAreaTable(depths.table, depths.table);
    const GpuMat src = randomImage(get<0>(GetParam()), depths.src);
    GpuMat squares, diagonals;
    const auto squared = [&](Stream& stream) { sat->apply(src, noArray(), squares, noArray(), stream); };
    const auto tilted = [&](Stream& stream) { sat->apply(src, noArray(), noArray(), diagonals, stream); };
    squared(Stream::Null());
    tilted(Stream::Null());
    reportDeviceRatio(measureAgainstDeviceCopy(squared, src, squares));
    reportDeviceRatio(measureAgainstDeviceCopy(tilted, src, diagonals));
    expectLikeHost(*sat, src, GpuMat(), squares, diagonals);
    TEST_CYCLE_N(10) squared(Stream::Null());
    SANITY_CHECK_NOTHING();
}

//! Lengths and dimensions of tables of volumes, series and signals.
struct DeviceSatArray
{
    const char* name;
    std::vector<int> sizes, dimensions;
};

void PrintTo(const DeviceSatArray& array, std::ostream* os)
{
    *os << array.name;
}

const DeviceSatArray DEVICE_SAT_ARRAYS[] = {{"256_cubed", {256, 256, 256}, {0, 1, 2}},
                                            {"512_cubed", {512, 512, 512}, {0, 1, 2}},
                                            {"512_cubed_planes", {512, 512, 512}, {1, 2}},
                                            {"512_cubed_across", {512, 512, 512}, {0}},
                                            {"512_cubed_middle", {512, 512, 512}, {1}},
                                            {"512_cubed_rows", {512, 512, 512}, {2}},
                                            {"256_planes_of_256", {256, 256, 256}, {1, 2}},
                                            {"64_frames_1080p", {64, 1080, 1920}, {1, 2}},
                                            {"1000_frames_of_128", {1000, 128, 128}, {1, 2}},
                                            {"40000_of_10x10", {40000, 10, 10}, {1, 2}},
                                            {"columns_of_4096", {4096, 4096}, {0}},
                                            {"9_columns_of_1e7", {10000000, 9}, {0}},
                                            {"rows_of_100", {1000000, 100}, {1}},
                                            {"rows_of_1920", {69120, 1920}, {1}},
                                            {"100_rows_of_1e6", {100, 1000000}, {1}},
                                            {"signal_of_1e6", {1, 1000000}, {1}},
                                            {"signal_of_2^28", {1, 1 << 28}, {1}}};

typedef TestBaseWithParam<tuple<DeviceSatArray, DeviceSatDepths, SatLayoutEnum>> SatCuda_Array;

//! Timed only if the table agrees with that of the CPU. Of floats it is one of double: those of long lines lose more.
PERF_TEST_P(SatCuda_Array, against_copy,
            testing::Combine(testing::ValuesIn(DEVICE_SAT_ARRAYS), testing::ValuesIn(DEVICE_DEPTHS),
                             SatLayoutEnum::all()))
{
    needDevice();
    const DeviceSatArray array = get<0>(GetParam());
    const DeviceSatDepths depths = get<1>(GetParam());
    const auto sat = createSummedAreaTable(array.dimensions, depths.table, -1, get<2>(GetParam()));
    Mat pixels(array.sizes, depths.src), expected;
    theRNG().fill(pixels, RNG::UNIFORM, 0, 255);
    GpuMatND src, sum;
    src.upload(pixels);
    const auto run = [&](Stream& stream) { sat->apply(src, sum, stream); };
    run(Stream::Null());
    Mat actual;
    sum.download(actual);
    const int exact = depths.table == CV_32S ? CV_32S : CV_64F;
    createSummedAreaTable(array.dimensions, exact, -1, sat->getLayout())->apply(pixels, expected);
    actual.convertTo(actual, exact);
    const double tolerance = depths.table == CV_32S ? 0 : depths.table == CV_32F ? 2e-3 : 1e-12;
    ASSERT_EQ(expected.size, actual.size);
    EXPECT_LE(cvtest::norm(expected, actual, NORM_INF), tolerance * cvtest::norm(expected, NORM_INF));
    const auto imageOf = [](const GpuMatND& of) {
        return GpuMat(of.size[0], int(of.total() / size_t(of.size[0])), of.type(), of.getDevicePtr());
    };
    reportDeviceRatio(measureAgainstDeviceCopy(run, imageOf(src), imageOf(sum), roundsWithin(run)));
    TEST_CYCLE_N(3)
    {
        run(Stream::Null());
        cudaDeviceSynchronize();
    }
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test

#endif
