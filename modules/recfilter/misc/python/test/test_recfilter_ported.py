#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""What calls of SciPy and scikit-image bring along: every dtype, dimension, border and layout, against their values.

Where SciPy is not installed, the tests against closed forms remain.
"""

import functools
import itertools
import math
import unittest

import cv2
import numpy as np

try:
    import scipy.ndimage
except ImportError:
    scipy = None

from cv2 import recfilter
from cv2.recfilter._layout import contiguous_strides, grouping_of_axis, grouping_of_image, regrouped

RANDOM = np.random.default_rng(11)
needs_scipy = unittest.skipUnless(scipy, "without SciPy")
MODES = "reflect", "grid-mirror", "mirror", "nearest", "wrap", "grid-wrap", "constant", "grid-constant"
SHAPES = (7,), (1,), (5, 6), (1, 6), (6, 1), (4, 5, 6), (4, 1, 6), (2, 3, 4, 5), (9, 20, 3), (5, 3, 1), (2, 3, 520)
EXACT = {  # how numpy.pad calls them
    cv2.BORDER_CONSTANT: "constant",
    cv2.BORDER_REPLICATE: "edge",
    cv2.BORDER_REFLECT: "symmetric",
    cv2.BORDER_REFLECT_101: "reflect",
    cv2.BORDER_WRAP: "wrap",
    "mirror": "reflect",
    "reflect": "symmetric",
    "grid-wrap": "wrap",
}


def relative(result, expected):
    """The largest error as a share of the largest value."""
    result, expected = np.asarray(result), np.asarray(expected)
    if result.shape != expected.shape:
        raise AssertionError(f"shape {result.shape} instead of {expected.shape}")
    if not expected.size:
        return 0
    wide = np.result_type(expected, np.float64)
    return np.abs(result.astype(wide) - expected).max() / max(np.abs(expected).max(), 1e-300)


def spline_samples(degree):
    """The B-spline at the integers."""
    half = degree // 2
    return [
        sum(
            (-1) ** j * math.comb(degree + 1, j) * max(2 * (k - j) + degree + 1, 0) ** degree for j in range(degree + 2)
        )
        / (2**degree * math.factorial(degree))
        for k in range(-half, half + 1)
    ]


@functools.lru_cache(maxsize=None)
def spline_matrix(n, degree, padding):
    """Turns lines of n elements, which go on for 60, into coefficients. Poles are below 0.61, and 0.61^60 = 1e-13."""
    wide = np.pad(np.eye(n), ((60, 60), (0, 0)), padding)
    samples = spline_samples(degree)
    half = len(samples) // 2
    matrix = sum(sample * np.eye(len(wide), k=k - half) for k, sample in enumerate(samples))
    return np.linalg.solve(matrix, wide)[60:-60]


def spline_coefficients(array, degree, padding):
    for axis in range(array.ndim):
        matrix = spline_matrix(array.shape[axis], degree, padding)
        array = np.moveaxis(np.tensordot(matrix, array, (1, axis)), 0, axis)
    return array


class Splines(unittest.TestCase):
    SIDES = (1,), (2,), (3,), (9,), (1, 8), (8, 1), (1, 1), (5, 6), (3, 4, 5), (4, 1, 3)

    def test_one_line_in_zeros(self):
        line = np.array([0, 0, 0, 1.0, 0, 0, 0])
        for degree, expected in ((3, 1.7320508), (5, 2.8422)):
            result = recfilter.spline_filter(line, degree, mode=cv2.BORDER_CONSTANT)
            self.assertAlmostEqual(result[3], spline_coefficients(line, degree, "constant")[3], 13)
            self.assertAlmostEqual(result[3] / expected, 1, 4)

    def test_every_border_and_degree(self):
        for shape, degree in itertools.product(self.SIDES, range(2, 10)):
            image = RANDOM.random(shape)
            for mode, padding in EXACT.items():
                with self.subTest((shape, degree, mode)):
                    expected = spline_coefficients(image, degree, padding)
                    self.assertLess(relative(recfilter.spline_filter(image, degree, mode=mode), expected), 1e-12)
                    floats = recfilter.spline_filter(image.astype(np.float32), degree, mode=mode)
                    self.assertEqual(floats.dtype, np.float32)
                    # White noise has coefficients of up to 300 times its size, which float32 rounds.
                    self.assertLess(relative(floats, expected), 2e-6)

    @needs_scipy
    def test_every_mode_of_scipy(self):
        # SciPy's own 'reflect' is right to a power of the poles: 0.43^(2 n) for degree 5 and sides of n.
        for shape, degree, mode in itertools.product(((40,), (41, 40), (1, 40), (40, 1)), range(2, 6), MODES):
            with self.subTest((shape, degree, mode)):
                image = RANDOM.random(shape)
                expected = scipy.ndimage.spline_filter(image, degree, mode=mode)
                self.assertLess(relative(recfilter.spline_filter(image, degree, mode=mode), expected), 1e-12)
        for shape, mode in itertools.product(SHAPES, ("mirror", "wrap", "constant", "grid-constant", "grid-wrap")):
            image = RANDOM.random(shape)
            for degree in range(2, 6):
                expected = scipy.ndimage.spline_filter(image, degree, mode=mode)
                self.assertLess(relative(recfilter.spline_filter(image, degree, mode=mode), expected), 1e-12)
            for axis, degree in itertools.product(range(image.ndim), range(6)):
                expected = scipy.ndimage.spline_filter1d(image, degree, axis, mode=mode)
                result = recfilter.spline_filter1d(image, degree, axis, mode=mode)
                self.assertLess(relative(result, expected), 1e-12)

    def test_dtypes(self):
        for dtype, wanted in (("u1", "f4"), ("i2", "f4"), ("?", "f4"), ("f2", "f4"), ("i4", "f8"), ("c8", "c8")):
            self.assertEqual(recfilter.spline_filter(np.ones((5, 6), dtype)).dtype, wanted)


class Gaussians(unittest.TestCase):
    # Blurs are right to 106 dB, first and second derivatives to 90 and 78: see gaussian.hpp.
    TOLERANCES = 1e-5, 2e-4, 1e-3

    @needs_scipy
    def test_every_shape_mode_and_order(self):
        for shape, mode, order in itertools.product(SHAPES, MODES, (0, 1, 2)):
            with self.subTest((shape, mode, order)):
                image = RANDOM.random(shape)
                expected = scipy.ndimage.gaussian_filter(image, 2, order, mode=mode, cval=0.4, truncate=12)
                result = recfilter.gaussian_filter(image, 2, order, mode=mode, cval=0.4)
                self.assertEqual(result.dtype, image.dtype)
                # As a share of the largest derivative that such an image can have.
                scale = max(np.abs(image).max(), 0.4) * 0.4 ** (order * image.ndim)
                self.assertLess(np.abs(result - expected).max(), scale * self.TOLERANCES[order] * image.ndim)

    @needs_scipy
    def test_one_axis(self):
        for shape, order, mode in itertools.product(SHAPES, (0, 1, 2), ("reflect", "constant")):
            image = RANDOM.random(shape)
            for axis in range(-image.ndim, image.ndim):
                expected = scipy.ndimage.gaussian_filter1d(image, 2, axis, order, mode=mode, cval=0.4, truncate=12)
                result = recfilter.gaussian_filter1d(image, 2, axis, order, mode=mode, cval=0.4)
                self.assertLess(np.abs(result - expected).max(), self.TOLERANCES[order])

    @needs_scipy
    def test_a_mode_for_each_axis(self):
        image = RANDOM.random((6, 7, 8))
        for modes in itertools.permutations(("wrap", "reflect", "constant")):
            expected = scipy.ndimage.gaussian_filter(image, (1, 2, 3), mode=modes, cval=0.4, truncate=12)
            for given in (modes, list(modes), np.array(modes)):
                result = recfilter.gaussian_filter(image, (1, 2, 3), mode=given, cval=0.4)
                self.assertLess(relative(result, expected), 1e-5)

    @needs_scipy
    def test_laplacian_and_gradient(self):
        for shape in SHAPES:
            image = RANDOM.random(shape)
            for name in ("gaussian_laplace", "gaussian_gradient_magnitude"):
                with self.subTest((name, shape)):
                    ours, scipys = getattr(recfilter, name), getattr(scipy.ndimage, name)
                    expected = scipys(image, 2, mode="nearest", truncate=12)
                    self.assertLess(np.abs(ours(image, 2, mode="nearest", truncate=12) - expected).max(), 1e-3)
                    out = np.empty(shape, np.float32)
                    self.assertIs(ours(image, 2, out, "nearest"), out)
                    self.assertLess(np.abs(out - expected).max(), 1e-3)
        self.assertEqual(recfilter.gaussian_laplace(np.ones((5, 6), np.uint8), 1).dtype, np.float32)
        bands = recfilter.gaussian_laplace(RANDOM.random((6, 7, 3)), (1, 2), channel_axis=-1)
        self.assertEqual(bands.shape, (6, 7, 3))

    def test_laplacian_and_gradient_along_axes_in_any_order(self):
        volume = RANDOM.random((7, 6, 5))
        for name, order in (("gaussian_laplace", 2), ("gaussian_gradient_magnitude", 1)):
            for axes, sigmas in (((0, 2), (1, 3)), ((2, 0), (3, 1)), ((-1, 1, 0), (3, 2, 1)), (1, 2)):
                of_axes = {axis % 3: sigma for axis, sigma in zip(np.atleast_1d(axes), np.atleast_1d(sigmas))}
                along = sorted(of_axes)
                parts = [
                    scipy.ndimage.gaussian_filter(
                        volume,
                        [of_axes[axis] for axis in along],
                        [order * (axis == of_derivative) for axis in along],
                        mode="constant",
                        cval=7.5,
                        axes=along,
                        truncate=12,
                    )
                    for of_derivative in along
                ]
                expected = sum(parts) if order == 2 else np.sqrt(sum(part**2 for part in parts))
                for given in (sigmas, list(sigmas) if isinstance(sigmas, tuple) else np.array(sigmas)):
                    result = getattr(recfilter, name)(volume, given, mode="constant", cval=7.5, axes=axes)
                    with self.subTest((name, axes)):
                        self.assertLess(np.abs(result - expected).max(), 5e-3)

    def test_borders_of_opencv(self):
        image = RANDOM.random((9, 8))
        names = {cv2.BORDER_CONSTANT: "constant", cv2.BORDER_REPLICATE: "nearest", cv2.BORDER_REFLECT: "reflect"}
        names.update({cv2.BORDER_WRAP: "wrap", cv2.BORDER_REFLECT_101: "mirror"})
        for border, name in names.items():
            expected = recfilter.gaussian_filter(image, 2, mode=name, cval=0.3)
            for mode in (border, border | cv2.BORDER_ISOLATED, (border, name)):
                np.testing.assert_array_equal(recfilter.gaussian_filter(image, 2, mode=mode, cval=0.3), expected)

    def test_channels_by_axes_sigmas_or_name(self):
        image = RANDOM.random((30, 40, 3))
        expected = recfilter.gaussian_filter(image, 2, channel_axis=2)
        for result in (
            recfilter.gaussian_filter(image, 2, axes=(0, 1)),
            recfilter.gaussian_filter(image, (2, 2), axes=range(2)),
            recfilter.gaussian_filter(image, (2, 2, 0)),
            recfilter.gaussian_filter(image, [2.0, np.float32(2), np.array(0)]),
            recfilter.gaussian_filter(image, 2, axes=(-2, -3)),
        ):
            np.testing.assert_array_equal(result, expected)
        stack = RANDOM.random((2, 30, 40, 3))
        np.testing.assert_array_equal(
            recfilter.gaussian_filter(stack, 2, axes=(1, 2))[1], recfilter.gaussian_filter(stack[1], 2, channel_axis=2)
        )

    def test_numbers_of_every_kind(self):
        image = RANDOM.random((5, 6))
        expected = recfilter.gaussian_filter(image, 2, 1, mode="constant", cval=1)
        for two, one in (
            (np.array(2.0), np.array(1)),
            (np.float32(2), np.int8(1)),
            (np.int64(2), np.uint64(1)),
            ([2, 2], (1, 1)),
            (np.array([2, 2]), np.array([1, 1])),
        ):
            for cval in (1, 1.0, True, np.float32(1), np.int64(1), np.array(1.0), 1 + 0j):
                result = recfilter.gaussian_filter(image, two, one, mode="constant", cval=cval)
                np.testing.assert_array_equal(result, expected)

    def test_what_is_refused_does_not_depend_on_earlier_calls(self):
        image = RANDOM.random((5, 6))
        for _ in range(2):
            with self.assertRaisesRegex(TypeError, "order is 1.0; numbers of kind Integral"):
                recfilter.gaussian_filter(image, 1, 1.0)
            with self.assertRaisesRegex(TypeError, r"order is \(1.0, 1\); numbers of kind Integral"):
                recfilter.gaussian_filter(image, 1, (1.0, 1))
            with self.assertRaisesRegex(TypeError, "axes is 1.0; numbers"):
                recfilter.gaussian_filter(image, 1, axes=1.0)
            with self.assertRaisesRegex(TypeError, "approximation is 0.0"):
                recfilter.gaussian_filter(image, 1, approximation=0.0)
            with self.assertRaisesRegex(TypeError, "order is 3.0; numbers"):
                recfilter.spline_filter(image, 3.0)
            recfilter.gaussian_filter(image, 1, 1)
            recfilter.gaussian_filter(image, 1, (1, 1))
            recfilter.gaussian_filter(image, 1, axes=1)
            recfilter.spline_filter(image, 3)

    def test_where_scipy_cuts_is_taken_and_not_used(self):
        image = RANDOM.random((9, 9))
        expected = recfilter.gaussian_filter(image, 2)
        np.testing.assert_array_equal(recfilter.gaussian_filter(image, 2, 0, None, "reflect", 0.0, 1.0), expected)
        np.testing.assert_array_equal(recfilter.gaussian_filter(image, 2, truncate=3, radius=(1, 2)), expected)
        np.testing.assert_array_equal(
            recfilter.gaussian_filter1d(image, 2, radius=1), recfilter.gaussian_filter1d(image, 2)
        )
        for radius in ([1, None], np.array([1, 2]), np.int64(3)):
            np.testing.assert_array_equal(recfilter.gaussian_filter(image, 2, radius=radius), expected)
        for radius in ((1, 2, 3), [4]):
            with self.assertRaisesRegex(ValueError, "radius has . values; one, or 2"):
                recfilter.gaussian_filter(image, 2, radius=radius)
        for radius in (-1, 1.5, (1, -2), "1"):
            with self.assertRaisesRegex(ValueError, "radius is .*; integers from 0 on"):
                recfilter.gaussian_filter(image, 2, radius=radius)

    def test_small_sigmas(self):
        image = RANDOM.random((9, 9))
        np.testing.assert_array_equal(recfilter.gaussian_filter(image, 0.05), image)
        np.testing.assert_array_equal(recfilter.gaussian_filter(np.eye(9), 0.1), np.eye(9))  # zeros stay zeros
        np.testing.assert_array_equal(recfilter.gaussian_filter(image, 0, 1), image)  # as SciPy
        for sigma in (0.01, 0.1, 0.3, 0.5, 0.7, 1):
            derivative = recfilter.gaussian_filter(np.arange(99.0) ** 2, sigma, 1)[50]
            self.assertAlmostEqual(derivative, 100, 6)

    def test_border_values_that_are_no_numbers(self):
        image = RANDOM.random((9, 9))
        np.testing.assert_array_equal(
            recfilter.gaussian_filter(image, 2, cval=np.nan), recfilter.gaussian_filter(image, 2)
        )
        for cval in (np.nan, np.inf):
            with self.assertRaisesRegex(ValueError, f"cval is {cval}; a finite number"):
                recfilter.gaussian_filter(image, 2, mode="constant", cval=cval)

    @np.errstate(over="ignore")  # infinite results are right
    def test_border_values_beyond_float32(self):
        for cval in (1e20, 3e38, 1e39, -1e39):
            for shape, sigma, order in (((9,), 1, 0), ((4, 5), 30, 0), ((4, 5), 2, (0, 1)), ((3, 4, 5), 2, 0)):
                options = {"mode": "constant", "cval": cval}
                exact = recfilter.gaussian_filter(np.ones(shape), sigma, order, **options)
                result = recfilter.gaussian_filter(np.ones(shape, np.float32), sigma, order, **options)
                self.assertEqual(result.dtype, np.float32)
                np.testing.assert_allclose(result, exact.astype(np.float32), rtol=1e-5, atol=abs(cval) * 1e-6)
            for dtype in (np.uint8, np.int16):
                result = recfilter.gaussian_filter(np.ones(5, dtype), 1, **options)
                np.testing.assert_array_equal(result, np.iinfo(dtype).max if cval > 0 else np.iinfo(dtype).min)
        for dtype in (np.float32, np.float64):
            image, out = np.ones((3, 4), dtype), np.full((3, 4), 7, dtype)
            with self.assertRaisesRegex(ValueError, r"cval is 1e\+308; up to 1e\+280"):
                recfilter.gaussian_filter(image, 100, (2, 1), out, "constant", 1e308)
            self.assertTrue((out == 7).all())


class Elements(unittest.TestCase):
    IMAGE = RANDOM.random((13, 17)) * 100

    def test_every_input(self):
        for code in "?bBhHiIlLqQefdg":
            image = self.IMAGE.astype(code)
            wide = image.astype(np.float64)
            with self.subTest(image.dtype.name):
                blurred = recfilter.gaussian_filter(image, 2)
                self.assertEqual(blurred.dtype, np.float32 if code == "?" else image.dtype)
                exact = recfilter.gaussian_filter(wide, 2)
                tolerance = {"i": 0.501, "u": 0.501}.get(blurred.dtype.kind, 0.05 if code == "e" else 1e-4)
                np.testing.assert_allclose(blurred.astype(np.float64), exact, atol=tolerance)
                signed = np.dtype(np.float32 if image.itemsize <= 2 else np.float64)
                signed = image.dtype if code in "efg" else signed
                for call in (
                    lambda a: recfilter.gaussian_filter(a, 2, 1),
                    lambda a: recfilter.gaussian_filter1d(a, 2, 0, 2),
                    lambda a: recfilter.gaussian_laplace(a, 2),
                    lambda a: recfilter.lfilter([1], [1, -0.5], a),
                ):
                    self.assertEqual(call(image).dtype, signed)
                    np.testing.assert_allclose(
                        call(image).astype(float), call(wide), atol=0.3 if code == "e" else 1e-3, rtol=1e-3
                    )

    def test_a_falling_edge_of_bytes(self):
        edge = np.array([[0, 0, 0, 255, 255, 255, 0, 0, 0]], np.uint8)
        derivative = recfilter.gaussian_filter(edge, 1, (0, 1))
        self.assertEqual(derivative.dtype, np.float32)
        np.testing.assert_allclose(derivative[0, ::-1], -derivative[0], atol=1e-4)
        self.assertLess(derivative.min(), -60)
        sums = recfilter.lfilter([1], [1, -1], np.full(4, 100, np.uint8))
        np.testing.assert_allclose(sums, [100, 200, 300, 400])

    def test_every_output(self):
        for source, target in itertools.product("?bBhHiIlQefdg", "bBhHiIlLqQefdgFD"):
            image, out = self.IMAGE.astype(source), np.zeros(self.IMAGE.shape, target)
            exact = recfilter.gaussian_filter(image.astype(np.float64), 2)
            if out.dtype.kind in "iu":
                info = np.iinfo(target)
                exact = np.clip(exact, info.min, info.max)
            tolerance = 0.501 if out.dtype.kind in "iu" else 0.1 if "e" in source + target else 1e-4
            with self.subTest((source, target)):
                for result in (
                    recfilter.gaussian_filter(image, 2, output=target),
                    recfilter.gaussian_filter(image, 2, output=out),
                ):
                    self.assertEqual(result.dtype, target)
                    np.testing.assert_allclose(result.real.astype(float), exact, atol=tolerance)
                    self.assertFalse(result.imag.any())

    def test_integers_saturate(self):
        image = np.full((4, 5), 300.7)
        for dtype, expected in (("u1", 255), ("i1", 127), ("u2", 301), ("i8", 301), ("?", True)):
            for sigma in (0, 2):
                self.assertTrue((recfilter.gaussian_filter(image, sigma, output=dtype) == expected).all())
        for dtype in ("i8", "u8"):
            largest = np.iinfo(dtype).max
            result = recfilter.gaussian_filter(np.full((4, 5), 1e30), 1, output=dtype)
            self.assertTrue((result <= largest).all() and (result > largest // 2).all())

    def test_derivatives_as_integers(self):
        image = np.array([[0, 0, 9, 200, 255, 255], [3, 80, 255, 90, 9, 0], [0, 0, 0, 255, 255, 7]])
        for code in "BHbh":
            source = np.minimum(image, np.iinfo(code).max).astype(code)
            for shape, order in (((18,), 1), ((3, 6), (0, 1)), ((3, 6), (1, 1)), ((3, 6), 2), ((3, 3, 2), (0, 1, 0))):
                array = source.reshape(shape)
                floats = recfilter.gaussian_filter(array, 1, order, np.float32)
                expected = np.clip(floats.round(), np.iinfo(code).min, np.iinfo(code).max)
                for output in (code, np.zeros(shape, code), np.zeros(shape[::-1], code).T):
                    with self.subTest((code, shape, order, type(output))):
                        result = recfilter.gaussian_filter(array, 1, order, output)
                        self.assertEqual(result.dtype, code)
                        np.testing.assert_array_equal(result, expected)
            result = recfilter.gaussian_filter1d(source, 1, 0, 1, code)
            np.testing.assert_array_equal(
                result, np.clip(recfilter.gaussian_filter1d(source, 1, 0, 1).round(), 0 if code in "BH" else None, None)
            )

    def test_byte_orders(self):
        for code in ("f4", "f8", "i2", "u2", "i4", "c8", "f2"):
            native = self.IMAGE.astype(code)
            other = native.astype(native.dtype.newbyteorder())
            for call in (recfilter.spline_filter, lambda a: recfilter.gaussian_filter(a, 2)):
                expected = call(native)
                result = call(other)
                self.assertTrue(result.dtype.isnative)
                np.testing.assert_array_equal(result, expected)
            out = np.zeros(native.shape, other.dtype)
            self.assertIs(recfilter.gaussian_filter(native, 2, output=out), out)
            np.testing.assert_array_equal(out, recfilter.gaussian_filter(native, 2))

    def test_lists_and_numbers(self):
        np.testing.assert_array_equal(recfilter.gaussian_filter([[1, 2], [3, 9]], 0), [[1, 2], [3, 9]])
        self.assertEqual(recfilter.gaussian_filter([1, 2, 30], 1).dtype, np.asarray([1]).dtype)
        self.assertEqual(recfilter.gaussian_filter(5.0, 1), 5)
        self.assertEqual(recfilter.gaussian_filter(np.array(5.0), 1).shape, ())
        np.testing.assert_allclose(recfilter.lfilter([1], [1, -1], (1.0, 2.0, 3.0)), [1, 3, 6])
        np.testing.assert_array_equal(recfilter.integral([[1, 2], [3, 4]], inclusive=True), [[1, 3], [4, 10]])
        for call in (recfilter.spline_filter1d, lambda a: recfilter.lfilter([1], [1], a)):
            with self.assertRaisesRegex(ValueError, "axis is -1 .* has 0 dimensions; at least one is needed"):
                call(5.0)
        with self.assertRaisesRegex(TypeError, "builtins.memoryview; .* numpy.asarray"):
            recfilter.gaussian_filter(memoryview(np.ones(3)), 1)

    def test_complex(self):
        for shape in SHAPES:
            real, imag = RANDOM.random((2, *shape))
            for dtype, tolerance in ((np.complex64, 1e-5), (np.complex128, 1e-13), (np.clongdouble, 1e-13)):
                image = (real + 1j * imag).astype(dtype)
                for call in (
                    lambda a: recfilter.gaussian_filter(a, 2, mode="constant"),
                    lambda a: recfilter.gaussian_filter(a, 2, 1),
                    lambda a: recfilter.gaussian_laplace(a, 2),
                    lambda a: recfilter.spline_filter(a, mode="grid-wrap"),
                    lambda a: recfilter.lfilter([1, 0.5], [1, -0.5], a),
                    lambda a: recfilter.lfilter([1, 0.5], [1, -0.5], a, 0),
                    lambda a: recfilter.filtfilt([1, 0.5], [1, -0.5], a, mode="reflect"),
                    lambda a: recfilter.sosfilt([[1, 0.5, 0, 1, -0.5, 0]], a),
                ):
                    result, expected = call(image), call(real) + 1j * call(imag)
                    self.assertEqual(result.dtype, dtype)
                    self.assertLess(np.abs(result - expected).max(), tolerance * max(1, np.abs(expected).max()))
            result = recfilter.gaussian_filter(real + 1j * imag, 2, mode="constant", cval=2 - 3j)
            expected = recfilter.gaussian_filter(real, 2, mode="constant", cval=2) + 1j * recfilter.gaussian_filter(
                imag, 2, mode="constant", cval=-3
            )
            self.assertLess(relative(result, expected), 1e-13)
        image = self.IMAGE + 1j * self.IMAGE[::-1]
        with self.assertRaisesRegex(TypeError, "cval is 1j; a real number"):
            recfilter.gaussian_filter1d(self.IMAGE, 2, mode="constant", cval=1j)
        expected = recfilter.gaussian_filter(image, 2)
        for out in (np.zeros(image.shape, "c8"), np.zeros(image.shape[::-1], "c16").T, image):
            self.assertIs(recfilter.gaussian_filter(image, 2, output=out), out)
            self.assertLess(relative(out, expected), 1e-6)

    def test_border_values_of_both_parts(self):
        for shape in SHAPES:
            real, imag = RANDOM.random((2, *shape))
            for cval in (1, 2.5, 3j, 2 - 3j, np.complex64(1 + 2j), np.array(1 - 1j), 1 + 1j):
                for dtype, tolerance in ((np.complex64, 1e-5), (np.complex128, 1e-13)):
                    image = (real + 1j * imag).astype(dtype)
                    out = np.zeros(shape[::-1], np.complex128).T
                    for call in (
                        lambda a, c: recfilter.gaussian_filter(a, 2, mode="constant", cval=c),
                        lambda a, c: recfilter.gaussian_filter(a, 2, 1, mode="constant", cval=c),
                        lambda a, c: recfilter.gaussian_filter(a, 0, mode="constant", cval=c),
                        lambda a, c: recfilter.gaussian_filter1d(a, 2, 0, mode="constant", cval=c),
                        lambda a, c: recfilter.gaussian_laplace(a, 2, mode="constant", cval=c),
                        lambda a, c: recfilter.gaussian_filter(a, 2, 0, out if a is image else None, "constant", c),
                    ):
                        result = call(image, cval)
                        expected = call(real, float(np.real(cval))) + 1j * call(imag, float(np.imag(cval)))
                        self.assertEqual(result.dtype, np.complex128 if result is out else dtype)
                        self.assertLess(np.abs(result - expected).max(), tolerance * max(1, np.abs(expected).max()))
        if scipy:
            image = self.IMAGE + 1j * self.IMAGE[::-1]
            for name in ("gaussian_filter", "gaussian_filter1d", "gaussian_laplace", "gaussian_gradient_magnitude"):
                options = {"mode": "constant", "cval": 70}
                expected = getattr(scipy.ndimage, name)(image, 2, truncate=12, **options)
                self.assertLess(relative(getattr(recfilter, name)(image, 2, **options), expected), 1e-4)

    def test_real_dtypes_for_complex_results_are_promoted(self):
        image = self.IMAGE + 1j * self.IMAGE[::-1]
        for dtype, wanted in (("f4", "c8"), (float, "c16"), ("i4", "c16")):
            with self.assertWarnsRegex(UserWarning, "promoting specified output dtype to complex"):
                result = recfilter.gaussian_filter(image, 2, output=dtype)
            self.assertEqual(result.dtype, wanted)
            self.assertLess(relative(result, recfilter.gaussian_filter(image, 2)), 1e-6)

    def test_empty_arrays(self):
        for shape in ((0,), (0, 5), (3, 0, 2)):
            for call in (
                lambda a: recfilter.gaussian_filter(a, 2),
                lambda a: recfilter.gaussian_laplace(a, 2),
                recfilter.spline_filter,
                lambda a: recfilter.integral(a, inclusive=True),
            ):
                self.assertEqual(call(np.zeros(shape)).shape, shape)
        table = recfilter.integral(np.zeros((0, 5)))
        self.assertEqual((table.shape, table.any()), ((1, 6), False))

    def test_read_only_inputs(self):
        image = self.IMAGE.copy()
        image.flags.writeable = False
        np.testing.assert_array_equal(recfilter.gaussian_filter(image, 2), recfilter.gaussian_filter(self.IMAGE, 2))


class Layouts(unittest.TestCase):
    CALLS = (
        lambda a, output=None: recfilter.gaussian_filter(a, 2, output=output),
        lambda a, output=None: recfilter.gaussian_filter(a, 2, axes=(0,), output=output),
        lambda a, output=None: recfilter.spline_filter(a, output=output),
        lambda a, output=None: recfilter.lfilter([1], [1, -0.5], a, 0, output=output),
        lambda a, output=None: recfilter.integral(a, output, inclusive=True),
    )

    def test_strides_of_inputs_and_outputs(self):
        for shape in ((10,), (10, 6), (10, 1), (1, 10), (4, 5, 6), (4, 1, 6), (4, 5, 1), (2, 3, 4, 5)):
            image = RANDOM.random(shape)
            for call in self.CALLS:
                expected = call(image)
                for source, out in zip(layouts(image), layouts(np.zeros(shape))):
                    np.testing.assert_array_equal(source, image)
                    np.testing.assert_array_equal(call(source), expected)
                    self.assertIs(call(image, out), out)
                    np.testing.assert_array_equal(out, expected)

    def test_a_column_of_a_fortran_array(self):
        for out in (np.zeros((10, 6), order="F")[:, 2:3], np.zeros((10, 4, 6), order="F")[:, 1:2, :]):
            image = RANDOM.random(out.shape)
            for call in self.CALLS:
                call(image, out)
                np.testing.assert_array_equal(out, call(image))

    def test_overlap(self):
        for shape, call in itertools.product(((40,), (20, 9), (8, 5, 6), (6, 3, 4, 5)), self.CALLS):
            for low, high in (((0, -1), (1, None)), ((1, None), (0, -1)), ((0, None), (0, None))):
                memory = RANDOM.random(shape)
                source, out = memory[slice(*low)], memory[slice(*high)]
                expected = call(source.copy())
                call(source, out)
                np.testing.assert_array_equal(out, expected)

    def test_fields_of_records(self):
        records = np.zeros((6, 7), [("flag", "u1"), ("value", "f8")])
        records["value"] = RANDOM.random((6, 7))
        expected = recfilter.gaussian_filter(records["value"].copy(), 2)
        np.testing.assert_array_equal(recfilter.gaussian_filter(records["value"], 2), expected)
        out = np.zeros((6, 7), records.dtype)
        recfilter.gaussian_filter(records["value"], 2, output=out["value"])
        np.testing.assert_array_equal(out["value"], expected)
        self.assertFalse(out["flag"].any())

    def test_strides_of_groupings(self):
        """Against what NumPy's reshape makes without a copy."""
        arrays = [RANDOM.random((3, 4, 5, 6))]
        arrays += [arrays[0][::2], arrays[0][:, 1:3], arrays[0][..., ::2], arrays[0].transpose(1, 0, 2, 3)]
        arrays += [array[:, :1] for array in arrays] + [array[..., 0] for array in arrays]
        for array in arrays:
            groupings = [grouping_of_axis(array.shape, axis)[0] for axis in range(array.ndim)]
            pairs = itertools.combinations(range(array.ndim), 2)
            groupings += [grouping_of_image(array.shape, y, x) for y, x in pairs]
            for grouping in groupings:
                view, strides = array.reshape(grouping), regrouped(array.shape, array.strides, grouping)
                self.assertEqual(strides is not None, np.may_share_memory(view, array))
                if strides is not None:
                    for n, ours, numpys in zip(grouping, strides, view.strides):
                        self.assertTrue(n == 1 or ours == numpys)
        self.assertEqual(contiguous_strides((3, 4, 5), 8), (160, 40, 8))
        self.assertIsNone(grouping_of_image((2, 3, 513), 0, 1))


def layouts(array):
    """The same values in other orders, at distances, backwards, and between others."""
    yield np.asfortranarray(array)
    wide = np.zeros(tuple(2 * n for n in array.shape))
    for step in (2, -2):
        view = wide[(slice(None, None, step),) * array.ndim]
        view[...] = array
        yield view
    wide = np.zeros(tuple(n + 3 for n in array.shape))
    view = wide[tuple(slice(1, n + 1) for n in array.shape)]
    view[...] = array
    yield view
    last = np.zeros((*array.shape[:-1], array.shape[-1], 2))[..., 1]
    last[...] = array
    yield last


class Tables(unittest.TestCase):
    @staticmethod
    def sums(array, axes=None):
        for axis in range(array.ndim) if axes is None else axes:
            array = array.cumsum(axis)
        return array

    def test_any_dimension(self):
        for shape in ((7,), (5, 6), (4, 5, 6), (2, 3, 4, 5), (1, 4), (3, 4, 600)):
            image = RANDOM.integers(0, 256, shape, np.uint8)
            wide = image.astype(np.int64)
            result = recfilter.integral(image, inclusive=True)
            self.assertEqual(result.dtype, np.int32)
            np.testing.assert_array_equal(result, self.sums(wide))
            sums, squares = recfilter.integral(image, tables=("sum", "sqsum"))
            np.testing.assert_array_equal(sums, np.pad(self.sums(wide), [(1, 0)] * image.ndim))
            np.testing.assert_array_equal(squares, np.pad(self.sums(wide**2), [(1, 0)] * image.ndim))
            out = np.full(sums.shape, 7, np.int32)
            self.assertIs(recfilter.integral(image, out), out)
            np.testing.assert_array_equal(out, sums)
            for channels in range(image.ndim if image.ndim > 1 else 0):
                axes = [axis for axis in range(image.ndim) if axis != channels]
                np.testing.assert_array_equal(
                    recfilter.integral(image, inclusive=True, channel_axis=channels), self.sums(wide, axes)
                )

    def test_every_dtype(self):
        for code in "?bBhHiIlLqQefdgFD":
            image = (RANDOM.random((9, 8)) * 100).astype(code)
            expected = self.sums(image.astype(np.complex128 if code in "FD" else np.float64))
            result = recfilter.integral(image, inclusive=True)
            self.assertEqual(result.dtype, np.int32 if code in "?B" else expected.dtype)
            np.testing.assert_allclose(result, expected, rtol=1e-12)
            if code not in "FD":
                squares = recfilter.integral(image, tables="sqsum", inclusive=True)
                np.testing.assert_allclose(squares, self.sums(image.astype(np.float64) ** 2), rtol=1e-12)

    def test_defaults_hold_every_sum(self):
        self.assertEqual(recfilter.integral(np.full((1, 8), 2**31 - 1, np.int32))[1, 8], 8 * (2**31 - 1))
        large = np.broadcast_to(np.uint8(255), (2903, 2903))  # 255 * 2903^2 > 2^31
        table = recfilter.integral(large)
        self.assertEqual((table.dtype, table[-1, -1]), (np.float64, 255 * 2903**2))
        # On request int32 wraps, and differences of it are right.
        wrapped = recfilter.integral(large, dtype=np.int32)
        self.assertEqual(wrapped[-1, -1], 255 * 2903**2 - 2**32)
        self.assertEqual(wrapped[-1, -1] - wrapped[-1, -2], np.int32(255 * 2903))
        self.assertEqual(recfilter.integral(large[:-2, :-2]).dtype, np.int32)
        self.assertEqual(recfilter.integral(large, channel_axis=0).dtype, np.int32)  # 2903 lines
        self.assertEqual(recfilter.integral(large > 0).dtype, np.int32)
        self.assertEqual(recfilter.integral(np.full((1, 2), 2**31 - 1, np.int32), dtype="i4")[1, 2], -2)

    def test_squares_alone(self):
        image = RANDOM.random((5, 6)).astype(np.float32)
        result = recfilter.integral(image, tables="sqsum", sqdtype=np.float32, inclusive=True)
        self.assertEqual(result.dtype, np.float32)
        np.testing.assert_allclose(result, self.sums(image**2), rtol=1e-6)

    def test_squares_that_go_with_sums(self):
        floats = ("i4", "f4", "f8")
        for code in "?BHhifed":
            image = np.arange(6).reshape(2, 3).astype(code)
            for sums, squares in itertools.product(floats, floats):
                outs = np.full((3, 4), 7, sums), np.full((3, 4), 7, squares)
                options = {"tables": ("sum", "sqsum")}
                with self.subTest((code, sums, squares)):
                    try:
                        made = recfilter.integral(image, dtype=sums, sqdtype=squares, **options)
                    except TypeError as error:
                        self.assertRegex(str(error), "^(dtype|sqdtype) is .* (are|is) accepted for (sum|sqsum) of ")
                        with self.assertRaisesRegex(TypeError, "^dtype of output is "):
                            recfilter.integral(image, outs, **options)
                        self.assertTrue(all((out == 7).all() for out in outs))
                        continue
                    recfilter.integral(image, outs, **options)
                    wide = image.astype(float)
                    for result, out, dtype, values in zip(made, outs, (sums, squares), (wide, wide**2)):
                        self.assertEqual(result.dtype, dtype)
                        np.testing.assert_array_equal(result[1:, 1:], self.sums(values))
                        np.testing.assert_array_equal(out, result)
            accepted = {"B": 6, "?": 6, "f": 3, "e": 3}.get(code, 1)
            made = 0
            for sums, squares in itertools.product(floats, floats):
                try:
                    recfilter.integral(image, dtype=sums, sqdtype=squares, tables=("sum", "sqsum"))
                    made += 1
                except TypeError:
                    pass
            self.assertEqual(made, accepted)
        for dtype in (np.float32, np.dtype(float)):
            with self.assertRaisesRegex(TypeError, "of dtype complex128 alone"):
                recfilter.integral(np.ones((2, 2), complex), dtype=dtype)

    def test_byte_orders(self):
        for code in ("f4", "f8", "i2", "u2", "i4"):
            native = (RANDOM.random((5, 6)) * 100).astype(code)
            other = native.astype(native.dtype.newbyteorder())
            for dtype in (None, "i4", "f4", "f8"):
                try:
                    expected = recfilter.integral(native, dtype=dtype)
                except TypeError:
                    with self.assertRaises(TypeError):
                        recfilter.integral(other, dtype=dtype)
                    continue
                result = recfilter.integral(other, dtype=dtype)
                self.assertEqual(result.dtype, expected.dtype)
                np.testing.assert_array_equal(result, expected)


if __name__ == "__main__":
    unittest.main()
