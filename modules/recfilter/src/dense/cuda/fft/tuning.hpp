// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_FFT_TUNING_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_FFT_TUNING_HPP

// Numbers of the convolution by Fourier transforms on the GPU, CUDA 13.0, in microseconds for 4096 x 4096 CV_32F if
// nothing else is said.

namespace cv { namespace recfilter { namespace gpu { namespace tuning {

//! Taps from which on CONVOLUTION_AUTO takes transforms for images. H100, 19 x 19: 708 by pieces, 636 by transforms;
//! 25 x 25: 990, 631.
constexpr int FFT_TAPS = 18 * 18;

/** The same for volumes. H200, 3D 256^3: K = 11 by tensor cores 606 us, K = 13 by registers 3558, by transforms 858.
Two and twelve filters of K = 9: by tensor cores 776 and 4574, by transforms 1187 and 5470. 4D 128^3 x 32: K = 5 2.0
ms, K = 7 9.0, by transforms 5.0 and 6.3. */
constexpr int fftTaps(int dims, int filters)
{
    return dims == 4 ? 6 * 6 * 6 * 6 : filters > 1 ? 10 * 10 * 10 : 12 * 12 * 12;
}

//! Warps of the blocks of the kernels around the transforms. Not measured.
constexpr int FFT_WARPS = 8;

/** Lines of cells that a block judges, and most blocks of a window. One block a window took 0.8 ms of 1.7 (H200, 256^3,
K = 13), 19 of 25 ms (128^3 x 32, K = 7). The numbers themselves are not measured. */
constexpr int FFT_JUDGED_LINES = 64, FFT_JUDGES = 256;

//! Bytes of the windows, spectra and products that are transformed at a time: L2 (50 MB) mostly holds them. Not
//! measured.
constexpr double FFT_BATCH_BYTES = 48e6;

//! Work for an element of a window, beside the log2(elements) of its transforms. Not measured.
constexpr double FFT_PASSES = 12;

//! Least side of a window. Not measured.
constexpr int FFT_LEAST_WINDOW = 64;

//! The same along z and t. Not measured.
constexpr int VOLUME_FFT_LEAST_WINDOW = 16;

//! Most bytes of a window of a volume, its spectrum and a product. Not measured: 128^3 x 32 takes several windows.
constexpr double VOLUME_FFT_BYTES = 768e6;

}}}} // namespace cv::recfilter::gpu::tuning

#endif
