// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_PLAN_CONV_ALGORITHMS_HPP
#define OPENCV_RECFILTER_DENSE_PLAN_CONV_ALGORITHMS_HPP

// The table of algorithms for dense kernels. Checks, error texts, tests and benchmarks read it.

#include "build_options.hpp"
#include "dense/model/kernel_bank.hpp"

#include <vector>

namespace cv { namespace recfilter {

//! What a row needs of the kernels, as flags. conv_algorithms.cpp checks them and has the error texts.
enum ConvNeeds : unsigned
{
    CONV_NEEDS_NOTHING = 0,
    CONV_NEEDS_REAL_KERNELS = 1,
    CONV_NEEDS_LOW_RANK = 2,    //!< up to #MAX_CONV_RANK. The backends find the rank.
    CONV_NEEDS_SMALL = 4,       //!< up to #MAX_PAPER_KERNEL taps along the last two dimensions
    CONV_NEEDS_ODD_SQUARES = 8, //!< 3 x 3, 5 x 5, ... along the last two dimensions
    CONV_NEEDS_FLOAT = 16       //!< CV_32F source and result, which are checked with the call
};

//! Largest rank of a kernel that CONVOLUTION_SEPARABLE takes.
constexpr int MAX_CONV_RANK = 32;

//! Most taps along a dimension of the kernels that the paper's variants take.
constexpr int MAX_PAPER_KERNEL = 17;

struct ConvAlgorithm
{
    int algorithm;    //!< cuda::NonSeparableAlgorithm or cuda::PaperConvolution
    const char* name; //!< as users write it
    bool onHost, onDevice;
    unsigned needs;
    /** The error of a result follows from the pixels of its window alone, and what is not finite reaches just the
    results whose windows hold it. CONVOLUTION_STRICT chooses among these rows. */
    bool isLocal;
    int transfers; //!< reads and writes of the array; 0 where they depend on what is chosen, or on the kernels
    const char* origin;
};

inline const std::vector<ConvAlgorithm>& convAlgorithms()
{
    using namespace cuda;
    const unsigned paper = CONV_NEEDS_REAL_KERNELS | CONV_NEEDS_SMALL | CONV_NEEDS_FLOAT;
    static const std::vector<ConvAlgorithm> table = {
        {CONVOLUTION_AUTO, "CONVOLUTION_AUTO", true, true, CONV_NEEDS_NOTHING, false, 0, "the fastest by measurement"},
        {CONVOLUTION_STRICT, "CONVOLUTION_STRICT", true, true, CONV_NEEDS_NOTHING, true, 0,
         "the fastest of those with an error bound for each result"},
        {CONVOLUTION_DIRECT, "CONVOLUTION_DIRECT", true, true, CONV_NEEDS_NOTHING, true, 2,
         "all taps, with blocks of results in registers"},
        {CONVOLUTION_SEPARABLE, "CONVOLUTION_SEPARABLE", true, true, CONV_NEEDS_REAL_KERNELS | CONV_NEEDS_LOW_RANK,
         true, 0, "a pass along each axis for each term of a singular value decomposition"},
        {CONVOLUTION_FFT, "CONVOLUTION_FFT", true, HAS_DEVICE_FFT, CONV_NEEDS_NOTHING, false, 0,
         "products of Fourier transforms, tile by tile (Eklund and Dufort 2013, section 3)"},
        {CONVOLUTION_MATRIX, "CONVOLUTION_MATRIX", false, true, CONV_NEEDS_NOTHING, false, 2,
         "all taps on tensor cores, with pixels and taps in two halves each"},
        {CONVOLUTION_TEXTURE, "CONVOLUTION_TEXTURE", false, HAS_PAPERS, paper, true, 2,
         "a result a thread, by texture (Eklund and Dufort 2013, section 4)"},
        {CONVOLUTION_SHARED, "CONVOLUTION_SHARED", false, HAS_PAPERS, paper, true, 2,
         "a result a thread, by shared memory (Eklund and Dufort 2013, section 4)"},
        {CONVOLUTION_SHARED_UNROLLED, "CONVOLUTION_SHARED_UNROLLED", false, true, paper | CONV_NEEDS_ODD_SQUARES, true,
         2, "several results a thread, unrolled (Eklund and Dufort 2013, section 4)"},
    };
    return table;
}

//! The row of an algorithm, or null.
inline const ConvAlgorithm* findConvAlgorithm(int algorithm)
{
    for (const ConvAlgorithm& row : convAlgorithms())
        if (row.algorithm == algorithm)
            return &row;
    return nullptr;
}

/** Refuses a bank whose algorithm does not exist, or does not take its kernels.
@throws cv::Exception StsBadArg */
void checkConvAlgorithm(const KernelBank& bank);

//! Refuses arrays of depths that the bank's algorithm does not take. @throws cv::Exception StsUnsupportedFormat
void checkConvDepths(const KernelBank& bank, int srcDepth, int dstDepth);

/** Refuses a bank whose algorithm does not take arrays of this side.
@param kind the name of the source's type
@throws cv::Exception StsNotImplemented */
void checkConvSide(const KernelBank& bank, bool onDevice, const char* kind);

//! The refusal of kernels of this rank by CONVOLUTION_SEPARABLE, if it is larger than #MAX_CONV_RANK.
void checkConvRank(int rank);

}} // namespace cv::recfilter

#endif
