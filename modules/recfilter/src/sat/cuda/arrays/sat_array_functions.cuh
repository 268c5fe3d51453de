// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_ARRAY_FUNCTIONS_CUH
#define OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_ARRAY_FUNCTIONS_CUH

// The passes of tables along any dimensions, for one combination of depths and channels: their launches, and the memory
// that they need.

#include "sat/cuda/arrays/sat_batch.cuh"
#include "sat/cuda/arrays/sat_columns.cuh"
#include "sat/cuda/sat_functions.cuh"
#include "sat/cuda/arrays/sat_lines.cuh"
#include "sat/cuda/arrays/sat_small.cuh"

namespace cv { namespace recfilter { namespace sat {

constexpr int64 MOST_LAYERS = 65535; //!< of a grid

// ---- Small images

//! Of all rows and columns of a table. @param channels 0: not along rows
inline Small makeSmall(const Images& images, int channels, bool alongColumns, bool linesAreImages)
{
    Small s = {};
    s.zeroRows = images.exclusive && alongColumns;
    s.zeroCols = int(images.dstCols - images.srcCols);
    s.rows = (linesAreImages ? 1 : images.rows) + s.zeroRows;
    s.cols = int(images.dstCols);
    s.pitch = s.cols | 1;
    s.channels = channels;
    s.alongColumns = alongColumns;
    s.images = tuning::SMALL_ELEMENTS / (s.rows * s.pitch);
    if (s.images > tuning::SMALL_IMAGES)
        s.images = tuning::SMALL_IMAGES;
    s.count = images.count * (linesAreImages ? images.rows : 1);
    s.group = linesAreImages ? images.rows : 1;
    s.srcInner = images.srcStep;
    s.dstInner = images.dstStep;
    s.srcOuter = images.srcImageStep;
    s.dstOuter = images.dstImageStep;
    return s;
}

inline bool fitsSmall(const Images& images)
{
    return images.dstCols < tuning::SMALL_ELEMENTS &&
           (images.rows + int64(1)) * (images.dstCols + 1) <= tuning::SMALL_ELEMENTS;
}

template <typename S, typename T>
void runSmall(const Images& images, const Small& s, cudaStream_t stream)
{
    const size_t shared = size_t(s.images) * size_t(s.rows) * size_t(s.pitch) * sizeof(T);
    gpu::launch<smallKernel<S, T>>({ceilDiv<int64>(s.count, s.images), SMALL_THREADS, shared, stream}, images, s);
}

// ---- Planes

//! Chunks of images, their tiles and the memory of their sums.
struct Batch
{
    Overlapped sums;
    int64 sumsBytes; //!< of an image
    int64 chunk;     //!< images of a chunk
    bool isOneTile;  //!< then nothing is gathered
};

template <typename Shape>
Batch makeBatch(const Images& images, unsigned char* memory)
{
    ScratchLayout layout(memory);
    Batch b;
    b.sums = makeOverlapped<Shape>(images, layout);
    b.sums.direct = true;
    b.sumsBytes = int64(layout.bytes());
    b.isOneTile = b.sums.bands == 1 && b.sums.columnCount == 1;
    const int64 imageBytes = images.rows * images.dstCols * int64(sizeof(typename Shape::T));
    const int64 most = b.isOneTile ? MOST_LAYERS : MOST_LAYERS / 2;
    b.chunk = b.isOneTile ? most : ceilDiv(tuning::CHUNK_BYTES, imageBytes);
    b.chunk = b.chunk < most ? b.chunk : most;
    b.chunk = b.chunk < images.count ? b.chunk : images.count;
    return b;
}

template <typename S, typename T, int CN>
bool takesPlanes(const Images& images)
{
    typedef OverlappedShape<S, T, CN> Shape;
    if (fitsSmall(images))
        return true;
    return images.count > 1 && images.rows * images.dstCols * int64(sizeof(T)) <= tuning::CHUNK_BYTES / 2 &&
           ceilDiv<int64>(images.rows, Shape::TILE_ROWS) <= tuning::BATCH_TILES &&
           ceilDiv<int64>(images.dstCols, Shape::TILE_COLUMNS) <= tuning::BATCH_TILES;
}

template <typename S, typename T, int CN>
size_t planesBytes(const Images& images, const Device&)
{
    if (fitsSmall(images))
        return 0;
    const Batch b = makeBatch<OverlappedShape<S, T, CN>>(images, nullptr);
    return b.isOneTile ? 0 : size_t(CHUNKS * b.chunk * b.sumsBytes);
}

template <typename S, typename T, int CN>
void runPlanes(const Images& images, const Device&, unsigned char* memory, cudaStream_t stream)
{
    typedef OverlappedShape<S, T, CN> Shape;
    if (fitsSmall(images))
        return runSmall<S, T>(images, makeSmall(images, CN, true, false), stream);
    const Batch b = makeBatch<Shape>(images, memory);
    const int64 tiles = int64(b.sums.bands) * b.sums.columnCount, chunks = ceilDiv(images.count, b.chunk);
    const auto chunkOf = [&](int64 i) {
        const int64 first = i * b.chunk, left = images.count - first;
        return i < 0 || i >= chunks
                   ? ImageChunk{0, 0, 0}
                   : ImageChunk{first, int(left < b.chunk ? left : b.chunk), int(i % CHUNKS * b.chunk)};
    };
    for (int64 i = b.isOneTile ? 0 : -1; i < chunks; i++)
    {
        const ImageChunk next = b.isOneTile ? chunkOf(-1) : chunkOf(i + 1), chunk = chunkOf(i);
        const gpu::Grid grid = {tiles, Shape::THREADS, 0, stream, next.count + chunk.count};
        if (i < 0 || b.isOneTile)
            gpu::launch<batchKernel<Shape>>(grid, images, b.sums, b.sumsBytes, chunk, next);
        else
            gpu::launchDependent<batchKernel<Shape>>(grid, images, b.sums, b.sumsBytes, chunk, next);
    }
}

// ---- Lines

template <typename Shape>
Lines makeLines(const Images& images, unsigned char* memory, size_t& bytes)
{
    typedef Sum<typename Shape::T> Total;
    Lines l = {};
    l.count = images.count * images.rows;
    l.tilesOfLine = ceilDiv<int64>(images.dstCols, Shape::TILE);
    const int64 most = tuning::CHUNK_BYTES / int64(Shape::TILE * sizeof(typename Shape::T));
    l.chunk = l.tilesOfLine <= most ? most / l.tilesOfLine * l.tilesOfLine // whole lines
                                    : ceilDiv(l.tilesOfLine, ceilDiv(l.tilesOfLine, most));
    ScratchLayout layout(memory);
    l.sums = layout.take(size_t(CHUNKS * l.chunk) * Shape::CN * sizeof(Total));
    l.carries = layout.take(size_t(CHUNKS) * Shape::CN * sizeof(Total));
    bytes = l.tilesOfLine == 1 ? 0 : layout.bytes();
    return l;
}

//! Tiles of the i-th chunk: of whole lines, or of a part of a line.
inline LineChunk chunkOf(const Lines& l, int64 i)
{
    const int64 ofLine = ceilDiv(l.tilesOfLine, l.chunk), tiles = l.count * l.tilesOfLine;
    const int64 line = i / ofLine * l.tilesOfLine; // of a part
    const int64 first = ofLine == 1 ? i * l.chunk : line + i % ofLine * l.chunk;
    const int64 limit = ofLine == 1 ? tiles : line + l.tilesOfLine;
    return {first, first + l.chunk < limit ? first + l.chunk : limit, int(i % CHUNKS)};
}

inline int64 chunksOf(const Lines& l)
{
    const int64 ofLine = ceilDiv(l.tilesOfLine, l.chunk);
    return ofLine == 1 ? ceilDiv(l.count * l.tilesOfLine, l.chunk) : l.count * ofLine;
}

template <typename Shape>
void runShortLines(const Images& images, cudaStream_t stream)
{
    size_t bytes = 0;
    const Lines l = makeLines<Shape>(images, nullptr, bytes);
    gpu::launch<shortLinesKernel<Shape>>({ceilDiv<int64>(l.count, Shape::TILES), Shape::THREADS, 0, stream}, images, l);
}

template <typename Shape>
void runLongLines(const Images& images, unsigned char* memory, cudaStream_t stream)
{
    size_t bytes = 0;
    const Lines l = makeLines<Shape>(images, memory, bytes);
    const int64 chunks = chunksOf(l);
    for (int64 i = -1; i < chunks; i++)
    {
        const LineChunk none = {0, 0, 0}, next = i + 1 < chunks ? chunkOf(l, i + 1) : none,
                        chunk = i < 0 ? none : chunkOf(l, i);
        const gpu::Grid grid = {next.end - next.first + chunk.end - chunk.first, Shape::THREADS, 0, stream};
        if (i < 0)
            gpu::launch<longLinesKernel<Shape>>(grid, images, l, chunk, next);
        else
            gpu::launchDependent<longLinesKernel<Shape>>(grid, images, l, chunk, next);
    }
}

template <typename S, typename T, int CN>
size_t linesBytes(const Images& images, const Device&)
{
    size_t bytes = 0;
    makeLines<LineShape<S, T, CN, 8>>(images, nullptr, bytes);
    return bytes;
}

template <typename S, typename T, int CN>
void runLines(const Images& images, const Device&, unsigned char* memory, cudaStream_t stream)
{
    typedef LineShape<S, T, CN, 1> OfWarp;
    typedef LineShape<S, T, CN, 8> OfBlock;
    if (images.dstCols <= tuning::SMALL_LINE)
        runSmall<S, T>(images, makeSmall(images, CN, false, true), stream);
    else if (images.dstCols <= OfWarp::TILE)
        runShortLines<OfWarp>(images, stream);
    else if (images.dstCols <= OfBlock::TILE)
        runShortLines<OfBlock>(images, stream);
    else
        runLongLines<OfBlock>(images, memory, stream);
}

// ---- Columns

//! @param sums null: only their number of bytes is asked for
template <typename T>
ColumnParts makeParts(const Images& images, const Device& device, unsigned char* memory)
{
    const int64 threads = int64(device.multiprocessors) * tuning::COLUMN_THREADS, rows = tuning::COLUMN_ROWS;
    int64 count = images.columns * 2 > threads ? 1 : ceilDiv(threads, images.columns);
    const int64 most = ceilDiv<int64>(images.rows, 2 * rows);
    count = count < most ? count : most;
    count = count < MOST_LAYERS ? count : MOST_LAYERS;
    ColumnParts parts;
    parts.sums = memory;
    parts.columns = images.srcCols * images.count;
    parts.rows = int(ceilDiv(ceilDiv<int64>(images.rows, count), rows) * rows);
    parts.count = int(ceilDiv<int64>(images.rows, parts.rows));
    return parts;
}

template <typename T>
size_t columnsBytes(const Images& images, const Device& device)
{
    const ColumnParts parts = makeParts<T>(images, device, nullptr);
    ScratchLayout layout(nullptr);
    if (parts.count > 1)
        layout.take(size_t(parts.count) * size_t(parts.columns) * sizeof(Sum<T>));
    return layout.bytes();
}

template <typename S, typename T>
void runColumns(const Images& images, const Device& device, unsigned char* memory, cudaStream_t stream)
{
    const ColumnParts parts = makeParts<T>(images, device, memory);
    if (parts.count == 1 && images.srcCols < tuning::WIDE_COLUMNS && fitsSmall(images))
        return runSmall<S, T>(images, makeSmall(images, 0, true, false), stream);
    const int64 blocks = ceilDiv<int64>(parts.columns, COLUMN_BLOCK);
    if (parts.count == 1)
        return gpu::launch<columnsKernel<S, T>>({blocks, COLUMN_BLOCK, 0, stream}, images, parts);
    gpu::launch<gatherColumnsKernel<S, T>>({blocks, COLUMN_BLOCK, 0, stream, parts.count - 1}, images, parts);
    gpu::launchDependent<propagatePartsKernel<T>>({ceilDiv<int64>(parts.columns, WARP), WARP * WARP, 0, stream}, parts);
    gpu::launchDependent<columnsKernel<S, T>>({blocks, COLUMN_BLOCK, 0, stream, parts.count}, images, parts);
}

// ---- The passes for one combination

template <typename S, typename T, int CN>
const ArrayFunctions* arrayFunctionsFor()
{
    static const ArrayFunctions functions = {{planesBytes<S, T, CN>, runPlanes<S, T, CN>},
                                             {linesBytes<S, T, CN>, runLines<S, T, CN>},
                                             {columnsBytes<T>, runColumns<S, T>},
                                             takesPlanes<S, T, CN>};
    return &functions;
}

template <typename S, typename T>
const ArrayFunctions* arrayFunctionsFor(int channels)
{
    switch (channels)
    {
    case 1:
        return arrayFunctionsFor<S, T, 1>();
    case 2:
        return arrayFunctionsFor<S, T, 2>();
    case 3:
        return arrayFunctionsFor<S, T, 3>();
    case 4:
        return arrayFunctionsFor<S, T, 4>();
    }
    return nullptr;
}

}}} // namespace cv::recfilter::sat

#endif
