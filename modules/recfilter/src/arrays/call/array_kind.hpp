// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_CALL_ARRAY_KIND_HPP
#define OPENCV_RECFILTER_ARRAYS_CALL_ARRAY_KIND_HPP

// Checks of array arguments, which throw before anything is written, and the destinations of GPU calls.

#include "arrays/extents.hpp"
#include "arrays/depths.hpp"
#include "runtime/cuda/call_device.hpp"
#include "precomp.hpp"

namespace cv { namespace recfilter {

enum class ArrayKind
{
    HOST, //!< Mat, UMat and what becomes a Mat
    GPU_MAT,
    GPU_MAT_ND
};

inline const char* nameOf(ArrayKind kind)
{
    return kind == ArrayKind::HOST ? "Mat" : kind == ArrayKind::GPU_MAT ? "GpuMat" : "GpuMatND";
}

//! A list of arrays on the host.
inline bool isHostList(const _InputArray& array)
{
    return array.isMatVector() || array.isUMatVector() || array.kind() == _InputArray::STD_ARRAY_MAT;
}

inline bool isList(const _InputArray& array)
{
    return isHostList(array) || array.isGpuMatVector();
}

//! Refuses arrays of other kinds. @param takesND whether the operator takes a GpuMatND
inline ArrayKind checkKind(const _InputArray& array, const char* name, bool takesND)
{
    const char* const accepted = takesND ? "Mat, UMat, GpuMat and GpuMatND" : "Mat, UMat and GpuMat";
    if (array.kind() == _InputArray::CUDA_GPU_MAT)
        return ArrayKind::GPU_MAT;
    if (isGpuMatND(array))
    {
        if (!takesND)
            CV_Error(Error::StsBadArg, format("%s is a GpuMatND; %s are accepted", name, accepted));
        return ArrayKind::GPU_MAT_ND;
    }
    if (!array.isMat() && !array.isUMat() && !array.isMatx() && !array.isVector())
        CV_Error(Error::StsBadArg,
                 format("%s is an array of kind %#x; %s are accepted", name, unsigned(array.kind()), accepted));
    return ArrayKind::HOST;
}

//! Requires source and destination to be both on the host, both a GpuMat or both a GpuMatND.
inline void checkSameSide(ArrayKind src, const _InputArray& dst, const char* name, bool takesND)
{
    const ArrayKind kind = checkKind(dst, name, takesND);
    if (kind != src)
        CV_Error(Error::StsBadArg,
                 format("%s is a %s and src a %s; both must be %s", name, nameOf(kind), nameOf(src),
                        kind == ArrayKind::HOST || src == ArrayKind::HOST ? "on the same side" : "of the same kind"));
}

//! Requires a source of so many dimensions that is not empty. An array with one dimension is an image of one row.
inline void checkSource(const _InputArray& src, const char* name, int dims)
{
    if (src.empty())
        CV_Error(Error::StsBadArg, format("%s is empty; at least one pixel is needed", name));
    if (src.dims() < 1 || std::max(src.dims(), 2) != dims)
        CV_Error(Error::StsBadArg, format("%s has %d dimensions; %d are accepted", name, src.dims(), dims));
}

//! Refuses a list of arrays as the destination of one result.
inline void checkOneResult(const _OutputArray& dst, const char* name, const Extents& sizes)
{
    const bool isLine = sizes.axes() == 2 && (sizes[0] == 1 || sizes[1] == 1);
    if (isHostList(dst) || (dst.isVector() && !isLine))
        CV_Error(Error::StsBadArg,
                 format("%s is a list; Mat, UMat and GpuMat are accepted for %s pixels", name, sizes.text().c_str()));
}

//! Refuses a destination that create() cannot give this size and type, before anything is written.
inline void checkDestination(const _OutputArray& dst, const char* name, const Extents& sizes, int type)
{
    if (dst.fixedType() && dst.type() != type)
        CV_Error(Error::StsUnmatchedFormats, format("%s has the fixed type %s; %s is needed", name,
                                                    typeToString(dst.type()).c_str(), typeToString(type).c_str()));
    if (dst.fixedSize() && Extents(dst) != sizes)
        CV_Error(Error::StsUnmatchedSizes, format("%s has the fixed size %s; %s is needed", name,
                                                  Extents(dst).text().c_str(), sizes.text().c_str()));
}

//! Refuses a number that is no type of an array: -1, and 4095, which -1 becomes in OpenCV's headers of arrays.
inline void checkTypeNumber(int type)
{
    if (type < 0 || type >= CV_MAT_TYPE_MASK)
        CV_Error(Error::StsBadArg, format("type is %d; types of arrays from CV_8UC1 (0) on and below %d are accepted",
                                          type, CV_MAT_TYPE_MASK));
}

//! Refuses to estimate a workspace for an empty array, or without a GPU.
inline void checkEstimate(const Extents& size)
{
    if (size.isEmpty())
        CV_Error(Error::StsBadArg, format("size is %s; at least one pixel is needed", size.text().c_str()));
    if (!hasDevice())
        CV_Error(Error::GpuNotSupported,
                 "a workspace is memory of a GPU; a CUDA device and a build with CUDA are needed");
}

//! What `make` takes of the current device's memory. Idle workspaces give way.
template <typename Make>
auto newResult(const Extents& sizes, const char* unit, const Make& make)
{
    for (bool again = false;; again = true)
        try
        {
            return make();
        }
        catch (const cv::Exception& error)
        {
            if (again)
                CV_Error(Error::StsNoMem, format("the device has no memory for %s %s: %s", sizes.text().c_str(), unit,
                                                 error.err.c_str()));
            releaseDeviceMemory();
        }
}

//! The destination on the GPU if the result takes its memory; empty if it gets new memory.
template <typename Array>
Array keptResult(const Array& present, const Extents& sizes, int type)
{
    return !present.empty() && present.type() == type && Extents(present) == sizes ? present : Array();
}

/** The result of a call on the GPU: the destination's memory if it fits, else new memory of the current device.
#assignDevice hands that to the destination when all is queued, so an error leaves the destination as it was. */
inline cuda::GpuMat deviceDestination(const cuda::GpuMat& present, Size size, int type)
{
    const cuda::GpuMat kept = keptResult(present, size, type);
    const auto make = [&] { return cuda::GpuMat(size, type, present.allocator); };
    return kept.empty() ? newResult(size, "pixels", make) : kept;
}

inline void assignDevice(cuda::GpuMat& present, const cuda::GpuMat& result)
{
    if (present.data != result.data)
        present = result;
}

//! Refuses an array on the GPU if no GPU can be used.
inline void checkDevice(const char* name, ArrayKind kind)
{
    if (!hasDevice())
        CV_Error(Error::GpuNotSupported, format("%s is a %s, and there is no CUDA device, or no CUDA in this build; "
                                                "Mat and UMat are accepted",
                                                name, nameOf(kind)));
}

}} // namespace cv::recfilter

#endif
