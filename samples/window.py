# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""A window, where there is a display and OpenCV was built with windows. Knows nothing of what it shows."""
import os
import sys

import cv2


class Window:
    def __init__(self, title):
        self.title, self.was_shown = title, False

    def open(self, width=1, height=1):
        """False where there is no window. With the size of its pictures given it fits onto a screen."""
        scale = min(1, 1280 / width, 720 / height)
        if not (sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            return False
        try:
            cv2.namedWindow(self.title, cv2.WINDOW_AUTOSIZE if scale == 1 else cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO)
            if scale < 1:
                cv2.resizeWindow(self.title, round(width * scale), round(height * scale))
            return True
        except (AttributeError, cv2.error):  # cv2 was built without windows, or the display does not answer
            return False

    def add_trackbar(self, name, value, most, change):
        """Calls change with an integer from 1 to this."""
        cv2.createTrackbar(name, self.title, min(round(value), most), most, lambda position: change(max(position, 1)))

    def show(self, picture, milliseconds):
        """The key that was pressed within so many milliseconds, or at all for 0; 'q' for a closed window."""
        if self.was_shown and self.is_closed():
            return ord("q")
        cv2.imshow(self.title, picture)
        self.was_shown = True
        key = cv2.waitKey(milliseconds)
        return ord("q") if key < 0 and self.is_closed() else key

    def is_closed(self):
        """Where windows do not know whether they are visible (-1), one that is closed has no properties."""
        visible = cv2.getWindowProperty(self.title, cv2.WND_PROP_VISIBLE)
        return visible == 0 or visible < 0 and cv2.getWindowProperty(self.title, cv2.WND_PROP_AUTOSIZE) < 0
