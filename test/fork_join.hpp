// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_FORK_JOIN_HPP
#define OPENCV_RECFILTER_TEST_FORK_JOIN_HPP

// A parallel_for_ for the thread sanitizer: its threads start and end with each call.

#include "opencv2/core/parallel/parallel_backend.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace opencv_test {

/** The thread sanitizer sees these threads start and end. It cannot see workers of TBB, which is not instrumented,
wait for each other. The locks of a pool would also hide races, because they order accesses that our code does not. */
class ForkJoin CV_FINAL : public cv::parallel::ParallelForAPI
{
public:
    void parallel_for(int tasks, FN_parallel_for_body_cb_t body, void* data) CV_OVERRIDE
    {
        std::atomic<int> nextTask{0};
        const auto work = [&](int number) {
            ownNumber() = number;
            for (int task; (task = nextTask++) < tasks;)
                body(task, task + 1, data);
        };
        std::vector<std::thread> threads;
        for (int number = 1; number < std::min(tasks, threadCount); number++)
            threads.emplace_back(work, number);
        work(0);
        for (std::thread& thread : threads)
            thread.join();
    }

    int getThreadNum() const CV_OVERRIDE { return ownNumber(); }
    int getNumThreads() const CV_OVERRIDE { return threadCount; }
    const char* getName() const CV_OVERRIDE { return "fork-join"; }

    int setNumThreads(int count) CV_OVERRIDE
    {
        const int before = threadCount;
        threadCount = std::max(count, 1);
        return before;
    }

private:
    static int& ownNumber()
    {
        static thread_local int number = 0;
        return number;
    }

    int threadCount = 1;
};

} // namespace opencv_test

#endif
