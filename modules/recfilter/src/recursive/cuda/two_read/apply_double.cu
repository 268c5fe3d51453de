// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// apply for double; see apply.cuh.

#include "recursive/cuda/two_read/apply.cuh"

namespace cv { namespace recfilter { namespace gpu {

template <>
void launchApply(const TileJob<double>& job)
{
    launchApplyAs(job);
}

}}} // namespace cv::recfilter::gpu
