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

//! An array of doubles with as much of its border as the windows of all results reach.
class BorderedArray
{
public:
    //! @param before, after elements of the border along each dimension
    BorderedArray(const Mat& array, const Position& before, const Position& after, const NonSeparableParams& params)
        : sizes(sizesOf(array)), channels(array.channels())
    {
        Mat wide;
        array.convertTo(wide, CV_64F);
        const Mat_<double> inner = flat(wide);
        const Position inside = sizes;
        for (size_t i = 0; i < sizes.size(); i++)
            sizes[i] += before[i] + after[i];
        Position at(sizes.size(), 0);
        do
        {
            int64 index = 0;
            for (size_t i = 0; i < at.size() && index >= 0; i++)
            {
                const int from =
                    borderInterpolate(at[i] - before[i], inside[i], valueOf(params.borderType, i, BORDER_DEFAULT));
                index = from < 0 ? -1 : index * inside[i] + from;
            }
            for (int c = 0; c < channels; c++)
                values.push_back(index < 0 ? params.borderValue[c % 4] : inner(int(index) * channels + c));
        } while (advance(at, sizes));
    }

    //! Of channel 0 at this position.
    const double* at(const Position& position) const
    {
        size_t index = 0;
        for (size_t i = 0; i < sizes.size(); i++)
            index = index * size_t(sizes[i]) + size_t(position[i]);
        return values.data() + index * size_t(channels);
    }

    Position sizes;
    const int channels;

private:
    std::vector<double> values;
};

/** The result of one kernel. Sums are exact if all products and sums are representable.
@param largest receives the largest sum of absolute products, against which errors count */
inline Mat referenceFiltered(const Mat& src, const Mat& kernel, const NonSeparableParams& params,
                             double* largest = nullptr)
{
    const Position kernelSizes = sizesOf(kernel);
    Position sizes = sizesOf(src), before, after;
    for (size_t i = 0; i < sizes.size(); i++)
    {
        const int given = valueOf(params.anchor, i, -1), anchor = given < 0 ? kernelSizes[i] / 2 : given;
        const int reach = kernelSizes[i] - 1, first = params.convolves ? reach - anchor : anchor;
        before.push_back(params.valid ? 0 : first);
        after.push_back(params.valid ? 0 : reach - first);
        if (params.valid)
            sizes[i] -= reach;
    }
    const BorderedArray array(src, before, after, params);
    Mat wide;
    kernel.convertTo(wide, CV_64F);
    const Mat_<double> values = flat(wide);
    const bool isComplex = kernel.channels() == 2 || params.complexSource;
    const int parts = isComplex ? 2 : 1, inputs = params.complexSource ? array.channels / 2 : array.channels;
    // Each tap, and how far from the window's first element it meets its pixel.
    std::vector<std::complex<double>> taps;
    std::vector<ptrdiff_t> offsets;
    Position at(sizes.size(), 0);
    do
    {
        Position from = at;
        for (size_t i = 0; i < from.size() && params.convolves; i++)
            from[i] = kernelSizes[i] - 1 - at[i];
        offsets.push_back(array.at(from) - array.at(Position(from.size(), 0)));
        const int tap = int(taps.size());
        taps.push_back(kernel.channels() == 2 ? std::complex<double>(values(2 * tap), values(2 * tap + 1))
                                              : values(tap));
    } while (advance(at, kernelSizes));
    Mat result(int(sizes.size()), sizes.data(), CV_64FC(inputs * parts));
    double* out = result.ptr<double>();
    do
        for (int c = 0; c < inputs; c++)
        {
            const double* const window = array.at(at) + (params.complexSource ? 2 * c : c);
            std::complex<double> sum = 0;
            double real = 0, size = std::abs(params.delta);
            for (size_t i = 0; i < taps.size(); i++)
            {
                const double* const pixel = window + offsets[i];
                if (isComplex)
                {
                    const std::complex<double> value(pixel[0], params.complexSource ? pixel[1] : 0);
                    sum += taps[i] * value;
                    size += std::abs(taps[i]) * std::abs(value);
                }
                else
                {
                    real += taps[i].real() * pixel[0];
                    size += std::abs(taps[i].real() * pixel[0]);
                }
            }
            if (largest)
                *largest = std::max(*largest, size);
            *out++ = (isComplex ? sum.real() : real) + params.delta;
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
