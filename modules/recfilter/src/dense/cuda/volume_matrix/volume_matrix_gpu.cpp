// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Convolution of volumes by tensor cores on the GPU: the call, and what goes to direct convolution.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "dense/cuda/tensor/tensor_core_gpu.hpp"
#include "dense/cuda/volume_matrix/tuning.hpp"
#include "dense/cuda/volume_matrix/volume_taps.hpp"

namespace cv { namespace recfilter {

namespace {

class VolumeMatrixGpu final : public TensorCoreGpu
{
public:
    VolumeMatrixGpu(const SharedBank& shared, const CompiledKernel& compiled, const gpu::ScaledTaps& lists,
                    const SharedEngine& rest)
        : TensorCoreGpu(shared, lists.areScaled(), lists.taps, rest), kernel(compiled), scales(lists.scales),
          perList(lists.perList())
    {
    }

private:
    size_t ownBytes(const Extents& source, int type) const override
    {
        const Extents results = bank.resultSize(source);
        return gpu::mostBoxes(results[3], results[2], results[1] * results[0] * CV_MAT_CN(type), kernel.size) *
               sizeof(gpu::LostBox);
    }

    bool takesDepth(int depth) const override { return depth == CV_32F; }

    bool run(const ConvCall& call, const Queue& queue) const override
    {
        const gpu::ConvJob job = gpu::convJobOf(bank, call);
        const uchar* const table = tables.on(queue.device);
        for (const BankResult& result : gpu::resultsOf(bank, call))
        {
            gpu::VolumeMatrixFilter filter = {};
            filter.filter.result = gpu::convResultOf(result, call);
            filter.plain = resident->taps<float>(result, queue.device).plain;
            filter.taps =
                reinterpret_cast<const uint4*>(table + size_t(result.plain) * perList * sizeof(gpu::MatrixTaps));
            filter.gain = float(1 / scales[size_t(result.plain)]);
            if (!gpu::runVolumeMatrix(job, kernel.marchesT, kernel.size, filter,
                                      reinterpret_cast<gpu::LostBox*>(call.memory), queue.stream))
                return false;
        }
        return true;
    }

    const CompiledKernel kernel;
    const std::vector<double> scales;
    const size_t perList; //!< of the tables
};

} // namespace

SharedEngine makeVolumeMatrixGpu(const SharedBank& bank, const SharedEngine& fallback)
{
    const CompiledKernel kernel(bank->bank);
    const gpu::VolumeTaps taps(bank->bank, kernel);
    const bool isPossible =
        kernel.size && kernel.middle <= gpu::tuning::VOLUME_MATRIX_MIDDLE && bank->bank.size[3] >= gpu::LEAST_WIDTH;
    const gpu::ScaledTaps lists(bank->bank, isPossible, [&](const auto& list, double scale, auto& scaled) {
        taps.append(list, scale, scaled);
    });
    return std::make_shared<VolumeMatrixGpu>(bank, kernel, lists, fallback);
}

}} // namespace cv::recfilter

#endif
