# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Blurs frames one after the other: on the CPU, or on the GPU with two frames under way. Knows no video."""
import collections
import time

import cv2
import numpy


class Slot:
    """A frame, its blur, and the milliseconds that each step of the blur took."""

    def __init__(self, frame):
        self.frame, self.blurred, self.times = numpy.empty_like(frame), numpy.empty_like(frame), {}

    def start(self, frame, blur):
        numpy.copyto(self.frame, frame)
        start = time.perf_counter()
        self.blurred = blur.apply(self.frame, self.blurred)
        self.times["filter"] = (time.perf_counter() - start) * 1000

    def finish(self):
        return self


class GpuSlot(Slot):
    """The same with a stream of its own, so that copies of one frame and the filter of the other one overlap."""

    def __init__(self, frame):
        super().__init__(frame)
        self.stream, self.events = cv2.cuda.Stream(), [cv2.cuda.Event() for _ in range(4)]
        for array in self.frame, self.blurred:  # only page-locked memory is copied while the host goes on
            cv2.cuda.registerPageLocked(array)
        self.frame_on_gpu, self.blurred_on_gpu = cv2.cuda.GpuMat(), cv2.cuda.GpuMat()

    def start(self, frame, blur):
        """The GPU goes on when the call has returned."""
        numpy.copyto(self.frame, frame)
        self.blur = blur  # stays until the stream is done with it
        self.events[0].record(self.stream)
        self.frame_on_gpu.upload(self.frame, self.stream)
        self.events[1].record(self.stream)
        self.blurred_on_gpu = blur.apply(self.frame_on_gpu, self.blurred_on_gpu, self.stream)
        self.events[2].record(self.stream)
        self.blurred_on_gpu.download(self.stream, self.blurred)
        self.events[3].record(self.stream)

    def finish(self):
        self.events[3].waitForCompletion()
        for name, begin, end in zip(("upload", "filter", "download"), self.events, self.events[1:]):
            self.times[name] = cv2.cuda.Event.elapsedTime(begin, end)
        return self

    def __del__(self):
        self.stream.waitForCompletion()
        for array in self.frame, self.blurred:
            cv2.cuda.unregisterPageLocked(array)


def blurred_frames(frames, get_sigma, on_gpu):
    """Slots with each of the frames, which have one size. A slot is valid until the next one is asked for."""
    slots, under_way, sigma = [], collections.deque(), None
    size = 2 if on_gpu else 1
    for index, frame in enumerate(frames):
        if sigma != get_sigma():
            sigma = get_sigma()
            blur = cv2.cuda.createRecursiveGaussianFilter(sigma)  # one object for all frames of one sigma
        if index < size:
            slots.append(GpuSlot(frame) if on_gpu else Slot(frame))
        slot = slots[index % size]
        slot.start(frame, blur)
        under_way.append(slot)
        if len(under_way) == size:
            yield under_way.popleft().finish()
    for slot in under_way:
        yield slot.finish()
