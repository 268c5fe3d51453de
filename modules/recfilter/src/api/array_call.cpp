// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The order of a call: all checks, then the allocations, then the work. An error leaves every result as it was.

#include "api/array_call.hpp"

#include "api/array_kind.hpp"
#include "cuda/runtime/call_device.hpp"
#include "plan/overlap.hpp"

namespace cv { namespace recfilter {

namespace {

//! Requires each needed output on the side of the source, and no array twice.
void checkOutputs(bool onDevice, const CallOutput* outputs, int count)
{
    for (int i = 0; i < count; i++)
    {
        if (!outputs[i].needed() && count > 1)
            continue;
        checkSameSide(onDevice, outputs[i].array, outputs[i].name);
        for (int k = 0; k < i; k++)
            if (outputs[k].needed() && outputs[k].array.getObj() == outputs[i].array.getObj())
                CV_Error(Error::StsBadArg, format("%s and %s are the same array; each result must have its own",
                                                  outputs[k].name, outputs[i].name));
    }
}

//! Refuses results that would share memory. A result that gets new memory shares none.
template <typename Array, typename Header>
void checkApart(const CallOutput* outputs, int count, const Header& header)
{
    Array results[ArrayOperator::MAX_OUTPUTS];
    for (int i = 0; i < count; i++)
    {
        if (outputs[i].needed())
            results[i] = header(outputs[i].array);
        if (results[i].size() != outputs[i].size || results[i].type() != outputs[i].type)
            results[i] = Array();
        for (int k = 0; k < i; k++)
            if (overlap(results[i], results[k]))
                CV_Error(Error::StsBadArg, format("%s and %s share memory; each result must have its own",
                                                  outputs[k].name, outputs[i].name));
    }
}

} // namespace

void ArrayOperator::call(InputArray src, CallOutput* outputs, int count, cuda::Stream* stream) const
{
    CV_DbgAssert(count <= MAX_OUTPUTS);
    const bool onDevice = checkKind(src, "src");
    checkOutputs(onDevice, outputs, count);
    checkImage(src, "src");
    describe(src, onDevice, outputs);
    for (int i = 0; i < count; i++)
        if (outputs[i].needed())
            checkDestination(outputs[i].array, outputs[i].name, outputs[i].size, outputs[i].type);
    if (count > 1 && onDevice) // without CUDA getGpuMat() throws another error than the promised one
        checkApart<cuda::GpuMat>(outputs, count, [](const _OutputArray& array) {
            return *static_cast<const cuda::GpuMat*>(array.getObj());
        });
    else if (count > 1)
        checkApart<Mat>(outputs, count,
                        [](const _OutputArray& array) { return array.isMat() ? array.getMat() : Mat(); });
    if (!onDevice)
        return callOnHost(src, outputs, count);
    checkDevice("src");
    callOnDevice(src, outputs, count, stream ? *stream : cuda::Stream::Null());
}

void ArrayOperator::callOnHost(InputArray src, CallOutput* outputs, int count) const
{
    const Mat source = src.getMat();
    Mat results[MAX_OUTPUTS];
    for (int i = 0; i < count; i++)
        if (outputs[i].needed())
        {
            outputs[i].array.create(outputs[i].size, outputs[i].type);
            results[i] = outputs[i].array.getMat();
        }
    runOnHost(source, results);
}

void ArrayOperator::callOnDevice(InputArray src, CallOutput* outputs, int count, cuda::Stream& stream) const
{
    CallMemory memory[1 + MAX_OUTPUTS] = {{"src", memoryOf(src)}};
    for (int i = 0; i < count; i++)
        memory[1 + i] = {outputs[i].name, outputs[i].needed()
                                              ? keptMemory(outputs[i].array, outputs[i].size, outputs[i].type)
                                              : nullptr};
    const CallDevice device(memory, size_t(1 + count), stream);
    const cuda::GpuMat source = src.getGpuMat();
    cuda::GpuMat results[MAX_OUTPUTS];
    for (int i = 0; i < count; i++)
        if (outputs[i].needed())
            results[i] = deviceDestination(outputs[i].array, outputs[i].size, outputs[i].type);
    runOnDevice(source, results, stream);
    for (int i = 0; i < count; i++)
        if (outputs[i].needed())
            assignDevice(outputs[i].array, results[i]);
}

}} // namespace cv::recfilter
