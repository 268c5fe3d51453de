// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The interface between the engine of few lines and its recursions for each instruction set. Knows no image.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_FEW_SERIAL_KERNELS_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_FEW_SERIAL_KERNELS_HPP

#include "recursive/cpu/kernels/filter_kernels.hpp"

namespace cv { namespace recfilter {

//! How a section runs. The kinds differ in cost. A later kind also runs the sections of an earlier kind.
enum class SectionKind
{
    ONE_POLE,  //!< w = x + f1 w1
    TWO_POLES, //!< w = x + f1 w1 + f2 w2
    WITH_TAPS  //!< one or two poles, and y = c0 w + c1 w1 + c2 w2
};

//! Most sections that a pass keeps in registers: with two of them, one works while the other waits for its last sample.
constexpr int SERIAL_SECTIONS = 2;

/** Sections of one kind over a part of a line, or of lines that lie side by side. A state has two numbers for each
section, w1 and w2, `stateStep` apart, and a number for each line. */
template <typename W>
struct SerialPass
{
    SectionKind kind;
    const SectionCoefs<W>* sections;
    int count; //!< of sections, at most #SERIAL_SECTIONS, or #PIPELINE_SECTIONS
    const W* in;
    W* out;                    //!< may be in
    ptrdiff_t inStep, outStep; //!< elements from sample to sample, negative on the way back
    int64 samples;
    W* state; //!< read and written
    size_t stateStep;
    W gain; //!< factor of the results
};

//! Sections that SerialKernels::pipeline runs at once, and how many samples each lags behind the one before it.
constexpr int PIPELINE_SECTIONS = 4, PIPELINE_LAG = 4;

template <typename W>
struct SerialKernels
{
    int lanes; //!< lines that lie side by side, for `sideBySide`
    void (*oneLine)(const SerialPass<W>&);
    void (*sideBySide)(const SerialPass<W>&);
    /** One line, with a section of any kind in each lane. Each section lags behind the one before it: it takes an
    earlier sample in the same step. So all sections wait for their last sample at the same time. Null if a vector has
    too few lanes. */
    void (*pipeline)(const SerialPass<W>&);
    //! sums[m] += sum_i weights[i][m] in[i * inStep], for `count` sums
    void (*addSums)(const W* in, ptrdiff_t inStep, int64 samples, const W* weights, int count, W* sums);
};

const SerialKernels<float>& serialKernels(float);
const SerialKernels<double>& serialKernels(double);

}} // namespace cv::recfilter

#endif
