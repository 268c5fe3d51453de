// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Values of splines on the GPU: a thread for each pixel, a warp for 8 x 4 of them, whose coefficients are neighbours.

#include "functions/cuda/spline_kernels.hpp"
#include "functions/model/spline_weights.hpp"
#include "runtime/cuda/io/border_index.cuh"
#include "runtime/cuda/io/pixel_io.cuh"
#include "runtime/cuda/launch.cuh"

#include <math_constants.h>

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int THREADS = 128, COLUMNS = 16, ROWS = 8; // of a block

//! A coefficient, counted from the image's first pixel on: one with a margin, or one that stands in.
__device__ inline int indexOf(int64 i, int n, const SplineKernelJob& job)
{
    i += job.margin;
    if (i >= 0 && i < n)
        return int(i);
    return job.margin ? (i < 0 ? 0 : n - 1) : int(borderIndex(i, n, job.border));
}

__device__ inline double2 positionOf(const SplineKernelJob& job, int x, int y)
{
    if (!job.map.data)
        return make_double2(job.affine.x[0] * x + job.affine.x[1] * y + job.affine.x[2],
                            job.affine.y[0] * x + job.affine.y[1] * y + job.affine.y[2]);
    if (job.map.depth == CV_64F)
    {
        const double* const row = rowOf<double>(job.map, y);
        return make_double2(row[2 * int64(x)], row[2 * int64(x) + 1]);
    }
    const float* const row = rowOf<float>(job.map, y);
    return make_double2(row[2 * int64(x)], row[2 * int64(x) + 1]);
}

template <typename W>
__device__ inline void store(const ImageView& image, int64 element, int64 y, W value)
{
    withDepth<double>(image.depth, [&](auto type) {
        rowOf<decltype(type)>(image, y)[element] = Narrow<decltype(type)>::from(value);
    });
}

//! @param across blocks of a row
template <int DEGREE, typename W>
__global__ void __launch_bounds__(THREADS)
    sampleKernel(const __grid_constant__ SplineKernelJob job, const __grid_constant__ unsigned across)
{
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
    const int x = int(blockIdx.x % across) * COLUMNS + warp % 2 * 8 + lane % 8;
    const int y = int(blockIdx.x / across) * ROWS + warp / 2 * 4 + lane / 8;
    if (x >= job.dst.width || y >= job.dst.height)
        return;
    const double2 at = positionOf(job, x, y);
    const int channels = job.coefficients.channels;
    if (!(fabs(at.x) <= MOST_POSITION && fabs(at.y) <= MOST_POSITION))
    {
        for (int c = 0; c < channels; c++)
            store(job.dst, int64(x) * channels + c, y, CUDART_NAN_F);
        return;
    }
    const SplineWeights<DEGREE, W> inRow(at.x), down(at.y);
    int columns[DEGREE + 1];
#pragma unroll
    for (int i = 0; i <= DEGREE; i++)
        columns[i] = indexOf(int64(inRow.first) + i, job.coefficients.width, job);
    for (int c = 0; c < channels; c++)
    {
        W sum = 0;
#pragma unroll
        for (int j = 0; j <= DEGREE; j++)
        {
            const W* const row =
                rowOf<W>(job.coefficients, indexOf(int64(down.first) + j, job.coefficients.height, job)) + c;
            W ofRow = 0;
#pragma unroll
            for (int i = 0; i <= DEGREE; i++)
                ofRow = fma(inRow.values[i], row[int64(columns[i]) * channels], ofRow);
            sum = fma(down.values[j], ofRow, sum);
        }
        store(job.dst, int64(x) * channels + c, y, sum);
    }
}

template <typename W>
void sample(const SplineKernelJob& job, cudaStream_t stream)
{
    const int64 across = (int64(job.dst.width) + COLUMNS - 1) / COLUMNS,
                down = (int64(job.dst.height) + ROWS - 1) / ROWS;
    withDegree(job.degree, [&](auto degree) {
        launch<sampleKernel<degree, W>>({across * down, THREADS, 0, stream}, job, unsigned(across));
    });
}

//! @param blocks of a row of elements
template <typename W>
__global__ void __launch_bounds__(THREADS)
    padKernel(const __grid_constant__ ImageView src, const __grid_constant__ ImageView padded,
              const __grid_constant__ int margin, const __grid_constant__ int border,
              const __grid_constant__ unsigned blocks)
{
    const int64 element = int64(blockIdx.x % blocks) * THREADS + threadIdx.x, y = blockIdx.x / blocks;
    if (element >= int64(padded.width) * padded.channels)
        return;
    const int64 column = borderIndex(element / padded.channels - margin, src.width, border),
                row = borderIndex(y - margin, src.height, border);
    const W value = column < 0 || row < 0 ? W(0) : loadPixel<W>(src, column, row, int(element % padded.channels));
    rowOf<W>(padded, y)[element] = value;
}

} // namespace

void runSampling(const SplineKernelJob& job, cudaStream_t stream)
{
    if (job.coefficients.depth == CV_64F)
        sample<double>(job, stream);
    else
        sample<float>(job, stream);
}

void runPadding(const ImageView& src, const ImageView& padded, int margin, int border, cudaStream_t stream)
{
    const int64 blocks = (int64(padded.width) * padded.channels + THREADS - 1) / THREADS;
    const Grid grid = {blocks * padded.height, THREADS, 0, stream};
    if (padded.depth == CV_64F)
        launch<padKernel<double>>(grid, src, padded, margin, border, unsigned(blocks));
    else
        launch<padKernel<float>>(grid, src, padded, margin, border, unsigned(blocks));
}

}}} // namespace cv::recfilter::gpu
