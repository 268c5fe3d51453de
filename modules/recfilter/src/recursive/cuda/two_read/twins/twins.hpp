// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TWINS_TWINS_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TWO_READ_TWINS_TWINS_HPP

// Two filters of one image at once, in two reads and one write: the kernels of both, queued in order.

#include "recursive/cuda/two_read/round.hpp"
#include "recursive/cuda/two_read/twins/blend.hpp"

namespace cv { namespace recfilter { namespace gpu {

/** Bytes of working memory; 0: the two do not run side by side.
@param first, second whole rounds of one image shape */
size_t twinBytes(const Round<float>& first, const Round<float>& second);

//! Queues both filters. dst may be src. @param memory twinBytes() of it
void runTwins(const Round<float>& first, const Round<float>& second, const ImageView& src, const ImageView& dst,
              const Blend& blend, uchar* memory, cudaStream_t stream);

//! The same for one filter and the source.
size_t bytesBesideSource(const Round<float>& round);
void runBesideSource(const Round<float>& round, const ImageView& src, const ImageView& dst, const Blend& blend,
                     uchar* memory, cudaStream_t stream);

//! The same for one filter of an image with holes: blur(w s) and blur(w).
size_t holesBytes(const Round<float>& round);
void runHoles(const Round<float>& round, const ImageView& src, const Holes& holes, const ImageView& dst,
              const Blend& blend, uchar* memory, cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
