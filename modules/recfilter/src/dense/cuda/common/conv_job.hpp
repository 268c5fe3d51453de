// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_COMMON_CONV_JOB_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_COMMON_CONV_JOB_HPP

// What the kernels of dense convolution get: images, results, taps. Knows no bank and no algorithm. The structures of
// axes are arguments of kernels, laid out for them. On the host an array is an ArrayView.

#include "runtime/cuda/io/image_view.hpp"

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

//! The axes around the planes of a volume and of volumes over time. An axis that an array lacks has length 1.
struct ConvOuter
{
    ConvAxis t, z;
};

//! A plane of results.
struct ConvPlane
{
    int t, z;
};

/** The taps of a result, x fastest, in device memory. A complex pixel is channels 2 n (real) and 2 n + 1 (imaginary).
The taps `plain` are for the result's own channel of the source. The taps `rotated` are for the pixel's other channel,
which multiplying by i moves to the result's channel; null: none. */
template <typename W>
struct ConvTaps
{
    const W *plain, *rotated;
};

//! Results that a kernel adds up again in double.
enum ConvRecheck
{
    RECHECK_NONE,
    RECHECK_NOT_FINITE, //!< results that are not finite: zero taps beside the kernel may have met such a pixel
    RECHECK_TIES        //!< results closer to a half than tieBound
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
    int kernelWidth, kernelHeight; //!< without the zero taps that fill a kernel up
    int startX, startY;            //!< the first pixel of the window of result (0, 0)
    double delta;
    int recheck;          //!< ConvRecheck
    int across;           //!< blocks of a row of blocks
    int down;             //!< rows of blocks
    ConvOuter outer = {}; //!< kernels of planes alone ignore it
};

//! Most filters that share one read.
constexpr int MAX_SHARED_FILTERS = 4;

/** One to four filters by a compiled kernel of `size` taps a side.
@param taps on the host: of each filter size * size, filled up with zeros @param count 1, 2 or 4 up to blockFilters()
@param byRows sums of rows are added up, for RECHECK_TIES: the error is that of 2 size additions, not of size * size */
void runBlock(const ConvJob& job, int size, const float* const* taps, const ConvFilter* filters, int count, bool byRows,
              cudaStream_t stream);
void runMarch(const ConvJob& job, int size, const float* taps, const ConvFilter& filter, bool byRows,
              cudaStream_t stream);

//! The previous results, of W, which the kernel adds to. May be the result array itself.
template <typename W>
struct ConvPrevious
{
    ConvResult result = {}; //!< the first plane of the previous results; null: none
    int64 stepT = 0, stepZ = 0;
};

//! A kernel of any size. W is float or double.
template <typename W>
void runAny(ConvJob job, const ConvFilter& filter, const ConvTaps<W>& taps, cudaStream_t stream,
            const ConvPrevious<W>& previous = {});

}}} // namespace cv::recfilter::gpu

#endif
