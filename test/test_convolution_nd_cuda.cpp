// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Non-separable filters of GpuMatND, volumes and volumes over time, against their definition and the CPU.

#include "convolution_reference.hpp"
#include "device_common.hpp"

#include "dense/plan/conv_algorithms.hpp"

namespace opencv_test { namespace {

Ptr<NonSeparableFilter> create(const Mat& kernel, const Params& params = Params())
{
    return createNonSeparableFilter(kernel, params);
}

Mat filtered(const Ptr<NonSeparableFilter>& filter, const GpuMatND& src)
{
    GpuMatND dst;
    filter->apply(src, dst);
    return onHost(dst);
}

void expectDefinition(const Mat& src, const Mat& kernel, const Params& params, const std::string& name)
{
    SCOPED_TRACE(name);
    expectAsDefined(filtered(create(kernel, params), onDevice(src)), src, kernel, params);
}

//! Largest difference, of the largest expected value.
double errorOf(const Mat& actual, const Mat& expected)
{
    EXPECT_EQ(expected.type(), actual.type());
    EXPECT_EQ(sizesOf(expected), sizesOf(actual));
    return cvtest::norm(flat(actual), flat(expected), NORM_INF) / cvtest::norm(flat(expected), NORM_INF);
}

//! A header without memory of a device, for calls that are refused.
GpuMatND headerOnly(const Position& sizes, int type, void* data)
{
    return GpuMatND(GpuMatND::SizeArray(sizes.data(), sizes.data() + sizes.size()), type, data);
}

Position cube(int dims, int side)
{
    return Position(size_t(dims), side);
}

class ConvolutionND : public testing::TestWithParam<int>
{
protected:
    Params params() const
    {
        Params result;
        result.algorithm = GetParam();
        return result;
    }
    bool isFft() const { return GetParam() == CONVOLUTION_FFT; }
};

std::vector<int> volumeAlgorithms()
{
    std::vector<int> list;
    for (const auto& row : cv::recfilter::convAlgorithms())
        if (row.onDevice && row.needs == cv::recfilter::CONV_NEEDS_NOTHING)
            list.push_back(row.algorithm);
    return list;
}

INSTANTIATE_TEST_CASE_P(All, ConvolutionND, testing::ValuesIn(volumeAlgorithms()));

//! Each axis by each border, by a compiled kernel and by one of another size.
TEST_P(ConvolutionND, borders)
{
    needDevice();
    for (int border : BORDERS)
        for (int other : BORDERS)
            for (bool valid : {false, true})
                for (const Position& taps : {Position{3, 3, 3}, Position{2, 4, 3}, Position{3, 3, 3, 3}})
                {
                    Params p = params();
                    p.borderType.assign(taps.size(), border);
                    p.borderType[taps.size() - 2] = other;
                    p.borderType[0] = other;
                    p.borderValue = Scalar(0.5, -1);
                    p.valid = valid;
                    p.delta = 0.25;
                    Position sizes = {7, 11, 37};
                    if (taps.size() == 4)
                        sizes.insert(sizes.begin(), 4);
                    expectDefinition(
                        arrayOf(sizes, CV_32FC2), kernelOf(taps, CV_32F), p,
                        format("borders %d, %d, %d dimensions, valid %d", other, border, int(taps.size()), int(valid)));
                }
}

//! Compiled kernels, with volumes around blocks of 32, 64 and 128 columns, and with a march and several ones.
TEST_P(ConvolutionND, cubic_kernels)
{
    needDevice();
    for (int side : {3, 5, 7, 9, 11})
        for (const Position& more : {Position{0, 0, 0}, Position{1, 7, 22}, Position{2, 9, 53}, Position{40, 2, 3},
                                     Position{3, 1, 118}, Position{1, 2, 122}})
            expectDefinition(arrayOf({side + more[0], side + more[1], side + more[2]}, CV_32F),
                             kernelOf(cube(3, side), CV_32F), params(),
                             format("kernel %d, %d x %d x %d more", side, more[0], more[1], more[2]));
    for (int side : {3, 5, 7, 9, 11})
        for (int width : {32, 128, 140}) // rows that begin at multiples of 16 bytes
            expectDefinition(arrayOf({side + 1, side + 20, width}, CV_32F), kernelOf(cube(3, side), CV_32F), params(),
                             format("kernel %d, %d columns", side, width));
    for (int side : {3, 5})
        for (const Position& more : {Position{0, 0, 0, 0}, Position{1, 2, 9, 29}, Position{6, 1, 2, 3}})
            expectDefinition(arrayOf({side + more[0], side + more[1], side + more[2], side + more[3]}, CV_32F),
                             kernelOf(cube(4, side), CV_32F), params(), format("4D, kernel %d", side));
}

//! The constant outside plays no part, whatever it is.
TEST_P(ConvolutionND, valid_beside_any_constant)
{
    needDevice();
    for (int side : {3, 4, 5, 7})
        for (double outside : {1e9, 1e30, 1e38})
        {
            Params p = params();
            p.valid = true;
            p.borderType = {BORDER_CONSTANT};
            p.borderValue = Scalar::all(outside);
            expectDefinition(arrayOf({side + 3, 40, 128}, CV_32F), kernelOf(cube(3, side), CV_32F), p,
                             format("%d taps, %g outside", side, outside));
        }
}

//! Planes of one row, whose steps OpenCV sets to their length.
TEST_P(ConvolutionND, planes_of_one_row)
{
    needDevice();
    for (int width : {50, 64})
        for (const Position& taps : {Position{3, 1, 3}, Position{2, 1, 5}})
            expectDefinition(arrayOf({6, 1, width}, CV_32F), kernelOf(taps, CV_32F), params(),
                             format("%d columns", width));
}

//! Kernels that a larger compiled one takes, that march along either axis, and that none takes.
TEST_P(ConvolutionND, other_kernels)
{
    needDevice();
    for (const Position& taps :
         {Position{1, 1, 1}, Position{4, 4, 4}, Position{3, 5, 5}, Position{6, 7, 5}, Position{1, 3, 3},
          Position{9, 1, 1}, Position{2, 3, 20}, Position{13, 2, 2}, Position{1, 3, 3, 3}, Position{3, 1, 3, 3},
          Position{2, 5, 5, 5}, Position{5, 2, 5, 5}, Position{4, 3, 3, 3}, Position{2, 3, 4, 5}, Position{1, 1, 3, 2}})
    {
        Position sizes = taps;
        for (size_t i = 0; i < sizes.size(); i++)
            sizes[i] += i + 1 == sizes.size() ? 37 : 3;
        std::string name = "kernel";
        for (int length : taps)
            name += format(" %d", length);
        expectDefinition(arrayOf(sizes, CV_32F), kernelOf(taps, CV_32F), params(), name);
    }
}

TEST_P(ConvolutionND, anchors_and_mirrored_kernels)
{
    needDevice();
    for (int z = -1; z < 3; z++)
        for (int y = -1; y < 3; y++)
            for (int x = -1; x < 3; x++)
            {
                Params p = params();
                p.anchor = {z, y, x};
                p.convolves = (x + y + z) % 2 == 0;
                expectDefinition(arrayOf({6, 9, 70}, CV_32F), kernelOf({3, 3, 3}, CV_32F), p,
                                 format("anchor %d, %d, %d", z, y, x));
            }
}

TEST_P(ConvolutionND, depths_and_channels)
{
    needDevice();
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F})
        for (int ddepth : {-1, CV_8U, CV_16S, CV_16F, CV_32F, CV_64F})
            for (int channels : {1, 2, 3, 5})
                for (const Position& taps : {Position{3, 3, 3}, Position{2, 3, 5}})
                {
                    Params p = params();
                    p.ddepth = ddepth;
                    p.delta = depth <= CV_16S ? 20 : 0.125;
                    expectDefinition(arrayOf({5, 9, 41}, CV_MAKETYPE(depth, channels)), kernelOf(taps, CV_32F) * 0.3, p,
                                     format("depth %d to %d, %d channels", depth, ddepth, channels));
                }
}

//! Small volumes by kernels of these sizes, with every border and as VALID.
void expectVolumes(int algorithm, const std::vector<Position>& kernels, const std::vector<int>& types)
{
    Params p;
    p.algorithm = algorithm;
    p.borderValue = Scalar(0.5, -1);
    p.delta = 0.25;
    for (const Position& taps : kernels)
        for (int border : BORDERS)
            for (bool valid : {false, true})
                for (int type : types)
                {
                    Position sizes = taps;
                    for (size_t i = 0; i < sizes.size(); i++)
                        sizes[i] += i + 1 == sizes.size() ? 37 : int(i) + 3;
                    p.borderType = {border};
                    p.valid = valid;
                    expectDefinition(
                        arrayOf(sizes, type), kernelOf(taps, CV_32F), p,
                        format("%d dimensions, border %d, valid %d", int(taps.size()), border, int(valid)));
                }
}

//! The paper's variants for volumes: a slice of the kernel after the other.
class ConvolutionND_Paper : public testing::TestWithParam<int>
{};

INSTANTIATE_TEST_CASE_P(All, ConvolutionND_Paper,
                        testing::Values(CONVOLUTION_TEXTURE, CONVOLUTION_SHARED, CONVOLUTION_SHARED_UNROLLED));

TEST_P(ConvolutionND_Paper, borders_and_sizes)
{
    needDevice();
    expectVolumes(GetParam(), {{3, 3, 3}, {2, 5, 5}, {7, 7, 7}, {2, 1, 3, 3}, {3, 2, 5, 5}}, {CV_32FC1, CV_32FC2});
}

TEST_P(ConvolutionND_Paper, several_kernels_and_in_place)
{
    needDevice();
    Params p;
    p.algorithm = GetParam();
    const Mat src = arrayOf({6, 40, 70}, CV_32F);
    const std::vector<Mat> kernels = {kernelOf({3, 3, 3}, CV_32F, 1), kernelOf({3, 3, 3}, CV_32F, 2)};
    const Mat both = filtered(createNonSeparableFilter(kernels, p), onDevice(src));
    ASSERT_EQ(2, both.channels());
    for (int i = 0; i < 2; i++)
    {
        const auto filter = create(kernels[size_t(i)], p);
        GpuMatND same = onDevice(src);
        filter->apply(same, same);
        Mat part(src.dims, src.size.p, CV_32F);
        const int pair[] = {i, 0};
        mixChannels(&both, 1, &part, 1, pair, 1);
        EXPECT_LE(errorOf(part, onHost(same)), 1e-6);
    }
}

//! Terms of any rank, whose passes follow each other through arrays between them.
TEST(ConvolutionND_Separable, volumes)
{
    needDevice();
    expectVolumes(CONVOLUTION_SEPARABLE, {{3, 3, 3}, {2, 4, 3}, {1, 3, 2}, {5, 1, 1}, {2, 3, 1, 2}, {3, 2, 3, 2}},
                  {CV_32FC1, CV_32FC2, CV_64FC1, CV_16SC1});
}

//! Planes of one row, wide enough for vectors: each must begin at a vector between passes, too.
TEST(ConvolutionND_Separable, planes_of_one_row)
{
    needDevice();
    Params p;
    p.algorithm = CONVOLUTION_SEPARABLE;
    for (const Position& sizes : {Position{28, 1, 250}, Position{5, 1, 1, 250}, Position{5, 6, 1, 129}})
        for (int depth : {CV_32F, CV_64F})
            expectDefinition(arrayOf(sizes, depth), kernelOf(Position(sizes.size(), 3), CV_32F), p,
                             format("%d dimensions, depth %d", int(sizes.size()), depth));
}

TEST(ConvolutionND_Separable, large_kernels_and_banks)
{
    needDevice();
    Params p;
    p.algorithm = CONVOLUTION_SEPARABLE;
    const Position large = {21, 21, 21};
    const Mat box(3, large.data(), CV_32F, Scalar(1e-4));
    expectDefinition(arrayOf({23, 25, 70}, CV_32F), box, p, "21 x 21 x 21");
    const Mat src = arrayOf({6, 9, 40}, CV_32FC2);
    const std::vector<Mat> kernels = {kernelOf({3, 3, 3}, CV_32F, 1), kernelOf({3, 3, 3}, CV_32F, 2)};
    const Mat both = filtered(createNonSeparableFilter(kernels, p), onDevice(src));
    ASSERT_EQ(4, both.channels());
    for (int i = 0; i < 2; i++)
    {
        const Mat one = filtered(create(kernels[size_t(i)], p), onDevice(src));
        Mat part(one.dims, one.size.p, one.type());
        const int pairs[] = {2 * i, 0, 2 * i + 1, 1};
        mixChannels(&both, 1, &part, 1, pairs, 2);
        EXPECT_LE(errorOf(part, one), 1e-6);
    }
}

TEST_P(ConvolutionND, bytes_round_exactly)
{
    needDevice();
    for (int side : {3, 4, 5, 7, 8, 9})
        for (double scale : {2. / side / std::sqrt(side), 1. / side / side / side})
            for (bool isDyadic : {false, true})
            {
                const Mat taps = kernelOf(cube(3, side), CV_64F) * scale, kernel = isDyadic ? inSteps(taps) : taps;
                Params p = params();
                p.delta = 100;
                expectDefinition(arrayOf({side + 3, side + 5, 60}, CV_8U), kernel, p,
                                 format("%d taps, scale %g, dyadic %d", side, scale, int(isDyadic)));
            }
}

//! Several kernels, real and complex, of real and complex sources: their results are channels of one array.
TEST_P(ConvolutionND, banks)
{
    needDevice();
    for (bool isComplexKernel : {false, true})
        for (bool isComplexSource : {false, true})
            for (const Position& taps : {Position{3, 3, 3}, Position{2, 3, 4}, Position{3, 3, 3, 3}})
            {
                Params p = params();
                p.complexSource = isComplexSource;
                std::vector<Mat> kernels;
                for (int i = 0; i < 3; i++)
                    kernels.push_back(kernelOf(taps, isComplexKernel ? CV_32FC2 : CV_32FC1, uint64(i)));
                Position sizes = taps;
                for (int& length : sizes)
                    length += 4;
                const Mat src = arrayOf(sizes, CV_32FC2);
                const Mat all = filtered(createNonSeparableFilter(kernels, p), onDevice(src));
                const int channels = all.channels() / 3;
                for (int i = 0; i < 3; i++)
                {
                    std::vector<Mat> planes;
                    cv::split(flat(all).reshape(all.channels()), planes);
                    Mat merged;
                    cv::merge(std::vector<Mat>(planes.begin() + i * channels, planes.begin() + (i + 1) * channels),
                              merged);
                    const Mat result(all.dims, all.size.p, CV_32FC(channels), merged.data);
                    expectAsDefined(result, src, kernels[size_t(i)], p);
                }
            }
}

//! Channels of large results have the bits of arrays of their own.
TEST_P(ConvolutionND, large_banks)
{
    needDevice();
    for (const Position& sizes : {Position{41, 220, 201}, Position{5, 9, 200, 201}})
        for (bool isComplex : {false, true})
        {
            std::vector<Mat> kernels;
            for (int i = 0; i < (isComplex ? 2 : 3); i++)
                kernels.push_back(kernelOf(cube(int(sizes.size()), 3), CV_32FC(isComplex ? 2 : 1), uint64(i)));
            const Mat src = arrayOf(sizes, CV_32F),
                      all = filtered(createNonSeparableFilter(kernels, params()), onDevice(src));
            std::vector<Mat> channels, parts;
            cv::split(flat(all).reshape(all.channels()), channels);
            for (size_t i = 0; i < kernels.size(); i++)
            {
                const Mat one = filtered(create(kernels[i], params()), onDevice(src));
                cv::split(flat(one).reshape(one.channels()), parts);
                for (size_t k = 0; k < parts.size(); k++)
                    EXPECT_TRUE(identical(parts[k], channels[i * parts.size() + k])) << "kernel " << i;
            }
        }
}

//! Parts of arrays with any gaps, read and written inside only.
TEST_P(ConvolutionND, roi)
{
    needDevice();
    for (int side : {3, 4, 7})
        for (int offset = 0; offset < 5; offset++)
        {
            const Position sizes = {10, 13, 67};
            const Mat image = arrayOf(sizes, CV_32F), kernel = kernelOf(cube(3, side), CV_32F);
            Mat frame({13, 16, 75}, CV_32F, Scalar(std::numeric_limits<float>::quiet_NaN()));
            image.copyTo(frame({Range(1, 11), Range(2, 15), Range(offset, offset + 67)}));
            const GpuMatND whole = onDevice(frame);
            const GpuMatND src = whole({Range(1, 11), Range(2, 15), Range(offset, offset + 67)});
            const GpuMatND guarded = onDevice(Mat({12, 15, 72}, CV_32F, Scalar(-7)));
            GpuMatND dst = guarded({Range(2, 12), Range(1, 14), Range(4 - offset, 71 - offset)});
            const uchar* const data = dst.getDevicePtr();
            create(kernel, params())->apply(src, dst);
            ASSERT_EQ(data, dst.getDevicePtr());
            Mat result;
            guarded.download(result);
            const Mat inside = result({Range(2, 12), Range(1, 14), Range(4 - offset, 71 - offset)}).clone();
            expectAsDefined(inside, image, kernel, params());
            result({Range(2, 12), Range(1, 14), Range(4 - offset, 71 - offset)}).setTo(Scalar(-7));
            EXPECT_EQ(0, cvtest::norm(flat(result), Mat(1, int(result.total()), CV_32F, Scalar(-7)), NORM_INF));
        }
}

TEST_P(ConvolutionND, in_place_and_overlapping)
{
    needDevice();
    for (int side : {3, 6})
    {
        const Mat image = arrayOf({20, 30, 40}, CV_32F), kernel = kernelOf(cube(3, side), CV_32F);
        const auto filter = create(kernel, params());
        const Mat expected = filtered(filter, onDevice(image));
        GpuMatND same = onDevice(image);
        const uchar* const data = same.getDevicePtr();
        filter->apply(same, same);
        EXPECT_EQ(data, same.getDevicePtr());
        EXPECT_LE(errorOf(onHost(same), expected), 1e-6);
        Mat frame({22, 30, 40}, CV_32F, Scalar(0));
        image.copyTo(frame({Range(0, 20), Range::all(), Range::all()}));
        const GpuMatND memory = onDevice(frame);
        GpuMatND to = memory({Range(2, 22), Range::all(), Range::all()});
        filter->apply(memory({Range(0, 20), Range::all(), Range::all()}), to);
        EXPECT_LE(errorOf(onHost(to), expected), 1e-6);
    }
}

TEST_P(ConvolutionND, not_a_number)
{
    needDevice();
    if (isFft())
        throw SkipTestException("it spreads what is not finite");
    for (const Position& taps : {Position{3, 3, 3}, Position{4, 4, 4}, Position{2, 3, 2}, Position{7, 6, 7}})
    {
        Mat src = arrayOf({12, 14, 150}, CV_32F);
        const Vec3i at(6, 7, 65);
        src.at<float>(at) = std::numeric_limits<float>::infinity();
        const Mat result = filtered(create(kernelOf(taps, CV_32F), params()), onDevice(src));
        Position q(3, 0);
        do
        {
            bool holds = true;
            for (int i = 0; i < 3; i++)
            {
                const int d = at[i] - (q[size_t(i)] - taps[size_t(i)] / 2);
                holds = holds && d >= 0 && d < taps[size_t(i)];
            }
            ASSERT_EQ(!holds, std::isfinite(result.at<float>(q[0], q[1], q[2])))
                << q[0] << ", " << q[1] << ", " << q[2];
        } while (advance(q, sizesOf(src)));
    }
}

//! Volumes that fill the device, against the CPU.
TEST_P(ConvolutionND, large)
{
    needDevice();
    const Mat volume = arrayOf({90, 131, 203}, CV_32F), film = arrayOf({9, 33, 40, 90}, CV_32F);
    for (int side : {3, 5, 7, 9, 11})
        for (const Mat& src : {volume, film})
        {
            if (side > 7 && src.dims == 4)
                continue;
            const Mat kernel = kernelOf(cube(src.dims, side), CV_32F);
            Params direct;
            direct.algorithm = CONVOLUTION_DIRECT;
            Mat expected;
            create(kernel, direct)->apply(src, expected);
            EXPECT_LE(errorOf(filtered(create(kernel, params()), onDevice(src)), expected), 1e-5)
                << side << ", " << src.dims << " dimensions";
        }
}

TEST_P(ConvolutionND, same_result_every_time)
{
    needDevice();
    const auto filter = create(kernelOf({5, 5, 5}, CV_32F), params());
    const GpuMatND src = onDevice(arrayOf({60, 70, 80}, CV_32F));
    const Mat first = filtered(filter, src);
    for (int i = 0; i < 10; i++)
        ASSERT_EQ(0, cvtest::norm(flat(first), flat(filtered(filter, src)), NORM_INF));
}

//! A GpuMatND with two dimensions is an image.
TEST_P(ConvolutionND, images)
{
    needDevice();
    const Mat image = arrayOf({50, 170}, CV_32FC3), kernel = kernelOf({5, 5}, CV_32F);
    expectDefinition(image, kernel, params(), "image");
}

#ifdef HAVE_RECFILTER_CUDA
TEST_P(ConvolutionND, only_queues)
{
    needDevice();
    for (const Position& taps : {Position{3, 3, 3}, Position{2, 3, 4}, Position{3, 3, 3, 3}})
    {
        const auto filter = create(kernelOf(taps, CV_32F), params());
        Stream stream;
        const GpuMatND src =
            onDevice(arrayOf(taps.size() == 3 ? Position{20, 30, 40} : Position{5, 6, 20, 30}, CV_32F));
        GpuMatND dst;
        filter->apply(src, dst, stream);
        expectOnlyQueues(stream, [&] { filter->apply(src, dst, stream); });
    }
}

//! CONVOLUTION_AUTO takes another algorithm for other sizes. All is there after the first call.
TEST(ConvolutionND_Choice, other_sizes_allocate_nothing)
{
    needDevice();
    for (int algorithm : {CONVOLUTION_AUTO, CONVOLUTION_STRICT, CONVOLUTION_DIRECT, CONVOLUTION_MATRIX})
        for (int side : {3, 7})
        {
            Params p;
            p.algorithm = algorithm;
            const auto filter = create(kernelOf(cube(3, side), CV_32F), p);
            Stream stream;
            GpuMatND dst;
            filter->apply(onDevice(arrayOf({20, 30, 40}, CV_32F)), dst, stream);
            for (const Position& sizes : {Position{20, 31, 43}, Position{90, 110, 128}, Position{110, 120, 132}})
            {
                const GpuMatND src = onDevice(arrayOf(sizes, CV_32F));
                dst.create(sizes, CV_32F);
                stream.waitForCompletion();
                CapturedCall(stream, [&] { filter->apply(src, dst, stream); });
            }
        }
}

TEST_P(ConvolutionND, workspace)
{
    needDevice();
    const size_t bytes = create(kernelOf({9, 9, 9}, CV_32F), params())->estimateWorkspace({256, 256, 256}, CV_32F);
    if (isFft())
        EXPECT_TRUE(bytes > 0 && bytes < (size_t(2) << 30)) << bytes;
    else
        EXPECT_EQ(0u, bytes);
}
#endif

// ---- Errors

TEST(ConvolutionND_Negative, apply)
{
    float pixels[1000] = {};
    GpuMatND volume = headerOnly({10, 10, 10}, CV_32F, pixels), image = headerOnly({10, 10}, CV_32F, pixels);
    const GpuMatND small = headerOnly({10, 2, 10}, CV_32F, pixels);
    const GpuMatND otherType = headerOnly({10, 10, 10}, CV_8U, pixels);
    const GpuMatND integers = headerOnly({5, 5, 5}, CV_32S, pixels);
    const GpuMat plane(10, 10, CV_32F, pixels);
    const Mat host = arrayOf({10, 10, 10}, CV_32F);
    const auto filter = create(kernelOf({3, 3, 3}, CV_32F)), planes = create(kernelOf({3, 3}, CV_32F));
    Params inside;
    inside.valid = true;
    const auto validFilter = create(kernelOf({3, 3, 3}, CV_32F), inside);
    Mat dst;
    GpuMat gpuDst;
    GpuMatND ndDst;
    std::vector<Mat> list;
    std::vector<GpuMat> gpuList;
    using namespace cv::Error;
    const BadCall rows[] = {
        {"src is empty", StsBadArg, [&] { filter->apply(GpuMatND(), ndDst); }},
        {"src has 2 dimensions; 3", StsBadArg, [&] { filter->apply(image, ndDst); }},
        {"src has 2 dimensions; 3", StsBadArg, [&] { filter->apply(plane, gpuDst); }},
        {"src has 3 dimensions; 2", StsBadArg, [&] { planes->apply(volume, ndDst); }},
        {"src has depth CV_32S", StsUnsupportedFormat, [&] { filter->apply(integers, ndDst); }},
        {"src has 2 elements along dimension 1 and the kernels 3", StsUnmatchedSizes,
         [&] { validFilter->apply(small, ndDst); }},
        {"dst is a Mat and src a GpuMatND; both must be on the same side", StsBadArg,
         [&] { filter->apply(volume, dst); }},
        {"dst is a GpuMat and src a GpuMatND; both must be of the same kind", StsBadArg,
         [&] { filter->apply(volume, gpuDst); }},
        {"dst is a GpuMatND and src a GpuMat", StsBadArg, [&] { planes->apply(plane, ndDst); }},
        {"dst is a GpuMatND and src a Mat", StsBadArg, [&] { filter->apply(host, ndDst); }},
        {"dst is a list of Mat and src a GpuMatND", StsBadArg, [&] { filter->apply(volume, list); }},
        {"dst is a list of GpuMat and src a GpuMatND", StsBadArg, [&] { filter->apply(volume, gpuList); }},
        {"dst has the fixed type CV_8UC1", StsUnmatchedFormats, [&] { filter->apply(volume, otherType); }},
        {"dst has the fixed size 10 x 2 x 10", StsUnmatchedSizes, [&] { filter->apply(volume, small); }},
        {"size has 2 dimensions and the kernels 3", StsBadArg,
         [&] { filter->estimateWorkspace(Size(10, 10), CV_32F); }},
        {"size is", StsBadArg,
         [&] {
             filter->estimateWorkspace({10, 0, 10}, CV_32F);
         }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(dst.empty() && gpuDst.empty() && ndDst.empty() && list.empty() && gpuList.empty());
}

//! Operators of images go on refusing it.
TEST(ConvolutionND_Negative, other_operators)
{
    float pixels[100] = {};
    const GpuMatND image = headerOnly({10, 10}, CV_32F, pixels);
    GpuMatND dst;
    GpuMat gpuDst;
    const auto filter = createRecursiveGaussianFilter(2);
    expectError(cv::Error::StsBadArg, "src is a GpuMatND; Mat, UMat and GpuMat are accepted",
                [&] { filter->apply(image, dst); });
    expectError(cv::Error::StsBadArg, "dst is a GpuMatND; Mat, UMat and GpuMat are accepted", [&] {
        filter->apply(arrayOf({10, 10}, CV_32F), dst);
    });
    EXPECT_TRUE(dst.empty());
}

TEST(ConvolutionND_Negative, no_device)
{
    if (hasDevice())
        throw SkipTestException("there is a CUDA device");
    float pixels[1000] = {};
    const auto filter = create(kernelOf({3, 3, 3}, CV_32F));
    GpuMatND dst;
    expectError(cv::Error::GpuNotSupported, "src is a GpuMatND", [&] {
        filter->apply(headerOnly({10, 10, 10}, CV_32F, pixels), dst);
    });
    expectError(cv::Error::GpuNotSupported, "workspace", [&] { filter->estimateWorkspace({10, 10, 10}, CV_32F); });
    EXPECT_TRUE(dst.empty());
}

}} // namespace opencv_test
