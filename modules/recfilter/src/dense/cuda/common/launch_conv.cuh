// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_COMMON_LAUNCH_CONV_CUH
#define OPENCV_RECFILTER_DENSE_CUDA_COMMON_LAUNCH_CONV_CUH

// The grids of the kernels of dense convolution.

#include "dense/cuda/common/conv_job.hpp"
#include "runtime/cuda/launch.cuh"

#include "opencv2/core/hal/interface.h"

#include <algorithm>

namespace cv { namespace recfilter { namespace gpu {

inline int ceilDiv(int a, int b)
{
    return int((int64(a) + b - 1) / b);
}

//! A block for so many columns and rows of results of a channel and plane of the source.
inline Grid gridOf(ConvJob& job, int columns, int rows, int threads, cudaStream_t stream)
{
    job.across = ceilDiv(job.width, columns);
    job.down = ceilDiv(job.height, rows);
    const int64 planes = int64(job.outer.t.size) * job.outer.z.size;
    return {int64(job.across) * job.down * job.src.image.channels * planes, threads, 0, stream};
}

/** The length of marches for the least estimated time, if all multiprocessors run some blocks at once.
@param tiles marches side by side @param total rows or planes to be divided @param startUp what the rows or planes cost
that a march reads more than it has results, in rows or planes with results */
inline int lengthOfMarch(int64 tiles, int total, int least, int most, double startUp, int blocksAtOnce)
{
    const int64 atOnce = int64(blocksAtOnce) * deviceAttribute(cudaDevAttrMultiProcessorCount, currentDevice());
    int best = least;
    double shortest = 0;
    for (int length = std::min(total, most); length >= least; length--)
    {
        const int64 rounds = (tiles * ceilDiv(total, length) + atOnce - 1) / atOnce;
        const double time = double(rounds) * (length + startUp);
        if (shortest == 0 || time < shortest)
        {
            shortest = time;
            best = length;
        }
    }
    return best;
}

//! Finds whether the kernels may read aligned vectors of four floats. @param left pixels from one to the first window
inline void markVectors(ConvJob& job, int left)
{
    ImageView& image = job.src.image;
    const size_t window = reinterpret_cast<size_t>(image.data) + size_t(int64(job.startX) - left) * sizeof(float);
    image.copies = image.depth == CV_32F && image.channels == 1 && (image.step | window) % (4 * sizeof(float)) == 0;
}

}}} // namespace cv::recfilter::gpu

#endif
