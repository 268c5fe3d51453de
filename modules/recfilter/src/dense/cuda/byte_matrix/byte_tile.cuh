// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_BYTE_TILE_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_BYTE_MATRIX_BYTE_TILE_CUH

/* The bytes that a block multiplies, in shared memory, continued by the borders. Aligned units of 16 bytes are copied
as they lie in memory while the tile before is multiplied. If rows are aligned, products take them from there. Else they
move to where windows begin with words. */

#include "dense/cuda/byte_matrix/byte_matrix_job.hpp"
#include "dense/cuda/byte_matrix/tuning.hpp"
#include "dense/cuda/pixels/source_tile.cuh"

#include <cuda_pipeline_primitives.h>

namespace cv { namespace recfilter { namespace gpu {

/** @tparam C channels that run at once. If there are several, all that is along x counts bytes.
@tparam D digits of taps @tparam A rows are aligned: see bytesBefore() */
template <int K, int C, int D, bool A>
struct ByteShape
{
    static constexpr int SIZE = K, CHANNELS = C, DIGITS = D;
    static constexpr bool ALIGNED = A, IS_EXACT = D < 3;
    static constexpr int BEFORE = A ? bytesBefore(K, C) : 0; //!< bytes of a line before the first window
    typedef ByteWindow<K, C, BEFORE % 4> Window;
    static constexpr int QUADS = Window::QUADS, WORDS = Window::WORDS;
    static constexpr int COLUMNS = tuning::BYTE_COLUMNS, WARP_COLUMNS = 64;
    static constexpr int WARPS_ACROSS = COLUMNS / WARP_COLUMNS, WARPS_DOWN = tuning::BYTE_WARPS_DOWN;
    static constexpr int WARPS = WARPS_ACROSS * WARPS_DOWN, THREADS = WARPS * WARP_LANES;
    static constexpr int BLOCKS = tuning::byteResidency(QUADS * D);
    static constexpr int ROWS = tuning::BYTE_ROWS; //!< of results, at most
    static constexpr int LINES = ROWS + K - 1;     //!< of the source
    static constexpr int LINE_WORDS = BEFORE / 4 + COLUMNS / 4 + WORDS - 1;
    //! Units that are copied: words in pairs, wherever they begin in a unit.
    static constexpr int UNITS = ((LINE_WORDS + 1) / 2 * 2 + (A ? 0 : 4) + 3) / 4;
    //! Words that quads read. Of the two rows that may be left over they read pairs.
    static constexpr int QUAD_WORDS = LINE_WORDS + (K % 4 == 1 ? WORDS % 2 : 0);
    //! Words from line to line; four lines of 8 words lie in different banks.
    static constexpr int PITCH = COLUMNS / 4 + (4 * UNITS <= COLUMNS / 4 + 8 && QUAD_WORDS <= COLUMNS / 4 + 8 ? 8 : 24);
    static_assert(PITCH % 16 == 8 && 4 * UNITS <= PITCH && QUAD_WORDS <= PITCH, "lines fit");
};

//! Lines of a tile.
template <typename Shape>
struct ByteLines
{
    uint4 units[Shape::LINES][Shape::PITCH / 4];

    __device__ __forceinline__ unsigned* words(int line) { return reinterpret_cast<unsigned*>(units[line]); }
    __device__ __forceinline__ const unsigned* words(int line) const
    {
        return reinterpret_cast<const unsigned*>(units[line]);
    }
};

//! Where a tile is.
struct BytePlace
{
    int x, y, rows, channel; //!< of its results
    int windowX, windowY;    //!< the first pixel of the first window
};

//! The channel of a result. @param x its place along x
template <typename Shape>
__device__ __forceinline__ int channelAt(const BytePlace& place, int x)
{
    return Shape::CHANNELS == 1 ? place.channel : x % Shape::CHANNELS;
}

template <typename Shape>
class ByteTile
{
public:
    //! @param thread of the block @param buffers two
    __device__ __forceinline__ ByteTile(const ConvSource& source, int thread_, ByteLines<Shape>* buffers_)
        : src(source), thread(thread_), buffers(buffers_)
    {
    }

    //! Asks for the units of the first tile.
    __device__ __forceinline__ void askFirst(const BytePlace& place) { ask(place, buffers[0]); }

    /** Waits for the tile that was asked for, and asks for the next one. The block comes here with all threads and has
    done with the tile before. */
    __device__ __forceinline__ const ByteLines<Shape>& next(const BytePlace& place, bool hasNext,
                                                            const BytePlace& nextPlace)
    {
        __pipeline_wait_prior(0);
        __syncthreads();
        ByteLines<Shape>& current = buffers[Shape::ALIGNED ? turn : 1];
        if constexpr (!Shape::ALIGNED)
        {
            settle(place);
            __syncthreads();
        }
        else
            turn ^= 1;
        if (hasNext)
            ask(nextPlace, buffers[Shape::ALIGNED ? turn : 0]);
        return current;
    }

private:
    __device__ __forceinline__ int linesOf(const BytePlace& place) const { return place.rows + Shape::SIZE - 1; }

    //! Whether all units of a tile lie inside of rows, wherever these begin.
    __device__ __forceinline__ bool isInside(const BytePlace& place) const
    {
        const int least = Shape::ALIGNED ? Shape::BEFORE : 15; // bytes of a unit before a word
        return src.image.channels == 1 && place.windowY >= 0 && place.windowY + linesOf(place) <= src.image.height &&
               place.windowX >= least && place.windowX - Shape::BEFORE + 16 * Shape::UNITS <= src.image.width;
    }

    //! Whether all words of a tile are gathered byte by byte.
    __device__ __forceinline__ bool areBytes(const BytePlace& place) const
    {
        return src.image.channels > 1 || (src.borderY == BORDER_IS_CONSTANT &&
                                          (place.windowY < 0 || place.windowY + linesOf(place) > src.image.height));
    }

    __device__ __forceinline__ unsigned outside(int channel) const
    {
        return unsigned(borderValueOf<float>(src, channel)) & 255u; // beside VALID windows: any
    }

    static __device__ __forceinline__ const uchar* alignedDown(const uchar* address)
    {
        return address - (reinterpret_cast<size_t>(address) & 15);
    }

    __device__ __forceinline__ void ask(const BytePlace& place, ByteLines<Shape>& to) const
    {
        constexpr int AT_ONCE = WARP_LANES / Shape::UNITS, STEP = AT_ONCE * Shape::WARPS; // lines
        const int lane = thread % WARP_LANES, unit = lane % Shape::UNITS;
        const int first = thread / WARP_LANES * AT_ONCE + lane / Shape::UNITS, lines = linesOf(place);
        const ImageView& image = src.image;
        if (lane >= AT_ONCE * Shape::UNITS)
            ;
        else if (isInside(place))
        {
            const uchar* row = image.data + int64(place.windowY + first) * int64(image.step) + place.windowX;
#pragma unroll
            for (int i = 0; i < Shape::LINES; i += STEP, row += STEP * int64(image.step))
                if (first + i < lines)
                    __pipeline_memcpy_async(&to.units[first + i][unit], alignedDown(row) + 16 * unit, 16);
        }
        else if (!areBytes(place))
        {
#pragma unroll 1
            for (int line = first; line < lines; line += STEP)
            {
                const int64 y = borderIndex(place.windowY + line, image.height, src.borderY);
                const uchar* const row = image.data + y * int64(image.step);
                const uchar* const from = alignedDown(row + place.windowX) + 16 * unit;
                if (y >= 0 && from >= row && from + 16 <= row + image.width)
                    __pipeline_memcpy_async(&to.units[line][unit], from, 16);
            }
        }
        __pipeline_commit();
        if (Shape::ALIGNED && !isInside(place))
            gatherOutside(place, place.windowX - Shape::BEFORE, to);
    }

    //! Moves units to where windows begin with words.
    __device__ __forceinline__ void settle(const BytePlace& place) const
    {
        constexpr int PAIRS = (Shape::LINE_WORDS + 1) / 2; // of words
        const ByteLines<Shape>& from = buffers[0];
        ByteLines<Shape>& to = buffers[1];
        const int count = linesOf(place) * PAIRS;
        const bool inside = isInside(place);
        const unsigned start = unsigned(reinterpret_cast<size_t>(src.image.data)) + unsigned(place.windowX);
#pragma unroll 2
        for (int i = thread; i < count; i += Shape::THREADS)
        {
            const int line = i / PAIRS, word = i % PAIRS * 2;
            int y = place.windowY + line;
            if (!inside)
                y = int(borderIndex(y, src.image.height, src.borderY));
            const unsigned shift = (start + unsigned(y) * unsigned(src.image.step)) & 15;
            const unsigned* const words = from.words(line) + shift / 4 + word;
            const unsigned a = words[0], b = words[1], c = words[2], bits = shift % 4 * 8;
            *reinterpret_cast<uint2*>(to.words(line) + word) =
                make_uint2(__funnelshift_r(a, b, bits), __funnelshift_r(b, c, bits));
        }
        if (!inside)
        {
            __syncthreads();
            gatherOutside(place, place.windowX, to);
        }
    }

    //! Gathers the words that may not lie in units inside of rows. @param x of the lines' first byte
    __device__ __forceinline__ void gatherOutside(const BytePlace& place, int x, ByteLines<Shape>& to) const
    {
        constexpr int NO_UNIT = Shape::ALIGNED ? 0 : 15, most = Shape::LINE_WORDS;
        const int left = ::max(NO_UNIT - x, 0), right = ::max(src.image.width - NO_UNIT - x, 0);
        const int first = areBytes(place) ? most : ::min((left + 3) / 4, most);
        const int last = ::max(::min(Shape::ALIGNED ? right / 16 * 4 : right / 4, most), first);
        gatherWords(place, x, 0, first, to);
        gatherWords(place, x, last, most - last, to);
    }

    //! Words of all lines, byte by byte.
    __device__ __forceinline__ void gatherWords(const BytePlace& place, int x, int first, int across,
                                                ByteLines<Shape>& to) const
    {
        const ImageView& image = src.image;
        const int count = linesOf(place) * across;
#pragma unroll 1
        for (int i = thread; i < count; i += Shape::THREADS)
        {
            const int line = i / across, word = first + i % across;
            const int64 y = borderIndex(place.windowY + line, image.height, src.borderY);
            const uchar* const row = image.data + ::max(y, int64(0)) * int64(image.step) + place.channel;
            unsigned four = 0;
#pragma unroll
            for (int k = 0; k < 4; k++)
            {
                const int64 byte = int64(x) + 4 * word + k;
                if constexpr (Shape::CHANNELS == 1)
                {
                    const int64 column = borderIndex(byte, image.width, src.borderX);
                    const bool isOutside = y < 0 || column < 0;
                    four |= (isOutside ? outside(place.channel) : unsigned(row[column * image.channels])) << (8 * k);
                }
                else
                {
                    constexpr int C = Shape::CHANNELS;
                    const int channel = int((byte + 256 * C) % C); // windows begin less than 256 pixels before rows
                    const int64 column = borderIndex((byte - channel) / C, image.width / C, src.borderX);
                    const bool isOutside = y < 0 || column < 0;
                    four |= (isOutside ? outside(channel) : unsigned(row[column * C + channel])) << (8 * k);
                }
            }
            to.words(line)[word] = four;
        }
    }

    const ConvSource& src;
    const int thread;
    ByteLines<Shape>* const buffers;
    int turn = 0;
};

}}} // namespace cv::recfilter::gpu

#endif
