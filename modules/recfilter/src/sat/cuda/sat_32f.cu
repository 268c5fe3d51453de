// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Summed-area tables of float.

#include "sat/cuda/sat_functions.cuh"

#include "opencv2/core/hal/interface.h"

namespace cv { namespace recfilter { namespace sat {

const Functions* functionsTo32F(int srcDepth, int channels)
{
    switch (srcDepth)
    {
    case CV_8U:
        return functionsFor<unsigned char, float>(channels);
    case CV_32F:
        return functionsFor<float, float>(channels);
    }
    return nullptr;
}

}}} // namespace cv::recfilter::sat
