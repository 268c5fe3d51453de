// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The device of a call, found from its arrays and stream, and current while the call runs.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_CALL_DEVICE_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_CALL_DEVICE_HPP

#include "precomp.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter {

//! Memory that a call reads or writes; null if the argument gets new memory or is not wanted.
struct CallMemory
{
    const char* name; //!< of the argument
    const void* data;
};

/** Makes the device of a call's arrays the thread's current one while it lives: the call allocates and runs there. Its
destructor restores the previous device, also after an exception. A default stream belongs to the arrays' device. */
class CallDevice
{
public:
    //! @throws cv::Exception StsBadArg if arrays or the stream are on different devices, or memory is on none
    CallDevice(const CallMemory* arrays, size_t count, const cuda::Stream& stream);
    ~CallDevice();
    CallDevice(const CallDevice&) = delete;
    CallDevice& operator=(const CallDevice&) = delete;

private:
    int before = -1; //!< the device to restore; -1: none
};

//! Whether this build of the module can use a GPU, and there is one.
bool hasDevice();

//! Whether a graph records the work of a stream.
bool isBeingCaptured(const cuda::Stream& stream);

//! Gives back the workspaces of all streams that no call uses.
void releaseDeviceMemory();

}} // namespace cv::recfilter

#endif
