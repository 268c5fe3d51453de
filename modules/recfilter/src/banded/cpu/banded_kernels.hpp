// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The interface between the CPU engine of banded systems and its kernels for each instruction set. Knows no image.

#ifndef OPENCV_RECFILTER_BANDED_CPU_BANDED_KERNELS_HPP
#define OPENCV_RECFILTER_BANDED_CPU_BANDED_KERNELS_HPP

#include "banded/plan/banded_tables.hpp"
#include "precomp.hpp"

namespace cv { namespace recfilter {

/** One substitution over `count` rows of `width` lines that lie side by side, in place. States have a line a column and
a number a row, `stateStep` apart, the nearest pixel's first. */
template <typename W>
struct BandedPass
{
    BandedRows<W> rows;
    int64 first; //!< index of the first row on its line
    int count;
    W* data;
    size_t step;
    int width;
    const W* before; //!< state that enters; null: zeros
    W* after;        //!< receives the state that leaves; may be null or `before`
    size_t stateStep;
};

template <typename W>
struct BandedKernels
{
    void (*forward)(const BandedPass<W>&);
    void (*backward)(const BandedPass<W>&);
    //! out[j][i] = in[i][j]
    void (*transpose)(const W* in, size_t inStep, int rows, int cols, W* out, size_t outStep);
};

const BandedKernels<float>& bandedKernels(float);
const BandedKernels<double>& bandedKernels(double);

}} // namespace cv::recfilter

#endif
