// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Means and variances of windows on the GPU: a thread for each element of a row.

#include "functions/cuda/box_kernels.hpp"
#include "functions/model/box_line.hpp"
#include "runtime/cuda/io/pixel_io.cuh"
#include "runtime/cuda/launch.cuh"

#include <math_constants.h>

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int THREADS = 128;

//! Resident blocks, for which few registers are left: loads wait long. H200, 4096² bytes by 31 × 31: 10 blocks 121 us,
//! 12 blocks 112; with a map of radii 171, 154.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800 // 1024 threads a multiprocessor
constexpr int BLOCKS = 8;
#else
constexpr int BLOCKS = 12;
#endif

//! The sum of a window. @tparam T unsigned, modulo 2^32, or double
template <typename T>
__device__ inline double sumOf(const BoxTable& table, const BoxLine& down, const BoxLine& across, int channel)
{
    T sum = 0;
    for (int j = 0; j < BoxLine::TERMS; j++)
        if (down.weight[j])
        {
            const T* const row = reinterpret_cast<const T*>(table.data + size_t(down.at[j]) * table.step) + channel;
            T inRow = 0;
            for (int i = 0; i < BoxLine::TERMS; i++)
                if (across.weight[i])
                    inRow += T(across.weight[i]) * row[int64(across.at[i]) * table.channels];
            sum += T(down.weight[j]) * inRow;
        }
    return double(sum);
}

//! The same where the window lies inside the image.
template <typename T>
__device__ inline double sumInside(const BoxTable& table, int top, int left, int width, int height, int channel)
{
    const uchar* const above =
        table.data + size_t(top) * table.step + (size_t(left) * table.channels + channel) * sizeof(T);
    const uchar* const below = above + size_t(height) * table.step;
    const size_t behind = size_t(width) * table.channels * sizeof(T);
    const auto at = [](const uchar* place) { return *reinterpret_cast<const T*>(place); };
    return double(T(T(at(below + behind) - at(below)) - T(at(above + behind) - at(above))));
}

__device__ inline void store(const ImageView& image, int64 element, int64 y, double value)
{
    const bool isMissing = value != value && image.depth < CV_32F;
    withDepth<double>(image.depth, [&](auto type) {
        rowOf<decltype(type)>(image, y)[element] = Narrow<decltype(type)>::from(isMissing ? 0 : value);
    });
}

/** @param blocks of a row
@tparam T of the table of sums */
template <typename T>
__global__ void __launch_bounds__(THREADS, BLOCKS)
    boxKernel(const __grid_constant__ BoxKernelJob job, const __grid_constant__ unsigned blocks)
{
    const int64 element = int64(blockIdx.x % blocks) * THREADS + threadIdx.x;
    const int y = int(blockIdx.x / blocks);
    if (element >= int64(job.columns) * job.sum.channels)
        return;
    const int channels = job.sum.channels;
    const int x = channels == 1 ? int(element) : int(element / channels); // few images need the division
    const int channel = int(element - int64(x) * channels);
    int width = job.width, height = job.height;
    bool isKnown = true;
    if (job.radius.data)
    {
        const float radius = loadPixel<float>(job.radius, x, y, 0);
        isKnown = radius >= 0 && radius <= float(job.maxRadius);
        width = height = 2 * (isKnown ? __float2int_rn(radius) : 0) + 1;
    }
    const int left = x - width / 2, top = y - height / 2;
    const double scale = 1 / (double(width) * height);
    double sum, squares = 0;
    if (left >= 0 && top >= 0 && width <= job.columns - left && height <= job.rows - top)
    {
        sum = sumInside<T>(job.sum, top, left, width, height, channel);
        if (job.squares.data)
            squares = sumInside<double>(job.squares, top, left, width, height, channel);
    }
    else
    {
        const BoxLine down(top, int64(top) + height, job.rows, job.border),
            across(left, int64(left) + width, job.columns, job.border);
        sum = sumOf<T>(job.sum, down, across, channel);
        if (job.squares.data)
            squares = sumOf<double>(job.squares, down, across, channel);
    }
    const double mean = isKnown ? sum * scale : CUDART_NAN;
    if (job.mean.data)
        store(job.mean, element, y, mean);
    if (job.variance.data)
    {
        const double variance = squares * scale - mean * mean;
        store(job.variance, element, y, variance < 0 ? 0. : variance); // not max: NaN stays
    }
}

} // namespace

void runBoxes(const BoxKernelJob& job, bool isModular, cudaStream_t stream)
{
    const int64 blocks = (int64(job.columns) * job.sum.channels + THREADS - 1) / THREADS;
    const Grid grid = {blocks * job.rows, THREADS, 0, stream};
    if (isModular)
        launch<boxKernel<unsigned>>(grid, job, unsigned(blocks));
    else
        launch<boxKernel<double>>(grid, job, unsigned(blocks));
}

}}} // namespace cv::recfilter::gpu
