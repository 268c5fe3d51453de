#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Functions of images by their C++ names, against those of SciPy and OpenCV that compute the same."""

import itertools
import unittest

import cv2
import numpy as np

try:
    import scipy.ndimage
except ImportError:
    scipy = None

RANDOM = np.random.default_rng(2)
IMAGE = RANDOM.random((51, 62))
# Borders that SciPy's interpolation knows exactly, too.
MODES = {cv2.BORDER_REFLECT_101: "mirror", cv2.BORDER_REFLECT: "reflect", cv2.BORDER_WRAP: "grid-wrap"}
BLUR_MODES = {**MODES, cv2.BORDER_REPLICATE: "nearest", cv2.BORDER_CONSTANT: "constant"}


@unittest.skipUnless(scipy, "without SciPy")
class AsInSciPy(unittest.TestCase):
    def test_derivatives(self):
        for border, mode in BLUR_MODES.items():
            options = {"sigma": (4, 3), "mode": mode, "truncate": 8}  # samples and integrals agree from sigma 3 on
            expected = scipy.ndimage.gaussian_gradient_magnitude(IMAGE, **options)
            result = cv2.cuda.gaussianGradientMagnitude(IMAGE, 3, sigmaY=4, borderType=border)
            np.testing.assert_allclose(result, expected, atol=1e-5)
            expected = scipy.ndimage.gaussian_laplace(IMAGE, **options)
            result = cv2.cuda.laplacianOfGaussian(IMAGE, 3, sigmaY=4, borderType=border)
            np.testing.assert_allclose(result, expected, atol=1e-5)

    def test_levels(self):
        orders = (0, 0), (1, 0), (0, 2), (1, 1)
        levels = cv2.cuda.gaussianFilterBank(
            IMAGE, [3.0, 4.0, 5.0, 6.0], dx=[x for x, _ in orders], dy=[y for _, y in orders]
        )
        for sigma, (x, y), level in zip((3, 4, 5, 6), orders, levels):
            expected = scipy.ndimage.gaussian_filter(IMAGE, sigma, (y, x), mode="mirror", truncate=8)
            np.testing.assert_allclose(level, expected, atol=1e-5)

    def test_lists_of_results(self):
        sigmas = [3.0, 4.0]
        expected = cv2.cuda.gaussianFilterBank(IMAGE, sigmas)
        for kind, count in itertools.product(("float64", "uint8", None), (0, 1, 2, 5)):
            given = [np.zeros_like(IMAGE, kind) if kind else None for _ in range(count)]
            levels = cv2.cuda.gaussianFilterBank(IMAGE, sigmas, dst=given)
            self.assertEqual(len(levels), len(sigmas))
            for level, own in zip(levels, given):  # an array of the right type is filled
                self.assertEqual(kind == "float64", own is not None and np.shares_memory(level, own))
            for level, same in zip(levels, expected):
                np.testing.assert_array_equal(level, same)

    def test_difference_and_unsharp(self):
        narrow, wide = (scipy.ndimage.gaussian_filter(IMAGE, s, mode="mirror", truncate=8) for s in (2, 5))
        np.testing.assert_allclose(cv2.cuda.differenceOfGaussians(IMAGE, 2, widerSigma=5), narrow - wide, atol=1e-5)
        result = cv2.cuda.unsharpMask(IMAGE, 2, amount=1.5)
        np.testing.assert_allclose(result, IMAGE + 1.5 * (IMAGE - narrow), atol=3e-5)

    def test_tensors(self):
        def gaussian(array, sigma, order=0):
            return scipy.ndimage.gaussian_filter(array, sigma, order, mode="mirror", truncate=8)

        dy, dx = gaussian(IMAGE, 3, (1, 0)), gaussian(IMAGE, 3, (0, 1))
        tensor = cv2.cuda.structureTensor(IMAGE, 3, 5)
        for channel, product in enumerate((dx * dx, dx * dy, dy * dy)):
            np.testing.assert_allclose(tensor[..., channel], gaussian(product, 5), atol=1e-6)
        hessian = cv2.cuda.hessianOfGaussian(IMAGE, 3)
        for channel, order in enumerate(((0, 2), (1, 1), (2, 0))):
            np.testing.assert_allclose(hessian[..., channel], gaussian(IMAGE, 3, order), atol=1e-5)
        matrices = np.stack([hessian[..., :2], hessian[..., 1:]], -2)
        expected = np.linalg.eigvalsh(matrices)[..., ::-1]
        np.testing.assert_allclose(cv2.cuda.symmetricEigenvalues(hessian), expected, atol=1e-9)

    def test_windows(self):
        for border, mode in BLUR_MODES.items():
            for width, height in ((3, 5), (4, 6), (71, 2)):
                options = {"size": (height, width), "mode": mode}
                mean = scipy.ndimage.uniform_filter(IMAGE, **options)
                squares = scipy.ndimage.uniform_filter(IMAGE**2, **options)
                window = (width, height)
                np.testing.assert_allclose(cv2.cuda.boxFilter(IMAGE, window, borderType=border), mean, atol=1e-12)
                result, variance = cv2.cuda.localMeanVariance(IMAGE, window, borderType=border)
                np.testing.assert_allclose(result, mean, atol=1e-12)
                np.testing.assert_allclose(variance, squares - mean**2, atol=1e-12)
        result = cv2.cuda.boxFilterByRadius(IMAGE, np.full(IMAGE.shape, 4, np.uint8))
        np.testing.assert_allclose(result, scipy.ndimage.uniform_filter(IMAGE, 9, mode="mirror"), atol=1e-12)

    def test_splines(self):
        (a, b, c), (d, e, f) = turn = np.array([[0.8, -0.5, 11.25], [0.6, 1.1, -7.5]])
        rows, columns = np.mgrid[:40, :45]
        positions = np.stack([a * columns + b * rows + c, d * columns + e * rows + f], -1)
        for border, mode in MODES.items():
            for degree in range(2, 6):
                options = {"order": degree, "mode": mode}
                expected = scipy.ndimage.affine_transform(IMAGE, [[e, d], [b, a]], [f, c], (40, 45), **options)
                forth = cv2.cuda.splineWarpAffine(
                    IMAGE, turn, dsize=(45, 40), degree=degree, borderType=border, isInverse=True
                )
                np.testing.assert_allclose(forth, expected, atol=1e-6)
                expected = scipy.ndimage.map_coordinates(IMAGE, [positions[..., 1], positions[..., 0]], **options)
                mapped = cv2.cuda.splineRemap(IMAGE, positions, degree=degree, borderType=border)
                np.testing.assert_allclose(mapped, expected, atol=1e-6)


class AsInOpenCV(unittest.TestCase):
    def test_windows_and_maps(self):
        image = np.rint(IMAGE * 255).astype(np.uint8)
        np.testing.assert_allclose(
            cv2.cuda.boxFilter(image, (7, 3), ddepth=cv2.CV_32F), cv2.boxFilter(image, cv2.CV_32F, (7, 3)), atol=1e-3
        )
        smooth = cv2.GaussianBlur(IMAGE, (0, 0), 4)
        turn = cv2.getRotationMatrix2D((30, 25), 30, 1.1)
        # OpenCV's positions are rounded to 1/32 of a pixel, and its cubic is no spline.
        expected = cv2.warpAffine(smooth, turn, (62, 51), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT_101)
        np.testing.assert_allclose(cv2.cuda.splineWarpAffine(smooth, turn), expected, atol=0.01)

    def test_blobs(self):
        image = np.zeros((80, 100), np.float32)
        places = {(30, 20): 3.0, (70, 50): 6.0}
        rows, columns = np.mgrid[:80, :100]
        for (x, y), sigma in places.items():
            image += np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * sigma**2)).astype(np.float32)
        params = cv2.cuda.BlobParams()
        params.maxSigma, params.scales = 12, 20
        blobs = cv2.cuda.scaleSpaceBlobs(image, params=params)
        self.assertEqual({tuple(map(int, blob[:2])) for blob in blobs}, set(places))
        for x, y, sigma, response in blobs:
            self.assertLess(abs(sigma / places[int(x), int(y)] - 1), 0.15)
            self.assertLess(abs(response - 0.5), 0.05)


if __name__ == "__main__":
    unittest.main()
