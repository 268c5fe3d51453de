// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CPU_PIXELS_PIXEL_KERNELS_HPP
#define OPENCV_RECFILTER_RUNTIME_CPU_PIXELS_PIXEL_KERNELS_HPP

// Rows of pixels of any depth, to a working type and back. Knows no operator.

#include "precomp.hpp"

namespace cv { namespace recfilter {

//! Conversions for one working type, compiled for each instruction set and chosen at run time.
template <typename W>
struct PixelKernels
{
    //! Converts one row of any depth to W and back, rounded and saturated.
    void (*load)(const void* src, int depth, W* dst, int count);
    void (*store)(const W* src, void* dst, int depth, int count, bool nonTemporal);
    bool (*storesAroundCache)(int depth); //!< whether store has non-temporal stores for a depth
    //! Copies whole cache lines by non-temporal stores.
    void (*stream)(const void* src, void* dst, size_t bytes);
};

const PixelKernels<float>& pixelKernels(float);
const PixelKernels<double>& pixelKernels(double);

//! The address of an element of an image row, for any depth.
inline const uchar* elementPtr(const Mat& image, int64 row, int64 element)
{
    return image.data + image.step[0] * size_t(row) + size_t(element) * image.elemSize1();
}

inline uchar* elementPtr(Mat& image, int64 row, int64 element)
{
    return image.data + image.step[0] * size_t(row) + size_t(element) * image.elemSize1();
}

//! Elements that kernels convert in one call, which counts them in an int. They are whole cache lines at any depth.
const int64 CONVERTED_AT_ONCE = 1 << 20;

//! Converts any number of elements of a row to the working type.
template <typename W>
void loadElements(const PixelKernels<W>& kernels, const Mat& src, int64 row, int64 element, W* dst, int64 count)
{
    for (int64 i = 0; i < count; i += CONVERTED_AT_ONCE)
        kernels.load(elementPtr(src, row, element + i), src.depth(), dst + i,
                     int(std::min(count - i, CONVERTED_AT_ONCE)));
}

//! Converts them back, rounded. @param aroundCache non-temporal stores, if the elements begin at a cache line
template <typename W>
void storeElements(const PixelKernels<W>& kernels, const W* values, Mat& dst, int64 row, int64 element, int64 count,
                   bool aroundCache)
{
    const bool streams = aroundCache && reinterpret_cast<size_t>(elementPtr(dst, row, element)) % 64 == 0;
    for (int64 i = 0; i < count; i += CONVERTED_AT_ONCE)
        kernels.store(values + i, elementPtr(dst, row, element + i), dst.depth(),
                      int(std::min(count - i, CONVERTED_AT_ONCE)), streams);
}

}} // namespace cv::recfilter

#endif
