# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Summed-area tables."""

import math

import cv2
import numpy

from ._call import run, stream_arguments, wrap_input, wrap_output
from ._dtypes import DEPTHS
from ._filter_array import axes_of, made_by
from ._host_array import HostArray
from ._kept import kept
from ._layout import grouping_of_image

FLAGS = {"sum": cv2.cuda.SAT_SUM, "sqsum": cv2.cuda.SAT_SQSUM, "tilted": cv2.cuda.SAT_TILTED}
_INT32, _FLOAT32, _FLOAT64 = map(numpy.dtype, ("int32", "float32", "float64"))
_UINT8, _INT16 = map(numpy.dtype, ("uint8", "int16"))
# Sources that an engine reads, the dtypes of their sums, and of their squared sums. The last of each holds every sum.
SUMS = {
    _UINT8: (_INT32, _FLOAT32, _FLOAT64),
    numpy.dtype("uint16"): (_FLOAT64,),
    _INT16: (_FLOAT64,),
    _INT32: (_INT32, _FLOAT64),
    _FLOAT32: (_FLOAT32, _FLOAT64),
    _FLOAT64: (_FLOAT64,),
}
SQUARES = {_UINT8: (_INT32, _FLOAT32, _FLOAT64), _FLOAT32: (_FLOAT32, _FLOAT64)}
# What other dtypes are read as.
_READ = {numpy.dtype("bool"): _UINT8, numpy.dtype("int8"): _INT16, numpy.dtype("float16"): _FLOAT32}


def integral(
    input, output=None, *, tables="sum", inclusive=False, dtype=None, sqdtype=None, channel_axis=None, stream=None
):
    """Summed-area tables: sums of all elements above and to the left.

    Parameters
    ----------
    input : array
        numpy.ndarray, a list, cv2.cuda.GpuMat, or an array with ``__cuda_array_interface__``, of any numbers. Other
        arrays than those of NumPy, CuPy and PyTorch have two dimensions, or three with `channel_axis`.
    output : array or sequence of arrays, optional
        What takes the tables: one array for a single name in `tables`, else one for each.
    tables : str or sequence of str, optional
        'sum', 'sqsum' (of squares) and 'tilted' (of the image rotated by 45 degrees): one name, or several. Tilted
        tables have two dimensions.
    inclusive : bool, optional
        False: one longer than the input along each axis and 0 there, as cv2.integral. True: of the input's shape, each
        sum includes its own element, as skimage.transform.integral_image.
    dtype, sqdtype : dtype, optional
        Of the sums (plain and tilted) and of the squared sums: int32, float32 or float64. By default they hold every
        sum of an array of this shape: float64, but int32 for sums of bool and uint8 that cannot exceed it. int32 tables
        on request wrap: they are exact modulo 2**32, and so are box sums from them.
    channel_axis : int, optional
        Axis of independent channels. GPU arrays have at most 4 interleaved channels.
    stream : cv2.cuda.Stream, optional
        Where the tables of a GpuMat are computed.

    Returns
    -------
    array or tuple of arrays
        A table for a single name, else a tuple in the order of `tables`. A NaN or an infinity spoils all sums that hold
        it.

    See Also
    --------
    cv2.cuda.SummedAreaTable : which dtypes go together.

    Examples
    --------
    >>> import numpy, cv2
    >>> cv2.recfilter.integral(numpy.ones((2, 2), numpy.uint8), inclusive=True)
    array([[1, 2],
           [2, 4]], dtype=int32)
    """
    names = tuple(tables) if isinstance(tables, (list, tuple)) else (tables,)
    if not names or any(not isinstance(name, str) or name not in FLAGS or names.count(name) > 1 for name in names):
        raise ValueError(f"tables is {tables!r}; one or more of {', '.join(FLAGS)} are accepted, each once")
    source, elements, channel_axis = wrap_input(input, channel_axis)
    axes = axes_of(None, len(source.shape), channel_axis)
    if len(axes) != 2 and not source.has_arithmetic:
        raise ValueError(
            f"input has {len(source.shape)} dimensions; a {source.library} needs 2, or 3 with channel_axis"
        )
    if len(axes) != 2 and "tilted" in names:
        raise ValueError(f"tables is {tables!r} and input has {len(source.shape)} dimensions; tilted tables have 2")
    longer = 0 if inclusive else 1
    shape = tuple(n + longer if axis in axes else n for axis, n in enumerate(source.shape))
    given = None if output is None else _wrap_outputs(output, tables, source, shape)
    arguments = stream_arguments(source, stream)
    if elements.is_complex and not source.has_arithmetic:
        raise TypeError(f"input has dtype {source.dtype}; a {source.library} of real numbers is accepted")
    if elements.is_complex:
        made = _complex_table(source, axes, names, shape, bool(inclusive), given, dtype, arguments)
    else:
        made = _real_tables(source, elements, axes, names, shape, bool(inclusive), given, (dtype, sqdtype), arguments)
    if output is not None:
        return output
    made = tuple(source.result_of(result, arguments) for result in made)
    return made[0] if isinstance(tables, str) else made


def _real_tables(source, elements, axes, names, shape, inclusive, given, dtypes, arguments):
    native = elements.dtype
    read = native if native in SUMS else _READ.get(native, _FLOAT64)
    if read == _INT32 and "sqsum" in names:
        read = _FLOAT64
    count = math.prod(source.shape[axis] for axis in axes)
    of_names = _dtypes(names, source, read, given, dtypes, count)
    return _tables(source.as_type(read, arguments), axes, names, shape, inclusive, given, of_names, arguments)


def _tables(source, axes, names, shape, inclusive, given, of_names, arguments):
    """The tables, in `given` or in new arrays."""
    results = given or [source.new(shape, of_names[name]) for name in names]
    if 0 in source.shape:
        source.refuse_empty()
        for result in results:
            result.array[...] = 0
        return results
    grouping = grouping_of_image(source.shape, *axes[-2:]) if len(axes) > 1 else None
    if grouping is not None and grouping[-1] > 4 and type(source) is not HostArray:
        raise ValueError(
            f"input has shape {tuple(source.shape)}; a {source.library} has at most 4 channels side by side, more lie "
            "in planes"
        )
    if grouping is not None and len(axes) == 2:
        of_result = grouping_of_image(shape, *axes)
        if given is None or all(result.takes(of_result) for result in results):
            run(_engine(names, of_names, inclusive), source, results, (grouping, of_result), arguments)
            return results
        if not source.has_arithmetic:
            results[0].refuse_layout()
    if "tilted" in names:
        raise ValueError(f"tables is {names} and input has shape {source.shape}; at most 512 channels may be last")
    _sum_up(source, axes, names, results, inclusive, grouping, of_names, arguments)
    return results


def _sum_up(source, axes, names, results, inclusive, grouping, of_names, arguments):
    """Tables of the innermost two axes, if there is a grouping of them as images, summed up along the others."""
    longer, shape = 0 if inclusive else 1, results[0].shape
    if grouping is None:
        dtypes = [of_names[name] for name in names]
        planes = [source.as_type(dtype, arguments).array for dtype in dtypes]
        planes = [plane * plane if name == "sqsum" else plane for name, plane in zip(names, planes)]
        summed = axes
    else:
        summed = axes[:-2]
        inner = tuple(n if axis in summed else m for axis, (n, m) in enumerate(zip(source.shape, shape)))
        tables = [source.new(inner, of_names[name]) for name in names]
        of_tables = grouping_of_image(inner, *axes[-2:])
        run(_engine(names, of_names, inclusive), source, tables, (grouping, of_tables), arguments)
        planes = [table.array for table in tables]
    for plane, result in zip(planes, results):
        for axis in summed:
            plane = plane.cumsum(axis, dtype=plane.dtype)
        if longer:
            result.array[...] = 0
        result.array[tuple(slice(longer if axis in summed else 0, None) for axis in range(len(shape)))] = plane


def _complex_table(source, axes, names, shape, inclusive, given, dtype, arguments):
    """The sums of complex numbers: of their real and of their imaginary parts."""
    if names != ("sum",) or dtype is not None and _as_dtype(dtype, "dtype") != complex:
        raise TypeError(f"input has dtype {source.dtype}; of complex numbers there are sums of dtype complex128 alone")
    if given is not None and given[0].dtype.kind != "c":
        raise TypeError(f"output has dtype {given[0].dtype} and input {source.dtype}; complex128 is accepted")
    of_names = {"sum": _FLOAT64}
    made = _tables(source.parts(), axes, names, (*shape, 2), inclusive, None, of_names, arguments)[0].joined()
    if given is None:
        return [made]
    given[0].array[...] = made.array
    return given


def _wrap_outputs(output, tables, source, shape):
    if isinstance(tables, str):
        return [wrap_output(output, source, shape)]
    if not isinstance(output, (tuple, list)) or len(output) != len(tables):
        raise ValueError(f"output must be a sequence of {len(tables)} arrays, one for each of tables")
    return [wrap_output(array, source, shape, f"output[{i}]") for i, array in enumerate(output)]


def _dtypes(names, source, read, given, dtypes, count):
    """The dtype of each table, of those that an engine makes of `read`; `count` elements are summed at most."""
    if given is not None:
        asked = {name: _accepted(result.dtype, "dtype of output") for name, result in zip(names, given)}
        label = {name: "dtype of output" for name in names}
    else:
        largest = 1 if source.dtype.kind == "b" else 255
        sums = _INT32 if read == _UINT8 and largest * count < 1 << 31 else _FLOAT64
        dtype, sqdtype = dtypes
        sums = sums if dtype is None else _accepted(_as_dtype(dtype, "dtype"), "dtype")
        squares = _FLOAT64 if sqdtype is None else _accepted(_as_dtype(sqdtype, "sqdtype"), "sqdtype")
        asked = {name: squares if name == "sqsum" else sums for name in names}
        label = {name: "sqdtype" if name == "sqsum" else "dtype" for name in names}
    sums = asked.get("sum", asked.get("tilted"))
    if asked.get("tilted", sums) != sums:
        raise TypeError(f"output has dtype {sums} for sum and {asked['tilted']} for tilted; both must be the same")
    for name, dtype in asked.items():
        accepted = SUMS[read] if name != "sqsum" else _squares(read, sums)
        if dtype not in accepted:
            beside = "" if name != "sqsum" or sums is None else f" with sums of dtype {sums}"
            raise TypeError(
                f"{label[name]} is {dtype}; {', '.join(map(str, accepted))} are accepted for {name} of "
                f"{source.dtype}{beside}"
            )
    return asked


def _squares(read, sums):
    """The dtypes of squared sums that go with a dtype of sums, None if no sums are wanted."""
    accepted = SQUARES.get(read, (_FLOAT64,))
    if sums is None or sums == _INT32:  # numpy takes None for float64
        return accepted
    return tuple(dtype for dtype in accepted if dtype == _FLOAT64 or dtype == sums)


def _as_dtype(dtype, name):
    try:
        return numpy.dtype(dtype)
    except TypeError:
        raise TypeError(f"{name} is {dtype!r}; int32, float32 and float64 are accepted for tables") from None


def _accepted(dtype, name):
    if dtype not in (_INT32, _FLOAT32, _FLOAT64):
        raise TypeError(f"{name} is {dtype}; int32, float32 and float64 are accepted for tables")
    return dtype


def _engine(names, of_names, inclusive):
    """The call that makes the tables of one image."""
    sums, squares = of_names.get("sum", of_names.get("tilted")), of_names.get("sqsum")
    if sums is None and squares == _FLOAT32:
        sums = _FLOAT32  # what goes with such squares
    return _apply(_table(DEPTHS.get(sums, -1), DEPTHS.get(squares, -1), inclusive), names)


@kept
def _table(sdepth, sqdepth, inclusive):
    layout = cv2.cuda.SAT_INCLUSIVE if inclusive else cv2.cuda.SAT_INTEGRAL
    return made_by(cv2.cuda.createSummedAreaTable, sdepth, sqdepth, layout)


def _apply(table, names):
    if names == ("sum",):
        return lambda image, outs, stream: table.apply(image, outs[0], *stream)
    flags = sum(FLAGS[name] for name in names)

    def apply_all(image, outs, stream):
        of = dict(zip(names, outs))
        table.applyAll(image, flags, of.get("sum"), of.get("sqsum"), of.get("tilted"), *stream)

    return apply_all
