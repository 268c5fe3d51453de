// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CPU_MEMORY_STREAM_FENCE_HPP
#define OPENCV_RECFILTER_RUNTIME_CPU_MEMORY_STREAM_FENCE_HPP

// Makes non-temporal stores visible to other threads.

#include "precomp.hpp"

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#define RECFILTER_HAVE_SFENCE 1
#endif

namespace cv { namespace recfilter {

/** Orders non-temporal stores before the store that tells another thread of them.

x86 keeps the stores of a thread in order, except for non-temporal ones. Releasing a lock or an atomic is a plain
store, so another thread may see it before the pixels. SFENCE makes all stores before it visible before any later one
(Intel SDM, volume 3, "Memory Ordering in P6 and More Recent Processor Families"; volume 2, SFENCE). No test can show a
missing fence: most schedulers run a locked instruction, which also orders these stores. Other processors use ordinary
stores. Always inlined: it is compiled into files for several instruction sets. */
CV_ALWAYS_INLINE void fenceStreamedStores()
{
#ifdef RECFILTER_HAVE_SFENCE
    _mm_sfence();
#endif
}

//! Fences at the end of a worker's part, also when an exception ends it.
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
