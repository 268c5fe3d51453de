// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

/* The convolution of bytes by tensor cores, several channels at once: rows of bytes are filtered by taps that lie as
many bytes apart as there are channels. */

#include "cuda/conv/byte_matrix/launch_byte_matrix.cuh"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <int C>
bool runChannels(ConvJob job, int size, int digits, const ByteFilters& filters, cudaStream_t stream)
{
    job.width *= C;
    job.startX *= C;
    job.src.image.width *= C;
    job.src.image.channels = 1;
    switch (size)
    {
    case 3:
        return runByteSize<3, C>(job, digits, filters, stream);
    case 5:
        return runByteSize<5, C>(job, digits, filters, stream);
    case 7:
        return runByteSize<7, C>(job, digits, filters, stream);
    default:
        return runByteSize<tuning::BYTE_INTERLEAVED_KERNEL, C>(job, digits, filters, stream);
    }
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
