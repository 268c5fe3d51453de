// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_MODEL_BLOB_HPP
#define OPENCV_RECFILTER_FUNCTIONS_MODEL_BLOB_HPP

// Maxima of responses over place and scale, and circles that overlap.

#include "precomp.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter {

struct BlobPoint
{
    int x, y;
    float value;
};

/** A scale's response and those beside it, in float, of one channel. @tparam Array Mat or GpuMat; empty: no such scale
A maximum is larger than what comes before it, by scale, row and column, and not smaller than what comes behind. */
template <typename Array>
struct ScaleNeighbours
{
    Array below, response, above;
    float threshold; //!< of maxima, and of minima where it counts from below 0
    bool bright, dark;
};

void findExtrema(const ScaleNeighbours<Mat>& scale, std::vector<BlobPoint>& points);
//! Waits for the stream. In any order.
void findExtrema(const ScaleNeighbours<cuda::GpuMat>& scale, std::vector<BlobPoint>& points, cuda::Stream& stream);

//! A blob: x, y, sigma, response.
typedef Vec4f Blob;

//! Leaves of each two blobs whose circles overlap by more than that share of the smaller one's area the larger one.
std::vector<Blob> withoutOverlaps(std::vector<Blob> blobs, double overlap);

}} // namespace cv::recfilter

#endif
