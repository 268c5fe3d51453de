# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""What the Python samples share: options, errors, pictures with text above them. The C++ ones have sample_main.hpp and
captioned.hpp."""
import argparse
import sys

import cv2
import numpy

PAPER, TEXT, FAINT, LINE = (255, 255, 255), (40, 40, 40), (120, 120, 120), (215, 215, 215)


def run_sample(run, purpose, **options):
    """Calls run(options) with what the command line says, and ends with its status. Errors go to the console.

    options: the default of each option, and its help. An option without a default is an argument without dashes, and
    one whose default is False a flag.
    """
    parser = argparse.ArgumentParser(description=purpose)
    for name, (default, help) in options.items():
        if default is None:
            parser.add_argument(name, help=help)
        elif default is False:
            parser.add_argument("--" + name, action="store_true", help=help)
        else:
            letter = ("-o",) if name == "output" else ()
            shown = f" ({default})" if default != "" else ""
            parser.add_argument(*letter, "--" + name, default=default, type=type(default), help=help + shown)
    try:
        sys.exit(run(parser.parse_args()))
    except cv2.error as error:
        sys.exit(str(error))


def read_image(path, flags=cv2.IMREAD_COLOR):
    image = cv2.imread(path, flags)
    return image if image is not None else sys.exit(f"cannot read {path} as an image")


def write_picture(path, picture):
    if not cv2.imwrite(path, picture):
        sys.exit(f"cannot write {path}")


def write_within(canvas, text, at, width, scale, color):
    """Writes text, smaller if it would be wider than the given width."""
    (needed, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 1)
    scale = scale * width / needed if needed > width else scale
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, color, 1, cv2.LINE_AA)


def captioned(picture, title, detail):
    """A picture of three channels with two lines of text above it."""
    caption, gap = 50, 12
    rows, columns = picture.shape[:2]
    panel = numpy.full((rows + caption + gap, columns + 2 * gap, 3), 255, numpy.uint8)
    panel[caption:caption + rows, gap:gap + columns] = picture
    write_within(panel, title, (gap, 20), columns, 0.55, TEXT)
    write_within(panel, detail, (gap, 41), columns, 0.5, FAINT)
    return panel
