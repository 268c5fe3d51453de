# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""What the Python samples share: options, errors, files. The C++ ones have sample_main.hpp and picture_output.hpp."""
import argparse
import sys

import cv2

from window import Window


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


def put_picture(path, name, picture):
    """Without a path: a window, or without a display NAME.png."""
    file = path or f"{name}.png"
    window = Window(f"{name}: s writes {file}, other keys end")
    if path or not window.open(picture.shape[1], picture.shape[0]) or window.show(picture, 0) == ord("s"):
        write_picture(file, picture)
        print(f"written: {file}")
