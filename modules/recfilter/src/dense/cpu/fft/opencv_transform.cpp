// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Fourier transforms by cv::dft, one axis after the other.

#ifndef HAVE_RECFILTER_DUCC0

#include "dense/cpu/fft/spectra.hpp"
#include "dense/cpu/fft/transform.hpp"

namespace cv { namespace recfilter {

namespace {

//! Transforms a spectrum along one of its slower axes.
template <typename W>
void transformAxis(const FftShape& shape, size_t axis, std::complex<W>* spectrum, int flags)
{
    size_t outer = 1, inner = size_t(shape.size[3] / 2 + 1);
    for (size_t i = 0; i < axis; i++)
        outer *= size_t(shape.size[i]);
    for (size_t i = axis + 1; i < VIEW_AXES - 1; i++)
        inner *= size_t(shape.size[i]);
    const int length = shape.size[axis];
    for (size_t i = 0; i < outer; i++)
    {
        Mat block(length, int(inner), DataType<std::complex<W>>::type, spectrum + i * size_t(length) * inner), lines;
        transpose(block, lines);
        dft(lines, lines, flags | DFT_ROWS);
        transpose(lines, block);
    }
}

template <typename W>
Mat tileRows(const FftShape& shape, const W* tile)
{
    return Mat(int(shape.rows()), shape.size[3], DataType<W>::type, const_cast<W*>(tile));
}

template <typename W>
Mat spectrumRows(const FftShape& shape, std::complex<W>* spectrum)
{
    return Mat(int(shape.rows()), shape.size[3] / 2 + 1, DataType<std::complex<W>>::type, spectrum);
}

template <typename W>
void forward(const FftShape& shape, const W* tile, std::complex<W>* spectrum)
{
    Mat whole; // with the half that mirrors the other
    dft(tileRows(shape, tile), whole, DFT_ROWS | DFT_COMPLEX_OUTPUT);
    whole.colRange(0, shape.size[3] / 2 + 1).copyTo(spectrumRows(shape, spectrum));
    for (size_t axis = 0; axis < VIEW_AXES - 1; axis++)
        if (shape.transforms[axis])
            transformAxis(shape, axis, spectrum, 0);
}

template <typename W>
void inverse(const FftShape& shape, std::complex<W>* spectrum, W* tile)
{
    for (size_t axis = 0; axis < VIEW_AXES - 1; axis++)
        if (shape.transforms[axis])
            transformAxis(shape, axis, spectrum, DFT_INVERSE);
    // Of rows whose results are real, only the first half is read.
    Mat whole(int(shape.rows()), shape.size[3], DataType<std::complex<W>>::type, Scalar());
    spectrumRows(shape, spectrum).copyTo(whole.colRange(0, shape.size[3] / 2 + 1));
    Mat result = tileRows(shape, tile);
    dft(whole, result, DFT_ROWS | DFT_INVERSE | DFT_REAL_OUTPUT);
}

} // namespace

const FftFunctions<float>& fftFunctions(float)
{
    static const FftFunctions<float> functions = {forward, inverse, multiplySpectra, multiplyAddSpectra};
    return functions;
}

const FftFunctions<double>& fftFunctions(double)
{
    static const FftFunctions<double> functions = {forward, inverse, multiplySpectra, multiplyAddSpectra};
    return functions;
}

}} // namespace cv::recfilter

#endif
