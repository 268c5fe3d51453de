// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The needs of algorithms, each with its check and its error text.

#include "recursive/plan/schedule/schedule_needs.hpp"

#include "recursive/plan/schedule/schedule_filters.hpp"

namespace cv { namespace recfilter {

namespace {

//! Most memory of an axis that is padded, in pixels. The padding is 17 times as long in float, 37 times in double.
const double MAX_PADDED_MEMORY = 128;

struct Need
{
    unsigned flag;
    bool (*isMet)(const AxisModel& axis, const Scalar& borderValue);
    String (*whatIs)(const AxisModel& axis); //!< the argument of an axis that does not meet it, with its value
    const char* wanted;
};

String borderOf(const AxisModel& axis)
{
    return format("borderType is %d", axis.borderType);
}

constexpr Need NEEDS[] = {
    {NEEDS_CASCADE, [](const AxisModel& axis, const Scalar&) { return !axis.filter.parallel; },
     [](const AxisModel&) { return String("form is RECURSIVE_PARALLEL"); },
     "passes that hand the image on (RECURSIVE_CASCADE)"},
    {NEEDS_ZERO_BORDER,
     [](const AxisModel& axis, const Scalar& value) {
         return axis.isPointwise() || (axis.borderType == BORDER_CONSTANT && value == Scalar());
     },
     [](const AxisModel& axis) {
         return axis.borderType == BORDER_CONSTANT ? String("borderType is 0 and borderValue is not") : borderOf(axis);
     },
     "BORDER_CONSTANT (0) with the border value 0"},
    {NEEDS_REPEATING_BORDER,
     [](const AxisModel& axis, const Scalar&) {
         return axis.isPointwise() || (axis.borderType != BORDER_CONSTANT && axis.borderType != BORDER_REPLICATE);
     },
     borderOf, "BORDER_REFLECT (2), BORDER_REFLECT_101 (4) or BORDER_WRAP (3)"},
    {NEEDS_MIRRORED_POLES,
     [](const AxisModel& axis, const Scalar&) { return axis.isPointwise() || areMirroredAllPole(axis.filter); },
     [](const AxisModel&) { return String("passes differ by direction, or have feedforward taps"); },
     "passes of one feedforward tap with the same poles in both directions"},
    {NEEDS_TWO_POLES,
     [](const AxisModel& axis, const Scalar&) {
         const auto hasTwo = [](const Branches& branches) {
             const auto sections = withoutRealPairs(branches[0].sections);
             return sections.size() == 2 && sections[0].order == 1 && sections[1].order == 1;
         };
         return axis.isPointwise() || (hasTwo(axis.filter.causal) && hasTwo(axis.filter.anticausal));
     },
     [](const AxisModel&) { return String("passes have other poles"); }, "passes of two real poles"},
    {NEEDS_DECAY,
     [](const AxisModel& axis, const Scalar&) {
         return axis.isPointwise() || axis.memory <= MAX_PADDED_MEMORY * (1 + 1e-9);
     },
     [](const AxisModel& axis) { return format("passes have a pole of magnitude %g", 1 - 1 / axis.memory); },
     "poles up to 127/128 in magnitude: responses that decay within the padding"},
};

//! The first of the needs that an axis does not meet, or null.
const Need* unmetNeed(unsigned needs, const AxisModel& axis, const Scalar& borderValue)
{
    for (const Need& need : NEEDS)
        if ((needs & need.flag) && !need.isMet(axis, borderValue))
            return &need;
    return nullptr;
}

template <typename Predicate>
String namesOf(const Predicate& predicate)
{
    String names;
    for (const Schedule& row : schedules())
        if (row.isPublic() && row.isBuilt() && predicate(row))
            names += (names.empty() ? "" : ", ") + format("%s (%d)", row.name, row.algorithm);
    return names;
}

//! What the algorithm would lose of axes whose needs it meets; empty if that is accepted.
String refusedLoss(const Schedule& row, const FilterModel& model)
{
    const double joint = jointLossOf(row, model);
    if (!(joint <= MOST_JOINT_LOSS))
        return format("axisX.passes and axisY.passes resonate with poles of magnitude %.10g and %.10g, and algorithm "
                      "%s, which gathers the carries of both axes at once, would lose about %.1g of the largest value; "
                      "up to %g is accepted",
                      1 - 1 / model.axes[ALONG_ROWS].memory, 1 - 1 / model.axes[ALONG_COLUMNS].memory, row.name, joint,
                      MOST_JOINT_LOSS);
    const double growth = growthBetweenParts(row, model);
    if (!(growth <= MOST_GROWTH))
        return format("axisX.passes or axisY.passes have poles that amplify what other poles suppress, and algorithm "
                      "%s, which runs them over the image one part after the other, would amplify roundings %.1g "
                      "times; up to %g times is accepted",
                      row.name, growth, MOST_GROWTH);
    return String();
}

} // namespace

bool takes(const Schedule& schedule, const FilterModel& model)
{
    const bool meetsNeeds = std::none_of(model.axes.begin(), model.axes.end(), [&](const AxisModel& axis) {
        return unmetNeed(schedule.needs, axis, model.borderValue) != nullptr;
    });
    return meetsNeeds && refusedLoss(schedule, model).empty();
}

void checkSchedule(const FilterModel& model)
{
    const Schedule* const row = findSchedule(model.algorithm);
    if (!row || !row->isPublic())
        CV_Error(Error::StsBadArg, format("algorithm is %d; accepted are %s", model.algorithm,
                                          namesOf([](const Schedule&) { return true; }).c_str()));
    for (const ImageAxis which : {ALONG_ROWS, ALONG_COLUMNS})
        if (const Need* const need = unmetNeed(row->needs, model.axes[which], model.borderValue))
            CV_Error(Error::StsBadArg,
                     format("%s.%s and algorithm %s, which needs %s; this filter is accepted by %s",
                            which == ALONG_ROWS ? "axisX" : "axisY", need->whatIs(model.axes[which]).c_str(), row->name,
                            need->wanted, namesOf([&](const Schedule& other) { return takes(other, model); }).c_str()));
    const String loss = refusedLoss(*row, model);
    if (!loss.empty())
        CV_Error(Error::StsBadArg, loss + "; this filter is accepted by " +
                                       namesOf([&](const Schedule& other) { return takes(other, model); }));
    if (!row->isBuilt())
        CV_Error(Error::StsNotImplemented,
                 format("algorithm is %s (%d), %s; this filter is accepted by %s", row->name, row->algorithm,
                        WITHOUT_PAPERS, namesOf([&](const Schedule& other) { return takes(other, model); }).c_str()));
}

void checkSide(const Schedule& schedule, bool onDevice)
{
    Engine Schedule::*const side = onDevice ? &Schedule::onDevice : &Schedule::onHost;
    const bool isLeftOut = !HAS_PAPERS && schedule.isOfPaper();
    if (schedule.*side == Engine::NONE)
        CV_Error(Error::StsNotImplemented,
                 format("algorithm is %s (%d) and src a %s%s%s; accepted there are %s", schedule.name,
                        schedule.algorithm, onDevice ? "GpuMat" : "Mat", isLeftOut ? ", " : "",
                        isLeftOut ? WITHOUT_PAPERS : "",
                        namesOf([&](const Schedule& row) { return row.*side != Engine::NONE; }).c_str()));
}

}} // namespace cv::recfilter
