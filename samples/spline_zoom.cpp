// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Tests interpolations by their PSNR: a photograph is turned twelve times by 30 degrees, and enlarged and reduced six
// times. B-splines through the prefilter, beside OpenCV's cubic and Lanczos interpolation, and a detail eight times as
// large.

#include "captioned.hpp"
#include "sample_main.hpp"
#include "geometry.hpp"

#include <opencv2/core/utility.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/recfilter.hpp>

#include <functional>
#include <iostream>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | photograph }"
                                "{ output o | spline_zoom.png | picture to write }"
                                "{ side | 512 | pixels of the square in the middle of the photograph that is turned }";

static const int TURNS = 12;
static const int ZOOMS = 6;
static const double ZOOM = 1.3;
static const int DETAIL = 8; // times larger

struct Method
{
    std::string title;
    std::function<Mat(const Mat&, const Matx23d&, Size)> warp; // from the inverse map
};

//! [methods]
static Method ofOpenCV(const std::string& title, int flags)
{
    return {title, [flags](const Mat& image, const Matx23d& inverse, Size size) {
                Mat warped;
                warpAffine(image, warped, inverse, size, flags | WARP_INVERSE_MAP, BORDER_REFLECT_101);
                return warped;
            }};
}

static Method ofSpline(int degree)
{
    return {format("B-spline, degree %d", degree), [degree](const Mat& image, const Matx23d& inverse, Size size) {
                Mat warped;
                cuda::splineWarpAffine(image, warped, inverse, size, degree, BORDER_REFLECT_101, true);
                return warped;
            }};
}
//! [methods]

// PSNR of the disc that no turn takes out of the picture.
static double psnr(const Mat& image, const Mat& turned)
{
    Mat mask(image.size(), CV_8U, Scalar(0));
    circle(mask, Point(image.cols / 2, image.rows / 2), int(0.45 * image.cols), Scalar(255), FILLED);
    const double rms = norm(image, turned, NORM_L2, mask) / std::sqrt(double(countNonZero(mask)));
    return 20 * std::log10(255 / rms);
}

static Mat asPanel(const Mat& image, Size panel)
{
    Mat bytes, large;
    image.convertTo(bytes, CV_8U);
    resize(bytes, large, panel, 0, 0, INTER_NEAREST);
    cvtColor(large, large, COLOR_GRAY2BGR);
    return large;
}

// A square in the middle, its pixels enlarged.
static Mat middleOf(const Mat& image, int side, Size panel)
{
    return asPanel(image(Rect((image.cols - side) / 2, (image.rows - side) / 2, side, side)), panel);
}

//! [map]
// The map from an image of size `to` back to one of size `from`, middle onto middle.
static Matx23d zoomed(Size from, Size to, double scale)
{
    return Matx23d(1 / scale, 0, (from.width - 1) / 2. - (to.width - 1) / 2. / scale, 0, 1 / scale,
                   (from.height - 1) / 2. - (to.height - 1) / 2. / scale);
}
//! [map]

//! [turns]
static Mat turnedRound(const Method& method, const Mat& image)
{
    const Point2f middle((image.cols - 1) / 2.f, (image.rows - 1) / 2.f);
    Mat inverse;
    invertAffineTransform(getRotationMatrix2D(middle, 360. / TURNS, 1), inverse);
    Mat turned = image;
    for (int i = 0; i < TURNS; ++i)
        turned = method.warp(turned, inverse, image.size());
    return turned;
}
//! [turns]

static Mat enlargedAndReduced(const Method& method, const Mat& image)
{
    const Size small = image.size(), large(cvRound(ZOOM * small.width), cvRound(ZOOM * small.height));
    Mat same = image;
    for (int i = 0; i < ZOOMS; ++i)
    {
        const Mat enlarged = method.warp(same, zoomed(small, large, ZOOM), large);
        same = method.warp(enlarged, zoomed(large, small, 1 / ZOOM), small);
    }
    return same;
}

static int run(const CommandLineParser& options)
{
    const std::string input = options.get<String>("@input"), output = options.get<String>("output");
    const Mat photograph = imread(input, IMREAD_GRAYSCALE);
    const int side = std::min(options.get<int>("side"), std::min(photograph.cols, photograph.rows));
    if (side < 64)
    {
        std::cerr << "cannot read " << input << " as an image, or it is smaller than 64 x 64\n";
        return 1;
    }
    Mat image;
    photograph(Rect((photograph.cols - side) / 2, (photograph.rows - side) / 2, side, side)).convertTo(image, CV_32F);

    const Method methods[] = {ofOpenCV("INTER_CUBIC", INTER_CUBIC), ofOpenCV("INTER_LANCZOS4", INTER_LANCZOS4),
                              ofSpline(3), ofSpline(5), ofSpline(7)};
    const int shown = side / 4;
    const Size panel(3 * shown, 3 * shown);
    std::vector<Mat> turns = {captioned(middleOf(image, shown, panel), "photograph", format("%d x %d", side, side))};
    std::vector<Mat> zooms = {
        captioned(middleOf(image, panel.width / DETAIL, panel), "photograph", "pixels of a detail")};
    std::cout << format("%d turns of %g degrees; enlarged to %g and back %d times\n", TURNS, 360. / TURNS, ZOOM, ZOOMS);
    for (const Method& method : methods)
    {
        TickMeter time;
        time.start();
        const Mat turned = turnedRound(method, image);
        time.stop();
        const double ofTurns = psnr(image, turned), ofZooms = psnr(image, enlargedAndReduced(method, image));
        std::cout << format("%-20s PSNR %.1f dB turned, %.1f dB zoomed, %.1f ms a turn\n", method.title.c_str(),
                            ofTurns, ofZooms, time.getTimeMilli() / TURNS);
        turns.push_back(captioned(middleOf(turned, shown, panel), method.title,
                                  format("turned %d times: PSNR %.1f dB", TURNS, ofTurns)));
        zooms.push_back(
            captioned(asPanel(method.warp(image, zoomed(image.size(), panel, DETAIL), panel), panel), method.title,
                      format("%d times larger (%g and back %d times: %.1f dB)", DETAIL, ZOOM, ZOOMS, ofZooms)));
    }
    std::vector<Mat> rows;
    for (const std::vector<Mat>* panels : {&turns, &zooms})
        for (int first : {0, 3})
        {
            rows.push_back(Mat());
            hconcat(std::vector<Mat>(panels->begin() + first, panels->begin() + first + 3), rows.back());
        }
    Mat picture;
    vconcat(rows, picture);
    writePicture(output, picture);
    std::cout << "written: " << output << "\n";
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
