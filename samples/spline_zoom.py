#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Turns a photograph twelve times by 30 degrees, and enlarges and reduces it six times: how much of it B-splines leave,
and how much OpenCV's interpolation. Below, a detail eight times as large."""
import math
import time

import cv2
import numpy

import sample_main
from panels import captioned, in_gray, in_rows, middle_of, pixels_of

TURNS, ZOOMS, ZOOM, DETAIL = 12, 6, 1.3, 8


def inverse_map(image, result, degrees, scale):
    """The map from a result, turned and so many times larger, back to the image, middle onto middle. Of their sizes."""
    c, s = math.cos(math.radians(degrees)) / scale, math.sin(math.radians(degrees)) / scale
    (x, y), (u, v) = (((width - 1) / 2, (height - 1) / 2) for width, height in (image, result))
    return numpy.array([[c, -s, x - c * u + s * v], [s, c, y - s * u - c * v]])


def by_opencv(interpolation):
    return lambda image, inverse, size: cv2.warpAffine(
        image, inverse, size, flags=interpolation | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REFLECT_101)


def by_spline(degree):
    return lambda image, inverse, size: cv2.cuda.splineWarpAffine(
        image, inverse, dsize=size, degree=degree, borderType=cv2.BORDER_REFLECT_101, isInverse=True)


METHODS = {"INTER_CUBIC": by_opencv(cv2.INTER_CUBIC), "INTER_LANCZOS4": by_opencv(cv2.INTER_LANCZOS4),
           "B-spline, degree 3": by_spline(3), "B-spline, degree 5": by_spline(5), "B-spline, degree 7": by_spline(7)}


def warped(method, image, size, degrees, scale):
    return method(image, inverse_map(image.shape[::-1], size, degrees, scale), size)


def turned_round(method, image):
    for _ in range(TURNS):
        image = warped(method, image, image.shape[::-1], 360 / TURNS, 1)
    return image


def enlarged_and_reduced(method, image):
    small = image.shape[::-1]
    large = tuple(round(ZOOM * length) for length in small)
    for _ in range(ZOOMS):
        image = warped(method, warped(method, image, large, 0, ZOOM), small, 0, 1 / ZOOM)
    return image


def psnr(image, turned):
    """PSNR of the disc that no turn takes out of the picture."""
    side = image.shape[0]
    mask = cv2.circle(numpy.zeros(image.shape, numpy.uint8), (side // 2, side // 2), int(0.45 * side), 255, cv2.FILLED)
    return 20 * math.log10(255 / (cv2.norm(image, turned, cv2.NORM_L2, mask) / math.sqrt(cv2.countNonZero(mask))))


def run(options):
    photograph = sample_main.read_image(options.input, cv2.IMREAD_GRAYSCALE)
    side = min(options.side, *photograph.shape)
    if side < 64:
        return "the photograph, or side, is smaller than 64 pixels"
    image, width = middle_of(photograph, side, side).astype(numpy.float32), side // 4 * 3

    def panel(picture, times, title, detail):
        return captioned(pixels_of(in_gray(picture), width, width, times), title, detail)

    panels = [panel(image, 3, "photograph", f"{side} x {side}")]
    details = [panel(image, DETAIL, "photograph", "pixels of a detail")]
    print(f"{TURNS} turns of {360 / TURNS:g} degrees; enlarged to {ZOOM:g} and back {ZOOMS} times")
    for title, method in METHODS.items():
        start = time.perf_counter()
        turned = turned_round(method, image)
        milliseconds = (time.perf_counter() - start) * 1000 / TURNS
        of_turns, of_zooms = psnr(image, turned), psnr(image, enlarged_and_reduced(method, image))
        print(f"{title:20} PSNR {of_turns:.1f} dB turned, {of_zooms:.1f} dB zoomed, {milliseconds:.1f} ms a turn")
        panels.append(panel(turned, 3, title, f"turned {TURNS} times: PSNR {of_turns:.1f} dB"))
        details.append(panel(warped(method, image, (width, width), 0, DETAIL), 1, title,
                             f"{DETAIL} times larger ({ZOOM:g} and back {ZOOMS} times: {of_zooms:.1f} dB)"))
    sample_main.put_picture(options.output, "spline_zoom", in_rows(panels + details, 3))


if __name__ == "__main__":
    sample_main.run_sample(
        run, __doc__,
        input=(None, "photograph"),
        output=("", "picture to write; without it a window, or spline_zoom.png"),
        side=(512, "pixels of the square in the middle of the photograph that is turned"))
