// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The time and memory of planning a line: they do not grow with the line, however slow its poles are.

#include "allocations.hpp"
#include "recursive_common.hpp"

// The library does not export these.
#include "../modules/recfilter/src/cpu/tables/axis_tables.cpp"
#include "../modules/recfilter/src/cpu/tables/line_groups.cpp"
#include "../modules/recfilter/src/plan/axis_plan.cpp"
#include "../modules/recfilter/src/plan/chain_kind.cpp"

#include <chrono>

namespace opencv_test { namespace {

using cv::recfilter::AxisModel;
using cv::recfilter::AxisTables;
using cv::recfilter::LineGroups;
using cv::recfilter::Section;

//! A pole and a pair at the same distance from the unit circle, in both directions.
AxisModel slowAxis(double distance, int border)
{
    Section pole, pair;
    pole.f1 = 1 - distance;
    pair.order = 2;
    pair.f1 = 2 * (1 - distance) * std::cos(0.1);
    pair.f2 = -(1 - distance) * (1 - distance);
    AxisModel axis;
    axis.borderType = border;
    axis.filter.causal.resize(1);
    axis.filter.causal[0].sections = {pole, pair};
    axis.filter.anticausal = axis.filter.causal;
    return axis;
}

//! Bytes allocated to plan an axis and two LineGroups of 1024 pixels: without f and z among the sums, and with them.
template <typename W>
size_t bytesOfPlan(const AxisModel& model, int64 length)
{
    const size_t before = allocations::bytes();
    const AxisTables<W> axis(model, length);
    const LineGroups<W> some(axis, 1, 1024, false, false), all(axis, 1, 1024, true, true);
    return allocations::bytes() - before;
}

template <typename W>
void expectShortPlans(double distance)
{
    for (int border : BORDERS)
    {
        const AxisModel model = slowAxis(distance, border);
        const size_t ofShortLine = bytesOfPlan<W>(model, 1 << 16);
        double fastest = DBL_MAX;
        for (int i = 0; i < 3; i++)
        {
            const auto start = std::chrono::steady_clock::now();
            const size_t bytes = bytesOfPlan<W>(model, int64(1) << 28);
            const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
            fastest = std::min(fastest, time.count());
            EXPECT_LE(bytes, ofShortLine + (64 << 10)) << "border " << border; // 12 more squarings of each power
            EXPECT_LE(bytes, size_t(2) << 20) << "border " << border;
        }
        // It takes 1 ms, and less than 5 on any machine. The limit leaves room for other processes.
        EXPECT_LE(fastest, 50) << "border " << border;
    }
}

TEST(Planning, long_lines_of_slow_poles)
{
    expectShortPlans<double>(1e-9);
    expectShortPlans<float>(1e-6); // float has no pole closer to the unit circle than 6e-8
}

}} // namespace opencv_test
