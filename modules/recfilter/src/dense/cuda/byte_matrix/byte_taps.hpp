// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_BYTE_TAPS_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_BYTE_TAPS_HPP

// The taps of a kernel as integers of 8 bits, and what that does to results.

#include "dense/cuda/byte_matrix/byte_matrix_job.hpp"
#include "dense/cuda/byte_matrix/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace cv { namespace recfilter { namespace gpu {

class ByteTaps
{
public:
    //! @param taps of a list, not scaled @param mayBeExact false: another list of the bank has taps of three digits
    ByteTaps(const std::vector<double>& taps_, double delta_, bool mayBeExact) : taps(taps_), delta(delta_)
    {
        for (double tap : taps)
        {
            largest = std::max(largest, std::abs(tap));
            sum += std::abs(tap);
        }
        for (int n = LEAST_BITS; mayBeExact && n <= MOST_BITS && !isExact; n++)
            findExact(n);
        if (!isExact)
            findNearest();
    }

    int digits() const { return !isExact ? 3 : fitsOneDigit ? 1 : 2; }

    //! Whether so few results are added up again that tensor cores are worth while.
    bool isUseful() const { return isExact || (bits >= LEAST_BITS && doubtful <= tuning::MOST_DOUBTFUL * unit()); }

    //! Whether results that are not rounded lose less than float does: 2e-6 of the largest sum.
    bool isAccurate() const { return isExact || lack <= 1e-6 * sum; }

    ByteRounding rounding() const
    {
        ByteRounding result = {};
        result.bits = bits;
        result.offset = int(std::floor(delta * unit() + unit() / 2 + (isExact ? 0 : middle + doubtful / 2)));
        result.doubtful = isExact ? 0 : unsigned(std::ldexp(doubtful, 32 - bits));
        result.step = float(1 / unit());
        result.delta = float(delta);
        return result;
    }

    //! A digit of a tap, the high one first. @param count of the digits
    int digit(int tap, int number, int count) const
    {
        int64_t rest = scaled(taps[size_t(tap)], isExact ? 1 : BASE);
        int result = 0;
        for (int i = count - 1; i >= number; i--)
        {
            result = i == 0 ? int(rest) : int(((rest + BASE / 2) & (BASE - 1)) - BASE / 2);
            rest = (rest - result) / BASE;
        }
        return result;
    }

private:
    enum
    {
        BASE = 256,
        MOST_DIGIT = 127,
        LEAST_BITS = 1,
        MOST_BITS = 30
    };

    static constexpr double MOST_BYTE = 255;

    double unit() const { return std::ldexp(1., bits); }

    int64_t scaled(double tap, int base) const { return int64_t(std::nearbyint(tap * unit() * base)); }

    //! Whether sums of taps times 2^n and what is added to them are integers of 32 bits.
    bool fits(int n) const
    {
        // Low digits down to -128 are added last. Each tap rounds by less than a unit, for white pixels.
        const double roundings = (MOST_BYTE / 2 + 1) * double(taps.size()) + 2 * BASE;
        return std::ldexp(sum * MOST_BYTE + std::abs(delta) + 1, n) + roundings < std::ldexp(1., 31);
    }

    static bool isInteger(double value) { return value == std::nearbyint(value); }

    void findExact(int n)
    {
        const double mostTap = std::ldexp(largest, n);
        if (!fits(n) || mostTap > MOST_DIGIT * BASE || !isInteger(std::ldexp(delta, n)))
            return;
        for (double tap : taps)
            if (!isInteger(std::ldexp(tap, n)))
                return;
        bits = n;
        isExact = true;
        fitsOneDigit = mostTap <= MOST_DIGIT;
    }

    //! The finest scale, and how far sums are from results.
    void findNearest()
    {
        const double mostScaled = MOST_DIGIT * (BASE * BASE + BASE + 1);
        bits = MOST_BITS;
        while (bits >= LEAST_BITS && (!fits(bits) || std::ldexp(largest, bits) * BASE > mostScaled))
            bits--;
        if (bits < LEAST_BITS)
            return;
        double above = 0, below = 0; // what rounded taps lack, in units, for white pixels
        for (double tap : taps)
        {
            const double rest = (tap * unit() - double(scaled(tap, BASE)) / BASE) * MOST_BYTE;
            (rest > 0 ? above : below) += std::abs(rest);
        }
        lack = (above + below) / MOST_BYTE / unit();
        // The third digit's sums are rounded down, and the offset is.
        middle = (above - below) / 2 + 0.5;
        doubtful = 2 * std::ceil((above + below) / 2 + 0.5 + 2);
    }

    const std::vector<double>& taps;
    const double delta;
    double largest = 0, sum = 0;
    int bits = 0;
    bool isExact = false, fitsOneDigit = false;
    double lack = 0;     //!< of all taps together, what rounding leaves out
    double middle = 0;   //!< what sums lack in the mean of the extremes, in units
    double doubtful = 0; //!< width of the range beside a half, in units
};

/** Appends the digits of all quads, as ByteFilter has them. Lane l holds those of result l / 4 of 2 x 4, for word l % 4
of a quad. @param width of the kernel whose taps these are */
template <int K, int C, int S>
void appendByteTaps(const ByteTaps& taps, int width, int height, int digits, std::vector<unsigned>& list)
{
    typedef ByteWindow<K, C, S> Window;
    for (int digit = 0; digit < digits; digit++)
        for (int quad = 0; quad < Window::QUADS; quad++)
            for (int lane = 0; lane < 32; lane++)
            {
                const int result = lane / 4, word = lane % 4;
                unsigned four = 0;
                for (int i = 0; i < 4; i++)
                {
                    const int y = Window::row(quad, word) - result / 4;
                    const int byte = 4 * Window::column(quad, word) + i - S - result % 4, x = byte / C;
                    if (y >= 0 && y < height && byte >= 0 && byte % C == 0 && x < width)
                        four |= (unsigned(taps.digit(y * width + x, digit, digits)) & 255u) << (8 * i);
                }
                list.push_back(four);
            }
}

}}} // namespace cv::recfilter::gpu

#endif
