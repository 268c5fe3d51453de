// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PERF_FUNCTIONS_HPP
#define OPENCV_RECFILTER_PERF_FUNCTIONS_HPP

// The functions beside a blur that benchmarks time on both sides, after the blur itself.

#include "perf_precomp.hpp"

#include "opencv2/recfilter/functions.hpp"
#include "opencv2/recfilter/scale_space.hpp"

namespace opencv_test {

struct FunctionRow
{
    const char* name;
    //! The whole call. @param second mask, radii or positions, of the source's side
    std::function<void(InputArray src, InputArray second, OutputArray dst, Stream* stream)> call;
    std::function<Mat(Size size)> second; //!< null: none
};

inline void PrintTo(const FunctionRow& row, std::ostream* os)
{
    *os << row.name;
}

namespace detail {

//! @param function of source, second array, result, and a stream or nothing
template <typename Function>
FunctionRow rowOf(const char* name, const Function& function, std::function<Mat(Size)> second = nullptr)
{
    const auto call = [function](InputArray src, InputArray other, OutputArray dst, Stream* stream) {
        if (stream)
            function(src, other, dst, *stream);
        else
            function(src, other, dst);
    };
    return {name, call, std::move(second)};
}

inline Mat holes(Size size)
{
    Mat mask(size, CV_8U);
    RNG rng(7);
    rng.fill(mask, RNG::UNIFORM, 0, 3);
    return mask;
}

inline Mat radii(Size size)
{
    Mat radius(size, CV_8U);
    for (int y = 0; y < size.height; y++)
        for (int x = 0; x < size.width; x++)
            radius.at<uchar>(y, x) = uchar((x / 37 + y / 53) % 60);
    return radius;
}

inline Mat turnedPositions(Size size)
{
    Mat map(size, CV_32FC2);
    for (int y = 0; y < size.height; y++)
        for (int x = 0; x < size.width; x++)
            map.at<Point2f>(y, x) = Point2f(0.98f * x - 0.17f * y + 300, 0.17f * x + 0.98f * y - 300);
    return map;
}

} // namespace detail

inline std::vector<FunctionRow> functionRows()
{
    using detail::rowOf;
    const Matx23d turn(0.98, -0.17, 300, 0.17, 0.98, -300);
    return {
        rowOf("blur", [](InputArray src, InputArray, OutputArray dst,
                         auto&... stream) { recursiveGaussianBlur(src, dst, 3, 0, BORDER_DEFAULT, -1, stream...); }),
        rowOf("gradient_magnitude",
              [](InputArray src, InputArray, OutputArray dst, auto&... stream) {
                  gaussianGradientMagnitude(src, dst, 3, 0, BORDER_DEFAULT, -1, false, stream...);
              }),
        rowOf("Laplacian",
              [](InputArray src, InputArray, OutputArray dst, auto&... stream) {
                  laplacianOfGaussian(src, dst, 3, 0, BORDER_DEFAULT, -1, false, stream...);
              }),
        rowOf("difference",
              [](InputArray src, InputArray, OutputArray dst, auto&... stream) {
                  differenceOfGaussians(src, dst, 3, 0, BORDER_DEFAULT, -1, stream...);
              }),
        rowOf("unsharp", [](InputArray src, InputArray, OutputArray dst,
                            auto&... stream) { unsharpMask(src, dst, 3, 1, 0, BORDER_DEFAULT, stream...); }),
        rowOf("structure_tensor",
              [](InputArray src, InputArray, OutputArray dst, auto&... stream) {
                  structureTensor(src, dst, 1.5, 5, BORDER_DEFAULT, -1, stream...);
              }),
        rowOf("Hessian", [](InputArray src, InputArray, OutputArray dst,
                            auto&... stream) { hessianOfGaussian(src, dst, 3, BORDER_DEFAULT, -1, false, stream...); }),
        rowOf(
            "masked_blur",
            [](InputArray src, InputArray mask, OutputArray dst, auto&... stream) {
                maskedGaussianBlur(src, mask, dst, 3, 0, false, 0, 1e-3, BORDER_DEFAULT, -1, stream...);
            },
            detail::holes),
        rowOf(
            "masked_box",
            [](InputArray src, InputArray mask, OutputArray dst, auto&... stream) {
                maskedBoxFilter(src, mask, dst, Size(61, 61), false, 0, 1e-9, BORDER_DEFAULT, -1, stream...);
            },
            detail::holes),
        rowOf("box",
              [](InputArray src, InputArray, OutputArray dst, auto&... stream) {
                  cv::cuda::boxFilter(src, dst, Size(61, 61), BORDER_DEFAULT, -1, stream...);
              }),
        rowOf(
            "box_by_radius",
            [](InputArray src, InputArray radius, OutputArray dst, auto&... stream) {
                boxFilterByRadius(src, radius, dst, BORDER_DEFAULT, -1, stream...);
            },
            detail::radii),
        rowOf("warp_cubic",
              [turn](InputArray src, InputArray, OutputArray dst, auto&... stream) {
                  splineWarpAffine(src, dst, turn, Size(), 3, BORDER_DEFAULT, true, -1, stream...);
              }),
        rowOf("warp_quintic",
              [turn](InputArray src, InputArray, OutputArray dst, auto&... stream) {
                  splineWarpAffine(src, dst, turn, Size(), 5, BORDER_DEFAULT, true, -1, stream...);
              }),
        rowOf(
            "remap_cubic",
            [](InputArray src, InputArray map, OutputArray dst, auto&... stream) {
                splineRemap(src, dst, map, 3, BORDER_DEFAULT, -1, stream...);
            },
            detail::turnedPositions),
    };
}

//! Ten sigmas of a scale space, half an octave apart.
inline std::vector<double> tenSigmas()
{
    std::vector<double> sigmas;
    for (int i = 0; i < 10; i++)
        sigmas.push_back(std::pow(2., 0.5 * (i + 1)));
    return sigmas;
}

} // namespace opencv_test

#endif
