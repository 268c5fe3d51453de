// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DOCUMENTS_PRELUDE_HPP
#define OPENCV_RECFILTER_DOCUMENTS_PRELUDE_HPP

// What the documents' blocks of C++ take for granted. collect.py makes each block a class that derives from one of
// these, so that a block may declare variables of the same names.

#include <opencv2/core.hpp>
#include <opencv2/core/cuda.hpp>
#include <opencv2/videoio.hpp>

#include <cstdio>

//! The video that blocks read, in the current folder. It is found out by its content that it is an AVI.
inline void makeClip()
{
    cv::VideoWriter video("clip.avi", cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 25, cv::Size(320, 240));
    for (int i = 0; i < 4; i++)
        video.write(cv::Mat(240, 320, CV_8UC3, cv::Scalar(50 * i, 100, 150)));
    video.release();
    if (std::rename("clip.avi", "clip.mp4") != 0)
        CV_Error(cv::Error::StsError, "no clip.mp4");
}

//! Arrays on the host: a photograph, and results.
struct OnHost
{
    cv::Mat image, blurred, edges, means, sums, result;

    OnHost() : image(480, 640, CV_8UC1) { cv::randu(image, 0, 256); }
};

//! The same on a GPU.
struct OnDevice : OnHost
{
    cv::cuda::GpuMat d_image, d_blurred, d_frame, d_result;
    cv::cuda::Stream stream;

    OnDevice() : d_image(image), d_frame(image) {}
};

//! Runs a block, if there is what it needs, and reports as googletest does.
template <typename Block>
bool runBlock(const char* name, bool needsDevice)
{
    std::printf("[ RUN      ] Documents.%s\n", name);
    std::fflush(stdout);
    bool isRight = true;
    if (needsDevice && cv::cuda::getCudaEnabledDeviceCount() <= 0)
        std::printf("[     SKIP ] needs a GPU\n");
    else
        try
        {
            Block().run();
        }
        catch (const std::exception& error)
        {
            std::printf("%s\n", error.what());
            isRight = false;
        }
    std::printf("[%s] Documents.%s\n", isRight ? "       OK " : "  FAILED  ", name);
    return isRight;
}

#endif
