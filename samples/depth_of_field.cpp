// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Blurs a photograph by its distance from a plane in focus: each pixel has a radius of its own.

#include "panels.hpp"
#include "picture_output.hpp"
#include "stage_times.hpp"

#include <opencv2/recfilter.hpp>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | photograph }"
                                "{ @disparity | | its disparity map, 8 bits: bright is near, 0 unknown }"
                                "{ output o | | picture to write; without it a window, or depth_of_field.png }"
                                "{ focus | 0.6 | what is sharp, from 0 (far) to 1 (near) }"
                                "{ aperture | 40 | largest radius, in pixels: 0 to 1000 }";

static int run(const Options& options)
{
    const Mat image = readImage(options.get<String>("@input")),
              disparity = readImage(options.get<String>("@disparity"), IMREAD_GRAYSCALE);
    const double focus = options.get<double>("focus"), aperture = options.get<double>("aperture");
    require(disparity.size() == image.size(), "an image and its disparity map must have one size");
    require(focus >= 0 && focus <= 1 && aperture >= 0 && aperture <= 1000,
            "focus is not 0 to 1, or aperture 0 to 1000");

    // Unknown disparities are holes, which are filled from around.
    Mat filled, depth, radius, blurred;
    cuda::maskedGaussianBlur(disparity, disparity > 0, filled, 8, 0, false, 0, 1e-6);
    disparity.copyTo(filled, disparity > 0);
    double low, high;
    minMaxIdx(filled, &low, &high);
    filled.convertTo(depth, CV_32F, 1 / std::max(high - low, 1.), -low / std::max(high - low, 1.));

    const double time = fastestTimeOf([&] {
        radius = cv::abs(depth - focus) * aperture;
        cuda::boxFilterByRadius(image, radius, blurred);
        cuda::boxFilterByRadius(blurred, radius / 2, blurred); // softer edges than those of a window
    });
    const std::string detail = format("radii up to %g pixels, %.1f ms", norm(radius, NORM_INF), time);
    std::cout << format("%d x %d, ", image.cols, image.rows) << detail << "\n";
    const std::vector<Mat> panels = {captioned(image, "photograph", ""),
                                     captioned(inGray(filled, 0, std::max(high, 1.)), "disparity", "holes are filled"),
                                     captioned(blurred, format("in focus: %g", focus), detail)};
    putPicture(options.get<String>("output"), "depth_of_field", inRows(panels, 3));
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
