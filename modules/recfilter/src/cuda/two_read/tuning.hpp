// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_TWO_READ_TUNING_HPP
#define OPENCV_RECFILTER_CUDA_TWO_READ_TUNING_HPP

// Numbers tuned for gather, propagate and apply in two reads and one write, with how each was measured.

#include <cstddef>

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** gather and apply of cascades: blocks of a multiprocessor, and pixels of a line in registers at a time.
An H200 at 8192 x 8192, us:
- apply, order 1: 152 with whole lines, 168 with 16 pixels; order 3: 159 and 180 (136 and 148 with whole lines since
  tiles are stored faster); 5 and 6 blocks are alike;
- gather: 81 (order 1) and 94 (order 3), with 8 as with 16 pixels. */
enum
{
    GATHER_RESIDENT = 6,
    GATHER_CHUNK = 8,
    APPLY_RESIDENT = 5,
    APPLY_CHUNK = 64
};

/** gather and apply of added pairs: blocks of a multiprocessor. apply holds a tile and what one direction has made of
it. */
enum
{
    PAIRS_GATHER_RESIDENT = 6,
    PAIRS_RESIDENT = 3
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

}}}} // namespace cv::recfilter::gpu::tuning

#endif
