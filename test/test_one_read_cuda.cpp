// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters that fade within a few pixels along one axis on the GPU, which take one read: against the definition.

#include "recursive_device.hpp"

namespace opencv_test { namespace {

//! Those of B-splines of degrees 3, 5 and 7: the kernels look at 16, 24 and 32 pixels.
const std::vector<std::vector<Pole>> FADING_POLES = {
    {-0.2679491924311227}, {-0.4305753470999738, -0.0430962882032647}, {0.35, std::polar(0.3, 1.3)}};

bool isOneRead(const Ptr<RecursiveFilter>& filter, const Mat& src)
{
    return filter->explain(src.size(), src.type(), true).find("one read of lines") != String::npos;
}

void expectOneRead(const std::vector<Pole>& poles, int border, const Mat& src, bool alongRows)
{
    const Axis axis = smoothing(poles, border), x = alongRows ? axis : Axis(), y = alongRows ? Axis() : axis;
    const Scalar value(0.7, -2, 3, 0.5);
    const auto filter = createRecursiveFilter(x, y, value);
    SCOPED_TRACE(format("%zu poles, border %d, %d x %d %s", poles.size(), border, src.cols, src.rows,
                        typeToString(src.type()).c_str()));
    EXPECT_TRUE(isOneRead(filter, src));
    Mat expected = ReferenceFilter::filter(src, x, y, value), rounded;
    const Mat actual = filteredOnDevice(filter, src);
    expected.convertTo(rounded, src.depth());
    if (src.depth() < CV_32F)
        EXPECT_LE(cvtest::norm(actual, rounded, NORM_INF), 1);
    else
        EXPECT_LE(relativeError(actual, expected), src.depth() == CV_16F ? 1e-3 : 2e-6);
}

//! Lengths around a warp's share of a row, rows of any number.
TEST(OneReadOfLinesCuda, rows)
{
    needDevice();
    for (const auto& poles : FADING_POLES)
        for (int border : BORDERS)
            for (const Size& size : {Size(512, 40), Size(1023, 3), Size(1025, 1), Size(2048, 2), Size(70001, 1)})
                expectOneRead(poles, border, noise(size, CV_32FC1), true);
}

//! Lengths around a block's rows, columns of any number.
TEST(OneReadOfLinesCuda, columns)
{
    needDevice();
    for (const auto& poles : FADING_POLES)
        for (int border : BORDERS)
            for (const Size& size : {Size(128, 64), Size(67, 127), Size(260, 129), Size(1000, 1000)})
                expectOneRead(poles, border, noise(size, CV_32FC1), false);
}

TEST(OneReadOfLinesCuda, depths_and_channels)
{
    needDevice();
    for (int type : {CV_8UC1, CV_8UC3, CV_16UC4, CV_16SC1, CV_16FC1, CV_32FC2, CV_32FC3})
        for (int border : {BORDER_CONSTANT, BORDER_REFLECT_101})
            for (bool alongRows : {true, false})
            {
                expectOneRead(FADING_POLES[1], border, noise(Size(1200, 300), type), alongRows);
                expectOneRead(FADING_POLES[0], border, noise(Size(1201, 301), type), alongRows);
            }
}

//! Parts of images that begin anywhere, results in another depth, and in place, which takes another engine.
TEST(OneReadOfLinesCuda, parts_and_in_place)
{
    needDevice();
    for (int type : {CV_8UC1, CV_32FC1})
        for (bool alongRows : {true, false})
            for (int left : {0, 3, 4})
            {
                const Mat whole = noise(Size(1300, 200), type);
                const Rect part(left, 7, 1290, 150);
                const Axis axis = smoothing(FADING_POLES[0], BORDER_REFLECT);
                const auto filterTo = [&](int ddepth) {
                    return createRecursiveFilter(alongRows ? axis : Axis(), alongRows ? Axis() : axis, Scalar(),
                                                 ddepth);
                };
                GpuMat array(whole), source = array(part), apart, floats;
                filterTo(-1)->apply(source, apart);
                filterTo(CV_32F)->apply(source, floats);
                filterTo(-1)->apply(source, source);
                const Mat exact = filtered(filterTo(CV_32F), whole(part));
                const double error = 2e-6 * largestValue(exact);
                EXPECT_LE(largestError(Mat(floats), exact), error);
                for (const GpuMat& result : {apart, source})
                {
                    Mat saturated;
                    exact.convertTo(saturated, whole.depth());
                    EXPECT_LE(largestError(Mat(result), saturated), type == CV_8UC1 ? 1 : error);
                }
                Mat around(array);
                whole(part).copyTo(around(part));
                EXPECT_TRUE(identical(whole, around)); // nothing else is written
            }
}

/** Splines of degree 6 to 9 compute in double. One read takes their float pixels: strips of 128 columns, steps of 32
rows, 32 more pixels on every side. 2e-6 of the largest coefficient: those of noise are 300 times its pixels. */
TEST(OneReadInDoubleCuda, splines)
{
    needDevice();
    for (int degree = 6; degree <= 9; degree++)
        for (int border : BORDERS)
            for (const Size& size : {Size(1, 1), Size(3, 200), Size(127, 31), Size(128, 32), Size(129, 33),
                                     Size(300, 161), Size(1030, 700)})
                for (int type : {CV_8UC3, CV_16FC1, CV_32FC1, CV_32FC3})
                {
                    const auto filter = createBSplinePrefilter(degree, border, CV_32F);
                    const Mat src = noise(size, type);
                    Mat inDouble;
                    src.convertTo(inDouble, CV_64F);
                    const Mat expected = filtered(filter, inDouble);
                    const String how = filter->explain(size, type, true);
                    SCOPED_TRACE(format("degree %d, border %d, %d x %d %s", degree, border, size.width, size.height,
                                        typeToString(type).c_str()));
                    if (size.width > 1)
                    {
                        EXPECT_NE(String::npos, how.find("one read in double")) << how;
                    }
                    EXPECT_LE(relativeError(filteredOnDevice(filter, src), expected), 2e-6);
                }
}

//! In place and of doubles, which one read refuses, and parts of images.
TEST(OneReadInDoubleCuda, others)
{
    needDevice();
    for (int degree : {7, 9})
    {
        const auto filter = createBSplinePrefilter(degree);
        const Mat whole = noise(Size(500, 300), CV_32FC1);
        const Rect part(3, 5, 410, 270);
        const Mat expected = filtered(filter, whole(part).clone());
        GpuMat array(whole), source = array(part), apart;
        filter->apply(source, apart);
        EXPECT_LE(relativeError(Mat(apart), expected), 2e-6);
        filter->apply(source, source);
        EXPECT_LE(relativeError(Mat(source), expected), 2e-6);
        Mat around(array);
        whole(part).copyTo(around(part));
        EXPECT_TRUE(identical(whole, around)); // nothing else is written
        expectSameAsHost(filter, noise(Size(500, 300), CV_64FC1));
    }
}

//! Filters that fade too slowly, short lines and double keep their engines.
TEST(OneReadOfLinesCuda, others)
{
    needDevice();
    const auto alongRows = [](const std::vector<Pole>& poles) {
        return createRecursiveFilter(smoothing(poles, BORDER_REFLECT), Axis());
    };
    EXPECT_FALSE(isOneRead(alongRows({0.9}), Mat(100, 2000, CV_32FC1)));
    EXPECT_FALSE(isOneRead(alongRows(FADING_POLES[0]), Mat(100, 100, CV_32FC1)));
    EXPECT_FALSE(isOneRead(alongRows(FADING_POLES[0]), Mat(100, 2000, CV_64FC1)));
}

}} // namespace opencv_test
