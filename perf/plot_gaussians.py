#!/usr/bin/env python3
"""Draws error and time of the recursive Gaussians over sigma.

usage: plot_gaussians.py accuracy.txt times.xml [times.xml ...] picture.png

accuracy.txt is the output of ./test/run.sh --gtest_filter='*Gaussian_Accuracy*:*GaussianLee*snr', times.xml that of
./perf/run.sh --gtest_filter='Gaussian_Sigma*:Gaussian_OpenCV*' --gtest_output=xml:times.xml. Of several
runs the fastest median is drawn, since a shared machine changes its speed from one measurement to the next. Needs
matplotlib.
"""

import re
import sys
import xml.etree.ElementTree

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

# Marker and colour.
APPROXIMATIONS = {
    "ACCURATE": ("o", "#4477aa"),
    "DERICHE": ("s", "#228833"),
    "VAN_VLIET_5": ("^", "#ccbb44"),
    "VAN_VLIET_4": ("v", "#ee6677"),
    "VAN_VLIET_3": ("D", "#aa3377"),
    "YOUNG_VAN_VLIET": ("P", "#66ccee"),
    "LEE_ONE_WAY": ("<", "#bbbbbb"),
    "LEE_TWO_WAY": (">", "#777777"),
}


def read_accuracy(path):
    """{approximation: [(sigma, dB, sum of errors)]} of the Gaussian itself."""
    results = {}
    pattern = r"(\w+), derivative 0, sigma ([\d.]+): ([\d.]+) dB, sum of errors ([\d.e+-]+)"
    for name, sigma, snr, total in re.findall(pattern, open(path).read()):
        results.setdefault(name, []).append((float(sigma), float(snr), float(total)))
    return results


def read_times(paths):
    """{name: {sigma: milliseconds}} at 1024 x 1024, of the fastest run."""
    results = {}
    for case in (case for path in paths for case in xml.etree.ElementTree.parse(path).iter("testcase")):
        properties = {p.get("name"): p.get("value") for p in case.iter("property")}
        time = case.get("median_ms") or properties.get("median_ms")
        parameters = re.fullmatch(r"\(1024x1024, (?:GAUSSIAN_(\w+), )?([\d.]+)\)", case.get("value_param") or "")
        is_drawn = case.get("classname", "").startswith(("Gaussian_Sigma_", "Gaussian_OpenCV_"))
        if is_drawn and parameters and time:
            name = parameters.group(1) or "cv::GaussianBlur"
            fastest, sigma = results.setdefault(name, {}), float(parameters.group(2))
            fastest[sigma] = min(float(time), fastest.get(sigma, float("inf")))
    return results


def draw_errors(axes, results):
    for name, (marker, colour) in reversed(APPROXIMATIONS.items()):  # Lee's lie below YOUNG_VAN_VLIET's
        points = sorted(results[name])
        axes.plot([p[0] for p in points], [p[2] for p in points], marker=marker, color=colour, label=name)
    axes.set_yscale("log")
    axes.set_ylabel("sum of absolute errors of the response")
    axes.set_title("against the sampled Gaussian")


def draw_times(axes, results):
    for name, points in results.items():
        marker, colour = APPROXIMATIONS.get(name, ("x", "#000000"))
        axes.plot(*zip(*sorted(points.items())), marker=marker, color=colour, label=name,
                  linestyle="-" if name in APPROXIMATIONS else "--")
    axes.set_yscale("log")
    axes.set_ylabel("milliseconds, 1024², float32, two threads")
    axes.set_title("time")


def main(accuracy, *times, picture):
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 5))
    draw_errors(left, read_accuracy(accuracy))
    draw_times(right, read_times(times))
    for axes in (left, right):
        axes.set_xscale("log")
        axes.set_xlabel("sigma, pixels")
        axes.grid(True, which="major", alpha=0.3)
    left.legend(fontsize=8, loc="lower right", bbox_to_anchor=(1, 0.13), ncol=2)
    right.legend(fontsize=8, loc="upper left")
    figure.tight_layout()
    figure.savefig(picture, dpi=90)


if __name__ == "__main__":
    main(*sys.argv[1:-1], picture=sys.argv[-1])
