// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TWINS_TWIN_TILES_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TWINS_TWIN_TILES_HPP

// The parameters of kernels that hold two images of a tile side by side: twins.

#include "recursive/cuda/io/tile_job.hpp"
#include "recursive/cuda/two_read/twins/blend.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! An image with holes, as kernels see it: layer 0 of a grid is w s, layer 1 is w.
struct HolesView
{
    ImageView mask; //!< data null: none
    int ignoresNaN;
    ImageView ends; //!< of borders that need them: where gather leaves the first and the last row of each layer
};

//! gather of both layers of an image with holes. job.src is the image; its batch has two layers of it.
struct HolesGather
{
    TileJob<float> job;
    HolesView holes;
};

//! The tables of the second filter of a block.
struct TwinSquares
{
    const float *x, *y; //!< AxisView::squares
    int parityX, parityY;
};

//! What the store does with both results.
struct TwinStore
{
    Blend::Kind kind;
    float gains[2], restored[2][4]; //!< of each filter, times its weight
    float least, fill, amount;
};

/** apply of two filters of one image, or of one filter of both layers of an image with holes. A block holds a tile of
both. `job` is of the first one. */
struct TwinTiles
{
    TileJob<float> job;
    int64 columnsApart, rowsApart; //!< numbers from the carries of the first to those of the second
    TwinSquares second;
    TwinStore store;
    int hasHoles;
    HolesView holes;
};

//! Whether the device has room for blocks of two tiles, and tensor cores.
bool takesTwins(const TileJob<float>& job);

void launchHolesGather(const HolesGather& gather);
void launchTwinsApply(const TwinTiles& twins);
//! The same for one filter and the source.
void launchSourceApply(const TwinTiles& twins);

}}} // namespace cv::recfilter::gpu

#endif
