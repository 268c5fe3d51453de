// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_BAND_PACKED_LANES_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_BAND_PACKED_LANES_HPP

// Packs the transposed pixels of an image with fewer rows than lanes. Row passes keep a vector for each place along a
// bundle, one lane a row. If the unused lanes cost much memory, only the lanes in use are kept, row by row.

#include "recursive/cpu/band/tuning.hpp"

namespace cv { namespace recfilter {

//! Whether an image is packed: if it is large and has a single row, or at most a quarter as many rows as lanes.
inline bool packsLanes(int64 rows, int lanes, int64 elements, size_t elementBytes)
{
    return rows < lanes && rows <= std::max(lanes / 4, 1) &&
           size_t(lanes) * size_t(elements) * elementBytes >= size_t(tuning::PACKED_FROM_BYTES);
}

//! packed[row * step + i] = lane `row` of vector i.
template <typename W>
void packLanes(const W* vectors, int lanes, int64 count, W* packed, size_t step, int rows)
{
    for (int row = 0; row < rows; row++, packed += step)
        for (int64 i = 0; i < count; i++)
            packed[i] = vectors[i * lanes + row];
}

//! Lane `row` of vector i = packed[row * step + i]. The unused lanes become 0.
template <typename W>
void unpackLanes(const W* packed, size_t step, int rows, W* vectors, int lanes, int64 count)
{
    std::fill_n(vectors, size_t(count) * size_t(lanes), W(0));
    for (int row = 0; row < rows; row++, packed += step)
        for (int64 i = 0; i < count; i++)
            vectors[i * lanes + row] = packed[i];
}

}} // namespace cv::recfilter

#endif
