// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Takes each call to the side of its arrays.

#include "recursive/api/image_filter.hpp"

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
    gpu.apply(src, mustCopy, dst, types.onDevice(src.depth(), src.size()).isDouble, stream);
}

size_t ImageFilter::workBytes(Size size, int type) const
{
    return gpu.workBytes(size, CV_MAT_CN(type), types.onDevice(CV_MAT_DEPTH(type), size).isDouble);
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
