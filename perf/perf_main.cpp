// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The main function of the benchmarks.

#include "perf_precomp.hpp"
#include "../test/skip_papers.hpp"

CV_PERF_TEST_MAIN(recfilter, opencv_test::skipPapers())
