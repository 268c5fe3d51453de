// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Maxima of responses on the CPU, and circles that overlap.

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

//! The share of the smaller circle that the larger one covers. Radii are sqrt(2) sigma.
double sharedArea(const Blob& a, const Blob& b)
{
    const double r = std::sqrt(2.) * std::max(a[2], b[2]), s = std::sqrt(2.) * std::min(a[2], b[2]);
    const double d = std::hypot(double(a[0]) - b[0], double(a[1]) - b[1]);
    if (d >= r + s)
        return 0;
    if (d <= r - s)
        return 1;
    const auto angle = [](double cosine) { return std::acos(std::min(std::max(cosine, -1.), 1.)); };
    const double ofS = angle((d * d + s * s - r * r) / (2 * d * s)), ofR = angle((d * d + r * r - s * s) / (2 * d * r));
    const double kite = (-d + s + r) * (d + s - r) * (d - s + r) * (d + s + r);
    return (s * s * ofS + r * r * ofR - std::sqrt(std::max(kite, 0.)) / 2) / (CV_PI * s * s);
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

//! Whether a blob stays of two that overlap: the larger one, or the stronger one.
static bool wins(const Blob& a, const Blob& b)
{
    return a[2] != b[2] ? a[2] > b[2] : std::abs(a[3]) >= std::abs(b[3]);
}

std::vector<Blob> withoutOverlaps(std::vector<Blob> blobs, double overlap)
{
    // From the left; of two that overlap, one reaches the other's place within both radii.
    std::sort(blobs.begin(), blobs.end(),
              [](const Blob& a, const Blob& b) { return std::tie(a[0], a[1], a[2]) < std::tie(b[0], b[1], b[2]); });
    float largest = 0;
    for (const Blob& blob : blobs)
        largest = std::max(largest, blob[2]);
    std::vector<bool> isGone(blobs.size());
    for (size_t i = 0; i < blobs.size(); i++)
        for (size_t k = i + 1; k < blobs.size() && double(blobs[k][0]) - blobs[i][0] < 2 * std::sqrt(2.) * largest; k++)
        {
            // Bright and dark blobs do not compete. Nor do those that have lost already.
            const bool areAlike = (blobs[i][3] > 0) == (blobs[k][3] > 0);
            if (areAlike && !isGone[i] && !isGone[k] && sharedArea(blobs[i], blobs[k]) > overlap)
                isGone[wins(blobs[i], blobs[k]) ? k : i] = true;
        }
    std::vector<Blob> left;
    for (size_t i = 0; i < blobs.size(); i++)
        if (!isGone[i])
            left.push_back(blobs[i]);
    return left;
}

}} // namespace cv::recfilter
