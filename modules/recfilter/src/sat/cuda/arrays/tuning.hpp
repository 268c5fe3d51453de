// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_ARRAYS_TUNING_HPP
#define OPENCV_RECFILTER_SAT_CUDA_ARRAYS_TUNING_HPP

// Numbers of tables along any dimensions on the GPU. Chosen by the bytes in flight that hide the latency of memory, and
// by the size of L2 (50 MB on an H100); not measured yet.

#include <cstdint>

namespace cv { namespace recfilter { namespace sat { namespace tuning {

//! Elements of the images that a block sums in shared memory: 16 KB of floats.
constexpr int SMALL_ELEMENTS = 4096;

//! Most images of a block, and most elements of lines that are summed there, a thread each.
constexpr int SMALL_IMAGES = 256;
constexpr int SMALL_LINE = 64;

//! Bytes of tables whose sources are read for their sums by one launch, and again by the next one, from L2.
constexpr int64_t CHUNK_BYTES = int64_t(16) << 20;

//! Most tiles along a side of an image of a batch: each tile adds up all tiles left of it and above it.
constexpr int BATCH_TILES = 64;

//! 32-bit registers of a lane for elements of a line.
constexpr int LINE_REGISTERS = 32;

//! Rows that a thread loads at once while it sums columns, and threads of a multiprocessor that fill it. With fewer
//! columns the rows are cut into parts: two reads.
constexpr int COLUMN_ROWS = 16;
constexpr int COLUMN_THREADS = 1024;

//! From so many columns on parts are summed rather in registers than in shared memory: rows fill cache lines.
constexpr int WIDE_COLUMNS = 32;

}}}} // namespace cv::recfilter::sat::tuning

#endif
