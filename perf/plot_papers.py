#!/usr/bin/env python3
"""Draws the figures of the papers from doc/reproduction/cpu.csv and gpu.csv.

    perf/plot_papers.py doc/reproduction

writes nehab2011_cpu.png, nehab2016_cpu.png, lee_cpu.png and eklund_cpu.png, and the same for the GPU, into that folder.
perf/reproduce.sh measures and calls this file. Needs matplotlib."""

import itertools
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import paper_tables

# Every method looks the same in all figures: marker, colour, line. Others take what is left.
STYLES = {
    "RECURSIVE_ALG_RT": ("P", "#aa3377", "-"),
    "RECURSIVE_ALG_1": ("o", "#4477aa", "-"),
    "RECURSIVE_ALG_2": ("s", "#66ccee", "-"),
    "RECURSIVE_ALG_3": ("^", "#228833", "-"),
    "RECURSIVE_ALG_4": ("v", "#ccbb44", "-"),
    "RECURSIVE_ALG_5": ("X", "#882255", "-"),
    "RECURSIVE_ALG_6": ("D", "#ee6677", "-"),
    "RECURSIVE_ALG_6B": ("d", "#bbbbbb", "-"),
    "RECURSIVE_ALG_2X5_1": ("<", "#999933", "-"),
    "RECURSIVE_ALG_5_4": (">", "#117733", "-"),
    "RECURSIVE_BAND": ("h", "#777777", "-"),
    "RECURSIVE_AUTO": ("*", "#000000", "-"),
    "GAUSSIAN_ACCURATE": ("*", "#cc3311", "-"),
    "CONVOLUTION_DIRECT": ("o", "#4477aa", "-"),
    "CONVOLUTION_FFT": ("s", "#ee6677", "-"),
    "CONVOLUTION_MATRIX": ("D", "#228833", "-"),
    "CONVOLUTION_TEXTURE": ("v", "#ccbb44", "-"),
    "CONVOLUTION_SHARED": ("^", "#66ccee", "-"),
    "CONVOLUTION_SHARED_UNROLLED": ("P", "#aa3377", "-"),
    "CONVOLUTION_AUTO": ("*", "#000000", "-"),
}
OTHERS = [("o", "#0077bb", "--"), ("s", "#33bbee", "--"), ("^", "#009988", "--"), ("v", "#ee7733", "--"),
          ("D", "#ee3377", "--"), ("P", "#332288", "--"), ("X", "#ddcc77", "--"), ("h", "#88ccee", "--")]


def short(method):
    for prefix, name in ("RECURSIVE_", ""), ("CONVOLUTION_", ""), ("ALG_", "algorithm "):
        method = method.replace(prefix, name)
    return method


def style(method, others):
    marker, colour, line = STYLES.get(method) or next(others)
    return {"marker": marker, "color": colour, "linestyle": line, "markersize": 4, "linewidth": 1}


def curves(rows, figure):
    """{method: rows of the figure}, in the order of STYLES."""
    found = {}
    for row in rows:
        if row["figure"] == figure:
            found.setdefault(row["method"], []).append(row)
    order = list(STYLES)
    return dict(sorted(found.items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order)))


def pixels(row):
    return int(row["width"]) * int(row["height"])


def throughput(row, time="us"):
    """In gigapixels a second."""
    return pixels(row) / float(row[time]) / 1e3


def side(row):
    return int(row["width"])


def parameter(row):
    return float(row["parameter"])


def draw(axes, found, x, y, copy, below=None):
    """Curves over x, and that of the copy: the median of those beside each point. below: where the legend begins."""
    others = iter(itertools.cycle(OTHERS))
    copies = {}
    for method, rows in found.items():
        points = sorted((x(row), y(row)) for row in rows)
        axes.plot(*zip(*points), label=short(method), **style(method, others))
        for row in rows:
            copies.setdefault(x(row), []).append(copy(row))
    points = [(at, sorted(values)[len(values) // 2]) for at, values in sorted(copies.items())]
    axes.plot(*zip(*points), color="grey", linestyle=":", label="copy")
    axes.grid(True, which="major", alpha=0.3)
    if below is None:
        below = -0.12 if axes.get_xlabel() else -0.06
    axes.legend(fontsize=7, loc="upper center", bbox_to_anchor=(0.5, below), ncol=4, frameon=False)


def ticks(axes, values, names=None):
    axes.set_xticks(values, names or [f"{value:g}" for value in values])
    axes.set_xticks([], minor=True)


def draw_sizes(axes, rows, figure, title):
    """Throughput over the side."""
    draw(axes, curves(rows, figure), side, throughput, lambda row: throughput(row, "copy_us"))
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    sides = [s for s in (64, 256, 1024, 4096, 16384) if s <= max(side(row) for row in rows if row["figure"] == figure)]
    ticks(axes, sides, [f"{s}²" for s in sides])
    axes.set_ylabel("gigapixels a second")
    axes.set_title(title, fontsize=10)


def draw_transfers(axes, rows, figure, length):
    """Times over that of a copy, which is two transfers, over the images read plus written."""
    others = iter(itertools.cycle(OTHERS))
    for method, points in curves(rows, figure).items():
        for row in points:
            if side(row) == length and row["transfers"]:
                axes.plot(int(row["transfers"]), float(row["us"]) / float(row["copy_us"]), **style(method, others))
                axes.annotate(method.replace("RECURSIVE_", "").replace("ALG_", ""),
                              (int(row["transfers"]), float(row["us"]) / float(row["copy_us"])), fontsize=7,
                              xytext=(5, 3), textcoords="offset points")
    axes.plot([0, 13], [0, 6.5], color="grey", linestyle=":", label="as many transfers at a copy's speed")
    axes.set_xlim(0, 13.5)
    axes.set_ylim(0, None)
    axes.set_xlabel("images read plus written")
    axes.set_ylabel("time, copies of the image")
    axes.set_title(f"2011, table 1: transfers, order 1, {length}²", fontsize=10)
    axes.grid(True, alpha=0.3)
    axes.legend(fontsize=7, loc="upper left")


def draw_orders(axes, rows):
    axes.set_xlabel("order")
    draw(axes, curves(rows, "orders"), parameter, lambda row: float(row["us"]) / 1e3,
         lambda row: float(row["copy_us"]) / 1e3)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    ticks(axes, [1, 5, 10, 15, 20])
    axes.set_ylabel("milliseconds, 4096²")
    axes.set_title("2016, figure 8: time over order", fontsize=10)


def draw_decay(axes, rows):
    axes.set_xlabel("blocks of 32 pixels until the response has faded")
    draw(axes, curves(rows, "decay"), parameter, throughput, lambda row: throughput(row, "copy_us"))
    axes.set_xscale("log", base=2)
    ticks(axes, [1, 2, 4, 8, 16, 32, 64])
    axes.set_ylim(0, None)
    axes.set_ylabel("gigapixels a second, 2048²")
    axes.set_title("2016, figure 9: speed of decay, order 1", fontsize=10)


def draw_lee(axes, rows):
    found = curves(rows, "lee")
    axes.set_xlabel("pixels")
    draw(axes, found, pixels, lambda row: float(row["us"]) / 1e3, lambda row: float(row["copy_us"]) / 1e3, -0.2)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    sizes = sorted({(pixels(row), f"{row['width']}\n× {row['height']}") for row in next(iter(found.values()))})
    ticks(axes, [count for count, _ in sizes], [name for _, name in sizes])
    axes.set_ylabel("milliseconds")
    axes.set_title("Lee et al., figure 11: a window of 30 pixels", fontsize=10)


def draw_kernels(axes, rows, figure, title, x, label, deep=lambda row: 1):
    """Throughput of dense kernels over their size, the array's or points in time. deep: points in z and t."""
    axes.set_xlabel(label)
    draw(axes, curves(rows, figure), x, lambda row: deep(row) * throughput(row),
         lambda row: deep(row) * throughput(row, "copy_us"))
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    shown = []
    for value in sorted({x(row) for row in rows if row["figure"] == figure}):
        if not shown or value >= 1.2 * shown[-1]:  # closer ones would overlap
            shown.append(value)
    ticks(axes, shown)
    axes.set_ylabel("gigapixels a second")
    axes.set_title(title, fontsize=10)


def save(folder, name, panels, columns, size):
    """Those of the panels (figure, function of axes) that were measured."""
    panels = [function for is_measured, function in panels if is_measured]
    if not panels:
        return
    figure, axes = plt.subplots(-(-len(panels) // columns), min(columns, len(panels)), figsize=size, squeeze=False,
                                constrained_layout=True)
    for panel, function in itertools.zip_longest(axes.flat, panels):
        if function:
            function(panel)
        else:
            panel.axis("off")
    path = os.path.join(folder, name)
    figure.savefig(path, dpi=90)
    plt.close(figure)
    print("written:", path)


def main(folder):
    for backend in "cpu", "gpu":
        rows = paper_tables.read_to_show(os.path.join(folder, f"{backend}.csv"))
        measured = {row["figure"] for row in rows}

        def sizes(figure, title):
            return figure in measured, lambda axes: draw_sizes(axes, rows, figure, title)

        save(folder, f"nehab2011_{backend}.png",
             [sizes("first_order", "2011, figure 4 top: bicubic B-spline, order 1"),
              sizes("second_order", "2011, figure 4 bottom: biquintic B-spline, order 2"),
              sizes("sat", "2011, figure 5: summed-area tables"),
              sizes("gaussian", "2011, figure 6: Gaussians; sigma 5, taps / 6"),
              ("first_order" in measured, lambda axes: draw_transfers(axes, rows, "first_order", 8192))], 2, (11, 13))
        save(folder, f"nehab2016_{backend}.png",
             [sizes("borders", "2016, figure 10: bicubic B-spline by border"),
              sizes("wide_gaussian", "2016, figure 11: Gaussian, sigma = side / 6"),
              ("decay" in measured, lambda axes: draw_decay(axes, rows)),
              ("orders" in measured, lambda axes: draw_orders(axes, rows))], 2, (11, 9))

        def kernels(figure, *arguments):
            return figure in measured, lambda axes: draw_kernels(axes, rows, figure, *arguments)

        save(folder, f"eklund_{backend}.png",
             [kernels("conv_2d", "figure 1.6: 2D, 2048²", parameter, "taps a side"),
              sizes("conv_2d_9", "figure 1.7 top: 9 × 9 taps"), sizes("conv_2d_17", "figure 1.7 bottom: 17 × 17 taps"),
              kernels("conv_3d", "figure 1.8: 3D, 256³", parameter, "taps a side", side),
              kernels("conv_3d_7", "figure 1.9 top: 7³ taps", side, "pixels a side", side),
              kernels("conv_3d_13", "figure 1.9 bottom: 13³ taps", side, "pixels a side", side),
              kernels("conv_4d", "figure 1.10: 4D, 128³ × 32", parameter, "taps a side", lambda row: 128 * 32),
              kernels("conv_4d_7", "figure 1.11 top: 7⁴ taps, 128 × 128 × 64 × t", parameter, "points in time t",
                      lambda row: 64 * parameter(row))], 3, (15, 13))
        save(folder, f"lee_{backend}.png", [("lee" in measured, lambda axes: draw_lee(axes, rows))], 1, (5.5, 4))


if __name__ == "__main__":
    main(sys.argv[1])
