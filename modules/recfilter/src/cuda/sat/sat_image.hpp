// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_SAT_SAT_IMAGE_HPP
#define OPENCV_RECFILTER_CUDA_SAT_SAT_IMAGE_HPP

// The image and table that host and kernels share. Includes no OpenCV header: nvcc reads it.

#include <cstddef>
#include <cstdint>

namespace cv { namespace recfilter { namespace sat {

typedef int64_t int64;

/** One image and one table in device memory. Columns are counted in elements: channels times pixels. In the layout of
cv::integral (exclusive) a row of the table is one pixel longer. Each element is then the sum of those before it, and
the last pixel has the sum of the whole row. So image and table have the same x. */
struct Image
{
    const unsigned char* src;
    unsigned char* dst; //!< the table's row of the image's first row
    int64 srcStep, dstStep;
    int64 srcCols, dstCols;
    int rows;
    bool exclusive;  //!< the table also has the row above dst, of zeros
    bool squared;    //!< sums squares of pixels
    bool srcAligned; //!< every row can be read 16 bytes at a time
    bool dstAligned; //!< every row can be written 16 bytes at a time
};

}}} // namespace cv::recfilter::sat

#endif
