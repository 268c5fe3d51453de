// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// What CONVOLUTION_AUTO and CONVOLUTION_STRICT take on the GPU.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "cuda/conv/common/compiled_kernel.hpp"
#include "cuda/conv/conv_choice.hpp"
#include "cuda/conv/volume/plane_taps.hpp"
#include "cuda/conv/fft/tuning.hpp"
#include "cuda/conv/volume_matrix/tuning.hpp"
#include "model/conv/separable_terms.hpp"
#include "plan/conv/conv_algorithms.hpp"
#include "plan/conv/separable_passes.hpp"

namespace cv { namespace recfilter {

namespace {

bool isChoice(const KernelBank& bank)
{
    return bank.algorithm == cuda::CONVOLUTION_AUTO || bank.algorithm == cuda::CONVOLUTION_STRICT;
}

std::unique_ptr<ConvAlgorithmGpu> makeAlgorithm(int algorithm, const KernelBank& bank)
{
    switch (algorithm)
    {
    case cuda::CONVOLUTION_DIRECT:
        return bank.dims == 2 ? makeDirectGpu(bank) : makeDirectVolumeGpu(bank);
    case cuda::CONVOLUTION_MATRIX:
        return bank.dims == 2 ? makeByteMatrixGpu(bank, makeMatrixGpu(bank)) : makeVolumeMatrixGpu(bank);
    case cuda::CONVOLUTION_SEPARABLE:
        return makeSeparableGpu(bank);
    case cuda::CONVOLUTION_TEXTURE:
    case cuda::CONVOLUTION_SHARED:
    case cuda::CONVOLUTION_SHARED_UNROLLED:
        return makePaperGpu(bank, algorithm);
#ifdef HAVE_RECFILTER_CUFFT
    case cuda::CONVOLUTION_FFT:
        return makeFftGpu(bank);
#endif
    default:
        CV_Error(Error::StsInternal, "an algorithm without a GPU half");
    }
}

//! The compiled kernel for volumes that takes a bank; 0: none.
int volumeSizeOf(const KernelBank& bank)
{
    return bank.dims == 2 ? 0 : PlaneKernel(bank).size;
}

//! Whether tensor cores may be faster for a bank of volumes.
bool mayTakeVolumeMatrix(const KernelBank& bank)
{
    const PlaneKernel shape(bank);
    return shape.middle <= gpu::tuning::VOLUME_MATRIX_MIDDLE &&
           gpu::tuning::volumeMatrixPixels(shape.size, true) < gpu::tuning::NEVER;
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

ConvChoice::ConvChoice(const KernelBank& bank)
    : ddepth(bank.ddepth), isStrict(bank.algorithm == cuda::CONVOLUTION_STRICT),
      size(bank.dims == 2 ? compiledSize(bank.size[3], bank.size[2]) : 0), volumeSize(volumeSizeOf(bank)),
      firstAlgorithm(isChoice(bank) ? int(cuda::CONVOLUTION_DIRECT) : bank.algorithm),
      first(makeAlgorithm(firstAlgorithm, bank))
{
    if (!isChoice(bank))
        return;
    if (size || (volumeSize && !isStrict && mayTakeVolumeMatrix(bank)))
        matrix = makeAlgorithm(cuda::CONVOLUTION_MATRIX, bank);
    const bool sharesReads = bank.filters > 1 && size <= gpu::tuning::BLOCK_KERNEL; // in registers
    if (size && bank.size[2] == size && bank.size[3] == size && !bank.complexKernels && !sharesReads)
        unrolled = makeAlgorithm(cuda::CONVOLUTION_SHARED_UNROLLED, bank);
    if (bank.dims == 2 && !size && std::max(bank.size[2], bank.size[3]) <= gpu::tuning::MOST_SEPARABLE &&
        std::min(bank.size[2], bank.size[3]) >= gpu::tuning::LEAST_SEPARABLE && isSeparable(bank))
        separable = makeAlgorithm(cuda::CONVOLUTION_SEPARABLE, bank);
    if (!isStrict && HAS_DEVICE_FFT &&
        bank.positions() >= (bank.dims == 2 ? gpu::tuning::FFT_TAPS : gpu::tuning::fftTaps(bank.dims, bank.filters)))
        fft = makeAlgorithm(cuda::CONVOLUTION_FFT, bank);
}

bool ConvChoice::takesUnrolled(int64 pixels, int channels) const
{
    return unrolled && double(pixels) * channels <= gpu::tuning::unrolledPixels(size, isStrict);
}

bool ConvChoice::takesMatrix(int64 pixels, int channels) const
{
    return matrix && double(pixels) >= gpu::tuning::matrixPixels(size, channels);
}

bool ConvChoice::takesVolumeMatrix(const AxisInts& source) const
{
    const int columns = 64 * gpu::tuning::volumeMatrixParts(volumeSize);
    const int rows = 2 * gpu::tuning::volumeMatrixWarps(volumeSize);
    const double computed = double(alignSize(size_t(source[3]), columns)) * double(alignSize(size_t(source[2]), rows));
    const double plane = double(source[2]) * source[3], pixels = plane * source[0] * source[1];
    const bool hasOddRows = source[3] % 4 != 0; // if its rows follow each other
    return matrix && pixels >= gpu::tuning::volumeMatrixPixels(volumeSize, hasOddRows) &&
           computed <= plane * gpu::tuning::volumeMatrixGain(volumeSize, hasOddRows);
}

const ConvAlgorithmGpu& ConvChoice::of(const AxisInts& source, int type) const
{
    const int64 pixels = int64(source[0]) * source[1] * source[2] * source[3];
    const int depth = CV_MAT_DEPTH(type), channels = CV_MAT_CN(type), result = ddepth < 0 ? depth : ddepth;
    if (depth == CV_8U && result <= CV_32S) // exact
        return size && matrix ? *matrix : *first;
    if (separable && depth != CV_64F && result != CV_64F) // in double the rounding of float taps has full rank
        return *separable;
    if (fft)
        return *fft;
    if (volumeSize)
        return depth == CV_32F && takesVolumeMatrix(source) ? *matrix : *first;
    if (depth == CV_32F && result == CV_32F && takesUnrolled(pixels, channels))
        return *unrolled;
    return !isStrict && matrix && (depth == CV_8U || takesMatrix(pixels, channels)) ? *matrix : *first;
}

int ConvChoice::algorithm() const
{
    const int64 large = int64(1) << 40; // pixels
    const bool takesTensorCores =
        !isStrict && matrix &&
        (volumeSize ? double(large) >= gpu::tuning::volumeMatrixPixels(volumeSize, false) : takesMatrix(large, 1));
    return separable          ? int(cuda::CONVOLUTION_SEPARABLE)
           : fft              ? int(cuda::CONVOLUTION_FFT)
           : takesTensorCores ? int(cuda::CONVOLUTION_MATRIX)
                              : firstAlgorithm;
}

void ConvChoice::prepare(int device) const
{
    if (matrix || volumeSize) // of other kernels, one algorithm takes all sizes
        first->prepare(device);
    if (matrix)
        matrix->prepare(device);
}

void ConvChoice::clear()
{
    for (const Algorithm* algorithm : {&first, &matrix, &unrolled, &separable, &fft})
        if (*algorithm)
            (*algorithm)->clear();
}

}} // namespace cv::recfilter

#endif
