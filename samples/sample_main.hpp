// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAMPLE_MAIN_HPP
#define OPENCV_RECFILTER_SAMPLE_MAIN_HPP

// What the main functions of the samples share: options, errors, files.

#include <opencv2/core/utility.hpp>
#include <opencv2/imgcodecs.hpp>

#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>

//! Ends a sample with this message unless the condition holds.
inline void require(bool condition, const std::string& otherwise)
{
    if (!condition)
        throw std::invalid_argument(otherwise);
}

//! The command line. What should be a number ends the sample if it is none.
class Options : public cv::CommandLineParser
{
public:
    using cv::CommandLineParser::CommandLineParser;

    template <class T>
    T get(const cv::String& name) const
    {
        const T value = cv::CommandLineParser::get<T>(name);
        require(check(), name + " is not a number");
        return value;
    }
};

//! Runs a sample on its input. Prints the options if there is none, and errors to the console.
inline int runSample(int argc, char** argv, const cv::String& keys, const std::function<int(const Options&)>& run)
try
{
    const Options options(argc, argv, keys);
    if (options.has("help") || !options.has("@input"))
    {
        options.printMessage();
        return options.has("help") ? 0 : 1;
    }
    return run(options);
}
catch (const std::exception& error)
{
    std::cerr << error.what() << "\n";
    return 1;
}

//! Reads an image, or ends the sample.
inline cv::Mat readImage(const std::string& path, int flags = cv::IMREAD_COLOR)
{
    cv::Mat image = cv::imread(path, flags);
    require(!image.empty(), "cannot read " + path + " as an image");
    return image;
}

//! Writes a picture, or ends the sample.
inline void writePicture(const std::string& path, const cv::Mat& picture)
{
    require(cv::imwrite(path, picture), "cannot write " + path);
}

#endif
