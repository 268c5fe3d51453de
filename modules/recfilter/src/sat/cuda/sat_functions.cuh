// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_SAT_FUNCTIONS_CUH
#define OPENCV_RECFILTER_SAT_CUDA_SAT_FUNCTIONS_CUH

// Summed-area tables for one combination of depths and channels: the launches of each algorithm, and the memory that
// they need. sat_gpu.cpp chooses the algorithm.

#include "runtime/cuda/launch.cuh"
#include "sat/cuda/sat_functions.hpp"
#include "sat/cuda/sat_overlapped.cuh"
#include "sat/cuda/sat_tilted.cuh"
#include "sat/cuda/sat_wavefront.cuh"

#include <type_traits>

namespace cv { namespace recfilter { namespace sat {

template <typename I>
I ceilDiv(I a, I b)
{
    return (a + b - 1) / b;
}

//! Hands out pieces of a block of memory; with nullptr it only counts them.
class ScratchLayout
{
public:
    explicit ScratchLayout(unsigned char* memory_) : memory(memory_) {}

    void* take(size_t bytes)
    {
        void* const piece = memory + used;
        used += (bytes + 255) / 256 * 256;
        return piece;
    }

    size_t bytes() const { return used; }

private:
    unsigned char* memory;
    size_t used = 0;
};

// ---- SAT_OVERLAPPED

template <typename Shape>
Overlapped makeOverlapped(const Image& image, ScratchLayout& carver)
{
    typedef typename Shape::T T;
    Overlapped o;
    o.bands = int(ceilDiv<int64>(image.rows, Shape::TILE_ROWS));
    o.columnCount = int(ceilDiv<int64>(image.dstCols, Shape::TILE_COLUMNS));
    o.direct = o.bands <= tuning::DIRECT_TILES && o.columnCount <= tuning::DIRECT_TILES;
    o.rowStep = ceilDiv<int64>(int64(image.rows) * Shape::CN, 16) * 16;
    o.columnStep = ceilDiv<int64>(image.dstCols, Shape::ELEMENTS) * Shape::ELEMENTS;
    o.rows = carver.take(size_t(o.rowStep) * size_t(o.columnCount) * sizeof(T));
    o.columns = carver.take(size_t(o.columnStep) * size_t(o.bands) * sizeof(T));
    o.totals = carver.take(size_t(o.bands) * size_t(o.columnCount) * Shape::CN * sizeof(T));
    return o;
}

//! The first kernel of a call waits for all earlier work. So later kernels may read the source before they wait.
template <typename Shape>
bool runOverlapped(const Image& image, const Device&, unsigned char* memory, cudaStream_t stream)
{
    ScratchLayout carver(memory);
    const Overlapped o = makeOverlapped<Shape>(image, carver);
    const int64 tiles = int64(o.bands) * o.columnCount;
    gpu::launch<gatherKernel<Shape>>({tiles, Shape::THREADS, 0, stream}, image, o);
    if (!o.direct)
    {
        // Sums have the table's type: one kernel serves all depths of the source.
        typedef OverlappedShape<typename Shape::T, typename Shape::T, Shape::CN> Sums;
        static_assert(Sums::TILE_ROWS == Shape::TILE_ROWS, "propagation knows the tiles' height");
        gpu::launchDependent<propagateRowsKernel<Sums>>({o.bands, WARP + 128, 0, stream}, image, o);
        gpu::launchDependent<propagateColumnsKernel<Sums>>({ceilDiv<int64>(image.dstCols, 64), 64, 0, stream}, image,
                                                           o);
    }
    gpu::launchDependent<applyKernel<Shape>>({tiles, Shape::THREADS, 0, stream}, image, o);
    return true;
}

template <typename Shape>
size_t overlappedBytes(const Image& image, const Device&)
{
    ScratchLayout carver(nullptr);
    makeOverlapped<Shape>(image, carver);
    return carver.bytes();
}

// ---- SAT_OVERLAPPED in one launch

/** Low tiles, for more blocks. Tiles of three channels keep their height: a lane has four pixels of a row, so low ones
would have fewer rows than a warp has lanes. Tiles of double would not have the registers. */
template <typename S, typename T, int CN>
using LowShape = std::conditional_t<CN == 3 || sizeof(T) == 8, OverlappedShape<S, T, CN>,
                                    OverlappedShape<S, T, CN, tuning::LOW_REGISTERS, tuning::LOW_BLOCKS>>;

//! Low tiles for small images, whose other tiles are too few for all multiprocessors.
template <typename S, typename T, int CN, typename Body>
auto withResidentShape(const Image& image, const Device& device, const Body& body)
{
    typedef LowShape<S, T, CN> Low;
    const int64 tiles = ceilDiv<int64>(image.rows, Low::TILE_ROWS) * ceilDiv<int64>(image.dstCols, Low::TILE_COLUMNS);
    if (tiles <= int64(tuning::LOW_SHARE * device.multiprocessors))
        return body(Low());
    return body(OverlappedShape<S, T, CN>());
}

//! Whether the device holds all tiles at once, and there are few enough for each tile to add the sums of all others.
template <typename S, typename T, int CN>
bool fitsResident(const Image& image, const Device& device)
{
    return withResidentShape<S, T, CN>(image, device, [&](auto shape) {
        typedef decltype(shape) Shape;
        ScratchLayout carver(nullptr);
        const Overlapped o = makeOverlapped<Shape>(image, carver);
        const int blocks = gpu::KernelOnDevices<residentKernel<Shape>>::residentBlocks(Shape::THREADS, 0);
        return device.cooperative && o.direct && o.bands * o.columnCount <= blocks * device.multiprocessors;
    });
}

template <typename S, typename T, int CN>
size_t residentBytes(const Image& image, const Device& device)
{
    return withResidentShape<S, T, CN>(image, device,
                                       [&](auto shape) { return overlappedBytes<decltype(shape)>(image, device); });
}

template <typename S, typename T, int CN>
bool runResident(const Image& image, const Device& device, unsigned char* memory, cudaStream_t stream)
{
    return withResidentShape<S, T, CN>(image, device, [&](auto shape) {
        typedef decltype(shape) Shape;
        ScratchLayout carver(memory);
        const Overlapped o = makeOverlapped<Shape>(image, carver);
        return gpu::launchCooperative<residentKernel<Shape>>(
            {int64(o.bands) * o.columnCount, Shape::THREADS, 0, stream}, image, o);
    });
}

// ---- SAT_WAVEFRONT

//! Strips at most: blocks that run at once on any device, one on each multiprocessor.
inline int maxStrips(const Device& device)
{
    return device.multiprocessors < tuning::MAX_STRIPS ? device.multiprocessors : tuning::MAX_STRIPS;
}

//! @param ahead see Wavefront
template <typename Shape>
constexpr size_t slotsBytes(int ahead)
{
    return size_t(Shape::LAG + ahead) * Shape::SLOT_BYTES;
}

//! Shared memory of a block.
template <typename Shape>
constexpr size_t sharedBytes(int ahead)
{
    return slotsBytes<Shape>(ahead) + sizeof(WavefrontShared<Shape>);
}

template <typename Shape>
bool fitsShared(int ahead, const Device& device)
{
    return sharedBytes<Shape>(ahead) <= size_t(device.sharedBytes);
}

template <typename Shape>
Wavefront makeWavefront(const Image& image, const Device& device, ScratchLayout& carver)
{
    typedef typename Shape::T T;
    Wavefront w = {};
    const int64 strips = ceilDiv<int64>(image.dstCols, Shape::STRIP);
    w.panels = int(ceilDiv<int64>(strips, maxStrips(device)));
    w.strips = int(ceilDiv<int64>(strips, w.panels));
    w.bands = int(ceilDiv<int64>(image.rows, Shape::TILE_ROWS));
    w.ahead = tuning::AHEAD;
    while (w.ahead > 1 && !fitsShared<Shape>(w.ahead, device))
        w.ahead--;
    const int64 perSum = int64(sizeof(T)) / 4, ring = Shape::RING * Shape::SUMS * perSum * w.strips;
    const int64 base = w.panels > 1 ? w.bands * perSum * Shape::SUMS : 0;
    w.messages = 2 * ring + base;
    w.sums = static_cast<Message*>(carver.take(size_t(w.messages) * sizeof(Message)));
    w.lefts = w.sums + ring;
    w.base = w.lefts + ring;
    return w;
}

template <typename Shape>
bool runWavefrontAs(const Image& image, const Device& device, unsigned char* memory, cudaStream_t stream)
{
    ScratchLayout carver(memory);
    const Wavefront w = makeWavefront<Shape>(image, device, carver);
    return gpu::launchCooperative<wavefrontKernel<Shape>>(
        {w.strips, Shape::THREADS, slotsBytes<Shape>(w.ahead), stream}, image, w);
}

//! Whether a device may have shared memory for low tiles only.
template <typename Middle, typename Low>
constexpr bool NEEDS_LOW = sharedBytes<Middle>(1) > LEAST_SHARED_MEMORY&& sharedBytes<Low>(1) < sharedBytes<Middle>(1);

//! Chooses the narrowest strips that all run at once, or lower tiles if shared memory is short.
template <typename S, typename T, int CN, typename Body>
auto withWavefrontShape(const Image& image, const Device& device, const Body& body)
{
    constexpr int REGISTERS = tuning::WAVEFRONT_REGISTERS;
    typedef WavefrontShape<S, T, CN, 16, REGISTERS> Middle;
    typedef WavefrontShape<S, T, CN, 16, REGISTERS / 4> Low;
    if constexpr (NEEDS_LOW<Middle, Low>)
        if (!fitsShared<Middle>(1, device))
            return body(Low());
    if constexpr (CN == 1)
    {
        const int64 strips = ceilDiv<int64>(image.dstCols, Middle::STRIP), most = maxStrips(device);
        if (strips > most)
            return body(WavefrontShape<S, T, CN, 32, REGISTERS>());
        if (ceilDiv<int64>(image.dstCols, Middle::STRIP / 2) <= most)
            return body(WavefrontShape<S, T, CN, 8, REGISTERS>());
    }
    return body(Middle());
}

//! Whether a block has enough shared memory. Three and four channels need most.
template <typename S, typename T, int CN>
bool fitsWavefront(const Image& image, const Device& device)
{
    return withWavefrontShape<S, T, CN>(image, device,
                                        [&](auto shape) { return fitsShared<decltype(shape)>(1, device); });
}

template <typename S, typename T, int CN>
bool runWavefront(const Image& image, const Device& device, unsigned char* memory, cudaStream_t stream)
{
    return withWavefrontShape<S, T, CN>(
        image, device, [&](auto shape) { return runWavefrontAs<decltype(shape)>(image, device, memory, stream); });
}

template <typename S, typename T, int CN>
size_t wavefrontBytes(const Image& image, const Device& device)
{
    return withWavefrontShape<S, T, CN>(image, device, [&](auto shape) {
        ScratchLayout carver(nullptr);
        makeWavefront<decltype(shape)>(image, device, carver);
        return carver.bytes();
    });
}

template <typename S, typename T, int CN>
bool prefersWavefront(const Image& image, const Device& device)
{
    return withWavefrontShape<S, T, CN>(image, device, [&](auto shape) {
        ScratchLayout carver(nullptr);
        const Wavefront w = makeWavefront<decltype(shape)>(image, device, carver);
        return double(image.dstCols) * image.rows >= tuning::WAVEFRONT_ELEMENTS &&
               w.strips >= tuning::WAVEFRONT_SHARE * device.multiprocessors;
    });
}

// ---- Tilted

template <typename T>
Tilted makeTilted(const Image& image, int cn, ScratchLayout& carver)
{
    Tilted t;
    t.cols = image.srcCols;
    const int64 fitting = tuning::TILTED_BYTES / (t.cols * int64(sizeof(T)));
    t.bandRows = int(fitting < tuning::TILTED_ROWS ? tuning::TILTED_ROWS : fitting);
    if (t.bandRows > image.rows)
        t.bandRows = image.rows;
    t.cn = cn;
    t.sums = carver.take(size_t(t.cols) * (size_t(t.bandRows) + 1) * sizeof(T));
    return t;
}

template <typename S, typename T, int CN>
size_t tiltedBytes(const Image& image, const Device&)
{
    ScratchLayout carver(nullptr);
    makeTilted<T>(image, CN, carver);
    return carver.bytes();
}

template <typename S, typename T, int CN>
bool runTilted(const Image& image, const Device&, unsigned char* memory, cudaStream_t stream)
{
    ScratchLayout carver(memory);
    Tilted t = makeTilted<T>(image, CN, carver);
    const int64 pixels = t.cols / CN;
    if (image.exclusive)
        checkCuda(cudaMemsetAsync(image.dst - image.dstStep, 0, size_t(image.dstCols) * sizeof(T), stream),
                  "cudaMemsetAsync");
    for (int64 first = 0; first < image.rows; first += t.bandRows)
    {
        t.firstRow = first;
        t.rows = int(image.rows - first < t.bandRows ? image.rows - first : t.bandRows);
        const int64 diagonals = (pixels + t.rows - 1) * CN;
        gpu::launch<antiDiagonalsKernel<S, T>>({ceilDiv<int64>(diagonals, 128), 128, 0, stream}, image, t);
        gpu::launch<firstColumnKernel<T>>({CN, WARP, 0, stream}, image, t);
        gpu::launch<diagonalsKernel<T>>({ceilDiv<int64>(diagonals, 128), 128, 0, stream}, image, t);
        T* const sums = static_cast<T*>(t.sums);
        checkCuda(cudaMemcpyAsync(sums, sums + int64(t.rows) * t.cols, size_t(t.cols) * sizeof(T),
                                  cudaMemcpyDeviceToDevice, stream),
                  "cudaMemcpyAsync");
    }
    return true;
}

// ---- The functions for one combination

template <typename S, typename T, int CN>
const Functions* functionsFor()
{
    typedef OverlappedShape<S, T, CN> Shape;
    static const Functions functions = {{overlappedBytes<Shape>, runOverlapped<Shape>},
                                        {residentBytes<S, T, CN>, runResident<S, T, CN>},
                                        {wavefrontBytes<S, T, CN>, runWavefront<S, T, CN>},
                                        {tiltedBytes<S, T, CN>, runTilted<S, T, CN>},
                                        fitsResident<S, T, CN>,
                                        fitsWavefront<S, T, CN>,
                                        prefersWavefront<S, T, CN>};
    return &functions;
}

template <typename S, typename T>
const Functions* functionsFor(int channels)
{
    switch (channels)
    {
    case 1:
        return functionsFor<S, T, 1>();
    case 2:
        return functionsFor<S, T, 2>();
    case 3:
        return functionsFor<S, T, 3>();
    case 4:
        return functionsFor<S, T, 4>();
    }
    return nullptr;
}

}}} // namespace cv::recfilter::sat

#endif
