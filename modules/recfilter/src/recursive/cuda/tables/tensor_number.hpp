// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TABLES_TENSOR_NUMBER_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TABLES_TENSOR_NUMBER_HPP

// Weights as tensor cores take them.

#include <cstdint>
#include <cstring>

namespace cv { namespace recfilter { namespace gpu {

//! Rounded to the 11 bits that tensor cores take.
inline float tensorNumber(double value)
{
    const float narrow = float(value);
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    bits = (bits + 0x1000) & 0xffffe000;
    float result;
    memcpy(&result, &bits, sizeof bits);
    return result;
}

}}} // namespace cv::recfilter::gpu

#endif
