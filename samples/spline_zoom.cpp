// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Turns a photograph twelve times by 30 degrees, and enlarges and reduces it six times: how much of it B-splines leave,
// and how much OpenCV's interpolation. Below, a detail eight times as large.

#include "panels.hpp"
#include "picture_output.hpp"
#include "stage_times.hpp"
#include "warp_methods.hpp"

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | photograph }"
                                "{ output o | | picture to write; without it a window, or spline_zoom.png }"
                                "{ side | 512 | pixels of the square in the middle of the photograph that is turned }";

static const int TURNS = 12, ZOOMS = 6, DETAIL = 8;
static const double ZOOM = 1.3;

//! [turns]
static Mat turnedRound(const Method& by, Mat image)
{
    for (int i = 0; i < TURNS; i++)
        image = warped(by, image, image.size(), 360. / TURNS, 1);
    return image;
}
//! [turns]

static Mat enlargedAndReduced(const Method& by, Mat image)
{
    const Size small = image.size(), large(cvRound(ZOOM * small.width), cvRound(ZOOM * small.height));
    for (int i = 0; i < ZOOMS; i++)
        image = warped(by, warped(by, image, large, 0, ZOOM), small, 0, 1 / ZOOM);
    return image;
}

//! PSNR of the disc that no turn takes out of the picture.
static double psnr(const Mat& image, const Mat& turned)
{
    Mat mask(image.size(), CV_8U, Scalar(0));
    circle(mask, Point(image.cols / 2, image.rows / 2), int(0.45 * image.cols), Scalar(255), FILLED);
    const double rms = norm(image, turned, NORM_L2, mask) / std::sqrt(double(countNonZero(mask)));
    return 20 * std::log10(255 / rms);
}

static int run(const Options& options)
{
    const Mat photograph = readImage(options.get<String>("@input"), IMREAD_GRAYSCALE);
    const int side = std::min({options.get<int>("side"), photograph.cols, photograph.rows}), width = side / 4 * 3;
    require(side >= 64, "the photograph, or side, is smaller than 64 pixels");
    Mat image, turned;
    middleOf(photograph, Size(side, side)).convertTo(image, CV_32F);
    const auto panel = [&](const Mat& picture, int times, const char* title, const std::string& detail) {
        return captioned(pixelsOf(inGray(picture), Size(width, width), times), title, detail);
    };
    std::vector<Mat> panels = {panel(image, 3, "photograph", format("%d x %d", side, side))},
                     details = {panel(image, DETAIL, "photograph", "pixels of a detail")};
    std::cout << format("%d turns of %g degrees; enlarged to %g and back %d times\n", TURNS, 360. / TURNS, ZOOM, ZOOMS);
    for (const Method& by :
         {Method{"INTER_CUBIC", 0, INTER_CUBIC}, Method{"INTER_LANCZOS4", 0, INTER_LANCZOS4},
          Method{"B-spline, degree 3", 3, 0}, Method{"B-spline, degree 5", 5, 0}, Method{"B-spline, degree 7", 7, 0}})
    {
        const double time = timeOf([&] { turned = turnedRound(by, image); }) / TURNS;
        const double ofTurns = psnr(image, turned), ofZooms = psnr(image, enlargedAndReduced(by, image));
        std::cout << format("%-20s PSNR %.1f dB turned, %.1f dB zoomed, %.1f ms a turn\n", by.title, ofTurns, ofZooms,
                            time);
        panels.push_back(panel(turned, 3, by.title, format("turned %d times: PSNR %.1f dB", TURNS, ofTurns)));
        details.push_back(
            panel(warped(by, image, Size(width, width), 0, DETAIL), 1, by.title,
                  format("%d times larger (%g and back %d times: %.1f dB)", DETAIL, ZOOM, ZOOMS, ofZooms)));
    }
    panels.insert(panels.end(), details.begin(), details.end());
    putPicture(options.get<String>("output"), "spline_zoom", inRows(panels, 3));
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
