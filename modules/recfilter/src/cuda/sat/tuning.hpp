// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_SAT_TUNING_HPP
#define OPENCV_RECFILTER_CUDA_SAT_TUNING_HPP

// Every number that was tuned for summed-area tables on the GPU, with the measurement behind it: one H200, CUDA 13.0,
// one channel, microseconds between two events.

#include <cstdint>

namespace cv { namespace recfilter { namespace sat { namespace tuning {

// ---- SAT_OVERLAPPED

//! Warps of a block, and the 32-bit registers of a lane that hold pixels: 128 x 128 pixels of CV_32F. At 2048 x 2048 17.4;
//! tiles of 64 x 128 by 8 warps 17.8, by 4 warps 19.4; of 32 x 128 20.0 and 27.1.
constexpr int OVERLAPPED_WARPS = 8;
constexpr int OVERLAPPED_REGISTERS = 64;

//! Up to so many tiles a side, each tile adds up all that is left of it and above it on its own: two launches less
//! for images of a few microseconds.
constexpr int DIRECT_TILES = 32;

//! In one launch: 32-bit registers of a lane that hold pixels of low tiles, blocks of a multiprocessor then, and low tiles for each
//! multiprocessor up to which they are taken. Back to back, against two launches: 1024 x 1024 6.9 and 8.4, 1920 x 1080 8.8 and 10.1,
//! 2048 x 2048, which would be 512 of them, 13.7 by 256 of 128 x 128, 15.5 by low ones, 15.6 by two launches.
constexpr int LOW_REGISTERS = 32;
constexpr int LOW_BLOCKS = 4;
constexpr double LOW_SHARE = 2;

// ---- SAT_WAVEFRONT

//! Warps of a block that make the table, and warps that read the tiles for them. 8192 x 8192: 188, CV_8U 160; with 16 and
//! 4 warps 197 and 174, with 8 and 4 warps 210 and 186. Without warps that only read, at 4096 x 4096 66 instead of 60, and
//! 57 instead of 51 for CV_8U.
constexpr int WORKERS = 16, LOADERS = 8;

//! 32-bit registers of a lane that hold pixels, that is, how high a tile is. With 32, half as many tiles fit into shared
//! memory, and 8192 x 8192 took 208 instead of 183.
constexpr int WAVEFRONT_REGISTERS = 16;

//! Steps from reading a tile to finishing it, while its rows' sums go through the other blocks: with 2, 16384 x 16384 takes
//! 697 instead of 661. Tiles that are on their way from memory besides: with 1, 8192 x 8192 took 267 instead of 199.
constexpr int LAG = 3, AHEAD = 3;

//! Warps that take turns, step by step, at adding up and at collecting. With one, every step waited for it: 8192 x 8192 in
//! 305 instead of 226.
constexpr int SCANNERS = 3, COLLECTORS = 2;

//! Nanoseconds to the next look for a message that is not there yet. Without a pause, 8192 x 8192 took 208 instead of 192
//! and with a pause of 100, 199.
constexpr unsigned PAUSE = 1000;

//! Blocks side by side, at most: what a warp adds up at once.
constexpr int MAX_STRIPS = 160;

// ---- Tilted tables

//! Rows of a band at least, and bytes of its sums if the rows are short. Three launches a band.
constexpr int TILTED_ROWS = 256;
constexpr int64_t TILTED_BYTES = int64_t(64) << 20;

// ---- SAT_AUTO

//! From so many elements SAT_WAVEFRONT is faster. Overlapped and wavefront: 3840 x 2160 34 and 38, 4096 x 4096 68 and 60,
//! 8192 x 8192 228 and 188; CV_8U 25 and 34, 54 and 51, 178 and 160.
constexpr double WAVEFRONT_ELEMENTS = 1.2e7;

//! Where at least this share of the multiprocessors get a strip.
constexpr double WAVEFRONT_SHARE = 0.75;

}}}} // namespace cv::recfilter::sat::tuning

#endif
