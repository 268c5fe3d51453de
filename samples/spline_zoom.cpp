// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The classical test of an interpolation: a photograph turned twelve times by 30 degrees is itself again, as far as the
// interpolation lets it. B-splines through the prefilter beside OpenCV's cubic and Lanczos interpolation, with their PSNR.

#include "sample_main.hpp"
#include "demo_picture.hpp"

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

// beta^n(x), by its recursion.
static double spline(int degree, double x)
{
    if (degree == 0)
        return x >= -0.5 && x < 0.5;
    const double half = (degree + 1) / 2.;
    return ((x + half) * spline(degree - 1, x + 0.5) + (half - x) * spline(degree - 1, x - 0.5)) / degree;
}

// The weights of degree + 1 neighbouring coefficients, tabulated: the recursion is for reading, not for speed.
class SplineWeights
{
public:
    explicit SplineWeights(int degree_) : degree(degree_), table(STEPS + 1, degree + 1)
    {
        for (int step = 0; step <= STEPS; ++step)
            for (int k = 0; k <= degree; ++k)
                table(step, k) = float(spline(degree, start(0) + k - double(step) / STEPS - offset()));
    }

    // The first coefficient that counts at position x, and the weights from there on.
    const float* at(double x, int& first) const
    {
        const double shifted = x - offset();
        const int whole = cvFloor(shifted);
        first = whole + start(0);
        return table[cvRound((shifted - whole) * STEPS)];
    }

private:
    enum
    {
        STEPS = 4096
    };

    // Odd degrees lie between two coefficients, even ones around the nearest.
    double offset() const { return degree % 2 ? 0 : -0.5; }
    int start(int whole) const { return whole - degree / 2; }

    const int degree;
    Mat_<float> table;
};

// Turns an image around its middle; coefficients go on as BORDER_REFLECT_101 does.
static Mat turnSpline(const Mat& image, const Matx23d& inverse, int degree)
{
    static std::vector<Ptr<SplineWeights>> known(10);
    if (!known[size_t(degree)])
        known[size_t(degree)] = makePtr<SplineWeights>(degree);
    const SplineWeights& weights = *known[size_t(degree)];
    Mat coefficients;
    cuda::createBSplinePrefilter(degree, BORDER_REFLECT_101)->apply(image, coefficients);
    Mat turned(image.size(), CV_32F);
    parallel_for_(Range(0, image.rows), [&](const Range& rows) {
        for (int y = rows.start; y < rows.end; ++y)
            for (int x = 0; x < image.cols; ++x)
            {
                int left, top;
                const float* const wx = weights.at(inverse(0, 0) * x + inverse(0, 1) * y + inverse(0, 2), left);
                const float* const wy = weights.at(inverse(1, 0) * x + inverse(1, 1) * y + inverse(1, 2), top);
                float sum = 0;
                for (int j = 0; j <= degree; ++j)
                {
                    const float* const row =
                        coefficients.ptr<float>(borderInterpolate(top + j, image.rows, BORDER_REFLECT_101));
                    float inRow = 0;
                    for (int i = 0; i <= degree; ++i)
                        inRow += wx[i] * row[borderInterpolate(left + i, image.cols, BORDER_REFLECT_101)];
                    sum += wy[j] * inRow;
                }
                turned.at<float>(y, x) = sum;
            }
    });
    return turned;
}

struct Method
{
    std::string title;
    std::function<Mat(const Mat&, const Matx23d&)> turn; // from the inverse map
};

static Method ofOpenCV(const std::string& title, int flags)
{
    return {title, [flags](const Mat& image, const Matx23d& inverse) {
                Mat turned;
                warpAffine(image, turned, inverse, image.size(), flags | WARP_INVERSE_MAP, BORDER_REFLECT_101);
                return turned;
            }};
}

static Method ofSpline(int degree)
{
    return {format("B-spline, degree %d", degree),
            [degree](const Mat& image, const Matx23d& inverse) { return turnSpline(image, inverse, degree); }};
}

// Of the disc that no turn takes out of the picture.
static double psnr(const Mat& image, const Mat& turned)
{
    Mat mask(image.size(), CV_8U, Scalar(0));
    circle(mask, Point(image.cols / 2, image.rows / 2), int(0.45 * image.cols), Scalar(255), FILLED);
    const double rms = norm(image, turned, NORM_L2, mask) / std::sqrt(double(countNonZero(mask)));
    return 20 * std::log10(255 / rms);
}

// The middle, twice as large.
static Mat middleOf(const Mat& image)
{
    const int side = image.cols / 4;
    Mat bytes, large;
    image(Rect(image.cols / 2 - side / 2, image.rows / 2 - side / 2, side, side)).convertTo(bytes, CV_8U);
    resize(bytes, large, Size(), 3, 3, INTER_NEAREST);
    cvtColor(large, large, COLOR_GRAY2BGR);
    return large;
}

static Mat captioned(const Mat& picture, const std::string& title, const std::string& detail)
{
    const int caption = 50, gap = 12;
    Mat panel(picture.rows + caption + gap, picture.cols + 2 * gap, CV_8UC3, ink::paper);
    picture.copyTo(panel(Rect(gap, caption, picture.cols, picture.rows)));
    writeWithin(panel, title, Point(gap, 20), picture.cols, 0.55, ink::text);
    writeWithin(panel, detail, Point(gap, 41), picture.cols, 0.5, ink::faint);
    return panel;
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
    Mat forwards = getRotationMatrix2D(Point2f((side - 1) / 2.f, (side - 1) / 2.f), 360. / TURNS, 1), backwards;
    invertAffineTransform(forwards, backwards);
    const Matx23d inverse = backwards;

    const Method methods[] = {ofOpenCV("INTER_CUBIC", INTER_CUBIC), ofOpenCV("INTER_LANCZOS4", INTER_LANCZOS4),
                              ofSpline(3), ofSpline(5), ofSpline(7)};
    std::vector<Mat> panels = {captioned(middleOf(image), "photograph", format("middle of %d x %d", side, side))};
    std::cout << format("%d turns of %g degrees\n", TURNS, 360. / TURNS);
    for (const Method& method : methods)
    {
        Mat turned = image;
        TickMeter time;
        time.start();
        for (int i = 0; i < TURNS; ++i)
            turned = method.turn(turned, inverse);
        time.stop();
        const std::string quality = format("PSNR %.1f dB", psnr(image, turned));
        std::cout << format("%-20s %s, %.1f ms a turn\n", method.title.c_str(), quality.c_str(),
                            time.getTimeMilli() / TURNS);
        panels.push_back(captioned(middleOf(turned), method.title, quality));
    }
    Mat upper, lower, picture;
    hconcat(std::vector<Mat>(panels.begin(), panels.begin() + 3), upper);
    hconcat(std::vector<Mat>(panels.begin() + 3, panels.end()), lower);
    vconcat(upper, lower, picture);
    if (!imwrite(output, picture))
    {
        std::cerr << "cannot write " << output << "\n";
        return 1;
    }
    std::cout << "written: " << output << "\n";
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
