#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""The C++ names in cv2.cuda: one kernel in every spelling, and arguments that OpenCV's converters read wrongly."""

import inspect
import unittest

import cv2
import numpy as np

from cv2 import recfilter

RANDOM = np.random.default_rng(1)
IMAGE = RANDOM.random((12, 10))
VOLUME = RANDOM.random((6, 7, 8))
KERNEL = RANDOM.random((3, 5))


def correlated(image, kernel):
    """Weighted sums in double with the default border."""
    around = [(n // 2, n - 1 - n // 2) for n in kernel.shape]
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(image, around, "reflect"), kernel.shape)
    return (windows * kernel).sum(tuple(range(image.ndim, 2 * image.ndim)))


def mat(array, wrap_channels=False):
    return cv2.Mat(array, wrap_channels=wrap_channels)


class Kernels(unittest.TestCase):
    def check(self, kernels, image, expected, atol=1e-12):
        results = cv2.cuda.createNonSeparableFilter(kernels).apply(image)
        self.assertEqual(len(results), len(expected))
        for result, one in zip(results, expected):
            np.testing.assert_allclose(np.asarray(result), one, atol=atol)

    def test_one_kernel_in_every_spelling(self):
        expected = [correlated(IMAGE, KERNEL)]
        np.testing.assert_allclose(cv2.filter2D(IMAGE, -1, KERNEL), expected[0], atol=1e-12)
        for kernels in (
            KERNEL,
            [KERNEL],
            (KERNEL,),
            mat(KERNEL),
            [mat(KERNEL)],
            np.asfortranarray(KERNEL),
            np.repeat(KERNEL, 2, 1)[:, ::2],
        ):
            self.check(kernels, IMAGE, expected)

    def test_a_row_stays_a_row(self):
        impulse = np.zeros((5, 5))
        impulse[2, 2] = 1
        result = cv2.cuda.createNonSeparableFilter(np.full((1, 3), 1 / 3)).apply(impulse)
        self.assertEqual(len(result), 1)
        np.testing.assert_allclose(result[0][2], [0, 1 / 3, 1 / 3, 1 / 3, 0])
        np.testing.assert_array_equal(result[0][[0, 1, 3, 4]], 0)

    def test_several_kernels(self):
        several = [KERNEL, KERNEL[::-1].copy()]
        self.check(several, IMAGE, [correlated(IMAGE, kernel) for kernel in several])

    def test_kernels_of_volumes(self):
        kernel = RANDOM.random((3, 5, 3))
        expected = correlated(VOLUME, kernel)
        self.check(kernel, mat(VOLUME), [expected])
        self.check([kernel], mat(VOLUME), [expected])
        self.check(mat(kernel), mat(VOLUME), [expected])
        self.check([kernel, 2 * kernel], mat(VOLUME), [expected, 2 * expected])
        narrow = RANDOM.random((3, 3, 2))
        self.check(mat(narrow), mat(VOLUME), [correlated(VOLUME, narrow)])
        self.check([mat(RANDOM.random((2, 3, 1)))] * 2, mat(VOLUME), [np.zeros(VOLUME.shape)] * 2, atol=9)

    def test_kernels_of_volumes_over_time(self):
        movie, kernel = RANDOM.random((4, 5, 6, 7)), RANDOM.random((3, 3, 3, 2))
        self.check(kernel, movie, [correlated(movie, kernel)])

    def test_volumes_with_two_slices_along_the_last_axis(self):
        volume, kernel = RANDOM.random((8, 9, 2)), RANDOM.random((3, 3, 1))
        (result,) = cv2.cuda.createNonSeparableFilter(mat(kernel)).apply(mat(volume))
        self.assertEqual(result.shape, (8, 9, 2))
        np.testing.assert_allclose(np.asarray(result), correlated(volume, kernel), atol=1e-12)

    def test_complex_kernels(self):
        kernel = RANDOM.random((3, 3, 2))
        (result,) = cv2.cuda.createNonSeparableFilter(mat(kernel, wrap_channels=True)).apply(IMAGE)
        self.assertEqual(result.shape, (12, 10, 2))
        for part in range(2):
            np.testing.assert_allclose(result[..., part], correlated(IMAGE, kernel[..., part]), atol=1e-12)

    def test_integers_are_taps(self):
        kernel = np.arange(9).reshape(3, 3)
        for dtype in (np.int64, np.int32, np.uint8, np.int8, np.uint32, np.float32, np.float16):
            self.check(kernel.astype(dtype), IMAGE, [correlated(IMAGE, kernel)])
        self.check(np.ones((3, 3), bool), IMAGE, [correlated(IMAGE, np.ones((3, 3)))])

    def test_refused(self):
        for kernels, error, text in (
            (np.ones(3), ValueError, "kernels has one dimension"),
            ([np.ones(3), np.ones(3)], ValueError, "kernels[0] has one dimension"),
            (np.ones((3, 3, 2)), ValueError, "cv2.Mat(kernel, wrap_channels=False)"),
            ([np.ones((3, 3, 2))], ValueError, "kernels[0] has shape (3, 3, 2)"),
            (np.ones((3, 3, 1)), ValueError, "wrap_channels=True"),
            ([[1, 2], [3, 4]], TypeError, "numpy.array(kernels, float)"),
            ((1, 2, 3), TypeError, "kernels has a int"),
            (3, TypeError, "kernels is a int"),
            (None, TypeError, "kernels is a NoneType"),
            ("x", TypeError, "kernels is a str"),
            (KERNEL.astype(">f8"), TypeError, "kernels has another byte order"),
            ([KERNEL.astype(">f8")], TypeError, "kernels[0] has another byte order"),
            (np.ma.masked_array(KERNEL), TypeError, "kernels is a masked array"),
            (KERNEL + 1j, TypeError, "kernels has dtype complex128"),
            (KERNEL.astype(np.longdouble), TypeError, "kernels has dtype"),
            (np.array([[None]]), TypeError, "kernels has dtype object"),
        ):
            with self.subTest(repr(kernels)):
                with self.assertRaises(error) as caught:
                    cv2.cuda.createNonSeparableFilter(kernels)
                self.assertIn(text, str(caught.exception))
        for kernels in ([], np.ones((0, 3)), [KERNEL, KERNEL[:, :3]]):
            with self.assertRaises(cv2.error):
                cv2.cuda.createNonSeparableFilter(kernels)


class Arrays(unittest.TestCase):
    BLUR = cv2.cuda.createRecursiveGaussianFilter(1.0)
    TABLE = cv2.cuda.createSummedAreaTable()
    DENSE = cv2.cuda.createNonSeparableFilter(KERNEL)
    SOLVER = cv2.cuda.createBandedSolver([1, 4, 1])
    CALLS = {
        "blur.apply": (BLUR.apply, "src"),
        "blur.apply, keyword": (lambda array: Arrays.BLUR.apply(src=array), "src"),
        "blur.apply, destination": (lambda array: Arrays.BLUR.apply(IMAGE, array), "dst"),
        "blur.apply, destination by keyword": (lambda array: Arrays.BLUR.apply(IMAGE, dst=array), "dst"),
        "solver.apply": (SOLVER.apply, "src"),
        "prefilter.apply": (cv2.cuda.createBSplinePrefilter(3).apply, "src"),
        "table.apply": (TABLE.apply, "src"),
        "table.apply, destination": (lambda array: Arrays.TABLE.apply(IMAGE, array), "sum"),
        "table.applyAll": (lambda array: Arrays.TABLE.applyAll(array, 7), "src"),
        "table.applyAll, sum": (lambda array: Arrays.TABLE.applyAll(IMAGE, 7, array), "sum"),
        "table.applyAll, sqsum": (lambda array: Arrays.TABLE.applyAll(IMAGE, 7, None, array), "sqsum"),
        "table.applyAll, tilted": (lambda array: Arrays.TABLE.applyAll(IMAGE, 7, tilted=array), "tilted"),
        "dense.apply": (DENSE.apply, "src"),
        "recursiveGaussianBlur": (lambda array: cv2.cuda.recursiveGaussianBlur(array, 1.0), "src"),
        "recursiveGaussianBlur, destination": (lambda array: cv2.cuda.recursiveGaussianBlur(IMAGE, 1.0, array), "dst"),
        "gaussianGradientMagnitude": (lambda array: cv2.cuda.gaussianGradientMagnitude(array, 1.0), "src"),
        "laplacianOfGaussian": (lambda array: cv2.cuda.laplacianOfGaussian(IMAGE, 1.0, array), "dst"),
        "differenceOfGaussians": (lambda array: cv2.cuda.differenceOfGaussians(array, 1.0), "src"),
        "unsharpMask": (lambda array: cv2.cuda.unsharpMask(array, 1.0), "src"),
        "structureTensor": (lambda array: cv2.cuda.structureTensor(IMAGE, 1.0, 2.0, array), "dst"),
        "hessianOfGaussian": (lambda array: cv2.cuda.hessianOfGaussian(array, 1.0), "src"),
        "symmetricEigenvalues": (cv2.cuda.symmetricEigenvalues, "src"),
        "planarGaussianBlur": (lambda array: cv2.cuda.planarGaussianBlur(array, 1.0), "src"),
        "scaleSpaceBlobs": (cv2.cuda.scaleSpaceBlobs, "src"),
        "gaussianFilterBank": (lambda array: cv2.cuda.gaussianFilterBank(array, [1.0, 2.0]), "src"),
        "maskedGaussianBlur": (lambda array: cv2.cuda.maskedGaussianBlur(array, None, 1.0), "src"),
        "maskedGaussianBlur, mask": (lambda array: cv2.cuda.maskedGaussianBlur(IMAGE, array, 1.0), "mask"),
        "maskedBoxFilter, mask": (lambda array: cv2.cuda.maskedBoxFilter(IMAGE, array, (3, 3)), "mask"),
        "boxFilter": (lambda array: cv2.cuda.boxFilter(array, (3, 3)), "src"),
        "boxFilterByRadius": (lambda array: cv2.cuda.boxFilterByRadius(IMAGE, array), "radius"),
        "localMeanVariance": (lambda array: cv2.cuda.localMeanVariance(IMAGE, (3, 3), variance=array), "variance"),
        "splineWarpAffine": (lambda array: cv2.cuda.splineWarpAffine(array, np.eye(2, 3)), "src"),
        "splineRemap": (lambda array: cv2.cuda.splineRemap(IMAGE, array), "map"),
    }
    MISREAD = {
        "big-endian float": IMAGE.astype(">f4"),
        "big-endian integer": IMAGE.astype(">i2"),
        "int64": np.full((3, 3), 2**32 + 1),
        "uint64": np.ones((3, 3), np.uint64),
        "uint32": np.ones((3, 3), np.uint32),
        "bool": np.ones((3, 3), bool),
        "complex": np.ones((3, 3), complex),
        "masked": np.ma.masked_array(IMAGE, IMAGE > 0.5),
        "tuple": (1.0, 2.0, 3.0),
        "list": [1.0, 2.0],
        "int": 5,
        "float": 5.0,
        "scalar": np.float64(5),
    }

    def test_misread_arrays_are_refused(self):
        for call, (apply, name) in self.CALLS.items():
            for kind, array in self.MISREAD.items():
                with self.subTest(call=call, array=kind):
                    with self.assertRaises(TypeError) as caught:
                        apply(array)
                    self.assertTrue(str(caught.exception).startswith(name + " "), str(caught.exception))

    def test_lists_of_destinations(self):
        out = np.empty_like(IMAGE)
        (result,) = self.DENSE.apply(IMAGE, [out])
        np.testing.assert_allclose(out, correlated(IMAGE, KERNEL), atol=1e-12)
        np.testing.assert_array_equal(result, out)
        for dst, text in (
            ([np.empty(IMAGE.shape, ">f8")], "dst[0] has dtype float64 in another byte order"),
            ([out, np.empty((2, 2), np.int64)], "dst[1] has dtype int64"),
            ((np.ma.masked_array(out),), "dst[0] is a masked array"),
            (out, "dst is an array; a list of arrays is needed"),
        ):
            for call in (lambda: self.DENSE.apply(IMAGE, dst), lambda: self.DENSE.apply(IMAGE, dst=dst)):
                with self.assertRaises(TypeError) as caught:
                    call()
                self.assertIn(text, str(caught.exception))

    def test_banks_give_an_array_for_each_sigma(self):
        image = np.random.default_rng(1).random((40, 50), np.float32)
        levels = cv2.cuda.gaussianFilterBank(image, [1.0, 4.0], dx=[0, 1])
        self.assertEqual(len(levels), 2)
        np.testing.assert_array_equal(levels[0], cv2.cuda.recursiveGaussianBlur(image, 1.0))
        slope = recfilter.gaussian_filter(image, 4, (0, 1), mode="mirror")
        np.testing.assert_allclose(levels[1], slope, atol=1e-6)

    def test_errors_name_dtype_and_remedy(self):
        for kind, text in (
            ("big-endian float", "src has dtype float32 in another byte order (>f4)"),
            ("int64", "src has dtype int64; uint8, uint16"),
            ("masked", "numpy.ma.filled"),
            ("int", "src is a int; an array is needed"),
        ):
            with self.assertRaises(TypeError) as caught:
                self.BLUR.apply(self.MISREAD[kind])
            self.assertIn(text, str(caught.exception))

    def test_objects_work_after_a_refusal(self):
        expected = self.BLUR.apply(IMAGE)
        with self.assertRaises(TypeError):
            self.BLUR.apply(self.MISREAD["int64"])
        np.testing.assert_array_equal(self.BLUR.apply(IMAGE), expected)

    def test_accepted_arrays(self):
        expected = self.BLUR.apply(IMAGE)
        for array in (IMAGE.copy(order="F"), mat(IMAGE), IMAGE.view(np.matrix), IMAGE[::-1][::-1]):
            np.testing.assert_array_equal(np.asarray(self.BLUR.apply(array)), expected)
            np.testing.assert_array_equal(np.asarray(self.BLUR.apply(src=array)), expected)
        np.testing.assert_array_equal(self.BLUR.apply(cv2.UMat(IMAGE)).get(), expected)
        out = np.empty_like(IMAGE)
        self.assertIs(self.BLUR.apply(IMAGE, dst=out), out)
        np.testing.assert_array_equal(self.BLUR.apply(IMAGE, None), expected)
        for dtype in (np.uint8, np.uint16, np.int16, np.float16, np.float32, np.float64):
            self.assertEqual(self.BLUR.apply(np.ones((3, 4), dtype)).dtype, dtype)
        self.assertIsNotNone(self.TABLE.apply(np.ones((3, 4), np.int32)))
        with self.assertRaises(cv2.error):  # other kinds are left to OpenCV
            self.BLUR.apply(object())
        with self.assertRaises(cv2.error):
            self.BLUR.apply(np.ones((3, 4), np.int8))

    def test_lines_and_destinations_as_documented(self):
        line = np.array([1.0, 2, 3, 4])
        np.testing.assert_array_equal(
            self.BLUR.apply(line).ravel(), self.BLUR.apply(line[:, np.newaxis]).ravel(), "a line is a column"
        )
        other = np.zeros((2, 2), np.float32)
        self.assertIsNot(self.BLUR.apply(IMAGE, other), other)
        np.testing.assert_array_equal(other, 0)
        for text in ("x[numpy.newaxis]", "left as it is", "masked arrays"):
            self.assertIn(text, cv2.cuda.RecursiveFilter.apply.__doc__)
        self.assertIn("wrap_channels=False", cv2.cuda.NonSeparableFilter.apply.__doc__)
        self.assertIn("wrap_channels=True", cv2.cuda.createNonSeparableFilter.__doc__)

    def test_other_classes_are_left_alone(self):
        for other in (int, cv2.cuda.GpuMat, type("Pass", (), {})):
            with self.assertRaisesRegex(TypeError, "type is"):
                cv2.cuda.RecursivePass._override(other, "zz", 1)
            self.assertFalse(hasattr(other, "zz"))

    def test_help_and_signatures(self):
        cuda = cv2.cuda
        for function, name, first in (
            (cuda.RecursiveFilter.apply, "apply", ["self", "src", "dst"]),
            (cuda.SummedAreaTable.applyAll, "applyAll", ["self", "src", "tables", "sum", "sqsum", "tilted"]),
            (cuda.createNonSeparableFilter, "createNonSeparableFilter", ["kernels", "params"]),
            (cuda.recursiveGaussianBlur, "recursiveGaussianBlur", ["src", "sigmaX", "dst"]),
        ):
            self.assertEqual(function.__name__, name)
            self.assertIn(f"{name}(", function.__doc__.splitlines()[0])
            self.assertEqual(list(inspect.signature(function).parameters)[: len(first)], first)


class Taps(unittest.TestCase):
    def test_complex_taps_are_refused(self):
        for taps in (np.array([1, 1j]), [1, 1j], (1, np.complex64(1j)), np.array([1j]), [np.complex128(1)]):
            for call, name in (
                (lambda taps: cv2.cuda.RecursivePass(taps, [1, -0.5]), "feedforward"),
                (lambda taps: cv2.cuda.RecursivePass([1], taps), "feedback"),
                (lambda taps: cv2.cuda.RecursivePass(feedforward=[1], feedback=taps), "feedback"),
                (lambda taps: setattr(cv2.cuda.RecursivePass(), "feedforward", taps), "feedforward"),
                (lambda taps: setattr(cv2.cuda.RecursivePass(), "feedback", taps), "feedback"),
                (lambda taps: cv2.cuda.RecursiveAxis.symmetric(taps, [1, -0.5]), "feedforward"),
                (lambda taps: cv2.cuda.RecursiveAxis.symmetric([1], feedback=taps), "feedback"),
                (cv2.cuda.createBandedSolver, "band"),
                (lambda taps: cv2.cuda.createBandedSolver(taps, 4, [1], 4), "bandX"),
                (lambda taps: cv2.cuda.createBandedSolver([1], 4, taps, 4), "bandY"),
                (lambda taps: cv2.cuda.createBandedSolver([1], 4, bandY=taps, borderTypeY=4), "bandY"),
            ):
                with self.subTest(taps=taps, name=name):
                    with self.assertRaises(TypeError) as caught:
                        call(taps)
                    self.assertTrue(str(caught.exception).startswith(name + " "), str(caught.exception))

    def test_other_byte_orders_and_masks(self):
        for taps in (np.array([0.5, 0.25], ">f8"), np.ma.masked_array([0.5, 0.25])):
            with self.assertRaises(TypeError):
                cv2.cuda.RecursivePass(taps, [1])
            with self.assertRaises(TypeError):
                cv2.cuda.RecursivePass().feedforward = taps

    def test_real_taps_arrive(self):
        for taps in ([1, 2], (1.0, 2.0), np.array([1, 2]), np.array([1, 2], np.float32), np.array([1.0, 2.0])):
            made = cv2.cuda.RecursivePass(taps, [1, -0.5], True)
            self.assertEqual((list(made.feedforward), list(made.feedback), made.anticausal), ([1, 2], [1, -0.5], True))
            made = cv2.cuda.RecursivePass()
            made.feedforward = taps
            self.assertEqual(list(made.feedforward), [1, 2])
        axis = cv2.cuda.RecursiveAxis.symmetric([0.5], [1, -0.5], cv2.BORDER_WRAP)
        self.assertEqual((len(axis.passes), axis.borderType), (2, cv2.BORDER_WRAP))
        self.assertIsInstance(axis.passes[0], cv2.cuda.RecursivePass)
        for solver in (
            cv2.cuda.createBandedSolver(np.array([1, 4, 1])),
            cv2.cuda.createBandedSolver([1, 4, 1], cv2.BORDER_WRAP),
            cv2.cuda.createBandedSolver(band=[1, 4, 1], borderType=cv2.BORDER_WRAP),
            cv2.cuda.createBandedSolver([1, 4, 1], cv2.BORDER_WRAP, [1], cv2.BORDER_WRAP),
        ):
            self.assertEqual(solver.apply(IMAGE).shape, IMAGE.shape)


if __name__ == "__main__":
    unittest.main()
