// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Images of one row or one column: the factor of the axis across, against the definition.

#include "recursive_common.hpp"

#include "recursive/plan/one_pixel.hpp"

namespace opencv_test { namespace {

using namespace cv::recfilter;

//! The form in which filters keep an axis: the passes of a direction one after the other, or side by side.
AxisModel modelOf(const Axis& axis)
{
    AxisModel model;
    model.borderType = axis.borderType;
    model.filter.parallel = axis.form == RECURSIVE_PARALLEL && !axis.passes.empty();
    if (!model.filter.parallel)
    {
        model.filter.causal.resize(1);
        model.filter.anticausal.resize(1);
    }
    for (const Pass& pass : axis.passes)
    {
        Branches& direction = pass.anticausal ? model.filter.anticausal : model.filter.causal;
        const Branch branch = factorize(pass.feedforward, pass.feedback);
        if (model.filter.parallel)
            direction.push_back(branch);
        else
        {
            direction[0].sections.insert(direction[0].sections.end(), branch.sections.begin(), branch.sections.end());
            model.gain *= branch.gain;
        }
    }
    return model;
}

void expectFactor(const Axis& axis)
{
    FilterModel model;
    model.axes[ALONG_COLUMNS] = modelOf(axis);
    const FilterModel factor = withoutLinesOfOnePixel(model, Extents::ofImage(Size(3, 1), 1));
    EXPECT_TRUE(factor.axes[ALONG_COLUMNS].isPointwise());
    EXPECT_EQ(axis.borderType, factor.axes[ALONG_COLUMNS].borderType);
    const Mat row = Mat_<double>({1, 3}, {1, -2, 0.5});
    EXPECT_LE(relativeError(factor.axes[ALONG_COLUMNS].gain * row, reference(row, Axis(), axis)), 1e-10)
        << axis.passes.size() << " passes, border " << axis.borderType;
}

TEST(Recursive_OnePixel, factor_is_as_defined)
{
    for (int border : BORDERS)
    {
        expectFactor(Axis({Pass({2}, {1})}, border));
        for (int order : {1, 2, 3, 5, 8})
        {
            expectFactor(smoothing(polesOfOrder(order), border));
            expectFactor(Axis({unitPass(polesOfOrder(order))}, border));
            expectFactor(Axis({unitPass(polesOfOrder(order), true)}, border));
        }
        expectFactor(deriche(0.2, border));
        for (const Mirroring& mirroring : MIRRORINGS)
            if (mirroring.direct || border != BORDER_CONSTANT) // an odd filter gives zero for a single pixel
                expectFactor(mirroredPairs({std::polar(0.95, 0.1), std::polar(0.8, 0.6)}, mirroring, border));
    }
    expectFactor(Axis({Pass({1}, {1, -1})}, BORDER_CONSTANT)); // prefix sums
}

TEST(Recursive_OnePixel, random_filters)
{
    for (int seed = 0; seed < 200; seed++)
    {
        RandomFilter random(seed);
        SCOPED_TRACE(seed);
        FilterModel model;
        model.axes[ALONG_ROWS] = modelOf(random.x);
        const FilterModel factor = withoutLinesOfOnePixel(model, Extents::ofImage(Size(1, 4), 1));
        const Mat column = Mat_<double>({4, 1}, {1, -2, 0.5, 3});
        EXPECT_LE(largestError(factor.axes[ALONG_ROWS].gain * column, reference(column, random.x, Axis())),
                  1e-10 * std::max(1.0, std::abs(factor.axes[ALONG_ROWS].gain)));
    }
}

//! The other axis does not change, nor do images of more rows and columns.
TEST(Recursive_OnePixel, only_lines_of_one_pixel)
{
    FilterModel model;
    model.axes[ALONG_ROWS] = modelOf(smoothing(SLOW_POLES, BORDER_REFLECT));
    model.axes[ALONG_COLUMNS] = modelOf(smoothing(SLOW_POLE, BORDER_WRAP));
    for (Size size : {Size(1, 1), Size(1, 9), Size(9, 1), Size(9, 9)})
    {
        const FilterModel without = withoutLinesOfOnePixel(model, Extents::ofImage(size, 3));
        EXPECT_EQ(size.width == 1, without.axes[ALONG_ROWS].isPointwise()) << size;
        EXPECT_EQ(size.height == 1, without.axes[ALONG_COLUMNS].isPointwise()) << size;
        EXPECT_EQ(size.width == 1 || size.height == 1, Extents::ofImage(size, 3).isFlat()) << size;
        EXPECT_EQ(size.width == 1 ? 0 : model.axes[ALONG_ROWS].order(), without.axes[ALONG_ROWS].order()) << size;
        EXPECT_EQ(size.height == 1 ? 0 : model.axes[ALONG_COLUMNS].order(), without.axes[ALONG_COLUMNS].order())
            << size;
    }
}

/** Beside a constant border only. Taps 0.14 + 0.46 - 0.54, of which those of the slow poles make up for rounded poles:
in float, 3.4e-5 of the result was lost. */
TEST(Recursive_OnePixel, added_taps_that_nearly_cancel)
{
    Axis axis({Pass({0.1412131395524983}, {1, -0.9659238403647146}),
               Pass({0.4568895130158677}, {1, -0.9943343751052744}, true),
               Pass({-0.5403559183440019}, {1, 1.702734930112261, 0.9717047846303136})},
              BORDER_CONSTANT);
    axis.form = RECURSIVE_PARALLEL;
    const Mat src = noise(Size(1, 110), CV_32F);
    const Mat expected = reference(src, axis, Axis());
    for (int algorithm : algorithmsOf(&Schedule::onHost))
        if (takesBorder(algorithm, BORDER_CONSTANT) && takesForms(algorithm, axis, Axis()) &&
            !needs(algorithm, NEEDS_TWO_POLES) && algorithm != RECURSIVE_ALG_6B) // which takes faster poles
        {
            const auto filter = createRecursiveFilter(axis, Axis(), Scalar(), -1, algorithm);
            EXPECT_LE(relativeError(filtered(filter, src), expected), 5e-6) << scheduleOf(algorithm).name;
        }
}

}} // namespace opencv_test
