// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_CONV_CPU_HPP
#define OPENCV_RECFILTER_DENSE_CPU_CONV_CPU_HPP

// Non-separable filters on the CPU: the choice of the algorithm and of float or double.

#include "dense/cpu/fft/fft_convolution.hpp"
#include "dense/cpu/separable.hpp"

namespace cv { namespace recfilter {

//! The algorithms of a bank in a working type.
template <typename W>
struct ConvEngines
{
    explicit ConvEngines(const KernelBank& bank) : direct(bank), fft(bank) {}

    const DirectConvolution<W> direct;
    FftConvolution<W> fft;
    std::unique_ptr<SeparableConvolution<W>> separable; //!< null: not chosen
};

class ConvCpu
{
public:
    //! @throws cv::Exception StsBadArg if CONVOLUTION_SEPARABLE does not take the kernels
    explicit ConvCpu(const KernelBank& bank);

    //! @param dst results as described by the bank, of which none shares memory with src
    void apply(const Mat& src, const std::vector<Mat>& dst) const;

    //! CONVOLUTION_DIRECT, CONVOLUTION_SEPARABLE or CONVOLUTION_FFT.
    int algorithm() const { return chosen; }
    void clear();

private:
    template <typename W>
    void applyIn(const ConvEngines<W>& engines, int algorithm, ConvPrecision precision, const Mat& src,
                 const std::vector<Mat>& dst) const;

    //! Takes Fourier transforms where they cost less. Returns the taps that the choice costs.
    double chooseTransforms();
    /** Whether Fourier transforms cost less for these arrays, too. The windows of small arrays are mostly border.
    By the work of one thread, so that the number of threads changes no bit. */
    bool transformsPay(const Mat& src, const Mat& dst, ConvPrecision precision) const;

    const bool isChoice; //!< of AUTO or STRICT
    ConvEngines<float> inFloat;
    ConvEngines<double> inDouble;
    const bool exactInDouble;                 //!< in float too many sums of bytes would have to be added up again
    const double directTaps, directExactTaps; //!< of the direct algorithm; the latter for sums of bytes
    int chosen, chosenExact;                  //!< the latter for sums of bytes that round to integers
    mutable ScratchPool scratch;
};

}} // namespace cv::recfilter

#endif
