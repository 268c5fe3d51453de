// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_CONV_CHOICE_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_CONV_CHOICE_HPP

// Which engine takes a call: the one that is asked for, or the fastest by measurement.

#include "dense/cuda/common/compiled_kernel.hpp"
#include "dense/cuda/common/conv_engine.hpp"

namespace cv { namespace recfilter {

class ConvChoice
{
public:
    explicit ConvChoice(const SharedBank& bank);

    //! @param source its size along the axes t, z, y, x @param type of the source
    const ConvEngineGpu& of(const Extents& source, int type) const;

    /** Makes resident what any size of a depth may take: later calls of other sizes allocate nothing.
    @param device the current one */
    void prepare(int device) const;

    //! The algorithm of the engine that takes large arrays of CV_32F.
    int algorithmOfLargeFloats() const;

    void clear();

private:
    bool takesUnrolled(int64 pixels, int channels) const;
    bool takesMatrix(int64 pixels, int channels) const; //!< of floats
    bool takesVolumeMatrix(const Extents& source) const;

    const SharedBank shared;
    const KernelBank& bank;
    const bool isStrict;
    const CompiledKernel kernel;
    const int firstAlgorithm;
    //! The engines behind the first are null unless there is a choice, and they take the kernels.
    SharedEngine first, matrix, unrolled, separable, fft;
};

}} // namespace cv::recfilter

#endif
