// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Collects the CPU kernels into FilterKernels. No include guard: OpenCV compiles it once per instruction set.

#include "recursive/cpu/kernels/filter_kernels.hpp"
#include "runtime/cpu/memory/prefetch.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

const FilterKernels<float>& floatKernels();
const FilterKernels<double>& doubleKernels();

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#ifndef CV_CPU_OPTIMIZATION_DECLARATIONS_ONLY

#include "runtime/cpu/vectors/vector.hpp"
#include "runtime/cpu/pixels/pixel_vectors.hpp"
#include "recursive/cpu/kernels/chains.hpp"
#include "recursive/cpu/kernels/column_kernels.hpp"
#include "recursive/cpu/kernels/row_kernels.hpp"
#include "recursive/cpu/kernels/pair_block_kernels.hpp"
#include "recursive/cpu/kernels/pair_column_kernels.hpp"
#include "recursive/cpu/kernels/pair_row_kernels.hpp"

namespace cv { namespace recfilter {
CV_CPU_OPTIMIZATION_NAMESPACE_BEGIN

template <typename W>
static FilterKernels<W> makeKernels()
{
    static_assert(Vector<W>::lanes * int(sizeof(W)) <= MAX_VECTOR_BYTES,
                  "arrays of vectors on the stack are as large as that");
    FilterKernels<W> kernels;
    static_cast<PixelKernels<W>&>(kernels) = pixelKernels(W());
    kernels.lanes = Vector<W>::lanes;
    kernels.fuses = CV_FMA3 || CV_AVX512_SKX || !CV_SSE2;
    kernels.columnDown = columnPass<W, false>;
    kernels.columnUp = columnPass<W, true>;
    kernels.pairColumns = pairColumns<W>;
    kernels.rows = rowPasses<W>;
    kernels.oneWayRows = oneWayRows<W>;
    kernels.pairRows = pairRowPasses<W>;
    kernels.weightedSums = weightedSums<W>;
    kernels.foldedSums = foldedSums<W>;
    kernels.multiplyAdd = multiplyAdd<W>;
    return kernels;
}

const FilterKernels<float>& floatKernels()
{
    static const FilterKernels<float> kernels = makeKernels<float>();
    return kernels;
}

const FilterKernels<double>& doubleKernels()
{
    static const FilterKernels<double> kernels = makeKernels<double>();
    return kernels;
}

CV_CPU_OPTIMIZATION_NAMESPACE_END
}} // namespace cv::recfilter

#endif
