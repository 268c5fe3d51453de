// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The table of schedules: rows apply each pass once, transfers match their steps, and architecture.md agrees.

#include "accuracy_table.hpp"
#include "recursive_common.hpp"

#include "recursive/cpu/engine/host_engine.hpp"
#include "recursive/plan/schedule/schedule_text.hpp"

// The library does not export these. What they call of plan/ is in test_planning.cpp.
#include "recursive/plan/choice/device_choice.cpp"
#include "recursive/plan/choice/facts.cpp"
#include "recursive/plan/schedule/schedule_needs.cpp"

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

//! Each pass of each filter is applied once. If tiles are smaller than lines, its carries were gathered before.
TEST(Recursive_Schedule, rows_are_filters)
{
    for (const Schedule& row : schedules())
    {
        SCOPED_TRACE(row.name);
        EXPECT_EQ(&row, findSchedule(row.algorithm)) << "a number twice";
        EXPECT_TRUE(row.isBuilt() || !cv::recfilter::HAS_PAPERS);
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
TEST(Recursive_Schedule, auto_takes_bands_for_high_orders)
{
    const auto isLike = [](int algorithm, int orderX, int orderY, Size size) {
        const Mat src = noise(size, CV_64F);
        const auto axis = [](int order) { return smoothing(std::vector<Pole>(size_t(order), 0.5), BORDER_REFLECT); };
        const auto with = [&](int which) { return filtered(axis(orderX), axis(orderY), src, Scalar(), which); };
        return identical(with(RECURSIVE_AUTO), with(algorithm));
    };
    for (const Size& size : {Size(70, 300), Size(301, 90)})
    {
        EXPECT_TRUE(isLike(RECURSIVE_BAND, 2, 10, size));
        EXPECT_FALSE(isLike(RECURSIVE_ALG_RT, 2, 10, size)) << "not a test, if both have the same results";
        EXPECT_TRUE(isLike(RECURSIVE_BAND, 10, 9, size));
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
were measured, and does not where rounding between the parts would count (recursive/plan/choice/facts.cpp asks this). */
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

// ---- The choice of RECURSIVE_AUTO ----

FilterModel mirroredModel(const std::vector<Pole>& x, const std::vector<Pole>& y)
{
    FilterModel model;
    model.axes = {mirroredAxis(y), mirroredAxis(x)};
    return model;
}

DeviceRows rowsOf(const FilterModel& model, Size size, bool isFloat)
{
    return DeviceChoice(model).rowsOn(Extents::ofImage(size, 1),
                                      {isFloat, {16, 24, 32}, 8, 4096, true, 1024, 64, 24, 512, 64, 32});
}

//! The rows that RECURSIVE_AUTO tries on a GPU, as names. Rows behind one that takes all are left out.
std::string rowsOnDevice(const FilterModel& model, Size size = Size(2000, 2000), bool isFloat = true)
{
    const DeviceRows rows = rowsOf(model, size, isFloat);
    std::string list;
    for (const Choice& row : rows.choices)
    {
        list += (list.empty() ? "" : ", ") + std::string(scheduleOf(row.algorithm).name) +
                (row.byBlocks ? " by blocks" : "");
        if (!(row.needs & NEEDS_OF_CALL))
            break;
    }
    return list;
}

//! The conditions of a GPU need none.
TEST(Recursive_Choice, rows_on_a_gpu)
{
    const std::vector<Pole> fast = {0.5}, slow = {0.9}, pair = {std::polar(0.8, 0.5)}, lone = {0.85};
    EXPECT_EQ("one read, one launch, RECURSIVE_ALG_6", rowsOnDevice(mirroredModel(fast, fast)));
    EXPECT_EQ("one launch, RECURSIVE_ALG_6", rowsOnDevice(mirroredModel(fast, fast), Size(9, 9), false));
    EXPECT_EQ("one launch, RECURSIVE_ALG_6", rowsOnDevice(mirroredModel(slow, fast))) << "0.9 does not fade";
    EXPECT_EQ("RECURSIVE_ALG_6", rowsOnDevice(mirroredModel(slow, {})));
    EXPECT_EQ("block states", rowsOnDevice(mirroredModel(slow, pair))) << "unlike chains";

    const std::vector<Pole> poles = spreadPoles(4, 0.85);
    EXPECT_EQ("block states", rowsOnDevice(mirroredModel(poles, poles))) << "no kernels of their own";
    EXPECT_EQ("block states", rowsOnDevice(mirroredModel(poles, poles), Size(2000, 2000), false)) << "double";
    EXPECT_EQ("block states", rowsOnDevice(mirroredModel(poles, {}))) << "along one axis";
    EXPECT_EQ("block states", rowsOnDevice(mirroredModel(spreadPoles(12, 0.85), poles))) << "24 states";
    EXPECT_EQ("block states", rowsOnDevice(mirroredModel(spreadPoles(20, 0.85), poles))) << "40 states";

    FilterModel model;
    model.axes[ALONG_ROWS].filter.causal = mirroredAxis(slow).filter.causal;
    model.axes[ALONG_ROWS].filter.anticausal.resize(1);
    model.axes[ALONG_ROWS].borderType = BORDER_CONSTANT;
    for (Branches* pointwise : {&model.axes[ALONG_COLUMNS].filter.causal, &model.axes[ALONG_COLUMNS].filter.anticausal})
        pointwise->resize(1);
    EXPECT_EQ("march, block states", rowsOnDevice(model, Size(2000, 4096))) << "one direction along one axis";
    EXPECT_EQ("block states", rowsOnDevice(model, Size(2000, 4095))) << "few lines";
    model.axes[ALONG_ROWS].borderType = BORDER_WRAP;
    EXPECT_EQ("block states", rowsOnDevice(model, Size(2000, 4096))) << "a border that takes sums";

    EXPECT_EQ("long lines", rowsOnDevice(mirroredModel(slow, {}), Size(65536, 1)));
    EXPECT_EQ("long lines", rowsOnDevice(mirroredModel(spreadPoles(12, 0.85), {}), Size(65536, 64)));
    EXPECT_EQ("RECURSIVE_ALG_6", rowsOnDevice(mirroredModel(slow, {}), Size(65535, 64))) << "shorter rows";
    EXPECT_EQ("RECURSIVE_ALG_6", rowsOnDevice(mirroredModel(slow, {}), Size(65536, 65))) << "more rows";
    EXPECT_EQ("block states", rowsOnDevice(mirroredModel(spreadPoles(13, 0.85), {}), Size(65536, 1))) << "26 states";
    EXPECT_EQ("RECURSIVE_ALG_6", rowsOnDevice(mirroredModel({}, slow), Size(1, 65536))) << "columns";
    EXPECT_EQ("one launch, RECURSIVE_ALG_6", rowsOnDevice(mirroredModel(slow, slow), Size(65536, 2))) << "both axes";

    EXPECT_EQ("RECURSIVE_ALG_6", rowsOnDevice(mirroredModel({}, slow), Size(1, 1280))) << "columns alone";
    EXPECT_EQ("RECURSIVE_ALG_6", rowsOnDevice(mirroredModel({}, pair), Size(5000, 640), false)) << "double";
    EXPECT_EQ("RECURSIVE_ALG_6", rowsOnDevice(mirroredModel(slow, {}), Size(1280, 1))) << "rows";
    EXPECT_EQ("block states", rowsOnDevice(mirroredModel({}, poles), Size(100, 100))) << "no kernels of their own";

    for (const std::vector<Pole>& fading : {fast, {std::polar(0.3, 0.9)}, {0.35, std::polar(0.3, 1.3)}})
    {
        EXPECT_EQ("one read of lines, RECURSIVE_ALG_6", rowsOnDevice(mirroredModel(fading, {}), Size(512, 7)));
        EXPECT_EQ("one read of lines, RECURSIVE_ALG_6", rowsOnDevice(mirroredModel({}, fading), Size(32, 64)));
        EXPECT_EQ("one read of lines, RECURSIVE_ALG_6", rowsOnDevice(mirroredModel({}, fading), Size(32, 1281)));
        EXPECT_EQ("one read of lines, long lines", rowsOnDevice(mirroredModel(fading, {}), Size(65536, 1)));
        EXPECT_EQ("RECURSIVE_ALG_6", rowsOnDevice(mirroredModel(fading, {}), Size(512, 7), false)) << "double";
        EXPECT_EQ("RECURSIVE_ALG_6", rowsOnDevice(mirroredModel(fading, {}), Size(511, 7))) << "short rows";
        EXPECT_EQ("RECURSIVE_ALG_6", rowsOnDevice(mirroredModel({}, fading), Size(31, 1281))) << "few columns";
        EXPECT_EQ("RECURSIVE_ALG_6", rowsOnDevice(mirroredModel({}, fading), Size(32, 63))) << "short columns";
    }

    model = mirroredModel({std::polar(1 - 1e-7, 1.7)}, {std::polar(1 - 1e-7, 1.7)});
    for (AxisModel& axis : model.axes)
        axis.memory = 1e7;
    EXPECT_EQ("RECURSIVE_ALG_3", rowsOnDevice(model, Size(2000, 2000), false)) << "slow resonances";
    for (AxisModel& axis : model.axes)
        for (Branches* direction : {&axis.filter.causal, &axis.filter.anticausal})
            (*direction)[0].sections.resize(2, (*direction)[0].sections[0]);
    EXPECT_EQ("RECURSIVE_ALG_3 by blocks", rowsOnDevice(model, Size(2000, 2000), false)) << "and several of them";
    EXPECT_EQ("block states", rowsOnDevice(mirroredModel({}, {}))) << "nothing to filter";
}

/** By name, the engine of a row runs it where it has kernels for the filter's chains. Otherwise block states run its
passes: for axes that are unlike where both are gathered at once or handed on, for pairs step by step, for nothing. */
TEST(Recursive_Choice, rows_that_blocks_run_on_a_gpu)
{
    const auto byBlocks = [](FilterModel model, int algorithm) {
        model.algorithm = algorithm;
        const DeviceRows rows = rowsOf(model, Size(90, 70), true);
        EXPECT_EQ(1u, rows.choices.size());
        EXPECT_EQ(algorithm, rows.choices[0].algorithm);
        return rows.choices[0].byBlocks;
    };
    const std::vector<Pole> pair = {std::polar(0.8, 0.5)}, many = spreadPoles(4, 0.85);
    const FilterModel unlike = mirroredModel({0.9}, pair), alike = mirroredModel({0.9}, {0.8}),
                      rows = mirroredModel({0.9}, {}), three = mirroredModel({0.9, pair[0]}, {0.7, pair[0]}),
                      four = mirroredModel(many, many), none = mirroredModel({}, {});
    for (int algorithm : algorithmsOf(&Schedule::onDevice))
    {
        const bool isSplit = algorithm == RECURSIVE_ALG_2X5_1 || algorithm == RECURSIVE_ALG_5_4;
        if (algorithm == RECURSIVE_AUTO || algorithm == RECURSIVE_ALG_6B || isSplit)
            continue;
        const bool isOneByOne = algorithm == RECURSIVE_ALG_RT || algorithm == RECURSIVE_ALG_1;
        EXPECT_FALSE(byBlocks(alike, algorithm)) << algorithm;
        EXPECT_FALSE(byBlocks(rows, algorithm)) << algorithm;
        EXPECT_FALSE(byBlocks(three, algorithm)) << algorithm;
        EXPECT_TRUE(byBlocks(four, algorithm)) << algorithm;
        EXPECT_TRUE(byBlocks(none, algorithm)) << algorithm;
        EXPECT_EQ(algorithm != RECURSIVE_ALG_3 && !isOneByOne, byBlocks(unlike, algorithm)) << algorithm;
    }
    EXPECT_FALSE(byBlocks(three, RECURSIVE_ALG_5_4)) << "a pole, then a pair";
    EXPECT_TRUE(byBlocks(four, RECURSIVE_ALG_5_4)) << "two pairs";
    EXPECT_FALSE(byBlocks(mirroredModel({0.9, 0.5}, {0.8, 0.6}), RECURSIVE_ALG_2X5_1));
}

//! Block states run both passes of an axis at once, and both axes where the algorithm does.
TEST(Recursive_Schedule, steps_of_blocks)
{
    const auto text = [](int algorithm) {
        Schedule row = scheduleOf(algorithm);
        row.steps = wholeSteps(row);
        return textOfSteps(row);
    };
    for (int algorithm : {RECURSIVE_ALG_RT, RECURSIVE_ALG_1, RECURSIVE_ALG_2, RECURSIVE_ALG_3, RECURSIVE_ALG_4})
        EXPECT_EQ("-/DU, DU/-, -/RL, RL/-", text(algorithm));
    for (int algorithm : {int(RECURSIVE_ALG_5), int(RECURSIVE_ALG_6), int(BLOCK_STATES)})
        EXPECT_EQ("-/DURL, DURL/-", text(algorithm));
    EXPECT_EQ("-/DURL, DURL/-, -/DURL1, DURL1/-", text(RECURSIVE_ALG_2X5_1));
    EXPECT_EQ("-/DURL, DURL/-, -/DU1, DU1/-, -/RL1, RL1/-", text(RECURSIVE_ALG_5_4));
}

//! The file of a new engine, which refuses images of one column. It needs a row in each of two tables.
class CopyingEngine final : public HostEngine
{
public:
    void run(const Mat& src, Mat& dst, const HostCall&) const override { src.copyTo(dst); }
    size_t workBytes() const override { return 0; }

    static std::shared_ptr<const HostEngine> make(const FilterModel&, const Extents& shape, const Schedule&)
    {
        return shape.isFlat(ALONG_ROWS) ? nullptr : std::make_shared<const CopyingEngine>();
    }
};

class OtherEngine final : public HostEngine
{
public:
    void run(const Mat&, Mat&, const HostCall&) const override {}
    size_t workBytes() const override { return 1; }

    static std::shared_ptr<const HostEngine> make(const FilterModel&, const Extents&, const Schedule&)
    {
        return std::make_shared<const OtherEngine>();
    }
};

TEST(Recursive_Choice, an_engine_is_a_file_and_a_row)
{
    constexpr Engine COPIES = {"copies"};
    std::vector<Schedule> table = schedules();
    table.push_back({-100,
                     "copy",
                     {{cv::recfilter::Pass::DURL, cv::recfilter::Pass::NONE}},
                     COPIES,
                     Engine::NONE,
                     NEEDS_NOTHING,
                     2,
                     "this test"});
    table.front().choices.insert(table.front().choices.begin(), {-100, NEEDS_FADING});
    const std::vector<HostEngineRow> engines = {{COPIES, &CopyingEngine::make}, {Engine::BANDS, &OtherEngine::make}};

    const FilterModel model = mirroredModel({0.9}, {0.9});
    const auto bytesOf = [&](unsigned met, Size size) {
        Facts facts;
        facts.met = met;
        const std::vector<Choice> list = choose(table.front(), &Schedule::onHost, facts, table);
        return makeHostPlan(list, engines, model, Extents::ofImage(size, 1), table).engine->workBytes();
    };
    EXPECT_EQ(1u, bytesOf(NEEDS_NOTHING, Size(9, 9))) << "the filter does not meet its needs";
    EXPECT_EQ(0u, bytesOf(NEEDS_FADING, Size(9, 9)));
    EXPECT_EQ(1u, bytesOf(NEEDS_FADING, Size(1, 9))) << "it refuses, and the next one takes the image";
}

// ---- What users are told ----

//! A value of the text of RecursiveFilter::explain.
std::string lineOf(const Ptr<RecursiveFilter>& filter, const std::string& name, Size size, int type = CV_64F)
{
    std::istringstream text(filter->explain(size, type));
    for (std::string line; std::getline(text, line);)
        if (line.compare(0, name.size() + 2, name + ": ") == 0)
            return line.substr(name.size() + 2);
    return "";
}

TEST(Recursive_Explain, rows_that_are_asked_for)
{
    for (int algorithm : algorithmsOf(&Schedule::onHost))
    {
        if (algorithm == RECURSIVE_AUTO)
            continue;
        const Schedule& row = scheduleOf(algorithm);
        const int border = row.needs & NEEDS_ZERO_BORDER ? BORDER_CONSTANT : BORDER_REFLECT;
        const auto filter = createRecursiveFilter(smoothing({0.9, 0.6}, border), Scalar(), -1, algorithm);
        const std::string text = filter->explain(Size(90, 70), CV_64F);
        EXPECT_EQ(0u,
                  text.find(cv::format("algorithm: %s (asked for by name)\nengine: %s\nworking type: double (source "
                                       "or destination is CV_64F)\ntransfers: %d images\nworkspace: ",
                                       row.name, row.onHost.name, row.transfers)))
            << text;
        EXPECT_EQ(5, std::count(text.begin(), text.end(), '\n')) << text;
    }
}

TEST(Recursive_Explain, what_auto_takes_on_the_cpu)
{
    const Size size(640, 480);
    const auto axis = [](double pole, int order) {
        return smoothing(std::vector<Pole>(size_t(order), pole), BORDER_REFLECT);
    };
    const Axis none, taps({Pass({1, 0.5}, {1, -0.9}, false)}, BORDER_CONSTANT);
    const struct
    {
        Ptr<RecursiveFilter> filter;
        Size size;
        const char *algorithm, *engine, *transfers;
    } cases[] = {
        {createRecursiveFilter(axis(0.97, 1)), size, "RECURSIVE_BAND (takes every filter)", "bands", "3 images"},
        {createRecursiveFilter(axis(0.97, 1), none), size, "bands that look ahead (fading states)", "bands",
         "2 images"},
        {createRecursiveFilter(axis(0.3, 1)), size, "bands that look ahead (fading states)", "bands", "2 images"},
        {createRecursiveFilter(axis(0.9, 12)), size, "RECURSIVE_BAND (takes every filter)", "bands", "3 images"},
        {createRecursiveFilter(taps, none), Size(1000, 1), "few lines (few lines along one axis, CPU)", "few lines",
         "2 images"},
        {createRecursiveFilter(taps, none), size, "bands that look ahead (fading states)", "bands", "2 images"},
        {createRecursiveFilter(axis(0.97, 1)), Size(640, 8), "axes apart (a few rows or columns, CPU)", "axes apart",
         "4 images"},
        {createRecursiveFilter(none, axis(0.97, 1)), Size(640, 8), "short lines (short lines along one axis, CPU)",
         "short lines", "2 images"},
    };
    for (const auto& one : cases)
    {
        EXPECT_EQ(one.algorithm, lineOf(one.filter, "algorithm", one.size));
        EXPECT_EQ(one.engine, lineOf(one.filter, "engine", one.size));
        EXPECT_EQ(one.transfers, lineOf(one.filter, "transfers", one.size));
    }
    EXPECT_EQ("0 bytes", lineOf(createRecursiveFilter(axis(0.97, 1)), "workspace", Size(100, 20))) << "one band";
    EXPECT_NE("0 bytes", lineOf(createRecursiveFilter(axis(0.97, 1)), "workspace", size));
}

TEST(Recursive_Explain, working_types)
{
    const Size size(64, 48);
    const Axis fast = smoothing({0.5}, BORDER_REFLECT);
    const auto typeOf = [&](const Ptr<RecursiveFilter>& filter, int type) {
        return lineOf(filter, "working type", size, type);
    };
    const std::string inFloat = typeOf(createRecursiveFilter(fast), CV_8U);
    const bool fuses = inFloat != "double (the CPU has no fused multiply-adds)";
    if (fuses)
    {
        EXPECT_EQ("float (exact enough)", inFloat);
    }
    EXPECT_EQ("double (source or destination is CV_64F)", typeOf(createRecursiveFilter(fast, Scalar(), CV_64F), CV_8U));
    EXPECT_EQ("double (filters of this kind are defined to more digits than float has)",
              typeOf(createBSplinePrefilter(9), CV_32F));
    EXPECT_EQ("double (float would lose too much of this filter)",
              typeOf(createRecursiveFilter(smoothing({std::polar(1 - 1e-6, 1.7)}, BORDER_REFLECT)), CV_32F));
    // Blocks hold the poles in float, which bands have and long lines lack.
    const std::vector<Pass> poles = {Pass({1}, {1, -3.92, 5.7624, -3.764768, 0.92236816})};
    const std::string ofLongLines = fuses ? "double (float would lose too much of this filter)" : inFloat;
    const auto close = createRecursiveFilter(Axis(poles), Axis());
    EXPECT_EQ(inFloat, lineOf(close, "working type", Size(100, 70), CV_32F));
    EXPECT_EQ("long lines", lineOf(close, "engine", Size(1 << 21, 1), CV_32F));
    EXPECT_EQ(ofLongLines, lineOf(close, "working type", Size(1 << 21, 1), CV_32F));
    // So have the rows of few rows, whose axes are filtered apart.
    const auto both = createRecursiveFilter(Axis(poles), Axis({Pass({0.5}, {1, -0.5})}));
    EXPECT_EQ("axes apart", lineOf(both, "engine", Size(1 << 21, 3), CV_32F));
    EXPECT_EQ(ofLongLines, lineOf(both, "working type", Size(1 << 21, 3), CV_32F));
    // Filters with engines of their own.
    EXPECT_EQ("double (source or destination is CV_64F)",
              typeOf(createBandedSolver({1, 4, 1}, BORDER_REFLECT), CV_64F));
    EXPECT_EQ("double (float would lose too much of this filter)",
              typeOf(gaussianFilter(9, 9, 0, 0, BORDER_REPLICATE, Scalar(), GAUSSIAN_LEE_ONE_WAY), CV_32F));
}

TEST(Recursive_Explain, refuses)
{
    const auto filter = createRecursiveFilter(smoothing({0.5}, BORDER_REFLECT));
    expectError(Error::StsBadArg, "size is 0 x 5", [&] { filter->explain(Size(0, 5), CV_32F); });
    expectError(Error::StsBadArg, "type is -1", [&] { filter->explain(Size(5, 5), -1); });
    expectError(Error::StsUnsupportedFormat, "type", [&] { filter->explain(Size(5, 5), CV_32S); });
    if (getCudaEnabledDeviceCount() <= 0)
        expectError(Error::GpuNotSupported, "CUDA", [&] { filter->explain(Size(5, 5), CV_32F, true); });
}

//! What users are told of a row is what it does with a filter that all rows take, but for their borders.
TEST(Recursive_Schedule, public_rows)
{
    const Mat src = noise(Size(90, 70), CV_64F);
    for (const RecursiveAlgorithmInfo& info : recursiveAlgorithms())
    {
        if (!info.onHost && !info.onDevice)
            continue;
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
    if (!cv::recfilter::HAS_PAPERS)
        throw SkipTestException("the page has the algorithms of papers/");
    const AccuracyTable table("schedules", "architecture.md");
    for (const Schedule& row : schedules())
        table.row({row.isPublic() ? "`" + std::string(row.name) + "`" : std::string(row.name), stepsOrChoicesOf(row),
                   row.transfers ? std::to_string(row.transfers) + " images" : std::string("-"), row.onHost.name,
                   row.onDevice.name, row.needs ? textOfNeeds(row.needs) : std::string("-"), std::string(row.origin)});
}

#ifdef RECFILTER_WITHOUT_PAPERS
//! The error names what was asked for and the option.
TEST(Recursive_Schedule, papers_that_are_left_out)
{
    const cv::ErrorCallback skips = cv::redirectError(nullptr); // skipPapers
    const auto refuses = [](const std::string& what, const std::function<void()>& call) {
        expectError(Error::StsNotImplemented, what + ", " + cv::recfilter::WITHOUT_PAPERS, call);
    };
    const auto filter = [](int algorithm) {
        return createRecursiveFilter(smoothing({0.5}, BORDER_REFLECT), Scalar(), -1, algorithm);
    };
    refuses("algorithm is RECURSIVE_ALG_1 (11)", [&] { filter(RECURSIVE_ALG_1); });
    refuses("algorithm is RECURSIVE_ALG_6B (17)", [&] { filter(RECURSIVE_ALG_6B); });
    const Mat src(5, 5, CV_32F, Scalar(1));
    Mat dst;
    refuses("algorithm is RECURSIVE_ALG_6 (16) and src a Mat", [&] { filter(RECURSIVE_ALG_6)->apply(src, dst); });
    refuses("approximation is GAUSSIAN_LEE_TWO_WAY",
            [] { gaussianFilter(3, 3, 0, 0, BORDER_REPLICATE, Scalar(), GAUSSIAN_LEE_TWO_WAY); });
    NonSeparableParams params;
    params.algorithm = CONVOLUTION_SHARED;
    refuses("algorithm is CONVOLUTION_SHARED", [&] { createNonSeparableFilter(Mat::ones(3, 3, CV_32F), params); });
    cv::redirectError(skips);
}
#endif

}} // namespace opencv_test
