// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Chooses how a non-separable filter runs on the CPU.

#include "dense/cpu/conv_cpu.hpp"

#include "dense/cpu/direct/tuning.hpp"
#include "dense/model/separable_terms.hpp"
#include "dense/plan/conv_algorithms.hpp"

namespace cv { namespace recfilter {

namespace {

//! Whether separable terms seem to cost more taps than these. Decomposing a kernel of 511 x 511 takes two seconds.
bool isTooComplex(const KernelBank& bank, double taps)
{
    double ofTerm = 0;
    for (size_t axis = 0; axis < VIEW_AXES; axis++)
        if (bank.size[axis] > 1)
            ofTerm += bank.size[axis] + tuning::CONV_PASS_TAPS;
    const int terms = int(std::min(taps / std::max(ofTerm, 1.), 1e6)) - (bank.filters - 1); // others have one at least
    return terms < 1 || needsMoreTerms(bank.taps[0], bank.size, terms);
}

} // namespace

ConvCpu::ConvCpu(const KernelBank& bank)
    : isChoice(bank.algorithm == cuda::CONVOLUTION_AUTO || bank.algorithm == cuda::CONVOLUTION_STRICT), inFloat(bank),
      inDouble(bank), exactInDouble(inFloat.direct.tieBound() > tuning::CONV_MOST_TIES),
      directTaps(double(bank.positions()) * bank.filters * bank.parts()),
      // Exact sums are added up in two parts or in double if the kernel is not small.
      directExactTaps(directTaps * (inFloat.direct.splitsTaps() || exactInDouble ? 2 : 1)),
      chosen(isChoice ? cuda::CONVOLUTION_DIRECT : bank.algorithm), chosenExact(chosen)
{
    const double least = bank.algorithm == cuda::CONVOLUTION_AUTO ? chooseTransforms() : directTaps;
    if (bank.complexKernels || (isChoice ? isTooComplex(bank, least) : chosen != cuda::CONVOLUTION_SEPARABLE))
        return;
    auto terms = std::make_unique<SeparableConvolution<float>>(bank);
    if (isChoice && terms->tapCount() + tuning::CONV_PASS_TAPS * terms->passCount() >= least)
        return;
    if (!isChoice)
        checkConvRank(terms->rank());
    chosen = cuda::CONVOLUTION_SEPARABLE;
    inFloat.separable = std::move(terms);
    inDouble.separable = std::make_unique<SeparableConvolution<double>>(bank);
}

double ConvCpu::chooseTransforms()
{
    const double taps = inFloat.fft.taps();
    if (2 * taps < directExactTaps && inDouble.fft.tieBound() < tuning::CONV_MOST_TIES) // exact: in double
        chosenExact = cuda::CONVOLUTION_FFT;
    if (taps >= directTaps)
        return directTaps;
    chosen = cuda::CONVOLUTION_FFT;
    return taps;
}

bool ConvCpu::transformsPay(const Mat& src, const Mat& dst, ConvPrecision precision) const
{
    if (src.channels() > tuning::CONV_FFT_CHANNELS)
        return false;
    const double taps = inFloat.fft.taps(ArrayView(dst).size);
    return precision == ConvPrecision::EXACT ? 2 * taps < directExactTaps : taps < directTaps;
}

template <typename W>
void ConvCpu::applyIn(const ConvEngines<W>& engines, int algorithm, ConvPrecision precision, const Mat& src,
                      const std::vector<Mat>& dst) const
{
    if (algorithm == cuda::CONVOLUTION_SEPARABLE)
        return engines.separable->apply(src, dst, scratch);
    std::vector<ArrayView> views;
    views.reserve(dst.size());
    for (const Mat& array : dst)
        views.emplace_back(array);
    if (algorithm == cuda::CONVOLUTION_FFT)
        engines.fft.apply(ArrayView(src), views, precision, scratch, isChoice ? &engines.direct : nullptr);
    else
        engines.direct.apply(ArrayView(src), views, precision, scratch);
}

void ConvCpu::apply(const Mat& src, const std::vector<Mat>& dst) const
{
    const ConvPrecision precision = precisionOf(src.depth(), dst[0].depth());
    const bool isExact = precision == ConvPrecision::EXACT;
    int algorithm = isExact ? chosenExact : chosen;
    if (isChoice && algorithm == cuda::CONVOLUTION_FFT && !transformsPay(src, dst[0], precision))
        algorithm = cuda::CONVOLUTION_DIRECT;
    const bool isExactInDouble = isExact && (algorithm == cuda::CONVOLUTION_FFT || exactInDouble);
    if (precision == ConvPrecision::DOUBLE || isExactInDouble)
        applyIn(inDouble, algorithm, precision, src, dst);
    else
        applyIn(inFloat, algorithm, precision, src, dst);
}

void ConvCpu::clear()
{
    scratch.clear();
    inFloat.fft.clear();
    inDouble.fft.clear();
}

}} // namespace cv::recfilter
