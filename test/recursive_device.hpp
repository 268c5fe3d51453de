// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Helpers of the tests of recursive filters on a GPU.

#ifndef OPENCV_RECFILTER_TEST_RECURSIVE_DEVICE_HPP
#define OPENCV_RECFILTER_TEST_RECURSIVE_DEVICE_HPP

#include "device_common.hpp"
#include "recursive_common.hpp"

namespace opencv_test {

//! The GPU's algorithms that take any filter. RECURSIVE_AUTO takes such small images in one launch or one read.
const std::vector<int> SCHEDULES = algorithmsWithout(~0u, &cv::recfilter::Schedule::onDevice);

inline Mat filteredOnDevice(const Ptr<RecursiveFilter>& filter, const Mat& src)
{
    GpuMat source(src), destination;
    filter->apply(source, destination);
    Mat result;
    destination.download(result);
    return result;
}

/** Compares both sides in the same arithmetic. They differ by what float loses in another order of operations.
@param slack times tolerance(). 2: either side may lose that, in opposite directions */
inline void expectSameAsHost(const Ptr<RecursiveFilter>& filter, const Mat& src, double slack = 2)
{
    const Mat expected = filtered(filter, src), actual = filteredOnDevice(filter, src);
    ASSERT_EQ(expected.type(), actual.type());
    const int depth = expected.depth();
    if (depth < CV_32F) // a result close to half a unit may be rounded either way
        EXPECT_LE(cvtest::norm(asDouble(actual), asDouble(expected), NORM_INF), 1) << src.size();
    else
    {
        // A result of double arithmetic that becomes a float may be rounded either way, too.
        const double rounding = depth == CV_16F ? 2e-3 : depth == CV_32F ? std::numeric_limits<float>::epsilon() : 0;
        EXPECT_LE(relativeError(actual, expected), std::max(slack * tolerance(src.depth()), rounding)) << src.size();
    }
}

//! Makes filters with the schedule of the test.
template <typename Params>
class OnSchedule : public testing::TestWithParam<Params>
{
protected:
    virtual int schedule() const = 0;

    Ptr<RecursiveFilter> create(const Axis& x, const Axis& y, const Scalar& borderValue = Scalar(),
                                int ddepth = -1) const
    {
        return createRecursiveFilter(x, y, borderValue, ddepth, schedule());
    }

    Ptr<RecursiveFilter> create(const Axis& axis, const Scalar& borderValue = Scalar(), int ddepth = -1) const
    {
        return create(axis, axis, borderValue, ddepth);
    }

    void expectReferenceOnDevice(const Axis& x, const Axis& y, const Mat& src, double maxError) const
    {
        const Mat expected = reference(src, x, y, BORDER_VALUES);
        const Mat actual = filteredOnDevice(create(x, y, BORDER_VALUES), src);
        EXPECT_EQ(src.type(), actual.type());
        EXPECT_LE(relativeError(actual, expected), maxError)
            << "borders " << x.borderType << ", " << y.borderType << ", size " << src.size() << ", type "
            << typeToString(src.type());
    }
};

} // namespace opencv_test

#endif
