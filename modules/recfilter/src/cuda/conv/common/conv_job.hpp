// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_COMMON_CONV_JOB_HPP
#define OPENCV_RECFILTER_CUDA_CONV_COMMON_CONV_JOB_HPP

// The interface between conv_gpu.cpp and the kernels of dense convolution.

#include "cuda/io/image_view.hpp"

#include <cuda_runtime_api.h>

namespace cv { namespace recfilter { namespace gpu {

//! An image that is continued by its borders without end.
struct ConvSource
{
    ImageView image;
    int borderX, borderY; //!< BorderKind
    double borderValue[4];
};

//! Where the results of one kernel go: to a channel of an array for each channel of the source.
struct ConvResult
{
    uchar* data; //!< the result of the source's channel 0 at the first pixel
    size_t step;
    int depth;
    int pixelStep;   //!< elements from pixel to pixel
    int channelStep; //!< elements to the result of the source's next channel
    int hasVectors;  //!< four pixels are neighbours and aligned
};

//! One of the outer axes of arrays and kernels.
struct ConvAxis
{
    int srcSize = 1, size = 1, kernel = 1; //!< of the source, of the results, of the kernel
    int start = 0;                         //!< the first pixel of the window of result 0
    int border = 0;                        //!< BorderKind
    int64 srcStep = 0, step = 0;           //!< bytes, of the source and of the results
};

//! The axes around the planes of a volume and of volumes over time. Those that an array lacks have length 1.
struct ConvOuter
{
    ConvAxis t, z;
};

//! A plane of results.
struct ConvPlane
{
    int t, z;
};

/** The taps of a result, x fastest, in device memory: those of a channel of the source, and those of the channel that
multiplying by i moves there (null: none). Complex pixels are channels 2 n and 2 n + 1. */
template <typename W>
struct ConvTaps
{
    const W *plain, *rotated;
};

//! Results that a kernel adds up again in double.
enum ConvRecheck
{
    RECHECK_NONE,
    RECHECK_NOT_FINITE, //!< zero taps beside the kernel may have met what is not finite
    RECHECK_TIES        //!< closer to a half than tieBound
};

//! One kernel of a bank.
struct ConvFilter
{
    ConvResult result;
    ConvTaps<double> exact; //!< for results that are added up again
    float tieBound;
};

//! What the kernels of a bank share in a call.
struct ConvJob
{
    ConvSource src;
    int width, height;             //!< of the results
    int kernelWidth, kernelHeight; //!< without taps that are there to fill up
    int startX, startY;            //!< the first pixel of the window of result (0, 0)
    double delta;
    int recheck;          //!< ConvRecheck
    int across;           //!< blocks of a row of blocks
    int down;             //!< rows of blocks
    ConvOuter outer = {}; //!< kernels of planes alone ignore it
};

//! Most filters that share one read.
constexpr int MAX_SHARED_FILTERS = 4;

/** One to four filters with the taps of a kernel that is compiled, of `size` a side. The others are in `filters`.
@param taps on the host: of each filter size * size, filled up with zeros @param count 1, 2 or 4 up to blockFilters()
@param byRows sums of rows are added up, for RECHECK_TIES: their error is that of 2 size, not size * size, additions */
void runBlock(const ConvJob& job, int size, const float* const* taps, const ConvFilter* filters, int count, bool byRows,
              cudaStream_t stream);
void runMarch(const ConvJob& job, int size, const float* taps, const ConvFilter& filter, bool byRows,
              cudaStream_t stream);

//! An array of W that results are added to: one of the size of the result, which may be that.
template <typename W>
struct ConvPrevious
{
    ConvResult result = {}; //!< its first plane; null: none
    int64 stepT = 0, stepZ = 0;
};

//! A kernel of any size. W is float or double.
template <typename W>
void runAny(ConvJob job, const ConvFilter& filter, const ConvTaps<W>& taps, cudaStream_t stream,
            const ConvPrevious<W>& previous = {});

}}} // namespace cv::recfilter::gpu

#endif
