// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Takes each call to the side of its arrays.

#include "recursive/api/image_filter.hpp"

#include "arrays/overlap.hpp"
#include "runtime/cuda/io/array_scratch.hpp"

namespace cv { namespace recfilter {

static FilterModel withLoss(FilterModel model, bool losesBySections)
{
    model.losesBySections = losesBySections;
    return model;
}

ImageFilter::ImageFilter(const FilterModel& m)
    : model(m), types(m), cpu(withLoss(m, types.needsBlocksOnHost())), gpu(withLoss(m, types.needsBlocksOnDevice()))
{
}

void ImageFilter::apply(const Mat& src, Mat& dst, bool isLarge) const
{
    cpu.apply(src, dst, types.onHost(src.depth(), src.size(), RecursiveCpu::fuses()).isDouble, isLarge);
}

void ImageFilter::apply(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat& dst, cuda::Stream& stream) const
{
    gpu.apply(src, mustCopy, dst, isDoubleOnDevice(src.depth(), src.size()), stream);
}

void ImageFilter::applyIn(uchar* memory, const ImageBatch& src, const ImageBatch& dst, bool isResult,
                          cuda::Stream& stream) const
{
    gpu.applyIn(memory, src, dst, isResult, isDoubleOnDevice(CV_MAT_DEPTH(src.type), src.size), stream);
}

size_t ImageFilter::workBytes(const ImageBatch& src) const
{
    return gpu.workBytes(src, isDoubleOnDevice(CV_MAT_DEPTH(src.type), src.size));
}

//! Frames from `first` to before `end` as a batch.
static ImageBatch batchOf(const std::vector<DeviceFrame>& frames, cuda::GpuMat DeviceFrame::*side, size_t first,
                          size_t end)
{
    const cuda::GpuMat& image = frames[first].*side;
    const int64 step = end - first > 1 ? (frames[first + 1].*side).data - image.data : 0;
    return {image.data, image.step, image.size(), image.type(), int64(end - first), step};
}

//! Whether a frame continues the batch from `first` to before it.
static bool continues(const std::vector<DeviceFrame>& frames, size_t first, size_t frame)
{
    const auto isNext = [&](cuda::GpuMat DeviceFrame::*side) {
        const cuda::GpuMat &image = frames[first].*side, &next = frames[frame].*side;
        const ImageBatch batch = batchOf(frames, side, first, frame);
        return next.size() == image.size() && next.step == image.step && isAligned(image, image.elemSize1()) &&
               isAligned(next, image.elemSize1()) &&
               (batch.images == 1 || next.data - image.data == batch.images * batch.imageStep);
    };
    return !frames[first].mustCopy && !frames[frame].mustCopy && isNext(&DeviceFrame::src) &&
           isNext(&DeviceFrame::dst) &&
           (frames[first].src.data == frames[first].dst.data) == (frames[frame].src.data == frames[frame].dst.data);
}

void ImageFilter::apply(const std::vector<DeviceFrame>& frames, cuda::Stream& stream) const
{
    for (size_t first = 0, end; first < frames.size(); first = end)
    {
        for (end = first + 1; end < frames.size() && continues(frames, first, end);)
            end++;
        if (end - first == 1)
        {
            cuda::GpuMat result = frames[first].dst;
            apply(frames[first].src, frames[first].mustCopy, result, stream);
            continue;
        }
        const ImageBatch src = batchOf(frames, &DeviceFrame::src, first, end);
        const ArrayScratch scratch(workBytes(src), stream);
        applyIn(scratch.data(), src, batchOf(frames, &DeviceFrame::dst, first, end), true, stream);
    }
}

size_t ImageFilter::workBytes(Size size, int type) const
{
    return gpu.workBytes(size, CV_MAT_CN(type), isDoubleOnDevice(CV_MAT_DEPTH(type), size));
}

String ImageFilter::explain(Size size, int type, bool onDevice) const
{
    const int depth = CV_MAT_DEPTH(type), channels = CV_MAT_CN(type);
    const WorkingType working =
        onDevice ? types.onDevice(depth, size) : types.onHost(depth, size, RecursiveCpu::fuses());
    return textOf(onDevice ? gpu.explain(size, channels, working.isDouble)
                           : cpu.explain(size, channels, working.isDouble),
                  working);
}

void ImageFilter::clear()
{
    cpu.clear();
    gpu.clear();
}

}} // namespace cv::recfilter
