// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The interface between sat_gpu.cpp and the kernels of summed-area tables.

#ifndef OPENCV_RECFILTER_CUDA_SAT_SAT_FUNCTIONS_HPP
#define OPENCV_RECFILTER_CUDA_SAT_SAT_FUNCTIONS_HPP

#include "cuda/sat/sat_image.hpp"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace sat {

//! The properties of a device that the algorithms need.
struct Device
{
    int multiprocessors;
    int sharedBytes;  //!< a block may have
    bool cooperative; //!< can run blocks that wait for each other
};

//! One algorithm for a table, for one combination of depths and channels.
struct Algorithm
{
    size_t (*bytes)(const Image&, const Device&); //!< bytes of memory that run needs, aligned to 256
    //! Queues the work. False if the device refuses it after all: other programs hold a share of it.
    bool (*run)(const Image&, const Device&, unsigned char* memory, cudaStream_t);
};

struct Functions
{
    Algorithm overlapped, resident, wavefront, tilted;
    bool (*fitsResident)(const Image&, const Device&);
    bool (*fitsWavefront)(const Image&, const Device&);
    bool (*prefersWavefront)(const Image&, const Device&); //!< to overlapped
};

//! Depths as in OpenCV, 1 to 4 channels. nullptr if there is no such combination.
const Functions* functionsTo32S(int srcDepth, int channels);
const Functions* functionsTo32F(int srcDepth, int channels);
const Functions* functionsTo64F(int srcDepth, int channels);

}}} // namespace cv::recfilter::sat

#endif
