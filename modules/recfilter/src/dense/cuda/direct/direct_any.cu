// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Launches of the direct convolution with kernels of any size.

#include "dense/cuda/direct/direct_any.cuh"
#include "dense/cuda/common/launch_conv.cuh"

namespace cv { namespace recfilter { namespace gpu {

template <typename W>
void runAny(ConvJob job, const ConvFilter& filter, const ConvTaps<W>& taps, cudaStream_t stream,
            const ConvPrevious<W>& previous)
{
    typedef AnyShape<W> Shape;
    const AnyFilter<W> bank = {filter, taps, previous};
    const Grid grid = gridOf(job, Shape::BLOCK_COLUMNS, Shape::BLOCK_ROWS, Shape::THREADS, stream);
    launch<anyKernel<W>>(grid, job, bank);
}

template void runAny(ConvJob, const ConvFilter&, const ConvTaps<float>&, cudaStream_t, const ConvPrevious<float>&);
template void runAny(ConvJob, const ConvFilter&, const ConvTaps<double>&, cudaStream_t, const ConvPrevious<double>&);

}}} // namespace cv::recfilter::gpu
