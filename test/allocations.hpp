// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_ALLOCATIONS_HPP
#define OPENCV_RECFILTER_TEST_ALLOCATIONS_HPP

// Counts and refuses allocations on the host.

#include <cstddef>

namespace opencv_test {

/** Memory that the host gives out, of all threads together: operator new of this program and what cv::Mat allocates.
Dynamically linked libraries use this operator new, too, where the platform allows it. */
namespace allocations {

//! Bytes asked for so far.
size_t bytes();
//! Blocks that operator new has given out and not taken back.
long long living();

//! Refuses the n-th allocation from now on, counted from 1, and none before or after it.
void refuse(long long n);
//! Ends that. Tells whether the n-th allocation came.
bool wasRefused();

} // namespace allocations
} // namespace opencv_test

#endif
