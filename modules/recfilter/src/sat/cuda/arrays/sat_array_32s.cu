// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Tables along any dimensions of 32-bit integers.

#include "sat/cuda/arrays/sat_array_functions.cuh"

#include "opencv2/core/hal/interface.h"

namespace cv { namespace recfilter { namespace sat {

//! Sums are unsigned: they wrap modulo 2^32, which is undefined for signed integers.
const ArrayFunctions* arrayFunctionsTo32S(int srcDepth, int channels)
{
    switch (srcDepth)
    {
    case CV_8U:
        return arrayFunctionsFor<unsigned char, unsigned>(channels);
    case CV_32S:
        return arrayFunctionsFor<int, unsigned>(channels);
    }
    return nullptr;
}

}}} // namespace cv::recfilter::sat
