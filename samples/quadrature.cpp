// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Local structure of a photograph by a bank of quadrature filters. These are complex kernels: the real part answers to
// lines, the imaginary part to edges. Magnitude is how much structure there is, phase of which kind it is, and
// orientation the direction across it.

#include "panels.hpp"
#include "picture_output.hpp"
#include "quadrature_kernels.hpp"

#include <opencv2/recfilter.hpp>

#include <complex>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | photograph }"
                                "{ output o | | picture to write; without it a window, or quadrature.png }"
                                "{ size | 11 | rows and columns of the kernels, odd }"
                                "{ wavelength | 8 | of the structures that the filters look for, in pixels }"
                                "{ width | 480 | pixels of a panel }";

//! Magnitude, phase and orientation, the last two in degrees of 0 to 180.
static Mat structureOf(const Mat& image, const std::vector<Mat>& kernels)
{
    //! [filter]
    cuda::NonSeparableParams params;
    params.convolves = true;
    params.ddepth = CV_32F;
    std::vector<Mat> responses;
    cuda::createNonSeparableFilter(kernels, params)->apply(image, responses);
    //! [filter]

    Mat structure(image.size(), CV_32FC3);
    //! [structure]
    structure.forEach<Vec3f>([&](Vec3f& result, const int* at) {
        double sum = 0, even = 0, odd = 0;
        std::complex<double> doubled; // angles of lines: those of opposite directions are one
        for (int i = 0; i < QUADRATURE_DIRECTIONS; i++)
        {
            const Vec2f q = responses[size_t(i)].at<Vec2f>(at[0], at[1]);
            const double size = std::hypot(q[0], q[1]);
            sum += size;
            even += q[0];
            odd += std::abs(q[1]);
            doubled += std::polar(size, 2 * quadratureAngle(i));
        }
        const double angle = std::arg(doubled) / 2 * 180 / CV_PI;
        result = Vec3f(float(sum), float(std::atan2(odd, even) * 180 / CV_PI), float(angle < 0 ? angle + 180 : angle));
    });
    //! [structure]
    return structure;
}

static int run(const Options& options)
{
    const Mat image = readImage(options.get<String>("@input"), IMREAD_GRAYSCALE);
    const int size = options.get<int>("size"), width = std::min(options.get<int>("width"), image.cols);
    const double wavelength = options.get<double>("wavelength");
    require(size >= 3 && size <= 63 && size % 2 == 1, "size is not odd and 3 to 63");
    require(wavelength >= 2 && width >= 100, "wavelength is below 2, or width or the photograph below 100");
    const std::vector<Mat> kernels = quadratureKernels(size, wavelength);
    Mat parts[3]; // magnitude, phase, orientation
    split(structureOf(image, kernels), parts);
    const Mat bright = parts[0] * (3 * 255 / norm(parts[0], NORM_INF));

    Mat taps, realAndImaginary[2];
    hconcat(kernels, taps);
    split(taps, realAndImaginary);
    vconcat(realAndImaginary, 2, taps);
    resize(aroundGray(taps, 1), taps, Size(width, width / 2), 0, 0, INTER_NEAREST);
    const auto panel = [&](const Mat& picture, const std::string& title, const std::string& detail) {
        return captioned(middleOf(picture, Size(width, width)), title, detail);
    };
    const std::vector<Mat> panels = {
        panel(inGray(image), "photograph", format("%d x %d", image.cols, image.rows)),
        panel(inGray(bright), "magnitude", "sum over four directions"),
        panel(inHues(parts[1] * 2 / 3, bright), "phase", "red: bright line, green: edge, blue: dark line"),
        panel(inHues(parts[2], bright), "orientation", "red: across vertical structures, cyan: horizontal"),
        panel(taps, "the bank",
              format("%d x %d taps, wavelength %g: real parts, imaginary parts", size, size, wavelength))};
    putPicture(options.get<String>("output"), "quadrature", inRows(panels, 2));
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
