// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_FFT_FFT_CONVOLUTION_HPP
#define OPENCV_RECFILTER_DENSE_CPU_FFT_FFT_CONVOLUTION_HPP

// Convolution by products of spectra: tiles of the source are transformed, multiplied, and transformed back.

#include "dense/cpu/direct/direct.hpp"
#include "dense/cpu/fft/exact_sums.hpp"
#include "dense/cpu/fft/tiling.hpp"
#include "runtime/recent.hpp"

namespace cv { namespace recfilter {

template <typename W>
class FftConvolution
{
public:
    explicit FftConvolution(const KernelBank& kernels) : bank(kernels) {}

    /** Filters a source into one array or an array for each filter, which share no memory with the source.
    @param precision EXACT only if W is double
    @param direct computes the results that transforms would spoil, by pixels that are much larger than those of their
    windows, or not finite; null: transforms compute all */
    void apply(const ArrayView& src, const std::vector<ArrayView>& dst, ConvPrecision precision, ScratchPool& scratch,
               const DirectConvolution<W>* direct = nullptr) const;
    //! Frees what is kept from call to call.
    void clear()
    {
        tilings.clear();
        spectra.clear();
    }

    //! Estimated time in taps of the direct algorithm, for each pixel of a large array.
    double taps() const;
    //! The same of results of this size, by one thread.
    double taps(const Extents& results) const;
    //! The distance from a half, for integers from bytes, from which on sums are added up again.
    double tieBound() const;

private:
    typedef std::vector<std::complex<W>> Spectrum;
    typedef std::vector<Spectrum> Spectra; //!< of each list of taps, conjugate, with the scale of the inverse

    Spectra transformKernels(const FftShape& shape) const;
    std::vector<ExactSums> exactSums(const std::vector<BankResult>& results, const FftShape& shape) const;
    Extents largeArray() const;
    std::shared_ptr<const FftTiling> tilingOf(const Extents& results) const;
    double tapsOf(const FftTiling& tiling, const Extents& results, int workers) const;

    const KernelBank bank;
    mutable Recent<Extents, const FftTiling> tilings; //!< by the size of a result
    mutable Recent<AxisInts, const Spectra> spectra;  //!< by the size of a tile
};

}} // namespace cv::recfilter

#endif
