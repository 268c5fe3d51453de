// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_IO_IMAGE_VIEW_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_IO_IMAGE_VIEW_HPP

// An image and the shape of its tiles, as kernels see them. Includes no CUDA header.

#include "opencv2/core/cvdef.h"

namespace cv { namespace recfilter { namespace gpu {

//! What continues a line.
enum BorderKind
{
    BORDER_IS_CONSTANT,
    BORDER_IS_REPLICATE,
    BORDER_IS_REFLECT,
    BORDER_IS_REFLECT_101,
    BORDER_IS_WRAP
};

//! An image as kernels see it, or the first of a batch of such images; pixels of several channels are interleaved.
struct ImageRows
{
    uchar* data; //!< of the first pixel; of a list of images the place of the first address
    size_t step; //!< bytes from row to row
    int width, height;
    int depth;
    int channels;
    int fourfold;        //!< rows begin at multiples of four numbers' bytes
    int aligned;         //!< ... and there is one channel
    int copies;          //!< pixels may be copied to shared memory unconverted, and rows begin at multiples of 16 bytes
    int images = 1;      //!< of the batch
    int64 imageStep = 0; //!< bytes from image to image; of a list from address to address
};

//! The same, or a list of images anywhere in memory.
struct ImageView : ImageRows
{
    bool isList = false;
};

//! Tiles are `run` rows high and `span` runs of as many columns wide. A thread keeps a run of a line in registers.
template <typename W>
struct TileShape;

template <>
struct TileShape<float>
{
    enum
    {
        run = 64,
        span = 2
    };
};

template <>
struct TileShape<double>
{
    enum
    {
        run = 32,
        span = 2
    };
};

}}} // namespace cv::recfilter::gpu

#endif
