# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Where the frames of a video go: into a window where there is a display, else into a file. Knows no filter."""
import sys

import cv2

from window import Window

TITLE = "blur_video: space pauses, q ends"


class FrameOutput:
    def __init__(self, path, fps, sigma):
        """Without a path: a window, or without a display blur_video.avi. The window's trackbar changes self.sigma."""
        self.path, self.fps, self.sigma, self.writer = path, fps if fps > 1 else 25, sigma, None
        self.window = Window(TITLE)
        if not path and self.window.open():
            self.window.add_trackbar("sigma", sigma, 300, lambda position: setattr(self, "sigma", position))
            self.sigma = sigma  # some windows call that at once
        elif not path:
            self.path = "blur_video.avi"

    def put(self, picture):
        """Shows or writes a picture of three channels. False if the user wants no more."""
        if self.path:
            self.writer = self.writer or self.open_file(picture.shape[1::-1])
            self.writer.write(picture)
            return True
        key = self.window.show(picture, 1)
        if key == ord(" "):
            key = self.window.show(picture, 0)
        return key not in (27, ord("q"))

    def hold(self, picture):
        """Keeps the last picture in the window until a key is pressed."""
        if not self.path:
            self.window.show(picture, 0)

    def open_file(self, size):
        """Motion JPEG, which OpenCV itself writes, or images for a path such as frames%03d.png."""
        if "%" in self.path:
            writer = cv2.VideoWriter(self.path, cv2.CAP_IMAGES, 0, 0, size)
        else:
            writer = cv2.VideoWriter(self.path, cv2.CAP_OPENCV_MJPEG, cv2.VideoWriter.fourcc(*"MJPG"), self.fps, size)
        return writer if writer.isOpened() else sys.exit(f"cannot write {self.path}")
