// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_SAT_IMAGE_HPP
#define OPENCV_RECFILTER_CUDA_SAT_IMAGE_HPP

// What host and kernels both know of a summed-area table. No OpenCV header: nvcc reads this.

#include <cstddef>
#include <cstdint>

namespace cv { namespace recfilter { namespace sat {

typedef int64_t int64;

/** One image and one table in device memory. Columns are counted in elements: channels times pixels. In the layout of
cv::integral (exclusive) a table's row is one pixel longer and each of its elements the sum of those before it, so that
image and table have the same x, and the last pixel of the table the sum of the whole row. */
struct Image
{
    const unsigned char* src;
    unsigned char* dst; //!< the table's row of the image's first row
    int64 srcStep, dstStep;
    int64 srcCols, dstCols;
    int rows;
    bool exclusive;  //!< the row above dst is a part of the table too, and 0
    bool squared;    //!< the pixels' squares are added
    bool srcAligned; //!< every row can be read 16 bytes at a time
    bool dstAligned; //!< and every row written
};

}}} // namespace cv::recfilter::sat

#endif
