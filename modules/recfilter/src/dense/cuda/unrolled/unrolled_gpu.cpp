// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The engine of unrolled loops.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "dense/cuda/unrolled/slices.hpp"

namespace cv { namespace recfilter {

namespace {

class UnrolledGpu final : public ConvEngineGpu
{
public:
    explicit UnrolledGpu(const SharedBank& shared) : ConvEngineGpu(shared) {}

    void queue(const ConvCall& call, const Queue& queue) const override
    {
        queueSlices(bank, call, [&](const gpu::ConvJob& job, const gpu::SliceFilter& filter) {
            gpu::runUnrolled(job, filter, queue.stream);
        });
    }

    bool prefersPlanes() const override { return false; } // as in the paper
};

} // namespace

SharedEngine makeUnrolledGpu(const SharedBank& bank)
{
    return std::make_shared<UnrolledGpu>(bank);
}

}} // namespace cv::recfilter

#endif
