// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// propagate: turns the moments of a line's tiles into the states that enter these tiles. Each thread takes a segment of
// the tiles. Knows no image: a line is an array of moments.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_PROPAGATE_CUH
#define OPENCV_RECFILTER_RECURSIVE_CUDA_LINES_PROPAGATE_CUH

#include "recursive/cuda/tables/axis_view.hpp"
#include "recursive/cuda/lines/chains.cuh"

namespace cv { namespace recfilter { namespace gpu {

/** Where one line's moments lie: moment m of direction d (0: causal) at tile t is
data[t * tile + d * direction + m * moment]. Number k of its tail (CarryView) is tail[k * tailNumber].
@tparam Stride int if that is enough: it takes fewer instructions and registers */
template <typename W, typename Stride = int64>
struct LineCarries
{
    W* data;
    Stride tile, direction, moment;
    W* tail; //!< null: none
    int64 tailNumber;
};

/** The states of one line or, if PAIRED, of one of its added pairs. SEGMENTS threads share the line. Segments of up to
KEPT tiles stay in registers between the two sweeps.
`shared` is the line's place in the block's exchange [segment][direction][moment][line] of LINES lines. The last segment
of the exchange holds the sums of the whole line. */
template <typename W, int MOMENTS, int SEGMENTS, int LINES, int KEPT, bool PAIRED = false, typename Stride = int64>
struct LinePropagation
{
    enum
    {
        capacity = MOMENTS,
        exchanged = SEGMENTS > 1 ? (SEGMENTS + 1) * 2 * capacity* LINES : 1
    };
    typedef W Vector[capacity];

    const AxisView<W>& axis;
    const LineCarries<W, Stride> line; //!< from the segment's first tile on
    const int segment;
    const int tiles;            //!< of the segment
    const bool isFirst, isLast; //!< of the line
    const bool isKept;
    const int pair;
    W tileMatrix[MOMENTS * MOMENTS];
    Vector kept[2][KEPT > 0 ? KEPT : 1];

    __device__ LinePropagation(const AxisView<W>& a, const LineCarries<W, Stride>& l, int s, int ofPairs = 0)
        : axis(a),
          line({l.data + int64(s) * a.segmentTiles * l.tile, l.tile, l.direction, l.moment, l.tail, l.tailNumber}),
          segment(s), tiles(int(::min(int64(a.segmentTiles), a.tiles - int64(s) * a.segmentTiles))), isFirst(s == 0),
          isLast(s == a.segments - 1), isKept(KEPT > 0 && a.segmentTiles <= KEPT), pair(PAIRED ? ofPairs : 0)
    {
#pragma unroll
        for (int i = 0; i < MOMENTS * MOMENTS; i++)
            tileMatrix[i] = matrix(TILE)[i];
    }

    //! state = A^b state + more. A tile at an end of the line takes the power `there` instead.
    __device__ void advanceTile(bool atEnd, AxisMatrix there, Vector& state, const Vector& more) const
    {
        if (!atEnd)
            advance(tileMatrix, state, more); // a pointer to either would move it out of registers
        else
            advance(matrix(atEnd ? there : TILE), state, more);
    }

    //! Loads all tiles at once, so that the loads are in flight together.
    __device__ void keep()
    {
#pragma unroll
        for (int direction = 0; direction < 2; direction++)
#pragma unroll
            for (int k = 0; k < KEPT; k++)
                if (k < tiles)
                    loadTile(k, direction, kept[direction][k]);
    }

    //! Calls body with every tile of the segment and its moments in a direction, in the order of that direction.
    template <int DIRECTION, typename Body>
    __device__ void forTiles(const Body& body) const
    {
        if (isKept)
        {
#pragma unroll
            for (int i = 0; i < KEPT; i++)
            {
                const int k = DIRECTION ? KEPT - 1 - i : i;
                if (k < tiles)
                    body(k, kept[DIRECTION][k]);
            }
            return;
        }
#pragma unroll 4
        for (int i = 0; i < tiles; i++)
        {
            const int k = DIRECTION ? tiles - 1 - i : i;
            Vector more;
            loadTile(k, DIRECTION, more);
            body(k, more);
        }
    }

    //! A matrix, in the kernel parameter where possible: constant memory is faster than a load through a pointer.
    __device__ const W* matrix(AxisMatrix which) const
    {
        if constexpr (PAIRED)
            return axis.small.matrices + which * axis.entries + pair * MOMENTS * MOMENTS;
        else
            return axis.small.matrices + which * MOMENTS * MOMENTS;
    }

    __device__ W edge(int m) const
    {
        return axis.small.edge[pair * MOMENTS + m];
    }

    //! result += M x
    __device__ void add(const W* M, const Vector& x, Vector& result) const
    {
        addProduct<MOMENTS>(M, x, result);
    }

    //! state = M state + more
    __device__ void advance(const W* M, Vector& state, const Vector& more) const
    {
        Vector next;
#pragma unroll
        for (int i = 0; i < MOMENTS; i++)
            next[i] = more[i];
        add(M, state, next);
#pragma unroll
        for (int i = 0; i < MOMENTS; i++)
            state[i] = next[i];
    }

    //! @param tile counted within the segment
    __device__ W* at(int tile, int direction) const
    {
        return line.data + int64(tile) * line.tile + direction * line.direction;
    }

    __device__ void load(const W* from, Vector& state) const
    {
#pragma unroll
        for (int m = 0; m < MOMENTS; m++)
            state[m] = from[m * line.moment];
    }

    //! Loads the moments of a tile of the segment. Offsets have the type of the strides.
    __device__ void loadTile(int tile, int direction, Vector& state) const
    {
        const Stride first = tile * line.tile + direction * line.direction;
#pragma unroll
        for (int m = 0; m < MOMENTS; m++)
            state[m] = line.data[first + m * line.moment];
    }

    __device__ void storeTile(int tile, int direction, const Vector& state) const
    {
        const Stride first = tile * line.tile + direction * line.direction;
#pragma unroll
        for (int m = 0; m < MOMENTS; m++)
            line.data[first + m * line.moment] = state[m];
    }

    __device__ static void copy(const Vector& from, Vector& to)
    {
#pragma unroll
        for (int m = 0; m < MOMENTS; m++)
            to[m] = from[m];
    }

    //! The sums over the segment's pixels: the states that it passes on if zeros enter it.
    __device__ void sum(Vector& f, Vector& a)
    {
#pragma unroll
        for (int m = 0; m < MOMENTS; m++)
            f[m] = a[m] = 0;
        forTiles<0>([&](int k, const Vector& more) { advanceTile(isLast && k == tiles - 1, TILE_LAST_F, f, more); });
        // a is 0 behind the last tile, so that any power may be applied there.
        forTiles<1>([&](int k, const Vector& more) { advanceTile(isFirst && k == 0, TILE_FIRST_A, a, more); });
    }

    //! The closing states, from the sums of the whole line.
    __device__ void close(const Vector& f, const Vector& a, W first, W last, Vector& start, Vector& finish) const
    {
#pragma unroll
        for (int m = 0; m < MOMENTS; m++)
        {
            const W weight = axis.replicates ? edge(m) : W(0);
            start[m] = weight * first;
            finish[m] = weight * last;
        }
        if (axis.closes)
        {
            add(matrix(SAME), f, start);
            add(matrix(OTHER), a, start);
            add(matrix(SAME), a, finish);
            add(matrix(OTHER), f, finish);
        }
        if constexpr (!PAIRED)
            if (axis.tail != TAIL_UNUSED && line.tail)
                handOver(finish);
    }

    //! Leaves z, which is `finish`, in the line's tail, or computes `finish` from the tail: e = z + X p (AxisTail).
    __device__ void handOver(Vector& finish) const
    {
        const int64 step = line.tailNumber;
        if (axis.tail == TAIL_LEAVES)
        {
            for (int m = 0; m < MOMENTS; m++)
                line.tail[(m + axis.moments) * step] = finish[m];
            return;
        }
        Vector p, z;
#pragma unroll
        for (int m = 0; m < MOMENTS; m++)
            p[m] = line.tail[m * step];
#pragma unroll
        for (int m = 0; m < MOMENTS; m++)
            z[m] = line.tail[(m + axis.moments) * step];
        joinStates(axis.small.cascade.lift, axis.small.cascade.join, z, p, finish, MOMENTS, MOMENTS, MOMENTS);
    }

    //! Replaces the moments by the states that enter the tiles.
    __device__ void rewrite(Vector& p, Vector& a)
    {
        forTiles<0>([&](int k, const Vector& more) {
            storeTile(k, 0, p);
            advanceTile(false, TILE, p, more);
        });
        forTiles<1>([&](int k, const Vector& more) {
            storeTile(k, 1, a);
            advanceTile(isLast && k == tiles - 1, TILE_LAST, a, more);
        });
    }

    __device__ W* slot(W* shared, int s, int direction) const
    {
        return shared + (s * 2 + direction) * capacity * LINES;
    }

    __device__ void get(const W* from, Vector& state) const
    {
#pragma unroll
        for (int m = 0; m < MOMENTS; m++)
            state[m] = from[m * LINES];
    }

    __device__ void put(const Vector& state, W* to) const
    {
#pragma unroll
        for (int m = 0; m < MOMENTS; m++)
            to[m * LINES] = state[m];
    }

    /** Turns the line's moments into entering states. All threads of the block call it. @param shared this line's
    column of the exchange @param first, last the line's end pixels, for borders that repeat them */
    __device__ void run(bool active, W* shared, W first, W last)
    {
        Vector f, a, p, finish;
        if (active)
        {
            if (isKept)
                keep();
            sum(f, a);
        }
        if (SEGMENTS == 1)
        {
            if (active)
            {
                close(f, a, first, last, p, finish);
                rewrite(p, finish);
            }
            return;
        }
        if (active)
        {
            put(f, slot(shared, segment, 0));
            put(a, slot(shared, segment, 1));
        }
        __syncthreads();
        if (segment < 2)
            total(shared);
        __syncthreads();
        if (segment < 2)
            enter(shared, first, last);
        __syncthreads();
        if (!active)
            return;
        get(slot(shared, segment, 0), p);
        get(slot(shared, segment, 1), finish);
        rewrite(p, finish);
    }

    //! Sums over the whole line: one direction by the first segment's thread, the other by the second segment's thread.
    __device__ void total(W* shared) const
    {
        if (!axis.closes)
            return;
        const int n = int(axis.segments);
        Vector state, more;
        get(slot(shared, segment ? n - 1 : 0, segment), state);
        for (int k = 1; k < n; k++)
        {
            const int s = segment ? n - 1 - k : k;
            get(slot(shared, s, segment), more);
            advance(matrix(k < n - 1 ? SEGMENT : segment ? SEGMENT_FIRST_A : SEGMENT_LAST_F), state, more);
        }
        put(state, slot(shared, SEGMENTS, segment));
    }

    //! Turns the sums of the segments into the states that enter the segments, by the two threads of total().
    __device__ void enter(W* shared, W first, W last) const
    {
        const int n = int(axis.segments);
        Vector f, a, start, finish;
        get(slot(shared, SEGMENTS, 0), f);
        get(slot(shared, SEGMENTS, 1), a);
        close(f, a, first, last, start, finish);
        Vector more;
        for (int k = 0; k < n; k++)
        {
            W* const place = slot(shared, segment ? n - 1 - k : k, segment);
            get(place, more);
            put(segment ? finish : start, place);
            advance(matrix(segment && k == 0 ? SEGMENT_LAST : SEGMENT), segment ? finish : start, more);
        }
    }
};

}}} // namespace cv::recfilter::gpu

#endif
