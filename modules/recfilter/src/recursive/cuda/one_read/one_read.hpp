// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_ONE_READ_ONE_READ_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_ONE_READ_ONE_READ_HPP

// A whole filter in one read and one write, for filters that fade within a few pixels.

#include "recursive/cuda/io/tile_job.hpp"

#include <type_traits>

namespace cv { namespace recfilter { namespace gpu {

//! Pixels within which a filter must fade for one read. Filters that fade sooner have kernels of their own.
constexpr int ONE_READ_REACH = 32;
constexpr int ONE_READ_MIDDLE_REACH = 24;
constexpr int ONE_READ_SHORT_REACH = 16;

//! Calls f with the halo of a kernel, as an integral constant.
template <typename F>
void withHalo(int reach, F&& f)
{
    if (reach <= ONE_READ_SHORT_REACH)
        f(std::integral_constant<int, ONE_READ_SHORT_REACH>());
    else if (reach <= ONE_READ_MIDDLE_REACH)
        f(std::integral_constant<int, ONE_READ_MIDDLE_REACH>());
    else
        f(std::integral_constant<int, ONE_READ_REACH>());
}

//! Whether a filter fades within ONE_READ_REACH, and a block gets its shared memory: 62 KB for 16 pixels, 68 KB for
//! 24, 74 KB for 32.
bool canReadOnce(int reach);

/** Queues a whole filter that fades within `reach` pixels, in one read and one write. Each block starts its passes
`reach` pixels outside of its own pixels. dst must not be src. */
void launchOneRead(const TileJob<float>& job, int reach);

constexpr int MAX_WIDE_CASCADE = 4;

//! A cascade in double of one pole and a pair, or of two pairs.
struct WideCascade : CascadeOf<double, MAX_WIDE_CASCADE>
{
    double still[MAX_WIDE_CASCADE]; //!< running state of AllPoleChain where all pixels are 1
};

struct WideCascades
{
    WideCascade x, y;
    int poles;
};

/** The same in double: states and arithmetic are doubles, for filters of which at most FADED_PIXELS is left after
ONE_READ_REACH. Pixels are floats, also those between the passes: a rounding of one acts as if the source differed by as
much. Of `job` borders, ends and gain count, not its axes. */
void launchOneReadInDouble(const TileJob<float>& job, const WideCascades& axes);

//! The same for filters along rows or columns alone, of any length. Along columns also in place, where
//! canReadColumnsInPlace() says so.
void launchOneReadOfRows(const TileJob<float>& job, int reach);
void launchOneReadOfColumns(const TileJob<float>& job, int reach);
bool canReadColumnsOnce(int reach);
bool canReadColumnsInPlace(const ImageView& image, int border);

}}} // namespace cv::recfilter::gpu

#endif
