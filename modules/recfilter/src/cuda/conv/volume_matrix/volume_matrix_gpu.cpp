// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Convolution of volumes by tensor cores on the GPU: the call, and what goes to direct convolution.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/conv/conv_algorithm.hpp"
#include "cuda/conv/device_taps.hpp"
#include "cuda/conv/volume_matrix/tuning.hpp"
#include "cuda/conv/volume_matrix/volume_taps.hpp"

namespace cv { namespace recfilter {

namespace {

class VolumeMatrixGpu final : public ConvAlgorithmGpu
{
public:
    explicit VolumeMatrixGpu(const KernelBank& kernels) : VolumeMatrixGpu(kernels, PlaneKernel(kernels)) {}

    void queue(const ConvCall& call, const Queue& queue) const override
    {
        if (!takes(call) || !run(call, queue))
            direct->queue(call, queue);
    }

    void prepare(int device) const override
    {
        if (isPossible)
        {
            tables.on(device);
            plain.on(device);
        }
        direct->prepare(device);
    }

private:
    VolumeMatrixGpu(const KernelBank& kernels, const PlaneKernel& kernelShape)
        : VolumeMatrixGpu(kernels, kernelShape,
                          gpu::VolumeTaps(kernels, kernelShape,
                                          kernelShape.size && kernelShape.middle <= gpu::tuning::VOLUME_MATRIX_MIDDLE))
    {
    }

    VolumeMatrixGpu(const KernelBank& kernels, const PlaneKernel& kernelShape, const gpu::VolumeTaps& prepared)
        : bank(kernels), shape(kernelShape), scales(prepared.scales), perList(prepared.perList()),
          isPossible(!scales.empty() && prepared.areScaled()), plain(bank), tables(prepared.packed()),
          direct(makeDirectVolumeGpu(bank))
    {
    }

    bool takes(const ConvCall& call) const
    {
        return isPossible && call.src.depth() == CV_32F && call.dst[0].depth() != CV_64F &&
               !(bank.complexKernels && bank.complexSource);
    }

    //! False if the device has no tensor cores for it.
    bool run(const ConvCall& call, const Queue& queue) const
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

    const KernelBank bank;
    const PlaneKernel shape;
    const std::vector<double> scales;
    const size_t perList; //!< of the tables
    const bool isPossible;
    const gpu::DeviceTaps plain;
    const gpu::ResidentBytes tables;
    const std::unique_ptr<ConvAlgorithmGpu> direct;
};

} // namespace

std::unique_ptr<ConvAlgorithmGpu> makeVolumeMatrixGpu(const KernelBank& bank)
{
    return std::make_unique<VolumeMatrixGpu>(bank);
}

}} // namespace cv::recfilter

#endif
