// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_POLICY_HPP
#define OPENCV_RECFILTER_CUDA_POLICY_HPP

#include <cstddef>

namespace cv { namespace recfilter { namespace gpu { namespace policy {

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

/** gather, apply and the one-launch path: blocks of a multiprocessor, and pixels of a line in registers at a time
(chains.cuh). Measured on an H200 at 8192 x 8192: apply of order 1 in 152 us with whole lines, 168 with 16 pixels; of order
3 in 159 and 180 (136 and 148 with whole lines since tiles are stored faster); 5 and 6 blocks are alike. gather in 81 and 94 us
(orders 1 and 3) with 8 as with 16 pixels. */
enum
{
    GATHER_RESIDENT = 6,
    GATHER_CHUNK = 8,
    APPLY_RESIDENT = 5,
    APPLY_CHUNK = 64,
    RESIDENT_CHUNK = 16
};

/** Added pairs: blocks of a multiprocessor in gather and in apply, which holds a tile and what one direction has made of it, and
pixels of a line in registers at a time. An H200 at 8192 x 8192, us, three and two pairs: 390 and 315 with 8 pixels, 398 and
328 with 4, 424 and 324 with 16. */
enum
{
    PAIRS_GATHER_RESIDENT = 6,
    PAIRS_RESIDENT = 3,
    PAIRS_CHUNK = 8
};

/** apply of mirrored pairs by tensor cores: blocks of a multiprocessor, of four warps, which have 128 registers a thread. With five, 96
registers, of which a row's states take 64, are too few (ptxas 13.0 spills 100 to 200 bytes): H200, ACCURATE and DERICHE at 8192 x 8192, us,
421 and 378 instead of 393 and 358, at 4096 x 4096 125 and 114 instead of 121 and 114 (an earlier form of the kernel). Of two pairs the states take 32,
and five blocks 303 us at 8192 x 8192 and 1141 at 16384 x 16384 instead of 310 and 1182. */
enum
{
    SQUARES_RESIDENT = 4,
    SQUARES_RESIDENT_2 = 5 //!< of two pairs
};

/** Squares of a line, of which a row has eight and a column four, whose products stay in registers between the two sweeps and need no place in shared
memory. With one of columns, two pairs spill 312 and 236 bytes in place of 60 and 52 (ptxas 13.0, stores and loads); other numbers were not timed. */
enum
{
    SQUARES_KEPT_OF_ROWS = 1,
    SQUARES_KEPT_OF_COLUMNS = 2
};

/** gather of added pairs in float: shared memory that a block asks for where the image has so many numbers, more than it needs. An H200
then runs five blocks a multiprocessor in 196 KB, 1 KB a block added, and leaves the first-level cache 60 KB, instead of six in 228 KB
and 28 KB. Three pairs, us with and without: 4096 x 4096 130 and 127, 8192 x 8192 394 and 404, 16384 x 16384 1532 and 1565; two pairs
107 and 107, 326 and 332. Five blocks of 4.8 KB more, which leave the cache as small as six, take as long as six; why only large images gain
is not known. Sizes in between were not measured. */
enum
{
    PAIRS_GATHER_BYTES = 38528,
    PAIRS_GATHER_BYTES_FROM = 1 << 25
};

/** Row moments of added pairs in float: threads of a multiprocessor, which leave each 80 registers, so that none is spilled (ptxas 13.0): three
blocks for three pairs, four for two. With three for two, DERICHE takes as long within 1 %. In double one block. */
enum
{
    PAIRS_ROW_THREADS = 768
};

/** apply: blocks of a multiprocessor that filter their columns while the kernel before it still finds what enters the rows, which leaves most of the
device idle. H200, us, with none, 1, 2, 3 and 5: 4096 x 4096 DERICHE 93.6, 91.6, 91.1, 91.4, 91.6, ACCURATE 104.6,
101.8, 101.6, 101.7, 102.0, order 1 71.4, 70.4, 70.5, 71.0, 71.0, order 3 84.0, 82.6, 82.9, 83.2, 83.0; 2560 x 2560 DERICHE 50.9, 51.1, 49.3,
49.0, 50.0. More of them take the multiprocessors from what they wait for.
In the figures of pairs, column states came through the first-level cache, in another form of apply, which took 2 to 4 % longer. */
enum
{
    EARLY_COLUMNS = 2
};

/** What the second-level cache is told to let go of first (PassingData), by the size of the image over that of the cache (60 MB on an H200): the
pixels that gather reads where image and carries do not both stay there; the result from where it competes with them on, up to where nothing
stays anyway. Of one call over and over: what a kernel that reads the result next finds was not measured, nor tiles of apply from the first one on. H200, us, with neither, pixels, result, both: 2560 x 2560 DERICHE 52.9, 53.4, 50.6, 50.2, order 3 50.2, 50.2, 47.7, 47.7; 4096 x 4096
92.3, 90.5, 91.2, 89.6 and 89.5, 86.7, 89.2, 85.9; 6144 x 6144 180, 176, 180, 175 and 170, 165, 169, 163; 8192 x 8192 299, 297, 298, 296 and 275,
267, 275, 268; 16384 x 16384 1191, 1176, 1187, 1200 and 1075, 1072, 1077, 1081. The same with a cache that holds other data at first: 4096 x 4096
90.3, 88.4, 89.8, 87.7 and 86.1, 83.7, 86.1, 83.1. Results of 8 and 16 bits took 1 to 5 % longer so, and one read within 1 %. */
constexpr double PIXELS_PASS_FROM = 0.5, RESULT_PASSES_FROM = 0.33, RESULT_PASSES_TO = 4;

/** gather of chains that are not known at compile time: threads that share a row of the tile, groups of them, and blocks of a
multiprocessor. They follow from a thread's registers, of which five blocks leave it 102: 8 x 8 pixels, the weights of one
moment for them, and 16 sums, one for each thread that shares the row. Other shapes were not measured. */
enum
{
    GENERAL_LANES = 16,
    GENERAL_GROUPS = 8,
    GENERAL_RESIDENT = 5
};

/** The column passes over the row moments: lines of a block, one a thread, and pixels of a line in registers at a time, as in
the one-launch path. Two launches of 1 us of work each; other numbers were not measured. */
enum
{
    MOMENT_LINES = 64,
    MOMENT_CHUNK = 16
};

/** Shared memory for the row moments of a row of tiles, which are then filtered and propagated by one kernel in place of two:
enough for order 3 at 8192 pixels. Whole filter on an H200, us, with one and with two: order 1 at 3840 x 2160 66.8 and 69.8, at
4096 x 4096 84.2 and 85.4, at 8192 x 8192 238.5 and 242.7; order 3 88.2 and 88.7, 105.1 and 106.8, 286.4 and 286.6. */
constexpr size_t ROW_STATES_BYTES = 128 * 1024;

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

/** The one-read path: blocks of a multiprocessor; steps downwards of a block at most, where the filter fades within 16 and within 24 or
32 pixels; and blocks to make of images for which fewer steps are enough. H200, which runs 396 blocks at
once, us by steps (blocks), B-spline of degree 3 at 1920 x 1080: 2 (255) 15.9, 1 (510) 18.7; 3840 x 2160: 6 (360) 36.1, 5 (420)
39.2, 3 (690) 37.8, 2 (1020) 38.8, 1 (2040) 43.9; 4096 x 4096: 11 (384) 61.5, 6 (704) 59.1, 3 (1376) 57.9, 2 (2048) 60.9; 8192 x
8192: 43 (384) 197, 20 (832) 184, 9 (1856) 172, 6 (2752) 167, 4 (4096) 171, 2 (8192) 187; 16384 x 16384: 34 steps 652, 16 628, 9 611,
6 596, 4 618. Degree 5, which looks at 32 pixels: 3840 x 2160: 6 42.0, 3 44.6, 2 47.6; 4096 x 4096: 11 64.9, 6 69.4, 3 70.4; 8192 x
8192: 20 197, 9 187, 6 193; 16384 x 16384: 34 668, 12 648, 6 680.

LAST_STEPS are those of blocks that fill the time in which the long ones end, as many as run at once; STEPS_AT_ONCE of the long ones where all of
these run at once; FEW_STEPS of all, where that needs no more. In another session, with and without, us: degree 3 at 3840 x 2160 4
steps and then 2 35.0, 6 alone 37; 4096 x 4096 9 and then 2 54.5, 3 alone 58.2; 8192 x 8192 6 and then 2 165, 6 alone 169; degree 5 at
4096 x 4096 9 and then 2 63.7, 3 alone 66.6; 8192 x 8192 9 and then 2 192, 9 alone 191. Since the edges take little longer than the rest
(doc/performance.md, where what lost stands), degree 3 at 4096 x 4096 takes 48.2 with 12
blocks a column of 9 steps and then 2, 49.0 with 11 of them; degree 5 with 32 pixels 56.8 and 58.2, with 24 54.5. All of this with five barriers a step;
with two it takes 47.6 and 50.4. */
enum
{
    LOOK_AROUND_RESIDENT = 3,
    LOOK_AROUND_STEPS_16 = 6,
    LOOK_AROUND_STEPS_32 = 12,
    LOOK_AROUND_BLOCKS = 1980,
    LOOK_AROUND_LAST_STEPS = 2,
    LOOK_AROUND_STEPS_AT_ONCE = 12,
    LOOK_AROUND_FEW_STEPS_16 = 3,
    LOOK_AROUND_FEW_STEPS_32 = 6
};

}}}} // namespace cv::recfilter::gpu::policy

#endif
