// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_CPU_WAVEFRONT_HPP
#define OPENCV_RECFILTER_SAT_CPU_WAVEFRONT_HPP

// The order in which workers take the parts of an image that follow each other down its rows. Knows no pixels.

#include "precomp.hpp"

#include <atomic>
#include <exception>
#include <memory>
#include <thread>

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#include <emmintrin.h>
#endif

namespace cv { namespace recfilter {

/** Schedules parts of the columns of an image that follow each other down the rows. A step of a part may start once the
part left of it has done these rows. A task is a band of rows of a part. Workers draw tasks from left to right and from
top to bottom. So a task waits only for earlier tasks of running workers, and any number of workers finishes. If a step
throws, all workers stop, also waiting ones. */
class Wavefront
{
public:
    Wavefront(int parts_, int rows_, int bandRows_)
        : parts(parts_), rows(rows_), bandRows(bandRows_), done(new Done[size_t(parts_)])
    {
    }

    //! Calls step(part, firstRow, endRow) for at most stepRows rows. Rethrows what a step throws. Call it only once.
    template <typename Step>
    void run(int stepRows, const Step& step)
    {
        const int64 bands = (int64(rows) + bandRows - 1) / bandRows, tasks = bands * parts;
        const int workers = int(std::min<int64>(std::max(getNumThreads(), 1), tasks));
        parallel_for_(
            Range(0, workers),
            [&](const Range&) {
                try
                {
                    for (int64 task; (task = nextTask.fetch_add(1, std::memory_order_relaxed)) < tasks && !stopped;)
                        runTask(int(task % parts), int(task / parts) * bandRows, stepRows, step);
                }
                catch (...)
                {
                    if (!stopped.exchange(true))
                        failure = std::current_exception(); // read after parallel_for_ has joined the workers
                }
            },
            workers);
        if (failure)
            std::rethrow_exception(failure);
    }

private:
    struct alignas(64) Done
    {
        std::atomic<int> rows{0};
    };

    template <typename Step>
    void runTask(int part, int first, int stepRows, const Step& step)
    {
        const int end = int(std::min<int64>(rows, int64(first) + bandRows));
        if (waitFor(part, first) < first)
            return;
        int ready = part > 0 ? first : end; // rows that the part on the left has done, as far as known
        for (int y = first; y < end;)
        {
            const int next = std::min(end - y, stepRows) + y;
            if (ready < next)
                ready = waitFor(part - 1, next);
            if (ready < next)
                return;
            step(part, y, next);
            done[part].rows.store(next, std::memory_order_release);
            y = next;
        }
    }

    //! Waits until a part has done `count` rows. Returns the rows done: fewer if a step has thrown.
    int waitFor(int part, int count) const
    {
        for (int spins = 0;;)
        {
            const int rowsDone = done[part].rows.load(std::memory_order_acquire);
            if (rowsDone >= count || stopped.load(std::memory_order_relaxed))
                return rowsDone;
            if (spins < 1000)
            {
                pause();
                spins++;
            }
            else
                std::this_thread::yield(); // the other worker may not be on a processor
        }
    }

    static void pause()
    {
#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
        _mm_pause();
#endif
    }

    const int parts, rows, bandRows;
    std::unique_ptr<Done[]> done;
    std::atomic<int64> nextTask{0};
    std::atomic<bool> stopped{false};
    std::exception_ptr failure;
};

}} // namespace cv::recfilter

#endif
