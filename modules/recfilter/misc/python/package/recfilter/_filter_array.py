# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""What the filters have in common: their arguments, and separable filters over arrays of any dimension and dtype.

A filter is described by `Passes`: what is done along each axis, and how engines of cv2 are made. filter_array()
promotes dtypes, runs the passes, and rounds.
"""

import functools
import math
import numbers
import operator
import warnings

import cv2
import numpy

from ._call import one_axis, run, stream_arguments, wrap_input, wrap_output
from ._device_array import run_on_device
from ._dtypes import DEPTHS, FLOAT32, FLOAT64, FLOATS, dtype_of, elements_of, is_dtype
from ._host_array import HostArray, apply_to_array
from ._layout import MAX_INTERLEAVED, grouping_of_axis, grouping_of_image, has_many_small_images

MODES = {
    "reflect": cv2.BORDER_REFLECT,
    "grid-mirror": cv2.BORDER_REFLECT,
    "mirror": cv2.BORDER_REFLECT_101,
    "nearest": cv2.BORDER_REPLICATE,
    "wrap": cv2.BORDER_WRAP,
    "grid-wrap": cv2.BORDER_WRAP,
    "constant": cv2.BORDER_CONSTANT,
    "grid-constant": cv2.BORDER_CONSTANT,
}
_LARGE = 1 << 1000  # what float() takes
MAX_DIMENSIONS = 8  # of arrays that engines take
# Of the last axis as channels: 5 to 7 times as fast as columns at 8, 1.8 times at 32, no faster at 64.
_MOST_CHANNELS = 32


class Passes:
    """A separable filter of arrays of one shape, image by image.

    specs: for each axis of the array what is done along it, or None
    make(of_x, of_y, ddepth): the engine that filters rows (x) and columns (y) by two specs, either may be None. Must
        be kept between calls, see _kept.py
    in_double: whether arrays are filtered as float64
    has_sign: whether results may be negative where the input is not, so that unsigned ones are rounded from floats
    """

    in_double = has_sign = False

    def __init__(self, shape, specs, make):
        self.shape, self.specs, self.make = shape, specs, make

    @functools.cached_property
    def passes(self):
        """For each pass what is done along x and y, the images, the axis if it is one alone, and engines by depth."""
        passes, axes = [], _filtered_axes(self.specs)
        while axes:
            x = axes.pop()
            if axes:
                grouping = grouping_of_image(self.shape, axes[-1], x)
                if grouping is not None and not has_many_small_images(grouping):
                    passes.insert(0, (self.specs[x], self.specs[axes.pop()], grouping, None, {}))
                    continue
            grouping, is_y = grouping_of_axis(self.shape, x)
            of_x, of_y = (None, self.specs[x]) if is_y else (self.specs[x], None)
            passes.insert(0, (of_x, of_y, grouping, x, {}))
        return passes

    def count(self):
        """The number of passes over an array."""
        return len(self.passes)

    def takes(self, result):
        """Whether an array can be filtered into as it is."""
        return all(result.takes(grouping) for _, _, grouping, _, _ in self.passes)

    def run(self, source, result, arguments):
        """Filters from one array into another: of the same dtype, or, into floats, of any that the engines take."""
        for of_x, of_y, grouping, axis, engines in self.passes:
            if source.is_image and axis is not None:  # a GpuMat keeps its rows and columns
                of_axis = of_y if of_x is None else of_x
                of_x, of_y = (of_axis, None) if axis else (None, of_axis)
                engines = engines.setdefault("of images", {})
            ddepth = _result_depth(source.dtype, result.dtype)
            apply = engines.get(ddepth)
            if apply is None:
                apply = engines[ddepth] = _apply(self.make(of_x, of_y, ddepth).apply)
            run(apply, source, (result,), (grouping, grouping), arguments)
            source = result


def _filtered_axes(specs):
    return [axis for axis, spec in enumerate(specs) if spec is not None]


def _result_depth(of_source, of_result):
    return -1 if of_source is of_result or of_source == of_result else DEPTHS[of_result]


def _apply(apply):
    return lambda image, outs, stream: apply(image, outs[0], *stream)


class ArrayPasses:
    """A separable recursive filter of arrays of one shape, which engines take as they are.

    make_along(dimensions, specs, ddepth): the engine along some dimensions of an array, each by a spec. Must be kept
    one_by_one: the axes in the order in which they are filtered, each by a call of its own. Otherwise one call
    specs, in_double, has_sign: as those of `Passes`
    """

    in_double = has_sign = False

    def __init__(self, shape, specs, make_along, one_by_one=None):
        self.shape, self.specs, self.make_along = shape, specs, make_along
        ndim = len(shape)
        least = 5 if 3 < ndim <= MAX_DIMENSIONS else 1  # engines join up to 4 of their own; of three axes cv2 does
        most = _MOST_CHANNELS if ndim <= MAX_DIMENSIONS else MAX_INTERLEAVED
        self._has_channels = ndim > 2 and specs[-1] is None and least <= shape[-1] <= most
        axes = tuple(_filtered_axes(specs))
        calls = [(axis,) for axis in one_by_one if axis in axes] if one_by_one else [axes] if axes else []
        self._calls = [(axes, self._dense_axes(axes), {}) for axes in calls]

    def _dense_axes(self, axes):
        """For each axis whether its step must be the length of what is behind it.

        A pass joins neighbouring axes that it does not filter. With gaps it rounds otherwise, and filters few elements
        side by side, which takes longer than a copy.
        """
        last = axes[-1]
        is_last = last == len(self.shape) - 1 - self._has_channels
        if is_last or not self._has_channels and math.prod(self.shape[last + 1 :]) <= 4:
            passes = [axes[-2:], *((axis,) for axis in axes[:-2])]  # an image with channels, then columns
            lines = range(last, len(self.shape))
        else:
            passes, lines = [(axis,) for axis in axes], range(len(self.shape) - 1 - self._has_channels, len(self.shape))
        joined = [any(i not in one and i + 1 not in one for one in passes) for i in range(len(self.shape))]
        return [i in lines or joined[i] for i in range(len(self.shape))]

    def count(self):
        """The number of passes over an array."""
        return len(self._calls)

    @staticmethod
    def takes(result):
        """Whether an array can be filtered into as it is."""
        return result.takes_values()

    def run(self, source, result, arguments):
        """As Passes.run()."""
        if type(source) is HostArray:
            self.filter(apply_to_array, source.array, result.array)
        else:
            self.filter(run_on_device, source, result, arguments)

    def filter(self, run_engine, array, result, *arguments):
        """Filters one array into another, each by a call of run_engine(engine, array, result, ...)."""
        if len(self.shape) - self._has_channels > MAX_DIMENSIONS:
            raise ValueError(f"the array has {len(self.shape)} dimensions; up to {MAX_DIMENSIONS} are accepted")
        ddepth = _result_depth(array.dtype, result.dtype)
        for axes, dense, engines in self._calls:
            engine = engines.get(ddepth)
            if engine is None:
                specs = tuple(self.specs[axis] for axis in axes)
                axes = (1,) if len(self.shape) == 1 else axes  # a row
                engine = engines[ddepth] = self.make_along(axes, specs, ddepth)
            run_engine(engine, array, result, dense, self._has_channels, *arguments)
            array, ddepth = result, -1


def filter_array(passes_of, input, output, channel_axis, stream, name="input", *, result_dtype=None, cval=None):
    """Filters `input` with passes_of(shape, ndim, channel_axis), which gives `Passes` or raises.

    `cval`, if given, is the value outside the array as from border_number_of(); passes_of has it, or that of the real
    or imaginary part, as a fourth argument.

    `shape` may have one more axis than the input's `ndim`, of real and imaginary parts; it is never filtered.
    The result has the dtype that `output` names or has. Else it is that of the input, as `Elements.kept` says, or
    result_dtype(elements of the input).
    """
    source, elements, channel_axis = wrap_input(input, channel_axis, name)
    if isinstance(cval, complex) and not elements.is_complex:
        raise TypeError(f"cval is {cval!r}; a real number is accepted for a {source.library} of dtype {source.dtype}")
    given, dtype = destination_of(output, source, elements, result_dtype(elements) if result_dtype else elements.kept)
    shape = source.shape
    if cval and elements.is_complex:  # the parts meet different values
        passes = [passes_of(shape, len(shape), channel_axis, value) for value in (cval.real, cval.imag)]
    else:
        values = () if cval is None else (cval,)
        passes = passes_of((*shape, 2) if elements.is_complex else shape, len(shape), channel_axis, *values)
    arguments = stream_arguments(source, stream)
    if 0 in shape:
        source.refuse_empty()
        return output if given else source.result_of(source.new(shape, dtype), arguments)
    if isinstance(passes, list):
        made = _filtered_in_parts(passes, source, elements, given, dtype, arguments)
    else:
        made = _filtered(passes, source, elements, given, dtype, arguments)
    return output if given else source.result_of(made, arguments)


def destination_of(output, source, elements, default):
    """(The array that takes the result, or None, and its dtype.)"""
    if elements.is_complex and not source.has_arithmetic:
        raise TypeError(f"{source.name} has dtype {source.dtype}; a {source.library} of real numbers is accepted")
    if output is None:
        return None, default
    if is_dtype(output):
        dtype = dtype_of(output)
        return None, complex_dtype(dtype, 5) if elements.is_complex else dtype
    given = wrap_output(output, source)
    if elements.is_complex and given.dtype.kind != "c":
        raise ComplexOutputError(
            f"output has dtype {given.dtype} and {source.name} {source.dtype}; a complex dtype is needed"
        )
    return given, given.dtype


def complex_dtype(dtype, stack_level):
    """The dtype, or, with a warning as in SciPy, the complex one that holds it."""
    if dtype.kind == "c":
        return dtype
    promoted = numpy.promote_types(dtype, numpy.complex64)
    warnings.warn(f"promoting specified output dtype to complex: {dtype} to {promoted}", stacklevel=stack_level)
    return promoted


class ComplexOutputError(TypeError, RuntimeError):
    """A real array given for a complex result: a TypeError, and a RuntimeError as in SciPy."""


def _filtered(passes, source, elements, given, dtype, arguments):
    """The result: `given`, or a new array."""
    working = FLOAT64 if passes.in_double else elements.working
    is_complex = elements.is_complex
    count = passes.count()
    same = (dtype is working or dtype == working) and not (passes.has_sign and dtype.kind == "u")
    one = count == 1
    # Several passes from float64 to float32 would round in between.
    if count and not is_complex and (dtype in FLOATS or one and same) and (one or same or working != FLOAT64):
        if given is None or passes.takes(given):
            result = given or source.new(source.shape, dtype)
            passes.run(source.as_type(working, arguments), result, arguments)
            return result
    # In floats of its own, which then are rounded or copied.
    is_wide = working == FLOAT64 or dtype.itemsize >= (16 if dtype.kind == "c" else 8)
    floats = FLOAT64 if is_wide else FLOAT32
    if count:
        read = (source.parts() if is_complex else source).as_type(working, arguments)
        values = source.new(read.shape, floats)
        passes.run(read, values, arguments)
        if is_complex:
            values = values.joined()
    else:
        values = source if is_complex or dtype == source.dtype else source.as_type(floats, arguments)
    if given is None:
        if count and values.dtype == dtype:
            return values
        given = source.new(source.shape, dtype)
    given.store(values, arguments, scratch=count > 0)
    return given


def _filtered_in_parts(passes_of_parts, source, elements, given, dtype, arguments):
    """As _filtered(), with passes for the real and others for the imaginary part."""
    parts = source.parts().array
    floats = FLOAT64 if elements.working == FLOAT64 or dtype.itemsize >= 16 else FLOAT32
    values = source.new((*source.shape, 2), floats)
    for i, passes in enumerate(passes_of_parts):
        part = source.of(parts[..., i])
        made = _filtered(passes, part, elements_of(part.dtype, "input"), None, floats, arguments)
        source.of(values.array[..., i]).store(made, arguments)
    values = values.joined()
    if given is None:
        if values.dtype == dtype:
            return values
        given = source.new(source.shape, dtype)
    given.store(values, arguments, scratch=True)
    return given


def border_of(mode, modes=MODES):
    """The border that a mode names: SciPy's name, or one of cv2.BORDER_*."""
    try:
        return modes[mode]
    except (KeyError, TypeError):
        pass
    if isinstance(mode, int) and not isinstance(mode, bool) and mode & ~cv2.BORDER_ISOLATED in MODES.values():
        return mode & ~cv2.BORDER_ISOLATED  # what lies around a view is never read
    raise ValueError(f"mode is {mode!r}; {', '.join(modes)} are accepted")


def hashable_mode(mode):
    """A mode, or a tuple of modes, as a key of kept filters: 1 and True must not be taken for each other."""
    if type(mode) is str:
        return mode
    if isinstance(mode, numpy.ndarray):
        mode = mode.tolist()
    if isinstance(mode, (list, tuple)):
        return tuple(one if type(one) is str else border_of(one) for one in mode)
    try:
        hash(mode)
    except TypeError:
        border_of(mode)  # raises
    return mode


def number_of(value, name="cval"):
    """A float."""
    kind = type(value)
    if kind is float:
        return value
    if isinstance(value, complex) and not value.imag:
        return value.real
    if not isinstance(value, numbers.Real):
        if not (isinstance(value, numpy.ndarray) and value.ndim == 0 and value.dtype.kind in "iufb"):
            raise TypeError(f"{name} is {value!r}; a number is accepted")
        value = value[()]
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} is too large for a float") from None


def border_number_of(cval):
    """A value outside an array: a float, or a complex number with an imaginary part."""
    if isinstance(cval, numpy.ndarray) and cval.ndim == 0:
        cval = cval[()]
    if isinstance(cval, numbers.Complex) and not isinstance(cval, numbers.Real):
        return complex(cval) if cval.imag else float(cval.real)
    return number_of(cval)


def border_value(cval):
    return (number_of(cval),) * 4  # the same in all channels


def floats_of(value, name):
    """A float, or a tuple of floats."""
    kind = type(value)
    if kind is float:
        return value
    if kind is int and -_LARGE < value < _LARGE:
        return float(value)
    return _values(value, name, numbers.Real, number_of)


def integers_of(value, name):
    """An int, or a tuple of ints. Floats are refused, whole ones too."""
    return value if type(value) is int else _values(value, name, numbers.Integral, _integer_of)


def _integer_of(value, _name):
    return operator.index(value)


def _values(value, name, kind, convert):
    values = value
    if isinstance(value, numpy.ndarray) and value.ndim == 1:
        values = value.tolist()
    is_sequence = isinstance(values, (list, tuple, range))
    try:
        made = tuple(convert(one, name) for one in (values if is_sequence else (values,)))
    except TypeError:
        shown = tuple(values) if is_sequence else values
        why = ", as others cannot be interpreted as an integer" if kind is numbers.Integral else ""
        raise TypeError(f"{name} is {shown!r}; numbers of kind {kind.__name__} are accepted{why}") from None
    return made if is_sequence else made[0]


def axes_of(axes, ndim, channel_axis):
    """The axes to filter along, each once, from 0 on: those given, or all but the channels'."""
    allowed = tuple(axis for axis in range(ndim) if axis != channel_axis)
    if axes is None:
        return allowed
    given = axes if isinstance(axes, tuple) else (axes,)
    normal = tuple(axis + ndim if axis < 0 else axis for axis in given)
    if not set(normal) <= set(allowed):
        raise ValueError(f"axes is {axes}, out of range; different axes out of {allowed} are accepted")
    if len(set(normal)) < len(normal):
        raise ValueError(f"axes is {axes}; different axes out of {allowed} are accepted, axes must be unique")
    return normal


def axis_of(axis, ndim, channel_axis, name="axis"):
    """The axis to filter along, from 0 on."""
    number = one_axis(axis, ndim, name, f"the array has {ndim} dimensions")
    if number == channel_axis:
        raise ValueError(f"{name} is {axis}, which is the axis of the channels")
    return number


class LengthError(ValueError, RuntimeError):
    """A sequence of the wrong length: a ValueError, and a RuntimeError as in SciPy."""


def each_axis(value, axes, name):
    """One value for each axis."""
    values = value if isinstance(value, tuple) else (value,) * len(axes)
    if len(values) != len(axes):
        raise LengthError(
            f"{name} has {len(values)} values; one, or {len(axes)} for the axes {axes}, are accepted: a sequence "
            "argument must have length equal to input rank, or to that of axes"
        )
    return values


def made_by(create, *arguments, names=()):
    """An object of cv2. What cv2 refuses becomes a ValueError with the names of the caller's arguments."""
    try:
        return create(*arguments)
    except cv2.error as error:
        text = error.err or str(error)
        for theirs, ours in names:
            text = text.replace(theirs, ours)
        raise ValueError(text) from None
