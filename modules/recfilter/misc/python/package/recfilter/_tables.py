# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Summed-area tables."""

import cv2
import numpy

from ._call import run, wrap_input, wrap_output
from ._dtypes import DEPTHS
from ._kept import kept

FLAGS = {"sum": cv2.cuda.SAT_SUM, "sqsum": cv2.cuda.SAT_SQSUM, "tilted": cv2.cuda.SAT_TILTED}
_INT32, _FLOAT32, _FLOAT64 = map(numpy.dtype, ("int32", "float32", "float64"))
# What a table of sums has by default, as in cv2.integral; squared sums have float64.
SUMS = {
    numpy.dtype("uint8"): _INT32,
    numpy.dtype("uint16"): _FLOAT64,
    numpy.dtype("int16"): _FLOAT64,
    numpy.dtype("int32"): _INT32,
    numpy.dtype("float32"): _FLOAT64,
    numpy.dtype("float64"): _FLOAT64,
}


def integral(
    input, output=None, *, tables="sum", inclusive=False, dtype=None, sqdtype=None, channel_axis=None, stream=None
):
    """Summed-area tables: sums of all elements above and to the left.

    Parameters
    ----------
    input : array
        numpy.ndarray, cv2.cuda.GpuMat, or an array with ``__cuda_array_interface__``. uint8, uint16, int16, int32,
        float32 or float64; two dimensions, or three with `channel_axis`.
    output : array or sequence of arrays, optional
        What takes the tables: one array for a single name in `tables`, else one for each.
    tables : str or sequence of str, optional
        'sum', 'sqsum' (of squares) and 'tilted' (of the image rotated by 45 degrees): one name, or several.
    inclusive : bool, optional
        False: one row and column longer than the input and 0 there, as cv2.integral. True: of the input's shape, each
        sum includes its own element, as skimage.transform.integral_image.
    dtype, sqdtype : dtype, optional
        Of the sums (plain and tilted) and of the squared sums: int32, float32 or float64. Defaults as in cv2.integral.
    channel_axis : int, optional
        Axis of independent channels of a three-dimensional array. GPU arrays have at most 4 interleaved channels.
    stream : cv2.cuda.Stream, optional
        Where the tables of a GpuMat are computed.

    Returns
    -------
    array or tuple of arrays
        A table for a single name, else a tuple in the order of `tables`.

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
    names = (tables,) if isinstance(tables, str) else tuple(tables)
    if not names or len(set(names)) < len(names) or not set(names) <= set(FLAGS):
        raise ValueError(f"tables is {tables!r}; one or more of {', '.join(FLAGS)} are accepted, each once")
    source, channel_axis = wrap_input(input, SUMS, channel_axis, dimensions=(2,))
    longer = 0 if inclusive else 1
    shape = tuple(n if axis == channel_axis else n + longer for axis, n in enumerate(source.shape))
    if output is None:
        sums = SUMS[source.dtype] if dtype is None else _accepted(numpy.dtype(dtype), "dtype")
        squares = _FLOAT64 if sqdtype is None else _accepted(numpy.dtype(sqdtype), "sqdtype")
        results = [source.new(shape, squares if name == "sqsum" else sums) for name in names]
    else:
        results = _wrap_outputs(output, tables, source, shape)
    table = _table(*_depths(names, results), bool(inclusive))
    used = run(_apply(table, names), source, results, channel_axis, stream)
    if output is not None:
        return output
    made = tuple(source.result_of(result, used) for result in results)
    return made[0] if isinstance(tables, str) else made


def _wrap_outputs(output, tables, source, shape):
    if isinstance(tables, str):
        return [wrap_output(output, source, shape)]
    if not isinstance(output, (tuple, list)) or len(output) != len(tables):
        raise ValueError(f"output must be a sequence of {len(tables)} arrays, one for each of tables")
    return [wrap_output(array, source, shape, f"output[{i}]") for i, array in enumerate(output)]


def _accepted(dtype, name):
    if dtype not in (_INT32, _FLOAT32, _FLOAT64):
        raise TypeError(f"{name} is {dtype}; int32, float32 and float64 are accepted for tables")
    return dtype


def _depths(names, results):
    """Depths of the sums and of the squared sums; -1 for what is not wanted."""
    dtypes = {name: _accepted(result.dtype, "dtype of output") for name, result in zip(names, results)}
    sums = dtypes.get("sum", dtypes.get("tilted"))
    if dtypes.get("tilted", sums) != sums:
        raise TypeError(f"output has dtype {sums} for sum and {dtypes['tilted']} for tilted; both must be the same")
    return DEPTHS.get(sums, -1), DEPTHS.get(dtypes.get("sqsum"), -1)


@kept
def _table(sdepth, sqdepth, inclusive):
    layout = cv2.cuda.SAT_INCLUSIVE if inclusive else cv2.cuda.SAT_INTEGRAL
    return cv2.cuda.createSummedAreaTable(sdepth, sqdepth, layout)


def _apply(table, names):
    if names == ("sum",):
        return lambda image, outs, stream: table.apply(image, outs[0], *stream)
    flags = sum(FLAGS[name] for name in names)

    def apply_all(image, outs, stream):
        of = dict(zip(names, outs))
        table.applyAll(image, flags, of.get("sum"), of.get("sqsum"), of.get("tilted"), *stream)

    return apply_all
