// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PERF_COPY_REFERENCE_HPP
#define OPENCV_RECFILTER_PERF_COPY_REFERENCE_HPP

// The reference of every CPU benchmark: the fastest parallel copy that moves as many bytes as the measured function
// must move. Copy and function run alternately.

#include "perf_precomp.hpp"

#include "opencv2/core/hal/intrin.hpp"

#include <cstring>
#include <functional>

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64)
#include <immintrin.h>
#endif

namespace opencv_test {

//! Medians in seconds of a function, and of copies of the same volume.
struct RatioResult
{
    double median;     //!< the function
    double copyMedian; //!< the best copy
    double memcpyMedian;
    double streamMedian;      //!< non-temporal stores, one stream a thread
    double pageStreamsMedian; //!< non-temporal stores, four pages at a time

    double ratio() const { return median / copyMedian; }
};

namespace copy_reference {

#if defined(__GNUC__) && defined(__x86_64__)
__attribute__((target("avx512f"))) inline void streamWideLine(const uchar* src, uchar* dst)
{
    _mm512_stream_si512(reinterpret_cast<__m512i*>(dst), _mm512_loadu_si512(src));
}

__attribute__((target("avx512f"))) inline void streamWide(const uchar* src, uchar* dst, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 64)
    {
        __builtin_prefetch(src + i + 1024);
        streamWideLine(src + i, dst + i);
    }
}

__attribute__((target("avx512f"))) inline void streamWidePages(const uchar* src, uchar* dst)
{
    for (size_t line = 0; line < 4096; line += 64)
        for (size_t at = line; at < 4 * 4096; at += 4096)
        {
            __builtin_prefetch(src + at + 4 * 4096);
            streamWideLine(src + at, dst + at);
        }
}

inline bool hasWideStores()
{
    static const bool has = cv::checkHardwareSupport(CV_CPU_AVX_512F);
    return has;
}
#else
inline void streamWide(const uchar*, uchar*, size_t) {}
inline void streamWidePages(const uchar*, uchar*) {}
inline bool hasWideStores()
{
    return false;
}
#endif

inline void streamLine(const uchar* src, uchar* dst)
{
#if CV_SIMD && !CV_SIMD_SCALABLE
    const int n = VTraits<v_uint8>::max_nlanes;
    for (int i = 0; i < 64; i += n)
        v_store_aligned_nocache(dst + i, vx_load(src + i));
#else
    memcpy(dst, src, 64);
#endif
}

inline void fence()
{
#if defined(__x86_64__) || defined(_M_X64)
    _mm_sfence();
#endif
}

//! dst is aligned to 64 bytes, and `bytes` is a multiple of 64.
inline void streamCopy(const uchar* src, uchar* dst, size_t bytes)
{
    if (hasWideStores())
        streamWide(src, dst, bytes);
    else
        for (size_t i = 0; i < bytes; i += 64)
            streamLine(src + i, dst + i);
    fence();
}

inline void pageStreamsCopy(const uchar* src, uchar* dst, size_t bytes)
{
    const size_t group = 4 * 4096;
    size_t i = 0;
    for (; i + group <= bytes; i += group)
        if (hasWideStores())
            streamWidePages(src + i, dst + i);
        else
            for (size_t line = 0; line < 4096; line += 64)
                for (size_t at = i + line; at < i + group; at += 4096)
                    streamLine(src + at, dst + at);
    streamCopy(src + i, dst + i, bytes - i);
}

inline void memcpyCopy(const uchar* src, uchar* dst, size_t bytes)
{
    memcpy(dst, src, bytes);
}

typedef void (*Copy)(const uchar*, uchar*, size_t);

//! Copies one piece a thread.
inline void parallelCopy(Copy copy, const cv::Mat& src, cv::Mat& dst)
{
    const size_t lines = src.total() / 64, pieces = size_t(std::max(cv::getNumThreads(), 1));
    cv::parallel_for_(
        cv::Range(0, int(pieces)),
        [&](const cv::Range& range) {
            for (size_t i = size_t(range.start); i < size_t(range.end); i++)
            {
                const size_t begin = lines * i / pieces * 64, end = lines * (i + 1) / pieces * 64;
                copy(src.data + begin, dst.data + begin, end - begin);
            }
        },
        double(pieces));
}

//! Seconds of the second of two runs. The first one leaves caches and worker threads as a series of calls would.
inline double warmSeconds(const std::function<void()>& run)
{
    run();
    const int64 start = cv::getTickCount();
    run();
    return double(cv::getTickCount() - start) / cv::getTickFrequency();
}

inline double median(std::vector<double> times)
{
    std::nth_element(times.begin(), times.begin() + ptrdiff_t(times.size() / 2), times.end());
    return times[times.size() / 2];
}

} // namespace copy_reference

/** Runs fn and the copies alternately. A copy reads and writes (readBytes + writtenBytes) / 2 each, and so moves as
many bytes as fn. */
inline RatioResult measureAgainstCopy(const std::function<void()>& fn, size_t readBytes, size_t writtenBytes,
                                      int repetitions = 15)
{
    using namespace copy_reference;
    const size_t bytes = cv::alignSize((readBytes + writtenBytes) / 2, 64);
    const int rows = int(bytes / 64);
    cv::Mat srcLines(rows + 1, 64, CV_8U, cv::Scalar(1)), dstLines(rows + 1, 64, CV_8U, cv::Scalar(0));
    cv::Mat src = srcLines.rowRange(0, rows), dst = dstLines.rowRange(0, rows);

    const Copy copies[] = {memcpyCopy, streamCopy, pageStreamsCopy};
    std::vector<double> times[4];
    for (int i = 0; i < repetitions; i++)
    {
        times[0].push_back(warmSeconds(fn));
        for (int c = 0; c < 3; c++)
            times[1 + c].push_back(warmSeconds([&] { parallelCopy(copies[c], src, dst); }));
    }
    RatioResult result;
    result.median = median(times[0]);
    result.memcpyMedian = median(times[1]);
    result.streamMedian = median(times[2]);
    result.pageStreamsMedian = median(times[3]);
    result.copyMedian = std::min(result.memcpyMedian, std::min(result.streamMedian, result.pageStreamsMedian));
    return result;
}

//! Prints one row and records it with the test, in milliseconds.
inline void reportRatio(const RatioResult& result, size_t readBytes, size_t writtenBytes)
{
    printf(
        "[  RATIO   ] %.4f ms, copy of %.1f MB read + written %.4f ms (memcpy %.4f, streamed %.4f, four pages %.4f): "
        "R = %.3f\n",
        result.median * 1e3, double(readBytes + writtenBytes) / 1e6, result.copyMedian * 1e3, result.memcpyMedian * 1e3,
        result.streamMedian * 1e3, result.pageStreamsMedian * 1e3, result.ratio());
    ::testing::Test::RecordProperty("median_ms", cv::format("%.4f", result.median * 1e3).c_str());
    ::testing::Test::RecordProperty("copy_ms", cv::format("%.4f", result.copyMedian * 1e3).c_str());
    ::testing::Test::RecordProperty("R", cv::format("%.3f", result.ratio()).c_str());
}

inline size_t bytesOf(const Mat& image)
{
    return image.total() * image.elemSize();
}

//! As many repetitions as take about half a second, but at least 3 and at most 41.
inline int repetitionsWithin(const std::function<void()>& fn)
{
    return cvRound(std::min(std::max(0.25 / copy_reference::warmSeconds(fn), 3.), 41.));
}

//! Measures fn against the copy of what it reads and writes, and reports R.
inline void measure(const Mat& src, const Mat& dst, const std::function<void()>& fn)
{
    const int repetitions = src.total() >= size_t(4096) * 4096 ? 15 : 41;
    reportRatio(measureAgainstCopy(fn, bytesOf(src), bytesOf(dst), repetitions), bytesOf(src), bytesOf(dst));
}

} // namespace opencv_test

#endif
