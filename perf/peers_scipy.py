#!/usr/bin/env python3
"""What SciPy takes, on its one thread, beside this module in the same run.

    perf/peers_scipy.py TABLE.csv   dense kernels in 3D, float32. The medians go into doc/reproduction/cpu.csv
    perf/peers_scipy.py             recursive filters of images, volumes and signals: prints a table

perf/reproduce.sh calls the first one. PYTHONPATH names the folders of cv2 and of SciPy."""

import functools
import sys
import time

import cv2
import numpy
from scipy import ndimage, signal

import paper_tables


def milliseconds(call, calls):
    times = []
    for _ in range(calls):
        begin = time.perf_counter()
        call()
        times.append(1e3 * (time.perf_counter() - begin))
    return sorted(times)[calls // 2]


def recursive_filters():
    random = numpy.random.default_rng(1)
    ours = cv2.recfilter
    image = random.random((2048, 2048), numpy.float32)
    volume = random.random((128, 256, 256), numpy.float32)
    line = random.random(10_000_000, numpy.float32)
    b, a = (numpy.float32(taps) for taps in signal.butter(4, 0.2))
    sos = signal.butter(8, 0.2, output="sos").astype(numpy.float32)
    pole = numpy.float32([0.1]), numpy.float32([1, -0.9])
    turn = numpy.float64([[0.98, -0.17, 300], [0.17, 0.98, -300]])
    turned = numpy.float64([[0.98, 0.17, -300], [-0.17, 0.98, 300], [0, 0, 1]]) # of (y, x)
    mask = (numpy.arange(image.size).reshape(image.shape) % 3 > 0).astype(numpy.float32)
    blur = functools.partial(ndimage.gaussian_filter, sigma=3, mode="mirror")
    for name, mine, theirs, tolerance in (
        ("lfilter, order 4, along rows", lambda: ours.lfilter(b, a, image), lambda: signal.lfilter(b, a, image), 1e-5),
        (
            "lfilter, order 4, along columns",
            lambda: ours.lfilter(b, a, image, axis=0),
            lambda: signal.lfilter(b, a, image, axis=0),
            1e-5,
        ),
        ("sosfilt, order 8, along rows", lambda: ours.sosfilt(sos, image), lambda: signal.sosfilt(sos, image), 1e-4),
        (
            "sosfiltfilt, order 8, along rows",
            lambda: ours.sosfiltfilt(sos, image),
            lambda: signal.sosfiltfilt(sos, image),
            1e-4,
        ),
        (
            "lfilter, one pole, 10^7 samples",
            lambda: ours.lfilter(*pole, line),
            lambda: signal.lfilter(*pole, line),
            1e-5,
        ),
        ("lfilter, order 4, 10^7 samples", lambda: ours.lfilter(b, a, line), lambda: signal.lfilter(b, a, line), 1e-5),
        (
            "gaussian_filter, sigma 5, image",
            lambda: ours.gaussian_filter(image, 5),
            lambda: ndimage.gaussian_filter(image, 5),
            1e-3,
        ),
        (
            "gaussian_filter, sigma 5, volume",
            lambda: ours.gaussian_filter(volume, 5),
            lambda: ndimage.gaussian_filter(volume, 5),
            1e-3,
        ),
        (
            "spline_filter, degree 3, volume",
            lambda: ours.spline_filter(volume),
            lambda: ndimage.spline_filter(volume, output=numpy.float32),
            1e-4,
        ),
        (
            "gaussian_gradient_magnitude, 3",
            lambda: cv2.cuda.gaussianGradientMagnitude(image, 3),
            lambda: ndimage.gaussian_gradient_magnitude(image, 3, mode="mirror"),
            2e-3,
        ),
        (
            "gaussian_laplace, sigma 3",
            lambda: cv2.cuda.laplacianOfGaussian(image, 3),
            lambda: ndimage.gaussian_laplace(image, 3, mode="mirror"),
            5e-3,
        ),
        (
            "gaussian_filter, a mask, sigma 3",
            lambda: cv2.cuda.maskedGaussianBlur(image, mask, 3),
            lambda: blur(image * mask) / blur(mask),
            1e-3,
        ),
        (
            "uniform_filter, 61",
            lambda: cv2.cuda.boxFilter(image, (61, 61)),
            lambda: ndimage.uniform_filter(image, 61, mode="mirror"),
            1e-3,
        ),
        (
            "affine_transform, order 3",
            lambda: cv2.cuda.splineWarpAffine(image, turn, degree=3, isInverse=True),
            lambda: ndimage.affine_transform(image, turned, order=3, mode="mirror"),
            1e-3,
        ),
    ):
        expected = theirs()
        if not numpy.allclose(mine(), expected, rtol=0, atol=tolerance * abs(expected).max()):
            sys.exit(f"{name}: the results differ by {abs(mine() - expected).max() / abs(expected).max():.2g}")
        taken = milliseconds(theirs, 3)
        own = milliseconds(mine, 9)
        print(f"{name:33} SciPy {taken:7.1f} ms, {taken / own:5.1f} times our {own:6.2f} ms", flush=True)


def dense_kernels(table):
    random = numpy.random.default_rng(1)
    volume = random.random((256, 256, 256), numpy.float32)
    source, copy, result = cv2.Mat(volume, wrap_channels=False), volume.copy(), numpy.empty_like(volume)
    params = cv2.cuda.NonSeparableParams()
    params.borderType, params.convolves = [cv2.BORDER_REFLECT_101], True
    rows = []
    for taps in 3, 5, 7:
        kernel = random.random((taps, taps, taps), numpy.float32) - numpy.float32(0.5)
        convolution = cv2.cuda.createNonSeparableFilter([cv2.Mat(kernel, wrap_channels=False)], params)
        ours = convolution.apply(source)[0]
        theirs = milliseconds(lambda: ndimage.convolve(volume, kernel, result, "mirror"), 1 if taps > 5 else 3)
        if not numpy.allclose(ours, result, rtol=0, atol=1e-5 * abs(result).max()):
            sys.exit(f"{taps}^3: the results differ")
        mine = milliseconds(lambda: convolution.apply(source), 7)
        print(f"256^3, {taps}^3 taps: SciPy {theirs:.0f} ms, {theirs / mine:.1f} times our {mine:.1f} ms")
        rows.append({"figure": "conv_3d", "method": "scipy.ndimage.convolve", "border": "REFLECT_101", "width": 256,
                     "height": 256, "parameter": taps, "us": f"{1e3 * theirs:.2f}",
                     "copy_us": f"{1e3 * milliseconds(lambda: numpy.copyto(copy, volume), 7):.2f}"})
    paper_tables.merge(table, rows)


if __name__ == "__main__":
    dense_kernels(sys.argv[1]) if len(sys.argv) > 1 else recursive_filters()
