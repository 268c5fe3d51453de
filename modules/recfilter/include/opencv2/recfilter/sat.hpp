// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_SAT_HPP
#define OPENCV_RECFILTER_SAT_HPP

// Summed-area tables, also called integral images.

#include "opencv2/core.hpp"
#include "opencv2/core/cuda.hpp"

namespace cv { namespace cuda {

//! @addtogroup recfilter_sat
//! @{

//! Where the sums of a table end.
enum SummedAreaLayout
{
    //! cv::integral's: (rows+1) x (cols+1), first row and column 0, the sum ends before the pixel.
    SAT_INTEGRAL = 0,
    //! The paper's (@cite Nehab2011, section 6): rows x cols, the sum includes the pixel.
    SAT_INCLUSIVE = 1
};

//! How a summed-area table is computed.
enum SummedAreaAlgorithm
{
    //! The fastest by measurement. On the GPU: SAT_WAVEFRONT for large images, SAT_OVERLAPPED for all others. That
    //! takes one launch and one read if its tiles fit on the chip: on an H200 264 tiles of 128 x 128 elements of 32
    //! bits, or of 128 x 64 of CV_64F.
    SAT_AUTO = 0,
    //! One read, one write: strips of columns follow each other down the image. On the GPU they run side by side, one
    //! on each multiprocessor. SAT_OVERLAPPED takes over if a block cannot have the shared memory, as with some tables
    //! of three and four channels on compute capability 7.5, 8.6 and 8.9.
    SAT_WAVEFRONT = 1,
    //! The paper's algorithm SAT (@cite Nehab2011, section 6): tiles, two reads and one write.
    SAT_OVERLAPPED = 2
};

//! What SummedAreaTable::applyAll computes: one of these, or a sum of several.
enum SummedAreaTables
{
    SAT_SUM = 1,   //!< sums
    SAT_SQSUM = 2, //!< sums of squares
    SAT_TILTED = 4 //!< sums of the image rotated by 45 degrees
};

/** @brief Summed-area tables (integral images): sum, squared sum, and the sum of the image rotated by 45 degrees.

\f[ \mathrm{sum}(X,Y) = \sum_{x<X,\,y<Y} s(x,y), \quad \mathrm{sqsum}(X,Y) = \sum_{x<X,\,y<Y} s(x,y)^2, \quad
\mathrm{tilted}(X,Y) = \sum_{y<Y,\,|x-X+1| \le Y-y-1} s(x,y) \f]
in the layout of cv::integral (Crow @cite Crow1984; tilted: Lienhart and Maydt @cite LienhartMaydt2002). In the
inclusive layout the first two have \f$x \le X, y \le Y\f$, and the third is cv::integral's without its first row and
column.

| source depth | sum depth | squared sum depth |
|---|---|---|
| CV_8U  | CV_32S (default), CV_32F, CV_64F | CV_64F (default), CV_32S (sum CV_32S), CV_32F (sum CV_32S, CV_32F) |
| CV_16U, CV_16S | CV_64F (default) | CV_64F |
| CV_32S | CV_64F (default), CV_32S | CV_64F |
| CV_32F | CV_32F, CV_64F (default) | CV_64F (default), CV_32F (sum CV_32F) |
| CV_64F | CV_64F (default) | CV_64F |

In brackets: the depths of sums and tilted sums that go with these squares in one call.
A vector and (OpenCV 5) a Mat with one dimension are a row.
A list, such as the frames of a video, is a std::vector of Mat, UMat or GpuMat, or a std::array of Mat. Its arrays have
one type and any sizes. Each wanted table is another list of as many arrays. A table shares memory with no other table,
and with no other source than its own.
Any number of channels, each summed on its own; any step and ROI, and in place in the inclusive layout. An object is
immutable: any number of threads may call apply at once.

CV_32S tables wrap modulo 2^32 without an error, as cv::integral's do. Tables of all other depths hold every sum. A
default depth is CV_32S only for sums of CV_8U, as in cv::integral. For larger images ask for CV_64F:
createSummedAreaTable(CV_64F).

| source | table of CV_32S | wraps from |
|---|---|---|
| CV_8U | sum, tilted | 8421505 pixels on, for example 2902 x 2902 |
| CV_8U | squared sum | 33026 pixels on, for example 182 x 182 |
| CV_32S | sum, tilted | 2 pixels on |

Box sums from a table that has wrapped are exact modulo 2^32, if they are computed in unsigned.

Floating-point tables are added up in their own depth, a CV_32F table in float. The order of the additions depends on
the size of the image alone, so the result does not depend on the number of threads. CV_64F tables of integers are exact
while the sums stay below 2^53: sums of 8 and 16 bits always, of CV_32S up to 2^22 pixels of any value, squares of
16-bit images up to 2^21 pixels. Squares of CV_32S are rounded to double one by one.

A GpuMat gives the same tables, of 1 to 4 channels, integers to the last bit. Floating-point tables are added up in
another order than on the CPU. On one kind of device, of which no other program has a share, that order never changes.
The call queues its work on the stream and returns. Device memory is kept from call to call. So calls of a size that the
stream has seen neither allocate nor wait, and can be captured in a CUDA graph. The arrays of a call are all on the
host or all on the GPU.

Memory of the host is kept from call to call, too. clear() frees it, also while other threads are in apply.
releaseWorkspaces() gives back what all objects share on the GPU.

A call runs on the device of its arrays and leaves the thread's current device as it is. A default stream means the
default stream of that device. Managed and page-locked memory goes with any device.

@throws cv::Exception
- StsBadArg: an array is not accepted, a GpuMat lies over memory of the host, or arrays or a stream are of different
  devices. A list whose tables share memory, or lists beside single arrays.
- StsUnsupportedFormat: the depth is not accepted.
- BadNumChannels: a GpuMat has more than 4 channels.
- StsOutOfRange: a side would be longer than 2^31 - 1.
- StsUnmatchedFormats: a list with sources of several types.
- StsUnmatchedFormats, StsUnmatchedSizes: a table has a fixed type or size other than the result's.
- GpuNotSupported: a GpuMat, and there is no CUDA device, or no CUDA in the build.
- StsNoMem: the device has no memory left.
*/
class CV_EXPORTS_W SummedAreaTable : public Algorithm
{
public:
    /** @brief Computes the table of sums.
        @param src source, of one or two dimensions, or of as many as the factory names; not empty. Or a list of such
        arrays; sum is a list then, too.
        @param sum destination, (rows+1) x (cols+1) or rows x cols by the layout. May be src if the layout is
        inclusive and the depths agree. Untouched if an argument is refused or the device has no memory left. */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
    CV_WRAP virtual void apply(InputArray src, OutputArray sum) const = 0;
#else // see RecursiveFilter::apply
    CV_WRAP_PHANTOM(void apply(InputArray src, OutputArray sum, const Ptr<Stream>& stream = Ptr<Stream>()) const);
#endif
    //! @overload
    virtual void apply(InputArray src, OutputArray sum, Stream& stream) const = 0;

    /** @brief Computes up to three tables in one call, each in memory of its own; pass noArray() for those not wanted.
        @param src source, or a list of sources. The wanted tables are lists then, too.
        @param sum table of sums.
        @param sqsum table of squared sums.
        @param tilted table of sums of the image rotated by 45 degrees, of the depth of sum. */
    virtual void apply(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted) const = 0;
    //! @overload
    virtual void apply(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted,
                       Stream& stream) const = 0;

    /** @brief Computes those tables that flags name, as apply does. The others are left as they are.
        @param src source.
        @param sum table of sums.
        @param sqsum table of squared sums.
        @param tilted table of tilted sums.
        @param tables sum of flags, see #SummedAreaTables. */
#if !defined(OPENCV_BINDINGS_PARSER) || !defined(HAVE_OPENCV_CUDEV)
    CV_WRAP virtual void applyAll(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted,
                                  int tables) const = 0;
#else
    CV_WRAP_PHANTOM(void applyAll(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted, int tables,
                                  const Ptr<Stream>& stream = Ptr<Stream>()) const);
#endif
    //! @overload
    virtual void applyAll(InputArray src, OutputArray sum, OutputArray sqsum, OutputArray tilted, int tables,
                          Stream& stream) const = 0;

    /** @brief Most bytes that a call with GpuMats takes of its stream's workspace (see RecursiveFilter).
        @param size of the source.
        @param type of the source.
        @param sqsum whether squared sums are wanted besides the sums.
        @param tilted whether tilted sums are.
        @throws cv::Exception as apply does for such a source, StsBadArg if type is none of an array, GpuNotSupported
        where the GPU cannot be used. */
    CV_WRAP virtual size_t estimateWorkspace(Size size, int type, bool sqsum = false, bool tilted = false) const = 0;

    //! One of #SummedAreaLayout.
    CV_WRAP virtual int getLayout() const = 0;

    /** @overload
        @param size lengths of an array along each dimension, from the slowest to the fastest.
        @param type of the source.
        @param sqsum whether squared sums are wanted besides the sums. */
    virtual size_t estimateWorkspace(const std::vector<int>& size, int type, bool sqsum = false) const = 0;
};

/** @brief Creates a summed-area table.

@param sdepth depth of the table of sums: -1 for the default of the source's depth, or CV_32S, CV_32F, CV_64F. The
default for CV_8U is CV_32S, which may wrap in images of more than 8421504 pixels. CV_64F does not.
@param sqdepth depth of the table of squared sums: -1 for the default, or CV_32S, CV_32F, CV_64F.
@param layout one of #SummedAreaLayout.
@param algorithm one of #SummedAreaAlgorithm.

@snippet recfilter_snippets.cpp table

@throws cv::Exception StsBadArg naming the argument, its value and what is accepted.
@sa cv::integral
*/
CV_EXPORTS_W Ptr<SummedAreaTable> createSummedAreaTable(int sdepth = -1, int sqdepth = -1, int layout = SAT_INTEGRAL,
                                                        int algorithm = SAT_AUTO);

/** @brief Creates a summed-area table along any dimensions of arrays.
Integral volumes, running sums of signals, and batches of both.

@param dimensions numbers of the dimensions to sum along, 0 to 7, in any order, each once. 0 is the slowest: {0, 1, 2}
of a volume, {1, 2} of a series of images, one table for each of them, and {1} of the rows of an image.
@param sdepth depth of the table of sums, as for images.
@param sqdepth depth of the table of squared sums, as for images.
@param layout one of #SummedAreaLayout. With #SAT_INTEGRAL the table is one longer than the source along each of these
dimensions and begins with zeros; with #SAT_INCLUSIVE it has the size of the source.

An array may have up to eight dimensions, at least as many as the table names, and any steps. A vector is a row.
Depths, wrapping and rounding are those of tables of images: tables of integers are exact in CV_64F below 2^53. There
are tables of sums and of squared sums; a tilted table is refused (StsNotImplemented).

On a GPU a GpuMatND or a GpuMat of 1 to 4 channels is taken; a GpuMatND with one dimension is a row. The first pass
makes the tables of the last dimension and of the one before it; each further dimension takes a pass over the table. So
a volume takes two reads and two writes. Images of a series are summed side by side, and long lines along the line. Sums
over parts of CV_32F lines are kept in double.
@throws cv::Exception StsBadArg or StsOutOfRange naming the argument, its value and what is accepted.
*/
CV_EXPORTS_W Ptr<SummedAreaTable> createSummedAreaTable(const std::vector<int>& dimensions, int sdepth = -1,
                                                        int sqdepth = -1, int layout = SAT_INTEGRAL);

//! @}

}} // namespace cv::cuda

#endif
