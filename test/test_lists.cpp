// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters and summed-area tables of lists of arrays, such as the frames of a video: against calls with one array each.

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

//! Lists of tables, which a call fills. A list that is empty before the call is not wanted.
template <typename Array>
struct TableLists
{
    std::vector<Array> sum, sqsum, tilted;

    void fill(const Ptr<SummedAreaTable>& sat, const std::vector<Array>& sources, Stream& stream)
    {
        sat->apply(sources, wanted(sum, sum), wanted(sqsum, sqsum), wanted(tilted, tilted), stream);
    }
    void fill(const Ptr<SummedAreaTable>& sat, const std::vector<Array>& sources)
    {
        sat->apply(sources, wanted(sum, sum), wanted(sqsum, sqsum), wanted(tilted, tilted));
    }

    //! The bits of calls with one array each.
    void expectTablesOf(const Ptr<SummedAreaTable>& sat, const std::vector<Mat>& sources) const
    {
        for (size_t i = 0; i < sources.size(); i++)
        {
            Array one[3];
            sat->apply(Array(sources[i]), wanted(sum, one[0]), wanted(sqsum, one[1]), wanted(tilted, one[2]));
            const std::vector<Array>* const lists[] = {&sum, &sqsum, &tilted};
            for (int k = 0; k < 3; k++)
                if (!lists[k]->empty())
                {
                    ASSERT_EQ(sources.size(), lists[k]->size()) << k;
                    EXPECT_TRUE(identical(Mat(one[k]), Mat((*lists[k])[i]))) << "table " << k << " of " << i;
                }
        }
    }

private:
    template <typename Result>
    static _OutputArray wanted(const std::vector<Array>& list, Result& result)
    {
        return list.empty() ? _OutputArray(noArray()) : _OutputArray(result);
    }
};

//! Lists of each set of tables, with arrays that fit nothing and too many of them.
template <typename Array>
std::vector<TableLists<Array>> setsOfTables()
{
    const std::vector<Array> none, given(9, Array(3, 4, CV_8U));
    std::vector<TableLists<Array>> sets;
    for (int set = 1; set < 8; set++)
        sets.push_back({set & 1 ? given : none, set & 2 ? given : none, set & 4 ? given : none});
    return sets;
}

TEST(SatLists, each_array)
{
    for (int type : {CV_8UC3, CV_16UC1, CV_32FC1})
        for (int layout : {SAT_INTEGRAL, SAT_INCLUSIVE})
            for (int algorithm : {SAT_AUTO, SAT_WAVEFRONT, SAT_OVERLAPPED})
                for (TableLists<Mat>& tables : setsOfTables<Mat>())
                {
                    const std::vector<Mat> sources = imagesOf(SIZES, type);
                    const auto sat = createSummedAreaTable(-1, -1, layout, algorithm);
                    tables.fill(sat, sources);
                    tables.expectTablesOf(sat, sources);
                }
}

TEST(SatLists, kinds_of_lists)
{
    const std::vector<Mat> sources = imagesOf(SIZES, CV_8U);
    const auto sat = createSummedAreaTable(CV_32S, CV_32S);
    std::array<Mat, 6> array, results;
    std::copy(sources.begin(), sources.end(), array.begin());
    std::vector<Mat_<int>> squares;
    sat->apply(array, results, squares, noArray());
    TableLists<Mat>{{results.begin(), results.end()}, {squares.begin(), squares.end()}, {}}.expectTablesOf(sat,
                                                                                                           sources);
    std::vector<UMat> onOpenCL(sources.size()), sums(2);
    std::vector<Mat> tilted(3, Mat(5, 5, CV_8U, Scalar(7)));
    for (size_t i = 0; i < sources.size(); i++)
        sources[i].copyTo(onOpenCL[i]);
    sat->applyAll(onOpenCL, sums, noArray(), tilted, SAT_SUM);
    TableLists<Mat> downloaded = {std::vector<Mat>(sums.size()), {}, {}};
    for (size_t i = 0; i < sums.size(); i++)
        sums[i].copyTo(downloaded.sum[i]);
    downloaded.expectTablesOf(sat, sources);
    ASSERT_EQ(3u, tilted.size()) << "a list that is not named is left as it is";
    EXPECT_TRUE(identical(Mat(5, 5, CV_8U, Scalar(7)), tilted[2]));
}

TEST(SatLists, in_place_and_in_given_memory)
{
    const std::vector<Mat> sources = imagesOf(SIZES, CV_32F);
    const auto sat = createSummedAreaTable(CV_32F, CV_32F, SAT_INCLUSIVE);
    for (bool squaresToo : {false, true}) // with squares the sources are copied first
    {
        TableLists<Mat> tables;
        for (const Mat& source : sources)
            tables.sum.push_back(source.clone());
        if (squaresToo)
            tables.sqsum.resize(1);
        const uchar* const data = tables.sum[2].data;
        tables.fill(sat, tables.sum);
        EXPECT_EQ(data, tables.sum[2].data);
        tables.expectTablesOf(sat, sources);
    }
    // Tables side by side in one array.
    const std::vector<Mat> same = imagesOf(std::vector<Size>(3, Size(40, 30)), CV_32F);
    const Mat room(3 * 30, 100, CV_32F, Scalar(7));
    TableLists<Mat> inside;
    for (int i = 0; i < 3; i++)
    {
        inside.sum.push_back(room(Rect(0, 30 * i, 40, 30)));
        inside.sqsum.push_back(room(Rect(50, 60 - 30 * i, 40, 30)));
    }
    const uchar* const data = inside.sqsum[1].data;
    inside.fill(sat, same);
    EXPECT_EQ(data, inside.sqsum[1].data);
    inside.expectTablesOf(sat, same);
    EXPECT_EQ(0, cvtest::norm(room.colRange(40, 50), Mat(90, 10, CV_32F, Scalar(7)), NORM_INF));
    // A table that overlaps its own source.
    const Mat tall = noise(Size(40, 40), CV_32F);
    const std::vector<Mat> before = {tall.rowRange(0, 30).clone()};
    TableLists<Mat> shifted = {{tall.rowRange(5, 35)}, {}, {}};
    shifted.fill(sat, {tall.rowRange(0, 30)});
    shifted.expectTablesOf(sat, before);
}

TEST(SatLists, along_dimensions)
{
    std::vector<Mat> sources, sums, squares;
    for (int depth : {4, 9})
        sources.push_back(noise(Size(20, depth * 11), CV_8U).reshape(1, std::vector<int>{depth, 11, 20}).clone());
    for (const std::vector<int>& dimensions : std::vector<std::vector<int>>{{0, 1, 2}, {1, 2}, {0}})
    {
        const auto sat = createSummedAreaTable(dimensions);
        sat->apply(sources, sums, squares, noArray());
        ASSERT_EQ(sources.size(), sums.size());
        ASSERT_EQ(sources.size(), squares.size());
        for (size_t i = 0; i < sources.size(); i++)
        {
            Mat sum, square;
            sat->apply(sources[i], sum, square, noArray());
            EXPECT_EQ(0, cvtest::norm(sum, sums[i], NORM_INF));
            EXPECT_EQ(0, cvtest::norm(square, squares[i], NORM_INF));
        }
    }
    const std::vector<Mat> images = imagesOf(SIZES, CV_8U);
    TableLists<Mat> ofRows = {std::vector<Mat>(1), {}, {}};
    ofRows.fill(createSummedAreaTable(std::vector<int>{1}), images);
    ofRows.expectTablesOf(createSummedAreaTable(std::vector<int>{1}), images);
}

//! Errors that both sides share. GpuMats are checked without a GPU, up to where one is needed.
template <typename Array, typename Other>
void expectListsRefused()
{
    using namespace cv::Error;
    const String kind = std::is_same<Array, Mat>::value ? "Mat" : "GpuMat";
    const auto sat = [](int sdepth = -1) { return createSummedAreaTable(sdepth, -1, SAT_INCLUSIVE); };
    const Mat pixels(90, 40, CV_32S, Scalar(1)), bytes(30, 40, CV_8U, Scalar(1)), small(2, 2, CV_32S, Scalar(3));
    const Mat before = pixels.clone();
    const Array tall = headerOf<Array>(pixels), image = headerOf<Array>(bytes), given = headerOf<Array>(small);
    const Array upper = tall.rowRange(0, 30), middle = tall.rowRange(30, 60), lower = tall.rowRange(60, 90);
    const std::vector<Array> images(2, image), ints = {upper, middle}, empty;
    std::vector<Array> sum = {given}, sqsum, crossing = {upper, tall.rowRange(20, 50)}, one = {upper},
                       lap = {tall.rowRange(10, 40)}, shifted = {middle, lower};
    std::vector<Other> onOtherSide;
    Array alone = given;
    Mat_<double> fixed(30, 40, 3.);
    std::array<Mat, 3> three;
    std::vector<Mat_<double>> doubles(1, fixed);

    std::vector<BadCall> rows = {
        {"src is an empty list", StsBadArg, [&] { sat()->apply(empty, sum); }},
        {"src[1] is empty", StsBadArg,
         [&] {
             sat()->apply(std::vector<Array>{image, Array()}, sum);
         }},
        {"src[1] has the type CV_32SC1 and src[0] CV_8UC1", StsUnmatchedFormats,
         [&] {
             sat()->apply(std::vector<Array>{image, upper}, sum, sqsum, noArray());
         }},
        {"sdepth is CV_32F", StsUnsupportedFormat, [&] { sat(CV_32F)->apply(ints, sum); }},
        {"sum, sqsum and tilted are all noArray()", StsBadArg, [&] { sat()->apply(images, noArray()); }},
        {"sum is no list of ", StsBadArg, [&] { sat()->apply(images, alone); }},
        {"sqsum is no list of ", StsBadArg, [&] { sat()->apply(images, sum, alone, noArray()); }},
        {"tilted is no list of ", StsBadArg, [&] { sat()->apply(images, sum, sqsum, onOtherSide); }},
        {"sum and tilted are the same array", StsBadArg, [&] { sat()->apply(images, sum, sqsum, sum); }},
        {"sum[0] and sum[1] share memory", StsBadArg, [&] { sat()->apply(images, crossing, sqsum, noArray()); }},
        {"sum[0] and tilted[0] share memory", StsBadArg,
         [&] { sat()->apply(std::vector<Array>{image}, one, sqsum, lap); }},
        {"share memory", StsBadArg, [&] { sat(CV_32S)->apply(ints, shifted); }},
        {"share memory", StsBadArg, [&] { sat(CV_32S)->apply(ints, noArray(), noArray(), shifted); }},
        {"tables asks for sqsum, which is noArray()", StsBadArg,
         [&] { sat()->applyAll(images, sum, noArray(), sqsum, SAT_SQSUM); }},
        {"is an array of kind", StsBadArg, [&] { sat()->apply(image, sum); }},
    };
    if (kind == "Mat")
    {
        rows.push_back({"sum is a list of fixed length with 3 arrays; 2 are needed", StsUnmatchedSizes,
                        [&] { sat()->apply(images, three); }});
        rows.push_back({"sum[0] has the fixed type CV_64FC1; CV_32SC1 is needed", StsUnmatchedFormats,
                        [&] { sat()->apply(images, doubles, sqsum, noArray()); }});
    }
    for (const BadCall& row : rows)
    {
        expectError(row.code, row.why, row.call);
        ASSERT_EQ(1u, sum.size()) << row.why;
        EXPECT_EQ(small.data, sum[0].data) << row.why;
        EXPECT_TRUE(sqsum.empty()) << row.why;
        EXPECT_TRUE(onOtherSide.empty()) << row.why;
        EXPECT_TRUE(three[0].empty()) << row.why;
        EXPECT_EQ(1u, doubles.size()) << row.why;
        EXPECT_TRUE(identical(Mat(2, 2, CV_32S, Scalar(3)), small)) << row.why;
        EXPECT_TRUE(identical(before, pixels)) << row.why;
    }
    expectError(StsBadArg, "of " + kind + ", and src is; a list is accepted", [&] { sat()->apply(images, alone); });
}

TEST(SatLists, bad_lists)
{
    expectListsRefused<Mat, GpuMat>();
    expectListsRefused<GpuMat, Mat>();
    std::vector<Mat> sums;
    const std::vector<Mat> volumes(2, Mat(std::vector<int>{2, 3, 4}, CV_8U, Scalar(1)));
    expectError(Error::StsBadArg, "src[0] has 3 dimensions", [&] { createSummedAreaTable()->apply(volumes, sums); });
    expectError(Error::StsNotImplemented, "tilted is wanted and dimensions is set", [&] {
        createSummedAreaTable({1, 2})->apply(volumes, noArray(), noArray(), sums);
    });
    EXPECT_TRUE(sums.empty());
}

TEST(SatLists, needs_a_device)
{
    if (hasDevice())
        return;
    uchar pixels[64] = {};
    const std::vector<GpuMat> sources(2, GpuMat(4, 4, CV_32F, pixels));
    std::vector<GpuMat> sums, squares;
    expectError(Error::GpuNotSupported, "src is a GpuMat",
                [&] { createSummedAreaTable()->apply(sources, sums, squares, noArray()); });
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
    const Pass forth({0.2, 0.1}, {1, -0.9, 0.2}), back({0.3, 0.2, 0.1}, {1, -0.4}, true);
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

#ifdef HAVE_RECFILTER_CUDA
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
        const bool isChanged = i == 7;
        EXPECT_NE(isChanged, identical(Mat(sideBySide[size_t(i)]), Mat(results[size_t(i)]))) << i;
    }
    EXPECT_LE(cvtest::norm(Mat(results[7]), Mat(40, 70, CV_32F, Scalar(0.25)), NORM_INF), 1e-5);
}
#endif

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

TEST(SatListsCuda, each_array)
{
    needDevice();
    Stream stream;
    for (int type : {CV_8UC3, CV_16UC1, CV_32FC1})
        for (int layout : {SAT_INTEGRAL, SAT_INCLUSIVE})
            for (int algorithm : {SAT_AUTO, SAT_WAVEFRONT, SAT_OVERLAPPED})
                for (TableLists<GpuMat>& tables : setsOfTables<GpuMat>())
                {
                    std::vector<Mat> sources = imagesOf(SIZES, type);
                    sources.push_back(noise(Size(1500, 1100), type));
                    const auto sat = createSummedAreaTable(-1, -1, layout, algorithm);
                    tables.fill(sat, uploaded(sources), stream);
                    stream.waitForCompletion();
                    tables.expectTablesOf(sat, sources);
                }
}

TEST(SatListsCuda, along_dimensions)
{
    needDevice();
    const std::vector<Mat> sources = imagesOf(SIZES, CV_8U);
    for (const std::vector<int>& dimensions : std::vector<std::vector<int>>{{0, 1}, {0}, {1}})
        for (int layout : {SAT_INTEGRAL, SAT_INCLUSIVE})
        {
            const auto sat = createSummedAreaTable(dimensions, -1, -1, layout);
            TableLists<GpuMat> tables = {std::vector<GpuMat>(1), std::vector<GpuMat>(1), {}};
            tables.fill(sat, uploaded(sources));
            tables.expectTablesOf(sat, sources);
        }
}

//! In place, beside squares, over parts of their own sources, and where elements are not aligned.
TEST(SatListsCuda, in_place_and_in_given_memory)
{
    needDevice();
    const std::vector<Mat> sources = imagesOf(SIZES, CV_32F);
    for (const Ptr<SummedAreaTable>& sat : {createSummedAreaTable(CV_32F, CV_32F, SAT_INCLUSIVE),
                                            createSummedAreaTable(std::vector<int>{1}, CV_32F, CV_32F, SAT_INCLUSIVE)})
    {
        for (bool squaresToo : {false, true})
        {
            TableLists<GpuMat> tables = {uploaded(sources), {}, {}};
            if (squaresToo)
                tables.sqsum.resize(1);
            const uchar* const data = tables.sum[2].data;
            tables.fill(sat, tables.sum);
            EXPECT_EQ(data, tables.sum[2].data);
            tables.expectTablesOf(sat, sources);
        }
        const std::vector<Mat> same = imagesOf(std::vector<Size>(3, Size(40, 30)), CV_32F);
        GpuMat room(3 * 40, 200, CV_32F, Scalar(7)), bytes(3 * 40, 200 * 4 + 2, CV_8U);
        TableLists<GpuMat> inside;
        std::vector<GpuMat> images;
        for (int i = 0; i < 3; i++)
        {
            images.push_back(room(Rect(0, 40 * i, 40, 30)));
            images[size_t(i)].upload(same[size_t(i)]);
            inside.sum.push_back(room(Rect(0, 40 * i + 5, 40, 30)));
            inside.sqsum.push_back(GpuMat(30, 40, CV_32F, bytes.ptr(40 * i) + 2, bytes.step));
        }
        inside.fill(sat, images);
        EXPECT_EQ(bytes.ptr(40) + 2, inside.sqsum[1].data);
        inside.expectTablesOf(sat, same);
        EXPECT_EQ(0, cvtest::norm(Mat(room.colRange(40, 200)), Mat(120, 160, CV_32F, Scalar(7)), NORM_INF));
    }
}

TEST(SatListsCuda, bad_lists)
{
    needDevice();
    const std::vector<GpuMat> sources = uploaded(imagesOf(SIZES, CV_8U));
    std::vector<GpuMat> sums(1), squares;
    expectError(Error::StsUnmatchedFormats, "src[1] has the type CV_8UC3", [&] {
        createSummedAreaTable()->apply(std::vector<GpuMat>{sources[0], GpuMat(3, 3, CV_8UC3)}, sums, squares,
                                       noArray());
    });
    expectError(Error::BadNumChannels, "src has 5 channels",
                [&] { createSummedAreaTable()->apply(std::vector<GpuMat>(2, GpuMat(3, 3, CV_8UC(5))), sums); });
    ASSERT_EQ(1u, sums.size());
    EXPECT_TRUE(sums[0].empty());
    EXPECT_TRUE(squares.empty());
}

#ifdef HAVE_RECFILTER_CUDA
TEST(SatListsCuda, queues_only)
{
    needDevice();
    const std::vector<Mat> sources = imagesOf({Size(700, 500), Size(2000, 1500), Size(40, 30)}, CV_32F);
    for (const Ptr<SummedAreaTable>& sat :
         {createSummedAreaTable(CV_32F, CV_32F), createSummedAreaTable(std::vector<int>{1}, CV_32F, CV_32F)})
    {
        const std::vector<GpuMat> images = uploaded(sources);
        TableLists<GpuMat> tables = {std::vector<GpuMat>(1), std::vector<GpuMat>(1), {}};
        Stream stream;
        tables.fill(sat, images, stream);
        expectOnlyQueues(stream, [&] { tables.fill(sat, images, stream); });
        tables.expectTablesOf(sat, sources);
    }
}

//! There is no room for the carries of the last frame. So no frame is written.
TEST(RecursiveListsCuda, out_of_memory)
{
    needDevice();
    const auto filter = smoothingFilter();
    const std::vector<GpuMat> sources = {GpuMat(20, 20, CV_32F, Scalar(1)), GpuMat(30, 20, CV_32F, Scalar(1)),
                                         GpuMat(12000, 12000, CV_32F, Scalar(1))};
    std::vector<GpuMat> results;
    for (const GpuMat& source : sources)
        results.emplace_back(source.size(), CV_32F, Scalar(7));
    {
        releaseWorkspaces();
        const Hog hog(30);
        EXPECT_EQ(Error::StsNoMem, errorOf([&] { filter->apply(sources, results); }).code);
    }
    for (size_t i = 0; i < 2; i++)
        EXPECT_TRUE(identical(Mat(sources[i].size(), CV_32F, Scalar(7)), Mat(results[i]))) << i;
    filter->apply(sources, results);
    EXPECT_NEAR(1, Mat(results[2]).at<float>(6000, 6000), 1e-5);
}

//! There is no room for a copy of the last table, whose elements are not aligned. So no table is written.
TEST(SatListsCuda, out_of_memory)
{
    needDevice();
    const Size size(20000, 8000);
    for (const Ptr<SummedAreaTable>& sat : {createSummedAreaTable(CV_32S, -1, SAT_INCLUSIVE),
                                            createSummedAreaTable(std::vector<int>{1}, CV_32S, -1, SAT_INCLUSIVE)})
    {
        const std::vector<GpuMat> images = {GpuMat(20, 20, CV_8U, Scalar(1)), GpuMat(size, CV_8U, Scalar(1))};
        GpuMat memory(size.height, size.width * 4 + 2, CV_8U), first(20, 20, CV_32S, Scalar(7));
        std::vector<GpuMat> sums = {first, GpuMat(size, CV_32S, memory.data + 2, memory.step)};
        {
            releaseWorkspaces();
            const Hog hog(200);
            EXPECT_EQ(Error::StsNoMem, errorOf([&] { sat->apply(images, sums); }).code);
        }
        EXPECT_TRUE(identical(Mat(20, 20, CV_32S, Scalar(7)), Mat(first)));
    }
}
#endif

}} // namespace opencv_test
