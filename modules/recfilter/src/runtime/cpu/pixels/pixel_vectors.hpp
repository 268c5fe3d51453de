// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Part of kernels, which alone include it: loads pixels of any depth as vectors of the working type.

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

template <typename W, typename T>
inline typename Vector<W>::type loadPixels(const T* p)
{
    if constexpr (std::is_same<W, T>::value)
        return Vector<W>::load(p);
    else
    {
#if CV_SIMD && !CV_SIMD_SCALABLE
        static_assert(std::is_same<W, float>::value, "only float has other pixels to load");
        if constexpr (std::is_same<T, uchar>::value)
            return v_cvt_f32(v_reinterpret_as_s32(vx_load_expand_q(p)));
        else if constexpr (std::is_same<T, ushort>::value)
            return v_cvt_f32(v_reinterpret_as_s32(vx_load_expand(p)));
        else if constexpr (std::is_same<T, short>::value)
            return v_cvt_f32(vx_load_expand(p));
        else
            return vx_load_expand(p);
#else
        return W(float(*p));
#endif
    }
}

//! Calls body with a null pointer to the pixel type of a depth. The depth must satisfy readsPixels<W>.
template <typename W, typename Body>
inline void withPixels(int depth, const Body& body)
{
    if constexpr (std::is_same<W, float>::value)
    {
        switch (depth)
        {
        case CV_8U:
            return body(static_cast<const uchar*>(nullptr));
        case CV_16U:
            return body(static_cast<const ushort*>(nullptr));
        case CV_16S:
            return body(static_cast<const short*>(nullptr));
        case CV_16F:
            return body(static_cast<const hfloat*>(nullptr));
        }
    }
    body(static_cast<const W*>(nullptr));
}

//! Calls body with a null pointer to the pixel type of any depth.
template <typename Body>
inline void withAnyPixels(int depth, const Body& body)
{
    if (depth == CV_64F)
        body(static_cast<const double*>(nullptr));
    else
        withPixels<float>(depth, body);
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter
