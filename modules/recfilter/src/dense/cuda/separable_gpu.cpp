// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Convolution by separable terms on the GPU: a pass along each axis, through arrays of the working type.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "dense/cuda/common/conv_engine.hpp"
#include "dense/plan/separable_passes.hpp"

#include <limits>
#include <mutex>

namespace cv { namespace recfilter {

namespace {

//! Arrays between passes, each with room for the source in W. Their rows follow each other.
template <typename W>
class PassArrays
{
public:
    PassArrays(uchar* memory_, const Extents& size, int channels_)
        : memory(memory_), channels(channels_), bytes(bytesOf(size, channels_))
    {
    }

    static size_t bytesOf(const Extents& size, int channels)
    {
        return stepOf(size, channels) * size_t(size.total() / size[3]);
    }

    ArrayView at(int number, const Extents& size) const
    {
        return {size, CV_MAKETYPE(DataType<W>::depth, channels), memory + size_t(number) * bytes,
                stepOf(size, channels)};
    }

private:
    static size_t stepOf(const Extents& size, int channels)
    {
        return alignSize(size_t(size[3]) * size_t(channels) * sizeof(W), 256);
    }

    uchar* const memory;
    const int channels;
    const size_t bytes;
};

template <typename W>
class SeparableSumsGpu
{
public:
    explicit SeparableSumsGpu(const KernelBank& bank)
    {
        const std::vector<SeparableSum> sums = separableSums(bank, double(std::numeric_limits<W>::epsilon()) / 2);
        rank = rankOf(sums);
        for (const SeparableSum& sum : sums)
        {
            kernels.emplace_back();
            for (const SeparablePasses& term : sum)
            {
                kernels.back().emplace_back();
                for (const KernelBank& pass : term)
                    kernels.back().back().push_back(std::make_unique<const ResidentBank>(pass));
                mostPasses = std::max(mostPasses, int(term.size()));
            }
        }
    }

    size_t bytes(const Extents& size, int channels) const
    {
        return size_t(sumNumber() + (rank > 1 ? 1 : 0)) * PassArrays<W>::bytesOf(size, channels);
    }

    //! @param call its memory has bytes() @param kernel of the bank @param result where the kernel's results go
    void queue(const ConvCall& call, size_t kernel, const gpu::ConvResult& result, const Queue& queue) const
    {
        const ArrayView &src = call.src, &dst = call.dst[0];
        const PassArrays<W> arrays(call.memory, src.size, call.channels());
        const ArrayView sum = arrays.at(sumNumber(), dst.size);
        const auto& terms = kernels[kernel];
        for (size_t k = 0; k < terms.size(); k++)
        {
            ArrayView from = src;
            for (size_t i = 0; i + 1 < terms[k].size(); i++)
            {
                const ResidentBank& pass = *terms[k][i];
                const ArrayView to = arrays.at(int(i % 2), pass.bank.resultSize(from.size));
                run(pass, from, to, gpu::wholeResult(to), {}, queue);
                from = to;
            }
            gpu::ConvPrevious<W> previous;
            if (k > 0)
                previous = {gpu::wholeResult(sum), int64(sum.size.step(0)), int64(sum.size.step(1))};
            const bool isLast = k + 1 == terms.size();
            run(*terms[k].back(), from, isLast ? dst : sum, isLast ? result : gpu::wholeResult(sum), previous, queue);
        }
    }

private:
    //! A kernel along one axis.
    typedef std::unique_ptr<const ResidentBank> Pass;

    static void run(const ResidentBank& pass, const ArrayView& from, const ArrayView& to, const gpu::ConvResult& result,
                    const gpu::ConvPrevious<W>& previous, const Queue& queue)
    {
        gpu::runAny(gpu::convJobOf(pass.bank, from, to), {result, {}, 0.f}, pass.taps<W>(ALL, queue.device),
                    queue.stream, previous);
    }

    static constexpr BankResult ALL = {0, 0, 1, 0, -1}; //!< of the only kernel of a pass

    //! Behind the arrays between passes.
    int sumNumber() const { return std::min(mostPasses - 1, 2); }

    std::vector<std::vector<std::vector<Pass>>> kernels; //!< of each its terms, their passes
    int rank = 0, mostPasses = 1;
};

class SeparableGpu final : public ConvEngineGpu
{
public:
    explicit SeparableGpu(const SharedBank& shared) : ConvEngineGpu(shared) {}

    void queue(const ConvCall& call, const Queue& queue) const override
    {
        for (const BankResult& result : gpu::resultsOf(bank, call))
        {
            const gpu::ConvResult place = gpu::convResultOf(result, call);
            if (call.precision == ConvPrecision::DOUBLE)
                inDouble.get(bank).queue(call, size_t(result.plain), place, queue);
            else
                inFloat.get(bank).queue(call, size_t(result.plain), place, queue);
        }
    }

    size_t workBytes(const Extents& size, int type) const override
    {
        const int channels = CV_MAT_CN(type);
        const bool isWide = precisionOf(bank, CV_MAT_DEPTH(type)) == ConvPrecision::DOUBLE;
        return isWide ? inDouble.get(bank).bytes(size, channels) : inFloat.get(bank).bytes(size, channels);
    }

private:
    //! Made when it is needed first: a decomposition takes time.
    template <typename W>
    class Lazy
    {
    public:
        const SeparableSumsGpu<W>& get(const KernelBank& kernels) const
        {
            std::call_once(once, [&] { sums = std::make_unique<const SeparableSumsGpu<W>>(kernels); });
            return *sums;
        }

    private:
        mutable std::once_flag once;
        mutable std::unique_ptr<const SeparableSumsGpu<W>> sums;
    };

    const Lazy<float> inFloat;
    const Lazy<double> inDouble;
};

} // namespace

SharedEngine makeSeparableGpu(const SharedBank& bank)
{
    return std::make_shared<SeparableGpu>(bank);
}

}} // namespace cv::recfilter

#endif
