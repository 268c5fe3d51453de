// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The conditions of RECURSIVE_AUTO.

#include "recursive/plan/choice/facts.hpp"

#include "recursive/plan/block_states.hpp"

namespace cv { namespace recfilter {

namespace {

// ---- On the CPU ----

//! Whether the engine of few lines takes a filter: a cascade along one axis.
bool mayHaveFewLines(const FilterModel& model)
{
    const int axis = onlyFilteredAxis(model);
    if (axis < 0 || model.axes[size_t(axis)].filter.parallel)
        return false;
    // Mirrored poles run fast in bands, which keep the bits of a row the same, however many lie beside it.
    return axis != ALONG_ROWS || !areMirroredAllPole(model.axes[size_t(axis)].filter);
}

//! Whether an array has so few lines along the only filtered axis that no other engine is faster.
bool hasFewLines(const FilterModel& model, const Extents& shape, const HostLimits& limits)
{
    const int axis = onlyFilteredAxis(model);
    const LineSpace lines = shape.along(axis);
    return lines.outer * lines.inner <= (axis == ALONG_ROWS ? limits.fewRows : limits.fewColumns);
}

//! Whether lines are few, and long enough for parts in all lanes.
bool areLong(const LineSpace& lines, const HostLimits& limits)
{
    return lines.n >= limits.longSamples && lines.outer <= limits.longLines && lines.inner <= limits.longChannels;
}

//! Whether an array has a few lines along the only filtered axis that are long enough for parts in all lanes.
bool hasLongLines(const FilterModel& model, const Extents& shape, const HostLimits& limits)
{
    const int axis = onlyFilteredAxis(model);
    if (axis < 0)
        return false;
    const LineSpace lines = shape.along(axis);
    const bool areLone = lines.n >= limits.loneSamples && lines.outer * lines.inner <= limits.loneLines;
    return areLong(lines, limits) || (areLone && !mayHaveFewLines(model));
}

bool hasShortLines(const FilterModel& model, const Extents& shape, const HostLimits& limits)
{
    const int axis = onlyFilteredAxis(model);
    return axis >= 0 && shape.along(axis).n <= limits.shortSamples;
}

/** Whether only a few rows are filtered, and channels, which become columns, are more than kernels keep in registers.
Columns have one border value. */
bool hasManyChannels(const FilterModel& model, const Extents& shape, const HostLimits& limits)
{
    if (onlyFilteredAxis(model) != ALONG_ROWS)
        return false;
    const LineSpace rows = shape.along(ALONG_ROWS);
    const bool hasOneValue =
        model.axes[ALONG_ROWS].borderType != BORDER_CONSTANT || model.borderValue == Scalar::all(model.borderValue[0]);
    return rows.inner > limits.longChannels && rows.n >= limits.columnSamples && rows.outer <= limits.longLines &&
           hasOneValue;
}

/** Whether bands would filter both axes of a few rows, or of rows of a few pixels. A band takes the time of all lanes
of a vector for each row and of a tile for each column; engines of one axis do not. */
bool hasAxesApart(const FilterModel& model, const Extents& shape, const HostLimits& limits)
{
    const auto areShort = [&](const LineSpace& lines) {
        const int64 count = lines.outer * lines.inner;
        return lines.n <= limits.shortSamples && count >= limits.apartLines && count <= limits.mostApartLines;
    };
    const LineSpace columns = shape.along(ALONG_COLUMNS), rows = shape.along(ALONG_ROWS);
    if (onlyFilteredAxis(model) >= 0 || model.axes[ALONG_ROWS].isPointwise() ||
        rows.outer * rows.n * rows.inner > limits.apartElements)
        return false;
    // A band of some rows filters low orders as fast.
    const int order = model.axes[ALONG_COLUMNS].order() + model.axes[ALONG_ROWS].order();
    const bool areFewRows = columns.n <= limits.apartRows || order > limits.bandOrder;
    return areShort(rows) || (areFewRows && (areShort(columns) || areLong(rows, limits)));
}

// ---- On a GPU ----

/** Whether a filter runs along one axis in one direction, few states enter it whatever its lines hold, and there are
enough lines for a march. */
bool isForMarch(const ChainedFilter& filter, const Extents& shape, const DeviceLimits& limits)
{
    const int axis = onlyFilteredAxis(filter.model);
    if (axis < 0)
        return false;
    const AxisModel& model = filter.model.axes[size_t(axis)];
    const LineSpace lines = shape.along(axis);
    const bool isBorderNear = model.borderType == BORDER_CONSTANT || model.borderType == BORDER_REPLICATE;
    const int forth = orderOf(model.filter.causal), back = orderOf(model.filter.anticausal);
    return isBorderNear && (forth == 0 || back == 0) && BlockStates::statesOf(model) <= limits.marchStates &&
           lines.outer * lines.inner >= limits.marchLines;
}

//! Whether a filter runs along rows that are so long, and so few, that propagation along them takes most of the time.
bool hasLongRows(const FilterModel& model, const Extents& shape, const DeviceLimits& limits)
{
    if (onlyFilteredAxis(model) != ALONG_ROWS)
        return false;
    const LineSpace rows = shape.along(ALONG_ROWS);
    return rows.n >= limits.longPixels * std::max(rows.outer, limits.longRows) &&
           BlockStates::statesOf(model.axes[ALONG_ROWS]) <= limits.longStates;
}

//! Whether a cascade runs along one axis alone, whose lines fill the blocks of one read.
bool isForOneRead(const ChainedFilter& filter, const Extents& shape, const DeviceLimits& limits)
{
    const int axis = onlyFilteredAxis(filter.model);
    const LineSpace columns = shape.along(ALONG_COLUMNS);
    if (axis == ALONG_ROWS)
        return isCascade(filter.x.kind) && shape.along(ALONG_ROWS).n >= limits.fadingRow;
    return axis == ALONG_COLUMNS && isCascade(filter.y.kind) && columns.n >= limits.fadingColumn &&
           columns.inner >= limits.fadingColumns;
}

//! The smallest halo within which every state of a chain fades; INT_MAX if there is none.
int haloOf(const AxisChain& chain, const DeviceLimits& limits)
{
    const auto halo =
        std::find_if(limits.halos.begin(), limits.halos.end(), [&](int pixels) { return chain.fadesWithin(pixels); });
    return halo == limits.halos.end() ? INT_MAX : *halo;
}

//! Whether three or four poles of both axes fade in doubles as far as float pixels show.
bool areWideCascades(const ChainedFilter& filter, const DeviceLimits& limits)
{
    const auto polesOf = [&](const AxisChain& chain) {
        const ChainShape forth = shapeOf(chain.filter.causal, chain.parallel),
                         back = shapeOf(chain.filter.anticausal, chain.parallel);
        const bool areAlike = momentSystem(chain.axis, WIDE_LIFT).shared && forth.isCascade && back.isCascade &&
                              forth.firstOrder == back.firstOrder && forth.secondOrder == back.secondOrder;
        const int poles = forth.firstOrder + 2 * forth.secondOrder;
        return areAlike && (poles == 3 || poles == 4) && forth.firstOrder < 2 &&
                       chain.fadesWithin(limits.halos.back(), FADED_PIXELS)
                   ? poles
                   : 0;
    };
    if (limits.isFloat || limits.halos.empty())
        return false;
    const int poles = polesOf(filter.x);
    return poles && poles == polesOf(filter.y);
}

} // namespace

int onlyFilteredAxis(const FilterModel& model)
{
    int only = -1;
    for (int axis = 0; axis < int(model.axes.size()); axis++)
        if (!model.axes[size_t(axis)].isPointwise())
        {
            if (only >= 0)
                return -1;
            only = axis;
        }
    return only;
}

Facts factsOnHost(const FilterModel& model, const Extents& shape, const HostLimits& limits)
{
    const AxisModel& columns = model.axes[ALONG_COLUMNS];
    Facts facts;
    const bool needsBlocks = model.losesBySections && limits.rounding.isFloat; // which bands have
    facts.set(NEEDS_FEW_LINES, !needsBlocks && mayHaveFewLines(model) && hasFewLines(model, shape, limits));
    facts.set(NEEDS_LONG_LINES, hasLongLines(model, shape, limits));
    facts.set(NEEDS_SHORT_LINES, hasShortLines(model, shape, limits));
    facts.set(NEEDS_MANY_CHANNELS, hasManyChannels(model, shape, limits));
    facts.set(NEEDS_AXES_APART, hasAxesApart(model, shape, limits));
    facts.set(NEEDS_FADING, AxisChain::anticausalDecayOf(columns, shape.along(ALONG_COLUMNS).n, limits.rounding) <=
                                limits.fadingRows);
    return facts;
}

Facts factsOnDevice(const ChainedFilter& filter, const Extents& shape, const DeviceLimits& limits)
{
    const AxisChain &x = filter.x, &y = filter.y;
    Facts facts;
    facts.halo = std::max(haloOf(x, limits), haloOf(y, limits));
    facts.set(NEEDS_FADING, facts.halo < INT_MAX);
    facts.set(NEEDS_ALIKE_CASCADES, isCascade(x.kind) && x.kind == y.kind);
    facts.set(NEEDS_WIDE_CASCADES, areWideCascades(filter, limits));
    facts.set(NEEDS_FLOAT, limits.isFloat);
    // This row gathers the sums of both axes at once. In double that is for mild poles; float runs no slow ones by it.
    facts.set(NEEDS_BLOCKS, prefersBlocks(filter) && (limits.isFloat || mayJoinAxes(filter.model, limits.isFloat)));
    facts.set(NEEDS_LONG_LINES, hasLongRows(filter.model, shape, limits));
    facts.set(NEEDS_ONE_CASCADE, isForOneRead(filter, shape, limits));
    facts.set(NEEDS_ONE_DIRECTION, limits.runsMarches && isForMarch(filter, shape, limits));
    facts.set(NEEDS_MILD_POLES, mayJoinAxes(filter.model, limits.isFloat));
    return facts;
}

std::vector<Choice> choose(const Schedule& asked, Engine Schedule::*side, const Facts& facts,
                           const std::vector<Schedule>& table)
{
    std::vector<Choice> list = choicesOf(asked, side, table);
    const auto isUnmet = [&](const Choice& choice) { return choice.needs & ~(facts.met | NEEDS_OF_CALL); };
    list.erase(std::remove_if(list.begin(), list.end(), isUnmet), list.end());
    return list;
}

}} // namespace cv::recfilter
