// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_BANDED_HPP
#define OPENCV_RECFILTER_BANDED_HPP

// Solvers of banded Toeplitz systems along the lines of an image.

#include "opencv2/recfilter/recursive.hpp"

namespace cv { namespace cuda {

//! @addtogroup recfilter_systems
//! @{

/** @brief Creates a solver of banded Toeplitz systems along the rows and along the columns of an image.

Along a line the result y of a source x obeys
\f[ \sum_{d=-k}^{k} t_d\, y_{i+d} = x_i , \f]
where y goes on beyond the ends of the line as borderType says. Tridiagonal systems have k = 1. Uses are implicit
steps of diffusion ({-s, 1 + 2s, -s}), smoothing splines and B-spline interpolation @cite Unser1993 ({1/6, 4/6, 1/6}
for degree 3), and the inversion of a short convolution.

@param bandX the 2k + 1 coefficients \f$t_{-k} \dots t_k\f$ along the rows: lower diagonals from the outermost, the
diagonal, upper ones. k is at most 16. Pad the shorter side with zeros. An empty list leaves the rows as they are.
@param borderTypeX how y goes on beyond the ends of a row. BORDER_ISOLATED may be added and changes nothing.
@param bandY, borderTypeY the same along the columns.
@param ddepth depth of the result: -1 for the source's, or CV_32F or CV_64F.

| borderType | the matrix near its corners |
|---|---|
| BORDER_CONSTANT | plain Toeplitz: y is 0 outside |
| BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101 | coefficients outside are added to the repeated pixel's |
| BORDER_WRAP | circulant |

The matrix is factorized once, without pivoting, into L and U of bandwidth k. Forward and back substitution are
recursive filters. Their coefficients vary along the line near its ends, and have settled to constants in between
(algorithm 5v of @cite NehabMaximo2016, section 6, in general form). Only the varying ones are kept. Blocks run in
parallel as in the other algorithms: gather, propagate, apply. Factors that settle late, or never, as those of
{-1, 2, -1}, are kept for every pixel of a line.

Accepted are
- every matrix whose diagonal exceeds the sum of the absolute values of the others, by 1e-12 of itself or more;
- with BORDER_CONSTANT also a diagonal that is equal to that sum;
- others without a pivot below 1e-12 of the largest coefficient, if elimination reaches at most 32 times that
  coefficient, the factors settle within 65,536 rows, and both substitutions decay. The systems of B-splines of degree
  2 to 9 and of smoothing splines ({s, -4s, 1 + 6s, -4s, s}) are among these.

The message of a refusal names the property that fails. The result is a RecursiveFilter: its table says which arrays
are accepted. getAlgorithm() is RECURSIVE_AUTO.

Accuracy: along an axis the residual T y - x, as a share of the largest term \f$|t_d\, y_{i+d}|\f$ of the line's
sums, is below 1e-6 in float and 1e-14 in double, whatever the border, the length of the line and the condition of T.
Two kinds of systems keep less in double: 2e-14 on the GPU if the diagonal exceeds the others by less than 1e-5, and
1e-11 for smoothing splines with s above 100. Systems are solved in double, whatever the depth of the image, if float
could lose more than 1e-6:
- a substitution amplifies constants more than 64 times, or elimination reaches more than 4 times the largest
  coefficient;
- a block of 32 pixels amplifies rounding errors more than 32 times (BORDER_WRAP: 2 times);
- rounding errors of pixels that repeat themselves add up to more than 7e-7 of the pixels within a block, as those of
  {-0.95, 1, 0}, but not of {-1, 2.001, -1}.

Speed: 3 transfers of the image on the CPU, 3 for each axis on the GPU. 4096 x 4096 floats along both axes take 19 ms
with k = 1, 21 with k = 2, 28 with k = 4 and 43 with k = 8, on two cores of an AMD EPYC. #createBSplinePrefilter takes
8 ms there for the spline of degree 3.

@snippet recfilter_snippets.cpp banded

@throws cv::Exception StsBadArg or StsOutOfRange naming the argument, its value and what is accepted.
*/
CV_EXPORTS_W Ptr<RecursiveFilter> createBandedSolver(const std::vector<double>& bandX, int borderTypeX,
                                                     const std::vector<double>& bandY, int borderTypeY,
                                                     int ddepth = -1);

/** @overload
@brief The same system along rows and columns.
@param band coefficients of both axes.
@param borderType border of both axes.
@param ddepth depth of the result.
*/
CV_EXPORTS_W Ptr<RecursiveFilter> createBandedSolver(const std::vector<double>& band, int borderType = BORDER_DEFAULT,
                                                     int ddepth = -1);

//! @}

}} // namespace cv::cuda

#endif
