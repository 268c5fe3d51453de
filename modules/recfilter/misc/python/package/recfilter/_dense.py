# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Filters with dense kernels: scipy.ndimage's names."""

import functools
import math
import numbers

import cv2
import numpy

from ._call import wrap, wrap_output
from ._dtypes import DEPTHS, FLOAT64, dtype_of, elements_of, is_dtype
from ._filter_array import (
    ComplexOutputError,
    LengthError,
    Passes,
    axes_of,
    axis_of,
    border_of,
    complex_dtype,
    each_axis,
    filter_array,
    hashable_mode,
    integers_of,
    made_by,
    number_of,
)
from ._holes import Holes
from ._host_array import HostArray
from ._kept import kept
from ._layout import grouping_of_axis, grouping_of_image

_PADDING = {  # borders as numpy.pad names them
    cv2.BORDER_REFLECT: "symmetric",
    cv2.BORDER_REFLECT_101: "reflect",
    cv2.BORDER_REPLICATE: "edge",
    cv2.BORDER_WRAP: "wrap",
    cv2.BORDER_CONSTANT: "constant",
}


def correlate(input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None, stream=None):
    """Sums of the elements around each element, times weights.

    Parameters
    ----------
    input : array
        As the input of `gaussian_filter`. GPU arrays take weights along one or two axes.
    weights : array
        Real or complex numbers, of as many dimensions as `input`, or as `axes` names. Up to four of them may be longer
        than 1, or have other axes between them. Longer ones than the input are accepted.
    output : array or dtype, optional
        Array that takes the result, or its dtype. Default: that of the input, float32 for bool, a complex one for
        complex weights.
    mode : str or sequence of str, optional
        Border: 'reflect' (default), 'mirror', 'nearest', 'wrap' or 'constant', one for all axes or one for each.
    cval : float, optional
        Value outside of the array where mode is 'constant'.
    origin : int or sequence of ints, optional
        Shift of the weights: 0 (default) puts element ``size // 2`` of the weights on the element of the input.
    axes : int or sequence of ints, optional
        Axes of the input to filter along. Default: all. Those of the weights belong to them in increasing order,
        `mode` and `origin` in the order given.
    stream : cv2.cuda.Stream, optional
        Where a GpuMat is filtered.

    Returns
    -------
    array
        Of the kind and shape of `input`. Integers are rounded and saturate: weights below 0 need a signed dtype as
        `output`, as ``numpy.float32``.

    Notes
    -----
    Sums are computed in double if `input` is float64, complex128 or integers of 32 bits and more, if the result has 64
    bits a real number, and with complex weights. All others are computed in float, and lose up to 1e-5 of the sum of
    ``|weight|`` times the largest element of the window. Results are rounded once; those of uint8 as uint8 are the
    rounded sums in double. Weights must be finite. A NaN or an infinity spoils what its window reaches.

    See Also
    --------
    scipy.ndimage.correlate : drops the fraction of integers, which wrap.
    cv2.cuda.createNonSeparableFilter : the filter that is used.

    Examples
    --------
    >>> import numpy, cv2
    >>> cv2.recfilter.correlate([[1.0, 2, 3, 4]], [[0.5, 0.5, 0]])
    array([[1. , 1.5, 2.5, 3.5]])
    """
    return _dense(input, weights, output, mode, cval, origin, axes, False, stream)


def convolve(input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None, stream=None):
    """Sums of the elements around each element, times mirrored weights.

    Parameters
    ----------
    input, weights, output, mode, cval, origin, axes, stream
        See `correlate`. `origin` shifts the other way.

    Returns
    -------
    array
        See `correlate`.

    Examples
    --------
    >>> import numpy, cv2
    >>> cv2.recfilter.convolve([[1.0, 2, 3, 4]], [[0.5, 0.5, 0]])
    array([[1.5, 2.5, 3.5, 4. ]])
    """
    return _dense(input, weights, output, mode, cval, origin, axes, True, stream)


def correlate1d(input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0, *, stream=None):
    """Sums of the elements before and behind each element along one axis, times weights.

    Parameters
    ----------
    input, output, mode, cval, origin, stream
        See `correlate`.
    weights : sequence of numbers
        One dimension.
    axis : int, optional
        Axis to filter along.

    Returns
    -------
    array
        See `correlate`.

    Examples
    --------
    >>> import cv2
    >>> cv2.recfilter.correlate1d([2, 8, 0, 4, 1, 9, 9, 0], weights=[1, 3])
    array([ 8, 26,  8, 12,  7, 28, 36,  9])
    """
    return _dense1d(input, weights, axis, output, mode, cval, origin, False, stream)


def convolve1d(input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0, *, stream=None):
    """Sums of the elements before and behind each element along one axis, times mirrored weights.

    Parameters
    ----------
    input, weights, axis, output, mode, cval, origin, stream
        See `correlate1d`.

    Returns
    -------
    array
        See `correlate`.

    Examples
    --------
    >>> import cv2
    >>> cv2.recfilter.convolve1d([2, 8, 0, 4, 1, 9, 9, 0], weights=[1, 3])
    array([14, 24,  4, 13, 12, 36, 27,  0])
    """
    return _dense1d(input, weights, axis, output, mode, cval, origin, True, stream)


def uniform_filter(
    input,
    size=3,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
    stream=None,
    mask=None,
    nan="propagate",
    fill=None,
):
    """Means of the elements around each element.

    Parameters
    ----------
    input, output, mode, cval, stream
        See `correlate`.
    size : int or sequence of ints, optional
        Lengths of the window, one for all axes or one for each.
    origin : int or sequence of ints, optional
        See `correlate`.
    axes : int or sequence of ints, optional
        Axes to filter along. Default: all.
    mask, nan, fill : optional
        See `gaussian_filter`. `fill` is the result where nothing is there.

    Returns
    -------
    array
        Of the kind and shape of `input`. Integers are rounded once.

    See Also
    --------
    scipy.ndimage.uniform_filter : drops the fraction of integers along each axis.

    Examples
    --------
    >>> import numpy, cv2
    >>> cv2.recfilter.uniform_filter(numpy.eye(3), 3).round(3)
    array([[0.556, 0.333, 0.111],
           [0.333, 0.333, 0.333],
           [0.111, 0.333, 0.556]])
    """
    size, origin = _integers(size, "size"), _integers(origin, "origin")
    if axes is not None:
        axes = integers_of(axes, "axes")
    mode = hashable_mode(mode)
    holes = Holes(input, mask, nan, fill, 1e-12)
    if holes:
        holes.refuse(_number(cval))

        def mean(array, _channels, dtype):
            return uniform_filter(array, size, dtype, mode, 0.0, origin, axes=axes)

        return holes.filter(mean, input, output, None, in_double=True)

    def passes_of(_weights, cval, shape, ndim, channels):
        return _means(size, origin, mode, cval, axes, shape, ndim, channels)

    return _filtered(passes_of, input, output, cval, stream)


def uniform_filter1d(input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0, *, stream=None):
    """Means of the elements before and behind each element along one axis.

    Parameters
    ----------
    input, output, mode, cval, origin, stream
        See `correlate`.
    size : int
        Length of the window.
    axis : int, optional
        Axis to filter along.

    Returns
    -------
    array
        Of the kind and shape of `input`. Integers are rounded.

    Examples
    --------
    >>> import cv2
    >>> cv2.recfilter.uniform_filter1d([2, 8, 0, 4, 1, 9, 9, 0], size=3)
    array([4, 3, 4, 2, 5, 6, 6, 3])
    """
    size, origin = _one_integer(size, "size"), _one_integer(origin, "origin")
    mode = hashable_mode(mode)

    def passes_of(_weights, cval, shape, ndim, channels):
        return _means(size, origin, mode, cval, (axis_of(axis, ndim, channels),), shape, ndim, channels)

    return _filtered(passes_of, input, output, cval, stream)


# Arguments


def _weights_of(weights):
    if isinstance(weights, numpy.ma.MaskedArray):
        raise TypeError("weights is a masked array; fill it first, see numpy.ma.filled")
    try:
        array = numpy.asarray(weights)
        if array.dtype.kind not in "biufc":
            raise TypeError
    except (TypeError, ValueError):
        raise TypeError(f"weights is {weights!r}; an array of numbers is accepted") from None
    if array.size == 0:
        raise ValueError(f"weights has shape {array.shape}; at least one element is needed")
    array = array.astype(numpy.complex128 if array.dtype.kind == "c" else numpy.float64)
    if not numpy.isfinite(array).all():
        raise ValueError("weights has a number that is not finite")
    return array


def _integers(value, name):
    try:
        return integers_of(value, name)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; an integer, or one for each axis, is accepted") from None


def _one_integer(value, name):
    try:
        number = integers_of(value, name)
    except TypeError:
        number = ()
    if isinstance(number, tuple):
        raise TypeError(f"{name} is {value!r}; an integer is accepted")
    return number


def _number(cval):
    """A float, or a complex number with an imaginary part."""
    if isinstance(cval, numbers.Complex) and not isinstance(cval, numbers.Real):
        return complex(cval) if cval.imag else float(cval.real)
    return number_of(cval)


def _anchor(shift, length):
    """The element of the weights that lies on the element of the input."""
    least, most = -(length // 2), (length - 1) // 2
    if not least <= shift <= most:
        raise ValueError(f"origin is {shift} where {length} elements are summed; {least} to {most} are accepted")
    return length // 2 + shift


def _dense1d(input, weights, axis, output, mode, cval, origin, mirrors, stream):
    weights = _weights_of(weights)
    if weights.ndim != 1:
        raise ValueError(f"weights has {weights.ndim} dimensions; 1 is accepted")
    return _dense(input, weights, output, mode, cval, _one_integer(origin, "origin"), None, mirrors, stream, axis)


def _dense(input, weights, output, mode, cval, origin, axes, mirrors, stream, axis=None):
    weights = _weights_of(weights)
    origin, mode = _integers(origin, "origin"), hashable_mode(mode)
    if axes is not None:
        axes = integers_of(axes, "axes")
    if numpy.iscomplexobj(weights):
        parts = weights.real, weights.imag if mirrors else -weights.imag  # as numpy.correlate
    else:
        parts = (weights,)

    def passes_of(taps, cval, shape, ndim, channels):
        along = axes if axis is None else (axis_of(axis, ndim, channels),)
        return sums(taps, weights.shape, origin, mode, cval, along, mirrors, shape, ndim, channels)

    return _filtered(passes_of, input, output, cval, stream, tuple(part.tobytes() for part in parts))


def _filtered(passes_of, input, output, cval, stream, weights=(None,)):
    """filter_array() with passes_of(weights, cval, ...); complex weights and values are real ones in parts."""
    cval = _number(cval)
    is_complex = isinstance(cval, complex)
    if len(weights) == 1 and not is_complex:
        if cval == 0 or not elements_of(wrap(input, "input").dtype, "input").is_complex:
            return filter_array(functools.partial(passes_of, weights[0], cval), input, output, None, stream)
    source = wrap(input, "input")
    if type(source) is not HostArray:
        raise TypeError(f"input is a {source.library}; with complex weights or cval NumPy arrays are accepted")
    array = source.array
    if elements_of(array.dtype, "input").is_complex:
        parts = (array.real, cval.real), (array.imag, cval.imag)
    elif is_complex:
        raise ValueError(f"cval is {cval} and input real; a real number is accepted")
    else:
        parts = ((array, cval),)
    values = numpy.zeros(array.shape, numpy.complex128)
    for i, (part, value) in enumerate(parts):
        for k, taps in enumerate(weights):
            sums = filter_array(functools.partial(passes_of, taps, value), part, FLOAT64, None, stream)
            values += (1, 1j, -1)[i + k] * sums
    return _stored(values, output, source)


def _stored(values, output, source):
    if output is None or is_dtype(output):
        promoted = numpy.promote_types(source.dtype, numpy.complex64)
        dtype = promoted if output is None else complex_dtype(dtype_of(output), 6)
        result = numpy.empty(values.shape, dtype)
    else:
        result = wrap_output(output, source).array
    if result.dtype.kind != "c":
        raise ComplexOutputError(f"output has dtype {result.dtype}; a complex dtype is needed")
    result[...] = values
    return result if output is None or is_dtype(output) else output


# Engines


@kept
def sums(taps, kernel_shape, origin, mode, cval, axes, mirrors, shape, ndim, channel_axis):
    """Passes of sums of an array with weights of kernel_shape, along `axes`."""
    axes = axes_of(axes, ndim, channel_axis)
    if len(kernel_shape) != len(axes):
        count = len(kernel_shape)
        raise LengthError(
            f"weights has {count} dimensions; {len(axes)} are needed, as input or axes has: weights.ndim ({count}) "
            f"must match len(axes) ({len(axes)})"
        )
    kernel, lengths = numpy.frombuffer(taps).reshape(kernel_shape), [1] * len(shape)
    anchors, borders = [0] * len(shape), [cv2.BORDER_REFLECT] * len(shape)
    origins, modes = each_axis(origin, axes, "origin"), each_axis(mode, axes, "mode")
    if mirrors:
        kernel = numpy.flip(kernel)
    for (axis, shift, name), length in zip(sorted(zip(axes, origins, modes)), kernel_shape):
        anchor = _anchor(shift, length)
        anchor = length - 1 - anchor if mirrors else anchor
        lengths[axis], anchors[axis], borders[axis] = length, anchor, border_of(name)
    if cv2.BORDER_CONSTANT not in borders:
        cval = 0.0
    return _Sums(shape, kernel.reshape(lengths), anchors, borders, cval)


@kept
def _means(size, origin, mode, cval, axes, shape, ndim, channel_axis):
    axes = axes_of(axes, ndim, channel_axis)
    specs = [None] * len(shape)
    sizes, origins, modes = (
        each_axis(value, axes, name) for value, name in ((size, "size"), (origin, "origin"), (mode, "mode"))
    )
    for axis, length, shift, name in zip(axes, sizes, origins, modes):
        if length < 1:
            raise ValueError(f"size is {size}; 1 and more are accepted")
        if length > 1:
            specs[axis] = length, _anchor(shift, length), border_of(name)
    if not any(spec and spec[2] == cv2.BORDER_CONSTANT for spec in specs):
        cval = 0.0
    # Longer ones go one axis after the other, as in SciPy: then modes may be given at once or in turn, to the last bit.
    fits = math.isfinite(cval) and all(spec is None or spec[0] <= n for spec, n in zip(specs, shape))

    def make(of_x, of_y, ddepth):
        (columns, x, border_x), (rows, y, border_y) = (of or (1, 0, cv2.BORDER_REFLECT) for of in (of_x, of_y))
        taps = numpy.full((rows, columns), 1 / (rows * columns))
        return _engine(taps.tobytes(), taps.shape, (y, x), (border_y, border_x), cval, False, ddepth)

    if fits:
        return Passes(shape, specs, make)
    return _Chain(
        _Sums(shape, *_along(axis, spec, len(shape)), cval) for axis, spec in enumerate(specs) if spec is not None
    )


def _along(axis, spec, ndim):
    """Kernel, anchors and borders of a mean along one axis."""
    length, anchor, border = spec
    before, after = (1,) * axis, (1,) * (ndim - 1 - axis)
    kernel = numpy.full((*before, length, *after), 1 / length)
    return kernel, [0] * axis + [anchor] + [0] * len(after), [border] * ndim


class _Engine:
    """A NonSeparableFilter of one kernel, called as the engines of recursive filters are."""

    def __init__(self, dense):
        self.dense = dense

    def apply(self, image, out, *stream):
        self.dense.apply(image, [out], *stream)


@kept
def _engine(taps, shape, anchors, borders, cval, valid, ddepth):
    params = cv2.cuda.NonSeparableParams()
    params.anchor, params.borderType = list(anchors), list(borders)
    params.borderValue, params.valid, params.ddepth = (cval,) * 4, valid, ddepth
    if valid:  # a Fourier transform would spread values outside that are not finite
        params.algorithm = cv2.cuda.CONVOLUTION_STRICT
    kernel = cv2.Mat(numpy.frombuffer(taps).reshape(shape), wrap_channels=False)
    names = ("kernels[0]", "weights"), ("borderValue", "cval"), ("params.", "")
    return _Engine(made_by(cv2.cuda.createNonSeparableFilter, [kernel], params, names=names))


class _Sums(Passes):
    """One pass of sums with a kernel that has as many axes as the array.

    Kernels along one or two axes filter images. Others filter volumes, with the axes joined along which they have the
    length 1. So do values outside that are not finite: the array is padded first.
    """

    def __init__(self, shape, kernel, anchors, borders, cval):
        self.shape, self.cval = shape, cval
        self.kernel, self.anchors, self.borders = kernel, anchors, borders
        axes = [axis for axis, length in enumerate(kernel.shape) if length > 1] or [len(shape) - 1]
        is_padded = self.is_padded = not math.isfinite(cval)
        grouping = None
        if len(axes) == 1 and not is_padded:
            grouping, is_y = grouping_of_axis(shape, axes[0])
            axes = (axes[0], None) if is_y else (None, axes[0])
        elif len(axes) == 2 and not is_padded:
            grouping = grouping_of_image(shape, *axes)
        self.is_image = grouping is not None
        if self.is_image:
            taps = [1 if axis is None else kernel.shape[axis] for axis in axes]
            at = [0 if axis is None else anchors[axis] for axis in axes]
            around = [cv2.BORDER_REFLECT if axis is None else borders[axis] for axis in axes]
            image_kernel = kernel.reshape(taps).tobytes(), tuple(taps), tuple(at), tuple(around), cval, False
            self.passes = [(image_kernel, None, grouping, None, {})]
        else:
            self.passes = [(None, None, (1, 1, 1, math.prod(shape), 1), None, {})]

    @staticmethod
    def make(kernel, _none, ddepth):
        return _engine(*kernel, ddepth)

    def run(self, source, result, arguments):
        if self.is_image:
            super().run(source, result, arguments)
            return
        if type(source) is not HostArray:
            what = f"a cval of {self.cval}" if self.is_padded else "weights along three or more axes"
            raise TypeError(f"{source.name} is a {source.library}; with {what} NumPy arrays are accepted")
        array = source.array
        anchors, borders = self.anchors, self.borders
        if self.is_padded:
            for axis, (length, anchor) in enumerate(zip(self.kernel.shape, anchors)):
                if length > 1:
                    around = [(0, 0)] * array.ndim
                    around[axis] = anchor, length - 1 - anchor
                    options = {"constant_values": self.cval} if borders[axis] == cv2.BORDER_CONSTANT else {}
                    array = numpy.pad(array, around, _PADDING[borders[axis]], **options)
        ddepth = -1 if source.dtype == result.dtype else DEPTHS[result.dtype]
        self._filter(array, result.array, self.kernel.shape, ddepth)

    def _filter(self, array, result, kernel_shape, ddepth):
        lengths, taps, at, around = _joined(array.shape, kernel_shape, self.anchors, self.borders)
        if len(lengths) > 4:
            if kernel_shape[-1] == 1:  # real and imaginary parts, say
                for i in range(array.shape[-1]):
                    self._filter(array[..., i], result[..., i], kernel_shape[:-1], ddepth)
                return
            raise ValueError(
                f"weights has shape {kernel_shape}, along {len(lengths)} axes if those of length 1 are joined; up "
                "to 4 are accepted"
            )
        key = (
            self.kernel.tobytes(),
            tuple(taps),
            tuple(at),
            tuple(around),
            0.0 if self.is_padded else self.cval,
            self.is_padded,
        )
        engine = _engine(*key, ddepth)
        image = cv2.Mat(numpy.ascontiguousarray(array).reshape(lengths), wrap_channels=False)
        made = engine.dense.apply(image)[0]
        result[...] = numpy.asarray(made).reshape(result.shape)


class _Chain(Passes):
    """Passes one after the other, each for arrays of the same shape."""

    def __init__(self, several):
        self.several = list(several)
        self.passes = [one for passes in self.several for one in passes.passes]

    def run(self, source, result, arguments):
        for passes in self.several:
            passes.run(source, result, arguments)
            source = result


def _joined(lengths, taps, anchors, borders):
    """Lengths, taps, anchors and borders with neighbouring axes of one tap joined, of two dimensions or more."""
    made = []
    for n, count, anchor, border in zip(lengths, taps, anchors, borders):
        if count == 1 and made and made[-1][1] == 1:
            made[-1][0] *= n
        else:
            made.append([n, count, anchor, border])
    while len(made) < 2:
        made.insert(0, [1, 1, 0, cv2.BORDER_REFLECT])
    return ([one[i] for one in made] for i in range(4))
