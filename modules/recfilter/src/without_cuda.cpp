// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Stand-ins for builds without the GPU half, also in an OpenCV that has CUDA. Calls with a GpuMat are refused before
// they come here (arrays/call/array_kind.hpp).

#include "banded/cuda/banded_gpu.hpp"
#include "dense/cuda/conv_gpu.hpp"
#include "functions/model/blob.hpp"
#include "functions/model/box_job.hpp"
#include "functions/model/pixel_function.hpp"
#include "functions/model/spline_job.hpp"
#include "functions/model/weighted_job.hpp"
#include "papers/cuda/lee/lee_gpu.hpp"
#include "recursive/cuda/recursive_gpu.hpp"
#include "runtime/cuda/call_device.hpp"
#include "runtime/cuda/io/array_scratch.hpp"
#include "sat/cuda/arrays/sat_array_gpu.hpp"
#include "sat/cuda/sat_gpu.hpp"

#ifndef HAVE_RECFILTER_CUDA

namespace cv { namespace recfilter {

CallDevice::CallDevice(const CallMemory*, size_t, const cuda::Stream&)
{
    CV_UNUSED(before);
}
CallDevice::~CallDevice() = default;

struct ArrayScratch::Lease
{};
ArrayScratch::ArrayScratch(size_t, cuda::Stream&) {}
ArrayScratch::~ArrayScratch() = default;
uchar* ArrayScratch::data() const
{
    return nullptr;
}
void copyOnDevice(const ArrayMemory&, const ArrayMemory&, cuda::Stream&) {}

RecursiveGpu::RecursiveGpu(const FilterModel&) {}
void RecursiveGpu::apply(const cuda::GpuMat&, bool, cuda::GpuMat&, bool, cuda::Stream&) const {}
void RecursiveGpu::applyIn(uchar*, const ImageBatch&, const ImageBatch&, bool, bool, cuda::Stream&) const {}
size_t RecursiveGpu::workBytes(const ImageBatch&, bool) const
{
    return 0;
}
size_t RecursiveGpu::workBytes(const DeviceFrame&, bool) const
{
    return 0;
}
bool RecursiveGpu::keepsPlans(size_t, cuda::Stream&)
{
    return false;
}
void RecursiveGpu::reserve(size_t, cuda::Stream&) const {}
bool RecursiveGpu::takesLists(const cuda::GpuMat&, bool) const
{
    return false;
}
void RecursiveGpu::applyBlended(const RecursiveGpu*, const Holes*, uchar*, const ImageBatch&, const ImageBatch&,
                                const Blend&, cuda::Stream&) const
{
}
size_t RecursiveGpu::blendBytes(const RecursiveGpu*, bool, const ImageBatch&) const
{
    return 0;
}
size_t RecursiveGpu::levelsAtOnce(const std::vector<const RecursiveGpu*>&, const ImageBatch&)
{
    return 1;
}
void RecursiveGpu::applyLevels(const std::vector<const RecursiveGpu*>&, uchar*, const ImageBatch&,
                               const std::vector<ImageBatch>&, cuda::Stream&)
{
}
size_t RecursiveGpu::levelBytes(const std::vector<const RecursiveGpu*>&, const ImageBatch&)
{
    return 0;
}
void RecursiveGpu::writeList(const std::vector<uchar*>&, uchar*, cuda::Stream&) {}
Explanation RecursiveGpu::explain(Size, int, bool) const
{
    return Explanation();
}
size_t RecursiveGpu::workBytes(Size, int, bool) const
{
    return 0;
}
void RecursiveGpu::clear() {}

BandedGpu::BandedGpu(const BandedModel& m) : model(m) {}
void BandedGpu::apply(const cuda::GpuMat&, bool, cuda::GpuMat&, bool, cuda::Stream&) const {}
size_t BandedGpu::workBytes(Size, int, bool) const
{
    return 0;
}
void BandedGpu::clear() {}

LeeGpu::LeeGpu(const LeeModel& m) : model(m) {}
void LeeGpu::apply(const cuda::GpuMat&, bool, cuda::GpuMat&, bool, cuda::Stream&) const {}
size_t LeeGpu::workBytes(Size, int, bool) const
{
    CV_UNUSED(model);
    return 0;
}

struct ConvGpu::Parts
{
    const int algorithm;
};
ConvGpu::ConvGpu(const KernelBank& bank) : parts(new Parts{bank.algorithm}) {}
void ConvGpu::apply(const cuda::GpuMat&, const cuda::GpuMat*, int, cuda::Stream&) const {}
void ConvGpu::apply(const cuda::GpuMatND&, const cuda::GpuMatND&, cuda::Stream&) const {}
size_t ConvGpu::workBytes(const Extents&, int) const
{
    return 0;
}
int ConvGpu::algorithm() const
{
    return parts->algorithm;
}
void ConvGpu::clear() {}

SatGpu::SatGpu() {}
void SatGpu::compute(const SatGpuJob*, size_t, cuda::Stream&) const {}
size_t SatGpu::workBytes(const SatGpuJob&) const
{
    return 0;
}

size_t SatGpu::bytes(const SatGpuJob&) const
{
    return 0;
}
void SatGpu::computeIn(uchar*, const SatGpuJob&, cuda::Stream&) const {}

void computeSatArrays(const SatArrayJob*, size_t, cuda::Stream&) {}
size_t satArrayBytes(const SatArrayJob&)
{
    return 0;
}

void computeOnDevice(const PixelFunction&, const cuda::GpuMat*, const cuda::GpuMat&, const cuda::GpuMat&, cuda::Stream&)
{
}

void computeBoxes(const BoxJob<cuda::GpuMat>&, cuda::Stream&) {}

void sampleSpline(const SplineJob<cuda::GpuMat>&, cuda::Stream&) {}
void padOnDevice(const cuda::GpuMat&, const cuda::GpuMat&, int, int, cuda::Stream&) {}

void multiplyWeights(const WeightedJob<cuda::GpuMat>&, cuda::Stream&) {}
void divideByWeights(const WeightedJob<cuda::GpuMat>&, cuda::Stream&) {}

void findExtrema(const ScaleNeighbours<cuda::GpuMat>&, std::vector<BlobPoint>&, cuda::Stream&) {}

bool hasDevice()
{
    return false;
}

bool isBeingCaptured(const cuda::Stream&)
{
    return false;
}

void releaseDeviceMemory() {}

}} // namespace cv::recfilter

#endif
