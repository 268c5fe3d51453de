# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Elements: numpy's dtypes, OpenCV's depths, and how other dtypes are promoted to those that filters take."""

import cv2
import numpy

DEPTHS = {
    numpy.dtype(name): depth
    for name, depth in (
        ("uint8", cv2.CV_8U),
        ("int8", cv2.CV_8S),
        ("uint16", cv2.CV_16U),
        ("int16", cv2.CV_16S),
        ("int32", cv2.CV_32S),
        ("float16", cv2.CV_16F),
        ("float32", cv2.CV_32F),
        ("float64", cv2.CV_64F),
    )
}
DTYPES = {depth: dtype for dtype, depth in DEPTHS.items()}
FLOAT32, FLOAT64 = numpy.dtype("float32"), numpy.dtype("float64")
FLOATS = (FLOAT32, FLOAT64)
NAMES = "bool, integers, floats and complex numbers"


class Elements:
    """What becomes of arrays of one dtype.

    working: the dtype in which a filter reads them (of the real and imaginary parts of complex numbers)
    kept: the dtype of results that stay what the input is, such as blurs
    signed: the dtype of results with a sign or a fraction that matters, such as derivatives
    """

    def __init__(self, dtype, working, kept, signed):
        self.dtype, self.is_complex = dtype, dtype.kind == "c"
        self.working, self.kept, self.signed = map(numpy.dtype, (working, kept, signed))


_ELEMENTS = {
    numpy.dtype(name): Elements(numpy.dtype(name), working, kept, signed)
    for name, working, kept, signed in (
        ("bool", "float32", "float32", "float32"),
        ("uint8", "uint8", "uint8", "float32"),
        ("int8", "float32", "int8", "float32"),
        ("uint16", "uint16", "uint16", "float32"),
        ("int16", "int16", "int16", "float32"),
        ("float16", "float16", "float16", "float16"),
        ("float32", "float32", "float32", "float32"),
        ("float64", "float64", "float64", "float64"),
        ("complex64", "float32", "complex64", "complex64"),
        ("complex128", "float64", "complex128", "complex128"),
    )
}
for _type in (numpy.intc, numpy.uintc, numpy.int_, numpy.uint, numpy.longlong, numpy.ulonglong, numpy.longdouble):
    _dtype = numpy.dtype(_type)
    _is_integer = _dtype.kind in "iu"
    _ELEMENTS.setdefault(_dtype, Elements(_dtype, "float64", _dtype, "float64" if _is_integer else _dtype))
for _type in (numpy.int32, numpy.uint32, numpy.int64, numpy.uint64):
    _ELEMENTS.setdefault(numpy.dtype(_type), Elements(numpy.dtype(_type), "float64", _type, "float64"))
_dtype = numpy.dtype(numpy.clongdouble)
_ELEMENTS.setdefault(_dtype, Elements(_dtype, "float64", _dtype, _dtype))


def elements_of(dtype, name):
    """The promotion of a dtype, of any byte order. TypeError for what is no number."""
    found = _ELEMENTS.get(dtype)
    if found is None and isinstance(dtype, numpy.dtype):
        found = _ELEMENTS.get(dtype.newbyteorder("="))
    if found is None:
        raise TypeError(f"{name} has dtype {dtype}; {NAMES} are accepted")
    return found


def is_dtype(output):
    """Whether `output` names a dtype, as opposed to an array."""
    return isinstance(output, (type, numpy.dtype, str))


def dtype_of(output, name="output"):
    """The dtype that `output` names, in native byte order."""
    try:
        dtype = numpy.dtype(output)
    except TypeError:
        raise TypeError(f"{name} is {output!r}; an array or the name of a dtype is accepted") from None
    return elements_of(dtype, name).dtype


def rounded_for(dtype, values, library=numpy, scratch=False):
    """What an array of `dtype` takes of `values`: floats are rounded and saturated for integers and bool, not cut off.

    `library` is numpy, or another that has its functions. `scratch`: `values` may be overwritten.
    """
    if dtype.kind not in "iub" or values.dtype.kind != "f":
        return values
    values = library.rint(values, out=values if scratch else None)
    return values != 0 if dtype.kind == "b" else library.clip(values, *integer_range(dtype, values.dtype), out=values)


def rounded_to(values, dtype):
    """An array of numpy as one of `dtype`, see rounded_for()."""
    with numpy.errstate(invalid="ignore"):  # NaN as integer
        return rounded_for(dtype, values).astype(dtype, copy=False)


def integer_range(dtype, of_values):
    """The range of an integer dtype, as two floats of dtype `of_values` that do not lie beyond it."""
    info = numpy.iinfo(dtype)
    greatest = of_values.type(info.max)
    if int(greatest) > info.max:
        greatest = numpy.nextafter(greatest, of_values.type(0))
    return float(of_values.type(info.min)), float(greatest)
