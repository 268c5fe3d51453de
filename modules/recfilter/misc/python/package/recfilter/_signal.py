# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Recursive filters along one axis."""

import cv2

from ._filter_array import Passes, axis_of, border_of, filter_array, hashable_mode, made_by, number_of
from ._kept import kept


def lfilter(b, a, x, axis=-1, *, output=None, channel_axis=None, stream=None):
    """Filters causally along one axis, from a state of zero.

    Parameters
    ----------
    b, a : sequence of floats
        Numerator and denominator, 1 to 21 taps each; ``a[0]`` must not be 0. Poles lie inside the unit circle, or on
        it: ``lfilter([1], [1, -1], x)`` adds up.
    x : array
        As the input of `gaussian_filter`.
    axis : int, optional
        Axis to filter along.
    output : array or dtype, optional
        Array that takes the result, or its dtype: that of `x` (default), float32 or float64. Integers are rounded.
    channel_axis : int, optional
        Axis of independent channels of a three-dimensional array.
    stream : cv2.cuda.Stream, optional
        Where a GpuMat is filtered.

    Returns
    -------
    array
        Of the kind and shape of `x`.

    See Also
    --------
    sosfilt : keeps more accuracy for filters of high order.
    scipy.signal.lfilter : its result is float64 for taps of float64.

    Examples
    --------
    >>> import numpy, cv2
    >>> cv2.recfilter.lfilter([0.5], [1, -0.5], numpy.ones((1, 3)))
    array([[0.5  , 0.75 , 0.875]])
    """
    return _filter_axis((_taps(b, a),), x, axis, "constant", 0.0, False, output, channel_axis, stream)


def sosfilt(sos, x, axis=-1, *, output=None, channel_axis=None, stream=None):
    """Filters causally along one axis with second-order sections, from a state of zero.

    Parameters
    ----------
    sos : sequence of sections
        Each of six numbers: three of the numerator, three of the denominator, as scipy.signal designs them.
    x, axis, output, channel_axis, stream
        See `lfilter`.

    Returns
    -------
    array
        Of the kind and shape of `x`.
    """
    sections = tuple(tuple(map(float, section)) for section in sos)
    if not sections or any(len(section) != 6 for section in sections):
        raise ValueError("sos must have one or more sections of 6 numbers")
    taps = tuple(_taps(section[:3], section[3:]) for section in sections)
    return _filter_axis(taps, x, axis, "constant", 0.0, False, output, channel_axis, stream)


def filtfilt(b, a, x, axis=-1, *, mode="reflect", cval=0.0, output=None, channel_axis=None, stream=None):
    """Filters along one axis forth and back, so that nothing is shifted.

    Parameters
    ----------
    b, a, x, axis, output, channel_axis, stream
        See `lfilter`.
    mode : str, optional
        Border: how `x` goes on without end. 'reflect' (default), 'mirror', 'nearest', 'wrap' or 'constant'.
    cval : float, optional
        Value outside of `x` if mode is 'constant'.

    Returns
    -------
    array
        Of the kind and shape of `x`.

    See Also
    --------
    scipy.signal.filtfilt : pads the ends, and differs near them.
    """
    return _filter_axis((_taps(b, a),), x, axis, mode, cval, True, output, channel_axis, stream)


def _taps(b, a):
    b, a = tuple(map(float, b)), tuple(map(float, a))
    if not a or a[0] == 0:
        raise ValueError(f"a is {a}; its first number must be there and not be 0")
    if a[0] != 1:
        b, a = tuple(tap / a[0] for tap in b), tuple(tap / a[0] for tap in a)
    return b, a


def _filter_axis(taps, x, axis, mode, cval, forth_and_back, output, channel_axis, stream):
    mode, cval = hashable_mode(mode), number_of(cval)

    def passes_of(shape, ndim, channels):
        return _along(taps, axis_of(axis, ndim, channels), mode, cval, forth_and_back, shape)

    return filter_array(passes_of, x, output, channel_axis, stream, "x", result_dtype=lambda elements: elements.signed)


@kept
def _along(taps, axis, mode, cval, forth_and_back, shape):
    specs = [None] * len(shape)
    specs[axis] = taps
    border = border_of(mode)

    def make(of_x, of_y, ddepth):
        return _engine(taps, of_x is not None, border, cval, forth_and_back, ddepth)

    return Passes(shape, specs, make)


@kept
def _engine(taps, along_rows, border, cval, forth_and_back, ddepth):
    passes = [cv2.cuda.RecursivePass(b, a) for b, a in taps]
    if forth_and_back:
        passes += [cv2.cuda.RecursivePass(b, a, True) for b, a in taps]
    filtered, other = cv2.cuda.RecursiveAxis(passes, border), cv2.cuda.RecursiveAxis()
    axis_x, axis_y = (filtered, other) if along_rows else (other, filtered)
    return made_by(cv2.cuda.createRecursiveFilter, axis_x, axis_y, (cval,) * 4, ddepth)
