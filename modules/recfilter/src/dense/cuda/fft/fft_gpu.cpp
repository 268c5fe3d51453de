// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Convolution by Fourier transforms on the GPU: batches of overlapping windows.

#include "precomp.hpp"

#if defined(HAVE_RECFILTER_CUDA) && defined(HAVE_RECFILTER_CUFFT)

#include "dense/cuda/common/conv_engine.hpp"
#include "dense/cuda/fft/fft_plan.hpp"
#include "dense/cuda/fft/fft_tiles.hpp"
#include "dense/plan/sum_errors.hpp"
#include "dense/plan/transform_range.hpp"
#include "runtime/recent.hpp"

namespace cv { namespace recfilter {

namespace {

using gpu::FftNumber;

//! The cells of a window, without their memory.
template <typename W>
gpu::FftRange rangeOf(const AxisInts& kernel, const AxisInts& window)
{
    const RangeCells cells = RangeCells::withEvenRows(kernel, 32);
    gpu::FftRange range = {};
    for (size_t axis = 0; axis < VIEW_AXES; axis++)
    {
        range.cell[axis] = cells.size[axis];
        range.cells[axis] = (window[axis] + cells.size[axis] - 1) / cells.size[axis];
        range.firstHeld[axis] = cells.firstHeld(axis);
        range.lastHeld[axis] = cells.lastHeld(axis);
        range.lastTouched[axis] = cells.lastTouched(axis);
    }
    const int lines = range.cells[0] * range.cells[1] * range.cells[2];
    range.parts = std::min(std::max(lines / gpu::tuning::FFT_JUDGED_LINES, 1), gpu::tuning::FFT_JUDGES);
    range.ratio = TransformRange<W>::RATIO;
    range.most = double(TransformRange<W>::LARGEST);
    return range;
}

/** The memory of a batch: windows, which the results take in the end, spectra, products, what cuFFT needs, and cells if
windows are judged. */
template <typename W>
struct FftMemory
{
    size_t windows, spectra, work;        //!< bytes
    size_t largest, spoilt, limits, sums; //!< of FftRange

    FftMemory(const FftTiles& tiles, const gpu::FftPlan<W>& plan, const gpu::FftRange& range, bool judges)
        : windows(alignSize(size_t(tiles.batch) * tiles.elements() * sizeof(W), 256)),
          spectra(alignSize(size_t(tiles.batch) * tiles.spectrumNumbers() * sizeof(FftNumber<W>), 256)),
          work(alignSize(plan.workBytes(), 256)),
          largest(judges ? alignSize(size_t(tiles.batch) * size_t(range.perWindow()) * sizeof(W), 256) : 0),
          spoilt(judges ? alignSize(size_t(tiles.batch) * size_t(range.perWindow()) * sizeof(unsigned), 256) : 0),
          limits(judges ? alignSize(size_t(tiles.batch) * sizeof(double), 256) : 0),
          sums(judges && range.parts > 1 ? size_t(tiles.batch) * size_t(range.parts) * sizeof(gpu::FftPart) : 0)
    {
    }

    size_t cells() const { return windows + 2 * spectra + work; } //!< where they begin
    size_t bytes() const { return cells() + largest + spoilt + limits + sums; }

    //! Places the cells. @param memory of a call
    void place(uchar* memory, gpu::FftRange& range) const
    {
        uchar* to = memory + cells();
        range.largest = to;
        range.spoilt = reinterpret_cast<unsigned*>(to += largest);
        range.limits = reinterpret_cast<double*>(to += spoilt);
        range.sums = sums ? reinterpret_cast<gpu::FftPart*>(to + limits) : nullptr;
    }
};

//! The plans of the window sizes that an object has met.
template <typename W>
class FftPlans
{
public:
    std::shared_ptr<const gpu::FftPlan<W>> get(const KernelBank& bank, const FftTiles& tiles, int device,
                                               bool isCaptured) const
    {
        const gpu::FftPlanKey key = {tiles.size, tiles.batch, device};
        const auto plan = recent.get(key, [&] { return std::make_shared<const gpu::FftPlan<W>>(bank, key); });
        if (isCaptured)
        {
            const std::lock_guard<std::mutex> lock(mutex);
            captured.push_back(plan);
        }
        return plan;
    }

    void clear() { recent.clear(); }

private:
    mutable Recent<gpu::FftPlanKey, const gpu::FftPlan<W>> recent;
    mutable std::mutex mutex;
    mutable std::vector<std::shared_ptr<const gpu::FftPlan<W>>> captured; //!< graphs may run them
};

class FftGpu final : public ConvEngineGpu
{
public:
    explicit FftGpu(const SharedBank& shared) : ConvEngineGpu(shared) {}

    void queue(const ConvCall& call, const Queue& queue) const override
    {
        if (isInDouble(call.precision))
            run(inDouble, call, queue);
        else
            run(inFloat, call, queue);
    }

    size_t workBytes(const Extents& size, int type) const override
    {
        return isInDouble(precisionOf(bank, CV_MAT_DEPTH(type))) ? bytesOf(inDouble, size, type)
                                                                 : bytesOf(inFloat, size, type);
    }

    void clear() override
    {
        inFloat.clear();
        inDouble.clear();
    }

private:
    //! Bytes whose results are integers are exact in double.
    static bool isInDouble(ConvPrecision precision) { return precision != ConvPrecision::FLOAT; }

    /** Whether results of unlike pixels are added up again. Transforms that are asked for by name stay what they are.
    Exact bytes are alike enough for double. */
    bool judges(ConvPrecision precision) const
    {
        return bank.algorithm == cuda::CONVOLUTION_AUTO && precision != ConvPrecision::EXACT;
    }

    template <typename W>
    FftTiles tilesOf(const Extents& results, int channels) const
    {
        return FftTiles(bank.size, results, channels, sizeof(W));
    }

    template <typename W>
    size_t bytesOf(const FftPlans<W>& plans, const Extents& size, int type) const
    {
        const FftTiles tiles = tilesOf<W>(bank.resultSize(size), CV_MAT_CN(type));
        return FftMemory<W>(tiles, *plans.get(bank, tiles, currentDevice(), false), rangeOf<W>(bank.size, tiles.size),
                            judges(precisionOf(bank, CV_MAT_DEPTH(type))))
            .bytes();
    }

    static gpu::FftAxes axesOf(const AxisInts& axes) { return {axes[0], axes[1], axes[2], axes[3]}; }

    template <typename W>
    void run(const FftPlans<W>& plans, const ConvCall& call, const Queue& queue) const
    {
        const int channels = call.channels();
        const FftTiles tiles = tilesOf<W>(call.dst[0].size, channels);
        const auto plan = plans.get(bank, tiles, queue.device, queue.isCaptured);
        gpu::FftRange range = rangeOf<W>(bank.size, tiles.size);
        const bool isJudged = judges(call.precision);
        const FftMemory<W> memory(tiles, *plan, range, isJudged);
        if (isJudged)
            memory.place(call.memory, range);
        W* const windows = reinterpret_cast<W*>(call.memory);
        FftNumber<W>* const spectra = reinterpret_cast<FftNumber<W>*>(call.memory + memory.windows);
        FftNumber<W>* const products = reinterpret_cast<FftNumber<W>*>(call.memory + memory.windows + memory.spectra);
        uchar* const work = call.memory + memory.windows + 2 * memory.spectra;

        gpu::FftJob job = {};
        job.conv = gpu::convJobOf(bank, call);
        job.window = axesOf(tiles.size);
        job.step = axesOf({tiles.size[0] - bank.size[0] + 1, tiles.size[1] - bank.size[1] + 1,
                           tiles.size[2] - bank.size[2] + 1, tiles.size[3] - bank.size[3] + 1});
        job.tiles = axesOf(tiles.count);
        job.count = tiles.batch;
        const std::vector<BankResult> results = gpu::resultsOf(bank, call);
        const int64 all = job.tiles.all() * channels;
        for (job.first = 0; job.first < all; job.first += job.count)
        {
            if (isJudged)
                checkCuda(cudaMemsetAsync(range.largest, 0, memory.largest + memory.spoilt, queue.stream),
                          "cudaMemsetAsync");
            gpu::gatherWindows(job, range, windows, queue.stream);
            if (isJudged)
                gpu::judgeWindows<W>(job, range, queue.stream);
            plan->transform(windows, spectra, work, queue.stream);
            for (const BankResult& result : results)
            {
                const gpu::ConvFilter filter = {gpu::convResultOf(result, call),
                                                resident->taps<double>(result, queue.device), 0.f};
                gpu::multiplySpectra(job, spectra, plan->spectrum(result.plain), plan->spectrum(result.rotated),
                                     products, queue.stream);
                plan->transformBack(products, windows, work, queue.stream);
                gpu::cropWindows(job, range, windows, filter,
                                 call.precision == ConvPrecision::EXACT
                                     ? std::min(0.5, transformError(bank, result, double(tiles.elements())))
                                     : 0.,
                                 queue.stream);
            }
        }
    }

    FftPlans<float> inFloat;
    FftPlans<double> inDouble;
};

} // namespace

SharedEngine makeFftGpu(const SharedBank& bank)
{
    return std::make_shared<FftGpu>(bank);
}

}} // namespace cv::recfilter

#endif
