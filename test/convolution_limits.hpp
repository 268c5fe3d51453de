// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_CONVOLUTION_LIMITS_HPP
#define OPENCV_RECFILTER_TEST_CONVOLUTION_LIMITS_HPP

// Cases of extreme sizes and numbers for dense kernels, for tests of the CPU and of the GPU.

#include "convolution_reference.hpp"

namespace opencv_test { namespace {

inline String textOf(const Position& sizes)
{
    String text;
    for (size_t i = 0; i < sizes.size(); i++)
        text += (i ? " x " : "") + format("%d", sizes[i]);
    return text;
}

//! An array and a kernel that is larger along some dimension.
struct LargerKernel
{
    Position array, kernel, anchor;
    int type;

    Params params(int border) const
    {
        Params result;
        result.borderType = {border};
        result.borderValue = Scalar(0.5, -1, 3);
        result.delta = 0.25;
        result.anchor = anchor;
        if (CV_MAT_DEPTH(type) < CV_32F)
            result.ddepth = CV_32F;
        return result;
    }

    String text(const Params& p) const
    {
        return textOf(array) + " by " + textOf(kernel) +
               format(", border %d, algorithm %d, type %d", p.borderType[0], p.algorithm, type);
    }

    static LargerKernel random(uint64 seed)
    {
        RNG rng(seed * 31);
        LargerKernel row;
        const int dims = rng.uniform(2, 5), most = dims == 2 ? 40 : dims == 3 ? 11 : 6;
        for (int i = 0; i < dims; i++)
        {
            row.array.push_back(rng.uniform(1, most / 2));
            row.kernel.push_back(rng.uniform(1, most));
            row.anchor.push_back(rng.uniform(-1, row.kernel.back()));
        }
        const size_t longer = size_t(rng.uniform(0, dims));
        row.kernel[longer] = std::max(row.kernel[longer], row.array[longer] + 1);
        const int types[] = {CV_8UC1, CV_16SC3, CV_32FC1, CV_32FC2, CV_64FC1};
        row.type = types[rng.uniform(0, 5)];
        return row;
    }
};

inline std::vector<LargerKernel> largerKernels()
{
    return {
        {{1, 1}, {1, 2}, {}, CV_32FC1},
        {{1, 1}, {7, 9}, {}, CV_32FC2},
        {{1, 2}, {5, 5}, {}, CV_32FC1},
        {{2, 1}, {3, 3}, {2, 0}, CV_64FC1},
        {{2, 2}, {3, 3}, {}, CV_8UC1},
        {{2, 3}, {17, 17}, {}, CV_32FC1},
        {{4, 4}, {5, 5}, {}, CV_32FC1},
        {{3, 8}, {9, 7}, {0, 6}, CV_32FC1},
        {{8, 3}, {4, 11}, {}, CV_32FC3},
        {{5, 5}, {23, 40}, {22, 0}, CV_32FC1},
        {{70, 5}, {3, 13}, {}, CV_32FC1},
        {{5, 140}, {15, 15}, {}, CV_32FC1},
        {{1, 1, 1}, {3, 3, 3}, {}, CV_32FC1},
        {{2, 1, 3}, {5, 5, 5}, {}, CV_32FC1},
        {{1, 5, 8}, {3, 3, 3}, {}, CV_32FC1},
        {{3, 4, 8}, {7, 7, 7}, {}, CV_32FC1},
        {{2, 3, 4}, {4, 1, 9}, {3, 0, 0}, CV_64FC1},
        {{1, 1, 1, 1}, {2, 3, 2, 3}, {}, CV_32FC1},
        {{1, 2, 1, 4}, {3, 3, 3, 3}, {}, CV_32FC1},
        {{2, 1, 3, 2}, {1, 5, 2, 3}, {}, CV_32FC2},
    };
}

/** Equal pixels by equal taps. Errors of their sums grow with the number of taps, as all additions round to one side for
a while. */
struct FlatSum
{
    Mat src, kernel;
    Params params;
    double pixel, tap, count;

    FlatSum(const Position& size, uint64 seed, int algorithm) : count(1)
    {
        RNG rng(seed * 977);
        pixel = rng.uniform(0.5f, 1.f);
        tap = rng.uniform(0.5f, 1.f);
        Position array = size;
        for (size_t i = 0; i < size.size(); i++)
        {
            count *= size[i];
            array[i] = i + 1 == size.size() ? 70 : i + 2 == size.size() ? 9 : 3;
        }
        src = Mat(int(array.size()), array.data(), CV_32F, Scalar(pixel));
        kernel = Mat(int(size.size()), size.data(), CV_32F, Scalar(tap));
        params.algorithm = algorithm;
        params.borderType = {BORDER_REFLECT};
    }

    //! A sum of 1, to which delta is added.
    void setDelta(double delta)
    {
        params.delta = delta;
        pixel = 1;
        tap = float(1 / count);
        src.setTo(Scalar(pixel));
        kernel.setTo(Scalar(tap));
    }

    //! Beyond half a unit in the last place of the result, relative to the sum of |tap| * |pixel|.
    double error(const Mat& result) const
    {
        const double sum = count * tap * pixel, expected = sum + params.delta;
        double largest = 0;
        for (const float value : cv::Mat_<float>(flat(result)))
            largest = std::max(largest, std::abs(value - expected));
        return (largest - 6e-8 * std::abs(params.delta)) / sum;
    }

    String text() const
    {
        return textOf(Position(kernel.size.p, kernel.size.p + kernel.dims)) +
               format(" taps of %.9g by pixels of %.9g, delta %g, algorithm %d", tap, pixel, params.delta,
                      params.algorithm);
    }
};

//! Around ends of sums, odd and even, in all dimensions.
inline std::vector<Position> flatSumKernels()
{
    return {{3, 3},       {5, 5},       {7, 7},        {8, 9},      {9, 9},       {10, 10},     {11, 11},
            {12, 13},     {15, 15},     {17, 17},      {19, 18},    {24, 24},     {31, 31},     {41, 41},
            {64, 65},     {101, 101},   {1, 99},       {1, 1000},   {3, 400},     {5, 21},      {200, 1},
            {2000, 1},    {400, 3},     {3, 3, 3},     {5, 5, 5},   {7, 7, 7},    {9, 9, 9},    {11, 11, 11},
            {13, 13, 13}, {3, 20, 30},  {30, 3, 20},   {1, 9, 31},  {3, 3, 3, 3}, {4, 5, 5, 5}, {5, 5, 5, 5},
            {7, 7, 7, 7}, {9, 3, 5, 7}, {12, 5, 5, 5}, {2, 9, 9, 9}};
}

}} // namespace opencv_test::

#endif
