// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_STREAM_FENCE_HPP
#define OPENCV_RECFILTER_CPU_STREAM_FENCE_HPP

#include "precomp.hpp"

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#define RECFILTER_HAVE_SFENCE 1
#endif

namespace cv { namespace recfilter {

/** Orders non-temporal stores before whatever tells another thread that they were made.

x86 keeps the stores of a thread in order, except for non-temporal ones. Releasing a lock or an atomic is a plain
store: another thread may see it before the pixels. SFENCE makes all stores before it visible before any store after
it (Intel SDM, volume 3, "Memory Ordering in P6 and More Recent Processor Families", and volume 2, SFENCE). No test
can show that a fence is missing: most schedulers happen to run a locked instruction, which orders these stores as
well. Other processors write results by ordinary stores.

Always inlined, as it is part of files that are compiled for several instruction sets. */
CV_ALWAYS_INLINE void fenceStreamedStores()
{
#ifdef RECFILTER_HAVE_SFENCE
    _mm_sfence();
#endif
}

//! The fence at the end of a worker's part, where an exception ends it, too.
class StreamFence
{
public:
    StreamFence() = default;
    ~StreamFence() { fenceStreamedStores(); }
    StreamFence(const StreamFence&) = delete;
    StreamFence& operator=(const StreamFence&) = delete;
};

}} // namespace cv::recfilter

#endif
