# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""One call: checks its arrays, makes those that are missing, and runs a filter on each plane."""

import functools
import sys

import cv2
import numpy

from ._device_array import DEFAULT_STREAMS, CupyArray, DeviceArray, GpuMatArray, TorchArray
from ._dtypes import check_dtype
from ._host_array import HostArray

has_device = functools.lru_cache(maxsize=None)(lambda: cv2.cuda.getCudaEnabledDeviceCount() > 0)
wrap_stream = functools.lru_cache(maxsize=64)(cv2.cuda.wrapStream)  # which makes and drops a stream besides


def wrap(array, name):
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
    raise TypeError(
        f"{name} is a {type(array).__module__}.{type(array).__name__}; numpy.ndarray, cv2.cuda.GpuMat and arrays with "
        "__cuda_array_interface__ are accepted"
    )


def wrap_input(array, accepted, channel_axis, dimensions=(1, 2), name="input"):
    """The source of a call, and its channel axis: 0 to 2, or None."""
    source = wrap(array, name)
    check_dtype(source.dtype, accepted, name)
    ndim = len(source.shape)
    if channel_axis is None:
        channel_axis = source.channel_axis
        if channel_axis is None and ndim not in dimensions:
            accept = " and ".join(map(str, dimensions))
            raise ValueError(f"{name} has {ndim} dimensions; {accept} are accepted, or 3 with channel_axis")
    elif ndim != 3 or channel_axis not in range(-3, 3):
        raise ValueError(f"channel_axis is {channel_axis} and {name} has {ndim} dimensions; -3 to 2 of 3 are accepted")
    elif source.channel_axis not in (None, channel_axis % 3):
        raise ValueError(f"channel_axis is {channel_axis}; the channels of a GpuMat are its axis {source.channel_axis}")
    else:
        channel_axis %= 3
    if 0 in source.shape:
        raise ValueError(f"{name} has shape {tuple(source.shape)}; at least one element is needed")
    return source, channel_axis


def wrap_output(array, source, shape=None, name="output"):
    """A destination of the kind and device of the source, of this shape or that of the source."""
    result, shape = wrap(array, name), source.shape if shape is None else shape
    if result.library != source.library:
        raise TypeError(f"{name} is a {result.library} and {source.name} a {source.library}; both must be of one kind")
    if tuple(result.shape) != tuple(shape):
        raise ValueError(f"{name} has shape {tuple(result.shape)}; {tuple(shape)} is needed")
    if result.is_readonly:
        raise ValueError(f"{name} is read-only")
    if result.device != source.device:
        raise ValueError(f"{name} is on device {result.device} and {source.name} on device {source.device}")
    return result


def run(apply, source, results, channel_axis, stream):
    """Calls apply(image, [destination of each result], [stream]) for each plane. Returns the stream's argument."""
    if stream is not None and not isinstance(source, GpuMatArray):
        raise TypeError("stream is for a GpuMat; other arrays use the current stream of their library")
    handle = source.stream()
    # Without a GPU wrapStream() would end the process. The filter raises.
    if handle not in DEFAULT_STREAMS and has_device():
        stream = wrap_stream(handle)
    arguments = () if stream is None else (stream,)
    destinations = [result.images(channel_axis) for result in results]
    images = source.images(channel_axis)
    if len(images) > 1:
        images = source.apart_from(results).images(channel_axis)
    for plane, image in enumerate(images):
        source.call(apply, image, [of_result[plane] for of_result in destinations], arguments)
    return arguments
