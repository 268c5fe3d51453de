# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Arrays of the host as sources and destinations: what cv2 takes of a numpy array."""

import numpy

from ._layout import MAX_INTERLEAVED


class HostArray:
    library = "numpy.ndarray"
    device = None
    channel_axis = None

    def __init__(self, array, name):
        if type(array) is not numpy.ndarray and isinstance(array, numpy.ma.MaskedArray):
            raise TypeError(f"{name} is a masked array; fill it first, see numpy.ma.filled")
        self.array, self.name = array, name
        self.shape, self.dtype = array.shape, array.dtype

    @property
    def is_readonly(self):
        return not self.array.flags.writeable

    def stream(self):
        return None

    def new(self, shape, dtype):
        return HostArray(numpy.empty(shape, dtype), "output")

    def result_of(self, made, _stream):
        return made.array

    def images(self, channel_axis):
        """Views of two dimensions, or one with interleaved channels."""
        array = self.array
        if array.ndim == 2:
            return [array]
        if array.ndim == 1:
            return [array[numpy.newaxis]]
        if channel_axis == 2 and 1 < array.shape[2] <= MAX_INTERLEAVED:
            return [array]
        return list(numpy.moveaxis(array, channel_axis, 0))

    def apart_from(self, results):
        """Itself, or a copy where the result of one plane could overwrite another plane."""
        array = self.array
        if all(result.array is array or not numpy.may_share_memory(result.array, array) for result in results):
            return self
        return HostArray(array.copy(), "input")

    @staticmethod
    def call(apply, image, outs, stream):
        """cv2 writes rows one after the other. Other destinations get a copy of the result."""
        if all(map(_is_rows, outs)):
            apply(image, outs, stream)
            return
        results = [numpy.empty(out.shape, out.dtype) for out in outs]
        apply(image, results, stream)
        for out, result in zip(outs, results):
            out[...] = result


def _is_rows(image):
    if image.flags.c_contiguous:
        return True
    row = image[0]
    return row.flags.c_contiguous and image.strides[0] >= row.nbytes
