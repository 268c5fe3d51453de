#!/usr/bin/env python3
"""Fits the modes of modules/recfilter/src/math/design/gaussian_modes.hpp: half of a Gaussian, or of its first or second
derivative, as 2 Re sum_k alpha_k exp(-lambda_k x), three terms or two, by least squares with the moments of the
derivative as constraints. Then three terms with the same lambda_k for the Gaussian and a derivative, which one pass
over an image serves.

pip install numpy scipy; ./doc/fit_gaussian.py
"""

import numpy
from scipy.optimize import least_squares

STEP = 0.02
x = numpy.arange(0, 9, STEP)
gaussian = numpy.exp(-x * x / 2) / numpy.sqrt(2 * numpy.pi)
TARGETS = [gaussian, -x * gaussian, (x * x - 1) * gaussian]
# Where to start from: fits of the Gaussian itself to 87 dB, and Deriche's to 70.
STARTS = [
    ([1.7719 + 0.5369j, 1.7396 + 1.6457j, 1.6571 + 2.8851j],
     [1.018251 + 1.474851j, -0.523849 + 0.125836j, 0.005604 - 0.033537j]),
    ([1.783 + 0.6318j, 1.723 + 1.997j], [0.84 + 1.8675j, -0.34015 - 0.1299j]),
]


def unpack(parameters):
    half = len(parameters) // 2
    return (parameters[0:half:2] + 1j * parameters[1:half:2], parameters[half::2] + 1j * parameters[half + 1::2])


def pack(rates, weights):
    return numpy.concatenate([numpy.column_stack([numpy.real(v), numpy.imag(v)]).ravel() for v in (rates, weights)])


def half_response(parameters):
    rates, weights = unpack(parameters)
    return 2 * numpy.real(numpy.exp(-numpy.outer(x, rates)) @ weights)


def moment(parameters, k):
    rates, weights = unpack(parameters)
    return 2 * numpy.real((numpy.prod(range(1, k + 1)) * weights / rates ** (k + 1)).sum())


def constraints(parameters, derivative):
    if derivative == 0:  # area and variance
        return [moment(parameters, 0) - 0.5, moment(parameters, 2) - 0.5]
    if derivative == 1:  # slope, and no step in the middle
        return [moment(parameters, 1) + 0.5, half_response(parameters)[0]]
    return [moment(parameters, 0), moment(parameters, 2) - 1]  # no area, and curvature


def fit(derivative, parameters):
    for weight in (0, 1, 100):  # of the constraints
        def residuals(p):
            return numpy.concatenate([(half_response(p) - TARGETS[derivative]) * numpy.sqrt(STEP),
                                      weight * numpy.array(constraints(p, derivative))])
        parameters = least_squares(residuals, parameters, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=1000).x
    return parameters


for start in STARTS:
    rates, weights = (numpy.array(v) for v in start)
    weights = weights / numpy.sqrt(2 * numpy.pi)
    for derivative in range(3):
        # Derivatives start from those of the fitted Gaussian.
        result = fit(derivative, pack(rates, weights * (-rates) ** derivative))
        if derivative == 0:
            rates, weights = unpack(result)
        error = half_response(result) - TARGETS[derivative]
        snr = 10 * numpy.log10((TARGETS[derivative] ** 2).sum() / (error ** 2).sum())
        print(f"{len(rates)} terms, derivative {derivative}: {snr:.1f} dB, constraints missed by "
              f"{numpy.abs(constraints(result, derivative)).max():.1e}")
        for rate, alpha in zip(*unpack(result)):
            print(f"    {{{{{rate.real:.10f}, {rate.imag:.10f}}}, {{{alpha.real:.10f}, {alpha.imag:.10f}}}}},")


# How much the error of the Gaussian counts beside that of the derivative, which it must not cost much.
SHARE = {1: 1, 2: 0.4}


def joint_error(derivative, parameters):
    """Relative errors of the Gaussian and of the derivative, and the constraints that they miss."""
    rates, weights = parameters[:6], (parameters[6:12], parameters[12:])
    errors = [(half_response(numpy.concatenate([rates, w])) - TARGETS[d]) / numpy.linalg.norm(TARGETS[d])
              for d, w in zip((0, derivative), weights)]
    area = moment(numpy.concatenate([rates, weights[0]]), 0) - 0.5
    return errors, [area] + constraints(numpy.concatenate([rates, weights[1]]), derivative)


def fit_jointly(derivative, parameters):
    for weight in (0, 1, 100):  # of the constraints
        def residuals(p):
            errors, missed = joint_error(derivative, p)
            return 1e4 * numpy.concatenate([SHARE[derivative] * errors[0], errors[1], weight * numpy.array(missed)])
        parameters = least_squares(residuals, parameters, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=5000).x
    return parameters


for derivative in (1, 2):
    start = fit(0, pack(*STARTS[0]))
    rates, weights = unpack(start)
    own = fit(derivative, pack(rates, weights * (-rates) ** derivative))
    result = fit_jointly(derivative, numpy.concatenate([own[:6], start[6:], own[6:]]))
    errors, missed = joint_error(derivative, result)
    snr = [-10 * numpy.log10((error ** 2).sum()) for error in errors]
    print(f"shared by derivatives 0 and {derivative}: {snr[0]:.1f} and {snr[1]:.1f} dB, constraints missed by "
          f"{numpy.abs(missed).max():.1e}")
    for weights in (result[6:12], result[12:]):
        for rate, alpha in zip(*unpack(numpy.concatenate([result[:6], weights]))):
            print(f"    {{{{{rate.real:.10f}, {rate.imag:.10f}}}, {{{alpha.real:.10f}, {alpha.imag:.10f}}}}},")
