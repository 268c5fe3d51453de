// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The code of the tutorial "Blur of any size": blurs of a photograph by small and large sigmas, and a derivative.

#include "captioned.hpp"
#include "sample_main.hpp"

#include <opencv2/recfilter.hpp>

#include <cfloat>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | photograph }"
                                "{ output o | tutorial_blur.png | picture to write }"
                                "{ width | 400 | pixels of a panel }";

// Milliseconds of the fastest of five calls; the first one plans and touches new memory. A slow call is not repeated.
static double timeOf(const std::function<void()>& call)
{
    double fastest = DBL_MAX, all = 0;
    for (int i = 0; i < 5 && all < 1000; i++)
    {
        TickMeter time;
        time.start();
        call();
        time.stop();
        fastest = std::min(fastest, time.getTimeMilli());
        all += time.getTimeMilli();
    }
    return fastest;
}

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

static int run(const CommandLineParser& options)
{
    const Mat image = imread(options.get<String>("@input"), IMREAD_COLOR);
    const int width = options.get<int>("width");
    if (image.empty() || width < 100)
    {
        std::cerr << "cannot read " << options.get<String>("@input") << " as an image, or width below 100\n";
        return 1;
    }
    std::vector<Mat> panels = {panelOf(image, width, "photograph", format("%d x %d", image.cols, image.rows))};
    for (const double sigma : {2., 10., 50., 150.})
    {
        Mat blurred, byOpencv;
        //! [blur]
        const Ptr<cuda::RecursiveFilter> filter = cuda::createRecursiveGaussianFilter(sigma);
        const double time = timeOf([&] { filter->apply(image, blurred); });
        //! [blur]

        //! [opencv]
        const int taps = 2 * cvCeil(4 * sigma) + 1; // where the Gaussian has fallen to e^-8
        const double opencvTime = timeOf([&] { GaussianBlur(image, byOpencv, Size(taps, taps), sigma); });
        //! [opencv]
        const std::string times = format("%.1f ms; GaussianBlur, %d taps: %.1f ms", time, taps, opencvTime);
        std::cout << format("sigma %3g: %s; difference at most %g\n", sigma, times.c_str(),
                            norm(blurred, byOpencv, NORM_INF));
        if (cuda::getCudaEnabledDeviceCount() > 0)
            std::cout << format("the GPU's result: difference at most %g\n",
                                norm(blurred, blurredOnGpu(*filter, image), NORM_INF));
        panels.push_back(panelOf(blurred, width, format("sigma %g", sigma), times));
    }
    Mat gray, picture, rows[2];
    cvtColor(image, gray, COLOR_BGR2GRAY);
    const Mat slope = derivativeOf(gray, 4);
    slope.convertTo(gray, CV_8U, 127 / norm(slope, NORM_INF), 128); // gray is 0
    cvtColor(gray, picture, COLOR_GRAY2BGR);
    panels.push_back(panelOf(picture, width, "derivative along x", "sigma 4; gray is 0"));
    hconcat(panels.data(), 3, rows[0]);
    hconcat(panels.data() + 3, 3, rows[1]);
    vconcat(rows, 2, picture);
    writePicture(options.get<String>("output"), picture);
    std::cout << "written: " << options.get<String>("output") << "\n";
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
