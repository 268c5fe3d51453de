#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Signals: single lines and stereo, beside scipy.signal. Skipped without it."""

import unittest

import numpy as np

try:
    import scipy.signal
except ImportError:
    scipy = None

from cv2 import recfilter


@unittest.skipUnless(scipy, "without SciPy")
class Signals(unittest.TestCase):
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

    def test_equal_poles_are_right_or_refused(self):
        impulse = np.zeros(500)
        impulse[0] = 1
        for pole, count in ((0.5, 14), (0.5, 20), (-0.625, 17), (0.25, 19)):
            sections = [[1, 0, 0, 1, -pole, 0]] * count
            with self.subTest(pole=pole, count=count):
                try:
                    response = recfilter.lfilter([1], np.poly([pole] * count), impulse)
                except ValueError as error:
                    self.assertRegex(str(error), "^a: its poles .*sosfilt")
                    continue
                expected = recfilter.sosfilt(sections, impulse)
                np.testing.assert_allclose(response, expected, rtol=0, atol=1e-6 * np.abs(expected).max())

    def test_refusal_of_designs_that_rounding_makes_unstable(self):
        for filtered in (recfilter.lfilter, recfilter.filtfilt):
            with self.assertRaisesRegex(ValueError, "is unstable.*stable one, .* sosfilt and sosfiltfilt take"):
                filtered(*scipy.signal.butter(10, 0.01), np.ones(50))
            with self.assertRaisesRegex(ValueError, "is unstable, poles must lie inside the unit circle$"):
                filtered([1], [1, -1.5], np.ones(50))


if __name__ == "__main__":
    unittest.main()
