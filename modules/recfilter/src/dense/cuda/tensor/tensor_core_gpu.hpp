// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_TENSOR_TENSOR_CORE_GPU_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_TENSOR_TENSOR_CORE_GPU_HPP

// What floats, bytes and volumes by tensor cores have in common: another engine stands in where they take no call.

#include "dense/cuda/common/conv_engine.hpp"

namespace cv { namespace recfilter {

class TensorCoreGpu : public ConvEngineGpu
{
public:
    void queue(const ConvCall& call, const Queue& queue) const final
    {
        const bool takes = isPossible && call.precision != ConvPrecision::DOUBLE && takesDepth(call.depth()) &&
                           !(bank.complexKernels && bank.complexSource);
        if (!takes || !run(call, queue))
            fallback->queue(call, queue);
    }

    size_t workBytes(const Extents& size, int type) const final
    {
        return std::max(isPossible ? ownBytes(size, type) : size_t(0), fallback->workBytes(size, type));
    }

    void prepare(int device) const final
    {
        if (isPossible)
        {
            tables.on(device);
            resident->prepare(device);
        }
        fallback->prepare(device);
    }

protected:
    /** @param isPossible_ there is a compiled kernel for the bank
    @param taps of all lists as tensor cores take them @param fallback_ the engine that stands in */
    template <typename T>
    TensorCoreGpu(const SharedBank& shared, bool isPossible_, const std::vector<T>& taps, SharedEngine fallback_)
        : ConvEngineGpu(shared), tables(taps), isPossible(isPossible_), fallback(std::move(fallback_))
    {
    }

    virtual bool takesDepth(int depth) const = 0; //!< @param depth of the source

    virtual size_t ownBytes(const Extents&, int) const { return 0; } //!< as workBytes(), of run()

    //! False if the device has no tensor cores for it.
    virtual bool run(const ConvCall& call, const Queue& queue) const = 0;

    const gpu::ResidentBytes tables;

private:
    const bool isPossible;
    const SharedEngine fallback;
};

}} // namespace cv::recfilter

#endif
