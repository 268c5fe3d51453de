// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PERF_VOLUMES_HPP
#define OPENCV_RECFILTER_PERF_VOLUMES_HPP

// Volumes and series of images, and filters of them.

#include "perf_filters.hpp"

namespace opencv_test {

//! Lengths, and the dimensions that are filtered.
struct Volume
{
    const char* name;
    std::vector<int> sizes, dimensions;

    static std::vector<Volume> all()
    {
        return {{"256_cubed_all", {256, 256, 256}, {0, 1, 2}},    {"512_cubed_all", {512, 512, 512}, {0, 1, 2}},
                {"512_cubed_planes", {512, 512, 512}, {1, 2}},    {"512_cubed_across", {512, 512, 512}, {0}},
                {"512_cubed_middle", {512, 512, 512}, {1}},       {"64_frames_1080p", {64, 1080, 1920}, {1, 2}},
                {"1000_frames_of_128", {1000, 128, 128}, {1, 2}}, {"image_4096", {4096, 4096}, {0, 1}},
                {"30_years_of_1_degree", {360, 180, 360}, {0}},   {"colour_last", {1024, 1024, 3}, {0, 1}}};
    }

    Mat noise(int type) const
    {
        Mat values(sizes, type);
        theRNG().fill(values, RNG::UNIFORM, 0, values.depth() == CV_8U ? 255 : 1);
        return values;
    }
};

inline void PrintTo(const Volume& volume, std::ostream* out)
{
    *out << volume.name;
}

inline Ptr<RecursiveFilter> makeArrayFilter(int kind, const std::vector<int>& dimensions)
{
    if (kind == BSPLINE_3)
        return createBSplinePrefilter(3, dimensions, BORDER_REFLECT_101);
    const std::vector<double> a = feedbackOf(kind);
    double gain = 0;
    for (double tap : a)
        gain += tap;
    const RecursiveAxis axis = RecursiveAxis::symmetric({gain}, a, BORDER_REFLECT);
    return createRecursiveFilter(dimensions, std::vector<RecursiveAxis>(dimensions.size(), axis));
}

} // namespace opencv_test

#endif
