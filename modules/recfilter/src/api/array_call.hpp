// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_API_ARRAY_CALL_HPP
#define OPENCV_RECFILTER_API_ARRAY_CALL_HPP

// The front end of all operators: checks the arrays, allocates the results, runs the CPU or the GPU code.

#include "precomp.hpp"

namespace cv { namespace recfilter {

//! One output of a call, as the caller gave it. The operator adds its size and type.
struct CallOutput
{
    const char* name; //!< of the argument
    const _OutputArray& array;
    Size size = Size();
    int type = -1;

    bool needed() const { return array.needed(); }
};

/** An operator on arrays: one source, some results, all on the host or all on the GPU. An error leaves every result as
it was, unless the host has no memory left. Only results allocate host memory here. */
class ArrayOperator
{
public:
    enum
    {
        MAX_OUTPUTS = 3
    };

protected:
    ~ArrayOperator() = default;

    //! @param stream null: the default stream, which does not exist without a device
    void call(InputArray src, CallOutput* outputs, int count, cuda::Stream* stream) const;

private:
    //! Refuses arguments that this operator does not take, and sets the size and type of every needed output.
    virtual void describe(InputArray src, bool onDevice, CallOutput* outputs) const = 0;
    //! @param results as described, empty if not needed. They may share memory with src, not with each other.
    virtual void runOnHost(const Mat& src, Mat* results) const = 0;
    virtual void runOnDevice(const cuda::GpuMat& src, cuda::GpuMat* results, cuda::Stream& stream) const = 0;

    void callOnHost(InputArray src, CallOutput* outputs, int count) const;
    void callOnDevice(InputArray src, CallOutput* outputs, int count, cuda::Stream& stream) const;
};

}} // namespace cv::recfilter

#endif
