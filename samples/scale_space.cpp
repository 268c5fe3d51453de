// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Finds the blobs of an image, of any size, and draws circles around them.

#include "picture_output.hpp"
#include "stage_times.hpp"

#include <opencv2/imgproc.hpp>
#include <opencv2/recfilter.hpp>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | image }"
                                "{ output o | | picture to write; without it a window, or scale_space.png }"
                                "{ min | 2 | smallest sigma, in pixels: a blob of radius r has r / sqrt(2) }"
                                "{ max | 128 | largest sigma }"
                                "{ scales | 24 | sigmas from the smallest to the largest }"
                                "{ threshold | 0.15 | least response; a blob of full contrast has 0.5 }";

static int run(const Options& options)
{
    const Mat image = readImage(options.get<String>("@input"));
    Mat gray, level, blobs, picture = image.clone();
    cvtColor(image, gray, COLOR_BGR2GRAY);

    //! [blobs]
    cuda::BlobParams params;
    params.minSigma = options.get<double>("min");
    params.maxSigma = options.get<double>("max");
    params.scales = options.get<int>("scales");
    params.threshold = options.get<double>("threshold");
    params.polarity = cuda::BLOBS_BRIGHT + cuda::BLOBS_DARK;
    cuda::scaleSpaceBlobs(gray, blobs, params);
    //! [blobs]

    // A scale takes as long as any other one.
    for (double sigma = params.minSigma; sigma <= params.maxSigma; sigma *= 2)
    {
        const double time =
            fastestTimeOf([&] { cuda::laplacianOfGaussian(gray, level, sigma, 0, BORDER_DEFAULT, -1, true); });
        std::cout << format("Laplacian of sigma %4g: %6.2f ms\n", sigma, time);
    }

    for (int i = 0; i < blobs.rows; i++)
    {
        const float* const blob = blobs.ptr<float>(i); // x, y, sigma, response
        const Scalar colour = blob[3] > 0 ? Scalar(60, 200, 255) : Scalar(255, 120, 40);
        circle(picture, Point(cvRound(blob[0]), cvRound(blob[1])), cvRound(std::sqrt(2.) * blob[2]), colour, 2,
               LINE_AA);
    }
    std::cout << format("%d x %d, %d blobs\n", image.cols, image.rows, blobs.rows);
    putPicture(options.get<String>("output"), "scale_space", picture);
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
