// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_API_ARRAY_CALL_HPP
#define OPENCV_RECFILTER_API_ARRAY_CALL_HPP

// The one front end of all operators: check the arrays, allocate the results, dispatch to the CPU or the GPU.

#include "precomp.hpp"

namespace cv { namespace recfilter {

//! One output of a call, as the caller gave it. The operator says what it will be.
struct CallOutput
{
    const char* name; //!< of the argument
    const _OutputArray& array;
    Size size = Size();
    int type = -1;

    bool needed() const { return array.needed(); }
};

/** An operator on arrays: one source, some results, all on the same side of the bus. On an error every result is as it
was before. Nothing here allocates host memory but for results. */
class ArrayOperator
{
public:
    enum
    {
        MAX_OUTPUTS = 3
    };

protected:
    ~ArrayOperator() = default;

    //! @param stream null: the default one, which cannot be asked for where there is no device.
    void call(InputArray src, CallOutput* outputs, int count, cuda::Stream* stream) const;

private:
    //! Refuses what this operator does not take, and sets the size and type of every output that is needed.
    virtual void describe(InputArray src, bool onDevice, CallOutput* outputs) const = 0;
    //! @param results as described, empty where not needed. They may share memory with src, not with each other.
    virtual void runOnHost(const Mat& src, Mat* results) const = 0;
    virtual void runOnDevice(const cuda::GpuMat& src, cuda::GpuMat* results, cuda::Stream& stream) const = 0;

    void callOnHost(InputArray src, CallOutput* outputs, int count) const;
    void callOnDevice(InputArray src, CallOutput* outputs, int count, cuda::Stream& stream) const;
};

}} // namespace cv::recfilter

#endif
