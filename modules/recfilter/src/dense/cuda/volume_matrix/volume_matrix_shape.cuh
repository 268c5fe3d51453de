// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_VOLUME_MATRIX_SHAPE_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_VOLUME_MATRIX_SHAPE_CUH

// How the planes of the source lie in a block's shared memory.

#include "dense/cuda/tensor/matrix_pixels.cuh"
#include "dense/cuda/volume_matrix/lost_boxes.cuh"
#include "dense/cuda/volume_matrix/volume_matrix_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

/** @tparam K taps along x, y and the march @tparam P results are neighbouring floats whose rows begin anywhere: see
storeRowsOfPairs(). A kernel of its own: with that and the other ways of results in one, K = 7 took 3 % longer. */
template <int K, bool P>
struct VolumeMatrixShape
{
    static constexpr bool STORES_PAIRS = P;
    typedef MatrixWindow<K> Window;
    static constexpr int SIZE = K, UNITS = Window::UNITS, PAIRS = Window::PAIRS, SPLITS = MatrixFloats::SPLITS;
    static constexpr int PARTS = tuning::volumeMatrixParts(K), CHAINS = tuning::VOLUME_MATRIX_CHAINS;
    static constexpr int WARPS = tuning::volumeMatrixWarps(K), THREADS = WARPS * WARP_LANES;
    static constexpr int BLOCKS = tuning::volumeMatrixResidency(K), SLOTS = tuning::VOLUME_MATRIX_SLOTS;
    static_assert(SLOTS <= K, "a march asks for all planes of the ring, however short it is");
    static constexpr int COLUMNS = 64 * PARTS, ROWS = 2 * WARPS; //!< of results of a plane
    static constexpr int ROW_UNITS = 16 * PARTS + UNITS - 1 + (Window::SHIFT ? 1 : 0), ROW_COLUMNS = 4 * ROW_UNITS;
    static constexpr int ROW_PAIRS = WARPS + PAIRS - 1; //!< of the source
    static_assert(ROW_PAIRS <= BOX_PAIRS, "records hold them");
    static constexpr int PLANE_UNITS = ROW_PAIRS * ROW_UNITS;                //!< of both rows of pairs
    static constexpr int PASSES = (2 * PLANE_UNITS + THREADS - 1) / THREADS; //!< units of a thread
    static constexpr int HALVES = PASSES * THREADS / 2 + 1;                  //!< a unit in front
    static constexpr int TAPS = PAIRS * K * UNITS * WARP_LANES / 2;          //!< vectors, of a plane of the source
};

//! What a block has in shared memory, with the taps behind it.
template <typename Shape>
struct VolumeMatrixShared
{
    PlanePlace place;
    float4 units[Shape::SLOTS][Shape::PASSES][Shape::THREADS]; //!< of planes on their way
    uint4 halves[2][Shape::SPLITS][Shape::HALVES];             //!< of two planes by turns, units of two rows each
    float results[Shape::WARPS][2 * Shape::COLUMNS];           //!< that are not stored as vectors
    alignas(16) int columns[Shape::ROW_COLUMNS];
    int rows[2 * Shape::ROW_PAIRS];
    int along[tuning::VOLUME_MATRIX_PLANES + Shape::SIZE - 1], middle[tuning::VOLUME_MATRIX_MIDDLE];
    unsigned largest[4];   //!< floats of the plane that is multiplied, and of the next ones, as bits
    BoxPlanes faintPlanes; //!< along the march, that may have lost digits
    BoxPairs faintPairs;   //!< of rows, of these planes
    uint4 taps[1];
};

template <typename Shape>
constexpr size_t volumeMatrixBytes(int middle)
{
    return sizeof(VolumeMatrixShared<Shape>) + sizeof(uint4) * size_t(Shape::TAPS) * size_t(middle);
}

}}} // namespace cv::recfilter::gpu

#endif
