// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_FFT_TILING_HPP
#define OPENCV_RECFILTER_DENSE_CPU_FFT_TILING_HPP

// How results are cut into tiles whose windows are transformed.

#include "dense/cpu/fft/transform.hpp"

namespace cv { namespace recfilter {

struct FftTiling
{
    FftShape shape; //!< of a tile's window
    AxisInts step;  //!< results of a tile
    AxisInts count; //!< tiles along each axis

    int64 tiles() const { return int64(count[0]) * count[1] * count[2] * count[3]; }
};

/** The tiling with the least estimated time. It does not depend on the number of threads.
@param kernel its sizes
@param results the array of results, by four axes */
FftTiling chooseTiling(const AxisInts& kernel, const Extents& results);

/** Estimated time of one transform and its inverse, in taps of the direct algorithm, for each result.
@param workers that take tiles in turn */
double fftTaps(const FftTiling& tiling, const Extents& results, int workers);

}} // namespace cv::recfilter

#endif
