# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Recursive filters and summed-area tables with SciPy's names, on the CPU and on NVIDIA GPUs.

The kind of the input picks the place: a `numpy.ndarray` is filtered on the CPU, a `cv2.cuda.GpuMat` or an array with
`__cuda_array_interface__` (CuPy, PyTorch, Numba, JAX) on its GPU. The result is an array of the same kind.

============================  ==========================================================================
`gaussian_filter`             Gaussian blur or derivative; the cost hardly depends on sigma
`spline_filter`               coefficients of B-splines
`lfilter`, `sosfilt`          recursive filters along one axis
`filtfilt`                    the same forth and back, without a shift
`integral`                    summed-area tables
`clear_cache`                 frees the filters that are kept between calls
============================  ==========================================================================

Arrays
------
* Two dimensions. `channel_axis` names a third axis of independent channels. One dimension is one line.
* GPU arrays: elements of a row follow each other; any distance between rows. The work is queued on the current stream
  of CuPy or PyTorch, on the stream that the interface names, or on the default stream.
* NumPy arrays of any strides, Fortran order too: what is not a sequence of rows is copied.

Errors name the argument: TypeError for a kind or dtype that is not accepted, ValueError for a value, shape or layout.
What the filter itself refuses is a cv2.error.
"""

from ._cuda_array import CudaArray
from ._filters import gaussian_filter, spline_filter
from ._kept import clear_cache
from ._signal import filtfilt, lfilter, sosfilt
from ._tables import integral

__all__ = ["CudaArray", "clear_cache", "filtfilt", "gaussian_filter", "integral", "lfilter", "sosfilt", "spline_filter"]
