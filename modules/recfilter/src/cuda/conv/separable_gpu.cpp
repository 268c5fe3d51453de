// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Convolution by separable terms on the GPU: a pass along each axis, through arrays of the working type.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/conv/common/conv_engine.hpp"
#include "cuda/conv/common/device_taps.hpp"
#include "plan/conv/separable_passes.hpp"

#include <limits>
#include <mutex>

namespace cv { namespace recfilter {

namespace {

//! Arrays between passes, each with room for the source in W. Their rows follow each other.
template <typename W>
class PassArrays
{
public:
    PassArrays(uchar* memory_, const AxisInts& size, int channels_)
        : memory(memory_), channels(channels_), bytes(bytesOf(size, channels_))
    {
    }

    static size_t bytesOf(const AxisInts& size, int channels)
    {
        return stepOf(size, channels) * size_t(size[0]) * size_t(size[1]) * size_t(size[2]);
    }

    VolumeView at(int number, const AxisInts& size) const
    {
        VolumeView view;
        view.plane = cuda::GpuMat(size[2], size[3], CV_MAKETYPE(DataType<W>::depth, channels),
                                  memory + size_t(number) * bytes, stepOf(size, channels));
        view.t = size[0];
        view.z = size[1];
        view.stepZ = view.plane.step * size_t(size[2]);
        view.stepT = view.stepZ * size_t(size[1]);
        return view;
    }

private:
    static size_t stepOf(const AxisInts& size, int channels)
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
                    kernels.back().back().push_back(std::make_unique<const Pass>(pass));
                mostPasses = std::max(mostPasses, int(term.size()));
            }
        }
    }

    size_t bytes(const AxisInts& size, int channels) const
    {
        return size_t(sumNumber() + (rank > 1 ? 1 : 0)) * PassArrays<W>::bytesOf(size, channels);
    }

    //! @param call its memory has bytes() @param kernel of the bank @param result where the kernel's results go
    void queue(const ConvCall& call, const VolumeView& src, const VolumeView& dst, size_t kernel,
               const gpu::ConvResult& result, const Queue& queue) const
    {
        const PassArrays<W> arrays(call.memory, src.size(), src.plane.channels());
        const VolumeView sum = arrays.at(sumNumber(), dst.size());
        const auto& terms = kernels[kernel];
        for (size_t k = 0; k < terms.size(); k++)
        {
            VolumeView from = src;
            for (size_t i = 0; i + 1 < terms[k].size(); i++)
            {
                const Pass& pass = *terms[k][i];
                const VolumeView to = arrays.at(int(i % 2), pass.resultSize(from.size()));
                pass.queue(from, to, whole(to), {}, queue);
                from = to;
            }
            gpu::ConvPrevious<W> previous;
            if (k > 0)
                previous = {whole(sum), int64(sum.stepT), int64(sum.stepZ)};
            const bool isLast = k + 1 == terms.size();
            terms[k].back()->queue(from, isLast ? dst : sum, isLast ? result : whole(sum), previous, queue);
        }
    }

private:
    //! A kernel along one axis.
    class Pass
    {
    public:
        explicit Pass(const KernelBank& kernel) : bank(kernel), taps(bank) {}

        AxisInts resultSize(AxisInts size) const
        {
            for (size_t axis = 0; axis < CONV_AXES; axis++)
                size[axis] = bank.resultLength(int(axis), size[axis]);
            return size;
        }

        void queue(const VolumeView& from, const VolumeView& to, const gpu::ConvResult& result,
                   const gpu::ConvPrevious<W>& previous, const Queue& queue) const
        {
            gpu::ConvJob job = gpu::convJobOf(bank, from.plane, to.plane.size());
            job.outer = gpu::outerOf(bank, from, to);
            const gpu::ConvTaps<W> list = taps.of<W>(ALL, taps.on(queue.device));
            gpu::runAny(job, {result, {}, 0.f}, list, queue.stream, previous);
        }

    private:
        const KernelBank bank;
        const gpu::DeviceTaps taps;
    };

    static constexpr BankResult ALL = {0, 0, 1, 0, -1}; //!< of the only kernel of a pass

    static gpu::ConvResult whole(const VolumeView& array) { return gpu::wholeResult(array.plane); }

    //! Behind the arrays between passes.
    int sumNumber() const { return std::min(mostPasses - 1, 2); }

    std::vector<std::vector<std::vector<std::unique_ptr<const Pass>>>> kernels; //!< of each its terms, their passes
    int rank = 0, mostPasses = 1;
};

class SeparableGpu final : public ConvAlgorithmGpu
{
public:
    explicit SeparableGpu(const KernelBank& kernels) : bank(kernels) {}

    void queue(const ConvCall& call, const Queue& queue) const override
    {
        VolumeView src, dst;
        src.plane = call.src;
        dst.plane = call.dst[0];
        const gpu::ConvAxis &t = call.outer.t, &z = call.outer.z;
        src.t = t.srcSize;
        src.z = z.srcSize;
        src.stepT = size_t(t.srcStep);
        src.stepZ = size_t(z.srcStep);
        dst.t = t.size;
        dst.z = z.size;
        dst.stepT = size_t(t.step);
        dst.stepZ = size_t(z.step);
        for (const BankResult& result : gpu::resultsOf(bank, call))
        {
            const gpu::ConvResult place = gpu::convResultOf(result, call);
            if (isInDouble(call.src.depth()))
                inDouble.get(bank).queue(call, src, dst, size_t(result.plain), place, queue);
            else
                inFloat.get(bank).queue(call, src, dst, size_t(result.plain), place, queue);
        }
    }

    size_t workBytes(const AxisInts& size, int type) const override
    {
        const int channels = CV_MAT_CN(type);
        return isInDouble(CV_MAT_DEPTH(type)) ? inDouble.get(bank).bytes(size, channels)
                                              : inFloat.get(bank).bytes(size, channels);
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

    bool isInDouble(int depth) const { return depth == CV_64F || bank.ddepth == CV_64F; }

    const KernelBank bank;
    const Lazy<float> inFloat;
    const Lazy<double> inDouble;
};

} // namespace

std::unique_ptr<ConvAlgorithmGpu> makeSeparableGpu(const KernelBank& bank)
{
    return std::make_unique<SeparableGpu>(bank);
}

}} // namespace cv::recfilter

#endif
