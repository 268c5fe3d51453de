// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// apply for mirrored pairs in float by tensor cores, from compute capability 8.0 on (usesSquares).

#include "recursive/cuda/two_read/pairs/squares_apply.cuh"
#include "recursive/cuda/two_read/two_read.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename LineX, typename LineY>
__global__ void __launch_bounds__(SlotShape<float>::threads, squaresResident<SquaresApply<LineX, LineY>::pairs>)
    applySquares(const __grid_constant__ TileJob<float> job)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    extern __shared__ __align__(16) uchar bytes[];
    float* const slot = reinterpret_cast<float*>(bytes);
    const SquaresApply<LineX, LineY> passes(job, {job}, lastTileFirst(), slot, slot + SlotShape<float>::size);
    passes.apply();
#endif
}

template <typename LineX, typename LineY>
void launchAs(const TileJob<float>& job)
{
    typedef SquaresApply<LineX, LineY> Apply;
    launchTiles<applySquares<LineX, LineY>>(job, Apply::sizeOf(Apply::sharesTables(job)) * sizeof(float));
}

} // namespace

void launchSquaresApply(const TileJob<float>& job)
{
    withPairsLine<float, TileShape<float>::run>(job.chainY != CHAIN_NONE ? job.chainY : job.chainX, [&](auto line) {
        typedef decltype(line) Line;
        if (job.chainX == CHAIN_NONE)
            launchAs<NoLine, Line>(job);
        else if (job.chainY == CHAIN_NONE)
            launchAs<Line, NoLine>(job);
        else
            launchAs<Line, Line>(job);
    });
}

bool usesSquares(const TileJob<float>& job)
{
    if (refusesTensorCores() || (job.chainX != CHAIN_NONE && !job.x.squares) ||
        (job.chainY != CHAIN_NONE && !job.y.squares))
        return false;
    typedef PairsLine<float, TileShape<float>::run, MAX_PAIRS> Line;
    typedef KernelOnDevices<applySquares<Line, Line>> Kernel;
    return Kernel::architecture() >= 80 &&
           SquaresApply<Line, Line>::sizeOf(false) * sizeof(float) <= Kernel::maxShared();
}

}}} // namespace cv::recfilter::gpu
