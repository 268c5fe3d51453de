#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Takes the uneven light out of a photograph of a page: divides it by its blur, after which one threshold does."""
import cv2
import numpy

import sample_main
from panels import LINE, captioned, in_gray, in_rows
from stage_times import fastest_time_of


def draw_profile(size, curves):
    """Gray levels of images along their middle rows."""
    columns, rows = size
    plot = numpy.full((rows, columns, 3), 255, numpy.uint8)
    cv2.rectangle(plot, (0, 0, columns, rows), LINE)
    for i, (title, image, colour) in enumerate(curves):
        levels = cv2.resize(image[image.shape[0] // 2][numpy.newaxis], (columns, 1), interpolation=cv2.INTER_AREA)[0]
        points = [(x, round((255 - float(level)) / 255 * (rows - 1))) for x, level in enumerate(levels)]
        cv2.polylines(plot, [numpy.int32(points)], False, colour, 2, cv2.LINE_AA)
        cv2.putText(plot, title, (8, rows - 60 + 16 * i), cv2.FONT_HERSHEY_DUPLEX, 0.45, colour, 1, cv2.LINE_AA)
    return plot


def run(options):
    page = sample_main.read_image(options.input, cv2.IMREAD_GRAYSCALE)
    rows, columns = page.shape
    pixels = page.astype(numpy.float32)
    blur = cv2.cuda.createRecursiveGaussianFilter(options.sigma)
    milliseconds, light = fastest_time_of(lambda: blur.apply(pixels))
    opencv_milliseconds, by_opencv = fastest_time_of(lambda: cv2.GaussianBlur(pixels, (0, 0), options.sigma))
    print(f"blur of {columns} x {rows} floats, sigma {options.sigma:g}: {milliseconds:.2f} ms, cv2.GaussianBlur "
          f"{opencv_milliseconds:.2f} ms, difference at most {cv2.norm(light, by_opencv, cv2.NORM_INF):.2g} of 255")

    # Paper is brighter than its blur, in which there is ink: 192 leaves room above.
    flat = cv2.divide(pixels, numpy.maximum(light, 1), scale=192, dtype=cv2.CV_8U)
    of_page, ink_of_page = cv2.threshold(page, 0, 255, cv2.THRESH_OTSU)
    of_flat, ink_of_flat = cv2.threshold(flat, 0, 255, cv2.THRESH_OTSU)

    profile = draw_profile((columns, rows), [
        ("input", page, (190, 190, 190)),
        ("light", cv2.convertScaleAbs(light), (200, 90, 30)),
        ("flattened", flat, (50, 150, 50))])
    whole = "for the whole page"
    panels = [
        captioned(in_gray(page), "input", f"{columns} x {rows}"),
        captioned(in_gray(light), "light: the input's blur", f"sigma {options.sigma:g}"),
        captioned(in_gray(flat), "flattened: input / light", ""),
        captioned(in_gray(ink_of_page), "Otsu's threshold of the input", f"{of_page:g} {whole}"),
        captioned(profile, "gray levels along the middle row", "black 0 below, white 255 above"),
        captioned(in_gray(ink_of_flat), "Otsu's threshold, flattened", f"{of_flat:g} {whole}")]
    sample_main.put_picture(options.output, "flat_light", in_rows(panels, 3))


if __name__ == "__main__":
    sample_main.run_sample(
        run, __doc__,
        input=(None, "photograph of a page, dark on light"),
        output=("", "picture to write; without it a window, or flat_light.png"),
        sigma=(30.0, "standard deviation of the blur, in pixels: wider than strokes"))
