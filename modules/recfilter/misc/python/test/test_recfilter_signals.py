#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv2.org/license.html.
"""Signals: single lines and stereo, beside scipy.signal. Skipped without it."""

import time
import unittest

import cv2
import numpy as np

try:
    import scipy.signal
except ImportError:
    scipy = None

from cv2 import recfilter


def fastest(runs, tries, enough):
    """The shortest time of each run, by turns, until enough(times) or so many tries."""
    times = [float("inf")] * len(runs)
    for done in range(tries):
        for i, run in enumerate(runs):
            start = time.perf_counter()
            run()
            times[i] = min(times[i], time.perf_counter() - start)
        if done >= 3 and enough(times):
            break
    return times


@unittest.skipUnless(scipy, "without SciPy")
class Signals(unittest.TestCase):
    def setUp(self):
        self.threads = cv2.getNumThreads()
        cv2.setNumThreads(1)

    def tearDown(self):
        cv2.setNumThreads(self.threads)

    def test_values_are_scipys(self):
        rng = np.random.default_rng(1)
        for order in (1, 2, 3, 4, 6, 8):
            b, a = scipy.signal.butter(order, 0.3)
            sos = scipy.signal.butter(order, 0.3, output="sos")
            for shape, axis in (((3000,), -1), ((3000, 2), 0), ((2, 3000), 1), ((3, 1025), 1), ((1024, 4), 0)):
                for dtype, most in ((np.float32, 2e-6), (np.float64, 1e-12)):
                    x = rng.standard_normal(shape).astype(dtype)
                    expected = scipy.signal.sosfilt(sos, x.astype(float), axis=axis)
                    for actual in (recfilter.lfilter(b, a, x, axis=axis), recfilter.sosfilt(sos, x, axis=axis)):
                        self.assertLessEqual(abs(actual - expected).max(), most, (order, shape, dtype))

    def test_poles_that_lie_close_together(self):
        designs = (
            scipy.signal.cheby1(8, 0.05, 0.04),
            scipy.signal.butter(8, 0.04, "high"),
            scipy.signal.butter(10, 0.1, "high"),
        )
        x = np.zeros(3000)
        x[0] = 1
        for b, a in designs:
            exact = np.zeros(x.size, np.longdouble)
            for i in range(x.size):
                exact[i] = b[i] if i < b.size else 0
                count = min(i, a.size - 1)
                exact[i] -= (a[1 : count + 1].astype(np.longdouble) * exact[i - count : i][::-1]).sum()
            largest = abs(exact).max()
            ours = abs(recfilter.lfilter(b, a, x) - exact).max() / largest
            self.assertLessEqual(ours, abs(scipy.signal.lfilter(b, a, x) - exact).max() / largest)
            self.assertLess(ours, 1e-9)

    def test_zero_taps(self):
        self.assertFalse(recfilter.lfilter([0.0, 0.0], [1, -0.5], np.ones(50)).any())

    def test_refusal_names_sosfilt(self):
        with self.assertRaisesRegex(Exception, "sosfilt"):
            recfilter.lfilter([1], np.poly([0.5] * 20), np.ones(50))

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
                        times = fastest((ours, scipys), 40, lambda t: t[0] <= t[1])
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
                        times = fastest((ours, scipys), 60, lambda t: t[0] <= t[1])
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
                times = fastest((plain, block), 500, lambda t: t[1] <= 6 * t[0])
                self.assertLessEqual(times[1], 6 * times[0], dtype)

    def test_new_sigmas_and_sizes(self):
        image = np.ones((128, 128), np.float32)
        sigmas, sides = iter(np.arange(1, 20, 0.01)), iter(range(64, 128))

        def new_sigma():
            recfilter.gaussian_filter(image, float(next(sigmas)))

        def new_size():
            side = next(sides)
            recfilter.gaussian_filter(image[:side, :side], 3.0)

        for run in (new_sigma, new_size):
            (elapsed,) = fastest((run,), 60, lambda t: t[0] < 0.5e-3)
            self.assertLess(elapsed, 0.5e-3, run.__name__)


if __name__ == "__main__":
    unittest.main()
