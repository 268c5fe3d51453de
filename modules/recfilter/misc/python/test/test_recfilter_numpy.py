#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""cv2.recfilter on numpy arrays, against definitions in numpy and, where it is installed, against SciPy."""

import gc
import pathlib
import tracemalloc
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
IMAGE = RANDOM.random((90, 70))
SCIPY_MODES = "reflect", "mirror", "nearest", "wrap", "constant"
needs_scipy = unittest.skipUnless(scipy, "without SciPy")


def periodic_gaussian(image, sigma, axis):
    """Circular convolution with the sampled Gaussian, whose tails beyond 12 sigma are below 1e-31."""
    reach = int(12 * sigma) + 1
    offsets = np.arange(-reach, reach + 1)
    weights = np.exp(-0.5 * (offsets / sigma) ** 2)
    result = np.zeros_like(image)
    for offset, weight in zip(offsets, weights / weights.sum()):
        result += weight * np.roll(image, offset, axis)
    return result


class Gaussian(unittest.TestCase):
    # ACCURATE has an SNR of 102 dB or more: 8e-6 of the response's norm. Pixels are below 1, and weights sum to 1.
    TOLERANCE = 1e-5

    def test_definition(self):
        expected = periodic_gaussian(periodic_gaussian(IMAGE, 2, 0), 5, 1)
        result = recfilter.gaussian_filter(IMAGE, (2, 5), mode="wrap")
        np.testing.assert_allclose(result, expected, atol=self.TOLERANCE)

    def test_one_axis(self):
        for axis in (0, 1, -1, -2):
            result = recfilter.gaussian_filter(IMAGE, 3, mode="wrap", axes=axis)
            np.testing.assert_allclose(result, periodic_gaussian(IMAGE, 3, axis), atol=self.TOLERANCE)
            both = (0, 3) if axis in (1, -1) else (3, 0)
            np.testing.assert_array_equal(recfilter.gaussian_filter(IMAGE, both, mode="wrap"), result)

    def test_sigma_0_is_the_identity(self):
        np.testing.assert_array_equal(recfilter.gaussian_filter(IMAGE, 0), IMAGE)

    def test_values_go_with_their_axes(self):
        expected = recfilter.gaussian_filter(IMAGE, (2, 5), (0, 1))
        np.testing.assert_array_equal(recfilter.gaussian_filter(IMAGE, (5, 2), (1, 0), axes=(1, 0)), expected)
        np.testing.assert_array_equal(recfilter.gaussian_filter(IMAGE, [2, 5], np.array([0, 1])), expected)

    @needs_scipy
    def test_scipy_modes(self):
        for mode in SCIPY_MODES:
            with self.subTest(mode):
                expected = scipy.ndimage.gaussian_filter(IMAGE, (3, 4), mode=mode, cval=0.4, truncate=10)
                result = recfilter.gaussian_filter(IMAGE, (3, 4), mode=mode, cval=0.4)
                np.testing.assert_allclose(result, expected, atol=self.TOLERANCE)

    @needs_scipy
    def test_scipy_derivatives(self):
        for order in (1, 2, (0, 1), (2, 0)):
            with self.subTest(order):
                expected = scipy.ndimage.gaussian_filter(IMAGE, 4, order, truncate=10)
                # 78 dB for second derivatives of sigma 2 and more
                np.testing.assert_allclose(recfilter.gaussian_filter(IMAGE, 4, order), expected, atol=2e-5)

    def test_dtypes(self):
        for dtype, scale, tolerance in (
            (np.uint8, 200, 0.51 / 200),  # rounded
            (np.uint16, 60000, 0.51 / 60000),
            (np.int16, 30000, 0.51 / 30000),
            (np.float16, 1, 1e-3),  # eps
            (np.float32, 1, 1e-6),
            (np.float64, 1, 0),
        ):
            with self.subTest(dtype.__name__):
                source = (IMAGE * scale).round().astype(dtype) if scale > 1 else IMAGE.astype(dtype)
                exact = recfilter.gaussian_filter(source.astype(np.float64), 3)
                result = recfilter.gaussian_filter(source, 3)
                self.assertEqual(result.dtype, dtype)
                np.testing.assert_allclose(result / scale, exact / scale, atol=tolerance)
                for wanted in (np.float32, "float64", np.dtype("f8")):
                    floats = recfilter.gaussian_filter(source, 3, output=wanted)
                    self.assertEqual(floats.dtype, wanted)
                    np.testing.assert_allclose(floats / scale, exact / scale, atol=1e-6)


class Splines(unittest.TestCase):
    def test_definition(self):
        for degree, weights in ((2, (1, 6, 1)), (3, (1, 4, 1)), (5, (1, 26, 66, 26, 1))):
            reach = len(weights) // 2
            c = recfilter.spline_filter(IMAGE, degree, mode="grid-wrap")
            for axis in (0, 1):
                c = sum(w * np.roll(c, i - reach, axis) for i, w in enumerate(weights)) / sum(weights)
            np.testing.assert_allclose(c, IMAGE, atol=1e-13)

    @needs_scipy
    def test_scipy(self):
        for mode in ("mirror", "reflect", "grid-wrap"):
            for degree in range(2, 6):
                expected = scipy.ndimage.spline_filter(IMAGE, degree, mode=mode)
                np.testing.assert_allclose(recfilter.spline_filter(IMAGE, degree, mode=mode), expected, atol=1e-13)

    def test_integers_give_float32(self):
        self.assertEqual(recfilter.spline_filter((IMAGE * 255).astype(np.uint8)).dtype, np.float32)


class Signals(unittest.TestCase):
    B, A = (0.2, 0.1), (1, -0.9, 0.3)

    def test_lfilter_definition(self):
        expected = np.zeros_like(IMAGE)
        for i in range(IMAGE.shape[1]):
            for tap, k in zip(self.B, range(i + 1)):
                expected[:, i] += tap * IMAGE[:, i - k]
            for tap, k in zip(self.A[1:], range(1, i + 1)):
                expected[:, i] -= tap * expected[:, i - k]
        np.testing.assert_allclose(recfilter.lfilter(self.B, self.A, IMAGE), expected, atol=1e-14)
        along_columns = recfilter.lfilter(self.B, self.A, IMAGE.T, axis=0)
        np.testing.assert_allclose(along_columns, expected.T, atol=1e-14)

    def test_lfilter_normalises(self):
        expected = recfilter.lfilter(self.B, self.A, IMAGE)
        doubled = recfilter.lfilter(np.multiply(self.B, 2), np.multiply(self.A, 2), IMAGE)
        np.testing.assert_array_equal(doubled, expected)

    def test_prefix_sums(self):
        np.testing.assert_allclose(recfilter.lfilter([1], [1, -1], IMAGE, axis=0), np.cumsum(IMAGE, 0), rtol=1e-13)

    def test_filtfilt_is_lfilter_forth_and_back(self):
        padded = np.pad(IMAGE, ((0, 0), (0, 400)))  # constant border: what comes back from far to the right
        forth = recfilter.lfilter(self.B, self.A, padded)
        expected = recfilter.lfilter(self.B, self.A, forth[:, ::-1])[:, ::-1][:, : IMAGE.shape[1]]
        result = recfilter.filtfilt(self.B, self.A, IMAGE, mode="constant")
        np.testing.assert_allclose(result, expected, atol=1e-13)

    @needs_scipy
    def test_scipy(self):
        b, a = scipy.signal.butter(3, 0.2)
        sos = scipy.signal.butter(8, 0.1, output="sos")
        volume = RANDOM.random((11, 12, 3))
        for axis in (0, 1):
            np.testing.assert_allclose(
                recfilter.lfilter(b, a, IMAGE, axis), scipy.signal.lfilter(b, a, IMAGE, axis), atol=1e-12
            )
            np.testing.assert_allclose(
                recfilter.sosfilt(sos, IMAGE, axis), scipy.signal.sosfilt(sos, IMAGE, axis), atol=1e-12
            )
            np.testing.assert_allclose(
                recfilter.lfilter(b, a, volume, axis, channel_axis=2),
                scipy.signal.lfilter(b, a, volume, axis),
                atol=1e-12,
            )


class Tables(unittest.TestCase):
    BYTES = RANDOM.integers(0, 256, (30, 40), np.uint8)

    def test_definition(self):
        sums = np.cumsum(np.cumsum(self.BYTES.astype(np.int64), 0), 1)
        result = recfilter.integral(self.BYTES)
        self.assertEqual(result.dtype, np.int32)
        np.testing.assert_array_equal(result[1:, 1:], sums)
        self.assertEqual((result[0].any(), result[:, 0].any()), (False, False))
        np.testing.assert_array_equal(recfilter.integral(self.BYTES, inclusive=True), sums)

    def test_tables_by_name(self):
        sums, squares, tilted = cv2.integral3(self.BYTES)
        of = {"sum": sums, "sqsum": squares, "tilted": tilted}
        for names in (("sum",), ("tilted", "sum"), ("sqsum",), ("sum", "sqsum", "tilted")):
            result = recfilter.integral(self.BYTES, tables=names)
            self.assertEqual(len(result), len(names))
            for name, table in zip(names, result):
                self.assertEqual(table.dtype, of[name].dtype)
                np.testing.assert_array_equal(table, of[name])
        np.testing.assert_array_equal(recfilter.integral(self.BYTES, tables="tilted"), tilted)

    def test_default_dtypes(self):
        for dtype in (np.uint8, np.uint16, np.int16, np.int32, np.float32, np.float64):
            image = self.BYTES.astype(dtype)
            plain = cv2.cuda.createSummedAreaTable().apply(image)
            result = recfilter.integral(image)
            self.assertEqual(result.dtype, plain.dtype)
            np.testing.assert_array_equal(result, plain)

    def test_other_dtypes(self):
        sums, squares = recfilter.integral(self.BYTES, tables=("sum", "sqsum"), dtype=np.float32, sqdtype="float32")
        self.assertEqual((sums.dtype, squares.dtype), (np.float32, np.float32))

    def test_outputs(self):
        outs = [np.empty((31, 41), np.int32), np.empty((31, 41))]
        result = recfilter.integral(self.BYTES, outs, tables=("sum", "sqsum"))
        self.assertIs(result, outs)
        for out, expected in zip(outs, recfilter.integral(self.BYTES, tables=("sum", "sqsum"))):
            np.testing.assert_array_equal(out, expected)

    def test_channels(self):
        image = RANDOM.integers(0, 256, (9, 8, 7), np.uint8)
        for axis in (0, 1, 2, -1):
            result = np.moveaxis(recfilter.integral(image, channel_axis=axis), axis, 0)
            for plane, table in zip(np.moveaxis(image, axis, 0), result):
                np.testing.assert_array_equal(table, cv2.integral(np.ascontiguousarray(plane)))


class Layouts(unittest.TestCase):
    def check(self, image, **arguments):
        expected = recfilter.gaussian_filter(np.ascontiguousarray(image), 3, **arguments)
        np.testing.assert_array_equal(recfilter.gaussian_filter(image, 3, **arguments), expected)
        wide = np.zeros((*expected.shape[:-1], 2 * expected.shape[-1]))
        for out in (
            np.empty_like(expected),
            np.asfortranarray(np.empty_like(expected)),
            wide[..., ::2],
            wide[..., ::-2],
        ):
            self.assertIs(recfilter.gaussian_filter(image, 3, output=out, **arguments), out)
            np.testing.assert_array_equal(out, expected)

    def test_strides(self):
        self.check(np.asfortranarray(IMAGE))
        self.check(IMAGE.T)
        self.check(IMAGE[::2, ::3])
        self.check(IMAGE[::-1, ::-1])
        self.check(IMAGE[5:20, 7:9])
        self.check(np.broadcast_to(IMAGE[0], (20, 70)))

    def test_channels(self):
        volume = RANDOM.random((6, 7, 8))
        for axis in (0, 1, 2):
            self.check(volume, channel_axis=axis)
            self.check(volume[:, ::2, ::-1], channel_axis=axis)
            self.check(volume.T, channel_axis=axis)
            for i in range(volume.shape[axis]):
                alone = recfilter.gaussian_filter(np.ascontiguousarray(volume.take(i, axis)), 3)
                together = recfilter.gaussian_filter(volume, 3, channel_axis=axis).take(i, axis)
                np.testing.assert_allclose(together, alone, atol=1e-13)
        self.assertEqual(recfilter.gaussian_filter(volume[..., :1], 3, channel_axis=2).shape, (6, 7, 1))
        self.check(RANDOM.random((3, 4, 600)), channel_axis=2)  # more than OpenCV's 512 channels

    def test_one_dimension_is_one_line(self):
        line = IMAGE[0]
        for result, expected in (
            (recfilter.gaussian_filter(line, 3), recfilter.gaussian_filter(line[np.newaxis], (0, 3))),
            (recfilter.lfilter([1], [1, -0.5], line), recfilter.lfilter([1], [1, -0.5], line[np.newaxis])),
        ):
            self.assertEqual(result.shape, line.shape)
            np.testing.assert_array_equal(result, expected[0])
        np.testing.assert_allclose(
            recfilter.gaussian_filter(line, 3, mode="wrap"), periodic_gaussian(line, 3, 0), atol=1e-5
        )

    def test_in_place(self):
        for image in (IMAGE.copy(), IMAGE.copy().T):
            expected = recfilter.gaussian_filter(image, 3)
            recfilter.gaussian_filter(image, 3, output=image)
            np.testing.assert_array_equal(image, expected)

    def test_overlap_of_planes(self):
        memory = RANDOM.random((5, 6, 7))
        source, out = memory[:4], memory[1:]
        expected = recfilter.gaussian_filter(source.copy(), 2, channel_axis=0)
        recfilter.gaussian_filter(source, 2, output=out, channel_axis=0)
        np.testing.assert_array_equal(out, expected)


class Refusals(unittest.TestCase):
    def test_refusals(self):
        image = np.zeros((4, 5), np.float32)
        readonly = np.zeros((4, 5), np.float32)
        readonly.flags.writeable = False
        gaussian, spline, table, lfilter = (
            recfilter.gaussian_filter,
            recfilter.spline_filter,
            recfilter.integral,
            recfilter.lfilter,
        )
        rows = [
            (TypeError, "input is a builtins.str; numpy.ndarray, lists, ", lambda: gaussian("image", 3)),
            (ValueError, "input is no array: ", lambda: gaussian([[1.0], [1.0, 2.0]], 3)),
            (TypeError, "output is a list and input a numpy.ndarray", lambda: gaussian(image, 3, output=[1.0])),
            (TypeError, "x is a builtins.NoneType", lambda: lfilter([1], [1], None)),
            (TypeError, "input is a masked array", lambda: spline(np.ma.masked_array(image))),
            (ValueError, "axis is -1 and the array has 0", lambda: lfilter([1], [1], np.float32(1)[...])),
            (ValueError, "input has 1 dimensions; tilted tables have 2", lambda: table(image[0], tables="tilted")),
            (ValueError, "channel_axis is 2 and input has 2", lambda: gaussian(image, 3, channel_axis=2)),
            (TypeError, "channel_axis is 0.0; an integer", lambda: gaussian(image, 3, channel_axis=0.0)),
            (ValueError, "channel_axis is 3 and input has 3", lambda: gaussian(image[None], 3, channel_axis=3)),
            (ValueError, "output is read-only", lambda: gaussian(image, 3, output=readonly)),
            (ValueError, "output has shape (5, 4); (4, 5) is needed", lambda: gaussian(image, 3, output=image.T)),
            (ValueError, "output has shape (4, 5); (5, 6) is needed", lambda: table(image, image)),
            (TypeError, "output is 'float31'; an array or", lambda: gaussian(image, 3, output="float31")),
            (TypeError, "output has dtype object; bool, ", lambda: gaussian(image, 3, output=image.astype(object))),
            (TypeError, "output has dtype float32 and input complex64", lambda: gaussian(image * 1j, 3, output=image)),
            (TypeError, "cval is 1j; a real number", lambda: gaussian(image, 3, cval=1j)),
            (TypeError, "truncate is 'x'; a number", lambda: gaussian(image, 3, truncate="x")),
            (ValueError, "radius is -1; integers", lambda: gaussian(image, 3, radius=-1)),
            (ValueError, "radius is 1.5; integers from 0 on", lambda: gaussian(image, 3, radius=1.5)),
            (
                TypeError,
                "output is a cv2.cuda.GpuMat and input a numpy.ndarray",
                lambda: gaussian(image, 3, output=cv2.cuda.GpuMat()),
            ),
            (TypeError, "stream is for a GpuMat", lambda: gaussian(image, 3, stream=1)),
            (ValueError, "mode is 'mean'; reflect, ", lambda: gaussian(image, 3, mode="mean")),
            (ValueError, "mode has 3 values; one, or 2", lambda: gaussian(image, 3, mode=["wrap", "wrap", "wrap"])),
            (ValueError, "mode is {}; reflect, ", lambda: gaussian(image, 3, mode={})),
            (ValueError, "mode is 'mean'; mirror, ", lambda: spline(image, mode="mean")),
            (ValueError, "mode is ('wrap',); reflect", lambda: recfilter.gaussian_filter1d(image, 3, mode=["wrap"])),
            (ValueError, "axes is 2, out of range; different axes out of (0, 1)", lambda: gaussian(image, 3, axes=2)),
            (ValueError, "axes is (0, -2); different", lambda: gaussian(image, 3, axes=(0, -2))),
            (
                ValueError,
                "axes is 2, out of range; different axes out of (0, 1)",
                lambda: gaussian(image[:, :, None], 3, axes=2, channel_axis=2),
            ),
            (TypeError, "sigma is None; numbers of kind Real", lambda: gaussian(image, None)),
            (TypeError, "order is 0.5; numbers of kind Integral", lambda: gaussian(image, 3, 0.5)),
            (TypeError, "cval is None; a number", lambda: gaussian(image, 3, mode="constant", cval=None)),
            (ValueError, "sigma has 3 values; one, or 2", lambda: gaussian(image, (1, 2, 3))),
            (ValueError, "order has 1 values; one, or 2", lambda: gaussian(image, 3, (1,))),
            (ValueError, "sigma is -1.0; 0 to 1e5", lambda: gaussian(image, -1)),
            (ValueError, "sigma is nan; 0 to 1e5", lambda: gaussian(image, np.nan)),
            (ValueError, "sigma is (1.0, 200000.0); 0 to 1e5", lambda: gaussian(image, (1, 2e5))),
            (RuntimeError, "radius has 3 values; one, or 2", lambda: gaussian(image, 3, axes=(0, 1), radius=(1, 2, 3))),
            (ValueError, "sigma is too large", lambda: gaussian(image, 10**400)),
            (ValueError, "order is (0, 3); derivatives of order 0, 1", lambda: gaussian(image, 3, (0, 3))),
            (ValueError, "order is -1; derivatives", lambda: gaussian(image, 3, -1)),
            (ValueError, "approximation is 99", lambda: gaussian(image, 3, approximation=99)),
            (TypeError, "sigma is (1.0, 2.0); one number", lambda: recfilter.gaussian_filter1d(image, (1, 2))),
            (ValueError, "axis is 2 and the array has 2", lambda: recfilter.gaussian_filter1d(image, 1, 2)),
            (ValueError, "order is 1; degrees 2 to 9", lambda: spline(image, 1)),
            (ValueError, "order is 10; degrees 0 to 9", lambda: recfilter.spline_filter1d(image, 10)),
            (ValueError, "a has shape (0,); a number", lambda: lfilter([1], [], image)),
            (ValueError, "a is (0.0, 1.0); its first number", lambda: lfilter([1], [0, 1], image)),
            (ValueError, "axis is 2 and the array has 2", lambda: lfilter([1], [1], image, 2)),
            (ValueError, "pole", lambda: lfilter([1], [1, -2], image)),
            (
                ValueError,
                "sos has shape (1, 3); one or more sections of 6",
                lambda: recfilter.sosfilt([[1, 2, 3]], image),
            ),
            (ValueError, "tables is 'all'; one or more of sum, sqsum, tilted", lambda: table(image, tables="all")),
            (ValueError, "tables is (); one or more", lambda: table(image, tables=())),
            (ValueError, "tables is ('sum', 'sum'); one or more", lambda: table(image, tables=("sum", "sum"))),
            (ValueError, "output must be a sequence of 2", lambda: table(image, image, tables=("sum", "sqsum"))),
            (
                TypeError,
                "output has dtype float32 for sum and float64 for tilted",
                lambda: table(image, [np.empty((5, 6), "f4"), np.empty((5, 6))], tables=("sum", "tilted")),
            ),
            (TypeError, "dtype is int64; int32, float32 and", lambda: table(image, dtype=int)),
            (TypeError, "dtype of output is int64; int32", lambda: table(image, np.empty((5, 6), int))),
            (
                TypeError,
                "output is a cv2.cuda.GpuMat and x a numpy.ndarray",
                lambda: lfilter([1], [1], image, output=cv2.cuda.GpuMat()),
            ),
            (TypeError, "dtype is int32; float32, float64 are accepted", lambda: table(image, dtype=np.int32)),
            (TypeError, "sqdtype is int32; float32, float64", lambda: table(image, tables="sqsum", sqdtype=np.int32)),
            (TypeError, "dtype is 'cat'; int32", lambda: table(image, dtype="cat")),
            (TypeError, "complex numbers there are sums", lambda: table(image * 1j, tables="sqsum")),
        ]
        for dtype in ("O", "S3", "U2", "M8[s]", "V4"):
            rows.append(
                (
                    TypeError,
                    f"input has dtype {np.dtype(dtype)}; bool, ",
                    lambda dtype=dtype: gaussian(np.zeros((4, 5), dtype), 3),
                )
            )
        for kind, text, call in rows:
            with self.subTest(text):
                with self.assertRaises(kind) as refused:
                    call()
                self.assertIn(text, str(refused.exception))
        np.testing.assert_array_equal(image, 0)


class Memory(unittest.TestCase):
    def test_no_leak_over_10000_frames(self):
        frame = np.zeros((16, 16, 3), np.float32)

        def work(frames):
            for _ in range(frames):
                recfilter.gaussian_filter(frame, 3, channel_axis=2)
                recfilter.integral(frame, channel_axis=2, tables=("sum", "tilted"))

        work(100)
        gc.collect()
        tracemalloc.start()
        before, resident = tracemalloc.get_traced_memory()[0], resident_bytes()
        work(10000)
        gc.collect()
        after = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        # One leaked frame of 3 KB each time would be 30 MB.
        self.assertLess(after - before, 1 << 16)
        self.assertLess(resident_bytes() - resident, 8 << 20)

    def test_filters_are_kept_and_freed(self):
        from cv2.recfilter import _filters

        recfilter.clear_cache()
        for _ in range(3):
            recfilter.gaussian_filter(IMAGE, 3)
        self.assertEqual(_filters._gaussian.cache_info()[:2], (2, 1))  # hits and misses
        recfilter.clear_cache()
        self.assertEqual(_filters._gaussian.cache_info().currsize, 0)


def resident_bytes():
    """Of this process; 0 where there is no /proc."""
    status = pathlib.Path("/proc/self/statm")
    return int(status.read_text().split()[1]) * 4096 if status.exists() else 0


if __name__ == "__main__":
    unittest.main()
