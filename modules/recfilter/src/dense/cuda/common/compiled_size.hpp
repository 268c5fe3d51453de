// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_COMMON_COMPILED_SIZE_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_COMMON_COMPILED_SIZE_HPP

// The one ladder from a size to code that the compiler has for that size. Includes no CUDA or OpenCV header.

#include <type_traits>

namespace cv { namespace recfilter {

/** Returns what body returns for std::integral_constant<int, K>, with K the size: LEAST, LEAST + 2, ..., MOST.
Callers check sizes; any other size takes MOST. */
template <int LEAST, int MOST, typename Body>
auto withCompiledSize(int size, const Body& body)
{
    if constexpr (LEAST < MOST)
        if (size != LEAST)
            return withCompiledSize<LEAST + 2, MOST>(size, body);
    return body(std::integral_constant<int, LEAST>());
}

}} // namespace cv::recfilter

#endif
