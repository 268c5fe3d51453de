// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CPU_TUNING_HPP
#define OPENCV_RECFILTER_SAT_CPU_TUNING_HPP

// Numbers tuned for summed-area tables on the CPU, with how each was measured: two threads, medians of 15 to 100 runs.

#include "precomp.hpp"

namespace cv { namespace recfilter { namespace tuning {

//! Tables are written with non-temporal stores if at least so many bytes are read and written. ms, with and without:
//! 2048^2 CV_32F (34 MB) 0.57 and 0.61, 2048^2 CV_8U to CV_32S (21 MB) 0.44 and 0.35, 1024^2 CV_32F (8 MB) 0.13 and
//! 0.065. Never if the memory of the tables is new: its pages are zeroed in the cache, on their first touch. CV_8U to
//! CV_32S with new tables, one thread, with and without: 3000^2 71 and 62, 4096^2 92 and 83.
constexpr int SAT_STREAMED_BYTES = 24 << 20;

//! Bytes of a row that are computed in L1 before non-temporal stores. Short bursts of stores overlap with the next
//! sums. CV_32F, ms, at 2048^2, 4096^2 and 8192^2: 1024 bytes 0.71, 3.3, 13.3; 512 bytes 0.62, 3.0, 12.1; 256 bytes
//! 0.59, 2.7, 11.0; 128 bytes 0.55, 2.76, 11.4; a copy 0.41, 2.3, 10.0.
constexpr int SAT_CHUNK_BYTES = 256;

//! Bytes that the source is prefetched ahead, and size of the source from which on it is. CV_32F, ms:
//! 2048^2 0.57, without 0.67; 4096^2 3.05, without 3.44, 1024 bytes ahead 3.30.
constexpr int SAT_PREFETCH_BYTES = 512;
constexpr int SAT_PREFETCHED_BYTES = 8 << 20;

//! Rows that a kernel makes at once from bytes, if a vector is less than a cache line. In images 1024 pixels wide, the
//! lines of eight rows of the table share a set of L1 and leave it half written. AVX2, CV_8U to CV_32S, one thread, ms,
//! four and eight rows: 960^2 0.130 and 0.124, 1024^2 0.149 and 0.210; cv::integral 0.151 and 0.173.
constexpr int SAT_BYTE_ROWS = 4;

//! Least and most elements of a row in a part of the wavefront. 4096^2 CV_32F: 3.52 ms with 512, 3.05 with 1024, 2.82
//! with 2048. Small images need parts for all workers. Narrower parts only synchronise more often.
constexpr int SAT_MIN_PART_ELEMENTS = 512;
constexpr int SAT_MAX_PART_ELEMENTS = 4096;

//! The result does not depend on where parts begin, so their number may follow the number of workers.
inline int satPartElements(int64 rowElements, int workers)
{
    const int64 share = rowElements / std::max(workers, 1);
    return int(std::min<int64>(std::max<int64>(share, SAT_MIN_PART_ELEMENTS), SAT_MAX_PART_ELEMENTS));
}

//! Elements of a row of a tilted table in a part, which is slanted. 4096^2 CV_32F: 8.9 ms with 512, 9.5 with 1024, 8.0
//! to 9.5 with 2048.
constexpr int SAT_TILTED_PART_ELEMENTS = 1024;

//! Rows after which a worker tells the next one its progress. 1024^2: 0.071, 0.065 and 0.072 ms with 16, 32 and 64.
constexpr int SAT_STEP_ROWS = 32;

//! Rows of a part that a worker takes before the next worker may overtake it there. 4096^2 CV_32F: 3.8 to 4.2 ms with
//! 32, 2.9 with 64, 4.3 to 4.7 with 128.
constexpr int SAT_BAND_ROWS = 64;

//! SAT_AUTO takes the overlapped algorithm for images larger than this that have fewer rows, or are narrower than two
//! parts. CV_32F, ms, wavefront and overlapped: 362^2 0.016 and 0.037, 512^2 0.029 and 0.057, 1024^2 0.082 and 0.13.
//! Integers with one thread always take the wavefront. CV_8U to CV_32S: 512^2 0.035 and 0.048.
constexpr int SAT_SMALL_ELEMENTS = 1 << 18;
constexpr int SAT_WAVEFRONT_ROWS = 64;

//! Rows and elements of a tile of the overlapped algorithm. 4096^2 CV_32F, ms: 32 and 64 rows 6.0, 128 rows 8.0 and
//! more; 512 elements 16, 1024 elements 5.8, 2048 elements 6.8.
constexpr int SAT_TILE_ROWS = 64;
constexpr int SAT_TILE_ELEMENTS = 1024;

//! Elements that a thread adds up along a dimension before it takes the next ones: L1 keeps the sums before them.
constexpr int64 SAT_PIECE_ELEMENTS = 1 << 11;

}}} // namespace cv::recfilter::tuning

#endif
