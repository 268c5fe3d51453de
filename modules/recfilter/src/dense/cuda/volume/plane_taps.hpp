// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_TAPS_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_TAPS_HPP

// The taps of a bank as the kernels that march across planes read them.

#include "dense/cuda/common/compiled_kernel.hpp"
#include "dense/cuda/common/resident_bytes.hpp"
#include "dense/cuda/volume/plane_job.hpp"

namespace cv { namespace recfilter {

class PlaneTaps
{
public:
    //! @param kernel of images: there are no lists
    PlaneTaps(const KernelBank& bank, const CompiledKernel& kernel)
        : perList(kernel.isVolume ? size_t(kernel.rows() * gpu::paddedTaps(kernel.size)) : 0),
          lists(packed(bank, kernel, perList))
    {
    }

    //! Makes the lists resident on the current device.
    void prepare(int device) const { lists.on(device); }

    //! A list on the host.
    const float* of(int list) const { return at(lists.onHost(), list); }

    //! A list on the current device, see runPlanes() and ResidentBytes::on().
    const float* of(int list, int device) const { return at(lists.on(device), list); }

private:
    static std::vector<float> packed(const KernelBank& bank, const CompiledKernel& kernel, size_t perList)
    {
        std::vector<float> all(bank.taps.size() * perList);
        float* list = all.data();
        for (size_t i = 0; perList && i < bank.taps.size(); i++, list += perList)
        {
            const double* tap = bank.taps[i].data();
            for (int t = 0; t < bank.size[0]; t++)
                for (int z = 0; z < bank.size[1]; z++)
                    for (int y = 0; y < bank.size[2]; y++)
                        for (int x = 0; x < bank.size[3]; x++)
                        {
                            const int along = kernel.marchesT ? t : z, middle = kernel.marchesT ? z : t;
                            const int row = (middle * kernel.size + y) * kernel.size + along;
                            list[size_t(row) * size_t(gpu::paddedTaps(kernel.size)) + size_t(x)] = float(*tap++);
                        }
        }
        return all;
    }

    const float* at(const uchar* memory, int list) const
    {
        return reinterpret_cast<const float*>(memory) + size_t(list) * perList;
    }

    const size_t perList; //!< floats
    const gpu::ResidentBytes lists;
};

}} // namespace cv::recfilter

#endif
