// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Removes noise from a synthetic CT of a beating heart, after figure 1.1 of Eklund and Dufort 2013: with 3D kernels
// volume by volume, and with 4D kernels that see the volumes before and after as well.

#include "chest_phantom.hpp"
#include "denoiser.hpp"
#include "panels.hpp"
#include "picture_output.hpp"

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | 16x32x80x112 | volumes x slices x rows x columns of the phantom }"
                                "{ output o | | picture to write; without it a window, or denoise_volume.png }"
                                "{ noise | 30 | standard deviation of the noise; the phantom has 0 to 225 }"
                                "{ size | 7 | of the kernels along each dimension, odd }";

static double snr(const Mat& truth, const Mat& image)
{
    Scalar mean, deviation;
    meanStdDev(truth, mean, deviation);
    return 10 * std::log10(deviation[0] * deviation[0] * double(truth.total()) / norm(truth, image, NORM_L2SQR));
}

static int run(const Options& options)
{
    const double noise = options.get<double>("noise");
    const int size = options.get<int>("size");
    const std::vector<int> sizes = parseSizes(options.get<String>("@input"), 4);
    require(!sizes.empty(), "the phantom has not four sizes with x between them");
    require(size >= 3 && size <= 15 && size % 2 == 1 && noise > 0, "size is not odd and 3 to 15, or noise not above 0");
    require(*std::min_element(sizes.begin(), sizes.end()) >= size, "the phantom is smaller than the kernels");
    const Mat truth = chestPhantom(sizes);
    Mat noisy(sizes, CV_32F), by3D(sizes, CV_32F), by4D(sizes, CV_32F);
    RNG(1).fill(noisy, RNG::NORMAL, 0, noise);
    noisy += truth;
    std::cout << format("noisy: SNR %5.2f dB\n", snr(truth, noisy));

    Denoiser volumes(3, size, noise, {BORDER_REFLECT_101});
    const std::vector<int> volume(sizes.begin() + 1, sizes.end());
    for (int t = 0; t < sizes[0]; t++)
    {
        Mat result(volume, CV_32F, by3D.ptr(t));
        volumes.apply(Mat(volume, CV_32F, noisy.ptr(t)), result);
    }
    std::cout << format("3D: SNR %5.2f dB, ", snr(truth, by3D)) << volumes.text() << "\n";

    // The heart beats on after the last volume as it did from the first one.
    Denoiser overTime(4, size, noise, {BORDER_WRAP, BORDER_REFLECT_101, BORDER_REFLECT_101, BORDER_REFLECT_101});
    overTime.apply(noisy, by4D);
    std::cout << format("4D: SNR %5.2f dB, ", snr(truth, by4D)) << overTime.text() << "\n";

    // A slice, and one of its lines over time, through both chambers of the heart.
    const int t = sizes[0] / 4, z = sizes[1] / 2, y = sizes[2] * 4 / 9, zoom = std::max(1, 448 / sizes[3]);
    const auto panel = [&](const Mat& data, int dim, const std::vector<int>& place, int height,
                           const std::string& title) {
        const Mat plane = planeOf(data, dim, place);
        const double ratio = snr(planeOf(truth, dim, place), plane);
        Mat picture;
        resize(inGray(plane), picture, Size(plane.cols * zoom, plane.rows * height), 0, 0, INTER_NEAREST);
        return captioned(picture, title, std::isinf(ratio) ? "without noise" : format("SNR %.1f dB", ratio));
    };
    std::vector<Mat> slices, lines;
    const std::pair<std::string, Mat> results[] = {
        {"phantom", truth}, {"noisy", noisy}, {"3D kernels", by3D}, {"4D kernels", by4D}};
    for (const auto& [title, data] : results)
    {
        slices.push_back(panel(data, 2, {t, z, 0, 0}, zoom, title + ": a slice"));
        lines.push_back(panel(data, 0, {0, z, y, 0}, 2 * zoom, title + ": a line over time"));
    }
    slices.insert(slices.end(), lines.begin(), lines.end());
    putPicture(options.get<String>("output"), "denoise_volume", inRows(slices, 4));
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
