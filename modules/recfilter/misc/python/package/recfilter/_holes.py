# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Arrays with holes: means of what is there, by one filter of the weighted values and one of the weights."""

import sys

import numpy

from ._call import wrap, wrap_input
from ._dtypes import FLOAT32, FLOAT64
from ._filter_array import destination_of, number_of


class Holes:
    """What the caller says of holes.

    least: of the weight of all elements, below which a result is `fill`
    """

    def __init__(self, input, mask, nan, fill, least):
        if nan not in ("propagate", "omit"):
            raise ValueError(f"nan is {nan!r}; 'propagate' and 'omit' are accepted")
        self.mask, self.omits_nan, self.least = mask, nan == "omit", least
        self.fill = None if fill is None else number_of(fill, "fill")
        self.has_mask = isinstance(input, numpy.ma.MaskedArray)

    def __bool__(self):
        return self.has_mask or self.omits_nan or self.mask is not None

    def refuse(self, cval, order=0):
        """Raises for arguments that mean nothing where elements are missing."""
        if numpy.any(order):
            raise ValueError(f"order is {order}, and elements are missing; 0 is accepted then")
        if cval:
            raise ValueError(f"cval is {cval}, and elements are missing; 0 is accepted then: nothing lies outside")

    def filter(self, mean, input, output, channel_axis, in_double=False):
        """The means that mean(array, channel_axis, dtype) gives, of what is there."""
        source, elements, channels = wrap_input(input.data if self.has_mask else input, channel_axis)
        if not source.has_arithmetic:
            raise TypeError(
                f"input is a {source.library}; holes are accepted in arrays of NumPy, CuPy and PyTorch, and "
                "cv2.cuda.maskedGaussianBlur and maskedBoxFilter take a GpuMat"
            )
        given, dtype = destination_of(output, source, elements, elements.kept)
        working = elements.signed if elements.signed.itemsize > 2 else FLOAT32
        if in_double:
            working = numpy.promote_types(working, FLOAT64)
        library = sys.modules[type(source.array).__module__.partition(".")[0]]
        values = source.as_type(working).array
        weights = self._weights(source, channels, FLOAT32 if working.itemsize == 4 or working == "c8" else FLOAT64)
        if self.has_mask:
            weights = weights * ~numpy.ma.getmaskarray(input)
        if self.omits_nan:
            weights = weights * (values == values)
        products = library.where(weights == 0, 0, values * weights)
        sums = mean(products, channels, working)
        total = mean(weights, channels, None)
        exists = total >= self.least
        fill = self.fill if self.fill is not None else 0 if dtype.kind in "iub" else numpy.nan
        made = source.of(library.where(exists, sums / library.where(exists, total, 1), fill))
        result = given or source.new(source.shape, dtype)
        result.store(made, scratch=True)
        if given:
            return output
        if self.has_mask:
            return numpy.ma.masked_array(result.array, numpy.broadcast_to(~exists, source.shape).copy())
        return result.array

    def _weights(self, source, channel_axis, dtype):
        """Of each element, or of all channels of one."""
        if self.mask is None:
            ones = source.new(source.shape, dtype).array
            ones[...] = 1
            return ones
        mask = wrap(self.mask, "mask")
        if mask.library != source.library:
            raise TypeError(f"mask is a {mask.library} and input a {source.library}; both must be of one kind")
        shapes = [source.shape]
        if channel_axis is not None:
            shapes.append(source.shape[:channel_axis] + source.shape[channel_axis + 1 :])
        if mask.shape not in shapes:
            raise ValueError(f"mask has shape {mask.shape}; {' or '.join(map(str, shapes))} is needed")
        if mask.dtype.kind not in "biuf":
            raise TypeError(f"mask has dtype {mask.dtype}; bool, integers and floats are accepted")
        if mask.dtype.kind != "f":
            mask = source.of(mask.array != 0)
        weights = mask.as_type(dtype).array
        if isinstance(weights, numpy.ndarray):
            if not (numpy.isfinite(weights) & (weights >= 0)).all():
                raise ValueError("mask has a weight below 0, or one that is not finite")
        else:  # of a GPU, where nobody waits for a check
            weights = weights * (weights > 0)
        if mask.shape != source.shape:
            shape = list(source.shape)
            shape[channel_axis] = 1
            weights = weights.reshape(shape)
        return weights
