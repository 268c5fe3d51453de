// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The generator writes vector_T for a list of T.
#ifdef HAVE_OPENCV_RECFILTER
typedef std::vector<cv::cuda::RecursivePass> vector_RecursivePass;
#endif
