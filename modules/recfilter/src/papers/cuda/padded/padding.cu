// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Pads images for algorithm 6b, and crops them. Neighbouring threads take neighbouring elements.

#include "runtime/cuda/io/border_index.cuh"
#include "runtime/cuda/io/pixel_io.cuh"
#include "papers/cuda/padded/padding_job.hpp"
#include "runtime/cuda/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int THREADS = 256;

//! An element of an image whose blocks follow each other along the rows.
struct Element
{
    int64 x, y;
    int channel;

    __device__ Element(const ImageView& image, unsigned across)
    {
        const int64 i = int64(blockIdx.x % across) * THREADS + threadIdx.x;
        x = i / image.channels;
        y = blockIdx.x / across;
        channel = int(i % image.channels);
    }
};

inline unsigned blocksAcross(const ImageView& image)
{
    return unsigned((int64(image.width) * image.channels + THREADS - 1) / THREADS);
}

template <typename W>
__global__ void padKernel(const __grid_constant__ PaddingJob job, const __grid_constant__ ImageView src,
                          unsigned across)
{
    const Element at(job.padded, across);
    if (at.x >= job.padded.width)
        return;
    const int64 x = borderIndex(at.x - job.left, src.width, job.borderX),
                y = borderIndex(at.y - job.above, src.height, job.borderY);
    rowOf<W>(job.padded, at.y)[at.x * src.channels + at.channel] =
        x < 0 || y < 0 ? W(job.borderValue[at.channel % 4]) : loadPixel<W>(src, x, y, at.channel);
}

template <typename W>
__global__ void cropKernel(const __grid_constant__ PaddingJob job, const __grid_constant__ ImageView dst,
                           unsigned across)
{
    const Element at(dst, across);
    if (at.x >= dst.width)
        return;
    const W value = rowOf<W>(job.padded, at.y + job.above)[(at.x + job.left) * job.padded.channels + at.channel];
    withDepth<double>(dst.depth, [&](auto type) {
        typedef decltype(type) T;
        rowOf<T>(dst, at.y)[at.x * dst.channels + at.channel] = Narrow<T>::from(value);
    });
}

} // namespace

template <typename W>
void pad(const PaddingJob& job, const ImageView& src, cudaStream_t stream)
{
    const unsigned across = blocksAcross(job.padded);
    launch<padKernel<W>>({int64(across) * job.padded.height, THREADS, 0, stream}, job, src, across);
}

template <typename W>
void crop(const PaddingJob& job, const ImageView& dst, cudaStream_t stream)
{
    const unsigned across = blocksAcross(dst);
    launch<cropKernel<W>>({int64(across) * dst.height, THREADS, 0, stream}, job, dst, across);
}

template void pad<float>(const PaddingJob&, const ImageView&, cudaStream_t);
template void pad<double>(const PaddingJob&, const ImageView&, cudaStream_t);
template void crop<float>(const PaddingJob&, const ImageView&, cudaStream_t);
template void crop<double>(const PaddingJob&, const ImageView&, cudaStream_t);

}}} // namespace cv::recfilter::gpu
