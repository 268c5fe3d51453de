#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Blurs a video around a moving circle, on the CPU or on the GPU, and draws on each frame how long its stages took."""
import math
import sys
import time

import cv2
import numpy

import sample_main
from blur_queue import blurred_frames
from frame_output import FrameOutput
from panels import LINE, PAPER, write_within
from stage_times import StageTimes


def read_frames(video, most, times):
    """Frames until the end of the video, or as many as asked for."""
    read, shape = 0, None
    while read < most:
        start = time.perf_counter()
        more, frame = video.read()
        if not more:
            return
        shape = shape or frame.shape
        if frame.shape != shape:
            sys.exit(f"the frames have several shapes: {shape}, {frame.shape}")
        times.add("read", (time.perf_counter() - start) * 1000)
        read += 1
        yield frame


def draw(frame, blurred, index, title, times):
    """What is blurred, but for a circle, which goes around in 100 frames from the middle on."""
    rows, columns = frame.shape[:2]
    angle = index * math.pi / 50
    centre = round(columns * (0.5 + 0.25 * math.sin(angle))), round(rows * (0.5 + 0.2 * math.sin(2 * angle)))
    radius = min(columns, rows) // 4
    mask = cv2.circle(numpy.zeros((rows, columns), numpy.uint8), centre, radius, 255, cv2.FILLED)
    picture = cv2.copyTo(frame, mask, blurred)
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    elif picture.shape[2] == 4:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGRA2BGR)
    cv2.circle(picture, centre, radius, PAPER, 2, cv2.LINE_AA)
    picture[:50] = cv2.convertScaleAbs(picture[:50], alpha=0.3)
    write_within(picture, title, (10, 20), columns - 20, 0.55, PAPER)
    write_within(picture, times, (10, 41), columns - 20, 0.5, LINE)
    return picture


def run(options):
    if options.gpu and cv2.cuda.getCudaEnabledDeviceCount() <= 0:
        return "--gpu: there is no NVIDIA GPU, or OpenCV was built without CUDA"
    is_camera = options.input.isdigit()
    video = cv2.VideoCapture(int(options.input) if is_camera else options.input)
    if not video.isOpened():
        return f"cannot read {options.input} as a video, images or a camera"
    output = FrameOutput(options.output, video.get(cv2.CAP_PROP_FPS), options.sigma)
    endless = is_camera and output.path  # no key can end it
    most = options.frames if options.frames > 0 else 300 if endless else math.inf
    times, shown, start = StageTimes(), 0, time.perf_counter()

    def text():
        per_second = shown / (time.perf_counter() - start)
        return f"{'GPU' if options.gpu else 'CPU'}, sigma {output.sigma:g}, {per_second:.1f} frames per second"

    for slot in blurred_frames(read_frames(video, most, times), lambda: output.sigma, options.gpu):
        index, shown = shown, shown + 1
        for name, milliseconds in slot.times.items():
            times.add(name, milliseconds)
        picture = times.timed("draw", lambda: draw(slot.frame, slot.blurred, index, text(), str(times)))
        wanted = times.timed("write", lambda: output.put(picture))
        if shown % 25 == 0:
            print(f"\r{shown} frames, {text()}  ", end="", flush=True)
        if not wanted:
            break
    if not shown:
        return f"no frame in {options.input}"
    print(f"\r{shown} frames of {picture.shape[1]} x {picture.shape[0]}, {text()}\nper frame: {times}")
    if output.path:
        print(f"written: {output.path}")
    if wanted:
        output.hold(picture)


if __name__ == "__main__":
    sample_main.run_sample(
        run, __doc__,
        input=(None, "video, images such as left%%02d.jpg, or the number of a camera"),
        output=("", ".avi, or images such as frames%%03d.png, instead of a window"),
        sigma=(80.0, "standard deviation of the blur, in pixels; a window has a trackbar"),
        gpu=(False, "blur on the GPU"),
        frames=(0, "stop after so many; 0: at the end, without a window a camera at 300"))
