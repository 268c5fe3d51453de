// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_ONE_LAUNCH_TUNING_HPP
#define OPENCV_RECFILTER_CUDA_ONE_LAUNCH_TUNING_HPP

// Numbers tuned for filters in one launch, with how each was measured.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** The one-launch path: blocks of a multiprocessor, which hold a tile each (an H200 has 132: 4 make up for 2048 x 2048
pixels, 5 would not leave the registers they need), and segments of the columns. Segments of KEPT_TILES tiles make images
of up to 64 rows of tiles eligible. */
enum
{
    RESIDENT_BLOCKS = 4,
    RESIDENT_SEGMENTS = 8
};

/** The one-launch path where each block propagates what it needs on its own: numbers that blocks may read in all; threads that help those
of a tile where its rows find no second set of them, which leaves registers for half as many blocks; tiles of a line that are on their
way to registers together, in float. H200, 25 calls back to back, us, at 1024 x 1024, 1920 x 1080 and 2048 x 2048. Order 1: a second set
11.0, 14.2, -; 32 helpers 11.5, 14.8, 21.7; none 13.1, 17.0, 23.3; sharing 15.6, 23.9, 26.3. Order 2: a second set 12.8, 16.9, -; 32
helpers -, -, 29.5 (1.3e7 numbers); none 16.1, 21.0, 30.5; sharing 17.5, 25.7, 27.3. Order 3: a second set 14.5, 19.9, - (5.7e6
numbers); sharing 21.0, 30.2, 32.5. 16 tiles: order 1 11.3, 14.3, 21.5. */
enum
{
    ALONE_NUMBERS = 6000000,
    ALONE_HELPERS = 32,
    ALONE_TILES = 8
};

//! Pixels of a line in registers at a time. Short code matters more than long lines (AllPoleLine, chains.cuh).
enum
{
    RESIDENT_CHUNK = 16
};

}}}} // namespace cv::recfilter::gpu::tuning

#endif
