// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Convolution of bytes by tensor cores on the GPU: their taps, and what goes to another algorithm.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "dense/cuda/byte_matrix/byte_taps.hpp"
#include "dense/cuda/common/compiled_kernel.hpp"
#include "dense/cuda/common/compiled_size.hpp"
#include "dense/cuda/tensor/tensor_core_gpu.hpp"

namespace cv { namespace recfilter {

namespace {

//! Where the tables of ByteFilter begin.
struct ByteStarts
{
    size_t taps, aligned;
};

//! All lists of a bank.
struct ByteBank
{
    const int size; //!< of the compiled kernel; 0: none
    bool isPossible;
    bool isAccurate = true; //!< results may be floats
    int digits = 1;
    std::vector<gpu::ByteRounding> roundings;
    std::vector<unsigned> words;
    std::vector<ByteStarts> starts; //!< of each list, for each number of channels that run at once

    explicit ByteBank(const KernelBank& bank)
        : size(CompiledKernel(bank).size), isPossible(size > 0 && bank.hasByteBorder())
    {
        if (!isPossible)
            return;
        std::vector<gpu::ByteTaps> lists = listsOf(bank, true);
        if (digits == MOST_DIGITS)
            lists = listsOf(bank, false);
        for (size_t i = 0; isPossible && i < lists.size(); i++)
        {
            roundings.push_back(lists[i].rounding());
            isAccurate = isAccurate && lists[i].isAccurate();
            withCompiledSize<3, gpu::tuning::MARCH_KERNEL>(
                size, [&](auto k) { appendAll<k>(lists[i], bank.size[3], bank.size[2]); });
        }
    }

private:
    enum
    {
        MOST_DIGITS = 3
    };

    std::vector<gpu::ByteTaps> listsOf(const KernelBank& bank, bool mayBeExact)
    {
        std::vector<gpu::ByteTaps> lists;
        for (const std::vector<double>& taps : bank.taps)
        {
            lists.emplace_back(taps, bank.delta, mayBeExact);
            isPossible = isPossible && lists.back().isUseful();
            digits = std::max(digits, lists.back().digits());
        }
        return lists;
    }

    template <int K>
    void appendAll(const gpu::ByteTaps& taps, int width, int height)
    {
        appendOne<K, 1>(taps, width, height);
        if constexpr (K <= gpu::tuning::BYTE_INTERLEAVED_KERNEL)
        {
            appendOne<K, 2>(taps, width, height);
            appendOne<K, 3>(taps, width, height);
            appendOne<K, 4>(taps, width, height);
        }
    }

    template <int K, int C>
    void appendOne(const gpu::ByteTaps& taps, int width, int height)
    {
        ByteStarts both;
        both.taps = words.size();
        gpu::appendByteTaps<K, C, 0>(taps, width, height, digits, words);
        both.aligned = words.size();
        gpu::appendByteTaps<K, C, gpu::bytesBefore(K, C) % 4>(taps, width, height, digits, words);
        starts.push_back(both);
    }
};

class ByteMatrixGpu final : public TensorCoreGpu
{
public:
    ByteMatrixGpu(const SharedBank& shared, const ByteBank& prepared, const SharedEngine& rest)
        : TensorCoreGpu(shared, prepared.isPossible, prepared.words, rest), size(prepared.size),
          digits(prepared.digits), isAccurate(prepared.isAccurate), roundings(prepared.roundings),
          starts(prepared.starts)
    {
    }

private:
    bool takesDepth(int depth) const override { return depth == CV_8U; }

    bool run(const ConvCall& call, const Queue& queue) const override
    {
        const int64 most = INT_MAX - 4096; // room for borders and tiles
        const int channels = call.channels();
        if (call.src.size[3] * channels > most || call.src.size[2] > most ||
            (call.precision != ConvPrecision::EXACT && !isAccurate))
            return false;
        const gpu::ConvJob job = gpu::convJobOf(bank, call);
        const bool atOnce =
            channels > 1 && channels <= gpu::MOST_INTERLEAVED_CHANNELS && size <= gpu::tuning::BYTE_INTERLEAVED_KERNEL;
        gpu::ByteFilters filters = {};
        const std::vector<BankResult> results = gpu::resultsOf(bank, call);
        for (size_t i = 0; i < results.size(); i++)
        {
            filters.list[filters.count++] = filterOf(results[i], call, atOnce ? channels : 1, queue.device);
            if (filters.count < gpu::MAX_SHARED_FILTERS && i + 1 < results.size())
                continue;
            if (!(atOnce ? gpu::runInterleavedBytes(job, size, digits, filters, queue.stream)
                         : gpu::runByteMatrix(job, size, digits, filters, queue.stream)))
                return false;
            filters.count = 0;
        }
        return true;
    }

    //! @param channels that run at once
    gpu::ByteFilter filterOf(const BankResult& result, const ConvCall& call, int channels, int device) const
    {
        const size_t list = size_t(result.plain), counts = starts.size() / roundings.size();
        const ByteStarts& both = starts[list * counts + size_t(channels) - 1];
        const unsigned* const table = reinterpret_cast<const unsigned*>(tables.on(device));
        gpu::ByteFilter filter = {};
        gpu::ConvResult& to = filter.filter.result;
        to = gpu::convResultOf(result, call);
        if (channels > 1)
            to.hasVectors = to.pixelStep == channels && to.channelStep == 1 &&
                            (reinterpret_cast<size_t>(to.data) | to.step) % (4 * call.dst[0].elementBytes()) == 0;
        filter.filter.exact = resident->taps<double>(result, device);
        filter.taps = table + both.taps;
        filter.aligned = table + both.aligned;
        filter.rounding = roundings[list];
        if (call.precision != ConvPrecision::EXACT)
            filter.rounding.doubtful = 0;
        filter.hasWords = to.hasVectors && to.depth == CV_8U;
        return filter;
    }

    const int size; //!< of the compiled kernel
    const int digits;
    const bool isAccurate;
    const std::vector<gpu::ByteRounding> roundings;
    const std::vector<ByteStarts> starts;
};

} // namespace

SharedEngine makeByteMatrixGpu(const SharedBank& bank, const SharedEngine& fallback)
{
    return std::make_shared<ByteMatrixGpu>(bank, ByteBank(bank->bank), fallback);
}

}} // namespace cv::recfilter

#endif
