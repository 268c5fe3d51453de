// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_BATCH_CUH
#define OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_BATCH_CUH

// SAT_OVERLAPPED of many images of one size. A launch makes the tables of a chunk of images (apply), whose pixels its
// predecessor has left in L2, and in its last blocks sums the tiles of the next chunk (gather).

#include "sat/cuda/arrays/sat_array_functions.hpp"
#include "sat/cuda/sat_overlapped.cuh"

namespace cv { namespace recfilter { namespace sat {

//! Images of a launch, which are layers of the grid.
struct ImageChunk
{
    int64 first;
    int count;
    int slot; //!< the first image's place among the sums
};

//! @param sums of the first place @param sumsBytes of an image
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::RESIDENT)
    batchKernel(const __grid_constant__ Images images, const __grid_constant__ Overlapped sums,
                const __grid_constant__ int64 sumsBytes, const __grid_constant__ ImageChunk chunk,
                const __grid_constant__ ImageChunk next)
{
    __shared__ typename OverlappedTile<Shape>::Shared shared;
    const bool gathers = int(blockIdx.z) >= chunk.count;
    if (gathers)
        letNextKernelStart(); // once the blocks of `chunk` have waited
    const int layer = int(blockIdx.z) - (gathers ? chunk.count : 0);
    const int64 number = (gathers ? next.first : chunk.first) + layer;
    const int64 place = ((gathers ? next.slot : chunk.slot) + layer) * sumsBytes;
    Image image = images;
    image.src += number * images.srcImageStep;
    image.dst += number * images.dstImageStep;
    Overlapped own = sums;
    own.rows = static_cast<unsigned char*>(sums.rows) + place;
    own.columns = static_cast<unsigned char*>(sums.columns) + place;
    own.totals = static_cast<unsigned char*>(sums.totals) + place;
    OverlappedTile<Shape> tile(image, own, shared);
    tile.sum(); // before waiting: the predecessor does not write these pixels
    if (gathers)
    {
        tile.gather(); // nor does it read these sums
        return;
    }
    waitForLastKernel();
    letNextKernelStart(); // not before: the launch after next uses the sums of the predecessor
    tile.collect();
    tile.finishStaged();
}

}}} // namespace cv::recfilter::sat

#endif
