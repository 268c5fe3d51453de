#!/usr/bin/env python3
"""Writes the tables of doc/reproduction.md from doc/reproduction/cpu.csv and gpu.csv.

    perf/paper_page.py doc/reproduction.md doc/reproduction

A table stands between "<!-- figure NAME -->" and "<!-- end -->". Its cells are times over that of a copy of the image
in the same run, or milliseconds for dense kernels (conv_...). perf/reproduce.sh calls this file."""

import os
import re
import sys

import paper_tables

# The column of the CSV that tells the points of a figure apart, those that are shown, and how.
SIDES = "width", [1024, 4096, 8192], "{:g}²"
POINTS = {"orders": ("parameter", [1, 2, 3, 5, 10, 20], "order {:g}"),
          "decay": ("parameter", [1, 8, 64], "{:g}"),
          "lee": ("width", [512, 1280, 1920, 4096], "{:g}"),
          "conv_2d_9": ("width", [512, 1024, 2048, 4096], "{:g}²"),
          "conv_2d_17": ("width", [512, 1024, 2048, 4096], "{:g}²"),
          "conv_3d_7": ("width", [64, 128, 256, 384], "{:g}³"),
          "conv_3d_13": ("width", [64, 128, 256, 384], "{:g}³"),
          "conv_4d_7": ("parameter", [16, 32, 64, 128], "{:g}"),
          "conv_2d": ("parameter", [3, 7, 11, 17, 21, 31, 63], "{:g}²"),
          "conv_3d": ("parameter", [3, 5, 7, 9, 11, 13, 17], "{:g}³"),
          "conv_4d": ("parameter", [3, 5, 7, 9, 11], "{:g}⁴")}


def table(figure, rows_of):
    """Lines of Markdown. rows_of has the rows of each backend."""
    column, points, name = POINTS.get(figure, SIDES)
    cells, transfers, measured = {}, {}, []
    for backend, rows in rows_of.items():
        measured += [(backend, point) for point in points]
        for row in rows:
            if row["figure"] == figure:
                cell = float(row["us"]) / (1e3 if figure.startswith("conv_") else float(row["copy_us"]))
                digits = 3 if cell < 0.0995 else 2 if cell < 0.995 else 1 if cell < 99.5 else 0
                text = f"{cell:.{digits}f}"
                cells.setdefault(row["method"], {})[backend, float(row[column])] = text
                transfers[row["method"]] = row["transfers"] or transfers.get(row["method"], "")
    yield "| | transfers | " + " | ".join(f"{backend} {name.format(point)}" for backend, point in measured) + " |"
    yield "|---|---|" + "---|" * len(measured)
    for method in sorted(cells, key=lambda method: (-int(transfers[method] or 0), method)):
        times = [cells[method].get((backend, float(point)), "-") for backend, point in measured]
        yield f"| {method} | {transfers[method] or '-'} | " + " | ".join(times) + " |"


def rewritten(text, folder):
    """The page with tables from the files in `folder`."""
    rows_of = {backend.upper(): paper_tables.read_to_show(os.path.join(folder, f"{backend}.csv"))
               for backend in ("cpu", "gpu")}
    return re.sub(r"(<!-- figure (\w+) -->\n).*?(<!-- end -->)",
                  lambda found: found[1] + "".join(line + "\n" for line in table(found[2], rows_of)) + found[3], text,
                  flags=re.DOTALL)


def main(page, folder):
    with open(page) as file:
        text = rewritten(file.read(), folder)
    with open(page, "w") as file:
        file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
