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

/** Most rows, or columns, of an image that are filtered along them by products. Lines of 60000 floats, one thread of a
Zen 4, ns a pixel, bands / products, then both axes at once / products and the engine of the other axis:
                             2           8           16          24          32          33 rows (bands)
  columns  order 1 mirrored  6.5 / 0.4   1.8 / 0.4   1.0 / 0.6   1.2 / 0.8   0.9 / 1.0   0.7
           Gaussian          15.7 / 0.4  5.1 / 0.4   3.1 / 0.7   2.6 / 0.9   2.3 / 1.2   1.6
  both     order 1 mirrored  7.4 / 1.1   2.1 / 1.2   1.1 / 1.4   1.5 / 1.9   0.9 / 2.0   1.5 (1.2)
           Gaussian          20 / 1.5    5.9 / 1.6   3.8 / 2.2   4.5 / 2.7   3.4 / 2.9   4.3 (3.0)
On two threads both axes apart take half of it, and bands, of one run, the same. So of more than APART_ROWS rows, bands
filter both axes where their orders, of both directions, add up to BAND_ORDER at most. */
constexpr int64 IMAGE_SHORT_SAMPLES = 32;
constexpr int64 APART_ROWS = 16;
constexpr int BAND_ORDER = 4;

/** Least lines of so few samples for which both axes are filtered apart. ns a pixel, bands / apart:
  rows                   8           16         32
  64 columns   order 1   6.2 / 6.0   3.2 / 3.3  2.0 / 2.6
               Gaussian  10.9 / 7.0  5.7 / 3.7  3.8 / 3.0
  200 columns  order 1   5.4 / 3.8   2.6 / 2.1  1.8 / 2.0
               Gaussian  10.3 / 4.1  5.6 / 2.3  4.0 / 2.3 */
constexpr int64 APART_LINES = 128;

//! The long lines across short ones run on one thread, 0.7 ns a pixel; bands cut as many into runs for all threads. And
//! the image between the axes, if it is kept, takes 1 GB of floats.
constexpr int64 MOST_APART_LINES = 1 << 20;
constexpr int64 APART_ELEMENTS = 1 << 28;

//! Elements that a thread loads, filters and stores at a time: blocks together, which stay in L2.
constexpr int64 CHUNK_ELEMENTS = 1 << 14;

}}} // namespace cv::recfilter::tuning

#endif
