// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Functions of pixels on the GPU. Neighbouring threads take neighbouring pixels.

#include "functions/cuda/pixel_job.hpp"
#include "runtime/cuda/io/pixel_io.cuh"
#include "runtime/cuda/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int THREADS = 128, PIXELS = 4; // of a thread, THREADS apart: loads on their way together

template <PixelFunction::Kind KIND>
struct FunctionShape
{
    static constexpr int INPUTS = KIND == PixelFunction::SHARPEN                                        ? 1
                                  : KIND == PixelFunction::MATRIX || KIND == PixelFunction::EIGENVALUES ? 3
                                                                                                        : 2;
    static constexpr int OUTPUTS = KIND == PixelFunction::PRODUCTS || KIND == PixelFunction::MATRIX ? 3
                                   : KIND == PixelFunction::EIGENVALUES                             ? 2
                                                                                                    : 1;
};

//! @param source of SHARPEN
template <PixelFunction::Kind KIND, typename W>
__device__ __forceinline__ void compute(const PixelJob<W>& job, const W (&in)[3], W source, W (&out)[3])
{
    if constexpr (KIND == PixelFunction::MAGNITUDE)
        out[0] = sqrt(fma(in[0], in[0], in[1] * in[1]));
    else if constexpr (KIND == PixelFunction::SUM)
        out[0] = in[0] + in[1];
    else if constexpr (KIND == PixelFunction::SHARPEN)
    {
        const W lost = source - in[0];
        out[0] = fabs(lost) < job.threshold ? source : fma(job.amount, lost, source);
    }
    else if constexpr (KIND == PixelFunction::PRODUCTS)
    {
        out[0] = in[0] * in[0];
        out[1] = in[0] * in[1];
        out[2] = in[1] * in[1];
    }
    else if constexpr (KIND == PixelFunction::MATRIX)
    {
        for (int k = 0; k < 3; k++)
            out[k] = in[k];
    }
    else
    {
        const W half = (in[0] - in[2]) / 2, mean = (in[0] + in[2]) / 2, root = sqrt(fma(half, half, in[1] * in[1]));
        out[0] = mean + root;
        out[1] = mean - root;
    }
}

//! @param blocks of a row
template <PixelFunction::Kind KIND, typename W>
__global__ void __launch_bounds__(THREADS)
    pixelKernel(const __grid_constant__ PixelJob<W> job, const __grid_constant__ unsigned blocks)
{
    typedef FunctionShape<KIND> Shape;
    const int64 y = blockIdx.x / blocks, first = int64(blockIdx.x % blocks) * (THREADS * PIXELS) + threadIdx.x;
    W in[PIXELS][3], source[PIXELS] = {};
#pragma unroll
    for (int i = 0; i < PIXELS; i++)
    {
        const int64 x = ::min(first + i * THREADS, job.width - 1);
#pragma unroll
        for (int k = 0; k < Shape::INPUTS; k++)
            in[i][k] = job.weights[k] *
                       reinterpret_cast<const W*>(job.planes[k] + size_t(y) * job.steps[k])[x * job.inputStride];
    }
    if constexpr (KIND == PixelFunction::SHARPEN)
        withDepth<W>(job.src.depth, [&](auto type) {
            const decltype(type)* const row = rowOf<decltype(type)>(job.src, y);
#pragma unroll
            for (int i = 0; i < PIXELS; i++)
                source[i] = widen(row[::min(first + i * THREADS, job.width - 1)], W());
        });
    withDepth<double>(job.dst.depth, [&](auto type) {
        typedef decltype(type) T;
        T* const row = rowOf<T>(job.dst, y);
#pragma unroll
        for (int i = 0; i < PIXELS; i++)
        {
            W out[3];
            compute<KIND>(job, in[i], source[i], out);
            if (const int64 x = first + i * THREADS; x < job.width)
#pragma unroll
                for (int k = 0; k < Shape::OUTPUTS; k++)
                    row[x * Shape::OUTPUTS + k] = Narrow<T>::from(out[k]);
        }
    });
}

template <PixelFunction::Kind KIND, typename W>
void run(const PixelJob<W>& job, cudaStream_t stream)
{
    const int64 blocks = (job.width + THREADS * PIXELS - 1) / (THREADS * PIXELS);
    launch<pixelKernel<KIND, W>>({blocks * job.dst.height, THREADS, 0, stream}, job, unsigned(blocks));
}

} // namespace

template <typename W>
void computePixels(PixelFunction::Kind kind, const PixelJob<W>& job, cudaStream_t stream)
{
    switch (kind)
    {
    case PixelFunction::MAGNITUDE:
        return run<PixelFunction::MAGNITUDE>(job, stream);
    case PixelFunction::SUM:
        return run<PixelFunction::SUM>(job, stream);
    case PixelFunction::SHARPEN:
        return run<PixelFunction::SHARPEN>(job, stream);
    case PixelFunction::PRODUCTS:
        return run<PixelFunction::PRODUCTS>(job, stream);
    case PixelFunction::MATRIX:
        return run<PixelFunction::MATRIX>(job, stream);
    case PixelFunction::EIGENVALUES:
        return run<PixelFunction::EIGENVALUES>(job, stream);
    }
}

template void computePixels(PixelFunction::Kind, const PixelJob<float>&, cudaStream_t);
template void computePixels(PixelFunction::Kind, const PixelJob<double>&, cudaStream_t);

}}} // namespace cv::recfilter::gpu
