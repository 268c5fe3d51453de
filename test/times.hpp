// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_TIMES_HPP
#define OPENCV_RECFILTER_TEST_TIMES_HPP

// For tests with bounds on times.

#include "test_precomp.hpp"

namespace opencv_test {

//! Skips a test of times in builds with sanitizers, where the module takes several times as long and the test does not.
inline void needPlainCode()
{
#ifdef RECFILTER_INSTRUMENTED
    throw SkipTestException("instrumented code takes several times as long");
#endif
}

} // namespace opencv_test

#endif
