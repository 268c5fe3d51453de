// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Tables along any dimensions on the GPU: the job, and what queues it. This header also compiles without CUDA.

#ifndef OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_ARRAY_GPU_HPP
#define OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_ARRAY_GPU_HPP

#include "arrays/array_memory.hpp"

namespace cv { namespace recfilter {

//! A checked call.
struct SatArrayJob
{
    struct Table
    {
        ArrayMemory memory;
        bool squared;
    };

    ArrayMemory src;
    std::vector<Table> tables;
    std::vector<int> dimensions; //!< ascending
    bool withZeros;              //!< tables begin with zeros along each of the dimensions
};

/** Queues the work on the stream, job after job. Without memory for all jobs it queues none. A source may share any
memory with its tables. */
void computeSatArrays(const SatArrayJob* jobs, size_t count, cuda::Stream& stream);

//! Working memory of a job, at most. Its arrays may have no memory.
size_t satArrayBytes(const SatArrayJob& job);

}} // namespace cv::recfilter

#endif
