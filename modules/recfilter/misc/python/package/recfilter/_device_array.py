# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Arrays of the GPU as sources and destinations: GpuMat, CuPy, PyTorch, and any with __cuda_array_interface__."""

import math
import sys

import cv2
import numpy

from ._cuda_array import CudaArray, new_gpu_mat
from ._dtypes import DEPTHS, DTYPES, elements_of, integer_range, rounded_for
from ._layout import nested_steps, planes

DEFAULT_STREAMS = (None, 0, 1)  # as the interface and the libraries name it
_BOOL = numpy.dtype(bool)


class DeviceArray:
    """An array of any library. Results are CudaArrays, or what the library makes of them."""

    device = None
    channel_axis = None
    has_arithmetic = False
    is_image = False

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

    def as_type(self, dtype, stream=()):
        """Itself, or a copy of another dtype."""
        if self.dtype == dtype:
            return self
        self._check_dtype()
        made = self.new(self.shape, dtype)
        made.store(self, stream)
        return made

    def store(self, made, stream=(), scratch=False):
        """Takes the values of an array of the same shape and another dtype or layout."""
        self._check_dtype()
        lines = (1, math.prod(self.shape[:-1]), 1, self.shape[-1], 1)
        source, target = made.images(lines), self.images(lines)
        if source is None or target is None:
            (made if source is None else self).refuse_layout()
        options = {"stream": stream[0]} if stream else {}
        for image, out in zip(source, target):
            image.convertTo(DEPTHS[self.dtype], dst=out, **options)

    def _check_dtype(self):
        if self.dtype not in DEPTHS and self.dtype != _BOOL:
            raise TypeError(f"{self.name} has dtype {self.dtype}, which is not converted for a {self.library}")

    def refuse_empty(self):
        if not self.has_arithmetic:
            raise ValueError(f"{self.name} has shape {self.shape}; a {self.library} needs at least one element")

    def refuse_layout(self):
        raise ValueError(
            f"{self.name} has shape {self.shape} and strides {self.strides}; the elements of a row must follow each "
            "other; copy the array first, with ascontiguousarray() or contiguous()"
        )

    def copy(self):
        """A contiguous copy. Arrays of unknown libraries are refused."""
        self.refuse_layout()

    def takes(self, grouping):
        """Whether the array can be seen as images of this grouping."""
        return planes(self.shape, self.strides, self.dtype.itemsize, grouping) is not None

    def takes_values(self):
        """Whether memory() is there."""
        return self.memory() is not None

    def memory(self):
        """(Address, type, lengths, steps), as RecursiveFilter._applyToMemory takes an array; None if it has to be
        copied first."""
        shape = self.shape if len(self.shape) > 1 else (1, *self.shape)  # a row
        strides = self.strides if len(self.shape) > 1 or self.strides is None else (0, *self.strides)
        steps = nested_steps(shape, strides, self.dtype.itemsize)
        return steps and (self.pointer, self._depth(), shape, steps)

    def _depth(self):
        return cv2.CV_8U if self.dtype == _BOOL else DEPTHS[self.dtype]

    def images(self, grouping):
        """GpuMats over the memory of the array, see _layout.py; None if it has to be copied first."""
        layout = planes(self.shape, self.strides, self.dtype.itemsize, grouping)
        if layout is None:
            return None
        depth = self._depth()
        return [
            cv2.cuda.createGpuMatFromCudaMemory(
                rows, columns, cv2.CV_MAKETYPE(depth, channels), self.pointer + offset, step
            )
            for offset, rows, columns, channels, step in layout
        ]

    def apart_from(self, _result):
        return self

    @staticmethod
    def call(apply, image, outs, stream):
        apply(image, outs, stream)


def run_on_device(engine, source, result, _dense, _has_channels, stream):
    """Calls an engine of recursive filters, with a copy of a source that it does not take."""
    if type(source) is GpuMatArray:
        engine.apply(source.array, result.array, *stream)
    else:
        engine._applyToMemory(source.memory() or source.copy().memory(), result.memory(), *stream)


def _new(kind, array, name="output"):
    return kind(array, name, array.__cuda_array_interface__)


def _torch_dtype(dtype):
    return getattr(sys.modules["torch"], dtype.name)


class CupyArray(DeviceArray):
    library = "cupy.ndarray"
    has_arithmetic = True

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

    @staticmethod
    def of(array):
        return CupyArray(array, "output")

    def as_type(self, dtype, _stream=()):
        if self.dtype == dtype:
            return self
        with self.array.device:
            return CupyArray(self.array.astype(dtype), self.name)

    def parts(self):
        real = elements_of(self.dtype, self.name).working
        with self.array.device:
            return CupyArray(sys.modules["cupy"].ascontiguousarray(self.array)[..., None].view(real), self.name)

    def joined(self):
        return CupyArray(self.array.view(f"c{2 * self.dtype.itemsize}")[..., 0], self.name)

    def store(self, made, _stream=(), scratch=False):
        with self.array.device:
            self.array[...] = rounded_for(self.dtype, made.array, sys.modules["cupy"], scratch)

    def copy(self):
        with self.array.device:
            return CupyArray(self.array.copy(order="C"), self.name)


class TorchArray(DeviceArray):
    library = "torch.Tensor"
    has_arithmetic = True

    def __init__(self, array, name, interface):
        super().__init__(array, name, interface)
        self.device = array.device.index

    def stream(self):
        return sys.modules["torch"].cuda.current_stream(self.array.device).cuda_stream

    def new(self, shape, dtype):
        torch = sys.modules["torch"]
        return _new(TorchArray, torch.empty(shape, dtype=_torch_dtype(dtype), device=self.array.device))

    def result_of(self, made, _stream):
        return made.array

    @staticmethod
    def of(array):
        return _new(TorchArray, array)

    def as_type(self, dtype, _stream=()):
        return self if self.dtype == dtype else _new(TorchArray, self.array.to(_torch_dtype(dtype)), self.name)

    def parts(self):
        return _new(TorchArray, sys.modules["torch"].view_as_real(self.array), self.name)

    def joined(self):
        return _new(TorchArray, sys.modules["torch"].view_as_complex(self.array), self.name)

    def store(self, made, _stream=(), scratch=False):
        values, dtype = made.array, self.dtype
        if dtype.kind in "iub" and made.dtype.kind == "f":
            values = values.round()
            if dtype.kind != "b":
                values = values.clamp(*integer_range(dtype, made.dtype))
        self.array.copy_(values)

    def copy(self):
        return _new(TorchArray, self.array.contiguous().clone(), self.name)


class GpuMatArray(DeviceArray):
    """Its channels are its third axis."""

    library = "cv2.cuda.GpuMat"
    is_image = True
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

    def as_type(self, dtype, stream=()):
        if self.dtype == dtype:
            return self
        made = self.new(self.shape, dtype)
        made.store(self, stream)
        return made

    def store(self, made, stream=(), scratch=False):
        options = {"stream": stream[0]} if stream else {}
        made.array.convertTo(DEPTHS[self.dtype], dst=self.array, **options)

    def takes(self, _grouping):
        return True

    def takes_values(self):
        return True

    def images(self, _grouping):
        return [self.array]
