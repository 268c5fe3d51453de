// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// What the module links in the place of dense kernels on the GPU if it is built without them. Calls are refused before
// they come here (plan/conv/conv_algorithms.hpp, api/arrays/array_kind.hpp).

#include "cuda/conv/conv_gpu.hpp"

#ifndef HAVE_RECFILTER_CUDA_CONVOLUTION

namespace cv { namespace recfilter {

struct ConvGpu::Parts
{
    const int algorithm;
};

ConvGpu::ConvGpu(const KernelBank& bank) : parts(new Parts{bank.algorithm}) {}
void ConvGpu::apply(const cuda::GpuMat&, const cuda::GpuMat*, int, cuda::Stream&) const {}
void ConvGpu::apply(const cuda::GpuMatND&, const cuda::GpuMatND&, cuda::Stream&) const {}
size_t ConvGpu::workBytes(const AxisInts&, int) const
{
    return 0;
}
int ConvGpu::algorithm() const
{
    return parts->algorithm;
}
void ConvGpu::clear() {}

}} // namespace cv::recfilter

#endif
