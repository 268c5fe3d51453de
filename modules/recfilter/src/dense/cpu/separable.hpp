// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_SEPARABLE_HPP
#define OPENCV_RECFILTER_DENSE_CPU_SEPARABLE_HPP

// Kernels of low rank: for each separable term one pass along each axis.

#include "dense/cpu/direct/direct.hpp"

namespace cv { namespace recfilter {

//! Of real kernels.
template <typename W>
class SeparableConvolution
{
public:
    explicit SeparableConvolution(const KernelBank& bank);

    //! Filters a source into the channels of one array or into an array for each filter.
    void apply(const Mat& src, const std::vector<Mat>& dst, ScratchPool& scratch) const;

    //! Taps of all passes of all kernels, for a pixel.
    int tapCount() const { return taps; }
    int passCount() const { return passes; }
    //! Most terms of a kernel.
    int rank() const { return mostTerms; }

private:
    //! The passes of a term, from the slowest axis on.
    typedef std::vector<DirectConvolution<W>> Passes;

    void runTerm(const Passes& term, const Mat& src, Mat& sum, bool adds, ScratchPool& scratch) const;

    const KernelBank bank;
    std::vector<std::vector<Passes>> filters; //!< of each filter its terms
    int taps = 0, passes = 0, mostTerms = 0;
};

}} // namespace cv::recfilter

#endif
