# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""What the filters have in common: border modes, axes, the dtype of the result, and the call."""

import numbers

import cv2
import numpy

from ._call import run, wrap_input, wrap_output
from ._dtypes import DEPTHS, FLOAT32, FLOAT64, is_dtype, names_of

FILTERED = {numpy.dtype(name): None for name in ("uint8", "uint16", "int16", "float16", "float32", "float64")}
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


def border_of(mode):
    try:
        return MODES[mode]
    except (KeyError, TypeError):
        raise ValueError(f"mode is {mode!r}; {', '.join(MODES)} are accepted") from None


def border_value(cval):
    if not isinstance(cval, numbers.Real):
        raise TypeError(f"cval is {cval!r}; a number is accepted")
    return (cval,) * 4  # the same in all channels


def image_axes(ndim, channel_axis):
    """The axes along which an image is filtered: (columns, rows), or (line,)."""
    return tuple(axis for axis in range(ndim) if axis != channel_axis)


def ddepth_of(dtype, source_dtype):
    return -1 if dtype == source_dtype else DEPTHS[dtype]


def filter_array(make, input, output, channel_axis, stream, name="input", default_dtype=None):
    """Filters `input` with make(ndim, channel_axis, ddepth).

    The result has the dtype that `output` names, else `default_dtype(dtype of input)`, else that of the input.
    """
    source, channel_axis = wrap_input(input, FILTERED, channel_axis, name=name)
    given = None
    if output is None:
        dtype = default_dtype(source.dtype) if default_dtype else source.dtype
    elif is_dtype(output):
        dtype = numpy.dtype(output)
    else:
        given = wrap_output(output, source)
        dtype = given.dtype
    if dtype not in (source.dtype, FLOAT32, FLOAT64):
        accepted = names_of(dict.fromkeys((source.dtype, FLOAT32, FLOAT64)))
        raise TypeError(f"output has dtype {dtype}; with {name} of dtype {source.dtype} {accepted} are accepted")
    recursive = make(len(source.shape), channel_axis, ddepth_of(dtype, source.dtype))
    result = given or source.new(source.shape, dtype)

    def apply(image, outs, stream):
        recursive.apply(image, outs[0], *stream)

    used = run(apply, source, [result], channel_axis, stream)
    return output if given else source.result_of(result, used)
