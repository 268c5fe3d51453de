// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_FACTS_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_CHOICE_FACTS_HPP

// Every condition of RECURSIVE_AUTO, as flags of the table's needs, and which rows meet them. Knows no engine.

#include "recursive/model/filter_model.hpp"
#include "recursive/plan/choice/chained_filter.hpp"
#include "arrays/extents.hpp"
#include "recursive/plan/schedule/schedule.hpp"

namespace cv { namespace recfilter {

//! The limits within which engines of the CPU are the faster ones in a working type. Their numbers are in tuning.hpp.
struct HostLimits
{
    AxisRounding rounding;
    int64 fewRows, fewColumns; //!< most lines of NEEDS_FEW_LINES
    int64 fadingRows;          //!< within which states fade for NEEDS_FADING
    //! Of NEEDS_LONG_LINES: least samples of a line, most lines, and most of them side by side.
    int64 longSamples, longLines, longChannels;
    int64 loneSamples, loneLines; //!< the same of lines that are not for NEEDS_FEW_LINES: least samples, most lines
    int64 shortSamples;           //!< most samples of NEEDS_SHORT_LINES
    int64 apartLines;             //!< least and most lines of so few samples for NEEDS_AXES_APART
    int64 mostApartLines;
    int64 apartElements; //!< most elements of an image for NEEDS_AXES_APART, which may be kept in between
    int64 apartRows;     //!< of more rows, NEEDS_AXES_APART asks for more than bandOrder
    int bandOrder;       //!< sum of the orders of both axes
    int64 columnSamples; //!< least samples of a row of NEEDS_MANY_CHANNELS
};

//! The same on a GPU.
struct DeviceLimits
{
    bool isFloat; //!< the working type
    std::vector<int>
        halos;        //!< pixels within which states fade for NEEDS_FADING, ascending: kernels that the device runs
    int marchStates;  //!< most states of a direction for NEEDS_ONE_DIRECTION
    int64 marchLines; //!< least lines for NEEDS_ONE_DIRECTION
    bool runsMarches; //!< the device has room for the kernels
    //! Of NEEDS_LONG_LINES: least pixels of a row for each row, least rows that count, most states of a direction.
    int64 longPixels, longRows;
    int longStates;
    //! Of NEEDS_ONE_CASCADE: least pixels of a row, least pixels of a column, and least columns.
    int64 fadingRow, fadingColumn, fadingColumns;
};

//! What is known of a filter for arrays of one shape on one side in one working type.
struct Facts
{
    unsigned met = NEEDS_NOTHING; //!< flags of #Needs, but NEEDS_OF_CALL
    int halo = 0;                 //!< of DeviceLimits::halos, if NEEDS_FADING is met

    void set(Needs need, bool isMet) { met |= isMet ? unsigned(need) : 0u; }
};

//! The axis that is filtered, if it is the only one; -1 otherwise.
int onlyFilteredAxis(const FilterModel& model);

Facts factsOnHost(const FilterModel& model, const Extents& shape, const HostLimits& limits);
Facts factsOnDevice(const ChainedFilter& filter, const Extents& shape, const DeviceLimits& limits);

/** The rows that may run a filter which asks for a row, the best first. Rows with NEEDS_OF_CALL may refuse a call, and
the next one takes it. */
std::vector<Choice> choose(const Schedule& asked, Engine Schedule::*side, const Facts& facts,
                           const std::vector<Schedule>& table = schedules());

}} // namespace cv::recfilter

#endif
