// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Table 2 of Lee, Ko and Choe 2014: their filters against each other and against the Gaussian, with ours beside them.
// doc/accuracy_tables.md says how the paper is read.

#include "accuracy_table.hpp"

#include "opencv2/imgcodecs.hpp"
#include "opencv2/imgproc.hpp"

namespace opencv_test { namespace {

//! PSNR of pairs of filters, in dB.
struct Comparison
{
    double oneTwo, firOne, firTwo;
};

const int WINDOWS[] = {3, 30, 90};

struct PaperImage
{
    const char *name, *file;
    double scale; //!< enlarges a photograph that is too small. The paper's photographs of these sizes are not known
    Size size;
    Comparison paper[3]; //!< for WINDOWS
    bool isThePapers;
};

void PrintTo(const PaperImage& image, std::ostream* os)
{
    *os << image.name;
}

const PaperImage IMAGES[] = {
    {"SD", "lena.jpg", 1, Size(512, 512), {{29.4, 26.2, 29.7}, {31.1, 32.8, 31.4}, {29.5, 33.4, 29.4}}, true},
    {"HD", "aloeL.jpg", 1, Size(1280, 720), {{33.0, 30.9, 33.6}, {30.6, 39.7, 30.8}, {24.7, 33.0, 26.3}}, false},
    {"Full HD",
     "aloeL.jpg",
     1.5,
     Size(1920, 1080),
     {{30.5, 26.6, 29.2}, {32.9, 36.7, 33.2}, {30.1, 34.8, 31.4}},
     false},
};

//! A photograph in gray, in double, of the size. Empty without OpenCV's photographs.
Mat load(const PaperImage& image)
{
    const std::string path = cv::samples::findFile(image.file, false, true);
    Mat picture = path.empty() ? Mat() : imread(path, IMREAD_GRAYSCALE);
    if (picture.empty())
        return picture;
    resize(picture, picture, Size(), image.scale, image.scale, INTER_CUBIC);
    Mat result;
    picture(Rect(Point(), image.size)).convertTo(result, CV_64F);
    return result;
}

//! The image convolved with the sampled Gaussian up to reach, of area 1. The border is repeated, as in the paper.
Mat convolved(const Mat& image, double sigma, int reach)
{
    Mat kernel(1, 2 * reach + 1, CV_64F), result;
    for (int k = -reach; k <= reach; k++)
        kernel.at<double>(k + reach) = std::exp(-k * k / (2 * sigma * sigma));
    kernel /= cv::sum(kernel)[0];
    cv::filter2D(image, result, CV_64F, kernel, Point(-1, -1), 0, BORDER_REPLICATE);
    cv::filter2D(result, result, CV_64F, kernel.t(), Point(-1, -1), 0, BORDER_REPLICATE);
    return result;
}

Mat recursive(const Mat& image, double sigma, int approximation)
{
    RecursiveGaussianParams params(sigma);
    params.borderType = BORDER_REPLICATE;
    params.approximation = approximation;
    Mat result;
    createRecursiveGaussianFilter(params)->apply(image, result);
    return result;
}

//! Equation 5.
double psnr(const Mat& a, const Mat& b)
{
    return 20 * std::log10(255 * std::sqrt(double(a.total())) / cvtest::norm(a, b, NORM_L2));
}

class GaussianLee_Table2 : public testing::TestWithParam<PaperImage>
{};

INSTANTIATE_TEST_CASE_P(/**/, GaussianLee_Table2, testing::ValuesIn(IMAGES));

TEST_P(GaussianLee_Table2, psnr)
{
    const PaperImage& test = GetParam();
    const Mat image = load(test);
    if (image.empty())
        throw SkipTestException("OPENCV_SAMPLES_DATA_PATH leads to no photographs");
    double squares = 0;
    for (int i = 0; i < 3; i++)
    {
        const int N = WINDOWS[i];
        const Mat one = recursive(image, N, GAUSSIAN_LEE_ONE_WAY), two = recursive(image, N, GAUSSIAN_LEE_TWO_WAY);
        const Mat window = convolved(image, N, int(1.5 * N)), whole = convolved(image, N, 7 * N);
        const Comparison found = {psnr(one, two), psnr(window, one), psnr(window, two)}, &paper = test.paper[i];
        const double young = psnr(whole, recursive(image, N, GAUSSIAN_YOUNG_VAN_VLIET)),
                     accurate = psnr(whole, recursive(image, N, GAUSSIAN_ACCURATE));
        const std::string row = cv::format("%s, %d", test.name, N);
        const auto ofPaper = [](double value) { return cv::format("%.1f", value); };
        AccuracyTable("lee_table2")
            .row({row, Cell::decibels(found.oneTwo), ofPaper(paper.oneTwo), Cell::decibels(found.firOne),
                  ofPaper(paper.firOne), Cell::decibels(found.firTwo), ofPaper(paper.firTwo)});
        AccuracyTable("lee_gaussian")
            .row({row, Cell::decibels(psnr(whole, one)), Cell::decibels(psnr(whole, two)), Cell::decibels(young),
                  Cell::decibels(accurate)});
        EXPECT_GE(young, psnr(whole, one)) << "the same recursion with an exact border";
        EXPECT_GE(accurate, 120);
        if (N > 3) // no reading of the paper gives its first row
            squares += std::pow(found.oneTwo - paper.oneTwo, 2) + std::pow(found.firOne - paper.firOne, 2) +
                       std::pow(found.firTwo - paper.firTwo, 2);
    }
    if (test.isThePapers)
    {
        EXPECT_LE(std::sqrt(squares / 6), 1.5);
    }
}

}} // namespace opencv_test
