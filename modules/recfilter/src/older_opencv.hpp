// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_OLDER_OPENCV_HPP
#define OPENCV_RECFILTER_OLDER_OPENCV_HPP

// Names that an OpenCV older than 4.10 lacks. Macros say which. A build inside of OpenCV needs none.
// Vectors have their own in runtime/cpu/vectors/older_vectors.hpp.

#include "opencv2/core/cuda.hpp"

namespace cv {

#ifdef RECFILTER_WITHOUT_HFLOAT
using hfloat = float16_t;
#endif

namespace recfilter {

#ifdef RECFILTER_WITHOUT_GPU_MAT_ND
// An array of OpenCV is no GpuMatND.
inline bool isGpuMatND(const _InputArray&)
{
    return false;
}
inline cuda::GpuMatND gpuMatND(const _InputArray&)
{
    CV_Error(Error::StsNotImplemented, "this OpenCV passes no GpuMatND");
}
inline cuda::GpuMatND& gpuMatNDRef(const _OutputArray&)
{
    CV_Error(Error::StsNotImplemented, "this OpenCV passes no GpuMatND");
}
#else
inline bool isGpuMatND(const _InputArray& array)
{
    return array.isGpuMatND();
}
inline cuda::GpuMatND gpuMatND(const _InputArray& array)
{
    return array.getGpuMatND();
}
inline cuda::GpuMatND& gpuMatNDRef(const _OutputArray& array)
{
    return array.getGpuMatNDRef();
}
#endif

} // namespace recfilter
} // namespace cv

#endif
