// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CUDA_TUNING_HPP
#define OPENCV_RECFILTER_SAT_CUDA_TUNING_HPP

// Numbers tuned for summed-area tables on the GPU, with how each was measured: one H200, CUDA 13.0, one channel,
// microseconds between two events, CV_32F if nothing else is said.

#include <cstdint>

namespace cv { namespace recfilter { namespace sat { namespace tuning {

// ---- SAT_OVERLAPPED

//! Warps of a block, and 32-bit registers of a lane that hold pixels: tiles of 128 x 128 pixels of CV_32F.
//! 2048 x 2048: 17.4. Tiles of 64 x 128: 17.8 by 8 warps, 19.4 by 4. Tiles of 32 x 128: 20.0 and 27.1.
constexpr int OVERLAPPED_WARPS = 8;
constexpr int OVERLAPPED_REGISTERS = 64;

//! Up to so many tiles a side, each tile adds up by itself all that is left of it and above it. That saves two launches
//! of images that take a few microseconds.
constexpr int DIRECT_TILES = 32;

//! One launch: registers of a lane that hold pixels of low tiles, blocks of a multiprocessor then, and most low tiles
//! for each multiprocessor. Back to back, one launch and two: 1024 x 1024 6.9 and 8.4, 1920 x 1080 8.8 and 10.1. 2048
//! x 2048 (512 low tiles): 13.7 by 256 tiles of 128 x 128, 15.5 by low tiles, 15.6 by two launches.
constexpr int LOW_REGISTERS = 32;
constexpr int LOW_BLOCKS = 4;
constexpr double LOW_SHARE = 2;

// ---- SAT_WAVEFRONT

//! Warps of a block that compute the table, and warps that load tiles for them. 8192 x 8192, CV_32F and CV_8U:
//! 16 and 8 warps 188 and 160, 16 and 4 warps 197 and 174, 8 and 4 warps 210 and 186.
//! 4096 x 4096: 60 and 51; without loading warps 66 and 57.
constexpr int WORKERS = 16, LOADERS = 8;

//! 32-bit registers of a lane that hold pixels: the height of a tile. 8192 x 8192: 183; with 32 registers, where half
//! as many tiles fit into shared memory, 208.
constexpr int WAVEFRONT_REGISTERS = 16;

//! LAG: steps from reading a tile to finishing it, while the sums of its rows pass the other blocks. 16384 x 16384:
//! 661; with 2 steps 697. AHEAD: tiles that are being loaded besides. 8192 x 8192: 199; with 1 tile 267.
constexpr int LAG = 3, AHEAD = 3;

//! Warps that take turns, step by step, at adding up and at collecting. 8192 x 8192: 226. With one warp, for which
//! every step waited: 305.
constexpr int SCANNERS = 3, COLLECTORS = 2;

//! Nanoseconds between two looks for a message. 8192 x 8192: 192; without a pause 208, with 100 ns 199.
constexpr unsigned PAUSE = 1000;

//! Most strips, side by side: as many sums as a warp adds up at once.
constexpr int MAX_STRIPS = 160;

// ---- Tilted tables

//! Least rows of a band, and bytes of its sums if the rows are short. A band takes three launches.
constexpr int TILTED_ROWS = 256;
constexpr int64_t TILTED_BYTES = int64_t(64) << 20;

// ---- SAT_AUTO

//! From so many elements on SAT_WAVEFRONT is faster. SAT_OVERLAPPED and SAT_WAVEFRONT: CV_32F 3840 x 2160 34 and 38,
//! 4096 x 4096 68 and 60, 8192 x 8192 228 and 188; CV_8U 25 and 34, 54 and 51, 178 and 160. H100, CV_32F 3072 x 3072
//! 47.1 and 45.2.
constexpr double WAVEFRONT_ELEMENTS = 9e6;

//! The wavefront needs a strip for at least this share of the multiprocessors. H100, CV_32F, 96 strips of 132
//! multiprocessors: 6144 x 6144 187 by SAT_OVERLAPPED and 142, 12288 x 12288 659 and 482.
constexpr double WAVEFRONT_SHARE = 0.7;

}}}} // namespace cv::recfilter::sat::tuning

#endif
