// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Estimates the loss of float: how rounded taps and states change the response of each axis on the unit circle.

#include "recursive/model/float_loss.hpp"

#include "math/all_pass.hpp"
#include "math/limits.hpp"
#include "math/responses.hpp"
#include "math/rounding.hpp"

#include <numeric>

namespace cv { namespace recfilter {

namespace {

typedef std::complex<double> Value;
//! A transfer function at every frequency of a grid.
typedef std::vector<Value> Response;

//! Standard deviation of the relative error of one rounding to float, uniform up to 2^-24.
const double ROUNDING = 1.0 / (1 << 24) / std::sqrt(3.);

/** The share of roundings that agree. Running sums of 20000 pixels of 0.1 lose 1.7e-4; if all roundings agreed, they
would lose 8.5e-4. Lines of 20000 pixels of 0.1 through poles 0.99 to 0.9998, from a zero border, lose 0.2 to 1.3 times
the loss with which all would agree. */
const double BIAS_SHARE = 0.2;

/** Angles in [0, pi]. They are close together near a pole: there the response changes within the pole's distance from
the circle. */
class Frequencies
{
public:
    Frequencies(const AxisFilter& filter, double damping)
    {
        for (int k = 0; k <= 64; k++)
            angles.push_back(CV_PI * k / 64);
        for (const Branches* direction : {&filter.causal, &filter.anticausal})
            for (const Branch& branch : *direction)
                for (const Section& section : branch.sections)
                    addPolesOf(section, damping);
        std::sort(angles.begin(), angles.end());
        angles.erase(std::unique(angles.begin(), angles.end()), angles.end());
        for (double angle : angles)
            delays.push_back(std::polar(1 - damping, -angle));
    }

    size_t count() const { return angles.size(); }
    double angle(size_t i) const { return angles[i]; }

    /** z^-1 of a direction. The anticausal direction has the conjugate. On lines of n pixels |z| is 1 + 1/n, because
    responses that fade more slowly end with the line. */
    Value delay(size_t i, bool anticausal) const { return anticausal ? std::conj(delays[i]) : delays[i]; }

    template <typename Function>
    double mean(const Function& f) const
    {
        double sum = 0, left = f(0);
        for (size_t i = 0; i + 1 < angles.size(); i++)
        {
            const double right = f(i + 1);
            sum += (left + right) / 2 * (angles[i + 1] - angles[i]);
            left = right;
        }
        return sum / CV_PI;
    }

private:
    void addPolesOf(const Section& s, double damping)
    {
        const Value half = std::sqrt(Value(s.f1 * s.f1 / 4 + s.f2));
        for (const Value& pole : {s.f1 / 2 + half, s.f1 / 2 - half})
        {
            const double angle = std::abs(std::arg(pole));
            const double distance = std::max(std::abs(1 - std::abs(pole)) + damping, 1e-12);
            angles.push_back(angle);
            for (double offset = distance / 4; offset < CV_PI; offset *= 1.6)
                for (double there : {angle - offset, angle + offset})
                    if (there > 0 && there < CV_PI)
                        angles.push_back(there);
        }
    }

    std::vector<double> angles;
    std::vector<Value> delays; //!< of the causal direction
};

Value denominator(const Section& s, const Value& delay)
{
    return 1.0 - delay * (s.f1 + delay * s.f2);
}

Value numerator(const Section& s, const Value& delay)
{
    return s.c0 + delay * (s.c1 + delay * s.c2);
}

//! A section with its own taps and with taps rounded to float, and its transfer functions.
struct Stage
{
    Section exact, inFloat;
    bool anticausal;
    Response state, result; //!< from the section's input to w and to y
    Response taps;          //!< relative change of y by the rounded taps

    Stage(const Section& s, const Section& rounded, bool back, bool pairs, const Frequencies& grid)
        : exact(s), inFloat(rounded), anticausal(back), state(grid.count()), result(grid.count()), taps(grid.count())
    {
        const Value made = pairs ? 0 : madeGoodByGain();
        for (size_t i = 0; i < grid.count(); i++)
        {
            const Value delay = grid.delay(i, back);
            Value feedback = denominator(s, delay);
            if (feedback == 0.0) // a pole on the circle, at its own frequency
                feedback = 1e-300;
            state[i] = 1.0 / feedback;
            result[i] = numerator(s, delay) * state[i];
            taps[i] = changeOfNumerator(delay) - change(delay) * state[i] - made;
        }
    }

    //! Whether the rounded taps are another filter: rounding moves a pole about as far as the pole is from the circle.
    bool isAnother() const
    {
        return std::any_of(taps.begin(), taps.end(), [](const Value& v) { return !(std::abs(v) < 0.5); });
    }

private:
    //! Change of the denominator.
    Value change(const Value& delay) const
    {
        return delay * ((exact.f1 - inFloat.f1) + delay * (exact.f2 - inFloat.f2));
    }

    //! The relative change that the gain of rounded() (math/rounding.hpp) makes up for.
    Value madeGoodByGain() const
    {
        const Value delay = exact.f1 < 0 ? -1 : 1, before = denominator(exact, delay);
        return std::abs(before) > ON_CIRCLE ? -change(delay) / before : 0;
    }

    Value changeOfNumerator(const Value& delay) const
    {
        const Value change =
            (inFloat.c0 - exact.c0) + delay * ((inFloat.c1 - exact.c1) + delay * (inFloat.c2 - exact.c2));
        const Value before = numerator(exact, delay);
        return change == 0.0 ? 0 : change / (std::abs(before) > 1e-12 ? before : Value(1e-12));
    }
};

/** Adds up the effects of all roundings of an axis on its result.

Let v be a number that is rounded in every step. V is the transfer function from the axis's input to v, P the transfer
function from v to the axis's output. An input of amplitude 1 makes v at most max |V|. Independent roundings of v are
white noise of the variance (ROUNDING max |V|)^2. The output has this variance times the noise gain

    1 / (2 pi) * integral over w from -pi to pi of |P(w)|^2

(A. V. Oppenheim, R. W. Schafer, Discrete-Time Signal Processing, chapter 6, round-off noise in digital filters).
`noise` is the sum over all numbers v, without ROUNDING^2. If the roundings agree, max |P|^2 takes the place of the
noise gain: `bias`. */
class Roundings
{
public:
    explicit Roundings(const Frequencies& g) : grid(g) {}

    //! Adds a number that is rounded in every step. @param value V @param path P
    template <typename ValueAt, typename PathAt>
    void add(const ValueAt& value, const PathAt& path)
    {
        double largestValue = 0, largestPath = 0; // squared
        for (size_t i = 0; i < grid.count(); i++)
            largestValue = std::max(largestValue, std::norm(value(i)));
        const double power = grid.mean([&](size_t i) {
            const double size = std::norm(path(i));
            largestPath = std::max(largestPath, size);
            return size;
        });
        noise += largestValue * power;
        bias += largestValue * largestPath;
    }

    double noise = 0, bias = 0; //!< squares

private:
    const Frequencies& grid;
};

//! Sections one after the other, to the axis's output.
class Chain
{
public:
    Chain(const Frequencies& g, bool inPairs) : grid(g), pairs(inPairs) {}

    void append(const Branch& exact, const Branch& inFloat, bool anticausal)
    {
        for (size_t i = 0; i < exact.sections.size(); i++)
            stages.emplace_back(exact.sections[i], inFloat.sections[i], anticausal, pairs, grid);
    }

    //! Adds this chain's response, and the change of this response by the rounded taps.
    void addResponse(Response& response, Response& change) const
    {
        for (size_t i = 0; i < grid.count(); i++)
        {
            Value product = 1, relative = 0;
            for (const Stage& stage : stages)
            {
                product *= stage.result[i];
                relative += stage.taps[i];
            }
            response[i] += product;
            change[i] += product * relative;
        }
    }

    bool isAnother() const
    {
        return std::any_of(stages.begin(), stages.end(), [](const Stage& stage) { return stage.isAnother(); });
    }

    //! @param added the chain's result is added to the results of other chains
    void addRoundings(Roundings& all, bool added) const
    {
        std::vector<Response> after(stages.size() + 1, Response(grid.count(), 1.0));
        for (size_t k = stages.size(); k-- > 0;)
            for (size_t i = 0; i < grid.count(); i++)
                after[k][i] = stages[k].result[i] * after[k + 1][i];
        Response before(grid.count(), 1.0);
        for (size_t k = 0; k < stages.size(); k++)
        {
            if (pairs)
                addPair(stages[k], before, all);
            else
                addSection(stages[k], before, after[k], after[k + 1], all);
            for (size_t i = 0; i < grid.count(); i++)
                before[i] *= stages[k].result[i];
        }
        if (added)
            all.add([&](size_t i) { return before[i]; }, [](size_t) { return 1.0; });
    }

private:
    /** w = x + f1 w1 + f2 w2 takes one or two multiply-adds. A rounding of w acts like a change of x. y is rounded
    unless y is w. */
    void addSection(const Stage& stage, const Response& before, const Response& after, const Response& afterResult,
                    Roundings& all) const
    {
        const Section& s = stage.exact;
        const double steps = s.order == 1 ? 1 : std::hypot(1, 1 + std::abs(s.f2));
        if (s.f1 != 0 || s.f2 != 0)
            all.add([&](size_t i) { return steps * before[i] * stage.state[i]; }, [&](size_t i) { return after[i]; });
        const double tap = std::max({std::abs(s.c0), std::abs(s.c1), std::abs(s.c2)});
        if (!s.isAllPole())
            all.add([&](size_t i) { return tap * before[i] * stage.state[i]; },
                    [&](size_t i) { return afterResult[i]; });
    }

    /** w changes by its difference d, which is small where w is large and steady. Constant lines lose nothing of w, so
    roundings of w have no bias. */
    void addPair(const Stage& stage, const Response& before, Roundings& all) const
    {
        const AddedPair pair(stage.inFloat);
        const auto delay = [&](size_t i) { return grid.delay(i, stage.anticausal); };
        Roundings steady(grid);
        steady.add([&](size_t i) { return before[i] * stage.state[i]; },
                   [&](size_t i) {
                       return stage.state[i] *
                              (pair.value * (1.0 + pair.f2 * delay(i)) - pair.slope * pair.gap * delay(i));
                   });
        steady.add([&](size_t i) { return std::sqrt(2.) * before[i] * stage.state[i] * (1.0 - delay(i)); },
                   [&](size_t i) { return stage.result[i]; });
        all.noise += steady.noise;
    }

    const Frequencies& grid;
    const bool pairs;
    std::vector<Stage> stages;
};

//! The chains of an axis. A cascade is one chain through both directions. Branches that are added are a chain each.
std::vector<Chain> chainsOf(const AxisFilter& filter, const AxisFilter& inFloat, bool pairs, const Frequencies& grid)
{
    std::vector<Chain> chains;
    if (!filter.parallel)
    {
        chains.emplace_back(grid, false);
        chains[0].append(filter.causal[0], inFloat.causal[0], false);
        chains[0].append(filter.anticausal[0], inFloat.anticausal[0], true);
        return chains;
    }
    for (bool back : {false, true})
    {
        const Branches &exact = back ? filter.anticausal : filter.causal,
                       &rounded = back ? inFloat.anticausal : inFloat.causal;
        for (size_t i = 0; i < exact.size(); i++)
        {
            chains.emplace_back(grid, pairs);
            chains.back().append(exact[i], rounded[i], back);
        }
    }
    return chains;
}

/** Largest error of a direction's impulse response in float, as a share of its largest value. It sees cancellation
between branches and within a state, but only the start of a slow response.
@param samples until the response has faded: later ones are denormal numbers, which would take most of the time */
double responseError(const Branches& branches, bool pairs, size_t samples)
{
    std::vector<long double> exact(samples, 0), inFloat(samples, 0);
    for (const Branch& branch : branches)
    {
        const auto ofBranch = impulseResponse<long double>(branch, samples);
        const auto ofFloat =
            pairs ? pairResponse<float>(branch.sections[0], samples) : impulseResponse<float>(branch, samples);
        for (size_t i = 0; i < samples; i++)
        {
            exact[i] += ofBranch[i];
            inFloat[i] += ofFloat[i];
        }
    }
    return branches.empty() ? 0 : largestDifference(exact, inFloat);
}

double responseError(const AxisModel& axis, bool pairs)
{
    // A pole has faded to e^-64 by then. 20 equal ones peak at 19 times their memory and fade to 1e-10 of that.
    const size_t samples = size_t(std::min(4096., 64 * axis.memory + MAX_ORDER));
    const double error = responseError(axis.filter.causal, pairs, samples);
    return axis.filter.anticausal == axis.filter.causal
               ? error
               : std::max(error, responseError(axis.filter.anticausal, pairs, samples));
}

//! One axis as one backend runs it.
struct AxisInFloat
{
    AxisInFloat(const AxisModel& model, bool inPairs)
        : axis(model), pairs(inPairs), growsWithLength(std::isinf(model.memory)),
          endless(growsWithLength ? FloatLoss() : floatLossOf(model, inPairs)),
          loss(growsWithLength ? HUGE_VAL : sumOf(endless)), lossOfResponse(responseError(model, inPairs))
    {
    }

    //! All parts are independent: their squares add up.
    static double sumOf(const FloatLoss& on)
    {
        return std::sqrt(on.taps * on.taps + on.noise * on.noise + BIAS_SHARE * BIAS_SHARE * on.bias * on.bias);
    }

    double lossOn(double length) const { return sumOf(floatLossOf(axis, pairs, length)); }

    //! The longest lines, a power of two, that lose no more than this.
    int64 longestLine(double most) const
    {
        int64 length = int64(1) << 31;
        while (length && !(lossOn(double(length)) <= most))
            length /= 2;
        return length;
    }

    const AxisModel& axis;
    const bool pairs;
    const bool growsWithLength; //!< poles on the circle lose more the longer a line is
    const FloatLoss endless;    //!< on lines without end; empty if the loss grows
    const double loss;          //!< on lines of any length
    const double lossOfResponse;
};

//! |H(w)| of an axis without poles on the circle.
double gainAt(const AxisFilter& filter, double angle)
{
    const Value delay = std::polar(1., -angle);
    Value sum = filter.parallel ? 0 : 1;
    for (bool back : {false, true})
        for (const Branch& branch : back ? filter.anticausal : filter.causal)
        {
            const Value there = back ? std::conj(delay) : delay;
            Value product = 1;
            for (const Section& section : branch.sections)
                product *= numerator(section, there) / denominator(section, there);
            sum = filter.parallel ? sum + product : sum * product;
        }
    return std::abs(sum);
}

/** The shortest lines, a power of two, on which float loses no more than the tolerance of the largest value that the
filter can make of such lines. A border that repeats or mirrors n pixels makes lines of the frequencies 2 pi k / n, pi k
/ n or pi k / (n - 1) alone. The one next to the largest response lies within pi / n of it, and 0 is always there.
States know nothing of that: a resonance between these frequencies amplifies roundings, but no pixels.
@param loss as a share of the largest response */
int64 shortestLine(const AxisInFloat& line, double loss, double tolerance)
{
    const AxisModel& axis = line.axis;
    if (axis.isPointwise() || axis.borderType == BORDER_CONSTANT || !(loss <= tolerance))
        return 1;
    const double peak = line.endless.peak, largest = line.endless.largest;
    const double enough = largest * std::min(loss / tolerance, 0.5); // half of it is met as the estimate is meant
    const auto holds = [&](int64 n) {
        const double step = CV_PI / double(n);
        return gainAt(axis.filter, 0) >= enough ||
               (n > 1 && std::min(gainAt(axis.filter, peak - step), gainAt(axis.filter, peak + step)) >= enough);
    };
    int64 length = 1;
    while (length < INT_MAX && !holds(length))
        length *= 2;
    // Where the end pixels go on, only one pixel alone makes a line of one frequency.
    return axis.borderType == BORDER_REPLICATE ? std::min(length, int64(2)) : length;
}

/** The longest line, in pixels, whose running sum blocks hold in float. Its roundings agree and grow with the line.
Sums of pixels of 0.1 lose 1.8e-6 on 10000 pixels (GPU). */
const int64 LONGEST_RUNNING_SUM = 8192;

FloatSizes sizesOfBlocks(const AxisInFloat& x, const AxisInFloat& y)
{
    const auto longest = [](const AxisInFloat& line) {
        return line.growsWithLength ? LONGEST_RUNNING_SUM : int64(INT_MAX);
    };
    const auto shortest = [](const AxisInFloat& line) { // the loss: see MOST_BLOCK_MEMORY
        return shortestLine(line, std::min(3e-8 * line.axis.memory, FLOAT_TOLERANCE), FLOAT_TOLERANCE);
    };
    return {longest(x), longest(y), shortest(x), shortest(y)};
}

FloatSizes sizesOf(const AxisInFloat& x, const AxisInFloat& y, double tolerance)
{
    FloatSizes none;
    if (!(std::max(x.lossOfResponse, y.lossOfResponse) <= FLOAT_TOLERANCE))
        return none;
    const auto longest = [&](const AxisInFloat& axis, const AxisInFloat& other) {
        const double left = other.growsWithLength
                                ? tolerance / std::sqrt(2.)
                                : std::sqrt(std::max(0., tolerance * tolerance - other.loss * other.loss));
        if (axis.growsWithLength)
            return axis.longestLine(left);
        return axis.loss <= left ? int64(INT_MAX) : 0;
    };
    return {longest(x, y), longest(y, x), shortestLine(x, x.loss, tolerance), shortestLine(y, y.loss, tolerance)};
}

/** Longest memory of a pole with which blocks lose no more than FLOAT_TOLERANCE in float. Measured with orders 1 to 20,
real poles, repeated ones and pairs, forth and back. Largest loss as a share of the largest response (CPU, one axis) and
result (GPU, noise, both axes): 3.1e-6 and 4.8e-6 for memories of 100 pixels, 6.3e-6 and 8.8e-6 for 330, 1.8e-5 and
1.5e-5 for 1000. */
const double MOST_BLOCK_MEMORY = 300;

bool areHeldByBlocks(const AxisModel& axis)
{
    return axis.isPointwise() || (isInsideCircle(axis.filter.causal) && isInsideCircle(axis.filter.anticausal) &&
                                  axis.memory <= MOST_BLOCK_MEMORY);
}

/** The same of a filter in one direction, whose roundings do not meet those of the other one: at most 3.8e-6 with this
memory. The parts of a state's matrix that tell slower poles from those on the circle are lost. */
const double MOST_ONE_WAY_MEMORY = 10000;

//! The same on a GPU, where running sums go by blocks, too.
bool areHeldOnDevice(const AxisModel& axis)
{
    if (areHeldByBlocks(axis))
        return true;
    const bool isRunningSum = std::isinf(axis.memory) && axis.order() == 1;
    return isOneWay(axis.filter) && (axis.memory <= MOST_ONE_WAY_MEMORY || isRunningSum);
}

/** Whether float loses too much on lines of one pixel beside a constant border, which see the first taps alone. Taps of
added sections make up for rounded poles (rounding.hpp). Where their sum nearly cancels, this change shows: taps 0.14 +
0.46 - 0.54 lost 3.4e-5. Lines of several pixels see the poles, too. */
bool losesOnOnePixel(const AxisModel& axis, bool pairs)
{
    if (axis.isPointwise() || axis.borderType != BORDER_CONSTANT || !axis.filter.parallel)
        return false;
    double gain = 1;
    const AxisFilter inFloat = pairs ? roundedPairs<float>(axis.filter) : rounded<float>(axis.filter, gain);
    const auto answerOf = [](const AxisFilter& filter) {
        double sum = 0;
        for (const Branches* direction : {&filter.causal, &filter.anticausal})
            for (const Branch& branch : *direction)
                sum += std::accumulate(branch.sections.begin(), branch.sections.end(), branch.gain,
                                       [](double product, const Section& s) { return product * s.c0; });
        return sum;
    };
    const double answer = answerOf(axis.filter);
    return std::abs(answerOf(inFloat) - answer) > FLOAT_TOLERANCE / 2 * std::abs(answer);
}

} // namespace

FloatLoss floatLossOf(const AxisModel& axis, bool pairs, double length)
{
    FloatLoss loss;
    if (axis.isPointwise())
        return loss;
    double gain = 1;
    const AxisFilter inFloat = pairs ? roundedPairs<float>(axis.filter) : rounded<float>(axis.filter, gain);
    const Frequencies grid(axis.filter, length > 0 ? 1 / length : 0);
    Response response(grid.count(), 0.0), change(grid.count(), 0.0);
    Roundings roundings(grid);
    for (const Chain& chain : chainsOf(axis.filter, inFloat, pairs, grid))
    {
        if (chain.isAnother())
            loss.taps = HUGE_VAL;
        chain.addResponse(response, change);
        chain.addRoundings(roundings, axis.filter.parallel);
    }
    for (size_t i = 0; i < grid.count(); i++)
        if (const double size = std::abs(response[i]); size > loss.largest)
        {
            loss.largest = size;
            loss.peak = grid.angle(i);
        }
    if (loss.largest == 0)
        return loss; // of zeros
    const auto meanOf = [&](const Response& values) {
        return grid.mean([&](size_t i) { return std::abs(values[i]); });
    };
    loss.taps = std::max(loss.taps, meanOf(change) / meanOf(response));
    loss.noise = ROUNDING * std::sqrt(roundings.noise) / loss.largest;
    loss.bias = ROUNDING * std::sqrt(roundings.bias) / loss.largest;
    return loss;
}

FloatRange floatRangeOf(const FilterModel& model)
{
    const AxisModel &rows = model.axes[ALONG_ROWS], &columns = model.axes[ALONG_COLUMNS];
    FloatRange range;
    const auto sizes = [&](bool xInPairs, bool yInPairs) {
        const AxisInFloat x(rows, xInPairs);
        const bool isSame =
            columns.filter == rows.filter && columns.memory == rows.memory && columns.borderType == rows.borderType;
        const AxisInFloat y = isSame ? x : AxisInFloat(columns, yInPairs);
        range.byBlocks = sizesOfBlocks(x, y); // depends on responses alone
        return sizesOf(x, y, model.floatTolerance);
    };
    // The CPU runs all added pairs in the form of AddedPair, or by blocks. The GPU does so only with mirrored pairs.
    const bool xOnHost = areAddedPairs(rows.filter), yOnHost = areAddedPairs(columns.filter);
    const bool xOnDevice = areMirroredPairs(rows.filter), yOnDevice = areMirroredPairs(columns.filter);
    range.onHost = sizes(xOnHost, yOnHost);
    const bool isSame = xOnHost == xOnDevice && yOnHost == yOnDevice;
    range.onDevice = isSame ? range.onHost : sizes(xOnDevice, yOnDevice);
    // On the GPU such an axis is a factor, see one_pixel.hpp.
    if (losesOnOnePixel(rows, xOnHost))
        range.onHost.leastWidth = std::max<int64>(range.onHost.leastWidth, 2);
    if (losesOnOnePixel(columns, yOnHost))
        range.onHost.leastHeight = std::max<int64>(range.onHost.leastHeight, 2);
    range.blocksOnHost = std::all_of(model.axes.begin(), model.axes.end(), areHeldByBlocks);
    range.blocksOnDevice = std::all_of(model.axes.begin(), model.axes.end(), areHeldOnDevice);
    return range;
}

}} // namespace cv::recfilter
