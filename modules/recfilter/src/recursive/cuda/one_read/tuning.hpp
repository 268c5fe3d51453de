// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_ONE_READ_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_ONE_READ_TUNING_HPP

// Numbers tuned for filters in one read and one write, with how each was measured.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** One read. A block filters some steps of 32 rows down a strip of columns. Filters of two kinds have numbers of their
own: filters that fade within 16 pixels (_16), and filters that fade within 24 or 32 pixels (_32).
- RESIDENT: blocks of a multiprocessor.
- STEPS: most steps of a block.
- BLOCKS: how many blocks to make of images for which fewer steps are enough.
- LAST_STEPS: steps of the short blocks that fill the time in which the long blocks end: as many as run at once.
- STEPS_AT_ONCE: most steps of the long blocks if all of them run at once.
- FEW_STEPS: up to so many steps all blocks have the same number, if all run at once.

H200, which runs 396 blocks at once, us, as "steps (blocks) time". B-spline of degree 3, which looks at 16 pixels:
  1920 x 1080    2 (255) 15.9, 1 (510) 18.7
  3840 x 2160    6 (360) 36.1, 5 (420) 39.2, 3 (690) 37.8, 2 (1020) 38.8, 1 (2040) 43.9
  4096 x 4096    11 (384) 61.5, 6 (704) 59.1, 3 (1376) 57.9, 2 (2048) 60.9
  8192 x 8192    43 (384) 197, 20 (832) 184, 9 (1856) 172, 6 (2752) 167, 4 (4096) 171, 2 (8192) 187
  16384 x 16384  34 652, 16 628, 9 611, 6 596, 4 618
Degree 5, which looks at 32 pixels:
  3840 x 2160    6 42.0, 3 44.6, 2 47.6
  4096 x 4096    11 64.9, 6 69.4, 3 70.4
  8192 x 8192    20 197, 9 187, 6 193
  16384 x 16384  34 668, 12 648, 6 680
Short blocks behind the long ones, another session:
  degree 3       3840 x 2160: 4 then 2 35.0, 6 37; 4096 x 4096: 9 then 2 54.5, 3 58.2; 8192 x 8192: 6 then 2 165, 6 169
  degree 5       4096 x 4096: 9 then 2 63.7, 3 66.6; 8192 x 8192: 9 then 2 192, 9 191
Since blocks at the edges take little longer than others (doc/notes/gpu.md), 4096 x 4096, 9 then 2 steps:
  degree 3       12 long blocks a strip 48.2, 11 blocks 49.0
  degree 5       looking at 32 pixels 56.8 and 58.2, at 24 pixels 54.5
All of these have five barriers a step. With two it takes 47.6 and 50.4. */
constexpr int ONE_READ_RESIDENT = 3;
constexpr int ONE_READ_STEPS_16 = 6;
constexpr int ONE_READ_STEPS_32 = 12;
constexpr int ONE_READ_BLOCKS = 1980;
constexpr int ONE_READ_LAST_STEPS = 2;
constexpr int ONE_READ_STEPS_AT_ONCE = 12;
constexpr int ONE_READ_FEW_STEPS_16 = 3;
constexpr int ONE_READ_FEW_STEPS_32 = 6;

/** One read of rows: warps of a block, which share nothing, and blocks of a multiprocessor: as many as
registers leave. Chosen, not compared. Shorter rows than ROW_PIXELS leave most of a warp's 1024 pixels empty. */
constexpr int ROW_WARPS = 4;
constexpr int ROW_RESIDENT = 8;
constexpr int ROW_PIXELS = 512;

/** One read of columns: runs of 32 rows of a block of 128 columns. Chosen, not compared. Shorter columns, and fewer of
them, leave most of a block empty. */
constexpr int COLUMN_RUNS = 4;
constexpr int COLUMN_RESIDENT = 2;
/** Least blocks to make of images, four for each place, and least blocks of whole columns for a call in place, half of
the places. Chosen, not compared. */
constexpr int COLUMN_BLOCKS = 1056;
constexpr int COLUMN_MARCHES = 132;
constexpr int COLUMN_PIXELS = 64;
constexpr int COLUMN_NUMBERS = 64;

}}}} // namespace cv::recfilter::gpu::tuning

#endif
