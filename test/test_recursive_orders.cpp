// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Orders 1 to 20: every algorithm of the table that takes the order, with every border that it takes.

#include "recursive_device.hpp"

namespace opencv_test { namespace {

typedef cv::recfilter::Engine cv::recfilter::Schedule::*Side;

//! Poles that every algorithm takes: two real ones for order 2, else pairs around the circle, and a real one.
std::vector<Pole> polesOfAnyOrder(int order)
{
    if (order == 2)
        return {0.9, 0.6};
    std::vector<Pole> poles = spreadPoles(order / 2, 0.8);
    if (order % 2)
        poles.push_back(0.7);
    return poles;
}

//! Compares with the reference. Tiles have up to 64 x 128 pixels, so that the image has several.
void expectReferenceOfOrder(int order, Side side, double maxError,
                            Mat (*apply)(const Ptr<RecursiveFilter>&, const Mat&))
{
    const Mat src = noise(Size(150, 90), CV_32F);
    for (int border : BORDERS)
    {
        const Axis axis = smoothing(polesOfAnyOrder(order), border);
        const Mat expected = reference(src, axis, axis);
        for (int algorithm : cv::recfilter::algorithmsOf(side))
        {
            if (!takesBorder(algorithm, border) || (order != 2 && needs(algorithm, cv::recfilter::NEEDS_TWO_POLES)))
                continue;
            const auto filter = createRecursiveFilter(axis, Scalar(), -1, algorithm);
            EXPECT_LE(relativeError(apply(filter, src), expected), maxError)
                << cv::recfilter::scheduleOf(algorithm).name << ", border " << border;
        }
    }
}

class Recursive_Order : public testing::TestWithParam<int>
{};

INSTANTIATE_TEST_CASE_P(/**/, Recursive_Order, testing::Range(1, 21));

TEST_P(Recursive_Order, every_algorithm)
{
    expectReferenceOfOrder(GetParam(), &cv::recfilter::Schedule::onHost, tolerance(CV_32F), filtered);
}

//! Within the bound of Recursive_Algorithm.high_orders: parts of long cascades hand each other rounded images.
TEST_P(Recursive_Order, every_algorithm_on_the_gpu)
{
    needDevice();
    expectReferenceOfOrder(GetParam(), &cv::recfilter::Schedule::onDevice, 5e-5, filteredOnDevice);
}

}} // namespace opencv_test
