// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CPU_VECTORS_OLDER_VECTORS_HPP
#define OPENCV_RECFILTER_RUNTIME_CPU_VECTORS_OLDER_VECTORS_HPP

// Operations on vectors that an OpenCV older than 4.9 has as operators and members alone. For vector.hpp only.

#include "opencv2/core/hal/intrin.hpp"

#ifdef RECFILTER_WITHOUT_VECTOR_FUNCTIONS
namespace cv {
CV_CPU_OPTIMIZATION_HAL_NAMESPACE_BEGIN

template <typename V>
struct VTraits
{
    static constexpr int max_nlanes = V::nlanes;
};

template <typename V>
inline V v_add(const V& a, const V& b)
{
    return a + b;
}

template <typename V>
inline V v_sub(const V& a, const V& b)
{
    return a - b;
}

template <typename V>
inline V v_mul(const V& a, const V& b)
{
    return a * b;
}

template <typename V>
inline typename V::lane_type v_get0(const V& v)
{
    return v.get0();
}

CV_CPU_OPTIMIZATION_HAL_NAMESPACE_END
using namespace CV_CPU_OPTIMIZATION_HAL_NAMESPACE;
} // namespace cv
#endif

#endif
