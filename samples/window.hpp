// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_WINDOW_HPP
#define OPENCV_RECFILTER_WINDOW_HPP

// A window, where there is a display and OpenCV was built with windows. Knows nothing of what it shows.

#include <opencv2/core.hpp>
#include <opencv2/opencv_modules.hpp>
#ifdef HAVE_OPENCV_HIGHGUI
#include <opencv2/highgui.hpp>
#endif

#include <algorithm>
#include <cstdlib>
#include <string>

class Window
{
public:
    explicit Window(const std::string& title_) : title(title_) {}

#ifdef HAVE_OPENCV_HIGHGUI
    //! False where there is no window. With the size of its pictures given it fits onto a screen.
    bool open(cv::Size picture = cv::Size())
    try
    {
        const double scale = std::min({1., 1280. / std::max(picture.width, 1), 720. / std::max(picture.height, 1)});
        if (!hasDisplay())
            return false;
        cv::namedWindow(title, scale < 1 ? cv::WINDOW_NORMAL | cv::WINDOW_KEEPRATIO : cv::WINDOW_AUTOSIZE);
        if (scale < 1)
            cv::resizeWindow(title, cvRound(picture.width * scale), cvRound(picture.height * scale));
        return true;
    }
    catch (const cv::Exception&) // highgui was built without windows, or the display does not answer
    {
        return false;
    }

    //! A trackbar, which sets the value to an integer from 1 to this.
    void addTrackbar(const std::string& name, double& value, int most)
    {
        const double initial = value;
        const auto change = [](int position, void* to) { *static_cast<double*>(to) = std::max(position, 1); };
        cv::createTrackbar(name, title, nullptr, most, change, &value);
        cv::setTrackbarPos(name, title, std::min(cvRound(value), most));
        value = initial;
    }

    //! Shows a picture. The key that was pressed within so many milliseconds, or at all for 0; 'q' for a closed window.
    int show(const cv::Mat& picture, int milliseconds)
    {
        if (wasShown && isClosed())
            return 'q';
        cv::imshow(title, picture);
        wasShown = true;
        const int key = cv::waitKey(milliseconds);
        return key < 0 && isClosed() ? 'q' : key;
    }

private:
    static bool hasDisplay()
    {
#if defined _WIN32 || defined __APPLE__
        return true;
#else
        return std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY");
#endif
    }

    //! Where windows do not know whether they are visible (-1), one that is closed has no properties.
    bool isClosed() const
    {
        const double visible = cv::getWindowProperty(title, cv::WND_PROP_VISIBLE);
        return visible == 0 || (visible < 0 && cv::getWindowProperty(title, cv::WND_PROP_AUTOSIZE) < 0);
    }
#else
    bool open(cv::Size = cv::Size())
    {
        return false;
    }
    void addTrackbar(const std::string&, double&, int) {}
    int show(const cv::Mat&, int)
    {
        return 'q';
    }

private:
#endif

    std::string title;
    bool wasShown = false;
};

#endif
