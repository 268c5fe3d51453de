// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Halves of Gaussians as sums of damped oscillations, for recursive filters: the fitted numbers.

#ifndef OPENCV_RECFILTER_MATH_DESIGN_GAUSSIAN_MODES_HPP
#define OPENCV_RECFILTER_MATH_DESIGN_GAUSSIAN_MODES_HPP

#include <complex>
#include <vector>

namespace cv { namespace recfilter {

//! 2 Re alpha e^(-lambda x)
struct Mode
{
    std::complex<double> lambda, alpha;
};

/** Half of a Gaussian or of one of its derivatives as a sum of damped oscillations, for x >= 0 in units of sigma:
    G^(d)(x) = sum_k 2 Re alpha_k e^(-lambda_k x), up to a factor. */
using Modes = std::vector<Mode>;

/** Three pairs of poles a side, by a least-squares fit that keeps the moments of the derivative exact. Made by
doc/fit_gaussian.py. Precision for derivatives 0, 1 and 2: 107, 91 and 79 dB. */
inline Modes fittedModes(int derivative)
{
    static const Modes modes[] = {{{{2.2285528408, 0.5144639852}, {0.6744574716, 1.5951988065}},
                                   {{2.1818423006, 1.5893226816}, {-0.5102920726, -0.2066427027}},
                                   {{2.0936523110, 2.8286672630}, {0.0353044849, -0.0100977454}}},
                                  {{{1.9855858891, 0.5394155240}, {-0.4949675614, -2.1470004620}},
                                   {{1.9665316196, 1.6504777611}, {0.5633096028, 0.6163221098}},
                                   {{1.9119193518, 2.9024668748}, {-0.0683420414, -0.0222229542}}},
                                  {{{1.7937890491, 0.5582676077}, {-0.0845222456, 2.6889241026}},
                                   {{1.7947853232, 1.6977137022}, {-0.1934809622, -1.3351696683}},
                                   {{1.7643454585, 2.9609221794}, {0.0785011331, 0.1374090509}}}};
    return modes[derivative];
}

/** Two pairs a side: R. Deriche, Recursively implementing the Gaussian and its derivatives, INRIA report 1893, 1993.
The report has (a_0 cos w_0 x + a_1 sin w_0 x) e^(-b_0 x); here alpha = (a_0 + i a_1) / 2 and lambda = b_0 + i w_0.
The derivatives are fitted as above, with 54 and 44 dB. The report's own derivatives do not keep the moments and have
49 and 27 dB. */
inline Modes dericheModes(int derivative)
{
    static const Modes modes[] = {
        {{{1.783, 0.6318}, {1.68 / 2, 3.735 / 2}}, {{1.723, 1.997}, {-0.6803 / 2, -0.2598 / 2}}},
        {{{1.5528441390, 0.6472474432}, {-0.1470090791, -0.9386839166}},
         {{1.5115600685, 2.0384929931}, {0.1470090813, 0.1935192155}}},
        {{{1.3419003498, 0.6752236084}, {-0.2563409525, 0.9283202213}},
         {{1.3376454298, 2.1047913172}, {0.0549338057, -0.4052713536}}}};
    return modes[derivative];
}

}} // namespace cv::recfilter

#endif
