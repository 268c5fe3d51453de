// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PICTURE_OUTPUT_HPP
#define OPENCV_RECFILTER_PICTURE_OUTPUT_HPP

// Where the picture of a sample goes: into a window where there is a display, else into a file.

#include "sample_main.hpp"
#include "window.hpp"

//! Without a path: a window, or without a display NAME.png.
inline void putPicture(const std::string& path, const std::string& name, const cv::Mat& picture)
{
    const std::string file = path.empty() ? name + ".png" : path;
    Window window(name + ": s writes " + file + ", other keys end");
    if (path.empty() && window.open(picture.size()) && window.show(picture, 0) != 's')
        return;
    writePicture(file, picture);
    std::cout << "written: " << file << "\n";
}

#endif
