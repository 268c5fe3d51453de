// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// recursiveGaussianBlur: its habits, and the filters that it keeps.

#include "allocations.hpp"
#include "functions_reference.hpp"
#include "recursive_device.hpp"

#include "opencv2/imgcodecs.hpp"

#include <thread>

namespace opencv_test { namespace {

TEST(Gaussian_Blur, has_the_habits_of_GaussianBlur)
{
    const Mat src = noise(Size(120, 100), CV_32F);
    Mat expected, actual, same;
    GaussianBlur(src, expected, Size(41, 41), 4, 4);
    recursiveGaussianBlur(src, actual, 4);
    EXPECT_LE(relativeError(actual, expected), 2e-5);
    recursiveGaussianBlur(src, same, 4, 4, BORDER_REFLECT_101);
    EXPECT_TRUE(identical(actual, same));
    recursiveGaussianBlur(src, actual, 4, 9, BORDER_WRAP);
    EXPECT_TRUE(identical(filtered(gaussianFilter(4, 9, 0, 0, BORDER_WRAP), src), actual));
}

TEST(Gaussian_Blur, depth_of_the_result)
{
    const Mat src = noise(Size(60, 50), CV_8UC3);
    Mat actual;
    recursiveGaussianBlur(src, actual, 3, 0, BORDER_DEFAULT, CV_32F);
    EXPECT_TRUE(identical(filtered(createRecursiveGaussianFilter(3, 3, BORDER_DEFAULT, CV_32F), src), actual));
}

/** What doc/accuracy.md promises in grey levels: pixels that differ from the rounded Gaussian differ by one level, and
are few. */
void expectRoundedDefinition(const Mat& src)
{
    const struct
    {
        int approximation;
        double most, share; //!< error before rounding, in grey levels; share of the pixels that differ
    } rows[] = {{GAUSSIAN_ACCURATE, 0.004, 2e-4}, {GAUSSIAN_DERICHE, 0.42, 0.02}};
    for (const auto& row : rows)
        for (const double sigma : {1., 2., 5., 30.})
        {
            const auto filter = gaussianFilter(sigma, sigma, 0, 0, BORDER_REFLECT, Scalar(), row.approximation);
            const Mat exact = gaussianByDefinition(src, sigma, sigma, 0, 0, BORDER_REFLECT);
            const Mat level = filtered(filter, src);
            Mat real, rounded;
            src.convertTo(real, CV_32F);
            EXPECT_LE(largestError(filtered(filter, real), exact), row.most)
                << "approximation " << row.approximation << ", sigma " << sigma;
            exact.convertTo(rounded, CV_8U);
            EXPECT_LE(cvtest::norm(level, rounded, NORM_INF), 1);
            EXPECT_LE(countNonZero(level != rounded), row.share * double(src.total()))
                << "approximation " << row.approximation << ", sigma " << sigma;
        }
}

TEST(Gaussian_GreyLevels, as_the_rounded_definition)
{
    const Mat bytes = noise(Size(300, 200), CV_8UC1);
    expectRoundedDefinition(bytes);
    SCOPED_TRACE("black and white");
    expectRoundedDefinition(bytes > 127);
}

TEST(Gaussian_GreyLevels, of_a_photograph)
{
    const std::string path = cv::samples::findFile("lena.jpg", false, true);
    const Mat photograph = path.empty() ? Mat() : imread(path, IMREAD_GRAYSCALE);
    if (photograph.empty())
        throw SkipTestException("OPENCV_SAMPLES_DATA_PATH leads to no photographs");
    expectRoundedDefinition(photograph);
}

//! Interleaved channels are what each channel is alone, at the edges of tiles and in images written around caches.
TEST(Gaussian_Colour, as_channel_by_channel)
{
    const auto compare = [](Size size, int type, int approximation, int dx, int border) {
        const Mat src = noise(size, type);
        const int ddepth = dx ? std::max(src.depth(), CV_32F) : -1;
        const auto filter = gaussianFilter(4, 3, dx, 0, border, Scalar(3, 1, 2, 5), approximation, ddepth);
        const Mat actual = filtered(filter, src);
        std::vector<Mat> planes, results;
        split(src, planes);
        for (size_t c = 0; c < planes.size(); c++)
            results.push_back(
                filtered(gaussianFilter(4, 3, dx, 0, border, Scalar(Scalar(3, 1, 2, 5)[int(c)]), approximation, ddepth),
                         planes[c]));
        const double error = actual.depth() < CV_32F ? 1 : actual.depth() == CV_64F ? 1e-12 : 2e-6;
        // Derivatives are promised as shares of the largest one that an image can have: 0.8 / sigma of its pixels.
        const double scale = actual.depth() < CV_32F ? 1 : dx ? 0.2 * largestValue(src) : largestValue(joined(results));
        EXPECT_LE(largestError(actual.reshape(1), joined(results).reshape(1)), error * scale)
            << size << " of " << typeToString(type) << ", approximation " << approximation << ", dx " << dx
            << ", border " << border;
    };
    const int types[] = {CV_8UC2, CV_8UC3, CV_8UC4, CV_16UC3, CV_32FC2, CV_32FC3, CV_32FC4, CV_64FC3, CV_64FC4};
    for (const int type : types)
        for (const int columns : {1, 5, 15, 16, 17, 31, 33, 63, 64, 65, 130})
            for (const int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE})
                for (const int border : BORDERS)
                    compare(Size(columns, columns % 2 ? 70 : 9), type, approximation, columns % 3 == 2, border);
    for (const int type : {CV_8UC3, CV_16UC3, CV_32FC3, CV_64FC3, CV_8UC4})
        compare(Size(2048 + 64, 1000), type, GAUSSIAN_ACCURATE, 0, BORDER_REFLECT);
}

//! Bytes that a call takes from the host.
template <typename Call>
size_t bytesOf(const Call& call)
{
    const size_t before = allocations::bytes();
    call();
    return allocations::bytes() - before;
}

/** A warm call plans nothing: it allocates as little as one of a filter that the caller keeps. One thread, since what
others allocate depends on when they start. */
TEST(Gaussian_Blur, keeps_its_filters)
{
    const ThreadCount saved;
    setNumThreads(1);
    const Mat src = noise(Size(300, 200), CV_32F);
    Mat dst(src.size(), src.type());
    const auto filter = createRecursiveGaussianFilter(11.5);
    const auto call = [&] { recursiveGaussianBlur(src, dst, 11.5); };
    filter->apply(src, dst);
    const size_t warm = bytesOf([&] { filter->apply(src, dst); });
    const size_t made = bytesOf([&] { createRecursiveGaussianFilter(11.5)->apply(src, dst); });
    ASSERT_GT(made, 2 * warm);
    cv::cuda::releaseWorkspaces(); // forgets what other tests have left
    const size_t first = bytesOf(call);
    EXPECT_GE(first, made) << "the first call makes a filter";
    EXPECT_LE(bytesOf(call), warm + 1024);
    for (int i = 1; i < 128; i++)
        recursiveGaussianBlur(src, dst, 11.5 + i);
    EXPECT_LE(bytesOf(call), warm + 1024) << "128 sets of parameters are kept";
    cv::cuda::releaseWorkspaces();
    EXPECT_EQ(first, bytesOf(call)) << "all are forgotten";
}

//! More parameters than are kept, each used by several threads at once.
TEST(Gaussian_Blur, many_threads)
{
    const Mat src = noise(Size(70, 60), CV_32F);
    const int count = 150;
    std::vector<Mat> expected;
    for (int i = 0; i < count; i++)
        expected.push_back(filtered(createRecursiveGaussianFilter(1 + i), src));
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++)
        threads.emplace_back([&, t] {
            Mat dst;
            for (int i = 0; i < 2 * count; i++)
            {
                const int which = (i * (t + 1)) % count;
                recursiveGaussianBlur(src, dst, 1 + which);
                EXPECT_TRUE(identical(expected[size_t(which)], dst)) << "sigma " << 1 + which;
                if (t == 0 && i % 100 == 99)
                    cv::cuda::releaseWorkspaces();
            }
        });
    for (std::thread& thread : threads)
        thread.join();
}

TEST(Gaussian_Blur, refuses)
{
    Mat result;
    GpuMat gpu;
    using namespace cv::Error;
    const BadCall rows[] = {
        {"sigmaX is 0;", StsOutOfRange, [] { recursiveGaussianBlur(Mat(4, 4, CV_8U), noArray(), 0); }},
        {"src is empty", StsBadArg, [&] { recursiveGaussianBlur(Mat(), result, 2); }},
        {"dst is a GpuMat and src a Mat", StsBadArg, [&] { recursiveGaussianBlur(Mat(4, 4, CV_8U), gpu, 2); }},
        {"sigmaY is -2", StsOutOfRange, [&] { recursiveGaussianBlur(Mat(4, 4, CV_8U), result, 2, -2); }},
        {"ddepth is 0", StsBadArg, [&] { recursiveGaussianBlur(Mat(4, 4, CV_8U), result, 2, 2, BORDER_WRAP, CV_8U); }},
        {"borderType is 77", StsBadArg, [&] { recursiveGaussianBlur(Mat(4, 4, CV_8U), result, 2, 2, 77); }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
}

TEST(Gaussian_CudaBlur, takes_a_stream)
{
    needDevice();
    const Mat image = noise(Size(500, 400), CV_8UC3);
    Stream stream;
    GpuMat src(image), dst;
    recursiveGaussianBlur(src, dst, 6, 0, BORDER_REPLICATE, CV_32F, stream);
    stream.waitForCompletion();
    EXPECT_TRUE(
        identical(filteredOnDevice(createRecursiveGaussianFilter(6, 6, BORDER_REPLICATE, CV_32F), image), Mat(dst)));
    Mat onHost;
    recursiveGaussianBlur(image, onHost, 6, 0, BORDER_REPLICATE, CV_32F, stream); // ignored
    EXPECT_LE(relativeError(Mat(dst), onHost), 1e-5);
}

}} // namespace opencv_test::
