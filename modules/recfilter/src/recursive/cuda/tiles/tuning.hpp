// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TILES_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TILES_TUNING_HPP

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

/** States of a pass from which on RECURSIVE_AUTO takes algorithm 4 instead of 3 for general chains along both axes.
H100, 4096 x 4096, us, medians of 31 by turns: 4 1060 both, 5 1489 and 1530, 6 1940 and 1928, 7 2034 and 2146, 9 2623
and 2742, 15 5385 and 5773. Algorithm 5_4, for a lone pole beside pairs: 5 1402, 9 2384, 13 3880 instead of 4431, 17
5913 instead of 6242; 7 2265. */
constexpr int MANY_STATES = 5;

//! Pixels from which on it takes 5_4 then. 1024 x 1024: 5 296 instead of 273, 9 464 instead of 486.
constexpr double LONE_POLE_PIXELS = 4e6;

}}}} // namespace cv::recfilter::gpu::tuning

#endif
