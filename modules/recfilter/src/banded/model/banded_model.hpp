// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_BANDED_MODEL_BANDED_MODEL_HPP
#define OPENCV_RECFILTER_BANDED_MODEL_BANDED_MODEL_HPP

// The checked systems of createBandedSolver, for both backends. Knows no image sizes.

#include "arrays/extents.hpp"
#include "math/banded.hpp"

#include <array>
#include <memory>

namespace cv { namespace recfilter {

//! Largest gain of a substitution in float. The substitution amplifies its rounding errors as much.
const double BANDED_FLOAT_GAIN = 64;
//! Largest drift in float (BandedMatrix): 12 halves of a last place are 7e-7.
const double BANDED_FLOAT_DRIFT = 12;
//! Largest growth of elimination in float.
const double BANDED_FLOAT_GROWTH = 4;
//! Largest amplification by blocks in float. _WRAP: of periodic lines, whose ends do not meet in one y.
const double BANDED_FLOAT_AMPLIFICATION = 32, BANDED_FLOAT_AMPLIFICATION_WRAP = 2;

struct BandedModel
{
    std::array<std::shared_ptr<const BandedMatrix>, 2> axes; //!< by ImageAxis; null leaves an axis as it is
    std::array<int, 2> states = {{0, 0}};                    //!< diagonals below and above the main one
    int ddepth = -1;
    bool inDouble = false; //!< whatever the depth of the images is
};

//! Checks every argument of createBandedSolver and factorizes; throws cv::Exception.
BandedModel makeBandedModel(const std::vector<double>& bandX, int borderTypeX, const std::vector<double>& bandY,
                            int borderTypeY, int ddepth);

}} // namespace cv::recfilter

#endif
