// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Takes the uneven light out of a photograph of a page: divides it by its blur, after which one threshold does.

#include "panels.hpp"
#include "picture_output.hpp"
#include "stage_times.hpp"

#include <opencv2/recfilter.hpp>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | photograph of a page, dark on light }"
                                "{ output o | | picture to write; without it a window, or flat_light.png }"
                                "{ sigma | 30 | standard deviation of the blur, in pixels: wider than strokes }";

static int run(const Options& options)
{
    const double sigma = options.get<double>("sigma");
    const Mat page = readImage(options.get<String>("@input"), IMREAD_GRAYSCALE);
    Mat pixels, light, byOpencv, flat, inkOfPage, inkOfFlat;
    page.convertTo(pixels, CV_32F);
    const auto blur = cuda::createRecursiveGaussianFilter(sigma);
    const double time = fastestTimeOf([&] { blur->apply(pixels, light); });
    const double opencvTime = fastestTimeOf([&] { GaussianBlur(pixels, byOpencv, Size(), sigma); });
    std::cout << format("blur of %d x %d floats, sigma %g: %.2f ms, ", page.cols, page.rows, sigma, time)
              << format("cv::GaussianBlur %.2f ms, difference at most %.2g of 255\n", opencvTime,
                        norm(light, byOpencv, NORM_INF));

    // Paper is brighter than its blur, in which there is ink: 192 leaves room above.
    divide(pixels, max(light, 1), flat, 192, CV_8U);
    const double ofPage = threshold(page, inkOfPage, 0, 255, THRESH_OTSU),
                 ofFlat = threshold(flat, inkOfFlat, 0, 255, THRESH_OTSU);

    const Mat grays[] = {inGray(page), inGray(light), inGray(flat)};
    const Mat profile = drawProfile(page.size(), {{grays[0], "input"}, {grays[1], "light"}, {grays[2], "flattened"}});
    const std::vector<Mat> panels = {
        captioned(grays[0], "input", format("%d x %d", page.cols, page.rows)),
        captioned(grays[1], "light: the input's blur", format("sigma %g", sigma)),
        captioned(grays[2], "flattened: input / light", ""),
        captioned(inGray(inkOfPage), "Otsu's threshold of the input", format("%g for the whole page", ofPage)),
        captioned(profile, "gray levels along the middle row", "black 0 below, white 255 above"),
        captioned(inGray(inkOfFlat), "Otsu's threshold, flattened", format("%g for the whole page", ofFlat))};
    putPicture(options.get<String>("output"), "flat_light", inRows(panels, 3));
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
