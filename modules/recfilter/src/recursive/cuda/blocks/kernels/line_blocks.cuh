// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters lines that are cut into blocks of pixels, 16 lines by a warp: y = H x + O p + O' z (doc/block_states.md).
// Knows lines of pixels in shared memory, but no image.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_KERNELS_LINE_BLOCKS_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_BLOCKS_KERNELS_LINE_BLOCKS_CUH

#include "recursive/cuda/blocks/block_shape.hpp"
#include "recursive/cuda/blocks/kernels/products.cuh"

namespace cv { namespace recfilter { namespace gpu {

/** This lane's pixels of 16 lines. @tparam COLUMNS pixels of a line are PITCH numbers apart, lines side by side.
Otherwise it is the other way round. */
template <typename W, bool COLUMNS, int PITCH>
struct LanePixels
{
    W* const own; //!< of the first eight pixels of a line

    __device__ explicit LanePixels(W* lines)
        : own(lines +
              (COLUMNS ? FragmentLane().t * PITCH + FragmentLane().g : FragmentLane().g * PITCH + 2 * FragmentLane().t))
    {
    }

    struct alignas(2 * sizeof(W)) Two
    {
        W v[2];
    };

    __device__ W* at(int pixel) const { return own + pixel * (COLUMNS ? PITCH : 1); }

    //! Eight pixels of each line from `pixel` on.
    __device__ void read(int pixel, LeftFactor<W>& factor) const
    {
        W v[4];
        read(pixel, v);
        factor.set(0, v[0]);
        factor.set(1, v[2]);
        factor.set(2, v[1]);
        factor.set(3, v[3]);
    }

    //! The same in the order of a sum.
    __device__ void read(int pixel, W (&v)[4]) const
    {
        const W* const from = at(pixel);
        if constexpr (COLUMNS)
        {
            v[0] = from[0];
            v[1] = from[4 * PITCH];
            v[2] = from[8];
            v[3] = from[4 * PITCH + 8];
        }
        else
        {
            const Two upper = *reinterpret_cast<const Two*>(from),
                      lower = *reinterpret_cast<const Two*>(from + 8 * PITCH);
            v[0] = upper.v[0];
            v[1] = upper.v[1];
            v[2] = lower.v[0];
            v[3] = lower.v[1];
        }
    }

    __device__ void write(int pixel, const W (&v)[4]) const
    {
        W* const to = at(pixel);
        if constexpr (COLUMNS)
        {
            to[0] = v[0];
            to[4 * PITCH] = v[1];
            to[8] = v[2];
            to[4 * PITCH + 8] = v[3];
        }
        else
        {
            *reinterpret_cast<Two*>(to) = {{v[0], v[1]}};
            *reinterpret_cast<Two*>(to + 8 * PITCH) = {{v[2], v[3]}};
        }
    }
};

//! COUNT factors of a table from `first` on: in registers if KEEPS, else read where they are used.
template <typename W, int FIRST, int COUNT, bool KEEPS>
struct Factors
{
    const RightFactor<W>* const table; //!< this lane's
    RightFactor<W> kept[KEEPS ? COUNT : 1];

    __device__ explicit Factors(const RightFactor<W>* t) : table(t)
    {
        if constexpr (KEEPS)
#pragma unroll
            for (int i = 0; i < COUNT; i++)
                kept[i] = readFactor(table + (FIRST + i) * 32);
    }

    __device__ RightFactor<W> operator[](int i) const
    {
        if constexpr (KEEPS)
            return kept[i - FIRST];
        else
            return readFactor(table + i * 32);
    }
};

/** Loads the states that enter 16 lines, in the order of a sum. Numbers without a state, and lines that are not there,
get 0. `load(direction, state, line)` is called for the others. */
template <typename W, typename Shape, typename Load>
__device__ inline void loadStates(int causal, int anticausal, int lines, const Load& load, W (&states)[Shape::tiles][4])
{
    const FragmentLane lane;
#pragma unroll
    for (int n = 0; n < Shape::tiles; n++)
#pragma unroll
        for (int i = 0; i < 4; i++)
        {
            const StatePlace place = Shape::placeOf(n, 2 * lane.t + i % 2);
            const int line = lane.g + i / 2 * 8;
            states[n][i] = line < lines && place.state < (place.direction ? anticausal : causal)
                               ? load(place.direction, place.state, line)
                               : W(0);
        }
}

/** Filters the BLOCKS blocks of 16 lines, which begin at the tile's first pixel.
@tparam KEEPS whether factors stay in registers */
template <typename W, typename Shape, int BLOCKS, typename Pixels, bool KEEPS>
struct LineBlocks
{
    enum
    {
        tiles = Shape::tiles,
        pixelTiles = Shape::pixelTiles
    };

    const Pixels pixels;
    const RightFactor<W>* const table; //!< this lane's
    W states[BLOCKS][tiles][4];        //!< sums of the blocks, then the states that enter them

    __device__ LineBlocks(W* lines, const W* factors)
        : pixels(lines), table(reinterpret_cast<const RightFactor<W>*>(factors) + (threadIdx.x & 31))
    {
    }

    /** Filters the lines from the states that enter them. @param count lines that are there
    @param endsWithin the lines end before the last block does. @param behind BlockAxisView::behind
    @param load (direction, state, line): see loadStates */
    template <typename Axis, typename Load>
    __device__ void filter(const Axis& axis, bool endsWithin, const W* behind, int count, const Load& load)
    {
        W entering[tiles][4];
        loadStates<W, Shape>(axis.causal, endsWithin ? 0 : axis.anticausal, count, load, entering);
        sum();
        chain(entering);
        finish();
        if (!endsWithin)
            return;
        loadStates<W, Shape>(0, axis.anticausal, count, load, entering);
        addBehind(entering, behind);
    }

private:
    //! The sums of each block, and its response to its own pixels in their place.
    __device__ void sum()
    {
        const Factors<W, Shape::response, Shape::results - Shape::response, KEEPS> factors(table);
#pragma unroll
        for (int k = 0; k < BLOCKS; k++)
        {
            LeftFactor<W> x[pixelTiles];
            W sums[pixelTiles + tiles][4] = {};
#pragma unroll
            for (int a = 0; a < pixelTiles; a++)
                pixels.read(k * Shape::block + a * FACTOR_SIDE, x[a]);
#pragma unroll
            for (int a = 0; a < pixelTiles; a++)
            {
                RightFactor<W> weights[pixelTiles + tiles];
#pragma unroll
                for (int n = 0; n < pixelTiles; n++)
                    weights[n] = factors[Shape::factorOfResponse(a, n)];
#pragma unroll
                for (int n = 0; n < tiles; n++)
                    weights[pixelTiles + n] = factors[Shape::factorOfSums(a, n)];
                addProducts(sums, x[a], weights);
            }
#pragma unroll
            for (int b = 0; b < pixelTiles; b++)
                pixels.write(k * Shape::block + b * FACTOR_SIDE, sums[b]);
#pragma unroll
            for (int n = 0; n < tiles; n++)
#pragma unroll
                for (int i = 0; i < 4; i++)
                    states[k][n][i] = sums[pixelTiles + n][i];
        }
    }

    //! Turns the sums into the states that enter the blocks, both directions at once.
    __device__ void chain(W (&entering)[tiles][4])
    {
        if constexpr (Shape::isPacked)
            chainPacked(entering[0]);
        else
#pragma unroll
            for (int k = 0; k < BLOCKS; k++)
                step(k, entering);
    }

    __device__ void chainPacked(W (&s)[4])
    {
        const RightFactor<W> power = readFactor(table + Shape::powers * 32);
#pragma unroll
        for (int k = 0; k < BLOCKS; k++)
        {
            W(&forth)[4] = states[k][0], (&back)[4] = states[BLOCKS - 1 - k][0];
            const W more[4] = {forth[0], back[1], forth[2], back[3]};
            forth[0] = s[0];
            back[1] = s[1];
            forth[2] = s[2];
            back[3] = s[3];
            if (k + 1 == BLOCKS)
                break;
            LeftFactor<W> left;
            setStates(left, s);
            SumOfProducts<W> next(more);
            next.add(left, power);
#pragma unroll
            for (int i = 0; i < 4; i++)
                s[i] = next[i];
        }
    }

    //! Block k of the causal states, and the k-th block from the end of the anticausal ones.
    __device__ void step(int k, W (&s)[tiles][4])
    {
        LeftFactor<W> left[tiles];
#pragma unroll
        for (int n = 0; n < tiles; n++)
            setStates(left[n], s[n]);
#pragma unroll
        for (int n = 0; n < tiles; n++)
        {
            const int direction = n / Shape::ofDirection, tile = n % Shape::ofDirection;
            W(&there)[4] = states[direction ? BLOCKS - 1 - k : k][n];
            SumOfProducts<W> next(there);
#pragma unroll
            for (int i = 0; i < 4; i++)
                there[i] = s[n][i];
            if (k + 1 == BLOCKS)
                continue;
#pragma unroll
            for (int from = 0; from <= tile; from++)
                next.add(left[direction * Shape::ofDirection + from],
                         readFactor(table + Shape::factorOfPower(direction, from, tile) * 32));
#pragma unroll
            for (int i = 0; i < 4; i++)
                s[n][i] = next[i];
        }
    }

    //! Adds what the states that enter a block give to its pixels.
    __device__ void finish()
    {
        const Factors<W, Shape::results, Shape::powers - Shape::results, KEEPS> factors(table);
#pragma unroll
        for (int k = 0; k < BLOCKS; k++)
        {
            W sums[pixelTiles][4];
#pragma unroll
            for (int b = 0; b < pixelTiles; b++)
                pixels.read(k * Shape::block + b * FACTOR_SIDE, sums[b]);
#pragma unroll
            for (int n = 0; n < tiles; n++)
            {
                LeftFactor<W> left;
                RightFactor<W> weights[pixelTiles];
                setStates(left, states[k][n]);
#pragma unroll
                for (int b = 0; b < pixelTiles; b++)
                    weights[b] = factors[Shape::factorOfResults(n, b)];
                addProducts(sums, left, weights);
            }
#pragma unroll
            for (int b = 0; b < pixelTiles; b++)
                pixels.write(k * Shape::block + b * FACTOR_SIDE, sums[b]);
        }
    }
    /** Adds what the anticausal states behind the line's last pixel give. @param factors BlockAxisView::behind
    @param states of both directions; only the anticausal ones count */
    __device__ void addBehind(const W (&states)[tiles][4], const W* factors) const
    {
        const RightFactor<W>* const behind = reinterpret_cast<const RightFactor<W>*>(factors) + threadIdx.x % 32;
        constexpr int first = tiles - Shape::ofDirection;
#pragma unroll 1
        for (int b = 0; b < BLOCKS * pixelTiles; b++)
        {
            W sums[1][4];
            pixels.read(b * FACTOR_SIDE, sums[0]);
#pragma unroll
            for (int n = 0; n < Shape::ofDirection; n++)
            {
                LeftFactor<W> left;
                setStates(left, states[first + n]);
                const RightFactor<W> weights[1] = {readFactor(behind + (b * Shape::ofDirection + n) * 32)};
                addProducts(sums, left, weights);
            }
            pixels.write(b * FACTOR_SIDE, sums[0]);
        }
    }
};

}}} // namespace cv::recfilter::gpu

#endif
