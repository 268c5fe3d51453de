// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_MATRIX_MATRIX_STRIP_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_MATRIX_MATRIX_STRIP_CUH

/* What a warp has in registers while it marches: taps, halves of two rows, and sums. It has 2 * PAIRS rows of sums:
pair p is of the results that the current two rows reach by the pair p of rows of taps, and completes what pair p - 1
left. */

#include "dense/cuda/matrix/matrix_job.hpp"
#include "dense/cuda/matrix/unit_ring.cuh"
#include "dense/cuda/tensor/float_products.cuh"
#include "dense/cuda/common/tuning.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! @tparam N filters that share a read: 1 or 2
template <int K, int N>
struct MatrixShape
{
    typedef MatrixWindow<K> Window;
    static constexpr int SIZE = K, UNITS = Window::UNITS, PAIRS = Window::PAIRS, SPLITS = MatrixFloats::SPLITS;
    static constexpr int PARTS = tuning::MATRIX_PARTS, CHAINS = tuning::MATRIX_CHAINS;
    static constexpr int FILTERS = N, BLOCKS = tuning::matrixResidency(K, N);
    static constexpr int WARPS = tuning::MATRIX_WARPS, THREADS = WARPS * WARP_LANES;
    static constexpr int SLOTS = tuning::MATRIX_SLOTS;
    static constexpr int COLUMNS = 64 * PARTS; //!< of a strip
    static constexpr int ROW_UNITS = 16 * PARTS + UNITS - 1 + (Window::SHIFT ? 1 : 0), ROW_COLUMNS = 4 * ROW_UNITS;
    typedef UnitRing<ROW_UNITS, SLOTS> Ring;
    static constexpr int PLANE = 4 * (16 * Ring::PASSES + 1); //!< words of the halves of two rows, a unit in front
};

//! Halves of two rows in shared memory.
template <typename Shape>
struct MatrixHalves
{
    uint4 units[Shape::SPLITS * Shape::PLANE / 4];

    __device__ __forceinline__ unsigned* of(int split)
    {
        return reinterpret_cast<unsigned*>(units) + split * Shape::PLANE + 4; // behind the unit in front
    }
};

//! Splits two rows, the lane's units of them, into halves.
//! Returns whether the rows have an aligned pair of neighbours that are both faint or zero.
template <typename Shape>
__device__ __forceinline__ bool convertRows(const typename Shape::Ring& ring, unsigned pair, int lane, float scale,
                                            MatrixHalves<Shape>& halves)
{
    constexpr bool SHIFTS = Shape::Window::SHIFT != 0;
    const int place = 4 * (lane / 16 * 8 + lane % 8) + lane / 8 % 2 * 2;
    bool hasFaintPair = false;
#pragma unroll
    for (int pass = 0; pass < Shape::Ring::PASSES; pass++)
    {
        UnitHalves parts[Shape::SPLITS];
        MatrixFloats::split(ring.unitOf(pair, pass), scale, parts);
        hasFaintPair |= ring.isUnit(pass) && MatrixFloats::hasFaintPair(parts[0]);
#pragma unroll
        for (int i = 0; i < Shape::SPLITS; i++)
        {
            // Two pixels left out: the first two pixels here are the last ones of the unit before.
            unsigned* const to = halves.of(i) + place + 64 * pass;
            if (SHIFTS)
            {
                to[-3] = parts[i].x;
                to[0] = parts[i].y;
            }
            else
                *reinterpret_cast<UnitHalves*>(to) = parts[i];
        }
    }
    return __any_sync(~0u, hasFaintPair);
}

//! The taps of a lane.
template <typename Shape>
class TapsOfLane
{
public:
    __device__ __forceinline__ TapsOfLane(const MatrixTaps* taps, int lane)
    {
#pragma unroll
        for (int i = 0; i < Shape::PAIRS * Shape::UNITS; i++)
            kept[i / Shape::UNITS][i % Shape::UNITS] = taps[i * WARP_LANES + lane];
    }

    //! Of a pair of rows, by unit.
    __device__ __forceinline__ const MatrixTaps (&of(int pair) const)[Shape::UNITS]
    {
        return kept[pair];
    }

private:
    MatrixTaps kept[Shape::PAIRS][Shape::UNITS];
};

/** Sums of floats. Each chain of products of a pair starts from zero and is added to floats: sums inside of tensor
cores are truncated. */
template <typename Shape>
class FloatSums
{
public:
    //! Adds the products of two rows with all pairs of rows of taps. The chains of some pairs take turns.
    __device__ __forceinline__ void add(const TapsOfLane<Shape>& taps,
                                        const MatrixFragments<Shape> (&rows)[Shape::PARTS])
    {
#pragma unroll
        for (int last = Shape::PAIRS - 1; last >= 0; last -= Shape::CHAINS)
        {
            float chains[Shape::CHAINS][Shape::PARTS][4] = {};
#pragma unroll
            for (int step = 0; step < FloatChain<Shape>::STEPS; step++)
                forChains(last, [&](int k, int p, int m) {
                    FloatChain<Shape>::multiplyStep(step, chains[k][m], taps.of(p), rows[m]);
                });
            forChains(last, [&](int k, int p, int m) {
#pragma unroll
                for (int i = 0; i < 4; i++)
                    sums[m][p][i] = (p > 0 ? sums[m][p > 0 ? p - 1 : 0][i] : 0.f) + chains[k][m][i];
            });
        }
    }

    __device__ __forceinline__ float finished(int i) const
    {
        return sums[i / 4][Shape::PAIRS - 1][i % 4];
    }

    __device__ __forceinline__ void rescale(float ratio)
    {
#pragma unroll
        for (int i = 0; i < Shape::PARTS * Shape::PAIRS * 4; i++)
            sums[i / (Shape::PAIRS * 4)][i / 4 % Shape::PAIRS][i % 4] *= ratio;
    }

private:
    //! Calls body with the numbers of a chain, of its pair and of its part.
    template <typename Body>
    static __device__ __forceinline__ void forChains(int last, const Body& body)
    {
#pragma unroll
        for (int k = 0; k < Shape::CHAINS; k++)
            if (last - k >= 0)
#pragma unroll
                for (int m = 0; m < Shape::PARTS; m++)
                    body(k, last - k < 0 ? 0 : last - k, m);
    }

    float sums[Shape::PARTS][Shape::PAIRS][4] = {};
};

}}} // namespace cv::recfilter::gpu

#endif
