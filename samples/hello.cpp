// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Blurs an image: example_hello IMAGE [OUTPUT]

#include <opencv2/imgcodecs.hpp>
#include <opencv2/recfilter.hpp>

#include <iostream>

int main(int argc, char** argv)
{
    const std::string output = argc > 2 ? argv[2] : "hello.png";
    const cv::Mat image = argc > 1 ? cv::imread(argv[1]) : cv::Mat();
    if (image.empty() || !cv::haveImageWriter(output))
    {
        std::cerr << "usage: " << argv[0] << " IMAGE [OUTPUT]\n";
        return 1;
    }
    cv::Mat blurred;
    const auto blur = cv::cuda::createRecursiveGaussianFilter(30); // sigma, in pixels
    blur->apply(image, blurred);                                   // the first call plans
    cv::TickMeter time;
    time.start();
    blur->apply(image, blurred);
    time.stop();
    std::cout << cv::format("%d x %d blurred in %.2f ms\n", image.cols, image.rows, time.getTimeMilli());
    if (cv::imwrite(output, blurred))
        return 0;
    std::cerr << "cannot write " << output << "\n";
    return 1;
}
