# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Tiles of a contact sheet: pictures under a caption with the times of a call and of its equal by OpenCV. Knows no
sample but by the panels of its picture."""
import argparse
import contextlib
import statistics
import sys
import tempfile
import time

import cv2
import numpy

import sample_main
from panels import PAPER, captioned

SIDE, GAP = 320, 8  # of a tile's pictures, in pixels


def panels_of(sample, shape, caption=50, gap=12, **options):
    """The panels, of one shape, in the first row of the picture that another sample writes."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(None):
        path = f"{folder}/picture.png"
        error = sample.run(argparse.Namespace(output=path, **options))
        picture = sys.exit(error) if error else sample_main.read_image(path)
    columns = range(gap, picture.shape[1], shape[1] + 2 * gap)
    return [picture[caption:caption + shape[0], left:left + shape[1]] for left in columns]


def by_turns(*calls, repeats=5):
    """The result of each call, and the median of its milliseconds. The calls take turns, the first turn warms up."""
    times = [[] for _ in calls]
    for _ in range(repeats + 1):
        results = []
        for call, own in zip(calls, times):
            start = time.perf_counter()
            results.append(call())
            own.append((time.perf_counter() - start) * 1000)
    return results, [statistics.median(own[1:]) for own in times]


def beside_opencv(image, name, ours, opencv):
    """The result of our call, which OpenCV's must equal, and a line with both times."""
    (result, expected), milliseconds = by_turns(ours, opencv)
    difference = numpy.abs(numpy.subtract(result, expected, dtype=numpy.float32)).mean()
    if not difference < 1:
        sys.exit(f"mean difference to {name}: {difference:.2f} gray levels")
    return result, line(image, milliseconds, name)


def gaussian_beside_opencv(image, sigma):
    return beside_opencv(image, "cv2.GaussianBlur", lambda: cv2.cuda.recursiveGaussianBlur(image, sigma),
                         lambda: cv2.GaussianBlur(image, (0, 0), sigma))


def blur_by_radius(image, radius):
    """cv2.cuda.boxFilterByRadius by OpenCV's own functions: one blur for each radius."""
    radius, result = numpy.rint(radius), numpy.empty_like(image)
    for r in range(int(radius.min()), int(radius.max()) + 1):
        cv2.copyTo(cv2.blur(image, (2 * r + 1, 2 * r + 1)), cv2.inRange(radius, r, r), result)
    return result


def line(image, milliseconds, name):
    size = " x ".join(map(str, (image.shape[1], image.shape[0], *image.shape[2:])))
    return f"{size} {image.dtype}: recfilter {milliseconds[0]:.1f} ms, {name} {milliseconds[1]:.1f} ms"


def square(picture):
    """The middle of a picture, as large as a tile shows it."""
    side = min(picture.shape[:2])
    top, left = ((extent - side) // 2 for extent in picture.shape[:2])
    way = cv2.INTER_AREA if side > SIDE else cv2.INTER_NEAREST
    return cv2.resize(picture[top:top + side, left:left + side], (SIDE, SIDE), interpolation=way)


def tile(title, detail, left, right):
    """The middles of two pictures side by side, and text above them."""
    print(f"{title}\n    {detail}")
    between = numpy.full((SIDE, GAP, 3), PAPER, numpy.uint8)
    return captioned(cv2.hconcat([square(left), between, square(right)]), title, detail)
