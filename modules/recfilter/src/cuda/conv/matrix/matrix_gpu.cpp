// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Convolution by tensor cores on the GPU: their taps, and what goes to direct convolution.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/conv/compiled_size.hpp"
#include "cuda/conv/conv_algorithm.hpp"
#include "cuda/conv/device_taps.hpp"
#include "cuda/conv/matrix/matrix_taps.hpp"

namespace cv { namespace recfilter {

namespace {

//! Taps beyond that cannot be scaled together with pixels.
const double MOST_SCALE = 1e30;

//! Smallest side of kernels that are compiled for tensor cores.
constexpr int LEAST_MATRIX = 5;

//! All lists of a bank for tensor cores, and their scales.
struct MatrixBank
{
    std::vector<double> scales;
    std::vector<gpu::MatrixTaps> taps;

    //! @param size of the compiled kernel; below LEAST_MATRIX nothing is made
    MatrixBank(const KernelBank& bank, int size)
    {
        if (size < LEAST_MATRIX)
            return;
        for (const std::vector<double>& list : bank.taps)
        {
            double largest = 0;
            for (double tap : list)
                largest = std::max(largest, std::abs(tap));
            scales.push_back(gpu::matrixScale(largest));
            append(fillUp(list, bank.size[3], size), size, scales.back());
        }
    }

    bool isScaled() const
    {
        return std::all_of(scales.begin(), scales.end(),
                           [](double scale) { return scale < MOST_SCALE && scale > 1 / MOST_SCALE; });
    }

    std::vector<uchar> bytes() const
    {
        const uchar* const first = reinterpret_cast<const uchar*>(taps.data());
        return std::vector<uchar>(first, first + taps.size() * sizeof(gpu::MatrixTaps));
    }

private:
    void append(const std::vector<float>& list, int size, double scale)
    {
        switch (size)
        {
        case 5:
            return gpu::appendMatrixTaps<5>(list, scale, taps);
        case 7:
            return gpu::appendMatrixTaps<7>(list, scale, taps);
        case 9:
            return gpu::appendMatrixTaps<9>(list, scale, taps);
        case 11:
            return gpu::appendMatrixTaps<11>(list, scale, taps);
        case 13:
            return gpu::appendMatrixTaps<13>(list, scale, taps);
        case 15:
            return gpu::appendMatrixTaps<15>(list, scale, taps);
        case 17:
            return gpu::appendMatrixTaps<17>(list, scale, taps);
        default:
            CV_Error(Error::StsInternal, "a size that is not compiled");
        }
    }
};

class MatrixGpu final : public ConvAlgorithmGpu
{
public:
    explicit MatrixGpu(const KernelBank& kernels)
        : MatrixGpu(kernels, MatrixBank(kernels, compiledSize(kernels.size[3], kernels.size[2])))
    {
    }

    void queue(const ConvCall& call, const Queue& queue) const override
    {
        if (!takes(call) || !run(call, queue))
            direct->queue(call, queue);
    }

private:
    MatrixGpu(const KernelBank& kernels, const MatrixBank& prepared)
        : bank(kernels), size(compiledSize(bank.size[3], bank.size[2])),
          isPossible(size >= LEAST_MATRIX && prepared.isScaled()), scales(prepared.scales),
          perList(prepared.taps.size() / bank.taps.size()), plain(bank), tables(prepared.bytes()),
          direct(makeDirectGpu(bank))
    {
    }

    bool takes(const ConvCall& call) const
    {
        const bool isFloat = call.src.depth() == CV_32F && call.dst[0].depth() != CV_64F;
        return isPossible && isFloat && !(bank.complexKernels && bank.complexSource);
    }

    //! False if the device has no tensor cores for it.
    bool run(const ConvCall& call, const Queue& queue) const
    {
        const gpu::ConvJob job = gpu::convJobOf(bank, call.src, call.dst[0].size());
        const uchar *const table = tables.on(queue.device), *const lists = plain.on(queue.device);
        for (const BankResult& result : resultsOf(bank, call.src.channels(), call.count == 1))
        {
            gpu::MatrixFilter filter = {};
            filter.filter.result = gpu::convResultOf(result, call.dst, call.count);
            filter.taps = reinterpret_cast<const gpu::MatrixTaps*>(table) + size_t(result.plain) * perList;
            filter.plain = plain.of<float>(result, lists).plain;
            filter.gain = float(1 / scales[size_t(result.plain)]);
            if (!gpu::runMatrix(job, size, filter, queue.stream))
                return false;
        }
        return true;
    }

    const KernelBank bank;
    const int size; //!< of the compiled kernel; 0: none
    const bool isPossible;
    const std::vector<double> scales;
    const size_t perList; //!< of the tables
    const gpu::DeviceTaps plain;
    const gpu::ResidentBytes tables;
    const std::unique_ptr<ConvAlgorithmGpu> direct;
};

} // namespace

std::unique_ptr<ConvAlgorithmGpu> makeMatrixGpu(const KernelBank& bank)
{
    return std::make_unique<MatrixGpu>(bank);
}

}} // namespace cv::recfilter

#endif
