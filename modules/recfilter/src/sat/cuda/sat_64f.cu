// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Summed-area tables of double.

#include "sat/cuda/sat_functions.cuh"

#include "opencv2/core/hal/interface.h"

namespace cv { namespace recfilter { namespace sat {

const Functions* functionsTo64F(int srcDepth, int channels)
{
    switch (srcDepth)
    {
    case CV_8U:
        return functionsFor<unsigned char, double>(channels);
    case CV_16U:
        return functionsFor<unsigned short, double>(channels);
    case CV_16S:
        return functionsFor<short, double>(channels);
    case CV_32S:
        return functionsFor<int, double>(channels);
    case CV_32F:
        return functionsFor<float, double>(channels);
    case CV_64F:
        return functionsFor<double, double>(channels);
    }
    return nullptr;
}

}}} // namespace cv::recfilter::sat
