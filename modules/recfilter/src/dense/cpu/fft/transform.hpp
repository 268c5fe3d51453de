// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CPU_FFT_TRANSFORM_HPP
#define OPENCV_RECFILTER_DENSE_CPU_FFT_TRANSFORM_HPP

// Fourier transforms of dense real tiles, by ducc0 where the build has it, else by cv::dft.

#include "dense/model/kernel_bank.hpp"

#include <complex>

namespace cv { namespace recfilter {

//! A tile [t][z][y][x], and which of its axes are transformed. x always is.
struct FftShape
{
    AxisInts size;
    std::array<bool, VIEW_AXES> transforms;

    size_t elements() const { return rows() * size_t(size[3]); }
    //! Of the spectrum [t][z][y][x / 2 + 1].
    size_t frequencies() const { return rows() * size_t(size[3] / 2 + 1); }
    size_t rows() const { return size_t(size[0]) * size_t(size[1]) * size_t(size[2]); }
    //! What the transform and its inverse multiply a tile by.
    double gain() const
    {
        double product = 1;
        for (size_t axis = 0; axis < VIEW_AXES; axis++)
            product *= transforms[axis] ? size[axis] : 1;
        return product;
    }
};

template <typename W>
struct FftFunctions
{
    void (*forward)(const FftShape& shape, const W* tile, std::complex<W>* spectrum);
    //! Not scaled. Overwrites the spectrum, too.
    void (*inverse)(const FftShape& shape, std::complex<W>* spectrum, W* tile);
    //! product = or += sign * a * b, of each frequency
    void (*multiply)(const std::complex<W>* a, const std::complex<W>* b, std::complex<W>* product, size_t frequencies);
    void (*multiplyAdd)(const std::complex<W>* a, const std::complex<W>* b, W sign, std::complex<W>* product,
                        size_t frequencies);
};

const FftFunctions<float>& fftFunctions(float);
const FftFunctions<double>& fftFunctions(double);

}} // namespace cv::recfilter

#endif
