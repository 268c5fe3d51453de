// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_SAT_TUNING_HPP
#define OPENCV_RECFILTER_CPU_SAT_TUNING_HPP

// Numbers tuned for summed-area tables on the CPU. Times are of two threads, medians, 15 to 100 repetitions.

#include "precomp.hpp"

namespace cv { namespace recfilter { namespace tuning {

//! From this many bytes read and written on, tables are written around the cache: 2048^2 CV_32F, 34 MB, takes 0.57 ms
//! then against 0.61; 2048^2 CV_8U to CV_32S, 21 MB, 0.44 against 0.35; 1024^2 CV_32F, 8 MB, 0.13 against 0.065.
enum
{
    SAT_STREAMED_BYTES = 24 << 20
};

//! Bytes of a row made in the first-level cache before they are written around it. Short bursts of writes overlap with the
//! next sums: CV_32F takes 0.71 ms with 1024 bytes, 0.62 with 512, 0.59 with 256 at 2048^2, 3.3, 3.0 and 2.7 at 4096^2, 13.3,
//! 12.1 and 11.0 at 8192^2, copies 0.41, 2.3 and 10.0; 128 bytes 0.55, 2.76 and 11.4.
enum
{
    SAT_CHUNK_BYTES = 256
};

//! How far ahead the source is prefetched, from sources of this many bytes on: 2048^2 CV_32F 0.67 ms without, 0.57 with;
//! 4096^2 3.44 without, 3.05 with, 3.30 from 1024 bytes ahead.
enum
{
    SAT_PREFETCH_BYTES = 512,
    SAT_PREFETCHED_BYTES = 8 << 20
};

//! Elements of a row that a part of the wavefront takes: 4096^2 CV_32F takes 3.52 ms with parts of 512, 3.05 with 1024,
//! 2.82 with 2048. Small images need parts for all workers: narrower ones only synchronise more often.
enum
{
    SAT_MIN_PART_ELEMENTS = 512,
    SAT_MAX_PART_ELEMENTS = 4096
};

//! The result does not depend on where parts begin, so that their number may follow that of the workers.
inline int satPartElements(int64 rowElements, int workers)
{
    const int64 share = rowElements / std::max(workers, 1);
    return int(std::min<int64>(std::max<int64>(share, SAT_MIN_PART_ELEMENTS), SAT_MAX_PART_ELEMENTS));
}

//! Elements of a row of a tilted table that a part takes; its parts are slanted. 4096^2 CV_32F takes 8.9 ms with 512, 9.5 with
//! 1024, 8.0 to 9.5 with 2048.
enum
{
    SAT_TILTED_PART_ELEMENTS = 1024
};

//! Rows after which a worker tells the next one how far it is: 1024^2 takes 0.071, 0.065 and 0.072 ms with 16, 32 and 64.
enum
{
    SAT_STEP_ROWS = 32
};

//! Rows that a worker takes of a part before the next worker may overtake it there: 4096^2 CV_32F takes 3.8 to 4.2 ms with 32, 2.9
//! with 64, 4.3 to 4.7 with 128.
enum
{
    SAT_BAND_ROWS = 64
};

//! What SAT_AUTO leaves to the overlapped algorithm: large images that are narrower than two parts, or lower than this.
//! The wavefront takes 0.016, 0.029 and 0.082 ms at 362 x 362, 512 x 512 and 1024 x 1024 CV_32F, the overlapped 0.037, 0.057 and 0.13.
enum
{
    SAT_SMALL_ELEMENTS = 1 << 18,
    SAT_WAVEFRONT_ROWS = 64
};

//! Rows and elements of a tile of the overlapped algorithm: 4096^2 CV_32F takes 6.0 ms with 32 rows and with 64, 8.0 and more with
//! 128; 16 with 512 elements, 5.8 with 1024, 6.8 with 2048.
enum
{
    SAT_TILE_ROWS = 64,
    SAT_TILE_ELEMENTS = 1024
};

}}} // namespace cv::recfilter::tuning

#endif
