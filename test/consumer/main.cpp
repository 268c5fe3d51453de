// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters a small image and makes a table of it, on the CPU and on a GPU if there is one. Fails if a number is wrong.

#include <opencv2/recfilter.hpp>

#include <cmath>
#include <cstdio>

static int failures = 0;

static void expectNear(const char* what, double actual, double expected, double tolerance)
{
    const bool isRight = std::abs(actual - expected) <= tolerance; // false for what is not a number
    std::printf("%s: %.7g, expected %.7g%s\n", what, actual, expected, isRight ? "" : ": WRONG");
    failures += !isRight;
}

// From an image of ones but for one 3: a Gaussian keeps the sum away from the ends, and a causal filter answers the
// extra 2 with 2 * 0.5 * 0.5^k beside the constant.
template <typename Array>
static void check(const char* side, const cv::Mat& image)
{
    std::printf("%s\n", side);
    const Array src(image);
    Array blurred, filtered, table;
    cv::cuda::createRecursiveGaussianFilter(4.0)->apply(src, blurred);
    const cv::cuda::RecursiveAxis rows({cv::cuda::RecursivePass({0.5}, {1, -0.5})}, cv::BORDER_REPLICATE);
    cv::cuda::createRecursiveFilter(rows, cv::cuda::RecursiveAxis())->apply(src, filtered);
    cv::cuda::createSummedAreaTable()->apply(src, table);

    expectNear("sum of the blurred image", cv::sum(cv::Mat(blurred))[0], 100 * 80 + 2, 0.01);
    expectNear("filtered, at the bright pixel", cv::Mat(filtered).at<float>(40, 50), 2, 1e-5);
    expectNear("filtered, three pixels on", cv::Mat(filtered).at<float>(40, 53), 1.125, 1e-5);
    expectNear("table, before the bright pixel", cv::Mat(table).at<double>(40, 50), 40 * 50, 1e-9);
    expectNear("table, all pixels", cv::Mat(table).at<double>(80, 100), 100 * 80 + 2, 1e-9);
}

int main()
{
    cv::Mat image(80, 100, CV_32F, cv::Scalar(1));
    image.at<float>(40, 50) = 3;
    check<cv::Mat>("CPU", image);
    if (cv::cuda::getCudaEnabledDeviceCount() > 0)
        check<cv::cuda::GpuMat>("GPU", image);
    return failures != 0;
}
