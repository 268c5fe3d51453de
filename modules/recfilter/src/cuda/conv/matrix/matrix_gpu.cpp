// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Convolution of floats by tensor cores on the GPU: their taps, and what goes to direct convolution.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/conv/common/compiled_kernel.hpp"
#include "cuda/conv/common/compiled_size.hpp"
#include "cuda/conv/matrix/matrix_job.hpp"
#include "cuda/conv/tensor/matrix_taps.hpp"
#include "cuda/conv/tensor/tensor_core_gpu.hpp"

namespace cv { namespace recfilter {

namespace {

//! The size of the compiled kernel; 0: none.
int matrixSize(const KernelBank& bank)
{
    const int size = compiledSize(bank.size[3], bank.size[2]);
    return size ? std::max(size, gpu::tuning::MATRIX_LEAST) : 0;
}

//! Zero taps above and left of those of the bank: the middle of 3 x 3 taps is that of 5 x 5.
int matrixShift(const KernelBank& bank)
{
    const int size = compiledSize(bank.size[3], bank.size[2]);
    return size ? (matrixSize(bank) - size) / 2 : 0;
}

//! All lists of a bank for tensor cores.
struct MatrixBank
{
    std::vector<double> scales;
    std::vector<gpu::MatrixTaps> taps;

    //! @param size of the compiled kernel; 0: nothing is made
    MatrixBank(const KernelBank& bank, int size)
    {
        if (!size)
            return;
        for (const std::vector<double>& list : bank.taps)
        {
            double largest = 0;
            for (double tap : list)
                largest = std::max(largest, std::abs(tap));
            scales.push_back(gpu::matrixScale(largest));
            const std::vector<float> filled = fillUp(list, bank.size[3], size, matrixShift(bank));
            withCompiledSize<gpu::tuning::MATRIX_LEAST, gpu::tuning::MARCH_KERNEL>(
                size, [&](auto k) { gpu::appendMatrixTaps<k>(filled, scales.back(), taps); });
        }
    }

    bool isScaled() const { return std::all_of(scales.begin(), scales.end(), gpu::isMatrixScale); }

    std::vector<uchar> packed() const
    {
        const uchar* const first = reinterpret_cast<const uchar*>(taps.data());
        return std::vector<uchar>(first, first + taps.size() * sizeof(gpu::MatrixTaps));
    }
};

class MatrixGpu final : public TensorCoreGpu
{
public:
    explicit MatrixGpu(const KernelBank& kernels) : MatrixGpu(kernels, MatrixBank(kernels, matrixSize(kernels))) {}

private:
    MatrixGpu(const KernelBank& kernels, const MatrixBank& prepared)
        : TensorCoreGpu(kernels, matrixSize(kernels) && prepared.isScaled(), prepared.packed(), makeDirectGpu(kernels)),
          size(matrixSize(bank)), scales(prepared.scales), perList(prepared.taps.size() / bank.taps.size())
    {
    }

    bool takesDepth(int depth) const override { return depth == CV_32F; }

    bool run(const ConvCall& call, const Queue& queue) const override
    {
        gpu::ConvJob job = gpu::convJobOf(bank, call.src, call.dst[0].size());
        const int shift = matrixShift(bank);
        job.startX -= shift;
        job.startY -= shift;
        const uchar *const table = tables.on(queue.device), *const lists = plain.on(queue.device);
        std::vector<gpu::MatrixFilter> filters;
        for (const BankResult& result : gpu::resultsOf(bank, call))
        {
            gpu::MatrixFilter filter = {};
            filter.filter.result = gpu::convResultOf(result, call);
            filter.taps = reinterpret_cast<const gpu::MatrixTaps*>(table) + size_t(result.plain) * perList;
            filter.plain = plain.of<float>(result, lists).plain;
            filter.gain = float(1 / scales[size_t(result.plain)]);
            filter.shift = shift;
            filters.push_back(filter);
        }
        const size_t shared = size <= gpu::tuning::MATRIX_SHARED_KERNEL ? 2 : 1;
        for (size_t i = 0; i < filters.size();)
        {
            const size_t count = std::min(shared, filters.size() - i);
            if (!gpu::runMatrix(job, size, &filters[i], int(count), queue.stream))
                return false;
            i += count;
        }
        return true;
    }

    const int size; //!< of the compiled kernel; 0: none
    const std::vector<double> scales;
    const size_t perList; //!< of the tables
};

} // namespace

std::unique_ptr<ConvAlgorithmGpu> makeMatrixGpu(const KernelBank& bank)
{
    return std::make_unique<MatrixGpu>(bank);
}

}} // namespace cv::recfilter

#endif
