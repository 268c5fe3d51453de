// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Caches the CUDA runtime's answers about devices. Includes no CUDA or OpenCV header: nvcc and tests read it.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_PER_DEVICE_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_PER_DEVICE_HPP

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cv { namespace recfilter { namespace gpu {

//! Devices that answers are kept for. Other devices are asked every time.
constexpr int KNOWN_DEVICES = 64;

//! A number other than 0 that is asked for once on each device. Threads that ask at the same time may each ask.
template <typename T>
class OncePerDevice
{
public:
    template <typename Ask>
    T get(int device, const Ask& ask)
    {
        if (device >= KNOWN_DEVICES)
            return ask();
        std::atomic<T>& known = numbers[size_t(device)];
        if (known == T())
            known = ask();
        return known;
    }

private:
    std::array<std::atomic<T>, KNOWN_DEVICES> numbers = {};
};

//! Keeps the last answer on each device, a number other than 0, together with its question.
class LastAnswerPerDevice
{
public:
    template <typename Ask>
    int get(int device, uint32_t question, const Ask& ask)
    {
        if (device >= KNOWN_DEVICES)
            return ask();
        std::atomic<uint64_t>& last = answers[size_t(device)];
        const uint64_t known = last; // both in one number: threads may ask different questions
        if (uint32_t(known >> 32) == question)
            return int(uint32_t(known));
        const int answer = ask();
        last = uint64_t(question) << 32 | uint32_t(answer);
        return answer;
    }

private:
    std::array<std::atomic<uint64_t>, KNOWN_DEVICES> answers = {};
};

}}} // namespace cv::recfilter::gpu

#endif
