// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_ARRAY_VIEW_HPP
#define OPENCV_RECFILTER_ARRAYS_ARRAY_VIEW_HPP

// An array of up to four dimensions, on the host or on a GPU, as planes of rows. It owns no memory.

#include "arrays/extents.hpp"

namespace cv { namespace recfilter {

//! The axes of an ArrayView: t, z, y, x. Axes that an array lacks have length 1.
constexpr int VIEW_AXES = 4;
//! A number for each of them: taps, anchors, borders, tiles, positions. The lengths of arrays are Extents.
typedef std::array<int, VIEW_AXES> AxisInts;

struct ArrayView
{
    uchar* data;
    int depth, channels;
    Extents size; //!< t, z, y, x, with their steps

    explicit ArrayView(const Mat& array) : ArrayView(array.data, array.type(), Extents::ofMemory(array, VIEW_AXES)) {}
    explicit ArrayView(const cuda::GpuMat& image)
        : ArrayView(image.data, image.type(), Extents::ofMemory(image, VIEW_AXES))
    {
    }
    explicit ArrayView(const cuda::GpuMatND& array)
        : ArrayView(array.getDevicePtr(), array.type(), Extents::ofMemory(array, VIEW_AXES))
    {
    }
    //! In memory whose rows, of all planes, are `step` bytes apart.
    ArrayView(const Extents& lengths, int type, uchar* memory, size_t step)
        : ArrayView(memory, type, lengths.inRows(step, size_t(CV_ELEM_SIZE(type))))
    {
    }

    int type() const { return CV_MAKETYPE(depth, channels); }
    size_t elementBytes() const { return size_t(CV_ELEM_SIZE1(depth)); }
    size_t pixelBytes() const { return elementBytes() * size_t(channels); }
    int64 rowElements() const { return size[3] * channels; }
    size_t rowStep() const { return size.step(2); }
    uchar* row(int t, int z, int y) const
    {
        return data + size_t(t) * size.step(0) + size_t(z) * size.step(1) + size_t(y) * rowStep();
    }
    //! Behind the last element.
    const uchar* end() const
    {
        return row(int(size[0]) - 1, int(size[1]) - 1, int(size[2]) - 1) + size_t(size[3]) * pixelBytes();
    }

    //! Rows of one plane, or of some that follow each other, on a GPU.
    cuda::GpuMat rowsOnDevice(int t, int z, int rows) const
    {
        return {rows, int(size[3]), type(), row(t, z, 0), rowStep()};
    }
    //! The first plane. Unlike in a GpuMat, a single row keeps its step.
    cuda::GpuMat planeOnDevice() const
    {
        cuda::GpuMat plane = rowsOnDevice(0, 0, int(size[2]));
        plane.step = rowStep();
        return plane;
    }

    //! Whether every row begins at a multiple of `bytes`.
    bool isAligned(size_t bytes) const
    {
        return reinterpret_cast<size_t>(data) % bytes == 0 && (size[2] == 1 || rowStep() % bytes == 0) &&
               alignsPlanes(bytes);
    }

    //! Whether every plane begins at a multiple of `bytes` from the first one.
    bool alignsPlanes(size_t bytes) const { return size.step(0) % bytes == 0 && size.step(1) % bytes == 0; }

    //! Whether the rows of all planes are rows of one image, with a step that is a multiple of `bytes`.
    bool isImage(size_t bytes) const
    {
        const bool hasSteps = size[2] > 1 || size[1] > 1 || size[0] > 1;
        return !hasSteps || (rowStep() % bytes == 0 && alignsPlanes(rowStep()));
    }

private:
    ArrayView(uchar* memory, int type, const Extents& extents)
        : data(memory), depth(CV_MAT_DEPTH(type)), channels(CV_MAT_CN(type)), size(extents)
    {
    }
};

//! Whether two arrays meet, each taken as all memory from its first to its last element.
inline bool overlap(const ArrayView& a, const ArrayView& b)
{
    return a.data < b.end() && b.data < a.end();
}

}} // namespace cv::recfilter

#endif
