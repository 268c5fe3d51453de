// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_TENSOR_MATRIX_TAPS_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_TENSOR_MATRIX_TAPS_HPP

// The taps of a kernel as tensor cores take them.

#include "dense/cuda/tensor/matrix_window.hpp"
#include "dense/model/kernel_bank.hpp"

#include <cuda_fp16.h>

#include <cmath>
#include <cstring>
#include <vector>

namespace cv { namespace recfilter { namespace gpu {

//! The power of two that brings the largest tap to 2^8 and more, below 2^9.
inline double matrixScale(double largest)
{
    return largest > 0 ? std::ldexp(1., 8 - std::ilogb(largest)) : 1.;
}

//! Whether one factor can take back both a scale of taps and a scale of pixels (FloatScale).
inline bool isMatrixScale(double scale)
{
    return scale >= std::ldexp(1., -25) && scale <= std::ldexp(1., 40);
}

inline unsigned bitsOf(__half value)
{
    unsigned short bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/** Taps of all units of a kernel of K x K taps, as MatrixFilter has them. Lane l holds those of result l / 4 of 2 x 4
for two neighbouring pixels of 2 x 4: columns 2 (l % 2) and the next one of row l % 4 / 2. */
template <int K>
void appendMatrixTaps(const std::vector<float>& taps, double scale, std::vector<MatrixTaps>& list)
{
    typedef MatrixWindow<K> Window;
    for (int pair = 0; pair < Window::PAIRS; pair++)
        for (int unit = 0; unit < Window::UNITS; unit++)
            for (int lane = 0; lane < 32; lane++)
            {
                MatrixTaps both = {0, 0};
                const int resultY = lane / 4 / 4, resultX = lane / 4 % 4;
                for (int i = 0; i < 2; i++)
                {
                    const int y = 2 * pair + lane % 4 / 2 - resultY;
                    const int x = 4 * unit + lane % 2 * 2 + i - Window::ZEROS - resultX;
                    const bool isTap = y >= 0 && y < K && x >= 0 && x < K;
                    const double tap = isTap ? taps[size_t(y) * K + size_t(x)] * scale : 0.;
                    const __half high = __double2half(tap), low = __double2half(tap - __half2float(high));
                    both.high |= bitsOf(high) << (16 * i);
                    both.low |= bitsOf(low) << (16 * i);
                }
                list.push_back(both);
            }
}

//! All lists of a bank, each scaled by a power of two.
struct ScaledTaps
{
    std::vector<double> scales; //!< of each list
    std::vector<MatrixTaps> taps;

    //! @param isPossible whether there is a compiled kernel; else nothing is made
    //! @param append takes a list, its scale and `taps`
    template <typename Append>
    ScaledTaps(const KernelBank& bank, bool isPossible, const Append& append)
    {
        for (size_t i = 0; isPossible && i < bank.taps.size(); i++)
        {
            double largest = 0;
            for (double tap : bank.taps[i])
                largest = std::max(largest, std::abs(tap));
            scales.push_back(matrixScale(largest));
            append(bank.taps[i], scales.back(), taps);
        }
    }

    size_t perList() const { return scales.empty() ? 0 : taps.size() / scales.size(); }

    bool areScaled() const { return !scales.empty() && std::all_of(scales.begin(), scales.end(), isMatrixScale); }
};

}}} // namespace cv::recfilter::gpu

#endif
