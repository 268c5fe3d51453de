// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// How far algorithm 6b pads.

#include "papers/plan/padding.hpp"

#include "math/axis.hpp"
#include "recursive/plan/one_pixel.hpp"

#include <limits>

namespace cv { namespace recfilter {

namespace {

/** Pixels at each end of a line: whole blocks, and at least the smallest number after which a state of the axis has
faded below `eps` (the paper's equation 77 for any order). 0 for an axis that reads only the pixel itself. */
int paddingOf(const AxisModel& axis, double eps)
{
    const DecoupledAxis decoupled = decouple(axis.filter);
    const int64 limit = 1 << 24;
    const int64 reach = std::max(decayLength(decoupled.F.A, eps, limit), decayLength(decoupled.R.A, eps, limit));
    return int(alignSize(size_t(reach), PADDING_BLOCK));
}

//! A factor in place of an axis across one pixel. It knows no border value other than 0.
FilterModel ofLines(const FilterModel& model, const Extents& array)
{
    const bool meetsValue = std::any_of(model.axes.begin(), model.axes.end(),
                                        [](const AxisModel& axis) { return axis.borderType == BORDER_CONSTANT; });
    return meetsValue && model.borderValue != Scalar() ? model : withoutLinesOfOnePixel(model, array);
}

} // namespace

template <typename W>
Padding Padding::of(const FilterModel& original, const Extents& array)
{
    const double eps = double(std::numeric_limits<W>::epsilon()) / 2; // half a unit in the last place
    FilterModel model = ofLines(original, array);
    const int x = paddingOf(model.axes[ALONG_ROWS], eps), y = paddingOf(model.axes[ALONG_COLUMNS], eps);
    for (AxisModel& axis : model.axes)
        axis.borderType = BORDER_CONSTANT;
    model.borderValue = Scalar();
    model.algorithm = cuda::RECURSIVE_ALG_5;
    const Size size(int(array.along(ALONG_ROWS).n) + 2 * x, int(array.along(ALONG_COLUMNS).n) + 2 * y);
    return {x, y, model, Extents::ofImage(size, array.channels())};
}

template Padding Padding::of<float>(const FilterModel&, const Extents&);
template Padding Padding::of<double>(const FilterModel&, const Extents&);

}} // namespace cv::recfilter
