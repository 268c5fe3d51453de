// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Images of several channels on the GPU. The blocks of a tile's channels read and store its rows together where rows
// begin at multiples of four numbers: the same results, bit by bit, as where each block takes its channel alone.

#include "recursive_device.hpp"

namespace opencv_test { namespace {

//! Tiles have 64 rows and 128 columns.
const Size COLOUR_SIZES[] = {Size(1, 1),    Size(3, 130),   Size(127, 63),  Size(128, 64),
                             Size(129, 65), Size(258, 192), Size(641, 100), Size(1030, 513)};

struct ColourFilter
{
    const char* name;
    Ptr<RecursiveFilter> filter;
};

//! Of each engine in two reads: cascades, added pairs, and blocks of pixels; along both axes and along one.
std::vector<ColourFilter> colourFilters(int ddepth, const Scalar& value)
{
    const int twoReads = RECURSIVE_ALG_6, border = value == Scalar() ? BORDER_REFLECT : BORDER_CONSTANT;
    const Axis one = smoothing({0.97}, border), three = smoothing({0.9, std::polar(0.95, 0.1)}, border),
               five = smoothing({0.9, 0.8, 0.7, 0.6, 0.5, std::polar(0.9, 0.3)}, border);
    RecursiveGaussianParams gaussian(7);
    gaussian.borderType = border;
    gaussian.borderValue = value;
    gaussian.ddepth = ddepth;
    gaussian.algorithm = twoReads;
    return {{"order 1", createRecursiveFilter(one, one, value, ddepth, twoReads)},
            {"order 1 along rows", createRecursiveFilter(one, Axis(), value, ddepth, twoReads)},
            {"order 3", createRecursiveFilter(three, three, value, ddepth, twoReads)},
            {"order 3 along columns", createRecursiveFilter(Axis(), three, value, ddepth, twoReads)},
            {"order 7", createRecursiveFilter(five, five, value, ddepth)},
            {"Gaussian", createRecursiveGaussianFilter(gaussian)}};
}

//! The same pixels, whose rows begin one byte or one number off.
GpuMat withOddRows(const Mat& image, GpuMat& memory)
{
    const int bytes = int(image.elemSize1()), row = int(image.elemSize()) * image.cols;
    memory.create(image.rows, row + 16 * bytes, CV_8U);
    GpuMat odd(image.size(), image.type(), memory.data + bytes, memory.step);
    odd.upload(image);
    return odd;
}

void expectSameChannels(const ColourFilter& each, const Mat& image)
{
    SCOPED_TRACE(format("%s, %d x %d %s", each.name, image.cols, image.rows, typeToString(image.type()).c_str()));
    GpuMat memory, together, apart, inPlace(image);
    each.filter->apply(GpuMat(image), together);
    each.filter->apply(withOddRows(image, memory), apart);
    const Mat expected(apart);
    EXPECT_EQ(0, cvtest::norm(Mat(together), expected, NORM_INF));
    if (together.type() == image.type())
    {
        each.filter->apply(inPlace, inPlace);
        EXPECT_EQ(0, cvtest::norm(Mat(inPlace), expected, NORM_INF)) << "in place";
    }
    const Mat onHost = filtered(each.filter, image);
    if (expected.depth() < CV_32F)
        EXPECT_LE(cvtest::norm(expected, onHost, NORM_INF), 1);
    else
        EXPECT_LE(relativeError(expected, onHost), expected.depth() == CV_16F ? 2e-3 : 2 * tolerance(CV_32F));
}

TEST(ColourCuda, together_as_apart)
{
    needDevice();
    for (int type :
         {CV_8UC2, CV_8UC3, CV_8UC4, CV_8UC(5), CV_16SC3, CV_16FC3, CV_32FC2, CV_32FC3, CV_32FC4, CV_32FC(6)})
        for (const ColourFilter& each : colourFilters(-1, Scalar()))
            for (const Size& size : COLOUR_SIZES)
                expectSameChannels(each, noise(size, type));
}

//! Values beside the image, of each channel, and results of another depth.
TEST(ColourCuda, values_and_depths)
{
    needDevice();
    for (int type : {CV_8UC3, CV_16UC4, CV_32FC3})
        for (int ddepth : {-1, int(CV_32F)})
            for (const ColourFilter& each : colourFilters(ddepth, Scalar(3, 80, 200, 40)))
                for (const Size& size : {Size(129, 65), Size(641, 100)})
                    expectSameChannels(each, noise(size, type));
}

//! Nothing beside a part of an image is written.
TEST(ColourCuda, parts)
{
    needDevice();
    for (int type : {CV_8UC3, CV_8UC4, CV_32FC3})
        for (const ColourFilter& each : colourFilters(-1, Scalar()))
        {
            SCOPED_TRACE(format("%s, %s", each.name, typeToString(type).c_str()));
            const Mat whole = noise(Size(300, 170), type);
            const Rect part(4, 7, 261, 130);
            GpuMat source(whole), around(whole.size(), type, Scalar::all(7)), result = around(part);
            each.filter->apply(source(part), result);
            Mat expected(whole.size(), type, Scalar::all(7)), filteredPart;
            GpuMat lone;
            each.filter->apply(GpuMat(whole(part).clone()), lone);
            lone.download(filteredPart);
            filteredPart.copyTo(expected(part));
            EXPECT_EQ(0, cvtest::norm(Mat(around), expected, NORM_INF));
        }
}

//! Lists of images, which are batches.
TEST(ColourCuda, lists)
{
    needDevice();
    for (int type : {CV_8UC3, CV_32FC3})
        for (const ColourFilter& each : colourFilters(-1, Scalar()))
        {
            SCOPED_TRACE(format("%s, %s", each.name, typeToString(type).c_str()));
            std::vector<GpuMat> sources, results, expected;
            for (int i = 0; i < 3; i++)
            {
                sources.emplace_back(noise(Size(259, 131), type));
                expected.emplace_back();
                each.filter->apply(sources.back(), expected.back());
            }
            each.filter->apply(sources, results);
            ASSERT_EQ(sources.size(), results.size());
            for (size_t i = 0; i < results.size(); i++)
                EXPECT_EQ(0, cvtest::norm(Mat(results[i]), Mat(expected[i]), NORM_INF)) << i;
        }
}

}} // namespace opencv_test
