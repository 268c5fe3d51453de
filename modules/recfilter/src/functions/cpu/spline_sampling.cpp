// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Values of splines on the CPU: rows of results side by side.

#include "functions/model/spline_job.hpp"
#include "functions/model/spline_weights.hpp"
#include "runtime/cpu/memory/parallel.hpp"

namespace cv { namespace recfilter {

namespace {

//! Numbers of neighbouring results, which the compiler computes as vectors.
template <typename W>
struct Lanes
{
    //! Degree 9 takes half of the time that it takes one by one (Zen 3, floats). 4 and 16 were not tried.
    static constexpr int COUNT = 8;
    W v[COUNT];

    explicit Lanes(W number = 0) { std::fill_n(v, COUNT, number); }

    template <typename Function>
    static Lanes of(const Function& function)
    {
        Lanes result;
        for (int i = 0; i < COUNT; i++)
            result.v[i] = function(i);
        return result;
    }

    friend Lanes operator+(const Lanes& a, W b)
    {
        return of([&](int i) { return a.v[i] + b; });
    }
    friend Lanes operator-(W a, const Lanes& b)
    {
        return of([&](int i) { return a - b.v[i]; });
    }
    friend Lanes operator*(W a, const Lanes& b)
    {
        return of([&](int i) { return a * b.v[i]; });
    }
    friend Lanes operator*(const Lanes& a, const Lanes& b)
    {
        return of([&](int i) { return a.v[i] * b.v[i]; });
    }
    friend Lanes operator+(const Lanes& a, const Lanes& b)
    {
        return of([&](int i) { return a.v[i] + b.v[i]; });
    }
};

//! The weights along an axis of neighbouring results.
template <int DEGREE, typename W>
struct LaneWeights
{
    int first[Lanes<W>::COUNT];
    Lanes<W> values[DEGREE + 1];

    template <typename Positions>
    explicit LaneWeights(const Positions& positions)
    {
        Lanes<W> t;
        for (int i = 0; i < Lanes<W>::COUNT; i++)
        {
            const SplinePlace<DEGREE> place(positions(i));
            first[i] = place.first;
            t.v[i] = W(place.t);
        }
        findSplineWeights<W, DEGREE>(t, values);
    }
};

template <int DEGREE, typename W>
class Sampler
{
    typedef LaneWeights<DEGREE, W> Weights;

public:
    explicit Sampler(const SplineJob<Mat>& j) : job(j), source(j.coefficients), channels(j.coefficients.channels()) {}

    void compute(int first, int behind) const
    {
        constexpr int together = Lanes<W>::COUNT;
        Mat values(1, job.dst.cols, source.type());
        for (int y = first; y < behind; y++)
        {
            W* to = values.ptr<W>();
            for (int x = 0; x < job.dst.cols; x += together)
            {
                const int count = std::min(together, job.dst.cols - x);
                Point2d places[together];
                bool areThere[together] = {};
                for (int i = 0; i < count; i++)
                {
                    const Point2d place = positionOf(x + i, y);
                    areThere[i] = std::abs(place.x) <= MOST_POSITION && std::abs(place.y) <= MOST_POSITION;
                    places[i] = areThere[i] ? place : Point2d();
                }
                const Weights across([&](int i) { return places[i].x; }), down([&](int i) { return places[i].y; });
                for (int i = 0; i < count; i++, to += channels)
                    if (areThere[i])
                        sample(across, down, i, to);
                    else
                        std::fill_n(to, channels,
                                    job.dst.depth() >= CV_32F ? std::numeric_limits<W>::quiet_NaN() : W(0));
            }
            Mat row = job.dst.row(y);
            values.convertTo(row, job.dst.depth());
        }
    }

private:
    Point2d positionOf(int x, int y) const
    {
        if (job.map.empty())
            return {job.affine.x[0] * x + job.affine.x[1] * y + job.affine.x[2],
                    job.affine.y[0] * x + job.affine.y[1] * y + job.affine.y[2]};
        return job.map.depth() == CV_64F ? job.map.at<Point2d>(y, x) : Point2d(job.map.at<Point2f>(y, x));
    }

    //! Of a coefficient, with the margin; a coefficient that stands in for one outside.
    int indexOf(int i, int n) const
    {
        i += job.margin;
        if (unsigned(i) < unsigned(n))
            return i;
        if (job.margin)
            return i < 0 ? 0 : n - 1;
        // borderInterpolate() goes from end to end, one length after the other.
        const int64 period = job.borderType == BORDER_WRAP      ? n
                             : job.borderType == BORDER_REFLECT ? 2 * int64(n)
                                                                : 2 * int64(n) - 2;
        const int64 rest = n == 1 ? 0 : (i % period + period) % period;
        return borderInterpolate(int(std::min<int64>(rest, INT_MAX)), n, job.borderType);
    }

    //! @param lane of the results whose weights these are
    void sample(const Weights& across, const Weights& down, int lane, W* to) const
    {
        const W* rows[DEGREE + 1];
        int64 columns[DEGREE + 1];
        W ofRows[DEGREE + 1], ofColumns[DEGREE + 1];
        for (int i = 0; i <= DEGREE; i++)
        {
            rows[i] = source.ptr<W>(indexOf(down.first[lane] + i, source.rows));
            ofRows[i] = down.values[i].v[lane];
            ofColumns[i] = across.values[i].v[lane];
        }
        const int first = across.first[lane] + job.margin;
        const bool areNeighbours = first >= 0 && first + DEGREE < source.cols;
        for (int i = 0; i <= DEGREE; i++)
            columns[i] = int64(areNeighbours ? first + i : indexOf(across.first[lane] + i, source.cols)) * channels;
        for (int c = 0; c < channels; c += MOST_TOGETHER)
        {
            // Along the columns first, many neighbouring numbers at once.
            const int together = std::min(channels - c, MOST_TOGETHER);
            W sums[(DEGREE + 1) * MOST_TOGETHER];
            if (areNeighbours && together == channels)
                sumRows(rows, ofRows, columns[0], (DEGREE + 1) * together, sums);
            else
                for (int i = 0; i <= DEGREE; i++)
                    sumRows(rows, ofRows, columns[i] + c, together, sums + i * together);
            for (int k = 0; k < together; k++)
            {
                W sum = 0;
                for (int i = 0; i <= DEGREE; i++)
                    sum += ofColumns[i] * sums[i * together + k];
                to[c + k] = sum;
            }
        }
    }

    //! The sums of all rows' numbers from `first` on.
    static void sumRows(const W* const (&rows)[DEGREE + 1], const W (&weights)[DEGREE + 1], int64 first, int count,
                        W* sums)
    {
        for (int k = 0; k < count; k++)
        {
            W sum = 0;
            for (int j = 0; j <= DEGREE; j++)
                sum += weights[j] * rows[j][first + k];
            sums[k] = sum;
        }
    }

    static constexpr int MOST_TOGETHER = 4; //!< channels

    const SplineJob<Mat>& job;
    const Mat& source;
    const int channels;
};

template <typename W>
void sampleIn(const SplineJob<Mat>& job)
{
    withDegree(job.degree, [&](auto degree) {
        const Sampler<degree, W> sampler(job);
        parallelFor(job.dst.rows, [&](int64 first, int64 end) { sampler.compute(int(first), int(end)); });
    });
}

} // namespace

void sampleSpline(const SplineJob<Mat>& job)
{
    if (job.coefficients.depth() == CV_64F)
        sampleIn<double>(job);
    else
        sampleIn<float>(job);
}

}} // namespace cv::recfilter
