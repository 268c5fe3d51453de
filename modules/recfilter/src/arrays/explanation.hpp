// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_EXPLANATION_HPP
#define OPENCV_RECFILTER_ARRAYS_EXPLANATION_HPP

// What runs for an image and why, in words: the text of RecursiveFilter::explain. Knows no filter.

#include "precomp.hpp"

namespace cv { namespace recfilter {

//! Float or double.
struct WorkingType
{
    bool isDouble;
    const char* reason; //!< for users
};

//! Reasons that several operators have.
constexpr const char *DOUBLE_ARRAYS = "source or destination is CV_64F",
                     *INEXACT_FLOAT = "float would lose too much of this filter", *EXACT_FLOAT = "exact enough";

struct Explanation
{
    String algorithm, engine;
    int transfers = 0;        //!< images that are read and written; 0: not counted
    int64 workBytes = -1;     //!< -1: not counted
    bool needsDouble = false; //!< of this engine float would lose too much
};

inline String textOf(const Explanation& what, WorkingType type)
{
    if (what.needsDouble && !type.isDouble)
        type = {true, INEXACT_FLOAT};
    String text = format("algorithm: %s\nengine: %s\nworking type: %s (%s)\n", what.algorithm.c_str(),
                         what.engine.c_str(), type.isDouble ? "double" : "float", type.reason);
    if (what.transfers > 0)
        text += format("transfers: %d images\n", what.transfers);
    if (what.workBytes >= 0)
        text += format("workspace: %lld bytes\n", static_cast<long long>(what.workBytes));
    return text;
}

}} // namespace cv::recfilter

#endif
