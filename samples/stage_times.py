# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""How long calls take, and the stages of a frame. Knows nothing of what they do."""
import time


def fastest_time_of(call):
    """Milliseconds of the fastest of five calls, and what it returns. The first one plans and touches new memory.
    A slow call is not repeated."""
    times = []
    while len(times) < 5 and sum(times) < 1000:
        start = time.perf_counter()
        result = call()
        times.append((time.perf_counter() - start) * 1000)
    return min(times), result


class StageTimes:
    """Milliseconds of named stages, smoothed over about ten frames so that they can be read."""

    def __init__(self):
        self.stages = {}

    def add(self, name, milliseconds):
        smoothed, frames = self.stages.get(name, (0, 0))
        # The second frame replaces the first one, in which a filter plans and memory is allocated.
        self.stages[name] = smoothed + (milliseconds - smoothed) * (1 if frames < 2 else 0.1), frames + 1

    def timed(self, name, call):
        """What a call returns, whose time is added."""
        start = time.perf_counter()
        result = call()
        self.add(name, (time.perf_counter() - start) * 1000)
        return result

    def __str__(self):
        return "  ".join(f"{name} {smoothed:.1f}" for name, (smoothed, _) in self.stages.items()) + " ms"
