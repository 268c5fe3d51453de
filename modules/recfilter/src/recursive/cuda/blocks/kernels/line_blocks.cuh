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
Otherwise it is the other way round. @tparam MIRRORED in the order from the end of a line to its begin */
template <typename W, bool COLUMNS, int PITCH, bool MIRRORED = false>
struct LanePixels
{
    enum
    {
        // Numbers from the pixel of a tile that is a lane's first one to the second one, and to lines 8 to 15.
        next = (COLUMNS ? 4 * PITCH : 1) * (MIRRORED ? -1 : 1),
        lower = COLUMNS ? 8 : 8 * PITCH
    };
    typedef LanePixels<W, COLUMNS, PITCH, !MIRRORED> Mirrored;

    W* const own; //!< of the first eight pixels of a line

    __device__ explicit LanePixels(W* lines)
        : own(lines + (COLUMNS ? FragmentLane().g : FragmentLane().g * PITCH) +
              (COLUMNS ? FragmentLane().t * PITCH : 2 * FragmentLane().t) * (MIRRORED ? -1 : 1))
    {
    }

    struct alignas(2 * sizeof(W)) Two
    {
        W v[2];
    };

    //! This lane's first one of eight pixels that begin at `pixel`, or end there if they are mirrored.
    __device__ W* at(int pixel) const { return own + pixel * (COLUMNS ? PITCH : 1); }

    //! Eight pixels of each line from `pixel` on.
    __device__ void read(int pixel, LeftFactor<W>& factor) const
    {
        W v[4];
        read(pixel, v);
        setStates(factor, v);
    }

    //! The same in the order of a sum.
    __device__ void read(int pixel, W (&v)[4]) const
    {
        const W* const from = at(pixel);
#pragma unroll
        for (int i = 0; i < 2; i++)
        {
            const W* const line = from + i * lower;
            if constexpr (COLUMNS)
            {
                v[2 * i] = line[0];
                v[2 * i + 1] = line[next];
            }
            else
            {
                const Two two = *reinterpret_cast<const Two*>(MIRRORED ? line - 1 : line);
                v[2 * i] = two.v[MIRRORED];
                v[2 * i + 1] = two.v[!MIRRORED];
            }
        }
    }

    __device__ void write(int pixel, const W (&v)[4]) const
    {
        W* const to = at(pixel);
#pragma unroll
        for (int i = 0; i < 2; i++)
        {
            W* const line = to + i * lower;
            if constexpr (COLUMNS)
            {
                line[0] = v[2 * i];
                line[next] = v[2 * i + 1];
            }
            else if constexpr (MIRRORED)
                *reinterpret_cast<Two*>(line - 1) = {{v[2 * i + 1], v[2 * i]}};
            else
                *reinterpret_cast<Two*>(line) = {{v[2 * i], v[2 * i + 1]}};
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
        signs = Shape::signs,
        ownPixels = Shape::ownPixels,
        ownTiles = Shape::ownTiles
    };
    //! Of each sign, in the order of a sum: pixels, results, or results and states.
    typedef W Halves[signs][ownPixels][4];

    const Pixels pixels;
    const typename Pixels::Mirrored mirrored; //!< the second half of a folded block
    const RightFactor<W>* const table;        //!< this lane's
    const W parity;                           //!< BlockAxisView::parity
    W states[BLOCKS][tiles][4];               //!< sums of the blocks, then the states that enter them

    __device__ LineBlocks(W* lines, const W* factors, W parityOfAxis)
        : pixels(lines), mirrored(lines), table(reinterpret_cast<const RightFactor<W>*>(factors) + (threadIdx.x & 31)),
          parity(parityOfAxis)
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
        if constexpr (Shape::isFolded)
            __syncwarp(); // the second half of a folded block has been written by other lanes
        addBehind(entering, behind);
    }

private:
    //! What lies in the place of a block's pixels, half by half.
    __device__ void read(int k, Halves& halves) const
    {
#pragma unroll
        for (int b = 0; b < ownPixels; b++)
        {
            pixels.read(k * Shape::block + b * FACTOR_SIDE, halves[0][b]);
            if constexpr (Shape::isFolded)
                mirrored.read((k + 1) * Shape::block - 1 - b * FACTOR_SIDE, halves[1][b]);
        }
    }

    __device__ void write(int k, const Halves& halves) const
    {
#pragma unroll
        for (int b = 0; b < ownPixels; b++)
        {
            pixels.write(k * Shape::block + b * FACTOR_SIDE, halves[0][b]);
            if constexpr (Shape::isFolded)
                mirrored.write((k + 1) * Shape::block - 1 - b * FACTOR_SIDE, halves[1][b]);
        }
    }

    //! The sums of each block, and its response to its own pixels in their place: of folded blocks both halves of it.
    __device__ void sum()
    {
        const Factors<W, Shape::response, Shape::results - Shape::response, KEEPS> factors(table);
#pragma unroll
        for (int k = 0; k < BLOCKS; k++)
        {
            Halves x, results;
            W sums[signs][ownPixels + ownTiles][4] = {};
            read(k, x);
            if constexpr (Shape::isFolded)
#pragma unroll
                for (int a = 0; a < ownPixels; a++)
#pragma unroll
                    for (int i = 0; i < 4; i++)
                        foldNumbers(x[0][a][i], x[1][a][i], parity);
#pragma unroll
            for (int a = 0; a < ownPixels; a++)
#pragma unroll
                for (int sign = 0; sign < signs; sign++)
                {
                    LeftFactor<W> left;
                    setStates(left, x[sign][a]);
                    RightFactor<W> weights[ownPixels + ownTiles];
#pragma unroll
                    for (int n = 0; n < ownPixels; n++)
                        weights[n] = factors[Shape::factorOfResponse(a, n, sign)];
#pragma unroll
                    for (int n = 0; n < ownTiles; n++)
                        weights[ownPixels + n] = factors[Shape::factorOfSums(a, n, sign)];
                    addProducts(sums[sign], left, weights);
                }
#pragma unroll
            for (int sign = 0; sign < signs; sign++)
#pragma unroll
                for (int b = 0; b < ownPixels; b++)
#pragma unroll
                    for (int i = 0; i < 4; i++)
                        results[sign][b][i] = sums[sign][b][i];
            write(k, results);
            keepSums(sums, states[k]);
        }
    }

    //! The sums of both directions, from the products of each sign.
    __device__ void keepSums(const W (&sums)[signs][ownPixels + ownTiles][4], W (&kept)[tiles][4]) const
    {
#pragma unroll
        for (int n = 0; n < ownTiles; n++)
#pragma unroll
            for (int i = 0; i < 4; i++)
            {
                const W(&plus)[4] = sums[0][ownPixels + n], (&minus)[4] = sums[signs - 1][ownPixels + n];
                if constexpr (!Shape::isFolded)
                    kept[n][i] = plus[i];
                else if constexpr (Shape::isPacked) // both signs in turn, and so are both directions
                    kept[n][i] = i % 2 ? parity * (plus[i - i % 2] - minus[i]) : plus[i] + minus[i + 1 - i % 2];
                else
                {
                    kept[n][i] = plus[i] + minus[i];
                    kept[ownTiles + n][i] = parity * (plus[i] - minus[i]);
                }
            }
    }

    //! Tile n of the states that enter block k, by sign.
    __device__ void enteringOf(int k, int n, LeftFactor<W> (&left)[signs]) const
    {
        W own[2][4];
#pragma unroll
        for (int i = 0; i < 4; i++)
        {
            own[0][i] = states[k][n][i];
            if constexpr (Shape::isFolded && !Shape::isPacked)
            {
                own[1][i] = states[k][ownTiles + n][i];
                foldNumbers(own[0][i], own[1][i], parity);
            }
        }
        if constexpr (Shape::isFolded && Shape::isPacked)
#pragma unroll
            for (int i = 0; i < 4; i += 2)
                foldNumbers(own[0][i], own[0][i + 1], parity);
#pragma unroll
        for (int sign = 0; sign < signs; sign++)
            setStates(left[sign], own[Shape::isPacked ? 0 : sign]);
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
            NextState<W> next(s, more);
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
            NextState<W> next(s[n], there);
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
            Halves results;
            read(k, results);
#pragma unroll
            for (int n = 0; n < ownTiles; n++)
            {
                LeftFactor<W> left[signs];
                enteringOf(k, n, left);
#pragma unroll
                for (int sign = 0; sign < signs; sign++)
                {
                    RightFactor<W> weights[ownPixels];
#pragma unroll
                    for (int b = 0; b < ownPixels; b++)
                        weights[b] = factors[Shape::factorOfResults(n, b, sign)];
                    addProducts(results[sign], left[sign], weights);
                }
            }
            if constexpr (Shape::isFolded)
#pragma unroll
                for (int b = 0; b < ownPixels; b++)
#pragma unroll
                    for (int i = 0; i < 4; i++)
                        foldNumbers(results[0][b][i], results[1][b][i], W(1));
            write(k, results);
        }
    }

    /** Adds what the anticausal states behind the line's last pixel give. @param factors BlockAxisView::behind
    @param ends of both directions; only the anticausal ones count */
    __device__ void addBehind(const W (&ends)[tiles][4], const W* factors) const
    {
        const RightFactor<W>* const behind = reinterpret_cast<const RightFactor<W>*>(factors) + threadIdx.x % 32;
        constexpr int first = tiles - Shape::ofDirection;
#pragma unroll 1
        for (int b = 0; b < BLOCKS * int(Shape::pixelTiles); b++)
        {
            W sums[1][4];
            pixels.read(b * FACTOR_SIDE, sums[0]);
#pragma unroll
            for (int n = 0; n < Shape::ofDirection; n++)
            {
                LeftFactor<W> left;
                setStates(left, ends[first + n]);
                const RightFactor<W> weights[1] = {readFactor(behind + (b * Shape::ofDirection + n) * 32)};
                addProducts(sums, left, weights);
            }
            pixels.write(b * FACTOR_SIDE, sums[0]);
        }
    }
};

}}} // namespace cv::recfilter::gpu

#endif
