// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_SAT_CHOICE_HPP
#define OPENCV_RECFILTER_SAT_CUDA_SAT_CHOICE_HPP

// The algorithm of a table of an image on a device.

#include "precomp.hpp"
#include "runtime/cuda/check_cuda.hpp"
#include "sat/cuda/sat_functions.hpp"

namespace cv { namespace recfilter {

inline sat::Device satDevice(int device)
{
    return {deviceAttribute(cudaDevAttrMultiProcessorCount, device), int(sharedMemoryOfBlock(device)),
            deviceAttribute(cudaDevAttrCooperativeLaunch, device) != 0};
}

inline const sat::Functions& satFunctions(int srcDepth, int tableDepth, int channels)
{
    const auto find = tableDepth == CV_32S   ? sat::functionsTo32S
                      : tableDepth == CV_32F ? sat::functionsTo32F
                                             : sat::functionsTo64F;
    const sat::Functions* functions = find(srcDepth, channels);
    CV_Assert(functions);
    return *functions;
}

//! Of sums, plain or squared. @param algorithm cuda::SummedAreaAlgorithm
inline const sat::Algorithm& satAlgorithm(const sat::Functions& functions, const sat::Image& image,
                                          const sat::Device& device, int algorithm)
{
    if (algorithm == cuda::SAT_AUTO && functions.fitsResident(image, device))
        return functions.resident;
    const auto isWanted = [&] {
        return algorithm == cuda::SAT_AUTO ? functions.prefersWavefront(image, device)
                                           : algorithm == cuda::SAT_WAVEFRONT;
    };
    return device.cooperative && functions.fitsWavefront(image, device) && isWanted() ? functions.wavefront
                                                                                      : functions.overlapped;
}

}} // namespace cv::recfilter

#endif
