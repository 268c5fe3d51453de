// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_FFT_FFT_PLAN_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_FFT_FFT_PLAN_HPP

// The transforms of windows of one size on one device, by cuFFT, and the spectra of the taps.

#include "dense/cuda/fft/fft_job.hpp"
#include "dense/cuda/fft/tap_spectrum.hpp"
#include "runtime/cuda/device_buffer.hpp"
#include "dense/model/kernel_bank.hpp"

#include <cufft.h>

#include <memory>
#include <mutex>

namespace cv { namespace recfilter { namespace gpu {

struct FftPlanKey
{
    AxisInts size; //!< of a window: t, z, y, x
    int batch, device;

    bool operator==(const FftPlanKey& other) const
    {
        return size == other.size && batch == other.batch && device == other.device;
    }
};

inline void checkCufft(cufftResult status, const char* call)
{
    if (status == CUFFT_SUCCESS)
        return;
    CV_Error(status == CUFFT_ALLOC_FAILED ? Error::StsNoMem : Error::GpuApiCallError,
             format("%s failed with error %d of cuFFT", call, int(status)));
}

//! What a plan of cuFFT transforms.
struct FftLines
{
    std::vector<int> sizes;
    cufftType type;
    long long batch;
    long long stride; //!< from one number of a line to the next, if lines are neighbours; 1: one line follows the other
};

//! A plan whose working memory comes with each call. It may run on several streams at once.
class CufftHandle
{
public:
    explicit CufftHandle(const FftLines& lines)
    {
        checkCufft(cufftCreate(&handle), "cufftCreate");
        const cufftResult made = make(lines);
        if (made != CUFFT_SUCCESS)
            cufftDestroy(handle);
        checkCufft(made, "cufftMakePlanMany64");
    }
    ~CufftHandle() { cufftDestroy(handle); }
    CufftHandle(const CufftHandle&) = delete;
    CufftHandle& operator=(const CufftHandle&) = delete;

    size_t workBytes() const { return bytes; }

    //! Queues with the handle set to a stream and to memory of that stream. Threads take turns.
    template <typename Execute>
    void run(cudaStream_t stream, uchar* memory, const Execute& execute) const
    {
        const std::lock_guard<std::mutex> lock(mutex);
        checkCufft(cufftSetStream(handle, stream), "cufftSetStream");
        checkCufft(cufftSetWorkArea(handle, memory), "cufftSetWorkArea");
        checkCufft(execute(handle), "cufftExec");
    }

private:
    cufftResult make(const FftLines& lines)
    {
        std::vector<long long> sizes(lines.sizes.begin(), lines.sizes.end());
        const cufftResult status = cufftSetAutoAllocation(handle, 0);
        if (status != CUFFT_SUCCESS)
            return status;
        long long* const strided = lines.stride > 1 ? sizes.data() : nullptr; // null: one after the other
        return cufftMakePlanMany64(handle, int(sizes.size()), sizes.data(), strided, lines.stride, 1, strided,
                                   lines.stride, 1, lines.type, lines.batch, &bytes);
    }

    cufftHandle handle = 0;
    size_t bytes = 0;
    mutable std::mutex mutex;
};

template <typename W>
class FftPlan
{
    static constexpr bool IS_DOUBLE = sizeof(W) == sizeof(double);

public:
    FftPlan(const KernelBank& bank, const FftPlanKey& key)
        : batch(key.batch),
          perList(size_t(key.size[0]) * size_t(key.size[1]) * size_t(key.size[2]) * size_t(key.size[3] / 2 + 1)),
          perTime(perList / size_t(key.size[0])), forward(volumesOf(key, IS_DOUBLE ? CUFFT_D2Z : CUFFT_R2C)),
          inverse(volumesOf(key, IS_DOUBLE ? CUFFT_Z2D : CUFFT_C2R))
    {
        if (key.size[0] > 1)
            times = std::make_unique<const CufftHandle>(
                FftLines{{key.size[0]}, IS_DOUBLE ? CUFFT_Z2Z : CUFFT_C2C, int64(perTime), int64(perTime)});
        std::vector<uchar> bytes(bank.taps.size() * perList * sizeof(FftNumber<W>));
        FftNumber<W>* to = reinterpret_cast<FftNumber<W>*>(bytes.data());
        for (const std::vector<double>& taps : bank.taps)
        {
            if (bank.dims == 2)
                transformTaps(Mat_<double>(taps).reshape(1, bank.size[2]), key, to);
            else
                tapSpectrum(taps, bank.size, key.size, to);
            to += perList;
        }
        spectra.upload(bytes);
    }

    size_t workBytes() const
    {
        return std::max(std::max(forward.workBytes(), inverse.workBytes()), times ? times->workBytes() : 0);
    }

    const FftNumber<W>* spectrum(int list) const
    {
        return list < 0 ? nullptr : reinterpret_cast<const FftNumber<W>*>(spectra.data()) + size_t(list) * perList;
    }

    void transform(W* windows, FftNumber<W>* to, uchar* memory, cudaStream_t stream) const
    {
        forward.run(stream, memory, [&](cufftHandle handle) {
            if constexpr (IS_DOUBLE)
                return cufftExecD2Z(handle, windows, reinterpret_cast<cufftDoubleComplex*>(to));
            else
                return cufftExecR2C(handle, windows, reinterpret_cast<cufftComplex*>(to));
        });
        transformTimes(to, CUFFT_FORWARD, memory, stream);
    }

    void transformBack(FftNumber<W>* products, W* to, uchar* memory, cudaStream_t stream) const
    {
        transformTimes(products, CUFFT_INVERSE, memory, stream);
        inverse.run(stream, memory, [&](cufftHandle handle) {
            if constexpr (IS_DOUBLE)
                return cufftExecZ2D(handle, reinterpret_cast<cufftDoubleComplex*>(products), to);
            else
                return cufftExecC2R(handle, reinterpret_cast<cufftComplex*>(products), to);
        });
    }

private:
    //! All volumes of the windows, or planes if windows have no more.
    static FftLines volumesOf(const FftPlanKey& key, cufftType type)
    {
        std::vector<int> sizes = {key.size[2], key.size[3]};
        if (key.size[1] > 1)
            sizes.insert(sizes.begin(), key.size[1]);
        return {sizes, type, int64(key.batch) * key.size[0], 1};
    }

    //! Along t, in place, window by window.
    void transformTimes(FftNumber<W>* numbers, int direction, uchar* memory, cudaStream_t stream) const
    {
        for (int i = 0; times && i < batch; i++, numbers += perList)
            times->run(stream, memory, [&](cufftHandle handle) {
                if constexpr (IS_DOUBLE)
                    return cufftExecZ2Z(handle, reinterpret_cast<cufftDoubleComplex*>(numbers),
                                        reinterpret_cast<cufftDoubleComplex*>(numbers), direction);
                else
                    return cufftExecC2C(handle, reinterpret_cast<cufftComplex*>(numbers),
                                        reinterpret_cast<cufftComplex*>(numbers), direction);
            });
    }

    //! Conjugated, for correlation, and scaled.
    static void transformTaps(const Mat& taps, const FftPlanKey& key, FftNumber<W>* to)
    {
        const int rows = key.size[2], columns = key.size[3];
        Mat_<double> window(rows, columns, 0.);
        taps.copyTo(window(Rect(0, 0, taps.cols, taps.rows)));
        Mat_<Vec2d> spectrum;
        dft(window, spectrum, DFT_COMPLEX_OUTPUT | DFT_SCALE, columns > 1 ? taps.rows : 0); // rows with taps
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < columns / 2 + 1; x++)
                *to++ = {W(spectrum(y, x)[0]), W(-spectrum(y, x)[1])};
    }

    const int batch;
    const size_t perList, perTime; //!< numbers of a spectrum, and of its share of one position along t
    const CufftHandle forward, inverse;
    std::unique_ptr<const CufftHandle> times; //!< along t; null: windows have one position
    DeviceBuffer spectra;
};

}}} // namespace cv::recfilter::gpu

#endif
