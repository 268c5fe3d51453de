#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""From which sigma, window or kernel on this module is faster than OpenCV's functions and than Fourier transforms.

    perf/crossovers.py [--write PAGE] [--machine TEXT] [--size WIDTHxHEIGHT] [--seconds SECONDS]

Calls take turns in one process, with as many threads each. A figure is the time that a quarter of the calls fall below,
of at least three calls and SECONDS (1) together, in the faster one of two rounds: other programs disturb it less than
the median. Results are compared first. Build OpenCV with optimization, so without RECFILTER_QUICK.
--write replaces the tables in a Markdown page, between <!-- crossovers --> or <!-- sizes --> and <!-- end -->. The
second table has no times: windows of the variance of a Gaussian, and errors. PYTHONPATH names the folders of cv2 and of
SciPy.
"""
import argparse
import datetime
import pathlib
import re
import sys
import time

import cv2
import numpy
from scipy import fft

TYPES = {
    "8UC1": (numpy.uint8, 1),
    "8UC3": (numpy.uint8, 3),
    "32FC1": (numpy.float32, 1),
}
SIGMAS = 0.5, 1, 1.5, 2, 3, 5, 10, 30, 100
WINDOWS = 3, 5, 9, 15, 31, 63, 127, 255
KERNELS = 3, 5, 7, 9, 11, 15, 21, 31, 63
APPROXIMATIONS = {"ACCURATE": cv2.cuda.GAUSSIAN_ACCURATE, "DERICHE": cv2.cuda.GAUSSIAN_DERICHE}


def gaussian(sigma, approximation):
    params = cv2.cuda.RecursiveGaussianParams(sigma)
    params.approximation = approximation
    return cv2.cuda.createRecursiveGaussianFilter(params)


class FourierFilter:
    """Correlates a float image with a kernel by real transforms of SciPy (pocketfft), which take its time whole."""

    def __init__(self, shape, kernel):
        self.shape, self.reach = shape, tuple(n // 2 for n in kernel.shape)
        self.padded = tuple(fft.next_fast_len(n + 2 * r, real=True) for n, r in zip(shape, self.reach))
        self.threads = cv2.getNumThreads()
        self.spectrum = fft.rfft2(kernel[::-1, ::-1].astype(numpy.float32), self.padded)

    def __call__(self, image):
        (top, left), (rows, columns) = self.reach, self.shape
        bottom, right = (n - m - r for n, m, r in zip(self.padded, self.shape, self.reach))
        far = cv2.copyMakeBorder(image, top, bottom, left, right, cv2.BORDER_REFLECT_101)
        spectrum = fft.rfft2(far, workers=self.threads)
        spectrum *= self.spectrum
        result = fft.irfft2(spectrum, self.padded, overwrite_x=True, workers=self.threads)
        return result[2 * top : 2 * top + rows, 2 * left : 2 * left + columns]


def gaussian_calls(image, sigma):
    """{name: (call, largest difference from the first one, as a share of the largest value)}"""
    results = [numpy.empty_like(image) for _ in range(3)]
    calls = {"cv::GaussianBlur": (lambda: cv2.GaussianBlur(image, (0, 0), sigma, results[0]), 0)}
    for name, result in zip(APPROXIMATIONS, results[1:]):
        blur = gaussian(sigma, APPROXIMATIONS[name])
        # cv::GaussianBlur cuts at 3 sigma (8 bits) or 4.
        calls[name] = (lambda blur=blur, result=result: blur.apply(image, result), 0.02)
    if image.dtype == numpy.float32:
        taps = cv2.getGaussianKernel(2 * round(4 * sigma) + 1, sigma)
        transform = FourierFilter(image.shape, taps @ taps.T)
        calls["FFT"] = (lambda: transform(image), 0.02)
    return calls


def box_calls(image, window):
    results = [numpy.empty_like(image) for _ in range(2)]
    return {
        "cv::boxFilter": (lambda: cv2.blur(image, (window, window), results[0]), 0),
        "cv::cuda::boxFilter": (lambda: cv2.cuda.boxFilter(image, (window, window), results[1]), 0.005),
    }


def dense_calls(image, size):
    kernel = numpy.random.default_rng(2).random((size, size), numpy.float32)
    kernel /= kernel.sum()
    ours, result = cv2.cuda.createNonSeparableFilter([kernel]), numpy.empty_like(image)
    calls = {
        "cv::filter2D": (lambda: cv2.filter2D(image, -1, kernel, result), 0),
        "createNonSeparableFilter": (lambda: ours.apply(image)[0], 0.005),
    }
    if image.dtype == numpy.float32:
        transform = FourierFilter(image.shape, kernel)
        calls["FFT"] = (lambda: transform(image), 0.005)
    return calls


def check(calls, what):
    expected = None
    for name, (call, tolerance) in calls.items():
        result = call().astype(numpy.float32)
        expected = result if expected is None else expected
        if abs(result - expected).max() > tolerance * abs(expected).max() + (tolerance > 0):
            sys.exit(f"{what}, {name}: off by {abs(result - expected).max():.3g}")


def quarter_times(calls, seconds):
    """{name: milliseconds}, by turns."""
    times = {name: [] for name in calls}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or any(len(list_) < 3 for list_ in times.values()):
        for name, (call, _) in calls.items():
            begin = time.perf_counter()
            call()
            times[name].append(1e3 * (time.perf_counter() - begin))
    return {name: float(numpy.percentile(list_, 25)) for name, list_ in times.items()}


def first_faster(ours, theirs):
    """The first parameter from which on ours takes less than theirs at all that follow; None: at none."""
    first = None
    for parameter in reversed(ours):
        if ours[parameter] >= theirs[parameter]:
            break
        first = parameter
    return first


def table(title, calls_of, parameters, size, seconds):
    cells = [title, *map(str, parameters), "faster from"]
    lines = ["| " + " | ".join(cells) + " |", "|---" * len(cells) + "|"]
    for type_, (depth, channels) in TYPES.items():
        shape = (size[1], size[0], channels)[: 2 + (channels > 1)]
        image = (255 * numpy.random.default_rng(1).random(shape)).astype(depth)
        times = {}
        for _ in range(2):
            for parameter in parameters:
                calls = calls_of(image, parameter)
                check(calls, f"{title} {parameter}, {type_}")
                for name, time_ in quarter_times(calls, seconds).items():
                    of_name = times.setdefault(name, {})
                    of_name[parameter] = min(time_, of_name.get(parameter, time_))
                    print(f"{type_} {name} {parameter}: {time_:.3f} ms", file=sys.stderr, flush=True)
        names = list(times)
        for name in names:
            first = "" if name in (names[0], "FFT") else first_faster(times[name], times[names[0]])
            cells = [f"{t:.2f}" if t < 9.95 else f"{t:.0f}" for t in times[name].values()]
            lines.append(f"| {type_} {name} | " + " | ".join(cells) + f" | {'never' if first is None else first} |")
    return lines


def impulse_response(sigma, approximation):
    line = numpy.zeros((1, 2 * round(12 * sigma + 12) + 1))
    line[0, line.size // 2] = 1
    params = cv2.cuda.RecursiveGaussianParams(sigma)
    params.approximation, params.axes = approximation, cv2.cuda.GAUSSIAN_X
    params.borderType = cv2.BORDER_CONSTANT
    return cv2.cuda.createRecursiveGaussianFilter(params).apply(line)[0]


def grey_levels(taps, sigma):
    """The largest error of any image of 8 bits: 255 times half the sum of the absolute differences of the responses."""
    radius = max(len(taps) // 2, round(12 * sigma + 12))
    x = numpy.arange(-radius, radius + 1)
    exact = numpy.exp(-0.5 * (x / sigma) ** 2)
    exact /= exact.sum()
    taps = numpy.pad(taps, radius - len(taps) // 2)
    total = sum(abs(a * taps - b * exact).sum() for a, b in zip(taps, exact))
    return 255 / 2 * total


def odd(width):
    return 2 * round((width - 1) / 2) + 1


def sizes_table():
    lines = [
        "| sigma | ksize of cv::GaussianBlur, 8 bits / other | one box | three boxes | error of ACCURATE | of DERICHE"
        " | of taps to 3 sigma | of three boxes |",
        "|---" * 8 + "|",
    ]
    for sigma in 1, 2, 3, 5, 10, 20, 30, 50, 100:
        ksizes = [round(6 * sigma + 1) | 1, round(8 * sigma + 1) | 1]
        one, three = odd((12 * sigma**2 + 1) ** 0.5), odd((4 * sigma**2 + 1) ** 0.5)
        box = numpy.full(three, 1 / three)
        responses = [impulse_response(sigma, approximation) for approximation in APPROXIMATIONS.values()]
        responses += [cv2.getGaussianKernel(ksizes[0], sigma)[:, 0], numpy.convolve(numpy.convolve(box, box), box)]
        levels = " | ".join(f"{grey_levels(taps, sigma):.2g}" for taps in responses)
        lines.append(f"| {sigma} | {ksizes[0]} / {ksizes[1]} | {one} | {three} | {levels} |")
    return lines


def machine():
    model = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{cv2.getNumThreads()} threads, {model[1] if model else 'a processor'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--machine", default=machine())
    parser.add_argument("--size", default="1920x1080", type=lambda text: tuple(map(int, text.split("x"))))
    parser.add_argument("--seconds", type=float, default=1)
    arguments = parser.parse_args()
    width, height = arguments.size
    places = {"sizes": sizes_table(), "crossovers": [
        f"{width} × {height}, milliseconds, {arguments.machine}, OpenCV {cv2.__version__},"
        f" {datetime.date.today().isoformat()}."
    ]}
    for title, calls_of, parameters in (
        ("sigma", gaussian_calls, SIGMAS),
        ("window", box_calls, WINDOWS),
        ("kernel", dense_calls, KERNELS),
    ):
        places["crossovers"] += ["", *table(title, calls_of, parameters, arguments.size, arguments.seconds)]
    page = arguments.write.read_text() if arguments.write else None
    for name, lines in places.items():
        text = "\n".join(lines) + "\n"
        if not arguments.write:
            print(text)
            continue
        place = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.S)
        page, count = place.subn(lambda found, text=text: found[1] + text + found[2], page)
        if count != 1:
            parser.error(f"{arguments.write} has no place for the table of {name}")
    if arguments.write:
        arguments.write.write_text(page)


if __name__ == "__main__":
    main()
