# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Recursive filters and summed-area tables with SciPy's names, on the CPU and on NVIDIA GPUs.

The kind of the input picks the place: a `numpy.ndarray` is filtered on the CPU, a `cv2.cuda.GpuMat` or an array with
`__cuda_array_interface__` (CuPy, PyTorch, Numba, JAX) on its GPU. The result is an array of the same kind.

======================================  ================================================================
`gaussian_filter`, `gaussian_filter1d`  Gaussian blur or derivative; the cost hardly depends on sigma
`gaussian_laplace`                      sum of second derivatives
`gaussian_gradient_magnitude`           length of the gradient
`spline_filter`, `spline_filter1d`      coefficients of B-splines
`lfilter`, `sosfilt`                    recursive filters along one axis
`filtfilt`, `sosfiltfilt`               the same forth and back, without a shift
`correlate`, `convolve`                 dense kernels along all axes, or along those that are named
`correlate1d`, `convolve1d`             the same along one axis
`uniform_filter`, `uniform_filter1d`    means of windows
`integral`                              summed-area tables
`clear_cache`                           frees the filters that are kept between calls
======================================  ================================================================

Arrays
------
* Up to eight dimensions. All axes are filtered but `channel_axis`, or those that `axes` or `axis` name.
* Lists and all numbers: what the filters do not take is promoted, see `gaussian_filter`.
* GPU arrays: elements of a row follow each other; any distance between rows. CuPy and PyTorch copy others once. The
  work is queued on the current stream of CuPy or PyTorch, on the stream that the interface names, or on the default
  stream.
* NumPy arrays of any strides, Fortran order too. Arrays in C order, with gaps between rows, images or volumes, are
  read and written where they lie. Others are copied once.

Errors name the argument: TypeError for a kind or dtype that is not accepted, ValueError for a value, shape or layout.
A cv2.error says that there is no GPU, or no memory.
"""

from ._cpp_names import install as _install
from ._cuda_array import CudaArray
from ._dense import convolve, convolve1d, correlate, correlate1d, uniform_filter, uniform_filter1d
from ._filters import (
    gaussian_filter,
    gaussian_filter1d,
    gaussian_gradient_magnitude,
    gaussian_laplace,
    spline_filter,
    spline_filter1d,
)
from ._kept import clear_cache
from ._signal import filtfilt, lfilter, sosfilt, sosfiltfilt
from ._tables import integral

_install()

__all__ = [
    "CudaArray",
    "clear_cache",
    "convolve",
    "convolve1d",
    "correlate",
    "correlate1d",
    "filtfilt",
    "gaussian_filter",
    "gaussian_filter1d",
    "gaussian_gradient_magnitude",
    "gaussian_laplace",
    "integral",
    "lfilter",
    "sosfilt",
    "sosfiltfilt",
    "spline_filter",
    "spline_filter1d",
    "uniform_filter",
    "uniform_filter1d",
]
