#!/usr/bin/env python3
"""Draws doc/algorithms.png: do fewer transfers make a recursive filter faster on a CPU?

    ./perf/run.sh --gtest_filter='Recursive_Algorithm*' --perf_force_samples=1 --perf_min_samples=1 \
        --gtest_output=xml:algorithms.xml
    ./perf/plot_algorithms.py algorithms.xml doc/algorithms.png

Needs matplotlib.
"""
import re
import sys
import xml.etree.ElementTree

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

# Name, images read plus written (Nehab et al. 2011, table 1), marker and colour; the last are no algorithm of the papers.
ALGORITHMS = {
    "RECURSIVE_ALG_1": ("algorithm 1", 12, "o", "#4477aa"),
    "RECURSIVE_ALG_2": ("algorithm 2", 9, "s", "#66ccee"),
    "RECURSIVE_ALG_3": ("algorithm 3", 6, "^", "#228833"),
    "RECURSIVE_ALG_4": ("algorithm 4", 5, "v", "#ccbb44"),
    "RECURSIVE_ALG_5": ("algorithm 5 (zero border)", 3, "X", "#882255"),
    "RECURSIVE_ALG_6": ("algorithm 6", 3, "D", "#ee6677"),
    "RECURSIVE_ALG_RT": ("RT, whole lines", 8, "P", "#aa3377"),
    "RECURSIVE_AUTO": ("AUTO, bands", 3, "*", "#000000"),
}


def read(path):
    """{(side, order, algorithm): (milliseconds, R)}"""
    results = {}
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        properties = {p.get("name"): p.get("value") for p in case.iter("property")}
        parameters = re.search(r"(\d+)x\d+, ORDER_(\d), (RECURSIVE_\w+)", case.get("value_param") or "")
        ratio = case.get("R") or properties.get("R")
        time = case.get("median_ms") or properties.get("median_ms")
        if parameters and ratio and parameters.group(3) in ALGORITHMS:
            side, order, algorithm = parameters.groups()
            results[int(side), int(order), algorithm] = float(time), float(ratio)
    return results


def draw_sizes(axes, results, order):
    """Time a pixel over the side of the image."""
    for algorithm, (name, _, marker, colour) in ALGORITHMS.items():
        points = sorted((side, time * 1e6 / side**2) for (side, o, a), (time, _) in results.items()
                        if o == order and a == algorithm)
        axes.plot(*zip(*points), marker=marker, color=colour, label=name, linewidth=1.2, markersize=7)
    copies = sorted({(side, time / ratio * 1e6 / side**2) for (side, o, a), (time, ratio) in results.items()
                     if o == order and a == "RECURSIVE_AUTO"})
    axes.plot(*zip(*copies), color="grey", linestyle=":", label="copy, 2 transfers")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    ticks = [0.05, 0.1, 0.2, 0.5, 1, 2]
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_yticks([], minor=True)
    axes.set_ylim(0.03, 3)
    sides = sorted({side for side, _, _ in results})
    axes.set_xticks(sides, [f"{side}²" for side in sides])
    axes.set_xlabel("pixels, float32")
    axes.set_ylabel("ns a pixel, two threads")
    axes.set_title(f"Order {order}, REFLECT")
    axes.grid(True, which="major", alpha=0.3)


def draw_transfers(axes, results, side):
    """Time over the number of transfers, and where bandwidth alone would put it, by the copies of the same runs."""
    for algorithm, (_, transfers, marker, colour) in ALGORITHMS.items():
        for order, fill in ((1, colour), (3, "none")):
            if (side, order, algorithm) in results:
                axes.plot(transfers, results[side, order, algorithm][0], marker=marker, markerfacecolor=fill,
                          markeredgecolor=colour, linestyle="none", markersize=8)
    copies = sorted(time / ratio for (s, _, _), (time, ratio) in results.items() if s == side)
    axes.fill_between([0, 13], [0, 6.5 * copies[0]], [0, 6.5 * copies[-1]], color="grey", alpha=0.25, linewidth=0,
                      label="as many transfers at the speed of a copy (slowest to fastest)")
    axes.plot([0, 13], [0, 6.5 * copies[len(copies) // 2]], color="grey", linestyle=":", linewidth=1)
    axes.set_xlim(0, 13)
    axes.set_ylim(0, None)
    axes.set_xlabel("images read plus written")
    axes.set_ylabel("ms, two threads")
    axes.set_title(f"{side}², filled: order 1, open: order 3")
    axes.grid(True, alpha=0.3)


def main(log, picture):
    results = read(log)
    figure, axes = plt.subplots(2, 2, figsize=(11, 9), constrained_layout=True)
    draw_sizes(axes[0, 0], results, 1)
    draw_sizes(axes[0, 1], results, 3)
    draw_transfers(axes[1, 0], results, 1024)
    draw_transfers(axes[1, 1], results, 8192)
    entries = [axes[0, 0].get_legend_handles_labels(), axes[1, 0].get_legend_handles_labels()]
    figure.legend(entries[0][0] + entries[1][0], entries[0][1] + entries[1][1], loc="outside lower center", ncol=3,
                  frameon=False)
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
