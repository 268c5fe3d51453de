// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_API_AUXILIARY_ARRAY_HPP
#define OPENCV_RECFILTER_FUNCTIONS_API_AUXILIARY_ARRAY_HPP

// A second array of a call beside its source: a mask, radii, positions.

#include "arrays/overlap.hpp"
#include "runtime/cuda/call_device.hpp"

namespace cv { namespace recfilter {

//! Its header, taken before results are allocated: the same object may be the destination.
class AuxiliaryArray
{
public:
    //! One that the caller leaves out.
    explicit AuxiliaryArray(const char* name_) : name(name_) {}

    AuxiliaryArray(const char* name_, const _InputArray& array) : name(name_), given(true)
    {
        if (array.kind() == _InputArray::CUDA_GPU_MAT)
            device = *static_cast<const cuda::GpuMat*>(array.getObj()); // without CUDA getGpuMat() throws
        else if (array.isMat() || array.isUMat() || array.isMatx())
            host = array.getMat();
    }

    bool isGiven() const { return given; }
    const Mat& onHost() const { return host; }
    const cuda::GpuMat& onDevice() const { return device; }
    Size size() const { return host.empty() ? device.size() : host.size(); }
    int type() const { return host.empty() ? device.type() : host.type(); }

    //! Requires it on the side of the source, and not empty.
    void checkSide(bool isOnDevice) const
    {
        if (isOnDevice ? device.empty() : host.empty())
            CV_Error(Error::StsBadArg, format("%s is empty or no %s, and src is one; both must be on the same side",
                                              name, isOnDevice ? "GpuMat" : "Mat or UMat"));
    }

    //! @param types that are accepted @param text their names
    void checkType(std::initializer_list<int> types, const char* text) const
    {
        if (std::find(types.begin(), types.end(), type()) == types.end())
            CV_Error(Error::StsUnsupportedFormat,
                     format("%s has type %s; %s are accepted", name, typeToString(type()).c_str(), text));
    }

    void checkSize(Size wanted) const
    {
        if (size() != wanted)
            CV_Error(Error::StsUnmatchedSizes,
                     format("%s is %d x %d and src %d x %d; %s must have the size of src", name, size().width,
                            size().height, wanted.width, wanted.height, name));
    }

    //! On the host, a copy where a result takes its memory.
    Mat apartFrom(const Mat& result) const { return overlap(host, result) ? host.clone() : host; }

    //! For ArrayOperator.
    CallMemory memory() const { return {name, device.data}; }

private:
    const char* name; //!< of the argument
    bool given = false;
    Mat host;
    cuda::GpuMat device;
};

}} // namespace cv::recfilter

#endif
