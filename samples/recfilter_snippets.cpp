// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The examples of the reference. Each runs on a ramp, whose results are known, and the program fails if one is wrong.

#include <opencv2/recfilter.hpp>

#include <cmath>
#include <iostream>
#include <vector>

using namespace cv;

static float atMiddle(const Mat& image)
{
    return image.at<float>(image.rows / 2, image.cols / 2);
}

static double recursive(const Mat& image)
{
    //! [recursive]
    // y_i = 0.2 x_i + 0.8 y_{i-1}, then the same from the other end, along rows and columns.
    const cuda::RecursiveAxis axis = cuda::RecursiveAxis::symmetric({0.2}, {1, -0.8}, BORDER_REFLECT);
    Mat smooth;
    cuda::createRecursiveFilter(axis)->apply(image, smooth);
    //! [recursive]
    return atMiddle(smooth);
}

static double along(const Mat& image)
{
    //! [along]
    // Along the rows a running mean of the past, as a causal filter has it. The columns stay as they are.
    const cuda::RecursivePass pass({0.1}, {1, -0.9});
    const cuda::RecursiveAxis rows(std::vector<cuda::RecursivePass>(1, pass), BORDER_REPLICATE);
    Mat past;
    cuda::createRecursiveFilter(rows, cuda::RecursiveAxis())->apply(image, past);
    //! [along]
    return atMiddle(past);
}

static double gaussian(const Mat& image)
{
    //! [gaussian]
    // Kept for all frames, the filter plans their size once.
    const Ptr<cuda::RecursiveFilter> filter = cuda::createRecursiveGaussianFilter(20.0);
    Mat blurred;
    filter->apply(image, blurred);
    //! [gaussian]
    return atMiddle(blurred);
}

static double derivative(const Mat& image)
{
    //! [derivative]
    cuda::RecursiveGaussianParams params(3.0);
    params.dx = 1;
    params.ddepth = CV_32F; // derivatives are signed
    Mat slope;
    cuda::createRecursiveGaussianFilter(params)->apply(image, slope);
    //! [derivative]
    return atMiddle(slope);
}

static double volumes(const Mat& image)
{
    Mat volume(std::vector<int>{40, image.rows, image.cols}, CV_32F), smooth;
    for (int z = 0; z < 40; z++)
        image.copyTo(Mat(image.size(), CV_32F, volume.ptr(z)));
    //! [volume]
    // Slices lie 2.5 mm apart, pixels 0.7 mm. Sigma is 3 mm along all axes.
    cuda::RecursiveGaussianNDParams params({0, 1, 2}, {3.0});
    params.spacing = {2.5, 0.7, 0.7};
    cuda::createRecursiveGaussianFilter(params)->apply(volume, smooth);
    //! [volume]
    return atMiddle(Mat(image.size(), CV_32F, smooth.ptr(20)));
}

static double blur(const Mat& image)
{
    //! [blur]
    Mat blurred;
    cuda::recursiveGaussianBlur(image, blurred, 20.0);
    //! [blur]
    return atMiddle(blurred);
}

//! [stream]
// Queues the work for a frame on a stream. Once the filter has seen the size, the call allocates nothing.
static void blurFrame(const Ptr<cuda::RecursiveFilter>& filter, const Mat& frame, cuda::GpuMat& pixels,
                      cuda::GpuMat& blurred, Mat& result, cuda::Stream& stream)
{
    pixels.upload(frame, stream);
    filter->apply(pixels, blurred, stream);
    blurred.download(result, stream);
}
//! [stream]

static double stream(const Mat& image)
{
    Mat result = image;
    if (cuda::getCudaEnabledDeviceCount() > 0)
    {
        cuda::GpuMat pixels, blurred;
        cuda::Stream work;
        result = Mat();
        blurFrame(cuda::createRecursiveGaussianFilter(20.0), image, pixels, blurred, result, work);
        work.waitForCompletion();
    }
    return atMiddle(result);
}

static double list(const Mat& image)
{
    //! [list]
    const std::vector<Mat> frames = {image, image.t()};
    std::vector<Mat> blurred;
    cuda::createRecursiveGaussianFilter(5.0)->apply(frames, blurred);
    //! [list]
    return atMiddle(blurred[0]);
}

static double banded(const Mat& image)
{
    //! [banded]
    // An implicit step of diffusion: (1 + 2s) y_i - s (y_{i-1} + y_{i+1}) = x_i.
    const double s = 4;
    Mat diffused;
    cuda::createBandedSolver({-s, 1 + 2 * s, -s}, BORDER_REPLICATE)->apply(image, diffused);
    //! [banded]
    return atMiddle(diffused);
}

static double prefilter(const Mat& image)
{
    //! [prefilter]
    Mat coefficients;
    cuda::createBSplinePrefilter(3, BORDER_DEFAULT, CV_32F)->apply(image, coefficients);
    //! [prefilter]
    return atMiddle(coefficients);
}

static double dense(const Mat& image)
{
    //! [dense]
    // A disc of radius 3, which is no product of a row and a column.
    Mat kernel(7, 7, CV_32F);
    for (int y = 0; y < 7; y++)
        for (int x = 0; x < 7; x++)
            kernel.at<float>(y, x) = std::hypot(x - 3, y - 3) <= 3 ? 1.f : 0.f;
    kernel *= 1 / sum(kernel)[0];
    Mat mean;
    cuda::createNonSeparableFilter(kernel)->apply(image, mean);
    //! [dense]
    return atMiddle(mean);
}

static double table(const Mat& image)
{
    //! [table]
    Mat sums; // one row and one column larger, from zeros on
    cuda::createSummedAreaTable(CV_64F)->apply(image, sums);
    const Rect window(image.cols / 2 - 5, image.rows / 2 - 5, 11, 11);
    const double mean = (sums.at<double>(window.br().y, window.br().x) - sums.at<double>(window.y, window.br().x) -
                         sums.at<double>(window.br().y, window.x) + sums.at<double>(window.y, window.x)) /
                        window.area();
    //! [table]
    return mean;
}

static double edges(const Mat& image)
{
    //! [edges]
    Mat strength;
    cuda::gaussianGradientMagnitude(image, strength, 2.0);
    //! [edges]
    return atMiddle(strength);
}

static double orientation(const Mat& image)
{
    //! [orientation]
    // Eigenvalues of the structure tensor: both small in flat regions, one large at edges, both at corners.
    Mat tensor, eigenvalues;
    cuda::structureTensor(image, tensor, 1.0, 4.0);
    cuda::symmetricEigenvalues(tensor, eigenvalues);
    //! [orientation]
    return eigenvalues.at<Vec2f>(image.rows / 2, image.cols / 2)[0];
}

static double planar(const Mat& image)
{
    Mat frame(image.rows * 3 / 2, image.cols, CV_8U, Scalar(100)), blurred;
    //! [planar]
    // A frame of NV12: rows of luma, and half as many rows of both colours below.
    cuda::planarGaussianBlur(frame, blurred, 8.0);
    //! [planar]
    return blurred.at<uchar>(image.rows / 2, image.cols / 2);
}

static double holes(const Mat& image)
{
    //! [holes]
    Mat known(image.size(), CV_8U, Scalar(255)), filled;
    known(Rect(image.cols / 2 - 3, image.rows / 2 - 3, 7, 7)) = 0; // a hole, whatever the pixels are
    cuda::maskedGaussianBlur(image, known, filled, 4.0);
    //! [holes]
    return atMiddle(filled);
}

static double box(const Mat& image)
{
    //! [box]
    Mat mean, variance;
    cuda::boxFilter(image, mean, Size(101, 31));
    cuda::localMeanVariance(image, noArray(), variance, Size(11, 11));
    //! [box]
    return atMiddle(mean) + atMiddle(variance);
}

static double radii(const Mat& image)
{
    //! [radius]
    // Sharp in the middle, and means of larger and larger windows to both sides.
    Mat radius(image.size(), CV_32F), foveated;
    for (int x = 0; x < image.cols; x++)
        radius.col(x) = Scalar(std::abs(x - image.cols / 2) / 8.);
    cuda::boxFilterByRadius(image, radius, foveated);
    //! [radius]
    return atMiddle(foveated);
}

static double warp(const Mat& image)
{
    //! [warp]
    // Twice as large, by a spline of degree 5. Pixels are points: 0 stays where it is.
    const Matx23d M(2, 0, 0, 0, 2, 0);
    Mat larger;
    cuda::splineWarpAffine(image, larger, M, image.size() * 2, 5);
    //! [warp]
    return larger.at<float>(image.rows, image.cols + 1);
}

static double bank(const Mat& image)
{
    //! [bank]
    // Slopes along x at three scales.
    std::vector<Mat> slopes;
    cuda::gaussianFilterBank(image, slopes, {1, 2, 4}, {1, 1, 1});
    //! [bank]
    return atMiddle(slopes[2]);
}

int main()
{
    Mat ramp(240, 320, CV_32F);
    for (int x = 0; x < ramp.cols; x++)
        ramp.col(x) = Scalar(x);

    const struct
    {
        const char* name;
        double (*run)(const Mat&);
        double expected, tolerance;
    } examples[] = {{"recursive", recursive, 160, 1e-3},
                    {"along", along, 151, 1e-2}, // 0.9 / 0.1 pixels late
                    {"gaussian", gaussian, 160, 1e-3},
                    {"derivative", derivative, 1, 1e-4},
                    {"volume", volumes, 160, 1e-3},
                    {"blur", blur, 160, 1e-3},
                    {"stream", stream, 160, 1e-3},
                    {"list", list, 160, 1e-3},
                    {"banded", banded, 160, 1e-3},
                    {"prefilter", prefilter, 160, 1e-3},
                    {"dense", dense, 160, 1e-3},
                    {"table", table, 160, 1e-9},
                    {"edges", edges, 1, 1e-4},
                    {"orientation", orientation, 1, 1e-4},
                    {"planar", planar, 100, 0},
                    {"holes", holes, 160, 1e-2},
                    {"box", box, 160 + (11 * 11 - 1) / 12., 1e-3},
                    {"radius", radii, 160, 1e-3},
                    {"warp", warp, 160.5, 1e-3},
                    {"bank", bank, 1, 1e-4}};
    int wrong = 0;
    for (const auto& example : examples)
    {
        const double result = example.run(ramp);
        const bool isRight = std::abs(result - example.expected) <= example.tolerance;
        std::cout << format("%-12s %.6g, expected %.6g%s\n", example.name, result, example.expected,
                            isRight ? "" : ": WRONG");
        wrong += !isRight;
    }
    return wrong != 0;
}
