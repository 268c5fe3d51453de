// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_PLANE_SUMS_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_PLANE_SUMS_CUH

// The sums of a warp: two rows of results in as many planes as the kernel has.

#include "dense/cuda/tensor/float_products.cuh"
#include "dense/cuda/volume_matrix/volume_matrix_shape.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Where a lane loads fragments from: a pair of rows of a plane's halves, in shared memory.
template <typename Shape>
class FragmentPlace
{
public:
    //! @param halves of a plane @param warp the first pair of rows
    __device__ __forceinline__ FragmentPlace(const uint4 (&halves)[Shape::SPLITS][Shape::HALVES], int warp, int lane)
    {
        const int row = 1 + warp * Shape::ROW_UNITS + lane / 8 % 2 * 8 + lane % 8, second = lane / 16;
        steps = unsigned(__cvta_generic_to_shared(&halves[0][row + second]));
        odd = unsigned(__cvta_generic_to_shared(&halves[second ? 0 : 1][row + Shape::UNITS - 1])); // low parts first
    }

    //! The same pair of rows in the plane `distance` bytes away, and rows further down.
    __device__ __forceinline__ void moveBy(int distance)
    {
        steps += distance;
        odd += distance;
    }

    __device__ __forceinline__ void load(MatrixFragments<Shape>& to, int part) const
    {
        typedef MatrixFragments<Shape> Fragments;
#pragma unroll
        for (int s = 0; s < Fragments::STEPS; s++)
#pragma unroll
            for (int i = 0; i < Shape::SPLITS; i++)
                loadMatrices(to.steps[i][s], steps + 16 * (16 * part + 2 * s + i * Shape::HALVES));
        if (Fragments::ODD)
            loadMatrices(to.odd, odd + 256 * part);
    }

private:
    unsigned steps, odd; //!< addresses
};

//! Where a lane loads taps from: those of a pair of rows, of all planes of the march. See VolumeMatrixFilter.
template <typename Shape>
class LaneTaps
{
public:
    __device__ __forceinline__ LaneTaps(const unsigned char* first, int lane)
        : steps(reinterpret_cast<const uint4*>(first) + lane),
          odd(reinterpret_cast<const uint2*>(first + STEPS * WARP_LANES * sizeof(uint4)) + lane)
    {
    }

    __device__ __forceinline__ void moveToNextPair()
    {
        steps += Shape::SIZE * PLANE / int(sizeof(uint4));
        odd += Shape::SIZE * PLANE / int(sizeof(uint2));
    }

    __device__ __forceinline__ void load(int plane, MatrixTaps (&to)[Shape::UNITS]) const
    {
#pragma unroll
        for (int s = 0; s < STEPS; s++)
        {
            const uint4 two = steps[plane * (PLANE / int(sizeof(uint4))) + s * WARP_LANES];
            to[2 * s].high = two.x;
            to[2 * s].low = two.z;
            to[2 * s + 1].high = two.y;
            to[2 * s + 1].low = two.w;
        }
        if (Shape::UNITS % 2)
        {
            const uint2 one = odd[plane * (PLANE / int(sizeof(uint2)))];
            to[Shape::UNITS - 1].high = one.x;
            to[Shape::UNITS - 1].low = one.y;
        }
    }

private:
    static constexpr int STEPS = Shape::UNITS / 2, PLANE = Shape::UNITS * WARP_LANES * int(sizeof(MatrixTaps));

    const uint4* steps;
    const uint2* odd;
};

/** sums[d] is of the plane of results that the current plane of the source reaches by plane d of the taps.
Each chain of products starts from zero and is added to floats: sums inside of tensor cores are truncated. */
template <typename Shape>
class PlaneSums
{
public:
    /** Adds the products of a pair of rows with the pairs of rows of taps of all planes. The chains of some planes take
    turns.
    @tparam ADVANCES the plane of the source is one plane of taps further than the sums
    @param taps of all planes of the march */
    template <bool ADVANCES>
    __device__ __forceinline__ void add(const LaneTaps<Shape>& taps, const MatrixFragments<Shape> (&rows)[Shape::PARTS])
    {
#pragma unroll
        for (int last = Shape::SIZE - 1; last >= 0; last -= Shape::CHAINS)
            addChains<ADVANCES>(last, taps, rows);
    }

    /** The same without those planes that reach no plane of results.
    @param i plane of the source in the march @param count planes of results */
    __device__ __forceinline__ void addSome(const LaneTaps<Shape>& taps,
                                            const MatrixFragments<Shape> (&rows)[Shape::PARTS], int i, int count)
    {
#pragma unroll
        for (int last = Shape::SIZE - 1; last >= 0; last -= Shape::CHAINS)
            if (i >= last - (Shape::CHAINS - 1) && i - last < count)
                addChains<false>(last, taps, rows);
    }

    //! The next plane of the source is one plane of taps further.
    __device__ __forceinline__ void advance()
    {
#pragma unroll
        for (int m = 0; m < Shape::PARTS; m++)
#pragma unroll
            for (int d = Shape::SIZE - 1; d >= 0; d--)
#pragma unroll
                for (int k = 0; k < 4; k++)
                    sums[m][d][k] = d > 0 ? sums[m][d > 0 ? d - 1 : 0][k] : 0.f;
    }

    __device__ __forceinline__ float finished(int i) const
    {
        return sums[i / 4][Shape::SIZE - 1][i % 4];
    }

    __device__ __forceinline__ void rescale(float ratio)
    {
#pragma unroll
        for (int i = 0; i < Shape::PARTS * Shape::SIZE * 4; i++)
            sums[i / (Shape::SIZE * 4)][i / 4 % Shape::SIZE][i % 4] *= ratio;
    }

private:
    template <bool ADVANCES>
    __device__ __forceinline__ void addChains(int last, const LaneTaps<Shape>& taps,
                                              const MatrixFragments<Shape> (&rows)[Shape::PARTS])
    {
        MatrixTaps ofLane[Shape::CHAINS][Shape::UNITS];
        float chains[Shape::CHAINS][Shape::PARTS][4] = {};
#pragma unroll
        for (int k = 0; k < Shape::CHAINS && last - k >= 0; k++)
            taps.load(last - k, ofLane[k]);
#pragma unroll
        for (int step = 0; step < FloatChain<Shape>::STEPS; step++)
#pragma unroll
            for (int k = 0; k < Shape::CHAINS && last - k >= 0; k++)
#pragma unroll
                for (int m = 0; m < Shape::PARTS; m++)
                    FloatChain<Shape>::multiplyStep(step, chains[k][m], ofLane[k], rows[m]);
#pragma unroll
        for (int k = 0; k < Shape::CHAINS && last - k >= 0; k++)
#pragma unroll
            for (int m = 0; m < Shape::PARTS; m++)
#pragma unroll
                for (int e = 0; e < 4; e++)
                    sums[m][last - k][e] = before<ADVANCES>(m, last - k, e) + chains[k][m][e];
    }

    template <bool ADVANCES>
    __device__ __forceinline__ float before(int m, int d, int e) const
    {
        if (!ADVANCES)
            return sums[m][d][e];
        return d > 0 ? sums[m][d > 0 ? d - 1 : 0][e] : 0.f;
    }

    float sums[Shape::PARTS][Shape::SIZE][4] = {};
};

}}} // namespace cv::recfilter::gpu

#endif
