// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_CPU_TILES_PADDED_HPP
#define OPENCV_RECFILTER_PAPERS_CPU_TILES_PADDED_HPP

// Algorithm 6b: an image that is padded by its border as far as the filter reaches, and cropped afterwards.

#include "papers/cpu/tiles/tiles.hpp"
#include "papers/plan/padding.hpp"

namespace cv { namespace recfilter {

//! papers/plan/padding.hpp says how far the image is padded.
template <typename W>
class PaddedPlan final : public HostEngine
{
public:
    PaddedPlan(const FilterModel& model, const Extents& array, const Schedule& schedule);
    void run(const Mat& src, Mat& dst, const HostCall& call) const override;
    size_t workBytes() const override;

private:
    //! The pixel of a line that each pixel of the padded line repeats; -1 for the border value.
    static std::vector<int> sources(int64 length, int pad, int borderType);

    const Padding padding;
    const int channels;
    const std::vector<int> columns, rows;
    const Scalar borderValue;
    const TilePlan<W> tiles;
};

extern template class PaddedPlan<float>;
extern template class PaddedPlan<double>;

}} // namespace cv::recfilter

#endif
