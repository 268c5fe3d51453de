// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// One read of rows or columns alone as an engine.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/engine/device_engine.hpp"
#include "recursive/cuda/one_read/one_read.hpp"
#include "recursive/cuda/two_read/round.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

class OneReadOfLines final : public DeviceEngine
{
public:
    explicit OneReadOfLines(const EngineInput<float>& input) : round(makeWholeRound(input)), halo(input.facts.halo) {}

    bool isAlongRows() const { return round.job.chainX != CHAIN_NONE; }

    //! Not in place: blocks read what their neighbours overwrite.
    bool takes(const EngineJob& job) const override { return job.isApart; }
    bool takesBatches() const override { return true; }
    size_t carryBytes() const override { return 0; }

    bool queue(const EngineJob& job, const EngineTarget& target) const override
    {
        const auto launch = isAlongRows() ? launchOneReadOfRows : launchOneReadOfColumns;
        launch(jobOf(round, job.src, job.dst, nullptr, target.stream), halo);
        return true;
    }

private:
    const Round<float> round;
    const int halo;
};

} // namespace

template <typename W>
std::unique_ptr<const DeviceEngine> makeOneReadOfLines(const EngineInput<W>& input)
{
    if constexpr (std::is_same<W, float>::value)
    {
        auto engine = std::make_unique<const OneReadOfLines>(input);
        if (engine->isAlongRows() || canReadColumnsOnce(input.facts.halo))
            return engine;
    }
    return nullptr;
}

template std::unique_ptr<const DeviceEngine> makeOneReadOfLines(const EngineInput<float>&);
template std::unique_ptr<const DeviceEngine> makeOneReadOfLines(const EngineInput<double>&);

}}} // namespace cv::recfilter::gpu

#endif
