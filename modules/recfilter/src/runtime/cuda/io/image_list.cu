// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#include "runtime/cuda/io/image_list.hpp"
#include "runtime/cuda/launch.cuh"

#include <algorithm>

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! They take half of what the arguments of a kernel may take.
constexpr size_t ADDRESSES_OF_KERNEL = 256;

struct Addresses
{
    uchar* of[ADDRESSES_OF_KERNEL];
};

__global__ void writeKernel(const __grid_constant__ Addresses addresses, unsigned count, uchar** to)
{
    if (threadIdx.x < count)
        to[threadIdx.x] = addresses.of[threadIdx.x];
}

} // namespace

void writeAddresses(uchar* const* addresses, size_t count, uchar** to, cudaStream_t stream)
{
    for (size_t first = 0; first < count; first += ADDRESSES_OF_KERNEL)
    {
        Addresses some = {};
        const size_t last = std::min(first + ADDRESSES_OF_KERNEL, count);
        std::copy(addresses + first, addresses + last, some.of);
        launch<writeKernel>({1, int(ADDRESSES_OF_KERNEL), 0, stream}, some, unsigned(last - first), to + first);
    }
}

}}} // namespace cv::recfilter::gpu
