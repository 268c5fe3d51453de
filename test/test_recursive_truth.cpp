// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Random filters, even with the slowest poles, against responses folded over the border. Filters that need double.

#include "folded_response.hpp"
#include "recursive_device.hpp"

namespace opencv_test { namespace {

/** Largest loss of float, as a share of the largest value that the filter could make of such pixels: three times the
1e-5 of recursive.hpp. That is an estimate, exceeded 2.6 times by one filter in a hundred
(src/recursive/model/float_loss.hpp). */
const double FLOAT_ERROR = 3e-5;

/** Largest loss of double. A rounding of a state counts 1 / distance times, with the distance of the slowest pole from
the circle. If the border folds a response that cancels, roundings are a share of the values before. */
double doubleError(const FoldedTruth& truth, double distance)
{
    return (1e-12 + 2e-15 / distance) * truth.largest + 1e-15 * truth.bound;
}

const std::vector<int> DEVICE_ALGORITHMS = algorithmsWithout(
    cv::recfilter::NEEDS_MIRRORED_POLES | cv::recfilter::NEEDS_DECAY, &cv::recfilter::Schedule::onDevice);

//! Passes of one and two poles, from the centre to 1e-10 from the circle.
class SlowFilter
{
public:
    explicit SlowFilter(int seed, const std::vector<int>& algorithms)
        : rng(uint64(seed) * 2654435761u + 99 + freshSeed())
    {
        for (int i = 0; i < 10; i++)
            rng.next();
        x = axis();
        y = rng.uniform(0, 3) ? axis() : Axis();
        const int edges[] = {1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129};
        const auto length = [&] { return rng.uniform(0, 2) ? edges[rng.uniform(0, 14)] : rng.uniform(1, 160); };
        size = Size(length(), length());
        const int depths[] = {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_32F, CV_32F, CV_64F};
        type = CV_MAKETYPE(depths[rng.uniform(0, 8)], rng.uniform(1, 4));
        // Without a constant border the value must not matter.
        const bool zero = rng.uniform(0, 3) == 0;
        borderValue = zero ? Scalar() : BORDER_VALUES;
        algorithm = algorithms[size_t(rng.uniform(0, int(algorithms.size())))];
        const bool zeroBorders = zero && x.borderType == BORDER_CONSTANT && y.borderType == BORDER_CONSTANT;
        if ((algorithm == RECURSIVE_ALG_5 && !zeroBorders) || !takesForms(algorithm, x, y))
            algorithm = RECURSIVE_AUTO;
    }

    /** Results are double for images of double, else float: never rounded to integers. RECURSIVE_AUTO takes what an
    algorithm refuses because both axes resonate. */
    Ptr<RecursiveFilter> create() const
    {
        const int ddepth = CV_MAT_DEPTH(type) == CV_64F ? -1 : CV_32F;
        try
        {
            return createRecursiveFilter(x, y, borderValue, ddepth, algorithm);
        }
        catch (const cv::Exception& refused)
        {
            if (algorithm != RECURSIVE_ALG_6 || refused.code != Error::StsBadArg)
                throw;
            return createRecursiveFilter(x, y, borderValue, ddepth);
        }
    }

    Mat image() const { return noise(size, type, uint64(size.area())); }

    double maxError(const FoldedTruth& truth) const
    {
        return doubleError(truth, distance) + (CV_MAT_DEPTH(type) == CV_64F ? 0 : FLOAT_ERROR * truth.largest);
    }

    RNG rng;
    Axis x, y;
    Size size;
    Scalar borderValue;
    int type, algorithm;
    double distance = 1; //!< of the slowest pole from the circle

private:
    Axis axis()
    {
        Axis result;
        result.borderType = BORDERS[size_t(rng.uniform(0, 5))];
        poles.clear();
        switch (rng.uniform(0, 4))
        {
        case 0: // one pole or pair both ways
        {
            const Taps a = feedbackOf({pole()});
            return Axis::symmetric({sumOf(a) != 0 ? sumOf(a) : 1}, a, result.borderType);
        }
        case 1: // passes of gain 1 for constants or alternating lines, some in each direction
            for (int count = rng.uniform(1, 4); count > 0; count--)
                result.passes.push_back(unitPass({pole()}, rng.uniform(0, 2) == 1));
            return result;
        case 2:
            result.form = RECURSIVE_PARALLEL; // fall through
        }
        for (int count = rng.uniform(1, 4); count > 0; count--)
        {
            Taps b;
            for (int taps = rng.uniform(1, 4); taps > 0; taps--)
                b.push_back(rng.uniform(-1., 1.));
            result.passes.push_back(Pass(b, feedbackOf({pole()}), rng.uniform(0, 2) == 1));
        }
        return result;
    }

    //! A pole unlike those of the axis so far, as partial fractions need.
    Pole pole()
    {
        for (;;)
        {
            const double gap = std::pow(10., -rng.uniform(0., rng.uniform(0, 2) ? 2. : 9.9));
            const double angle = rng.uniform(0, 2) ? rng.uniform(0.05, 3.1) : std::pow(10., -rng.uniform(0., 4.));
            const int kind = rng.uniform(0, 4);
            const Pole p = kind == 0 ? Pole(1 - gap) : kind == 1 ? Pole(gap - 1) : std::polar(1 - gap, angle);
            const auto isNear = [&](const Pole& other) {
                return std::abs(other - p) < 0.1 * std::max(gap, 1 - std::abs(other)) ||
                       (kind > 1 && std::abs(p.imag()) < 0.1 * gap);
            };
            if (std::abs(p) < 1e-3 || (kind > 1 && std::abs(p.imag()) < 0.1 * gap) ||
                std::any_of(poles.begin(), poles.end(), isNear))
                continue;
            poles.push_back(p);
            distance = std::min(distance, gap);
            return p;
        }
    }

    std::vector<Pole> poles;
};

typedef Mat (*RunFilter)(const Ptr<RecursiveFilter>&, const Mat&);

void expectTruth(int seed, const std::vector<int>& algorithms, RunFilter run)
{
    const SlowFilter config(seed, algorithms);
    Ptr<RecursiveFilter> filter;
    try
    {
        filter = config.create();
    }
    catch (const cv::Exception& refused) // pairs with a small angle count as on the circle within 1e-6 of it
    {
        EXPECT_EQ(Error::StsOutOfRange, refused.code) << refused.what();
        EXPECT_LE(config.distance, 1e-6) << refused.what();
        return;
    }
    const Mat src = config.image();
    const FoldedTruth truth(src, config.x, config.y, config.borderValue);
    const double error = largestError(run(filter, src), truth.result), maxError = config.maxError(truth);
    if (error <= maxError)
        return;
    std::ostringstream filterText;
    filterText << "x: " << config.x << "y: " << config.y;
    ADD_FAILURE() << "seed " << seed << ": " << error << " instead of " << maxError << ", slowest pole at "
                  << config.distance << ", algorithm " << config.algorithm << ", " << typeToString(config.type) << ", "
                  << config.size << ", borders " << config.x.borderType << " and " << config.y.borderType << "\n"
                  << filterText.str();
}

enum
{
    BATCHES = 20,
    BATCH = 150
};

class Recursive_Truth : public testing::TestWithParam<int>
{};

INSTANTIATE_TEST_CASE_P(seed, Recursive_Truth, testing::Range(0, int(BATCHES)));

TEST_P(Recursive_Truth, random_filters)
{
    for (int i = 0; i < BATCH; i++)
        expectTruth(GetParam() * BATCH + i, ALGORITHMS, filtered);
}

TEST_P(Recursive_Truth, random_filters_on_the_gpu)
{
    needDevice();
    for (int i = 0; i < BATCH; i++)
        expectTruth(GetParam() * BATCH + i, DEVICE_ALGORITHMS, filteredOnDevice);
}

// ---- Pairs next to the circle along both axes ----

/** What double loses of pairs at this distance from the circle, as a share of the largest value that the filter could
make of such pixels. Every algorithm loses up to 6e-15 / distance at angles next to pi, where constants pass a pair far
from its own frequency. */
double lossOfPairs(double distance)
{
    return 1e-12 + 1e-14 / distance;
}

std::string textOf(const Axis& axis)
{
    std::ostringstream text;
    text << axis;
    return text.str();
}

/** What one axis loses, 2^-53 / q, must not be amplified by the other one. Algorithms that gather the carries of both
axes at once would lose 2^-53 / q^2, and refuse such filters.
@return whether the algorithm took the filter */
bool expectPairs(const Axis& x, const Axis& y, double distance, const Mat& src, int algorithm, RunFilter run)
{
    Ptr<RecursiveFilter> filter;
    try
    {
        filter = createRecursiveFilter(x, y, Scalar(), src.depth() == CV_64F ? -1 : CV_32F, algorithm);
    }
    catch (const cv::Exception& refused)
    {
        EXPECT_TRUE(algorithm == RECURSIVE_ALG_6 && distance <= 1e-3) << refused.what();
        EXPECT_EQ(Error::StsBadArg, refused.code) << refused.what();
        EXPECT_NE(std::string::npos, refused.err.find("axisX.passes and axisY.passes")) << refused.what();
        EXPECT_NE(std::string::npos, refused.err.find("RECURSIVE_ALG_4")) << refused.what();
        return false;
    }
    const FoldedTruth truth(src, x, y, Scalar());
    const double rounding = src.depth() == CV_64F ? 0 : 1e-6;
    EXPECT_LE(largestError(run(filter, src), truth.result) / truth.largest, lossOfPairs(distance) + rounding)
        << "distance " << distance << ", algorithm " << algorithm << ", " << src.size() << ", depth " << src.depth()
        << "\nx: " << textOf(x) << "y: " << textOf(y) << "borders " << x.borderType << ", " << y.borderType;
    return true;
}

//! Pairs at any angle, from 0.01 to 1e-10 from the circle, each axis with a border and a distance of its own.
void expectRandomPairs(int seed, const std::vector<int>& algorithms, RunFilter run)
{
    RNG rng(uint64(seed) * 48271 + 5 + freshSeed());
    for (int i = 0; i < 10; i++)
        rng.next();
    double distance = 1;
    const auto axis = [&](int algorithm) {
        const double q = std::pow(10., -rng.uniform(2., 9.99)), angle = rng.uniform(0.1, 3.0);
        distance = std::min(distance, q);
        const int border = algorithm == RECURSIVE_ALG_5 ? int(BORDER_CONSTANT) : BORDERS[size_t(rng.uniform(0, 5))];
        return smoothing({std::polar(1 - q, angle)}, border);
    };
    for (int algorithm : algorithms)
    {
        distance = 1;
        const Axis x = axis(algorithm), y = axis(algorithm);
        const Size size(rng.uniform(20, 150), rng.uniform(20, 100));
        const Mat src = noise(size, rng.uniform(0, 2) ? CV_64F : CV_32F, uint64(seed));
        SCOPED_TRACE(seed);
        if (!expectPairs(x, y, distance, src, algorithm, run))
            expectPairs(x, y, distance, src, RECURSIVE_AUTO, run);
    }
}

TEST_P(Recursive_Truth, random_pairs_along_both_axes)
{
    for (int i = 0; i < 5; i++)
        expectRandomPairs(GetParam() * 5 + i, ALGORITHMS, filtered);
}

TEST_P(Recursive_Truth, random_pairs_along_both_axes_on_the_gpu)
{
    needDevice();
    for (int i = 0; i < 5; i++)
        expectRandomPairs(GetParam() * 5 + i, DEVICE_ALGORITHMS, filteredOnDevice);
}

TEST(Recursive_Truths, many_random_filters)
{
    applyTestTag(CV_TEST_TAG_VERYLONG);
    for (int i = 0; i < 100000; i++)
        expectTruth(1000000 + i, ALGORITHMS, filtered);
}

TEST(Recursive_Truths, many_random_filters_on_the_gpu)
{
    needDevice();
    applyTestTag(CV_TEST_TAG_VERYLONG);
    for (int i = 0; i < 100000; i++)
        expectTruth(1000000 + i, DEVICE_ALGORITHMS, filteredOnDevice);
}

// ---- Filters that float would spoil ----

//! A side of the bus and an algorithm.
class Recursive_FloatLoss : public testing::TestWithParam<tuple<bool, int>>
{
protected:
    void SetUp() override
    {
        if (onDevice())
            needDevice();
    }

    bool onDevice() const { return get<0>(GetParam()); }
    int algorithm() const { return get<1>(GetParam()); }

    Mat run(const Axis& x, const Axis& y, const Mat& src) const
    {
        const Ptr<RecursiveFilter> filter = createRecursiveFilter(x, y, Scalar(), -1, algorithm());
        return onDevice() ? filteredOnDevice(filter, src) : filtered(filter, src);
    }

    //! @return the largest error as a share of the largest value
    double errorOf(const Axis& x, const Axis& y, const Mat& src) const
    {
        const FoldedTruth truth(src, x, y, Scalar());
        return largestError(run(x, y, src), truth.result) / truth.largest;
    }

    bool takes(const Axis& axis) const
    {
        return takesForms(algorithm(), axis, axis) &&
               (algorithm() != RECURSIVE_ALG_5 || axis.borderType == BORDER_CONSTANT);
    }
};

INSTANTIATE_TEST_CASE_P(cpu, Recursive_FloatLoss,
                        testing::Combine(testing::Values(false), testing::ValuesIn(ALGORITHMS)));
INSTANTIATE_TEST_CASE_P(gpu, Recursive_FloatLoss,
                        testing::Combine(testing::Values(true), testing::ValuesIn(DEVICE_ALGORITHMS)));

/** A constant through a pole 1 - q. Taps of float are off by up to 2^-25, a share of q that grows as q shrinks. Below
3e-8 1 - q becomes 1. Near multiples of 2^-24 a short response shows no error. */
TEST_P(Recursive_FloatLoss, poles_next_to_the_circle)
{
    const double ulp = std::ldexp(1, -24);
    for (double q :
         {1.0001e-10, 1e-9, 2.4e-9, 1e-8, ulp, 1.001 * ulp, 2.9999 * ulp, 1e-6, 1e-5, 1e-4, 1. / 4096, 1. / 1024})
        for (int border : BORDERS)
            for (double sign : {1., -1.})
            {
                const Axis axis = Axis::symmetric({q}, {1, sign * (q - 1)}, border);
                // Mirrored with its end pixel twice, an alternating line cancels itself.
                if (!takes(axis) || (sign < 0 && border == BORDER_REFLECT))
                    continue;
                // An alternating line is to a negative pole what a constant is to a positive one.
                Mat src(6, 80, CV_32F, Scalar(100));
                for (int x = 1; x < src.cols && sign < 0; x += 2)
                    src.col(x) *= -1;
                // Roundings of double count 1 / q times.
                EXPECT_LE(errorOf(axis, Axis(), src), 1e-6 + 2e-15 / q) << "q " << q << ", border " << border;
                EXPECT_LE(errorOf(Axis(), axis, src.t()), 1e-6 + 2e-15 / q) << "q " << q << ", border " << border;
            }
}

/** Complex poles that remember the image over and over. With the first gap, 30 * 2^-25 or 9e-7, and the angle pi / 2
the taps of float are exact. */
TEST_P(Recursive_FloatLoss, slow_pairs_at_periodic_borders)
{
    if (algorithm() == RECURSIVE_ALG_5)
        throw SkipTestException("the algorithm takes zero borders only");
    for (double q : {std::ldexp(30, -25), 1e-5, 1e-4})
        for (double angle : {0.3, CV_PI / 2, 3.})
            for (int border : {BORDER_WRAP, BORDER_REFLECT, BORDER_REFLECT_101})
            {
                const Axis axis = smoothing({std::polar(1 - q, angle)}, border);
                if (!takes(axis))
                    continue;
                EXPECT_LE(errorOf(axis, Axis(), noise(Size(100, 6), CV_32F)), 1e-6)
                    << "q " << q << ", angle " << angle << ", border " << border;
            }
}

/** Borders that repeat or mirror a short line make few frequencies of it. A resonance between them amplifies roundings
of the states and no pixels: float once lost up to 4e-3 so, on lines of one and two pixels. */
TEST_P(Recursive_FloatLoss, resonances_that_short_lines_do_not_meet)
{
    for (const Pole& pole : {Pole(-0.9), Pole(-0.98), std::polar(0.78, 3.07), std::polar(0.95, 2.9),
                             std::polar(0.9, 1.5), std::polar(0.995, 1.), std::polar(0.98, 0.3)})
        for (int border : BORDERS)
            for (int length : {1, 2, 3, 4, 5, 7, 8, 12, 16, 33, 100})
            {
                const Axis axis = Axis::symmetric({sumOf(feedbackOf({pole}))}, feedbackOf({pole}), border);
                if (!takes(axis))
                    continue;
                const Mat lines = noise(Size(length, 40), CV_32F);
                EXPECT_LE(errorOf(axis, Axis(), lines), 1e-5)
                    << "pole " << pole << ", border " << border << ", length " << length;
                EXPECT_LE(errorOf(Axis(), axis, lines.t()), 1e-5)
                    << "pole " << pole << ", border " << border << ", length " << length;
            }
}

//! One axis beside no other, and the same filter along both: every algorithm, from where float ends to 1e-10.
TEST_P(Recursive_FloatLoss, pairs_next_to_the_circle)
{
    for (double q : {1.0001e-10, 1e-9, 1e-7, 1e-5, 1e-3, 0.01})
        for (double angle : {0.3, 1.7, 2.9})
            for (int border : BORDERS)
            {
                const Axis axis = smoothing({std::polar(1 - q, angle)}, border);
                if (!takes(axis))
                    continue;
                const RunFilter apply = onDevice() ? RunFilter(filteredOnDevice) : RunFilter(filtered);
                const Mat src = noise(Size(70, 45), CV_64F);
                EXPECT_TRUE(expectPairs(axis, Axis(), q, src, algorithm(), apply));
                EXPECT_TRUE(expectPairs(Axis(), axis, q, src, algorithm(), apply));
                const bool joinsAxes = algorithm() == RECURSIVE_ALG_6 && border != BORDER_CONSTANT;
                const bool isTaken = expectPairs(axis, axis, q, src, algorithm(), apply);
                const bool mustTake = q == 1e-3 ? isTaken : !joinsAxes || q > 1e-3; // at 1e-3 the angle decides
                EXPECT_EQ(mustTake, isTaken) << "q " << q << ", angle " << angle << ", border " << border;
            }
}

/** What decouples the directions grows as 1 / q and amplifies its own rounding errors as much, for pairs next to -1 a
hundred times more. On mirrored and repeated lines of 23 pixels 5e-13 / q was lost so, and 3e-7 and more on others. The
truth has 64 bits, of which q takes 28. */
TEST_P(Recursive_FloatLoss, pairs_next_to_minus_one)
{
    const RunFilter apply = onDevice() ? RunFilter(filteredOnDevice) : RunFilter(filtered);
    const auto expect = [&](double q, double angle, int border, const Mat& src, double loss) {
        const Axis axis = smoothing({std::polar(1 - q, angle)}, border);
        if (!takes(axis))
            return;
        for (bool alongX : {true, false})
        {
            const Axis x = alongX ? axis : Axis(), y = alongX ? Axis() : axis;
            const FoldedTruth truth(src, x, y, Scalar());
            const Mat result = apply(createRecursiveFilter(x, y, Scalar(), -1, algorithm()), src);
            EXPECT_LE(largestError(result, truth.result) / truth.largest, loss)
                << "q " << q << ", angle " << angle << ", border " << border;
        }
    };
    for (double q : {2.22e-10, 1e-8, 1e-5})
        for (double angle : {2.8838836448536824, 2.89, 2.9448})
            for (int border : BORDERS)
                expect(q, angle, border, noise(Size(23, 30), CV_64F), lossOfPairs(q));
    for (int border : {BORDER_CONSTANT, BORDER_REPLICATE})
        expect(3.58e-9, 3.0427, border, noise(Size(110, 86), CV_64F), 1e-9);
}

/** Two poles next to the circle in one direction, beside so many others that linear equations close a line. Their
pivots are below 2e-14. Such pivots were once taken for singular, and the line was closed by zeros. */
TEST_P(Recursive_FloatLoss, slow_poles_one_after_the_other)
{
    for (int border : BORDERS)
    {
        const Axis axis({unitPass({1 - 4e-10}), unitPass({0.6}), unitPass({std::polar(0.5, 1.)}), unitPass({1 - 4e-8})},
                        border);
        if (!takes(axis))
            continue;
        EXPECT_LE(errorOf(axis, Axis(), noise(Size(129, 20), CV_32F)), 3e-5) << "border " << border;
    }
}

//! Sums of sums: every rounding is carried on, and grows.
TEST_P(Recursive_FloatLoss, prefix_sums_of_higher_order)
{
    const int n = 10000;
    const Mat ones(1, n, CV_32F, Scalar(1)), tenths(1, n, CV_32F, Scalar(0.1f));
    Mat_<double> first(1, n), second(1, n);
    for (int i = 0; i < n; i++)
    {
        first(i) = double(0.1f) * (i + 1);
        second(i) = 0.5 * (i + 1) * (i + 2);
    }
    const Axis once({Pass({1}, {1, -1})}, BORDER_CONSTANT), twice({Pass({1}, {1, -2, 1})}, BORDER_CONSTANT);
    EXPECT_LE(relativeError(run(once, Axis(), tenths), first), 1e-6);
    EXPECT_LE(relativeError(run(twice, Axis(), ones), second), 1e-6);
}

//! The second direction undoes nearly all amplification of the first one, but not its roundings.
TEST_P(Recursive_FloatLoss, directions_that_cancel)
{
    Axis axis({}, BORDER_REFLECT);
    for (int i = 0; i < 3; i++)
        for (bool anticausal : {false, true})
            axis.passes.push_back(Pass({1}, {1, anticausal ? 0.97 : -0.97}, anticausal));
    if (!takes(axis))
        throw SkipTestException("the algorithm takes zero borders only");
    const Mat src = noise(Size(300, 200), CV_32F);
    // Blocks of a GPU keep float, which promises 1e-5. All else runs in double.
    const double bound = onDevice() && algorithm() == RECURSIVE_AUTO ? 1e-5 : 1e-6;
    EXPECT_LE(relativeError(run(axis, axis, src), reference(src, axis, axis)), bound);
}

/** Added pairs in one direction only. Bands once ran them in direct form II, on their way forwards beside another
band's way back, and lost 5e-5. */
TEST_P(Recursive_FloatLoss, pairs_of_one_direction)
{
    const Axis axis({Pass({1, -0.5}, feedbackOf({std::polar(0.985, 0.0026)}))}, BORDER_REFLECT, RECURSIVE_PARALLEL);
    if (!takes(axis))
        throw SkipTestException("the algorithm takes cascades or zero borders only");
    const Mat src = noise(Size(150, 300), CV_32F);
    EXPECT_LE(errorOf(axis, Axis(), src), 3e-6);
    EXPECT_LE(errorOf(Axis(), axis, src), 3e-6);
    const double a = 0.995; // a double pole
    const Axis both({Pass({1}, {1, -2 * a, a * a}), Pass({0, 1}, {1, -2 * a, a * a}, true)}, BORDER_REFLECT,
                    RECURSIVE_PARALLEL);
    EXPECT_LE(relativeError(run(both, both, src), run(both, both, asDouble(src))), 1e-5);
}

/** Cascades of many poles lose alike in all algorithms: of 635 like these 95 % within a factor of 1.3, all within 5.
Algorithms 5 and 6 lost up to 300 times as much while they filtered the row carries in float. */
TEST(Recursive_FloatLosses, algorithms_lose_alike)
{
    RNG rng(2011);
    const Mat src = noise(Size(260, 300), CV_32F);
    for (int i = 0; i < 60; i++)
    {
        Axis axis({}, BORDER_REFLECT);
        for (int count = rng.uniform(3, 9); count > 0; count--)
        {
            const double radius = 1 - std::pow(10., -rng.uniform(0.1, 2.5)), angle = rng.uniform(0.05, 3.1);
            const int kind = rng.uniform(0, 4);
            const Pole pole = kind == 0 ? Pole(radius) : kind == 1 ? Pole(-radius) : std::polar(radius, angle);
            for (bool anticausal : {false, true})
                if (rng.uniform(0, 4))
                    axis.passes.push_back(unitPass({pole}, anticausal));
        }
        const Mat exact = filtered(axis, axis, asDouble(src));
        // Blocks of pixels, which RECURSIVE_AUTO and RECURSIVE_BAND run, mostly lose less than sections do.
        const double ofSections = relativeError(filtered(axis, axis, src, Scalar(), RECURSIVE_ALG_RT), exact);
        for (int algorithm :
             std::initializer_list<int>{RECURSIVE_AUTO, RECURSIVE_ALG_1, RECURSIVE_ALG_2, RECURSIVE_ALG_3,
                                        RECURSIVE_ALG_4, RECURSIVE_ALG_6, RECURSIVE_BAND})
            EXPECT_LE(relativeError(filtered(axis, axis, src, Scalar(), algorithm), exact),
                      5 * std::max(ofSections, 2e-7))
                << "filter " << i << ", algorithm " << algorithm;
    }
}

// ---- Poles in parts, one after the other ----

//! Real poles and pairs of any strength, in any order. The second part may amplify what the first one suppresses.
std::vector<Pole> randomParts(RNG& rng, int algorithm)
{
    const auto radius = [&] { return 1 - std::pow(10., -rng.uniform(0.1, 2.)); };
    const auto real = [&] { return Pole(rng.uniform(0, 2) ? radius() : -radius()); };
    if (algorithm == RECURSIVE_ALG_2X5_1)
        return {real(), real()};
    std::vector<Pole> poles;
    for (int count = rng.uniform(1, 3); count > 0; count--)
        poles.push_back(real());
    for (int count = rng.uniform(1, 3); count > 0; count--)
        poles.push_back(std::polar(radius(), rng.uniform(0.2, 3.0)));
    return poles;
}

/** An algorithm that runs poles in parts takes what it filters as exactly as RECURSIVE_AUTO does, in double where float
would not do, and refuses the rest. Double is held to 1e-12 of the parts' tolerance and what the poles lose by
themselves. */
void expectParts(int algorithm, RunFilter run)
{
    RNG rng(1848);
    int taken = 0, inDouble = 0;
    for (int i = 0; i < 60; i++)
    {
        const int borders[] = {BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP};
        const Axis axis = cascadeOf(randomParts(rng, algorithm), borders[rng.uniform(0, 3)]);
        const Mat src = noise(Size(rng.uniform(1, 140), rng.uniform(1, 100)), CV_64F, uint64(i));
        Ptr<RecursiveFilter> filter;
        try
        {
            filter = createRecursiveFilter(axis, Scalar(), -1, algorithm);
        }
        catch (const cv::Exception& refused)
        {
            EXPECT_EQ(Error::StsBadArg, refused.code) << refused.what();
            EXPECT_NE(std::string::npos, refused.err.find("poles that amplify what other poles suppress"))
                << refused.what();
            EXPECT_NE(std::string::npos, refused.err.find("RECURSIVE_ALG_4")) << refused.what();
            continue;
        }
        const FoldedTruth truth(src, axis, axis, Scalar());
        Mat single;
        src.convertTo(single, CV_32F);
        EXPECT_LE(largestError(run(filter, src), truth.result), 1e-11 * truth.largest)
            << "filter " << i << ": " << textOf(axis);
        const double error = largestError(run(filter, single), FoldedTruth(single, axis, axis, Scalar()).result);
        EXPECT_LE(error, FLOAT_ERROR * truth.largest) << "filter " << i << ": " << textOf(axis);
        taken++;
        inDouble += error < 2e-7 * largestValue(truth.result);
    }
    EXPECT_GE(taken, 15);
    EXPECT_LE(taken, 55) << "no filter was refused: not a test";
    EXPECT_GE(inDouble, 1) << "no filter went through double: not a test";
}

TEST(Recursive_Parts, any_order_of_poles)
{
    for (int algorithm : std::initializer_list<int>{RECURSIVE_ALG_5_4, RECURSIVE_ALG_2X5_1})
        expectParts(algorithm, filtered);
}

TEST(Recursive_Parts, any_order_of_poles_on_the_gpu)
{
    needDevice();
    for (int algorithm : std::initializer_list<int>{RECURSIVE_ALG_5_4, RECURSIVE_ALG_2X5_1})
        expectParts(algorithm, filteredOnDevice);
}

//! Poles of which parts once lost 90 to 240 % and 12 %.
const std::vector<Pole> POLES_THAT_UNDO = {0.99, std::polar(0.95, 1.9), std::polar(0.887, 2.5)};

TEST(Recursive_Parts, refuses_poles_that_undo_each_other)
{
    const auto refuses = [](const std::vector<Pole>& poles, int algorithm) {
        expectError(Error::StsBadArg, "poles that amplify what other poles suppress",
                    [&] { createRecursiveFilter(cascadeOf(poles, BORDER_REFLECT), Scalar(), -1, algorithm); });
    };
    refuses(POLES_THAT_UNDO, RECURSIVE_ALG_5_4);
    refuses({0.99, -0.98}, RECURSIVE_ALG_2X5_1);
}

//! Parts that amplify roundings 200 to 9000 times run in double: float images lose no more than their last rounding.
TEST(Recursive_Parts, run_in_double_where_float_loses)
{
    const auto expect = [](const std::vector<Pole>& poles, int algorithm) {
        const Axis axis = cascadeOf(poles, BORDER_REFLECT);
        const Mat src = noise(Size(130, 90), CV_32F);
        EXPECT_LE(relativeError(filtered(axis, axis, src, Scalar(), algorithm), filtered(axis, axis, asDouble(src))),
                  1e-7);
    };
    expect({0.7, -0.7}, RECURSIVE_ALG_2X5_1);
    expect({0.9, std::polar(0.85, 2.)}, RECURSIVE_ALG_5_4);
}

//! The orders for which RECURSIVE_AUTO takes algorithm 5_4 on the GPU: a lone pole beside pairs around the circle.
TEST(Recursive_Parts, take_a_lone_pole_beside_pairs)
{
    for (double lone : {0.7, 0.85})
        for (int pairs : {2, 4, 6, 8})
        {
            std::vector<Pole> poles = spreadPoles(pairs, 0.85);
            poles.push_back(lone);
            EXPECT_NO_THROW(createRecursiveFilter(cascadeOf(poles, BORDER_REFLECT), Scalar(), -1, RECURSIVE_ALG_5_4));
        }
}

/** RECURSIVE_AUTO asks the same question, and more in float: it never takes 5_4 for parts that lose more than
FLOAT_TOLERANCE. */
TEST(Recursive_Parts, auto_on_the_gpu)
{
    needDevice();
    const Mat src = noise(Size(2100, 2000), CV_32F); // large enough for algorithm 5_4
    for (const auto& poles : {POLES_THAT_UNDO, {0.9, std::polar(0.85, 2.), std::polar(0.7, 2.6)}})
    {
        const Axis axis = cascadeOf(poles, BORDER_REFLECT);
        const Mat expected = filtered(axis, axis, asDouble(src));
        EXPECT_LE(relativeError(filteredOnDevice(createRecursiveFilter(axis), src), expected), 1e-5);
    }
}

}} // namespace opencv_test
