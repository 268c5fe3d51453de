// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Algorithm 6b on the GPU as an engine: pads an image by its border, filters it and crops it.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/filter_plan.hpp"
#include "runtime/cuda/io/view_of.hpp"
#include "papers/cuda/padded/padding_job.hpp"
#include "runtime/cuda/io/border_kind.hpp"
#include "papers/plan/padding.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W>
class Padded final : public DeviceEngine
{
public:
    explicit Padded(const EngineInput<W>& input)
        : padding(Padding::of<W>(input.model, input.shape)),
          type(CV_MAKETYPE(DataType<W>::depth, input.shape.channels())),
          filter(DeviceChoice(padding.model), padding.shape)
    {
        padded.left = padding.x;
        padded.above = padding.y;
        padded.borderX = borderKindOf(input.model.axes[ALONG_ROWS].borderType);
        padded.borderY = borderKindOf(input.model.axes[ALONG_COLUMNS].borderType);
        for (int c = 0; c < 4; c++)
            padded.borderValue[c] = input.model.borderValue[c];
    }

    size_t carryBytes() const override { return filter.workBytes() + step() * size_t(size().height); }
    bool mayOverlap() const override { return true; }

    bool queue(const EngineJob& job, const EngineTarget& target) const override
    {
        PaddingJob call = padded;
        call.padded = viewOf(target.carries + filter.workBytes(), step(), size(), type);
        pad<W>(call, job.src, target.stream);
        filter.runIn(target.carries, {call.padded, call.padded, false, false}, target.stream);
        crop<W>(call, job.dst, target.stream);
        return true;
    }

private:
    Size size() const { return {int(padding.shape.along(ALONG_ROWS).n), int(padding.shape.along(ALONG_COLUMNS).n)}; }
    size_t step() const { return alignSize(size_t(size().width) * size_t(CV_ELEM_SIZE(type)), 256); }

    const Padding padding;
    const int type;
    const FilterPlan<W> filter;
    PaddingJob padded = {}; //!< without the padded image
};

} // namespace

template <typename W>
std::unique_ptr<const DeviceEngine> makePadded(const EngineInput<W>& input)
{
    return std::make_unique<const Padded<W>>(input);
}

template std::unique_ptr<const DeviceEngine> makePadded(const EngineInput<float>&);
template std::unique_ptr<const DeviceEngine> makePadded(const EngineInput<double>&);

}}} // namespace cv::recfilter::gpu

#endif
