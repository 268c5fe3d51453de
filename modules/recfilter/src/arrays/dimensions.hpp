// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_DIMENSIONS_HPP
#define OPENCV_RECFILTER_ARRAYS_DIMENSIONS_HPP

// Checks of lists of dimensions, which users give by their numbers.

#include "arrays/extents.hpp"

namespace cv { namespace recfilter {

//! Refuses a list that is empty, repeats a number, or has numbers that are not 0 to 7.
inline void checkDimensionNumbers(const std::vector<int>& dimensions)
{
    if (dimensions.empty())
        CV_Error(Error::StsBadArg, format("dimensions is empty; 1 to %d are accepted", MAX_AXES));
    for (size_t i = 0; i < dimensions.size(); i++)
    {
        if (dimensions[i] < 0 || dimensions[i] >= MAX_AXES)
            CV_Error(Error::StsOutOfRange, format("dimensions[%d] is %d; 0, the slowest, to %d are accepted", int(i),
                                                  dimensions[i], MAX_AXES - 1));
        if (std::find(dimensions.begin(), dimensions.begin() + ptrdiff_t(i), dimensions[i]) !=
            dimensions.begin() + ptrdiff_t(i))
            CV_Error(Error::StsBadArg,
                     format("dimensions[%d] is %d, as one before it; each is accepted once", int(i), dimensions[i]));
    }
}

//! Refuses an array that lacks a dimension, or has more than 8. @param last the largest number of the list
inline void checkArrayDimensions(int dims, int last, const char* array, const char* does)
{
    if (dims > MAX_AXES)
        CV_Error(Error::StsBadArg, format("%s has %d dimensions; up to %d are accepted", array, dims, MAX_AXES));
    if (last >= dims)
        CV_Error(Error::StsBadArg, format("%s has %d dimensions, and the %s along dimension %d; at least %d dimensions "
                                          "are needed",
                                          array, dims, does, last, last + 1));
}

}} // namespace cv::recfilter

#endif
