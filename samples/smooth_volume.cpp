// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Smooths a synthetic CT of a chest whose slices lie further apart than its pixels, and finds its edges: the magnitude
// of the gradient and the Laplacian of a Gaussian, all by recursive Gaussians along three dimensions.

#include "captioned.hpp"
#include "chest_phantom.hpp"
#include "sample_main.hpp"

#include <opencv2/recfilter.hpp>

#include <cfloat>
#include <cstdio>
#include <iostream>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | 96x256x256 | slices x rows x columns of the phantom }"
                                "{ output o | smooth_volume.png | picture to write }"
                                "{ noise | 20 | standard deviation of the noise; the phantom has 0 to 225 }"
                                "{ sigma | 2 | of the Gaussian, in mm; pixels lie 1 mm apart }"
                                "{ slices | 2.5 | mm from slice to slice }";

// Gaussians of a volume, and how long they took: each the fastest of three calls.
class Gaussians
{
public:
    Gaussians(double sigma, double sliceDistance) : params_({0, 1, 2}, {sigma})
    {
        params_.spacing = {sliceDistance, 1, 1};
        params_.borderTypes = {BORDER_REFLECT_101};
    }

    // A Gaussian, or its derivative along each dimension: per mm, or per mm^2.
    Mat filtered(const Mat& volume, const std::vector<int>& derivatives)
    {
        params_.derivatives = derivatives;
        const Ptr<cuda::RecursiveFilter> filter = cuda::createRecursiveGaussianFilter(params_);
        Mat result;
        filter->apply(volume, result); // plans, and touches new memory
        double fastest = DBL_MAX;
        for (int i = 0; i < 3; ++i)
        {
            TickMeter time;
            time.start();
            filter->apply(volume, result);
            time.stop();
            fastest = std::min(fastest, time.getTimeMilli());
        }
        milliseconds_ += fastest;
        return result;
    }

    // Milliseconds since the last call.
    double milliseconds()
    {
        const double elapsed = milliseconds_;
        milliseconds_ = 0;
        return elapsed;
    }

private:
    cuda::RecursiveGaussianNDParams params_;
    double milliseconds_ = 0;
};

static Mat gradientMagnitude(Gaussians& gaussians, const Mat& volume)
{
    Mat squares = Mat::zeros(3, volume.size.p, CV_32F);
    for (int d = 0; d < 3; ++d)
    {
        std::vector<int> derivatives(3, 0);
        derivatives[size_t(d)] = 1;
        const Mat slope = gaussians.filtered(volume, derivatives);
        squares += slope.mul(slope);
    }
    Mat magnitude;
    sqrt(squares, magnitude);
    return magnitude;
}

static Mat laplacianOfGaussian(Gaussians& gaussians, const Mat& volume)
{
    Mat sum = Mat::zeros(3, volume.size.p, CV_32F);
    for (int d = 0; d < 3; ++d)
    {
        std::vector<int> derivatives(3, 0);
        derivatives[size_t(d)] = 2;
        sum += gaussians.filtered(volume, derivatives);
    }
    return sum;
}

// A slice across the body, and below it one along the body, at its true height. Values from low to high are shown.
static Mat panelOf(const Mat& volume, double sliceDistance, double low, double high, const std::string& title,
                   const std::string& detail)
{
    const int slices = volume.size[0], rows = volume.size[1], cols = volume.size[2];
    const Mat across(rows, cols, CV_32F, const_cast<uchar*>(volume.ptr(slices / 2)));
    const Mat along(slices, cols, CV_32F, const_cast<uchar*>(volume.ptr(0, rows * 4 / 9)), volume.step[0]);
    const double zoom = 320. / cols;
    const auto shown = [&](const Mat& part, double height) {
        Mat bytes;
        part.convertTo(bytes, CV_8U, 255 / (high - low), -255 * low / (high - low));
        resize(bytes, bytes, Size(320, cvRound(part.rows * height * zoom)), 0, 0, INTER_LINEAR);
        cvtColor(bytes, bytes, COLOR_GRAY2BGR);
        return bytes;
    };
    Mat both;
    vconcat(captioned(shown(across, 1), title + ": a slice", detail),
            captioned(shown(along, sliceDistance), "along the body", format("slices %g mm apart", sliceDistance)),
            both);
    return both;
}

static int run(const CommandLineParser& options)
{
    const std::string output = options.get<String>("output");
    const double noise = options.get<double>("noise"), sigma = options.get<double>("sigma"),
                 sliceDistance = options.get<double>("slices");
    std::vector<int> sizes(4, 1);
    char rest;
    const int read =
        std::sscanf(options.get<String>("@input").c_str(), "%dx%dx%d%c", &sizes[1], &sizes[2], &sizes[3], &rest);
    if (read != 3 || *std::min_element(sizes.begin(), sizes.end()) < 1 || !(noise >= 0) || !(sliceDistance > 0))
    {
        std::cerr << "the phantom has not three sizes with x between them, noise is below 0, or slices not above 0\n";
        return 1;
    }
    const Mat phantom = chestPhantom(sizes);
    const std::vector<int> volumeSizes(sizes.begin() + 1, sizes.end());
    Mat volume(volumeSizes, CV_32F);
    RNG(1).fill(volume, RNG::NORMAL, 0, noise);
    volume += Mat(volumeSizes, CV_32F, const_cast<uchar*>(phantom.data));

    Gaussians gaussians(sigma, sliceDistance);
    const auto took = [&](int filters) {
        const double time = gaussians.milliseconds();
        const std::string text =
            format("%.0f ms, %.2f ns a voxel and filter", time, time * 1e6 / double(volume.total()) / filters);
        return text;
    };
    const Mat smooth = gaussians.filtered(volume, {0, 0, 0});
    const std::string ofSmooth = took(1);
    const Mat gradient = gradientMagnitude(gaussians, volume);
    const std::string ofGradient = took(3);
    const Mat laplacian = laplacianOfGaussian(gaussians, volume);
    const std::string ofLaplacian = took(3);
    std::cout << format("%d x %d x %d voxels of %g x 1 x 1 mm, sigma %g mm\n", volumeSizes[0], volumeSizes[1],
                        volumeSizes[2], sliceDistance, sigma)
              << "Gaussian: " << ofSmooth << "\ngradient: " << ofGradient << "\nLaplacian: " << ofLaplacian << "\n";

    Mat picture;
    const double steep = 90 / sigma, curved = 60 / (sigma * sigma);
    hconcat(std::vector<Mat>{panelOf(volume, sliceDistance, 0, 255, "noisy phantom", format("noise of %g", noise)),
                             panelOf(smooth, sliceDistance, 0, 255, format("Gaussian of %g mm", sigma), ofSmooth),
                             panelOf(gradient, sliceDistance, 0, steep, "gradient magnitude", ofGradient),
                             panelOf(laplacian, sliceDistance, -curved, curved, "Laplacian of Gaussian", ofLaplacian)},
            picture);
    writePicture(output, picture);
    std::cout << "written: " << output << "\n";
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
