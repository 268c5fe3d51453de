// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The interface between the CPU algorithms of summed-area tables and the kernels of each instruction set. Knows no
// image, only strips and rows.

#ifndef OPENCV_RECFILTER_SAT_CPU_SAT_KERNELS_HPP
#define OPENCV_RECFILTER_SAT_CPU_SAT_KERNELS_HPP

#include "precomp.hpp"

namespace cv { namespace recfilter {

//! Some rows of a strip of columns. S is the type of table elements: for CV_32S unsigned, with sums modulo 2^32.
struct SatStrip
{
    const uchar* src;
    size_t srcStep;
    uchar* dst;
    size_t dstStep;
    void* above; //!< S x cols and #SAT_ABOVE_ROOM: the table's row above the strip; becomes the strip's last row
    //! S x rows x channels: the sums of the rows left of the strip; null: zeros.
    const void* left = nullptr;
    //! S x rows x channels, written: sums up to the strip's end. If not null, the strip is whole #SAT_PART_PIXELS wide.
    void* right = nullptr;
    int rows;
    int cols; //!< elements, that is pixels times channels
    int channels;
    bool streamed; //!< write by non-temporal stores
    bool prefetch; //!< the source is not in the cache
};

//! Sums of a tile, for the algorithm of Nehab et al. 2011, section 6.
struct SatGather
{
    const uchar* src;
    size_t srcStep;
    int rows, cols;
    int channels;
    void* columnSums; //!< S x cols, written
    void* rowSums;    //!< S x rows x channels, written
};

/** One row of a tilted table T with the sums D along anti-diagonals (Lienhart and Maydt 2002, rearranged):
D(x, y) = s(x, y) + D(x+1, y-1),  T(x, y) = T(x-1, y-1) + D(x, y) + D(x, y-1). */
struct SatTiltedRow
{
    const uchar* src;
    void* diagonals;      //!< S x cols: D(x+1, y-1); becomes D(x, y). The element one pixel before x is D(x, y-1)
    const void* previous; //!< T(x, y-1); null above the image
    void* dst;
    const void* leftTable;    //!< S x channels: T(x-1, y-1) of the first pixel
    const void* leftDiagonal; //!< S x channels: D(x, y-1) of the first pixel
    int cols;
    int channels;
};

//! The inner loops for one depth of source and table, compiled for each instruction set and chosen at run time.
struct SatKernels
{
    void (*strip)(const SatStrip&);
    void (*gather)(const SatGather&);
    void (*tilted)(const SatTiltedRow&);
};

//! The loops that sum values, or their squares. strip is null if the depths are not supported together.
SatKernels satKernels(int depth, int tableDepth, bool squared, int channels);

//! Rows that a kernel processes at once.
constexpr int SAT_KERNEL_ROWS = 8;

//! Bytes behind the row above a strip: one more load, which is only partly used.
constexpr int SAT_ABOVE_ROOM = 128;

//! Strips end at multiples of this many pixels or at the image's end: a whole number of vectors of any kind.
constexpr int SAT_PART_PIXELS = 64;

}} // namespace cv::recfilter

#endif
