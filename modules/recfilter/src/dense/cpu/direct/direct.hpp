// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_DIRECT_DIRECT_HPP
#define OPENCV_RECFILTER_DENSE_CPU_DIRECT_DIRECT_HPP

// Direct convolution: all taps of all kernels, one tile of the results after the other.

#include "arrays/array_view.hpp"
#include "dense/cpu/direct/conv_kernels.hpp"
#include "runtime/cpu/memory/scratch.hpp"
#include "dense/plan/bank_results.hpp"
#include "dense/plan/precision.hpp"

namespace cv { namespace recfilter {

/** The taps of a result in W, for ConvBlock: taps for the source, then taps for the source times i.

Bytes whose results are integers must round as exact sums do. Results closer to a half than tieBound are added up again
in double. If these would be many, taps are split: sums of high parts are exact, those of low parts small. */
template <typename W>
struct ResultTaps
{
    std::vector<W> high, low; //!< low is empty if taps are not split
    double tieBound = 0;      //!< 0: results need not be exact
    ConvFold fold;
    SumBlocks sums;

    ResultTaps(const KernelBank& bank, const BankResult& result, bool isExact);
};

//! Some of the results, along the axes t, z, y, x.
struct ResultBox
{
    AxisInts first, size;
};

//! A bank for the CPU: taps in a working type.
template <typename W>
class DirectConvolution
{
public:
    explicit DirectConvolution(const KernelBank& bank);

    /** Filters a source into one array or an array for each filter, which share no memory with the source.
    @param adds adds to the values in the arrays, which are of W */
    void apply(const ArrayView& src, const std::vector<ArrayView>& dst, ConvPrecision precision, ScratchPool& scratch,
               bool adds = false) const;

    //! The same for some of the results, on the calling thread.
    void applyTo(const ResultBox& box, const ArrayView& src, const std::vector<ArrayView>& dst,
                 ScratchPool& scratch) const;

    //! Whether taps are split for sums of bytes that round exactly, which then take twice as long.
    bool splitsTaps() const;
    //! The distance from a half, for such sums, from which on they are added up again.
    double tieBound() const;

    const KernelBank bank;

private:
    //! Of each result, for any source, and for bytes whose results are integers.
    std::vector<ResultTaps<W>> taps, exactTaps;
};

}} // namespace cv::recfilter

#endif
