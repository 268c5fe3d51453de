#!/usr/bin/env python3
"""What scipy.ndimage.convolve takes for dense kernels in 3D, float32, one thread, beside this module in the same run.

    perf/peers_scipy.py TABLE.csv

puts the medians into doc/reproduction/cpu.csv. perf/reproduce.sh calls it with the paths of cv2 and of SciPy."""

import sys
import time

import cv2
import numpy
from scipy import ndimage

import paper_tables


def milliseconds(call, calls):
    times = []
    for _ in range(calls):
        begin = time.perf_counter()
        call()
        times.append(1e3 * (time.perf_counter() - begin))
    return sorted(times)[calls // 2]


def main(table):
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
    main(sys.argv[1])
