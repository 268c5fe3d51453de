// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_BAND_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_BAND_TUNING_HPP

// Numbers tuned for the band engine (band.hpp), with how each was measured. More: doc/notes/cpu.md.

#include "precomp.hpp"

namespace cv { namespace recfilter { namespace tuning {

//! Width of a tile: four cache lines.
constexpr int BAND_TILE_BYTES = 256;

/** Bytes between rows of carries. Rows of a multiple of 1024 floats would otherwise all lie in the same few sets of
L1. One thread, three pairs, fastest of three alternating runs:
  1024 x 1024  2.04 ms with the gap, 2.21 without
  4096 x 4096  no difference beyond noise */
constexpr int CARRY_GAP_BYTES = 64;

/** Tiles that are prefetched together: 1 KB of a row.
Zen 4, two threads, prefetches to L2, alternating runs, lower quartiles, ms:
  tiles                        1    2     4     8     16    32
  8192 x 8192  cubic B-spline  -    18.3  18.1  18.8  -     -
  4096 x 4096  cubic B-spline  4.6  4.6   4.7   5.1   6.1   5.9
               ACCURATE        -    13.6  13.6  13.8  15.2  15.8
               order 3         -    8.4   8.3   8.7   -     -
               order 1         6.0 with each
Zen 5, two threads, prefetches to L1, apply, 4096 x 4096, order 1, ms:
  1 tile 5.1, 4 tiles 3.8, 16 tiles 4.1, no prefetch 4.9 */
constexpr int PREFETCH_TILES = 4;

/** Tiles of a group of a row (LineGroups). Only the elements of one group have weights for the closing sums.
1024 x 1024 CV_8UC3, order 3, time relative to 32 tiles:
  16 tiles   1.09 (the last group is short)
  256 tiles  1.01 (planning takes 20 ms) */
constexpr int ROW_GROUP_TILES = 32;

//! Tiles of columns that one task of propagate takes. 4 and 64 are within noise of each other: 2048 x 2048, order 1,
//! 0.76 to 0.85 ms and 0.88 to 1.1.
constexpr int PROPAGATE_TILES = 16;

//! Most rows of the look-ahead, which are read twice and save gather's read of the image. At most as many as a band
//! has (MAX_BAND_ROWS), since more would read no less than gather.
constexpr int LOOK_AHEAD_ROWS = 64;

constexpr int MAX_BAND_ROWS = 64;

/** Rows of a band, whose buffer of rows * rowBytes stays in L2. With look-ahead, higher bands read fewer rows twice.
Zen 5 with 1 MB of L2, two threads, 4096 x 4096, ms:
                  16 rows  32 rows  64 rows
  order 1         5.0      4.2-4.6  4.8
  cubic B-spline  -        4.2      3.6 */
inline int bandRows(size_t rowBytes, bool lookAhead)
{
    if (lookAhead)
        return rowBytes * 64 <= 1024 * 1024 ? MAX_BAND_ROWS : 32;
    return rowBytes * 32 <= 512 * 1024 ? 32 : 16;
}

/** Rows of a run, which one thread filters. Eight runs give work to eight threads. Not tuned beyond two threads: at
4096 x 4096 runs of 256, 512, 1024 and 2048 rows were within noise of each other. Fewer than 192 rows are runs of 64.
Zen 3, two threads, orders 1 to 4, Gaussians and splines: 0.55 to 0.8 of the time of one run at 4096 x 128, 640 x 100
and 100 x 100; 0.6 to 0.7, 0.7 to 0.9 and 0.8 to 1.1 of that of runs of 128 rows at 1920 x 140, 640 x 160 and
4096 x 180. Runs of 64 rows from 192 rows on gain nothing, and runs of 32 rows cost 512 x 64 up to half as much
again. */
inline int runRows(int64 rows)
{
    return rows < 192 ? 64 : int(std::min<int64>(std::max<int64>(rows / 8, 128), 1024));
}

/** Where columns alone are filtered: most rows that are cut into strips of columns, bytes of a strip, and its least
tiles, which are 1 KB of a row. 60000 columns of floats, one thread of a Zen 4, ns a pixel, with row passes / strips:
  rows               16           33           64           128          512
  order 1 mirrored   1.0 / 1.0    1.9 / 0.7    1.3 / 0.7    1.1 / 0.8    1.1 / 0.8
  Gaussian ACCURATE  4.4 / 3.8    3.4 / 1.8    3.0 / 1.4    2.9 / 1.5    2.7 / 1.3
4096 x 4096, all rows at once without row passes, whose loops prefetch: doubles, order 1, 5.9, with row passes 2.9. */
constexpr int STRIP_ROWS = 1024;
constexpr int64 STRIP_BYTES = 64 << 10;
constexpr int64 STRIP_TILES = 4;

/** Lanes are packed (packed_lanes.hpp) if they would take at least these bytes: beyond the last-level cache.
Zen 5 with 32 MB of last-level cache, one thread, ms, packed / not:
                      cubic B-spline  order 3    ACCURATE
  1 x 128000 (8 MB)   0.85 / 0.75     1.1 / 1.0  1.8 / 1.5
  1 x 512000 (32 MB)  3.5 / 3.6       4.5 / 4.7  6.9 / 10.7
  1 x 1000000         6.7 / 7.7       8.6 / 9.8  13.6 / 22.3
  4 x 512000          5.7 / 4.2       6.9 / 5.7  11.8 / 12.0 */
constexpr int PACKED_FROM_BYTES = 32 << 20;

}}} // namespace cv::recfilter::tuning

#endif
