// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_MATH_BANDED_HPP
#define OPENCV_RECFILTER_MATH_BANDED_HPP

// Factors of banded Toeplitz matrices for lines of any length, in double. Algorithm 5v of Nehab and Maximo 2016
// (section 6; their reference is Nehab and Hoppe 2014, section 4.2) for any bandwidth.

#include "math/matrix.hpp"

namespace cv { namespace recfilter {

enum
{
    MAX_BANDED_ORDER = 16,
    //! Most rows of factors that may vary. They settle after about 18 / (1 - p q) rows, p and q the largest poles of L
    //! and of U.
    MAX_VARYING_ROWS = 1 << 16
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
With a periodic border the coefficients that reach beyond the ends are there, too: the state before the line is the end
of y, the one behind it y's begin. Otherwise these states are 0. */
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

    /** Forward substitution over rows [first, end), in place. @param state w before them, the nearest first; becomes
    that behind them. */
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

    //! Back substitution. @param state y behind the rows, the nearest first; becomes that before them.
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

    const int order;
    const int64 n;
    const int64 head, tail; //!< rows with factors of their own at the begin and at the end

private:
    std::vector<double> numbers;
};

/** What the states on both sides of rows [first, end) add to those that leave them:
w behind += P w before; y before += Q y behind + X w before. Found by running the substitutions on identities. */
struct BandedBlock
{
    BandedBlock(const BandedFactors& factors, int64 first, int64 end)
        : P(factors.order, factors.order), Q(factors.order, factors.order), X(factors.order, factors.order)
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
            factors.backward(first, end, line.data(), state.data());
            column(X, m);
            std::fill(line.begin(), line.end(), 0);
            std::fill(state.begin(), state.end(), 0);
            state[size_t(m)] = 1;
            factors.backward(first, end, line.data(), state.data());
            column(Q, m);
        }
    }

    Matrix P, Q, X;
};

/** The closed form of a periodic border. c holds the first k and the last k numbers of y, both from the end inwards.
They are what y is behind and before the line. With c0 those of the solution with zeros outside, c = c0 + K c. */
struct BandedClosing
{
    explicit BandedClosing(const BandedFactors& factors)
        : ends(2 * factors.order, 2 * factors.order), lastOfForward(factors.order, factors.order)
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
        ends = Matrix(identity(2 * k) - K).inv(DECOMP_LU);
        for (int m = 0; m < k; m++) // y at the end of the line, from w there
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

    Matrix ends;          //!< (I - K)^-1: c from c0
    Matrix lastOfForward; //!< the last k numbers of y from those of w, with zeros behind the line
    //! What c adds to the first and to the last rows. Between them it has faded.
    Matrix fromFront, fromBack;
};

//! Why a matrix cannot be factorized.
struct BandedFault
{
    enum Kind
    {
        NONE,
        PIVOT,       //!< too small
        NOT_SETTLED, //!< the factors still vary after MAX_VARYING_ROWS rows
        GROWS        //!< a substitution does not decay
    };
    Kind kind = NONE;
    int64 length = 0, row = 0; //!< of the pivot; length 0: of any long line
    double pivot = 0;          //!< as a share of the largest coefficient
};

/** A banded Toeplitz matrix with its corners by the border, and its factors from the first row to where they settle.
Only the last k rows depend on the length. */
class BandedMatrix
{
public:
    //! Smallest pivot, as a share of the largest coefficient.
    static constexpr double LEAST_PIVOT = 1e-6;

    /** @param coefficients t[-k] .. t[k], finite, not all 0 */
    BandedMatrix(const std::vector<double>& coefficients, int border)
        : order(bandedOrder(int(coefficients.size() / 2))), borderType(border), band(size_t(2 * order + 1), 0.0)
    {
        std::copy(coefficients.begin(), coefficients.end(), band.begin() + order - int(coefficients.size() / 2));
        for (double t : band)
            scale = std::max(scale, std::abs(t));
        factorizeHead();
        for (int64 n = 1; n <= headRows() + order + 1 && !fault.kind; n++)
            if (n < 2 * int64(order) || endsFold())
                tryLength(n);
        if (!fault.kind)
            measureDecay();
    }

    //! The factors for lines of n pixels. Only for matrices without a fault.
    BandedFactors factors(int64 n) const
    {
        BandedFault none;
        if (isDense(n))
            return factorizeAll(n, none);
        const int64 tail = endsFold() ? order : 0;
        BandedFactors result(order, n, std::min(headRows(), n - tail), tail);
        for (int64 i = 0; i < result.head + (result.hasMiddle() ? 1 : 0); i++)
            std::copy_n(headRow(i), width(), result.at(i));
        for (int64 i = n - tail; i < n; i++)
            factorizeRow(
                i, n, [&](int64 j) { return result.at(j); }, result.at(i), none);
        return result;
    }

    //! Whether lines of n pixels are closed by BandedClosing.
    bool wraps(int64 n) const { return borderType == BORDER_WRAP && !isDense(n); }

    //! The factors that BandedClosing needs for lines of n pixels: the ends of long lines do not reach each other.
    BandedFactors closingFactors(int64 n) const { return factors(std::min(n, headRows() + 4 * (fadingRows + order))); }

    const int order; //!< k, rounded up to one with kernels
    const int borderType;
    BandedFault fault;
    double gain[2] = {1, 1}; //!< sums of the absolute responses of forward and back substitution

private:
    int width() const { return 2 * order + 1; }
    int64 headRows() const { return int64(head.size()) / width() - 1; }
    const double* headRow(int64 i) const { return head.data() + std::min(i, headRows()) * width(); }
    //! Whether coefficients beyond the ends are added to others.
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

    //! Eliminates one row. @param above rows of factors; i - k .. i - 1 are asked for, as far as they exist
    template <typename Above>
    void factorizeRow(int64 i, int64 n, const Above& above, double* out, BandedFault& found) const
    {
        double a[2 * MAX_BANDED_ORDER + 1];
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
            for (int q = 1; q <= order; q++)
                a[order - m + q] -= value * row[q];
        }
        const double pivot = a[order];
        if (!(std::abs(pivot) >= LEAST_PIVOT * scale) && !found.kind)
        {
            found.kind = BandedFault::PIVOT;
            found.length = n;
            found.row = i;
            found.pivot = pivot / scale;
        }
        out[order] = 1 / pivot;
        for (int q = 1; q <= order; q++)
            out[order + q] = a[order + q] / pivot;
    }

    //! Factors of a line without end, until they settle. The last row is that of all others.
    void factorizeHead()
    {
        int settled = 0;
        for (int64 i = 0; settled < 2; i++)
        {
            if (i > MAX_VARYING_ROWS)
            {
                fault.kind = BandedFault::NOT_SETTLED;
                return;
            }
            head.resize(size_t((i + 1) * width()));
            factorizeRow(
                i, 0, [&](int64 j) { return head.data() + j * width(); }, head.data() + i * width(), fault);
            if (fault.kind)
                return;
            settled =
                i >= order && isSame(head.data() + (i - 1) * width(), head.data() + i * width()) ? settled + 1 : 0;
        }
    }

    //! Whether two rows differ by rounding errors only.
    bool isSame(const double* a, const double* b) const
    {
        const auto same = [&](int from, int to) {
            double difference = 0, largest = 0;
            for (int j = from; j < to; j++)
            {
                difference = std::max(difference, std::abs(a[j] - b[j]));
                largest = std::max(largest, std::abs(b[j]));
            }
            return difference <= DBL_EPSILON * largest;
        };
        return same(0, order) && same(order, order + 1) && same(order + 1, width());
    }

    BandedFactors factorizeAll(int64 n, BandedFault& found) const
    {
        BandedFactors result(order, n, n, 0);
        for (int64 i = 0; i < n; i++)
            factorizeRow(
                i, n, [&](int64 j) { return result.at(j); }, result.at(i), found);
        return result;
    }

    //! Looks for small pivots in lines of n pixels.
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
            factorizeRow(
                i, n, [&](int64 j) { return j < n - order ? headRow(j) : last.data() + (j - (n - order)) * width(); },
                last.data() + (i - (n - order)) * width(), fault);
    }

    void measureDecay()
    {
        const double* settled = headRow(headRows());
        for (int direction = 0; direction < 2; direction++)
        {
            const double* row = settled + (direction ? order + 1 : 0);
            std::vector<double> state(size_t(order), 0.0);
            state[0] = 1;
            double sum = 1, recent = 1;
            int i = 0;
            for (; recent > 1e-18 * sum; i++)
            {
                double next = 0;
                for (int m = 0; m < order; m++)
                    next -= row[m] * state[size_t(m)];
                std::copy_backward(state.begin(), state.end() - 1, state.end());
                state[0] = next;
                sum += std::abs(next);
                recent = 0;
                for (double value : state)
                    recent = std::max(recent, std::abs(value));
                if (i > 1 << 20 || !(recent < 1e12))
                {
                    fault.kind = BandedFault::GROWS;
                    return;
                }
            }
            gain[direction] = sum;
            fadingRows += i;
        }
    }

    int64 fadingRows = 0; //!< rows after which the responses of both substitutions have faded

    std::vector<double> band;
    double scale = 0;
    std::vector<double> head;
};

}} // namespace cv::recfilter

#endif
