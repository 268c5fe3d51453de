#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""cv2.recfilter on arrays with holes, against the quotient of two sums by definition."""

import itertools
import unittest

import cv2
import numpy as np

from cv2 import recfilter

RANDOM = np.random.default_rng(5)
IMAGE = RANDOM.random((23, 31))
VALID = RANDOM.random(IMAGE.shape) < 0.3
MODES = {"reflect": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap", "constant": "constant"}


def gaussian_sums(array, sigma, mode):
    """Sums with the sampled Gaussian along all axes."""
    reach = int(9 * sigma) + 1
    taps = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    taps /= taps.sum()
    for axis in range(array.ndim):
        padding = [(reach, reach) if axis == i else (0, 0) for i in range(array.ndim)]
        padded = np.pad(array, padding, MODES[mode])
        array = np.apply_along_axis(np.convolve, axis, padded, taps, "valid")
    return array


def quotient(values, weights, sigma, mode="reflect"):
    return gaussian_sums(np.where(weights > 0, values, 0) * weights, sigma, mode) / gaussian_sums(weights, sigma, mode)


class Holes(unittest.TestCase):
    def test_masks_and_modes(self):
        weights = VALID * RANDOM.random(IMAGE.shape)
        for mode in MODES:
            expected = quotient(IMAGE, VALID.astype(float), 2.5, mode)
            for mask in (VALID, VALID.astype(np.uint8) * 255, VALID.astype(np.int64) * -3, VALID.astype("f4")):
                result = recfilter.gaussian_filter(IMAGE, 2.5, mode=mode, mask=mask)
                np.testing.assert_allclose(result, expected, atol=1e-4)
            result = recfilter.gaussian_filter(IMAGE, 2.5, mode=mode, mask=weights)
            np.testing.assert_allclose(result, quotient(IMAGE, weights, 2.5, mode), atol=1e-4)

    def test_nan_is_a_hole(self):
        expected = quotient(IMAGE, VALID.astype(float), 2.5)
        spoiled = np.where(VALID, IMAGE, np.nan)
        for dtype in ("f4", "f8"):
            result = recfilter.gaussian_filter(spoiled.astype(dtype), 2.5, nan="omit")
            self.assertEqual(result.dtype, dtype)
            np.testing.assert_allclose(result, expected, atol=1e-4)
        half = np.arange(IMAGE.shape[1]) % 2 == 0
        mixed = np.where(~VALID & half, np.nan, IMAGE)
        both = recfilter.gaussian_filter(mixed, 2.5, nan="omit", mask=VALID | half)
        np.testing.assert_allclose(both, expected, atol=1e-4)
        behind = recfilter.gaussian_filter(spoiled, 2.5, mask=VALID)  # a NaN in a hole is no pixel
        np.testing.assert_allclose(behind, expected, atol=1e-4)

    def test_masked_arrays(self):
        masked = np.ma.masked_array(IMAGE, ~VALID)
        result = recfilter.gaussian_filter(masked, 2.5)
        self.assertIsInstance(result, np.ma.MaskedArray)
        self.assertFalse(result.mask.any())
        np.testing.assert_allclose(result.data, quotient(IMAGE, VALID.astype(float), 2.5), atol=1e-4)
        masked[:, 12:] = np.ma.masked
        result = recfilter.gaussian_filter(masked, 0.5)
        self.assertTrue(result.mask[:, 20:].all() and not result.mask[:, :8].all())
        out = np.zeros(IMAGE.shape, np.float32)
        self.assertIs(recfilter.gaussian_filter(masked, 0.5, output=out, fill=7), out)
        self.assertTrue((out[:, 20:] == 7).all())
        np.testing.assert_allclose(out[~result.mask], result.compressed(), rtol=1e-6)
        result[0, 0] = 5
        result[1, 1] = np.ma.masked
        self.assertTrue(result[0, 0] == 5 and result.mask[1, 1])

    def test_far_from_all_there_is_fill(self):
        for dtype, fill, expected in (("f4", None, np.nan), ("f8", -2, -2), ("u1", None, 0), ("u1", 300, 255)):
            array = np.full((40, 50), 9, dtype)
            mask = np.zeros(array.shape, bool)
            mask[:, :10] = True
            result = recfilter.gaussian_filter(array, 2, mask=mask, fill=fill)
            self.assertEqual(result.dtype, dtype)
            np.testing.assert_array_equal(result[:, 30:], np.full((40, 20), expected, dtype))
            np.testing.assert_allclose(result[:, :12], 9, rtol=1e-3)

    def test_channels_and_dimensions(self):
        colours = RANDOM.random((17, 19, 3))
        mask = RANDOM.random((17, 19)) < 0.4
        for axis in range(3):
            array, of_all = np.moveaxis(colours, 2, axis), np.moveaxis(np.repeat(mask[..., None], 3, 2), 2, axis)
            for given in (mask, of_all):
                result = recfilter.gaussian_filter(array, 2, channel_axis=axis, mask=given)
                for c in range(3):
                    expected = quotient(colours[..., c], mask.astype(float), 2)
                    np.testing.assert_allclose(np.take(result, c, axis), expected, atol=1e-4)
        volume, exists = RANDOM.random((9, 11, 13)), RANDOM.random((9, 11, 13)) < 0.5
        result = recfilter.gaussian_filter(np.where(exists, volume, np.nan), 2, nan="omit")
        np.testing.assert_allclose(result, quotient(volume, exists.astype(float), 2), atol=1e-4)
        result = recfilter.gaussian_filter(volume + 1j * volume[::-1], 2, mask=exists)
        np.testing.assert_allclose(result.imag, quotient(volume[::-1], exists.astype(float), 2), atol=1e-4)

    def test_as_the_function_of_images(self):
        image = np.where(VALID, IMAGE, np.nan).astype(np.float32)
        expected = cv2.cuda.maskedGaussianBlur(image, None, 2.5, ignoreNaN=True)
        result = recfilter.gaussian_filter(image, 2.5, mode="mirror", nan="omit")
        np.testing.assert_allclose(result, expected, atol=1e-4)
        expected = cv2.cuda.maskedBoxFilter(image, None, (5, 3), ignoreNaN=True, fill=-1)
        result = recfilter.uniform_filter(image, (3, 5), mode="mirror", nan="omit", fill=-1)
        np.testing.assert_allclose(result, expected, atol=1e-6)

    def test_windows(self):
        for mode, dtype in itertools.product(MODES, ("f4", "f8")):
            padded = np.pad(np.where(VALID, IMAGE, 0), 2, MODES[mode])
            counts = np.pad(VALID.astype(float), 2, MODES[mode])
            sums = np.lib.stride_tricks.sliding_window_view(padded, (5, 5)).sum((2, 3))
            counts = np.lib.stride_tricks.sliding_window_view(counts, (5, 5)).sum((2, 3))
            expected = np.where(counts, sums / np.maximum(counts, 1), -1)
            spoiled = np.where(VALID, IMAGE, np.nan).astype(dtype)
            result = recfilter.uniform_filter(spoiled, 5, mode=mode, nan="omit", fill=-1)
            self.assertEqual(result.dtype, dtype)
            np.testing.assert_allclose(result, expected, atol=1e-6)
        wide = np.full((3, 4001), np.nan)
        wide[1, 2000] = 3
        np.testing.assert_allclose(recfilter.uniform_filter(wide, (3, 3001), nan="omit")[:, 1000:3000], 3)

    def test_refusals(self):
        uniform = recfilter.uniform_filter
        negative, infinite = np.full(IMAGE.shape, -1.0), np.full(IMAGE.shape, np.inf)

        def gaussian(out, order=0, **options):
            recfilter.gaussian_filter(IMAGE, 2, order, out, **options)

        rows = [
            (ValueError, "nan is 'raise'; 'propagate'", lambda out: gaussian(out, nan="raise")),
            (ValueError, "order is 1, and elements", lambda out: gaussian(out, 1, mask=VALID)),
            (ValueError, "order is (0, 2), and", lambda out: gaussian(out, (0, 2), nan="omit")),
            (ValueError, "cval is 1.0, and", lambda out: gaussian(out, mode="constant", cval=1, mask=VALID)),
            (ValueError, "mask has shape (22, 31); (23, 31)", lambda out: gaussian(out, mask=VALID[1:])),
            (ValueError, "mask has a weight below 0", lambda out: gaussian(out, mask=negative)),
            (ValueError, "mask has a weight below 0, or one", lambda out: gaussian(out, mask=infinite)),
            (TypeError, "mask has dtype complex", lambda out: gaussian(out, mask=VALID * 1j)),
            (TypeError, "mask is a cv2.cuda.GpuMat", lambda out: gaussian(out, mask=cv2.cuda.GpuMat())),
            (TypeError, "fill is 'x'; a number", lambda out: gaussian(out, mask=VALID, fill="x")),
            (
                TypeError,
                "input is a cv2.cuda.GpuMat; holes",
                lambda out: recfilter.gaussian_filter(cv2.cuda.GpuMat(), 2, nan="omit"),
            ),
            (ValueError, "cval is 2.0, and", lambda out: uniform(IMAGE, 3, out, "constant", 2, nan="omit")),
            (TypeError, "input is a masked array", lambda out: recfilter.spline_filter(np.ma.masked_array(IMAGE))),
        ]
        for kind, message, call in rows:
            out = np.full(IMAGE.shape, 5.0)
            with self.assertRaises(kind) as raised:
                call(out)
            self.assertIn(message, str(raised.exception))
            self.assertTrue((out == 5).all(), message)


if __name__ == "__main__":
    unittest.main()
