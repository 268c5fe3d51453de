// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Tables along any dimensions of float.

#include "sat/cuda/arrays/sat_array_functions.cuh"

#include "opencv2/core/hal/interface.h"

namespace cv { namespace recfilter { namespace sat {

const ArrayFunctions* arrayFunctionsTo32F(int srcDepth, int channels)
{
    switch (srcDepth)
    {
    case CV_8U:
        return arrayFunctionsFor<unsigned char, float>(channels);
    case CV_32F:
        return arrayFunctionsFor<float, float>(channels);
    }
    return nullptr;
}

}}} // namespace cv::recfilter::sat
