// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_COMMON_VOLUME_VIEW_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_COMMON_VOLUME_VIEW_HPP

// Volumes over time as planes, and their copies in scratch memory.

#include "runtime/cuda/io/stage.hpp"
#include "dense/model/kernel_bank.hpp"

namespace cv { namespace recfilter {

struct VolumeView
{
    cuda::GpuMat plane; //!< the first one
    int t, z;           //!< number of planes
    size_t stepT, stepZ;

    VolumeView() : t(1), z(1), stepT(0), stepZ(0) {}

    explicit VolumeView(const cuda::GpuMat& image) : VolumeView() { plane = image; }

    //! An array in memory whose rows, of all planes, are `step` bytes apart.
    VolumeView(const AxisInts& size, int type, uchar* memory, size_t step)
        : plane(size[2], size[3], type, memory, step), t(size[0]), z(size[1]),
          stepT(step * size_t(size[2]) * size_t(size[1])), stepZ(step * size_t(size[2]))
    {
        plane.step = step; // OpenCV sets the step of a single row to its length
    }

    explicit VolumeView(const cuda::GpuMatND& array) : VolumeView()
    {
        const size_t dims = size_t(array.dims);
        plane = cuda::GpuMat(array.size[dims - 2], array.size[dims - 1], array.type(), array.getDevicePtr(),
                             array.step[dims - 2]);
        if (dims > 2)
        {
            z = array.size[dims - 3];
            stepZ = z > 1 ? array.step[dims - 3] : 0;
        }
        if (dims > 3)
        {
            t = array.size[dims - 4];
            stepT = t > 1 ? array.step[dims - 4] : 0;
        }
    }

    //! Whether every row begins at a multiple of `bytes`.
    bool isAligned(size_t bytes) const
    {
        return reinterpret_cast<size_t>(plane.data) % bytes == 0 && (plane.rows == 1 || plane.step % bytes == 0) &&
               alignsPlanes(bytes);
    }

    //! Whether every plane begins at a multiple of `bytes` from the first one.
    bool alignsPlanes(size_t bytes) const { return stepT % bytes == 0 && stepZ % bytes == 0; }

    //! Whether the rows of all planes are rows of one image, with a step that is a multiple of `bytes`.
    bool isImage(size_t bytes) const
    {
        const bool hasSteps = plane.rows > 1 || z > 1 || t > 1;
        return !hasSteps || (plane.step % bytes == 0 && alignsPlanes(plane.step));
    }

    AxisInts size() const { return {t, z, plane.rows, plane.cols}; }
    const uchar* begin() const { return plane.data; }
    const uchar* end() const
    {
        return plane.data + size_t(t - 1) * stepT + size_t(z - 1) * stepZ + size_t(plane.rows - 1) * plane.step +
               size_t(plane.cols) * plane.elemSize();
    }

    cuda::GpuMat planeAt(int atT, int atZ) const
    {
        return {plane.rows, plane.cols, plane.type(), plane.data + size_t(atT) * stepT + size_t(atZ) * stepZ,
                plane.step};
    }
};

//! Whether two arrays meet, each taken as all memory from its first to its last element.
inline bool overlap(const VolumeView& a, const VolumeView& b)
{
    return a.begin() < b.end() && b.begin() < a.end();
}

//! A copy in scratch memory of a volume that cannot be used in place.
class VolumeStage
{
public:
    VolumeStage(const VolumeView& original_, bool needed_) : original(original_), needed(needed_) {}

    size_t bytes() const
    {
        return needed ? step() * size_t(original.plane.rows) * size_t(original.z) * size_t(original.t) : 0;
    }

    VolumeView at(uchar*& memory) const
    {
        if (!needed)
            return original;
        const VolumeView staged(original.size(), original.plane.type(), memory, step());
        memory += bytes();
        return staged;
    }

    void copy(const VolumeView& from, const VolumeView& to, cudaStream_t stream) const
    {
        if (!needed)
            return;
        const VolumeView source = joined(from, to), result = joined(to, from);
        for (int t = 0; t < source.t; t++)
            for (int z = 0; z < source.z; z++)
                Stage(source.plane, true).copy(source.planeAt(t, z), result.planeAt(t, z), stream);
    }

private:
    size_t step() const { return alignSize(size_t(original.plane.cols) * original.plane.elemSize(), 256); }

    static bool followRows(const VolumeView& view)
    {
        return view.z == 1 || view.stepZ == view.plane.step * size_t(view.plane.rows);
    }

    static bool followPlanes(const VolumeView& view)
    {
        return view.t == 1 || view.stepT == view.stepZ * size_t(view.z);
    }

    //! Planes that follow each other in both arrays, as one with all rows.
    static VolumeView joined(const VolumeView& view, const VolumeView& other)
    {
        VolumeView result = view;
        if (view.plane.rows == 1 || !followRows(view) || !followRows(other))
            return result;
        const bool isAll = view.z > 1 && followPlanes(view) && followPlanes(other);
        const int64 rows = int64(view.plane.rows) * view.z * (isAll ? view.t : 1);
        if (rows > INT_MAX)
            return result;
        result.plane = cuda::GpuMat(int(rows), view.plane.cols, view.plane.type(), view.plane.data, view.plane.step);
        result.z = 1;
        result.stepZ = 0;
        if (isAll)
            result.t = 1;
        return result;
    }

    const VolumeView original;
    const bool needed;
};

}} // namespace cv::recfilter

#endif
