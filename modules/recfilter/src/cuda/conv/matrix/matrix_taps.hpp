// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_MATRIX_MATRIX_TAPS_HPP
#define OPENCV_RECFILTER_CUDA_CONV_MATRIX_MATRIX_TAPS_HPP

// The taps of a kernel as tensor cores take them.

#include "cuda/conv/matrix/matrix_job.hpp"

#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace cv { namespace recfilter { namespace gpu {

//! For floats: the power of two that brings the largest tap to 2^8 and more, below 2^9.
inline double matrixScale(double largest)
{
    return largest > 0 ? std::ldexp(1., 8 - std::ilogb(largest)) : 1.;
}

//! Whether a scale can be taken back together with that of pixels (FloatScale).
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
for two neighbouring pixels of 2 x 4: columns 2 (l % 2) and the next one of row l % 4 / 2.
@param highPart of a scaled tap, as a half */
template <int K, typename High>
void appendMatrixTaps(const std::vector<float>& taps, double scale, const High& highPart, std::vector<MatrixTaps>& list)
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
                    const __half high = highPart(tap), low = __double2half(tap - __half2float(high));
                    both.high |= bitsOf(high) << (16 * i);
                    both.low |= bitsOf(low) << (16 * i);
                }
                list.push_back(both);
            }
}

//! For floats.
inline __half nearestHalf(double tap)
{
    return __double2half(tap);
}

//! For bytes: integers.
inline __half nearestInteger(double tap)
{
    return __double2half(std::nearbyint(tap));
}

//! What tensor cores make of a kernel and bytes.
struct ByteTaps
{
    double scale; //!< the largest power of two for which high parts are halves and their sums exact
    double error; //!< of a sum, at most

    //! @param taps as they are @param steps of a sum, one after the other
    ByteTaps(const std::vector<double>& taps, double delta, int steps)
    {
        const double mostHalf = 2048, mostSum = 1 << 24, mostByte = 255; // integers that halves and floats hold
        double largest = 0, sum = 0;
        for (double tap : taps)
        {
            largest = std::max(largest, std::abs(tap));
            sum += std::abs(tap);
        }
        // Each tap rounds by up to a half: their sum may exceed the scaled one by that.
        const double room = (mostSum / mostByte - 0.5 * double(taps.size()));
        scale = largest > 0 ? std::exp2(std::floor(std::log2(std::min(mostHalf / largest, room / sum)))) : 1.;
        double left = 0, low = 0;
        for (double tap : taps)
        {
            const double scaled = float(tap) * scale, rest = scaled - std::nearbyint(scaled);
            const double part = __half2float(__double2half(rest));
            left += std::abs(tap * scale - (scaled - rest) - part);
            low += std::abs(part);
        }
        const double truncation = std::ldexp(1., -21); // of a step, of its sum
        error = (left + low * steps * truncation) * mostByte / scale;
        const double offset = delta * scale;
        const bool isExact = error == 0 && low == 0 && offset == std::nearbyint(offset) &&
                             sum * scale * mostByte + std::abs(offset) <= mostSum;
        // High and low parts are added up, rounding; delta rounds, and is added, rounding. Scales are exact.
        const double roundings = isExact ? 0 : delta == 0 ? 1 : 3;
        error += roundings * std::ldexp(1., -24) * (sum * mostByte + std::abs(delta));
    }
};

}}} // namespace cv::recfilter::gpu

#endif
