// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Launches of the direct convolution that marches down the rows.

#include "dense/cuda/common/compiled_size.hpp"
#include "dense/cuda/common/tuning.hpp"
#include "dense/cuda/direct/direct_march.cuh"
#include "dense/cuda/common/launch_conv.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <int K, bool BY_ROWS>
void runShape(ConvJob job, const float* taps, const ConvFilter& filter, cudaStream_t stream)
{
    typedef MarchShape<K, BY_ROWS> Shape;
    MarchFilter<Shape> bank;
    bank.filter = filter;
    std::copy_n(taps, K * K, bank.taps);
    markVectors(job, Shape::Row::LEFT);
    const int columns = Shape::WARPS * Shape::WARP_COLUMNS;
    const int rows =
        lengthOfMarch(int64(ceilDiv(job.width, columns)) * job.src.image.channels, job.height, tuning::LEAST_MARCH_ROWS,
                      tuning::MARCH_ROWS, (K - 1) * tuning::MARCH_EMPTY_ROW, Shape::BLOCKS);
    const Grid grid = gridOf(job, columns, rows, Shape::THREADS, stream);
    launch<marchKernel<Shape>>(grid, job, bank, rows);
}

template <int K>
void runSize(const ConvJob& job, const float* taps, const ConvFilter& filter, bool byRows, cudaStream_t stream)
{
    if (byRows)
        runShape<K, true>(job, taps, filter, stream);
    else
        runShape<K, false>(job, taps, filter, stream);
}

} // namespace

void runMarch(const ConvJob& job, int size, const float* taps, const ConvFilter& filter, bool byRows,
              cudaStream_t stream)
{
    withCompiledSize<tuning::BLOCK_KERNEL + 2, tuning::MARCH_KERNEL>(
        size, [&](auto k) { runSize<k>(job, taps, filter, byRows, stream); });
}

}}} // namespace cv::recfilter::gpu
