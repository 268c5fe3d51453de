# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Where the frames of a video go: into a window where there is a display, else into a file. Knows no filter."""
import os
import sys

import cv2

TITLE = "blur_video: space pauses, q ends"


class FrameOutput:
    def __init__(self, path, fps, sigma):
        """Without a path: a window, or without a display blur_video.avi. The window's trackbar changes self.sigma."""
        self.path, self.fps, self.sigma, self.writer = path, fps if fps > 1 else 25, sigma, None
        display = sys.platform in ("win32", "darwin") or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
        if not path and not (display and self.open_window()):
            self.path = "blur_video.avi"

    def open_window(self):
        try:
            cv2.namedWindow(TITLE)
            cv2.createTrackbar("sigma", TITLE, min(round(self.sigma), 300), 300, self.change_sigma)
            return True
        except (AttributeError, cv2.error):  # cv2 was built without windows, or the display does not answer
            return False

    def change_sigma(self, position):
        self.sigma = max(position, 1)

    def put(self, picture):
        """Shows or writes a picture of three channels. False if the user wants no more."""
        if self.path:
            self.writer = self.writer or self.open_file(picture.shape[1::-1])
            self.writer.write(picture)
            return True
        cv2.imshow(TITLE, picture)
        key = cv2.waitKey(1)
        if key == ord(" "):
            key = cv2.waitKey()
        return key not in (27, ord("q"))

    def open_file(self, size):
        """Motion JPEG, which OpenCV itself writes, or images for a path such as frames%03d.png."""
        if "%" in self.path:
            writer = cv2.VideoWriter(self.path, cv2.CAP_IMAGES, 0, 0, size)
        else:
            writer = cv2.VideoWriter(self.path, cv2.CAP_OPENCV_MJPEG, cv2.VideoWriter.fourcc(*"MJPG"), self.fps, size)
        return writer if writer.isOpened() else sys.exit(f"cannot write {self.path}")
