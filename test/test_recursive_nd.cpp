// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters along numbered dimensions of arrays: against the reference, line by line, and against filters of images.

#include "recursive_device.hpp"

namespace opencv_test { namespace {

typedef std::vector<int> Dimensions;

Mat arrayOf(const std::vector<int>& sizes, int type, uint64 seed = 1)
{
    Mat array(sizes, type);
    RNG rng(seed + freshSeed());
    const double high = array.depth() < CV_32F ? 255 : 1;
    if (array.depth() == CV_16F)
    {
        Mat wide(sizes, CV_MAKETYPE(CV_32F, array.channels()));
        rng.fill(wide, RNG::UNIFORM, 0, high);
        wide.convertTo(array, CV_16F);
    }
    else
        rng.fill(array, RNG::UNIFORM, 0, high);
    return array;
}

//! The elements of an array in one row, in order.
Mat flat(const Mat& array)
{
    const int sizes[] = {1, int(array.total())};
    return array.clone().reshape(0, 2, sizes);
}

double gainOf(const Axis& axis)
{
    double product = 1, sum = 0;
    for (const Pass& pass : axis.passes)
    {
        const double gain = sumOf(pass.feedforward) / sumOf(pass.feedback);
        product *= gain;
        sum += gain;
    }
    return axis.form == RECURSIVE_PARALLEL && !axis.passes.empty() ? sum : product;
}

//! Each line along each dimension by the definition.
Mat byDefinition(const Mat& src, const Dimensions& dimensions, const std::vector<Axis>& axes, Scalar outside = Scalar())
{
    Mat result;
    src.convertTo(result, CV_64F);
    for (size_t k = 0; k < dimensions.size(); k++)
    {
        const int n = result.size[dimensions[k]], channels = result.channels();
        const size_t step = result.step[dimensions[k]] / sizeof(double);
        const int lines = int(result.total()) / n;
        Mat image(lines, n, CV_64FC(channels));
        std::vector<double*> begins;
        double* const data = result.ptr<double>();
        for (size_t i = 0; i < result.total() * size_t(channels); i += size_t(channels))
            if (i / step % size_t(n) == 0)
                begins.push_back(data + i);
        const auto copy = [&](bool back) {
            for (int line = 0; line < lines; line++)
                for (int i = 0; i < n * channels; i++)
                {
                    double &there = begins[size_t(line)][size_t(i / channels) * step + size_t(i % channels)],
                           &here = image.ptr<double>(line)[i];
                    (back ? there : here) = back ? here : there;
                }
        };
        copy(false);
        image = ReferenceFilter::filter(image, axes[k], Axis(), outside);
        copy(true);
        if (outside != Scalar())
            outside *= gainOf(axes[k]);
    }
    return result;
}

//! Unlike axes: zeros, one direction, added pairs, each with another border.
std::vector<Axis> unlikeAxes(size_t count, size_t first = 0)
{
    const std::vector<Axis> all = {
        smoothing(SLOW_POLE, BORDER_REFLECT),
        Axis({Pass({0.3, 0.1}, {1, -0.8}), Pass({0.2}, {1, -0.9}, true)}, BORDER_CONSTANT), deriche(0.4, BORDER_WRAP),
        Axis({Pass({0.4, 0.2, 0.1}, feedbackOf({std::polar(0.9, 0.4)}), true)}, BORDER_REPLICATE),
        smoothing({0.9, 0.5, std::polar(0.9, 0.3)}, BORDER_REFLECT_101)};
    std::vector<Axis> axes;
    for (size_t i = 0; i < count; i++)
        axes.push_back(all[(first + i) % all.size()]);
    return axes;
}

double toleranceOf(int depth)
{
    return depth == CV_64F ? 1e-12 : 5e-6;
}

TEST(RecursiveND, every_set_of_dimensions)
{
    for (const std::vector<int>& sizes : std::vector<std::vector<int>>{{9}, {7, 40}, {5, 6, 33}, {4, 70, 3, 5}})
        for (int set = 1; set < 1 << sizes.size(); set++)
        {
            Dimensions dimensions;
            for (int i = 0; i < int(sizes.size()); i++)
                if (set >> i & 1)
                    dimensions.push_back(i);
            const std::vector<Axis> axes = unlikeAxes(dimensions.size(), size_t(set));
            const auto filter = createRecursiveFilter(dimensions, axes, Scalar::all(0.5));
            for (int type : {CV_32FC1, CV_64FC1, CV_32FC3})
            {
                std::vector<int> atLeastTwo = sizes;
                if (sizes.size() == 1)
                    atLeastTwo.push_back(11);
                const Mat src = arrayOf(atLeastTwo, type);
                EXPECT_LE(relativeError(flat(filtered(filter, src)),
                                        flat(byDefinition(src, dimensions, axes, Scalar::all(0.5)))),
                          toleranceOf(src.depth()))
                    << "dimensions " << Mat(dimensions).t() << " of " << Mat(atLeastTwo).t() << ", type " << type;
            }
        }
}

/** Lengths, borders and dimensions that no other test has.
@param apply runs a filter @param slack of the tolerance */
template <typename Apply>
void expectRandomArrays(const Apply& apply, double slack)
{
    for (uint64 seed = 1; seed <= 60; seed++)
    {
        RNG rng(seed + freshSeed());
        std::vector<int> sizes;
        const int count = rng.uniform(2, 9);
        for (int i = 0, left = 40000; i < count; i++)
        {
            sizes.push_back(rng.uniform(1, std::min(left, count > 4 ? 6 : 90) + 1));
            left /= sizes.back();
        }
        Dimensions dimensions;
        for (int i = 0; i < count; i++)
            if (rng.uniform(0, 2) || (i + 1 == count && dimensions.empty()))
                dimensions.insert(dimensions.begin() + rng.uniform(0, int(dimensions.size()) + 1), i);
        const std::vector<Axis> axes = unlikeAxes(dimensions.size(), size_t(rng.uniform(0, 5)));
        const Scalar outside(0.3, -0.2, 0.7, 0.1);
        const Mat src = arrayOf(sizes, CV_MAKETYPE(rng.uniform(0, 2) ? CV_32F : CV_64F, rng.uniform(1, 5)), seed);
        EXPECT_LE(relativeError(flat(apply(createRecursiveFilter(dimensions, axes, outside), src)),
                                flat(byDefinition(src, dimensions, axes, outside))),
                  slack * toleranceOf(src.depth()))
            << "seed " << seed << ", dimensions " << Mat(dimensions).t() << " of " << Mat(sizes).t();
    }
}

TEST(RecursiveND, random_arrays)
{
    expectRandomArrays([](const Ptr<RecursiveFilter>& filter, const Mat& src) { return filtered(filter, src); }, 1);
}

//! Integers round once, however many passes there are.
TEST(RecursiveND, depths)
{
    const Dimensions dimensions = {0, 1, 2};
    std::vector<Axis> axes = {smoothing({0.8}, BORDER_REFLECT), smoothing({0.7}, BORDER_WRAP),
                              smoothing(SLOW_POLES, BORDER_CONSTANT)};
    const Scalar outside(3, 20, 7);
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F})
        for (int channels : {1, 2, 3})
            for (int ddepth : {-1, CV_32F, CV_64F})
            {
                const Mat src = arrayOf({10, 12, 70}, CV_MAKETYPE(depth, channels));
                const Mat dst = filtered(createRecursiveFilter(dimensions, axes, outside, ddepth), src);
                ASSERT_EQ(ddepth < 0 ? depth : ddepth, dst.depth());
                const Mat expected = byDefinition(src, dimensions, axes, outside);
                const double rounding = dst.depth() < CV_32F    ? 0.5
                                        : dst.depth() == CV_16F ? largestValue(flat(expected)) / 2048
                                                                : 0;
                EXPECT_LE(largestError(flat(dst), flat(expected)),
                          rounding + toleranceOf(dst.depth() == CV_64F && depth == CV_64F ? CV_64F : CV_32F) *
                                         largestValue(flat(expected)))
                    << depth << ", " << channels << ", " << ddepth;
            }
}

//! What lies side by side may be filtered as channels, or as columns.
TEST(RecursiveND, elements_behind_the_last_axis)
{
    for (int behind : {1, 2, 3, 4, 5, 20})
        for (int depth : {CV_8U, CV_32F})
        {
            const std::vector<Axis> axes = {smoothing({0.8}, BORDER_CONSTANT), smoothing({0.6}, BORDER_CONSTANT)};
            const Mat src = arrayOf({3, 30, 41, behind}, depth);
            const Mat dst = filtered(createRecursiveFilter({1, 2}, axes, Scalar(9), CV_32F), src);
            EXPECT_LE(relativeError(flat(dst), flat(byDefinition(src, {1, 2}, axes, Scalar(9)))), 2e-6) << behind;
        }
}

TEST(RecursiveND, images_are_those_of_filters_of_images)
{
    const std::vector<Axis> axes = unlikeAxes(2);
    for (int type : {CV_8UC3, CV_32FC1, CV_64FC2})
    {
        const Mat src = arrayOf({90, 130}, type);
        const Scalar outside(0.25, 0.5, 1);
        const Mat expected = filtered(createRecursiveFilter(axes[1], axes[0], outside, CV_32F), src);
        EXPECT_TRUE(identical(expected, filtered(createRecursiveFilter({0, 1}, axes, outside, CV_32F), src)));
        EXPECT_TRUE(
            identical(expected, filtered(createRecursiveFilter({1, 0}, {axes[1], axes[0]}, outside, CV_32F), src)));
    }
}

//! A series of images gives each image's own result, whatever the number of threads.
TEST(RecursiveND, batches)
{
    const ThreadCount restored;
    const std::vector<Axis> axes = unlikeAxes(2, 1);
    const auto single = createRecursiveFilter(axes[1], axes[0]);
    for (const std::vector<int>& sizes :
         std::vector<std::vector<int>>{{2, 3, 65, 90}, {1, 1, 700, 900}, {1, 3, 700, 900}})
    {
        const Mat src = arrayOf(sizes, CV_32F);
        const auto filter = createRecursiveFilter({2, 3}, axes);
        for (int threads : {1, 3})
        {
            setNumThreads(threads);
            const Mat dst = filtered(filter, src);
            for (int i = 0; i < sizes[0]; i++)
                for (int k = 0; k < sizes[1]; k++)
                {
                    const auto image = [&](const Mat& array) {
                        return Mat(sizes[2], sizes[3], CV_32F, const_cast<uchar*>(array.ptr(i, k)));
                    };
                    EXPECT_TRUE(identical(filtered(single, image(src)), image(dst)));
                }
        }
    }
}

//! Columns of a volume have the bits that they have alone, on one thread and on many.
TEST(RecursiveND, pieces_of_columns)
{
    const ThreadCount restored;
    const Axis axis = smoothing(SLOW_POLES, BORDER_REFLECT);
    const auto filter = createRecursiveFilter(Dimensions{0}, {axis});
    const Mat src = arrayOf({300, 37, 131}, CV_32F);
    setNumThreads(1);
    const Mat one = filtered(filter, src);
    setNumThreads(4);
    EXPECT_TRUE(identical(flat(one), flat(filtered(filter, src))));
    EXPECT_LE(relativeError(flat(one), flat(byDefinition(src, {0}, {axis}))), toleranceOf(CV_32F));
}

TEST(RecursiveND, regions_of_arrays_and_in_place)
{
    const Dimensions dimensions = {0, 1, 2};
    const std::vector<Axis> axes = unlikeAxes(3);
    const auto filter = createRecursiveFilter(dimensions, axes);
    Mat whole = arrayOf({20, 30, 60}, CV_32F), results(std::vector<int>{20, 30, 60}, CV_32F, Scalar(-7));
    const std::vector<Range> region = {Range(3, 15), Range(2, 29), Range(5, 50)},
                             other = {Range(2, 14), Range(3, 30), Range(0, 45)};
    const Mat src = whole(region), expected = filtered(filter, src.clone());
    Mat dst = results(other);
    filter->apply(src, dst);
    EXPECT_EQ(results.data + other[0].start * results.step[0] + other[1].start * results.step[1], dst.data);
    EXPECT_TRUE(identical(flat(expected), flat(dst)));
    EXPECT_EQ(20 * 30 * 60 - 12 * 27 * 45, countNonZero(flat(results) == -7));
    Mat inPlace = whole.clone()(region);
    filter->apply(inPlace, inPlace);
    EXPECT_TRUE(identical(flat(expected), flat(inPlace)));
    Mat overlapping = whole(std::vector<Range>{Range(4, 16), Range(2, 29), Range(5, 50)});
    filter->apply(src, overlapping);
    EXPECT_TRUE(identical(flat(expected), flat(overlapping)));
}

TEST(RecursiveND, short_axes)
{
    const Dimensions dimensions = {0, 1, 2};
    for (int i = 0; i < 27; i++)
    {
        const std::vector<int> sizes = {1 + i % 3, 1 + i / 3 % 3, 1 + i / 9};
        for (size_t first = 0; first < 5; first++)
        {
            const std::vector<Axis> axes = unlikeAxes(3, first);
            const Mat src = arrayOf(sizes, CV_64F);
            EXPECT_LE(relativeError(flat(filtered(createRecursiveFilter(dimensions, axes, Scalar(2)), src)),
                                    flat(byDefinition(src, dimensions, axes, Scalar(2)))),
                      1e-12)
                << Mat(sizes).t() << ", " << first;
        }
    }
}

//! One text for each pass, and for images the one of their own filter.
//! Rows of many channels are filtered as columns, where border values allow: a few rows took ten times as long.
TEST(RecursiveND, rows_of_many_channels)
{
    for (int channels : {4, 5, 7, 16})
        for (int samples : {255, 256, 3000})
            for (int border : {BORDER_REFLECT, BORDER_CONSTANT})
                for (const Scalar& outside : {Scalar(), Scalar(1, 2, 3, 4)})
                {
                    const Axis axis({Pass({0.3, 0.1}, {1, -0.6}, false), Pass({0.5}, {1, -0.5}, true)}, border);
                    const auto filter = createRecursiveFilter(Dimensions{1}, {axis}, outside);
                    const Mat src = arrayOf({3, samples}, CV_32FC(channels));
                    Mat whole, inPlace = src.clone();
                    filter->apply(src, whole);
                    filter->apply(inPlace, inPlace);
                    EXPECT_EQ(0, cvtest::norm(whole, inPlace, NORM_INF));
                    for (int c = 0; c < channels && (c < 4 || outside == Scalar()); c++)
                    {
                        Mat source, result;
                        cv::extractChannel(src, source, c);
                        cv::extractChannel(whole, result, c);
                        const Scalar own = Scalar::all(outside[c % 4]);
                        EXPECT_LE(relativeError(result, byDefinition(source, {1}, {axis}, own)), 1e-5) << c;
                    }
                    const bool asColumns =
                        channels > 4 && samples >= 256 && (border != BORDER_CONSTANT || outside == Scalar());
                    const std::string why = filter->explain(Dimensions{3, samples}, src.type(), false);
                    EXPECT_EQ(asColumns, why.find("3 images") != std::string::npos) << why;
                    EXPECT_EQ(why, filter->explain(src.size(), src.type(), false));
                }
}

TEST(RecursiveND, explanation)
{
    const std::vector<Axis> axes = unlikeAxes(3);
    const auto filter = createRecursiveFilter({0, 1, 2}, axes);
    const String text = filter->explain({5, 64, 100}, CV_32F);
    EXPECT_EQ(0u, text.find("pass: dimensions 1, 2, as 5 images of 100 x 64\nalgorithm: ")) << text;
    EXPECT_NE(std::string::npos, text.find("pass: dimensions 0, as one image of 6400 x 5\n")) << text;
    EXPECT_EQ(createRecursiveFilter(axes[1], axes[0])->explain(Size(100, 64), CV_8U),
              createRecursiveFilter({0, 1}, {axes[0], axes[1]})->explain(std::vector<int>{64, 100}, CV_8U));
    expectError(Error::StsBadArg, "size has 2 dimensions", [&] { filter->explain(std::vector<int>{64, 100}, CV_32F); });
    expectError(Error::StsBadArg, "size has 9 dimensions", [&] { filter->explain(std::vector<int>(9, 2), CV_32F); });
    expectError(Error::StsBadArg, "at least one pixel", [&] { filter->explain({5, 0, 100}, CV_32F); });
    expectError(Error::StsBadArg, "size has 3 dimensions", [&] {
        createRecursiveFilter(axes[0])->explain({5, 6, 7}, CV_32F);
    });
}

//! Many small images run as products with matrices. They are the filter, for every border and number of channels.
TEST(RecursiveND, many_small_images)
{
    const struct
    {
        std::vector<int> sizes;
        Dimensions dimensions;
    } arrays[] = {{{40, 10, 10}, {1, 2}},      {{40, 10, 10}, {2, 1, 0}}, {{30, 3, 4, 5}, {1, 2, 3}},
                  {{60, 1, 7}, {1, 2}},        {{5, 20, 17}, {2}},        {{6, 6, 6, 6}, {0, 1, 2, 3}},
                  {{4, 5, 65, 15}, {0, 1, 2}}, {{20, 33, 28}, {1, 2}},    {{2, 3, 2, 3, 2, 3, 2, 3}, {1, 4, 5, 7}}};
    size_t next = 0;
    for (const auto& array : arrays)
        for (int type : {CV_32FC1, CV_64FC1, CV_32FC3, CV_8UC2, CV_16SC1, CV_64FC4})
        {
            const std::vector<Axis> axes = unlikeAxes(array.dimensions.size(), next++);
            const Scalar outside(0.3, -0.2, 0.7, 0.1);
            const auto filter = createRecursiveFilter(array.dimensions, axes, outside);
            const Mat src = arrayOf(array.sizes, type);
            Mat expected;
            byDefinition(src, array.dimensions, axes, outside).convertTo(expected, src.depth());
            const Mat actual = filtered(filter, src);
            EXPECT_LE(largestError(flat(actual), flat(expected)),
                      (src.depth() < CV_32F ? 1 : 0) + toleranceOf(src.depth()) * largestValue(flat(expected)))
                << Mat(array.sizes).t() << ", type " << typeToString(type);
            Mat inPlace = src.clone();
            filter->apply(inPlace, inPlace);
            EXPECT_TRUE(identical(flat(actual), flat(inPlace)));
        }
}

TEST(RecursiveND, small_images_inside_an_array)
{
    const ThreadCount restored;
    const auto filter = createRecursiveFilter({1, 2}, unlikeAxes(2));
    for (int type : {CV_32FC1, CV_8UC3})
    {
        Mat whole = arrayOf({500, 14, 15}, type), results(std::vector<int>{500, 14, 15}, type, Scalar::all(7));
        const std::vector<Range> region = {Range(3, 490), Range(2, 12), Range(4, 13)};
        const Mat src = whole(region), expected = filtered(filter, src.clone());
        Mat dst = results(region);
        setNumThreads(1);
        filter->apply(src, dst);
        EXPECT_TRUE(identical(flat(expected), flat(dst)));
        setNumThreads(4);
        EXPECT_TRUE(identical(flat(expected), flat(filtered(filter, src))));
        expected.copyTo(whole(region));
        whole(region).setTo(Scalar::all(7));
        dst.setTo(Scalar::all(7));
        EXPECT_EQ(0, countNonZero(flat(results).reshape(1) != 7)) << "nothing else is written";
    }
}

// ---- On the GPU ----

TEST(RecursiveNDCuda, images)
{
    needDevice();
    for (int type : {CV_8UC1, CV_32FC1, CV_32FC3, CV_64FC1})
        for (const Dimensions& dimensions : std::vector<Dimensions>{{0}, {1}, {0, 1}, {1, 0}})
            expectSameAsHost(createRecursiveFilter(dimensions, unlikeAxes(dimensions.size()), Scalar::all(0.5), CV_32F),
                             arrayOf({150, 210}, type));
    const auto filter = createRecursiveFilter({0, 1}, unlikeAxes(2));
    EXPECT_GT(filter->estimateWorkspace(Size(640, 480), CV_32F), 0u);
    EXPECT_NE(std::string::npos, filter->explain(Size(640, 480), CV_32F, true).find("engine"));
}

Mat volumeOnDevice(const Ptr<RecursiveFilter>& filter, const Mat& src)
{
    GpuMatND dst;
    filter->apply(onDevice(src), dst);
    return onHost(dst);
}

TEST(RecursiveNDCuda, every_set_of_dimensions)
{
    needDevice();
    for (const std::vector<int>& sizes : std::vector<std::vector<int>>{{7, 140}, {5, 66, 133}, {4, 70, 3, 5}})
        for (int set = 1; set < 1 << sizes.size(); set++)
        {
            Dimensions dimensions;
            for (int i = 0; i < int(sizes.size()); i++)
                if (set >> i & 1)
                    dimensions.push_back(i);
            const std::vector<Axis> axes = unlikeAxes(dimensions.size(), size_t(set));
            const auto filter = createRecursiveFilter(dimensions, axes, Scalar::all(0.5));
            for (int type : {CV_32FC1, CV_64FC1, CV_32FC3})
            {
                const Mat src = arrayOf(sizes, type);
                EXPECT_LE(relativeError(flat(volumeOnDevice(filter, src)),
                                        flat(byDefinition(src, dimensions, axes, Scalar::all(0.5)))),
                          2 * toleranceOf(src.depth()))
                    << "dimensions " << Mat(dimensions).t() << " of " << Mat(sizes).t() << ", type " << type;
            }
        }
}

TEST(RecursiveNDCuda, random_arrays)
{
    needDevice();
    expectRandomArrays(volumeOnDevice, 2);
}

//! Integers round once, however many passes there are.
TEST(RecursiveNDCuda, depths)
{
    needDevice();
    const Dimensions dimensions = {0, 1, 2};
    const std::vector<Axis> axes = {smoothing({0.8}, BORDER_REFLECT), smoothing({0.7}, BORDER_WRAP),
                                    smoothing(SLOW_POLES, BORDER_CONSTANT)};
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F})
        for (int channels : {1, 3})
            for (int ddepth : {-1, CV_32F, CV_64F})
            {
                const Mat src = arrayOf({10, 12, 70}, CV_MAKETYPE(depth, channels));
                const auto filter = createRecursiveFilter(dimensions, axes, Scalar(3, 20, 7), ddepth);
                const Mat dst = volumeOnDevice(filter, src), expected = filtered(filter, src);
                ASSERT_EQ(expected.type(), dst.type());
                const double largest = largestValue(flat(expected));
                // A result close to half a unit may be rounded either way.
                const double rounding = dst.depth() < CV_32F ? 1 : dst.depth() == CV_16F ? largest / 1024 : 0;
                EXPECT_LE(largestError(flat(dst), flat(expected)),
                          rounding + toleranceOf(dst.depth() == CV_64F && depth == CV_64F ? CV_64F : CV_32F) * largest)
                    << depth << ", " << channels << ", " << ddepth;
            }
}

TEST(RecursiveNDCuda, gaussians_and_splines)
{
    needDevice();
    const Mat src = arrayOf({40, 70, 150}, CV_32F);
    for (int approximation : {GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE, GAUSSIAN_VAN_VLIET_3})
        for (double sigma : {1., 12.})
        {
            RecursiveGaussianNDParams params({0, 1, 2}, {sigma});
            params.approximation = approximation;
            const auto filter = createRecursiveGaussianFilter(params);
            EXPECT_LE(relativeError(flat(volumeOnDevice(filter, src)), flat(filtered(filter, src))),
                      3e-6) // 1e-6 an axis
                << approximation << ", " << sigma;
        }
    const auto spline = createBSplinePrefilter(3, Dimensions{0, 1, 2});
    EXPECT_LE(relativeError(flat(volumeOnDevice(spline, src)), flat(filtered(spline, src))), 2e-6);
}

//! Parts of volumes with gaps, results in given memory, in place, and overlapping.
TEST(RecursiveNDCuda, regions_of_arrays_and_in_place)
{
    needDevice();
    for (int type : {CV_32FC1, CV_8UC1})
    {
        const auto filter = createRecursiveFilter({0, 1, 2}, unlikeAxes(3));
        const Mat whole = arrayOf({20, 30, 60}, type);
        const std::vector<Range> region = {Range(3, 15), Range(2, 29), Range(5, 50)},
                                 other = {Range(2, 14), Range(3, 30), Range(0, 45)};
        const GpuMatND array = onDevice(whole), results = onDevice(Mat(3, whole.size.p, type, Scalar(7)));
        const Mat expected = volumeOnDevice(filter, whole(region).clone());
        GpuMatND dst = results(other);
        const uchar* const data = dst.getDevicePtr();
        filter->apply(array(region), dst);
        EXPECT_EQ(data, dst.getDevicePtr());
        EXPECT_TRUE(identical(flat(expected), flat(onHost(dst))));
        Mat around = onHost(results);
        around(other).setTo(Scalar(7));
        EXPECT_TRUE(identical(flat(around), flat(Mat(3, whole.size.p, type, Scalar(7)))));
        GpuMatND inPlace = onDevice(whole)(region);
        filter->apply(inPlace, inPlace);
        EXPECT_TRUE(identical(flat(expected), flat(onHost(inPlace))));
        GpuMatND overlapping = array({Range(4, 16), Range(2, 29), Range(5, 50)});
        filter->apply(array(region), overlapping);
        EXPECT_TRUE(identical(flat(expected), flat(onHost(overlapping))));
    }
}

TEST(RecursiveNDCuda, short_axes)
{
    needDevice();
    const Dimensions dimensions = {0, 1, 2};
    for (int i = 0; i < 27; i++)
    {
        const std::vector<int> sizes = {1 + i % 3, 1 + i / 3 % 3, 1 + i / 9};
        for (size_t first = 0; first < 5; first++)
        {
            const std::vector<Axis> axes = unlikeAxes(3, first);
            const Mat src = arrayOf(sizes, CV_64F);
            EXPECT_LE(relativeError(flat(volumeOnDevice(createRecursiveFilter(dimensions, axes, Scalar(2)), src)),
                                    flat(byDefinition(src, dimensions, axes, Scalar(2)))),
                      1e-12)
                << Mat(sizes).t() << ", " << first;
        }
    }
}

//! The filters that have kernels of their own, along the last two dimensions.
std::vector<std::vector<Axis>> filtersOfBatches()
{
    const Axis causal({Pass({0.3}, {1, -0.7})}, BORDER_REPLICATE);
    return {{smoothing({0.9}, BORDER_REFLECT), smoothing({0.8}, BORDER_REFLECT)},
            {smoothing(SLOW_POLES, BORDER_WRAP), smoothing(SLOW_POLES, BORDER_REPLICATE)},
            {deriche(0.1, BORDER_REFLECT), deriche(0.1, BORDER_REFLECT)},
            {unlikeAxes(1, 1)[0], unlikeAxes(1, 3)[0]},
            {Axis(), smoothing({0.9}, BORDER_REFLECT_101)},
            {smoothing({0.9}, BORDER_WRAP), Axis()},
            {causal, Axis()}};
}

//! Images too large for one launch have the bits that they have alone, in working memory for all and for some of them.
TEST(RecursiveNDCuda, batches_of_large_images)
{
    needDevice();
    const int height = 2500, width = 4224;
    for (int depth : {CV_32F, CV_8U})
    {
        const Mat src = arrayOf({3, height, width}, depth);
        const GpuMatND array = onDevice(src);
        for (const std::vector<Axis>& axes : filtersOfBatches())
        {
            GpuMatND dst;
            createRecursiveFilter({1, 2}, axes, Scalar(), CV_32F)->apply(array, dst);
            const Mat actual = onHost(dst);
            const auto single = createRecursiveFilter(axes[1], axes[0], Scalar(), CV_32F);
            for (int i = 0; i < 3; i++)
                EXPECT_TRUE(
                    identical(filteredOnDevice(single, Mat(height, width, depth, const_cast<uchar*>(src.ptr(i)))),
                              Mat(height, width, CV_32F, const_cast<uchar*>(actual.ptr(i)))))
                    << i << ", " << axes[0].passes.size() << ", " << axes[1].passes.size() << ", depth " << depth;
        }
    }
}

//! More images than a grid has layers.
TEST(RecursiveNDCuda, many_small_images)
{
    needDevice();
    const Mat src = arrayOf({70001, 5, 6}, CV_32F);
    for (const std::vector<Axis>& axes : filtersOfBatches())
    {
        const auto filter = createRecursiveFilter({1, 2}, axes, Scalar(0.5));
        EXPECT_LE(relativeError(flat(volumeOnDevice(filter, src)), flat(filtered(filter, src))), 1e-5);
    }
}

#ifdef HAVE_RECFILTER_CUDA
//! A batch takes as many kernels as an image. A call that has run before allocates nothing and waits for nothing.
TEST(RecursiveNDCuda, kernels_and_streams)
{
    needDevice();
    Stream stream;
    const auto filter = createRecursiveFilter({1, 2}, std::vector<Axis>(2, smoothing({0.9}, BORDER_REFLECT)));
    int kernels = 0;
    for (int images : {2, 50})
    {
        const GpuMatND src = onDevice(arrayOf({images, 200, 300}, CV_32F));
        GpuMatND dst;
        filter->apply(src, dst, stream);
        expectOnlyQueues(stream, [&] { filter->apply(src, dst, stream); });
        const CapturedCall graph(stream, [&] { filter->apply(src, dst, stream); });
        EXPECT_TRUE(kernels == 0 || kernels == graph.kernels()) << kernels << ", " << graph.kernels();
        kernels = graph.kernels();
        const Mat expected = onHost(dst);
        const uchar* const data = dst.getDevicePtr();
        dst.upload(Mat(3, expected.size.p, CV_32F, Scalar(0)));
        ASSERT_EQ(data, dst.getDevicePtr());
        EXPECT_TRUE(graph.launch());
        stream.waitForCompletion();
        EXPECT_TRUE(identical(flat(expected), flat(onHost(dst))));
    }
}
#endif

TEST(RecursiveNDCuda, workspace_and_explanation)
{
    needDevice();
    const auto filter = createRecursiveFilter({0, 1, 2}, std::vector<Axis>(3, smoothing({0.9}, BORDER_REFLECT)));
    const size_t ofFloats = filter->estimateWorkspace({64, 256, 512}, CV_32F);
    EXPECT_GT(ofFloats, 0u);
    EXPECT_LE(ofFloats, size_t(64 * 256 * 512 * sizeof(float) / 10));
    EXPECT_GT(filter->estimateWorkspace({64, 256, 512}, CV_8U), size_t(64 * 256 * 512 * sizeof(float)));
    const auto ofImages = createRecursiveFilter({0, 1}, std::vector<Axis>(2, smoothing({0.9}, BORDER_REFLECT)));
    EXPECT_EQ(ofImages->estimateWorkspace(Size(30, 20), CV_32F),
              ofImages->estimateWorkspace(std::vector<int>{20, 30}, CV_32F));
    const String text = filter->explain({64, 256, 512}, CV_32F, true);
    EXPECT_NE(std::string::npos, text.find("pass: dimensions 1, 2, as 64 images of 512 x 256")) << text;
    EXPECT_NE(std::string::npos, text.find("pass: dimensions 0, as one image of 131072 x 64")) << text;
}

TEST(RecursiveNDCuda, bad_volumes)
{
    needDevice();
    const auto filter = createRecursiveFilter({0, 2}, unlikeAxes(2));
    GpuMatND dst;
    expectError(Error::StsBadArg, "src has 2 dimensions", [&] {
        filter->apply(onDevice(arrayOf({4, 5}, CV_32F)), dst);
    });
    expectError(Error::StsBadArg, "src has 9 dimensions",
                [&] { filter->apply(GpuMatND(std::vector<int>(9, 1), CV_32F), dst); });
    expectError(Error::StsUnsupportedFormat, "src has depth CV_32S", [&] {
        filter->apply(GpuMatND({2, 3, 4}, CV_32S), dst);
    });
    GpuMat image;
    expectError(Error::StsBadArg, "dst is a GpuMat", [&] {
        filter->apply(onDevice(arrayOf({2, 3, 4}, CV_32F)), image);
    });
    EXPECT_TRUE(dst.empty());
}

TEST(RecursiveNDCuda, dimensions_that_an_image_lacks)
{
    needDevice();
    GpuMat src(4, 5, CV_32F), dst;
    expectError(Error::StsBadArg, "src has 2 dimensions", [&] {
        createRecursiveFilter({1, 2}, unlikeAxes(2))->apply(src, dst);
    });
    EXPECT_TRUE(dst.empty());
}

// ---- Gaussians and B-splines ----

//! The filter of images that a Gaussian along one dimension is: along the columns.
Mat alongFirst(const Ptr<RecursiveFilter>& filter, const Mat& src)
{
    const int sizes[] = {src.size[0], int(src.total()) / src.size[0]};
    return filtered(filter, src.reshape(0, 2, sizes));
}

TEST(GaussianND, sigmas_spacing_and_derivatives)
{
    const Mat src = arrayOf({20, 24, 40}, CV_64F);
    RecursiveGaussianNDParams params({0, 1, 2}, {3., 2., 1.4});
    params.spacing = {2.5, 0.5, 0.7};
    params.derivatives = {1, 0, 2};
    params.borderTypes = {BORDER_REFLECT, BORDER_WRAP, BORDER_REPLICATE};
    const Mat actual = filtered(createRecursiveGaussianFilter(params), src);
    // Axis by axis, the first one last, in samples.
    Mat expected = src.clone();
    for (int i = 0; i < 20; i++)
    {
        Mat image(24, 40, CV_64F, expected.ptr(i));
        const auto along = [&](double sigmaX, double sigmaY, int dx, int border) {
            gaussianFilter(sigmaX, sigmaY, dx, 0, border)->apply(image, image);
        };
        along(1.4 / 0.7, 0, 2, BORDER_REPLICATE);
        along(0, 2. / 0.5, 0, BORDER_WRAP);
    }
    expected = alongFirst(gaussianFilter(0, 3. / 2.5, 0, 1, BORDER_REFLECT), expected) / (2.5 * 0.7 * 0.7);
    EXPECT_LE(relativeError(flat(actual), expected.reshape(0, 1)), 1e-12);
}

TEST(GaussianND, one_sigma_for_all)
{
    const Mat src = arrayOf({9, 20, 30}, CV_32F);
    RecursiveGaussianNDParams params({0, 1, 2}, {2.});
    const Mat one = filtered(createRecursiveGaussianFilter(params), src);
    params.sigmas = {2., 2., 2.};
    EXPECT_TRUE(identical(flat(one), flat(filtered(createRecursiveGaussianFilter(params), src))));
    // A Gaussian keeps constants, and sums of what lies far from the border.
    const Mat ones(std::vector<int>{9, 20, 30}, CV_32F, Scalar(1));
    EXPECT_LE(largestError(flat(filtered(createRecursiveGaussianFilter(params), ones)), flat(ones)), 1e-6);
}

//! The spline through a volume has its values at the samples.
TEST(BSplineND, coefficients_give_the_samples_back)
{
    const Mat src = arrayOf({17, 19, 23}, CV_64F);
    for (int degree : {3, 5})
    {
        const Mat c = filtered(createBSplinePrefilter(degree, Dimensions{0, 1, 2}, BORDER_REFLECT_101), src);
        const std::vector<double> samples =
            degree == 3 ? std::vector<double>{4. / 6, 1. / 6} : std::vector<double>{66. / 120, 26. / 120, 1. / 120};
        const int reach = int(samples.size()) - 1;
        double worst = 0;
        for (int z = 0; z < 17; z++)
            for (int y = 0; y < 19; y++)
                for (int x = 0; x < 23; x++)
                {
                    double sum = 0;
                    for (int k = -reach; k <= reach; k++)
                        for (int j = -reach; j <= reach; j++)
                            for (int i = -reach; i <= reach; i++)
                                sum += samples[size_t(std::abs(k))] * samples[size_t(std::abs(j))] *
                                       samples[size_t(std::abs(i))] *
                                       c.at<double>(borderInterpolate(z + k, 17, BORDER_REFLECT_101),
                                                    borderInterpolate(y + j, 19, BORDER_REFLECT_101),
                                                    borderInterpolate(x + i, 23, BORDER_REFLECT_101));
                    worst = std::max(worst, std::abs(sum - src.at<double>(z, y, x)));
                }
        EXPECT_LE(worst, 1e-12) << degree;
    }
}

// ---- Bad arguments ----

TEST(RecursiveND, bad_arguments)
{
    const Axis axis = smoothing({0.5}, BORDER_REFLECT);
    const auto make = [&](const Dimensions& dimensions, size_t axes) {
        return [=] { createRecursiveFilter(dimensions, std::vector<Axis>(axes, axis)); };
    };
    expectError(Error::StsBadArg, "dimensions is empty", make({}, 0));
    expectError(Error::StsBadArg, "dimensions has 2 elements and axes 1", make({0, 1}, 1));
    expectError(Error::StsOutOfRange, "dimensions[1] is -1", make({0, -1}, 2));
    expectError(Error::StsOutOfRange, "dimensions[0] is 8", make({8}, 1));
    expectError(Error::StsBadArg, "dimensions[2] is 1", make({1, 0, 1}, 3));
    expectError(Error::StsOutOfRange, "axes[1].passes[0]", [&] {
        createRecursiveFilter({0, 1}, {axis, Axis({Pass({1}, {1, -1.5})}, BORDER_REFLECT)});
    });
    expectError(Error::StsBadArg, "borderValue[0]",
                [&] { createRecursiveFilter(Dimensions{0}, {axis}, Scalar(INFINITY)); });
    const auto filter = createRecursiveFilter({0, 2}, {axis, axis});
    Mat dst(4, 5, CV_32F, Scalar(3));
    expectError(Error::StsBadArg, "src has 2 dimensions", [&] { filter->apply(Mat::ones(4, 5, CV_32F), dst); });
    expectError(Error::StsUnsupportedFormat, "src has depth CV_32S", [&] {
        filter->apply(arrayOf({2, 3, 4}, CV_32S), dst);
    });
    expectError(Error::StsBadArg, "src has 9 dimensions", [&] {
        filter->apply(Mat::ones(std::vector<int>(9, 1).size(), std::vector<int>(9, 1).data(), CV_32F), dst);
    });
    EXPECT_EQ(20, countNonZero(dst == 3));
    expectError(Error::StsBadArg, "size has 2 dimensions", [&] { filter->explain(Size(4, 5), CV_32F); });
    filter->apply(arrayOf({2, 3, 4}, CV_32F), dst); // still usable
    EXPECT_EQ(3, dst.dims);
}

TEST(GaussianND, bad_arguments)
{
    const auto expect = [](int code, const char* name, const std::function<void(RecursiveGaussianNDParams&)>& change) {
        RecursiveGaussianNDParams params({0, 1, 2}, {1., 2., 3.});
        change(params);
        expectError(code, name, [&] { createRecursiveGaussianFilter(params); });
    };
    typedef RecursiveGaussianNDParams P;
    expect(Error::StsBadArg, "dimensions is empty", [](P& p) { p.dimensions.clear(); });
    expect(Error::StsBadArg, "dimensions[1]", [](P& p) { p.dimensions[1] = 0; });
    expect(Error::StsBadArg, "sigmas has 2", [](P& p) { p.sigmas.pop_back(); });
    expect(Error::StsBadArg, "sigmas has 0", [](P& p) { p.sigmas.clear(); });
    expect(Error::StsOutOfRange, "sigmas[1]", [](P& p) { p.sigmas[1] = 0; });
    expect(Error::StsOutOfRange, "sigmas[1]", [](P& p) { p.sigmas[1] = NAN; });
    expect(Error::StsOutOfRange, "sigmas[2] / spacing", [](P& p) { p.spacing = {1, 1, 100}; });
    expect(Error::StsBadArg, "spacing has 2", [](P& p) { p.spacing = {1, 1}; });
    expect(Error::StsOutOfRange, "spacing[0]", [](P& p) { p.spacing = {0, 1, 1}; });
    expect(Error::StsOutOfRange, "spacing[2]", [](P& p) { p.spacing = {1, 1, -2}; });
    expect(Error::StsBadArg, "derivatives has 2", [](P& p) { p.derivatives = {1, 1}; });
    expect(Error::StsOutOfRange, "derivatives[0]", [](P& p) { p.derivatives = {3}; });
    expect(Error::StsBadArg, "borderTypes has 2", [](P& p) { p.borderTypes = {BORDER_WRAP, BORDER_WRAP}; });
    expect(Error::StsBadArg, "borderTypes[1] is 99", [](P& p) { p.borderTypes = {BORDER_WRAP, 99, BORDER_WRAP}; });
    expect(Error::StsBadArg, "approximation is 77", [](P& p) { p.approximation = 77; });
    expect(Error::StsBadArg, "ddepth is 0", [](P& p) { p.ddepth = CV_8U; });
    RecursiveGaussianNDParams derivative({0, 1}, {2.});
    derivative.derivatives = {1, 0};
    Mat dst;
    expectError(Error::StsBadArg, "ddepth is -1", [&] {
        createRecursiveGaussianFilter(derivative)->apply(arrayOf({5, 6, 7}, CV_8U), dst);
    });
    expectError(Error::StsOutOfRange, "degree is 1", [] { createBSplinePrefilter(1, Dimensions{0}); });
    expectError(Error::StsBadArg, "dimensions is empty", [] { createBSplinePrefilter(3, Dimensions{}); });
}

}} // namespace opencv_test
