// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_REFERENCE_HPP
#define OPENCV_RECFILTER_TEST_REFERENCE_HPP

#include "opencv2/recfilter/recursive.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

namespace cv { namespace recfilter {

/** A filter by its definition, in double and one pixel after the other. Each pass runs over the line extended so far
that what lies further out has faded. Every engine is tested against it, and it shares no code with them. */
class ReferenceFilter
{
public:
    //! The image filtered along columns and rows, CV_64F.
    static Mat filter(const Mat& src, const cuda::RecursiveAxis& axisX, const cuda::RecursiveAxis& axisY,
                      const Scalar& borderValue = Scalar())
    {
        Mat result;
        src.convertTo(result, CV_64F);
        filterRows(result, axisX, borderValue);
        Mat columns = result.t();
        // Outside the image the rows were constant, and have been filtered, too.
        filterRows(columns, axisY, borderValue * constantGain(axisX));
        return columns.t();
    }

private:
    //! The pixel that each place of the extended line repeats; -1 for the border value.
    static std::vector<int> extension(int n, int borderType, int margin)
    {
        // A multiple of every border's period. borderInterpolate takes time for each image in between.
        const int64 period = std::max(int64(1), int64(2) * n * (n - 1));
        const bool repeats = borderType != BORDER_CONSTANT && borderType != BORDER_REPLICATE;
        std::vector<int> from;
        for (int i = -margin; i < n + margin; i++)
            from.push_back(borderInterpolate(repeats ? int(i % period) : i, n, borderType));
        return from;
    }

    //! The passes of an axis along an extended line.
    static std::vector<double> runPasses(const std::vector<double>& x, const cuda::RecursiveAxis& axis)
    {
        std::vector<double> result = x;
        if (axis.form == cuda::RECURSIVE_PARALLEL && !axis.passes.empty())
            result.assign(x.size(), 0);
        for (const cuda::RecursivePass& pass : axis.passes)
        {
            if (axis.form == cuda::RECURSIVE_CASCADE)
                result = run(result, pass);
            else
            {
                const std::vector<double> y = run(x, pass);
                for (size_t i = 0; i < y.size(); i++)
                    result[i] += y[i];
            }
        }
        return result;
    }

    //! The gain of an axis for constants. A pole at 1 is only accepted where the constant is 0.
    static double constantGain(const cuda::RecursiveAxis& axis)
    {
        double product = 1, sum = 0;
        for (const cuda::RecursivePass& pass : axis.passes)
        {
            double b = 0, a = 0;
            for (double tap : pass.feedforward)
                b += tap;
            for (double tap : pass.feedback)
                a += tap;
            product *= a == 0 ? 0 : b / a;
            sum += a == 0 ? 0 : b / a;
        }
        return axis.form == cuda::RECURSIVE_PARALLEL && !axis.passes.empty() ? sum : product;
    }

    /** Pixels after which the slowest pole of an axis has faded below 1e-18, found from the passes' impulse responses.
    At most `limit`: prefix sums never fade, and need no margin if the border is zero. */
    static int fadeLength(const cuda::RecursiveAxis& axis, int limit = 20000)
    {
        size_t longest = 1;
        for (const cuda::RecursivePass& pass : axis.passes)
        {
            std::vector<double> x(size_t(limit), 0);
            x[0] = 1;
            cuda::RecursivePass causal = pass;
            causal.anticausal = false;
            const std::vector<double> response = run(x, causal);
            double largest = 0;
            size_t last = 0;
            for (size_t i = 0; i < response.size(); i++)
                largest = std::max(largest, std::abs(response[i]));
            for (size_t i = 0; i < response.size(); i++)
                if (std::abs(response[i]) > 1e-18 * largest)
                    last = i;
            longest = axis.form == cuda::RECURSIVE_PARALLEL ? std::max(longest, last + 2) : longest + last + 1;
        }
        return int(std::min(longest, size_t(limit)));
    }

    static std::vector<double> run(std::vector<double> x, const cuda::RecursivePass& pass)
    {
        if (pass.anticausal)
            std::reverse(x.begin(), x.end());
        std::vector<double> y(x.size());
        for (size_t i = 0; i < x.size(); i++)
        {
            double sum = 0;
            for (size_t k = 0; k < pass.feedforward.size() && k <= i; k++)
                sum += pass.feedforward[k] * x[i - k];
            for (size_t k = 1; k < pass.feedback.size() && k <= i; k++)
                sum -= pass.feedback[k] * y[i - k];
            y[i] = std::abs(sum) < DBL_MIN ? 0 : sum; // denormal numbers take their time
        }
        if (pass.anticausal)
            std::reverse(y.begin(), y.end());
        return y;
    }

    static void filterRows(Mat& image, const cuda::RecursiveAxis& axis, const Scalar& borderValue)
    {
        const int channels = image.channels(), margin = fadeLength(axis);
        const std::vector<int> from = extension(image.cols, axis.borderType, margin);
        std::vector<double> line(from.size());
        for (int row = 0; row < image.rows; row++)
            for (int c = 0; c < channels; c++)
            {
                double* pixels = image.ptr<double>(row) + c;
                for (size_t i = 0; i < from.size(); i++)
                    line[i] = from[i] < 0 ? borderValue[c % 4] : pixels[from[i] * channels];
                const std::vector<double> filtered = runPasses(line, axis);
                for (int i = 0; i < image.cols; i++)
                    pixels[i * channels] = filtered[size_t(margin + i)];
            }
    }
};

}} // namespace cv::recfilter

#endif
