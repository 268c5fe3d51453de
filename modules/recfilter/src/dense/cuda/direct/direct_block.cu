// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Launches of the direct convolution with small kernels.

#include "dense/cuda/common/compiled_size.hpp"
#include "dense/cuda/common/tuning.hpp"
#include "dense/cuda/direct/direct_block.cuh"
#include "dense/cuda/common/launch_conv.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <int K, int FILTERS, bool BY_ROWS>
void runShape(ConvJob job, const float* const* taps, const ConvFilter* filters, cudaStream_t stream)
{
    typedef BlockShape<K, FILTERS, BY_ROWS> Shape;
    BlockBank<Shape> bank;
    for (int f = 0; f < FILTERS; f++)
    {
        bank.filters[f] = filters[f];
        std::copy_n(taps[f], K * K, bank.taps[f]);
    }
    markVectors(job, Shape::Row::LEFT);
    launch<blockKernel<Shape>>(gridOf(job, Shape::BLOCK_COLUMNS, Shape::BLOCK_ROWS, Shape::THREADS, stream), job, bank);
}

template <int K>
void runSize(const ConvJob& job, const float* const* taps, const ConvFilter* filters, int count, bool byRows,
             cudaStream_t stream)
{
    if (byRows)
    {
        for (int f = 0; f < count; f++)
            runShape<K, 1, true>(job, taps + f, filters + f, stream);
        return;
    }
    if constexpr (tuning::blockFilters(K) >= 4)
        if (count == 4)
            return runShape<K, 4, false>(job, taps, filters, stream);
    if constexpr (tuning::blockFilters(K) >= 2)
        if (count == 2)
            return runShape<K, 2, false>(job, taps, filters, stream);
    runShape<K, 1, false>(job, taps, filters, stream);
}

} // namespace

void runBlock(const ConvJob& job, int size, const float* const* taps, const ConvFilter* filters, int count, bool byRows,
              cudaStream_t stream)
{
    withCompiledSize<3, tuning::BLOCK_KERNEL>(size,
                                              [&](auto k) { runSize<k>(job, taps, filters, count, byRows, stream); });
}

}}} // namespace cv::recfilter::gpu
