// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_BANDED_HPP
#define OPENCV_RECFILTER_MATH_BANDED_HPP

// Factors of banded Toeplitz matrices for lines of any length, in double. Algorithm 5v of Nehab and Maximo 2016
// (section 6; their reference is Nehab and Hoppe 2014, section 4.2) for any bandwidth. Knows no image.

#include "math/matrix.hpp"

#include <complex>
#include <limits>

namespace cv { namespace recfilter {

enum
{
    MAX_BANDED_ORDER = 16,
    //! Rows of factors that a matrix keeps if they do not settle. They settle after about 18 / (1 - p q) rows, p and q
    //! the largest poles of L and of U.
    MAX_VARYING_ROWS = 1 << 16,
    //! Most rows between two states that the engines compute from each other (BandedBlock).
    MAX_BLOCK_ROWS = 32
};

//! The smallest order not below k that has kernels.
inline int bandedOrder(int k)
{
    for (int order : {1, 2, 3, 4, 8})
        if (k <= order)
            return order;
    return MAX_BANDED_ORDER;
}

/** The factors of a matrix of n rows, T = L U. L has ones on its diagonal. Row i has 2k + 1 numbers:
L(i, i-1) .. L(i, i-k), 1 / U(i, i), and U(i, i+1) .. U(i, i+k) over U(i, i). Forward substitution is
w[i] = x[i] - sum L(i, i-m) w[i-m], back substitution y[i] = w[i] / U(i, i) - sum U(i, i+m) / U(i, i) y[i+m].
With a periodic border the rows at the ends also hold the coefficients that reach beyond the line. Then the last numbers
of y are the state before the line, and the first ones the state behind it. With other borders both states are 0. */
class BandedFactors
{
public:
    BandedFactors(int k, int64 rows, int64 headRows, int64 tailRows)
        : order(k), n(rows), head(headRows), tail(tailRows),
          numbers(size_t((head + (hasMiddle() ? 1 : 0) + tail) * width()))
    {
    }

    int width() const { return 2 * order + 1; }
    //! Whether there are rows between head and tail. They are all the same.
    bool hasMiddle() const { return head + tail < n; }
    int64 indexOf(int64 i) const
    {
        return i < head ? i : i < n - tail ? head : head + (hasMiddle() ? 1 : 0) + i - (n - tail);
    }
    const double* at(int64 i) const { return numbers.data() + indexOf(i) * width(); }
    double* at(int64 i) { return numbers.data() + indexOf(i) * width(); }

    /** Forward substitution over rows [first, end), in place.
    @param state in: w before the rows, the nearest first; out: w at their end, the last one first */
    void forward(int64 first, int64 end, double* line, double* state) const
    {
        for (int64 i = first; i < end; i++)
        {
            const double* row = at(i);
            double w = line[i - first];
            for (int m = 0; m < order; m++)
                w -= row[m] * state[m];
            line[i - first] = w;
            std::copy_backward(state, state + order - 1, state + order);
            state[0] = w;
        }
    }

    //! Back substitution. @param state in: y behind the rows, the nearest first; out: y at their begin, from there on
    void backward(int64 first, int64 end, double* line, double* state) const
    {
        for (int64 i = end - 1; i >= first; i--)
        {
            const double* row = at(i) + order;
            double y = line[i - first] * row[0];
            for (int m = 0; m < order; m++)
                y -= row[1 + m] * state[m];
            line[i - first] = y;
            std::copy_backward(state, state + order - 1, state + order);
            state[0] = y;
        }
    }

    //! The factors rounded to the working type, as the kernels read them.
    template <typename W>
    BandedFactors rounded() const
    {
        BandedFactors result(*this);
        for (double& number : result.numbers)
            number = double(W(number));
        return result;
    }

    const int order;
    const int64 n;
    const int64 head, tail; //!< rows with factors of their own at the begin and at the end

private:
    std::vector<double> numbers;
};

/** How the states that enter the block of rows [first, end) change the states that leave it:
w behind += P w before; y before += Q y behind + X w before. Found by running the substitutions on identities.
y of the k rows above the block, the nearest first, is aboveW w + aboveY y, from w of these rows and y of the block.
@param backEnd where back substitution begins, the end or before it */
struct BandedBlock
{
    BandedBlock(const BandedFactors& factors, int64 first, int64 end, int64 backEnd)
        : P(factors.order, factors.order), Q(factors.order, factors.order), X(factors.order, factors.order),
          aboveW(factors.order, factors.order), aboveY(factors.order, factors.order)
    {
        const int k = factors.order;
        std::vector<double> line(size_t(end - first));
        std::vector<double> state(static_cast<size_t>(k));
        const auto column = [&](Matrix& m, int of) {
            for (int i = 0; i < k; i++)
                m(i, of) = state[size_t(i)];
        };
        for (int m = 0; m < k; m++)
        {
            std::fill(line.begin(), line.end(), 0);
            std::fill(state.begin(), state.end(), 0);
            state[size_t(m)] = 1;
            factors.forward(first, end, line.data(), state.data());
            column(P, m);
            std::fill(state.begin(), state.end(), 0);
            factors.backward(first, backEnd, line.data(), state.data());
            column(X, m);
            std::fill(line.begin(), line.end(), 0);
            std::fill(state.begin(), state.end(), 0);
            state[size_t(m)] = 1;
            factors.backward(first, backEnd, line.data(), state.data());
            column(Q, m);
        }
        if (first >= k)
            lookAbove(factors, first);
    }

    Matrix P, Q, X;
    Matrix aboveW, aboveY; //!< only if there are k rows above

    //! How much the block amplifies rounding errors of y: the largest row sum of |X V|. V is the part of U that leads
    //! from the rows above into the block.
    double amplification = 0;

    /** Whether the block must be solved from y above it and y behind it. Otherwise the rows above use the carry of y,
    and the block computes its own y at the same place. Both differ by the amplified rounding errors: 3 of float are
    4e-7. */
    bool mustMeet() const { return amplification > 2; }

private:
    void lookAbove(const BandedFactors& factors, int64 first)
    {
        const int k = factors.order;
        Matrix V(k, k, 0.0);
        std::vector<double> line(static_cast<size_t>(k)), state(static_cast<size_t>(k));
        for (int m = 0; m < k; m++)
        {
            std::fill(line.begin(), line.end(), 0);
            std::fill(state.begin(), state.end(), 0);
            line[size_t(k - 1 - m)] = 1;
            factors.backward(first - k, first, line.data(), state.data());
            for (int j = 0; j < k; j++)
                aboveW(j, m) = line[size_t(k - 1 - j)];
            std::fill(line.begin(), line.end(), 0);
            std::fill(state.begin(), state.end(), 0);
            state[size_t(m)] = 1;
            factors.backward(first - k, first, line.data(), state.data());
            const double* const row = factors.at(first - 1 - m) + k;
            for (int j = 0; j < k; j++)
            {
                aboveY(j, m) = line[size_t(k - 1 - j)];
                if (m + 1 + j <= k)
                    V(m, j) = row[m + 1 + j] / row[0];
            }
        }
        const Matrix product = multiply(X, V);
        for (int i = 0; i < k; i++)
            amplification = std::max(amplification, cv::norm(product.row(i), NORM_L1));
    }
};

/** The last k rows of U, in the form of BandedClosing::upper. If the line has fewer rows, the missing first rows are
rows of the identity. */
inline Matrix tailOf(const BandedFactors& factors)
{
    const int k = factors.order;
    Matrix upper = identity(k);
    for (int m = std::max(0, int(k - factors.n)); m < k; m++)
    {
        const double* const row = factors.at(factors.n - k + m) + k;
        upper(m, m) = row[0];
        for (int q = 1; m + q < k; q++)
            upper(m, m + q) = row[q] / row[0];
    }
    return upper;
}

/** The closing of a periodic border. c holds the first k and the last k numbers of y, each from its end of the line
inwards. The first k continue the line behind its end, the last k before its begin. The solution with zeros outside has
c0 in place of c, and c = c0 + K c. I - K is factorized with pivots, not inverted: a rounded inverse would lose
zero-mean lines of systems that nearly ignore constants. */
struct BandedClosing
{
    explicit BandedClosing(const BandedFactors& factors) : lastOfForward(factors.order, factors.order)
    {
        const int k = factors.order;
        const int64 n = factors.n;
        Matrix response(2 * k, int(n));
        std::vector<double> before(static_cast<size_t>(k)), behind(static_cast<size_t>(k));
        Matrix K(2 * k, 2 * k);
        for (int m = 0; m < 2 * k; m++)
        {
            std::vector<double> line(static_cast<size_t>(n), 0.0);
            std::fill(before.begin(), before.end(), 0);
            std::fill(behind.begin(), behind.end(), 0);
            (m < k ? behind : before)[size_t(m % k)] = 1;
            factors.forward(0, n, line.data(), before.data());
            factors.backward(0, n, line.data(), behind.data());
            for (int a = 0; a < k; a++)
            {
                K(a, m) = line[size_t(a)];
                K(k + a, m) = line[size_t(n - 1 - a)];
            }
            std::copy(line.begin(), line.end(), response[m]);
        }
        factorize(Matrix(identity(2 * k) - K));
        for (int m = 0; m < k; m++) // the last numbers of y, from the last numbers of w
        {
            std::vector<double> line(static_cast<size_t>(k), 0.0);
            std::fill(behind.begin(), behind.end(), 0);
            line[size_t(k - 1 - m)] = 1;
            factors.backward(n - k, n, line.data(), behind.data());
            for (int a = 0; a < k; a++)
                lastOfForward(a, m) = line[size_t(k - 1 - a)];
        }
        const auto fades = [&](int64 i) {
            for (int m = 0; m < 2 * k; m++)
                if (std::abs(response(m, int(i))) > 1e-18)
                    return false;
            return true;
        };
        int64 front = 0, back = n;
        while (front < n && !fades(front))
            front++;
        while (back > front && !fades(back - 1))
            back--;
        fromFront = transposed(Matrix(response.colRange(0, int(front))));
        fromBack = transposed(Matrix(response.colRange(int(back), int(n))));
    }

    //! c = upper^-1 lower c0. The diagonal of `upper` holds reciprocals; below it are zeros.
    Matrix lower, upper;
    Matrix lastOfForward; //!< maps the last k numbers of w to the last k of y, with zeros behind the line
    //! The effect of c on the first and on the last rows. Between these rows it has faded.
    Matrix fromFront, fromBack;

private:
    //! Gaussian elimination. The operations on rows make `upper` of the matrix and `lower` of the identity.
    void factorize(Matrix matrix)
    {
        const int size = matrix.rows;
        lower = identity(size);
        for (int c = 0; c < size; c++)
        {
            int pivot = c;
            for (int i = c + 1; i < size; i++)
                if (std::abs(matrix(i, c)) > std::abs(matrix(pivot, c)))
                    pivot = i;
            std::swap_ranges(matrix[c], matrix[c] + size, matrix[pivot]);
            std::swap_ranges(lower[c], lower[c] + size, lower[pivot]);
            for (int i = c + 1; i < size; i++)
            {
                const double factor = matrix(i, c) / matrix(c, c);
                for (int j = 0; j < size; j++)
                {
                    matrix(i, j) -= factor * matrix(c, j);
                    lower(i, j) -= factor * lower(c, j);
                }
                matrix(i, c) = 0;
            }
            matrix(c, c) = 1 / matrix(c, c);
        }
        upper = matrix;
    }
};

//! Why a matrix is refused.
struct BandedFault
{
    enum Kind
    {
        NONE,
        PIVOT,             //!< too small
        ELIMINATION_GROWS, //!< numbers of the factors cancel each other
        NOT_SETTLED,       //!< the factors still vary after MAX_VARYING_ROWS rows
        SUBSTITUTION_GROWS //!< a substitution does not decay
    };
    Kind kind = NONE;
    int64 length = 0, row = 0; //!< where the pivot or the growth was met; length 0: on any long line
    double value = 0;          //!< the pivot, or how far elimination grows, as a share of the largest coefficient
};

/** A banded Toeplitz matrix, whose corners follow from the border, and its factors from the first row until they
settle. Only the last k rows of factors depend on the length.

Settled are factors whose last k + 1 rows are the same but for rounding errors. Row i of L U needs row i of L and rows
i - k to i of U. So all later rows of L U are rows of T, if the last row of factors is repeated, whatever the structure
of the band is. Fewer equal rows prove nothing: {-1, 0, 0, 3, 0, 0, -1} is three systems, and each of its factors comes
three times.

Matrices with a dominant diagonal have no faults. Their factors never grow, so that they are right on lines of any
length, settled or not. */
class BandedMatrix
{
public:
    //! Smallest pivot, as a share of the largest coefficient, if the diagonal is not dominant.
    static constexpr double LEAST_PIVOT = 1e-12;
    //! Largest numbers of |L| |U|, as a share of the largest coefficient. Rounding errors of T y are amplified as much.
    static constexpr double MOST_GROWTH = 32;
    //! The diagonal exceeds the sum of the other coefficients by this share, or zeros outside keep T invertible.
    static constexpr double LEAST_DOMINANCE = 1e-12;

    /** @param coefficients t[-k] .. t[k], finite, not all 0 */
    BandedMatrix(const std::vector<double>& coefficients, int border)
        : order(bandedOrder(int(coefficients.size() / 2))), borderType(border), band(size_t(order) * 2 + 1, 0.0)
    {
        std::copy(coefficients.begin(), coefficients.end(), band.begin() + order - int(coefficients.size() / 2));
        for (size_t i = 0; i < band.size(); i++)
        {
            const double t = std::abs(band[i]);
            scale = std::max(scale, t);
            sumOfOthers += int(i) == order ? 0 : t;
        }
        factorizeHead();
        if (!isDominant())
            for (int64 n = 1; n <= headRows() + order + 1 && !fault.kind; n++)
                if (n < 2 * int64(order) || endsFold())
                    tryLength(n);
        if (!fault.kind)
            measureDecay();
    }

    double diagonal() const { return std::abs(band[size_t(order)]); }
    //! The sum of the absolute values of the coefficients off the diagonal.
    double others() const { return sumOfOthers; }
    //! Whether rows are dominated by the diagonal, folded ends included.
    bool isDominant() const
    {
        return sumOfOthers <= diagonal() * (borderType == BORDER_CONSTANT ? 1 + 8 * DBL_EPSILON : 1 - LEAST_DOMINANCE);
    }

    //! The factors for lines of n pixels. Only for matrices without a fault.
    BandedFactors factors(int64 n) const
    {
        BandedFault none;
        if (isDense(n))
            return factorizeAll(n, none);
        const int64 tail = endsFold() ? order : 0;
        BandedFactors result(order, n, settles ? std::min(headRows(), n - tail) : n - tail, tail);
        const auto above = [&](int64 j) { return result.at(j); };
        for (int64 i = 0; i < result.head + (result.hasMiddle() ? 1 : 0); i++)
            if (settles || i < keptRows())
                std::copy_n(headRow(i), width(), result.at(i));
            else
                factorizeRow(i, 0, above, result.at(i), none);
        for (int64 i = n - tail; i < n; i++)
            factorizeRow(i, n, above, result.at(i), none);
        return result;
    }

    /** The factors of `rows` rows alone, as of a periodic line: the states before and behind the rows are y. They solve
    every block of so many rows except the first. @return whether elimination stays small */
    bool blockFactors(BandedFactors& result) const
    {
        const BandedMatrix inner(*this, BORDER_WRAP);
        BandedFault none;
        double largest = 0;
        for (int64 i = 0; i < result.n; i++)
            largest = std::max(largest, inner.factorizeRow(
                                            i, 0, [&](int64 j) { return result.at(j); }, result.at(i), none));
        return largest <= MOST_GROWTH;
    }

    //! Whether lines of n pixels are closed by BandedClosing.
    bool wraps(int64 n) const { return borderType == BORDER_WRAP && !isDense(n); }

    //! The factors that BandedClosing needs for lines of n pixels: the ends of long lines do not reach each other.
    BandedFactors closingFactors(int64 n) const
    {
        return factors(settles ? std::min(n, headRows() + 4 * (fadingRows + order)) : n);
    }

    const int order; //!< k, rounded up to an order that has kernels
    const int borderType;
    BandedFault fault;
    double gain[2] = {1, 1}; //!< sums of the absolute responses of forward and back substitution
    double growth = 0;       //!< largest number of |L| |U| as a share of the largest coefficient
    /** What rounding errors that repeat on each row add to T y where a block meets the next one, in units of half the
    last place of y, as a share of the largest coefficient: see measureDrift. */
    double drift = 0;
    double amplification = 0; //!< BandedBlock::amplification of settled rows

private:
    //! The same band with another border, without factors.
    BandedMatrix(const BandedMatrix& other, int border)
        : order(other.order), borderType(border), band(other.band), scale(other.scale), sumOfOthers(other.sumOfOthers)
    {
    }

    int width() const { return 2 * order + 1; }
    int64 keptRows() const { return int64(head.size()) / width(); }
    int64 headRows() const { return keptRows() - 1; }
    const double* headRow(int64 i) const { return head.data() + std::min(i, headRows()) * width(); }
    //! Whether coefficients beyond the ends are folded back: added to other coefficients of their row.
    bool endsFold() const { return borderType != BORDER_CONSTANT && borderType != BORDER_WRAP; }
    //! Whether the line is too short for its ends to be apart. n = 0: a line without end.
    bool isDense(int64 n) const
    {
        return n > 0 && ((endsFold() && n < 2 * int64(order)) || (borderType == BORDER_WRAP && n <= order));
    }

    //! Row i of the matrix: its columns i - k .. i + k. n = 0: a line without end.
    void matrixRow(int64 i, int64 n, double* row) const
    {
        const double* const coefficients = band.data() + order;
        std::fill_n(row, width(), 0.0);
        for (int d = -order; d <= order; d++)
        {
            int64 column = i + d;
            const bool isInside = column >= 0 && (n == 0 || column < n);
            if (!isInside && (borderType == BORDER_CONSTANT || (borderType == BORDER_WRAP && !isDense(n))))
            {
                if (column >= 0)
                    row[order + d] = coefficients[d]; // beyond the end: U keeps it for the state behind
                continue;
            }
            if (!isInside && n == 0)
                column = borderInterpolate(int(column), 4 * order, borderType);
            else if (!isInside)
                column = borderInterpolate(int(column), int(n), borderType);
            row[order + int(column - i)] += coefficients[d];
        }
    }

    /** Eliminates one row. @param above rows of factors; i - k .. i - 1 are asked for, as far as they exist
    @return the largest number of this row of |L| |U|, as a share of the largest coefficient */
    template <typename Above>
    double factorizeRow(int64 i, int64 n, const Above& above, double* out, BandedFault& found) const
    {
        double a[2 * MAX_BANDED_ORDER + 1], sums[2 * MAX_BANDED_ORDER + 1] = {};
        matrixRow(i, n, a);
        std::fill_n(out, order, 0.0);
        for (int m = order; m > 0; m--)
        {
            if (i - m < 0)
            {
                if (borderType == BORDER_WRAP && !isDense(n))
                    out[m - 1] = band[size_t(order - m)]; // times y before the line
                continue;
            }
            const double* row = above(i - m) + order;
            const double value = a[order - m];
            out[m - 1] = value * row[0];
            sums[order - m] += std::abs(value);
            for (int q = 1; q <= order; q++)
            {
                a[order - m + q] -= value * row[q];
                sums[order - m + q] += std::abs(value * row[q]);
            }
        }
        const double pivot = a[order];
        double largest = 0;
        for (int j = 0; j < width(); j++)
            largest = std::max(largest, (sums[j] + (j < order ? 0 : std::abs(a[j]))) / scale);
        const auto report = [&](BandedFault::Kind kind, double value) {
            if (found.kind || isDominant())
                return;
            found.kind = kind;
            found.length = n;
            found.row = i;
            found.value = value;
        };
        if (!(std::abs(pivot) >= LEAST_PIVOT * scale))
            report(BandedFault::PIVOT, pivot / scale);
        if (!(largest <= MOST_GROWTH))
            report(BandedFault::ELIMINATION_GROWS, largest);
        out[order] = 1 / pivot;
        for (int q = 1; q <= order; q++)
            out[order + q] = a[order + q] / pivot;
        return largest;
    }

    /** Factors of a line without end, until they settle. All later rows repeat the last one. A band with gaps is
    several systems that do not meet: their factors may stay some rounding errors apart. */
    void factorizeHead()
    {
        const double isSame = 1, mayStay = 24;
        const int64 patience = 64;
        const auto row = [&](int64 i) { return head.data() + i * width(); };
        double least = std::numeric_limits<double>::infinity();
        int64 leastAt = 0;
        for (int64 i = 0; !settles; i++)
        {
            if (i > MAX_VARYING_ROWS)
            {
                if (!isDominant())
                    fault.kind = BandedFault::NOT_SETTLED;
                return;
            }
            head.resize(size_t((i + 1) * width()));
            growth = std::max(growth, factorizeRow(i, 0, row, row(i), fault));
            if (fault.kind)
                return;
            if (i < order)
                continue;
            double largest = 0;
            for (int m = 1; m <= order && (largest < least || largest <= mayStay); m++)
                largest = std::max(largest, distance(row(i - m), row(i)));
            settles = largest <= isSame || (largest <= mayStay && i - leastAt >= patience);
            if (largest < least)
            {
                least = largest;
                leastAt = i;
            }
        }
    }

    //! How far two rows of factors lie apart as parts of T, in rounding errors of elimination.
    double distance(const double* a, const double* b) const
    {
        const double pivot = std::abs(1 / b[order]);
        double difference = std::abs(1 / a[order] - 1 / b[order]);
        for (int j = 0; j < width(); j++)
            if (j != order)
                difference = std::max(difference, std::abs(a[j] - b[j]) * pivot);
        return difference / (DBL_EPSILON * scale * std::max(growth, 1.0));
    }

    BandedFactors factorizeAll(int64 n, BandedFault& found) const
    {
        BandedFactors result(order, n, n, 0);
        for (int64 i = 0; i < n; i++)
            factorizeRow(
                i, n, [&](int64 j) { return result.at(j); }, result.at(i), found);
        return result;
    }

    //! Looks for small pivots and growth in lines of n pixels.
    void tryLength(int64 n)
    {
        if (isDense(n))
        {
            factorizeAll(n, fault);
            return;
        }
        if (!endsFold())
            return;
        std::vector<double> last(size_t(order * width()));
        for (int64 i = n - order; i < n && !fault.kind; i++)
            growth = std::max(
                growth,
                factorizeRow(
                    i, n,
                    [&](int64 j) { return j < n - order ? headRow(j) : last.data() + (j - (n - order)) * width(); },
                    last.data() + (i - (n - order)) * width(), fault));
    }

    //! The next value of a substitution's impulse response. @param row -coefficients by distance
    static double nextOf(const double* row, std::vector<double>& state)
    {
        double next = 0;
        for (size_t m = 0; m < state.size(); m++)
            next -= row[m] * state[m];
        std::copy_backward(state.begin(), state.end() - 1, state.end());
        return state[0] = next;
    }

    //! Sums up the impulse responses of both substitutions until they fade. A response that hardly fades is endless.
    void measureDecay()
    {
        const double* const settled = headRow(headRows());
        for (int direction = 0; direction < 2; direction++)
        {
            std::vector<double> state(size_t(order), 0.0);
            state[0] = 1;
            double sum = 1, recent = 1;
            int64 i = 0;
            for (; recent > 1e-18 * sum && i <= 1 << 20; i++)
            {
                sum += std::abs(nextOf(settled + (direction ? order + 1 : 0), state));
                recent = 0;
                for (double value : state)
                    recent = std::max(recent, std::abs(value));
                if (!(recent < 1e12))
                    break;
            }
            if (recent > 1e-18 * sum)
            {
                if (!isDominant())
                    fault.kind = BandedFault::SUBSTITUTION_GROWS;
                i = std::numeric_limits<int>::max();
            }
            gain[direction] = settles ? sum : std::numeric_limits<double>::infinity();
            fadingRows += i;
        }
        measureDrift(settled);
    }

    /** Repeating pixels make repeating rounding errors. A substitution adds these errors up over the rows of a block,
    and the next block starts without them. For pixels y = z^i the substitutions amplify the errors |1 / L(z)| and |1 /
    U(z)| times, cut off after a block. The part that is cut off is multiplied with the coefficients that reach into the
    next block. Blocks that are solved between y above and y behind lose the amplified part of these errors
    (BandedPlan::inner). The drift is the largest value over the unit circle: all rounding errors have one size and are
    in step. */
    void measureDrift(const double* settled)
    {
        BandedFactors middle(order, int64(4) * MAX_BLOCK_ROWS, 0, 0);
        std::copy_n(settled, width(), middle.at(0));
        const BandedBlock block(middle, MAX_BLOCK_ROWS, 2 * MAX_BLOCK_ROWS, 2 * MAX_BLOCK_ROWS);
        amplification = block.amplification;
        const double left = block.mustMeet() ? 1 / (1 + amplification) : 1;
        const int points = 32;
        std::vector<double> response[2];
        double reach[2] = {0, 0};
        for (int direction = 0; direction < 2; direction++)
        {
            const double* const row = settled + (direction ? order + 1 : 0);
            std::vector<double> state(size_t(order), 0.0);
            response[direction].push_back(state[0] = 1);
            for (int i = 1; i < MAX_BLOCK_ROWS; i++)
                response[direction].push_back(nextOf(row, state));
            for (int m = 0; m < order; m++)
                reach[direction] += std::abs(row[m]);
        }
        for (int point = 0; point <= points; point++)
        {
            const auto at = [&](const double* numbers, int count) {
                std::complex<double> sum = 0;
                for (int i = 0; i < count; i++)
                    sum += numbers[i] * std::polar(1.0, CV_PI * point * i / points);
                return std::abs(sum);
            };
            std::vector<double> back(settled + order, settled + width()); // of U: 1, then the scaled ones
            const double pivot = std::abs(1 / back[0]);
            back[0] = 1;
            const double forward =
                reach[0] * at(response[0].data(), MAX_BLOCK_ROWS) * pivot * at(back.data(), order + 1);
            const double backward = left * reach[1] * at(response[1].data(), MAX_BLOCK_ROWS) * pivot;
            drift = std::max(drift, (forward + backward) / scale);
        }
    }

    bool settles = false;
    int64 fadingRows = 0; //!< rows after which the responses of both substitutions have faded

    std::vector<double> band;
    double scale = 0, sumOfOthers = 0;
    std::vector<double> head;
};

}} // namespace cv::recfilter

#endif
