// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Convolution of volumes by tensor cores on the GPU: the call, and what goes to direct convolution.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/conv/tensor/tensor_core_gpu.hpp"
#include "cuda/conv/volume_matrix/tuning.hpp"
#include "cuda/conv/volume_matrix/volume_taps.hpp"

namespace cv { namespace recfilter {

namespace {

bool hasVolumeKernel(const PlaneKernel& shape)
{
    return shape.size && shape.middle <= gpu::tuning::VOLUME_MATRIX_MIDDLE;
}

class VolumeMatrixGpu final : public TensorCoreGpu
{
public:
    explicit VolumeMatrixGpu(const KernelBank& kernels) : VolumeMatrixGpu(kernels, PlaneKernel(kernels)) {}

private:
    VolumeMatrixGpu(const KernelBank& kernels, const PlaneKernel& kernelShape)
        : VolumeMatrixGpu(kernels, kernelShape, gpu::VolumeTaps(kernels, kernelShape, hasVolumeKernel(kernelShape)))
    {
    }

    VolumeMatrixGpu(const KernelBank& kernels, const PlaneKernel& kernelShape, const gpu::VolumeTaps& prepared)
        : TensorCoreGpu(kernels, hasVolumeKernel(kernelShape) && prepared.areScaled(), prepared.packed(),
                        makeDirectVolumeGpu(kernels)),
          shape(kernelShape), scales(prepared.scales), perList(prepared.perList())
    {
    }

    bool takesDepth(int depth) const override { return depth == CV_32F; }

    bool run(const ConvCall& call, const Queue& queue) const override
    {
        gpu::ConvJob job = gpu::convJobOf(bank, call.src, call.dst[0].size());
        job.outer = call.outer;
        const uchar *const table = tables.on(queue.device), *const lists = plain.on(queue.device);
        for (const BankResult& result : gpu::resultsOf(bank, call))
        {
            gpu::VolumeMatrixFilter filter = {};
            filter.filter.result = gpu::convResultOf(result, call);
            filter.filter.exact = plain.of<double>(result, lists);
            filter.taps =
                reinterpret_cast<const uint4*>(table + size_t(result.plain) * perList * sizeof(gpu::MatrixTaps));
            filter.gain = float(1 / scales[size_t(result.plain)]);
            if (!gpu::runVolumeMatrix(job, shape.marchesT, shape.size, filter, queue.stream))
                return false;
        }
        return true;
    }

    const PlaneKernel shape;
    const std::vector<double> scales;
    const size_t perList; //!< of the tables
};

} // namespace

std::unique_ptr<ConvAlgorithmGpu> makeVolumeMatrixGpu(const KernelBank& bank)
{
    return std::make_unique<VolumeMatrixGpu>(bank);
}

}} // namespace cv::recfilter

#endif
