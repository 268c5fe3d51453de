// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Blurs a photograph by its distance from a plane in focus: each pixel has a radius of its own.

#include "captioned.hpp"
#include "sample_main.hpp"

#include <opencv2/recfilter.hpp>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | photograph }"
                                "{ @disparity | | its disparity map, 8 bits: bright is near, 0 unknown }"
                                "{ output o | depth_of_field.png | picture to write }"
                                "{ focus | 0.6 | what is sharp, from 0 (far) to 1 (near) }"
                                "{ aperture | 40 | largest radius, in pixels: 0 to 1000 }";

static int run(const CommandLineParser& options)
{
    const Mat image = imread(options.get<String>("@input"), IMREAD_COLOR),
              disparity = imread(options.get<String>("@disparity"), IMREAD_GRAYSCALE);
    const double focus = options.get<double>("focus"), aperture = options.get<double>("aperture");
    if (image.empty() || disparity.size() != image.size() || !(focus >= 0 && focus <= 1) ||
        !(aperture >= 0 && aperture <= 1000))
    {
        std::cerr << "cannot read an image and its disparity map, which must have one size; focus is 0 to 1 and "
                     "aperture 0 to 1000\n";
        return 1;
    }

    // Unknown disparities are holes, which are filled from around.
    Mat filled, depth, radius, blurred;
    cuda::maskedGaussianBlur(disparity, disparity > 0, filled, 8, 0, false, 0, 1e-6);
    disparity.copyTo(filled, disparity > 0);
    double low, high;
    minMaxIdx(filled, &low, &high);
    filled.convertTo(depth, CV_32F, 1 / std::max(high - low, 1.), -low / std::max(high - low, 1.));

    TickMeter time;
    for (int i = 0; i < 2; i++) // the first time it makes room for its tables
    {
        time.reset();
        time.start();
        radius = cv::abs(depth - focus) * aperture;
        cuda::boxFilterByRadius(image, radius, blurred);
        cuda::boxFilterByRadius(blurred, radius / 2, blurred); // softer edges than those of a window
        time.stop();
    }

    Mat inGray, picture;
    filled.convertTo(inGray, CV_8U, 255 / std::max(high, 1.));
    cvtColor(inGray, inGray, COLOR_GRAY2BGR);
    const std::string detail = format("radii up to %g pixels, %.1f ms", norm(radius, NORM_INF), time.getTimeMilli());
    const Mat panels[] = {captioned(image, "photograph", ""), captioned(inGray, "disparity", "holes are filled"),
                          captioned(blurred, format("in focus: %g", focus), detail)};
    hconcat(panels, 3, picture);
    writePicture(options.get<String>("output"), picture);
    std::cout << format("written: %s (%d x %d, %s)\n", options.get<String>("output").c_str(), image.cols, image.rows,
                        detail.c_str());
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
