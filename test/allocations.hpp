// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_ALLOCATIONS_HPP
#define OPENCV_RECFILTER_TEST_ALLOCATIONS_HPP

#include <cstddef>

namespace opencv_test {

/** Memory that the host gives out, to count it and to refuse it: operator new of this program, which libraries that
are linked dynamically call as well where the platform allows that, and what cv::Mat allocates. Of all threads
together. */
namespace allocations {

//! Bytes asked for so far.
size_t bytes();
//! What operator new has given out and not taken back.
long long living();

//! Refuses the n-th allocation from now on, counted from 1, and none before or after it.
void refuse(long long n);
//! Ends that; tells whether it had come so far.
bool wasRefused();

} // namespace allocations
} // namespace opencv_test

#endif
