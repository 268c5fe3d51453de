// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_PLACE_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_PLANE_PLACE_CUH

// Where blocks that march across planes are.

#include "dense/cuda/pixels/source_tile.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! How a launch cuts the results into blocks.
struct PlaneMarches
{
    ConvAxis along, middle; //!< the axis of the marches, and the other one
    int marchesT;           //!< along t
    int planes, count;      //!< planes of results of a march, marches
    int lanes, lanesLog2;   //!< threads of a warp side by side: 8, 16 or 32
    int64 blocks;
};

//! Results of a block. In shared memory, which spares registers.
struct PlanePlace
{
    int64 sourceX;     //!< the first column of the tile
    int x, y;          //!< the first column and row of results
    int middle, first; //!< positions of the planes of results along both outer axes
    int count;         //!< planes
    int channel;
};

//! @param columns, rows of results of a block @param left pixels from an aligned one to the first window
__device__ inline PlanePlace placeOf(const ConvJob& job, const PlaneMarches& marches, unsigned block, int columns,
                                     int rows, int left)
{
    PlanePlace place;
    const unsigned below = block / unsigned(job.across), layer = below / unsigned(job.down);
    const unsigned line = layer / unsigned(marches.middle.size);
    place.x = int(block % unsigned(job.across)) * columns;
    place.sourceX = int64(place.x) + job.startX - left;
    place.y = int(below % unsigned(job.down)) * rows;
    place.middle = int(layer % unsigned(marches.middle.size));
    place.first = int(line % unsigned(marches.count)) * marches.planes;
    place.count = ::min(marches.planes, marches.along.size - place.first);
    place.channel = int(line / unsigned(marches.count));
    return place;
}

//! The planes of the source that the planes of results from `first` on reach; -1: the constant border.
__device__ inline void findPlanes(const ConvAxis& axis, int first, int count, int threads, int* positions)
{
    for (int i = int(threadIdx.x); i < count; i += threads)
        positions[i] = int(indexInside(int64(first) + axis.start + i, axis.srcSize, axis.border));
}

}}} // namespace cv::recfilter::gpu

#endif
