// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// A photograph through each of the functions that stand beside a blur, with the times they took.

#include "captioned.hpp"
#include "sample_main.hpp"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/recfilter.hpp>

#include <functional>
#include <iostream>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | photograph }"
                                "{ output o | image_functions.png | picture to write }"
                                "{ sigma | 2 | standard deviation of the Gaussians, in pixels }"
                                "{ width | 400 | pixels of a panel }";

// Gray values from low to high; both 0: from the smallest to the largest.
static Mat inGray(const Mat& values, double low = 0, double high = 0)
{
    if (low == high)
        minMaxIdx(values, &low, &high);
    Mat bytes;
    values.convertTo(bytes, CV_8U, 255 / (high - low), -255 * low / (high - low));
    cvtColor(bytes, bytes, COLOR_GRAY2BGR);
    return bytes;
}

// Gray is 0; `share` of the largest value is white, or black.
static Mat signedGray(const Mat& values, double share = 0.5)
{
    const double largest = share * norm(values, NORM_INF);
    return inGray(values, -largest, largest);
}

// The orientation of a structure tensor by hue, as bright as it is clear.
static Mat orientationOf(const Mat& tensor)
{
    Mat abc[3], angle, values, eigen[2], picture;
    split(tensor, abc);
    phase(abc[0] - abc[2], 2 * abc[1], angle, true); // twice the angle across
    cuda::symmetricEigenvalues(tensor, values);
    split(values, eigen);
    Mat clear, planes[3];
    sqrt(eigen[0] - eigen[1], clear);
    angle.convertTo(planes[0], CV_8U, 0.5);
    planes[1] = Mat(angle.size(), CV_8U, Scalar(200));
    clear.convertTo(planes[2], CV_8U, 2 * 255 / norm(clear, NORM_INF));
    merge(planes, 3, picture);
    cvtColor(picture, picture, COLOR_HSV2BGR);
    return picture;
}

// Sharp in the middle.
static Mat radiiAround(Size size)
{
    Mat radii(size, CV_32F);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            radii.at<float>(y, x) =
                float(std::max(0., std::hypot(x - size.width / 2., y - size.height / 2.) / 10 - size.height / 50.));
    return radii;
}

static Mat mostlyHoles(Size size)
{
    Mat mask(size, CV_8U);
    RNG(1).fill(mask, RNG::UNIFORM, 0, 100);
    return mask >= 90;
}

static int run(const CommandLineParser& options)
{
    const std::string input = options.get<String>("@input"), output = options.get<String>("output");
    const double sigma = options.get<double>("sigma");
    const int width = options.get<int>("width");
    const Mat colour = imread(input, IMREAD_COLOR);
    if (colour.empty() || !(sigma >= 0.5 && sigma <= 50) || width < 100)
    {
        std::cerr << "cannot read " << input << " as an image, or sigma is not 0.5 to 50, or width below 100\n";
        return 1;
    }
    Mat image;
    cvtColor(colour, image, COLOR_BGR2GRAY);
    const Mat mask = mostlyHoles(image.size()), radii = radiiAround(image.size());
    Mat known = colour.clone(), turn = Mat_<double>(2, 3);
    known.setTo(Scalar::all(0), mask == 0);
    turn = getRotationMatrix2D(Point2f(image.cols / 2.f, image.rows / 2.f), 20, 1.7);

    typedef std::function<void(Mat&)> Compute;
    typedef std::function<Mat(const Mat&)> Show;
    struct Panel
    {
        const char *title, *detail;
        Compute compute;
        Show show;
    };
    const Show plain = [](const Mat& m) { return m.channels() == 3 ? m : inGray(m, 0, 255); };
    const Panel panels[] = {
        {"photograph", "", [&](Mat& m) { m = colour; }, plain},
        {"gaussianGradientMagnitude", "edges", [&](Mat& m) { cuda::gaussianGradientMagnitude(image, m, sigma); },
         [](const Mat& m) { return inGray(m, 0, 0.4 * norm(m, NORM_INF)); }},
        {"laplacianOfGaussian", "blobs and lines: bright ones are dark here",
         [&](Mat& m) { cuda::laplacianOfGaussian(image, m, sigma, 0, BORDER_DEFAULT, -1, true); },
         [](const Mat& m) { return signedGray(m); }},
        {"differenceOfGaussians", "a band of frequencies",
         [&](Mat& m) { cuda::differenceOfGaussians(image, m, sigma); }, [](const Mat& m) { return signedGray(m); }},
        {"unsharpMask", "amount 2", [&](Mat& m) { cuda::unsharpMask(colour, m, sigma, 2); }, plain},
        {"structureTensor", "orientation by hue", [&](Mat& m) { cuda::structureTensor(image, m, sigma, 3 * sigma); },
         orientationOf},
        {"hessianOfGaussian", "larger eigenvalue: dark lines are bright here",
         [&](Mat& m) {
             Mat matrices;
             cuda::hessianOfGaussian(image, matrices, sigma);
             cuda::symmetricEigenvalues(matrices, m);
         },
         [](const Mat& m) {
             Mat larger;
             extractChannel(m, larger, 0);
             return inGray(larger, 0, 0.4 * norm(larger, NORM_INF));
         }},
        {"boxFilterByRadius", "sharp in the middle", [&](Mat& m) { cuda::boxFilterByRadius(colour, radii, m); }, plain},
        {"localMeanVariance", "deviation in windows of 15 x 15",
         [&](Mat& m) {
             cuda::localMeanVariance(image, noArray(), m, Size(15, 15));
             sqrt(m, m);
         },
         [](const Mat& m) { return inGray(m); }},
        {"one pixel of ten", "", [&](Mat& m) { m = known; }, plain},
        {"maskedGaussianBlur", "the same, filled",
         [&](Mat& m) { cuda::maskedGaussianBlur(known, mask, m, sigma, 0, false, 0, 1e-6); }, plain},
        {"splineWarpAffine", "degree 5, 20 degrees, 1.7 times larger",
         [&](Mat& m) { cuda::splineWarpAffine(colour, m, turn, Size(), 5); }, plain},
    };
    std::vector<Mat> row;
    Mat picture;
    for (const Panel& panel : panels)
    {
        Mat result;
        panel.compute(result); // plans
        TickMeter time;
        time.start();
        panel.compute(result);
        time.stop();
        std::cout << format("%-28s %7.1f ms\n", panel.title, time.getTimeMilli());
        const Mat shown = panel.show(result);
        const Size part(std::min(shown.cols, width), std::min(shown.rows, width));
        const Rect middle(Point((shown.cols - part.width) / 2, (shown.rows - part.height) / 2), part);
        row.push_back(captioned(shown(middle), panel.title, panel.detail));
        if (row.size() < 4)
            continue;
        Mat joined;
        hconcat(row, joined);
        picture.push_back(joined);
        row.clear();
    }
    writePicture(output, picture);
    std::cout << format("written: %s (%d x %d, sigma %g)\n", output.c_str(), image.cols, image.rows, sigma);
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
