// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_CONVOLUTION_REFERENCE_HPP
#define OPENCV_RECFILTER_TEST_CONVOLUTION_REFERENCE_HPP

// Non-separable filters as their definition says: serial, in double, pixel by pixel.

#include "recursive_common.hpp"

namespace opencv_test { namespace {

typedef std::vector<int> Position;

inline Position sizesOf(const Mat& array)
{
    return Position(array.size.p, array.size.p + array.dims);
}

//! A continuous array as one row of single elements.
inline Mat flat(const Mat& array)
{
    const Mat whole = array.isContinuous() ? array : array.clone();
    return Mat(1, int(whole.total()) * whole.channels(), whole.depth(), whole.data).clone();
}

//! The next position in an array of these sizes, the last dimension fastest. Returns false behind the last one.
inline bool advance(Position& position, const Position& sizes)
{
    for (size_t i = sizes.size(); i-- > 0;)
    {
        if (++position[i] < sizes[i])
            return true;
        position[i] = 0;
    }
    return false;
}

inline int valueOf(const std::vector<int>& list, size_t i, int otherwise)
{
    return list.empty() ? otherwise : list.size() == 1 ? list[0] : list[i];
}

//! An array of doubles whose border goes on without end.
class EndlessArray
{
public:
    EndlessArray(const Mat& array, const NonSeparableParams& parameters)
        : sizes(sizesOf(array)), channels(array.channels()), params(parameters)
    {
        Mat wide;
        array.convertTo(wide, CV_64F);
        flat(wide).copyTo(values);
    }

    double at(const Position& position, int channel) const
    {
        size_t index = 0;
        for (size_t i = 0; i < sizes.size(); i++)
        {
            const int inside = borderInterpolate(position[i], sizes[i], valueOf(params.borderType, i, -1));
            if (inside < 0)
                return params.borderValue[channel % 4];
            index = index * size_t(sizes[i]) + size_t(inside);
        }
        return values(int(index) * channels + channel);
    }

    const Position sizes;
    const int channels;

private:
    const NonSeparableParams& params;
    Mat_<double> values;
};

/** The result of one kernel. Sums are exact if all products and sums are representable.
@param largest receives the largest sum of absolute products, against which errors count */
inline Mat referenceFiltered(const Mat& src, const Mat& kernel, const NonSeparableParams& params,
                             double* largest = nullptr)
{
    const EndlessArray array(src, params);
    const Position kernelSizes = sizesOf(kernel);
    Position sizes = array.sizes, anchor;
    for (size_t i = 0; i < sizes.size(); i++)
    {
        const int given = valueOf(params.anchor, i, -1);
        anchor.push_back(given < 0 ? kernelSizes[i] / 2 : given);
        if (params.valid)
            sizes[i] -= kernelSizes[i] - 1;
    }
    Mat wide;
    kernel.convertTo(wide, CV_64F);
    const Mat_<double> taps = flat(wide);
    const bool isComplex = kernel.channels() == 2 || params.complexSource;
    const int parts = isComplex ? 2 : 1, inputs = params.complexSource ? array.channels / 2 : array.channels;
    Mat result(int(sizes.size()), sizes.data(), CV_64FC(inputs * parts));
    double* out = result.ptr<double>();
    Position at(sizes.size(), 0);
    do
        for (int c = 0; c < inputs; c++)
        {
            std::complex<double> sum = 0;
            double size = std::abs(params.delta);
            Position q(sizes.size(), 0);
            int tap = 0;
            do
            {
                Position from = at;
                for (size_t i = 0; i < from.size(); i++)
                    if (params.valid)
                        from[i] += params.convolves ? kernelSizes[i] - 1 - q[i] : q[i];
                    else
                        from[i] += params.convolves ? anchor[i] - q[i] : q[i] - anchor[i];
                const std::complex<double> k =
                    kernel.channels() == 2 ? std::complex<double>(taps(2 * tap), taps(2 * tap + 1)) : taps(tap);
                const std::complex<double> pixel =
                    params.complexSource ? std::complex<double>(array.at(from, 2 * c), array.at(from, 2 * c + 1))
                                         : array.at(from, c);
                sum += k * pixel;
                size += std::abs(k) * std::abs(pixel);
                tap++;
            } while (advance(q, kernelSizes));
            if (largest)
                *largest = std::max(*largest, size);
            *out++ = sum.real() + params.delta;
            if (isComplex)
                *out++ = sum.imag();
        }
    while (advance(at, sizes));
    return result;
}

typedef NonSeparableParams Params;

//! Noise of any dimensions. Integers take their whole range.
inline Mat arrayOf(const Position& sizes, int type, uint64 seed = 1)
{
    int64 elements = CV_MAT_CN(type);
    for (int length : sizes)
        elements *= length;
    const Mat values = noise(Size(int(elements), 1), CV_MAT_DEPTH(type), seed);
    return Mat(int(sizes.size()), sizes.data(), type, values.data).clone();
}

//! Taps from -1 to 1. @param type CV_32F or CV_64F, of one or two channels
inline Mat kernelOf(const Position& sizes, int type, uint64 seed = 1)
{
    Mat taps = arrayOf(sizes, type, seed + 1000);
    taps.convertTo(taps, -1, 2, -1);
    return taps;
}

//! The kernel in steps of 1 / 256. Many of its sums over bytes are halves, and a wrong rounding shows at once.
inline Mat inSteps(const Mat& kernel)
{
    Mat steps, result;
    kernel.convertTo(steps, CV_32S, 256);
    steps.convertTo(result, CV_64F, 1. / 256);
    return result;
}

//! Requires the results of a call: of the definition, up to the arithmetic and one rounding.
inline void expectAsDefined(const Mat& actual, const Mat& src, const Mat& kernel, const Params& params)
{
    double largest = 0;
    const Mat expected = referenceFiltered(src, kernel, params, &largest);
    const int depth = params.ddepth < 0 ? src.depth() : params.ddepth;
    ASSERT_EQ(CV_MAKETYPE(depth, expected.channels()), actual.type());
    ASSERT_EQ(sizesOf(expected), sizesOf(actual));
    Mat rounded, wide;
    flat(expected).convertTo(rounded, depth); // saturates
    flat(actual).convertTo(wide, CV_64F);
    const bool isInteger = depth < CV_32F && depth != CV_16F;
    Mat saturated;
    rounded.convertTo(saturated, CV_64F);
    const Mat_<double> reference = isInteger || depth == CV_16F ? saturated : flat(expected);
    const bool inDouble = src.depth() == CV_64F || depth == CV_64F;
    const double arithmetic = (!inDouble ? 2e-6 : depth == CV_32F ? 6e-8 : 1e-14) * largest;
    const double rounding = isInteger ? (src.depth() == CV_8U ? 0 : 1) : depth == CV_16F ? largest / 1024 : arithmetic;
    EXPECT_LE(cvtest::norm(wide, reference, NORM_INF), rounding) << "largest sum " << largest;
}

}} // namespace

#endif
