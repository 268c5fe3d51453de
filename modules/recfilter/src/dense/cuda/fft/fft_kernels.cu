// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Launches of the kernels around the transforms.

#include "dense/cuda/fft/fft_kernels.cuh"
#include "runtime/cuda/launch.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

constexpr int THREADS = WARP_LANES * tuning::FFT_WARPS;

static Grid rowsGrid(int64 rows, cudaStream_t stream)
{
    return {(rows + tuning::FFT_WARPS - 1) / tuning::FFT_WARPS, THREADS, 0, stream};
}

} // namespace

template <typename W>
void gatherWindows(const FftJob& job, const FftRange& range, W* windows, cudaStream_t stream)
{
    const Grid grid = rowsGrid(job.count * job.window.planes() * job.window.y, stream);
    if (range.largest)
        launch<gatherKernel<W, true>>(grid, job, range, windows);
    else
        launch<gatherKernel<W, false>>(grid, job, range, windows);
}

template <typename W>
void judgeWindows(const FftJob& job, const FftRange& range, cudaStream_t stream)
{
    launch<judgeKernel<W>>({int64(job.count) * range.parts, THREADS, 0, stream}, job, range);
    if (range.parts > 1)
        launch<judgePartsKernel>({job.count, WARP_LANES, 0, stream}, job, range);
}

template <typename W>
void multiplySpectra(const FftJob& job, const FftNumber<W>* windows, const FftNumber<W>* plain,
                     const FftNumber<W>* rotated, FftNumber<W>* products, cudaStream_t stream)
{
    const int64 perWindow = job.spectrumNumbers();
    const unsigned blocks = unsigned((perWindow + THREADS - 1) / THREADS);
    launch<multiplyKernel<W>>({int64(blocks) * job.count, THREADS, 0, stream}, job, windows, plain, rotated, products,
                              perWindow, blocks);
}

template <typename W>
void cropWindows(const FftJob& job, const FftRange& range, const W* windows, const ConvFilter& filter, double tieBound,
                 cudaStream_t stream)
{
    launch<cropKernel<W>>(rowsGrid(job.count * job.step.planes() * job.step.y, stream), job, range, windows, filter,
                          tieBound);
}

template void gatherWindows(const FftJob&, const FftRange&, float*, cudaStream_t);
template void gatherWindows(const FftJob&, const FftRange&, double*, cudaStream_t);
template void judgeWindows<float>(const FftJob&, const FftRange&, cudaStream_t);
template void judgeWindows<double>(const FftJob&, const FftRange&, cudaStream_t);
template void multiplySpectra(const FftJob&, const FftNumber<float>*, const FftNumber<float>*, const FftNumber<float>*,
                              FftNumber<float>*, cudaStream_t);
template void multiplySpectra(const FftJob&, const FftNumber<double>*, const FftNumber<double>*,
                              const FftNumber<double>*, FftNumber<double>*, cudaStream_t);
template void cropWindows(const FftJob&, const FftRange&, const float*, const ConvFilter&, double, cudaStream_t);
template void cropWindows(const FftJob&, const FftRange&, const double*, const ConvFilter&, double, cudaStream_t);

}}} // namespace cv::recfilter::gpu
