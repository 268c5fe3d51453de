// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_HPP
#define OPENCV_RECFILTER_SAT_HPP

#include "opencv2/core.hpp"
#include "opencv2/core/cuda.hpp"

namespace cv { namespace cuda {

//! @addtogroup recfilter
//! @{

//! Where the sums of a table end.
enum SummedAreaLayout
{
    //! cv::integral's: (rows+1) x (cols+1), first row and column 0, the sum ends before the pixel.
    SAT_INTEGRAL = 0,
    //! The paper's (Nehab et al. 2011, section 6): rows x cols, the sum includes the pixel.
    SAT_INCLUSIVE = 1
};

//! How a summed-area table is computed.
enum SummedAreaAlgorithm
{
    //! The fastest by measurement. On the GPU: SAT_WAVEFRONT for large images, SAT_OVERLAPPED for all others, in one launch and one
    //! read where its tiles fit on the chip: on an H200 264 tiles of 128 x 128 elements of 32 bits, or of 128 x 64 of CV_64F.
    SAT_AUTO = 0,
    //! One read, one write: strips of columns follow each other down the image; on the GPU they go down side by side, one
    //! on each multiprocessor. Where a block has not the shared memory for it, as with some tables of three and four channels
    //! on compute capability 7.5, 8.6 and 8.9, SAT_OVERLAPPED takes its place.
    SAT_WAVEFRONT = 1,
    //! The paper's algorithm SAT (section 6): tiles, two reads and one write.
    SAT_OVERLAPPED = 2
};

/** @brief Summed-area tables (integral images): sum, squared sum, and the sum of the image rotated by 45 degrees.

\f[ \mathrm{sum}(X,Y) = \sum_{x<X,\,y<Y} s(x,y), \quad \mathrm{sqsum}(X,Y) = \sum_{x<X,\,y<Y} s(x,y)^2, \quad
\mathrm{tilted}(X,Y) = \sum_{y<Y,\,|x-X+1| \le Y-y-1} s(x,y) \f]
in the layout of cv::integral; in the inclusive layout \f$x \le X, y \le Y\f$ for the first two, and for the third the
table is cv::integral's without its first row and column.

| source depth | sum depth | squared sum depth |
|---|---|---|
| CV_8U  | CV_32S (default), CV_32F, CV_64F | CV_64F (default), CV_32S (sum CV_32S), CV_32F (sum CV_32S, CV_32F) |
| CV_16U, CV_16S | CV_64F (default) | CV_64F |
| CV_32S | CV_32S (default) | none |
| CV_32F | CV_32F, CV_64F (default) | CV_64F (default), CV_32F (sum CV_32F) |
| CV_64F | CV_64F (default) | CV_64F |

Any number of channels, each summed on its own; any step and ROI, and in place in the inclusive layout. Integer tables are
exact modulo 2^32: a box sum taken from a table that has wrapped is right as long as the box sum itself is below 2^32.
Floating-point tables are added up in their own depth, a CV_32F table in float, and in an order that depends on the size
of the image alone, so the result does not depend on the number of threads. CV_64F tables of 8- and 16-bit images are
exact as long as the sums stay below 2^53: always for sums, and for squares of 16-bit images up to 2^21 pixels. An object is
immutable: apply may be called from many threads at once.

A GpuMat takes the CUDA path: the same tables, of 1 to 4 channels, integers to the last bit as on the CPU. Floating-point
tables are added up in another order than there, which is the same on every run on one kind of device that no other program
has a share of. The call queues its work on the stream and returns; device memory that it needs is kept from call to call, so
that calls of a size that the stream has seen neither allocate nor wait, and can be captured in a CUDA graph. All arrays of a
call are on the same side.

A call runs on the device of its arrays, whatever device is the thread's current one, which stays so; a default stream
means that device's. Managed and page-locked memory goes with any device.

@throws cv::Exception StsBadArg for arrays that are not accepted, among them a GpuMat over memory of the host and
arrays or a stream of different devices; StsUnsupportedFormat for a depth; BadNumChannels for a GpuMat of more than 4
channels; StsOutOfRange for a side that would be longer than 2^31 - 1; StsUnmatchedFormats or StsUnmatchedSizes for a
table of a fixed type or size; GpuNotSupported for a GpuMat where there is no CUDA device, or no CUDA in the build;
StsNoMem where the device has no memory left.
*/
class CV_EXPORTS_W SummedAreaTable : public Algorithm
{
public:
    /** @brief Computes the table of sums.
        @param src source, two-dimensional, not empty.
        @param sum destination, (rows+1) x (cols+1) or rows x cols by the layout. May be src where the layout is
        inclusive and the depths agree. Untouched when an argument is refused or the device has no memory left. */
    CV_WRAP virtual void apply(InputArray src, OutputArray sum) const = 0;
    //! @overload
    CV_WRAP virtual void apply(InputArray src, OutputArray sum, Stream& stream) const = 0;

    /** @brief Computes up to three tables in one call, each in memory of its own; pass noArray() for those not wanted.
        @param src source.
        @param sum table of sums.
        @param sqsum table of squared sums.
        @param tilted table of sums of the image rotated by 45 degrees, of the depth of sum. */
    CV_WRAP_AS(applyAll)
    virtual void apply(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted) const = 0;
    //! @overload
    CV_WRAP_AS(applyAll)
    virtual void apply(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted,
                       Stream& stream) const = 0;

    /** @brief The bytes of its stream's workspace that a call with GpuMats takes, at most (RecursiveFilter says more).
        @param size of the source.
        @param type of the source.
        @param sqsum whether squared sums are wanted besides the sums.
        @param tilted whether tilted sums are.
        @throws cv::Exception as apply does for such a source, GpuNotSupported where the GPU cannot be used. */
    CV_WRAP virtual size_t estimateWorkspace(Size size, int type, bool sqsum = false, bool tilted = false) const = 0;

    //! One of #SummedAreaLayout.
    CV_WRAP virtual int getLayout() const = 0;
};

/** @brief Creates a summed-area table.

@param sdepth depth of the table of sums: -1 for the default of the source's depth, or CV_32S, CV_32F, CV_64F.
@param sqdepth depth of the table of squared sums: -1 for the default, or CV_32S, CV_32F, CV_64F.
@param layout one of #SummedAreaLayout.
@param algorithm one of #SummedAreaAlgorithm.

@throws cv::Exception StsBadArg naming the argument, its value and what is accepted.
@sa cv::integral
*/
CV_EXPORTS_W Ptr<SummedAreaTable> createSummedAreaTable(int sdepth = -1, int sqdepth = -1, int layout = SAT_INTEGRAL,
                                                        int algorithm = SAT_AUTO);

//! @}

}} // namespace cv::cuda

#endif
