// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_ONE_LAUNCH_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_ONE_LAUNCH_TUNING_HPP

// Numbers tuned for filters in one launch, with how each was measured.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** Blocks of a multiprocessor, each with one tile, and most segments of a column.
H200, 132 multiprocessors: 4 blocks hold 2048 x 2048 pixels; 5 blocks lack registers.
A segment has KEPT_TILES tiles, so images may have up to 64 rows of tiles. */
constexpr int ONE_LAUNCH_BLOCKS = 4;
constexpr int ONE_LAUNCH_SEGMENTS = 8;

/** One launch where each block propagates what it needs on its own (ONE_LAUNCH_REDUNDANT):
- REDUNDANT_NUMBERS: most numbers that all blocks together may read.
- REDUNDANT_HELPERS: helper threads of a tile without a second set of threads for its rows. With a second
  set, registers suffice for half as many blocks.
- REDUNDANT_TILES: tiles of a line that are loaded into registers together, in float.
H200, 25 calls back to back, us (sharing: ONE_LAUNCH_SHARED):
                        1024 x 1024  1920 x 1080           2048 x 2048
  order 1   second set  11.0         14.2                  -
            32 helpers  11.5         14.8                  21.7
            no helpers  13.1         17.0                  23.3
            sharing     15.6         23.9                  26.3
            16 tiles    11.3         14.3                  21.5
  order 2   second set  12.8         16.9                  -
            32 helpers  -            -                     29.5 (1.3e7 numbers)
            no helpers  16.1         21.0                  30.5
            sharing     17.5         25.7                  27.3
  order 3   second set  14.5         19.9 (5.7e6 numbers)  -
            sharing     21.0         30.2                  32.5 */
constexpr int REDUNDANT_NUMBERS = 6000000;
constexpr int REDUNDANT_HELPERS = 32;
constexpr int REDUNDANT_TILES = 8;

//! Pixels of a line in registers at a time. Short code matters more than long lines (AllPoleLine, chains.cuh).
constexpr int ONE_LAUNCH_CHUNK = 16;

}}}} // namespace cv::recfilter::gpu::tuning

#endif
