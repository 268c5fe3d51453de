// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PERF_DEVICE_COPY_REFERENCE_HPP
#define OPENCV_RECFILTER_PERF_DEVICE_COPY_REFERENCE_HPP

// The reference of every GPU benchmark: cudaMemcpyAsync of the image from device to device. Copies and calls take turns
// in rounds of several, each call between two events. Either finds in L2 what it left there itself, as in a loop.

#include "perf_precomp.hpp"

#include "opencv2/core/cuda_stream_accessor.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace opencv_test {

inline void needDevice()
{
    if (getCudaEnabledDeviceCount() <= 0)
        throw SkipTestException("no CUDA device");
}

//! Medians in microseconds.
struct DeviceRatio
{
    double median, copyMedian; //!< of a call that finds the device idle: includes the host's work
    double queued, copyQueued; //!< of a call behind others, between its own events
    double batch;              //!< of a call among many, back to back

    double ratio() const { return median / copyMedian; }
};

namespace device_copy {

//! Microseconds of `calls` calls between two events.
inline double timeOf(Stream& stream, int calls, const std::function<void()>& call)
{
    Event begin, end;
    begin.record(stream);
    for (int i = 0; i < calls; i++)
        call();
    end.record(stream);
    end.waitForCompletion();
    return 1e3 * double(Event::elapsedTime(begin, end));
}

//! Microseconds of each of `calls` calls, queued one behind the other.
inline std::vector<double> timesInQueue(Stream& stream, int calls, const std::function<void()>& call)
{
    std::vector<Event> events(2 * size_t(calls));
    for (int i = 0; i < calls; i++)
    {
        events[2 * size_t(i)].record(stream);
        call();
        events[2 * size_t(i) + 1].record(stream);
    }
    stream.waitForCompletion();
    std::vector<double> times;
    for (size_t i = 0; i < events.size(); i += 2)
        times.push_back(1e3 * double(Event::elapsedTime(events[i], events[i + 1])));
    return times;
}

inline double median(std::vector<double> times)
{
    std::nth_element(times.begin(), times.begin() + ptrdiff_t(times.size() / 2), times.end());
    return times[times.size() / 2];
}

} // namespace device_copy

//! As many rounds as take about a fifth of a second, at least one and up to 5. run has planned its size before.
inline int roundsWithin(const std::function<void(Stream&)>& run)
{
    Stream stream;
    const double time = device_copy::timeOf(stream, 1, [&] { run(stream); });
    return cvRound(std::min(std::max(2e5 / (23 * time), 1.), 5.));
}

//! Times run, which reads src and writes dst, and copies that read src's bytes and write dst's.
inline DeviceRatio measureAgainstDeviceCopy(const std::function<void(Stream&)>& run, const GpuMat& src,
                                            const GpuMat& dst, int rounds = 5)
{
    const int warmUp = 3, calls = 10, queued = 5 * rounds;
    Stream stream;
    const cudaStream_t queue = StreamAccessor::getStream(stream);
    const size_t bytes =
        (size_t(src.rows) * src.cols * src.elemSize() + size_t(dst.rows) * dst.cols * dst.elemSize()) / 2;
    GpuMat from(1, int(std::min<size_t>(bytes, INT_MAX)), CV_8U), to(from.size(), CV_8U);
    const auto copy = [&] { cudaMemcpyAsync(to.data, from.data, from.cols, cudaMemcpyDeviceToDevice, queue); };
    const auto filter = [&] { run(stream); };
    std::vector<double> times, copies;
    const auto measureRound = [&](const std::function<void()>& call, std::vector<double>& into) {
        for (int i = 0; i < warmUp; i++)
            device_copy::timeOf(stream, 1, call);
        for (int i = 0; i < calls; i++)
            into.push_back(device_copy::timeOf(stream, 1, call));
    };
    for (int i = 0; i < rounds; i++)
    {
        measureRound(filter, times);
        measureRound(copy, copies);
    }
    return {device_copy::median(times), device_copy::median(copies),
            device_copy::median(device_copy::timesInQueue(stream, queued, filter)),
            device_copy::median(device_copy::timesInQueue(stream, queued, copy)),
            device_copy::timeOf(stream, queued, filter) / queued};
}

//! Medians in microseconds of functions that take turns in rounds of several. Each call finds the device idle.
inline std::vector<double> timesInTurn(const std::vector<std::function<void(Stream&)>>& functions)
{
    const int rounds = 10, warmUp = 3, calls = 10;
    Stream stream;
    std::vector<std::vector<double>> times(functions.size());
    for (int i = 0; i < rounds * (warmUp + calls) * int(functions.size()); i++)
    {
        const size_t k = size_t(i / (warmUp + calls)) % functions.size();
        const double time = device_copy::timeOf(stream, 1, [&] { functions[k](stream); });
        if (i % (warmUp + calls) >= warmUp)
            times[k].push_back(time);
    }
    std::vector<double> medians;
    for (const auto& list : times)
        medians.push_back(device_copy::median(list));
    return medians;
}

//! Prints the times, and by how much the slowest exceeds the fastest.
inline void reportInTurn(const std::vector<double>& times)
{
    const auto ends = std::minmax_element(times.begin(), times.end());
    const double spread = *ends.second / *ends.first - 1;
    printf("[  TURNS   ]");
    for (double time : times)
        printf(" %.1f", time);
    printf(" us: within %.1f %%\n", 100 * spread);
    ::testing::Test::RecordProperty("spread", cv::format("%.4f", spread).c_str());
}

//! Prints one row and records it with the test. @param name of several rows of a test, else empty
inline void reportDeviceRatio(const DeviceRatio& result, const std::string& name = "")
{
    printf("[  RATIO   ] %.1f us, copy %.1f us: R = %.2f (queued %.1f us: %.2f, back to back %.1f us)\n", result.median,
           result.copyMedian, result.ratio(), result.queued, result.queued / result.copyQueued, result.batch);
    const std::string prefix = name.empty() ? "" : name + "_";
    const auto record = [&](const char* key, const char* number, double value) {
        ::testing::Test::RecordProperty((prefix + key).c_str(), cv::format(number, value).c_str());
    };
    record("median_us", "%.2f", result.median);
    record("copy_us", "%.2f", result.copyMedian);
    record("batch_us", "%.2f", result.batch);
    record("R", "%.3f", result.ratio());
}

} // namespace opencv_test

#endif
