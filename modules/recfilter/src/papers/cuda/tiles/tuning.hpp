// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_CUDA_TILES_TUNING_HPP
#define OPENCV_RECFILTER_PAPERS_CUDA_TILES_TUNING_HPP

// Numbers for the kernels of the papers' algorithms.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** tile: blocks of a multiprocessor, and pixels of a line in registers at a time, as in gather and apply of two reads.
Not varied: every step takes at most 1.07 times what its transfers take at the speed of a copy (H100, 8192 x 8192,
order 1). */
enum
{
    TILE_RESIDENT = 5,
    TILE_CHUNK = 8
};

/** whole lines: most tiles that a block has in shared memory. It filters one while the next ones arrive. Blocks of 48
or 64 KB have room for one, and wait for each.
Not varied. H100, 8192 x 8192, order 1: 1.4 times what ten transfers take at the speed of a copy. */
enum
{
    LINE_SLOTS = 3
};

}}}} // namespace cv::recfilter::gpu::tuning

#endif
