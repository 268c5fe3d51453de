// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Summed-area tables along any dimensions on the GPU against the CPU, which test_sat.cpp compares with plain loops.

#include "device_common.hpp"

namespace opencv_test { namespace {

typedef std::vector<int> Numbers; //!< lengths, or dimensions

struct ArrayDepths
{
    int src, sum, sqsum;
};

const ArrayDepths ARRAY_DEPTHS[] = {
    {CV_8U, CV_32S, CV_64F},  {CV_8U, CV_32S, CV_32F},  {CV_8U, CV_32S, CV_32S},  {CV_8U, CV_32F, CV_64F},
    {CV_8U, CV_32F, CV_32F},  {CV_8U, CV_64F, CV_64F},  {CV_16U, CV_64F, CV_64F}, {CV_16S, CV_64F, CV_64F},
    {CV_32S, CV_64F, CV_64F}, {CV_32S, CV_32S, CV_64F}, {CV_32F, CV_32F, CV_64F}, {CV_32F, CV_32F, CV_32F},
    {CV_32F, CV_64F, CV_64F}, {CV_64F, CV_64F, CV_64F},
};
//! Exact, rounded in float, and in double.
const ArrayDepths SOME_DEPTHS[] = {
    {CV_8U, CV_32S, CV_32S}, {CV_32F, CV_32F, CV_32F}, {CV_32F, CV_64F, CV_64F}, {CV_32S, CV_32S, CV_64F}};

const int LAYOUTS[] = {SAT_INTEGRAL, SAT_INCLUSIVE};

Mat arrayOf(const Numbers& sizes, int type, uint64 seed = 1)
{
    RNG rng(seed + freshSeed());
    Mat array(sizes, type);
    if (array.depth() == CV_32S)
        rng.fill(array, RNG::UNIFORM, INT_MIN, INT_MAX); // sums of CV_32S wrap
    else
        rng.fill(array, RNG::UNIFORM, array.depth() == CV_8U || array.depth() == CV_16U ? 0 : -100, 256);
    return array;
}

Mat flat(const Mat& array)
{
    const int sizes[] = {1, int(array.total())};
    return array.clone().reshape(0, 2, sizes);
}

//! Of an array without gaps.
void fill(const GpuMatND& array, const Scalar& value)
{
    const int rows = array.size[0];
    GpuMat(rows, int(array.total() / size_t(rows)), array.type(), array.getDevicePtr()).setTo(value);
}

std::string textOf(const Numbers& numbers)
{
    std::string text;
    for (int number : numbers)
        text += (text.empty() ? "" : " ") + std::to_string(number);
    return text;
}

//! That of test_sat_cuda.cpp: integers are exact, in double too.
double tolerance(int srcDepth, int tableDepth)
{
    if (tableDepth == CV_32S || (tableDepth == CV_64F && srcDepth != CV_32F && srcDepth != CV_64F))
        return 0;
    return tableDepth == CV_64F ? 1e-12 : 2e-4;
}

void expectTable(const Mat& expected, const Mat& actual, int srcDepth)
{
    ASSERT_EQ(expected.type(), actual.type());
    ASSERT_EQ(Numbers(expected.size.p, expected.size.p + expected.dims),
              Numbers(actual.size.p, actual.size.p + actual.dims));
    EXPECT_LE(largestError(flat(actual), flat(expected)),
              tolerance(srcDepth, actual.depth()) * largestValue(flat(expected)));
}

//! Sums and squared sums of both layouts.
void expectLikeHost(const Mat& src, const Numbers& dimensions, const ArrayDepths& depths)
{
    for (int layout : LAYOUTS)
    {
        SCOPED_TRACE(cv::format("%s to %s and %s, %d channels, layout %d, dimensions %s of %s",
                                depthToString(depths.src), depthToString(depths.sum), depthToString(depths.sqsum),
                                src.channels(), layout, textOf(dimensions).c_str(),
                                textOf(Numbers(src.size.p, src.size.p + src.dims)).c_str()));
        const auto sat = createSummedAreaTable(dimensions, depths.sum, depths.sqsum, layout);
        Mat sum, sqsum;
        GpuMatND deviceSum, deviceSqsum, alone;
        sat->apply(src, sum, sqsum, noArray());
        const GpuMatND array = onDevice(src);
        sat->apply(array, deviceSum, deviceSqsum, noArray());
        expectTable(sum, onHost(deviceSum), src.depth());
        expectTable(sqsum, onHost(deviceSqsum), src.depth() == CV_32S ? CV_64F : src.depth()); // rounds
        sat->apply(array, alone);
        EXPECT_TRUE(identical(flat(onHost(deviceSum)), flat(onHost(alone))));
    }
}

void expectLikeHost(const Numbers& sizes, const Numbers& dimensions)
{
    for (const ArrayDepths& depths : SOME_DEPTHS)
        expectLikeHost(arrayOf(sizes, depths.src), dimensions, depths);
}

Numbers dimensionsOf(int set, int count)
{
    Numbers dimensions;
    for (int i = 0; i < count; i++)
        if (set >> i & 1)
            dimensions.push_back(i);
    return dimensions;
}

// ---- Sizes and dimensions

TEST(SatNDCuda, every_set_of_dimensions)
{
    needDevice();
    size_t next = 0;
    for (const Numbers& sizes : std::vector<Numbers>{{7, 140},
                                                     {5, 66, 133},
                                                     {1, 9, 1},
                                                     {130, 3, 70},
                                                     {4, 70, 3, 5},
                                                     {70, 80, 3},
                                                     {3, 2, 90, 100},
                                                     {2, 3, 2, 3, 2, 3, 2, 3}})
        for (int set = 1; set < 1 << sizes.size(); set += sizes.size() == 8 ? 5 : 1)
            for (int i = 0; i < 3; i++)
            {
                const ArrayDepths depths = ARRAY_DEPTHS[next++ % 14];
                expectLikeHost(arrayOf(sizes, CV_MAKETYPE(depths.src, i ? 1 : 1 + int(next) % 4)),
                               dimensionsOf(set, int(sizes.size())), depths);
            }
}

//! Every kernel for every depth and number of channels.
TEST(SatNDCuda, depths_and_channels)
{
    needDevice();
    for (const ArrayDepths& depths : ARRAY_DEPTHS)
        for (int channels : {1, 2, 3, 4})
        {
            const int type = CV_MAKETYPE(depths.src, channels);
            expectLikeHost(arrayOf({4, 90, 140}, type), {0, 1, 2}, depths); // tiles of planes, columns in place
            expectLikeHost(arrayOf({3, 9, 13}, type), {1, 2}, depths);      // small planes
            expectLikeHost(arrayOf({3, 10}, type), {1}, depths);            // lines in shared memory
            expectLikeHost(arrayOf({5, 300}, type), {1}, depths);           // by a warp
            expectLikeHost(arrayOf({2, 20000}, type), {1}, depths);         // several tiles
            expectLikeHost(arrayOf({700, 40}, type), {0}, depths);          // columns in parts
            expectLikeHost(arrayOf({5, 40, 9}, type), {1}, depths);
        }
}

TEST(SatNDCuda, short_axes)
{
    needDevice();
    for (int i = 0; i < 27; i++)
        for (int set = 1; set < 8; set++)
            expectLikeHost(arrayOf({1 + i % 3, 1 + i / 3 % 3, 1 + i / 9}, CV_16U), dimensionsOf(set, 3),
                           {CV_16U, CV_64F, CV_64F});
}

//! Images that fit into shared memory or do not, of one tile of 128 x 128 or 64 or of more, and too large for batches.
TEST(SatNDCuda, batches_of_images)
{
    needDevice();
    for (const Numbers& image : std::vector<Numbers>{{1, 4000},
                                                     {4000, 1},
                                                     {62, 63},
                                                     {63, 63},
                                                     {64, 64},
                                                     {2, 3000},
                                                     {3000, 2},
                                                     {127, 127},
                                                     {128, 128},
                                                     {129, 129},
                                                     {257, 130},
                                                     {40, 5000},
                                                     {5000, 40},
                                                     {2, 20000},
                                                     {1500, 1600}})
        expectLikeHost({3, image[0], image[1]}, {1, 2});
}

//! More images than a chunk of 16 MB holds.
TEST(SatNDCuda, chunks_of_images)
{
    needDevice();
    for (const Numbers& sizes : std::vector<Numbers>{{300, 250, 260}, {2, 9, 600, 700}, {1001, 129, 66}})
        for (const ArrayDepths& depths : {SOME_DEPTHS[0], SOME_DEPTHS[1]})
        {
            const int last = int(sizes.size()) - 1;
            expectLikeHost(arrayOf(sizes, depths.src), {last - 1, last}, depths);
        }
}

//! More images than a grid has layers: small ones, and such of one tile.
TEST(SatNDCuda, many_images)
{
    needDevice();
    for (const Numbers& dimensions : {Numbers{1, 2}, Numbers{1}, Numbers{2}, Numbers{0}})
        expectLikeHost(arrayOf({70001, 5, 6}, CV_8U), dimensions, SOME_DEPTHS[0]);
    const int count = 65600;
    GpuMatND ones({count, 65, 64}, CV_8U), table;
    fill(ones, Scalar(1));
    createSummedAreaTable({1, 2}, CV_32S, -1, SAT_INCLUSIVE)->apply(ones, table);
    for (int i : {0, 1, 65534, 65535, 65536, count - 1})
        for (int y : {0, 31, 64})
            EXPECT_EQ((y + 1) * 64, onHost(table({Range(i, i + 1), Range(y, y + 1), Range(63, 64)})).ptr<int>()[0])
                << i << ", " << y;
}

//! Around what a thread, a warp and a block take, and over several chunks.
TEST(SatNDCuda, lines)
{
    needDevice();
    for (int length : {1, 2, 63, 64, 65, 511, 512, 513, 1023, 1024, 1025, 4095, 4096, 4097, 8191, 8192, 8193, 100001})
        for (int count : {1, 3, 70})
            expectLikeHost({count, length}, {1});
    for (const Numbers& sizes :
         std::vector<Numbers>{{1, 4194303}, {1, 4194305}, {2, 9000001}, {600, 9001}, {9, 1000001}})
        expectLikeHost({sizes[0], sizes[1]}, {1});
}

//! Few columns of many rows, which are cut into parts. Elements behind the dimension that are channels of a line.
TEST(SatNDCuda, columns)
{
    needDevice();
    for (const Numbers& sizes : std::vector<Numbers>{{300001, 7},
                                                     {300001, 3},
                                                     {300001, 1},
                                                     {5001, 33},
                                                     {31, 700},
                                                     {33, 700},
                                                     {16, 5000},
                                                     {17, 5000},
                                                     {2049, 4096}})
        expectLikeHost({sizes[0], sizes[1]}, {0});
    for (const Numbers& sizes : std::vector<Numbers>{{5, 70001, 9}, {3, 50, 5000}, {3001, 50, 5}, {3001, 50, 3}})
        expectLikeHost({sizes[0], sizes[1], sizes[2]}, {1});
}

//! A GpuMat, and a GpuMatND with one dimension, which is a row.
TEST(SatNDCuda, images_and_rows)
{
    needDevice();
    for (int type : {CV_8UC1, CV_32FC1, CV_8UC3})
        for (const Numbers& dimensions : {Numbers{0}, Numbers{1}, Numbers{1, 0}})
            for (int layout : LAYOUTS)
            {
                const Mat src = arrayOf({150, 211}, type);
                const auto sat = createSummedAreaTable(dimensions, CV_64F, CV_64F, layout);
                Mat sum, sqsum;
                GpuMat deviceSum, deviceSqsum;
                sat->apply(src, sum, sqsum, noArray());
                sat->apply(GpuMat(src), deviceSum, deviceSqsum, noArray());
                expectTable(sum, Mat(deviceSum), src.depth());
                expectTable(sqsum, Mat(deviceSqsum), src.depth());
            }
    const Mat row = arrayOf({1, 5000}, CV_32S);
    const GpuMatND image = onDevice(row), line(GpuMatND::SizeArray{5000}, CV_32S, image.getDevicePtr());
    GpuMatND table;
    for (int layout : LAYOUTS)
    {
        const auto sat = createSummedAreaTable(Numbers{1}, CV_32S, -1, layout);
        Mat expected;
        sat->apply(row, expected);
        sat->apply(line, table);
        expectTable(expected, onHost(table), CV_32S);
    }
}

TEST(SatNDCuda, random_arrays)
{
    needDevice();
    const uint64 seed = theRNG().state + freshSeed();
    RNG rng(seed);
    for (int i = 0; i < 150; i++)
    {
        Numbers sizes;
        int left = 2000000;
        for (int dims = rng.uniform(2, 6); dims > 0; dims--)
        {
            sizes.push_back(rng.uniform(1, std::min(left, i % 2 ? 40 : 2000) + 1));
            left = std::max(left / sizes.back(), 1);
        }
        for (int k = int(sizes.size()) - 1; k > 0; k--)
            std::swap(sizes[size_t(k)], sizes[size_t(rng.uniform(0, k + 1))]);
        const ArrayDepths depths = ARRAY_DEPTHS[rng.uniform(0, 14)];
        const int set = rng.uniform(1, 1 << sizes.size());
        SCOPED_TRACE(cv::format("seed %llu, array %d", (unsigned long long)seed, i));
        expectLikeHost(arrayOf(sizes, CV_MAKETYPE(depths.src, i % 3 ? 1 : rng.uniform(1, 5)), uint64(i)),
                       dimensionsOf(set, int(sizes.size())), depths);
    }
}

//! In place, to spare a second array.
TEST(SatNDCuda, more_than_2_to_the_31_elements)
{
    needDevice();
    applyTestTag(CV_TEST_TAG_MEMORY_14GB, CV_TEST_TAG_VERYLONG);
    const int length = 1200000000;
    GpuMatND array({2, length}, CV_32S);
    fill(array, Scalar(1));
    createSummedAreaTable(Numbers{1}, CV_32S, -1, SAT_INCLUSIVE)->apply(array, array);
    createSummedAreaTable(Numbers{0}, CV_32S, -1, SAT_INCLUSIVE)->apply(array, array);
    RNG rng(13);
    for (int i = 0; i < 50; i++)
    {
        const int y = i % 2, x = i < 2 ? length - 1 : rng.uniform(0, length);
        const unsigned sum = unsigned(onHost(array({Range(y, y + 1), Range(x, x + 1)})).ptr<int>()[0]);
        ASSERT_EQ(unsigned(y + 1) * unsigned(x + 1), sum) << y << ", " << x;
    }
}

// ---- Values

//! Sums of parts of a long line are kept in double: a float of the table loses what one tile and one rounding lose.
TEST(SatNDCuda, long_lines_of_floats_lose_little)
{
    needDevice();
    Mat src(1, 1 << 25, CV_32F);
    RNG(3).fill(src, RNG::UNIFORM, 0, 1);
    GpuMatND table;
    createSummedAreaTable(Numbers{1}, CV_32F, -1, SAT_INCLUSIVE)->apply(onDevice(src), table);
    const Mat actual = onHost(table);
    double sum = 0, error = 0;
    for (int i = 0; i < src.cols; i++)
    {
        sum += src.at<float>(i);
        error = std::max(error, std::abs(double(actual.ptr<float>()[i]) / sum - 1));
    }
    EXPECT_LE(error, 2e-6);
}

//! What comes before it keeps its bits.
TEST(SatNDCuda, not_a_number_spreads_along_the_dimensions_only)
{
    needDevice();
    for (const Numbers& sizes : {Numbers{3, 3, 30000}, Numbers{3, 30000, 3}, Numbers{40, 90, 200}})
        for (int set = 1; set < 8; set++)
        {
            Mat src = arrayOf(sizes, CV_32F);
            const Numbers dimensions = dimensionsOf(set, 3), at = {sizes[0] / 2, sizes[1] / 2, sizes[2] / 2};
            const auto sat = createSummedAreaTable(dimensions, CV_32F, -1, SAT_INCLUSIVE);
            GpuMatND clean, table;
            sat->apply(onDevice(src), clean);
            src.at<float>(at[0], at[1], at[2]) = std::numeric_limits<float>::quiet_NaN();
            sat->apply(onDevice(src), table);
            const Mat expected = onHost(clean), actual = onHost(table);
            int wrong = 0;
            for (int z = 0; z < sizes[0]; z++)
                for (int y = 0; y < sizes[1]; y++)
                    for (int x = 0; x < sizes[2]; x++)
                    {
                        const auto isMet = [&](int i, int k) {
                            return set >> i & 1 ? k >= at[size_t(i)] : k == at[size_t(i)];
                        };
                        const float value = actual.at<float>(z, y, x);
                        wrong += isMet(0, z) && isMet(1, y) && isMet(2, x) ? !cvIsNaN(value)
                                                                           : value != expected.at<float>(z, y, x);
                    }
            EXPECT_EQ(0, wrong) << "dimensions " << textOf(dimensions) << " of " << textOf(sizes);
        }
}

TEST(SatNDCuda, same_result_every_time)
{
    needDevice();
    for (const Numbers& sizes : {Numbers{1, 20000000}, Numbers{300, 250, 260}, Numbers{1000000, 9}})
        for (int set = 1; set < 1 << sizes.size(); set++)
        {
            const GpuMatND src = onDevice(arrayOf(sizes, CV_32F));
            const auto sat = createSummedAreaTable(dimensionsOf(set, int(sizes.size())), CV_32F);
            GpuMatND first, sum;
            sat->apply(src, first);
            const Mat expected = onHost(first);
            for (int i = 0; i < 5; i++)
            {
                sat->apply(src, sum);
                ASSERT_TRUE(identical(flat(expected), flat(onHost(sum)))) << textOf(sizes) << ", set " << set;
            }
        }
}

// ---- Memory

//! Parts of arrays with gaps have the bits of whole arrays, in given memory, in place, and overlapping.
TEST(SatNDCuda, regions_and_in_place)
{
    needDevice();
    const std::vector<Range> region = {Range(3, 15), Range(2, 79), Range(5, 150)};
    for (int type : {CV_32FC1, CV_32FC3, CV_64FC1, CV_32SC1})
        for (int set = 1; set < 8; set++)
            for (int layout : LAYOUTS)
            {
                const Numbers dimensions = dimensionsOf(set, 3);
                SCOPED_TRACE(cv::format("type %d, dimensions %s, layout %d", type, textOf(dimensions).c_str(), layout));
                const auto sat = createSummedAreaTable(dimensions, CV_MAT_DEPTH(type), -1, layout);
                const Mat whole = arrayOf({20, 90, 160}, type);
                GpuMatND table;
                sat->apply(onDevice(whole(region).clone()), table);
                const Mat expected = onHost(table), sevens(Numbers{20, 90, 160}, type, Scalar::all(7));
                std::vector<Range> other;
                for (int i = 0; i < 3; i++)
                    other.push_back(Range(2 - i, 2 - i + expected.size[i]));
                const GpuMatND array = onDevice(whole), room = onDevice(sevens);
                GpuMatND sum = room(other);
                const uchar* const data = sum.getDevicePtr();
                sat->apply(array(region), sum);
                EXPECT_EQ(data, sum.getDevicePtr());
                EXPECT_TRUE(identical(flat(expected), flat(onHost(sum))));
                Mat around = onHost(room);
                around(other).setTo(Scalar::all(7));
                EXPECT_TRUE(identical(flat(sevens), flat(around)));
                GpuMatND overlapping = array(other);
                sat->apply(array(region), overlapping);
                EXPECT_TRUE(identical(flat(expected), flat(onHost(overlapping))));
                if (layout == SAT_INTEGRAL)
                    continue;
                GpuMatND inPlace = onDevice(whole)(region), squares;
                sat->apply(inPlace, inPlace);
                EXPECT_TRUE(identical(flat(expected), flat(onHost(inPlace))));
                inPlace = onDevice(whole)(region);
                if (type == CV_32SC1)
                    continue;
                sat->apply(inPlace, inPlace, squares, noArray()); // the squares are those of the source
                EXPECT_TRUE(identical(flat(expected), flat(onHost(inPlace))));
                Mat expectedSquares;
                sat->apply(whole(region), noArray(), expectedSquares, noArray());
                expectTable(expectedSquares, onHost(squares), CV_MAT_DEPTH(type));
            }
}

TEST(SatNDCuda, memory_that_is_not_aligned)
{
    needDevice();
    const Mat src = arrayOf({3, 40, 50}, CV_32F);
    GpuMat memory(1, 1 << 16, CV_8U, Scalar(0));
    GpuMatND from(GpuMatND::SizeArray{3, 40, 50}, CV_32F, memory.data + 1),
        to(GpuMatND::SizeArray{3, 40, 50}, CV_32F, memory.data + 30002);
    from.upload(src);
    for (int set = 1; set < 8; set++)
    {
        const auto sat = createSummedAreaTable(dimensionsOf(set, 3), CV_32F, -1, SAT_INCLUSIVE);
        GpuMatND expected;
        sat->apply(onDevice(src), expected);
        sat->apply(from, to);
        EXPECT_TRUE(identical(flat(onHost(expected)), flat(onHost(to))));
    }
}

#ifdef HAVE_RECFILTER_CUDA
//! A batch takes as many kernels as two images. A call that has run before allocates nothing and waits for nothing.
TEST(SatNDCuda, kernels_and_streams)
{
    needDevice();
    struct Row
    {
        Numbers sizes, dimensions;
        int kernels;
    };
    const Row rows[] = {{{2, 200, 300}, {1, 2}, 2},  {{60, 200, 300}, {1, 2}, 2}, {{9, 100, 128}, {1, 2}, 1},
                        {{1000, 10, 10}, {1, 2}, 1}, {{20, 200, 300}, {0}, 1},    {{20, 200, 300}, {0, 1, 2}, 3},
                        {{1000, 1000}, {1}, 1},      {{10, 1000000}, {1}, 4},     {{100000, 10}, {0}, 3},
                        {{20, 50, 10000}, {0, 1}, 2}};
    for (const Row& row : rows)
    {
        SCOPED_TRACE(textOf(row.dimensions) + " of " + textOf(row.sizes));
        Stream stream;
        const auto sat = createSummedAreaTable(row.dimensions, CV_32F, -1, SAT_INCLUSIVE);
        const GpuMatND src = onDevice(arrayOf(row.sizes, CV_32F));
        GpuMatND sum;
        sat->apply(src, sum, stream);
        expectOnlyQueues(stream, [&] { sat->apply(src, sum, stream); });
        const CapturedCall graph(stream, [&] { sat->apply(src, sum, stream); });
        EXPECT_EQ(row.kernels, graph.kernels());
        const Mat expected = onHost(sum);
        fill(sum, Scalar(0));
        EXPECT_TRUE(graph.launch());
        stream.waitForCompletion();
        EXPECT_TRUE(identical(flat(expected), flat(onHost(sum))));
    }
}

//! The device needs no more than what the estimate promises.
TEST(SatNDCuda, workspace)
{
    needDevice();
    const auto volumes = createSummedAreaTable({0, 1, 2}, CV_32F), lines = createSummedAreaTable(Numbers{1}, CV_32F);
    EXPECT_LE(volumes->estimateWorkspace({64, 256, 512}, CV_32F), size_t(64 * 256 * 512 * sizeof(float) / 10));
    EXPECT_LE(lines->estimateWorkspace(Numbers{1, 1 << 28}, CV_32F), size_t(1 << 20));
    EXPECT_EQ(lines->estimateWorkspace(Size(1 << 28, 1), CV_32F), lines->estimateWorkspace(Numbers{1 << 28}, CV_32F));
    EXPECT_LE(volumes->estimateWorkspace({64, 256, 512}, CV_32F),
              volumes->estimateWorkspace({64, 256, 512}, CV_32F, true));
    const auto images = createSummedAreaTable({0, 1}, CV_32F);
    EXPECT_EQ(createSummedAreaTable(CV_32F)->estimateWorkspace(Size(3000, 2000), CV_32F),
              images->estimateWorkspace(Numbers{2000, 3000}, CV_32F));
    // Rows of a GpuMat have gaps. Then two columns are no channels.
    const GpuMat narrow(Mat(100000, 2, CV_32F, Scalar(1)));
    GpuMat totals;
    const auto columns = createSummedAreaTable(Numbers{0}, CV_32F);
    columns->apply(narrow, totals);
    releaseWorkspaces();
    const size_t free = freeMemory(), ofColumns = columns->estimateWorkspace(narrow.size(), CV_32F);
    columns->apply(narrow, totals);
    EXPECT_LE(free, freeMemory() + ofColumns + 2 * MEMORY_PIECE);
    const GpuMatND src = onDevice(arrayOf({40, 256, 512}, CV_32F));
    GpuMatND sum({41, 257, 513}, CV_32F);
    const size_t bytes = volumes->estimateWorkspace({40, 256, 512}, CV_32F);
    volumes->apply(src, sum); // loads the kernels
    releaseWorkspaces();
    const size_t before = freeMemory();
    volumes->apply(src, sum);
    EXPECT_LE(before, freeMemory() + bytes + 2 * MEMORY_PIECE);
}

//! Halves of one array share no memory, though their rows interleave.
TEST(SatNDCuda, halves_of_an_array)
{
    needDevice();
    const Mat pixels = arrayOf({100, 200}, CV_8U), wide = arrayOf({100, 400}, CV_32S);
    const auto sat = createSummedAreaTable(Numbers{1}, CV_32S, CV_32S, SAT_INCLUSIVE);
    GpuMatND expected, expectedSquares, both({100, 400}, CV_32S);
    sat->apply(onDevice(pixels), expected, expectedSquares, noArray());
    const std::vector<Range> left = {Range::all(), Range(0, 200)}, right = {Range::all(), Range(200, 400)};
    GpuMatND sum = both(left), squares = both(right);
    sat->apply(onDevice(pixels), sum, squares, noArray());
    EXPECT_TRUE(identical(flat(onHost(expected)), flat(onHost(sum))));
    EXPECT_TRUE(identical(flat(onHost(expectedSquares)), flat(onHost(squares))));
    const GpuMat parent(wide);
    GpuMat of = parent.colRange(200, 400), alone;
    sat->apply(parent.colRange(0, 200).clone(), alone);
    sat->apply(parent.colRange(0, 200), of);
    EXPECT_TRUE(identical(Mat(alone), Mat(of)));
}
#endif

// ---- Errors

GpuMatND headerOnly(const Numbers& sizes, int type, void* data)
{
    return GpuMatND(GpuMatND::SizeArray(sizes.begin(), sizes.end()), type, data);
}

//! A GpuMatND is checked without a GPU, up to where one is needed.
TEST(SatNDCuda_Negative, arrays)
{
    static uchar memory[5 * 6 * 7 * 8 * 8] = {}, others[5 * 6 * 7 * 8] = {};
    const GpuMatND volume = headerOnly({4, 5, 6}, CV_8U, memory), image = headerOnly({5, 6}, CV_8U, memory);
    const GpuMatND floats = headerOnly({4, 5, 6}, CV_32F, memory), halves = headerOnly({4, 5, 6}, CV_16F, memory);
    const GpuMatND five = headerOnly({4, 5, 6}, CV_8UC(5), memory), nine = headerOnly(Numbers(9, 1), CV_8U, memory);
    const GpuMatND fixedType = headerOnly({5, 6, 7}, CV_64F, memory), fixedSize = headerOnly({4, 5, 6}, CV_32S, memory);
    GpuMatND upper = headerOnly({5, 6, 7}, CV_32S, others), lower = headerOnly({5, 6, 7}, CV_32S, others + 64);
    const GpuMat plane(5, 6, CV_8U, memory);
    const Mat host(Numbers{4, 5, 6}, CV_8U, Scalar(1));
    Mat hostSum;
    GpuMat gpuSum;
    GpuMatND sum, sqsum, tilted;
    std::vector<GpuMat> list;
    const auto sat = [](const Numbers& dimensions, int sdepth = -1, int sqdepth = -1) {
        return createSummedAreaTable(dimensions, sdepth, sqdepth);
    };
    const Ptr<SummedAreaTable> all = sat({0, 1, 2}), last = sat({2}), ofImages = createSummedAreaTable();
    using namespace cv::Error;
    const BadCall rows[] = {
        {"src is empty", StsBadArg, [&] { all->apply(GpuMatND(), sum); }},
        {"src has 2 dimensions, and the table sums along dimension 2", StsBadArg, [&] { last->apply(image, sum); }},
        {"src has 2 dimensions, and the table sums along dimension 2", StsBadArg, [&] { last->apply(plane, gpuSum); }},
        {"src has 9 dimensions", StsBadArg, [&] { all->apply(nine, sum); }},
        {"src has depth CV_16F", StsUnsupportedFormat, [&] { all->apply(halves, sum); }},
        {"src has 5 channels", BadNumChannels, [&] { all->apply(five, sum); }},
        {"sdepth is CV_32S", StsUnsupportedFormat,
         [&] {
             sat({0, 1}, CV_32S)->apply(floats, sum);
         }},
        {"sqdepth is CV_32S", StsUnsupportedFormat,
         [&] {
             sat({0, 1}, -1, CV_32S)->apply(floats, sum, sqsum, noArray());
         }},
        {"tilted is wanted and dimensions is set", StsNotImplemented,
         [&] { all->apply(volume, sum, noArray(), tilted); }},
        {"sum, sqsum and tilted are all noArray()", StsBadArg, [&] { all->apply(volume, noArray()); }},
        {"sum is a Mat and src a GpuMatND; both must be on the same side", StsBadArg,
         [&] { all->apply(volume, hostSum); }},
        {"sum is a GpuMat and src a GpuMatND; both must be of the same kind", StsBadArg,
         [&] { all->apply(volume, gpuSum); }},
        {"sqsum is a GpuMat and src a GpuMatND", StsBadArg, [&] { all->apply(volume, sum, gpuSum, noArray()); }},
        {"sum is a GpuMatND and src a Mat", StsBadArg, [&] { all->apply(host, sum); }},
        {"sum and sqsum are the same array", StsBadArg, [&] { all->apply(volume, sum, sum, noArray()); }},
        {"sum and sqsum share memory", StsBadArg,
         [&] {
             sat({0, 1, 2}, CV_32S, CV_32S)->apply(volume, upper, lower, noArray());
         }},
        {"sum is an array of kind", StsBadArg, [&] { all->apply(volume, list); }},
        {"sum has the fixed type CV_64FC1", StsUnmatchedFormats, [&] { all->apply(volume, fixedType); }},
        {"sum has the fixed size 4 x 5 x 6", StsUnmatchedSizes, [&] { all->apply(volume, fixedSize); }},
        {"src is a GpuMatND; Mat, UMat and GpuMat are accepted", StsBadArg, [&] { ofImages->apply(image, sum); }},
        {"size is", StsBadArg,
         [&] {
             all->estimateWorkspace({4, 0, 5}, CV_8U);
         }},
        {"size has 2 dimensions, and the table sums along dimension 2", StsBadArg,
         [&] { all->estimateWorkspace(Size(4, 5), CV_8U); }},
        {"size has 9 dimensions; 1 to 8 are accepted", StsBadArg,
         [&] { all->estimateWorkspace(Numbers(9, 1), CV_8U); }},
        {"size has 3 dimensions; 2 are accepted", StsBadArg,
         [&] {
             ofImages->estimateWorkspace({4, 5, 6}, CV_8U);
         }},
        {"type has 5 channels", BadNumChannels,
         [&] {
             all->estimateWorkspace({4, 5, 6}, CV_8UC(5));
         }},
        {"type has depth CV_16F", StsUnsupportedFormat,
         [&] {
             all->estimateWorkspace({4, 5, 6}, CV_16F);
         }},
        {"type is -1", StsBadArg,
         [&] {
             all->estimateWorkspace({4, 5, 6}, -1);
         }},
        {"tilted is wanted and dimensions is set", StsNotImplemented,
         [&] {
             sat({0, 1})->estimateWorkspace(Size(4, 5), CV_8U, false, true);
         }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(sum.empty() && sqsum.empty() && tilted.empty() && gpuSum.empty() && hostSum.empty() && list.empty());
}

TEST(SatNDCuda_Negative, no_device)
{
    if (hasDevice())
        throw SkipTestException("there is a CUDA device");
    uchar memory[4 * 5 * 6] = {};
    GpuMatND sum;
    GpuMat gpuSum;
    const auto volumes = createSummedAreaTable({0, 1, 2}), lines = createSummedAreaTable(Numbers{1});
    expectError(cv::Error::GpuNotSupported, "src is a GpuMatND", [&] {
        volumes->apply(headerOnly({4, 5, 6}, CV_8U, memory), sum);
    });
    expectError(cv::Error::GpuNotSupported, "src is a GpuMat",
                [&] { lines->apply(GpuMat(5, 6, CV_8U, memory), gpuSum); });
    expectError(cv::Error::GpuNotSupported, "workspace", [&] { volumes->estimateWorkspace({4, 5, 6}, CV_8U); });
    expectError(cv::Error::GpuNotSupported, "workspace", [&] { lines->estimateWorkspace(Size(5, 4), CV_8U); });
    EXPECT_TRUE(sum.empty() && gpuSum.empty());
}

}} // namespace opencv_test
