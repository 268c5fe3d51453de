// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FRAME_OUTPUT_HPP
#define OPENCV_RECFILTER_FRAME_OUTPUT_HPP

// Where the frames of a video go: into a window where there is a display, else into a file. Knows no filter.

#include "sample_main.hpp"
#include "window.hpp"

#include <opencv2/videoio.hpp>

class FrameOutput
{
public:
    //! Without a path: a window, or without a display blur_video.avi.
    FrameOutput(const std::string& path_, double fps_, double sigma)
        : path(path_), fps(fps_ > 1 ? fps_ : 25), currentSigma(sigma)
    {
        if (path.empty() && window.open())
            window.addTrackbar("sigma", currentSigma, 300);
        else if (path.empty())
            path = "blur_video.avi";
    }

    //! Shows or writes a frame of three channels. False if the user wants no more.
    bool put(const cv::Mat& frame)
    {
        if (path.empty())
            return show(frame);
        require(writer.isOpened() || open(frame.size()), "cannot write " + path);
        writer.write(frame);
        return true;
    }

    //! Keeps the last frame in the window until a key is pressed.
    void hold(const cv::Mat& frame)
    {
        if (path.empty())
            window.show(frame, 0);
    }

    //! The file, or empty for a window.
    const std::string& file() const { return path; }

    //! What the constructor was given, until the window's trackbar changes it.
    double sigma() const { return currentSigma; }

private:
    //! Motion JPEG, which OpenCV itself writes, or images for a path such as frames%03d.png.
    bool open(cv::Size size)
    {
        if (path.find('%') != std::string::npos)
            return writer.open(path, cv::CAP_IMAGES, 0, 0, size);
        return writer.open(path, cv::CAP_OPENCV_MJPEG, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), fps, size);
    }

    bool show(const cv::Mat& frame)
    {
        int key = window.show(frame, 1);
        if (key == ' ')
            key = window.show(frame, 0);
        return key != 27 && key != 'q';
    }

    Window window{"blur_video: space pauses, q ends"};
    std::string path;
    double fps, currentSigma;
    cv::VideoWriter writer;
};

#endif
