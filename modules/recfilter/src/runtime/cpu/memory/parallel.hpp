// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CPU_MEMORY_PARALLEL_HPP
#define OPENCV_RECFILTER_RUNTIME_CPU_MEMORY_PARALLEL_HPP

// parallel_for_ for any number of indices.

#include "precomp.hpp"

namespace cv { namespace recfilter {

/** parallel_for_ over [0, count) for counts beyond int: body(first, end). Exceptions of the body reach the caller: each
backend of OpenCV catches them in its workers and rethrows the first. */
template <typename Body>
void parallelFor(int64 count, const Body& body, double stripes = -1)
{
    const int64 size = count / INT_MAX + 1; // elements of an index: 1 except for enormous counts
    parallel_for_(
        Range(0, int((count + size - 1) / size)),
        [&](const Range& range) { body(range.start * size, std::min(range.end * size, count)); }, stripes);
}

}} // namespace cv::recfilter

#endif
