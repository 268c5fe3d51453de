// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Takes the uneven light out of a photograph of a page: divides it by its blur, after which one threshold does.

#include "captioned.hpp"
#include "sample_main.hpp"
#include "stage_times.hpp"

#include <opencv2/recfilter.hpp>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | photograph of a page, dark on light }"
                                "{ output o | flat_light.png | picture to write }"
                                "{ sigma | 30 | standard deviation of the blur, in pixels: wider than strokes }";

//! Milliseconds of a call, a mean of five after one that plans or touches memory.
static double meanTimeOf(const std::function<void()>& call)
{
    call();
    const double time = timeOf([&] {
        for (int i = 0; i < 5; i++)
            call();
    });
    return time / 5;
}

static Mat inColour(const Mat& gray)
{
    Mat colour;
    gray.convertTo(colour, CV_8U);
    cvtColor(colour, colour, COLOR_GRAY2BGR);
    return colour;
}

static int run(const CommandLineParser& options)
{
    const double sigma = options.get<double>("sigma");
    const Mat page = imread(options.get<String>("@input"), IMREAD_GRAYSCALE);
    if (page.empty())
    {
        std::cerr << "cannot read " << options.get<String>("@input") << " as an image\n";
        return 1;
    }
    Mat pixels, light, byOpencv, flat, inkOfPage, inkOfFlat;
    page.convertTo(pixels, CV_32F);
    const auto blur = cuda::createRecursiveGaussianFilter(sigma);
    const double time = meanTimeOf([&] { blur->apply(pixels, light); });
    const double opencvTime = meanTimeOf([&] { GaussianBlur(pixels, byOpencv, Size(), sigma); });
    std::cout << format("blur of %d x %d floats, sigma %g: %.2f ms, ", page.cols, page.rows, sigma, time)
              << format("cv::GaussianBlur %.2f ms, difference at most %.2g of 255\n", opencvTime,
                        norm(light, byOpencv, NORM_INF));

    // Paper is brighter than its blur, in which there is ink: 192 leaves room above.
    divide(pixels, max(light, 1), flat, 192, CV_8U);
    const double ofPage = threshold(page, inkOfPage, 0, 255, THRESH_OTSU),
                 ofFlat = threshold(flat, inkOfFlat, 0, 255, THRESH_OTSU);

    const Mat colours[] = {inColour(page), inColour(light), inColour(flat)};
    const Mat profile =
        drawProfile(page.size(), {{colours[0], "input"}, {colours[1], "light"}, {colours[2], "flattened"}});
    const Mat panels[] = {
        captioned(colours[0], "input", format("%d x %d", page.cols, page.rows)),
        captioned(colours[1], "light: the input's blur", format("sigma %g", sigma)),
        captioned(colours[2], "flattened: input / light", ""),
        captioned(inColour(inkOfPage), "Otsu's threshold of the input", format("%g for the whole page", ofPage)),
        captioned(profile, "gray levels along the middle row", "black 0 below, white 255 above"),
        captioned(inColour(inkOfFlat), "Otsu's threshold, flattened", format("%g for the whole page", ofFlat))};
    Mat rows[2], picture;
    hconcat(panels, 3, rows[0]);
    hconcat(panels + 3, 3, rows[1]);
    vconcat(rows, 2, picture);
    writePicture(options.get<String>("output"), picture);
    std::cout << format("written: %s (%d x %d)\n", options.get<String>("output").c_str(), page.cols, page.rows);
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
