// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CHEST_PHANTOM_HPP
#define OPENCV_RECFILTER_CHEST_PHANTOM_HPP

// A synthetic CT of a chest with a beating heart: volumes over time.

#include <opencv2/core.hpp>
#include <opencv2/core/utility.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

// A part of the phantom, in coordinates of -1 to 1: z, y, x.
struct Ellipsoid
{
    cv::Vec3d middle, radii;
    float intensity;
    double beat; // by how much its radii change
};

inline std::vector<Ellipsoid> chest()
{
    std::vector<Ellipsoid> parts = {
        {{0, 0, 0}, {3, 0.9, 0.94}, 95, 0},                   // body
        {{0, -0.05, -0.46}, {1.4, 0.64, 0.36}, 25, 0},        // lungs
        {{0, -0.05, 0.46}, {1.4, 0.64, 0.36}, 25, 0},         //
        {{0, 0.58, 0}, {9, 0.17, 0.12}, 215, 0},              // spine
        {{0, 0.58, 0}, {9, 0.07, 0.05}, 120, 0},              // its canal
        {{0, 0.27, 0.14}, {9, 0.11, 0.08}, 190, 0.1},         // aorta
        {{0.1, -0.14, 0.1}, {0.95, 0.42, 0.36}, 130, 0.06},   // heart
        {{0.1, -0.10, 0.22}, {0.7, 0.2, 0.15}, 225, 0.35},    // left ventricle
        {{0.1, -0.20, -0.05}, {0.6, 0.17, 0.12}, 190, -0.35}, // right atrium, which fills while ventricles empty
    };
    for (int i = 0; i < 12; ++i)
    {
        const double angle = CV_PI * i / 6, lung = i % 2 ? 0.5 : -0.5;
        const double x = lung + 0.17 * std::cos(3 * angle), y = std::sin(angle);
        parts.push_back({{0.2 * std::cos(5 * angle), 0.4 * y - 0.1, x}, {0.6, 0.04, 0.03}, 110, 0}); // vessel
        const double rib = angle + 0.26;
        parts.push_back(
            {{0.9 * std::cos(4 * angle), 0.79 * std::sin(rib), 0.85 * std::cos(rib)}, {0.7, 0.07, 0.06}, 200, 0});
    }
    return parts;
}

// The part of a voxel that an ellipsoid covers, from the distance to its surface to first order.
inline float coverage(const Ellipsoid& part, double scale, const cv::Vec3d& at, const cv::Vec3d& voxels)
{
    cv::Vec3d u, slope; // from the middle, in radii; and its change from voxel to voxel, weighted with u
    for (int i = 0; i < 3; ++i)
    {
        const double radius = part.radii[i] * scale;
        u[i] = (at[i] - part.middle[i]) / radius;
        slope[i] = u[i] * 2 / (voxels[i] * radius);
    }
    const double length = norm(u), distance = length * (1 - length) / std::max(norm(slope), 1e-9);
    return float(std::min(std::max(0.5 + distance, 0.), 1.));
}

//! Sizes from the slowest dimension to the fastest, of a text such as 96x256x256. Empty if it has another form.
inline std::vector<int> parseSizes(const std::string& text, size_t dims)
{
    std::istringstream from(text);
    std::vector<int> sizes(dims);
    for (size_t i = 0; i < dims; i++)
        if (!(from >> sizes[i]) || sizes[i] < 1 || from.get() != (i + 1 < dims ? 'x' : EOF))
            return {};
    return sizes;
}

//! One heartbeat. Sizes are numbers of volumes, slices, rows and columns.
inline cv::Mat chestPhantom(const std::vector<int>& sizes)
{
    const std::vector<Ellipsoid> parts = chest();
    const cv::Vec3d voxels(sizes[1], sizes[2], sizes[3]);
    cv::Mat phantom(sizes, CV_32F, cv::Scalar());
    cv::parallel_for_(cv::Range(0, sizes[0] * sizes[1]), [&](const cv::Range& slices) {
        for (int i = slices.start; i < slices.end; ++i)
        {
            const int t = i / sizes[1], z = i % sizes[1];
            const double beat = std::cos(2 * CV_PI * t / sizes[0]);
            cv::Mat_<float> slice(sizes[2], sizes[3], phantom.ptr<float>(t, z));
            for (const Ellipsoid& part : parts)
                for (int y = 0; y < slice.rows; ++y)
                    for (int x = 0; x < slice.cols; ++x)
                    {
                        const cv::Vec3d at((2 * z + 1) / voxels[0] - 1, (2 * y + 1) / voxels[1] - 1,
                                           (2 * x + 1) / voxels[2] - 1);
                        float& value = slice(y, x);
                        value += coverage(part, 1 + part.beat * beat, at, voxels) * (part.intensity - value);
                    }
        }
    });
    return phantom;
}

#endif
