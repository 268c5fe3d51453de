// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Keeps the engines of a filter for the last array shapes, and runs them in float or double.

#include "recursive/cpu/recursive_cpu.hpp"

#include "runtime/plan_cache.hpp"
#include "recursive/cpu/axes_apart.hpp"
#include "recursive/cpu/band/band.hpp"
#include "recursive/cpu/band/tuning.hpp"
#include "recursive/cpu/channel_columns.hpp"
#include "recursive/cpu/few/few_lines.hpp"
#include "recursive/cpu/few/long_lines.hpp"
#include "recursive/cpu/few/tuning.hpp"
#include "recursive/cpu/lines/lines.hpp"
#include "recursive/cpu/lines/tuning.hpp"
#include "recursive/cpu/short_lines.hpp"
#include "recursive/cpu/short/tuning.hpp"
#include "recursive/plan/one_pixel.hpp"

namespace cv { namespace recfilter {

namespace {

template <typename Plan>
std::shared_ptr<const HostEngine> make(const FilterModel& model, const Extents& shape, const Schedule& schedule)
{
    return std::make_shared<const Plan>(model, shape, schedule);
}

//! Blocks of pixels have other states than sections, which may fade later: then bands do not look ahead.
template <typename W>
std::shared_ptr<const HostEngine> makeBands(const FilterModel& model, const Extents& shape, const Schedule& schedule)
{
    auto plan = std::make_shared<const BandPlan<W>>(model, shape, schedule);
    return plan->isUsable() ? plan : nullptr;
}

//! Whether a filter adds pairs that are too slow for long lines in float.
bool hasSlowPairs(const FilterModel& model)
{
    const auto isSlow = [](const Branch& branch) {
        return -branch.sections[0].f2 > tuning::LONG_PAIR * tuning::LONG_PAIR; // the square of the poles' modulus
    };
    return std::any_of(model.axes.begin(), model.axes.end(), [&](const AxisModel& axis) {
        const Branches& pairs = axis.filter.causal;
        return areMirroredPairs(axis.filter) && std::any_of(pairs.begin(), pairs.end(), isSlow);
    });
}

//! Where sections lose too much in float, long lines run in double: of the engines only bands have blocks.
template <typename W>
std::shared_ptr<const HostEngine> makeLongLines(const FilterModel& model, const Extents& shape,
                                                const Schedule& schedule)
{
    return model.losesBySections || hasSlowPairs(model) ? make<LongLinesPlan<double>>(model, shape, schedule)
                                                        : make<LongLinesPlan<W>>(model, shape, schedule);
}

template <typename W>
HostPlan planOf(const FilterModel& filter, const Extents& shape);

template <typename W>
std::shared_ptr<const HostEngine> makeAxesApart(const FilterModel& model, const Extents& shape, const Schedule&)
{
    return std::make_shared<const AxesApartPlan<W>>(planOf<W>(modelOfAxis(model, ALONG_COLUMNS), shape),
                                                    planOf<W>(modelOfAxis(model, ALONG_ROWS), shape), shape);
}

template <typename W>
std::shared_ptr<const HostEngine> makeChannelColumns(const FilterModel& model, const Extents& shape, const Schedule&)
{
    FilterModel ofColumns = model;
    std::swap(ofColumns.axes[ALONG_COLUMNS], ofColumns.axes[ALONG_ROWS]);
    return std::make_shared<const ChannelColumnsPlan>(
        planOf<W>(ofColumns, Size(shape.channels(), int(shape[ALONG_ROWS]))));
}

//! The matrix of the lines is what bands make of each sample, in double.
template <typename W>
std::shared_ptr<const HostEngine> makeShortLines(const FilterModel& model, const Extents& shape, const Schedule&)
{
    const int axis = onlyFilteredAxis(model);
    FilterModel ofRows = model;
    if (axis == ALONG_COLUMNS)
        std::swap(ofRows.axes[ALONG_COLUMNS], ofRows.axes[ALONG_ROWS]);
    const bool meetsBorder = model.axes[size_t(axis)].borderType == BORDER_CONSTANT;
    const auto answerTo = [&](const Mat& samples, const Scalar& borderValue) {
        ofRows.borderValue = borderValue;
        Mat_<double> answer(samples.size());
        ScratchPool scratch;
        BandPlan<double>(ofRows, Extents(samples.size()), scheduleOf(cuda::RECURSIVE_BAND))
            .run(samples, answer, {scratch, false});
        return answer;
    };
    return std::make_shared<const ShortLinesPlan<W>>(
        makeShortAxis(axis, int(shape[axis]), meetsBorder ? model.borderValue : Scalar(), answerTo), shape);
}

template <typename W>
const std::vector<HostEngineRow>& engines()
{
    static const std::vector<HostEngineRow> rows = [] {
        std::vector<HostEngineRow> list = {
            {Engine::FEW_LINES, make<FewLinesPlan<W>>}, {Engine::LONG_LINES, makeLongLines<W>},
            {Engine::SHORT_LINES, makeShortLines<W>},   {Engine::CHANNEL_COLUMNS, makeChannelColumns<W>},
            {Engine::AXES_APART, makeAxesApart<W>},     {Engine::BANDS, makeBands<W>},
            {Engine::WHOLE_LINES, make<LinePlan<W>>}};
        if constexpr (HAS_PAPERS)
            list.insert(list.end(), {{Engine::TILES, makeTiles<W>}, {Engine::PADDED, makePaddedTiles<W>}});
        return list;
    }();
    return rows;
}

/** Whether axes of one pixel become factors, so that engines of one axis take the lines. Not in the padded image. Not
beside a constant border, for whose value such an axis has another factor. */
bool mayFactorOut(const FilterModel& model)
{
    const auto isConstant = [](const AxisModel& axis) {
        return !axis.isPointwise() && axis.borderType == BORDER_CONSTANT;
    };
    return std::none_of(model.axes.begin(), model.axes.end(), isConstant) &&
           scheduleOf(model.algorithm).onHost != Engine::PADDED;
}

template <typename W>
HostPlan planOf(const FilterModel& filter, const Extents& shape)
{
    const FilterModel model = shape.isFlat() && mayFactorOut(filter) ? withoutLinesOfOnePixel(filter, shape) : filter;
    const int lanes = filterKernels(W()).lanes;
    const HostLimits limits = {roundingOf<W>(),
                               tuning::fewRows(lanes),
                               tuning::fewColumns(lanes),
                               tuning::LOOK_AHEAD_ROWS,
                               tuning::longSamples(lanes),
                               tuning::LONG_LINES,
                               tuning::LONG_CHANNELS,
                               tuning::LONE_SAMPLES,
                               tuning::loneLines(lanes),
                               tuning::IMAGE_SHORT_SAMPLES,
                               tuning::APART_LINES,
                               tuning::MOST_APART_LINES,
                               tuning::APART_ELEMENTS,
                               tuning::APART_ROWS,
                               tuning::BAND_ORDER,
                               tuning::COLUMN_SAMPLES};
    const Schedule& asked = scheduleOf(model.algorithm);
    const Facts facts = asked.onHost == Engine::CHOICE ? factsOnHost(model, shape, limits) : Facts();
    return makeHostPlan(choose(asked, &Schedule::onHost, facts), engines<W>(), model, shape);
}

} // namespace

struct RecursiveCpu::Plans
{
    std::shared_ptr<const HostPlan> get(const FilterModel& filter, Size size, int channels, bool isDouble)
    {
        const Extents shape = Extents::ofImage(size, channels);
        return (isDouble ? inDouble : inFloat).get({shape, 0}, [&] {
            return std::make_shared<const HostPlan>(isDouble ? planOf<double>(filter, shape)
                                                             : planOf<float>(filter, shape));
        });
    }

    PlanCache<HostPlan> inFloat, inDouble;
    ScratchPool scratch;
};

RecursiveCpu::RecursiveCpu(const FilterModel& m) : model(m), plans(std::make_shared<Plans>()) {}

bool RecursiveCpu::fuses()
{
    return filterKernels(float()).fuses;
}

void RecursiveCpu::apply(const Mat& src, Mat& dst, bool inDouble, bool isLarge) const
{
    plans->get(model, src.size(), src.channels(), inDouble)->engine->run(src, dst, {plans->scratch, isLarge});
}

Explanation RecursiveCpu::explain(Size size, int channels, bool inDouble) const
{
    const auto plan = plans->get(model, size, channels, inDouble);
    const Schedule& row = scheduleOf(plan->choice.algorithm);
    return {format("%s (%s)", row.name, reasonOf(scheduleOf(model.algorithm), plan->choice).c_str()), row.onHost.name,
            transfersOf(row, passesOf(model)), int64(plan->engine->workBytes()), plan->engine->needsDouble()};
}

void RecursiveCpu::clear()
{
    plans->inFloat.clear();
    plans->inDouble.clear();
    plans->scratch.clear();
}

}} // namespace cv::recfilter
