// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters of any order: with zeros, in one direction or two unlike ones, in cascades and parallel forms, with unlike
// axes and borders, against their definition in long double.

#include "recursive_common.hpp"

namespace opencv_test { namespace {

//! Passes of one and two poles, so that the definition itself is exact.
class AnyFilter
{
public:
    explicit AnyFilter(int seed) : rng(uint64(seed) * 2654435761u + 7)
    {
        for (int i = 0; i < 10; i++)
            rng.next();
        radius = std::vector<double>({0.7, 0.9, 0.97})[size_t(seed % 3)];
        x = seed % 7 == 0 ? Axis() : axis(1 + seed % 20);
        y = seed % 7 == 1 ? Axis() : seed % 3 == 0 ? x : axis(1 + rng.uniform(0, 20));
        y.borderType = BORDERS[size_t(rng.uniform(0, 5))];
        const int lengths[] = {1, 2, 3, 15, 16, 17, 40, 63, 64, 65, 100, 130, 200};
        size = Size(lengths[rng.uniform(0, 13)], lengths[rng.uniform(0, 13)]);
        const int depths[] = {CV_8U, CV_16U, CV_16S, CV_32F, CV_32F, CV_32F, CV_64F};
        type = CV_MAKETYPE(depths[rng.uniform(0, 7)], rng.uniform(0, 2) ? 1 : rng.uniform(1, 5));
        border = rng.uniform(0, 2) ? Scalar(30, -20, 7, 100) : Scalar();
    }

    String name() const
    {
        return format("%dx%d type %d, x: %d passes, border %d, form %d, y: %d passes, border %d, form %d, radius %g",
                      size.width, size.height, type, int(x.passes.size()), x.borderType, int(x.form),
                      int(y.passes.size()), y.borderType, int(y.form), radius);
    }

    RNG rng;
    Axis x, y;
    Size size;
    Scalar border;
    int type;
    double radius;

private:
    Axis axis(int order)
    {
        Axis result;
        result.borderType = BORDERS[size_t(rng.uniform(0, 5))];
        const int kind = rng.uniform(0, 6);
        const bool hasZeros = rng.uniform(0, 2) != 0;
        if (kind == 5)
        {
            result.form = RECURSIVE_PARALLEL;
            order = std::min(order, 8);
        }
        const double repeated = kind == 4 ? rng.uniform(-radius, radius) : 0;
        for (int left = order; left > 0;)
        {
            const Pole pole = repeated != 0                   ? Pole(repeated)
                              : left > 1 && rng.uniform(0, 3) ? std::polar(radius, rng.uniform(0.05, 3.1))
                                                              : Pole(rng.uniform(-radius, radius));
            left -= pole.imag() != 0 ? 2 : 1;
            Pass pass({1}, feedbackOf({pole}), kind == 2);
            if (hasZeros)
                for (size_t i = 1; i < pass.feedback.size(); i++)
                    pass.feedforward.push_back(rng.uniform(-1., 1.));
            const double gain = largestGain(Axis({pass}, BORDER_CONSTANT));
            for (double& tap : pass.feedforward)
                tap /= gain;
            result.passes.push_back(pass);
            if (kind == 1 || kind == 2)
                continue; // one direction
            pass.anticausal = true;
            if (kind == 3)
                pass = Pass({0.5}, feedbackOf({Pole(rng.uniform(-radius, radius))}), true);
            result.passes.push_back(pass);
        }
        return result;
    }

public:
    //! The largest response to any frequency, on a grid that sees poles at this distance from the circle.
    static double largestGain(const Axis& axis)
    {
        double largest = 0;
        for (int i = 0; i <= 2000; i++)
        {
            const Pole delay = std::polar(1., -CV_PI * i / 2000);
            Pole product = 1, sum = 0;
            for (const Pass& pass : axis.passes)
            {
                const Pole z = pass.anticausal ? std::conj(delay) : delay;
                Pole b = 0, a = 0, power = 1;
                for (size_t k = 0; k < std::max(pass.feedforward.size(), pass.feedback.size()); k++, power *= z)
                {
                    b += k < pass.feedforward.size() ? pass.feedforward[k] * power : 0;
                    a += k < pass.feedback.size() ? pass.feedback[k] * power : 0;
                }
                product *= b / a;
                sum += b / a;
            }
            largest = std::max(largest, std::abs(axis.form == RECURSIVE_PARALLEL ? sum : product));
        }
        return axis.passes.empty() ? 1 : largest;
    }
};

typedef std::vector<long double> Line;

Line runPass(Line x, const Pass& pass)
{
    if (pass.anticausal)
        std::reverse(x.begin(), x.end());
    Line y(x.size());
    for (size_t i = 0; i < x.size(); i++)
    {
        long double sum = 0;
        for (size_t k = 0; k < pass.feedforward.size() && k <= i; k++)
            sum += pass.feedforward[k] * x[i - k];
        for (size_t k = 1; k < pass.feedback.size() && k <= i; k++)
            sum -= pass.feedback[k] * y[i - k];
        y[i] = std::abs(sum) < 1e-300L ? 0 : sum; // denormal numbers take their time
    }
    if (pass.anticausal)
        std::reverse(y.begin(), y.end());
    return y;
}

//! The definition of an axis, on lines extended until responses have faded by more than 1e-20.
void filterRows(Mat& image, const Axis& axis, const Scalar& border, double radius)
{
    const int margin = int((50 + 3 * double(axis.passes.size())) / (1 - radius)), n = image.cols;
    const int period = n * std::max(1, 2 * (n - 1)), channels = image.channels();
    const bool repeats = axis.borderType != BORDER_CONSTANT && axis.borderType != BORDER_REPLICATE;
    for (int row = 0; row < image.rows && !axis.passes.empty(); row++)
        for (int c = 0; c < channels; c++)
        {
            double* const pixels = image.ptr<double>(row) + c;
            Line line;
            for (int i = -margin; i < n + margin; i++)
            {
                const int from =
                    cv::borderInterpolate(repeats ? (i % period + period) % period : i, n, axis.borderType);
                line.push_back(from < 0 ? border[c % 4] : pixels[from * channels]);
            }
            Line result = line;
            if (axis.form == RECURSIVE_PARALLEL)
                result.assign(line.size(), 0);
            for (const Pass& pass : axis.passes)
            {
                const Line y = runPass(axis.form == RECURSIVE_PARALLEL ? line : result, pass);
                for (size_t i = 0; i < y.size(); i++)
                    result[i] = axis.form == RECURSIVE_PARALLEL ? result[i] + y[i] : y[i];
            }
            for (int i = 0; i < n; i++)
                pixels[i * channels] = double(result[size_t(margin + i)]);
        }
}

double gainOf(const Axis& axis)
{
    double product = 1, sum = 0;
    for (const Pass& pass : axis.passes)
    {
        const double gain = sumOf(pass.feedforward) / sumOf(pass.feedback);
        product *= gain;
        sum += gain;
    }
    return axis.form == RECURSIVE_PARALLEL ? sum : product;
}

Mat definitionOf(const Mat& src, const AnyFilter& any)
{
    Mat result;
    src.convertTo(result, CV_64F);
    filterRows(result, any.x, any.border, any.radius);
    Mat columns = result.t();
    filterRows(columns, any.y, any.border * gainOf(any.x), any.radius); // outside, rows were constant
    return columns.t();
}

typedef testing::TestWithParam<int> RecursiveAny;

//! The largest response to a wave of amplitude 1.
double largestResponse(const Axis& axis)
{
    const int steps = 4000;
    double largest = 0;
    for (int i = 0; i <= steps; i++)
    {
        double response = 1;
        for (const Pass& pass : axis.passes)
        {
            Pole b, a, wave = 1;
            const Pole delay = std::polar(1., -CV_PI * std::pow(double(i) / steps, 2));
            for (size_t k = 0; k < std::max(pass.feedforward.size(), pass.feedback.size()); k++, wave *= delay)
            {
                b += k < pass.feedforward.size() ? pass.feedforward[k] * wave : Pole();
                a += k < pass.feedback.size() ? pass.feedback[k] * wave : Pole();
            }
            response *= std::abs(b / a);
        }
        largest = std::max(largest, response);
    }
    return largest;
}

TEST_P(RecursiveAny, is_its_definition)
{
    const AnyFilter any(GetParam());
    SCOPED_TRACE(any.name());
    const int depth = CV_MAT_DEPTH(any.type);
    const Mat src = noise(any.size, any.type, uint64(GetParam()));
    const Mat expected = definitionOf(src, any);
    double largest = cv::norm(any.border, NORM_INF);
    largest = std::max(largest, cv::norm(src, NORM_INF));
    const double scale = largest * AnyFilter::largestGain(any.x) * AnyFilter::largestGain(any.y);
    for (int algorithm : {int(RECURSIVE_AUTO), int(RECURSIVE_BAND)})
    {
        const auto filter = createRecursiveFilter(any.x, any.y, any.border, depth == CV_64F ? -1 : CV_32F, algorithm);
        Mat result;
        filter->apply(src, result);
        Mat asDouble;
        result.convertTo(asDouble, CV_64F);
        EXPECT_LE(cv::norm(asDouble, expected, NORM_INF) / scale, depth == CV_64F ? 1e-11 : 1e-5)
            << filter->explain(any.size, any.type, false);
        if (result.type() != src.type())
            continue;
        Mat inPlace = src.clone();
        filter->apply(inPlace, inPlace);
        EXPECT_EQ(0, cv::norm(inPlace, result, NORM_INF));
    }
}

/** Cascades with kernels of their own. Their sections lose more in float the longer the lines are. Poles lie up to
1 - 1/300, as near to each other as they may. Images are noise, and constant. */
TEST(RecursiveAnySlow, long_lines_lose_no_more_than_promised)
{
    RNG rng(7 + freshSeed());
    for (int round = 0; round < 150; round++)
    {
        std::vector<Pole> poles;
        const double nearest = std::pow(10., -rng.uniform(1.5, 2.47));
        const bool isCluster = rng.uniform(0, 2) != 0;
        for (int left = rng.uniform(1, 6); left > 0;)
        {
            const double gap =
                isCluster ? nearest * (1 + 0.02 * double(poles.size())) : std::pow(10., -rng.uniform(1., 2.47));
            const bool isPair = left > 1 && rng.uniform(0, 2) != 0;
            poles.push_back(isPair ? std::polar(1 - gap, std::pow(10., rng.uniform(-2.5, 0.45))) : Pole(1 - gap));
            left -= isPair ? 2 : 1;
        }
        Mat src(3000, 16, CV_32F, Scalar::all(0.7));
        if (round % 2)
            rng.fill(src, RNG::UNIFORM, 0, 1);
        const Axis axis = cascadeOf(poles, BORDER_REFLECT);
        const Ptr<RecursiveFilter> filter = createRecursiveFilter(Axis(), axis);
        const Mat expected = filtered(filter, Mat_<double>(src)), actual = filtered(filter, src);
        const double largest = std::max(largestResponse(axis), largestValue(expected));
        EXPECT_LE(largestError(actual, expected), 1e-5 * largest) << "round " << round;
    }
}

INSTANTIATE_TEST_CASE_P(Random, RecursiveAny, testing::Range(0, 200));

}} // namespace
