// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DEMO_FILTERS_HPP
#define OPENCV_RECFILTER_DEMO_FILTERS_HPP

// What the demo compares: filters of this module, each with the OpenCV functions that compute the same.

#include <opencv2/imgproc.hpp>
#include <opencv2/recfilter.hpp>

#include <functional>
#include <string>
#include <vector>

using Filter = std::function<void(const cv::Mat& src, cv::Mat& dst)>;
using DeviceFilter = std::function<void(const cv::cuda::GpuMat& src, cv::cuda::GpuMat& dst)>;

struct Comparison
{
    std::string title;
    std::string opencvTitle;
    Filter recfilter;
    Filter opencv;
    bool isPicture;     //!< the result can be looked at
    DeviceFilter onGpu; //!< the same on the GPU; empty where the demo has no kernel of its own
};

//! Images mirrored at their edges, the edge pixel included.
const int demoBorder = cv::BORDER_REFLECT;

//! The impulse response is proportional to pole^|i|.
inline cv::cuda::RecursiveAxis exponentialAxis(double pole)
{
    return cv::cuda::RecursiveAxis::symmetric({1 - pole}, {1, -pole}, demoBorder);
}

// The same response as taps, cut off where they are below 1e-4 of the middle one.
inline cv::Mat exponentialKernel(double pole)
{
    const int reach = cvCeil(std::log(1e-4) / std::log(pole));
    cv::Mat kernel(2 * reach + 1, 1, CV_32F);
    for (int i = -reach; i <= reach; ++i)
        kernel.at<float>(reach + i) = float((1 - pole) / (1 + pole) * std::pow(pole, std::abs(i)));
    return kernel / cv::sum(kernel)[0];
}

//! The same object takes arrays of both kinds.
template <typename Object>
Filter onCpu(const cv::Ptr<Object>& object)
{
    return [object](const cv::Mat& src, cv::Mat& dst) { object->apply(src, dst); };
}

template <typename Object>
DeviceFilter onGpu(const cv::Ptr<Object>& object)
{
    return [object](const cv::cuda::GpuMat& src, cv::cuda::GpuMat& dst) { object->apply(src, dst); };
}

// Means over squares from a summed-area table of the image with its borders: four reads a pixel, whatever the radius.
inline void boxMeans(const cv::Mat& table, int radius, cv::Mat& dst)
{
    const int side = 2 * radius + 1, channels = dst.channels();
    const float scale = 1.f / (side * side);
    cv::parallel_for_(cv::Range(0, dst.rows), [&](const cv::Range& range) {
        for (int y = range.start; y < range.end; ++y)
        {
            const int* top = table.ptr<int>(y);
            const int* bottom = table.ptr<int>(y + side);
            const int right = side * channels;
            uchar* out = dst.ptr(y);
            for (int i = 0; i < dst.cols * channels; ++i)
            {
                const int sum = bottom[i + right] - bottom[i] - top[i + right] + top[i];
                out[i] = uchar(sum * scale + 0.5f);
            }
        }
    });
}

inline Filter boxFilterBySums(int radius)
{
    const cv::Ptr<cv::cuda::SummedAreaTable> sums = cv::cuda::createSummedAreaTable(CV_32S);
    cv::Mat bordered, table; // kept from call to call
    return [sums, radius, bordered, table](const cv::Mat& src, cv::Mat& dst) mutable {
        cv::copyMakeBorder(src, bordered, radius, radius, radius, radius, demoBorder);
        sums->apply(bordered, table);
        dst.create(src.size(), src.type());
        boxMeans(table, radius, dst);
    };
}

inline std::vector<Comparison> makeComparisons(double sigma, double reach, int radius)
{
    const double pole = std::exp(-1 / reach);
    const int gaussianSide =
        2 * cvCeil(4 * sigma) + 1; // as long as GaussianBlur's own choice for floating-point images
    const cv::Mat kernel = exponentialKernel(pole);
    const cv::Ptr<cv::cuda::SummedAreaTable> sums = cv::cuda::createSummedAreaTable(CV_32S);
    const cv::Ptr<cv::cuda::RecursiveFilter> gaussian = cv::cuda::createRecursiveGaussianFilter(sigma),
                                             exponential = cv::cuda::createRecursiveFilter(exponentialAxis(pole));
    return {
        {cv::format("Gaussian, sigma %g", sigma), cv::format("GaussianBlur, %d taps", gaussianSide), onCpu(gaussian),
         [=](const cv::Mat& src, cv::Mat& dst) {
             cv::GaussianBlur(src, dst, cv::Size(gaussianSide, gaussianSide), sigma, sigma, demoBorder);
         },
         true, onGpu(gaussian)},
        {cv::format("exponential, reach %g, order 1", reach), cv::format("sepFilter2D, %d taps", kernel.rows),
         onCpu(exponential),
         [=](const cv::Mat& src, cv::Mat& dst) {
             cv::sepFilter2D(src, dst, -1, kernel, kernel, cv::Point(-1, -1), 0, demoBorder);
         },
         true, onGpu(exponential)},
        {cv::format("box from sums, radius %d", radius), cv::format("boxFilter, side %d", 2 * radius + 1),
         boxFilterBySums(radius),
         [=](const cv::Mat& src, cv::Mat& dst) {
             const cv::Size side(2 * radius + 1, 2 * radius + 1);
             cv::boxFilter(src, dst, -1, side, cv::Point(-1, -1), true, demoBorder);
         },
         true, DeviceFilter()},
        {"summed-area table", "integral", onCpu(sums),
         [](const cv::Mat& src, cv::Mat& dst) { cv::integral(src, dst, CV_32S); }, false, onGpu(sums)},
    };
}

#endif
