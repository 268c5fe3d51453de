// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Several filters of one image at once: which ones, where their carries lie, and the order of the kernels.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/two_read/levels/level_kernels.hpp"
#include "recursive/cuda/two_read/levels/levels.hpp"
#include "recursive/cuda/two_read/tuning.hpp"
#include "recursive/cuda/two_read/two_read.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Whether the blocks of both axes have the same shape.
bool areAlike(const AxisView<float>& a, const AxisView<float>& b)
{
    return a.length == b.length && a.segments == b.segments && a.segmentTiles == b.segmentTiles && a.pairs == b.pairs &&
           a.moments == b.moments && a.replicates == b.replicates && a.closes == b.closes;
}

//! Which tables serve both axes: the weights of gather, and the squares of apply.
std::pair<bool, bool> sharedTables(const TileJob<float>& job)
{
    return {job.x.folded == job.y.folded, job.x.squares == job.y.squares};
}

} // namespace

size_t mostLevels(const Round<float>& round)
{
    return std::min(size_t(mostLevelsOfLaunch(round.job)),
                    std::max(tuning::LEVELS_BYTES / std::max(round.carryBytes(), size_t(1)), size_t(1)));
}

bool areLevels(const Round<float>& a, const Round<float>& b)
{
    return a.job.chainX == b.job.chainX && a.job.chainY == b.job.chainY && mostLevelsOfLaunch(b.job) > 1 &&
           sharedTables(a.job) == sharedTables(b.job) && areAlike(a.job.x, b.job.x) && areAlike(a.job.y, b.job.y);
}

size_t levelBytes(const LevelRounds& rounds)
{
    return rounds.size() * rounds[0]->carryBytes();
}

void runLevels(const LevelRounds& rounds, const ImageView& src, const std::vector<ImageView>& dst, uchar* memory,
               cudaStream_t stream)
{
    LevelJobs jobs;
    jobs.reserve(rounds.size());
    for (size_t i = 0; i < rounds.size(); i++)
    {
        jobs.push_back(jobOf(*rounds[i], src, dst[i], memory + i * rounds[0]->carryBytes(), stream));
        TileJob<float>& job = jobs.back();
        // The layers of a grid are filters here, not images of a batch.
        job.src.imageStep = job.dst.imageStep = 0;
        job.carries.imageLines = job.carries.imageRows = job.carries.imageSums = 0;
    }
    launchLevelsGather(jobs);
    launchLevelsPropagateColumns(jobs);
    if (!launchLevelsRowStates(jobs))
        for (const TileJob<float>& job : jobs)
        {
            launchFilterMoments(job);
            launchPropagateRows(job);
        }
    launchLevelsApply(jobs);
}

}}} // namespace cv::recfilter::gpu

#endif
