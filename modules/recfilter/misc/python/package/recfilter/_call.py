# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""One call: checks its arrays, and runs an engine on each of their images."""

import functools
import numbers
import operator
import sys

import cv2
import numpy

from ._device_array import DEFAULT_STREAMS, CupyArray, DeviceArray, GpuMatArray, TorchArray
from ._dtypes import elements_of
from ._host_array import HostArray

has_device = functools.lru_cache(maxsize=None)(lambda: cv2.cuda.getCudaEnabledDeviceCount() > 0)
wrap_stream = functools.lru_cache(maxsize=64)(cv2.cuda.wrapStream)  # which makes and drops a stream besides


def wrap(array, name):
    """An array of any kind as one of the classes that calls need; lists and numbers are made numpy arrays."""
    if isinstance(array, numpy.ndarray):
        return HostArray(array, name)
    if isinstance(array, cv2.cuda.GpuMat):
        return GpuMatArray(array, name)
    root = type(array).__module__.partition(".")[0]
    if root == "cupy" and isinstance(array, sys.modules["cupy"].ndarray):
        return CupyArray(array, name)
    interface = getattr(array, "__cuda_array_interface__", None)
    if interface is not None:
        return (TorchArray if root == "torch" else DeviceArray)(array, name, interface)
    if isinstance(array, (list, tuple, range, numbers.Number, numpy.generic)):
        try:
            return HostArray(numpy.asarray(array), name)
        except ValueError as error:
            raise ValueError(f"{name} is no array: {error}") from None
    raise TypeError(
        f"{name} is a {type(array).__module__}.{type(array).__name__}; numpy.ndarray, lists, cv2.cuda.GpuMat and "
        "arrays with __cuda_array_interface__ are accepted, others by way of numpy.asarray()"
    )


def wrap_input(array, channel_axis, name="input"):
    """The source of a call, its `Elements`, and its channel axis: from 0 on, or None."""
    source = wrap(array, name)
    elements = elements_of(source.dtype, name)
    if channel_axis is None:
        return source, elements, source.channel_axis
    ndim = len(source.shape)
    axis = one_axis(channel_axis, ndim, "channel_axis", f"{name} has {ndim} dimensions")
    if source.channel_axis not in (None, axis):
        raise ValueError(f"channel_axis is {channel_axis}; the channels of a GpuMat are its axis {source.channel_axis}")
    return source, elements, axis


def one_axis(axis, ndim, name, of):
    """The number of an axis, from 0 on."""
    try:
        number = operator.index(axis)
    except TypeError:
        raise TypeError(f"{name} is {axis!r}; an integer is accepted") from None
    if not -ndim <= number < ndim:
        accepted = f"{-ndim} to {ndim - 1} are accepted" if ndim else "at least one is needed"
        raise ValueError(f"{name} is {number} and {of}; {accepted}")
    return number % ndim


def wrap_output(array, source, shape=None, name="output"):
    """A destination of the kind and device of the source, of this shape or that of the source."""
    result, shape = wrap(array, name), source.shape if shape is None else shape
    if isinstance(array, (list, tuple, range, numbers.Number, numpy.generic)) or result.library != source.library:
        kind = result.library if hasattr(array, "shape") or isinstance(array, cv2.cuda.GpuMat) else type(array).__name__
        raise TypeError(f"{name} is a {kind} and {source.name} a {source.library}; both must be of one kind")
    if tuple(result.shape) != tuple(shape):
        raise ValueError(f"{name} has shape {tuple(result.shape)}; {tuple(shape)} is needed")
    if result.is_readonly:
        raise ValueError(f"{name} is read-only")
    if result.device != source.device:
        raise ValueError(f"{name} is on device {result.device} and {source.name} on device {source.device}")
    elements_of(result.dtype, name)
    return result


def stream_arguments(source, stream):
    """The stream as arguments of cv2: one, or none for the default stream."""
    if stream is None and type(source) is HostArray:
        return ()
    if stream is not None and not isinstance(source, GpuMatArray):
        raise TypeError("stream is for a GpuMat; other arrays use the current stream of their library")
    handle = source.stream()
    # Without a GPU wrapStream() would end the process. The filter raises.
    if handle not in DEFAULT_STREAMS and has_device():
        stream = wrap_stream(handle)
    return () if stream is None else (stream,)


def run(apply, source, results, groupings, arguments):
    """Calls apply(image, [destination of each result], arguments) for each image.

    `groupings` are that of the source and that of the results, see _layout.py.
    """
    of_source, of_result = groupings
    images = source.images(of_source)
    if images is None:
        source = source.copy()
        images = source.images(of_source)
    if len(images) == 1:
        source.call(apply, images[0], [result.images(of_result)[0] for result in results], arguments)
        return
    destinations = [result.images(of_result) for result in results]
    for result in results:
        apart = source.apart_from(result)
        if apart is not source:
            source, images = apart, apart.images(of_source)
    for i, image in enumerate(images):
        source.call(apply, image, [of[i] for of in destinations], arguments)
