// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Leases the workspace. Copies arrays image by image.

#include "runtime/cuda/io/array_scratch.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "arrays/image_walk.hpp"
#include "runtime/cuda/io/stage.hpp"
#include "runtime/cuda/workspace.hpp"

namespace cv { namespace recfilter {

struct ArrayScratch::Lease
{
    Lease(size_t bytes, const cuda::Stream& stream) : memory(*workspace, bytes, Queue(stream)) {}

    const std::shared_ptr<Workspace> workspace = Workspace::shared();
    const Workspace::Lease memory;
};

ArrayScratch::ArrayScratch(size_t bytes, cuda::Stream& stream) : lease(std::make_unique<const Lease>(bytes, stream)) {}
ArrayScratch::~ArrayScratch() = default;

uchar* ArrayScratch::data() const
{
    return lease->memory.data();
}

void copyOnDevice(const ArrayMemory& from, const ArrayMemory& to, cuda::Stream& stream)
{
    const ImageWalk walk({from.sizes, to.sizes}, -1, from.sizes.axes() - 1);
    for (int64 i = 0; i < walk.images(); i++)
    {
        const Size size = walk.size(i);
        const OfBoth<size_t> at = walk.offsets(i);
        const auto imageOf = [&](const ArrayMemory& array, size_t side) {
            return cuda::GpuMat(size, array.type, array.data + at[side],
                                size.height == 1 ? size_t(Mat::AUTO_STEP) : walk.rowSteps()[side]);
        };
        const cuda::GpuMat source = imageOf(from, 0);
        Stage(source, true).copy(source, imageOf(to, 1), cuda::StreamAccessor::getStream(stream));
    }
}

}} // namespace cv::recfilter

#endif
