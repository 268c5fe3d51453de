// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters of lists of arrays, such as the frames of a video: against calls with one array each.

#include "recursive_device.hpp"

#include <array>

namespace opencv_test { namespace {

const std::vector<Size> SIZES = {Size(40, 30), Size(40, 30), Size(7, 90), Size(1, 1), Size(40, 30), Size(200, 3)};

std::vector<Mat> imagesOf(const std::vector<Size>& sizes, int type)
{
    std::vector<Mat> images;
    for (Size size : sizes)
        images.push_back(noise(size, type, images.size() + 1));
    return images;
}

Ptr<RecursiveFilter> smoothingFilter(int ddepth = -1)
{
    return createRecursiveFilter(smoothing({0.8}, BORDER_REFLECT), smoothing(SLOW_POLES, BORDER_WRAP), Scalar(),
                                 ddepth);
}

void expectEach(const Ptr<RecursiveFilter>& filter, const std::vector<Mat>& sources, const std::vector<Mat>& results)
{
    ASSERT_EQ(sources.size(), results.size());
    for (size_t i = 0; i < sources.size(); i++)
        EXPECT_TRUE(identical(filtered(filter, sources[i]), results[i])) << i;
}

TEST(RecursiveLists, each_array)
{
    for (int type : {CV_8UC3, CV_32FC1, CV_64FC1})
        for (int ddepth : {-1, CV_32F})
        {
            const std::vector<Mat> sources = imagesOf(SIZES, type);
            std::vector<Mat> results(9, Mat(3, 4, CV_8U));
            smoothingFilter(ddepth)->apply(sources, results);
            expectEach(smoothingFilter(ddepth), sources, results);
        }
}

TEST(RecursiveLists, kinds_of_lists)
{
    const std::vector<Mat> sources = imagesOf(SIZES, CV_32F);
    std::array<Mat, 6> array, results;
    std::copy(sources.begin(), sources.end(), array.begin());
    const auto filter = smoothingFilter();
    filter->apply(array, results);
    expectEach(filter, sources, std::vector<Mat>(results.begin(), results.end()));
    std::vector<UMat> onOpenCL(sources.size()), others;
    for (size_t i = 0; i < sources.size(); i++)
        sources[i].copyTo(onOpenCL[i]);
    filter->apply(onOpenCL, others);
    std::vector<Mat> downloaded(others.size());
    for (size_t i = 0; i < others.size(); i++)
        others[i].copyTo(downloaded[i]);
    expectEach(filter, sources, downloaded);
}

TEST(RecursiveLists, in_place_and_in_given_memory)
{
    const std::vector<Mat> sources = imagesOf(SIZES, CV_32F);
    std::vector<Mat> list;
    for (const Mat& source : sources)
        list.push_back(source.clone());
    const uchar* const data = list[2].data;
    const auto filter = smoothingFilter();
    filter->apply(list, list);
    EXPECT_EQ(data, list[2].data);
    expectEach(filter, sources, list);
    const Mat tall = noise(Size(40, 90), CV_32F), results(90, 40, CV_32F, Scalar(7));
    const std::vector<Mat> parts = {tall.rowRange(0, 30), tall.rowRange(30, 60)};
    std::vector<Mat> given = {results.rowRange(60, 90), results.rowRange(0, 30)};
    filter->apply(parts, given);
    EXPECT_EQ(results.data, given[1].data);
    expectEach(filter, parts, given);
    EXPECT_TRUE(identical(Mat(30, 40, CV_32F, Scalar(7)), results.rowRange(30, 60)));
    // A result that overlaps its own source.
    std::vector<Mat> overlapping = {tall.rowRange(1, 31)}, one = {tall.rowRange(0, 30)}, before = {one[0].clone()};
    filter->apply(one, overlapping);
    expectEach(filter, before, overlapping);
}

TEST(RecursiveLists, volumes)
{
    std::vector<Mat> sources, results;
    for (int depth : {4, 9})
    {
        const Mat planes = noise(Size(20, depth * 11), CV_32F);
        sources.push_back(planes.reshape(1, std::vector<int>{depth, 11, 20}).clone());
    }
    const auto filter = createRecursiveFilter({0, 1, 2}, std::vector<Axis>(3, smoothing({0.8}, BORDER_REFLECT)));
    filter->apply(sources, results);
    for (size_t i = 0; i < sources.size(); i++)
        EXPECT_EQ(0, cvtest::norm(filtered(filter, sources[i]), results[i], NORM_INF));
}

TEST(RecursiveLists, bad_lists)
{
    const auto filter = smoothingFilter();
    const std::vector<Mat> sources = imagesOf(SIZES, CV_32F);
    std::vector<Mat> results(1, Mat(2, 2, CV_32F, Scalar(3)));
    const auto expect = [&](int code, const char* text, std::vector<Mat> list) {
        expectError(code, text, [&] { filter->apply(list, results); });
        ASSERT_EQ(1u, results.size());
        EXPECT_TRUE(identical(Mat(2, 2, CV_32F, Scalar(3)), results[0]));
    };
    expect(Error::StsBadArg, "src is an empty list", {});
    expect(Error::StsBadArg, "src[1] is empty", {sources[0], Mat()});
    expect(Error::StsUnmatchedFormats, "src[2] has the type CV_8UC1 and src[0] CV_32FC1",
           {sources[0], sources[1], noise(Size(3, 3), CV_8U)});
    expect(Error::StsBadArg, "src[1] has 3 dimensions", {sources[0], Mat(std::vector<int>{2, 3, 4}, CV_32F)});
    expect(Error::StsUnsupportedFormat, "depth CV_32S", {Mat(2, 3, CV_32S)});
    Mat one = sources[0].clone();
    expectError(Error::StsBadArg, "dst is no list of Mat", [&] { filter->apply(sources, one); });
    std::array<Mat, 5> five;
    expectError(Error::StsUnmatchedSizes, "dst is a list of fixed length with 5 arrays; 6 are needed",
                [&] { filter->apply(sources, five); });
    std::vector<GpuMat> onDevice;
    expectError(Error::StsBadArg, "dst is no list of Mat", [&] { filter->apply(sources, onDevice); });
    // Results in each other's memory, and in that of another source.
    Mat tall = noise(Size(40, 90), CV_32F);
    const Mat before = tall.clone();
    std::vector<Mat> crossing = {tall.rowRange(0, 30), tall.rowRange(20, 50)};
    expectError(Error::StsBadArg, "share memory", [&] {
        filter->apply(std::vector<Mat>{sources[0], sources[1]}, crossing);
    });
    std::vector<Mat> shifted = {tall.rowRange(30, 60), tall.rowRange(60, 90)};
    expectError(Error::StsBadArg, "share memory", [&] {
        filter->apply(std::vector<Mat>{tall.rowRange(0, 30), tall.rowRange(30, 60)}, shifted);
    });
    EXPECT_TRUE(identical(before, tall));
}

TEST(RecursiveLists, needs_a_device)
{
    if (hasDevice())
        return;
    uchar pixels[64] = {};
    const std::vector<GpuMat> sources(2, GpuMat(4, 4, CV_32F, pixels));
    std::vector<GpuMat> results;
    expectError(Error::GpuNotSupported, "src is a GpuMat", [&] { smoothingFilter()->apply(sources, results); });
}

// ---- On the GPU ----

std::vector<GpuMat> uploaded(const std::vector<Mat>& images)
{
    std::vector<GpuMat> list;
    for (const Mat& image : images)
        list.emplace_back(image);
    return list;
}

//! Parts of one array, `gap` rows apart.
std::vector<GpuMat> partsOf(const GpuMat& array, int height, int gap)
{
    std::vector<GpuMat> list;
    for (int y = 0; y + height <= array.rows; y += height + gap)
        list.push_back(array.rowRange(y, y + height));
    return list;
}

void expectEachOnDevice(const Ptr<RecursiveFilter>& filter, const std::vector<Mat>& sources,
                        const std::vector<GpuMat>& results, double maxError = 1e-5)
{
    ASSERT_EQ(sources.size(), results.size());
    for (size_t i = 0; i < sources.size(); i++)
    {
        const Mat expected = filteredOnDevice(filter, sources[i]), actual(results[i]);
        ASSERT_EQ(expected.type(), actual.type());
        if (maxError == 0)
            EXPECT_TRUE(identical(expected, actual)) << i;
        else
            EXPECT_LE(largestError(actual, expected),
                      actual.depth() < CV_32F ? 1 : maxError * std::max(largestValue(expected), 1.))
                << i;
    }
}

TEST(RecursiveListsCuda, each_array)
{
    needDevice();
    for (int type : {CV_8UC3, CV_8UC1, CV_32FC1, CV_64FC1})
        for (int ddepth : {-1, CV_32F})
        {
            const std::vector<Mat> sources = imagesOf(SIZES, type);
            std::vector<GpuMat> results(9);
            smoothingFilter(ddepth)->apply(uploaded(sources), results);
            expectEachOnDevice(smoothingFilter(ddepth), sources, results);
        }
}

//! Frames side by side in memory are a batch, in either order, with gaps, in place and not.
TEST(RecursiveListsCuda, frames_at_equal_distances)
{
    needDevice();
    Stream stream;
    for (int type : {CV_8UC1, CV_32FC1, CV_32FC2})
        for (int gap : {0, 3})
            for (bool backwards : {false, true})
                for (bool inPlace : {false, true})
                {
                    const GpuMat array(noise(Size(150, 7 * (90 + gap)), type)), other(array.size(), type);
                    std::vector<GpuMat> frames = partsOf(array, 90, gap),
                                        results = partsOf(inPlace ? array : other, 90, gap);
                    if (backwards)
                        for (auto* list : {&frames, &results})
                            std::reverse(list->begin(), list->end());
                    std::vector<Mat> sources;
                    for (const GpuMat& frame : frames)
                        sources.emplace_back(frame);
                    const uchar* const data = results[3].data;
                    smoothingFilter()->apply(frames, results, stream);
                    stream.waitForCompletion();
                    EXPECT_EQ(data, results[3].data);
                    expectEachOnDevice(smoothingFilter(), sources, results);
                }
}

//! Images too large for one launch have the bits that they have alone.
TEST(RecursiveListsCuda, large_frames)
{
    needDevice();
    const GpuMat array(noise(Size(4224, 3 * 2500), CV_32F));
    const std::vector<GpuMat> frames = partsOf(array, 2500, 0);
    std::vector<Mat> sources;
    for (const GpuMat& frame : frames)
        sources.emplace_back(frame);
    std::vector<GpuMat> results;
    smoothingFilter()->apply(frames, results);
    expectEachOnDevice(smoothingFilter(), sources, results, 0);
}

//! Long rows at equal distances are one batch, too.
TEST(RecursiveListsCuda, long_rows)
{
    needDevice();
    for (int border : {BORDER_REPLICATE, BORDER_REFLECT_101})
        for (int gap : {0, 1})
        {
            const GpuMat array(noise(Size(70001, 5 * (1 + gap)), CV_32F));
            const std::vector<GpuMat> rows = partsOf(array, 1, gap);
            std::vector<Mat> sources;
            for (const GpuMat& row : rows)
                sources.emplace_back(row);
            const auto filter = createRecursiveFilter(smoothing({0.9}, border), Axis());
            std::vector<GpuMat> results;
            filter->apply(rows, results);
            expectEachOnDevice(filter, sources, results);
        }
}

//! Frames of one size anywhere in memory run by the kernels of a batch, also between others, in place and not.
TEST(RecursiveListsCuda, frames_anywhere)
{
    needDevice();
    const Size size(150, 90);
    const Pass forth({0.2, 0.1}, {-0.9, 0.2}), back({0.3, 0.2, 0.1}, {-0.4}, true);
    const std::vector<Ptr<RecursiveFilter>> filters = {
        smoothingFilter(),
        gaussianFilter(3, 3),
        gaussianFilter(20, 20),
        createBSplinePrefilter(3),
        createRecursiveFilter(Axis({forth, back}, BORDER_REFLECT_101)),
        createRecursiveFilter(Axis({forth}, BORDER_WRAP)),
        createRecursiveFilter(std::vector<int>{1}, {smoothing({0.9}, BORDER_REFLECT)})};
    Stream stream;
    for (const auto& filter : filters)
        for (int type : {CV_8UC1, CV_32FC1, CV_16SC3, CV_64FC1})
            for (bool inPlace : {false, true})
            {
                std::vector<Mat> sources = imagesOf(std::vector<Size>(9, size), type);
                sources[4] = noise(Size(91, 150), type, 5);
                const GpuMat wide(noise(Size(200, 100), type)); // a frame without alignment
                std::vector<GpuMat> frames = uploaded(sources), results(inPlace ? frames : std::vector<GpuMat>());
                frames.push_back(wide(Rect(Point(7, 5), size)));
                sources.emplace_back(frames.back());
                if (inPlace)
                    results.push_back(frames.back());
                filter->apply(frames, results, stream);
                stream.waitForCompletion();
                expectEachOnDevice(filter, sources, results);
            }
}

//! Such a list runs as few kernels as a batch, has the bits of one, and may be captured.
TEST(RecursiveListsCuda, frames_anywhere_are_one_batch)
{
    needDevice();
    const int count = 300; // more than a kernel writes addresses of
    const std::vector<Mat> sources = imagesOf(std::vector<Size>(count, Size(70, 40)), CV_32F);
    std::vector<GpuMat> frames = uploaded(sources), results;
    Stream stream;
    const auto filter = smoothingFilter();
    filter->apply(frames, results, stream);
    const GpuMat array(count * 40, 70, CV_32F), other(array.size(), CV_32F);
    const std::vector<GpuMat> side = partsOf(array, 40, 0);
    std::vector<GpuMat> sideBySide = partsOf(other, 40, 0);
    for (int i = 0; i < count; i++)
        frames[size_t(i)].copyTo(side[size_t(i)], stream);
    filter->apply(side, sideBySide, stream);
    const CapturedCall captured(stream, [&] { filter->apply(frames, results, stream); }),
        asBatch(stream, [&] { filter->apply(side, sideBySide, stream); });
    EXPECT_LE(captured.kernels(), asBatch.kernels() + 4); // two kernels write a list of this length
    for (GpuMat& result : results)
        result.setTo(Scalar(0), stream);
    frames[7].setTo(Scalar(0.25), stream);
    ASSERT_TRUE(captured.launch());
    stream.waitForCompletion();
    for (int i = 0; i < count; i++)
    {
        if (i != 7)
            EXPECT_TRUE(identical(Mat(sideBySide[size_t(i)]), Mat(results[size_t(i)]))) << i;
    }
    EXPECT_LE(cvtest::norm(Mat(results[7]), Mat(40, 70, CV_32F, Scalar(0.25)), NORM_INF), 1e-5);
}

TEST(RecursiveListsCuda, gaussians_and_one_dimension)
{
    needDevice();
    const std::vector<Mat> sources = imagesOf(std::vector<Size>(5, Size(300, 200)), CV_32F);
    for (const Ptr<RecursiveFilter>& filter :
         {gaussianFilter(3, 3), gaussianFilter(20, 20), gaussianFilter(1, 1, 0, 0, BORDER_CONSTANT, Scalar(2)),
          createRecursiveFilter(std::vector<int>{0}, {smoothing({0.9}, BORDER_REFLECT)})})
    {
        std::vector<GpuMat> results;
        filter->apply(uploaded(sources), results);
        expectEachOnDevice(filter, sources, results);
    }
}

TEST(RecursiveListsCuda, bad_lists)
{
    needDevice();
    const auto filter = smoothingFilter();
    const std::vector<GpuMat> sources = uploaded(imagesOf(SIZES, CV_32F));
    std::vector<GpuMat> results(1);
    expectError(Error::StsBadArg, "src is an empty list", [&] { filter->apply(std::vector<GpuMat>(), results); });
    expectError(Error::StsBadArg, "src[1] is empty", [&] {
        filter->apply(std::vector<GpuMat>{sources[0], GpuMat()}, results);
    });
    expectError(Error::StsUnmatchedFormats, "src[1] has the type CV_8UC1", [&] {
        filter->apply(std::vector<GpuMat>{sources[0], GpuMat(3, 3, CV_8U)}, results);
    });
    GpuMat one;
    expectError(Error::StsBadArg, "dst is no list of GpuMat", [&] { filter->apply(sources, one); });
    std::vector<Mat> onHost;
    expectError(Error::StsBadArg, "dst is no list of GpuMat", [&] { filter->apply(sources, onHost); });
    GpuMat tall(90, 40, CV_32F, Scalar(1));
    std::vector<GpuMat> shifted = {tall.rowRange(30, 60), tall.rowRange(60, 90)};
    expectError(Error::StsBadArg, "dst[0] and src[1] share memory", [&] {
        filter->apply(std::vector<GpuMat>{tall.rowRange(0, 30), tall.rowRange(30, 60)}, shifted);
    });
    ASSERT_EQ(1u, results.size());
    EXPECT_TRUE(results[0].empty());
}

}} // namespace opencv_test
