// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

/* Lines of mirrored pairs in shared memory by tensor cores, 16 lines and 16 pixels of each at a time. As on the CPU (BlockResponse), nothing
recurs from pixel to pixel: the pixels of a square give the sums f and a of its lines, from which follow the states at its sides; and the pixels and these
states give the results. Pixels k and 15 - k are taken together, as their sum and their difference. */

#ifndef OPENCV_RECFILTER_CUDA_PAIRS_SQUARES_CUH
#define OPENCV_RECFILTER_CUDA_PAIRS_SQUARES_CUH

#include "pixel_io.cuh"
#include "tensor_cores.cuh"

namespace cv { namespace recfilter { namespace gpu {

/** 16 lines of SQUARES squares, by a warp. A lane has two of them, and of eight pixels that are taken together with those opposite two of each,
t and t + 4 (laneColumn). The lines of columns are not neighbours, so that no bank is met twice. Of three pairs a lane has the states of pair t
for both lines, and every fourth lane none; of two pairs those of pair t mod 2 for one line, the second one from t = 2 on.
@tparam STRIDE between the pixels of a line: 1, or PITCH
@tparam PITCH of the rows in shared memory, 4 more than a multiple of 32 */
template <int PAIRS, int SQUARES, int STRIDE, int PITCH>
class PairsSquares
{
public:
    enum
    {
        side = SQUARE_PIXELS,
        isRow = STRIDE == 1,
        spacing = isRow ? 8 : 4, //!< of a lane's two lines
        hasOneLine = PAIRS == 2, //!< a lane's states
        numbers = hasOneLine ? 2 : 4,
        moments = 2 * PAIRS
    };

    //! A pair's state, w and d, of the lane's lines one after the other: for both a product.
    typedef float States[numbers];

    /** Numbers from one moment to the next of what enters rows or columns, of 64 and of 128 lines, so that lanes meet no bank twice: each has two
    moments, 2 t and 2 t + 1, or 2 (t mod 2) and the next one in two places that are `spacing` apart. */
    enum
    {
        enteringPitch = isRow ? (hasOneLine ? 72 : 68) : (hasOneLine ? 132 : 130)
    };

    //! What enters the lines, the warp's first one of which is `first`: moments of p, and then of e.
    __device__ static void loadStates(const float* entering, int first, States& p, States& e)
    {
        const int m = hasOneLine ? laneColumn() % 2 * 2 : 2 * laneColumn();
        const float* const own = entering + m * enteringPitch + first + ownLine() + isSecond() * spacing;
#pragma unroll
        for (int i = 0; i < numbers; i++)
        {
            const int at = i % 2 * enteringPitch + i / 2 * spacing;
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

    //! Whether lines end where no square does.
    __device__ static bool isCut(int length)
    {
        return length % side != 0;
    }

    /** @param corner the first pixel of the first line
        @param tables_ SquareTable, in shared memory
        @param parity of the filter */
    __device__ PairsSquares(float* corner, const float* tables_, int parity)
        : near(corner + ownLine() * lineStride + laneColumn() * STRIDE),
          far(corner + ownLine() * lineStride + (side - 1 - laneColumn()) * STRIDE), quads(ownQuads(corner)),
          tables(tables_ + threadIdx.x % 32 * 4), sign(float(parity))
    {
    }

    /** @tparam WHOLE the lines have all their pixels
        @param length pixels of the lines; what lies behind them is 0, and then anything up to the end of a square
        @param p, e what enters the lines; where they are cut, addFromEnd adds what e does. Not kept. */
    template <bool WHOLE>
    __device__ void filter(int length, States& p, States& e) const
    {
        const int count = WHOLE ? SQUARES : (length + side - 1) / side;
        const bool cut = !WHOLE && isCut(length);
        States f[SQUARES], behind[SQUARES]; // s e
#pragma unroll
        for (int i = 0; i < numbers; i++)
            e[i] = cut ? 0.f : sign * e[i];
        const float4 power = ownPower();
        sumSquares(count, power, e, f, behind);
        finishSquares(count, power, p, f, behind);
    }

    //! What e adds to lines that are cut: to squares that end with the line.
    __device__ void addFromEnd(int length, States& e) const
    {
        const RightFactor ofSums = table(RESULTS_OF_SUMS), ofDifferences = table(RESULTS_OF_DIFFERENCES);
        const States nothing = {};
        const Product zero[2] = {};
#pragma unroll
        for (int i = 0; i < numbers; i++)
            e[i] *= sign;
        __syncwarp();
#pragma unroll 1
        for (int begin = length - side; begin > -side; begin -= side)
        {
            Product results[2];
            addStates(nothing, e, ofSums, ofDifferences, zero, results);
#pragma unroll
            for (int i = 0; i < 4; i++)
            {
                const int pixel = laneColumn() + i % 2 * 4;
                if (begin + pixel >= 0)
                    near[offset(begin, i)] += results[0][i] + results[1][i];
                if (begin + side - 1 - pixel >= 0)
                    far[mirroredOffset(begin, i)] += results[0][i] - results[1][i];
            }
            advance(ownPower(), e, nothing);
        }
    }

private:
    enum
    {
        lineStride = isRow ? PITCH : 1
    };

    //! Whether the lane's states are those of its second line alone.
    __device__ static bool isSecond()
    {
        return hasOneLine && laneColumn() >= 2;
    }

    float* const near;  //!< pixel t of the first square of the lane's first line
    float* const far;   //!< pixel 15 - t
    float* const quads; //!< ownQuads
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

    //! Of number i of a product of pixels, in `near` and in `far`, in the square that begins with a pixel.
    __device__ static int offset(int begin, int i)
    {
        return (begin + i % 2 * 4) * STRIDE + i / 2 * spacing * lineStride;
    }

    __device__ static int mirroredOffset(int begin, int i)
    {
        return (begin - i % 2 * 4) * STRIDE + i / 2 * spacing * lineStride;
    }

    /** Where this lane keeps a product in the place of a square: four neighbouring numbers of a row; another one goes eight rows below. The
        lanes of a quarter of a warp have all banks between them. */
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

    //! Over a square.
    __device__ static void advance(const float4& power, States& states, const States& more)
    {
#pragma unroll
        for (int i = 0; i < numbers; i += 2)
        {
            const float w = states[i], d = states[i + 1];
            states[i] = fmaf(power.x, w, fmaf(power.y, d, more[i]));
            states[i + 1] = fmaf(power.z, w, fmaf(power.w, d, more[i + 1]));
        }
    }

    __device__ static void setStates(const States& states, LeftFactor& factor)
    {
#pragma unroll
        for (int i = 0; i < 2; i++)
            if constexpr (hasOneLine)
                factor.setOneOf(2 * i, isSecond(), states[i]);
            else
            {
                factor.set(2 * i, states[i]);
                factor.set(2 * i + 1, states[2 + i]);
            }
    }

    //! Those of a product that are the lane's.
    __device__ static void keepStates(const Product& product, States& states)
    {
#pragma unroll
        for (int i = 0; i < numbers; i++)
            states[i] = isSecond() ? product[2 + i % 2] : product[i];
    }

    //! Those of the lane in a square, and those opposite.
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

    //! From the last square on: the sums f, the states behind, and what the pixels alone make of themselves, in their place.
    __device__ void sumSquares(int count, const float4& power, States& back, States (&f)[SQUARES],
                               States (&behind)[SQUARES]) const
    {
        const RightFactor sumsOfY = table(SUMS_OF_Y), sumsOfZ = table(SUMS_OF_Z), ofY = table(RESULTS_OF_Y),
                          ofZ = table(RESULTS_OF_Z);
        const Product zero = {};
        Pixels pixels;
#pragma unroll
        for (int k = SQUARES - 1; k >= 0; k--)
        {
            if (k >= count)
                continue;
            if (k == count - 1)
                load(k, pixels);
            LeftFactor y, z;
            fold(pixels, y, z);
            if (k > 0)
                load(k - 1, pixels);
            Product plus, minus, results[2];
            multiplyAdd(y, sumsOfY, zero, plus);
            multiplyAdd(z, sumsOfZ, zero, minus);
            multiplyAdd(y, ofY, zero, results[0]);
            multiplyAdd(z, ofZ, zero, results[1]);
            __syncwarp();
            writeVectors(results[0], quad(k, 0));
            writeVectors(results[1], quad(k, 1));
            States ofPlus, ofMinus, a;
            keepStates(plus, ofPlus);
            keepStates(minus, ofMinus);
#pragma unroll
            for (int i = 0; i < numbers; i++)
            {
                f[k][i] = ofPlus[i] - ofMinus[i];
                a[i] = ofPlus[i] + ofMinus[i];
                behind[k][i] = back[i];
            }
            advance(power, back, a);
        }
    }

    //! From the first square on: what the states before and behind add.
    __device__ void finishSquares(int count, const float4& power, States& p, const States (&f)[SQUARES],
                                  const States (&behind)[SQUARES]) const
    {
        const RightFactor ofSums = table(RESULTS_OF_SUMS), ofDifferences = table(RESULTS_OF_DIFFERENCES);
        Product kept[2];
        __syncwarp();
        readVectors(quad(0, 0), kept[0]);
        readVectors(quad(0, 1), kept[1]);
#pragma unroll
        for (int k = 0; k < SQUARES; k++)
        {
            if (k >= count)
                break;
            Product results[2];
            addStates(p, behind[k], ofSums, ofDifferences, kept, results);
            if (k + 1 < SQUARES)
            {
                readVectors(quad(k + 1, 0), kept[0]);
                readVectors(quad(k + 1, 1), kept[1]);
            }
            __syncwarp();
#pragma unroll
            for (int i = 0; i < 4; i++)
            {
                near[offset(k * side, i)] = results[0][i] + results[1][i];
                far[mirroredOffset(k * side, i)] = results[0][i] - results[1][i];
            }
            advance(power, p, f[k]);
        }
    }

    //! @param kept what the pixels make of themselves
    __device__ static void addStates(const States& p, const States& e, const RightFactor& ofSums,
                                     const RightFactor& ofDifferences, const Product (&kept)[2], Product (&results)[2])
    {
        States sums, differences;
#pragma unroll
        for (int i = 0; i < numbers; i++)
        {
            sums[i] = p[i] + e[i];
            differences[i] = p[i] - e[i];
        }
        LeftFactor factors[2];
        setStates(sums, factors[0]);
        setStates(differences, factors[1]);
        multiplyAdd(factors[0], ofSums, kept[0], results[0]);
        multiplyAdd(factors[1], ofDifferences, kept[1], results[1]);
    }
};

}}} // namespace cv::recfilter::gpu

#endif
