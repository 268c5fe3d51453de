// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The code of the tutorial "Blur of any size": blurs of a photograph by small and large sigmas, and a derivative.

#include "panels.hpp"
#include "picture_output.hpp"
#include "stage_times.hpp"

#include <opencv2/recfilter.hpp>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | photograph }"
                                "{ output o | | picture to write; without it a window, or tutorial_blur.png }"
                                "{ width | 400 | pixels of a panel }";

//! [derivative]
// The derivative from left to right of the blurred image. It is signed, so the result has to be, too.
static Mat derivativeOf(const Mat& gray, double sigma)
{
    cuda::RecursiveGaussianParams params(sigma);
    params.dx = 1;
    params.borderType = BORDER_REPLICATE;
    params.ddepth = CV_32F;
    Mat slope;
    cuda::createRecursiveGaussianFilter(params)->apply(gray, slope);
    return slope;
}
//! [derivative]

//! [gpu]
// Only the last line waits. The stream and both arrays on the GPU are worth keeping from frame to frame.
static Mat blurredOnGpu(const cuda::RecursiveFilter& filter, const Mat& image)
{
    cuda::Stream stream;
    cuda::GpuMat pixels, blurred;
    Mat result;
    pixels.upload(image, stream);
    filter.apply(pixels, blurred, stream);
    blurred.download(result, stream);
    stream.waitForCompletion();
    return result;
}
//! [gpu]

static Mat panelOf(const Mat& picture, int width, const std::string& title, const std::string& detail)
{
    Mat panel;
    resize(picture, panel, Size(width, picture.rows * width / picture.cols), 0, 0, INTER_AREA);
    return captioned(panel, title, detail);
}

static int run(const Options& options)
{
    const Mat image = readImage(options.get<String>("@input"));
    const int width = options.get<int>("width");
    require(width >= 100, "width is below 100");
    std::vector<Mat> panels = {panelOf(image, width, "photograph", format("%d x %d", image.cols, image.rows))};
    for (const double sigma : {2., 10., 50., 150.})
    {
        Mat blurred, byOpencv;
        //! [blur]
        const Ptr<cuda::RecursiveFilter> filter = cuda::createRecursiveGaussianFilter(sigma);
        const double time = fastestTimeOf([&] { filter->apply(image, blurred); });
        //! [blur]

        //! [opencv]
        const int taps = 2 * cvCeil(4 * sigma) + 1; // where the Gaussian has fallen to e^-8
        const double opencvTime = fastestTimeOf([&] { GaussianBlur(image, byOpencv, Size(taps, taps), sigma); });
        //! [opencv]
        const std::string times = format("%.1f ms; GaussianBlur, %d taps: %.1f ms", time, taps, opencvTime);
        std::cout << format("sigma %3g: %s; difference at most %g\n", sigma, times.c_str(),
                            norm(blurred, byOpencv, NORM_INF));
        if (cuda::getCudaEnabledDeviceCount() > 0)
            std::cout << format("the GPU's result: difference at most %g\n",
                                norm(blurred, blurredOnGpu(*filter, image), NORM_INF));
        panels.push_back(panelOf(blurred, width, format("sigma %g", sigma), times));
    }
    Mat gray;
    cvtColor(image, gray, COLOR_BGR2GRAY);
    panels.push_back(panelOf(aroundGray(derivativeOf(gray, 4), 1), width, "derivative along x", "sigma 4; gray is 0"));
    putPicture(options.get<String>("output"), "tutorial_blur", inRows(panels, 3));
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
