// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Lines of mirrored pairs in shared memory by tensor cores, 16 lines x 16 pixels (a square) at a time. As on the CPU
// (BlockResponse), nothing recurs from pixel to pixel. A square of a filter of parity s, k = 0 .. 7:
//
//     folded pixels     y[k] = x[k] + s x[15 - k],  z[k] = x[k] - s x[15 - k]
//     sums              f = Y - Z,  s a = Y + Z,  with Y = y SUMS_OF_Y, Z = z SUMS_OF_Z
//     states            p behind the square = A^16 p + f,  s e before the square = A^16 s e + s a
//     results           U + V for k, U - V for 15 - k, with U = y RESULTS_OF_Y + (p + s e) RESULTS_NEAR,
//                                                           V = z RESULTS_OF_Z + (p - s e) RESULTS_FAR
//
// So s e, not e, is the state that is kept. Two pairs pack the same steps into fewer products (SquareTable).

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_PAIRS_SQUARES_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_PAIRS_PAIRS_SQUARES_CUH

#include "runtime/cuda/io/pixel_io.cuh"
#include "recursive/cuda/pairs/tuning.hpp"
#include "recursive/cuda/pairs/square_states.cuh"

namespace cv { namespace recfilter { namespace gpu {

/** 16 lines of SQUARES squares, by a warp. A lane has two lines. Of each it has pixels t and t + 4 (t = laneColumn())
of every square and their mirror images. For columns, the warp's lines are not all neighbours, to avoid bank conflicts.
SquareStates describes which states a lane has.
@tparam STRIDE between the pixels of a line: 1, or PITCH
@tparam PITCH of the rows in shared memory, 4 more than a multiple of 32 */
template <int PAIRS, int SQUARES, int STRIDE, int PITCH>
class PairsSquares
{
public:
    typedef SquareStates<PAIRS> Layout;
    typedef typename Layout::States States;

    static constexpr int side = SQUARE_PIXELS;
    static constexpr int length = SQUARES * side;
    static constexpr bool isRow = STRIDE == 1;
    static constexpr int spacing = isRow ? 8 : 4; //!< between a lane's two lines
    static constexpr int moments = 2 * PAIRS;
    static constexpr int keptSquares =
        isRow ? tuning::SQUARES_KEPT_OF_ROWS : tuning::SQUARES_KEPT_OF_COLUMNS; //!< whose products stay in registers

    /** Pitch of the moments that enter 64 rows or 128 columns. It avoids bank conflicts: a lane reads moments from
    Layout::ofLine * t on, at two places `spacing` apart. */
    static constexpr int enteringPitch = isRow ? (PAIRS == 2 ? 72 : 68) : (PAIRS == 2 ? 132 : 130);

    //! Loads the states that enter the lines from line `first` on: moments of p, then of e.
    __device__ static void loadStates(const float* entering, int first, States& p, States& e)
    {
        const int m = Layout::ofLine * laneColumn();
        const float* const own = entering + m * enteringPitch + first + ownLine();
#pragma unroll
        for (int i = 0; i < Layout::numbers; i++)
        {
            const int at = i % Layout::ofLine * enteringPitch + i / Layout::ofLine * spacing;
            p[i] = m < moments ? own[at] : 0.f;
            e[i] = m < moments ? own[at + moments * enteringPitch] : 0.f;
        }
    }

    //! The lane's first line.
    __device__ static int ownLine()
    {
        const int g = laneRow();
        return isRow ? g : g % 4 + g / 4 * 16;
    }

    //! @param corner first pixel of the first line @param tables_ in shared memory @param parity of the filter
    __device__ PairsSquares(float* corner, const float* tables_, int parity)
        : near(corner + ownLine() * lineStride + laneColumn() * STRIDE),
          far(corner + ownLine() * lineStride + (side - 1 - laneColumn()) * STRIDE), quads(ownQuads(corner)),
          tables(tables_ + threadIdx.x % 32 * 4), sign(float(parity))
    {
    }

    //! Filters whole lines in both directions. @param p, e states that enter the lines, overwritten
    __device__ void filter(States& p, States& e) const
    {
        States f[SQUARES], behind[SQUARES]; // s e
        multiplyBySign(e);
        const float4 power = ownPower();
        Products kept;
        sumSquares(power, e, f, behind, kept);
        finishSquares(power, p, f, behind, kept);
    }

    /** Filters shorter lines.
    @param pixels of a line; those behind, up to the end of a square, must be 0 and become undefined
    @param entering, first see loadStates */
    __device__ void filterPart(int pixels, const float* entering, int first) const
    {
        States p, e;
        loadStates(entering, first, p, e);
        const bool isCut = pixels % side != 0;
        if (isCut)
            clear(e);
        multiplyBySign(e);
        filterSquares((pixels + side - 1) / side, p, e);
        if (!isCut)
            return;
        loadStates(entering, first, p, e);
        addFromEnd(pixels, e);
    }

private:
    //! Adds the effect of e to cut lines, by squares that end with the line.
    __device__ void addFromEnd(int pixels, States& e) const
    {
        const States nothing = {};
        const Product zero[2] = {};
        const RightFactor toNear = table(RESULTS_NEAR), toFar = table(RESULTS_FAR);
        const float4 power = ownPower();
        multiplyBySign(e);
        __syncwarp();
#pragma unroll 1
        for (int begin = pixels - side; begin > -side; begin -= side)
        {
            // Loads without conditions are in flight together. For what lies before the line the lane reads the pixel
            // of the square behind, which is its own, too.
            int nearAt[4], farAt[4];
            float before[4], after[4];
#pragma unroll
            for (int i = 0; i < 4; i++)
            {
                const int pixel = laneColumn() + i % 2 * 4, first = i / 2 * spacing * lineStride;
                nearAt[i] = begin + pixel;
                farAt[i] = begin + side - 1 - pixel;
                before[i] = line()[(nearAt[i] < 0 ? nearAt[i] + side : nearAt[i]) * STRIDE + first];
                after[i] = line()[(farAt[i] < 0 ? farAt[i] + side : farAt[i]) * STRIDE + first];
            }
            Product results[2];
            Layout::addStates(nothing, e, toNear, toFar, zero, results);
#pragma unroll
            for (int i = 0; i < 4; i++)
            {
                const int first = i / 2 * spacing * lineStride;
                if (nearAt[i] >= 0)
                    line()[nearAt[i] * STRIDE + first] = before[i] + results[0][i];
                if (farAt[i] >= 0)
                    line()[farAt[i] * STRIDE + first] = after[i] + results[1][i];
            }
            Layout::advance(power, e, nothing);
        }
    }

    __device__ static void clear(States& states)
    {
#pragma unroll
        for (int i = 0; i < Layout::numbers; i++)
            states[i] = 0.f;
    }

    __device__ void multiplyBySign(States& e) const
    {
#pragma unroll
        for (int i = 0; i < Layout::numbers; i++)
            e[i] *= sign;
    }

    static constexpr int lineStride = isRow ? PITCH : 1;

    //! Pixel 0 of the lane's first line.
    __device__ float* line() const
    {
        return near - laneColumn() * STRIDE;
    }

    float* const near;  //!< pixel t of the first square of the lane's first line; t is laneColumn()
    float* const far;   //!< pixel 15 - t of that square
    float* const quads; //!< from ownQuads()
    const float* const tables;
    const float sign;

    __device__ const float* numbersOf(SquareTable which) const
    {
        return tables + which * LANE_NUMBERS;
    }

    __device__ RightFactor table(SquareTable which) const
    {
        return RightFactor(numbersOf(which));
    }

    //! Offset of number i of a product of pixels, in `near` and in `far`, in the square from pixel `begin` on.
    __device__ static int offset(int begin, int i)
    {
        return (begin + i % 2 * 4) * STRIDE + i / 2 * spacing * lineStride;
    }

    __device__ static int mirroredOffset(int begin, int i)
    {
        return (begin - i % 2 * 4) * STRIDE + i / 2 * spacing * lineStride;
    }

    /** The lane's place for a product that replaces pixels of a square: four neighbouring numbers of a row. A second
        product goes eight rows below. A quarter of a warp covers all banks. */
    __device__ static float* ownQuads(float* corner)
    {
        const int lane = threadIdx.x % 32, quad = lane % 4, pair = lane / 4 % 2, quarter = lane / 8;
        const int row = isRow ? pair * 4 + quarter : pair * 2 + quarter % 2 + quarter / 2 * 4;
        return corner + row * PITCH + (isRow ? quad * 4 : quad % 2 * 4 + quad / 2 * 16);
    }

    __device__ float* quad(int square, int j) const
    {
        return quads + square * side * STRIDE + j * 8 * PITCH;
    }

    __device__ float4 ownPower() const
    {
        return *reinterpret_cast<const float4*>(numbersOf(SQUARE_POWER));
    }

    //! The lane's pixels of a square, and their mirror images.
    struct Pixels
    {
        float near[4], far[4];
    };

    __device__ void load(int square, Pixels& pixels) const
    {
#pragma unroll
        for (int i = 0; i < 4; i++)
        {
            pixels.near[i] = near[offset(square * side, i)];
            pixels.far[i] = far[mirroredOffset(square * side, i)];
        }
    }

    __device__ void fold(const Pixels& x, LeftFactor& y, LeftFactor& z) const
    {
#pragma unroll
        for (int i = 0; i < 4; i++)
        {
            y.set(i % 2 * 2 + i / 2, fmaf(sign, x.far[i], x.near[i]));
            z.set(i % 2 * 2 + i / 2, fmaf(-sign, x.far[i], x.near[i]));
        }
    }

    //! The first squares' products of pixels alone.
    typedef Product Products[keptSquares][2];

    __device__ void keep(int square, const Product (&results)[2], Products& kept) const
    {
        if (square >= keptSquares)
            __syncwarp();
#pragma unroll
        for (int j = 0; j < 2; j++)
            if (square >= keptSquares)
                writeVectors(results[j], quad(square, j));
            else
#pragma unroll
                for (int i = 0; i < 4; i++)
                    kept[square][j][i] = results[j][i];
    }

    __device__ void recall(int square, const Products& kept, Product (&results)[2]) const
    {
#pragma unroll
        for (int j = 0; j < 2; j++)
            if (square >= keptSquares)
                readVectors(quad(square, j), results[j]);
            else
#pragma unroll
                for (int i = 0; i < 4; i++)
                    results[j][i] = kept[square][j][i];
    }

    /** Runs from the last square back: the sums f, the states behind, and the products of pixels alone. These products
        go to `kept` or replace the square's pixels. */
    __device__ void sumSquares(const float4& power, States& back, States (&f)[SQUARES], States (&behind)[SQUARES],
                               Products& kept) const
    {
        const RightFactor sumsOfY = table(SUMS_OF_Y), sumsOfZ = table(SUMS_OF_Z), ofY = table(RESULTS_OF_Y),
                          ofZ = table(RESULTS_OF_Z);
        const Product zero = {};
        Pixels pixels;
        load(SQUARES - 1, pixels);
#pragma unroll
        for (int k = SQUARES - 1; k >= 0; k--)
        {
            LeftFactor y, z;
            fold(pixels, y, z);
            if (k > 0)
                load(k - 1, pixels);
            States a;
            Layout::sum(y, z, sumsOfY, sumsOfZ, f[k], a);
            Product made[2];
            multiplyAdd(y, ofY, zero, made[0]);
            multiplyAdd(z, ofZ, zero, made[1]);
            Layout::prepare(made);
            keep(k, made, kept);
#pragma unroll
            for (int i = 0; i < Layout::numbers; i++)
                behind[k][i] = back[i];
            Layout::advance(power, back, a);
        }
    }

    //! Runs from the first square on: adds the contributions of the states before and behind.
    __device__ void finishSquares(const float4& power, States& p, const States (&f)[SQUARES],
                                  const States (&behind)[SQUARES], const Products& kept) const
    {
        const RightFactor toNear = table(RESULTS_NEAR), toFar = table(RESULTS_FAR);
        Product made[2];
        recall(0, kept, made);
#pragma unroll
        for (int k = 0; k < SQUARES; k++)
        {
            Product results[2];
            Layout::addStates(p, behind[k], toNear, toFar, made, results);
            if (k + 1 < SQUARES)
                recall(k + 1, kept, made);
            __syncwarp();
            store(k, results);
            Layout::advance(power, p, f[k]);
        }
    }

    __device__ void store(int square, const Product (&results)[2]) const
    {
#pragma unroll
        for (int i = 0; i < 4; i++)
        {
            near[offset(square * side, i)] = results[0][i];
            far[mirroredOffset(square * side, i)] = results[1][i];
        }
    }

    /** Both runs over the first squares alone, square by square. Few tiles run this code, which is fetched the longer
        the more there is of it: states are in local memory, products in place of the pixels. @param back s e */
    __device__ void filterSquares(int count, States& p, States& back) const
    {
        States f[SQUARES], behind[SQUARES];
        const float4 power = ownPower();
        const RightFactor sumsOfY = table(SUMS_OF_Y), sumsOfZ = table(SUMS_OF_Z), ofY = table(RESULTS_OF_Y),
                          ofZ = table(RESULTS_OF_Z), toNear = table(RESULTS_NEAR), toFar = table(RESULTS_FAR);
        const Product zero = {};
        Pixels pixels;
        load(count - 1, pixels);
#pragma unroll 1
        for (int k = count - 1; k >= 0; k--)
        {
            LeftFactor y, z;
            fold(pixels, y, z);
            if (k > 0)
                load(k - 1, pixels);
            States a, sums;
            Layout::sum(y, z, sumsOfY, sumsOfZ, sums, a);
            Product made[2];
            multiplyAdd(y, ofY, zero, made[0]);
            multiplyAdd(z, ofZ, zero, made[1]);
            Layout::prepare(made);
            __syncwarp();
#pragma unroll
            for (int j = 0; j < 2; j++)
                writeVectors(made[j], quad(k, j));
#pragma unroll
            for (int i = 0; i < Layout::numbers; i++)
            {
                f[k][i] = sums[i];
                behind[k][i] = back[i];
            }
            Layout::advance(power, back, a);
        }
#pragma unroll 1
        for (int k = 0; k < count; k++)
        {
            Product made[2], results[2];
            States before, more;
#pragma unroll
            for (int i = 0; i < Layout::numbers; i++)
            {
                before[i] = behind[k][i];
                more[i] = f[k][i];
            }
#pragma unroll
            for (int j = 0; j < 2; j++)
                readVectors(quad(k, j), made[j]);
            Layout::addStates(p, before, toNear, toFar, made, results);
            __syncwarp();
            store(k, results);
            Layout::advance(power, p, more);
        }
    }
};

}}} // namespace cv::recfilter::gpu

#endif
