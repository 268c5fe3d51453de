# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""GPU memory for libraries that offer no way to ask them for some."""

import math

import cv2
import numpy

from ._dtypes import DEPTHS


def new_gpu_mat(rows, columns, type):
    """Errors of a constructor end as a SystemError, those of create() as a cv2.error."""
    made = cv2.cuda.GpuMat()
    made.create(rows, columns, type)
    return made


class CudaArray:
    """A contiguous array on the GPU with `__cuda_array_interface__`, for any library to take without a copy.

    `cupy.asarray`, `numba.cuda.as_cuda_array` and `torch.as_tensor(array, device="cuda")` do.
    """

    def __init__(self, shape, dtype, stream=None):
        self.shape, self.dtype = tuple(shape), numpy.dtype(dtype)
        self._stream = stream
        self._memory = new_gpu_mat(1, math.prod(self.shape), DEPTHS[self.dtype])

    @property
    def __cuda_array_interface__(self):
        return {
            "version": 3,
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self._memory.cudaPtr(), False),
            "strides": None,
            "stream": self._stream or 1,  # 1 is the default stream
        }
