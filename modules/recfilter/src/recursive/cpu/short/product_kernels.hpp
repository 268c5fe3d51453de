// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The interface between short axes and their products for each instruction set. Knows no array.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_SHORT_PRODUCT_KERNELS_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_SHORT_PRODUCT_KERNELS_HPP

#include "precomp.hpp"

namespace cv { namespace recfilter {

/** c = a b for matrices of a few numbers a row. Rows of b and of c may be shorter than a vector: whole vectors are read
and written, so both have room for one behind their last row. Rows of c are written one after the other. */
template <typename W>
struct SmallProduct
{
    const W *a, *b;
    W* c;                       //!< other memory than a and b
    size_t aStep, bStep, cStep; //!< elements from row to row
    int64 rows;
    int sums, cols; //!< columns of a, and of b and c
};

template <typename W>
struct ProductKernels
{
    int lanes; //!< of a vector
    void (*multiply)(const SmallProduct<W>&);
};

const ProductKernels<float>& productKernels(float);
const ProductKernels<double>& productKernels(double);

}} // namespace cv::recfilter

#endif
