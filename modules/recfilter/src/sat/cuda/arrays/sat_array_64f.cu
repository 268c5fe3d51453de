// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Tables along any dimensions of double.

#include "sat/cuda/arrays/sat_array_functions.cuh"

#include "opencv2/core/hal/interface.h"

namespace cv { namespace recfilter { namespace sat {

const ArrayFunctions* arrayFunctionsTo64F(int srcDepth, int channels)
{
    switch (srcDepth)
    {
    case CV_8U:
        return arrayFunctionsFor<unsigned char, double>(channels);
    case CV_16U:
        return arrayFunctionsFor<unsigned short, double>(channels);
    case CV_16S:
        return arrayFunctionsFor<short, double>(channels);
    case CV_32S:
        return arrayFunctionsFor<int, double>(channels);
    case CV_32F:
        return arrayFunctionsFor<float, double>(channels);
    case CV_64F:
        return arrayFunctionsFor<double, double>(channels);
    }
    return nullptr;
}

}}} // namespace cv::recfilter::sat
