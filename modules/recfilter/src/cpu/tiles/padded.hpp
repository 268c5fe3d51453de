// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CPU_TILES_PADDED_HPP
#define OPENCV_RECFILTER_CPU_TILES_PADDED_HPP

// Algorithm 6b: an image that is padded by its border as far as the filter reaches, and cropped afterwards.

#include "cpu/tiles/tiles.hpp"

namespace cv { namespace recfilter {

/** For comparisons with exact borders (Nehab and Maximo 2016, section 6 and figures 9 to 11). Beyond the padding, zeros
go on. Their effect on the image is lost in the rounding of W. */
template <typename W>
class PaddedPlan
{
public:
    PaddedPlan(const FilterModel& model, const ArrayShape& array, const Schedule& schedule);
    void run(const Mat& src, Mat& dst, ScratchPool& pool) const;

    /** Pixels at each end of a line: whole tiles, as the paper counts blocks, and at least the smallest number after
    which a state of the axis has faded below half a unit in the last place of W (the paper's equation 77 for any
    order). 0 for an axis that reads only the pixel itself. */
    static int padding(const AxisModel& axis);

private:
    //! The pixel of a line that each pixel of the padded line repeats; -1 for the border value.
    static std::vector<int> sources(int64 length, int pad, int borderType);

    const int padX, padY, channels;
    const std::vector<int> columns, rows;
    const Scalar borderValue;
    const TilePlan<W> tiles;
};

extern template class PaddedPlan<float>;
extern template class PaddedPlan<double>;

}} // namespace cv::recfilter

#endif
