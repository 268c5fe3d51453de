// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Smooths a synthetic CT of a chest whose slices lie further apart than its pixels, and finds its edges: the magnitude
// of the gradient and the Laplacian of a Gaussian, all by recursive Gaussians along three dimensions.

#include "chest_phantom.hpp"
#include "panels.hpp"
#include "picture_output.hpp"
#include "stage_times.hpp"

#include <opencv2/recfilter.hpp>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | 96x256x256 | slices x rows x columns of the phantom }"
                                "{ output o | | picture to write; without it a window, or smooth_volume.png }"
                                "{ noise | 20 | standard deviation of the noise; the phantom has 0 to 225 }"
                                "{ sigma | 2 | of the Gaussian, in mm; pixels lie 1 mm apart }"
                                "{ slices | 2.5 | mm from slice to slice }";

//! A plane of a volume in gray, 320 pixels wide. Its rows lie so many pixels apart.
static Mat planeInGray(const Mat& plane, double black, double white, double spacing)
{
    Mat picture;
    const Size size(320, cvRound(plane.rows * spacing * 320 / plane.cols));
    resize(inGray(plane, black, white), picture, size, 0, 0, INTER_LINEAR);
    return picture;
}

static int run(const Options& options)
{
    const double noise = options.get<double>("noise"), sigma = options.get<double>("sigma"),
                 spacing = options.get<double>("slices");
    const std::vector<int> sizes = parseSizes(options.get<String>("@input"), 3);
    require(!sizes.empty(), "the phantom has not three sizes with x between them");
    require(noise >= 0 && spacing > 0, "noise is below 0, or slices not above 0");
    Mat volume(sizes, CV_32F), gradient;
    RNG(1).fill(volume, RNG::NORMAL, 0, noise);
    volume += chestPhantom({1, sizes[0], sizes[1], sizes[2]}).reshape(0, sizes);
    std::cout << format("%d x %d x %d voxels of %g x 1 x 1 mm\n", sizes[0], sizes[1], sizes[2], spacing);

    cuda::RecursiveGaussianNDParams params({0, 1, 2}, {sigma});
    params.spacing = {spacing, 1, 1};
    params.borderTypes = {BORDER_REFLECT_101};
    double time = 0;
    int filters = 0;
    // A Gaussian, or its derivative along each dimension: per mm, or per mm^2.
    const auto filtered = [&](const std::vector<int>& derivatives) {
        params.derivatives = derivatives;
        const Ptr<cuda::RecursiveFilter> filter = cuda::createRecursiveGaussianFilter(params);
        Mat result;
        time += fastestTimeOf([&] { filter->apply(volume, result); });
        filters++;
        return result;
    };
    // A slice across the body, and one along the body, with the time of what has been filtered for them.
    std::vector<Mat> across, along;
    const auto show = [&](const std::string& title, const Mat& result, double black, double white) {
        const std::string detail = filters == 0 ? format("noise of %g", noise)
                                                : format("%.0f ms, %.2f ns a voxel and filter", time,
                                                         time * 1e6 / double(volume.total()) / filters);
        std::cout << title << ": " << detail << "\n";
        const Mat slice = planeOf(result, 1, {sizes[0] / 2, 0, 0}), side = planeOf(result, 0, {0, sizes[1] * 4 / 9, 0});
        across.push_back(captioned(planeInGray(slice, black, white, 1), title + ": a slice", detail));
        along.push_back(captioned(planeInGray(side, black, white, spacing), "along the body",
                                  format("slices %g mm apart", spacing)));
        time = filters = 0;
    };
    show("noisy phantom", volume, 0, 255);
    show(format("Gaussian of %g mm", sigma), filtered({0, 0, 0}), 0, 255);
    const Mat z = filtered({1, 0, 0}), y = filtered({0, 1, 0}), x = filtered({0, 0, 1});
    sqrt(z.mul(z) + y.mul(y) + x.mul(x), gradient);
    show("gradient magnitude", gradient, 0, 90 / sigma);
    const Mat laplacian = filtered({2, 0, 0}) + filtered({0, 2, 0}) + filtered({0, 0, 2});
    show("Laplacian of Gaussian", laplacian, -60 / (sigma * sigma), 60 / (sigma * sigma));

    across.insert(across.end(), along.begin(), along.end());
    putPicture(options.get<String>("output"), "smooth_volume", inRows(across, 4));
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
