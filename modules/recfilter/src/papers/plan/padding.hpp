// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_PLAN_PADDING_HPP
#define OPENCV_RECFILTER_PAPERS_PLAN_PADDING_HPP

// Algorithm 6b: an image is padded by its border as far as the filter reaches, and cropped afterwards. For comparisons
// with exact borders (Nehab and Maximo 2016, section 6 and figures 9 to 11).

#include "recursive/model/filter_model.hpp"
#include "arrays/extents.hpp"

namespace cv { namespace recfilter {

//! Padding is whole blocks of so many pixels, as the paper counts them.
constexpr int PADDING_BLOCK = 64;

//! How far an image is padded for a filter in the working type W, and the filter that the padded image takes.
struct Padding
{
    int x, y;          //!< pixels at each end of rows, and of columns
    FilterModel model; //!< zeros go on beyond the padding: their effect on the image is lost in the rounding of W
    Extents shape;     //!< of the padded image

    template <typename W>
    static Padding of(const FilterModel& model, const Extents& array);
};

}} // namespace cv::recfilter

#endif
