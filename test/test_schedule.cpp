// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The table of schedules: rows apply each pass once, transfers match their steps, and architecture.md agrees.

#include "accuracy_table.hpp"
#include "recursive_common.hpp"

namespace opencv_test { namespace {

using namespace cv::recfilter;

//! Other tests use `Pass` for a list of taps.
typedef cv::recfilter::Pass PassSet;

std::string namesOf(PassSet set)
{
    const std::pair<PassSet, char> all[] = {{PassSet::D, 'D'}, {PassSet::U, 'U'}, {PassSet::R, 'R'}, {PassSet::L, 'L'}};
    std::string names;
    for (const auto& one : all)
        if (has(set, one.first))
            names += one.second;
    return names.empty() ? "-" : names;
}

std::string wordsOf(unsigned needs)
{
    const std::pair<unsigned, const char*> words[] = {{NEEDS_CASCADE, "cascades"},
                                                      {NEEDS_ZERO_BORDER, "zero borders"},
                                                      {NEEDS_REPEATING_BORDER, "repeating borders"},
                                                      {NEEDS_MIRRORED_POLES, "mirrored all-pole passes"},
                                                      {NEEDS_FADING, "fading states"},
                                                      {NEEDS_ALIKE, "axes alike"},
                                                      {NEEDS_ALIKE_CASCADES, "cascades alike"},
                                                      {NEEDS_FLOAT, "float"},
                                                      {NEEDS_ROOM_ON_CHIP, "room on the chip"},
                                                      {NEEDS_OUT_OF_PLACE, "not in place"}};
    std::string text;
    for (const auto& need : words)
        if (needs & need.first)
            text += (text.empty() ? "" : ", ") + std::string(need.second);
    return text.empty() ? "-" : text;
}

std::string stepsOf(const Schedule& row)
{
    std::string text;
    for (const Step& step : row.steps)
    {
        const auto of = [](PassSet set, int filter) {
            return namesOf(set) + (filter && set != PassSet::NONE ? std::to_string(filter) : "");
        };
        text += (text.empty() ? "" : ", ") + of(step.apply, step.applied) + "/" + of(step.gather, step.gathered);
    }
    for (const Choice& choice : row.choices)
    {
        text += (text.empty() ? "" : ", ") + std::string("`") + scheduleOf(choice.algorithm).name + "`";
        if (choice.needs)
            text += " (" + wordsOf(choice.needs) + ")";
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
    case Engine::TILES:
        return "tiles";
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
            if (step.apply != PassSet::NONE)
            {
                applied[step.applied] += namesOf(step.apply);
                if (row.onHost == Engine::TILES) // bands gather on the way
                {
                    EXPECT_EQ(0u, gathered[step.applied].find(applied[step.applied])) << "applied before gathered";
                }
            }
            if (step.gather != PassSet::NONE)
                gathered[step.gathered] += namesOf(step.gather);
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
            transfers += step.apply == PassSet::NONE ? 1 : 2;
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

TEST(Recursive_Schedule, page)
{
    const AccuracyTable table("schedules", "architecture.md");
    for (const Schedule& row : schedules())
        table.row({row.isPublic() ? "`" + std::string(row.name) + "`" : std::string(row.name), stepsOf(row),
                   row.transfers ? std::to_string(row.transfers) + " images" : std::string("-"), nameOf(row.onHost),
                   nameOf(row.onDevice), wordsOf(row.needs), std::string(row.origin)});
}

}} // namespace opencv_test
