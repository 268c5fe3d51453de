// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Cascades along columns that a block of the GPU holds in registers: against the definition.

#include "recursive_device.hpp"

namespace opencv_test { namespace {

//! One pole, a pair, and a pole with a pair, which keep states over many tiles.
const std::vector<std::vector<Pole>> LASTING_POLES = {{0.99}, {std::polar(0.97, 0.4)}, {-0.9, std::polar(0.98, 0.2)}};

bool holdsColumns(const Ptr<RecursiveFilter>& filter, const Mat& src)
{
    return filter->explain(src.size(), src.type(), true).find("short columns") != String::npos;
}

void expectShortColumns(const std::vector<Pole>& poles, int border, const Mat& src)
{
    const Axis axis = smoothing(poles, border);
    const Scalar value(0.7, -2, 3, 0.5);
    const auto filter = createRecursiveFilter(Axis(), axis, value);
    SCOPED_TRACE(format("%zu poles, border %d, %d x %d %s", poles.size(), border, src.cols, src.rows,
                        typeToString(src.type()).c_str()));
    EXPECT_TRUE(holdsColumns(filter, src));
    Mat expected = ReferenceFilter::filter(src, Axis(), axis, value), rounded;
    expected.convertTo(rounded, src.depth());
    GpuMat source(src), dst;
    filter->apply(source, dst);
    filter->apply(source, source); // a block has read its columns before it writes them
    for (const GpuMat& result : {dst, source})
        if (src.depth() < CV_32F)
            EXPECT_LE(cvtest::norm(Mat(result), rounded, NORM_INF), 1);
        else
            EXPECT_LE(relativeError(Mat(result), expected), src.depth() == CV_16F ? 1e-3 : tolerance(src.depth()));
}

//! Heights around tiles and up to a block's limit; 31 to 34 columns, of which a warp has 32.
TEST(ShortColumnsCuda, heights)
{
    needDevice();
    for (const auto& poles : LASTING_POLES)
        for (int border : BORDERS)
            for (const Size& size : {Size(33, 2), Size(34, 63), Size(31, 64), Size(260, 65), Size(32, 128),
                                     Size(1000, 129), Size(5, 200), Size(1, 300), Size(67, 1080), Size(40, 1280)})
                expectShortColumns(poles, border, noise(size, CV_32FC1));
}

TEST(ShortColumnsCuda, in_double)
{
    needDevice();
    for (const auto& poles : LASTING_POLES)
        for (int border : BORDERS)
            for (const Size& size : {Size(33, 2), Size(34, 31), Size(31, 33), Size(70, 301), Size(40, 640)})
                expectShortColumns(poles, border, noise(size, CV_64FC1));
}

TEST(ShortColumnsCuda, depths_and_channels)
{
    needDevice();
    for (int type : {CV_8UC1, CV_8UC3, CV_16UC4, CV_16SC1, CV_16FC1, CV_32FC2, CV_32FC3, CV_64FC4})
        for (int border : {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_WRAP})
            for (const auto& poles : LASTING_POLES)
                expectShortColumns(poles, border, noise(Size(101, 200), type));
}

//! Parts that begin anywhere, and results of another depth. Nothing beside them is written.
TEST(ShortColumnsCuda, parts)
{
    needDevice();
    for (int left : {0, 1, 4})
    {
        const Mat whole = noise(Size(300, 150), CV_8UC3);
        const Rect part(left, 7, 290, 130);
        const Axis axis = smoothing(LASTING_POLES[0], BORDER_REFLECT_101);
        GpuMat array(whole), source = array(part), floats;
        EXPECT_TRUE(holdsColumns(createRecursiveFilter(Axis(), axis), whole(part)));
        createRecursiveFilter(Axis(), axis, Scalar(), CV_32F)->apply(source, floats);
        createRecursiveFilter(Axis(), axis)->apply(source, source);
        const Mat exact = reference(whole(part), Axis(), axis);
        Mat saturated;
        exact.convertTo(saturated, CV_8U);
        EXPECT_LE(relativeError(Mat(floats), exact), tolerance(CV_32F));
        EXPECT_LE(cvtest::norm(Mat(source), saturated, NORM_INF), 1);
        Mat around(array);
        whole(part).copyTo(around(part));
        EXPECT_TRUE(identical(whole, around));
    }
}

//! Across planes, and in the middle of a volume, whose planes are a batch.
TEST(ShortColumnsCuda, volumes)
{
    needDevice();
    Mat src(std::vector<int>{90, 130, 70}, CV_32F);
    theRNG().fill(src, RNG::UNIFORM, -1, 1);
    for (int dimension : {0, 1})
        for (const auto& poles : LASTING_POLES)
        {
            const auto filter = createRecursiveFilter(std::vector<int>{dimension}, {smoothing(poles, BORDER_REFLECT)});
            EXPECT_NE(String::npos, filter->explain({90, 130, 70}, CV_32F, true).find("short columns"));
            const GpuMatND source = onDevice(src);
            GpuMatND dst;
            filter->apply(source, dst);
            Mat expected;
            filter->apply(src, expected);
            EXPECT_LE(cvtest::norm(onHost(dst), expected, NORM_INF),
                      2 * tolerance(CV_32F) * cvtest::norm(expected, NORM_INF));
        }
}

//! Longer columns, rows, both axes, and filters without kernels of their own keep their engines.
TEST(ShortColumnsCuda, others)
{
    needDevice();
    const Axis axis = smoothing(LASTING_POLES[0], BORDER_REFLECT),
               four = smoothing({0.9, 0.8, 0.7, 0.6}, BORDER_REFLECT);
    EXPECT_FALSE(holdsColumns(createRecursiveFilter(Axis(), axis), Mat(1281, 100, CV_32FC1)));
    EXPECT_FALSE(holdsColumns(createRecursiveFilter(Axis(), axis), Mat(641, 100, CV_64FC1)));
    EXPECT_FALSE(holdsColumns(createRecursiveFilter(axis, Axis()), Mat(100, 100, CV_32FC1)));
    EXPECT_FALSE(holdsColumns(createRecursiveFilter(axis, axis), Mat(100, 100, CV_32FC1)));
    EXPECT_FALSE(holdsColumns(createRecursiveFilter(Axis(), four), Mat(100, 100, CV_32FC1)));
}

}} // namespace opencv_test
