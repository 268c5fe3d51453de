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
        Mat values, mask(1, job.products.cols, DataType<W>::type, Scalar(1));
        Mat toProducts = job.products, toWeights = job.weights;
        for (int y = first; y < behind; y++)
        {
            job.src.row(y).convertTo(values, DataType<W>::depth);
            if (!job.mask.empty())
                readMask(y, mask);
            forElements([from = values.ptr<W>(), given = mask.ptr<W>(), products = toProducts.ptr<W>(y),
                         weights = toWeights.ptr<W>(y), ignoresNaN = job.ignoresNaN](int64 i, int x, int64 ofWeight) {
                const W value = from[i], wanted = given[x];
                const W weight = choose(ignoresNaN & (value != value), W(0), wanted);
                products[i] = weight * choose(weight == 0, W(0), value);
                weights[ofWeight] = weight;
            });
        }
    }

    void divide(int first, int behind) const
    {
        Mat values(1, job.products.cols, job.products.type());
        const W least = W(job.leastWeight), fill = W(job.fill);
        for (int y = first; y < behind; y++)
        {
            forElements([=, products = job.products.ptr<W>(y), weights = job.weights.ptr<W>(y),
                         to = values.ptr<W>()](int64 i, int, int64 ofWeight) {
                const W weight = weights[ofWeight];
                const bool exists = weight >= least;
                to[i] = choose(exists, products[i] / choose(exists, weight, W(1)), fill);
            });
            Mat row = job.dst.row(y);
            values.convertTo(row, job.dst.depth());
        }
    }

private:
    //! a ? b : c by a load instead of a branch, which random masks mispredict.
    static W choose(bool condition, W yes, W no)
    {
        const W values[] = {no, yes};
        return values[condition];
    }

    void readMask(int y, Mat& mask) const
    {
        if (job.mask.depth() == CV_32F)
            return job.mask.row(y).convertTo(mask, DataType<W>::depth);
        const uchar* const from = job.mask.ptr(y);
        W* const to = mask.ptr<W>();
        for (int x = 0; x < mask.cols; x++)
            to[x] = W(from[x] != 0);
    }

    //! Calls element(index, column, index of the weight) along a row. One channel has a loop that compilers vectorise.
    template <typename Element>
    void forElements(const Element& element) const
    {
        const int columns = job.products.cols;
        if (channels == 1)
            for (int x = 0; x < columns; x++)
                element(x, x, x);
        else
            for (int x = 0; x < columns; x++)
                for (int c = 0; c < channels; c++)
                {
                    const int64 i = int64(x) * channels + c;
                    element(i, x, ofWeights == 1 ? x : i);
                }
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
