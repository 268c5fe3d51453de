// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Launches of the paper's variants.

#include "dense/cuda/common/compiled_size.hpp"
#include "dense/cuda/common/launch_conv.cuh"
#include "papers/cuda/dense/paper_kernels.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

static Grid paperGrid(ConvJob& job, int warps, int rowsOfWarp, cudaStream_t stream)
{
    return gridOf(job, WARP_LANES, warps * rowsOfWarp, warps * WARP_LANES, stream);
}

inline bool hasPlanes(const ConvJob& job)
{
    const ConvAxis &t = job.outer.t, &z = job.outer.z;
    return t.size > 1 || t.kernel > 1 || z.size > 1 || z.kernel > 1;
}

template <int K>
void runUnrolled(ConvJob job, const PaperFilter& bank, cudaStream_t stream)
{
    const Grid grid = paperGrid(job, tuning::UNROLLED_WARPS, tuning::UNROLLED_ROWS, stream);
    if (hasPlanes(job))
        launch<sharedUnrolledKernel<K, true>>(grid, job, bank);
    else
        launch<sharedUnrolledKernel<K, false>>(grid, job, bank);
}

} // namespace

void runTexture(ConvJob job, const PaperFilter& bank, const PaperTexture& texture, cudaStream_t stream)
{
    const Grid grid = paperGrid(job, tuning::PAPER_WARPS, 1, stream);
    if (hasPlanes(job) || texture.besideLog2)
        launch<textureKernel<true>>(grid, job, bank, texture);
    else
        launch<textureKernel<false>>(grid, job, bank, texture);
}

void runShared(ConvJob job, const PaperFilter& bank, cudaStream_t stream)
{
    const Grid grid = paperGrid(job, tuning::PAPER_WARPS, 1, stream);
    if (hasPlanes(job))
        launch<sharedKernel<true>>(grid, job, bank);
    else
        launch<sharedKernel<false>>(grid, job, bank);
}

void runSharedUnrolled(ConvJob job, const PaperFilter& bank, cudaStream_t stream)
{
    withCompiledSize<3, PAPER_KERNEL>(job.kernelWidth, [&](auto k) { runUnrolled<k>(job, bank, stream); });
}

}}} // namespace cv::recfilter::gpu
