// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_COMMON_COMPILED_KERNEL_HPP
#define OPENCV_RECFILTER_CUDA_CONV_COMMON_COMPILED_KERNEL_HPP

// Kernels with sizes that the compiler knows: odd ones, as many taps across as down.

#include "cuda/conv/common/tuning.hpp"

#include <algorithm>
#include <vector>

namespace cv { namespace recfilter {

//! The size of the compiled kernel that takes one of these taps with zeros right and below; 0: none.
inline int compiledSize(int width, int height)
{
    const int size = std::max(std::max(width, height) | 1, 3);
    const double taps = double(width) * height;
    return size <= gpu::tuning::MARCH_KERNEL && size * size <= gpu::tuning::PADDED_TAPS * taps ? size : 0;
}

//! A list of size * size taps, filled up with zeros right and below.
//! @param shift rows and columns of zeros above and left
inline std::vector<float> fillUp(const std::vector<double>& taps, int width, int size, int shift = 0)
{
    std::vector<float> list(size_t(size) * size_t(size));
    for (size_t i = 0; i < taps.size(); i++)
        list[(i / size_t(width) + size_t(shift)) * size_t(size) + i % size_t(width) + size_t(shift)] = float(taps[i]);
    return list;
}

}} // namespace cv::recfilter

#endif
