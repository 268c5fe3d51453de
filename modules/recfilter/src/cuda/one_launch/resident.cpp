// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// One launch for the whole filter: chooses the kernel.

#include "precomp.hpp"

#ifdef HAVE_CUDA

#include "cuda/one_launch/tuning.hpp"
#include "cuda/one_launch/one_launch.hpp"

namespace cv { namespace recfilter { namespace gpu {

template <typename W>
ResidentKind residentKind(const TileJob<W>& job)
{
    if (!fitsSharing(job))
        return RESIDENT_NONE;
    // Numbers that the blocks would read on their own, of columns and of row moments.
    const int64 lines = job.src.width * job.y.tiles + job.x.tiles * job.y.tiles * linesOfBlock(job);
    const int64 numbers = lines * job.src.channels * job.y.tiles * 2 * job.y.moments;
    // These kernels would read the columns' end pixels after other blocks may have overwritten them in place.
    if (numbers <= tuning::ALONE_NUMBERS && !job.y.replicates)
        for (ResidentKind kind : {RESIDENT_ALONE_TWO_SETS, RESIDENT_ALONE})
            if (fitsAlone(kind, job))
                return kind;
    return RESIDENT_SHARING;
}

template <typename W>
bool launchResident(ResidentKind kind, const TileJob<W>& job)
{
    return kind == RESIDENT_SHARING ? launchSharing(job) : launchAlone(kind, job);
}

template ResidentKind residentKind(const TileJob<float>&);
template ResidentKind residentKind(const TileJob<double>&);
template bool launchResident(ResidentKind, const TileJob<float>&);
template bool launchResident(ResidentKind, const TileJob<double>&);

}}} // namespace cv::recfilter::gpu

#endif
