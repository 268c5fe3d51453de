// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "test_precomp.hpp"

#include "fork_join.hpp"
#include "skip_papers.hpp"
#include "opencv2/ts/cuda_test.hpp"

#include <cstdlib>

// RECFILTER_TEST_FORK_JOIN=1: parallel_for_ starts threads of its own, as the thread sanitizer needs.
static void chooseThreads()
{
    if (std::getenv("RECFILTER_TEST_FORK_JOIN"))
        cv::parallel::setParallelForBackend(std::make_shared<opencv_test::ForkJoin>());
}

// The main function of the tests. CV_CUDA_TEST_MAIN runs nothing in a build without CUDA and aborts on a machine
// without a GPU. Here the tests of the CPU always run. Only the search for devices depends on CUDA.
static void initCuda(int argc, char** argv)
{
#ifdef HAVE_RECFILTER_CUDA
    if (cv::cuda::getCudaEnabledDeviceCount() > 0)
    {
        cvtest::parseCudaDeviceOptions(argc, argv);
        cvtest::printCudaInfo();
        return;
    }
    printf("No CUDA device: tests of the GPU are skipped\n");
#else
    CV_UNUSED(argc);
    CV_UNUSED(argv);
    printf("Built without CUDA: tests of the GPU are skipped\n");
#endif
}

CV_TEST_MAIN("cv", opencv_test::skipPapers(), chooseThreads(), initCuda(argc, argv))
