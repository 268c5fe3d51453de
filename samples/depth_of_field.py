#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Blurs a photograph by its distance from a plane in focus: each pixel has a radius of its own."""
import cv2
import numpy

import sample_main
from panels import captioned, in_gray, in_rows
from stage_times import fastest_time_of


def run(options):
    image = sample_main.read_image(options.input)
    disparity = sample_main.read_image(options.disparity, cv2.IMREAD_GRAYSCALE)
    if disparity.shape != image.shape[:2] or not (0 <= options.focus <= 1 and 0 <= options.aperture <= 1000):
        return "an image and its disparity map must have one size; focus is 0 to 1 and aperture 0 to 1000"

    # Unknown disparities are holes, which are filled from around.
    known = disparity > 0
    filled = cv2.cuda.maskedGaussianBlur(disparity, known.astype(numpy.uint8), 8, leastWeight=1e-6)
    filled[known] = disparity[known]
    low, high = int(filled.min()), int(filled.max())
    depth = (filled - numpy.float32(low)) / numpy.float32(max(high - low, 1))

    radius = numpy.abs(depth - numpy.float32(options.focus)) * numpy.float32(options.aperture)
    milliseconds, blurred = fastest_time_of(  # twice, for softer edges than those of a window
        lambda: cv2.cuda.boxFilterByRadius(cv2.cuda.boxFilterByRadius(image, radius), radius / 2))

    detail = f"radii up to {radius.max():g} pixels, {milliseconds:.1f} ms"
    print(f"{image.shape[1]} x {image.shape[0]}, {detail}")
    panels = [captioned(image, "photograph", ""),
              captioned(in_gray(filled, 0, max(high, 1)), "disparity", "holes are filled"),
              captioned(blurred, f"in focus: {options.focus:g}", detail)]
    sample_main.put_picture(options.output, "depth_of_field", in_rows(panels, 3))


if __name__ == "__main__":
    sample_main.run_sample(
        run, __doc__,
        input=(None, "photograph"),
        disparity=(None, "its disparity map, 8 bits: bright is near, 0 unknown"),
        output=("", "picture to write; without it a window, or depth_of_field.png"),
        focus=(0.6, "what is sharp, from 0 (far) to 1 (near)"),
        aperture=(40.0, "largest radius, in pixels: 0 to 1000"))
