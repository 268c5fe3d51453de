# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Arrays of the host as sources and destinations: what cv2 takes of a numpy array."""

import cv2
import numpy

from ._dtypes import elements_of, rounded_for


class HostArray:
    library = "numpy.ndarray"
    device = None
    channel_axis = None
    has_arithmetic = True
    is_image = False

    def __init__(self, array, name):
        if type(array) is not numpy.ndarray:
            if isinstance(array, numpy.ma.MaskedArray):
                raise TypeError(f"{name} is a masked array; fill it first, see numpy.ma.filled")
            array = array.view(numpy.ndarray)
        self.array, self.name = array, name
        self.shape, self.dtype = array.shape, array.dtype

    @property
    def is_readonly(self):
        return not self.array.flags.writeable

    def refuse_empty(self):
        pass

    def stream(self):
        return None

    def new(self, shape, dtype):
        return HostArray(numpy.empty(shape, dtype), "output")

    def result_of(self, made, _stream):
        return made.array

    @staticmethod
    def of(array):
        return HostArray(array, "output")

    def as_type(self, dtype, _stream=()):
        """Itself, or a copy of another dtype."""
        if self.dtype is dtype or self.dtype == dtype:
            return self
        return HostArray(self.array.astype(dtype), self.name)

    def parts(self):
        """Complex numbers as floats: a view with one more axis, of real and imaginary part."""
        elements = elements_of(self.dtype, self.name)
        array = self.array
        if self.dtype.itemsize != 2 * elements.working.itemsize or not self.dtype.isnative:
            array = array.astype(f"c{2 * elements.working.itemsize}")
        return HostArray(array[..., numpy.newaxis].view(elements.working), self.name)

    def joined(self):
        """The reverse of parts()."""
        return HostArray(self.array.view(f"c{2 * self.dtype.itemsize}")[..., 0], self.name)

    def store(self, made, _stream=(), scratch=False):
        """Takes the values of an array of the same shape and another dtype or layout, which may be overwritten."""
        with numpy.errstate(invalid="ignore"):  # NaN as integer
            numpy.copyto(self.array, rounded_for(self.dtype, made.array, scratch=scratch), casting="unsafe")

    def copy(self):
        return HostArray(self.array.copy(), self.name)

    def takes(self, grouping):
        """Whether images() of this grouping are views of the array, which can be written to."""
        array, flags = self.array, self.array.flags
        if not array.dtype.isnative or not flags.aligned:
            return False
        return flags.c_contiguous or numpy.may_share_memory(array.reshape(grouping), array)

    def takes_values(self):
        """Whether cv2 can write values of this dtype. Any strides will do, see apply_to_array()."""
        return self.array.dtype.isnative and self.array.flags.aligned

    def images(self, grouping):
        """Arrays (rows, columns) or (rows, columns, channels), see _layout.py; views where that is possible."""
        outer, rows, between, columns, channels = grouping
        array = self.array
        if outer == between == 1:
            shape = (rows, columns) if channels == 1 else (rows, columns, channels)
            return [array if array.shape == shape else array.reshape(shape)]
        array = array.reshape(grouping)
        if channels == 1:
            array = array[..., 0]
        return [array[i, :, k] for i in range(outer) for k in range(between)]

    def apart_from(self, result):
        """Itself, or a copy where the result of one plane could overwrite another plane."""
        array = self.array
        if result.array is array or not numpy.may_share_memory(result.array, array):
            return self
        return self.copy()

    @staticmethod
    def call(apply, image, outs, stream):
        """cv2 writes rows one after the other. Other destinations get a copy of the result."""
        if not image.flags.c_contiguous and not _is_rows(image):
            image = numpy.ascontiguousarray(image)
        for out in outs:
            if (1 in out.shape or not out.flags.c_contiguous) and not _is_rows(out):
                break
        else:
            apply(image, outs, stream)
            return
        results = [numpy.empty(out.shape, out.dtype) for out in outs]
        apply(image, results, stream)
        for out, result in zip(outs, results):
            out[...] = result


def _is_rows(image):
    """Whether cv2 takes the array as it is. It looks at the strides of axes of length 1, too."""
    strides, item = image.strides, image.itemsize
    pixel = item if image.ndim == 2 else item * image.shape[2]
    return (
        strides[-1] == item
        and strides[1] == pixel
        and strides[0] >= image.shape[1] * pixel
        and strides[0] % item == 0
        and image.flags.aligned
    )


def apply_to_array(engine, array, out, dense, has_channels):
    """Calls engine.apply(array, out) with copies of what is no cv2.Mat, or has gaps along an axis that is `dense`.

    `has_channels`: the last axis is one of channels.
    """
    if (1 in array.shape or not array.flags.c_contiguous) and not _is_mat(array, dense):
        array = array.copy()
    result = out
    if (1 in out.shape or not out.flags.c_contiguous) and not _is_mat(out, dense):
        result = numpy.empty(out.shape, out.dtype)
    ndim = array.ndim
    if ndim == 1:
        engine.apply(array[numpy.newaxis], result[numpy.newaxis])
    elif ndim == 2 or ndim == 3 and has_channels:
        engine.apply(array, result)
    else:
        engine.apply(*(cv2.Mat(one, wrap_channels=has_channels) for one in (array, result)))
    if result is not out:
        out[...] = result


def _is_mat(array, dense):
    """Whether cv2 takes the array as it is, see _is_rows(): each step spans the elements behind it."""
    item = least = array.itemsize
    for length, step, is_dense in zip(reversed(array.shape), reversed(array.strides), reversed(dense)):
        if step < least or step % item or is_dense and step != least:
            return False
        least = length * step
    return array.flags.aligned
