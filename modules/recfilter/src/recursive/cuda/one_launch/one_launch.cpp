// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// One launch for the whole filter: chooses the kernel. The engine.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/engine/device_engine.hpp"
#include "recursive/cuda/one_launch/tuning.hpp"
#include "recursive/cuda/one_launch/one_launch.hpp"
#include "recursive/cuda/two_read/round.hpp"

namespace cv { namespace recfilter { namespace gpu {

template <typename W>
OneLaunchKind oneLaunchKind(const TileJob<W>& job)
{
    if (!fitsShared(job))
        return NOT_ONE_LAUNCH;
    // Numbers that all blocks together would read: moments of columns and of row moments.
    const int64 lines = job.src.width * job.y.tiles + job.x.tiles * job.y.tiles * linesOfBlock(job);
    const int64 numbers = lines * job.src.channels * job.y.tiles * 2 * job.y.moments;
    // Redundant kernels would read the columns' end pixels after other blocks may have overwritten them in place.
    if (numbers <= tuning::REDUNDANT_NUMBERS && !job.y.replicates)
        for (OneLaunchKind kind : {ONE_LAUNCH_REDUNDANT_TWO_SETS, ONE_LAUNCH_REDUNDANT})
            if (fitsRedundant(kind, job))
                return kind;
    return ONE_LAUNCH_SHARED;
}

template <typename W>
bool launchAtOnce(OneLaunchKind kind, const TileJob<W>& job)
{
    return kind == ONE_LAUNCH_SHARED ? launchShared(job) : launchRedundant(kind, job);
}

namespace {

template <typename W>
class OneLaunch final : public DeviceEngine
{
public:
    OneLaunch(OneLaunchKind which, const Round<W>& ofBoth) : kind(which), round(ofBoth) {}

    size_t carryBytes() const override { return round.carryBytes(); }

    bool queue(const EngineJob& job, const EngineTarget& target) const override
    {
        return launchAtOnce(kind, jobOf(round, job.src, job.dst, target.carries, target.stream));
    }

private:
    const OneLaunchKind kind;
    const Round<W> round;
};

} // namespace

template <typename W>
std::unique_ptr<const DeviceEngine> makeOneLaunch(const EngineInput<W>& input)
{
    Round<W> round = makeWholeRound(input);
    round.job.evictFirst.pixels = evictionOf<W>(input.rows()).pixels;
    TileJob<W> whole = round.job;
    whole.src.width = int(input.rows().n);
    const OneLaunchKind kind = oneLaunchKind(whole);
    return kind == NOT_ONE_LAUNCH ? nullptr : std::make_unique<const OneLaunch<W>>(kind, round);
}

template OneLaunchKind oneLaunchKind(const TileJob<float>&);
template OneLaunchKind oneLaunchKind(const TileJob<double>&);
template bool launchAtOnce(OneLaunchKind, const TileJob<float>&);
template bool launchAtOnce(OneLaunchKind, const TileJob<double>&);
template std::unique_ptr<const DeviceEngine> makeOneLaunch(const EngineInput<float>&);
template std::unique_ptr<const DeviceEngine> makeOneLaunch(const EngineInput<double>&);

}}} // namespace cv::recfilter::gpu

#endif
