// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_MEMORY_DENORMALS_HPP
#define OPENCV_RECFILTER_CPU_MEMORY_DENORMALS_HPP

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#define RECFILTER_HAVE_MXCSR 1
#endif

namespace cv { namespace recfilter {

/** Treats denormal numbers as zero on this thread while it lives. A recursion over a black region decays into
denormals. They cost a hundred cycles each on some processors and do not change the result. */
class DenormalsAsZero
{
public:
#ifdef RECFILTER_HAVE_MXCSR
    DenormalsAsZero() : before(_mm_getcsr())
    {
        _mm_setcsr(before | 0x8040);
    }
    ~DenormalsAsZero()
    {
        _mm_setcsr(before);
    }
#endif
    DenormalsAsZero(const DenormalsAsZero&) = delete;
    DenormalsAsZero& operator=(const DenormalsAsZero&) = delete;

private:
#ifdef RECFILTER_HAVE_MXCSR
    unsigned before;
#else
    DenormalsAsZero() = default;
#endif
};

}} // namespace cv::recfilter

#endif
