// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// One read of float pixels by doubles: the engine and its tables.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "math/packing.hpp"
#include "recursive/cuda/engine/device_engine.hpp"
#include "recursive/cuda/one_read/one_read.hpp"
#include "recursive/plan/choice/chained_filter.hpp"
#include "runtime/cuda/io/border_kind.hpp"
#include "runtime/cuda/io/view_of.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

WideCascade cascadeOf(const AxisChain& chain)
{
    WideCascade cascade = {};
    double *coefficient = cascade.coefficients, *still = cascade.still, pixel = 1;
    for (const Section& section : chain.filter.causal[0].sections)
    {
        const double taps[] = {section.f1, section.f2};
        pixel /= 1 - section.f1 - (section.order == 2 ? section.f2 : 0);
        coefficient = std::copy_n(taps, section.order, coefficient);
        still = std::fill_n(still, section.order, pixel);
    }
    const std::vector<double> lift = packed<double>(momentSystem(chain.axis, WIDE_LIFT).lift),
                              join = packed<double>(chain.axis.X);
    std::copy(lift.begin(), lift.end(), cascade.lift);
    std::copy(join.begin(), join.end(), cascade.join);
    return cascade;
}

class OneReadInDouble final : public DeviceEngine
{
public:
    explicit OneReadInDouble(const ChainedFilter& filter)
        : axes({cascadeOf(filter.x), cascadeOf(filter.y), filter.x.causalStates})
    {
        job.x.border = borderKindOf(filter.x.borderType);
        job.y.border = borderKindOf(filter.y.borderType);
        job.gain = float(filter.x.gain * filter.y.gain);
    }

    bool takes(const EngineJob& of) const override
    {
        return of.isApart && of.src.depth != CV_64F && of.dst.depth != CV_64F;
    }
    bool takesBatches() const override { return true; }
    bool takesLists() const override { return false; } // haloRow
    size_t carryBytes() const override { return 0; }

    bool queue(const EngineJob& of, const EngineTarget& target) const override
    {
        TileJob<float> now = job;
        now.src = of.src;
        now.src.copies = isCopied(of.src, job.offset);
        now.dst = of.dst;
        now.stream = target.stream;
        launchOneReadInDouble(now, axes);
        return true;
    }

private:
    TileJob<float> job = {}; //!< without images
    const WideCascades axes;
};

} // namespace

template <typename W>
std::unique_ptr<const DeviceEngine> makeOneReadInDouble(const EngineInput<W>& input)
{
    // A border's value in float would be another filter's.
    if (std::is_same<W, float>::value || !canReadOnce(ONE_READ_REACH) ||
        std::any_of(input.ends.offset, input.ends.offset + 4, [](W v) { return v != 0; }))
        return nullptr;
    return std::make_unique<const OneReadInDouble>(ChainedFilter(input.model, false));
}

template std::unique_ptr<const DeviceEngine> makeOneReadInDouble(const EngineInput<float>&);
template std::unique_ptr<const DeviceEngine> makeOneReadInDouble(const EngineInput<double>&);

}}} // namespace cv::recfilter::gpu

#endif
