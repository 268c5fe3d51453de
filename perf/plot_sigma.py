#!/usr/bin/env python3
"""Draws doc/sigma.png: the time of a Gaussian blur over sigma, beside other libraries.

    ./perf/plot_sigma.py doc/sigma.csv doc/sigma.png

doc/sigma.csv holds the figures of doc/benchmarks.md: one row for each processor, method and sigma. Needs matplotlib.
"""
import csv
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

# Marker, colour and line. Times that do not depend on sigma have two points in the file and no marker.
METHODS = {
    "CuPy gaussian_filter": ("v", "#ee6677", "--"),
    "cv::GaussianBlur": ("X", "#000000", "--"),
    "cuFFT convolution": ("", "#aa3377", "--"),
    "cv::cuda Gaussian": ("X", "#000000", "--"),
    "recfilter ACCURATE": ("o", "#4477aa", "-"),
    "recfilter DERICHE": ("s", "#228833", "-"),
    "copy": ("", "grey", ":"),
}
LABELS = {"cuFFT convolution": "cuFFT convolution, any kernel", "cv::cuda Gaussian": "cv::cuda Gaussian, up to 31 taps"}


def read(path):
    """{machine of this module's figures: {method: [(sigma, milliseconds)]}}"""
    results, machines = {}, {}
    with open(path) as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            points = results.setdefault(row["processor"], {}).setdefault(row["method"], [])
            points.append((float(row["sigma"]), float(row["milliseconds"])))
            if row["method"].startswith("recfilter"):
                machines[row["processor"]] = row["machine"]
    return {machines[processor]: methods for processor, methods in results.items()}


def draw(axes, title, methods):
    for name, (marker, colour, line) in METHODS.items():
        if name in methods:
            axes.plot(*zip(*sorted(methods[name])), marker=marker, color=colour, linestyle=line,
                      label=LABELS.get(name, name))
    axes.set_xscale("log")
    axes.set_yscale("log")
    sigmas = [2, 5, 30, 100, 1000]
    axes.set_xticks(sigmas, [str(sigma) for sigma in sigmas])
    axes.set_xticks([], minor=True)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_xlabel("sigma, pixels")
    axes.set_ylabel("milliseconds, 4096², float32")
    axes.set_title(title)
    axes.grid(True, which="major", alpha=0.3)
    axes.legend(fontsize=8, loc="upper right")


def main(table, picture):
    figure, axes = plt.subplots(1, 2, figsize=(11, 4.2), constrained_layout=True)
    for panel, (machine, methods) in zip(axes, read(table).items()):
        draw(panel, machine, methods)
    figure.savefig(picture, dpi=90)


if __name__ == "__main__":
    main(*sys.argv[1:])
