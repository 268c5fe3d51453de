// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Block states on the GPU: any order, zeros, unlike directions and axes, every border, against the definition.

#include "recursive_device.hpp"

#ifdef HAVE_RECFILTER_CUDA

namespace opencv_test { namespace {

//! What float may lose of the largest result, and double.
const double FLOAT_LOSS = 1e-5, DOUBLE_LOSS = 1e-12;
//! The taps of twenty poles in one pass hold their responses to 3e-12.
const double LOSS_OF_MANY_TAPS = 1e-11;

//! Poles of an order from 0.97 inwards, around the circle.
std::vector<Pole> somePoles(int order, double radius = 0.97)
{
    std::vector<Pole> poles;
    if (order % 2)
        poles.push_back(radius);
    for (int k = 0; k < order / 2; k++)
        poles.push_back(std::polar(radius - 0.02 * k, 0.1 + 2.9 * k / std::max(order / 2, 1)));
    return poles;
}

//! A pass of gain 1 for constants, with as many zeros as poles.
Pass passWithZeros(int order, bool anticausal, double radius)
{
    Pass pass = unitPass(somePoles(order, radius), anticausal);
    const double gain = pass.feedforward[0];
    pass.feedforward.assign(size_t(order) + 1, gain / (2. * std::max(order, 1)));
    pass.feedforward[0] = gain / 2;
    return pass;
}

enum AnyKind
{
    LIKE_DIRECTIONS,
    UNLIKE_DIRECTIONS,
    FORTH,
    BACK,
    ADDED,
    ALONG_X,
    ALONG_Y
};
CV_ENUM(AnyKindEnum, LIKE_DIRECTIONS, UNLIKE_DIRECTIONS, FORTH, BACK, ADDED, ALONG_X, ALONG_Y)
CV_ENUM(AnyBorder, BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP)

Axis anyAxis(int kind, int order, int border)
{
    const Pass forth = passWithZeros(order, false, 0.95);
    switch (kind)
    {
    case FORTH:
        return Axis({forth}, border);
    case BACK:
        return Axis({passWithZeros(order, true, 0.95)}, border);
    case UNLIKE_DIRECTIONS:
        return Axis({forth, passWithZeros(std::max(order / 2, 1), true, 0.9)}, border);
    case ADDED:
        return Axis({forth, passWithZeros(order, true, 0.9)}, border, RECURSIVE_PARALLEL);
    default:
        return Axis({forth, passWithZeros(order, true, 0.95)}, border);
    }
}

void expectDefinition(const Axis& x, const Axis& y, const Mat& src, double loss,
                      const Scalar& border = Scalar(0.3, 2, -1, 0.5))
{
    const Ptr<RecursiveFilter> filter = createRecursiveFilter(x, y, border);
    const Mat actual = filteredOnDevice(filter, src), expected = ReferenceFilter::filter(src, x, y, border);
    EXPECT_LE(relativeError(actual, expected), loss) << src.size() << " " << typeToString(src.type());
}

//! Kinds, borders, orders.
class AnyFilterCuda : public testing::TestWithParam<tuple<AnyKindEnum, AnyBorder, int>>
{
protected:
    void SetUp() override { needDevice(); }
};

TEST_P(AnyFilterCuda, definition)
{
    const int kind = get<0>(GetParam()), border = get<1>(GetParam()), order = get<2>(GetParam());
    const Axis axis = anyAxis(kind, order, border), other = anyAxis(UNLIKE_DIRECTIONS, std::max(order - 1, 1), border);
    const Axis x = kind == ALONG_Y ? Axis() : axis, y = kind == ALONG_X ? Axis() : kind == ALONG_Y ? axis : other;
    for (const Size& size : {Size(1, 1), Size(1, 70), Size(131, 1), Size(7, 5), Size(64, 64), Size(129, 65),
                             Size(300, 200), Size(700, 33), Size(31, 600)})
    {
        expectDefinition(x, y, noise(size, CV_32FC1), FLOAT_LOSS);
        expectDefinition(x, y, noise(size, CV_64FC1), order < 20 ? DOUBLE_LOSS : LOSS_OF_MANY_TAPS);
    }
    expectDefinition(x, y, noise(Size(150, 90), CV_32FC3), FLOAT_LOSS);
}

//! Rows so long that they are cut into parts, with a rest and without one.
class LongLinesCuda : public testing::TestWithParam<tuple<AnyKindEnum, AnyBorder>>
{
protected:
    void SetUp() override { needDevice(); }
};

TEST_P(LongLinesCuda, definition)
{
    const int kind = get<0>(GetParam()), border = get<1>(GetParam());
    for (int order : {1, 3, 5, 9, 20})
    {
        const Axis x = anyAxis(kind, order, border);
        for (const Size& size : {Size(65536, 1), Size(65537, 1), Size(66049, 2), Size(1 << 20, 1), Size(999983, 1)})
        {
            if (order < 20) // else both directions may need more states than there are kernels for
            {
                const std::string why = createRecursiveFilter(x, Axis())->explain(size, CV_32F, true);
                EXPECT_NE(why.find("engine: long lines"), std::string::npos) << why;
            }
            expectDefinition(x, Axis(), noise(size, CV_32FC1), FLOAT_LOSS);
            if (size.width < 1 << 17)
                expectDefinition(x, Axis(), noise(size, CV_64FC1), order < 20 ? DOUBLE_LOSS : LOSS_OF_MANY_TAPS);
        }
    }
    expectDefinition(anyAxis(kind, 2, border), Axis(), noise(Size(65600, 64), CV_32FC1), FLOAT_LOSS);
    expectDefinition(anyAxis(kind, 4, border), Axis(), noise(Size(65700, 3), CV_32FC3), FLOAT_LOSS);
    // The axis across a single row is a factor.
    expectDefinition(anyAxis(kind, 4, border), anyAxis(kind, 2, BORDER_REFLECT), noise(Size(65701, 1), CV_32FC1),
                     FLOAT_LOSS);
}

INSTANTIATE_TEST_CASE_P(gpu, LongLinesCuda,
                        testing::Combine(testing::Values(LIKE_DIRECTIONS, UNLIKE_DIRECTIONS, FORTH, BACK, ADDED),
                                         AnyBorder::all()));

TEST(LongLinesCudaLayouts, depths_in_place_and_running_sums)
{
    needDevice();
    const Axis x = anyAxis(UNLIKE_DIRECTIONS, 5, BORDER_REFLECT_101);
    const Ptr<RecursiveFilter> filter = createRecursiveFilter(x, Axis());
    for (int type : {CV_8UC1, CV_8UC3, CV_16SC1, CV_16FC1, CV_32FC2})
        for (int left : {0, 5})
        {
            const Mat whole = noise(Size(70005, 3), type), src = whole(Rect(left, 0, 70000, 3));
            const Mat expected = ReferenceFilter::filter(src, x, Axis());
            GpuMat onDevice(whole), part = onDevice(Rect(left, 0, 70000, 3)), apart;
            filter->apply(part, apart);
            filter->apply(part, part);
            const double loss = src.depth() == CV_16F ? 1e-3 : FLOAT_LOSS;
            for (const GpuMat& result : {apart, part})
            {
                Mat rounded;
                expected.convertTo(rounded, src.depth());
                if (src.depth() < CV_32F)
                    EXPECT_LE(cvtest::norm(Mat(result), rounded, NORM_INF), 1) << typeToString(type);
                else
                    EXPECT_LE(relativeError(Mat(result), expected), loss) << typeToString(type);
            }
        }
    for (bool back : {false, true})
        expectDefinition(Axis({Pass({1}, {1, -1}, back)}, BORDER_CONSTANT), Axis(), noise(Size(300001, 1), CV_32FC1),
                         FLOAT_LOSS, Scalar());
}

//! Mirrored poles whose float is judged by sections elsewhere.
TEST(LongLinesCudaLayouts, slow_poles)
{
    needDevice();
    for (double pole : {0.997, 0.999})
        for (int border : {BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP})
            expectDefinition(smoothing({pole}, border), Axis(), noise(Size(200003, 1), CV_32FC1), FLOAT_LOSS);
}

//! Lines of a size at which results get hints for the cache, in other depths than they are computed in.
TEST(LongLinesCudaLayouts, results_of_other_depths)
{
    needDevice();
    const Axis x = anyAxis(LIKE_DIRECTIONS, 2, BORDER_REPLICATE);
    for (int type : {CV_8UC1, CV_16SC1, CV_16FC1, CV_32FC1, CV_64FC1})
        for (int ddepth : {-1, CV_32F})
        {
            const Mat src = noise(Size(6 << 20, 1), type), expected = ReferenceFilter::filter(src, x, Axis());
            const Mat actual = filteredOnDevice(createRecursiveFilter(x, Axis(), Scalar(), ddepth), src);
            Mat rounded;
            expected.convertTo(rounded, actual.depth());
            SCOPED_TRACE(typeToString(type) + " to " + typeToString(actual.type()));
            if (actual.depth() < CV_32F)
                EXPECT_LE(cvtest::norm(actual, rounded, NORM_INF), 1);
            else
                EXPECT_LE(relativeError(actual, expected), actual.depth() == CV_16F ? 1e-3 : FLOAT_LOSS);
        }
}

//! Every depth, several channels, parts of images that begin anywhere, in place, small integers rounded once.
TEST(AnyFilterCudaLayouts, depths_parts_and_in_place)
{
    needDevice();
    const Axis x = anyAxis(UNLIKE_DIRECTIONS, 5, BORDER_REFLECT_101), y = anyAxis(LIKE_DIRECTIONS, 4, BORDER_WRAP),
               one = anyAxis(BACK, 3, BORDER_REPLICATE);
    for (const Axis& across : {y, Axis()})
        for (int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_16SC4, CV_16FC1, CV_32FC1, CV_32FC2, CV_64FC1})
            for (int left : {0, 3})
            {
                const Axis& along = across.passes.empty() ? one : x;
                const int depth = CV_MAT_DEPTH(type);
                const double loss = depth == CV_64F ? DOUBLE_LOSS : depth == CV_16F ? 1e-3 : FLOAT_LOSS;
                const Mat whole = noise(Size(170, 4100), type), src = whole(Rect(left, 2, 129, 4097));
                const Mat expected = ReferenceFilter::filter(src, along, across);
                Mat rounded;
                expected.convertTo(rounded, depth);
                GpuMat onDevice(whole), part = onDevice(Rect(left, 2, 129, 4097)), apart;
                const Ptr<RecursiveFilter> filter = createRecursiveFilter(along, across);
                filter->apply(part, apart);
                filter->apply(part, part);
                for (const GpuMat& result : {apart, part})
                {
                    const Mat actual(result);
                    if (depth < CV_32F) // a result close to half a unit may be rounded either way
                        EXPECT_LE(cvtest::norm(actual, rounded, NORM_INF), 1) << typeToString(type);
                    else
                        EXPECT_LE(relativeError(actual, expected), loss) << typeToString(type);
                }
            }
}

//! A pole on the circle: the sums so far.
TEST(AnyFilterCudaSums, running_sums)
{
    needDevice();
    for (bool back : {false, true})
        for (const Size& size : {Size(500, 60), Size(60, 500), Size(512, 4096), Size(4096, 512)})
            for (int alongX = 0; alongX < 2; alongX++)
            {
                const Axis sum({Pass({1}, {1, -1}, back)}, BORDER_CONSTANT), x = alongX ? sum : Axis(),
                                                                             y = alongX ? Axis() : sum;
                const Mat src = noise(size, CV_32FC1);
                const Mat actual = filteredOnDevice(createRecursiveFilter(x, y), src);
                EXPECT_LE(relativeError(actual, ReferenceFilter::filter(src, x, y)), FLOAT_LOSS) << size;
            }
}

//! Poles on the circle in one direction, beside other poles in either direction, in both forms.
TEST(AnyFilterCudaSums, poles_on_the_circle_beside_others)
{
    needDevice();
    for (bool back : {false, true})
    {
        const Pass sum({1}, {1, -1}, back), wave({1}, {1, -2 * std::cos(0.7), 1}, back),
            same = passWithZeros(3, back, 0.9), other = passWithZeros(4, !back, 0.9);
        const std::vector<Pass> lists[] = {{sum, other}, {same, sum}, {same, wave, other}, {sum, sum}};
        for (const auto& passes : lists)
            for (int form : {int(RECURSIVE_CASCADE), int(RECURSIVE_PARALLEL)})
                for (const Axis& y :
                     {Axis(), anyAxis(UNLIKE_DIRECTIONS, 5, BORDER_REFLECT), Axis(passes, BORDER_CONSTANT, form)})
                    for (int depth : {CV_32F, CV_64F})
                    {
                        const Mat src = noise(Size(150, 90), depth);
                        const double loss = depth == CV_32F ? FLOAT_LOSS : LOSS_OF_MANY_TAPS;
                        expectDefinition(Axis(passes, BORDER_CONSTANT, form), y, src, loss, Scalar());
                        expectDefinition(y, Axis(passes, BORDER_CONSTANT, form), src, loss, Scalar());
                    }
    }
}

//! More states than the kernels of blocks hold, up to the most that are accepted. Any device takes them.
TEST(AnyFilterCudaStates, many)
{
    needDevice();
    const auto passesOf = [](int count, bool anticausal) {
        std::vector<Pass> passes;
        for (int k = 0; k < count; k++)
            passes.push_back(passWithZeros(8, anticausal, 0.9 - 0.05 * k));
        return passes;
    };
    for (int border : {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP})
    {
        std::vector<Pass> both = passesOf(4, false);
        for (const Pass& pass : passesOf(2, true))
            both.push_back(pass);
        const Axis unlike(both, border), most(passesOf(8, true), border), few = anyAxis(UNLIKE_DIRECTIONS, 5, border);
        for (const Size& size : {Size(1, 1), Size(1, 70), Size(129, 1), Size(64, 65), Size(150, 90)})
            for (int type : {CV_32FC1, CV_64FC3})
            {
                const double loss = CV_MAT_DEPTH(type) == CV_32F ? FLOAT_LOSS : LOSS_OF_MANY_TAPS;
                expectDefinition(unlike, few, noise(size, type), loss);
                expectDefinition(few, most, noise(size, type), loss);
            }
    }
}

//! An algorithm by name runs by block states if its own kernels do not take the passes, and says so.
TEST(AnyFilterCudaAlgorithms, explain)
{
    needDevice();
    const Axis four = smoothing(spreadPoles(2, 0.85), BORDER_REFLECT), one = smoothing({0.9}, BORDER_REFLECT);
    for (int algorithm : SCHEDULES)
    {
        if (algorithm == RECURSIVE_AUTO)
            continue;
        const auto textOf = [&](const Axis& axis) {
            return std::string(
                createRecursiveFilter(axis, Scalar(), -1, algorithm)->explain(Size(640, 480), CV_32F, true));
        };
        const bool joins = algorithm == RECURSIVE_ALG_5 || algorithm == RECURSIVE_ALG_6;
        const std::string text = textOf(four);
        EXPECT_NE(std::string::npos, text.find("asked for by name; its own kernels do not take these passes")) << text;
        EXPECT_NE(std::string::npos, text.find("engine: block states\n")) << text;
        EXPECT_NE(std::string::npos, text.find(joins ? "transfers: 3 images" : "transfers: 6 images")) << text;
        EXPECT_EQ(std::string::npos, textOf(one).find("block states"));
    }
}

//! One direction along one axis of many lines: read once.
class AnyFilterCudaMarch : public AnyFilterCuda
{};

TEST_P(AnyFilterCudaMarch, definition)
{
    const Axis axis = anyAxis(get<0>(GetParam()), get<2>(GetParam()), get<1>(GetParam()));
    for (int length : {4, 64, 260, 1024})
        for (int depth : {CV_32F, CV_64F})
        {
            const double loss = depth == CV_32F ? FLOAT_LOSS : DOUBLE_LOSS;
            expectDefinition(axis, Axis(), noise(Size(length, 4099), depth), loss, Scalar());
            expectDefinition(Axis(), axis, noise(Size(4100, length + 1), depth), loss, Scalar());
        }
}

INSTANTIATE_TEST_CASE_P(Any, AnyFilterCudaMarch,
                        testing::Combine(testing::Values(FORTH, BACK), AnyBorder::all(), testing::Values(1, 2, 5, 8)));

INSTANTIATE_TEST_CASE_P(Any, AnyFilterCuda,
                        testing::Combine(AnyKindEnum::all(), AnyBorder::all(),
                                         testing::Values(1, 2, 4, 5, 8, 10, 13, 20)));

}} // namespace opencv_test

#endif
