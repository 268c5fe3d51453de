// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_API_ARRAY_KIND_HPP
#define OPENCV_RECFILTER_API_ARRAY_KIND_HPP

// Checks of array arguments, which throw before anything is written, and the destinations of GPU calls.

#include "cuda/recursive_gpu.hpp"
#include "precomp.hpp"

namespace cv { namespace recfilter {

inline bool isOnDevice(const _InputArray& array)
{
    return array.kind() == _InputArray::CUDA_GPU_MAT;
}

inline bool isOnHost(const _InputArray& array)
{
    return array.isMat() || array.isUMat() || array.isMatx() || array.isVector();
}

//! Refuses arrays that are neither on the host nor a GpuMat. Returns whether the array is on the GPU.
inline bool checkKind(const _InputArray& array, const char* name)
{
    if (!isOnDevice(array) && !isOnHost(array))
        CV_Error(Error::StsBadArg,
                 format("%s is an array of kind %#x; Mat, UMat and GpuMat are accepted", name, unsigned(array.kind())));
    return isOnDevice(array);
}

//! Requires source and destination to be both on the host or both on the GPU.
inline void checkSameSide(bool srcOnDevice, const _InputArray& dst, const char* name)
{
    if (checkKind(dst, name) != srcOnDevice)
        CV_Error(Error::StsBadArg, format("%s is a %s and src a %s; both must be on the same side", name,
                                          srcOnDevice ? "Mat" : "GpuMat", srcOnDevice ? "GpuMat" : "Mat"));
}

//! Requires a two-dimensional source that is not empty.
inline void checkImage(const _InputArray& src, const char* name)
{
    if (src.empty())
        CV_Error(Error::StsBadArg, format("%s is empty; at least one pixel is needed", name));
    if (src.dims() > 2)
        CV_Error(Error::StsBadArg, format("%s has %d dimensions; 2 are accepted", name, src.dims()));
}

//! Refuses a destination that create() cannot give this size and type, before anything is written.
inline void checkDestination(const _OutputArray& dst, const char* name, Size size, int type)
{
    const auto text = [](Size s) { return format("%d x %d", s.width, s.height); };
    if (dst.isMatVector() || dst.isUMatVector() || (dst.isVector() && size.width != 1 && size.height != 1))
        CV_Error(Error::StsBadArg,
                 format("%s is a list; Mat, UMat and GpuMat are accepted for %s pixels", name, text(size).c_str()));
    if (dst.fixedType() && dst.type() != type)
        CV_Error(Error::StsUnmatchedFormats, format("%s has the fixed type %s; %s is needed", name,
                                                    typeToString(dst.type()).c_str(), typeToString(type).c_str()));
    if (dst.fixedSize() && dst.size() != size)
        CV_Error(Error::StsUnmatchedSizes,
                 format("%s has the fixed size %s; %s is needed", name, text(dst.size()).c_str(), text(size).c_str()));
}

//! Refuses to estimate a workspace for an empty image, or without a GPU.
inline void checkEstimate(Size size)
{
    if (size.width < 1 || size.height < 1)
        CV_Error(Error::StsBadArg, format("size is %d x %d; at least one pixel is needed", size.width, size.height));
    if (cuda::getCudaEnabledDeviceCount() <= 0)
        CV_Error(Error::GpuNotSupported,
                 "a workspace is memory of a GPU; a CUDA device and a build with CUDA are needed");
}

inline const uchar* memoryOf(const _InputArray& array)
{
    return array.getGpuMat().data;
}

inline bool fitsResult(const cuda::GpuMat& present, Size size, int type)
{
    return present.size() == size && present.type() == type;
}

//! The memory of a destination on the GPU that the result will take; null if it gets new memory.
inline const uchar* keptMemory(const _OutputArray& dst, Size size, int type)
{
    const cuda::GpuMat present = dst.getGpuMat();
    return fitsResult(present, size, type) ? present.data : nullptr;
}

/** The result of a call on the GPU: the destination's memory if it fits, else new memory of the current device.
#assignDevice hands that to the destination when all is queued, so an error leaves the destination as it was. */
inline cuda::GpuMat deviceDestination(const _OutputArray& dst, Size size, int type)
{
    const cuda::GpuMat present = dst.getGpuMat();
    if (fitsResult(present, size, type))
        return present;
    for (bool again = false;; again = true)
        try
        {
            return cuda::GpuMat(size, type, present.allocator);
        }
        catch (const cv::Exception& error)
        {
            if (again)
                CV_Error(Error::StsNoMem, format("the device has no memory for %d x %d pixels: %s", size.width,
                                                 size.height, error.err.c_str()));
            releaseDeviceMemory(); // idle workspaces give way
        }
}

inline void assignDevice(const _OutputArray& dst, const cuda::GpuMat& result)
{
    cuda::GpuMat& present = dst.getGpuMatRef();
    if (present.data != result.data)
        present = result;
}

//! Refuses a GpuMat if no GPU can be used.
inline void checkDevice(const char* name)
{
    if (cuda::getCudaEnabledDeviceCount() <= 0)
        CV_Error(Error::GpuNotSupported,
                 format("%s is a GpuMat, and there is no CUDA device, or no CUDA in this build; "
                        "Mat and UMat are accepted",
                        name));
}

}} // namespace cv::recfilter

#endif
