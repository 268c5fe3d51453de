// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_SCHEDULE_SCHEDULE_TEXT_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_SCHEDULE_SCHEDULE_TEXT_HPP

// Steps and needs of the table of algorithms in words, for users and documents.

#include "recursive/plan/schedule/schedule.hpp"

#include <string>
#include <utility>

namespace cv { namespace recfilter {

//! The passes of a set by their letters; a dash if there are none.
inline std::string textOf(Pass set)
{
    const std::pair<Pass, char> all[] = {{Pass::D, 'D'}, {Pass::U, 'U'}, {Pass::R, 'R'}, {Pass::L, 'L'}};
    std::string letters;
    for (const auto& one : all)
        if (has(set, one.first))
            letters += one.second;
    return letters.empty() ? "-" : letters;
}

//! What a filter must be like, as a list; empty if any will do.
inline std::string textOfNeeds(unsigned needs)
{
    const std::pair<unsigned, const char*> words[] = {{NEEDS_CASCADE, "cascades"},
                                                      {NEEDS_ZERO_BORDER, "zero borders"},
                                                      {NEEDS_REPEATING_BORDER, "repeating borders"},
                                                      {NEEDS_MIRRORED_POLES, "mirrored all-pole passes"},
                                                      {NEEDS_DECAY, "poles up to 127/128"},
                                                      {NEEDS_TWO_POLES, "two real poles"},
                                                      {NEEDS_MILD_POLES, "no slow resonances"},
                                                      {NEEDS_FADING, "fading states"},
                                                      {NEEDS_ALIKE_CASCADES, "cascades alike"},
                                                      {NEEDS_FLOAT, "float"},
                                                      {NEEDS_ROOM_ON_CHIP, "room on the chip"},
                                                      {NEEDS_OUT_OF_PLACE, "not in place"},
                                                      {NEEDS_BLOCKS, "no kernels for the passes"},
                                                      {NEEDS_ONE_DIRECTION, "one direction along one axis"},
                                                      {NEEDS_COPIES, "whole vectors"},
                                                      {NEEDS_FEW_LINES, "few lines along one axis, CPU"},
                                                      {NEEDS_LONG_LINES, "a few long lines along one axis"},
                                                      {NEEDS_ONE_CASCADE, "a cascade along one axis"},
                                                      {NEEDS_WIDE_CASCADES, "3 or 4 fading poles, double"},
                                                      {NEEDS_SHORT_LINES, "short lines along one axis, CPU"},
                                                      {NEEDS_MANY_CHANNELS, "few rows of many channels, CPU"},
                                                      {NEEDS_AXES_APART, "a few rows or columns, CPU"}};
    std::string text;
    for (const auto& need : words)
        if (needs & need.first)
            text += (text.empty() ? "" : ", ") + std::string(need.second);
    return text;
}

//! Applied and gathered passes of each step, with the number of their filter if it is not the first one.
inline std::string textOfSteps(const Schedule& row)
{
    const auto of = [](Pass set, int filter) {
        return textOf(set) + (filter && set != Pass::NONE ? std::to_string(filter) : "");
    };
    std::string text;
    for (const Step& step : row.steps)
        text += (text.empty() ? "" : ", ") + of(step.apply, step.applied) + "/" + of(step.gather, step.gathered);
    return text;
}

}} // namespace cv::recfilter

#endif
