// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_VOLUME_MATRIX_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_VOLUME_MATRIX_CUH

/* Volumes, and volumes over time, by tensor cores.
A block marches across planes. While it multiplies a plane it converts the next one and has others on their way.
All warps share the halves of a plane; each has two rows of results. What a block loses is in its record. */

#include "dense/cuda/pixels/result_store.cuh"
#include "dense/cuda/tensor/float_scale.cuh"
#include "dense/cuda/tensor/matrix_rows.cuh"
#include "dense/cuda/volume_matrix/plane_sums.cuh"
#include "dense/cuda/volume_matrix/plane_units.cuh"

namespace cv { namespace recfilter { namespace gpu {

//! Stores the warp's two rows of a plane. @param buffer room for them in shared memory
template <typename Shape>
__device__ __forceinline__ void storeRowsOfPlane(const ConvJob& job, const PlanePlace& place, const ConvResult& result,
                                                 const PlaneSums<Shape>& sums, float gain, float* buffer)
{
    const int lane = int(threadIdx.x) % WARP_LANES, warp = int(threadIdx.x) / WARP_LANES;
    const float delta = float(job.delta);
    const auto valueOf = [&](int i) { return fmaf(sums.finished(i), gain, delta); };
    const int2 at = matrixResultAt(lane, 0);
    const int y = place.y + 2 * warp, columns = job.width - place.x;
    if constexpr (Shape::STORES_PAIRS)
    {
        const int inside = y + at.y < job.height ? ::min(columns, Shape::COLUMNS) : 0;
        float* const to = resultAt<float>(result, place.x, y + at.y, place.channel);
        storeRowsOfPairs<4 * Shape::PARTS>(to, inside, lane, valueOf);
    }
    else if (result.hasVectors && result.depth == CV_32F)
    {
        if (y + at.y >= job.height)
            return;
        float* const to = resultAt<float>(result, place.x, y + at.y, place.channel);
#pragma unroll
        for (int i = 0; i < 4 * Shape::PARTS; i += 2)
        {
            const int x = matrixResultAt(lane, i).x;
            const float pair[2] = {sums.finished(i), sums.finished(i + 1)};
            if (columns >= Shape::COLUMNS)
                storeTwo<true>(to + x, 2, pair, gain, delta);
            else
                storeTwo<false>(to + x, columns - x, pair, gain, delta);
        }
    }
    else
    {
#pragma unroll
        for (int i = 0; i < 4 * Shape::PARTS; i++)
            buffer[at.y * Shape::COLUMNS + matrixResultAt(lane, i).x] = valueOf(i);
        __syncwarp();
        storeRows<2, Shape::COLUMNS>(result, place.x, y, place.channel, columns, job.height - y, lane, buffer);
        __syncwarp();
    }
}

//! One function of many lines: scales, sums and places of all steps stay in registers, which parts would share.
template <typename Shape>
__global__ void __launch_bounds__(Shape::THREADS, Shape::BLOCKS)
    volumeMatrixKernel(const __grid_constant__ ConvJob job, const __grid_constant__ PlaneMarches marches,
                       const __grid_constant__ VolumeMatrixFilter bank, const __grid_constant__ LostBoxes boxes)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    constexpr int K = Shape::SIZE;
    letSuccessorBegin(); // addLostBoxes(), which waits for the end of this kernel
    extern __shared__ __align__(16) unsigned char memory[];
    VolumeMatrixShared<Shape>& shared = *reinterpret_cast<VolumeMatrixShared<Shape>*>(memory);
    const PlanePlace& place = shared.place;
    const int thread = int(threadIdx.x), lane = thread % WARP_LANES, warp = thread / WARP_LANES;
    if (thread == 0)
        shared.place = placeOf(job, marches, blockIdx.x, Shape::COLUMNS, Shape::ROWS, Shape::Window::LEFT);
    if (thread < 4)
        shared.largest[thread] = 0;
    shared.faintPlanes.clear(thread);
    shared.faintPairs.clear(thread);
    __syncthreads();
    findColumns(job.src, place.sourceX, Shape::ROW_COLUMNS, thread, Shape::THREADS, shared.columns);
    findRows(job.src, int64(place.y) + job.startY, 2 * Shape::ROW_PAIRS, thread, Shape::THREADS, shared.rows);
    findPlanes(marches.along, place.first, place.count + K - 1, Shape::THREADS, shared.along);
    findPlanes(marches.middle, place.middle, marches.middle.kernel, Shape::THREADS, shared.middle);
    for (int i = thread; i < Shape::TAPS * marches.middle.kernel; i += Shape::THREADS)
        shared.taps[i] = bank.taps[i];
    __syncthreads();

    PlaneUnits<Shape> units(job.src, shared, ::min(Shape::COLUMNS, job.width - place.x) + K - 1 + Shape::Window::LEFT);
    const int steps = (place.count + K - 1) * marches.middle.kernel;
    int nextI = 0, nextM = 0; // plane of the march and along the other axis that is asked for next
    const auto fetch = [&](int step) {
        if (step < steps)
        {
            const int along = shared.along[nextI], middle = shared.middle[nextM];
            units.fetch((along | middle) < 0 ? -1 : along * marches.along.srcStep + middle * marches.middle.srcStep,
                        unsigned(step) % Shape::SLOTS);
            nextM = nextM + 1 < marches.middle.kernel ? nextM + 1 : 0;
            nextI += nextM == 0;
        }
        __pipeline_commit();
    };
    const auto inspect = [&](int step, unsigned atLeast = 0) {
        const unsigned largest = largestOfWarp(::max(units.largestOf(unsigned(step) % Shape::SLOTS), atLeast));
        if (lane == 0)
            atomicMax(&shared.largest[step % 4], largest);
    };
#pragma unroll 1
    for (int step = 0; step < Shape::SLOTS; step++)
        fetch(step);
    constexpr int ON_THEIR_WAY = Shape::SLOTS - 2; // behind the plane that is inspected
    __pipeline_wait_prior(ON_THEIR_WAY);
    inspect(0, units.largestOfBorder()); // scales only grow
    inspect(1);
    __syncthreads();
    FloatScale scaling;
    scaling.update(shared.largest[0]);
    const auto convert = [&](int step) {
        const unsigned slot = unsigned(step) % Shape::SLOTS;
        if (const unsigned passes = units.convert(slot, scaling.scale(), shared.halves[step % 2]))
            if (units.noteFaint(slot, passes, scaling.least()))
                shared.faintPlanes.note(step / marches.middle.kernel);
    };
    convert(0);
    __syncthreads();
    const FragmentPlace<Shape> firstPlace(shared.halves[0], warp, lane);
    PlaneSums<Shape> sums;
    int i = 0, m = 0; // plane of the march and along the other axis
#pragma unroll 1
    for (int step = 0; step < steps; step++)
    {
        fetch(step + Shape::SLOTS);
        __pipeline_wait_prior(ON_THEIR_WAY);
        const float inverse = scaling.inverse(), ratio = scaling.update(shared.largest[(step + 1) % 4]);
        convert(step + 1);
        inspect(step + 2);
        if (thread == 0)
            shared.largest[(step + 3) % 4] = 0;
        const bool isInner = i >= K - 1 && i < place.count; // all planes of taps reach results
        LaneTaps<Shape> taps(reinterpret_cast<const unsigned char*>(shared.taps + m * Shape::TAPS), lane);
        FragmentPlace<Shape> fragments = firstPlace;
        fragments.moveBy(step % 2 * int(sizeof(shared.halves[0])));
#pragma unroll 1
        for (int p = 0; p < Shape::PAIRS; p++)
        {
            MatrixFragments<Shape> rows[Shape::PARTS];
#pragma unroll
            for (int part = 0; part < Shape::PARTS; part++)
                fragments.load(rows[part], part);
            if (isInner && m + p == 0)
                sums.template add<true>(taps, rows);
            else if (isInner)
                sums.template add<false>(taps, rows);
            else
            {
                if (m + p == 0)
                    sums.advance();
                sums.addSome(taps, rows, i, place.count);
            }
            fragments.moveBy(16 * Shape::ROW_UNITS);
            taps.moveToNextPair();
        }
        if (++m == marches.middle.kernel)
        {
            m = 0;
            if (const int done = i - (K - 1); done >= 0)
            {
                ConvResult result = bank.filter.result;
                result.data += (place.first + done) * marches.along.step + place.middle * marches.middle.step;
                storeRowsOfPlane(job, place, result, sums, bank.gain * inverse, shared.results[warp]);
            }
            i++;
        }
        if (ratio != 1)
        {
            sums.rescale(ratio);
            if (scaling.mayUnderflow() && thread == 0) // all windows that are not complete hold the next plane
            {
                shared.faintPlanes.note((step + 1) / marches.middle.kernel);
                shared.faintPairs.noteAll();
            }
        }
        __syncthreads(); // the next plane's halves are stored, and no thread reads this plane's halves any more
    }
    LostBox& lost = boxes.list[blockIdx.x];
    if (thread == 0)
        lost.least = !scaling.isFinite             ? float(LOST_ALL)
                     : shared.faintPlanes.hasAny() ? scaling.least()
                                                   : float(LOST_NOTHING);
    if (thread < PLANE_WORDS)
        lost.planes[thread] = shared.faintPlanes.words[thread];
    if (thread < PAIR_WORDS)
        lost.pairs[thread] = shared.faintPairs.words[thread];
#endif
}

}}} // namespace cv::recfilter::gpu

#endif
