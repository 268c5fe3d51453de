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
    gpu.applyIn(memory, src, dst, isResult, isDoubleOnDevice(src), stream);
}

size_t ImageFilter::workBytes(const ImageBatch& src) const
{
    return gpu.workBytes(src, isDoubleOnDevice(src));
}

void ImageFilter::applyBlended(const ImageFilter* other, const Holes* holes, uchar* memory, const ImageBatch& src,
                               const ImageBatch& dst, const Blend& blend, cuda::Stream& stream) const
{
    gpu.applyBlended(other ? &other->gpu : nullptr, holes, memory, src, dst, blend, stream);
}

size_t ImageFilter::blendBytes(const ImageFilter* other, bool hasHoles, const ImageBatch& src) const
{
    const bool isDouble = isDoubleOnDevice(src) || (other && other->isDoubleOnDevice(src));
    return isDouble ? 0 : gpu.blendBytes(other ? &other->gpu : nullptr, hasHoles, src);
}

std::vector<const RecursiveGpu*> ImageFilter::onDevice(const std::vector<const ImageFilter*>& filters)
{
    std::vector<const RecursiveGpu*> halves;
    halves.reserve(filters.size());
    for (const ImageFilter* const filter : filters)
        halves.push_back(&filter->gpu);
    return halves;
}

size_t ImageFilter::levelsAtOnce(const std::vector<const ImageFilter*>& filters, const ImageBatch& src)
{
    std::vector<const RecursiveGpu*> inFloat;
    inFloat.reserve(filters.size());
    for (const ImageFilter* const filter : filters)
    {
        if (filter->isDoubleOnDevice(src))
            break;
        inFloat.push_back(&filter->gpu);
    }
    return inFloat.empty() ? 1 : RecursiveGpu::levelsAtOnce(inFloat, src);
}

void ImageFilter::applyLevels(const std::vector<const ImageFilter*>& filters, uchar* memory, const ImageBatch& src,
                              const std::vector<ImageBatch>& dst, cuda::Stream& stream)
{
    RecursiveGpu::applyLevels(onDevice(filters), memory, src, dst, stream);
}

size_t ImageFilter::levelBytes(const std::vector<const ImageFilter*>& filters, const ImageBatch& src)
{
    return RecursiveGpu::levelBytes(onDevice(filters), src);
}

namespace {

//! Whether two frames may be filtered by the same kernels.
bool areAlike(const DeviceFrame& a, const DeviceFrame& b)
{
    const auto isAlike = [&](cuda::GpuMat DeviceFrame::*side) {
        const cuda::GpuMat &image = a.*side, &other = b.*side;
        return image.size() == other.size() && image.step == other.step && isAligned(image, image.elemSize1()) &&
               isAligned(other, other.elemSize1());
    };
    return !a.mustCopy && !b.mustCopy && isAlike(&DeviceFrame::src) && isAlike(&DeviceFrame::dst) &&
           (a.src.data == a.dst.data) == (b.src.data == b.dst.data);
}

//! Groups of alike frames, wherever they stand in the list: no frame shares memory with another one's result.
std::vector<std::vector<DeviceFrame>> groupsOf(const std::vector<DeviceFrame>& frames)
{
    std::vector<std::vector<DeviceFrame>> groups;
    for (const DeviceFrame& frame : frames)
    {
        const auto isTheirs = [&](const std::vector<DeviceFrame>& group) { return areAlike(group[0], frame); };
        const auto group = std::find_if(groups.begin(), groups.end(), isTheirs);
        if (group != groups.end())
            group->push_back(frame);
        else
            groups.push_back({frame});
    }
    return groups;
}

//! Alike frames from `first` to before `end`, at equal distances, as a batch.
ImageBatch batchOf(const std::vector<DeviceFrame>& group, cuda::GpuMat DeviceFrame::*side, size_t first, size_t end)
{
    const cuda::GpuMat& image = group[first].*side;
    const int64 step = end - first > 1 ? (group[first + 1].*side).data - image.data : 0;
    return {image.data, image.step, image.size(), image.type(), int64(end - first), step};
}

//! The end of the longest batch of alike frames from `first` on.
size_t endOfBatch(const std::vector<DeviceFrame>& group, size_t first)
{
    const auto continues = [&](size_t frame, cuda::GpuMat DeviceFrame::*side) {
        return (group[frame].*side).data - (group[frame - 1].*side).data ==
               (group[first + 1].*side).data - (group[first].*side).data;
    };
    size_t end = first + 1;
    while (end < group.size() && continues(end, &DeviceFrame::src) && continues(end, &DeviceFrame::dst))
        end++;
    return end;
}

/** Calls body with the first frame and the end of every batch of a group. */
template <typename Body>
void forBatches(const std::vector<DeviceFrame>& group, const Body& body)
{
    for (size_t first = 0, end; first < group.size(); first = end)
        body(first, end = endOfBatch(group, first));
}

//! Bytes of a list of addresses.
size_t listBytesOf(const std::vector<DeviceFrame>& group)
{
    return alignSize(group.size() * sizeof(uchar*), 256);
}

//! A group whose addresses are listed at a place.
ImageBatch listOf(const std::vector<DeviceFrame>& group, cuda::GpuMat DeviceFrame::*side, uchar* place)
{
    const cuda::GpuMat& image = group[0].*side;
    ImageBatch batch(place, image.step, image.size(), image.type(), int64(group.size()), sizeof(uchar*));
    batch.isList = true;
    return batch;
}

} // namespace

bool ImageFilter::isListed(const std::vector<DeviceFrame>& group) const
{
    const bool areAligned = std::all_of(group.begin(), group.end(), [](const DeviceFrame& frame) {
        return isAligned(frame.src, ImageBatch::LIST_ALIGNMENT) && isAligned(frame.dst, ImageBatch::LIST_ALIGNMENT);
    });
    const cuda::GpuMat& image = group[0].src;
    return areAligned && endOfBatch(group, 0) < group.size() &&
           gpu.takesLists(image, isDoubleOnDevice(image.depth(), image.size()));
}

size_t ImageFilter::workBytes(const std::vector<DeviceFrame>& group) const
{
    if (isListed(group))
        return 2 * listBytesOf(group) + workBytes(listOf(group, &DeviceFrame::src, nullptr));
    size_t most = 0;
    forBatches(group, [&](size_t first, size_t end) {
        const DeviceFrame& frame = group[first];
        most = std::max(most, end - first > 1
                                  ? workBytes(batchOf(group, &DeviceFrame::src, first, end))
                                  : gpu.workBytes(frame, isDoubleOnDevice(frame.src.depth(), frame.src.size())));
    });
    return most;
}

void ImageFilter::apply(const std::vector<DeviceFrame>& frames, cuda::Stream& stream) const
{
    const std::vector<std::vector<DeviceFrame>> groups = groupsOf(frames);
    if (RecursiveGpu::keepsPlans(groups.size(), stream))
    {
        // Plans and working memory first: if the device has too little, no frame has been written.
        size_t most = 0;
        for (const std::vector<DeviceFrame>& group : groups)
            most = std::max(most, workBytes(group));
        gpu.reserve(most, stream);
    }
    for (const std::vector<DeviceFrame>& group : groups)
        if (isListed(group))
            applyToList(group, stream);
        else
            applyInBatches(group, stream);
}

void ImageFilter::applyInBatches(const std::vector<DeviceFrame>& group, cuda::Stream& stream) const
{
    forBatches(group, [&](size_t first, size_t end) {
        if (end - first == 1)
        {
            cuda::GpuMat result = group[first].dst;
            apply(group[first].src, group[first].mustCopy, result, stream);
            return;
        }
        const ImageBatch src = batchOf(group, &DeviceFrame::src, first, end);
        const ArrayScratch scratch(workBytes(src), stream);
        applyIn(scratch.data(), src, batchOf(group, &DeviceFrame::dst, first, end), true, stream);
    });
}

void ImageFilter::applyToList(const std::vector<DeviceFrame>& group, cuda::Stream& stream) const
{
    const size_t listBytes = listBytesOf(group);
    const ArrayScratch scratch(workBytes(group), stream);
    std::vector<uchar*> addresses;
    const auto writeList = [&](cuda::GpuMat DeviceFrame::*side, uchar* place) {
        addresses.clear();
        for (const DeviceFrame& frame : group)
            addresses.push_back((frame.*side).data);
        RecursiveGpu::writeList(addresses, place, stream);
        return listOf(group, side, place);
    };
    const bool isInPlace = group[0].src.data == group[0].dst.data; // one list, as engines compare addresses
    const ImageBatch src = writeList(&DeviceFrame::src, scratch.data()),
                     dst = isInPlace ? listOf(group, &DeviceFrame::dst, scratch.data())
                                     : writeList(&DeviceFrame::dst, scratch.data() + listBytes);
    applyIn(scratch.data() + 2 * listBytes, src, dst, true, stream);
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
