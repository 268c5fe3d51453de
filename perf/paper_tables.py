#!/usr/bin/env python3
"""Tables of the papers' figures: doc/reproduction/cpu.csv and gpu.csv.

    perf/paper_tables.py TABLE.csv RESULTS.xml...

takes what the benchmarks of perf/perf_papers*.cpp have recorded, and puts it in the place of the same curves. Times are
medians in microseconds, those of the copy too. bytes_per_pixel is what the steps of the algorithm read and write."""

import csv
import datetime
import os
import statistics
import subprocess
import sys
import xml.etree.ElementTree

COLUMNS = ["figure", "method", "border", "width", "height", "parameter", "transfers", "bytes_per_pixel", "us",
           "copy_us", "processor", "date"]
BORDERS = {"0": "CONSTANT", "1": "REPLICATE", "2": "REFLECT", "3": "WRAP", "4": "REFLECT_101"}


def processor(table):
    """The name of what was measured."""
    if "gpu" in os.path.basename(table):
        query = ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]
        return subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    with open("/proc/cpuinfo") as file:
        names = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    return f"{names[0]}, {len(os.sched_getaffinity(0))} threads"


def read(table):
    if not os.path.exists(table):
        return []
    with open(table, newline="") as file:
        return list(csv.DictReader(file))


def read_to_show(table):
    """The rows of a table. Copies of images on the CPU scatter: each becomes the median of its figure and size. On the
    GPU they do not, and peers are programs of their own, with their own copies. Dense kernels are shown in
    milliseconds."""
    rows = read(table)
    if "gpu" in os.path.basename(table):
        return rows
    copies = {}
    for row in rows:
        copies.setdefault(size(row), []).append(row["copy_us"])
    return [row if row["figure"].startswith("conv_")
            else dict(row, copy_us=statistics.median(map(float, copies[size(row)]))) for row in rows]


def size(row):
    return row["figure"], row["width"], row["height"]


def curve(row):
    return row["figure"], row["method"], row["border"]


def merge(table, rows):
    """Puts these rows, with the columns from figure to copy_us, in the place of the same curves."""
    measured = {"processor": processor(table), "date": datetime.date.today().isoformat()}
    curves = {curve(row) for row in rows}
    kept = [row for row in read(table) if curve(row) not in curves]
    rows = kept + [dict(row, **measured) for row in rows]
    rows.sort(key=lambda row: (*curve(row), int(row["width"]), float(row["parameter"])))
    with open(table, "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def results(path):
    """The rows of a report of googletest. Tests that failed have no figures."""
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        found = dict(case.attrib, **{p.get("name"): p.get("value") for p in case.iter("property")})
        if "figure" not in found or "R" not in found or case.find("failure") is not None:
            continue
        scale, unit = (1, "us") if "median_us" in found else (1000, "ms")
        row = {name: found[name] for name in COLUMNS if name in found}
        yield dict(row, border=BORDERS[found["border"]], us=f"{scale * float(found[f'median_{unit}']):.2f}",
                   copy_us=f"{scale * float(found[f'copy_{unit}']):.2f}")


if __name__ == "__main__":
    merge(sys.argv[1], [row for path in sys.argv[2:] for row in results(path)])
