// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TABLES_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TABLES_TUNING_HPP

// Numbers tuned for propagation along lines of tiles, with how each was measured on an H200.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** propagate: most segments of a line, most neighbouring lines of a block, and threads of a block.
Segments have at least KEPT_TILES tiles. Order 3, columns, us:
  8192 x 8192    256 threads 22, 512 threads 25
  16384 x 16384  32 segments 97, 16 segments (whose tiles do not stay in registers) 428 */
enum
{
    MAX_SEGMENTS = 32,
    MAX_LINES = 32,
    PROPAGATE_THREADS = 256
};

/** Tiles of a segment that stay in registers. A tile has 2 x moments numbers: 48 registers for three moments.
One and two moments (and pairs) keep KEPT_TILES_OF_TWO if there would be more than KEPT_SEGMENTS segments otherwise.
Fewer segments leave threads for more neighbouring lines, whose carries lie side by side. In smaller images the
registers are missing for more blocks. Queued calls, us, 16 tiles / 8 tiles:
                 order 1    order 2    ACCURATE
  16384 x 16384  864 / 874  951 / 965  1540 / 1580
  8192 x 8192    230 / 229  250 / 254  398 / 398
  4096 x 4096    77 / 75    90 / 86    136 / 129 */
enum
{
    KEPT_TILES = 8,
    KEPT_TILES_OF_TWO = 16,
    KEPT_SEGMENTS = 16
};

}}}} // namespace cv::recfilter::gpu::tuning

#endif
