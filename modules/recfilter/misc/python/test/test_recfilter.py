#!/usr/bin/env python
"""Filters and summed-area tables from Python, against what NumPy makes of their definitions."""

import cv2 as cv
import numpy as np

from tests_common import NewOpenCVTests


class recfilter_test(NewOpenCVTests):

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

    def test_summed_area_table(self):
        image = np.random.default_rng(2).integers(0, 256, (30, 40), np.uint8)
        np.testing.assert_array_equal(cv.cuda.createSummedAreaTable().apply(image), cv.integral(image))


if __name__ == '__main__':
    NewOpenCVTests.bootstrap()
