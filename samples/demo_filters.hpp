// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DEMO_FILTERS_HPP
#define OPENCV_RECFILTER_DEMO_FILTERS_HPP

// What the demo compares: filters of this module, each with the OpenCV functions that compute the same.

#include "geometry.hpp"

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
    bool isPicture;       //!< the result can be looked at
    DeviceFilter onGpu;   //!< the same on the GPU; empty where the demo has no kernel of its own
    double sharpPart = 0; //!< of the way from the middle to the edges: the image stays as it is there
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

//! Part of the way from the middle of the image to its edges where boxes have radius 0.
const double boxSharpPart = 0.3;

//! The radius of the box at each pixel, as of a lens focused on the middle. Made once for frames of one size.
class RadiusMap
{
public:
    explicit RadiusMap(int largest_) : largest(largest_) {}

    const cv::Mat& of(cv::Size size)
    {
        if (radii.size() != size)
            make(size);
        return radii;
    }

    const int largest;

private:
    // Beyond boxSharpPart the radius grows in proportion to the distance. It is largest on the ellipse that touches the
    // edges, and outside of it.
    void make(cv::Size size)
    {
        radii.create(size, CV_16U);
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
            {
                const double distance = std::hypot((2 * x + 1.) / size.width - 1, (2 * y + 1.) / size.height - 1);
                const double blur = std::min((distance - boxSharpPart) / (1 - boxSharpPart), 1.);
                radii.at<ushort>(y, x) = cv::saturate_cast<ushort>(blur * largest); // negative ones become 0
            }
    }

    cv::Mat radii;
};

// Means over squares, from a summed-area table of the image padded by `pad`: four reads a pixel, whatever its radius.
template <int channels>
void boxMeans(const cv::Mat& table, int pad, const cv::Mat& radii, cv::Mat& dst)
{
    using Sums = cv::Vec<unsigned, channels>; // the table of a large image wraps, its differences stay exact
    using Means = cv::Vec<uchar, channels>;
    cv::parallel_for_(cv::Range(0, dst.rows), [&](const cv::Range& range) {
        for (int y = range.start; y < range.end; ++y)
        {
            const ushort* radius = radii.ptr<ushort>(y);
            Means* out = dst.ptr<Means>(y);
            for (int x = 0; x < dst.cols; ++x)
            {
                const int r = radius[x], side = 2 * r + 1, left = x + pad - r;
                const Sums* top = table.ptr<Sums>(y + pad - r) + left;
                const Sums* bottom = table.ptr<Sums>(y + pad + r + 1) + left;
                out[x] = Means((bottom[side] - bottom[0] - top[side] + top[0]) * (1.f / (side * side)));
            }
        }
    });
}

// The image is padded by the largest radius, so that boxes at the edges see the same border as boxFilter's.
inline Filter boxesFromSums(RadiusMap map)
{
    const cv::Ptr<cv::cuda::SummedAreaTable> sums = cv::cuda::createSummedAreaTable(CV_32S);
    cv::Mat padded, table; // kept from call to call
    return [=](const cv::Mat& src, cv::Mat& dst) mutable {
        CV_CheckType(src.type(), src.type() == CV_8UC1 || src.type() == CV_8UC3, "gray or colour");
        const int pad = map.largest;
        cv::copyMakeBorder(src, padded, pad, pad, pad, pad, demoBorder);
        sums->apply(padded, table);
        dst.create(src.size(), src.type());
        const auto means = src.channels() == 1 ? boxMeans<1> : boxMeans<3>;
        means(table, pad, map.of(src.size()), dst);
    };
}

// One boxFilter for each radius, of the rectangle where the radius occurs.
inline Filter boxesByBoxFilter(RadiusMap map)
{
    cv::Mat blurred; // kept from call to call
    return [=](const cv::Mat& src, cv::Mat& dst) mutable {
        src.copyTo(dst);
        blurred.create(src.size(), src.type());
        for (int radius = 1; radius <= map.largest; ++radius)
        {
            const cv::Mat mask = map.of(src.size()) == radius;
            const cv::Rect area = cv::boundingRect(mask);
            if (area.empty())
                continue;
            const cv::Size side(2 * radius + 1, 2 * radius + 1);
            cv::boxFilter(src(area), blurred(area), -1, side, cv::Point(-1, -1), true, demoBorder);
            blurred(area).copyTo(dst(area), mask(area));
        }
    };
}

inline std::vector<Comparison> makeComparisons(double sigma, double reach, int radius)
{
    const double pole = std::exp(-1 / reach);
    const int gaussianSide =
        2 * cvCeil(4 * sigma) + 1; // as long as GaussianBlur's own choice for floating-point images
    const cv::Mat kernel = exponentialKernel(pole);
    const cv::Ptr<cv::cuda::SummedAreaTable> sums = cv::cuda::createSummedAreaTable(CV_32S);
    const cv::Ptr<cv::cuda::RecursiveFilter> gaussian =
                                                 cv::cuda::createRecursiveGaussianFilter(sigma, sigma, demoBorder),
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
        {cv::format("box, a radius per pixel, 0 to %d", radius), cv::format("boxFilter for %d radii", radius),
         boxesFromSums(RadiusMap(radius)), boxesByBoxFilter(RadiusMap(radius)), true, DeviceFilter(), boxSharpPart},
        {"summed-area table", "integral", onCpu(sums),
         [](const cv::Mat& src, cv::Mat& dst) { cv::integral(src, dst, CV_32S); }, false, onGpu(sums)},
    };
}

#endif
