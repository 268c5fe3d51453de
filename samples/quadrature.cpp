// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Local structure of a photograph by a bank of quadrature filters. These are complex kernels: the real part answers to
// lines, the imaginary part to edges. Magnitude is how much there is, phase which of both, and orientation the
// direction across it.

#include "captioned.hpp"
#include "sample_main.hpp"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/recfilter.hpp>

#include <complex>
#include <iostream>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | photograph }"
                                "{ output o | quadrature.png | picture to write }"
                                "{ size | 11 | rows and columns of the kernels, odd }"
                                "{ wavelength | 8 | of the structures that the filters look for, in pixels }"
                                "{ width | 480 | pixels of a panel }";

static const int DIRECTIONS = 4;

static double angleOf(int direction)
{
    return CV_PI * direction / DIRECTIONS;
}

//! [kernel]
// A quadrature filter by its spectrum: log-normal along the radius, cos^2 of the angle to a direction, nothing in the
// opposite half plane (Knutsson and Granlund). The kernel is its inverse transform, near the middle.
static Mat kernelOf(int direction, int size, double wavelength)
{
    const int side = 64; // samples of the spectrum
    const double middle = 2 * CV_PI / wavelength, octaves = 2;
    Mat spectrum(side, side, CV_64FC2, Scalar());
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
        {
            const double u = 2 * CV_PI * (x < side / 2 ? x : x - side) / side;
            const double v = 2 * CV_PI * (y < side / 2 ? y : y - side) / side;
            const double radius = std::hypot(u, v);
            const double along =
                radius > 0 ? (u * std::cos(angleOf(direction)) + v * std::sin(angleOf(direction))) / radius : 0;
            if (along <= 0)
                continue;
            const double ratio = std::log(radius / middle);
            spectrum.at<Vec2d>(y, x)[0] =
                along * along * std::exp(-4 / (octaves * octaves * std::log(2.)) * ratio * ratio);
        }
    Mat response;
    dft(spectrum, response, DFT_INVERSE | DFT_SCALE);
    Mat kernel(size, size, CV_64FC2);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            kernel.at<Vec2d>(y, x) = response.at<Vec2d>((y - size / 2 + side) % side, (x - size / 2 + side) % side);
    // Without the rest of a constant that cutting off has left, flat regions have no phase.
    const Scalar mean = cv::mean(kernel);
    kernel -= mean;
    kernel.convertTo(kernel, CV_32F);
    return kernel;
}
//! [kernel]

struct Structure
{
    Mat_<float> magnitude, phase, orientation; // phase and orientation in 0 to 180
};

static Structure structureOf(const Mat& image, const std::vector<Mat>& kernels)
{
    //! [filter]
    cuda::NonSeparableParams params;
    params.convolves = true;
    params.ddepth = CV_32F;
    std::vector<Mat> responses;
    cuda::createNonSeparableFilter(kernels, params)->apply(image, responses);
    //! [filter]

    Structure result = {Mat_<float>(image.size()), Mat_<float>(image.size()), Mat_<float>(image.size())};
    //! [structure]
    for (int y = 0; y < image.rows; ++y)
        for (int x = 0; x < image.cols; ++x)
        {
            double sum = 0, even = 0, odd = 0;
            std::complex<double> doubled; // angles of lines: those of opposite directions are one
            for (int i = 0; i < DIRECTIONS; ++i)
            {
                const Vec2f q = responses[size_t(i)].at<Vec2f>(y, x);
                const double size = std::hypot(q[0], q[1]);
                sum += size;
                even += q[0];
                odd += std::abs(q[1]);
                doubled += std::polar(size, 2 * angleOf(i));
            }
            result.magnitude(y, x) = float(sum);
            result.phase(y, x) = float(std::atan2(odd, even) * 180 / CV_PI);
            const double angle = std::arg(doubled) / 2 * 180 / CV_PI;
            result.orientation(y, x) = float(angle < 0 ? angle + 180 : angle);
        }
    //! [structure]
    return result;
}

// Colours by hue, as bright as there is structure.
static Mat inColour(const Mat_<float>& hue, const Mat_<float>& brightness)
{
    std::vector<Mat> planes(3);
    hue.convertTo(planes[0], CV_8U, 179. / 180);
    planes[1] = Mat(hue.size(), CV_8U, Scalar(200));
    brightness.convertTo(planes[2], CV_8U);
    Mat picture;
    merge(planes, picture);
    cvtColor(picture, picture, COLOR_HSV2BGR);
    return picture;
}

static Mat inGray(const Mat& image)
{
    Mat bytes;
    image.convertTo(bytes, CV_8U);
    cvtColor(bytes, bytes, COLOR_GRAY2BGR);
    return bytes;
}

// The middle of a picture, pixel by pixel.
static Mat panelOf(const Mat& picture, int width, const std::string& title, const std::string& detail)
{
    const Size part(std::min(picture.cols, width), std::min(picture.rows, width));
    return captioned(picture(Rect(Point((picture.cols - part.width) / 2, (picture.rows - part.height) / 2), part)),
                     title, detail);
}

// The taps of a kernel, enlarged: gray is 0.
static Mat enlarged(const std::vector<Mat>& kernels, int part, int width)
{
    std::vector<Mat> row;
    for (const Mat& kernel : kernels)
    {
        Mat taps;
        extractChannel(kernel, taps, part);
        double largest;
        minMaxIdx(abs(taps), nullptr, &largest);
        taps.convertTo(taps, CV_8U, 127 / largest, 128);
        resize(taps, taps, Size(width / DIRECTIONS, width / DIRECTIONS), 0, 0, INTER_NEAREST);
        row.push_back(taps);
    }
    Mat all;
    hconcat(row, all);
    return inGray(all);
}

static int run(const CommandLineParser& options)
{
    const std::string input = options.get<String>("@input"), output = options.get<String>("output");
    const Mat image = imread(input, IMREAD_GRAYSCALE);
    const int size = options.get<int>("size"), width = options.get<int>("width");
    const double wavelength = options.get<double>("wavelength");
    if (image.empty() || size < 3 || size > 63 || size % 2 == 0 || wavelength < 2 || width < 100)
    {
        std::cerr << "cannot read " << input
                  << " as an image, or size is not odd and 3 to 63, wavelength below 2 or width below 100\n";
        return 1;
    }
    //! [bank]
    std::vector<Mat> kernels;
    for (int i = 0; i < DIRECTIONS; ++i)
        kernels.push_back(kernelOf(i, size, wavelength));
    //! [bank]
    const Structure structure = structureOf(image, kernels);
    double largest;
    minMaxIdx(structure.magnitude, nullptr, &largest);
    const Mat_<float> bright = min(structure.magnitude * (3 * 255 / largest), 255);

    Mat taps;
    vconcat(enlarged(kernels, 0, width), enlarged(kernels, 1, width), taps);
    Mat rows[2], picture;
    hconcat(std::vector<Mat>{panelOf(inGray(image), width, "photograph", format("%d x %d", image.cols, image.rows)),
                             panelOf(inGray(bright), width, "magnitude", "sum over four directions")},
            rows[0]);
    hconcat(std::vector<Mat>{panelOf(inColour(structure.phase, bright), width, "phase",
                                     "red: bright line, green: edge, blue: dark line"),
                             panelOf(inColour(structure.orientation, bright), width, "orientation",
                                     "red: across vertical structures, cyan: horizontal")},
            rows[1]);
    vconcat(rows, 2, picture);
    const Mat bank =
        panelOf(taps, width, "the bank",
                format("%d x %d taps, wavelength %g: real parts, imaginary parts", size, size, wavelength));
    Mat last(bank.rows, picture.cols, CV_8UC3, ink::paper);
    bank.copyTo(last(Rect(0, 0, bank.cols, bank.rows)));
    vconcat(picture, last, picture);
    writePicture(output, picture);
    std::cout << "written: " << output << "\n";
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
