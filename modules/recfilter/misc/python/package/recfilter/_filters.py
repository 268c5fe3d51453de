# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Gaussians and B-splines."""

import numbers

import cv2

from ._dtypes import FLOAT32, FLOAT64
from ._filter_array import border_of, border_value, filter_array, image_axes
from ._kept import hashable, kept


def gaussian_filter(
    input,
    sigma,
    order=0,
    output=None,
    mode="reflect",
    cval=0.0,
    *,
    axes=None,
    channel_axis=None,
    approximation=cv2.cuda.GAUSSIAN_ACCURATE,
    stream=None,
):
    """Gaussian blur, or a derivative of one, whose cost hardly depends on sigma.

    Parameters
    ----------
    input : array
        numpy.ndarray, cv2.cuda.GpuMat, or an array with ``__cuda_array_interface__``. uint8, uint16, int16, float16,
        float32 or float64; two dimensions, one (a line), or three with `channel_axis`.
    sigma : float or sequence of floats
        Standard deviation in pixels, 0.1 to 1e5, one for all filtered axes or one for each. 0 leaves an axis as it is.
    order : int or sequence of ints, optional
        Order of the derivative, 0 to 2, one for all filtered axes or one for each.
    output : array or dtype, optional
        Array that takes the result, of the kind and shape of the input, or the dtype of the result: that of the input
        (default), float32 or float64. Derivatives of unsigned images need a float. May be the input.
    mode : str, optional
        Border, exact: 'reflect' (default), 'mirror', 'nearest', 'wrap' or 'constant', with SciPy's meaning.
    cval : float, optional
        Value outside the array if mode is 'constant'.
    axes : int or sequence of ints, optional
        Axes to filter along. Default: all but the channels'.
    channel_axis : int, optional
        Axis of independent channels of a three-dimensional array. GpuMat has its own channels.
    approximation : int, optional
        One of cv2.cuda.GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE and the others of that enumeration.
    stream : cv2.cuda.Stream, optional
        Where a GpuMat is filtered. Other arrays use the current stream of their library.

    Returns
    -------
    array
        Of the kind, shape and dtype of the input, if `output` does not say otherwise. Integers are rounded.

    See Also
    --------
    scipy.ndimage.gaussian_filter : cuts the Gaussian at `truncate` sigma, and drops the fraction of integers.
    cv2.cuda.createRecursiveGaussianFilter : the filter that is used.

    Examples
    --------
    >>> import numpy, cv2
    >>> image = numpy.zeros((480, 640), numpy.float32)
    >>> cv2.recfilter.gaussian_filter(image, 30).shape
    (480, 640)
    """

    def make(ndim, channels, ddepth):
        return _gaussian(
            hashable(sigma),
            hashable(order),
            hashable(mode),
            cval,
            hashable(axes),
            approximation,
            ndim,
            channels,
            ddepth,
        )

    return filter_array(make, input, output, channel_axis, stream)


@kept
def _gaussian(sigma, order, mode, cval, axes, approximation, ndim, channel_axis, ddepth):
    of_image = image_axes(ndim, channel_axis)
    axes = _axes_of(axes, ndim, of_image)
    sigmas = dict(zip(axes, _each(sigma, axes, "sigma", numbers.Real)))
    orders = dict(zip(axes, _each(order, axes, "order", numbers.Integral)))
    filtered = [axis for axis in axes if sigmas[axis] != 0]
    if not filtered:
        return cv2.cuda.createRecursiveFilter(cv2.cuda.RecursiveAxis(), ddepth=ddepth)
    params = cv2.cuda.RecursiveGaussianParams()
    x, y = of_image[-1], of_image[0] if len(of_image) == 2 else None
    params.axes = (cv2.cuda.GAUSSIAN_X if x in filtered else 0) | (cv2.cuda.GAUSSIAN_Y if y in filtered else 0)
    params.sigmaX = sigmas[x] if x in filtered else sigmas[y]
    params.sigmaY = sigmas[y] if y in filtered else sigmas[x]
    params.dx = orders[x] if x in filtered else 0
    params.dy = orders[y] if y in filtered else 0
    params.borderType = border_of(mode)
    params.borderValue = border_value(cval)
    params.approximation = approximation
    params.ddepth = ddepth
    return cv2.cuda.createRecursiveGaussianFilter(params)


def _axes_of(axes, ndim, of_image):
    if axes is None:
        return of_image
    given = axes if isinstance(axes, tuple) else (axes,)
    normal = tuple(axis + ndim if axis < 0 else axis for axis in given)
    if not set(normal) <= set(of_image) or len(set(normal)) < len(normal) or not normal:
        raise ValueError(f"axes is {axes}; different axes out of {of_image} are accepted")
    return normal


def _each(value, axes, name, kind):
    """One value for each axis."""
    values = value if isinstance(value, tuple) else (value,) * len(axes)
    if len(values) != len(axes):
        raise ValueError(f"{name} has {len(values)} values; one, or {len(axes)} for the axes {axes}, are accepted")
    if not all(isinstance(value, kind) for value in values):
        raise TypeError(f"{name} is {value!r}; numbers of kind {kind.__name__} are accepted")
    return values


def spline_filter(input, order=3, output=None, mode="mirror", *, channel_axis=None, stream=None):
    """Coefficients of the B-spline through the pixels of an image.

    Parameters
    ----------
    input : array
        As for `gaussian_filter`.
    order : int, optional
        Degree of the spline, 2 to 9.
    output : array or dtype, optional
        Array that takes the coefficients, or their dtype. Default: that of a float input, float32 for integers.
    mode : str, optional
        How the image and its spline go on, exactly. SciPy turns 'nearest' and 'constant' into 'mirror'.
    channel_axis : int, optional
        Axis of independent channels of a three-dimensional array.
    stream : cv2.cuda.Stream, optional
        Where a GpuMat is filtered.

    Returns
    -------
    array
        Of the kind and shape of the input.

    See Also
    --------
    scipy.ndimage.spline_filter : its result is float64 by default.
    cv2.cuda.createBSplinePrefilter : the filter that is used.

    Examples
    --------
    >>> import numpy, cv2
    >>> float(cv2.recfilter.spline_filter(numpy.full((9, 9), 5.0)).round(9)[4, 4])
    5.0
    """

    def make(_ndim, _channels, ddepth):
        return _spline(order, mode, ddepth)

    return filter_array(make, input, output, channel_axis, stream, default_dtype=_coefficient_dtype)


def _coefficient_dtype(dtype):
    return dtype if dtype in (FLOAT32, FLOAT64) else FLOAT32


@kept
def _spline(order, mode, ddepth):
    return cv2.cuda.createBSplinePrefilter(order, border_of(mode), ddepth)
