// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Collects the kernels of the summed-area tables. No include guard: OpenCV compiles it once per instruction set.

#include "sat/cpu/sat_kernels.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

SatKernels findSatKernels(int depth, int tableDepth, bool squared, int channels);

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#ifndef CV_CPU_OPTIMIZATION_DECLARATIONS_ONLY

#include "sat/cpu/sat_vectors.hpp"
#include "sat/cpu/sat_strip.hpp"
#include "sat/cpu/sat_gather.hpp"
#include "sat/cpu/sat_tilted.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

template <typename L>
static SatKernels kernelsOf(int channels)
{
    SatKernels kernels = {stripOfAnyChannels<L>, gatherOfAnyChannels<L>, tiltedRow<L>};
#if RECFILTER_SAT_VECTORS
    const auto use = [&](auto strip, auto gather) {
        kernels.strip = strip;
        kernels.gather = gather;
    };
    constexpr int lanes = tableLanes<typename L::Table>();
    if (channels == 1)
        use(strip<L, 1>, gather<L, 1>);
    if (channels == 2)
        use(strip<L, 2>, gather<L, 2>);
    if constexpr (lanes >= 4)
    {
        if (channels == 3)
            use(strip<L, 3>, gather<L, 3>);
        if (channels == 4)
            use(strip<L, 4>, gather<L, 4>);
    }
#else
    CV_UNUSED(channels);
#endif
    return kernels;
}

template <typename T, typename S>
static SatKernels kernelsOf(bool squared, int channels)
{
    return squared ? kernelsOf<SatLoader<T, S, true>>(channels) : kernelsOf<SatLoader<T, S, false>>(channels);
}

SatKernels findSatKernels(int depth, int tableDepth, bool squared, int channels)
{
    const auto isPair = [&](int from, int to) { return depth == from && tableDepth == to; };
    if (isPair(CV_8U, CV_32S))
        return kernelsOf<uchar, unsigned>(squared, channels);
    if (isPair(CV_8U, CV_32F))
        return kernelsOf<uchar, float>(squared, channels);
    if (isPair(CV_8U, CV_64F))
        return kernelsOf<uchar, double>(squared, channels);
    if (isPair(CV_16U, CV_64F))
        return kernelsOf<ushort, double>(squared, channels);
    if (isPair(CV_16S, CV_64F))
        return kernelsOf<short, double>(squared, channels);
    if (isPair(CV_32S, CV_32S) && !squared)
        return kernelsOf<SatLoader<int, unsigned, false>>(channels);
    if (isPair(CV_32S, CV_64F))
        return kernelsOf<int, double>(squared, channels);
    if (isPair(CV_32F, CV_32F))
        return kernelsOf<float, float>(squared, channels);
    if (isPair(CV_32F, CV_64F))
        return kernelsOf<float, double>(squared, channels);
    if (isPair(CV_64F, CV_64F))
        return kernelsOf<double, double>(squared, channels);
    return {nullptr, nullptr, nullptr};
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
