// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PERF_DEVICE_ROWS_HPP
#define OPENCV_RECFILTER_PERF_DEVICE_ROWS_HPP

// Arrays of any dimension on the GPU as images, for the copies that benchmarks compare with.

#include "perf_precomp.hpp"

namespace opencv_test {

//! All rows of an array, which follow each other.
inline GpuMat rowsOf(const GpuMatND& array)
{
    const int columns = array.size.back();
    return GpuMat(int(array.total() / size_t(columns)), columns, array.type(), array.getDevicePtr());
}

} // namespace opencv_test

#endif
