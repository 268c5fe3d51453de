// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_BAND_TUNING_HPP
#define OPENCV_RECFILTER_CPU_BAND_TUNING_HPP

// Numbers tuned for the band engine (band.hpp), with how each was measured. More: doc/notes/cpu.md.

#include "precomp.hpp"

namespace cv { namespace recfilter { namespace tuning {

//! Width of a tile: four cache lines.
enum
{
    BAND_TILE_BYTES = 256
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

//! Tiles of a row that the border's sums have weights for. Longer rows are groups of so many (LineGroups).
//! 1024 x 1024 CV_8UC3, order 3: 1.09 of the time with 16, whose last group is short, 1.01 with 256. Those take 20 ms to plan.
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
inline int runRows(int64 rows)
{
    return int(std::min<int64>(std::max<int64>(rows / 8, 128), 1024));
}

/** What row passes keep of images of few rows is packed between them where it would be this large
(packed_lanes.hpp), beyond the last-level cache. One thread of a Zen 5 with 32 MB of it, ms, cubic B-spline, order 3
and ACCURATE, packed and not: 1 x 128000 (8 MB) 0.85, 1.1, 1.8 and 0.75, 1.0, 1.5; 1 x 512000 (32 MB) 3.5, 4.5, 6.9
and 3.6, 4.7, 10.7; 1 x 1000000 6.7, 8.6, 13.6 and 7.7, 9.8, 22.3; 4 x 512000 5.7, 6.9, 11.8 and 4.2, 5.7, 12.0. */
enum
{
    PACKED_FROM_BYTES = 32 << 20
};

}}} // namespace cv::recfilter::tuning

#endif
