#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""cv2.recfilter on NumPy arrays of three dimensions and more: axes, batches, channels, spacing, gaps."""

import itertools
import unittest

import cv2
import numpy as np

try:
    import scipy.ndimage
    import scipy.signal
except ImportError:
    scipy = None

from cv2 import recfilter

RANDOM = np.random.default_rng(1)
VOLUME = RANDOM.random((14, 19, 23))
SERIES = RANDOM.random((3, 4, 12, 15))
needs_scipy = unittest.skipUnless(scipy, "without SciPy")


@needs_scipy
class SciPysValues(unittest.TestCase):
    """1e-5: ACCURATE has 102 dB or more, a share of 8e-6 of the response's norm."""

    def test_sigma_and_order_of_each_axis(self):
        for orders in ((0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 1), (1, 1, 0), (2, 0, 1), 1):
            for mode in ("reflect", "mirror", "nearest", "wrap", "constant", ("wrap", "reflect", "constant")):
                expected = scipy.ndimage.gaussian_filter(VOLUME, (1.5, 3, 2), orders, None, mode, 0.7, truncate=10)
                result = recfilter.gaussian_filter(VOLUME, (1.5, 3, 2), orders, None, mode, 0.7)
                # A first derivative of sigma 1.5 is 4e-5 off, a second one 2e-4: doc/python.md.
                np.testing.assert_allclose(result, expected, atol=2e-4 if np.any(orders) else 1e-5)

    def test_single_axes_and_pairs(self):
        for count in (1, 2, 3):
            for axes in itertools.permutations(range(4), count):
                expected = SERIES
                for i, axis in enumerate(axes):
                    expected = scipy.ndimage.gaussian_filter1d(expected, 2 + i, axis, truncate=10)
                result = recfilter.gaussian_filter(SERIES, tuple(range(2, 2 + count)), axes=axes)
                np.testing.assert_allclose(result, expected, atol=1e-5)

    def test_splines(self):
        for degree in (2, 3, 5):
            for array in (VOLUME, SERIES):
                expected = scipy.ndimage.spline_filter(array, degree, mode="mirror")
                np.testing.assert_allclose(recfilter.spline_filter(array, degree), expected, atol=1e-11)
            expected = scipy.ndimage.spline_filter(VOLUME[5], degree, mode="mirror")
            result = recfilter.spline_filter(VOLUME, degree, axes=(2, 1))
            np.testing.assert_allclose(result[5], expected, atol=1e-11)
            expected = scipy.ndimage.spline_filter1d(VOLUME, degree, 1, mode="reflect")
            result = recfilter.spline_filter1d(VOLUME, degree, 1, mode="reflect")
            np.testing.assert_allclose(result, expected, atol=1e-12)

    def test_signals(self):
        b, a = scipy.signal.butter(3, 0.2)
        sos = scipy.signal.butter(6, 0.2, output="sos")
        for axis in range(-4, 4):
            for ours, theirs in (
                (recfilter.lfilter(b, a, SERIES, axis), scipy.signal.lfilter(b, a, SERIES, axis)),
                (recfilter.sosfilt(sos, SERIES, axis), scipy.signal.sosfilt(sos, SERIES, axis)),
            ):
                np.testing.assert_allclose(ours, theirs, atol=1e-12)
        for axis in (1, 2):
            expected = scipy.signal.sosfiltfilt(sos, VOLUME, axis, padlen=10)
            np.testing.assert_allclose(recfilter.sosfiltfilt(sos, VOLUME, axis, padlen=10), expected, atol=1e-12)

    def test_spacing(self):
        spacing, sigma = (2.5, 0.7, 1.3), (5, 2, 2.6)
        elements = tuple(s / d for s, d in zip(sigma, spacing))
        for orders in ((0, 0, 0), (0, 1, 0), (0, 0, 2)):
            expected = scipy.ndimage.gaussian_filter(VOLUME, elements, orders, truncate=10)
            expected /= np.prod([d**n for d, n in zip(spacing, orders)])
            result = recfilter.gaussian_filter(VOLUME, sigma, orders, spacing=spacing)
            np.testing.assert_allclose(result, expected, atol=2e-4 if any(orders) else 1e-5)


class Axes(unittest.TestCase):
    def test_permuted_arrays_give_permuted_results(self):
        sigma, order, mode = (1, 2, 3), (0, 1, 0), ("reflect", "wrap", "nearest")
        expected = recfilter.gaussian_filter(VOLUME, sigma, order, mode=mode)
        for axes in itertools.permutations(range(3)):
            of_axes = [tuple(values[axis] for axis in axes) for values in (sigma, order)]
            modes = [mode[axis] for axis in axes]
            result = recfilter.gaussian_filter(VOLUME, *of_axes, mode=modes, axes=axes)
            np.testing.assert_allclose(result, expected, atol=1e-14)  # axes with modes of their own run in this order
            permuted = recfilter.gaussian_filter(VOLUME.transpose(axes), *of_axes, mode=modes)
            np.testing.assert_allclose(permuted, expected.transpose(axes), atol=1e-13)

    def test_axis_by_axis(self):
        for axes in ((0, 1, 2), (0, 2), (1, 3), (0, 1, 2, 3), (2, 3)):
            expected = SERIES
            for axis in axes:
                expected = recfilter.gaussian_filter1d(expected, 2, axis, mode="wrap")
            np.testing.assert_allclose(
                recfilter.gaussian_filter(SERIES, 2, mode="wrap", axes=axes), expected, atol=1e-13
            )

    def test_batches_are_single_calls(self):
        calls = (
            lambda array, axes: recfilter.gaussian_filter(array, 2, axes=axes),
            lambda array, axes: recfilter.gaussian_filter(array, (2, 1), (1, 0), axes=axes, mode="constant", cval=1),
            lambda array, axes: recfilter.gaussian_filter(array, 2, (1, 0), axes=axes[::-1], mode="constant", cval=1),
        )
        for call in calls:
            for shape in ((5, 3, 20, 30), (40, 2, 9, 10), (2, 2, 64, 70)):
                batch = RANDOM.random(shape)
                together = call(batch, (2, 3))
                across = call(batch, (0, 3))
                for i, k in np.ndindex(shape[:2]):
                    np.testing.assert_allclose(together[i, k], call(batch[i, k], (0, 1)), atol=1e-13)
                for k, row in np.ndindex(shape[1:3]):
                    single = call(np.ascontiguousarray(batch[:, k, row]), (0, 1))
                    np.testing.assert_allclose(across[:, k, row], single, atol=1e-13)

    def test_channels_of_any_number(self):
        for channels in (1, 2, 3, 4, 5, 8, 32, 33, 70):
            for shape, axes in (((12, 15), (0, 1)), ((4, 12, 15), (1, 2)), ((6, 7, 8), (0, 1, 2)), ((12, 15), (0,))):
                array = RANDOM.random((*shape, channels))
                result = recfilter.gaussian_filter(array, 2, axes=axes)
                for i in range(channels):
                    single = recfilter.gaussian_filter(np.ascontiguousarray(array[..., i]), 2, axes=axes)
                    np.testing.assert_allclose(result[..., i], single, atol=1e-13)

    def test_eight_dimensions(self):
        array = RANDOM.random((2, 3, 2, 4, 2, 3, 2, 5))
        expected = recfilter.gaussian_filter(array.reshape(-1, 5), 1, axes=1)
        # Short axes of an array are products with matrices, rows of an image are not.
        np.testing.assert_allclose(
            recfilter.gaussian_filter(array, 1, axes=7).reshape(-1, 5), expected, rtol=0, atol=1e-14
        )
        result = recfilter.gaussian_filter(array, 1)
        for axis in range(8):
            array = recfilter.gaussian_filter1d(array, 1, axis)
        np.testing.assert_allclose(result, array, atol=1e-13)
        parts = recfilter.gaussian_filter(array + 2j * array, 1)
        np.testing.assert_allclose(parts, (1 + 2j) * recfilter.gaussian_filter(array, 1), atol=1e-13)

    def test_integers_are_rounded_once(self):
        volume = (VOLUME * 255).astype(np.uint8)
        exact = recfilter.gaussian_filter(volume.astype(np.float64), 2)
        # The float sums are 1e-6 of 255 off.
        self.assertLessEqual(abs(recfilter.gaussian_filter(volume, 2) - exact).max(), 0.5 + 3e-4)

    def test_spacing_of_one_axis_and_of_all(self):
        for spacing in (0.5, 3):
            expected = recfilter.gaussian_filter(VOLUME, 6 / spacing)
            np.testing.assert_allclose(recfilter.gaussian_filter(VOLUME, 6, spacing=spacing), expected, atol=1e-13)
            along = recfilter.gaussian_filter1d(VOLUME, 6 / spacing, 1, 2) / spacing**2
            result = recfilter.gaussian_filter1d(VOLUME, 6, 1, 2, spacing=spacing)
            np.testing.assert_allclose(result, along, atol=1e-13)

    def test_derivatives_are_per_unit_of_spacing(self):
        """Of a quadratic function of places, for any sigma: also below 0.1, where the taps are central differences."""
        spacing = 0.25, 2.0, 0.5
        z, y, x = np.meshgrid(*(d * np.arange(60) for d in spacing), indexing="ij")
        field = 3 * z + y * y + 5 * x
        inside = np.s_[30, 30, 30]
        for sigma in ((0.5, 4, 1), (0.01, 0.1, 0.02)):
            for orders, expected in (((1, 0, 0), 3), ((0, 2, 0), 2), ((0, 0, 1), 5)):
                result = recfilter.gaussian_filter(field, sigma, orders, spacing=spacing)
                self.assertAlmostEqual(result[inside], expected, 6)
        laplacian = recfilter.gaussian_laplace(field, (0.5, 4, 1), spacing=spacing)
        self.assertAlmostEqual(laplacian[inside], 2, 6)
        laplacian = recfilter.gaussian_laplace(field, (1, 0.5, 4), axes=(2, 0, 1), spacing=(0.5, 0.25, 2.0))
        self.assertAlmostEqual(laplacian[inside], 2, 6)
        steepest = recfilter.gaussian_gradient_magnitude(3 * z + 4 * x, (0.5, 4, 1), spacing=spacing)
        self.assertAlmostEqual(steepest[inside], 5, 6)


class Gaps(unittest.TestCase):
    """Parts of arrays have the results of their copies, to the last bit, and nothing around them is touched."""

    def test_parts_of_arrays(self):
        whole = RANDOM.random((9, 12, 14, 11))
        parts = np.s_[1:8, 2:9], np.s_[:, :, 1:9], np.s_[:, 1:5, 2:8, 3:7], np.s_[::2, :, ::3], np.s_[..., ::2]
        for part, axes in itertools.product(parts, ((0, 1, 2, 3), (2, 3), (0,), (1, 2), (3,), (0, 3), (0, 1, 2))):
            expected = recfilter.gaussian_filter(whole[part].copy(), 2, axes=axes)
            np.testing.assert_array_equal(recfilter.gaussian_filter(whole[part], 2, axes=axes), expected)
            out = np.full_like(whole, 7)
            recfilter.gaussian_filter(whole[part], 2, axes=axes, output=out[part])
            np.testing.assert_array_equal(out[part], expected)
            out[part] = 7
            self.assertTrue((out == 7).all())
            in_place = whole.copy()
            recfilter.gaussian_filter(in_place[part], 2, axes=axes, output=in_place[part])
            np.testing.assert_array_equal(in_place[part], expected)


class Refusals(unittest.TestCase):
    def test_refusals(self):
        gaussian, volume = recfilter.gaussian_filter, np.zeros((4, 5, 6), np.float32)
        nine = np.zeros((1,) * 8 + (2,))
        for kind, text, call in (
            (ValueError, "axes is (0, 1, 0); different axes", lambda: gaussian(volume, 1, axes=(0, 1, 0))),
            (ValueError, "axes is (2, -1); different axes", lambda: gaussian(volume, 1, axes=(2, -1))),
            (ValueError, "axes is -4, out of range; different axes", lambda: gaussian(volume, 1, axes=-4)),
            (ValueError, "axes is (0, 3), out of range", lambda: gaussian(volume, 1, axes=(0, 3))),
            (ValueError, "axes is 2, out of range", lambda: gaussian(volume, 1, axes=2, channel_axis=-1)),
            (ValueError, "axes is (1, 1); different", lambda: recfilter.spline_filter(volume, axes=(1, 1))),
            (TypeError, "axes is 1.0; numbers", lambda: recfilter.spline_filter(volume, axes=1.0)),
            (ValueError, "axis is 3 and the array has 3", lambda: recfilter.lfilter(1, [1, -0.5], volume, 3)),
            (ValueError, "axis is -4 and the array has 3", lambda: recfilter.spline_filter1d(volume, 3, -4)),
            (ValueError, "the array has 9 dimensions; up to 8", lambda: gaussian(nine, 1)),
            (ValueError, "the array has 9 dimensions; up to 8", lambda: recfilter.lfilter(1, [1, -0.5], nine)),
            (ValueError, "sigma has 2 values; one, or 3", lambda: gaussian(volume, (1, 2))),
            (ValueError, "order has 4 values; one, or 3", lambda: gaussian(volume, 1, (0, 0, 0, 0))),
            (ValueError, "mode has 2 values; one, or 3", lambda: gaussian(volume, 1, mode=("wrap", "wrap"))),
            (ValueError, "spacing has 2 values; one, or 3", lambda: gaussian(volume, 1, spacing=(1, 2))),
            (ValueError, "spacing has 3 values; one, or 2", lambda: gaussian(volume, 1, axes=(0, 1), spacing=(1,) * 3)),
            (ValueError, "spacing is 0; finite numbers above 0", lambda: gaussian(volume, 1, spacing=0)),
            (ValueError, "spacing is (1, -2, 1); finite", lambda: gaussian(volume, 1, spacing=(1, -2, 1))),
            (ValueError, "spacing is inf; finite", lambda: gaussian(volume, 1, spacing=np.inf)),
            (ValueError, "spacing is nan; finite", lambda: gaussian(volume, 1, spacing=np.nan)),
            (TypeError, "spacing is 'mm'; numbers", lambda: gaussian(volume, 1, spacing="mm")),
            (TypeError, "spacing is (1.0, 2.0); one", lambda: recfilter.gaussian_filter1d(volume, 1, spacing=(1, 2))),
            (ValueError, "spacing is -1; finite", lambda: recfilter.gaussian_laplace(volume, 1, spacing=-1)),
            (
                ValueError,
                "sigma is 100.0 and spacing 0.0001: 1e+06 elements; 0 to 1e5",
                lambda: gaussian(volume, 100, spacing=1e-4),
            ),
        ):
            with self.subTest(text):
                with self.assertRaises(kind) as refused:
                    call()
                self.assertIn(text, str(refused.exception))
        np.testing.assert_array_equal(volume, 0)


if __name__ == "__main__":
    unittest.main()
