// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Numbers tuned for arrays of short axes (short_axes.hpp), with how each was measured.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_SHORT_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_SHORT_TUNING_HPP

namespace cv { namespace recfilter { namespace tuning {

/** Most samples of an axis that is filtered by products with a matrix, most elements of the images that other engines
would filter one by one instead, and most elements of a block. Order 1, float, two threads of a Zen 4, ns an element,
images one by one and products:
  40000 x 4 x 4    113 and 1.0     10000 x 32 x 32      1.8 and 0.87
  40000 x 10 x 10  9.5 and 0.61    2000 x 64 x 64       0.65 and 1.45
  20000 x 28 x 28  3.3 and 1.1     16^6, all axes       9.4 and 3.2
  20000 x 10 x 10 of 3 channels 11.2 and 1.3; 65 x 65 x 65 x 15, three axes 4.3 and 2.3
One image of 4096 x 4096 takes 0.4. */
constexpr int64 SHORT_SAMPLES = 96;
constexpr int64 SMALL_IMAGE = 1 << 11;
constexpr int64 SHORT_BLOCK = 1 << 14;

//! Least blocks of an array, and least images.
constexpr int64 SHORT_BLOCKS = 16;

//! Elements that a thread loads, filters and stores at a time: blocks together, which stay in L2.
constexpr int64 CHUNK_ELEMENTS = 1 << 14;

}}} // namespace cv::recfilter::tuning

#endif
