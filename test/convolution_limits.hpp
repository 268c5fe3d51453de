// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_CONVOLUTION_LIMITS_HPP
#define OPENCV_RECFILTER_TEST_CONVOLUTION_LIMITS_HPP

// Cases of extreme sizes and numbers for dense kernels, for tests of the CPU and of the GPU.

#include "convolution_reference.hpp"

#include <functional>

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

/** Equal pixels by equal taps. Errors of their sums grow with the number of taps, as all additions round to one side
for a while. */
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

/** Pixels so unlike that Fourier transforms lose the small ones, and what is not finite. All results are compared with
sums of their own windows. */
struct UnlikePixels
{
    const char* name;
    Position array;
    std::function<void(Mat&)> change; //!< of noise from 0 to 1
    Position kernel = {};             //!< empty: 25 x 25, or 7 taps a side

    Mat source(int type) const
    {
        Mat src = arrayOf(array, type);
        change(src);
        return src;
    }

    Mat taps() const
    {
        const Position size = !kernel.empty()     ? kernel
                              : array.size() == 2 ? Position{25, 25}
                                                  : Position(array.size(), 7);
        return kernelOf(size, CV_32F);
    }
};

//! Pixels of a row of the array, as one image for all outer dimensions.
inline Mat asRows(Mat& array)
{
    return Mat(int(array.total() / size_t(array.size[array.dims - 1])), array.size[array.dims - 1], array.type(),
               array.data);
}

inline void setPixel(Mat& array, int row, int column, double value)
{
    asRows(array)(Rect(column, row, 1, 1)).setTo(Scalar::all(value));
}

inline std::vector<UnlikePixels> unlikePixels()
{
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    return {
        {"a bright pixel in a flat image",
         {200, 210},
         [](Mat& m) { m.setTo(Scalar::all(0.5)), setPixel(m, 100, 120, 1e9); }},
        {"a bright pixel in a corner", {200, 210}, [](Mat& m) { setPixel(m, 0, 0, -1e6); }},
        {"bright pixels everywhere",
         {150, 210},
         [](Mat& m) {
             for (int i = 0; i < 20; i++)
                 setPixel(m, i * 37 % 150, i * 59 % 210, 1e7);
         }},
        {"a dark half", {160, 230}, [](Mat& m) { m.colRange(0, 110) *= 1e-6; }},
        {"a dark stripe", {160, 230}, [](Mat& m) { m.rowRange(40, 100) *= 1e-4; }},
        {"a half of zeros", {160, 230}, [](Mat& m) { m.colRange(0, 110).setTo(Scalar::all(0)); }},
        {"zeros but for one pixel", {160, 230}, [](Mat& m) { m.setTo(Scalar::all(0)), setPixel(m, 80, 7, 3); }},
        {"zeros beside faint pixels",
         {160, 230},
         [](Mat& m) { m.colRange(0, 110).setTo(Scalar::all(0)), setPixel(m, 80, 50, 1e-9); }},
        {"a steep slope",
         {160, 230},
         [](Mat& m) {
             for (int x = 0; x < m.cols; x++)
                 m.col(x) *= std::pow(10., -x / 10.);
         }},
        {"numbers whose sums would overflow", {160, 230}, [](Mat& m) { setPixel(m, 90, 100, 3e37); }},
        {"a NaN", {160, 230}, [=](Mat& m) { setPixel(m, 90, 100, nan); }},
        {"an infinite pixel", {160, 230}, [=](Mat& m) { setPixel(m, 5, 229, -inf); }},
        {"NaN and infinite pixels",
         {160, 230},
         [=](Mat& m) { setPixel(m, 20, 30, nan), setPixel(m, 140, 200, inf), setPixel(m, 141, 201, -inf); }},
        {"NaN beside a bright pixel",
         {160, 230},
         [=](Mat& m) { setPixel(m, 20, 30, nan), setPixel(m, 21, 30, 1e9), setPixel(m, 140, 200, 1e9); }},
        {"a bright pixel, long kernels", {90, 300}, [](Mat& m) { setPixel(m, 60, 120, 1e9); }, {3, 151}},
        {"a bright pixel, high kernels", {300, 90}, [](Mat& m) { setPixel(m, 60, 20, 1e9); }, {131, 4}},
        {"faint pixels between bright ones",
         {160, 230},
         [](Mat& m) {
             m *= 1e-9;
             for (int y = 0; y < m.rows; y += 11)
                 for (int x = 0; x < m.cols; x += 10)
                     setPixel(m, y, x, y % 2 ? 1e3 : -1);
         },
         {9, 9}},
        {"bright and faint neighbours among zeros",
         {160, 230},
         [](Mat& m) {
             m.setTo(Scalar::all(0));
             for (int i = 0; i < 40; i++)
                 setPixel(m, i * 37 % 160, i * 59 % 229, 1e9), setPixel(m, i * 37 % 160, i * 59 % 229 + 1, 1);
         },
         {5, 5}},
        {"faint pixels above pixels 2^150 times as bright",
         {160, 230},
         [](Mat& m) {
             m.setTo(Scalar::all(0));
             for (int i = 0; i < 4; i++)
                 setPixel(m, 30 + 2 * i, 40 * i + 20, 1e-17), setPixel(m, 37 + i, 40 * i + 30, 1e29);
         },
         {7, 7}},
        {"magnitudes of all kinds",
         {160, 230},
         [](Mat& m) {
             cv::pow(m, 20, m);
             m *= 1e10;
         },
         {5, 7}},
        {"a bright voxel", {30, 31, 40}, [](Mat& m) { setPixel(m, 300, 20, 1e9); }},
        {"a NaN in a volume", {30, 31, 40}, [=](Mat& m) { setPixel(m, 400, 20, nan); }},
        {"zeros in a volume", {30, 31, 40}, [](Mat& m) { asRows(m).rowRange(0, 400).setTo(Scalar::all(0)); }},
        {"a dark half of a volume", {30, 31, 140}, [](Mat& m) { asRows(m).colRange(0, 60) *= 1e-8; }, {5, 5, 5}},
        {"a bright voxel in 4D", {9, 10, 11, 20}, [](Mat& m) { setPixel(m, 500, 7, 1e9); }},
    };
}

//! The largest magnitude of each window, axis by axis. @param array of CV_64F
inline Mat largestOfWindows(const Mat& array, const Mat& kernel, const Params& params)
{
    Mat from = array;
    for (int axis = 0; axis < array.dims; axis++)
    {
        const int n = array.size[axis], taps = kernel.size[axis], given = valueOf(params.anchor, size_t(axis), -1);
        const int anchor = given < 0 ? taps / 2 : given, first = params.convolves ? taps - 1 - anchor : anchor;
        const int border = valueOf(params.borderType, size_t(axis), BORDER_DEFAULT);
        int64 inner = array.channels(), outer = 1;
        for (int i = axis + 1; i < array.dims; i++)
            inner *= array.size[i];
        for (int i = 0; i < axis; i++)
            outer *= array.size[i];
        Mat to = from.clone();
        for (int64 o = 0; o < outer; o++)
            for (int x = 0; x < n; x++)
                for (int64 i = 0; i < inner; i++)
                {
                    double most = 0;
                    for (int k = 0; k < taps; k++)
                    {
                        const int at = borderInterpolate(x - first + k, n, border);
                        const double value = at < 0 ? std::abs(params.borderValue[0])
                                                    : std::abs(from.ptr<double>()[(o * n + at) * inner + i]);
                        most = std::max(most, value);
                    }
                    to.ptr<double>()[(o * n + x) * inner + i] = most;
                }
        from = to;
    }
    return from;
}

/** Requires results as of sums of windows, up to `tolerance` times the sum of |tap| and the largest pixel of the
window. What is not finite must be where windows hold such a pixel, and only there; windows of zeros give zeros.
The sums are those of direct convolution in double on the CPU, which other tests compare with the definition. */
inline void expectWindowErrors(const Mat& actual, const Mat& src, const Mat& kernel, const Params& params,
                               double tolerance)
{
    // Where a pixel is not finite sums are compared as not finite; elsewhere such pixels play no part.
    Mat wide, finite;
    src.convertTo(wide, CV_64F);
    finite = wide.clone();
    double* const values = finite.ptr<double>();
    const size_t count = finite.total() * size_t(finite.channels());
    Mat spoilt(finite.dims, finite.size.p, finite.type(), Scalar::all(0));
    for (size_t i = 0; i < count; i++)
        if (!std::isfinite(values[i]))
        {
            values[i] = 0;
            spoilt.ptr<double>()[i] = 1;
        }
    Params exact = params;
    exact.algorithm = CONVOLUTION_DIRECT;
    exact.ddepth = CV_64F;
    const auto sums = [&](const Mat& array, const Mat& taps) {
        Mat result;
        createNonSeparableFilter(taps, exact)->apply(array, result);
        return result;
    };
    const auto counts = [&](const Mat& array) {
        exact.borderValue = Scalar();
        exact.delta = 0;
        return sums(array, Mat(kernel.dims, kernel.size.p, CV_64F, Scalar(1)));
    };
    const Mat expected = sums(finite, kernel), holds = counts(spoilt);
    Mat taps64;
    flat(kernel).convertTo(taps64, CV_64F);
    const double tapSum = cv::norm(taps64, NORM_L1);
    const Mat_<double> window = flat(largestOfWindows(finite, kernel, params));
    const Mat_<double> reference = flat(expected), spoiltWindows = flat(holds);
    Mat single;
    flat(actual).convertTo(single, CV_64F);
    const Mat_<double> result = single;
    double worst = 0;
    int notFinite = 0, notZero = 0;
    for (int i = 0; i < int(result.total()); i++)
    {
        if (spoiltWindows(i) > 0.5)
            notFinite += std::isfinite(result(i));
        else if (!std::isfinite(result(i)))
            notFinite++;
        else if (window(i) == 0)
            notZero += result(i) != params.delta;
        else if (std::abs(reference(i)) < 1e37)
            worst = std::max(worst, std::abs(result(i) - reference(i)) / (tapSum * window(i)));
    }
    EXPECT_EQ(0, notFinite);
    EXPECT_EQ(0, notZero);
    EXPECT_LE(worst, tolerance);
}

}} // namespace opencv_test::

#endif
