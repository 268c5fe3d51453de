// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The steps around the two blurs of normalised convolution on the CPU, row by row.

#include "functions/model/weighted_job.hpp"
#include "runtime/cpu/memory/parallel.hpp"

namespace cv { namespace recfilter {

namespace {

template <typename W>
class Rows
{
public:
    explicit Rows(const WeightedJob<Mat>& j) : job(j), channels(j.products.channels()), ofWeights(j.weights.channels())
    {
    }

    void multiply(int first, int behind) const
    {
        Mat values, mask, toProducts = job.products, toWeights = job.weights;
        for (int y = first; y < behind; y++)
        {
            job.src.row(y).convertTo(values, DataType<W>::depth);
            if (!job.mask.empty())
                readMask(y, mask);
            const W* const from = values.ptr<W>();
            const W* const given = job.mask.empty() ? nullptr : mask.ptr<W>();
            W* const products = toProducts.ptr<W>(y);
            W* const weights = toWeights.ptr<W>(y);
            for (int64 i = 0; i < int64(job.products.cols) * channels; i++)
            {
                const bool isLeftOut = job.ignoresNaN && from[i] != from[i];
                const W weight = isLeftOut ? W(0) : given ? given[i / channels] : W(1);
                products[i] = weight == 0 ? W(0) : weight * from[i];
                weights[ofWeights == channels ? i : i / channels] = weight;
            }
        }
    }

    void divide(int first, int behind) const
    {
        Mat values(1, job.products.cols, job.products.type());
        for (int y = first; y < behind; y++)
        {
            const W* const products = job.products.ptr<W>(y);
            const W* const weights = job.weights.ptr<W>(y);
            W* const to = values.ptr<W>();
            for (int64 i = 0; i < int64(job.products.cols) * channels; i++)
            {
                const W weight = weights[ofWeights == channels ? i : i / channels];
                to[i] = weight >= W(job.leastWeight) ? products[i] / weight : W(job.fill);
            }
            Mat row = job.dst.row(y);
            values.convertTo(row, job.dst.depth());
        }
    }

private:
    void readMask(int y, Mat& mask) const
    {
        const Mat row = job.mask.row(y);
        if (row.depth() == CV_8U)
            Mat(row != 0).convertTo(mask, DataType<W>::depth, 1 / 255.);
        else
            row.convertTo(mask, DataType<W>::depth);
    }

    const WeightedJob<Mat>& job;
    const int channels, ofWeights;
};

template <typename Step>
void forRows(const WeightedJob<Mat>& job, const Step& step)
{
    parallelFor(job.products.rows, [&](int64 first, int64 end) {
        if (job.products.depth() == CV_64F)
            step(Rows<double>(job), int(first), int(end));
        else
            step(Rows<float>(job), int(first), int(end));
    });
}

} // namespace

void multiplyWeights(const WeightedJob<Mat>& job)
{
    forRows(job, [](const auto& rows, int first, int end) { rows.multiply(first, end); });
}

void divideByWeights(const WeightedJob<Mat>& job)
{
    forRows(job, [](const auto& rows, int first, int end) { rows.divide(first, end); });
}

}} // namespace cv::recfilter
