// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Means and variances of windows on the CPU: rows of tables become a row of sums, whose differences are windows.

#include "functions/model/box_job.hpp"
#include "functions/model/box_line.hpp"
#include "runtime/cpu/memory/parallel.hpp"

namespace cv { namespace recfilter {

namespace {

//! Tables of CV_32S are exact modulo 2^32, and so are the sums of windows.
typedef unsigned Modular;

//! Rows of results that a thread computes at once, of windows of one size.
class BoxRows
{
public:
    explicit BoxRows(const BoxJob<Mat>& j)
        : job(j), columns(j.sum.cols - 1), rows(j.sum.rows - 1), channels(j.sum.channels()),
          scale(1 / (double(j.window.width) * j.window.height))
    {
        const int left = job.window.width / 2;
        for (int x = 0; x < columns; x++)
            if (x - left < 0 || int64(x) - left + job.window.width > columns)
                ends.push_back({x, BoxLine(x - left, int64(x) - left + job.window.width, columns, job.borderType)});
    }

    void compute(int first, int behind) const
    {
        AutoBuffer<uchar> memory(size_t(columns + 1) * size_t(channels) * sizeof(double));
        Mat means(1, columns, CV_MAKETYPE(CV_64F, channels)), variances;
        for (int y = first; y < behind; y++)
        {
            const int top = y - job.window.height / 2;
            const BoxLine line(top, int64(top) + job.window.height, rows, job.borderType);
            if (job.sum.depth() == CV_32S)
                sumRow<Modular>(job.sum, line, memory.data(), means.ptr<double>());
            else
                sumRow<double>(job.sum, line, memory.data(), means.ptr<double>());
            if (!job.mean.empty())
                store(means, job.mean, y);
            if (job.variance.empty())
                continue;
            variances.create(means.size(), means.type());
            sumRow<double>(job.squares, line, memory.data(), variances.ptr<double>());
            subtractSquares(means.ptr<double>(), variances.ptr<double>());
            store(variances, job.variance, y);
        }
    }

private:
    struct End
    {
        int x;
        BoxLine line;
    };

    template <typename T>
    void sumRow(const Mat& table, const BoxLine& line, uchar* memory, double* result) const
    {
        T* const sums = reinterpret_cast<T*>(memory);
        const int64 elements = int64(columns + 1) * channels;
        bool isFirst = true;
        for (int k = 0; k < BoxLine::TERMS; k++)
        {
            if (!line.weight[k])
                continue;
            const T* const row = table.ptr<T>(line.at[k]);
            const T weight = T(line.weight[k]);
            for (int64 i = 0; i < elements; i++)
                sums[i] = (isFirst ? T(0) : sums[i]) + weight * row[i];
            isFirst = false;
        }
        if (isFirst)
            std::fill_n(sums, elements, T(0));
        const int width = job.window.width, left = width / 2;
        const int64 begin = int64(std::min(left, columns)) * channels,
                    end = int64(std::max(columns - width + left + 1, 0)) * channels;
        for (int64 i = begin; i < end; i++)
            result[i] = double(T(sums[i + int64(width - left) * channels] - sums[i - int64(left) * channels])) * scale;
        for (const End& each : ends)
            for (int c = 0; c < channels; c++)
            {
                T sum = 0;
                for (int k = 0; k < BoxLine::TERMS; k++)
                    if (each.line.weight[k]) // what is not in the window may be NaN
                        sum += T(each.line.weight[k]) * sums[int64(each.line.at[k]) * channels + c];
                result[int64(each.x) * channels + c] = double(sum) * scale;
            }
    }

    //! E[x^2] - E[x]^2, which rounding may take below 0.
    void subtractSquares(const double* means, double* squares) const
    {
        for (int64 i = 0; i < int64(columns) * channels; i++)
            squares[i] = std::max(squares[i] - means[i] * means[i], 0.);
    }

    static void store(const Mat& values, const Mat& to, int y)
    {
        Mat row = to.row(y);
        values.convertTo(row, to.depth());
    }

    const BoxJob<Mat>& job;
    const int columns, rows, channels;
    const double scale;
    std::vector<End> ends; //!< results whose windows reach beyond the image
};

//! The same with a window of its own for each pixel.
class BoxPixels
{
public:
    explicit BoxPixels(const BoxJob<Mat>& j)
        : job(j), columns(j.sum.cols - 1), rows(j.sum.rows - 1), channels(j.sum.channels())
    {
    }

    void compute(int first, int behind) const
    {
        Mat means(1, columns, CV_MAKETYPE(CV_64F, channels)), radii;
        for (int y = first; y < behind; y++)
        {
            job.radius.row(y).convertTo(radii, CV_32S);
            for (int x = 0; x < columns; x++)
                if (job.sum.depth() == CV_32S)
                    sumPixel<Modular>(x, y, radii.ptr<int>()[x], means.ptr<double>() + int64(x) * channels);
                else
                    sumPixel<double>(x, y, radii.ptr<int>()[x], means.ptr<double>() + int64(x) * channels);
            Mat row = job.mean.row(y);
            means.convertTo(row, job.mean.depth());
        }
    }

private:
    template <typename T>
    void sumPixel(int x, int y, int radius, double* result) const
    {
        const BoxLine down(int64(y) - radius, int64(y) + radius + 1, rows, job.borderType),
            across(int64(x) - radius, int64(x) + radius + 1, columns, job.borderType);
        const double side = 2. * radius + 1;
        for (int c = 0; c < channels; c++)
        {
            T sum = 0;
            for (int j = 0; j < BoxLine::TERMS; j++)
                for (int i = 0; down.weight[j] && i < BoxLine::TERMS; i++)
                    if (across.weight[i])
                        sum += T(down.weight[j]) * T(across.weight[i]) *
                               job.sum.ptr<T>(down.at[j])[int64(across.at[i]) * channels + c];
            result[c] = double(sum) / (side * side);
        }
    }

    const BoxJob<Mat>& job;
    const int columns, rows, channels;
};

template <typename Rows>
void computeAll(const BoxJob<Mat>& job)
{
    const Rows rows(job);
    parallelFor(job.sum.rows - 1, [&](int64 first, int64 end) { rows.compute(int(first), int(end)); });
}

} // namespace

void computeBoxes(const BoxJob<Mat>& job)
{
    if (job.radius.empty())
        computeAll<BoxRows>(job);
    else
        computeAll<BoxPixels>(job);
}

}} // namespace cv::recfilter
