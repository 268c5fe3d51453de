// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_UNROLLED_SLICES_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_UNROLLED_SLICES_HPP

// Queues a bank slice by slice.

#include "dense/cuda/common/conv_engine.hpp"
#include "dense/cuda/unrolled/slice_job.hpp"

namespace cv { namespace recfilter {

//! @param run takes a job and a SliceFilter
template <typename Run>
void queueSlices(const KernelBank& bank, const ConvCall& call, const Run& run)
{
    gpu::ConvJob job = gpu::convJobOf(bank, call);
    for (const BankResult& result : gpu::resultsOf(bank, call))
    {
        gpu::SliceFilter filter = {};
        filter.filter.result = gpu::convResultOf(result, call);
        const std::vector<double>& taps = bank.taps[size_t(result.plain)];
        const size_t planeTaps = size_t(bank.size[2]) * size_t(bank.size[3]);
        for (int i = 0; i < bank.size[0] * bank.size[1]; i++)
        {
            filter.slice = {i / bank.size[1], i % bank.size[1], i > 0};
            job.delta = i + 1 == bank.size[0] * bank.size[1] ? bank.delta : 0; // last: it may be large
            const double* const slice = taps.data() + size_t(i) * planeTaps;
            std::transform(slice, slice + planeTaps, filter.taps, [](double tap) { return float(tap); });
            run(job, filter);
        }
    }
}

}} // namespace cv::recfilter

#endif
