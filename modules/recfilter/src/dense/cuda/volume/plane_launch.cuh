// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_LAUNCH_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_LAUNCH_CUH

// How launches cut volumes into marches across planes.

#include "dense/cuda/common/launch_conv.cuh"
#include "dense/cuda/volume/plane_march.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! The shape of warps with the fewest threads outside of the planes; the widest one of equals.
template <typename Shape>
int lanesFor(const ConvJob& job)
{
    const auto area = [&](int lanes) {
        const int columns = 4 * lanes, rows = Shape::THREADS / lanes * Shape::ROWS;
        return double(ceilDiv(job.width, columns)) * columns * ceilDiv(job.height, rows) * rows;
    };
    int best = WARP_LANES;
    for (int lanes = WARP_LANES / 2; lanes >= 8; lanes /= 2)
        if (area(lanes) < 0.95 * area(best))
            best = lanes;
    return best;
}

/** Also finds whether the kernels may read aligned vectors, and adds the grid to the job.
@param columns, rows of results of a block @param left pixels from an aligned one to the first window
@param most planes of results of a march @param emptyPlanes that a march costs beside them
@param blocksAtOnce of a multiprocessor */
inline PlaneMarches marchesOf(ConvJob& job, bool marchesT, int columns, int rows, int left, int most,
                              double emptyPlanes, int blocksAtOnce)
{
    PlaneMarches marches = {};
    marches.along = marchesT ? job.outer.t : job.outer.z;
    marches.middle = marchesT ? job.outer.z : job.outer.t;
    marches.marchesT = marchesT;
    markVectors(job, left);
    job.src.image.copies = job.src.image.copies && marches.along.srcStep % 16 == 0 && marches.middle.srcStep % 16 == 0;
    job.across = ceilDiv(job.width, columns);
    job.down = ceilDiv(job.height, rows);
    const int64 tiles = int64(job.across) * job.down * marches.middle.size * job.src.image.channels;
    marches.planes = lengthOfMarch(tiles, marches.along.size, 1, most, emptyPlanes, blocksAtOnce);
    marches.count = ceilDiv(marches.along.size, marches.planes);
    marches.blocks = tiles * marches.count;
    return marches;
}

//! The same for warps of the best shape.
template <typename Shape>
PlaneMarches marchesOf(ConvJob& job, bool marchesT)
{
    const int lanes = lanesFor<Shape>(job);
    PlaneMarches marches =
        marchesOf(job, marchesT, 4 * lanes, Shape::THREADS / lanes * Shape::ROWS, Shape::Row::LEFT,
                  tuning::VOLUME_PLANES, (Shape::SIZE - 1) * tuning::VOLUME_EMPTY_PLANE, Shape::BLOCKS);
    marches.lanes = lanes;
    marches.lanesLog2 = lanes == 32 ? 5 : lanes == 16 ? 4 : 3;
    return marches;
}

}}} // namespace cv::recfilter::gpu

#endif
