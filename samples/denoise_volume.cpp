// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Removes noise from a synthetic CT of a beating heart, after figure 1.1 of Eklund and Dufort 2013: with 3D kernels
// volume by volume, and with 4D kernels that see the volumes before and after as well.

#include "captioned.hpp"
#include "chest_phantom.hpp"
#include "sample_main.hpp"

#include <opencv2/recfilter.hpp>

#include <cfloat>
#include <cstdio>
#include <functional>
#include <iostream>
#include <numeric>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | 16x32x80x112 | volumes x slices x rows x columns of the phantom }"
                                "{ output o | denoise_volume.png | picture to write }"
                                "{ noise | 30 | standard deviation of the noise; the phantom has 0 to 225 }"
                                "{ size | 7 | of the kernels along each dimension, odd }";

typedef std::vector<int> Sizes;     // from the slowest dimension to the fastest: time, slices, rows, columns
typedef std::vector<double> Vector; // of as many numbers as there are dimensions

static double snr(const Mat& truth, const Mat& image)
{
    Scalar mean, deviation;
    meanStdDev(truth, mean, deviation);
    return 10 * std::log10(deviation[0] * deviation[0] * double(truth.total()) / norm(truth, image, NORM_L2SQR));
}

// Directions of the high-pass kernels, 6 in 3D and 10 in 4D: as many as a structure tensor has components. They are
// the edges of a regular simplex, whose corners are the unit vectors and one vector of equal components.
static std::vector<Vector> directionsOf(int dims)
{
    std::vector<Vector> corners, directions;
    for (int i = 0; i < dims; ++i)
    {
        corners.push_back(Vector(size_t(dims), 0.));
        corners.back()[size_t(i)] = 1;
    }
    corners.push_back(Vector(size_t(dims), (1 - std::sqrt(dims + 1.)) / dims));
    for (size_t a = 0; a < corners.size(); ++a)
        for (size_t b = 0; b < a; ++b)
        {
            Vector direction;
            for (size_t i = 0; i < size_t(dims); ++i)
                direction.push_back((corners[a][i] - corners[b][i]) / std::sqrt(2.));
            directions.push_back(direction);
        }
    return directions;
}

// The kernel of an even spectrum: the middle of its inverse transform.
static Mat kernelOf(int dims, int size, const std::function<double(const Vector&)>& spectrum)
{
    const int side = 15; // samples along each dimension; odd, so that each but 0 has an opposite
    const int total = cvRound(std::pow(side, dims));
    Mat samples(total / side, side, CV_64FC2, Scalar());
    Vector u(size_t(dims), 0.);
    for (int i = 0; i < total; ++i)
    {
        for (int d = dims - 1, rest = i; d >= 0; --d, rest /= side)
            u[size_t(d)] = 2 * CV_PI * (rest % side <= side / 2 ? rest % side : rest % side - side) / side;
        samples.ptr<Vec2d>()[i][0] = spectrum(u);
    }
    // Transforms the last dimension and makes it the first one, until each has had its turn.
    for (int d = 0; d < dims; ++d)
    {
        dft(samples, samples, DFT_INVERSE | DFT_SCALE | DFT_ROWS);
        samples = Mat(samples.t()).reshape(0, total / side);
    }
    Mat kernel(Sizes(size_t(dims), size), CV_32F);
    for (int i = 0; i < int(kernel.total()); ++i)
    {
        int at = 0;
        for (int d = 0, rest = i, step = 1; d < dims; ++d, rest /= size, step *= side)
            at += (rest % size - size / 2 + side) % side * step;
        kernel.ptr<float>()[i] = float(samples.ptr<Vec2d>()[at][0]);
    }
    return kernel;
}

static double dot(const Vector& a, const Vector& b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.);
}

// Removes noise of a known standard deviation. A Gaussian smooths; where there is structure, the responses of high-pass
// kernels in its direction are added.
class Denoiser
{
public:
    Denoiser(int dims, int size, double noise, const cuda::NonSeparableParams& params)
    {
        // Spectra of Gaussians. Standard deviations of 1.1 to 1.5 and 0.35 to 0.55 voxels give the default phantom
        // 15.6 to 16.2 dB in 3D, and 17.6 to 17.9 dB in 4D.
        const auto wide = [](double radius2) { return std::exp(-1.3 * 1.3 / 2 * radius2); };
        const auto narrow = [](double radius2) { return std::exp(-0.45 * 0.45 / 2 * radius2); };
        kernels_.push_back(kernelOf(dims, size, [&](const Vector& u) { return wide(dot(u, u)); }));
        kernels_[0] /= sum(kernels_[0])[0];
        const std::vector<Vector> directions = directionsOf(dims);
        for (const Vector& direction : directions)
        {
            // The squared cosine of the angle to the direction makes these kernels non-separable. For every u, the
            // squares of all directions add up to directions / dims. So all spectra add up to the narrow Gaussian.
            Mat kernel = kernelOf(dims, size, [&](const Vector& u) {
                const double along = dot(u, direction), radius2 = dot(u, u) + DBL_MIN;
                return along * along / radius2 * (narrow(radius2) - wide(radius2)) * dims / double(directions.size());
            });
            kernels_.push_back(kernel - mean(kernel)[0]); // no response to a constant, even after cutting off
        }
        for (const Mat& kernel : kernels_)
            noise_.push_back(float(noise * noise * norm(kernel, NORM_L2SQR)));
        bank_ = cuda::createNonSeparableFilter(kernels_, params);
        average_ = cuda::createNonSeparableFilter(kernels_[0], params);
    }

    // Each response is weighted by how far its power, averaged around the voxel, exceeds that of noise.
    void apply(const Mat& image, Mat& result)
    {
        Mat responses, power; // the channels are the kernels
        time_.start();
        bank_->apply(image, responses);
        average_->apply(Mat(responses.mul(responses)), power);
        time_.stop();
        const float* r = responses.ptr<float>();
        const float* p = power.ptr<float>();
        for (size_t i = 0; i < image.total(); ++i, r += noise_.size(), p += noise_.size())
        {
            float sum = r[0];
            for (size_t k = 1; k < noise_.size(); ++k)
                sum += r[k] * std::max(1 - noise_[k] / p[k], 0.f);
            result.ptr<float>()[i] = sum;
        }
    }

    void report(double snr) const
    {
        const int dims = kernels_[0].dims;
        std::cout << format("%dD: SNR %5.2f dB, filters %.0f ms, %d dense kernels of %d^%d\n", dims, snr,
                            time_.getTimeMilli(), int(kernels_.size()), kernels_[0].size[0], dims);
    }

private:
    std::vector<Mat> kernels_; // the Gaussian first
    std::vector<float> noise_; // power of the responses to noise
    Ptr<cuda::NonSeparableFilter> bank_, average_;
    TickMeter time_;
};

// A slice, and below it one of its lines over time.
static Mat panelOf(Mat data, Mat truth, const std::string& title)
{
    const int t = data.size[0] / 4, z = data.size[1] / 2,
              y = data.size[2] * 4 / 9; // through both chambers of the heart
    const int zoom = std::max(1, 448 / data.size[3]);
    const auto slice = [&](Mat from) { return Mat(from.size[2], from.size[3], CV_32F, from.ptr(t, z)); };
    const auto line = [&](Mat from) {
        return Mat(from.size[0], from.size[3], CV_32F, from.ptr(0, z, y), from.step[0]);
    };
    const auto shown = [&](const Mat& part, const Mat& expected, const std::string& what, int height) {
        Mat bytes;
        part.convertTo(bytes, CV_8U);
        resize(bytes, bytes, Size(part.cols * zoom, part.rows * height), 0, 0, INTER_NEAREST);
        cvtColor(bytes, bytes, COLOR_GRAY2BGR);
        const bool noisy = data.data != truth.data;
        return captioned(bytes, title + what, noisy ? format("SNR %.1f dB", snr(expected, part)) : "without noise");
    };
    Mat both;
    vconcat(shown(slice(data), slice(truth), ": a slice", zoom),
            shown(line(data), line(truth), ": a line over time", 2 * zoom), both);
    return both;
}

static int run(const CommandLineParser& options)
{
    const std::string output = options.get<String>("output");
    const double noise = options.get<double>("noise");
    Sizes sizes(4, 0);
    char rest;
    const int read = std::sscanf(options.get<String>("@input").c_str(), "%dx%dx%dx%d%c", &sizes[0], &sizes[1],
                                 &sizes[2], &sizes[3], &rest);
    const int size = options.get<int>("size"), smallest = *std::min_element(sizes.begin(), sizes.end());
    if (read != 4 || size < 3 || size > 15 || size % 2 == 0 || smallest < size || !(noise > 0))
    {
        std::cerr << "the phantom has not four sizes with x between them, or one below that of the kernels; or size is "
                     "not odd and 3 to 15, or noise not above 0\n";
        return 1;
    }
    const Mat truth = chestPhantom(sizes);
    Mat noisy(sizes, CV_32F), by3D(sizes, CV_32F), by4D(sizes, CV_32F);
    RNG(1).fill(noisy, RNG::NORMAL, 0, noise);
    noisy += truth;
    std::cout << format("noisy: SNR %5.2f dB\n", snr(truth, noisy));

    cuda::NonSeparableParams params;
    params.borderType = {BORDER_REFLECT_101};
    Denoiser volumes(3, size, noise, params);
    for (int t = 0; t < sizes[0]; ++t)
    {
        Mat result(Sizes(sizes.begin() + 1, sizes.end()), CV_32F, by3D.ptr(t));
        volumes.apply(Mat(Sizes(sizes.begin() + 1, sizes.end()), CV_32F, noisy.ptr(t)), result);
    }
    volumes.report(snr(truth, by3D));

    // The heart beats on after the last volume as it did from the first one.
    params.borderType = {BORDER_WRAP, BORDER_REFLECT_101, BORDER_REFLECT_101, BORDER_REFLECT_101};
    Denoiser overTime(4, size, noise, params);
    overTime.apply(noisy, by4D);
    overTime.report(snr(truth, by4D));

    Mat picture;
    hconcat(std::vector<Mat>{panelOf(truth, truth, "phantom"), panelOf(noisy, truth, "noisy"),
                             panelOf(by3D, truth, "3D kernels"), panelOf(by4D, truth, "4D kernels")},
            picture);
    writePicture(output, picture);
    std::cout << "written: " << output << "\n";
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
