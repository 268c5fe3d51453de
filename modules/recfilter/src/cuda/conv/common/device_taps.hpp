// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_COMMON_DEVICE_TAPS_HPP
#define OPENCV_RECFILTER_CUDA_CONV_COMMON_DEVICE_TAPS_HPP

// The taps of a bank in the memory of each device that has used it.

#include "cuda/conv/common/conv_job.hpp"
#include "cuda/conv/common/resident_bytes.hpp"
#include "plan/conv/bank_results.hpp"

namespace cv { namespace recfilter { namespace gpu {

class DeviceTaps
{
public:
    explicit DeviceTaps(const KernelBank& bank)
        : positions(size_t(bank.positions())), lists(bank.taps.size()), tables(packed(bank))
    {
    }

    //! All lists of the bank on the current device, first in double, then in float.
    const uchar* on(int device) const { return tables.on(device); }

    //! The lists of a result. @param memory by on()
    template <typename W>
    ConvTaps<W> of(const BankResult& result, const uchar* memory) const
    {
        const W* const first =
            reinterpret_cast<const W*>(memory + (sizeof(W) == sizeof(float) ? lists * positions * sizeof(double) : 0));
        return {first + size_t(result.plain) * positions,
                result.rotated < 0 ? nullptr : first + size_t(result.rotated) * positions};
    }

private:
    static std::vector<uchar> packed(const KernelBank& bank)
    {
        const size_t count = bank.taps.size() * size_t(bank.positions());
        std::vector<uchar> bytes(count * (sizeof(double) + sizeof(float)));
        double* twice = reinterpret_cast<double*>(bytes.data());
        float* single = reinterpret_cast<float*>(twice + count);
        for (const std::vector<double>& taps : bank.taps)
            for (double tap : taps)
            {
                *twice++ = tap;
                *single++ = float(tap);
            }
        return bytes;
    }

    const size_t positions, lists;
    const ResidentBytes tables;
};

}}} // namespace cv::recfilter::gpu

#endif
