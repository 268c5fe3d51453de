// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_DIRECT_TUNING_HPP
#define OPENCV_RECFILTER_DENSE_CPU_DIRECT_TUNING_HPP

// Numbers that follow from measurements.

#include "precomp.hpp"

namespace cv { namespace recfilter { namespace tuning {

//! Bytes of the source rows that a thread works on: what half of a 1 MB second-level cache holds.
constexpr int64 CONV_TILE_BYTES = 384 * 1024;

//! Elements of a row of a tile at most, and rows of results.
constexpr int64 CONV_TILE_COLUMNS = 1024, CONV_TILE_ROWS = 96;

//! Rows between one that is converted and one that is prefetched.
constexpr int CONV_PREFETCH_ROWS = 4;

//! Tiles for each thread at least, where the array has as many: threads of unlike speed finish together.
constexpr int CONV_TILES_PER_THREAD = 4;

/** Distance from a half from which on results are no longer added up again: 1 % of the results then are, and they take
as long as all others. A second sum for all costs as much. */
constexpr double CONV_MOST_TIES = 0.005;

//! What a pass of a separable term costs besides its taps, in taps of the direct algorithm: it moves the array.
constexpr double CONV_PASS_TAPS = 12;

/** Elements of a tile that is transformed, if the kernel leaves a choice: 16 MB a thread with its spectra. In 2D 2^16
to 2^21 take as long. In 3D and 4D larger tiles overlap less: 96^3 x 16 points and 7^4 taps take 530 ms with 2^18
elements, 460 with 2^20, 450 with 2^21. */
constexpr double CONV_FFT_TILE_ELEMENTS = 1 << 20;

//! Rows that are transformed together along an axis where the kernel has one tap, so that they fill vectors.
constexpr int CONV_FFT_ROWS = 16;

/** Most channels of a source that is transformed without being asked for: a tile's rows are read once for each. With
41 x 41 taps, times against the direct algorithm: 1 channel 0.5, 16 channels 0.7 to 1.3, 64 channels 1.6. */
constexpr int CONV_FFT_CHANNELS = 16;

//! Threads that a tiling counts with.
constexpr int CONV_FFT_WORKERS = 8;

/** Time of a transform and its inverse for an element of a tile, in taps of the direct algorithm: of each, and for each
level of the transform. */
constexpr double CONV_FFT_TAPS = 100, CONV_FFT_LEVEL_TAPS = 15;

}}} // namespace cv::recfilter::tuning

#endif
