// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The GPU half of a RecursiveFilter: finds the plan of a call and runs it.

#include "recursive/cuda/recursive_gpu.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/filter_plan.hpp"
#include "recursive/cuda/two_read/levels/levels.hpp"
#include "recursive/cuda/two_read/twins/twins.hpp"
#include "runtime/cuda/device_plans.hpp"
#include "runtime/cuda/io/image_list.hpp"
#include "runtime/cuda/io/view_of.hpp"

namespace cv { namespace recfilter {

struct RecursiveGpu::Plans
{
    explicit Plans(const FilterModel& model) : filter(model) {}

    //! Calls body with the plan of an image on the current device.
    template <typename Body>
    void with(Size size, int channels, bool inDouble, bool isCaptured, const Body& body)
    {
        plans.with(filter, {Extents::ofImage(size, channels), currentDevice()}, inDouble, isCaptured, body);
    }

    //! Calls body with the round of an image in float (FilterPlan::wholeRound), if there is one.
    template <typename Body>
    void withRound(const ImageBatch& image, bool isCaptured, const Body& body)
    {
        if (image.images == 1)
            with(image.size, CV_MAT_CN(image.type), false, isCaptured, [&](const auto& plan) {
                if (const gpu::Round<float>* const round = plan.wholeRound())
                    body(*round);
            });
    }

    //! Calls body with the rounds of several filters, if all have one. @param rounds those found so far
    template <typename Body>
    static void withRounds(const std::vector<const RecursiveGpu*>& filters, const ImageBatch& image, bool isCaptured,
                           const Body& body, const gpu::LevelRounds& rounds = {})
    {
        if (rounds.size() == filters.size())
            return body(rounds);
        filters[rounds.size()]->plans->withRound(image, isCaptured, [&](const gpu::Round<float>& round) {
            gpu::LevelRounds more = rounds;
            more.push_back(&round);
            withRounds(filters, image, isCaptured, body, more);
        });
    }

    const DeviceChoice filter;
    DevicePlans<gpu::FilterPlan> plans;
};

RecursiveGpu::RecursiveGpu(const FilterModel& model) : plans(std::make_shared<Plans>(model)) {}

void RecursiveGpu::apply(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat& dst, bool inDouble,
                         cuda::Stream& stream) const
{
    const Queue queue(stream);
    plans->with(src.size(), src.channels(), inDouble, queue.isCaptured,
                [&](const auto& plan) { plan.run(src, mustCopy, dst, queue, *plans->plans.workspace); });
}

void RecursiveGpu::applyIn(uchar* memory, const ImageBatch& src, const ImageBatch& dst, bool isResult, bool inDouble,
                           cuda::Stream& stream) const
{
    const Queue queue(stream);
    plans->with(src.size, CV_MAT_CN(src.type), inDouble, queue.isCaptured,
                [&](const auto& plan) { plan.runBatchIn(memory, src, dst, isResult, queue.stream); });
}

size_t RecursiveGpu::workBytes(const ImageBatch& src, bool inDouble) const
{
    size_t bytes = 0;
    plans->with(src.size, CV_MAT_CN(src.type), inDouble, false,
                [&](const auto& plan) { bytes = plan.workBytesOf(src); });
    return bytes;
}

size_t RecursiveGpu::workBytes(const DeviceFrame& frame, bool inDouble) const
{
    size_t bytes = 0;
    plans->with(frame.src.size(), frame.src.channels(), inDouble, false,
                [&](const auto& plan) { bytes = plan.workBytesOf(frame.src, frame.mustCopy, frame.dst); });
    return bytes;
}

bool RecursiveGpu::keepsPlans(size_t sizes, cuda::Stream& stream)
{
    return sizes <= DevicePlans<gpu::FilterPlan>::KEPT && !Queue(stream).isCaptured;
}

void RecursiveGpu::reserve(size_t bytes, cuda::Stream& stream) const
{
    if (bytes == 0)
        return;
    const Workspace::Lease lease(*plans->plans.workspace, bytes, Queue(stream));
}

bool RecursiveGpu::takesLists(const cuda::GpuMat& image, bool inDouble) const
{
    bool takes = false;
    plans->with(image.size(), image.channels(), inDouble, false, [&](const auto& plan) { takes = plan.takesLists(); });
    return takes;
}

void RecursiveGpu::writeList(const std::vector<uchar*>& addresses, uchar* memory, cuda::Stream& stream)
{
    gpu::writeAddresses(addresses.data(), addresses.size(), reinterpret_cast<uchar**>(memory),
                        cuda::StreamAccessor::getStream(stream));
}

void RecursiveGpu::applyBlended(const RecursiveGpu* other, const Holes* holes, uchar* memory, const ImageBatch& src,
                                const ImageBatch& dst, const Blend& blend, cuda::Stream& stream) const
{
    const Queue queue(stream);
    const gpu::ImageView from = gpu::viewOf(src), to = gpu::viewOf(dst);
    bool isQueued = false;
    plans->withRound(src, queue.isCaptured, [&](const auto& round) {
        isQueued = !other;
        if (holes)
            runHoles(round, from, *holes, to, blend, memory, queue.stream);
        else if (!other)
            runBesideSource(round, from, to, blend, memory, queue.stream);
        else
            other->plans->withRound(src, queue.isCaptured, [&](const auto& second) {
                isQueued = true;
                runTwins(round, second, from, to, blend, memory, queue.stream);
            });
    });
    CV_Assert(isQueued); // blendBytes() was not 0
}

size_t RecursiveGpu::blendBytes(const RecursiveGpu* other, bool hasHoles, const ImageBatch& src) const
{
    size_t bytes = 0;
    plans->withRound(src, false, [&](const auto& round) {
        if (hasHoles)
            bytes = holesBytes(round);
        else if (!other)
            bytes = bytesBesideSource(round);
        else
            other->plans->withRound(src, false, [&](const auto& second) { bytes = twinBytes(round, second); });
    });
    return bytes;
}

size_t RecursiveGpu::levelsAtOnce(const std::vector<const RecursiveGpu*>& filters, const ImageBatch& src)
{
    size_t most = 1, count = 1;
    const auto isNext = [&] {
        bool isLevel = false;
        Plans::withRounds({filters[0], filters[count]}, src, false, [&](const gpu::LevelRounds& rounds) {
            most = mostLevels(*rounds[0]);
            isLevel = count < most && areLevels(*rounds[0], *rounds[1]);
        });
        return isLevel;
    };
    while (count < filters.size() && isNext())
        count++;
    return count;
}

void RecursiveGpu::applyLevels(const std::vector<const RecursiveGpu*>& filters, uchar* memory, const ImageBatch& src,
                               const std::vector<ImageBatch>& dst, cuda::Stream& stream)
{
    const Queue queue(stream);
    std::vector<gpu::ImageView> to;
    to.reserve(dst.size());
    for (const ImageBatch& result : dst)
        to.push_back(gpu::viewOf(result));
    bool isQueued = false;
    Plans::withRounds(filters, src, queue.isCaptured, [&](const gpu::LevelRounds& rounds) {
        isQueued = true;
        runLevels(rounds, gpu::viewOf(src), to, memory, queue.stream);
    });
    CV_Assert(isQueued); // levelsAtOnce() was more than 1
}

size_t RecursiveGpu::levelBytes(const std::vector<const RecursiveGpu*>& filters, const ImageBatch& src)
{
    size_t bytes = 0;
    Plans::withRounds(filters, src, false, [&](const gpu::LevelRounds& rounds) { bytes = gpu::levelBytes(rounds); });
    return bytes;
}

Explanation RecursiveGpu::explain(Size size, int channels, bool inDouble) const
{
    Explanation what;
    plans->with(size, channels, inDouble, false, [&](const auto& plan) { what = plan.explain(); });
    return what;
}

size_t RecursiveGpu::workBytes(Size size, int channels, bool inDouble) const
{
    size_t bytes = 0;
    plans->with(size, channels, inDouble, false, [&](const auto& plan) { bytes = plan.workBytes(); });
    return bytes;
}

void RecursiveGpu::clear()
{
    plans->plans.clear();
}

}} // namespace cv::recfilter

#endif
