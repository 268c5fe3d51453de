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

/** The same for a Gaussian and its derivative of order 1 or 2, with lambda_k in common: one read of an image collects
the moments of both. Precision: 101 and 91 dB with order 1, 84 and 79 dB with order 2.
@param order of the derivative @param derivative 0 or that order */
inline Modes sharedModes(int order, int derivative)
{
    typedef std::complex<double> Number;
    static const Number lambda[][3] = {
        {{2.0083897141, 0.5347063251}, {1.9834772803, 1.6394629200}, {1.9222373369, 2.8903419187}},
        {{1.8077165933, 0.5547271508}, {1.8038527298, 1.6901655604}, {1.7690005754, 2.9536568363}}};
    static const Number ofGaussian[][3] = {
        {{0.5201639801, 0.9856438034}, {-0.3379171651, -0.0491431264}, {0.0172247299, -0.0134607904}},
        {{0.4184118262, 0.6569328009}, {-0.2261906977, 0.0186391270}, {0.0072497447, -0.0117315845}}};
    static const Number ofDerivative[][3] = {
        {{-0.5177137749, -2.2576383037}, {0.5897235359, 0.6515065610}, {-0.0720097607, -0.0239250422}},
        {{-0.0769425644, 2.7828690085}, {-0.2034997150, -1.3740397678}, {0.0809398347, 0.1412866768}}};
    Modes modes;
    for (int k = 0; k < 3; k++)
        modes.push_back({lambda[order - 1][k], (derivative ? ofDerivative : ofGaussian)[order - 1][k]});
    return modes;
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
