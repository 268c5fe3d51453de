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

//! Pixels of a side of the tiles of the papers' algorithms (32 in the papers; a multiple of every vector length).
enum { PAPER_TILE = 64 };

/** Tiles of a group that is prefetched together: 1 KB of a row at a time. One tile ahead stalls the row passes (L1 misses
queue behind 130 ns of memory): sweep of 4096 x 4096, order 1, two threads of a Zen 5: 5.1 ms for 1 tile, 3.8 for 4, 4.1 for
16; 4.9 without prefetch. */
enum { PREFETCH_TILES = 8 };

//! Tiles of columns that one task of propagate takes.
enum { PROPAGATE_TILES = 16 };

//! Rows below a band that may be read twice to spare the first read of the image.
enum { LOOK_AHEAD_ROWS = 64 };

/** Rows of a band, whose buffer of rows * rowBytes stays in the second-level cache. Looking ahead reads rows twice, which a
higher band spares. 4096 x 4096, two threads of a Zen 5 with 1 MB of second-level cache: order 1 4.2-4.6 ms with 32 rows, 4.8
with 64, 5.0 with 16; cubic B-spline 4.2 with 32, 3.6 with 64. */
inline int bandRows(size_t rowBytes, bool lookAhead)
{
    if (lookAhead)
        return rowBytes * 64 <= 1024 * 1024 ? 64 : 32;
    return rowBytes * 32 <= 512 * 1024 ? 32 : 16;
}

//! Rows of a run.
inline int runRows(int rows)
{
    return std::min(std::max(rows / 8, 128), 1024);
}

//! Images of at least this many bytes are written around the cache.
enum { NON_TEMPORAL_BYTES = 4 << 20 };

// ---- Summed-area tables (sat.hpp) ----

//! Tables of at least this many bytes are written around the cache.
enum { SAT_STREAMED_BYTES = 4 << 20 };

//! Bytes of a row made in the first-level cache before they are written around it.
enum { SAT_CHUNK_BYTES = 1024 };

//! How far ahead the source is prefetched, from sources of this many bytes on.
enum { SAT_PREFETCH_BYTES = 512, SAT_PREFETCHED_BYTES = 64 << 20 };

//! Elements of a row that a part of the wavefront takes.
enum { SAT_PART_ELEMENTS = 1024 };

//! Rows after which a worker tells the next one how far it is.
enum { SAT_STEP_ROWS = 32 };

//! Rows that a worker takes of a part before the next worker may overtake it there.
enum { SAT_BAND_ROWS = 64 };

//! What SAT_AUTO leaves to the overlapped algorithm: large images that are narrower than two parts, or lower than this.
enum { SAT_SMALL_ELEMENTS = 1 << 18, SAT_WAVEFRONT_ROWS = 64 };

//! Rows and elements of a tile of the overlapped algorithm.
enum { SAT_TILE_ROWS = 64, SAT_TILE_ELEMENTS = 1024 };

}}} // namespace cv::recfilter::policy

#endif
