// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_BYTE_MATRIX_JOB_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_BYTE_MATRIX_JOB_HPP

// The interface between byte_matrix_gpu.cpp and the kernels that multiply bytes by tensor cores.

#include "dense/cuda/common/conv_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

/** How a window of K x K taps falls into products. A product has 2 x 4 results (rows, columns) at each of 16 places, 4
columns apart, and sums over two quads. A quad is four words of four neighbouring bytes: of four rows, or, where two
rows are left, two words of each.
@tparam C bytes from pixel to pixel @tparam S bytes of the first word that come before the window */
template <int K, int C, int S>
struct ByteWindow
{
    enum
    {
        ROWS = K + 1,                          //!< of the source, for two rows of results
        WORDS = (S + (K - 1) * C + 4 + 3) / 4, //!< of a row, for four results
        FOURS = ROWS / 4,                      //!< times four rows
        OF_FOURS = FOURS * WORDS,
        QUADS = OF_FOURS + (ROWS % 4 ? (WORDS + 1) / 2 : 0)
    };

    static constexpr int row(int quad, int word)
    {
        return quad < OF_FOURS ? quad / WORDS * 4 + word : 4 * FOURS + word / 2;
    }
    //! In words.
    static constexpr int column(int quad, int word)
    {
        return quad < OF_FOURS ? quad % WORDS : 2 * (quad - OF_FOURS) + word % 2;
    }
};

/** Bytes between an aligned unit of 16 and the first window, if the first pixel and rows are aligned, and the anchor is
in the middle of an odd kernel. */
constexpr int bytesBefore(int kernel, int channels)
{
    return (16 - kernel / 2 * channels % 16) % 16;
}

/** How sums become results. Taps are integers of a scale, in up to three digits of 8 bits. One or two are exact. Sums
count in units of 2^-bits; those of a third digit are rounded down to them. */
struct ByteRounding
{
    int bits;
    int offset;        //!< added to a sum before it is shifted by `bits`
    unsigned doubtful; //!< results whose shifted out bits, as the high bits of a word, are less are added up again
    float step, delta; //!< of results that are not rounded: the unit, and what is added
};

struct ByteFilter
{
    ConvFilter filter;
    /** [digit, high ones first][quad][lane], each of four neighbouring bytes. Of windows that begin with words, and of
    those bytesBefore() an aligned unit. */
    const unsigned *taps, *aligned;
    ByteRounding rounding;
    int hasWords; //!< results are bytes, and four neighbours are an aligned word
};

//! Filters that share a read.
struct ByteFilters
{
    ByteFilter list[MAX_SHARED_FILTERS];
    int count;
};

/** Filters of K x K taps, an odd K from 3 to 17, for CV_8U. Channels run one after the other. False if the device has
no such tensor cores, or its code has none. @param digits 1 to 3 */
bool runByteMatrix(const ConvJob& job, int size, int digits, const ByteFilters& filters, cudaStream_t stream);

//! Channels that run at once, at most.
constexpr int MOST_INTERLEAVED_CHANNELS = 4;

//! The same for 2 to MOST_INTERLEAVED_CHANNELS channels at once, up to BYTE_INTERLEAVED_KERNEL taps a side.
bool runInterleavedBytes(const ConvJob& job, int size, int digits, const ByteFilters& filters, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
