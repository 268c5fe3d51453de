// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The loss of a filter in float. It decides which images are filtered in double. Knows image sizes, but no pixels.

#ifndef OPENCV_RECFILTER_RECURSIVE_MODEL_FLOAT_LOSS_HPP
#define OPENCV_RECFILTER_RECURSIVE_MODEL_FLOAT_LOSS_HPP

#include "recursive/model/filter_model.hpp"

namespace cv { namespace recfilter {

/** The loss of float along one axis, as shares of the axis's largest response max |H(w)|. It is estimated from transfer
functions on the unit circle, so the length of the response does not matter. 1500 random filters with poles up to 1 -
1e-4 were compared. The largest error of a noise image was 0.5 times the estimate of both axes (median), 1.6 times (95
%) and 2.6 times (99 %). */
struct FloatLoss
{
    double taps = 0;              //!< by rounded taps: error of the impulse response at its peak
    double noise = 0;             //!< by roundings of the states, independent of each other
    double bias = 0;              //!< by roundings that agree, as on constant images
    double largest = 0, peak = 0; //!< the largest response, without the axis's gain, and its frequency
};

/** @param pairs added pairs run in the form of AddedPair
    @param length pixels of the lines, beyond which no response lasts. 0: lines without end */
FloatLoss floatLossOf(const AxisModel& axis, bool pairs, double length = 0);

/** The sizes of images that are filtered in float, the largest and the smallest ones; 0 x 0 if float is never exact
enough. Shorter lines than the smallest do not meet the filter's largest response: the border folds it so that it
cancels, but not its roundings. */
struct FloatSizes
{
    int64 width = 0, height = 0;
    int64 leastWidth = 1, leastHeight = 1;

    bool take(Size size) const
    {
        return size.width <= width && size.height <= height && size.width >= leastWidth && size.height >= leastHeight;
    }
};

//! The sizes of both backends. They differ because the GPU runs fewer filters in the form of AddedPair.
struct FloatRange
{
    FloatSizes onHost, onDevice;
    FloatSizes byBlocks; //!< with orthonormal states (doc/block_states.md), where they are exact enough:
    bool blocksOnHost = false, blocksOnDevice = false;
};

/** The images on which float is exact enough. Both axes together lose no more than the model's tolerance (floatLossOf).
The impulse response of each direction, run in float, loses no more than FLOAT_TOLERANCE. */
FloatRange floatRangeOf(const FilterModel& model);

}} // namespace cv::recfilter

#endif
