// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Blurs of planar video frames: each plane as an image of its own; both sides.

#include "recursive_device.hpp"

#include "opencv2/recfilter/functions.hpp"

namespace opencv_test { namespace {

const double SIGMA_X = 3, SIGMA_Y = 5;

Mat planeBlurred(const Mat& plane, double share, int border, double outside)
{
    return filtered(gaussianFilter(share * SIGMA_X, share * SIGMA_Y, 0, 0, border, Scalar::all(outside)), plane);
}

//! The frame of its planes.
Mat blurredByPlanes(const Mat& frame, int layout, int border)
{
    const int height = frame.rows / 3 * 2, width = frame.cols;
    Mat result(frame.size(), CV_8UC1);
    planeBlurred(frame.rowRange(0, height), 1, border, 16).copyTo(result.rowRange(0, height));
    const Mat below = frame.rowRange(height, frame.rows).clone();
    Mat to;
    if (layout == FRAME_NV12)
        to = planeBlurred(below.reshape(2), 0.5, border, 128).reshape(1);
    else
    {
        const Mat colours = below.reshape(1, height); // of half the width: all rows of U, then those of V
        to.create(height, width / 2, CV_8UC1);
        for (const Range& rows : {Range(0, height / 2), Range(height / 2, height)})
            planeBlurred(colours.rowRange(rows).clone(), 0.5, border, 128).copyTo(to.rowRange(rows));
        to = to.reshape(1, height / 2);
    }
    to.copyTo(result.rowRange(height, frame.rows));
    return result;
}

TEST(Functions_PlanarBlur, planes)
{
    for (int layout : {FRAME_NV12, FRAME_I420})
        for (int border : BORDERS)
            for (const Size& size : {Size(64, 36), Size(2, 3), Size(50, 99)})
            {
                const Mat frame = noise(size, CV_8UC1);
                const Mat expected = blurredByPlanes(frame, layout, border);
                Mat dst, inPlace = frame.clone();
                planarGaussianBlur(frame, dst, SIGMA_X, SIGMA_Y, layout, border);
                EXPECT_TRUE(identical(expected, dst)) << layout << " " << border << " " << size;
                planarGaussianBlur(inPlace, inPlace, SIGMA_X, SIGMA_Y, layout, border);
                EXPECT_TRUE(identical(expected, inPlace));
            }
}

TEST(Functions_PlanarBlur, frames)
{
    const Mat large = noise(Size(90, 80), CV_8UC1), frame = large(Rect(4, 5, 64, 60));
    Mat dst;
    planarGaussianBlur(frame, dst, SIGMA_X, SIGMA_Y);
    EXPECT_TRUE(identical(blurredByPlanes(frame, FRAME_NV12, BORDER_DEFAULT), dst)) << "a part of a larger array";
    std::vector<Mat> results;
    planarGaussianBlur(std::vector<Mat>{frame, frame}, results, SIGMA_X, SIGMA_Y);
    EXPECT_TRUE(identical(dst, results.at(1)));
}

TEST(Functions_PlanarBlur, refuses)
{
    const Mat frame(12, 8, CV_8UC1, Scalar(3)), odd(12, 7, CV_8UC1, Scalar(3)), rows(11, 8, CV_8UC1, Scalar(3));
    Mat dst;
    using namespace cv::Error;
    const BadCall all[] = {
        {"sigmaX is 0;", StsOutOfRange, [&] { planarGaussianBlur(frame, dst, 0); }},
        {"sigmaX / 2 is 0.06", StsOutOfRange, [&] { planarGaussianBlur(frame, dst, 0.12); }},
        {"sigmaY is -1", StsOutOfRange, [&] { planarGaussianBlur(frame, dst, 1, -1); }},
        {"layout is 2", StsBadArg, [&] { planarGaussianBlur(frame, dst, 1, 1, 2); }},
        {"borderType is 77", StsBadArg, [&] { planarGaussianBlur(frame, dst, 1, 1, FRAME_NV12, 77); }},
        {"src is 7 x 12", StsBadArg, [&] { planarGaussianBlur(odd, dst, 1); }},
        {"src is 8 x 11", StsBadArg, [&] { planarGaussianBlur(rows, dst, 1); }},
        {"src has type CV_8UC3", StsUnsupportedFormat,
         [&] { planarGaussianBlur(Mat(12, 8, CV_8UC3, Scalar(1)), dst, 1); }},
        {"dst has gaps", StsBadArg,
         [&] {
             Mat large(20, 20, CV_8UC1), part = large(Rect(1, 1, 8, 12));
             planarGaussianBlur(frame, part, 1, 1, FRAME_I420);
         }},
        {"dst has gaps", StsBadArg,
         [&] {
             UMat large(20, 20, CV_8UC1), part = large(Rect(1, 1, 8, 12));
             planarGaussianBlur(frame, part, 1, 1, FRAME_I420);
         }},
        {"src has gaps", StsBadArg, [&] { planarGaussianBlur(frame.colRange(0, 6), dst, 1, 1, FRAME_I420); }},
    };
    for (const BadCall& row : all)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(dst.empty());
}

TEST(Functions_PlanarBlurCuda, as_on_the_host)
{
    needDevice();
    for (int border : BORDERS)
    {
        const Mat frame = noise(Size(128, 99), CV_8UC1);
        Mat expected;
        GpuMat dst, inPlace(frame);
        planarGaussianBlur(frame, expected, SIGMA_X, SIGMA_Y, FRAME_NV12, border);
        planarGaussianBlur(GpuMat(frame), dst, SIGMA_X, SIGMA_Y, FRAME_NV12, border);
        EXPECT_LE(cvtest::norm(Mat(dst), expected, NORM_INF), 1);
        planarGaussianBlur(inPlace, inPlace, SIGMA_X, SIGMA_Y, FRAME_NV12, border);
        EXPECT_TRUE(identical(Mat(dst), Mat(inPlace)));
        GpuMat row(1, 128 * 99, CV_8UC1);
        GpuMat dense(99, 128, CV_8UC1, row.data, 128);
        dense.upload(frame);
        planarGaussianBlur(frame, expected, SIGMA_X, SIGMA_Y, FRAME_I420, border);
        GpuMat pitched;
        expectError(cv::Error::StsBadArg, "dst has gaps",
                    [&] { planarGaussianBlur(dense, pitched, SIGMA_X, SIGMA_Y, FRAME_I420, border); });
        EXPECT_TRUE(pitched.empty());
        GpuMat two(1, 2 * 100 * 99, CV_8UC1);
        for (int layout : {FRAME_NV12, FRAME_I420}) // a source that overlaps its result by other pixels
        {
            GpuMat first(99, 100, CV_8UC1, two.data, 100), second(99, 100, CV_8UC1, two.data + 600, 100);
            const Mat part = frame.colRange(0, 100).clone();
            Mat ofPart;
            first.upload(part);
            planarGaussianBlur(part, ofPart, SIGMA_X, SIGMA_Y, layout, border);
            planarGaussianBlur(first, second, SIGMA_X, SIGMA_Y, layout, border);
            EXPECT_LE(cvtest::norm(Mat(second), ofPart, NORM_INF), 1);
        }
        planarGaussianBlur(dense, dense, SIGMA_X, SIGMA_Y, FRAME_I420, border);
        EXPECT_LE(cvtest::norm(Mat(dense), expected, NORM_INF), 1);
    }
}

}} // namespace
