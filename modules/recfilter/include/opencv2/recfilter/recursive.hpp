// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_HPP
#define OPENCV_RECFILTER_RECURSIVE_HPP

// Recursive filters of images: passes, axes, algorithms, the filter and its factories.

#include "opencv2/core.hpp"
#include "opencv2/core/cuda.hpp"

#include <vector>

namespace cv { namespace cuda {

//! @addtogroup recfilter_recursive
//! @{

/** @brief One recursive pass along a line.

A causal pass computes, from the first pixel of the line to the last,
\f[ y_i = \sum_{k=0}^{q} b_k\, x_{i-k} \;-\; \sum_{k=1}^{r} a_k\, y_{i-k} , \f]
an anticausal pass the mirror image of it, from the last pixel to the first (@cite Nehab2011, section 3,
equations 1-4, where the feedback weights \f$d_k\f$ are \f$-a_k\f$ here). This is the convention of
scipy.signal.lfilter: both lists are polynomials in \f$z^{-1}\f$.
*/
struct CV_EXPORTS_W_SIMPLE RecursivePass
{
    //! The identity: feedforward {1}, feedback {1}, causal.
    CV_WRAP RecursivePass();

    /** @param feedforward taps \f$b_0 \dots b_q\f$, 1 to 21, finite. If all are 0, the result is 0.
        @param feedback taps \f$a_0 \dots a_r\f$, 1 to 21, finite; \f$a_0\f$ must be given and be 1. {1} is order 0.
        Poles that lie close together make taps that determine the response badly. Such taps are accepted if the filter
        is right to 1e-10 of the largest response, or to 1e-6 and better than a recursion by them in double. Others are
        refused: pass them as a cascade of second-order passes.
        @param anticausal run from the last pixel to the first. */
    CV_WRAP RecursivePass(const std::vector<double>& feedforward, const std::vector<double>& feedback,
                          bool anticausal = false);

    CV_PROP_RW std::vector<double> feedforward; //!< taps \f$b_0 \dots b_q\f$
    CV_PROP_RW std::vector<double> feedback;    //!< taps \f$a_0 \dots a_r\f$
    CV_PROP_RW bool anticausal;                 //!< whether it runs from the last pixel to the first
};

//! How the passes of one axis combine.
enum RecursiveForm
{
    RECURSIVE_CASCADE = 0, //!< each pass filters what the pass before it wrote
    RECURSIVE_PARALLEL = 1 //!< every pass filters the input, and the results are added @cite Deriche1993
};

/** @brief The filter along one axis of the image: its passes, how they combine, and the border.

The border describes the infinite input the filter acts on: the result is that of the passes run over the
line extended without end, with no approximation (@cite NehabMaximo2016, section 4, for CONSTANT, WRAP and
REFLECT). BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101 (BORDER_DEFAULT) and BORDER_WRAP
are accepted. With BORDER_ISOLATED added they mean the same: pixels around an array are never read. An axis without
passes leaves its direction unfiltered.
*/
struct CV_EXPORTS_W_SIMPLE RecursiveAxis
{
    //! No passes: the identity along this axis.
    CV_WRAP RecursiveAxis();

    /** @param passes in the order they run.
        @param borderType border of the axis.
        @param form one of #RecursiveForm. */
    CV_WRAP RecursiveAxis(const std::vector<RecursivePass>& passes, int borderType = BORDER_DEFAULT,
                          int form = RECURSIVE_CASCADE);

    /** @brief A causal pass followed by its mirror image, the usual zero-phase filter.
        @param feedforward, feedback taps of both passes, see RecursivePass.
        @param borderType border of the axis. */
    CV_WRAP static RecursiveAxis symmetric(const std::vector<double>& feedforward, const std::vector<double>& feedback,
                                           int borderType = BORDER_DEFAULT);

    CV_PROP_RW std::vector<RecursivePass> passes; //!< in the order they run; none: the identity
    CV_PROP_RW int borderType;                    //!< how a line goes on beyond its ends
    CV_PROP_RW int form;                          //!< one of #RecursiveForm
};

/** @brief How a recursive filter is evaluated.

Every choice gives the same result up to rounding. #PaperAlgorithm has those that the papers number. */
enum RecursiveAlgorithm
{
    /** The fastest by measurement: 2 transfers of the image if the filter decays fast enough, else 3.

    On the GPU 3 transfers are enough for any filter of up to 24 states a direction: any poles, zeros, one direction or
    two unlike ones, unlike axes. Mirrored borders of unlike directions count the states of both. Filters of more states
    take 6 transfers and much longer.
    The image is read once in three cases. One: it fits on the chip. Two: the filter is computed in float and not in
    place, both axes are cascades of as many poles, or one of them is a cascade and the other one is not filtered, and
    pixels further away than 32 along a line count for less than 2^-27 of the near ones. They are left out then.
    Three: one axis of 4096 or more lines is filtered in one direction by up to eight states, the border is a constant
    or replicated, and the images are CV_32F or both CV_64F, of one channel and a multiple of 16 bytes wide. */
    RECURSIVE_AUTO = 0,
    //! Bands of full-width rows, always exact in two reads and one write: 3 transfers. For a Mat.
    RECURSIVE_BAND = 1
};

/** @brief Separable recursive (IIR) filter of an image.

The image is filtered along its columns by one list of passes and along its rows by another.

A list, such as the frames of a video, is a std::vector of Mat, UMat or GpuMat, or a std::array of Mat. Its arrays have
one type and any sizes. Their results are another list. A result shares memory with no other result, and with no other
source than its own. GpuMats of one size and step are filtered together, by as many kernels as one image, if they lie at
equal distances in memory, or anywhere with rows that begin at multiples of 32 bytes, as GpuMat::create makes them. Of
filters that read an image once along both axes or in one direction, and of long rows, only the former are.

@snippet recfilter_snippets.cpp list

| property | accepted |
|----------|----------|
| arrays   | Mat and UMat (CPU), GpuMat (GPU), with numbered dimensions GpuMatND; lists; any step; in place |
| lines    | a vector and (OpenCV 5) a Mat with one dimension are a row |
| ROI      | any; pixels outside the ROI are never read: the border starts at the ROI's edge |
| depth    | CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F; the destination's is the source's or ddepth |
| channels | any number; each is filtered on its own |
| size     | 1x1 to more than 2^31 elements |
| border   | BORDER_CONSTANT (with a value per channel), REPLICATE, REFLECT, REFLECT_101, WRAP, per axis |

CV_64F is computed in double, every other depth in float as a rule. In double, too, are filters of which float would
lose more than about 1e-5 of the largest response, estimated from the poles of all passes. These are mostly filters with
poles closer to the unit circle than 0.002, with many poles that cancel each other, and prefix sums along lines of more
than 512 pixels; also mirrored or repeated lines so short that they miss a filter's resonance. #RECURSIVE_AUTO leaves
fewer: float holds poles up to 1/300 from the circle, however many, and on the GPU any in one direction, prefix sums as
well. x86 processors without fused multiply-adds compute everything in double. Integers are rounded and saturated once,
at the end. The result does not depend on the number of threads.

An object is immutable after its creation: any number of threads may call apply at once. NaN and infinite pixels spread
along their row and column, over the rest of their tile, and no further than the algorithm's carries reach. Which
pixels lose their value depends on the algorithm. Blocks of 8 to 32 pixels lose them whole, in filters of one direction
too the pixels before a NaN.

A call with a GpuMat runs on the device of its arrays and leaves the thread's current device as it is. A default stream
means the default stream of that device. Managed and page-locked memory goes with any device.

The first call with a size plans it, which takes some milliseconds. The plans of the last sizes are kept. So is working
memory: a few numbers for each tile edge, and on the CPU an image of float or double for every #PaperAlgorithm, and for
images of a few rows or columns. clear() forgets the plans and frees the memory on the CPU. It may be called while
other threads are in apply, but not while a stream is captured. releaseWorkspaces() gives back what all objects share on
the GPU. On the CPU both axes of 17 to 64 rows are filtered by one thread as a rule, if the orders add up to 4 at most
or the rows have fewer than 16384 pixels.
*/
class CV_EXPORTS_W RecursiveFilter : public Algorithm
{
public:
    /** @brief Filters an image.
        @param src source, not empty, of one or two dimensions; a filter along numbered dimensions takes up to eight.
        Or a list of such arrays.
        @param dst destination of the same size and channels, allocated if needed. May be src. An error leaves it
        untouched, unless the host has no memory left.
        @throws cv::Exception
        - StsBadArg, StsUnsupportedFormat: the source is not accepted.
        - StsBadArg: a GpuMat over memory of the host, or arrays or a stream of different devices.
        - StsBadArg: a list whose results share memory; StsUnmatchedFormats: a list with arrays of several types.
        - StsUnmatchedFormats, StsUnmatchedSizes: dst has a fixed type or size other than the result's.
        - GpuNotSupported: a GpuMat or GpuMatND, and the GPU cannot be used.
        - StsNotImplemented: a GpuMat or GpuMatND, and the algorithm is for a Mat.
        - StsNoMem: the device has no memory left. */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
    CV_WRAP virtual void apply(InputArray src, OutputArray dst) const = 0;
#else // For a Stream&, generated code would ask for a default stream first, and end the process where there is no GPU.
    CV_WRAP_PHANTOM(void apply(InputArray src, OutputArray dst, const Ptr<Stream>& stream = Ptr<Stream>()) const);
#endif

    /** @overload
        @param src source.
        @param dst destination.
        @param stream queue for the work of a GpuMat; ignored for a Mat. The call returns without waiting.

        @snippet recfilter_snippets.cpp stream

        Calls on several streams run side by side. Each stream keeps a workspace, which all objects share. From the
        second call with a size on nothing is allocated and nothing waits, unless more than 32 streams or 16 sizes
        take turns or the device had no memory left in between.

        The stream may be in capture if the filter has seen the size before. The filter must then live as long as the
        graph. The graph's memory is a node of its own, so it runs once at a time.

        Otherwise the filter may be destroyed or cleared as soon as the call has returned: that waits for its device.
        So may GpuMats of OpenCV's own allocator, which waits too. Memory of other allocators must stay until the
        stream has come so far. */
    virtual void apply(InputArray src, OutputArray dst, Stream& stream) const = 0;

    /** @brief Most bytes that a call with GpuMats takes of its stream's workspace. Plans the size on the current
        device.
        @param size of the image.
        @param type of the source, as Mat::type() returns it.

        Arrays whose rows do not begin at multiples of their elements' size take a copy of themselves besides. So does
        a source that overlaps its destination without being the same.
        @throws cv::Exception StsBadArg for an empty size and for a number that is no type (-1, and 4095, which -1
        becomes in an array), StsUnsupportedFormat for a depth that is not accepted,
        GpuNotSupported if the GPU cannot be used, StsNotImplemented for an algorithm that is for a Mat.
        @sa releaseWorkspaces */
    CV_WRAP virtual size_t estimateWorkspace(Size size, int type) const = 0;

    /** @brief Tells what a call would run, and why. Plans the size.
        @param size of the image.
        @param type of the source, as Mat::type() returns it.
        @param onDevice for a GpuMat on the current device, else for a Mat.
        @return lines of a name and a value. A Gaussian of sigma 3 answers for a Mat of 1920 x 1080 pixels, CV_8UC1:
        @code
        algorithm: bands that look ahead (fading states)
        engine: bands
        working type: float (exact enough)
        transfers: 2 images
        workspace: 557568 bytes
        @endcode
        In parentheses are the conditions that the algorithm needs and the filter meets. On a GPU, "else" stands before
        what runs in a call that the engines before refuse, and algorithms whose own kernels do not take the passes run
        by block states. Transfers are reads and writes of the image by the first of these engines; they and the
        workspace are left out where they are not counted. The workspace of a GpuMat is that of estimateWorkspace(). On
        the CPU it is what a call takes besides buffers of each thread.
        @throws cv::Exception as estimateWorkspace(); without a GPU only if onDevice is set. */
    CV_WRAP virtual String explain(Size size, int type, bool onDevice = false) const = 0;

    //! One of #RecursiveAlgorithm, as asked for at creation.
    CV_WRAP virtual int getAlgorithm() const = 0;
    //! Numbers of state along the rows (x), both directions together: poles, or taps behind b_0 if those are more.
    CV_WRAP virtual int getOrderX() const = 0;
    //! The same along the columns (y).
    CV_WRAP virtual int getOrderY() const = 0;

    /** @overload
        @param size lengths of an array along each dimension, from the slowest to the fastest.
        @param type of the source. */
    virtual size_t estimateWorkspace(const std::vector<int>& size, int type) const = 0;

    /** @overload
        @param size lengths of an array along each dimension, from the slowest to the fastest.
        @param type of the source.
        @param onDevice for a GpuMatND on the current device, else for a Mat.
        @return for an array of more than two dimensions such lines for each pass over it, after a line that says which
        dimensions the pass filters, and as how many images. */
    virtual String explain(const std::vector<int>& size, int type, bool onDevice = false) const = 0;
};

/** @brief Gives back the working memory that no call is using, on all devices: a workspace for each stream, which all
filters and summed-area tables share. Forgets the filters of #recursiveGaussianBlur. Waits for the work of those
streams. The next calls allocate again. Not while a stream is captured. Without this call the memory goes with the last
filter or table. */
CV_EXPORTS_W void releaseWorkspaces();

/** @brief Creates a recursive filter from the taps of both axes.

@param axisX passes and border along the rows.
@param axisY passes and border along the columns.
@param borderValue value outside the image, per channel, where an axis has BORDER_CONSTANT.
Channels beyond the fourth take the value of the channel 4 before them.
@param ddepth depth of the destination: -1 for the source's, or CV_32F or CV_64F.
@param algorithm one of #RecursiveAlgorithm or #PaperAlgorithm.

@snippet recfilter_snippets.cpp recursive
@snippet recfilter_snippets.cpp along

Every pole must lie inside the unit circle. Poles on the circle (prefix sums) are accepted only if the border is
BORDER_CONSTANT with value 0, in one direction of an axis. A pole counts as on the circle within 1e-10 of it, or within
1e-6 if others lie within 1e-2 of it. A pass may have up to 20 poles, and the passes of one direction of an axis 64
numbers of state. Poles are kept apart as first- and second-order sections, so that float arithmetic stays accurate.

@throws cv::Exception StsBadArg or StsOutOfRange naming the argument, its value and what is accepted.
*/
CV_EXPORTS_W Ptr<RecursiveFilter> createRecursiveFilter(const RecursiveAxis& axisX, const RecursiveAxis& axisY,
                                                        const Scalar& borderValue = Scalar(), int ddepth = -1,
                                                        int algorithm = RECURSIVE_AUTO);

/** @overload
@brief The same filter along rows and columns.
@param axis passes and border of both axes.
@param borderValue value outside the image where the border is BORDER_CONSTANT.
@param ddepth depth of the destination.
@param algorithm one of #RecursiveAlgorithm or #PaperAlgorithm.
*/
CV_EXPORTS_W Ptr<RecursiveFilter> createRecursiveFilter(const RecursiveAxis& axis, const Scalar& borderValue = Scalar(),
                                                        int ddepth = -1, int algorithm = RECURSIVE_AUTO);

/** @brief Creates a recursive filter along any dimensions of arrays: volumes, series and batches of images, signals.

@param dimensions numbers of the dimensions to filter along, 0 to 7, in any order, each once. 0 is the slowest: along
dimension 0 of an image run its columns, along dimension 1 its rows.
@param axes passes and border of each of these dimensions.
@param borderValue, ddepth, algorithm as above.

A Mat may have up to eight dimensions, at least as many as the filter names, and any steps, as an ROI of a volume has.
All lines along a named dimension are filtered, and the other dimensions are a batch: with dimensions {1, 2}, a Mat of
64 x 1080 x 1920 is a series of 64 images. So may a GpuMatND, along whose last dimension elements lie side by side. A
GpuMat has dimensions 0 and 1. A vector is a row.

Two dimensions, the last one and another, take one pass over the array, and every further one takes another. Many small
images or volumes of a Mat take one pass along all of their dimensions. A few long lines run in parallel along each
line. Results of passes in between are kept in CV_32F, or CV_64F where the filter is computed in double, in dst if that
has this depth, else in working memory, which is kept until clear(). Integers are rounded once, at the end.

On the GPU all images of a series are filtered by the same kernels, a part of the series after the other where their
working memory would exceed 32 MB and a tenth of the array.

getOrderX() and getOrderY() are the orders along dimensions 1 and 0.
@throws cv::Exception StsBadArg or StsOutOfRange naming the argument, its value and what is accepted.
*/
CV_EXPORTS_W Ptr<RecursiveFilter> createRecursiveFilter(const std::vector<int>& dimensions,
                                                        const std::vector<RecursiveAxis>& axes,
                                                        const Scalar& borderValue = Scalar(), int ddepth = -1,
                                                        int algorithm = RECURSIVE_AUTO);

//! @}

}} // namespace cv::cuda

#endif
