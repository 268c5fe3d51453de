// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_TEST_COMPARE_HPP
#define OPENCV_RECFILTER_TEST_COMPARE_HPP

// How all tests compare images, errors and messages. cvtest::norm drops what is not a number.

#include "opencv2/ts.hpp"

#include <cstdlib>
#include <functional>
#include <limits>
#include <type_traits>

namespace opencv_test { namespace {

//! RECFILTER_TEST_SEED=N adds this to the seeds of random filters, kernels and sizes: others than every run has.
inline uint64 freshSeed()
{
    const char* const text = std::getenv("RECFILTER_TEST_SEED");
    return text ? std::strtoull(text, nullptr, 10) * 6364136223846793005u : 0;
}

inline Mat asDouble(const Mat& image)
{
    Mat result;
    image.convertTo(result, CV_64F);
    return result.reshape(1);
}

inline double largestValue(const Mat& image)
{
    return cvtest::norm(asDouble(image), NORM_INF);
}

//! Largest error; infinite where it is not a number, or the shapes differ.
inline double largestError(const Mat& actual, const Mat& expected)
{
    if (actual.size() != expected.size() || actual.channels() != expected.channels() || !checkRange(asDouble(actual)))
        return std::numeric_limits<double>::infinity();
    return cvtest::norm(asDouble(actual), asDouble(expected), NORM_INF);
}

//! The largest error as a share of the largest value.
inline double relativeError(const Mat& actual, const Mat& expected)
{
    return largestError(actual, expected) / std::max(largestValue(expected), 1e-300);
}

//! Whether two arrays agree to the last bit.
inline bool identical(const Mat& a, const Mat& b)
{
    if (a.size() != b.size() || a.type() != b.type())
        return false;
    for (int row = 0; row < a.rows; row++)
        if (memcmp(a.ptr(row), b.ptr(row), size_t(a.cols) * a.elemSize()))
            return false;
    return true;
}

//! Whether a message says what is accepted. Every message of an error must, besides naming the argument.
inline bool tellsWhatIsAccepted(const std::string& message)
{
    for (const char* word : {"accepted", "needed", "must"})
        if (message.find(word) != std::string::npos)
            return true;
    return false;
}

//! Requires that a call throws with this code, and that the message names the argument and what it takes.
inline void expectError(int code, const std::string& argument, const std::function<void()>& call)
{
    try
    {
        call();
    }
    catch (const cvtest::details::SkipTestExceptionBase&) // of what this build lacks
    {
        throw;
    }
    catch (const cv::Exception& e)
    {
        EXPECT_EQ(code, e.code) << e.what();
        EXPECT_NE(std::string::npos, e.err.find(argument)) << "no \"" << argument << "\" in: " << e.what();
        EXPECT_TRUE(tellsWhatIsAccepted(e.err)) << e.what();
        return;
    }
    ADD_FAILURE() << "accepted: " << argument;
}

//! A row of a table of calls that must be refused.
struct BadCall
{
    const char* why; //!< in the message
    int code;
    std::function<void()> call;
};

/** A host array as the array type of either side. A GpuMat is a header over memory of the host: arguments are checked
before the GPU is asked for, so refusals need no GPU. */
template <typename Array>
Array headerOf(const Mat& m)
{
    if constexpr (std::is_same<Array, Mat>::value)
        return m;
    else
        return Array(m.rows, m.cols, m.type(), m.data, m.step);
}

//! Puts the number of threads back at the end of a scope.
class ThreadCount
{
public:
    ThreadCount() : saved(getNumThreads()) {}
    ~ThreadCount() { setNumThreads(saved); }

private:
    const int saved;
};

}} // namespace

#endif
