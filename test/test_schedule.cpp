// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The table of schedules: rows apply each pass once, transfers match their steps, and architecture.md agrees.

#include "accuracy_table.hpp"
#include "recursive_common.hpp"

#include "../modules/recfilter/src/plan/schedule/schedule_filters.hpp"
#include "../modules/recfilter/src/plan/schedule/schedule_text.hpp"

namespace opencv_test { namespace {

using namespace cv::recfilter;

std::string stepsOrChoicesOf(const Schedule& row)
{
    std::string text = textOfSteps(row);
    for (const Choice& choice : row.choices)
    {
        text += (text.empty() ? "" : ", ") + std::string("`") + scheduleOf(choice.algorithm).name + "`";
        if (choice.needs)
            text += " (" + textOfNeeds(choice.needs) + ")";
    }
    return text;
}

std::string nameOf(Engine engine)
{
    switch (engine)
    {
    case Engine::NONE:
        return "-";
    case Engine::CHOICE:
        return "the first that fits";
    case Engine::BANDS:
        return "bands";
    case Engine::FEW_LINES:
        return "few lines";
    case Engine::TILES:
        return "tiles";
    case Engine::PADDED:
        return "padded tiles";
    case Engine::WHOLE_LINES:
        return "whole lines";
    case Engine::TWO_READS:
        return "two reads";
    case Engine::ONE_LAUNCH:
        return "one launch";
    case Engine::ONE_READ:
        return "one read";
    }
    return "";
}

//! Each pass of each filter is applied once. If tiles are smaller than lines, its carries were gathered before.
TEST(Recursive_Schedule, rows_are_filters)
{
    for (const Schedule& row : schedules())
    {
        SCOPED_TRACE(row.name);
        EXPECT_EQ(&row, findSchedule(row.algorithm)) << "a number twice";
        EXPECT_TRUE(row.onHost != Engine::NONE || row.onDevice != Engine::NONE);
        EXPECT_EQ(row.steps.empty(), !row.choices.empty());
        std::string applied[2], gathered[2];
        for (const Step& step : row.steps)
        {
            if (step.apply != cv::recfilter::Pass::NONE)
            {
                applied[step.applied] += textOf(step.apply);
                if (row.onHost == Engine::TILES) // bands gather on the way
                {
                    EXPECT_EQ(0u, gathered[step.applied].find(applied[step.applied])) << "applied before gathered";
                }
            }
            if (step.gather != cv::recfilter::Pass::NONE)
                gathered[step.gathered] += textOf(step.gather);
        }
        for (const std::string& passes : applied)
            EXPECT_TRUE(passes == "DURL" || passes.empty()) << passes;
        for (const Choice& choice : row.choices)
            EXPECT_NE(Engine::CHOICE, scheduleOf(choice.algorithm).onHost);
    }
}

TEST(Recursive_Schedule, transfers_are_those_of_the_steps)
{
    for (const Schedule& row : schedules())
    {
        int transfers = 0;
        for (const Step& step : row.steps)
            transfers += step.apply == cv::recfilter::Pass::NONE ? 1 : 2;
        EXPECT_EQ(transfers, row.transfers) << row.name;
    }
}

TEST(Recursive_Schedule, choices_run_where_the_row_does)
{
    for (const Schedule& row : schedules())
        for (auto side : {&Schedule::onHost, &Schedule::onDevice})
            if (row.*side != Engine::NONE)
            {
                const std::vector<Choice> choices = choicesOf(row, side);
                ASSERT_FALSE(choices.empty()) << row.name;
                EXPECT_EQ(0u, choices.back().needs) << row.name << ": the last choice takes every filter";
            }
}

//! From an order along columns on, whatever the size of the image. In double: baseline kernels compute nothing else.
TEST(Recursive_Schedule, auto_takes_whole_lines_for_high_orders)
{
    const auto isLike = [](int algorithm, int orderX, int orderY, Size size) {
        const Mat src = noise(size, CV_64F);
        const auto axis = [](int order) { return smoothing(std::vector<Pole>(size_t(order), 0.5), BORDER_REFLECT); };
        const auto with = [&](int which) { return filtered(axis(orderX), axis(orderY), src, Scalar(), which); };
        return identical(with(RECURSIVE_AUTO), with(algorithm));
    };
    for (const Size& size : {Size(70, 300), Size(301, 90)})
    {
        EXPECT_TRUE(isLike(RECURSIVE_ALG_RT, 2, 10, size));
        EXPECT_FALSE(isLike(RECURSIVE_BAND, 2, 10, size)) << "not a test, if both have the same results";
        EXPECT_FALSE(isLike(RECURSIVE_ALG_RT, 10, 9, size));
    }
}

//! An axis with these poles in both directions, a section for each.
AxisModel mirroredAxis(const std::vector<Pole>& poles)
{
    AxisModel axis;
    for (Branches* direction : {&axis.filter.causal, &axis.filter.anticausal})
    {
        direction->resize(1);
        for (const Pole& pole : poles)
        {
            Section section;
            section.order = pole.imag() != 0 ? 2 : 1;
            section.f1 = section.order * pole.real();
            section.f2 = pole.imag() != 0 ? -std::norm(pole) : 0;
            (*direction)[0].sections.push_back(section);
        }
    }
    return axis;
}

/** RECURSIVE_AUTO takes algorithm 5_4 on the GPU for a lone pole beside pairs, in float. It does for the orders that
were measured, and does not where rounding between the parts would count (cuda/filter_plan.cpp asks this). */
TEST(Recursive_Schedule, auto_takes_parts_only_if_float_is_exact_enough)
{
    const auto growth = [](const std::vector<Pole>& poles) {
        FilterModel model;
        model.axes = {mirroredAxis(poles), mirroredAxis(poles)};
        return growthBetweenParts(scheduleOf(RECURSIVE_ALG_5_4), model);
    };
    for (double lone : {0.7, 0.85})
        for (int pairs : {2, 4, 6, 8})
        {
            std::vector<Pole> poles = spreadPoles(pairs, 0.85);
            poles.insert(poles.begin(), lone);
            EXPECT_LE(growth(poles), MOST_FLOAT_GROWTH) << "order " << 2 * pairs + 1;
        }
    EXPECT_GT(growth({0.99, std::polar(0.95, 1.9), std::polar(0.887, 2.5)}), MOST_GROWTH);
    EXPECT_GT(growth({0.9, std::polar(0.85, 2.), std::polar(0.7, 2.6)}), MOST_FLOAT_GROWTH);
}

//! The carries of both axes may be gathered at once, unless both axes resonate.
TEST(Recursive_Schedule, auto_joins_axes_unless_both_resonate)
{
    const auto joins = [](const std::vector<Pole>& x, const std::vector<Pole>& y, double q) {
        FilterModel model;
        model.axes = {mirroredAxis(y), mirroredAxis(x)};
        for (AxisModel& axis : model.axes)
            axis.memory = 1 / q;
        return mayJoinAxes(model, false);
    };
    for (double q : {5e-3, 1e-4, 1e-7, 1e-10})
    {
        const std::vector<Pole> pair = {std::polar(1 - q, 1.7)}, slow = {1 - q},
                                gaussian = {1 - q, std::polar(1 - q, q)};
        EXPECT_EQ(q == 5e-3, joins(pair, pair, q)) << q;
        EXPECT_TRUE(joins(slow, slow, q)) << q;
        EXPECT_TRUE(joins(gaussian, gaussian, q)) << q;
        EXPECT_TRUE(joins(pair, {}, q)) << q;
    }
}

//! What users are told of a row is what it does with a filter that all rows take, but for their borders.
TEST(Recursive_Schedule, public_rows)
{
    const Mat src = noise(Size(90, 70), CV_64F);
    for (const RecursiveAlgorithmInfo& info : recursiveAlgorithms())
    {
        SCOPED_TRACE(info.name);
        const int border = info.needs == "zero borders" ? BORDER_CONSTANT : BORDER_REFLECT;
        const auto filter = createRecursiveFilter(smoothing({0.9, 0.6}, border), Scalar(), -1, info.algorithm);
        EXPECT_EQ(info.algorithm, filter->getAlgorithm());
        const Schedule& row = scheduleOf(info.algorithm);
        EXPECT_EQ(std::string(row.name), info.name);
        EXPECT_EQ(row.transfers, info.transfers);
        EXPECT_EQ(row.onDevice != Engine::NONE, info.onDevice);
        EXPECT_EQ(std::count(info.steps.begin(), info.steps.end(), '/'), ptrdiff_t(row.steps.size())) << info.steps;
        if (info.onHost)
            EXPECT_EQ(src.size(), filtered(filter, src).size());
        else
            EXPECT_ANY_THROW(filtered(filter, src));
    }
    EXPECT_EQ(algorithmsOf(&Schedule::onHost).size(), [] {
        const auto list = recursiveAlgorithms();
        return size_t(std::count_if(list.begin(), list.end(), [](const auto& info) { return info.onHost; }));
    }());
}

TEST(Recursive_Schedule, page)
{
    const AccuracyTable table("schedules", "architecture.md");
    for (const Schedule& row : schedules())
        table.row({row.isPublic() ? "`" + std::string(row.name) + "`" : std::string(row.name), stepsOrChoicesOf(row),
                   row.transfers ? std::to_string(row.transfers) + " images" : std::string("-"), nameOf(row.onHost),
                   nameOf(row.onDevice), row.needs ? textOfNeeds(row.needs) : std::string("-"),
                   std::string(row.origin)});
}

}} // namespace opencv_test
