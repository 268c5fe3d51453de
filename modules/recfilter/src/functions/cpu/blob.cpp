// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Maxima of responses on the CPU.

#include "functions/model/blob.hpp"

#include "runtime/cpu/memory/parallel.hpp"

namespace cv { namespace recfilter {

namespace {

//! Whether no pixel of a 3 x 3 neighbourhood of another scale is in the way. @param isBefore it comes before
bool isAbove(const Mat& other, int x, int y, float value, float sign, bool isBefore)
{
    if (other.empty())
        return true;
    for (int j = std::max(y - 1, 0); j <= std::min(y + 1, other.rows - 1); j++)
    {
        const float* const row = other.ptr<float>(j);
        for (int i = std::max(x - 1, 0); i <= std::min(x + 1, other.cols - 1); i++)
            if (isBefore ? sign * row[i] >= value : sign * row[i] > value)
                return false;
    }
    return true;
}

//! The same of its own scale.
bool isLargest(const Mat& response, int x, int y, float value, float sign)
{
    for (int j = std::max(y - 1, 0); j <= std::min(y + 1, response.rows - 1); j++)
    {
        const float* const row = response.ptr<float>(j);
        for (int i = std::max(x - 1, 0); i <= std::min(x + 1, response.cols - 1); i++)
        {
            const bool isBefore = j < y || (j == y && i < x);
            if ((i != x || j != y) && (isBefore ? sign * row[i] >= value : sign * row[i] > value))
                return false;
        }
    }
    return true;
}

} // namespace

void findExtrema(const ScaleNeighbours<Mat>& scale, std::vector<BlobPoint>& points)
{
    std::vector<std::vector<BlobPoint>> rows(size_t(scale.response.rows));
    parallelFor(scale.response.rows, [&](int64 first, int64 end) {
        for (int y = int(first); y < int(end); y++)
        {
            const float* const row = scale.response.ptr<float>(y);
            for (int x = 0; x < scale.response.cols; x++)
            {
                const float sign = row[x] < 0 ? -1.f : 1.f, value = sign * row[x];
                if (value > scale.threshold && (sign > 0 ? scale.bright : scale.dark) &&
                    isLargest(scale.response, x, y, value, sign) && isAbove(scale.below, x, y, value, sign, true) &&
                    isAbove(scale.above, x, y, value, sign, false))
                    rows[size_t(y)].push_back({x, y, row[x]});
            }
        }
    });
    for (const std::vector<BlobPoint>& row : rows)
        points.insert(points.end(), row.begin(), row.end());
}

}} // namespace cv::recfilter
