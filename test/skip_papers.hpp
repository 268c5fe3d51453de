// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_SKIP_PAPERS_HPP
#define OPENCV_RECFILTER_TEST_SKIP_PAPERS_HPP

// In a build without papers/ (RECFILTER_PAPERS=OFF), tests and benchmarks of what it lacks are skipped.

#include "opencv2/ts.hpp"
#include "build_options.hpp"

#include <cstring>

namespace opencv_test {

//! Skips whatever test asks for an algorithm that this build leaves out.
inline void skipPapers()
{
    if (!cv::recfilter::HAS_PAPERS)
        cv::redirectError([](int, const char*, const char* error, const char*, int, void*) {
            if (std::strstr(error, cv::recfilter::WITHOUT_PAPERS))
                throw cvtest::SkipTestException(error);
            return 0;
        });
}

} // namespace opencv_test

#endif
