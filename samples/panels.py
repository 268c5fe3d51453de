# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Panels, which are pictures of three channels with text above them, and rows of panels. Knows no filter and no option.
The C++ samples have panels.hpp."""
import cv2
import numpy

PAPER, TEXT, FAINT, LINE = (255, 255, 255), (40, 40, 40), (120, 120, 120), (215, 215, 215)


def as_bytes(values):
    return numpy.clip(numpy.rint(values), 0, 255).astype(numpy.uint8)


def in_gray(values, black=0, white=255):
    """Values from black to white."""
    return cv2.cvtColor(as_bytes((values - float(black)) * (255 / (white - black))), cv2.COLOR_GRAY2BGR)


def from_black(values, share):
    """Values from black, 0, to white, this share of the largest value."""
    return in_gray(values, 0, share * numpy.abs(values).max())


def around_gray(values, share):
    """Values of either sign, 0 in gray. White, and of negative values black, is this share of the largest one."""
    largest = share * numpy.abs(values).max()
    return in_gray(values, -largest, largest)


def in_hues(hues, brightness):
    """Colours by their hues, 0 (red) to 180 (red again), and their brightness, 0 to 255."""
    hues = as_bytes(hues)
    return cv2.cvtColor(cv2.merge([hues, numpy.full_like(hues, 200), as_bytes(brightness)]), cv2.COLOR_HSV2BGR)


def middle_of(picture, width, height):
    """The middle of a picture, of this size where the picture is as large."""
    height, width = min(height, picture.shape[0]), min(width, picture.shape[1])
    top, left = (picture.shape[0] - height) // 2, (picture.shape[1] - width) // 2
    return picture[top:top + height, left:left + width]


def pixels_of(picture, width, height, times):
    """The middle of a picture, its pixels so many times larger."""
    middle = middle_of(picture, width // times, height // times)
    return cv2.resize(middle, (width, height), interpolation=cv2.INTER_NEAREST)


def write_within(canvas, text, at, width, scale, color):
    """Writes text, smaller if it would be wider than the given width."""
    (needed, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 1)
    scale = scale * width / needed if needed > width else scale
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, color, 1, cv2.LINE_AA)


def captioned(picture, title, detail):
    """A picture with two lines of text above it."""
    caption, gap = 50, 12
    rows, columns = picture.shape[:2]
    panel = numpy.full((rows + caption + gap, columns + 2 * gap, 3), 255, numpy.uint8)
    panel[caption:caption + rows, gap:gap + columns] = picture
    write_within(panel, title, (gap, 20), columns, 0.55, TEXT)
    write_within(panel, detail, (gap, 41), columns, 0.5, FAINT)
    return panel


def in_rows(panels, columns):
    """Rows of so many panels. Those of a row have one height. The first row is the widest."""
    rows = [cv2.hconcat(panels[first:first + columns]) for first in range(0, len(panels), columns)]
    width = rows[0].shape[1]
    return cv2.vconcat([cv2.copyMakeBorder(row, 0, 0, 0, width - row.shape[1], cv2.BORDER_CONSTANT, value=PAPER)
                        for row in rows])
