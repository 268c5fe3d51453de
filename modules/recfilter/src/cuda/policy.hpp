// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_POLICY_HPP
#define OPENCV_RECFILTER_CUDA_POLICY_HPP

namespace cv { namespace recfilter { namespace gpu { namespace policy {

//! Lines a block of propagate has: a warp of neighbouring columns, and all rows of a tile.
enum
{
    COLUMN_LINES = 32,
    COLUMN_SEGMENTS = 16,
    ROW_SEGMENTS = 8
};

//! Tiles of a segment that stay in registers, of a thread's 2 x moments numbers each.
enum
{
    KEPT_TILES = 8
};

//! Tiles below each other that one block takes, for less to be read twice, while this many blocks are left.
enum
{
    LOOK_AROUND_BLOCKS = 1024,
    LOOK_AROUND_CHUNKS = 8
};

}}}} // namespace cv::recfilter::gpu::policy

#endif
