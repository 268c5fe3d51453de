# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Gaussians and B-splines."""

import math
import operator

import cv2
import numpy

from ._call import wrap_input
from ._dtypes import FLOAT32
from ._filter_array import (
    ArrayPasses,
    axes_of,
    axis_of,
    border_number_of,
    border_of,
    destination_of,
    each_axis,
    filter_array,
    floats_of,
    hashable_mode,
    integers_of,
    made_by,
    number_of,
)
from ._holes import Holes
from ._kept import kept


def gaussian_filter(
    input,
    sigma,
    order=0,
    output=None,
    mode="reflect",
    cval=0.0,
    truncate=4.0,
    *,
    radius=None,
    axes=None,
    channel_axis=None,
    spacing=None,
    approximation=cv2.cuda.GAUSSIAN_ACCURATE,
    stream=None,
    mask=None,
    nan="propagate",
    fill=None,
):
    """Gaussian blur, or a derivative of one, whose cost hardly depends on sigma.

    Parameters
    ----------
    input : array
        numpy.ndarray, a list, cv2.cuda.GpuMat, or an array with ``__cuda_array_interface__``, of any dimension. Any
        numbers: bool is filtered as float32, integers of 32 and more bits as float64, complex numbers in two parts.
    sigma : float or sequence of floats
        Standard deviation in elements, up to 1e5, one for all filtered axes or one for each. See `spacing`. 0 leaves an
        axis as it is, also where `order` asks for a derivative. Below 0.1 nothing changes any more: blurs leave the
        axis as it is, and derivatives are central differences.
    order : int or sequence of ints, optional
        Order of the derivative, 0 to 2, one for all filtered axes or one for each.
    output : array or dtype, optional
        Array that takes the result, of the kind and shape of the input, or the dtype of the result. May be the input.
        Default for blurs: the dtype of the input, float32 for bool. Default for derivatives: that of a float input,
        float32 for bool and integers of 8 and 16 bits, else float64. Integers are rounded and saturated.
    mode : str, int, or a sequence of them, optional
        Border, exact: 'reflect' (default), 'mirror', 'nearest', 'wrap' or 'constant', with SciPy's meaning, or
        OpenCV's constant for it. One for all filtered axes or one for each.
    cval : float, or complex for a complex array, optional
        Value outside the array if mode is 'constant', up to 1e280.
    truncate, radius : optional
        Where SciPy cuts the Gaussian off. Accepted and not used: this Gaussian has no end.
    axes : int or sequence of ints, optional
        Axes to filter along, in any order. Default: all but the channels'. The others are a batch.
    channel_axis : int, optional
        Axis of independent channels, which is not filtered. GpuMat has its own channels.
    spacing : float or sequence of floats, optional
        Distance between elements, one for all filtered axes or one for each. `sigma` is in its unit then, and
        derivatives are per this unit. Default: 1.
    approximation : int, optional
        One of cv2.cuda.GAUSSIAN_ACCURATE, GAUSSIAN_DERICHE, VAN_VLIET_3 to 5 and YOUNG_VAN_VLIET.
    stream : cv2.cuda.Stream, optional
        Where a GpuMat is filtered. Other arrays use the current stream of their library.
    mask : array, optional
        Weights of the elements, of the shape of the input, or of one channel. 0 is a hole. Of bool and integers all
        else counts as 1, floats as they are. Holes of a masked array are known.
    nan : str, optional
        'omit': each NaN is a hole. Default: 'propagate'.
    fill : float, optional
        The result where less than 0.001 of the weight is there. Default: NaN, for integers 0.

    Returns
    -------
    array
        Of the kind and shape of the input. Of a masked array a masked one, unless `output` is an array.

    Notes
    -----
    With holes the result is the mean of what is there: the blur of the weighted elements, over the blur of the weights
    (Knutsson and Westin 1993). So holes are filled from around. Outside the array nothing is there if mode is
    'constant'. Not for a GpuMat, which `cv2.cuda.maskedGaussianBlur` takes.

    Errors of blurs are about 1e-6 of the largest value, and have either sign: beside a bright spot on a black ground
    results may be -1e-6 of it. Derivatives are exact for polynomials of their degree. So below sigma 1 they differ from
    SciPy's samples of the derivative, by 2 % at 0.7 and by 16 % and more at 0.5.

    A NaN or an infinity spoils each line that it lies on, and by two filtered axes the whole image.

    NumPy arrays have up to 8 dimensions. Two filtered axes take one pass, every further one another. Integers are
    floats between the passes, and rounded once.

    Arrays are read and written where they lie, if their elements are in C order with any distances between rows, images
    or volumes, as in parts of arrays. Otherwise the input is copied first, and the result goes through one copy. GPU
    arrays are read where they lie if the elements of a row follow each other. Otherwise CuPy and PyTorch copy them
    once.

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

    A volume of slices 2.5 mm apart with pixels of 0.7 mm, smoothed by 3 mm:

    >>> volume = numpy.zeros((40, 50, 60), numpy.float32)
    >>> cv2.recfilter.gaussian_filter(volume, 3, spacing=(2.5, 0.7, 0.7)).shape
    (40, 50, 60)

    A line with a hole:

    >>> cv2.recfilter.gaussian_filter([2.0, numpy.nan, 2.0], 1, nan="omit")
    array([2., 2., 2.])
    """
    sigma, order, spacing = floats_of(sigma, "sigma"), integers_of(order, "order"), _spacing_of(spacing)
    if axes is not None:
        axes = integers_of(axes, "axes")
    mode, cval, approximation = hashable_mode(mode), border_number_of(cval), _enumerator(approximation)
    reach = _reach_of(truncate, radius) if truncate != 4.0 or radius is not None else 0
    holes = Holes(input, mask, nan, fill, 1e-3)
    if holes:
        holes.refuse(cval, order)
        options = {"axes": axes, "spacing": spacing, "approximation": approximation}

        def mean(array, channels, dtype):
            return gaussian_filter(
                array, sigma, 0, dtype, mode, 0.0, truncate, radius=radius, channel_axis=channels, **options
            )

        return holes.filter(mean, input, output, channel_axis)
    has_sign = any(order) if isinstance(order, tuple) else order != 0

    def passes_of(shape, ndim, channels, value):
        if reach:
            each_axis(reach, axes_of(axes, ndim, channels), "radius")
        return _gaussian(sigma, order, mode, value, axes, spacing, approximation, shape, ndim, channels)

    result_dtype = _signed if has_sign else None
    return filter_array(passes_of, input, output, channel_axis, stream, result_dtype=result_dtype, cval=cval)


def _enumerator(approximation):
    if type(approximation) is int:
        return approximation
    raise TypeError(f"approximation is {approximation!r}; cv2.cuda.GAUSSIAN_ACCURATE and the others are accepted")


def _spacing_of(spacing):
    """A float, or a tuple of floats, above 0."""
    if spacing is None:
        return 1.0
    values = floats_of(spacing, "spacing")
    for value in values if isinstance(values, tuple) else (values,):
        if not 0 < value < math.inf:
            raise ValueError(f"spacing is {spacing!r}; finite numbers above 0 are accepted")
    return values


def _signed(elements):
    return elements.signed


def _reach_of(truncate, radius):
    """SciPy's two ways to say where a kernel is cut off, which have no meaning here: the radius, or those of axes."""
    number_of(truncate, "truncate")
    given = radius.tolist() if isinstance(radius, numpy.ndarray) else radius
    try:
        if isinstance(given, (list, tuple)):
            of_axes = integers_of([0 if one is None else one for one in given], "radius")
        else:
            of_axes = 0 if given is None else integers_of(given, "radius")
    except TypeError:
        of_axes = -1
    if min(of_axes if isinstance(of_axes, tuple) else (of_axes,), default=0) < 0:
        raise ValueError(f"radius is {radius}; integers from 0 on are accepted, one or one for each axis")
    return of_axes


# Sums of the filter exceed what lies outside by a power of sigma. Beyond these values they could overflow.
_LARGEST_BORDER_OF_FLOATS, _LARGEST_BORDER = 1e15, 1e280


@kept
def _gaussian(sigma, order, mode, cval, axes, spacing, approximation, shape, ndim, channel_axis):
    axes = axes_of(axes, ndim, channel_axis)
    specs = [None] * len(shape)
    borders = [border_of(one) for one in each_axis(mode, axes, "mode")]
    sigmas, orders = each_axis(sigma, axes, "sigma"), each_axis(order, axes, "order")
    spacings = each_axis(spacing, axes, "spacing")
    if any(not 0 <= one <= 2 for one in orders):
        raise ValueError(f"order is {order}; derivatives of order 0, 1 and 2 are accepted")
    for axis, of_axis, distance, derivative, border in zip(axes, sigmas, spacings, orders, borders):
        elements = of_axis / distance
        if not 0 <= elements <= 1e5:
            per = "" if spacing == 1 else f" and spacing {spacing}: {elements:g} elements"
            raise ValueError(f"sigma is {sigma}{per}; 0 to 1e5 are accepted")
        # Below 0.115 the sampled Gaussian is 1 at 0, and everywhere else below 2^-54, which doubles do not add to 1.
        # Below 0.1 derivatives no longer change.
        if elements >= 0.115 or elements > 0 and derivative:
            least = 0.1 if distance == 1 else 0.1 * (1 + 1e-12)  # which survives the product and the quotient
            specs[axis] = max(elements, least) * distance, distance, derivative, border
    value = 0.0
    if cv2.BORDER_CONSTANT in borders:
        value = cval
        if not math.isfinite(cval):
            raise ValueError(f"cval is {cval}; a finite number is accepted, as every pixel of the result depends on it")
        if abs(cval) > _LARGEST_BORDER:
            raise ValueError(f"cval is {cval}; up to {_LARGEST_BORDER:g} of either sign are accepted")
    # Each axis meets the same value outside the array, as in SciPy, also after a derivative along another axis. Modes
    # of their own may be given at once or in turn, to the last bit.
    one_by_one = axes if value != 0 and any(orders) or len(set(borders)) > 1 else None

    def make_along(dimensions, specs, ddepth):
        return _gaussian_engine(dimensions, specs, value, approximation, ddepth)

    passes = ArrayPasses(shape, specs, make_along, one_by_one)
    passes.in_double, passes.has_sign = abs(value) > _LARGEST_BORDER_OF_FLOATS, any(orders)
    return passes


@kept
def _gaussian_engine(dimensions, specs, cval, approximation, ddepth):
    params = cv2.cuda.RecursiveGaussianNDParams(dimensions)
    params.sigmas, params.spacing, params.derivatives, params.borderTypes = zip(*specs)
    params.borderValue, params.approximation, params.ddepth = (cval,) * 4, approximation, ddepth
    return made_by(cv2.cuda.createRecursiveGaussianFilter, params)


def gaussian_filter1d(
    input,
    sigma,
    axis=-1,
    order=0,
    output=None,
    mode="reflect",
    cval=0.0,
    truncate=4.0,
    *,
    radius=None,
    channel_axis=None,
    spacing=None,
    approximation=cv2.cuda.GAUSSIAN_ACCURATE,
    stream=None,
):
    """Gaussian blur, or a derivative of one, along one axis.

    Parameters
    ----------
    input : array
        See `gaussian_filter`.
    sigma : float
        Standard deviation in elements, up to 1e5.
    axis : int, optional
        Axis to filter along.
    order : int, optional
        Order of the derivative, 0 to 2.
    output, mode, cval, truncate, radius, channel_axis, spacing, approximation, stream
        See `gaussian_filter`.

    Returns
    -------
    array
        Of the kind and shape of the input; its dtype is that of `gaussian_filter`.

    See Also
    --------
    scipy.ndimage.gaussian_filter1d

    Examples
    --------
    >>> import cv2
    >>> cv2.recfilter.gaussian_filter1d([1.0, 2.0, 3.0, 4.0, 5.0], 1).round(3)
    array([1.427, 2.068, 3.   , 3.932, 4.573])
    """
    sigma, order, spacing = floats_of(sigma, "sigma"), integers_of(order, "order"), _spacing_of(spacing)
    for name, value in (("sigma", sigma), ("order", order), ("spacing", spacing)):
        if isinstance(value, tuple):
            raise TypeError(f"{name} is {value}; one number is accepted")
    mode, cval, approximation = hashable_mode(mode), border_number_of(cval), _enumerator(approximation)
    if isinstance(mode, tuple):
        border_of(mode)  # raises
    if truncate != 4.0 or radius is not None:
        _reach_of(truncate, radius)

    def passes_of(shape, ndim, channels, value):
        axes = (axis_of(axis, ndim, channels),)
        return _gaussian(sigma, order, mode, value, axes, spacing, approximation, shape, ndim, channels)

    result_dtype = _signed if order else None
    return filter_array(passes_of, input, output, channel_axis, stream, result_dtype=result_dtype, cval=cval)


def gaussian_laplace(
    input,
    sigma,
    output=None,
    mode="reflect",
    cval=0.0,
    *,
    axes=None,
    channel_axis=None,
    spacing=None,
    **kwargs,
):
    """The Laplacian of a Gaussian blur: the sum of the second derivatives along all axes.

    Parameters
    ----------
    input : array
        numpy.ndarray, a list, or an array of CuPy or PyTorch, as for `gaussian_filter`.
    sigma, mode, cval, axes, channel_axis, spacing
        See `gaussian_filter`.
    output : array or dtype, optional
        Array that takes the result, or its dtype. Default: that of a float input, float32 for bool and integers of 8
        and 16 bits, else float64.
    **kwargs
        Passed to `gaussian_filter`.

    Returns
    -------
    array
        Of the kind and shape of the input.

    See Also
    --------
    scipy.ndimage.gaussian_laplace : gives integer arrays an integer result.

    Examples
    --------
    >>> import cv2, numpy
    >>> ramp = numpy.arange(50.0) ** 2  # its second derivative is 2
    >>> float(cv2.recfilter.gaussian_laplace(ramp, 1)[25].round(6))
    2.0
    """
    return _over_axes(input, sigma, 2, output, mode, cval, axes, channel_axis, spacing, kwargs)


def gaussian_gradient_magnitude(
    input,
    sigma,
    output=None,
    mode="reflect",
    cval=0.0,
    *,
    axes=None,
    channel_axis=None,
    spacing=None,
    **kwargs,
):
    """The length of the gradient of a Gaussian blur.

    Parameters
    ----------
    input, sigma, output, mode, cval, axes, channel_axis, spacing, **kwargs
        See `gaussian_laplace`.

    Returns
    -------
    array
        Of the kind and shape of the input.

    See Also
    --------
    scipy.ndimage.gaussian_gradient_magnitude : gives integer arrays an integer result.

    Examples
    --------
    >>> import cv2, numpy
    >>> ramp = numpy.add.outer(3.0 * numpy.arange(50), 4.0 * numpy.arange(50))
    >>> float(cv2.recfilter.gaussian_gradient_magnitude(ramp, 1)[25, 25].round(6))
    5.0
    """
    return _over_axes(input, sigma, 1, output, mode, cval, axes, channel_axis, spacing, kwargs)


def _over_axes(input, sigma, order, output, mode, cval, axes, channel_axis, spacing, kwargs):
    """The sum of second derivatives, or the root of the sum of squares of first ones."""
    source, elements, channels = wrap_input(input, channel_axis)
    if not source.has_arithmetic:
        raise TypeError(f"input is a {source.library}; arrays of NumPy, CuPy and PyTorch are accepted")
    axes = axes_of(None if axes is None else integers_of(axes, "axes"), len(source.shape), channels)
    sigma, mode, spacing = floats_of(sigma, "sigma"), hashable_mode(mode), _spacing_of(spacing)
    if tuple(sorted(axes)) != axes:  # the order of axes is that of the array, as in SciPy: cval meets derivatives so
        values = (sigma, "sigma"), (mode, "mode"), (spacing, "spacing")
        each = zip(axes, *(each_axis(value, axes, name) for value, name in values))
        axes, sigma, mode, spacing = map(tuple, zip(*sorted(each, key=operator.itemgetter(0))))
    given, dtype = destination_of(output, source, elements, elements.signed)
    working = elements.signed if elements.signed.itemsize > 2 else FLOAT32
    total = None
    for i in range(len(axes)):
        orders = [0] * len(axes)
        orders[i] = order
        options = {"axes": axes, "channel_axis": channels, "spacing": spacing, **kwargs}
        part = gaussian_filter(source.array, sigma, orders, working, mode, cval, **options)
        if order == 1:
            part *= part
        if total is None:
            total = part
        else:
            total += part
    if order == 1 and total is not None:
        total **= 0.5
    values = source if total is None else source.of(total)  # no axis: SciPy gives the input
    if given is None and dtype == working and total is not None:
        return values.array
    result = given or source.new(source.shape, dtype)
    result.store(values, scratch=total is not None)
    return output if given else result.array


def spline_filter(input, order=3, output=None, mode="mirror", *, axes=None, channel_axis=None, stream=None):
    """Coefficients of the B-spline through the elements of an array, along all axes or along those that are named.

    Parameters
    ----------
    input : array
        As for `gaussian_filter`.
    order : int, optional
        Degree of the spline, 2 to 9.
    output : array or dtype, optional
        Array that takes the coefficients, or their dtype. Default: that of float32, float64 and complex arrays, float32
        for bool and elements of 8 and 16 bits, else float64.
    mode : str or int, optional
        How the array and its spline go on. Names have SciPy's meaning: 'mirror' (default), 'reflect' and 'grid-wrap'
        are exact. 'wrap', 'constant' and 'grid-constant' stand for 'mirror', and 'nearest' and 'grid-mirror' for
        'reflect'. OpenCV's constants are exact: cv2.BORDER_CONSTANT is a border of zeros, cv2.BORDER_REPLICATE repeats
        the edge, cv2.BORDER_WRAP is periodic.
    axes, channel_axis
        See `gaussian_filter`.
    stream : cv2.cuda.Stream, optional
        Where a GpuMat is filtered.

    Returns
    -------
    array
        Of the kind and shape of the input. A NaN or an infinity spoils its line, and so, with two axes, the array.

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
    degree, mode = _degree(order, 2), hashable_mode(mode)
    if axes is not None:
        axes = integers_of(axes, "axes")

    def passes_of(shape, ndim, channels):
        return _spline(degree, mode, axes_of(axes, ndim, channels), shape)

    return filter_array(passes_of, input, output, channel_axis, stream, result_dtype=_coefficient_dtype)


def spline_filter1d(input, order=3, axis=-1, output=None, mode="mirror", *, channel_axis=None, stream=None):
    """Coefficients of the B-splines through the lines along one axis.

    Parameters
    ----------
    axis : int, optional
        Axis to filter along.
    input, order, output, mode, channel_axis, stream
        See `spline_filter`. Degrees 0 and 1 are accepted, too, and leave the array as it is.

    Returns
    -------
    array
        Of the kind and shape of the input.

    See Also
    --------
    scipy.ndimage.spline_filter1d : its result is float64 by default.

    Examples
    --------
    >>> import cv2
    >>> cv2.recfilter.spline_filter1d([5.0, 5.0, 5.0]).round(9)
    array([5., 5., 5.])
    """
    degree, mode = _degree(order, 0), hashable_mode(mode)

    def passes_of(shape, ndim, channels):
        return _spline(degree, mode, (axis_of(axis, ndim, channels),), shape)

    return filter_array(passes_of, input, output, channel_axis, stream, result_dtype=_coefficient_dtype)


def _degree(order, least):
    degree = integers_of(order, "order")
    if isinstance(degree, tuple) or not least <= degree <= 9:
        raise ValueError(f"order is {order}; degrees {least} to 9 are accepted")
    return degree


def _coefficient_dtype(elements):
    return FLOAT32 if elements.signed.itemsize < 4 else elements.signed


# SciPy's modes, which name the borders of interpolation, and the borders of the splines that it fits then.
SPLINE_MODES = dict.fromkeys(("mirror", "wrap", "constant", "grid-constant"), cv2.BORDER_REFLECT_101)
SPLINE_MODES.update(dict.fromkeys(("reflect", "nearest", "grid-mirror"), cv2.BORDER_REFLECT))
SPLINE_MODES["grid-wrap"] = cv2.BORDER_WRAP


@kept
def _spline(degree, mode, axes, shape):
    border = border_of(mode, SPLINE_MODES)
    specs = [None] * len(shape)
    for axis in axes if degree > 1 else ():
        if shape[axis] != 1 or border == cv2.BORDER_CONSTANT:  # other borders make a constant line of one element
            specs[axis] = border

    def make_along(dimensions, borders, ddepth):
        return _spline_engine(degree, dimensions, borders[0], ddepth)

    return ArrayPasses(shape, specs, make_along)


@kept
def _spline_engine(degree, dimensions, border, ddepth):
    return cv2.cuda.createBSplinePrefilter(degree, dimensions, border, ddepth)
