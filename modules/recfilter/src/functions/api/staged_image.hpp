// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_API_STAGED_IMAGE_HPP
#define OPENCV_RECFILTER_FUNCTIONS_API_STAGED_IMAGE_HPP

// Images of calls on the GPU whose kernels want aligned rows.

#include "runtime/cuda/io/array_scratch.hpp"

#include <vector>

namespace cv { namespace recfilter {

//! An image, or a copy without gaps in working memory where kernels cannot take it, or where the caller says so.
class StagedImage
{
public:
    explicit StagedImage(const cuda::GpuMat& image, bool mustCopy = false)
        : original(image), used(image), isCopy(!image.empty() && (mustCopy || !ArrayMemory(image).isAligned()))
    {
    }

    //! Puts the copy behind `bytes` bytes of working memory, if there is any yet, and adds the bytes that it takes.
    void place(uchar* memory, size_t& bytes)
    {
        if (!isCopy)
            return;
        ArrayMemory array(nullptr, original.type(), Extents(original.size()));
        placeInScratch(array, memory, bytes);
        used = cuda::GpuMat(original.size(), original.type(), array.data, array.sizes.step(0));
    }

    const cuda::GpuMat& image() const { return used; }

    void load(cuda::Stream& stream) const
    {
        if (isCopy)
            copyOnDevice(ArrayMemory(original), ArrayMemory(used), stream);
    }

    void store(cuda::Stream& stream) const
    {
        if (isCopy)
            copyOnDevice(ArrayMemory(used), ArrayMemory(original), stream);
    }

private:
    const cuda::GpuMat original;
    cuda::GpuMat used;
    const bool isCopy;
};

//! Working memory of a call on the GPU: what the call itself needs, and its staged images behind that.
class StagedMemory
{
public:
    typedef std::vector<StagedImage*> Images;

    //! Places the images.
    StagedMemory(size_t bytes, const Images& images, cuda::Stream& stream)
        : own(alignSize(bytes, 256)), memory(place(images, nullptr), stream)
    {
        place(images, memory.data());
    }

    //! Of the call itself. Aligned to 256 bytes.
    uchar* data() const { return memory.data(); }

private:
    size_t place(const Images& images, uchar* at) const
    {
        size_t used = own;
        for (StagedImage* const image : images)
            image->place(at, used);
        return used;
    }

    const size_t own;
    const ArrayScratch memory;
};

//! Bytes from row to row of images in working memory.
inline size_t scratchStep(int columns, int type)
{
    return alignSize(size_t(columns) * size_t(CV_ELEM_SIZE(type)), 256);
}

}} // namespace cv::recfilter

#endif
