// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// apply of two filters at once by tensor cores: each has a set of threads and a slot, and the store makes one image of
// both results.

#include "recursive/cuda/two_read/pairs/squares_apply.cuh"
#include "recursive/cuda/two_read/two_read.hpp"
#include "recursive/cuda/two_read/twins/hole_pixels.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! The filter of a set of threads.
struct SetSquares
{
    const TwinTiles& twins;
    const bool isFirst;

    __device__ const float* x() const { return isFirst ? twins.job.x.squares : twins.second.x; }
    __device__ const float* y() const { return isFirst ? twins.job.y.squares : twins.second.y; }
    __device__ int parityX() const { return isFirst ? twins.job.x.parity : twins.second.parityX; }
    __device__ int parityY() const { return isFirst ? twins.job.y.parity : twins.second.parityY; }
    __device__ int64 columnsFrom() const { return isFirst ? 0 : twins.columnsApart; }
    __device__ int64 rowsFrom() const { return isFirst ? 0 : twins.rowsApart; }

    //! The sets wait for each other only where they meet: while one loads, the other one computes.
    __device__ void sync() const
    {
        if (isFirst)
            asm volatile("bar.sync 1, %0;" ::"n"(int(SlotShape<float>::threads)) : "memory");
        else
            asm volatile("bar.sync 2, %0;" ::"n"(int(SlotShape<float>::threads)) : "memory");
    }
};

//! Within 2^-23 of the root. With sqrtf this kernel takes 150 us for a gradient, with this 138 (H200, 4096 x 4096).
__device__ inline float approximateRoot(float square)
{
    float root;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(square));
    return root;
}

//! Within two units in the last place, for any divisor.
__device__ inline float approximateQuotient(float a, float b)
{
    float quotient;
    asm("div.full.f32 %0, %1, %2;" : "=f"(quotient) : "f"(a), "f"(b));
    return quotient;
}

//! What storeTile asks for where the results have their gains already.
struct BlendedStore
{
    const ImageView& dst;
    const EvictFirst& evictFirst;
    const float gain = 1.f;
    const float restored[4] = {};
};

/** @tparam SETS 2: a filter each. 1: a filter; the second image is the source, which L2 still holds */
template <typename Line, int SETS>
struct TwinApply
{
    typedef SlotShape<float> Shape;
    typedef SquaresApply<Line, Line, SetSquares> Apply;
    enum
    {
        quad = Shape::quad,
        threads = SETS * Shape::threads,
        rows = Shape::run / (threads / 32), //!< that a warp stores
        rowsAtOnce = 8,
        setSize = Apply::sizeOf(false)
    };

    const TwinTiles& twins;
    float* const slots;
    const Apply apply;

    __device__ TwinApply(const TwinTiles& t, float* shared)
        : twins(t), slots(shared), apply(t.job, {t, SETS == 1 || threadIdx.x < Shape::threads}, lastTileFirst(),
                                         ownSlot(shared), ownSlot(shared) + Shape::size)
    {
    }

    __device__ static float* ownSlot(float* shared) { return shared + threadIdx.x / Shape::threads * setSize; }

    //! @tparam KIND a Blend::Kind. With a condition at each pixel unsharp masks take 120 us in place of 94 (H200).
    template <Blend::Kind KIND>
    __device__ float blend(float a, float b) const
    {
        const TwinStore& store = twins.store;
        if constexpr (KIND == Blend::MAGNITUDE)
            return approximateRoot(fmaf(a, a, b * b));
        else if constexpr (KIND == Blend::SUM)
            return a + b;
        else if constexpr (KIND == Blend::QUOTIENT)
            return b >= store.least ? approximateQuotient(a, b) : store.fill;
        else
            return fabsf(b - a) < store.least ? b : fmaf(store.amount, b - a, b);
    }

    //! This thread's pixels of the second image in rows from `first` on. Those outside the image are any inside.
    __device__ void readSecond(int first, float (&b)[rowsAtOnce][quad]) const
    {
        const TwinStore& store = twins.store;
        const int column = threadIdx.x % 32 * quad;
        if constexpr (SETS == 2)
        {
            const float restored = pick(store.restored[1], apply.place.channel);
#pragma unroll
            for (int i = 0; i < rowsAtOnce; i++)
            {
                readVectors(slots + setSize + (first + i) * Shape::rowPitch + column, b[i]);
#pragma unroll
                for (int j = 0; j < quad; j++)
                    b[i][j] = fmaf(b[i][j], store.gains[1], restored);
            }
            return;
        }
        const ImageView& image = twins.job.src;
        const auto& place = apply.place;
        const bool isWhole = image.aligned && place.isWhole();
        withDepth<float>(image.depth, [&](auto type) {
            typedef decltype(type) T;
            PixelGroup<T, quad> groups[rowsAtOnce];
            const uchar* const from = image.data + (place.top() + first) * image.step +
                                      ((place.left() + column) * image.channels + place.channel) * sizeof(T);
            if (isWhole)
#pragma unroll
                for (int i = 0; i < rowsAtOnce; i++)
                    groups[i] = *reinterpret_cast<const PixelGroup<T, quad>*>(from + i * image.step);
            else
#pragma unroll
                for (int i = 0; i < rowsAtOnce; i++)
                {
                    const int64 row = ::min(i, place.rows - 1 - first);
#pragma unroll
                    for (int j = 0; j < quad; j++)
                        groups[i].v[j] = reinterpret_cast<const T*>(
                            from + row * int64(image.step))[::min(j, place.columns - 1 - column) * image.channels];
                }
#pragma unroll
            for (int i = 0; i < rowsAtOnce; i++)
#pragma unroll
                for (int j = 0; j < quad; j++)
                    b[i][j] = widen(groups[i].v[j], 0.f);
        });
    }

    //! The rows that this warp stores, in place of the first results.
    template <Blend::Kind KIND>
    __device__ void blendRows(int from) const
    {
        const TwinStore& store = twins.store;
        const float restored = pick(store.restored[0], apply.place.channel);
#pragma unroll 1
        for (int first = from; first < from + rows; first += rowsAtOnce)
        {
            float b[rowsAtOnce][quad];
            readSecond(first, b);
#pragma unroll
            for (int i = 0; i < rowsAtOnce; i++)
            {
                float* const row = slots + (first + i) * Shape::rowPitch + threadIdx.x % 32 * quad;
                float a[quad];
                readVectors(row, a);
#pragma unroll
                for (int j = 0; j < quad; j++)
                    a[j] = blend<KIND>(fmaf(a[j], store.gains[0], restored), b[i][j]);
                writeVectors(a, row);
            }
        }
    }

    __device__ void run() const
    {
        bool lacksRowStates = false;
        if (SETS == 2 && twins.hasHoles)
        {
            HolesLane<threads, TilePlace<float>> lane(twins.holes, apply.place);
            apply.requestStates();
            if (threadIdx.x < Shape::threads)
                requestTile(twins.job, apply.place, slots);
            lane.request();
            awaitTile();
            lane.multiply(slots, slots, slots + setSize);
            __syncthreads();
        }
        else
        {
            lacksRowStates = apply.request();
            apply.await();
        }
        apply.filterTile(lacksRowStates);
        __syncthreads();
        const int first = int(threadIdx.x) / 32 * rows;
        if constexpr (SETS == 1)
            blendRows<Blend::SHARPEN>(first);
        else if (twins.store.kind == Blend::MAGNITUDE)
            blendRows<Blend::MAGNITUDE>(first);
        else if (twins.store.kind == Blend::SUM)
            blendRows<Blend::SUM>(first);
        else
            blendRows<Blend::QUOTIENT>(first);
        __syncwarp();
        storeTile(BlendedStore{twins.job.dst, twins.job.evictFirst}, apply.place, slots, {first, 1, rows});
    }
};

template <typename Line, int SETS>
__global__ void __launch_bounds__(TwinApply<Line, SETS>::threads, 4 / SETS)
    applyTwins(const __grid_constant__ TwinTiles twins)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    extern __shared__ __align__(16) uchar bytes[];
    const TwinApply<Line, SETS> passes(twins, reinterpret_cast<float*>(bytes));
    passes.run();
#endif
}

template <typename Line, int SETS>
constexpr size_t sharedBytes = SETS* TwinApply<Line, SETS>::setSize * sizeof(float);

template <int SETS>
void launchSets(const TwinTiles& twins)
{
    const TileJob<float>& job = twins.job;
    withPairsLine<float, TileShape<float>::run>(job.chainY, [&](auto line) {
        typedef decltype(line) Line;
        launchDependent<applyTwins<Line, SETS>>({job.x.tiles * job.y.tiles * job.src.channels,
                                                 TwinApply<Line, SETS>::threads, sharedBytes<Line, SETS>, job.stream},
                                                twins);
    });
}

} // namespace

void launchTwinsApply(const TwinTiles& twins)
{
    launchSets<2>(twins);
}

void launchSourceApply(const TwinTiles& twins)
{
    launchSets<1>(twins);
}

bool takesTwins(const TileJob<float>& job)
{
    typedef PairsLine<float, TileShape<float>::run, MAX_PAIRS> Line;
    return isPairs(job.chainX) && job.chainX == job.chainY && usesSquares(job) &&
           sharedBytes<Line, 2> <= KernelOnDevices<applyTwins<Line, 2>>::maxShared();
}

}}} // namespace cv::recfilter::gpu
