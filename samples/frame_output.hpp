// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FRAME_OUTPUT_HPP
#define OPENCV_RECFILTER_FRAME_OUTPUT_HPP

// Where the frames of a video go: into a window where there is a display, else into a file. Knows no filter.

#include <opencv2/opencv_modules.hpp>
#include <opencv2/videoio.hpp>
#ifdef HAVE_OPENCV_HIGHGUI
#include <opencv2/highgui.hpp>
#endif

#include <algorithm>
#include <cstdlib>
#include <string>

class FrameOutput
{
public:
    //! Without a path: a window, or without a display blur_video.avi.
    FrameOutput(const std::string& path_, double fps_, double sigma)
        : path(path_), fps(fps_ > 1 ? fps_ : 25), currentSigma(sigma)
    {
        if (path.empty() && !(hasDisplay() && openWindow()))
            path = "blur_video.avi";
    }

    //! Shows or writes a frame of three channels. False if the user wants no more.
    bool put(const cv::Mat& frame)
    {
        if (path.empty())
            return show(frame);
        if (!writer.isOpened() && !open(frame.size()))
            CV_Error(cv::Error::StsError, "cannot write " + path);
        writer.write(frame);
        return true;
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

#ifdef HAVE_OPENCV_HIGHGUI
    static bool hasDisplay()
    {
#if defined _WIN32 || defined __APPLE__
        return true;
#else
        return std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY");
#endif
    }

    bool openWindow()
    try
    {
        cv::namedWindow(title, cv::WINDOW_AUTOSIZE);
        const auto change = [](int position, void* to) { *static_cast<double*>(to) = std::max(position, 1); };
        const int position = std::min(cvRound(currentSigma), 300);
        cv::createTrackbar("sigma", title, nullptr, 300, change, &currentSigma);
        cv::setTrackbarPos("sigma", title, position);
        return true;
    }
    catch (const cv::Exception&) // highgui was built without windows, or the display does not answer
    {
        return false;
    }

    bool show(const cv::Mat& frame)
    {
        cv::imshow(title, frame);
        int key = cv::waitKey(1);
        if (key == ' ')
            key = cv::waitKey();
        return key != 27 && key != 'q';
    }
#else
    static bool hasDisplay()
    {
        return false;
    }
    bool openWindow()
    {
        return false;
    }
    bool show(const cv::Mat&)
    {
        return false;
    }
#endif

    static constexpr const char* title = "blur_video: space pauses, q ends";
    std::string path;
    double fps, currentSigma;
    cv::VideoWriter writer;
};

#endif
