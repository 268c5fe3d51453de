// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The convolution of bytes by tensor cores, channel by channel.

#include "cuda/conv/byte_matrix/launch_byte_matrix.cuh"

namespace cv { namespace recfilter { namespace gpu {

bool runByteMatrix(const ConvJob& job, int size, int digits, const ByteFilters& filters, cudaStream_t stream)
{
    if (refusesTensorCores())
        return false;
    switch (size)
    {
    case 3:
        return runByteSize<3, 1>(job, digits, filters, stream);
    case 5:
        return runByteSize<5, 1>(job, digits, filters, stream);
    case 7:
        return runByteSize<7, 1>(job, digits, filters, stream);
    case 9:
        return runByteSize<9, 1>(job, digits, filters, stream);
    case 11:
        return runByteSize<11, 1>(job, digits, filters, stream);
    case 13:
        return runByteSize<13, 1>(job, digits, filters, stream);
    case 15:
        return runByteSize<15, 1>(job, digits, filters, stream);
    default:
        return runByteSize<17, 1>(job, digits, filters, stream);
    }
}

}}} // namespace cv::recfilter::gpu
