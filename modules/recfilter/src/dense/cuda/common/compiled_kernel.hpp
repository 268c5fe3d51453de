// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_COMMON_COMPILED_KERNEL_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_COMMON_COMPILED_KERNEL_HPP

// Which kernel, of a size that the compiler knows, takes a bank. Knows no engine.

#include "dense/cuda/common/tuning.hpp"
#include "dense/model/kernel_bank.hpp"

namespace cv { namespace recfilter {

/** A compiled kernel has an odd number of taps, as many across as down. A compiled kernel for volumes marches across
planes and has as many taps along the march. Zero taps behind the bank's fill it up. */
struct CompiledKernel
{
    bool isVolume;
    int size = 0;          //!< taps a side; 0: no compiled kernel takes the bank
    int middle = 1;        //!< taps along the axis of volumes that is neither in a plane nor marched along
    bool marchesT = false; //!< along t, not along z
    bool fillsUp = false;  //!< with zero taps

    explicit CompiledKernel(const KernelBank& bank) : isVolume(bank.dims > 2)
    {
        if (isVolume)
            findVolume(bank);
        else
            findImage(bank.size[3], bank.size[2]);
    }

    int rows() const { return isVolume ? size * size * middle : size; }

private:
    void findImage(int width, int height)
    {
        const int side = std::max(std::max(width, height) | 1, 3);
        const double taps = double(width) * height;
        if (side > gpu::tuning::MARCH_KERNEL || side * side > gpu::tuning::PADDED_TAPS * taps)
            return;
        size = side;
        fillsUp = width != side || height != side;
    }

    void findVolume(const KernelBank& bank)
    {
        double least = gpu::tuning::VOLUME_PADDED_TAPS * double(bank.positions()) + 0.5;
        for (int axis : {0, 1}) // of equals along t: neighbouring blocks then share planes of one volume
        {
            const int along = bank.size[size_t(axis)], across = bank.size[size_t(1 - axis)];
            const int side = std::max(std::max(std::max(bank.size[3], bank.size[2]), along) | 1, 3);
            const double filled = double(side) * side * side * across;
            if (side > gpu::tuning::VOLUME_KERNEL || across > gpu::tuning::VOLUME_MIDDLE || filled >= least)
                continue;
            least = filled;
            size = side;
            middle = across;
            marchesT = axis == 0;
            fillsUp = filled > double(bank.positions());
        }
    }
};

//! A plane of size * size taps, filled up with zeros right and below.
//! @param taps of the bank's plane @param width of that plane @param shift rows and columns of zeros above and left
inline std::vector<float> fillUp(const std::vector<double>& taps, int width, int size, int shift = 0)
{
    std::vector<float> list(size_t(size) * size_t(size));
    for (size_t i = 0; i < taps.size(); i++)
        list[(i / size_t(width) + size_t(shift)) * size_t(size) + i % size_t(width) + size_t(shift)] = float(taps[i]);
    return list;
}

}} // namespace cv::recfilter

#endif
