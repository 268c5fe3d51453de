// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// One read as an engine: along both axes, or along one alone.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/engine/device_engine.hpp"
#include "recursive/cuda/one_read/one_read.hpp"
#include "recursive/cuda/two_read/round.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

class OneRead final : public DeviceEngine
{
public:
    explicit OneRead(const EngineInput<float>& input)
        : round(makeWholeRound(input)), halo(input.facts.halo),
          launch(round.job.chainX == CHAIN_NONE   ? launchOneReadOfColumns
                 : round.job.chainY == CHAIN_NONE ? launchOneReadOfRows
                                                  : launchOneRead)
    {
    }

    //! In place along columns alone: a block has whole columns. Other blocks read what their neighbours overwrite.
    bool takes(const EngineJob& job) const override
    {
        return job.isApart || (launch == launchOneReadOfColumns && canReadColumnsInPlace(job.src, round.job.y.border));
    }
    bool takesBatches() const override { return true; }
    bool takesLists() const override { return launch != launchOneRead; } // haloRow
    size_t carryBytes() const override { return 0; }

    bool queue(const EngineJob& job, const EngineTarget& target) const override
    {
        launch(jobOf(round, job.src, job.dst, nullptr, target.stream), halo);
        return true;
    }

    bool hasRoom() const { return launch != launchOneReadOfColumns || canReadColumnsOnce(halo); }

private:
    const Round<float> round;
    const int halo;
    void (*const launch)(const TileJob<float>&, int reach);
};

} // namespace

template <typename W>
std::unique_ptr<const DeviceEngine> makeOneRead(const EngineInput<W>& input)
{
    if constexpr (std::is_same<W, float>::value)
    {
        auto engine = std::make_unique<const OneRead>(input);
        if (engine->hasRoom())
            return engine;
    }
    return nullptr;
}

template std::unique_ptr<const DeviceEngine> makeOneRead(const EngineInput<float>&);
template std::unique_ptr<const DeviceEngine> makeOneRead(const EngineInput<double>&);

}}} // namespace cv::recfilter::gpu

#endif
