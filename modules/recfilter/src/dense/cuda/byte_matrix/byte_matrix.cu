// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The convolution of bytes by tensor cores, channel by channel.

#include "dense/cuda/common/compiled_size.hpp"
#include "dense/cuda/common/tuning.hpp"
#include "dense/cuda/byte_matrix/launch_byte_matrix.cuh"

namespace cv { namespace recfilter { namespace gpu {

bool runByteMatrix(const ConvJob& job, int size, int digits, const ByteFilters& filters, cudaStream_t stream)
{
    if (refusesTensorCores())
        return false;
    return withCompiledSize<3, tuning::MARCH_KERNEL>(
        size, [&](auto k) { return runByteSize<k, 1>(job, digits, filters, stream); });
}

}}} // namespace cv::recfilter::gpu
