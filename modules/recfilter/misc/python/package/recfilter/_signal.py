# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Recursive filters along one axis: scipy.signal's names.

A filter is a list of stages, each a call of an engine: `_Recursion`, passes that the engine runs as a cascade, or
`_Taps`, a filter without feedback that is too long for one. All but the last stage give float64.
"""

import math
import re
import sys

import cv2
import numpy

from ._call import wrap_input
from ._dense import correlate1d
from ._dtypes import FLOAT32, FLOAT64, dtype_of, is_dtype, rounded_to
from ._filter_array import (
    Passes,
    axis_of,
    border_of,
    destination_of,
    filter_array,
    hashable_mode,
    made_by,
    number_of,
)
from ._host_array import HostArray
from ._kept import kept

_MOST_TAPS = 21  # of the numerator and of the denominator of one pass
_MOST_SECTIONS = 30  # of one engine: 64 numbers of state in each direction
_SHORT_RESPONSE, _KEPT_RESPONSE = 1 << 10, 1 << 16  # samples


def lfilter(b, a, x, axis=-1, zi=None, *, output=None, channel_axis=None, stream=None):
    """Filters causally along one axis.

    Parameters
    ----------
    b, a : float or sequence of floats
        Numerator, of any number of taps, and denominator, 1 to 21 taps; ``a[0]`` must not be 0. Poles lie inside the
        unit circle, or on it: ``lfilter([1], [1, -1], x)`` adds up.
    x : array
        As the input of `gaussian_filter`. Complex numbers are filtered in two parts.
    axis : int, optional
        Axis to filter along.
    zi : array, optional
        State before the first sample of each line, as scipy.signal.lfilter_zi gives it: as long as the longer one of b
        and a less 1 along `axis`, and along other axes as long as `x`, or 1 for all lines. NumPy arrays only. Default:
        zeros, and no `zf` is returned. The states are computed in double, also for float32 arrays.
    output : array or dtype, optional
        Array that takes the result, or its dtype. Default: that of a float or complex input; float32 for bool and
        integers of up to 16 bits, else float64.
    channel_axis : int, optional
        Axis of channels; another than `axis`.
    stream : cv2.cuda.Stream, optional
        Where a GpuMat is filtered.

    Returns
    -------
    array, or (array, zf)
        Of the kind and shape of `x`. With `zi` also the state behind the last sample, float64 or complex128: what `zi`
        has to be for the samples that follow. Blocks of a stream are then filtered as the whole signal is.

    Notes
    -----
    A NaN or an infinite sample spoils the samples behind it in its line, and no other line.

    See Also
    --------
    sosfilt : for filters of high order. Their poles lie so close together that taps do not tell them apart.
    scipy.signal.lfilter : its result is float64 for taps of float64. It accepts filters that are unstable.

    Examples
    --------
    >>> import numpy, cv2
    >>> cv2.recfilter.lfilter([0.5], [1, -0.5], numpy.ones((1, 3)))
    array([[0.5  , 0.75 , 0.875]])
    >>> y, state = cv2.recfilter.lfilter(0.5, [1, -0.5], [1.0, 1.0], zi=[0.0])
    >>> cv2.recfilter.lfilter(0.5, [1, -0.5], [1.0], zi=state)[0]
    array([0.875])
    """
    b, a = _numbers(b, "b"), _numbers(a, "a")
    stages = _stages_of_taps(b, a)
    if zi is None:
        return _run(stages, x, axis, _FORWARD, output, channel_axis, stream)
    order = max(len(b), len(a)) - 1

    def filtered(signal, axis):
        shape = [1 if n is None else n for n in signal.shape]
        shape[axis] = order
        state = _broadcast_state(zi, tuple(shape), axis)
        return _filter_from((b, a, stages), signal, state, axis)

    return _run_from_state(filtered, x, axis, output, channel_axis, stream)


def sosfilt(sos, x, axis=-1, zi=None, *, output=None, channel_axis=None, stream=None):
    """Filters causally along one axis with second-order sections.

    Parameters
    ----------
    sos : sequence of sections
        Each of six numbers: three of the numerator, three of the denominator, as scipy.signal designs them. One
        section may be given alone.
    x, axis, output, channel_axis, stream
        See `lfilter`.
    zi : array, optional
        State before the first sample, as scipy.signal.sosfilt_zi gives it: of the shape of `x` with 2 along `axis`,
        and one more axis in front, of sections. NumPy arrays only.

    Returns
    -------
    array, or (array, zf)
        See `lfilter`.

    Examples
    --------
    >>> import numpy, cv2
    >>> cv2.recfilter.sosfilt([0.5, 0, 0, 1, -0.5, 0], numpy.ones(3))
    array([0.5  , 0.75 , 0.875])
    """
    sections = _sections(sos)
    if zi is None:
        return _run(_stages_of_sections(sections), x, axis, _FORWARD, output, channel_axis, stream)

    def filtered(signal, axis):
        shape = list(signal.shape)
        shape[axis] = 2
        states = _state(zi)
        if states.shape != (len(sections), *shape):
            raise ValueError(f"zi has shape {states.shape}; {(len(sections), *shape)} is needed")
        behind = []
        for (b, a), state in zip(sections, states):
            signal, last = _filter_from((b, a, _stages_of_taps(b, a)), signal, state, axis)
            behind.append(last)
        return signal, numpy.stack(behind)

    return _run_from_state(filtered, x, axis, output, channel_axis, stream)


def filtfilt(
    b,
    a,
    x,
    axis=-1,
    padtype="odd",
    padlen=None,
    method="pad",
    irlen=None,
    *,
    mode=None,
    cval=0.0,
    output=None,
    channel_axis=None,
    stream=None,
):
    """Filters along one axis forth and back, so that nothing is shifted.

    Parameters
    ----------
    b, a, x, axis, output, channel_axis, stream
        See `lfilter`. Poles lie inside the unit circle.
    padtype : str or None, optional
        How `x` goes on for `padlen` samples at both ends, as in SciPy: 'odd' (default), 'even', 'constant', or None for
        not at all. Beyond, the last value goes on without end. NumPy, CuPy and PyTorch arrays only.
    padlen : int, optional
        Less than the length of `x` along `axis`. Default: three times the longer one of b and a.
    method, irlen
        'pad' is accepted; SciPy's 'gust' is not.
    mode : str, optional
        Instead of `padtype`: an exact border. `x` goes on without end by 'reflect', 'mirror', 'nearest', 'wrap' or
        'constant', and b and a have up to 21 taps. One read and one write of the array, on the GPU, too.
    cval : float, optional
        Value outside of `x` if mode is 'constant'.

    Returns
    -------
    array
        Of the kind and shape of `x`.

    See Also
    --------
    sosfiltfilt : for filters of high order.

    Examples
    --------
    >>> import numpy, cv2
    >>> cv2.recfilter.filtfilt([0.5], [1, -0.5], numpy.arange(20.0))[:3].round(3)
    array([0.01 , 1.005, 2.003])
    >>> cv2.recfilter.filtfilt([0.5], [1, -0.5], numpy.arange(20.0), mode="reflect")[:3].round(3)
    array([1.  , 1.5 , 2.25])
    """
    if method != "pad":
        raise ValueError(f"method is {method!r}; 'pad' is accepted, or mode, which extends x without end")
    if irlen is not None:
        raise ValueError(f"irlen is {irlen!r}; it belongs to the method 'gust', which is not accepted")
    b, a = _numbers(b, "b"), _numbers(a, "a")
    stages = _stages_of_taps(b, a)
    if mode is not None:
        _check_no_padding(padtype, padlen)
        if len(stages) > 1:
            raise ValueError(f"b has {len(b)} taps; with mode up to {_MOST_TAPS} are accepted, with padtype any number")
        return _run(stages, x, axis, (_BOTH, mode, cval), output, channel_axis, stream)
    return _forth_and_back(stages, x, axis, padtype, padlen, max(len(b), len(a)), output, channel_axis, stream)


def sosfiltfilt(
    sos,
    x,
    axis=-1,
    padtype="odd",
    padlen=None,
    *,
    mode=None,
    cval=0.0,
    output=None,
    channel_axis=None,
    stream=None,
):
    """Filters along one axis forth and back with second-order sections, so that nothing is shifted.

    Parameters
    ----------
    sos : sequence of sections
        See `sosfilt`. Poles lie inside the unit circle.
    x, axis, output, channel_axis, stream
        See `lfilter`.
    padtype, padlen, mode, cval
        See `filtfilt`. Default of `padlen`: as in SciPy, three times the number of taps.

    Returns
    -------
    array
        Of the kind and shape of `x`.

    Examples
    --------
    >>> import numpy, cv2
    >>> cv2.recfilter.sosfiltfilt([[0.5, 0, 0, 1, -0.5, 0]], numpy.arange(20.0))[:3].round(3)
    array([0.01 , 1.005, 2.003])
    """
    sections = _sections(sos)
    stages = _stages_of_sections(sections)
    if mode is not None:
        _check_no_padding(padtype, padlen)
        if len(stages) > 1:
            raise ValueError(f"sos has {len(sections)} sections; with mode up to {_MOST_SECTIONS} are accepted")
        return _run(stages, x, axis, (_BOTH, mode, cval), output, channel_axis, stream)
    taps = 2 * len(sections) + 1
    taps -= min(sum(b[2] == 0 for b, _ in sections), sum(a[2] == 0 for _, a in sections))
    return _forth_and_back(stages, x, axis, padtype, padlen, taps, output, channel_axis, stream)


# Taps and sections


def _numbers(taps, name):
    """A tuple of floats, of one number or more."""
    kind = type(taps)
    if kind is numpy.ndarray and taps.ndim == 1 and taps.dtype == FLOAT64:
        plain = taps.tolist()
    else:
        plain = taps if kind is list or kind is tuple else ()
    if plain and all(
        type(tap) is float and math.isfinite(tap) or type(tap) is int and abs(tap) < 1e99 for tap in plain
    ):
        return tuple(map(float, plain))
    array = numpy.atleast_1d(_real_array(taps, name))
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"{name} has shape {array.shape}; a number, or one dimension with one or more is needed")
    return tuple(array.tolist())


def _real_array(values, name):
    """An array of finite float64."""
    if isinstance(values, numpy.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; fill it first, see numpy.ma.filled")
    try:
        array = numpy.asarray(values)
        kind = array.dtype.kind
        if kind in "OUS" or kind not in "biufc":
            raise TypeError
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {values!r}; numbers are accepted") from None
    if kind == "c":
        if array.imag.any():
            raise TypeError(f"{name} has complex numbers; real ones are accepted")
        array = array.real
    array = array.astype(numpy.float64)
    if not numpy.isfinite(array).all():
        raise ValueError(f"{name} is {values!r}; finite numbers are accepted")
    return array


def _sections(sos):
    """((b, a), ...) of three taps each."""
    array = _real_array(sos, "sos")
    if array.ndim not in (1, 2) or array.shape[-1] != 6 or array.size == 0:
        raise ValueError(f"sos has shape {array.shape}; one or more sections of 6 numbers are accepted")
    array = array.reshape(-1, 6)
    if not array[:, 3].all():
        raise ValueError("sos has a section whose fourth number is 0; sos[:, 3] should be all ones, or at least not 0")
    array /= array[:, 3:4]
    return tuple((tuple(section[:3]), tuple(section[3:])) for section in array.tolist())


class _Recursion:
    """Passes that an engine runs one after the other. `sections`: the numbers of the sections of sos, or None."""

    def __init__(self, taps, sections=None):
        self.taps, self.sections = taps, sections

    def run(self, x, axis, border, output, channel_axis, stream):
        directions, mode, cval = border
        mode, cval = hashable_mode(mode), number_of(cval)

        def passes_of(shape, ndim, channels):
            along = axis_of(axis, ndim, channels)
            return _along(self.taps, self.sections, along, directions, mode, cval, shape)

        return filter_array(passes_of, x, output, channel_axis, stream, "x", result_dtype=_signed)


class _Taps:
    """A filter without feedback, as a dense kernel along the axis; x goes on with zeros, or with its first sample."""

    def __init__(self, taps):
        self.taps = numpy.array(taps)

    def run(self, x, axis, border, output, channel_axis, stream):
        directions, mode, _ = border
        source, elements, channels = wrap_input(x, channel_axis, "x")
        axis = axis_of(axis, len(source.shape), channels)
        output = elements.signed if output is None else output
        n = source.shape[axis]
        taps = self.taps[: max(n, 1)]  # the others meet zeros
        origin = (len(taps) - 1) // 2
        if directions == _BACKWARD:  # the mirror image
            reach = -(len(taps) // 2)
        else:
            taps, reach = taps[::-1], origin
        if mode == "constant":
            return correlate1d(x, taps, axis, output, "constant", 0.0, reach, stream=stream)
        if n == 0:
            return x
        first = _part(x, axis, slice(n - 1, n) if directions == _BACKWARD else slice(0, 1))
        return correlate1d(x - first, taps, axis, output, "constant", 0.0, reach) + self.taps.sum() * first


class _Zeros:
    """All taps of the numerator are 0."""

    @staticmethod
    def run(x, axis, _border, output, channel_axis, stream):
        source, elements, channels = wrap_input(x, channel_axis, "x")
        axis_of(axis, len(source.shape), channels)
        given, dtype = destination_of(output, source, elements, elements.signed)
        if type(source) is not HostArray:
            raise ValueError("b is all 0; at least one tap must not be, but for NumPy arrays")
        result = given or source.new(source.shape, dtype)
        result.array[...] = 0
        return output if given else result.array


_FORWARD = "forward", "constant", 0.0  # directions, mode, cval
_BACKWARD, _BOTH = "backward", "both"


@kept
def _stages_of_taps(b, a):
    if a[0] == 0:
        raise ValueError(f"a is {a}; its first number must not be 0")
    if a[0] != 1:
        b, a = tuple(tap / a[0] for tap in b), tuple(tap / a[0] for tap in a)
    b, a = _without_end(b), _without_end(a)
    if not any(b):
        return (_Zeros(),)
    if len(a) > _MOST_TAPS:
        raise ValueError(f"a has {len(a)} taps; 1 to {_MOST_TAPS} are accepted, more by sosfilt")
    if len(b) <= _MOST_TAPS:
        return (_Recursion(((b, a),)),)
    return (_Taps(b), _Recursion((((1.0,), a),))) if len(a) > 1 else (_Taps(b),)


@kept
def _stages_of_sections(sections):
    taps = tuple((_without_end(b), _without_end(a)) for b, a in sections)
    if not all(any(b) for b, _ in taps):
        return (_Zeros(),)
    starts = range(0, len(taps), _MOST_SECTIONS)
    return tuple(_Recursion(taps[i : i + _MOST_SECTIONS], (i, len(taps[i : i + _MOST_SECTIONS]))) for i in starts)


def _without_end(taps):
    """Without zeros at the end, but of one tap or more."""
    length = len(taps)
    while length > 1 and taps[length - 1] == 0:
        length -= 1
    return taps[:length]


# Engines


def _signed(elements):
    return elements.signed


@kept
def _along(taps, sections, axis, directions, mode, cval, shape):
    specs = [None] * len(shape)
    specs[axis] = taps
    border = border_of(mode)

    def make(of_x, _of_y, ddepth):
        return _engine(taps, sections, of_x is not None, directions, border, cval, ddepth)

    return Passes(shape, specs, make)


@kept
def _engine(taps, sections, along_rows, directions, border, cval, ddepth):
    passes = []
    if directions != _BACKWARD:
        passes += [cv2.cuda.RecursivePass(b, a) for b, a in taps]
    if directions in (_BACKWARD, _BOTH):
        passes += [cv2.cuda.RecursivePass(b, a, True) for b, a in taps]
    filtered, other = cv2.cuda.RecursiveAxis(passes, border), cv2.cuda.RecursiveAxis()
    axis_x, axis_y = (filtered, other) if along_rows else (other, filtered)
    try:
        return made_by(cv2.cuda.createRecursiveFilter, axis_x, axis_y, (cval,) * 4, ddepth)
    except ValueError as error:
        raise ValueError(_in_our_names(str(error), sections)) from None


def _in_our_names(text, sections):
    def name(found):
        if sections is None:
            return "b" if found[2] == "feedforward" else "a"
        first, count = sections
        return f"sos[{first + int(found[1]) % count}]"

    text = re.sub(r"axis[XY]\.passes\[(\d+)\]\.(feedforward|feedback)", name, text).replace("borderValue", "cval")
    if "too close" in text:
        text += "; sosfilt and sosfiltfilt take such filters as second-order sections"
    if "on the unit circle are accepted" in text:
        text = text[: text.index(";")] + "; filters that run forth and back need poles inside the unit circle"
    return text


def _run(stages, x, axis, border, output, channel_axis, stream):
    if len(stages) > 1:
        _, elements, _ = wrap_input(x, None, "x")
        wide = numpy.complex128 if elements.is_complex else numpy.float64
        output = elements.signed if output is None else output
        for stage in stages[:-1]:
            x = stage.run(x, axis, border, wide, channel_axis, stream)
    return stages[-1].run(x, axis, border, output, channel_axis, stream)


# States


def _state(zi):
    if isinstance(zi, numpy.ma.MaskedArray):
        raise TypeError("zi is a masked array; fill it first, see numpy.ma.filled")
    try:
        state = numpy.asarray(zi)
        if state.dtype.kind not in "biufc":
            raise TypeError
    except (TypeError, ValueError):
        raise TypeError(f"zi is {zi!r}; an array of numbers is accepted") from None
    return state.astype(numpy.complex128 if state.dtype.kind == "c" else numpy.float64, copy=False)


def _broadcast_state(zi, shape, axis):
    state = _state(zi)
    if state.ndim != len(shape) or any(
        n != wanted and (n != 1 or i == axis) for i, (n, wanted) in enumerate(zip(state.shape, shape))
    ):
        raise ValueError(
            f"zi has shape {state.shape}; {shape} is needed, or 1 in place of other lengths than axis {axis}"
        )
    return numpy.broadcast_to(state, shape)


def _run_from_state(filtered, x, axis, output, channel_axis, stream):
    """(result, state behind the last sample) of filtered(array of float64 or complex128, axis)."""
    source, elements, channels = wrap_input(x, channel_axis, "x")
    if type(source) is not HostArray:
        raise TypeError(f"x is a {source.library}; with zi NumPy arrays are accepted")
    if stream is not None:
        raise TypeError("stream is for a GpuMat")
    axis = axis_of(axis, len(source.shape), channels)
    wide = source.array.astype(numpy.complex128 if elements.is_complex else numpy.float64, copy=False)
    values, behind = filtered(wide, axis)
    dtype = elements.signed
    if values.dtype.kind == "c" and dtype.kind != "c":  # by a complex state
        dtype = numpy.dtype(numpy.complex64 if dtype in (FLOAT32, numpy.float16) else numpy.complex128)
        wanted = dtype_of(output) if is_dtype(output) else getattr(output, "dtype", dtype)
        if output is not None and wanted.kind != "c":
            raise TypeError("output is real and zi complex; a complex dtype is needed")
    given, dtype = destination_of(output, source, elements, dtype)
    if given is None:
        return rounded_to(values, dtype), behind
    given.store(HostArray(values, "x"))
    return output, behind


def _filter_from(taps, x, state, axis):
    """Filters float64 or complex128 by direct form II transposed, from a state: (result, state behind it).

    The result is that from a state of zero, plus the response of 1/a to the numbers of the state, one a sample: in the
    transposed form the state is what the next samples are still to get.
    """
    b, a, stages = taps
    order, n = max(len(b), len(a)) - 1, x.shape[axis]
    y = _run(stages, x, axis, _FORWARD, None, None, None) if n else x.copy()
    if numpy.iscomplexobj(state) and not numpy.iscomplexobj(y):
        y = y.astype(numpy.complex128)
    lines, before = numpy.moveaxis(y, axis, -1), numpy.moveaxis(state, axis, -1)
    if n and state.any():
        response = _response(a, n)
        for i in range(min(order, n)):
            reach = min(n - i, len(response))
            lines[..., i : i + reach] += before[..., i : i + 1] * response[:reach]
    last = min(order, n)
    of_inputs, of_outputs = _state_matrices(b, a, last)
    inputs = numpy.moveaxis(x, axis, -1)[..., n - last :]
    behind = inputs @ of_inputs - lines[..., n - last :] @ of_outputs
    if order > n:
        behind = behind.astype(numpy.result_type(behind, state), copy=False)
        behind[..., : order - n] += before[..., n:]
    return y, numpy.moveaxis(behind, -1, axis)


@kept
def _state_matrices(b, a, last):
    """What the last inputs and outputs give to the state behind them: number i of it gets b[i + 1] times the last
    input, b[i + 2] times the one before, and so on, less the same of a and the outputs."""
    order = max(len(b), len(a)) - 1
    made = []
    for taps in (b, a):
        matrix = numpy.zeros((last, order))
        for i in range(last):
            shifted = taps[last - i :]
            matrix[i, : len(shifted)] = shifted
        made.append(matrix / a[0])
    return made


def _response(a, n):
    """The first n samples of the impulse response of 1/a; fewer if the others are next to nothing."""
    length = _SHORT_RESPONSE
    while True:
        response = _kept_response(a, length)
        if n <= length or len(response) < length:
            return response[:n]
        length *= 4
        if length > _KEPT_RESPONSE:
            return _response_of(a, n)


def _response_of(a, n):
    impulse = numpy.zeros(n)
    impulse[0] = a[0]
    response = _run(_stages_of_taps((1.0,), a), impulse, 0, _FORWARD, None, None, None)
    size = numpy.abs(response)
    (present,) = numpy.nonzero(size > 1e-40 * size.max())
    return response[: present[-1] + 1]


_kept_response = kept(_response_of)


# Forth and back with padding


def _check_no_padding(padtype, padlen):
    if padtype != "odd":
        raise ValueError(f"padtype is {padtype!r} and mode is given; one of the two is accepted")
    if padlen is not None:
        raise ValueError(f"padlen is {padlen!r} and mode is given; one of the two is accepted")


def _forth_and_back(stages, x, axis, padtype, padlen, taps, output, channel_axis, stream):
    """SciPy's way: pads, filters forth from the steady state of the first value, and back from that of the last."""
    if padtype not in ("odd", "even", "constant", None):
        raise ValueError(f"padtype is {padtype!r}; 'odd', 'even', 'constant' and None are accepted")
    source, elements, channels = wrap_input(x, channel_axis, "x")
    if not source.has_arithmetic or source.library.startswith("cv2"):
        raise TypeError(f"x is a {source.library}, which is not padded; mode='reflect' and other modes take it")
    axis = axis_of(axis, len(source.shape), channels)
    given, dtype = destination_of(output, source, elements, elements.signed)
    n = source.shape[axis]
    length = _pad_length(padtype, padlen, 3 * taps, n)
    # In floats that hold the padding, and at least as wide as the result.
    wide = elements.signed if elements.signed != numpy.float16 else FLOAT32
    if len(stages) > 1 or dtype.kind in "fc" and dtype.itemsize >= (16 if dtype.kind == "c" else 8):
        wide = numpy.dtype(numpy.complex128) if elements.is_complex else FLOAT64
    array = source.as_type(wide).array
    padded = _padded(array, axis, n, length, padtype)
    values = _run(stages, padded, axis, ("forward", "nearest", 0.0), None, None, None)
    values = _run(stages, values, axis, (_BACKWARD, "nearest", 0.0), None, None, None)
    if length:
        values = _part(values, axis, slice(length, length + n))
    if given is None and values.dtype == array.dtype and dtype == wide:
        return values
    result = given or source.new(source.shape, dtype)
    result.store(type(source).of(values))
    return output if given else source.result_of(result, ())


def _pad_length(padtype, padlen, default, n):
    if padtype is None:
        length = 0
    elif padlen is None:
        length = default
    else:
        length = padlen
        if not isinstance(padlen, (int, numpy.integer)) or isinstance(padlen, bool):
            raise TypeError(f"padlen is {padlen!r}; an integer is accepted")
        if padlen < 0:
            raise ValueError(f"padlen is {padlen}; 0 and more are accepted")
    if n <= length:
        raise ValueError(f"padlen is {length} and x has {n} samples along the axis; less than that are accepted")
    return int(length)


def _part(array, axis, part):
    return array[(slice(None),) * axis + (part,)]


def _padded(array, axis, n, length, padtype):
    if length == 0:
        return array
    first, last = _part(array, axis, slice(0, 1)), _part(array, axis, slice(n - 1, n))
    if padtype == "constant":
        before, after = _part(array, axis, [0] * length), _part(array, axis, [n - 1] * length)
    else:
        before = _part(array, axis, list(range(length, 0, -1)))
        after = _part(array, axis, list(range(n - 2, n - 2 - length, -1)))
        if padtype == "odd":
            before, after = 2 * first - before, 2 * last - after
    library = sys.modules[type(array).__module__.partition(".")[0]]
    join = getattr(library, "cat", None) or library.concatenate  # PyTorch's name, and NumPy's and CuPy's
    return join((before, array, after), axis)
