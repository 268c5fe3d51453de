// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_POLICY_HPP
#define OPENCV_RECFILTER_CPU_POLICY_HPP

#include "precomp.hpp"

namespace cv { namespace recfilter { namespace policy {

// ---- Recursive filters: the band engine (band.hpp). How each number was measured: doc/performance.md. ----

//! Width of a tile: four cache lines.
enum
{
    BAND_TILE_BYTES = 256
};

//! Pixels of a side of the tiles of the papers' algorithms, a multiple of every vector length: algorithm 4 at 4096 x 4096,
//! order 1, takes 21 ms with 32 (as in the papers), 13.8 with 64 and 15.5 with 128; algorithm 6 27, 13.4 and 14.5.
enum
{
    PAPER_TILE = 64
};

//! Between rows of carries: those of an image that is a multiple of 1024 floats wide would all lie in the same few places of the
//! first-level cache. 1024 x 1024, three pairs, one thread, fastest of three runs by turns: 2.04 ms with the gap, 2.21 without; at
//! 4096 x 4096 no difference beyond noise.
enum
{
    CARRY_GAP_BYTES = 64
};

/** Tiles of a group that is prefetched together: 1 KB of a row at a time. Two threads of a Zen 4, prefetches to the second-level cache, by turns,
lower quartiles, ms, groups of 1, 2, 4, 8, 16 and 32: cubic B-spline at 4096 x 4096 4.6, 4.6, 4.7, 5.1, 6.1, 5.9, at 8192 x 8192 2, 4 and 8 18.3, 18.1 and
18.8; ACCURATE at 4096 x 4096 2 to 32 13.6, 13.6, 13.8, 15.2, 15.8; order 3 2, 4 and 8 8.4, 8.3, 8.7; order 1 6.0 with each. Two threads of a Zen 5, to
the first-level cache: sweep of 4096 x 4096, order 1, 5.1 ms for 1 tile, 3.8 for 4, 4.1 for 16; 4.9 without prefetch. */
enum
{
    PREFETCH_TILES = 4
};

//! Tiles of a row that the border's sums have weights for; longer rows are groups of so many (LineGroups).
//! 1024 x 1024 CV_8UC3, order 3, takes 1.09 of the time of whole rows with 16 tiles, whose last group is short there, and 1.01 with
//! 256, of tables of 16384 floats.
enum
{
    ROW_GROUP_TILES = 32
};

//! Tiles of columns that one task of propagate takes. 4 and 64 are within the noise of each other: 2048 x 2048, order 1, 0.76 to
//! 0.85 ms and 0.88 to 1.1.
enum
{
    PROPAGATE_TILES = 16
};

//! Rows below a band that may be read twice to spare the first read of the image: as many again as the band has at most, since
//! looking ahead would then read no less than gather.
enum
{
    LOOK_AHEAD_ROWS = 64
};

//! What bandRows() may return at most.
enum
{
    MAX_BAND_ROWS = 64
};

/** Rows of a band, whose buffer of rows * rowBytes stays in the second-level cache. Looking ahead reads rows twice, which a
higher band spares. 4096 x 4096, two threads of a Zen 5 with 1 MB of second-level cache: order 1 4.2-4.6 ms with 32 rows, 4.8
with 64, 5.0 with 16; cubic B-spline 4.2 with 32, 3.6 with 64. */
inline int bandRows(size_t rowBytes, bool lookAhead)
{
    if (lookAhead)
        return rowBytes * 64 <= 1024 * 1024 ? int(MAX_BAND_ROWS) : 32;
    return rowBytes * 32 <= 512 * 1024 ? 32 : 16;
}

/** Rows of a run. Not tuned beyond two threads: 256, 512, 1024 and 2048 rows were within the noise of each other at 4096 x 4096,
and eight runs leave work for eight threads. */
inline int runRows(int rows)
{
    return std::min(std::max(rows / 8, 128), 1024);
}

/** Images of at least this many bytes are written around the cache. 4096 x 4096, order 1, one thread: apply 8.2 ms so, 14.0 with
ordinary stores. Below that it matters little: thresholds of 1, 4 and 16 MB give 0.19 to 0.23 ms at 1024 x 1024 and 0.76 to 0.93 at
2048 x 2048 alike. So is what gather leaves of all bands of mirrored pairs for the way down, where it is as much: ACCURATE, two threads of
a Zen 4, medians by turns, without and with: 4096 x 4096 (12.6 MB) 18.3 and 17.0 ms, 8192 x 8192 69.0 and 62.9, 3072 x 3072 (7 MB) 9.8 and 9.3, 2048 x 2048
(3.1 MB) the same, 1024 x 1024 0.79 and 0.81. */
enum
{
    NON_TEMPORAL_BYTES = 4 << 20
};

/** What row passes keep of images of few rows is packed between them where it would be this large
(packed_lanes.hpp), beyond the last-level cache. One thread of a Zen 5 with 32 MB of it, ms, cubic B-spline, order 3
and ACCURATE, packed and not: 1 x 128000 (8 MB) 0.85, 1.1, 1.8 and 0.75, 1.0, 1.5; 1 x 512000 (32 MB) 3.5, 4.5, 6.9
and 3.6, 4.7, 10.7; 1 x 1000000 6.7, 8.6, 13.6 and 7.7, 9.8, 22.3; 4 x 512000 5.7, 6.9, 11.8 and 4.2, 5.7, 12.0. */
enum
{
    PACKED_FROM_BYTES = 32 << 20
};

// ---- Summed-area tables (sat.hpp). Times are of two threads, medians, 15 to 100 repetitions. ----

//! From this many bytes read and written on, tables are written around the cache: 2048^2 CV_32F, 34 MB, takes 0.57 ms
//! then against 0.61; 2048^2 CV_8U to CV_32S, 21 MB, 0.44 against 0.35; 1024^2 CV_32F, 8 MB, 0.13 against 0.065.
enum
{
    SAT_STREAMED_BYTES = 24 << 20
};

//! Bytes of a row made in the first-level cache before they are written around it. Short bursts of writes overlap with the
//! next sums: CV_32F takes 0.71 ms with 1024 bytes, 0.62 with 512, 0.59 with 256 at 2048^2, 3.3, 3.0 and 2.7 at 4096^2, 13.3,
//! 12.1 and 11.0 at 8192^2, copies 0.41, 2.3 and 10.0; 128 bytes 0.55, 2.76 and 11.4.
enum
{
    SAT_CHUNK_BYTES = 256
};

//! How far ahead the source is prefetched, from sources of this many bytes on: 2048^2 CV_32F 0.67 ms without, 0.57 with;
//! 4096^2 3.44 without, 3.05 with, 3.30 from 1024 bytes ahead.
enum
{
    SAT_PREFETCH_BYTES = 512,
    SAT_PREFETCHED_BYTES = 8 << 20
};

//! Elements of a row that a part of the wavefront takes: 4096^2 CV_32F takes 3.52 ms with parts of 512, 3.05 with 1024,
//! 2.82 with 2048. Small images need parts for all workers: narrower ones only synchronise more often.
enum
{
    SAT_MIN_PART_ELEMENTS = 512,
    SAT_MAX_PART_ELEMENTS = 4096
};

//! The result does not depend on where parts begin, so that their number may follow that of the workers.
inline int satPartElements(int64 rowElements, int workers)
{
    const int64 share = rowElements / std::max(workers, 1);
    return int(std::min<int64>(std::max<int64>(share, SAT_MIN_PART_ELEMENTS), SAT_MAX_PART_ELEMENTS));
}

//! Elements of a row of a tilted table that a part takes; its parts are slanted. 4096^2 CV_32F takes 8.9 ms with 512, 9.5 with
//! 1024, 8.0 to 9.5 with 2048.
enum
{
    SAT_TILTED_PART_ELEMENTS = 1024
};

//! Rows after which a worker tells the next one how far it is: 1024^2 takes 0.071, 0.065 and 0.072 ms with 16, 32 and 64.
enum
{
    SAT_STEP_ROWS = 32
};

//! Rows that a worker takes of a part before the next worker may overtake it there: 4096^2 CV_32F takes 3.8 to 4.2 ms with 32, 2.9
//! with 64, 4.3 to 4.7 with 128.
enum
{
    SAT_BAND_ROWS = 64
};

//! What SAT_AUTO leaves to the overlapped algorithm: large images that are narrower than two parts, or lower than this.
//! The wavefront takes 0.016, 0.029 and 0.082 ms at 362 x 362, 512 x 512 and 1024 x 1024 CV_32F, the overlapped 0.037, 0.057 and 0.13.
enum
{
    SAT_SMALL_ELEMENTS = 1 << 18,
    SAT_WAVEFRONT_ROWS = 64
};

//! Rows and elements of a tile of the overlapped algorithm: 4096^2 CV_32F takes 6.0 ms with 32 rows and with 64, 8.0 and more with
//! 128; 16 with 512 elements, 5.8 with 1024, 6.8 with 2048.
enum
{
    SAT_TILE_ROWS = 64,
    SAT_TILE_ELEMENTS = 1024
};

}}} // namespace cv::recfilter::policy

#endif
