// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_DEVICE_CHOICE_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_DEVICE_CHOICE_HPP

// Which device a call runs on, by the places of its arrays and its stream.

#include "opencv2/core.hpp"

namespace cv { namespace recfilter {

//! Where memory or a stream is, if not on a device, which is a number from 0 on.
enum DevicePlace
{
    ANY_DEVICE = -1, //!< managed and page-locked memory, default streams: wherever the call runs
    NO_DEVICE = -2   //!< memory of the host that no device reads
};

/** The device that a call runs on is the device of its arrays. Refuses a call whose arrays or stream belong to
different devices. It does not ask the CUDA runtime, so that tests can make devices up. */
class DeviceChoice
{
public:
    //! @param name of the argument @param place of its memory
    void addArray(const char* name, int place)
    {
        if (place == NO_DEVICE)
            CV_Error(Error::StsBadArg,
                     format("%s is a GpuMat over memory of the host that no device reads; memory of a "
                            "device, managed and page-locked memory are accepted, or a Mat",
                            name));
        if (place == ANY_DEVICE)
            return;
        if (device != ANY_DEVICE && place != device)
            CV_Error(Error::StsBadArg, format("%s is on device %d and %s on device %d; all arrays of a call must be on "
                                              "the same device",
                                              name, place, first, device));
        if (device == ANY_DEVICE)
            first = name;
        device = place;
    }

    //! Call it after addArray of all arrays.
    void addStream(int place)
    {
        if (place == ANY_DEVICE)
            return;
        if (device != ANY_DEVICE && place != device)
            CV_Error(Error::StsBadArg, format("stream is of device %d and %s on device %d; a stream of the arrays' "
                                              "device and the default stream are accepted",
                                              place, first, device));
        device = place;
    }

    //! @param current the device if neither the arrays nor the stream have a device of their own
    int deviceOr(int current) const { return device == ANY_DEVICE ? current : device; }

private:
    const char* first = "";  //!< the argument that the device is from
    int device = ANY_DEVICE; //!< of all arrays so far
};

}} // namespace cv::recfilter

#endif
