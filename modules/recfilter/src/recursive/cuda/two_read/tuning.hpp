// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TUNING_HPP

// Numbers tuned for gather, propagate and apply in two reads and one write, with how each was measured.

#include <cstddef>

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

/** gather and apply of cascades: blocks of a multiprocessor, and pixels of a line in registers at a time.
H200, 8192 x 8192, us, order 1 and order 3:
- apply: 16 pixels 168 and 180, whole lines 152 and 159 (136 and 148 since tiles are stored faster); 6 blocks as 5
- gather: 81 and 94, with 8 as with 16 pixels */
enum
{
    GATHER_RESIDENT = 6,
    GATHER_CHUNK = 8,
    APPLY_RESIDENT = 5,
    APPLY_CHUNK = 64
};

/** gather and apply of cascades: blocks of all channels of a tile, or a block for each channel.
H200, order 1, us back to back, all channels in a block / each in a block of its own:
           1920 x 1080  2560 x 1440  3840 x 2160  4096 x 4096
  32FC3    51.0 / 60.2  -            160 / 183    288 / 344
  8UC3     32.7 / 35.9  54 / 48      105 / 90     200 / 163
  8UC4     42.6 / 42.6  71 / 61      145 / 119    283 / 221
- COLOUR_TILES: most tiles of 8 and 16 bits that have such blocks: as many as an H200 runs at once.
- COLOUR_SHARED: shared memory of gather besides its slots: row moments, and what CUDA takes. */
constexpr int COLOUR_TILES = 264;
constexpr size_t COLOUR_SHARED = 8192;

/** gather and apply of added pairs: blocks of a multiprocessor. apply holds a tile and the result of one direction. */
enum
{
    PAIRS_GATHER_RESIDENT = 6,
    PAIRS_RESIDENT = 3
};

/** apply of mirrored pairs by tensor cores: blocks of a multiprocessor, of four warps.
Four blocks have 128 registers a thread, five have 96. The states of a row take 64 registers of three pairs, 32 of two.
With five blocks, three pairs spill 100 to 200 bytes (ptxas 13.0). H200, us, 4 / 5 blocks:
- older kernel: ACCURATE 121 / 125 at 4096 x 4096, 393 / 421 at 8192 x 8192; DERICHE 114 / 114 and 358 / 378
- two pairs: 310 / 303 at 8192 x 8192, 1182 / 1141 at 16384 x 16384 */
enum
{
    SQUARES_RESIDENT = 4,
    SQUARES_RESIDENT_2 = 5 //!< of two pairs
};

/** gather of added pairs in float: shared memory that a block asks for in large images, more than it needs.
The image must have at least PAIRS_GATHER_BYTES_FROM numbers. With more memory, an H200 runs five blocks a
multiprocessor in 196 KB (1 KB more a block), which leaves 60 KB of L1. Without, six blocks in 228 KB leave 28 KB.
us, with / without:
- three pairs: 130 / 127 at 4096 x 4096, 394 / 404 at 8192 x 8192, 1532 / 1565 at 16384 x 16384
- two pairs: 107 / 107 and 326 / 332
Five blocks of 4.8 KB more, which leave as little L1 as six, take as long as six. Why only large images gain is not
known. Sizes in between were not measured. */
enum
{
    PAIRS_GATHER_BYTES = 38528,
    PAIRS_GATHER_BYTES_FROM = 1 << 25
};

/** Row moments of added pairs in float: threads of a multiprocessor. Each has 80 registers, and none is spilled (ptxas
13.0): three blocks for three pairs, four for two. With three blocks for two pairs, DERICHE takes as long within 1 %. In
double one block. */
enum
{
    PAIRS_ROW_THREADS = 768
};

/** Most bytes of the carries of several filters of one image that run at once (levels/). Each has 0.35 of the image in
float. A filter takes the less time the more there are, though their carries leave L2: up to 8 were measured. Ten
sigmas, ACCURATE, floats, us back to back on an H200, 1 / 2 / 4 / 8 at once:
  512 x 512    273 / 147 / 103 / 72
  1920 x 1080  459 / 293 / 209 / 170
  4096 x 4096  1043 / 957 / 906 / 883
Larger images were not measured. Their streams would keep the memory. */
constexpr size_t LEVELS_BYTES = size_t(256) << 20;

/** ... and least blocks for which they are one kernel, whose clusters have a block for each segment of a row of tiles.
Rows of more than two segments were not compared in smaller images, and are always one kernel.
H200, ACCURATE, whole filter, us back to back, one kernel / three:
  1280 x 720   8UC1 (24 blocks) 39 to 44 / 35.6, 32FC1 40 / 36, 8UC3 (72 blocks) 51.5 / 54.1, 32FC3 62 / 64.5
  1920 x 1080  8UC1 (34 blocks) 51 / 48.1, 32FC1 52 to 53 / 46
  2560 x 1440  8UC1 (69 blocks) 48.5 / 47.8, 32FC1 52.8 / 54.7
  3840 x 2160  32FC1 (136 blocks) 68.6 / 70.6 */
enum
{
    PAIRS_ROW_BLOCKS = 64
};

/** apply: blocks of a multiprocessor that filter their columns while the kernel before it still computes the states
that enter the rows. That kernel leaves most of the device idle. More such blocks take multiprocessors from it.
H200, us, by number of blocks:
                        0      1      2      3      5
  4096 x 4096 DERICHE   93.6   91.6   91.1   91.4   91.6
              ACCURATE  104.6  101.8  101.6  101.7  102.0
              order 1   71.4   70.4   70.5   71.0   71.0
              order 3   84.0   82.6   82.9   83.2   83.0
  2560 x 2560 DERICHE   50.9   51.1   49.3   49.0   50.0
The pairs were measured with an older apply, which read column states through L1 and took 2 to 4 % longer. */
enum
{
    EARLY_COLUMNS = 2
};

/** L2 evict-first hints (EvictFirst), by image size over L2 size (60 MB on an H200):
- pixels that gather reads, if image and carries do not both stay in L2;
- the result, from where it competes with them, up to where nothing stays anyway.
H200, one call over and over, us, hints on: none, pixels, result, both:
                         DERICHE                 order 3
  2560 x 2560            52.9, 53.4, 50.6, 50.2  50.2, 50.2, 47.7, 47.7
  4096 x 4096            92.3, 90.5, 91.2, 89.6  89.5, 86.7, 89.2, 85.9
  6144 x 6144            180, 176, 180, 175      170, 165, 169, 163
  8192 x 8192            299, 297, 298, 296      275, 267, 275, 268
  16384 x 16384          1191, 1176, 1187, 1200  1075, 1072, 1077, 1081
  4096 x 4096, cold L2   90.3, 88.4, 89.8, 87.7  86.1, 83.7, 86.1, 83.1
In the last row L2 holds other data at first. Results of 8 and 16 bits took 1 to 5 % longer with the hint, and one read
within 1 %. Not measured: the next kernel that reads the result, and apply with its first tile first. */
constexpr double EVICT_PIXELS_FROM = 0.5, EVICT_RESULT_FROM = 0.33, EVICT_RESULT_TO = 4;

/** The column passes over the row moments: lines of a block, one a thread, and pixels of a line in registers at a time,
as in one launch. They are two launches of 1 us of work each. Other numbers were not measured. */
enum
{
    MOMENT_LINES = 64,
    MOMENT_CHUNK = 16
};

/** Shared memory for the row moments of a row of tiles: enough for order 3 at 8192 pixels. One kernel then filters and
propagates them in place of two. H200, whole filter, us, one kernel / two:
           3840 x 2160  4096 x 4096    8192 x 8192
  order 1  66.8 / 69.8  84.2 / 85.4    238.5 / 242.7
  order 3  88.2 / 88.7  105.1 / 106.8  286.4 / 286.6 */
constexpr size_t ROW_STATES_BYTES = 128 * 1024;

}}}} // namespace cv::recfilter::gpu::tuning

#endif
