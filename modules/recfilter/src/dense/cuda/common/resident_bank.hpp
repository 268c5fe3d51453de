// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_COMMON_RESIDENT_BANK_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_COMMON_RESIDENT_BANK_HPP

// A bank of kernels whose taps are in the memory of each device that has used them.

#include "dense/cuda/common/conv_job.hpp"
#include "dense/cuda/common/resident_bytes.hpp"
#include "dense/plan/bank_results.hpp"

namespace cv { namespace recfilter {

//! All engines of an object share it.
class ResidentBank
{
public:
    const KernelBank bank;

    explicit ResidentBank(const KernelBank& kernels)
        : bank(kernels), positions(size_t(bank.positions())), tables(packed(bank))
    {
    }

    //! Makes the taps resident on the current device.
    void prepare(int device) const { tables.on(device); }

    //! The taps of a result on the current device. See ResidentBytes::on().
    template <typename W>
    gpu::ConvTaps<W> taps(const BankResult& result, int device) const
    {
        const bool isSingle = sizeof(W) == sizeof(float);
        const size_t doubles = isSingle ? bank.taps.size() * positions : 0; // lists in double come first
        const W* const first = reinterpret_cast<const W*>(tables.on(device) + doubles * sizeof(double));
        return {first + size_t(result.plain) * positions,
                result.rotated < 0 ? nullptr : first + size_t(result.rotated) * positions};
    }

private:
    static std::vector<uchar> packed(const KernelBank& bank)
    {
        const size_t count = bank.taps.size() * size_t(bank.positions());
        std::vector<uchar> bytes(count * (sizeof(double) + sizeof(float)));
        double* wide = reinterpret_cast<double*>(bytes.data());
        float* single = reinterpret_cast<float*>(wide + count);
        for (const std::vector<double>& taps : bank.taps)
            for (double tap : taps)
            {
                *wide++ = tap;
                *single++ = float(tap);
            }
        return bytes;
    }

    const size_t positions;
    const gpu::ResidentBytes tables;
};

typedef std::shared_ptr<const ResidentBank> SharedBank;

}} // namespace cv::recfilter

#endif
