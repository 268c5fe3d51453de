// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// What CONVOLUTION_AUTO and CONVOLUTION_STRICT take on the GPU.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "dense/cuda/conv_choice.hpp"
#include "dense/cuda/fft/tuning.hpp"
#include "dense/cuda/volume_matrix/tuning.hpp"
#include "dense/model/separable_terms.hpp"
#include "dense/plan/conv_algorithms.hpp"
#include "dense/plan/separable_passes.hpp"

namespace cv { namespace recfilter {

namespace {

bool isChoice(const KernelBank& bank)
{
    return bank.algorithm == cuda::CONVOLUTION_AUTO || bank.algorithm == cuda::CONVOLUTION_STRICT;
}

SharedEngine makeMatrix(const SharedBank& bank, const SharedEngine& direct)
{
    return bank->bank.dims == 2 ? makeByteMatrixGpu(bank, makeMatrixGpu(bank, direct))
                                : makeVolumeMatrixGpu(bank, direct);
}

SharedEngine makeEngine(int algorithm, const SharedBank& bank)
{
    switch (algorithm)
    {
    case cuda::CONVOLUTION_DIRECT:
        return makeDirectGpu(bank);
    case cuda::CONVOLUTION_MATRIX:
        return makeMatrix(bank, makeDirectGpu(bank));
    case cuda::CONVOLUTION_SEPARABLE:
        return makeSeparableGpu(bank);
    case cuda::CONVOLUTION_SHARED_UNROLLED:
        return makeUnrolledGpu(bank);
#ifdef HAVE_RECFILTER_CUFFT
    case cuda::CONVOLUTION_FFT:
        return makeFftGpu(bank);
#endif
    default:
        if constexpr (HAS_PAPERS)
            if (algorithm == cuda::CONVOLUTION_TEXTURE || algorithm == cuda::CONVOLUTION_SHARED)
                return makePaperGpu(bank, algorithm);
        CV_Error(Error::StsInternal, "an algorithm without a GPU half");
    }
}

//! Whether tensor cores may be faster than registers.
bool mayTakeMatrix(const CompiledKernel& kernel, bool isStrict)
{
    if (!kernel.isVolume) // bytes are exact
        return kernel.size > 0;
    return kernel.size && !isStrict && kernel.middle <= gpu::tuning::VOLUME_MATRIX_MIDDLE &&
           gpu::tuning::volumeMatrixPixels(kernel.size, true) < gpu::tuning::NEVER;
}

//! Whether each kernel has rank 1 in float. The quick estimate spares most decompositions.
bool isSeparable(const KernelBank& bank)
{
    const auto seemsComplex = [&](const std::vector<double>& taps) { return needsMoreTerms(taps, bank.size, 1); };
    if (bank.complexKernels || std::any_of(bank.taps.begin(), bank.taps.end(), seemsComplex))
        return false;
    return rankOf(separableSums(bank, FLT_EPSILON / 2)) == 1;
}

} // namespace

ConvChoice::ConvChoice(const SharedBank& shared_)
    : shared(shared_), bank(shared->bank), isStrict(bank.algorithm == cuda::CONVOLUTION_STRICT), kernel(bank),
      firstAlgorithm(isChoice(bank) ? int(cuda::CONVOLUTION_DIRECT) : bank.algorithm),
      first(makeEngine(firstAlgorithm, shared))
{
    if (!isChoice(bank))
        return;
    if (mayTakeMatrix(kernel, isStrict))
        matrix = makeMatrix(shared, first);
    const bool isImage = !kernel.isVolume;
    const bool sharesReads = bank.filters > 1 && kernel.size <= gpu::tuning::BLOCK_KERNEL; // in registers
    if (isImage && kernel.size && !kernel.fillsUp && !bank.complexKernels && !sharesReads)
        unrolled = makeEngine(cuda::CONVOLUTION_SHARED_UNROLLED, shared);
    if (isImage && !kernel.size && std::max(bank.size[2], bank.size[3]) <= gpu::tuning::MOST_SEPARABLE &&
        std::min(bank.size[2], bank.size[3]) >= gpu::tuning::LEAST_SEPARABLE && isSeparable(bank))
        separable = makeEngine(cuda::CONVOLUTION_SEPARABLE, shared);
    if (!isStrict && HAS_DEVICE_FFT &&
        bank.positions() >= (isImage ? gpu::tuning::FFT_TAPS : gpu::tuning::fftTaps(bank.dims, bank.filters)))
        fft = makeEngine(cuda::CONVOLUTION_FFT, shared);
}

bool ConvChoice::takesUnrolled(int64 pixels, int channels) const
{
    return unrolled && double(pixels) * channels <= gpu::tuning::unrolledPixels(kernel.size, isStrict);
}

bool ConvChoice::takesMatrix(int64 pixels, int channels) const
{
    return matrix && double(pixels) >= gpu::tuning::matrixPixels(kernel.size, channels);
}

bool ConvChoice::takesVolumeMatrix(const Extents& source) const
{
    const int columns = 64 * gpu::tuning::volumeMatrixParts(kernel.size);
    const int rows = 2 * gpu::tuning::volumeMatrixWarps(kernel.size);
    const double computed = double(alignSize(size_t(source[3]), columns)) * double(alignSize(size_t(source[2]), rows));
    const double plane = double(source[2]) * double(source[3]), pixels = plane * double(source[0] * source[1]);
    const bool hasOddRows = source[3] % 4 != 0; // if its rows follow each other
    return matrix && pixels >= gpu::tuning::volumeMatrixPixels(kernel.size, hasOddRows) &&
           computed <= plane * gpu::tuning::volumeMatrixGain(kernel.size, hasOddRows);
}

const ConvEngineGpu& ConvChoice::of(const Extents& source, int type) const
{
    const int64 pixels = source.total();
    const int depth = CV_MAT_DEPTH(type), channels = CV_MAT_CN(type);
    const ConvPrecision precision = precisionOf(bank, depth);
    if (precision == ConvPrecision::EXACT)
        return matrix && !kernel.isVolume ? *matrix : *first;
    if (separable && precision == ConvPrecision::FLOAT) // in double the rounding of float taps has full rank
        return *separable;
    if (fft)
        return *fft;
    if (kernel.isVolume)
        return depth == CV_32F && takesVolumeMatrix(source) ? *matrix : *first;
    if (depth == CV_32F && bank.resultDepth(depth) == CV_32F && takesUnrolled(pixels, channels))
        return *unrolled;
    return !isStrict && matrix && (depth == CV_8U || takesMatrix(pixels, channels)) ? *matrix : *first;
}

int ConvChoice::algorithmOfLargeFloats() const
{
    const int64 large = int64(1) << 40; // pixels
    const bool takesTensorCores =
        !isStrict && matrix &&
        (kernel.isVolume ? double(large) >= gpu::tuning::volumeMatrixPixels(kernel.size, false)
                         : takesMatrix(large, 1));
    return separable          ? int(cuda::CONVOLUTION_SEPARABLE)
           : fft              ? int(cuda::CONVOLUTION_FFT)
           : takesTensorCores ? int(cuda::CONVOLUTION_MATRIX)
                              : firstAlgorithm;
}

void ConvChoice::prepare(int device) const
{
    if (matrix)
        matrix->prepare(device);             // and the first, which stands in
    else if (kernel.isVolume && kernel.size) // of other kernels, one engine takes all sizes
        first->prepare(device);
}

void ConvChoice::clear()
{
    for (const SharedEngine* engine : {&first, &matrix, &unrolled, &separable, &fft})
        if (*engine)
            (*engine)->clear();
}

}} // namespace cv::recfilter

#endif
