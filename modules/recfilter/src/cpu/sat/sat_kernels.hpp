// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_SAT_KERNELS_HPP
#define OPENCV_RECFILTER_CPU_SAT_KERNELS_HPP

#include "precomp.hpp"

namespace cv { namespace recfilter {

/** A few rows of a strip of columns. S is the type of the table's elements; CV_32S tables are summed as unsigned, modulo
2^32. */
struct SatStrip
{
    const uchar* src;
    size_t srcStep;
    uchar* dst;
    size_t dstStep;
    void* above;      //!< S x cols and #SAT_ABOVE_ROOM: the table's row above the strip; left as the strip's last row
    const void* left; //!< S x rows x channels: the sums of the rows left of the strip; null for zeros
    void* right;      //!< the same including the strip, written where not null; cols is a multiple of SAT_PART_PIXELS
                      //!< pixels then
    int rows;
    int cols; //!< elements, that is pixels times channels
    int channels;
    bool streamed; //!< write around the cache
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

/** One row of a tilted table T, with the sums D along anti-diagonals (Lienhart and Maydt 2002 in another form):
D(x, y) = s(x, y) + D(x+1, y-1),  T(x, y) = T(x-1, y-1) + D(x, y) + D(x, y-1). */
struct SatTiltedRow
{
    const uchar* src;
    void* diagonals;      //!< S x cols: D(x+1, y-1); left as D(x, y). The element one pixel before x is D(x, y-1)
    const void* previous; //!< T(x, y-1), null above the image
    void* dst;
    const void* leftTable;    //!< S x channels: T(x-1, y-1) of the first pixel
    const void* leftDiagonal; //!< S x channels: D(x, y-1) of the first pixel
    int cols;
    int channels;
};

//! The inner loops for one depth of the source and one of the table, compiled for the processor they run on.
struct SatKernels
{
    void (*strip)(const SatStrip&);
    void (*gather)(const SatGather&);
    void (*tilted)(const SatTiltedRow&);
};

//! The loops that sum values, or their squares; strip is null where the depths do not go together.
SatKernels satKernels(int depth, int tableDepth, bool squared, int channels);

//! Rows a kernel takes at once.
enum
{
    SAT_KERNEL_ROWS = 8
};

//! Bytes behind a row above a strip: a load more, of which a part is needed.
enum
{
    SAT_ABOVE_ROOM = 128
};

//! Strips end at multiples of this many pixels, or at the image's end: a whole number of vectors of any kind.
enum
{
    SAT_PART_PIXELS = 64
};

}} // namespace cv::recfilter

#endif
