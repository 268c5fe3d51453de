#!/usr/bin/env python3
"""What users of Python have today on the GPU: convolution by cuFFT, Gaussians and spline prefilters of CuPy, float32.

perf/peers_cupy.py [SIDE...]: microseconds between two events, medians, and in brackets the ratio to a copy in device memory."""

import sys

import cupy as cp
from cupyx.scipy import ndimage


def microseconds(call, calls=15, warm_up=3):
    times = []
    for i in range(warm_up + calls):
        begin, end = cp.cuda.Event(), cp.cuda.Event()
        begin.record()
        call()
        end.record()
        end.synchronize()
        if i >= warm_up:
            times.append(1e3 * cp.cuda.get_elapsed_time(begin, end))
    return sorted(times)[calls // 2]


def convolution(image):
    """Periodic, by a spectrum that is already there; a kernel of one pixel shifts, whatever its place."""

    def by(kernel):
        spectrum = cp.fft.rfft2(kernel)
        return lambda: cp.fft.irfft2(cp.fft.rfft2(image) * spectrum, image.shape)

    shift = cp.zeros_like(image)
    shift[3, 5] = 1
    assert abs(by(shift)() - cp.roll(image, (3, 5), (0, 1))).max() < 1e-5
    return by(cp.random.default_rng(1).random(image.shape, cp.float32))


def measure(side):
    image = cp.random.default_rng(0).random((side, side), cp.float32)
    out = cp.empty_like(image)
    copy = microseconds(lambda: cp.copyto(out, image))
    print(f"{side} x {side}: copy {copy:.1f} us")
    peers = {"cuFFT, R2C x spectrum x C2R": convolution(image)}
    for sigma in 2, 5, 30:
        peers[f"gaussian_filter, sigma {sigma}"] = lambda s=sigma: ndimage.gaussian_filter(image, s, output=out, mode="reflect")
    peers["spline_filter, degree 3"] = lambda: ndimage.spline_filter(image, 3, output=cp.float32, mode="mirror")
    for name, call in peers.items():
        time = microseconds(call)
        print(f"  {name}: {time:.0f} us ({time / copy:.1f})")


for argument in sys.argv[1:] or ["1024", "2048", "4096", "8192"]:
    measure(int(argument))
