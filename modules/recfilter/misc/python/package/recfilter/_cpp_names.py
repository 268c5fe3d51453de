# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Checks of arguments of the C++ names in cv2.cuda, before OpenCV's converters read them.

The converters take int64 for int32, other byte orders and masked arrays for plain memory, numbers and tuples for
columns, complex taps for real ones, and an array of kernels for a list of its rows.
"""

import functools
import inspect
import re
import sys

import cv2
import numpy

_READ = frozenset("BbHhiefd")  # dtype.char of uint8, int8, uint16, int16, int32, float16, float32, float64

_ARRAYS = """

Arrays of Python
----------------
An array of one dimension is a column: write ``x[numpy.newaxis]`` for a row. The last dimension of a plain array of
three is its channels. TypeError: int64 and uint64, other byte orders, masked arrays, numbers and tuples in place of an
array. A destination of another dtype or size than the result's is left as it is, as everywhere in cv2: use the array
that is returned."""

_STREAMS = """

Streams of Python
-----------------
``stream`` is a ``cv2.cuda.Stream``, on which a GpuMat is filtered; the call returns without waiting. None is the
default stream. Other arrays ignore it."""

_VOLUMES = """
A plain array (h, w, 2) is an image of two channels. ``cv2.Mat(volume, wrap_channels=False)`` is a volume, whatever
its last length."""

_KERNELS = """

Kernels of Python
-----------------
One kernel is an array, of any real dtype: two dimensions for images, three for volumes, four for volumes over time.
Several kernels are a list of arrays; so may be one. The result is a tuple of one array for each kernel.

Refused, as they can be read in two ways:

* one dimension: write ``kernel[numpy.newaxis]`` for a row of taps, ``kernel[:, numpy.newaxis]`` for a column,
* three dimensions, the last of 1 or 2: write ``cv2.Mat(kernel, wrap_channels=False)`` for the kernel of a volume,
  ``cv2.Mat(kernel, wrap_channels=True)`` for a kernel of an image whose taps are real (1) or complex numbers (2)."""


# Functions, and the order of their arguments: names of arrays, None for others.
_FUNCTIONS = {
    "recursiveGaussianBlur": ("src", None, "dst"),
    "gaussianGradientMagnitude": ("src", None, "dst"),
    "laplacianOfGaussian": ("src", None, "dst"),
    "differenceOfGaussians": ("src", None, "dst"),
    "unsharpMask": ("src", None, "dst"),
    "structureTensor": ("src", None, None, "dst"),
    "hessianOfGaussian": ("src", None, "dst"),
    "symmetricEigenvalues": ("src", "dst"),
    "planarGaussianBlur": ("src", None, "dst"),
    "scaleSpaceBlobs": ("src", "blobs"),
    "gaussianFilterBank": ("src",),
    "maskedGaussianBlur": ("src", "mask", None, "dst"),
    "maskedBoxFilter": ("src", "mask", None, "dst"),
    "boxFilter": ("src", None, "dst"),
    "boxFilterByRadius": ("src", "radius", "dst"),
    "localMeanVariance": ("src", None, "mean", "variance"),
    "splineWarpAffine": ("src", None, "dst"),
    "splineRemap": ("src", "map", "dst"),
}


def check_array(array, name):
    """Raises for what OpenCV would not read as numpy does. Everything else is left to OpenCV."""
    if isinstance(array, numpy.ndarray):
        if isinstance(array, numpy.ma.MaskedArray):
            raise TypeError(f"{name} is a masked array; fill it first, see numpy.ma.filled")
        dtype = array.dtype
        if not dtype.isnative or dtype.char not in _READ and dtype != numpy.int32:
            order = "" if dtype.isnative else f" in another byte order ({dtype.str})"
            raise TypeError(
                f"{name} has dtype {dtype.name}{order}; uint8, uint16, int16, int32, float16, float32 and "
                "float64 in the byte order of this machine are read"
            )
    elif isinstance(array, (bool, int, float, complex, numpy.generic, tuple, list)):
        raise TypeError(f"{name} is a {type(array).__name__}; an array is needed")


def _checked(function, arrays, notes=""):
    """`function` with checks of the positional or keyword arguments that `arrays` names; None is not checked."""
    named = frozenset(arrays) - {None}

    def call(*args, **kwargs):
        for name, array in zip(arrays, args):
            if name is not None:
                if type(array) is numpy.ndarray:
                    dtype = array.dtype
                    if dtype.char in _READ and dtype.isnative:
                        continue
                check_array(array, name)
        for name in named.intersection(kwargs) if kwargs else ():
            check_array(kwargs[name], name)
        return function(*args, **kwargs)

    return _dressed(call, function, notes)


def _with_checked_list(function):
    """NonSeparableFilter.apply, whose results go into a list of arrays."""

    def call(*args, **kwargs):
        dst = args[2] if len(args) > 2 else kwargs.get("dst")
        if isinstance(dst, numpy.ndarray):
            raise TypeError("dst is an array; a list of arrays is needed, one for each kernel")
        if isinstance(dst, (list, tuple)):
            for i, array in enumerate(dst):
                check_array(array, f"dst[{i}]")
        return function(*args, **kwargs)

    return _dressed(call, function)


def _dressed(call, function, notes=""):
    """`call` under the name of a generated function, with its help and its signature."""
    doc = (function.__doc__ or "") + notes
    if "stream]" in doc and _STREAMS not in doc:
        doc += _STREAMS
    call.__name__, call.__doc__ = function.__name__, doc
    call.__qualname__ = getattr(function, "__qualname__", function.__name__)
    call.__module__ = "cv2.cuda"
    lines = [line for line in call.__doc__.splitlines() if line.startswith(f"{call.__name__}(")]
    if len(set(lines)) == 1:
        call.__signature__ = _signature(lines[0], inspect.isroutine(function) and not inspect.isbuiltin(function))
    return call


def _signature(line, of_method):
    """Of a line such as 'apply(src[, dst[, stream]]) -> dst'."""
    needed, _, optional = line[line.index("(") + 1 : line.rindex(")")].partition("[")
    kind, parameters = inspect.Parameter.POSITIONAL_OR_KEYWORD, []
    if of_method:
        parameters.append(inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY))
    parameters += [inspect.Parameter(name, kind) for name in re.findall(r"\w+", needed)]
    parameters += [inspect.Parameter(name, kind, default=None) for name in re.findall(r"\w+", optional)]
    return inspect.Signature(parameters)


def check_taps(taps, name):
    """Raises for taps of which OpenCV would read other numbers than these."""
    if isinstance(taps, numpy.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; fill it first, see numpy.ma.filled")
    if isinstance(taps, numpy.ndarray):
        if taps.dtype.kind == "c":
            raise TypeError(f"{name} has dtype {taps.dtype}; real numbers are accepted")
        if not taps.dtype.isnative:
            raise TypeError(f"{name} has another byte order ({taps.dtype.str}); that of this machine is read")
    elif isinstance(taps, (list, tuple)) and any(isinstance(tap, (complex, numpy.complexfloating)) for tap in taps):
        raise TypeError(f"{name} has complex numbers; real ones are accepted")


def _check_all_taps(*args, **kwargs):
    for name, taps in (*zip(("feedforward", "feedback"), args), *kwargs.items()):
        check_taps(taps, name)


def _with_checked_taps(function):
    def call(*args, **kwargs):
        _check_all_taps(*args, **kwargs)
        return function(*args, **kwargs)

    return _dressed(call, function)


def _with_checked_band(function):
    def call(*args, **kwargs):
        # bandX, borderTypeX, bandY, borderTypeY, ddepth or band, borderType, ddepth
        several = len(args) > 3 or any(name in kwargs for name in ("bandX", "bandY", "borderTypeX", "borderTypeY"))
        names = ("bandX", "borderTypeX", "bandY") if several else ("band",)
        for name, taps in (*zip(names, args), *kwargs.items()):
            check_taps(taps, name)
        return function(*args, **kwargs)

    return _dressed(call, function)


def _property(descriptor, name):
    def assign(owner, taps):
        check_taps(taps, name)
        descriptor.__set__(owner, taps)

    return property(descriptor.__get__, assign, doc=descriptor.__doc__)


def kernel_list(kernels):
    """Kernels as OpenCV's converter reads them: a list of arrays, volumes marked as such."""
    if isinstance(kernels, numpy.ndarray):
        return [_kernel(kernels, "kernels")]
    if not isinstance(kernels, (list, tuple)):
        raise TypeError(f"kernels is a {type(kernels).__name__}; an array or a list of arrays is needed")
    if not all(isinstance(kernel, numpy.ndarray) for kernel in kernels):
        wrong = next(type(kernel).__name__ for kernel in kernels if not isinstance(kernel, numpy.ndarray))
        raise TypeError(
            f"kernels has a {wrong}; arrays are needed: numpy.array(kernels, float) makes one kernel of rows"
        )
    return [_kernel(kernel, f"kernels[{i}]") for i, kernel in enumerate(kernels)]


def _kernel(kernel, name):
    if isinstance(kernel, numpy.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; fill it first, see numpy.ma.filled")
    if kernel.dtype.kind not in "biuf" or kernel.dtype.itemsize > 8:
        hint = "; taps that are complex are a Mat of two channels" if kernel.dtype.kind == "c" else ""
        raise TypeError(f"{name} has dtype {kernel.dtype}; real numbers of up to 64 bits are accepted{hint}")
    if not kernel.dtype.isnative:
        raise TypeError(f"{name} has another byte order ({kernel.dtype.str}); that of this machine is read")
    wraps = kernel.wrap_channels if isinstance(kernel, cv2.Mat) else None
    if wraps is None:
        wraps = False
        if kernel.ndim == 1:
            raise ValueError(
                f"{name} has one dimension; write kernel[numpy.newaxis] for a row, kernel[:, numpy.newaxis] for a "
                "column, or numpy.array(kernels) for one kernel of these rows"
            )
        if kernel.ndim == 3 and kernel.shape[2] <= 2:
            raise ValueError(
                f"{name} has shape {kernel.shape}; write cv2.Mat(kernel, wrap_channels=False) for the kernel of a "
                "volume, or cv2.Mat(kernel, wrap_channels=True) for a kernel of an image with complex taps"
            )
    plain = numpy.asarray(kernel)
    if plain.dtype not in (numpy.float32, numpy.float64):
        plain = plain.astype(numpy.float32 if plain.dtype == numpy.float16 else numpy.float64)
    return cv2.Mat(plain, wrap_channels=wraps)


def _create_non_separable(create):
    def call(kernels, *args, **kwargs):
        return create(kernel_list(kernels), *args, **kwargs)

    return _dressed(call, create, _KERNELS)


@functools.lru_cache(maxsize=None)
def install():
    """Puts the checks before the generated functions and methods, once."""
    cuda, override = cv2.cuda, cv2.cuda.RecursivePass._override

    def method(of, name, arrays, notes=_ARRAYS, wrap=lambda function: function):
        override(of, name, _checked(wrap(vars(of)[name]), (None, *arrays), notes))

    method(cuda.RecursiveFilter, "apply", ("src", "dst"))
    method(cuda.SummedAreaTable, "apply", ("src", "sum"))
    method(cuda.SummedAreaTable, "applyAll", ("src", None, "sum", "sqsum", "tilted"))
    method(cuda.NonSeparableFilter, "apply", ("src",), _ARRAYS + _VOLUMES, _with_checked_list)
    for call in (
        *(_checked(getattr(cuda, name), arrays, _ARRAYS) for name, arrays in _FUNCTIONS.items()),
        _create_non_separable(cuda.createNonSeparableFilter),
        _with_checked_band(cuda.createBandedSolver),
    ):
        for module in (cuda, sys.modules.get("cv2.cuda", cuda)):  # where the folder of stubs is found as a module
            setattr(module, call.__name__, call)
    symmetric = _with_checked_taps(cuda.RecursiveAxis.symmetric)
    override(cuda.RecursiveAxis, "symmetric", staticmethod(symmetric))
    cuda.RecursivePass._checkTaps(_check_all_taps)
    for name in ("feedforward", "feedback"):
        override(cuda.RecursivePass, name, _property(vars(cuda.RecursivePass)[name], name))
