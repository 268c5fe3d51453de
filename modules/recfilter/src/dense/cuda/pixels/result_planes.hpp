// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_PIXELS_RESULT_PLANES_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_PIXELS_RESULT_PLANES_HPP

/* Memory for the channels of results, each as an array of its own. Kernels store four neighbours of one channel at a
time; channels of one array they would store one by one, which takes several times as long. */

#include "dense/cuda/pixels/merge_planes.hpp"
#include "dense/cuda/common/volume_stage.hpp"

namespace cv { namespace recfilter {

class ResultPlanes
{
public:
    //! @param size of the results @param depth_ CV_32F or CV_8U
    //! @param channels_ of all of them @param needed_ whether there are such arrays
    ResultPlanes(const Extents& size_, int depth_, int channels_, bool needed_)
        : size(size_), depth(depth_), channels(channels_), needed(needed_)
    {
    }

    bool areNeeded() const { return needed; }
    size_t bytes() const { return needed ? size_t(channels) * channelBytes() : 0; }

    //! An array for each channel. @param memory aligned to 256 bytes; points behind the arrays afterwards
    std::vector<ArrayView> at(uchar*& memory) const
    {
        std::vector<ArrayView> planes;
        for (int i = 0; needed && i < channels; i++, memory += channelBytes())
            planes.emplace_back(size, depth, memory, step());
        return planes;
    }

    //! Joins as many channels as the result has. @param first the array of the first one
    void merge(const ArrayView& first, const ArrayView& result, cudaStream_t stream) const
    {
        gpu::MergeJob job = {};
        job.channel = first.data;
        job.channelBytes = channelBytes();
        job.rowBytes = step();
        job.data = result.data;
        job.step = result.rowStep();
        job.stepZ = int64(result.size.step(1));
        job.stepT = int64(result.size.step(0));
        job.t = int(size[0]);
        job.z = int(size[1]);
        job.height = int(size[2]);
        job.width = int(size[3]);
        job.channels = result.channels;
        job.depth = depth;
        gpu::mergePlanes(job, stream);
    }

private:
    //! Of rows, which vectors of four floats fit.
    size_t step() const { return alignSize(size_t(size[3]) * size_t(CV_ELEM_SIZE1(depth)), 4 * sizeof(float)); }
    size_t channelBytes() const { return alignSize(step() * size_t(size.total() / size[3]), 256); }

    const Extents size;
    const int depth, channels;
    const bool needed;
};

}} // namespace cv::recfilter

#endif
