// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_LINES_TUNING_HPP
#define OPENCV_RECFILTER_CUDA_LINES_TUNING_HPP

// Numbers tuned for propagation along lines of tiles, with how each was measured.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** propagate: segments of a line at most, of KEPT_TILES tiles or more, and the threads of a block, which has at most MAX_LINES
neighbouring lines. Measured on an H200, order 3: 256 threads 22 us for the columns of 8192 x 8192 pixels, 512 threads 25;
32 segments 97 us for those of 16384 x 16384, 16 segments, whose tiles do not stay in registers, 428. */
enum
{
    MAX_SEGMENTS = 32,
    MAX_LINES = 32,
    PROPAGATE_THREADS = 256
};

/** Tiles of a segment that stay in registers, of 2 x moments numbers each: 48 registers for three moments. KEPT_TILES_OF_TWO for one and for
two, which pairs have, too, where there would be more segments than KEPT_SEGMENTS otherwise: threads are left for more lines side by side, whose
carries lie side by side. 16384 x 16384 on an H200, queued, order 1, 2 and ACCURATE: 864, 951 and 1540 us instead of 874, 965 and 1580.
Kept everywhere they take the registers of more blocks: 8192 x 8192 230, 250 and 398 instead of 229, 254 and 398, 4096 x 4096 77, 90
and 136 instead of 75, 86 and 129. */
enum
{
    KEPT_TILES = 8,
    KEPT_TILES_OF_TWO = 16,
    KEPT_SEGMENTS = 16
};

}}}} // namespace cv::recfilter::gpu::tuning

#endif
