#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Times of signals, beside scipy.signal and in milliseconds. RECFILTER_TEST_TIMES=OFF leaves them out, where other
programs run beside them. Those beside SciPy are skipped without it."""

import inspect
import itertools
import os
import time
import timeit
import unittest

import cv2
import numpy as np

try:
    import scipy.signal
except ImportError:
    scipy = None

from cv2 import recfilter


def fastest(runs, enough):
    """The shortest time of each run, by turns, until enough(times), or for two seconds.

    Other programs on the machine can hold up every try for some tenths of a second."""
    times = [float("inf")] * len(runs)
    begin, tries = time.perf_counter(), 0
    while tries < 3 or (time.perf_counter() - begin < 2 and not enough(times)):
        tries += 1
        for i, run in enumerate(runs):
            start = time.perf_counter()
            run()
            times[i] = min(times[i], time.perf_counter() - start)
    return times


class OneThread(unittest.TestCase):
    def setUp(self):
        if os.environ.get("RECFILTER_TEST_TIMES") == "OFF":
            self.skipTest("RECFILTER_TEST_TIMES=OFF")
        self.threads = cv2.getNumThreads()
        cv2.setNumThreads(1)

    def tearDown(self):
        cv2.setNumThreads(self.threads)


@unittest.skipUnless(scipy, "without SciPy")
class TimesBesideSciPy(OneThread):
    def test_no_slower_than_scipy(self):
        rng = np.random.default_rng(2)
        for order in (1, 2, 4, 8):
            b, a = scipy.signal.butter(order, 0.3)
            sos = scipy.signal.butter(order, 0.3, output="sos")
            # At 1000 samples half of the time is that of the arguments, on both sides.
            for shape, axis in (((1000,), -1), ((10000,), -1), ((100000,), -1), ((100000, 2), 0), ((3, 100000), 1)):
                for dtype in (np.float32, np.float64):
                    x = rng.standard_normal(shape).astype(dtype)
                    taps = tuple(np.asarray(t, dtype) for t in (b, a)), np.asarray(sos, dtype)
                    for ours, scipys in (
                        (
                            lambda: recfilter.lfilter(b, a, x, axis=axis),
                            lambda: scipy.signal.lfilter(*taps[0], x, axis=axis),
                        ),
                        (
                            lambda: recfilter.sosfilt(sos, x, axis=axis),
                            lambda: scipy.signal.sosfilt(taps[1], x, axis=axis),
                        ),
                    ):
                        times = fastest((ours, scipys), lambda t: t[0] <= t[1])
                        self.assertLessEqual(times[0], times[1], (order, shape, dtype))

    def test_blocks_are_no_slower_than_scipys(self):
        """Filters whose state fades within some samples, and within some thousands."""
        rng = np.random.default_rng(3)
        for order, cutoff in ((1, 0.3), (2, 0.3), (4, 0.3), (8, 0.3), (2, 0.001)):
            b, a = scipy.signal.butter(order, cutoff)
            sos = scipy.signal.butter(order, cutoff, output="sos")
            for shape, axis in (((10000,), -1), ((100000,), -1), ((10000, 2), 0), ((2, 10000), 1), ((100, 1000), 1)):
                for dtype in (np.float32, np.float64):
                    x = rng.standard_normal(shape).astype(dtype)
                    one, two = list(shape), list(shape)
                    one[axis], two[axis] = len(b) - 1, 2
                    state, states = rng.random(one), rng.random((len(sos), *two))
                    taps = tuple(np.asarray(t, dtype) for t in (b, a, state, sos, states))
                    for ours, scipys in (
                        (
                            lambda: recfilter.lfilter(b, a, x, axis, state),
                            lambda: scipy.signal.lfilter(*taps[:2], x, axis, taps[2]),
                        ),
                        (
                            lambda: recfilter.sosfilt(sos, x, axis, states),
                            lambda: scipy.signal.sosfilt(taps[3], x, axis, taps[4]),
                        ),
                    ):
                        times = fastest((ours, scipys), lambda t: t[0] <= t[1])
                        self.assertLessEqual(times[0], times[1], (order, cutoff, shape, dtype))

    def test_short_blocks_cost_little_more(self):
        """The time that a state adds to a block of 512 samples, in times of the block without one: some 15 calls of
        NumPy beside as many of the arguments."""
        x = np.random.default_rng(4).standard_normal(512)
        b, a = scipy.signal.butter(2, 0.3)
        sos = scipy.signal.butter(4, 0.3, output="sos")
        for dtype in (np.float32, np.float64):
            signal = x.astype(dtype)
            for plain, block in (
                (
                    lambda: recfilter.lfilter(b, a, signal),
                    lambda: recfilter.lfilter(b, a, signal, zi=np.ones(2)),
                ),
                (
                    lambda: recfilter.sosfilt(sos, signal),
                    lambda: recfilter.sosfilt(sos, signal, zi=np.ones((2, 2))),
                ),
            ):
                times = fastest((plain, block), lambda t: t[1] <= 6 * t[0])
                self.assertLessEqual(times[1], 6 * times[0], dtype)


class Times(OneThread):
    def test_new_sigmas_and_sizes(self):
        image = np.ones((128, 128), np.float32)
        sigmas, sides = itertools.count(1, 0.01), itertools.cycle(range(64, 128))

        def new_sigma():
            recfilter.gaussian_filter(image, float(next(sigmas)))

        def new_size():
            side = next(sides)
            recfilter.gaussian_filter(image[:side, :side], 3.0)

        for run in (new_sigma, new_size):
            (elapsed,) = fastest((run,), lambda t: t[0] < 0.5e-3)
            self.assertLess(elapsed, 0.5e-3, run.__name__)

    def test_checks_cost_little(self):
        blur = cv2.cuda.createRecursiveGaussianFilter(1.0)
        image = np.zeros((1, 1), np.float32)
        checked = type(blur).apply
        plain = inspect.getclosurevars(checked).nonlocals["function"]
        times = [  # many short runs: other programs hold up some of them
            min(timeit.repeat(lambda: call(blur, image), number=50, repeat=400)) / 50 for call in (checked, plain)
        ]
        self.assertLess(times[0] - times[1], 2e-6)  # measured: 0.5e-6


if __name__ == "__main__":
    unittest.main()
