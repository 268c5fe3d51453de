#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Finds the blobs of an image, of any size, and draws circles around them."""
import math

import cv2

import sample_main
from stage_times import fastest_time_of


def run(options):
    image = sample_main.read_image(options.input)
    gray, picture = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), image.copy()

    params = cv2.cuda.BlobParams()
    params.minSigma, params.maxSigma = options.min, options.max
    params.scales, params.threshold = options.scales, options.threshold
    params.polarity = cv2.cuda.BLOBS_BRIGHT + cv2.cuda.BLOBS_DARK
    blobs = cv2.cuda.scaleSpaceBlobs(gray, params=params)
    blobs = [] if blobs is None else blobs

    # A scale takes as long as any other one.
    sigma = options.min
    while sigma <= options.max:
        milliseconds, _ = fastest_time_of(lambda: cv2.cuda.laplacianOfGaussian(gray, sigma, normalized=True))
        print(f"Laplacian of sigma {sigma:4g}: {milliseconds:6.2f} ms")
        sigma *= 2

    for x, y, sigma, response in blobs:
        colour = (60, 200, 255) if response > 0 else (255, 120, 40)
        cv2.circle(picture, (round(x), round(y)), round(math.sqrt(2) * sigma), colour, 2, cv2.LINE_AA)
    print(f"{image.shape[1]} x {image.shape[0]}, {len(blobs)} blobs")
    sample_main.put_picture(options.output, "scale_space", picture)


if __name__ == "__main__":
    sample_main.run_sample(
        run, __doc__,
        input=(None, "image"),
        output=("", "picture to write; without it a window, or scale_space.png"),
        min=(2.0, "smallest sigma, in pixels: a blob of radius r has r / sqrt(2)"),
        max=(128.0, "largest sigma"),
        scales=(24, "sigmas from the smallest to the largest"),
        threshold=(0.15, "least response; a blob of full contrast has 0.5"))
