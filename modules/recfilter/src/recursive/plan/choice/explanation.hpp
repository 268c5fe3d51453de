// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_EXPLANATION_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_EXPLANATION_HPP

// Why a row of the table of algorithms runs for an image, and what it transfers, for RecursiveFilter::explain.

#include "arrays/explanation.hpp"
#include "recursive/model/filter_model.hpp"
#include "recursive/plan/schedule/schedule_text.hpp"

namespace cv { namespace recfilter {

//! Adds an engine that runs if the ones before refuse.
inline void append(String& list, const String& text)
{
    list += (list.empty() ? "" : ", else ") + text;
}

//! Why a row runs, and why another engine runs it.
inline String reasonOf(const Schedule& asked, const Choice& choice)
{
    const String why = asked.algorithm == choice.algorithm ? "asked for by name"
                       : choice.needs                      ? textOfNeeds(choice.needs)
                                                           : "takes every filter";
    return why + (choice.byBlocks ? "; its own kernels do not take these passes" : "");
}

//! Images that a row reads and writes for a filter of these passes. One that filters nothing copies.
inline int transfersOf(const Schedule& row, Pass filtered)
{
    int transfers = 0;
    for (const Step& step : row.steps)
        transfers += has(step.apply, filtered) ? 2 : has(step.gather, filtered) ? 1 : 0;
    return std::max(transfers, 2);
}

//! The passes of the axes that are filtered.
inline Pass passesOf(const FilterModel& model)
{
    const auto of = [&](ImageAxis axis, Pass both) { return model.axes[axis].isPointwise() ? Pass::NONE : both; };
    return of(ALONG_ROWS, Pass::RL) | of(ALONG_COLUMNS, Pass::DU);
}

}} // namespace cv::recfilter

#endif
