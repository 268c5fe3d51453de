// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CALL_DEVICE_HPP
#define OPENCV_RECFILTER_CUDA_CALL_DEVICE_HPP

#include "precomp.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter {

//! Memory that a call reads or writes; null where the argument gets new memory, or is not wanted.
struct CallMemory
{
    const char* name; //!< of the argument
    const void* data;
};

/** While it lives, the device of a call's arrays is the thread's current one: the call allocates and runs there.
Then the device from before is current again, also after an exception. A default stream means that of the arrays'
device. */
class CallDevice
{
public:
    //! @throws cv::Exception StsBadArg where arrays or the stream are of different devices, or memory is of none.
    CallDevice(const CallMemory* arrays, size_t count, const cuda::Stream& stream);
    ~CallDevice();
    CallDevice(const CallDevice&) = delete;
    CallDevice& operator=(const CallDevice&) = delete;

private:
    int before = -1; //!< the device to go back to; -1: the thread stays where it is
};

}} // namespace cv::recfilter

#endif
