// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Summed-area tables on the GPU: the job and the class that queues it.

#ifndef OPENCV_RECFILTER_SAT_CUDA_SAT_GPU_HPP
#define OPENCV_RECFILTER_SAT_CUDA_SAT_GPU_HPP

#include "precomp.hpp"

#include <memory>

namespace cv { namespace recfilter {

class Workspace;

//! A checked call. Empty tables are not computed. With withZeros tables begin with a row and a column of zeros.
struct SatGpuJob
{
    cuda::GpuMat src;
    cuda::GpuMat sum, sqsum, tilted;
    bool withZeros;
    int algorithm;         //!< cuda::SummedAreaAlgorithm
    bool mustCopy = false; //!< the source before a table is written
};

//! Summed-area tables on the GPU. Keeps device memory from call to call.
class SatGpu
{
public:
    SatGpu();

    //! Queues the work on the stream, job after job. Without memory for all jobs it queues none.
    void compute(const SatGpuJob* jobs, size_t count, cuda::Stream& stream) const;

    //! Working memory of a job, at most. Its arrays are headers, whose memory is not read.
    size_t workBytes(const SatGpuJob& job) const;

    //! Queues one job in memory of the caller, bytes() of it.
    void computeIn(uchar* memory, const SatGpuJob& job, cuda::Stream& stream) const;
    size_t bytes(const SatGpuJob& job) const; //!< workBytes(), and copies of arrays

private:
    std::shared_ptr<Workspace> workspace;
};

}} // namespace cv::recfilter

#endif
