// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Convolution of floats by tensor cores on the GPU: their taps, and what goes to direct convolution.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "dense/cuda/common/compiled_kernel.hpp"
#include "dense/cuda/common/compiled_size.hpp"
#include "dense/cuda/matrix/matrix_job.hpp"
#include "dense/cuda/tensor/matrix_taps.hpp"
#include "dense/cuda/tensor/tensor_core_gpu.hpp"

namespace cv { namespace recfilter {

namespace {

class MatrixGpu final : public TensorCoreGpu
{
public:
    //! @param size_ of the compiled kernel; 0: none
    //! @param shift_ zero taps above and left of the bank's: the middle of 3 x 3 taps is the middle of 5 x 5
    MatrixGpu(const SharedBank& shared, int size_, int shift_, const gpu::ScaledTaps& lists, const SharedEngine& rest)
        : TensorCoreGpu(shared, lists.areScaled(), lists.taps, rest), size(size_), shift(shift_), scales(lists.scales),
          perList(lists.perList())
    {
    }

private:
    size_t ownBytes(const Extents& source, int type) const override
    {
        const Extents results = bank.resultSize(source);
        return gpu::mostStrips(results[3], results[2], CV_MAT_CN(type)) * sizeof(gpu::LostStrip);
    }

    bool takesDepth(int depth) const override { return depth == CV_32F; }

    bool run(const ConvCall& call, const Queue& queue) const override
    {
        gpu::ConvJob job = gpu::convJobOf(bank, call);
        job.startX -= shift;
        job.startY -= shift;
        const auto* const table = reinterpret_cast<const gpu::MatrixTaps*>(tables.on(queue.device));
        std::vector<gpu::MatrixFilter> filters;
        for (const BankResult& result : gpu::resultsOf(bank, call))
        {
            gpu::MatrixFilter filter = {};
            filter.filter.result = gpu::convResultOf(result, call);
            filter.taps = table + size_t(result.plain) * perList;
            filter.plain = resident->taps<float>(result, queue.device).plain;
            filter.gain = float(1 / scales[size_t(result.plain)]);
            filter.shift = shift;
            filters.push_back(filter);
        }
        const size_t shared = size <= gpu::tuning::MATRIX_SHARED_KERNEL ? 2 : 1;
        for (size_t i = 0; i < filters.size();)
        {
            const size_t count = std::min(shared, filters.size() - i);
            if (!gpu::runMatrix(job, size, &filters[i], int(count), reinterpret_cast<gpu::LostStrip*>(call.memory),
                                queue.stream))
                return false;
            i += count;
        }
        return true;
    }

    const int size, shift;
    const std::vector<double> scales;
    const size_t perList; //!< of the tables
};

} // namespace

SharedEngine makeMatrixGpu(const SharedBank& bank, const SharedEngine& fallback)
{
    const CompiledKernel kernel(bank->bank);
    const int width = bank->bank.size[3];
    const bool isPossible = kernel.size && width >= gpu::LEAST_WIDTH;
    const int size = isPossible ? std::max(kernel.size, gpu::tuning::MATRIX_LEAST) : 0;
    const int shift = isPossible ? (size - kernel.size) / 2 : 0;
    const gpu::ScaledTaps lists(bank->bank, isPossible, [&](const auto& list, double scale, auto& taps) {
        const std::vector<float> filled = fillUp(list, width, size, shift);
        withCompiledSize<gpu::tuning::MATRIX_LEAST, gpu::tuning::MARCH_KERNEL>(
            size, [&](auto k) { gpu::appendMatrixTaps<k>(filled, scale, taps); });
    });
    return std::make_shared<MatrixGpu>(bank, size, shift, lists, fallback);
}

}} // namespace cv::recfilter

#endif
