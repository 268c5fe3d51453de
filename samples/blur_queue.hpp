// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_BLUR_QUEUE_HPP
#define OPENCV_RECFILTER_BLUR_QUEUE_HPP

// Blurs frames one after the other: on the CPU, or on the GPU with two frames under way. Knows no video and no window.

#include <opencv2/core/cuda.hpp>
#include <opencv2/core/utility.hpp>
#include <opencv2/recfilter.hpp>

#include <utility>
#include <vector>

//! A frame, its blur, and the milliseconds that each step of the blur took.
struct BlurredFrame
{
    cv::Mat frame, blurred;
    std::vector<std::pair<const char*, double>> steps;
};

class BlurQueue
{
public:
    explicit BlurQueue(bool useGpu) : slots(useGpu ? 2 : 1)
    {
        for (Slot& slot : slots)
        {
            if (!useGpu)
                continue;
            slot.gpu = cv::makePtr<GpuSlot>(); // only page-locked memory is copied while the host goes on
            slot.host.frame.allocator = slot.host.blurred.allocator =
                cv::cuda::HostMem::getAllocator(cv::cuda::HostMem::PAGE_LOCKED);
        }
    }

    bool empty() const { return count == 0; }
    bool full() const { return count == slots.size(); }

    //! Where the next frame goes. The queue must not be full.
    cv::Mat& nextFrame() { return at(count).host.frame; }

    //! Begins to blur the next frame. The GPU goes on when the call has returned.
    void put(double sigma)
    {
        if (!blur || sigma != sigmaOfBlur)
            blur = cv::cuda::createRecursiveGaussianFilter(sigmaOfBlur = sigma);
        Slot& slot = at(count++);
        if (slot.gpu)
            return slot.gpu->start(slot.host, blur);
        cv::TickMeter time;
        time.start();
        blur->apply(slot.host.frame, slot.host.blurred);
        time.stop();
        slot.host.steps = {{"filter", time.getTimeMilli()}};
    }

    //! Waits for the oldest frame, which stays valid until nextFrame() is written to.
    BlurredFrame& take()
    {
        Slot& slot = at(0);
        if (slot.gpu)
            slot.gpu->finish(slot.host);
        first++;
        count--;
        return slot.host;
    }

private:
    /** What a frame needs on the GPU. Each slot has a stream, so that copies of one frame and the filter of the other
    one overlap. */
    struct GpuSlot
    {
        void start(BlurredFrame& host, const cv::Ptr<cv::cuda::RecursiveFilter>& newBlur)
        {
            blur = newBlur;
            begin.record(stream);
            frame.upload(host.frame, stream);
            uploaded.record(stream);
            blur->apply(frame, blurred, stream);
            filtered.record(stream);
            blurred.download(host.blurred, stream);
            downloaded.record(stream);
        }

        void finish(BlurredFrame& host)
        {
            downloaded.waitForCompletion();
            host.steps = {{"upload", cv::cuda::Event::elapsedTime(begin, uploaded)},
                          {"filter", cv::cuda::Event::elapsedTime(uploaded, filtered)},
                          {"download", cv::cuda::Event::elapsedTime(filtered, downloaded)}};
        }

        cv::Ptr<cv::cuda::RecursiveFilter> blur; //!< stays until the stream is done with it
        cv::cuda::GpuMat frame, blurred;
        cv::cuda::Stream stream;
        cv::cuda::Event begin, uploaded, filtered, downloaded;
    };

    struct Slot
    {
        BlurredFrame host;
        cv::Ptr<GpuSlot> gpu; //!< null on the CPU
    };

    Slot& at(size_t i) { return slots[(first + i) % slots.size()]; }

    std::vector<Slot> slots;
    size_t first = 0, count = 0;
    cv::Ptr<cv::cuda::RecursiveFilter> blur; //!< one object for all frames of one sigma
    double sigmaOfBlur = 0;
};

#endif
