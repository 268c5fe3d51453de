#!/usr/bin/env python3
"""Writes scipy_values.hpp: what scipy.ndimage makes of a small image, for test_gaussian.cpp and test_bspline.cpp.

pip install numpy scipy; ./test/make_scipy_values.py > test/scipy_values.hpp
"""

import numpy
import scipy
from scipy import ndimage

ROWS, COLS = 7, 9
BORDERS = {"BORDER_CONSTANT": "constant", "BORDER_REPLICATE": "nearest", "BORDER_REFLECT": "reflect",
           "BORDER_REFLECT_101": "mirror", "BORDER_WRAP": "wrap"}
SPLINE_BORDERS = {"BORDER_REFLECT": "reflect", "BORDER_REFLECT_101": "mirror", "BORDER_WRAP": "grid-wrap"}
SIGMA = 2.0

y, x = numpy.mgrid[0:ROWS, 0:COLS]
image = ((7 * x + 13 * y + 3 * x * y) % 29) / 29.0  # scipyImage() in the tests


def row(fields, values):
    return "    {" + ", ".join(fields) + ",\n     {" + ", ".join(f"{v:.17g}" for v in values.ravel()) + "}},"


print(f"""// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Made by make_scipy_values.py with SciPy {scipy.__version__}.
// clang-format off

#ifndef OPENCV_RECFILTER_TEST_SCIPY_VALUES_HPP
#define OPENCV_RECFILTER_TEST_SCIPY_VALUES_HPP

namespace opencv_test {{ namespace {{

const int SCIPY_ROWS = {ROWS}, SCIPY_COLS = {COLS};
const double SCIPY_SIGMA = {SIGMA};

struct ScipyGaussian
{{
    int border, dy, dx;
    std::vector<double> values;
}};

//! scipy.ndimage.gaussian_filter, truncated at 40 sigma.
const std::vector<ScipyGaussian> SCIPY_GAUSSIANS = {{""")
for name, mode in BORDERS.items():
    for order in ((0, 0), (0, 1), (1, 0), (2, 0), (1, 1)):
        result = ndimage.gaussian_filter(image, SIGMA, order=order, mode=mode, truncate=40)
        print(row([name, str(order[0]), str(order[1])], result))
print("""};

struct ScipySpline
{
    int border, degree;
    std::vector<double> values;
};

//! scipy.ndimage.spline_filter
const std::vector<ScipySpline> SCIPY_SPLINES = {""")
for name, mode in SPLINE_BORDERS.items():
    for degree in (2, 3, 4, 5):
        print(row([name, str(degree)], ndimage.spline_filter(image, degree, mode=mode)))
print("""};

}} // namespace

#endif""")
