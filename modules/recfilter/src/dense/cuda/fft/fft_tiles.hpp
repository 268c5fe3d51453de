// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_FFT_FFT_TILES_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_FFT_FFT_TILES_HPP

// How results are cut into tiles, and how many windows are transformed at a time.

#include "dense/cuda/fft/tuning.hpp"
#include "dense/model/kernel_bank.hpp"

namespace cv { namespace recfilter {

struct FftTiles
{
    AxisInts size;  //!< of a window
    AxisInts count; //!< of tiles
    int batch;      //!< windows that are transformed at a time, whole tiles

    /** The windows with the least estimated work whose memory is bounded. They depend on the sizes alone.
    @param elementBytes of the working type */
    FftTiles(const AxisInts& kernel, const Extents& results, int channels, size_t elementBytes)
    {
        const double perElement = 3. * double(elementBytes) * channels;
        std::array<std::vector<int>, VIEW_AXES> lengths;
        for (size_t axis = 0; axis < VIEW_AXES; axis++)
            lengths[axis] = candidates(axis, kernel[axis], int(results[int(axis)]));
        double least = DBL_MAX;
        AxisInts window;
        for (int t : lengths[0])
            for (int z : lengths[1])
                for (int y : lengths[2])
                    for (int x : lengths[3])
                    {
                        window = {t, z, y, x};
                        const double elements = double(t) * z * y * x;
                        // Beyond the bound less memory counts, not less work.
                        const bool isBounded = t * z == 1 || elements * perElement <= gpu::tuning::VOLUME_FFT_BYTES;
                        const double work = isBounded ? double(tilesOf(window, kernel, results)) * elements *
                                                            (std::log2(elements) + gpu::tuning::FFT_PASSES)
                                                      : 1e100 * elements;
                        if (work < least)
                        {
                            least = work;
                            size = window;
                        }
                    }
        for (size_t axis = 0; axis < VIEW_AXES; axis++)
            count[axis] = tilesAlong(results[int(axis)], size[axis] - kernel[axis] + 1);
        const double bytes = perElement * double(planes()) * size[2] * (size[3] + 2);
        const int64 tiles = tilesOf(size, kernel, results);
        const int64 most = std::max<int64>(int64(gpu::tuning::FFT_BATCH_BYTES / bytes), 1);
        const int64 batches = (tiles + most - 1) / most;
        batch = int((tiles + batches - 1) / batches) * channels;
    }

    int64 planes() const { return int64(size[0]) * size[1]; }
    size_t elements() const { return size_t(planes()) * size_t(size[2]) * size_t(size[3]); }
    size_t spectrumNumbers() const { return size_t(planes()) * size_t(size[2]) * size_t(size[3] / 2 + 1); }

private:
    //! Powers of two up to that for all results, and the least good size for all. Planes that share no window: 1.
    static std::vector<int> candidates(size_t axis, int kernel, int results)
    {
        if (axis < 2 && kernel == 1)
            return {1};
        const int whole = getOptimalDFTSize(int(std::min<int64>(int64(results) + kernel - 1, INT_MAX)));
        if (whole < 0)
            CV_Error(Error::StsOutOfRange,
                     format("src is too long for a Fourier transform: %d results by %d taps", results, kernel));
        std::vector<int> sizes = {whole};
        const int least = axis < 2 ? gpu::tuning::VOLUME_FFT_LEAST_WINDOW : gpu::tuning::FFT_LEAST_WINDOW;
        for (int64 length = least; length < whole; length *= 2)
            if (length >= kernel)
                sizes.push_back(int(length));
        return sizes;
    }

    static int64 tilesOf(const AxisInts& window, const AxisInts& kernel, const Extents& results)
    {
        int64 tiles = 1;
        for (size_t axis = 0; axis < VIEW_AXES; axis++)
            tiles *= tilesAlong(results[int(axis)], window[axis] - kernel[axis] + 1);
        return tiles;
    }

    static int tilesAlong(int64 results, int step) { return int((results + step - 1) / step); }
};

}} // namespace cv::recfilter

#endif
