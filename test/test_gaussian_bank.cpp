// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Several Gaussians of one image: each as its filter alone; both sides.

#include "recursive_device.hpp"

#include "opencv2/recfilter/scale_space.hpp"

namespace opencv_test { namespace {

const std::vector<double> SIGMAS = {0.7, 2, 2, 5, 30};
const std::vector<int> DX = {0, 1, 0, 2, 0}, DY = {0, 0, 1, 1, 0};

template <typename Array>
Array resultOf(const Array& src, size_t i, int border, int depth)
{
    Array result;
    RecursiveGaussianParams params(SIGMAS[i], SIGMAS[i]);
    params.dx = DX[i];
    params.dy = DY[i];
    params.borderType = border;
    params.ddepth = depth;
    createRecursiveGaussianFilter(params)->apply(src, result);
    return result;
}

const int TYPES[] = {CV_8UC1, CV_8UC3, CV_16SC2, CV_16FC1, CV_32FC1, CV_32FC(5), CV_64FC1};

TEST(GaussianBank, as_one_by_one)
{
    for (const int type : TYPES)
        for (const int border : BORDERS)
            for (const int ddepth : {-1, CV_32F, CV_64F})
            {
                const Mat src = noise(Size(43, 31), type);
                std::vector<Mat> results;
                gaussianFilterBank(src, results, SIGMAS, DX, DY, border, ddepth);
                ASSERT_EQ(SIGMAS.size(), results.size());
                const int depth = ddepth >= 0 ? ddepth : src.depth() == CV_64F ? CV_64F : CV_32F;
                for (size_t i = 0; i < results.size(); i++)
                    EXPECT_TRUE(identical(resultOf(src, i, border, depth), results[i]))
                        << typeToString(type) << ", border " << border << ", result " << i;
            }
}

TEST(GaussianBank, blurs_and_places_of_results)
{
    const Mat src = noise(Size(40, 30), CV_32FC1);
    std::vector<Mat> blurs, results(3);
    gaussianFilterBank(src, blurs, {1, 4, 9});
    for (size_t i = 0; i < 3; i++)
    {
        Mat expected;
        recursiveGaussianBlur(src, expected, std::vector<double>{1, 4, 9}[i]);
        EXPECT_TRUE(identical(expected, blurs[i]));
    }
    // The source is one of the results, another one a part of a larger image.
    Mat frame(50, 60, CV_32FC1, Scalar(7)), source = src.clone();
    results[0] = source;
    results[1] = frame(Rect(3, 4, 40, 30));
    gaussianFilterBank(source, results, {1, 4, 9});
    EXPECT_EQ(source.data, results[0].data);
    EXPECT_EQ(frame.ptr(4) + 3 * sizeof(float), results[1].data);
    for (size_t i = 0; i < 3; i++)
        EXPECT_TRUE(identical(blurs[i], results[i].clone())) << i;
    std::vector<UMat> onUMat;
    gaussianFilterBank(src, onUMat, {1, 4, 9});
    EXPECT_TRUE(identical(blurs[2], onUMat.at(2).getMat(ACCESS_READ)));
}

TEST(GaussianBank, refuses)
{
    const Mat image(8, 8, CV_8U, Scalar(3));
    std::vector<Mat> dst;
    Mat one;
    const std::vector<double> two = {1, 2};
    using namespace cv::Error;
    const BadCall rows[] = {
        {"sigmas has 0 numbers", StsBadArg, [&] { gaussianFilterBank(image, dst, {}); }},
        {"sigmas has 1001 numbers", StsBadArg, [&] { gaussianFilterBank(image, dst, std::vector<double>(1001, 1.)); }},
        {"sigmas[1] is 0;", StsOutOfRange,
         [&] {
             gaussianFilterBank(image, dst, {1, 0});
         }},
        {"dx has 1 numbers", StsUnmatchedSizes, [&] { gaussianFilterBank(image, dst, two, {1}); }},
        {"dy has 3 numbers", StsUnmatchedSizes,
         [&] {
             gaussianFilterBank(image, dst, two, {}, {1, 1, 1});
         }},
        {"dx[1] is 3", StsOutOfRange,
         [&] {
             gaussianFilterBank(image, dst, two, {1, 3});
         }},
        {"dy[0] is -1", StsOutOfRange,
         [&] {
             gaussianFilterBank(image, dst, two, {}, {-1, 0});
         }},
        {"borderType is 77", StsBadArg, [&] { gaussianFilterBank(image, dst, two, {}, {}, 77); }},
        {"ddepth is 0", StsBadArg, [&] { gaussianFilterBank(image, dst, two, {}, {}, BORDER_WRAP, CV_8U); }},
        {"src is an array of kind", StsBadArg, [&] { gaussianFilterBank(std::vector<Mat>(2, image), dst, two); }},
        {"dst is no list", StsBadArg, [&] { gaussianFilterBank(image, one, two); }},
        {"src has depth CV_32S", StsUnsupportedFormat,
         [&] { gaussianFilterBank(Mat(8, 8, CV_32S, Scalar(3)), dst, two); }},
        {"src is empty", StsBadArg, [&] { gaussianFilterBank(Mat(), dst, two); }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(dst.empty());
    std::vector<Mat> tooMany(3);
    gaussianFilterBank(image, tooMany, two);
    EXPECT_EQ(2u, tooMany.size());
}

//! Levels go through the same kernels at once. Small images alone go through others between gather and apply.
TEST(GaussianBankCuda, as_one_by_one)
{
    needDevice();
    for (const int type : {CV_8UC1, CV_8UC3, CV_16SC2, CV_16FC1, CV_32FC1, CV_32FC(5), CV_64FC1})
        for (const int border : BORDERS)
        {
            const GpuMat src(noise(Size(143, 131), type));
            std::vector<GpuMat> results;
            gaussianFilterBank(src, results, SIGMAS, DX, DY, border);
            ASSERT_EQ(SIGMAS.size(), results.size());
            for (size_t i = 0; i < results.size(); i++)
                EXPECT_LE(relativeError(Mat(results[i]), Mat(resultOf(src, i, border, results[i].depth()))),
                          type == CV_64FC1    ? 0
                          : DX[i] + DY[i] > 0 ? 1e-5  // which cancel: a share of a smaller value
                                              : 4e-6) // 2e-6 on either side
                    << typeToString(type) << ", border " << border << ", result " << i;
        }
}

//! Images that are too large for one launch have the bits that they have alone, however many levels run at once.
TEST(GaussianBankCuda, bits_of_large_images)
{
    needDevice();
    const std::vector<double> sigmas = {1, 1.4, 2, 2.8, 4, 5.6, 8, 11.3, 16, 22.6, 500};
    for (const int type : {CV_32FC1, CV_8UC1, CV_8UC3})
        for (const int border : {BORDER_REFLECT, BORDER_REPLICATE, BORDER_CONSTANT})
        {
            const GpuMat src(noise(Size(2700, 2100), type));
            std::vector<GpuMat> results;
            gaussianFilterBank(src, results, sigmas, {}, {}, border);
            for (size_t i = 0; i < results.size(); i++)
            {
                GpuMat alone;
                recursiveGaussianBlur(src, alone, sigmas[i], 0, border, CV_32F);
                EXPECT_TRUE(identical(Mat(alone), Mat(results[i])))
                    << typeToString(type) << ", border " << border << ", sigma " << sigmas[i];
            }
        }
}

//! Levels that read the image at once, whose results lie anywhere.
TEST(GaussianBankCuda, places_of_results)
{
    needDevice();
    GpuMat source(noise(Size(140, 130), CV_32FC1)), frame(150, 160, CV_32FC1);
    std::vector<GpuMat> expected, results(3);
    gaussianFilterBank(source, expected, {1, 4, 9});
    results[0] = source;
    results[1] = frame(Rect(3, 4, 140, 130));
    gaussianFilterBank(source, results, {1, 4, 9});
    for (size_t i = 0; i < 3; i++)
        EXPECT_TRUE(identical(Mat(expected[i]), Mat(results[i]))) << i;
}

}} // namespace
