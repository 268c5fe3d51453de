// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// What the papers compare with on the GPU, as kernels for perf/peers_cupy.py: separable convolution in shared memory
// (Podlozhnyuk 2007), prefix sums of rows by CUB with transpositions between (Harris et al. 2008), and prefix sums in
// several waves that store only what they carry (after Hensley 2010). Images are continuous. Their sides are multiples
// of 32 pixels.

#include <cub/block/block_scan.cuh>

// ---- Convolution: zero border ----

#ifndef RADIUS
#define RADIUS 8
#endif

__constant__ float taps[2 * RADIUS + 1];

constexpr int STEPS = 8; // results of a thread

extern "C" __global__ void convolveRows(const float* src, float* dst, int width, int height)
{
    constexpr int LANES = 16, ROWS = 4, HALO = (RADIUS + LANES - 1) / LANES;
    __shared__ float pixels[ROWS][(STEPS + 2 * HALO) * LANES];
    const int left = (blockIdx.x * STEPS - HALO) * LANES + threadIdx.x, y = blockIdx.y * ROWS + threadIdx.y;
    float* const row = pixels[threadIdx.y] + threadIdx.x;
#pragma unroll
    for (int i = 0; i < STEPS + 2 * HALO; i++)
    {
        const int x = left + i * LANES;
        row[i * LANES] = x >= 0 && x < width ? src[size_t(y) * width + x] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int i = HALO; i < HALO + STEPS; i++)
    {
        float sum = 0;
#pragma unroll
        for (int k = -RADIUS; k <= RADIUS; k++)
            sum += taps[RADIUS + k] * row[i * LANES + k];
        const int x = left + i * LANES;
        if (x < width)
            dst[size_t(y) * width + x] = sum;
    }
}

extern "C" __global__ void convolveColumns(const float* src, float* dst, int width, int height)
{
    constexpr int LANES = 8, COLUMNS = 16, HALO = (RADIUS + LANES - 1) / LANES;
    __shared__ float pixels[COLUMNS][(STEPS + 2 * HALO) * LANES + 1]; // one more, for other banks
    const int top = (blockIdx.y * STEPS - HALO) * LANES + threadIdx.y, x = blockIdx.x * COLUMNS + threadIdx.x;
    float* const column = pixels[threadIdx.x] + threadIdx.y;
#pragma unroll
    for (int i = 0; i < STEPS + 2 * HALO; i++)
    {
        const int y = top + i * LANES;
        column[i * LANES] = y >= 0 && y < height ? src[size_t(y) * width + x] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int i = HALO; i < HALO + STEPS; i++)
    {
        float sum = 0;
#pragma unroll
        for (int k = -RADIUS; k <= RADIUS; k++)
            sum += taps[RADIUS + k] * column[i * LANES + k];
        const int y = top + i * LANES;
        if (y < height)
            dst[size_t(y) * width + x] = sum;
    }
}

// ---- Prefix sums of rows by CUB, and a transposition ----

//! A block of 256 threads sums a row, 1024 pixels at a time.
extern "C" __global__ void scanRows(const float* src, float* dst, int width)
{
    typedef cub::BlockScan<float, 256> Scan;
    __shared__ typename Scan::TempStorage storage;
    const size_t begin = size_t(blockIdx.x) * width;
    float carry = 0;
    for (int first = 0; first < width; first += 1024)
    {
        const int x = first + 4 * int(threadIdx.x);
        float4 loaded = make_float4(0, 0, 0, 0);
        if (x < width)
            loaded = *reinterpret_cast<const float4*>(src + begin + x);
        float items[4] = {loaded.x, loaded.y, loaded.z, loaded.w}, total;
        Scan(storage).InclusiveSum(items, items, total);
        if (x < width)
            *reinterpret_cast<float4*>(dst + begin + x) =
                make_float4(carry + items[0], carry + items[1], carry + items[2], carry + items[3]);
        carry += total;
        __syncthreads();
    }
}

//! Tiles of 32 x 32 by 32 x 8 threads.
extern "C" __global__ void transpose(const float* src, float* dst, int width, int height)
{
    __shared__ float tile[32][33];
    const int left = blockIdx.x * 32, top = blockIdx.y * 32;
    for (int i = threadIdx.y; i < 32; i += 8)
        tile[i][threadIdx.x] = src[size_t(top + i) * width + left + threadIdx.x];
    __syncthreads();
    for (int i = threadIdx.y; i < 32; i += 8)
        dst[size_t(left + i) * height + top + threadIdx.x] = tile[threadIdx.x][i];
}

// ---- Prefix sums in waves: sums of bands, sums of those before, pixels ----

constexpr int BAND = 32;   // rows summed by a thread
constexpr int CHUNK = 128; // pixels of a row summed by a warp

//! A thread for each column of a band.
extern "C" __global__ void sumBands(const float* src, float* sums, int width)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width)
        return;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < BAND; i++)
        sum += src[size_t(blockIdx.y * BAND + i) * width + x];
    sums[size_t(blockIdx.y) * width + x] = sum;
}

//! What comes before each of `count` sums, for lines side by side.
extern "C" __global__ void sumBefore(float* sums, int lines, int count)
{
    const int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= lines)
        return;
    float before = 0;
    for (int i = 0; i < count; i++)
    {
        const float sum = sums[size_t(i) * lines + line];
        sums[size_t(i) * lines + line] = before;
        before += sum;
    }
}

extern "C" __global__ void addBands(const float* src, const float* before, float* dst, int width)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width)
        return;
    float sum = before[size_t(blockIdx.y) * width + x];
#pragma unroll
    for (int i = 0; i < BAND; i++)
    {
        const size_t at = size_t(blockIdx.y * BAND + i) * width + x;
        sum += src[at];
        dst[at] = sum;
    }
}

//! Four pixels of a row from x on, zeros behind its end.
__device__ float4 loadFour(const float* row, int x, int width)
{
    return x < width ? *reinterpret_cast<const float4*>(row + x) : make_float4(0, 0, 0, 0);
}

//! Warps of 32 x 8 threads: one for each row of a chunk.
extern "C" __global__ void sumChunks(const float* src, float* sums, int width, int height)
{
    const int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * CHUNK + 4 * threadIdx.x;
    const float4 four = loadFour(src + size_t(y) * width, x, width);
    float sum = four.x + four.y + four.z + four.w;
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(~0u, sum, distance);
    if (threadIdx.x == 0)
        sums[size_t(blockIdx.x) * height + y] = sum;
}

extern "C" __global__ void addChunks(const float* src, const float* before, float* dst, int width, int height)
{
    const int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * CHUNK + 4 * threadIdx.x;
    float4 four = loadFour(src + size_t(y) * width, x, width);
    four.y += four.x;
    four.z += four.y;
    four.w += four.z;
    float sum = four.w;
    for (int distance = 1; distance < 32; distance *= 2)
    {
        const float left = __shfl_up_sync(~0u, sum, distance);
        if (threadIdx.x >= distance)
            sum += left;
    }
    const float start = before[size_t(blockIdx.x) * height + y] + sum - four.w;
    if (x < width)
        *reinterpret_cast<float4*>(dst + size_t(y) * width + x) =
            make_float4(start + four.x, start + four.y, start + four.z, start + four.w);
}
