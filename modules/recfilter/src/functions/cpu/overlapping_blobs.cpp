// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Blobs whose circles overlap, of which one stays.

#include "functions/model/blob.hpp"

#include <algorithm>
#include <map>

namespace cv { namespace recfilter {

namespace {

//! The radius of a blob's circle.
double radiusOf(float sigma)
{
    return std::sqrt(2.) * sigma;
}

//! The share of the smaller circle that the larger one covers.
double sharedArea(const Blob& a, const Blob& b)
{
    const double r = radiusOf(std::max(a[2], b[2])), s = radiusOf(std::min(a[2], b[2]));
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

//! Whether a blob stays of two that overlap: the larger one, or the stronger one.
bool wins(const Blob& a, const Blob& b)
{
    return a[2] != b[2] ? a[2] > b[2] : std::abs(a[3]) >= std::abs(b[3]);
}

/** The blobs of one sigma, in cells as wide as their circles, by number. So a search looks through a few cells for each
sigma, whatever the size of the image: large circles reach far, but they are few. */
class BlobsOfSigma
{
public:
    explicit BlobsOfSigma(float sigma) : radius(radiusOf(sigma)), side(std::max(2 * radius, 1.)) {}

    void add(const Blob& blob, int number) { cells[{cellOf(blob[1]), cellOf(blob[0])}].push_back(number); }

    //! Appends the numbers behind `first` of blobs in cells that a circle at a place may reach.
    void find(float x, float y, double reach, int first, std::vector<int>& numbers) const
    {
        const double all = reach + radius;
        const int top = std::max(cellOf(y - all), cells.begin()->first.first);
        const int bottom = std::min(cellOf(y + all), cells.rbegin()->first.first);
        for (int row = top; row <= bottom; row++)
        {
            const int last = cellOf(x + all);
            for (auto cell = cells.lower_bound({row, cellOf(x - all)});
                 cell != cells.end() && cell->first.first == row && cell->first.second <= last; ++cell)
                numbers.insert(numbers.end(), std::upper_bound(cell->second.begin(), cell->second.end(), first),
                               cell->second.end());
        }
    }

private:
    int cellOf(double place) const { return cvFloor(place / side); }

    const double radius, side;
    std::map<std::pair<int, int>, std::vector<int>> cells; //!< by row and column; numbers rise
};

} // namespace

std::vector<Blob> withoutOverlaps(std::vector<Blob> blobs, double overlap)
{
    std::sort(blobs.begin(), blobs.end(),
              [](const Blob& a, const Blob& b) { return std::tie(a[0], a[1], a[2]) < std::tie(b[0], b[1], b[2]); });
    std::map<float, BlobsOfSigma> sigmas;
    for (size_t i = 0; i < blobs.size(); i++)
        sigmas.try_emplace(blobs[i][2], blobs[i][2]).first->second.add(blobs[i], int(i));
    std::vector<bool> isGone(blobs.size());
    std::vector<int> near;
    for (size_t i = 0; i < blobs.size(); i++)
    {
        if (isGone[i])
            continue;
        near.clear();
        for (const auto& others : sigmas)
            others.second.find(blobs[i][0], blobs[i][1], radiusOf(blobs[i][2]), int(i), near);
        std::sort(near.begin(), near.end());
        for (const int number : near)
        {
            const size_t k = size_t(number);
            // Bright and dark blobs do not compete. Nor do those that have lost already.
            const bool areAlike = (blobs[i][3] > 0) == (blobs[k][3] > 0);
            if (areAlike && !isGone[i] && !isGone[k] && sharedArea(blobs[i], blobs[k]) > overlap)
                isGone[wins(blobs[i], blobs[k]) ? k : i] = true;
        }
    }
    std::vector<Blob> left;
    for (size_t i = 0; i < blobs.size(); i++)
        if (!isGone[i])
            left.push_back(blobs[i]);
    return left;
}

}} // namespace cv::recfilter
