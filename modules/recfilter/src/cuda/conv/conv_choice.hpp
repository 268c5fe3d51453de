// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_CONV_CHOICE_HPP
#define OPENCV_RECFILTER_CUDA_CONV_CONV_CHOICE_HPP

// Which algorithm takes a call: the one that is asked for, or the fastest by measurement.

#include "cuda/conv/common/conv_engine.hpp"

namespace cv { namespace recfilter {

class ConvChoice
{
public:
    explicit ConvChoice(const KernelBank& bank);

    //! @param source its size along the axes t, z, y, x @param type of the source
    const ConvAlgorithmGpu& of(const AxisInts& source, int type) const;

    /** Makes resident what any size of a depth may take: later calls of other sizes allocate nothing.
    @param device the current one */
    void prepare(int device) const;

    //! For large arrays of CV_32F.
    int algorithm() const;

    void clear();

private:
    typedef std::unique_ptr<ConvAlgorithmGpu> Algorithm;

    bool takesUnrolled(int64 pixels, int channels) const;
    bool takesMatrix(int64 pixels, int channels) const; //!< of floats
    bool takesVolumeMatrix(const AxisInts& source) const;

    const int ddepth;
    const bool isStrict;
    const int size;       //!< of the compiled kernel for images; 0: none
    const int volumeSize; //!< of that for volumes
    const int firstAlgorithm;
    //! The others are null unless there is a choice, and they take the kernels.
    Algorithm first, matrix, unrolled, separable, fft;
};

}} // namespace cv::recfilter

#endif
