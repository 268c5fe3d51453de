// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_POLICY_HPP
#define OPENCV_RECFILTER_CPU_POLICY_HPP

#include "../precomp.hpp"

namespace cv { namespace recfilter { namespace policy {

// ---- Recursive filters: the band engine (band.hpp). How each number was measured: doc/performance.md. ----

//! Width of a tile: four cache lines.
enum { BAND_TILE_BYTES = 256 };

//! Tiles of columns that one task of propagate takes.
enum { PROPAGATE_TILES = 16 };

//! Rows below a band that may be read twice to spare the first read of the image.
enum { LOOK_AHEAD_ROWS = 64 };

//! Rows of a band: its buffer of bandRows * rowBytes stays in the second-level cache.
inline int bandRows(size_t rowBytes)
{
    return rowBytes * 32 <= 512 * 1024 ? 32 : 16;
}

//! Rows of a run.
inline int runRows(int rows)
{
    return std::min(std::max(rows / 8, 128), 1024);
}

//! Images of at least this many bytes are written around the cache.
enum { NON_TEMPORAL_BYTES = 4 << 20 };

}}} // namespace cv::recfilter::policy

#endif
