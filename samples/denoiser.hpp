// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENOISER_HPP
#define OPENCV_RECFILTER_DENOISER_HPP

// Takes noise out of volumes by dense kernels, after Eklund and Dufort 2013. Knows no file and no picture.

#include "denoising_kernels.hpp"

#include <opencv2/core/utility.hpp>
#include <opencv2/recfilter.hpp>

#include <algorithm>
#include <string>

/** Filters a volume, or volumes over time. A Gaussian smooths. Where there is structure, the responses of high-pass
kernels in its direction are added: each is weighted by how far its power, averaged around the voxel, exceeds that of
noise. */
class Denoiser
{
public:
    Denoiser(int dims, int size, double noise, const std::vector<int>& borders) : kernels(denoisingKernels(dims, size))
    {
        cv::cuda::NonSeparableParams params;
        params.borderType = borders;
        bank = cv::cuda::createNonSeparableFilter(kernels, params);
        average = cv::cuda::createNonSeparableFilter(kernels[0], params);
        for (const cv::Mat& kernel : kernels)
            noisePower.push_back(float(noise * noise * cv::norm(kernel, cv::NORM_L2SQR)));
    }

    void apply(const cv::Mat& image, cv::Mat& result)
    {
        cv::Mat responses, power; // the channels are the kernels
        time.start();
        bank->apply(image, responses);
        average->apply(cv::Mat(responses.mul(responses)), power);
        time.stop();
        const float *r = responses.ptr<float>(), *p = power.ptr<float>();
        for (size_t i = 0; i < image.total(); i++, r += kernels.size(), p += kernels.size())
        {
            float sum = r[0];
            for (size_t k = 1; k < kernels.size(); k++)
                sum += r[k] * std::max(1 - noisePower[k] / p[k], 0.f);
            result.ptr<float>()[i] = sum;
        }
    }

    std::string text() const
    {
        return cv::format("filters %.0f ms, %d dense kernels of %d^%d", time.getTimeMilli(), int(kernels.size()),
                          kernels[0].size[0], kernels[0].dims);
    }

private:
    std::vector<cv::Mat> kernels;  // the Gaussian first
    std::vector<float> noisePower; // of their responses
    cv::Ptr<cv::cuda::NonSeparableFilter> bank, average;
    cv::TickMeter time;
};

#endif
