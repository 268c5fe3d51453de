// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Functions of pixels on the CPU, by OpenCV's own operations on arrays: a band of rows at a time, which stays in L2.

#include "functions/model/pixel_function.hpp"

#include "runtime/cpu/memory/parallel.hpp"

namespace cv { namespace recfilter {

namespace {

//! Bytes of a plane's rows that a thread takes at once.
const size_t BAND_BYTES = 1 << 16;

//! The rows of some planes, times their weights.
class Band
{
public:
    Band(const PixelFunction& f, const Mat* images, Range r) : function(f), planes(images), rows(r) {}

    Mat at(int i) const
    {
        Mat plane = planes[i].rowRange(rows);
        const double weight = function.weights[size_t(i)];
        if (weight == 1)
            return plane;
        Mat weighted; // an expression takes up to four channels
        plane.convertTo(weighted, plane.depth(), weight);
        return weighted;
    }

    void compute(const Mat& src, Mat& dst) const
    {
        Mat result = dst.rowRange(rows);
        const int depth = dst.depth();
        switch (function.kind)
        {
        case PixelFunction::MAGNITUDE: {
            Mat length; // magnitude() rounds the last pixels of a row otherwise where its result is an operand
            magnitude(at(0), at(1), length);
            return store(length, result);
        }
        case PixelFunction::SUM:
            return add(at(0), at(1), result, noArray(), depth);
        case PixelFunction::SHARPEN:
            return sharpen(src.rowRange(rows), result);
        case PixelFunction::PRODUCTS: {
            const Mat a = at(0), b = at(1);
            const Mat channels[] = {a.mul(a), a.mul(b), b.mul(b)};
            return join(channels, 3, result);
        }
        case PixelFunction::MATRIX: {
            const Mat channels[] = {at(0), at(1), at(2)};
            return join(channels, 3, result);
        }
        case PixelFunction::EIGENVALUES: {
            Mat abc[3], root;
            split(planes[0].rowRange(rows), abc);
            magnitude((abc[0] - abc[2]) / 2, abc[1], root);
            const Mat mean = (abc[0] + abc[2]) / 2, channels[] = {mean + root, mean - root};
            return join(channels, 2, result);
        }
        }
    }

private:
    static void store(const Mat& values, Mat& result)
    {
        if (values.data != result.data)
            values.convertTo(result, result.depth());
    }

    static void join(const Mat* channels, size_t count, Mat& result)
    {
        Mat joined = channels[0].depth() == result.depth() ? result : Mat();
        merge(channels, count, joined);
        store(joined, result);
    }

    void sharpen(const Mat& src, Mat& result) const
    {
        const Mat blurred = planes[0].rowRange(rows);
        Mat values, lost;
        src.convertTo(values, blurred.depth());
        subtract(values, blurred, lost);
        if (function.threshold > 0)
            lost.reshape(1).setTo(0, abs(lost.reshape(1)) < function.threshold);
        scaleAdd(lost, function.amount, values, values);
        store(values, result);
    }

    const PixelFunction& function;
    const Mat* const planes;
    const Range rows;
};

} // namespace

void computeOnHost(const PixelFunction& function, const Mat* planes, const Mat& src, Mat& dst)
{
    const size_t rowBytes = size_t(dst.cols) * planes[0].elemSize();
    const int64 height = int64(std::max<size_t>(BAND_BYTES / rowBytes, 1)), bands = (dst.rows + height - 1) / height;
    parallelFor(bands, [&](int64 first, int64 end) {
        for (int64 i = first; i < end; i++)
        {
            const Range rows(int(i * height), int(std::min<int64>((i + 1) * height, dst.rows)));
            Band(function, planes, rows).compute(src, dst);
        }
    });
}

}} // namespace cv::recfilter
