// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Cascades along columns alone on the GPU, of another array and in place: against the definition.

#include "recursive_device.hpp"

namespace opencv_test { namespace {

//! One pole, a pair, and a pole with a pair, which keep states over many tiles.
const std::vector<std::vector<Pole>> LASTING_POLES = {{0.99}, {std::polar(0.97, 0.4)}, {-0.9, std::polar(0.98, 0.2)}};

//! Those that fade within 16, 24 and 32 pixels.
const std::vector<std::vector<Pole>> FADING_POLES = {
    {0.25}, {-0.42}, {std::polar(0.5, 1.1)}, {0.3, std::polar(0.45, 2.)}, {0.4, -0.3, 0.1}};

bool readsOnce(const Ptr<RecursiveFilter>& filter, const Mat& src)
{
    return filter->explain(src.size(), src.type(), true).find("one read of lines") != String::npos;
}

void expectColumns(const std::vector<Pole>& poles, int border, const Mat& src)
{
    const Axis axis = smoothing(poles, border);
    const Scalar value(0.7, -2, 3, 0.5);
    const auto filter = createRecursiveFilter(Axis(), axis, value);
    SCOPED_TRACE(format("%zu poles, border %d, %d x %d %s", poles.size(), border, src.cols, src.rows,
                        typeToString(src.type()).c_str()));
    Mat expected = ReferenceFilter::filter(src, Axis(), axis, value), rounded;
    expected.convertTo(rounded, src.depth());
    GpuMat source(src), dst;
    filter->apply(source, dst);
    filter->apply(source, source);
    for (const GpuMat& result : {dst, source})
        if (src.depth() < CV_32F)
            EXPECT_LE(cvtest::norm(Mat(result), rounded, NORM_INF), 1);
        else
            EXPECT_LE(relativeError(Mat(result), expected), src.depth() == CV_16F ? 1e-3 : tolerance(src.depth()));
}

//! Heights around tiles; widths around warps and strips.
TEST(ColumnsCuda, heights)
{
    needDevice();
    for (const auto& poles : LASTING_POLES)
        for (int border : BORDERS)
            for (const Size& size : {Size(33, 2), Size(34, 63), Size(31, 64), Size(260, 65), Size(32, 128),
                                     Size(1000, 129), Size(5, 200), Size(1, 300), Size(67, 1080), Size(40, 1280)})
                expectColumns(poles, border, noise(size, CV_32FC1));
}

TEST(ColumnsCuda, in_double)
{
    needDevice();
    for (const auto& poles : LASTING_POLES)
        for (int border : BORDERS)
            for (const Size& size : {Size(33, 2), Size(34, 31), Size(31, 33), Size(70, 301), Size(40, 640)})
                expectColumns(poles, border, noise(size, CV_64FC1));
}

TEST(ColumnsCuda, depths_and_channels)
{
    needDevice();
    for (int type : {CV_8UC1, CV_8UC3, CV_16UC4, CV_16SC1, CV_16FC1, CV_32FC2, CV_32FC3, CV_64FC4})
        for (int border : {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_WRAP})
            for (const auto& poles : LASTING_POLES)
                expectColumns(poles, border, noise(Size(101, 200), type));
}

//! Parts that begin anywhere, and results of another depth. Nothing beside them is written.
TEST(ColumnsCuda, parts)
{
    needDevice();
    for (int left : {0, 1, 4})
    {
        const Mat whole = noise(Size(300, 150), CV_8UC3);
        const Rect part(left, 7, 290, 130);
        const Axis axis = smoothing(LASTING_POLES[0], BORDER_REFLECT_101);
        GpuMat array(whole), source = array(part), floats;
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
TEST(ColumnsCuda, volumes)
{
    needDevice();
    Mat src(std::vector<int>{90, 130, 70}, CV_32F);
    theRNG().fill(src, RNG::UNIFORM, -1, 1);
    for (int dimension : {0, 1})
        for (const auto& poles : LASTING_POLES)
        {
            const auto filter = createRecursiveFilter(std::vector<int>{dimension}, {smoothing(poles, BORDER_REFLECT)});
            const GpuMatND source = onDevice(src);
            GpuMatND dst;
            filter->apply(source, dst);
            Mat expected;
            filter->apply(src, expected);
            EXPECT_LE(cvtest::norm(onHost(dst), expected, NORM_INF),
                      2 * tolerance(CV_32F) * cvtest::norm(expected, NORM_INF));
        }
}

/** One read: marches that share columns, or have whole ones. So many columns in place, that every place of the device
has a block. */
TEST(ColumnsCuda, one_read)
{
    needFreeChoice();
    for (const auto& poles : FADING_POLES)
        for (int border : BORDERS)
            for (const Size& size :
                 {Size(128, 64), Size(130, 65), Size(16901, 127), Size(257, 128), Size(16896, 129), Size(300, 700)})
            {
                const Mat src = noise(size, CV_32FC1);
                EXPECT_TRUE(readsOnce(createRecursiveFilter(Axis(), smoothing(poles, border)), src));
                expectColumns(poles, border, src);
            }
}

TEST(ColumnsCuda, one_read_of_any_depth)
{
    needDevice();
    const int columns = 16903; // in place
    for (int type : {CV_8UC1, CV_8UC3, CV_16UC4, CV_16SC1, CV_16FC1, CV_32FC2, CV_32FC3})
        for (int border : {BORDER_CONSTANT, BORDER_REFLECT_101, BORDER_WRAP})
            expectColumns(FADING_POLES[2], border, noise(Size(columns / CV_MAT_CN(type) + 1, 150), type));
}

//! The same in place and not, but for the rounding of states that a march takes along.
TEST(ColumnsCuda, one_read_in_place)
{
    needDevice();
    for (const auto& poles : FADING_POLES)
        for (int border : {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101})
        {
            const auto filter = createRecursiveFilter(Axis(), smoothing(poles, border));
            const GpuMat src(noise(Size(17000, 300), CV_32FC1));
            GpuMat expected, inPlace = src.clone();
            filter->apply(src, expected);
            filter->apply(inPlace, inPlace);
            EXPECT_LE(relativeError(Mat(inPlace), Mat(expected)), 5e-7);
        }
}

//! Splines of volumes: every pass but the first one runs in place.
TEST(ColumnsCuda, one_read_of_volumes)
{
    needDevice();
    for (const std::vector<int>& sizes : {std::vector<int>{200, 70, 300}, {70, 200, 300}, {130, 129, 140}})
        for (int border : BORDERS)
        {
            Mat src(sizes, CV_32F), expected;
            theRNG().fill(src, RNG::UNIFORM, -1, 1);
            const auto filter = createBSplinePrefilter(3, std::vector<int>{0, 1, 2}, border);
            const GpuMatND source = onDevice(src);
            GpuMatND dst;
            filter->apply(source, dst);
            filter->apply(src, expected);
            EXPECT_LE(cvtest::norm(onHost(dst), expected, NORM_INF), 3e-6 * cvtest::norm(expected, NORM_INF));
        }
}

}} // namespace opencv_test
