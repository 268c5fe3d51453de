// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Short columns as an engine.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/engine/device_engine.hpp"
#include "recursive/cuda/short_columns/short_columns.hpp"
#include "recursive/cuda/two_read/round.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W>
class ShortColumns final : public DeviceEngine
{
public:
    explicit ShortColumns(const EngineInput<W>& input) : round(makeWholeRound(input)) {}

    bool takesBatches() const override { return true; }
    size_t carryBytes() const override { return 0; }

    bool queue(const EngineJob& job, const EngineTarget& target) const override
    {
        launchShortColumns(jobOf(round, job.src, job.dst, nullptr, target.stream));
        return true;
    }

private:
    const Round<W> round;
};

} // namespace

template <typename W>
std::unique_ptr<const DeviceEngine> makeShortColumns(const EngineInput<W>& input)
{
    return std::make_unique<const ShortColumns<W>>(input);
}

template std::unique_ptr<const DeviceEngine> makeShortColumns(const EngineInput<float>&);
template std::unique_ptr<const DeviceEngine> makeShortColumns(const EngineInput<double>&);

}}} // namespace cv::recfilter::gpu

#endif
