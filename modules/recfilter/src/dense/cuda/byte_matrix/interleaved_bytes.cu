// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

/* The convolution of bytes by tensor cores, several channels at once: rows of bytes are filtered by taps that lie as
many bytes apart as there are channels. */

#include "dense/cuda/common/compiled_size.hpp"
#include "dense/cuda/byte_matrix/launch_byte_matrix.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <int C>
bool runChannels(ConvJob job, int size, int digits, const ByteFilters& filters, cudaStream_t stream)
{
    job.width *= C;
    job.startX *= C;
    job.src.image.width *= C;
    job.src.image.channels = 1;
    return withCompiledSize<3, tuning::BYTE_INTERLEAVED_KERNEL>(
        size, [&](auto k) { return runByteSize<k, C>(job, digits, filters, stream); });
}

} // namespace

bool runInterleavedBytes(const ConvJob& job, int size, int digits, const ByteFilters& filters, cudaStream_t stream)
{
    if (refusesTensorCores())
        return false;
    switch (job.src.image.channels)
    {
    case 2:
        return runChannels<2>(job, size, digits, filters, stream);
    case 3:
        return runChannels<3>(job, size, digits, filters, stream);
    default:
        return runChannels<4>(job, size, digits, filters, stream);
    }
}

}}} // namespace cv::recfilter::gpu
