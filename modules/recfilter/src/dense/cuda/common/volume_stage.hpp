// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_COMMON_VOLUME_STAGE_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_COMMON_VOLUME_STAGE_HPP

// Copies in scratch memory of volumes over time.

#include "arrays/array_view.hpp"
#include "runtime/cuda/io/stage.hpp"

namespace cv { namespace recfilter {

//! A copy in scratch memory of a volume that cannot be used in place.
class VolumeStage
{
public:
    VolumeStage(const ArrayView& original_, bool needed_) : original(original_), needed(needed_) {}

    size_t bytes() const { return needed ? step() * size_t(original.size.total() / original.size[3]) : 0; }

    ArrayView at(uchar*& memory) const
    {
        if (!needed)
            return original;
        const ArrayView staged(original.size, original.type(), memory, step());
        memory += bytes();
        return staged;
    }

    //! Planes that follow each other in both arrays are copied as one with all rows.
    void copy(const ArrayView& from, const ArrayView& to, cudaStream_t stream) const
    {
        if (!needed)
            return;
        int64 rows = from.size[2], z = from.size[1], t = from.size[0];
        if (rows > 1 && rowsFollow(from) && rowsFollow(to))
        {
            const bool isAll = z > 1 && planesFollow(from) && planesFollow(to);
            const int64 joined = rows * z * (isAll ? t : 1);
            if (joined <= INT_MAX)
            {
                rows = joined;
                z = 1;
                t = isAll ? 1 : t;
            }
        }
        for (int i = 0; i < t; i++)
            for (int k = 0; k < z; k++)
                Stage(from.planeOnDevice(), true)
                    .copy(from.rowsOnDevice(i, k, int(rows)), to.rowsOnDevice(i, k, int(rows)), stream);
    }

private:
    size_t step() const { return alignSize(size_t(original.size[3]) * original.pixelBytes(), 256); }

    static bool rowsFollow(const ArrayView& view)
    {
        return view.size[1] == 1 || view.size.step(1) == view.rowStep() * size_t(view.size[2]);
    }

    static bool planesFollow(const ArrayView& view)
    {
        return view.size[0] == 1 || view.size.step(0) == view.size.step(1) * size_t(view.size[1]);
    }

    const ArrayView original;
    const bool needed;
};

}} // namespace cv::recfilter

#endif
