# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Strided GPU memory as images that a GpuMat can describe."""

MAX_INTERLEAVED = 512  # CV_CN_MAX


def contiguous_strides(shape, itemsize):
    strides = []
    for length in reversed(shape):
        strides.insert(0, itemsize)
        itemsize *= length
    return tuple(strides)


def planes(shape, strides, itemsize, channel_axis, name):
    """The images (offset, rows, columns, channels, step) of an array of one to three dimensions, in bytes."""
    strides = strides or contiguous_strides(shape, itemsize)
    if len(shape) == 1:
        shape, strides = (1, *shape), (shape[0] * itemsize, *strides)
    lengths, steps = list(shape), list(strides)
    count, channels, distance = 1, 1, 0
    if len(shape) == 3:
        count, distance = lengths.pop(channel_axis), steps.pop(channel_axis)
        if count == 1 or channel_axis == 2 and count <= MAX_INTERLEAVED and distance == itemsize:
            count, channels = 1, count
    (rows, columns), (step, pixel) = lengths, steps
    row_bytes = columns * channels * itemsize
    if columns > 1 and pixel != channels * itemsize or rows > 1 and step < row_bytes:
        raise ValueError(
            f"{name} has shape {tuple(shape)} and strides {tuple(strides)}; the elements of a row must follow each "
            "other; copy the array first, with ascontiguousarray() or contiguous()"
        )
    return [(i * distance, rows, columns, channels, max(step, row_bytes)) for i in range(count)]
