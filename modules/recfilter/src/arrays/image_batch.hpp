// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_IMAGE_BATCH_HPP
#define OPENCV_RECFILTER_ARRAYS_IMAGE_BATCH_HPP

// Images that are filtered in one call.

#include "precomp.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter {

//! Images of one size, type and step that lie at equal distances, or anywhere: a list of their addresses.
struct ImageBatch
{
    //! Images of a list, and their rows, begin at multiples of these bytes.
    static constexpr size_t LIST_ALIGNMENT = 32;

    uchar* data; //!< the first image; of a list the place of the first address, in device memory
    size_t step; //!< bytes from row to row
    Size size;
    int type;
    int64 images;
    int64 imageStep; //!< bytes from image to image; of a list from address to address
    bool isList = false;

    explicit ImageBatch(const cuda::GpuMat& image)
        : ImageBatch(image.data, image.step, image.size(), image.type(), 1, 0)
    {
    }
    ImageBatch(uchar* first, size_t rowStep, Size ofImage, int ofType, int64 count, int64 distance)
        : data(first), step(ofImage.height == 1 ? 0 : rowStep), size(ofImage), type(ofType), images(count),
          imageStep(count == 1 ? 0 : distance)
    {
    }

    int64 imageBytes() const { return int64(size.width) * size.height * int64(CV_ELEM_SIZE(type)); }

    //! Whether all rows begin at multiples of `bytes`.
    bool isAligned(size_t bytes) const
    {
        return reinterpret_cast<size_t>(data) % bytes == 0 && step % bytes == 0 && size_t(imageStep) % bytes == 0;
    }
};

}} // namespace cv::recfilter

#endif
