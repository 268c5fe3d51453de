#!/usr/bin/env python3
"""Counts what the algorithms move through the GPU's memory: table 1 of Nehab et al. 2011, by the profiler's counters.

    perf/count_transfers.py OPENCV_PERF_RECFILTER TABLE.csv [SIDE]

profiles one call of every algorithm for a float image of SIDE x SIDE (8192) with Nsight Compute (ncu), and writes bytes
read and written as multiples of the image, beside the transfers that the algorithm promises. Results stay unchecked:
benchmarks and tests check them."""

import csv
import subprocess
import sys

# Transfers of an image that the steps of the algorithm read and write (recursive/plan/schedule/schedule.hpp).
PROMISED = {"RECURSIVE_ALG_1": 12, "RECURSIVE_ALG_2": 9, "RECURSIVE_ALG_RT": 8, "RECURSIVE_ALG_3": 6,
            "RECURSIVE_ALG_4": 5, "RECURSIVE_ALG_5": 3, "RECURSIVE_ALG_6": 3, "SAT_OVERLAPPED": 3, "SAT_WAVEFRONT": 2}
METRICS = "dram__bytes_read.sum", "dram__bytes_write.sum"
LAUNCHES = 60  # at least two calls of any algorithm, so that the end of the first one can be told


def launches(program, method, side):
    """(kernel, bytes read, bytes written) of the first launches of a benchmark."""
    if method.startswith("SAT"):
        tests = ["--gtest_filter=PapersCuda_Sat_apply.*", f'--gtest_param_filter=*"sat", {side}, {method})*']
    else:
        tests = ["--gtest_filter=PapersCuda_filter.*",
                 f'--gtest_param_filter=*"first_order", {side}x{side}, {method},*']
    command = ["ncu", "--csv", "--print-units", "base", "--metrics", ",".join(METRICS), "--kernel-name-base",
               "demangled", "--kernel-name", "regex:recfilter", "--launch-count", str(LAUNCHES), "--kill", "yes",
               program, *tests]
    lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), len(lines))
    found = {}
    for row in csv.DictReader(lines[start:]):
        launch = found.setdefault(int(row["ID"]), {"kernel": row["Kernel Name"] + row["Grid Size"]})
        launch[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
    return [(launch["kernel"], *(launch[name] for name in METRICS)) for _, launch in sorted(found.items())]


def call_of(kernels):
    """The number of launches after which their sequence repeats."""
    for period in range(1, len(kernels) // 2 + 1):
        if all(a == b for a, b in zip(kernels, kernels[period:])):
            return period
    raise ValueError(f"no two equal calls among {len(kernels)} launches")


def main(program, table, side="8192"):
    rows = []
    for method, promised in PROMISED.items():
        found = launches(program, method, side)
        period = call_of([kernel for kernel, *_ in found])
        image = 4 * int(side) ** 2
        # Of a later call: the first one finds other things in the cache.
        call = found[period:2 * period]
        read, written = (sum(launch[i] for launch in call) / image for i in (1, 2))
        rows.append({"method": method, "width": side, "launches": period, "promised": promised, "read": f"{read:.3f}",
                     "written": f"{written:.3f}", "transfers": f"{read + written:.3f}"})
        print(*rows[-1].values(), flush=True)
    with open(table, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main(*sys.argv[1:])
