# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Arrays of the GPU as sources and destinations: GpuMat, CuPy, PyTorch, and any with __cuda_array_interface__."""

import sys

import cv2
import numpy

from ._cuda_array import CudaArray, new_gpu_mat
from ._dtypes import DEPTHS, DTYPES
from ._layout import planes

DEFAULT_STREAMS = (None, 0, 1)  # as the interface and the libraries name it


class DeviceArray:
    """An array of any library. Results are CudaArrays, or what the library makes of them."""

    device = None
    channel_axis = None

    def __init__(self, array, name, interface):
        self.array, self.name = array, name
        if interface.get("mask") is not None:
            raise TypeError(f"{name} has a mask; arrays without one are accepted")
        self.shape, self.dtype = tuple(interface["shape"]), numpy.dtype(interface["typestr"])
        self.strides = interface.get("strides")
        self.pointer, self.is_readonly = interface["data"]
        self.interface_stream = interface.get("stream")

    @property
    def library(self):
        kind = type(self.array)
        return f"{kind.__module__}.{kind.__name__}"

    def stream(self):
        """The handle of the stream to use; 0, 1 or None for the default stream."""
        return self.interface_stream

    def new(self, shape, dtype):
        return _new(DeviceArray, CudaArray(shape, dtype, self.interface_stream))

    def result_of(self, made, stream):
        """What a new destination is for the caller."""
        root = type(self.array).__module__.partition(".")[0]
        if root == "numba":
            return sys.modules["numba"].cuda.as_cuda_array(made.array)
        if hasattr(self.array, "__array_namespace__"):  # JAX: takes no part in streams, and does not keep memory alive
            (stream[0] if stream else cv2.cuda.Stream.Null()).waitForCompletion()
            return self.array.__array_namespace__().asarray(made.array, copy=True)
        return made.array

    def images(self, channel_axis):
        depth = DEPTHS[self.dtype]
        return [
            cv2.cuda.createGpuMatFromCudaMemory(
                rows, columns, cv2.CV_MAKETYPE(depth, channels), self.pointer + offset, step
            )
            for offset, rows, columns, channels, step in planes(
                self.shape, self.strides, self.dtype.itemsize, channel_axis, self.name
            )
        ]

    def apart_from(self, _results):
        return self

    @staticmethod
    def call(apply, image, outs, stream):
        apply(image, outs, stream)


def _new(kind, array):
    return kind(array, "output", array.__cuda_array_interface__)


class CupyArray(DeviceArray):
    library = "cupy.ndarray"

    is_readonly = False

    def __init__(self, array, name):  # not by the interface: asking for it takes microseconds
        self.array, self.name = array, name
        self.shape, self.dtype = array.shape, array.dtype
        self.strides = None if array.flags.c_contiguous else array.strides
        self.pointer, self.device = array.data.ptr, array.data.device_id

    def stream(self):
        return sys.modules["cupy"].cuda.get_current_stream().ptr

    def new(self, shape, dtype):
        with self.array.device:
            return CupyArray(sys.modules["cupy"].empty(shape, dtype), "output")

    def result_of(self, made, _stream):
        return made.array


class TorchArray(DeviceArray):
    library = "torch.Tensor"

    def __init__(self, array, name, interface):
        super().__init__(array, name, interface)
        self.device = array.device.index

    def stream(self):
        return sys.modules["torch"].cuda.current_stream(self.array.device).cuda_stream

    def new(self, shape, dtype):
        torch = sys.modules["torch"]
        return _new(TorchArray, torch.empty(shape, dtype=getattr(torch, dtype.name), device=self.array.device))

    def result_of(self, made, _stream):
        return made.array


class GpuMatArray(DeviceArray):
    """Its channels are its third axis."""

    library = "cv2.cuda.GpuMat"
    is_readonly = False

    def __init__(self, array, name):
        self.array, self.name = array, name
        columns, rows = array.size()
        channels = array.channels()
        self.shape = (rows, columns) if channels == 1 else (rows, columns, channels)
        self.channel_axis = None if channels == 1 else 2
        depth = array.depth()
        self.dtype = DTYPES.get(depth, f"of depth {depth}")

    def stream(self):
        return None

    def new(self, shape, dtype):
        channels = shape[2] if len(shape) == 3 else 1
        return GpuMatArray(new_gpu_mat(shape[0], shape[1], cv2.CV_MAKETYPE(DEPTHS[dtype], channels)), "output")

    def result_of(self, made, _stream):
        return made.array

    def images(self, _channel_axis):
        return [self.array]
