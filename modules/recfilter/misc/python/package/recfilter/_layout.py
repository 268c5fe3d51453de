# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Arrays of any dimension as images: pure arithmetic on shapes and strides.

For dense kernels and tables: engines of recursive filters take arrays of up to eight dimensions.
An image has two axes and channels. A pass over an array filters one or two of its axes. `Grouping` says how the axes of
the array become images for that pass: (outer, rows, between, columns, channels), the lengths of five axes in the order
of the array's own. There is an image (rows, columns, channels) for each index of `outer` and `between`.
"""

import functools
import math

MAX_INTERLEAVED = 512  # CV_CN_MAX
_SMALL = 1 << 11  # elements of an image whose filter takes no longer than a call


def grouping_of_image(shape, y, x):
    """Images along the axes y < x. None if more elements follow than channels can hold."""
    channels = math.prod(shape[x + 1 :])
    if channels > MAX_INTERLEAVED:
        return None
    return math.prod(shape[:y]), shape[y], math.prod(shape[y + 1 : x]), shape[x], channels


def has_many_small_images(grouping):
    """Whether one call for each axis is faster than one for each image."""
    outer, rows, between, columns, channels = grouping
    return outer * between > 8 and rows * columns * channels <= _SMALL


def grouping_of_axis(shape, axis):
    """Images along one axis: (grouping, whether the axis is that of the columns, y)."""
    before, length, after = math.prod(shape[:axis]), shape[axis], math.prod(shape[axis + 1 :])
    if after == 1 or before > 1 and after <= MAX_INTERLEAVED and (after <= 4 or length * after <= _SMALL):
        return (1, before, 1, length, after), False
    return (before, length, 1, after, 1), True


def contiguous_strides(shape, itemsize):
    strides = []
    for length in reversed(shape):
        strides.insert(0, itemsize)
        itemsize *= length
    return tuple(strides)


@functools.lru_cache(maxsize=256)
def nested_steps(shape, strides, itemsize):
    """The steps of strided memory in which each step spans the elements behind it; None if it has to be copied first.

    The elements of the last axis follow each other."""
    steps, span = [], itemsize
    for length, step in zip(reversed(shape), reversed(strides or contiguous_strides(shape, itemsize))):
        step = span if length == 1 else step
        if step < span or step % itemsize or not steps and step != itemsize:
            return None
        steps.insert(0, step)
        span = length * step
    return tuple(steps)


def regrouped(shape, strides, grouping):
    """Strides of an array that is seen with the shape `grouping`; None if no strides say that."""
    old = [(n, s) for n, s in zip(shape, strides) if n != 1]
    result, i, inner = [0] * len(grouping), len(old), len(grouping)
    while inner > 0:
        # Axes of the array, and axes of the grouping, from the innermost outwards, until they have as many elements.
        inner -= 1
        if grouping[inner] == 1:
            continue
        if i == 0:
            return None
        i -= 1
        outermost, elements, wanted = i, old[i][0], grouping[inner]
        new = [inner]
        while elements != wanted:
            if elements < wanted:
                outermost -= 1
                if outermost < 0 or old[outermost][1] != old[outermost + 1][0] * old[outermost + 1][1]:
                    return None
                elements *= old[outermost][0]
            else:
                inner -= 1
                new.append(inner)
                wanted *= grouping[inner]
        step = old[i][1]
        for axis in new:
            result[axis] = step
            step *= grouping[axis]
        i = outermost
    return result


@functools.lru_cache(maxsize=256)
def planes(shape, strides, itemsize, grouping):
    """Images (offset, rows, columns, channels, step) of strided memory, in bytes; None if it has to be copied first."""
    outer, rows, between, columns, channels = grouping
    steps = regrouped(shape, strides or contiguous_strides(shape, itemsize), grouping)
    if steps is None:
        return None
    row_bytes = columns * channels * itemsize
    if (
        channels > 1
        and steps[4] != itemsize
        or columns > 1
        and steps[3] != channels * itemsize
        or rows > 1
        and (steps[1] < row_bytes or steps[1] % itemsize)
    ):
        return None
    step = max(steps[1], row_bytes) if rows > 1 else row_bytes
    return [(i * steps[0] + k * steps[2], rows, columns, channels, step) for i in range(outer) for k in range(between)]
