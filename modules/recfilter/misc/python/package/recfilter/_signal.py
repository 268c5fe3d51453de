# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Recursive filters along one axis: scipy.signal's names.

A filter is a list of stages, each a call of an engine: `_Recursion`, passes that the engine runs as a cascade, or
`_Taps`, a filter without feedback. All but the last stage give float64.
"""

import cmath
import math
import re
import sys

import cv2
import numpy

from ._call import wrap_input
from ._dense import sums
from ._dtypes import FLOAT32, FLOAT64, dtype_of, is_dtype, rounded_to
from ._filter_array import (
    ArrayPasses,
    axis_of,
    border_number_of,
    border_of,
    destination_of,
    filter_array,
    hashable_mode,
    made_by,
)
from ._host_array import HostArray, apply_to_array
from ._kept import kept
from ._states import BLOCK, state_matrices, states_of

_MOST_TAPS = 21  # of the numerator and of the denominator of one pass
_MOST_SECTIONS = 30  # of one engine: 64 numbers of state in each direction
_MOST_NUMBERS, _GROUP = 20, 5  # numbers of the state, and sections, that `States` describes
_COMPLEX128 = numpy.dtype(numpy.complex128)


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
        Of the kind and shape of `x`. With `zi` also the state behind the last sample: what `zi` has to be for the
        samples that follow. Blocks of a stream are then filtered as the whole signal is. It is float64 or complex128,
        or rounded to the precision of `x` and `zi` if both of them have another one, as in SciPy.

    Notes
    -----
    A NaN or an infinite sample spoils the samples behind it in its line, and no other line. Without feedback (one
    number in `a`) it reaches as far as `b`.

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

    def state_of(shape, axis):
        return _broadcast_state(zi, (*shape[:axis], order, *shape[axis + 1 :]), axis)

    def filtered(signal, wide, state, axis):
        return _filter_taps_from(b, a, signal, wide, state, axis)

    return _run_from_state(zi, state_of, filtered, x, axis, output, channel_axis, stream)


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

    count = len(sections)

    def state_of(shape, axis):
        shape = (count, *shape[:axis], 2, *shape[axis + 1 :])
        state = _state(zi)
        if state.shape != shape:
            raise ValueError(f"Invalid zi shape: zi has shape {state.shape}; {shape} is needed")
        return state

    def filtered(signal, wide, state, axis):
        behind, start = [], 0
        while start < count:
            group = sections[start : start + _GROUP]
            states = states_of(group)
            is_one = len(group) == 1 or not states.keep_digits(signal.shape[axis])
            group = group[:1] if is_one else group
            numbers = _joined_states(state[start : start + len(group)], axis)
            if is_one:
                signal, numbers = _filter_taps_from(*group[0], signal, wide, numbers, axis)
            else:
                signal, numbers = _filter_from(_stages_of_sections(group), states, signal, wide, numbers, axis)
            behind.append(_parted_states(numbers, axis))
            start += len(group)
        return signal, behind[0] if len(behind) == 1 else numpy.concatenate(behind)

    return _run_from_state(zi, state_of, filtered, x, axis, output, channel_axis, stream)


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
        'constant'. With feedback b and a have up to 21 taps. One read and one write of the array, on the GPU, too.
    cval : float, or complex for a complex x, optional
        Value outside of `x` if mode is 'constant'.

    Returns
    -------
    array
        Of the kind and shape of `x`. A NaN or an infinity spoils its line.

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
        Of the kind and shape of `x`. A NaN or an infinity spoils its line.

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
    if kind is numpy.ndarray and taps.ndim == 1 and taps.dtype is FLOAT64:
        return _numbers_of_bytes(taps.tobytes(), name)
    if (kind is list or kind is tuple) and _PLAIN.issuperset(map(type, taps)):
        try:
            if taps and math.isfinite(math.fsum(taps)):
                return tuple(map(float, taps))
        except (OverflowError, ValueError):  # by sums of large or infinite ones
            pass
    return _numbers_of_array(taps, name)


def _numbers_of_array(taps, name):
    array = numpy.atleast_1d(_real_array(taps, name))
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"{name} has shape {array.shape}; a number, or one dimension with one or more is needed")
    return tuple(array.tolist())


_PLAIN = {float, int}


@kept
def _numbers_of_bytes(values, name):
    """Of an array, by what it holds, so that a filter in use is not looked at again."""
    return _numbers_of_array(numpy.frombuffer(values) if values else numpy.zeros(0), name)


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
    if type(sos) is numpy.ndarray and sos.dtype is FLOAT64:
        return _sections_of_bytes(sos.tobytes(), sos.shape)
    return _sections_of_array(sos)


@kept
def _sections_of_bytes(values, shape):
    """See _numbers_of_bytes()."""
    return _sections_of_array(numpy.frombuffer(values).reshape(shape) if values else numpy.zeros(shape))


def _sections_of_array(sos):
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
        if border is _FORWARD and channel_axis is None and stream is None and type(x) is numpy.ndarray:
            dtype = x.dtype if output is None else output
            if _is_float(x.dtype) and _is_float(dtype) and type(axis) is int and x.flags.c_contiguous and x.size:
                # What filter_array() looks at would take as long as the filter of a short signal.
                result = numpy.empty(x.shape, dtype)
                _along(self, axis_of(axis, x.ndim, None), *_FORWARD, x.shape).filter(apply_to_array, x, result)
                return result
        directions, mode, cval = border
        mode, cval = hashable_mode(mode), border_number_of(cval)

        def passes_of(shape, ndim, channels, value):
            along = axis_of(axis, ndim, channels)
            return _along(self, along, directions, mode, value, shape)

        return filter_array(passes_of, x, output, channel_axis, stream, "x", result_dtype=_signed, cval=cval)


class _Taps:
    """A filter without feedback, as a dense kernel along the axis. In one direction, x goes on with zeros or with its
    first sample; forth and back, as any mode says."""

    def __init__(self, taps):
        self.taps = numpy.array(taps).tobytes()

    def run(self, x, axis, border, output, channel_axis, stream):
        directions, mode, cval = border
        if directions == _BOTH:
            mode, cval = hashable_mode(mode), border_number_of(cval)

            def both_of(shape, ndim, channels, value):
                along = axis_of(axis, ndim, channels)
                return _sums_forth_and_back(self.taps, along, mode, value, shape, ndim, channels)

            return filter_array(both_of, x, output, channel_axis, stream, "x", result_dtype=_signed, cval=cval)

        def passes_of(shape, ndim, channels):
            return _sums_of_taps(self.taps, axis_of(axis, ndim, channels), directions, mode, shape, ndim, channels)

        return filter_array(passes_of, x, output, channel_axis, stream, "x", result_dtype=_signed)


@kept
def _sums_of_taps(taps, axis, directions, mode, shape, ndim, channels):
    given = numpy.frombuffer(taps)
    taps = given[: max(shape[axis], 1)].copy()  # the others meet zeros, or what the last one of these meets
    if mode != "constant":
        mode = "nearest"
        taps[-1] += given[len(taps) :].sum()
    origin = (len(taps) - 1) // 2
    if directions == _BACKWARD:  # the mirror image
        origin = -(len(taps) // 2)
    else:
        taps = taps[::-1]
    return sums(taps.tobytes(), taps.shape, origin, mode, 0.0, (axis,), False, shape, ndim, channels)


@kept
def _sums_forth_and_back(taps, axis, mode, cval, shape, ndim, channels):
    taps = numpy.frombuffer(taps)
    both = numpy.convolve(taps, taps[::-1])
    return sums(both.tobytes(), both.shape, 0, mode, cval, (axis,), False, shape, ndim, channels)


_FORWARD = "forward", "constant", 0.0  # directions, mode, cval
_BACKWARD, _BOTH = "backward", "both"


@kept
def _stages_of_taps(b, a):
    if a[0] == 0:
        raise ValueError(f"a is {a}; its first number must not be 0")
    if a[0] != 1:
        b, a = tuple(tap / a[0] for tap in b), tuple(tap / a[0] for tap in a)
    b, a = _without_end(b), _without_end(a)
    if len(a) > _MOST_TAPS:
        raise ValueError(f"a has {len(a)} taps; 1 to {_MOST_TAPS} are accepted, more by sosfilt")
    if len(a) == 1:  # by engines of recursive filters a NaN or an infinity would reach all samples behind it
        return (_Taps(b),)
    if len(b) <= _MOST_TAPS:
        return (_Recursion(((b, a),)),)
    return _Taps(b), _Recursion((((1.0,), a),))


@kept
def _stages_of_sections(sections):
    taps = tuple((_without_end(b), _without_end(a)) for b, a in sections)
    starts = range(0, len(taps), _MOST_SECTIONS)
    return tuple(_Recursion(taps[i : i + _MOST_SECTIONS], (i, len(taps[i : i + _MOST_SECTIONS]))) for i in starts)


def _without_end(taps):
    """Without zeros at the end, but of one tap or more."""
    length = len(taps)
    while length > 1 and taps[length - 1] == 0:
        length -= 1
    return taps[:length]


# Engines


def _is_float(dtype):
    return dtype is FLOAT64 or dtype is FLOAT32


def _signed(elements):
    return elements.signed


@kept
def _along(recursion, axis, directions, mode, cval, shape):
    specs = [None] * len(shape)
    specs[axis] = recursion.taps
    border = border_of(mode)

    def make_along(dimensions, _specs, ddepth):
        return _engine(recursion.taps, recursion.sections, dimensions, directions, border, cval, ddepth)

    return ArrayPasses(shape, specs, make_along)


@kept
def _engine(taps, sections, dimensions, directions, border, cval, ddepth):
    passes = []
    if directions != _BACKWARD:
        passes += [cv2.cuda.RecursivePass(b, a) for b, a in taps]
    if directions in (_BACKWARD, _BOTH):
        passes += [cv2.cuda.RecursivePass(b, a, True) for b, a in taps]
    along = [cv2.cuda.RecursiveAxis(passes, border)]
    try:
        return made_by(cv2.cuda.createRecursiveFilter, dimensions, along, (cval,) * 4, ddepth)
    except ValueError as error:
        text = _in_our_names(str(error), sections)
        if "is unstable" in text and sections is None and max(len(a) for _, a in taps) > 3:
            text += f". If it was designed as a stable one, the rounding of a moved its poles: {_SECTIONS}"
        raise ValueError(text) from None


_SECTIONS = "sosfilt and sosfiltfilt take such filters as second-order sections"


def _in_our_names(text, sections):
    def name(found):
        if sections is None:
            return "b" if found[2] == "feedforward" else "a"
        first, count = sections
        return f"sos[{first + int(found[1]) % count}]"

    text = re.sub(r"axes\[0\]\.passes\[(\d+)\]\.(feedforward|feedback)", name, text).replace("borderValue", "cval")
    if "too close" in text:
        text = text.partition(". Give second-order sections")[0]
        text += f"; {_SECTIONS}"
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
    if state.shape == shape:
        return state
    if state.ndim != len(shape) or any(
        n != wanted and (n != 1 or i == axis) for i, (n, wanted) in enumerate(zip(state.shape, shape))
    ):
        raise ValueError(
            f"zi has shape {state.shape}; {shape} is needed, or 1 in place of other lengths than axis {axis}"
        )
    return numpy.broadcast_to(state, shape)


def _joined_states(state, axis):
    """Of sections in front with two numbers each along `axis`: all along it."""
    if state.ndim == 2:
        return state.reshape(-1)
    state = numpy.moveaxis(state, 0, axis)
    return state.reshape(*state.shape[:axis], 2 * state.shape[axis], *state.shape[axis + 2 :])


def _parted_states(state, axis):
    """The reverse of _joined_states()."""
    if state.ndim == 1:
        return state.reshape(-1, 2)
    state = state.reshape(*state.shape[:axis], state.shape[axis] // 2, 2, *state.shape[axis + 1 :])
    return numpy.ascontiguousarray(numpy.moveaxis(state, axis, 0))


def _run_from_state(zi, state_of, filtered, x, axis, output, channel_axis, stream):
    """(result, state behind the last sample) of filtered(array, float64 or complex128, state, axis), of that dtype."""
    source, elements, channels = wrap_input(x, channel_axis, "x")
    if type(source) is not HostArray:
        raise TypeError(f"x is a {source.library}; with zi NumPy arrays are accepted")
    if stream is not None:
        raise TypeError("stream is for a GpuMat")
    axis = axis_of(axis, len(source.shape), channels)
    state = state_of(source.shape, axis)
    wide, dtype = _COMPLEX128 if elements.is_complex else FLOAT64, elements.signed
    if state.dtype.kind == "c" and dtype.kind != "c":
        dtype = numpy.dtype(numpy.complex64 if dtype in (FLOAT32, numpy.float16) else numpy.complex128)
        wanted = dtype_of(output) if is_dtype(output) else getattr(output, "dtype", dtype)
        if output is not None and wanted.kind != "c":
            raise TypeError("output is real and zi complex; a complex dtype is needed")
    given, dtype = destination_of(output, source, elements, dtype)
    values, behind = filtered(source.array, wide, state, axis)
    if isinstance(zi, numpy.ndarray) and zi.dtype.kind in "fc" and zi.dtype not in (FLOAT64, _COMPLEX128):
        behind = behind.astype(numpy.result_type(elements.signed, zi.dtype, FLOAT32), copy=False)
    if given is not None:
        given.store(HostArray(values, "x"))
        return output, behind
    if values.dtype is not dtype:
        values = values.astype(dtype) if dtype.kind in "fc" else rounded_to(values, dtype)
    return values, behind


def _filter_taps_from(b, a, x, wide, state, axis):
    """_filter_from() or, where it would be slow or lose digits, _filter_long_from()."""
    stages = _stages_of_taps(b, a)
    if any(a[1:]) and max(len(b), len(a)) - 1 <= _MOST_NUMBERS:
        states = states_of(((b, a),))
        if states.keep_digits(x.shape[axis]):
            return _filter_from(stages, states, x, wide, state, axis)
    return _filter_long_from(b, a, x, wide, state, axis)


def _filter_from(stages, states, x, wide, state, axis):
    """Filters from a state by `States`: (result, state behind it), of dtype `wide` or, by a complex state, complex128.

    The result is that from a state of zero, plus what the state makes of a signal of zeros.
    """
    n = x.shape[axis]
    if n == 0 or not state.size:
        y = _run(stages, x, axis, _FORWARD, wide, None, None) if n else x.astype(wide)
        return (y.astype(_COMPLEX128) if state.dtype.kind == "c" else y), state.astype(numpy.result_type(wide, state))
    y = _run(stages, x, axis, _FORWARD, wide, None, None)
    if state.dtype.kind == "c" and wide.kind != "c":
        y = y.astype(_COMPLEX128)
    if x.ndim == 1 and states.take_line(n):
        return y, _continue_line(states, x, y, wide, state)
    before, lines = _columns(state, axis), _columns(y, axis)
    states.respond(lines, before)
    if states.of_last is not None and n > states.length:
        of_inputs, of_outputs = states.of_last
        last = len(of_inputs)
        inputs = _columns(_part(x, axis, slice(n - last, None)).astype(wide, copy=False), axis)
        behind = of_inputs.T @ inputs - of_outputs.T @ lines[..., n - last :, :]
    else:
        behind = states.behind(_columns(_part(x, axis, slice(-states.memory, None)), axis), wide, before, n)
        if n >= states.memory:  # a NaN stays in the outputs for longer
            behind = behind + 0 * lines[..., n - 1 :, :]
    if behind.ndim == 2:
        behind = behind.T
    return y, behind.reshape(state.shape)


def _continue_line(states, x, y, wide, state):
    """What _filter_from() does with results in general, for one line that States.respond_in_line() takes.

    Whole calls of 10,000 floats on a Zen 3: order 1 52 us instead of 65, slow poles of order 2 68 instead of 87.
    """
    states.respond_in_line(y, state)
    if states.has_faded:
        behind = states.gather @ x[len(x) - states.gather.shape[1] :].astype(wide, copy=False)
        return behind.astype(y.dtype, copy=False) if cmath.isfinite(y[-1]) else behind + 0 * y[-1]
    of_inputs, of_outputs = states.of_last
    first = len(x) - len(of_inputs)
    return of_inputs.T @ x[first:].astype(wide, copy=False) - of_outputs.T @ y[first:]


def _columns(array, axis):
    """(outer, samples, inner), or (samples, lines) if the axis is the last: a view of a contiguous array."""
    shape = array.shape
    if len(shape) == 1:
        return array[:, numpy.newaxis]
    if axis == len(shape) - 1:
        return array.reshape(math.prod(shape[:-1]), shape[-1]).T
    return array.reshape(math.prod(shape[:axis]), shape[axis], math.prod(shape[axis + 1 :]))


def _filter_long_from(b, a, x, wide, state, axis):
    """As _filter_from(), for a state of more numbers, or one whose tables lose digits, or a filter without feedback.

    The numbers of the state are what the next samples are still to get in front of 1/a, and the last inputs and outputs
    give those behind. So they agree with the outputs to the last bit, and errors are those of sample after sample.
    """
    order, n = max(len(b), len(a)) - 1, x.shape[axis]
    x = x.astype(wide, copy=False)
    is_recursive = any(a[1:])
    if not is_recursive:  # what follows the last sample is the state
        x = numpy.concatenate((x, numpy.zeros((*x.shape[:axis], order, *x.shape[axis + 1 :]), wide)), axis)
    length = x.shape[axis]
    is_in_parts = is_recursive and order <= 2 and n > BLOCK  # errors of a long one are smaller with the numerator
    if is_in_parts or not length:
        y = numpy.zeros_like(x)
    else:
        y = _numerator(b, a[0]).run(x, axis, _FORWARD, wide, None, None)
    if state.dtype.kind == "c":
        y = y.astype(_COMPLEX128, copy=False)
    waiting = _part(y, axis, slice(0, order))
    waiting += _part(state, axis, slice(0, length))
    if not is_recursive:
        return numpy.ascontiguousarray(_part(y, axis, slice(0, n))), _part(y, axis, slice(n, None)).copy()
    if n:
        y = _run(_stages_of_taps(a[:1], a), y, axis, _FORWARD, None, None, None)
    if is_in_parts:
        y += _run(_stages_of_taps(b, a), x, axis, _FORWARD, wide, None, None)
    lines, before = numpy.moveaxis(y, axis, -1), numpy.moveaxis(state, axis, -1)
    last = min(order, n)
    of_inputs, of_outputs = state_matrices(b, a, last)
    inputs = numpy.moveaxis(x, axis, -1)[..., n - last :].astype(wide, copy=False)
    behind = inputs @ of_inputs - lines[..., n - last :] @ of_outputs
    if order > n:
        behind = behind.astype(numpy.result_type(behind, state), copy=False)
        behind[..., : order - n] += before[..., n:]
    return y, numpy.moveaxis(behind, -1, axis)


@kept
def _numerator(b, scale):
    return _Taps(tuple(tap / scale for tap in b))


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
    has_taps = any(type(stage) is _Taps for stage in stages)  # in double
    if has_taps or len(stages) > 1 or dtype.kind in "fc" and dtype.itemsize >= (16 if dtype.kind == "c" else 8):
        wide = numpy.dtype(numpy.complex128) if elements.is_complex else FLOAT64
    array = source.as_type(wide).array
    padded = _padded(array, axis, n, length, padtype)
    # In place: fresh memory of the size of an image costs as much as the filter.
    values = _run(stages, padded, axis, ("forward", "nearest", 0.0), padded if length else None, None, None)
    _run(stages, values, axis, (_BACKWARD, "nearest", 0.0), values, None, None)
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
