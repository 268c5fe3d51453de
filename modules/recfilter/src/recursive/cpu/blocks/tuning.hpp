// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_BLOCKS_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_BLOCKS_TUNING_HPP

// Numbers tuned for blocks of pixels (block_kernels.hpp), with how each was measured.

namespace cv { namespace recfilter { namespace tuning {

constexpr int MIN_BLOCK_PIXELS = 8;

/** Pixels of a block for so many states of a direction. More pixels keep fewer states, which leave L1 in row passes.
Xeon with AVX-512, 4096 x 4096, two threads, ms of processor time, by pixels of a block:
                     8     16    32
  folded, 4 states   38    35    38
  folded, 8          58    48    49
  folded, 10         74    61    57
  folded, 20         157   114   97
  plain, 4           40    44    50
  plain, 10          76    78    78 */
inline int blockPixels(int states, bool isFolded)
{
    return isFolded ? (states < 5 ? 8 : states < 9 ? 16 : 32) : states < 9 ? 8 : states < 40 ? 16 : 32;
}

}}} // namespace cv::recfilter::tuning

#endif
