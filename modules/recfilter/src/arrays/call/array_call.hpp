// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_CALL_ARRAY_CALL_HPP
#define OPENCV_RECFILTER_ARRAYS_CALL_ARRAY_CALL_HPP

// The front end of all operators: checks the arrays, allocates the results, runs the CPU or the GPU code.

#include "arrays/call/device_frame.hpp"
#include "arrays/extents.hpp"
#include "runtime/cuda/call_device.hpp"

namespace cv { namespace recfilter {

//! Which memory of its source a result may take without a copy of the source.
enum class Overlap
{
    NEVER,
    SAME_PIXELS, //!< all of it, each result in place of its pixel
    ANY
};

//! One output of a call, as the caller gave it. The operator adds its sizes, type and overlap.
struct CallOutput
{
    const char* name; //!< of the argument
    const _OutputArray& array;
    int element = -1; //!< of a list of arrays; -1: the array itself
    Extents sizes = {};
    int type = -1;
    Overlap allowed = Overlap::NEVER;
    bool isNew = false; //!< set by a call on the host: the result is a Mat whose memory this call has allocated

    bool needed() const { return array.needed(); }
    String text() const; //!< the name, with the element
};

/** An operator on arrays: one source, some results, all on the host or all on the GPU. An error leaves every result as
it was, unless the host has no memory left. Only results allocate host memory here. */
class ArrayOperator
{
protected:
    ~ArrayOperator() = default;

    //! A number of dimensions: describe() refuses sources that have too few or too many.
    static constexpr int ANY_DIMS = 0;

    //! @param dims of the source @param stream null: the default stream, which does not exist without a device
    void call(InputArray src, int dims, CallOutput* outputs, int count, cuda::Stream* stream) const;

    //! The same for each array of a list, into the elements of lists. One array is called as it is.
    void callEach(InputArray src, int dims, CallOutput* outputs, int count, cuda::Stream* stream) const;

private:
    //! Refuses arguments that this operator does not take. Sets sizes, type and allowed overlap of every needed output.
    virtual void describe(InputArray src, bool onDevice, CallOutput* outputs) const = 0;
    //! @param results as described, empty if not needed. They share no memory but what describe() allows with src.
    virtual void runOnHost(const Mat& src, Mat* results, const CallOutput* outputs, int count) const = 0;
    //! @param mustCopy src shares memory with results that describe() does not allow: copy src into the workspace first
    virtual void runOnDevice(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat* results, int count,
                             cuda::Stream& stream) const = 0;

    //! Memory on the GPU that a call reads besides its source; null: none. It must lie on the source's device.
    virtual CallMemory auxiliaryMemory() const { return {nullptr, nullptr}; }

    //! Whether it takes a GpuMatND. Each result is another GpuMatND then: a list of them is no array of OpenCV 4.
    virtual bool takesGpuMatND() const { return false; }
    //! @param results empty if not needed. They share no memory with each other, but may share any with src.
    virtual void runOnDeviceND(const cuda::GpuMatND& src, const cuda::GpuMatND* results, int count,
                               cuda::Stream& stream) const;

    //! @param frames `count` for each source, one after the other, as described; results are apart from each other
    virtual void runEachOnDevice(const std::vector<DeviceFrame>& frames, int count, cuda::Stream& stream) const;

    //! The outputs of each source, one after the other.
    template <typename Array>
    std::vector<CallOutput> describeEach(const std::vector<Array>& sources, int dims, const CallOutput* outputs,
                                         int count) const;
    void callEachOnHost(const std::vector<Mat>& sources, int dims, const CallOutput* outputs, int count) const;
    void callEachOnDevice(const std::vector<cuda::GpuMat>& sources, int dims, const CallOutput* outputs, int count,
                          cuda::Stream* stream) const;
    void callOnHost(InputArray src, CallOutput* outputs, int count) const;
    void callOnDevice(InputArray src, CallOutput* outputs, int count, cuda::Stream& stream) const;
    void callOnDeviceND(InputArray src, const CallOutput* outputs, int count, cuda::Stream& stream) const;
};

}} // namespace cv::recfilter

#endif
