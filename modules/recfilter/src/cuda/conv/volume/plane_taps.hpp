// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_VOLUME_PLANE_TAPS_HPP
#define OPENCV_RECFILTER_CUDA_CONV_VOLUME_PLANE_TAPS_HPP

// The taps of a bank as the kernels that march across planes read them.

#include "cuda/conv/volume/plane_job.hpp"
#include "cuda/conv/common/tuning.hpp"
#include "cuda/runtime/device_buffer.hpp"
#include "model/conv/kernel_bank.hpp"

#include <map>
#include <memory>
#include <mutex>

namespace cv { namespace recfilter {

//! The compiled kernel that takes a bank, and the axis along which it marches.
struct PlaneKernel
{
    int size = 0;          //!< taps along x, y and the march; 0: no compiled kernel takes the bank
    int middle = 1;        //!< taps along the axis that is left
    bool marchesT = false; //!< along t, not along z
    bool fillsUp = false;  //!< with zero taps

    explicit PlaneKernel(const KernelBank& bank)
    {
        double least = gpu::tuning::VOLUME_PADDED_TAPS * double(bank.positions()) + 0.5;
        for (int axis : {0, 1}) // of equals along t: neighbouring blocks then share planes of one volume
        {
            const int along = bank.size[size_t(axis)], others = bank.size[size_t(1 - axis)];
            const int side = std::max(std::max(std::max(bank.size[3], bank.size[2]), along) | 1, 3);
            const double filled = double(side) * side * side * others;
            if (side > gpu::tuning::VOLUME_KERNEL || others > gpu::tuning::VOLUME_MIDDLE || filled >= least)
                continue;
            least = filled;
            size = side;
            middle = others;
            marchesT = axis == 0;
            fillsUp = filled > double(bank.positions());
        }
    }
};

namespace gpu {

class PlaneTaps
{
public:
    PlaneTaps(const KernelBank& bank, const PlaneKernel& shape)
        : perList(size_t(shape.middle) * size_t(shape.size * shape.size * paddedTaps(shape.size)))
    {
        if (!shape.size)
            return;
        packed.resize(bank.taps.size() * perList * sizeof(float));
        float* list = reinterpret_cast<float*>(packed.data());
        for (const std::vector<double>& taps : bank.taps)
        {
            const double* tap = taps.data();
            for (int t = 0; t < bank.size[0]; t++)
                for (int z = 0; z < bank.size[1]; z++)
                    for (int y = 0; y < bank.size[2]; y++)
                        for (int x = 0; x < bank.size[3]; x++)
                        {
                            const int along = shape.marchesT ? t : z, middle = shape.marchesT ? z : t;
                            const int row = (middle * shape.size + y) * shape.size + along;
                            list[size_t(row) * size_t(paddedTaps(shape.size)) + size_t(x)] = float(*tap++);
                        }
            list += perList;
        }
    }

    //! A list on the host.
    const float* of(int list) const { return reinterpret_cast<const float*>(packed.data()) + size_t(list) * perList; }

    /** A list on the current device, see runPlanes(). It stays as long as this object lives: a graph may read it at any
    time. Not allowed while a stream is captured, unless the device has it. */
    const float* of(int list, int device) const
    {
        std::lock_guard<std::mutex> lock(mutex);
        std::unique_ptr<DeviceBuffer>& buffer = buffers[device];
        if (!buffer)
        {
            auto made = std::make_unique<DeviceBuffer>();
            made->upload(packed);
            buffer = std::move(made);
        }
        return reinterpret_cast<const float*>(buffer->data()) + size_t(list) * perList;
    }

private:
    const size_t perList; //!< floats
    std::vector<uchar> packed;
    mutable std::mutex mutex;
    mutable std::map<int, std::unique_ptr<DeviceBuffer>> buffers;
};

} // namespace gpu

}} // namespace cv::recfilter

#endif
