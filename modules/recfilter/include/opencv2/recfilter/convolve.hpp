// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CONVOLVE_HPP
#define OPENCV_RECFILTER_CONVOLVE_HPP

// Filters with dense kernels, in two, three and four dimensions.

#include "opencv2/core.hpp"
#include "opencv2/core/cuda.hpp"

#include <vector>

namespace cv { namespace cuda {

//! @addtogroup recfilter_dense
//! @{

//! How a non-separable filter is evaluated.
enum NonSeparableAlgorithm
{
    /** The fastest by a cost model from measurements. Where it takes Fourier transforms, results whose windows hold
    much smaller pixels than the rest of the tile, or any that are not finite, are computed by all taps. */
    CONVOLUTION_AUTO = 0,
    //! The fastest of those whose error at a pixel follows from the pixels of its window alone, as by all taps.
    CONVOLUTION_STRICT = 1,
    //! All taps: blocks of results stay in registers. Long sums are cut into short ones, which are added up.
    CONVOLUTION_DIRECT = 2,
    /** A sum of separable filters, exact to rounding: one for each rank of the kernel, found by singular value
    decompositions at creation. Pays for kernels of low rank; refused if they have a rank above 32, or are complex. */
    CONVOLUTION_SEPARABLE = 3,
    /** Products of Fourier transforms, tile by tile. Pays for large kernels. A tile may be the whole array. Errors are
    relative to all pixels of the tile, and a pixel that is not finite spoils all results of its tile. */
    CONVOLUTION_FFT = 4,
    /** All taps on tensor cores of a GPU of compute capability 8.0 or newer. Direct convolution does what they do not
    take. They take
    - images of CV_32F or CV_8U by 3 to 17 taps a side,
    - volumes of CV_32F by 3 to 11 taps a side, if the taps fit into shared memory (up to 7 a side if that has 99 KiB),
    - volumes over time of CV_32F, if one of the two slowest dimensions has few taps: on an H100 up to 5 with 7 taps
      along the others, 3 with 9, and 2 with 11.

    Floats and their taps are sums of two halves each. Beside pixels 2^20 times as bright in their strip, or box of up
    to 128 x 32 x 64 results, small ones lose their digits. Results whose windows hold only small ones are summed again
    from all taps. Many of them take several times as long as the rest.

    Bytes stay integers, and their taps become integers of up to 24 bits. Integer results that these leave in doubt are
    summed in double. Direct convolution takes kernels for which 24 bits are too few. */
    CONVOLUTION_MATRIX = 5
};

//! Everything that a non-separable filter can be told besides its kernels.
struct CV_EXPORTS_W_SIMPLE NonSeparableParams
{
    CV_WRAP NonSeparableParams();

    /** Position in the kernel of the pixel that a result belongs to, for each dimension from the slowest to the
    fastest (2D: y, x), or one for all. -1 is size / 2, the middle; so is an empty list. */
    CV_PROP_RW std::vector<int> anchor;
    /** BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101 or BORDER_WRAP, for each dimension from
    the slowest to the fastest, or one for all. BORDER_ISOLATED may be added and changes nothing: elements around an
    array are never read. */
    CV_PROP_RW std::vector<int> borderType;
    //! Value outside the array with BORDER_CONSTANT. Channels beyond the fourth take that of the channel 4 before them.
    CV_PROP_RW Scalar borderValue;
    //! Added to the results; 0 if they are complex.
    CV_PROP_RW double delta;
    //! Convolution instead of correlation: kernel and anchor are mirrored along all dimensions.
    CV_PROP_RW bool convolves;
    /** Only results whose windows lie inside the array: n - size + 1 along each dimension, which must have as many
    elements as the kernels. The anchor plays no part. */
    CV_PROP_RW bool valid;
    //! Neighbouring channels of the source are real and imaginary parts. Kernels may be real or complex.
    CV_PROP_RW bool complexSource;
    //! Depth of the result, -1 for the source's: CV_8U, CV_16U, CV_16S, CV_16F, CV_32F or CV_64F.
    CV_PROP_RW int ddepth;
    //! One of #NonSeparableAlgorithm or #PaperConvolution.
    CV_PROP_RW int algorithm;
};

/** @brief Filter with one or several dense kernels: every result is a weighted sum of the pixels around it.

\f[ \mathrm{dst}(p) = \delta + \sum_q k(q)\, \mathrm{src}(p + q - \mathrm{anchor}) \f]
for images, volumes, and volumes over time (Eklund and Dufort @cite Eklund2013). All kernels of an object share
one read of the source.

| property | accepted |
|----------|----------|
| arrays   | Mat and UMat, GpuMat and GpuMatND (below), of as many dimensions as the kernels; any step; in place |
| ROI      | any; pixels outside the ROI are never read: the border starts at the ROI's edge |
| depth    | CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F; the result's is the source's or ddepth |
| channels | any number (a Mat has up to CV_CN_MAX), each filtered on its own; with complexSource an even number |
| kernels  | CV_8U to CV_64F; 1 channel: real, 2 channels: complex; any size, also larger than the array, odd or even |
| border   | BORDER_CONSTANT (with a value per channel), REPLICATE, REFLECT, REFLECT_101, WRAP, per dimension |

To filter the volumes of a 4D array one by one with 3D kernels, make a Mat header for each: `Mat(3, array.size.p + 1,
array.type(), array.ptr(t), array.step.p + 1)`.

Results: an array with the results of all kernels as channels, or a vector with an array for each kernel. In an array
the channels of the first kernel come first. A GpuMatND is filtered into one GpuMatND, as OpenCV 4 has no lists of them.
A complex kernel turns a real channel into two, real and imaginary part.

CV_64F sources and results are computed in double, all others in float. delta is added last. Integers are rounded and
saturated once, at the end. Those from CV_8U sources are the rounded sums in double, unless CONVOLUTION_SEPARABLE is
asked for. On a Mat denormal numbers count as zeros. The result does not depend on the number of threads.

Errors are relative to a sum over the window of the result, or to the sum of |tap| times a largest pixel. Half a unit in
the last place of the result comes on top.

| algorithm | error in float | relative to |
|-----------|----------------|-------------|
| DIRECT, STRICT, those of #PaperConvolution | 2e-6 | the sum of \|tap\| * \|pixel\| over the window |
| SEPARABLE | 2e-6 | the sum of \|tap\| of all terms, times the largest pixel of the window |
| AUTO      | 1e-5 | the sum of \|tap\|, times the largest pixel of the window |
| MATRIX    | 1e-5 | the same; and 2e-6, times the largest pixel of the strip or box |
| FFT       | 2e-6 | the sum of \|tap\|, times the largest pixel of the tile, which may be the whole array |

NaN and infinite pixels reach exactly the results whose windows hold them. With CONVOLUTION_FFT, which must be asked for
by name, they reach all results of their tile. Windows of zeros give exactly delta, but for CONVOLUTION_FFT.

A hundred and more taps below a millionth of the largest one, all of one sign, may lose up to 5e-6 in DIRECT and STRICT.

In double the figures are 1e-14, and 1e-12 for CONVOLUTION_AUTO. Sums may overflow where pixels exceed half of float's
largest number, or 1e30 with CONVOLUTION_FFT.

An object is immutable after its creation: any number of threads may call apply at once. Working memory is kept from
call to call; clear() frees it.
*/
class CV_EXPORTS_W NonSeparableFilter : public Algorithm
{
public:
    /** @brief Filters an array.
        @param src source of as many dimensions as the kernels. With NonSeparableParams::valid it is not smaller than
        they are.
        @param dst result, or a vector of results. It may share memory with src. An error leaves it untouched, unless
        the host has no memory left.
        @throws cv::Exception
        - StsBadArg, StsUnsupportedFormat, StsUnmatchedSizes, BadNumChannels: the source is not accepted.
        - StsUnmatchedFormats, StsUnmatchedSizes: dst has a fixed type, size or length other than the results'.
        - StsNotImplemented: a GpuMat or GpuMatND, and the algorithm is for a Mat, or a Mat, and it is for a GpuMat.
        - GpuNotSupported: a GpuMat or GpuMatND without a GPU, or without CUDA in this build. */
#ifndef OPENCV_BINDINGS_PARSER
    virtual void apply(InputArray src, OutputArrayOfArrays dst) const = 0;

    /** @overload
        @param src source.
        @param dst result, or a vector of results.
        @param stream where the work for a GpuMat is queued. A call on a Mat ignores it.

        A call allocates nothing and waits for nothing once this object has been used on the device with a source of
        this depth (where it transforms: of this size, too), the stream has had a call that takes as much working
        memory, and the results have their size and type. The stream may then be in capture; the filter must live as
        long as the graph. The graph's memory is a node of its own, so it runs once at a time. */
    virtual void apply(InputArray src, OutputArrayOfArrays dst, Stream& stream) const = 0;
#else // see RecursiveFilter::apply
    // For arrays of arrays the generator of bindings writes lists of Mat alone.
    CV_WRAP_PHANTOM(void apply(const Mat& src, CV_OUT std::vector<Mat>& dst) const);
    CV_WRAP_PHANTOM(void apply(const UMat& src, CV_OUT std::vector<Mat>& dst) const);
#ifdef HAVE_OPENCV_CUDEV
    CV_WRAP_PHANTOM(void apply(const GpuMat& src, CV_OUT std::vector<GpuMat>& dst,
                               const Ptr<Stream>& stream = Ptr<Stream>()) const);
#endif
#endif

    /** @brief Most bytes that a call with GpuMats takes of its stream's workspace.
        @param size of the source.
        @param type of the source.

        Arrays whose rows do not begin at multiples of their elements' size take a copy of themselves besides. So does
        a source that shares memory with a result, and one whose rows a texture does not take. A large array of results
        with three or more channels is stored channel by channel first: its size is part of the estimate.
        @throws cv::Exception StsBadArg for a size that the source may not have, StsUnsupportedFormat or BadNumChannels
        for a type that is not accepted, GpuNotSupported if the GPU cannot be used, StsNotImplemented for what takes a
        Mat only.
        @sa releaseWorkspaces */
    CV_WRAP virtual size_t estimateWorkspace(Size size, int type) const = 0;

    /** @overload
        @param size of a GpuMatND along each dimension, from the slowest to the fastest.
        @param type of the source. */
    virtual size_t estimateWorkspace(const std::vector<int>& size, int type) const = 0;

    //! Number of kernels.
    CV_WRAP virtual int getFilterCount() const = 0;
    /** What runs for a Mat: CONVOLUTION_DIRECT, CONVOLUTION_SEPARABLE or CONVOLUTION_FFT. Of CONVOLUTION_AUTO and
    CONVOLUTION_STRICT it is the choice for large arrays of floats: small ones, those of many channels, and integers
    from CV_8U sources may take another algorithm. What takes no Mat is returned as it was asked for. */
    CV_WRAP virtual int getAlgorithm() const = 0;
};

/** @brief Creates a non-separable filter.

@param kernels one kernel, or a vector of kernels of one size and type.
@param params what else to compute.

@snippet recfilter_snippets.cpp dense

@throws cv::Exception StsBadArg, StsOutOfRange, StsUnsupportedFormat, StsUnmatchedSizes, StsUnmatchedFormats or
BadNumChannels naming the argument, its value and what is accepted.
@sa cv::filter2D
*/
#ifndef OPENCV_BINDINGS_PARSER
CV_EXPORTS Ptr<NonSeparableFilter> createNonSeparableFilter(InputArrayOfArrays kernels,
                                                            const NonSeparableParams& params = NonSeparableParams());
#else
CV_EXPORTS_W Ptr<NonSeparableFilter> createNonSeparableFilter(const std::vector<Mat>& kernels,
                                                              const NonSeparableParams& params = NonSeparableParams());
#endif

//! @}

}} // namespace cv::cuda

#endif
