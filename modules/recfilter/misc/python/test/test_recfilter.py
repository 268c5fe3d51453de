#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Filters and summed-area tables from Python, against what NumPy makes of their definitions."""

import unittest

import cv2 as cv
import numpy as np
from cv2.recfilter._cpp_names import _FUNCTIONS


class Recfilter(unittest.TestCase):
    def test_filter_of_one_axis(self):
        image = np.random.default_rng(1).random((5, 70))
        causal = cv.cuda.RecursivePass([0.5], [1, -0.5])
        along_rows = cv.cuda.RecursiveAxis([causal], cv.BORDER_CONSTANT)
        result = cv.cuda.createRecursiveFilter(along_rows, cv.cuda.RecursiveAxis()).apply(image)
        expected, state = np.empty_like(image), np.zeros(5)
        for i in range(image.shape[1]):
            state = expected[:, i] = 0.5 * image[:, i] + 0.5 * state
        np.testing.assert_allclose(result, expected, atol=1e-14)

    def test_filter_keeps_a_constant(self):
        image = np.full((40, 50, 3), 7, np.float32)
        blur = cv.cuda.createRecursiveFilter(cv.cuda.RecursiveAxis.symmetric([0.1], [1, -0.9]))
        np.testing.assert_allclose(blur.apply(image), image, rtol=1e-6)

    def test_every_algorithm_of_the_table(self):
        image = np.random.default_rng(4).random((70, 90))
        axis = cv.cuda.RecursiveAxis.symmetric([0.04], [1, -1.5, 0.54], cv.BORDER_REFLECT)  # poles 0.9 and 0.6
        expected = cv.cuda.createRecursiveFilter(axis).apply(image)
        for info in cv.cuda.recursiveAlgorithms():
            self.assertEqual(info.algorithm, getattr(cv.cuda, info.name))
            if info.onHost and info.needs != 'zero borders':
                result = cv.cuda.createRecursiveFilter(axis, algorithm=info.algorithm).apply(image)
                np.testing.assert_allclose(result, expected, atol=1e-12, err_msg=info.name)

    def test_summed_area_table(self):
        image = np.random.default_rng(2).integers(0, 256, (30, 40), np.uint8)
        np.testing.assert_array_equal(cv.cuda.createSummedAreaTable().apply(image), cv.integral(image))

    def test_dense_kernels(self):
        rng = np.random.default_rng(5)
        image, kernels = rng.random((20, 30)), [rng.random((3, 5)), rng.random((3, 5))]
        results = cv.cuda.createNonSeparableFilter(kernels).apply(image)
        self.assertEqual(len(results), 2)
        wide = np.pad(image, ((1, 1), (2, 2)), 'reflect')
        windows = np.lib.stride_tricks.sliding_window_view(wide, (3, 5))
        for result, kernel in zip(results, kernels):
            np.testing.assert_allclose(result, (windows * kernel).sum((2, 3)), atol=1e-12)

    def test_dense_kernels_of_volumes(self):
        # Without this, OpenCV takes the last dimension for channels.
        volume = cv.Mat(np.random.default_rng(6).random((9, 10, 11)), wrap_channels=False)
        kernel = cv.Mat(np.zeros((3, 3, 3)), wrap_channels=False)
        kernel[2, 1, 0] = 1
        params = cv.cuda.NonSeparableParams()
        params.borderType = [cv.BORDER_WRAP]
        result = cv.cuda.createNonSeparableFilter([kernel], params).apply(volume)[0]
        np.testing.assert_array_equal(np.asarray(result), np.roll(np.asarray(volume), (-1, 0, 1), (0, 1, 2)))

    def test_cleared_objects_go_on(self):
        image = np.random.default_rng(3).random((30, 40))
        blur, table = cv.cuda.createRecursiveGaussianFilter(3, 3), cv.cuda.createSummedAreaTable()
        blurred, sums = blur.apply(image), table.apply(image)
        blur.clear()
        table.clear()
        cv.cuda.releaseWorkspaces()
        np.testing.assert_array_equal(blur.apply(image), blurred)
        np.testing.assert_array_equal(table.apply(image), sums)

    def test_one_sigma_and_keywords(self):
        image = np.random.default_rng(4).random((30, 40), np.float32)
        expected = cv.cuda.createRecursiveGaussianFilter(sigmaX=3, sigmaY=3, borderType=cv.BORDER_DEFAULT).apply(image)
        params = cv.cuda.RecursiveGaussianParams(3)
        for result in (
            cv.cuda.createRecursiveGaussianFilter(3).apply(src=image),
            cv.cuda.createRecursiveGaussianFilter(params).apply(image),
            cv.cuda.recursiveGaussianBlur(image, 3),
            cv.cuda.recursiveGaussianBlur(src=image, sigmaX=3, ddepth=cv.CV_32F),
        ):
            np.testing.assert_array_equal(result, expected)

    def test_every_parameter_of_a_gaussian(self):
        image = np.random.default_rng(5).random((30, 40), np.float32)
        params = cv.cuda.RecursiveGaussianParams(sigmaX=3)
        params.axes, params.dx, params.ddepth = cv.cuda.GAUSSIAN_X, 1, cv.CV_64F
        params.borderType, params.borderValue = cv.BORDER_CONSTANT, (5, 5, 5, 5)
        params.approximation, params.algorithm = cv.cuda.GAUSSIAN_DERICHE, cv.cuda.RECURSIVE_ALG_RT
        blur = cv.cuda.createRecursiveGaussianFilter(params)
        self.assertEqual((blur.getAlgorithm(), blur.getOrderY()), (cv.cuda.RECURSIVE_ALG_RT, 0))
        result = blur.apply(image)
        self.assertEqual(result.dtype, np.float64)
        # The derivative sees the step from the border value to the image.
        self.assertLess(result[:, 0].max(), -0.1)
        self.assertGreater(result[:, -1].min(), 0.1)

    def test_destinations(self):
        image = np.random.default_rng(6).random((30, 40), np.float32)
        blur, out = cv.cuda.createRecursiveGaussianFilter(3), np.empty_like(image)
        self.assertIs(blur.apply(image, out), out)
        np.testing.assert_array_equal(blur.apply(image), out)

    def test_tables_by_flags(self):
        image = np.random.default_rng(7).integers(0, 256, (30, 40), np.uint8)
        table, expected = cv.cuda.createSummedAreaTable(), cv.integral3(image)
        for flags in range(1, 8):
            tables = table.applyAll(image, flags)
            for flag, result, whole in zip((cv.cuda.SAT_SUM, cv.cuda.SAT_SQSUM, cv.cuda.SAT_TILTED), tables, expected):
                if flags & flag:
                    np.testing.assert_array_equal(result, whole)
                else:
                    self.assertIsNone(result)

    def test_streams_only_with_cuda(self):
        with_cuda = any(
            line.split()[:3] == ["NVIDIA", "CUDA:", "YES"] for line in cv.getBuildInformation().splitlines()
        )
        waiting = "scaleSpaceBlobs"
        for function in (
            cv.cuda.RecursiveFilter.apply,
            cv.cuda.SummedAreaTable.apply,
            cv.cuda.SummedAreaTable.applyAll,
            cv.cuda.NonSeparableFilter.apply,
            *(getattr(cv.cuda, name) for name in _FUNCTIONS if name != waiting),
        ):
            lines = [line for line in function.__doc__.splitlines() if line.startswith(f"{function.__name__}(")]
            self.assertEqual(any("stream]" in line for line in lines), with_cuda, lines)
            self.assertEqual("cv2.cuda.Stream" in function.__doc__, with_cuda, function.__name__)
        self.assertNotIn("stream]", getattr(cv.cuda, waiting).__doc__)

    def test_banded_solver(self):
        band, image = [-1, 4, -1], np.random.default_rng(8).random((30, 40))
        solution = cv.cuda.createBandedSolver(band, cv.BORDER_WRAP).apply(image)
        for axis in (0, 1):
            solution = 4 * solution - np.roll(solution, 1, axis) - np.roll(solution, -1, axis)
        np.testing.assert_allclose(solution, image, atol=1e-13)

    def test_workspace_is_memory_of_a_gpu(self):
        blur, table = cv.cuda.createRecursiveGaussianFilter(3, 3), cv.cuda.createSummedAreaTable()
        for estimate in (
            lambda: blur.estimateWorkspace((800, 600), cv.CV_32F),
            lambda: table.estimateWorkspace((800, 600), cv.CV_8U, sqsum=True),
        ):
            if cv.cuda.getCudaEnabledDeviceCount() > 0:
                self.assertGreater(estimate(), 0)
            else:
                with self.assertRaises(cv.error) as refused:
                    estimate()
                self.assertEqual(refused.exception.code, cv.Error.GpuNotSupported)

    def test_explain_tells_what_runs(self):
        blur = cv.cuda.createRecursiveGaussianFilter(3, 3)
        lines = dict(line.split(": ", 1) for line in blur.explain((800, 600), cv.CV_64F).splitlines())
        self.assertEqual(list(lines), ["algorithm", "engine", "working type", "transfers", "workspace"])
        self.assertEqual(lines["engine"], "bands")
        self.assertEqual(lines["working type"], "double (source or destination is CV_64F)")
        if cv.cuda.getCudaEnabledDeviceCount() > 0:
            self.assertIn("engine: ", blur.explain((800, 600), cv.CV_32F, onDevice=True))
        else:
            with self.assertRaises(cv.error) as refused:
                blur.explain((800, 600), cv.CV_32F, True)
            self.assertEqual(refused.exception.code, cv.Error.GpuNotSupported)


if __name__ == "__main__":
    unittest.main()
