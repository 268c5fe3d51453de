// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_CUDA_TILES_TILES_HPP
#define OPENCV_RECFILTER_PAPERS_CUDA_TILES_TILES_HPP

// The kernels of the papers' algorithms that two_read lacks.

#include "recursive/cuda/io/tile_job.hpp"
#include "recursive/plan/schedule/pass.hpp"

namespace cv { namespace recfilter { namespace gpu {

/** Queues one step of a schedule. It applies a set of passes to every tile of applied.src and stores the tile to
applied.dst. It gathers the moments of another set of passes from the result. Stores nothing if nothing is applied. */
template <typename W>
void launchTile(const TileJob<W>& applied, const TileJob<W>& gathered, Pass apply, Pass gather);

/** Queues one pass over whole lines, a thread each (Ruijters and Thevenaz 2012; Nehab et al. 2011, section 4.1).
@param job its tail takes p behind the causal pass. If `closes`, its carries have the state before the first pixel
@param closes the border does not close lines by zeros */
template <typename W>
void launchWholeLines(const TileJob<W>& job, Pass pass, bool closes);

}}} // namespace cv::recfilter::gpu

#endif
