# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Elements: numpy's dtypes and OpenCV's depths."""

import cv2
import numpy

DEPTHS = {
    numpy.dtype(name): depth
    for name, depth in (
        ("uint8", cv2.CV_8U),
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


def check_dtype(dtype, accepted, name):
    if dtype not in accepted:
        raise TypeError(f"{name} has dtype {dtype}; {names_of(accepted)} are accepted")


def names_of(dtypes):
    return ", ".join(dtype.name for dtype in dtypes)


def is_dtype(output):
    """Whether `output` names a dtype, as opposed to an array."""
    return isinstance(output, (type, numpy.dtype, str))
