// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Values of splines on the CPU: rows of results side by side.

#include "functions/model/spline_job.hpp"
#include "functions/model/spline_weights.hpp"
#include "runtime/cpu/memory/parallel.hpp"

namespace cv { namespace recfilter {

namespace {

template <int DEGREE, typename W>
class Sampler
{
public:
    explicit Sampler(const SplineJob<Mat>& j) : job(j), source(j.coefficients), channels(j.coefficients.channels()) {}

    void compute(int first, int behind) const
    {
        Mat values(1, job.dst.cols, source.type());
        for (int y = first; y < behind; y++)
        {
            W* to = values.ptr<W>();
            for (int x = 0; x < job.dst.cols; x++, to += channels)
                sample(positionOf(x, y), to);
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

    void sample(Point2d at, W* to) const
    {
        if (!(std::abs(at.x) <= MOST_POSITION && std::abs(at.y) <= MOST_POSITION))
        {
            std::fill_n(to, channels, job.dst.depth() >= CV_32F ? std::numeric_limits<W>::quiet_NaN() : W(0));
            return;
        }
        const SplineWeights<DEGREE, W> across(at.x), down(at.y);
        int64 columns[DEGREE + 1];
        for (int i = 0; i <= DEGREE; i++)
            columns[i] = int64(indexOf(across.first + i, source.cols)) * channels;
        for (int c = 0; c < channels; c++)
        {
            W sum = 0;
            for (int j = 0; j <= DEGREE; j++)
            {
                const W* const row = source.ptr<W>(indexOf(down.first + j, source.rows)) + c;
                W inRow = 0;
                for (int i = 0; i <= DEGREE; i++)
                    inRow += across.values[i] * row[columns[i]];
                sum += down.values[j] * inRow;
            }
            to[c] = sum;
        }
    }

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
