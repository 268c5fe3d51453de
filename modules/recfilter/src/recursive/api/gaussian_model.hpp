// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_API_GAUSSIAN_MODEL_HPP
#define OPENCV_RECFILTER_RECURSIVE_API_GAUSSIAN_MODEL_HPP

// Gaussians for operators that are made of several filters.

#include "recursive/model/filter_model.hpp"

namespace cv { namespace recfilter {

/** Refuses what is not accepted. Not for the Gaussians of Lee et al., which have no model.
@param sharedOrder 0, or that of the derivative with which a GAUSSIAN_ACCURATE filter has its poles in common: its own
derivatives are 0 or of this order */
FilterModel gaussianModel(const cuda::RecursiveGaussianParams& params, int sharedOrder = 0);

//! Refuses a sigma that is not accepted. @param name of the argument
void checkSigma(double sigma, const char* name);

}} // namespace cv::recfilter

#endif
