// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_FFT_FFT_JOB_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_FFT_FFT_JOB_HPP

// The interface between fft_gpu.cpp and the kernels around the transforms.

#include "dense/cuda/common/conv_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

template <typename W>
struct alignas(2 * sizeof(W)) FftNumber
{
    W re, im;
};

//! Windows and tiles along the axes t, z, y, x; 1 along an axis that an array lacks.
struct FftAxes
{
    int t, z, y, x;

    __host__ __device__ int64 planes() const { return int64(t) * z; }
    __host__ __device__ int64 all() const { return planes() * y * x; }
};

/** Some windows of a call. A window is what a tile of results reads of a channel. Window number i is of channel
i % channels of tile i / channels; windows behind the last tile are zeros. */
struct FftJob
{
    ConvJob conv;
    FftAxes window; //!< its size
    FftAxes step;   //!< results of a tile: as many as windows overlap by less
    FftAxes tiles;
    int64 first; //!< window
    int count;   //!< of windows

    int64 spectrumNumbers() const { return window.planes() * window.y * (window.x / 2 + 1); }
};

//! What a part of a window's cells is like.
struct FftPart
{
    double squares;  //!< sum of those of the cells' largest pixels
    double least;    //!< of the cells' largest pixels
    unsigned spoilt; //!< 1 if a pixel is not finite or too large
};

/** The largest pixels of the cells of all windows (RangeCells of transform_range.hpp), by which windows of results are
judged: transforms compute results only where the pixels are alike. Axes are t, z, y, x. */
struct FftRange
{
    void* largest; //!< of each cell the bits of the largest magnitude, unsigned integers as long as W; null: not judged
    unsigned* spoilt; //!< of each cell 1 if a pixel is not finite or too large. Windows have zeros there.
    double* limits;   //!< of each window what results' cells must reach; negative: all do
    FftPart* sums;    //!< of each part of each window; null if a window has one part
    int parts;        //!< of a window, which as many blocks judge
    int cell[4], cells[4];
    int firstHeld[4], lastHeld[4], lastTouched[4];
    double ratio, most; //!< of TransformRange

    __host__ __device__ int64 perWindow() const { return int64(cells[0]) * cells[1] * cells[2] * cells[3]; }
};

//! Copies windows of the source, and finds the largest pixels of their cells, which are zeros before.
template <typename W>
void gatherWindows(const FftJob& job, const FftRange& range, W* windows, cudaStream_t stream);

//! Finds the limits of windows.
template <typename W>
void judgeWindows(const FftJob& job, const FftRange& range, cudaStream_t stream);

/** Multiplies the spectra of windows with the spectrum of a result's taps, which holds the inverse transform's scale.
@param rotated of taps for the other channel of a complex pixel, see ConvTaps; or null */
template <typename W>
void multiplySpectra(const FftJob& job, const FftNumber<W>* windows, const FftNumber<W>* plain,
                     const FftNumber<W>* rotated, FftNumber<W>* products, cudaStream_t stream);

/** Stores the results that are not wrapped round. Those that transforms have spoilt are added up again in double.
@param tieBound so are results closer to a half; 0: none */
template <typename W>
void cropWindows(const FftJob& job, const FftRange& range, const W* windows, const ConvFilter& filter, double tieBound,
                 cudaStream_t stream);

}}} // namespace cv::recfilter::gpu

#endif
