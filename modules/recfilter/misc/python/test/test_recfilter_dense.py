#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""convolve, correlate and uniform_filter, against definitions in numpy and, where it is installed, against SciPy."""

import itertools
import unittest

import numpy as np

try:
    import scipy.ndimage
except ImportError:
    scipy = None

from cv2 import recfilter

RANDOM = np.random.default_rng(1)
IMAGE = RANDOM.random((8, 9))
VOLUME = RANDOM.random((6, 7, 5))
PADDING = {"reflect": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap", "constant": "constant"}
MODES = tuple(PADDING)
needs_scipy = unittest.skipUnless(scipy, "without SciPy")


def sums(array, weights, mode="reflect", cval=0.0, origin=0):
    """Weighted sums of windows in double, by numpy.pad()."""
    origins = np.broadcast_to(origin, array.ndim)
    wide = array
    for axis, (n, shift) in enumerate(zip(weights.shape, origins)):
        around = [(0, 0)] * array.ndim
        around[axis] = n // 2 + shift, n - 1 - n // 2 - shift
        options = {"constant_values": cval} if mode == "constant" else {}
        wide = np.pad(wide, around, PADDING[mode], **options)
    windows = np.lib.stride_tricks.sliding_window_view(wide, weights.shape)
    return (windows * weights).sum(tuple(range(array.ndim, 2 * array.ndim)))


class Dense(unittest.TestCase):
    SHAPES = (  # of arrays and weights
        ((20,), (3,)),
        ((20,), (4,)),
        ((3,), (9,)),  # longer than the array
        ((1,), (3,)),
        ((8, 9), (3, 4)),
        ((8, 9), (1, 4)),
        ((8, 9), (2, 1)),
        ((4, 5), (11, 3)),
        ((1, 5), (3, 3)),
        ((4, 4), (1, 1)),
        ((6, 7, 5), (3, 3, 3)),
        ((6, 7, 5), (3, 1, 2)),
        ((6, 7, 5), (1, 1, 2)),
        ((6, 7, 5), (2, 3, 1)),
        ((6, 7, 5), (1, 3, 2)),
        ((5, 1, 4), (3, 3, 3)),
        ((6, 7, 2), (3, 3, 2)),  # no channels
        ((3, 4, 5, 6), (2, 3, 3, 2)),
        ((3, 4, 5, 6), (1, 3, 1, 2)),
        ((3, 4, 2, 3, 6), (1, 3, 1, 1, 2)),
        ((3, 4, 2, 3, 6), (3, 3, 1, 1, 2)),
    )

    def test_definition(self):
        for (shape, size), mode in itertools.product(self.SHAPES, MODES):
            array, weights = RANDOM.random(shape), RANDOM.random(size) - 0.5
            for origin in (0, [-(n // 2) for n in size], [(n - 1) // 2 for n in size]):
                with self.subTest(shape=shape, size=size, mode=mode, origin=origin):
                    expected = sums(array, weights, mode, 0.7, origin)
                    result = recfilter.correlate(array, weights, None, mode, 0.7, origin)
                    np.testing.assert_allclose(result, expected, atol=1e-12)
                    # Convolution is the correlation with mirrored weights and origins.
                    mirrored = [-shift - (n % 2 == 0) for shift, n in zip(np.broadcast_to(origin, len(size)), size)]
                    if all(-(n // 2) <= shift <= (n - 1) // 2 for shift, n in zip(mirrored, size)):
                        result = recfilter.convolve(array, np.flip(weights), mode=mode, cval=0.7, origin=mirrored)
                        np.testing.assert_allclose(result, expected, atol=1e-12)

    def test_one_axis(self):
        for axis, length, mode in itertools.product((0, 1, 2, -1), (1, 2, 3, 9, 12), MODES):
            weights = RANDOM.random(length)
            shape = [1, 1, 1]
            shape[axis] = length
            expected = sums(VOLUME, weights.reshape(shape), mode, 0.3)
            result = recfilter.correlate1d(VOLUME, weights, axis, mode=mode, cval=0.3)
            np.testing.assert_allclose(result, expected, atol=1e-12)
            result = recfilter.convolve1d(VOLUME, weights[::-1], axis, mode=mode, cval=0.3, origin=-(length % 2 == 0))
            np.testing.assert_allclose(result, expected, atol=1e-12)

    def test_means(self):
        for size, mode in itertools.product((3, 4, (3, 1, 2), (1, 1, 1), (9, 2, 5), (3, 20, 3)), MODES):
            with self.subTest(size=size, mode=mode):
                weights = np.ones(np.broadcast_to(size, 3))
                expected = sums(VOLUME, weights / weights.size, mode, 0.3)
                result = recfilter.uniform_filter(VOLUME, size, mode=mode, cval=0.3)
                np.testing.assert_allclose(result, expected, atol=1e-12)
        for axis, size in itertools.product((0, 1, 2), (1, 2, 5, 30)):
            shape = [1, 1, 1]
            shape[axis] = size
            expected = sums(VOLUME, np.full(shape, 1 / size))
            np.testing.assert_allclose(recfilter.uniform_filter1d(VOLUME, size, axis), expected, atol=1e-12)

    def test_real_outputs_of_complex_results(self):
        """A dtype is promoted, an array refused, with SciPy's warning and exception."""
        calls = (
            lambda output: recfilter.correlate(IMAGE, [[1j]], output),
            lambda output: recfilter.correlate1d(IMAGE * 1j, [1], output=output),
            lambda output: recfilter.gaussian_filter(IMAGE * 1j, 2, output=output),
        )
        for call in calls:
            with self.assertWarnsRegex(UserWarning, "promoting specified output dtype to complex"):
                result = call(np.float32)
            self.assertEqual(result.dtype, np.complex64)
            np.testing.assert_allclose(result, call(np.complex64))
            for error in (TypeError, RuntimeError):
                with self.assertRaisesRegex(error, "a complex dtype is needed"):
                    call(np.zeros(IMAGE.shape))

    def test_axes_and_modes_of_their_own(self):
        weights = RANDOM.random((2, 3))
        expected = sums(VOLUME, weights[:, :, np.newaxis])
        np.testing.assert_allclose(recfilter.correlate(VOLUME, weights, axes=(0, 1)), expected, atol=1e-12)
        np.testing.assert_allclose(recfilter.correlate(VOLUME, weights, axes=(1, 0)), expected, atol=1e-12)
        np.testing.assert_allclose(recfilter.correlate(VOLUME, weights, axes=[-3, -2]), expected, atol=1e-12)
        if scipy:  # weights belong to the axes in increasing order, origins in that of `axes`
            settings = {"axes": (2, 0), "origin": (0, -1)}
            expected = scipy.ndimage.convolve(VOLUME, weights, **settings)
            np.testing.assert_allclose(recfilter.convolve(VOLUME, weights, **settings), expected, atol=1e-12)
        expected = sums(sums(IMAGE, np.ones((3, 1)), "wrap"), np.ones((1, 3)), "mirror")
        result = recfilter.correlate(IMAGE, np.ones((3, 3)), mode=("wrap", "mirror"))
        np.testing.assert_allclose(result, expected, atol=1e-12)
        result = recfilter.uniform_filter(IMAGE, mode=["wrap", "mirror"])
        np.testing.assert_allclose(result, expected / 9, atol=1e-12)

    def test_more_slices_than_channels(self):
        array = RANDOM.random((5, 6, 600))
        expected = sums(array, np.ones((3, 3, 1)))
        np.testing.assert_allclose(recfilter.correlate(array, np.ones((3, 3)), axes=(0, 1)), expected, atol=1e-12)

    def test_dtypes(self):
        values = (VOLUME * 90).round()
        weights = np.ones((2, 1, 3)) / 4
        exact = sums(values, weights)
        for name in ("u1", "i1", "u2", "i2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", ">f8", ">i4"):
            with self.subTest(name):
                result = recfilter.correlate(values.astype(name), weights)
                self.assertEqual(result.dtype, np.dtype(name).newbyteorder("="))
                if result.dtype.kind in "iu":
                    limits = np.iinfo(result.dtype)
                    np.testing.assert_array_equal(result, np.clip(np.rint(exact), limits.min, limits.max))
                else:
                    np.testing.assert_allclose(result, exact, rtol=1e-3 if name == "f2" else 1e-6)
        self.assertEqual(recfilter.correlate(np.ones((3, 3), bool), np.ones((3, 3))).dtype, np.float32)
        np.testing.assert_array_equal(recfilter.correlate1d([1, 2, 3], [1, 1]), [2, 3, 5])
        np.testing.assert_array_equal(recfilter.uniform_filter([[1, 2], [3, 4]], 1), [[1, 2], [3, 4]])
        signed = recfilter.correlate1d(np.array([9, 5], np.uint8), [-1, 1, 0], output=np.float32)
        np.testing.assert_array_equal(signed, [0, -4])

    def test_output(self):
        weights = np.ones((3, 3, 3))
        expected = sums(VOLUME, weights)
        for output in (np.empty_like(VOLUME), np.empty_like(VOLUME, order="F"), np.empty((6, 7, 10))[..., ::2]):
            self.assertIs(recfilter.correlate(VOLUME, weights, output), output)
            np.testing.assert_allclose(output, expected, atol=1e-12)
        for kernel in (weights, np.ones((3, 1, 3)), np.ones((1, 3, 1)), np.ones((1, 1, 1)), np.ones((9, 9, 9))):
            array = VOLUME.copy()
            recfilter.correlate(array, kernel, array)
            np.testing.assert_allclose(array, sums(VOLUME, kernel), atol=1e-11)

    def test_complex_numbers(self):
        array = IMAGE + 1j * IMAGE[::-1]
        weights = RANDOM.random((3, 3)) + 1j * RANDOM.random((3, 3))

        def of_parts(array, weights, cval):
            return (
                sums(array.real, weights.real, "constant", cval.real)
                - sums(array.imag, weights.imag, "constant", cval.imag)
                + 1j * sums(array.real, weights.imag, "constant", cval.real)
                + 1j * sums(array.imag, weights.real, "constant", cval.imag)
            )

        for one, other, cval in (
            (array, weights.real + 0j, 0j),
            (array, weights.real + 0j, 2 + 0j),
            (array, weights.real + 0j, 2 + 1j),
            (array, weights, 2 + 1j),
            (array.real, weights, 2 + 0j),
        ):
            given = other.real if not other.imag.any() else other
            options = {"mode": "constant", "cval": cval if cval.imag else cval.real}
            result = recfilter.correlate(one, given, **options)
            self.assertEqual(result.dtype, np.complex128)
            np.testing.assert_allclose(result, of_parts(one, other.conj(), cval), atol=1e-12)
            result = recfilter.convolve(one, given, **options)
            np.testing.assert_allclose(result, of_parts(one, np.flip(other), cval), atol=1e-12)
        self.assertEqual(recfilter.correlate(array.astype(np.complex64), weights.real).dtype, np.complex64)
        means = recfilter.uniform_filter(array, 3, mode="constant", cval=1j)
        np.testing.assert_allclose(means, of_parts(array, np.full((3, 3), 1 / 9 + 0j), 1j), atol=1e-12)

    def test_values_outside_that_are_not_finite(self):
        result = recfilter.correlate(np.ones((60, 60)), np.ones((31, 31)), mode="constant", cval=np.nan)
        self.assertEqual(np.isnan(result).sum(), 60 * 60 - 30 * 30)
        np.testing.assert_allclose(result[15:45, 15:45], 961)

    def test_complex_numbers_along_four_axes(self):
        real, imaginary, weights = RANDOM.random((3, 4, 2, 5)), RANDOM.random((3, 4, 2, 5)), RANDOM.random((2, 2, 2, 3))
        for function in (recfilter.correlate, recfilter.convolve):
            for settings in ({}, {"mode": "constant", "cval": 0.5}):
                expected = function(real, weights, **settings) + 1j * function(imaginary, weights, **settings)
                result = function(real + 1j * imaginary, weights, **settings)
                if settings:  # which is real
                    expected = function(real, weights, **settings) + 1j * function(imaginary, weights, mode="constant")
                np.testing.assert_allclose(result, expected, atol=1e-13)

    def test_empty_arrays(self):
        self.assertEqual(recfilter.correlate(np.zeros((0, 3)), np.ones((3, 3))).shape, (0, 3))

    def test_refused(self):
        for call, error, text in (
            (lambda: recfilter.correlate(IMAGE, np.ones(3)), ValueError, "weights has 1 dimensions; 2 are needed"),
            (lambda: recfilter.correlate(IMAGE, np.ones(3)), RuntimeError, "weights.ndim (1) must match len(axes) (2)"),
            (lambda: recfilter.correlate(IMAGE, np.ones((3, 3)), axes=0), ValueError, "weights has 2 dimensions; 1"),
            (lambda: recfilter.correlate(IMAGE, np.ones((0, 3))), ValueError, "weights has shape (0, 3)"),
            (lambda: recfilter.correlate(IMAGE, "x"), TypeError, "weights is 'x'"),
            (lambda: recfilter.correlate(IMAGE, np.ma.masked_array([[1.0]])), TypeError, "weights is a masked array"),
            (lambda: recfilter.correlate(IMAGE, [[np.inf]]), ValueError, "weights has a number that is not finite"),
            (lambda: recfilter.correlate(IMAGE, np.ones((3, 3)), origin=2), ValueError, "origin is 2"),
            (lambda: recfilter.convolve(IMAGE, np.ones((2, 2)), origin=1), ValueError, "origin is 1 where"),
            (lambda: recfilter.convolve(IMAGE, np.ones((1, 4)), origin=(0, 2)), ValueError, "summed; -2 to 1 are"),
            (lambda: recfilter.convolve1d(IMAGE, np.ones(2), origin=1), ValueError, "origin is 1 where"),
            (lambda: recfilter.correlate(IMAGE, np.ones((3, 3)), origin=0.5), TypeError, "origin is 0.5"),
            (lambda: recfilter.correlate(IMAGE, np.ones((3, 3)), mode="x"), ValueError, "mode is 'x'"),
            (lambda: recfilter.correlate(IMAGE, np.ones((3, 3)), mode=["wrap"] * 3), ValueError, "mode has 3 values"),
            (lambda: recfilter.correlate(IMAGE, np.ones((3, 3)), cval="x"), TypeError, "cval is 'x'"),
            (lambda: recfilter.correlate(IMAGE, np.ones((3, 3)), cval=1j), ValueError, "cval is 1j and input real"),
            (lambda: recfilter.correlate(IMAGE, [[1j]], IMAGE.copy()), TypeError, "a complex dtype is needed"),
            (lambda: recfilter.correlate(IMAGE, [[1j]], np.empty((3, 3), complex)), ValueError, "output has shape"),
            (lambda: recfilter.correlate(np.ones((3,) * 5), np.ones((2,) * 5)), ValueError, "along 5 axes"),
            (lambda: recfilter.correlate1d(IMAGE, []), ValueError, "weights has shape (0,)"),
            (lambda: recfilter.correlate1d(IMAGE, [[1]]), ValueError, "weights has 2 dimensions; 1 is accepted"),
            (lambda: recfilter.correlate1d(IMAGE, [1], axis=2), ValueError, "axis is 2"),
            (lambda: recfilter.correlate1d(IMAGE, [1], origin=(0, 0)), TypeError, "origin is (0, 0)"),
            (lambda: recfilter.correlate1d(IMAGE, [1], origin=1), ValueError, "origin is 1"),
            (lambda: recfilter.uniform_filter(IMAGE, 0), ValueError, "size is 0"),
            (lambda: recfilter.uniform_filter(IMAGE, 2.5), TypeError, "size is 2.5; an integer, or one for"),
            (lambda: recfilter.uniform_filter1d(IMAGE, 2.5), TypeError, "size is 2.5; an integer is accepted"),
            (lambda: recfilter.uniform_filter(IMAGE, (3, 3, 3)), ValueError, "size has 3 values"),
            (lambda: recfilter.uniform_filter1d(IMAGE, (3, 3)), TypeError, "size is (3, 3)"),
            (lambda: recfilter.uniform_filter1d(IMAGE, 3, origin=2), ValueError, "origin is 2"),
            (lambda: recfilter.correlate(None, np.ones((3, 3))), TypeError, "input is a builtins.NoneType"),
        ):
            with self.subTest(text):
                with self.assertRaises(error) as caught:
                    call()
                self.assertIn(text, str(caught.exception))

    @needs_scipy
    def test_scipy(self):
        for (shape, size), mode in itertools.product(self.SHAPES, MODES):
            array, weights = RANDOM.random(shape), RANDOM.random(size) - 0.5
            for name in ("correlate", "convolve"):
                expected = getattr(scipy.ndimage, name)(array, weights, mode=mode, cval=0.7)
                result = getattr(recfilter, name)(array, weights, mode=mode, cval=0.7)
                np.testing.assert_allclose(result, expected, atol=1e-12)
                along = RANDOM.random(4) + 1j * RANDOM.random(4)
                for one in (along, along.real):
                    expected = getattr(scipy.ndimage, name + "1d")(array, one, 0, mode=mode, cval=0.7, origin=-1)
                    result = getattr(recfilter, name + "1d")(array, one, 0, mode=mode, cval=0.7, origin=-1)
                    np.testing.assert_allclose(result, expected, atol=1e-12)
            expected = scipy.ndimage.uniform_filter(array, size, mode=mode, cval=0.7)
            result = recfilter.uniform_filter(array, size, mode=mode, cval=0.7)
            np.testing.assert_allclose(result, expected, atol=1e-12)

    @needs_scipy
    def test_scipys_examples(self):
        a = np.array([[1, 2, 0, 0], [5, 3, 0, 4], [0, 0, 0, 7], [9, 3, 0, 0]])
        k = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0]])
        expected = [[11, 10, 7, 4], [10, 3, 11, 11], [15, 12, 14, 7], [12, 3, 7, 0]]
        np.testing.assert_array_equal(recfilter.convolve(a, k, mode="constant", cval=0.0), expected)
        expected = scipy.ndimage.convolve(a, k[:2, :], mode="constant", cval=1.0)
        np.testing.assert_array_equal(recfilter.convolve(a, k[:2, :], mode="constant", cval=1.0), expected)
        b = np.array([[2, 0, 0], [1, 0, 0], [0, 0, 0]])
        k = np.array([[0, 1, 0], [0, 1, 0], [0, 1, 0]])
        np.testing.assert_array_equal(recfilter.convolve(b, k, mode="nearest"), [[5, 0, 0], [3, 0, 0], [1, 0, 0]])
        c = np.array([[2, 0, 1], [1, 0, 0], [0, 0, 0]])
        k = np.array([[0, 1, 0], [0, 1, 0], [0, 1, 0], [0, 1, 0], [0, 1, 0]])  # longer than the array
        np.testing.assert_array_equal(recfilter.convolve(c, k), scipy.ndimage.convolve(c, k))
        np.testing.assert_array_equal(recfilter.uniform_filter1d([2, 8, 0, 4, 1, 9, 9, 0], 3), [4, 3, 4, 2, 5, 6, 6, 3])


if __name__ == "__main__":
    unittest.main()
