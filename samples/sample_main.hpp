// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAMPLE_MAIN_HPP
#define OPENCV_RECFILTER_SAMPLE_MAIN_HPP

// What the main functions of the samples share.

#include <opencv2/core/utility.hpp>
#include <opencv2/imgcodecs.hpp>

#include <functional>
#include <iostream>

//! Runs a sample on its input. Prints the options if there is none, and errors to the console.
inline int runSample(int argc, char** argv, const cv::String& keys,
                     const std::function<int(const cv::CommandLineParser&)>& run)
try
{
    const cv::CommandLineParser options(argc, argv, keys);
    if (options.has("help") || !options.has("@input"))
    {
        options.printMessage();
        return options.has("help") ? 0 : 1;
    }
    return run(options);
}
catch (const cv::Exception& error)
{
    std::cerr << error.what() << "\n";
    return 1;
}

//! Writes a picture, or throws.
inline void writePicture(const cv::String& path, const cv::Mat& picture)
{
    if (!cv::imwrite(path, picture))
        CV_Error(cv::Error::StsError, "cannot write " + path);
}

#endif
