// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// A photograph through each of the functions that stand beside a blur, with the times they took.

#include "geometry.hpp"
#include "panels.hpp"
#include "picture_output.hpp"
#include "stage_times.hpp"

#include <opencv2/recfilter.hpp>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | photograph }"
                                "{ output o | | picture to write; without it a window, or image_functions.png }"
                                "{ sigma | 2 | standard deviation of the Gaussians, in pixels }"
                                "{ width | 400 | pixels of a panel }";

static Mat largerEigenvalueOf(const Mat& matrices)
{
    Mat values, larger;
    cuda::symmetricEigenvalues(matrices, values);
    extractChannel(values, larger, 0);
    return larger;
}

//! The orientation of a structure tensor by hue, as bright as it is clear.
static Mat orientationOf(const Mat& tensor)
{
    Mat abc[3], clear, angle;
    split(tensor, abc);
    // The difference of the eigenvalues, and twice the angle across.
    cartToPolar(abc[0] - abc[2], 2 * abc[1], clear, angle, true);
    sqrt(clear, clear);
    return inHues(angle / 2, clear * (2 * 255 / norm(clear, NORM_INF)));
}

static int run(const Options& options)
{
    const Mat colour = readImage(options.get<String>("@input"));
    const double sigma = options.get<double>("sigma");
    const int width = options.get<int>("width");
    require(sigma >= 0.5 && sigma <= 50 && width >= 100, "sigma is not 0.5 to 50, or width below 100");
    const Point middle(colour.cols / 2, colour.rows / 2);
    Mat image, known, numbers(colour.size(), CV_8U), radii(colour.size(), CV_8U, Scalar(1)), out;
    cvtColor(colour, image, COLOR_BGR2GRAY);
    theRNG().state = 1;
    randu(numbers, 0, 100);
    const Mat mask = numbers >= 90, turn = getRotationMatrix2D(middle, 20, 1.7);
    colour.copyTo(known, mask);
    radii.at<uchar>(middle) = 0;
    distanceTransform(radii, radii, DIST_L2, DIST_MASK_PRECISE);
    radii = max(radii / 5 - width / 20., 0);

    const auto asItIs = [&] { return out; };
    const struct
    {
        const char *title, *detail;
        std::function<void()> compute;
        std::function<Mat()> show;
    } functions[] = {
        {"photograph", "", [&] { colour.copyTo(out); }, asItIs},
        {"gaussianGradientMagnitude", "edges", [&] { cuda::gaussianGradientMagnitude(image, out, sigma); },
         [&] { return fromBlack(out, 0.4); }},
        {"laplacianOfGaussian", "blobs and lines: bright ones are dark here",
         [&] { cuda::laplacianOfGaussian(image, out, sigma); }, [&] { return aroundGray(out, 0.5); }},
        {"differenceOfGaussians", "a band of frequencies", [&] { cuda::differenceOfGaussians(image, out, sigma); },
         [&] { return aroundGray(out, 0.5); }},
        {"unsharpMask", "amount 2", [&] { cuda::unsharpMask(colour, out, sigma, 2); }, asItIs},
        {"structureTensor", "orientation by hue", [&] { cuda::structureTensor(image, out, sigma, 3 * sigma); },
         [&] { return orientationOf(out); }},
        {"hessianOfGaussian", "larger eigenvalue: dark lines are bright here",
         [&] { cuda::hessianOfGaussian(image, out, sigma); }, [&] { return fromBlack(largerEigenvalueOf(out), 0.4); }},
        {"boxFilterByRadius", "sharp in the middle", [&] { cuda::boxFilterByRadius(colour, radii, out); }, asItIs},
        {"localMeanVariance", "variance in windows of 15 x 15",
         [&] { cuda::localMeanVariance(image, noArray(), out, Size(15, 15)); }, [&] { return fromBlack(out, 0.15); }},
        {"one pixel of ten", "", [&] { known.copyTo(out); }, asItIs},
        {"maskedGaussianBlur", "the same, filled",
         [&] { cuda::maskedGaussianBlur(known, mask, out, sigma, 0, false, 0, 1e-6); }, asItIs},
        {"splineWarpAffine", "degree 5, 20 degrees, 1.7 times larger",
         [&] { cuda::splineWarpAffine(colour, out, turn, Size(), 5); }, asItIs}};
    std::vector<Mat> panels;
    for (const auto& f : functions)
    {
        std::cout << format("%-28s %7.1f ms\n", f.title, fastestTimeOf(f.compute));
        panels.push_back(captioned(middleOf(f.show(), Size(width, width)), f.title, f.detail));
    }
    std::cout << format("%d x %d, sigma %g\n", image.cols, image.rows, sigma);
    putPicture(options.get<String>("output"), "image_functions", inRows(panels, 4));
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
