// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Fourier transforms by ducc0, compiled for each instruction set into a namespace of its own. No include guard: OpenCV
// compiles it once per instruction set.

#include "dense/cpu/fft/transform.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

const FftFunctions<float>& floatFft();
const FftFunctions<double>& doubleFft();

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#ifndef CV_CPU_OPTIMIZATION_DECLARATIONS_ONLY

#include "dense/cpu/fft/spectra.hpp"

// Threads are OpenCV's: each transforms its own tiles. Without threads of its own ducc0 has no locks, and its cache of
// plans would be written by several threads at once.
#define DUCC0_NO_LOWLEVEL_THREADING
#define DUCC0_NO_FFT_CACHE
#define DUCC0_NAMESPACE CVAUX_CONCAT(recfilter_ducc0_, CV_CPU_OPTIMIZATION_NAMESPACE)
// Of the transforms, the templates: its fft_inst*.cc compile all of them, which takes a minute longer.
#include "ducc0/fft/fftnd_impl.h"
// NOLINTBEGIN(bugprone-suspicious-include): its sources, since a library would be of one instruction set
#include "ducc0/infra/mav.cc"
#include "ducc0/infra/string_utils.cc"
#include "ducc0/infra/threading.cc"
// NOLINTEND(bugprone-suspicious-include)

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

namespace {

namespace ducc = DUCC0_NAMESPACE;

//! The transformed axes, x last.
std::vector<size_t> axesOf(const FftShape& shape)
{
    std::vector<size_t> axes;
    for (size_t axis = 0; axis < VIEW_AXES; axis++)
        if (shape.transforms[axis])
            axes.push_back(axis);
    return axes;
}

std::vector<size_t> lengthsOf(const FftShape& shape, int x)
{
    return {size_t(shape.size[0]), size_t(shape.size[1]), size_t(shape.size[2]), size_t(x)};
}

template <typename W>
void forward(const FftShape& shape, const W* tile, std::complex<W>* spectrum)
{
    ducc::r2c(ducc::cfmav<W>(tile, lengthsOf(shape, shape.size[3])),
              ducc::vfmav<std::complex<W>>(spectrum, lengthsOf(shape, shape.size[3] / 2 + 1)), axesOf(shape), true,
              W(1), 1);
}

template <typename W>
void inverse(const FftShape& shape, std::complex<W>* spectrum, W* tile)
{
    ducc::c2r_mut(ducc::vfmav<std::complex<W>>(spectrum, lengthsOf(shape, shape.size[3] / 2 + 1)),
                  ducc::vfmav<W>(tile, lengthsOf(shape, shape.size[3])), axesOf(shape), false, W(1), 1);
}

} // namespace

const FftFunctions<float>& floatFft()
{
    static const FftFunctions<float> functions = {forward, inverse, multiplySpectra, multiplyAddSpectra};
    return functions;
}

const FftFunctions<double>& doubleFft()
{
    static const FftFunctions<double> functions = {forward, inverse, multiplySpectra, multiplyAddSpectra};
    return functions;
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif // CV_CPU_OPTIMIZATION_DECLARATIONS_ONLY
