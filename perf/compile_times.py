#!/usr/bin/env python3
"""perf/compile_times.py BUILD [--write PAGE] [--least SECONDS] [--cores N]: what this module's files take to compile.

Reads BUILD/.ninja_log, of a build on a machine that did nothing else. Where more compilers ran than there are cores, each
second is shared out among them: the table has seconds of one core. Files below SECONDS (10) are summed up. --write
replaces the table in a Markdown page, between the lines <!-- compile times --> and <!-- end -->.
"""
import argparse
import os
import pathlib
import re

FOLDERS = {
    "opencv_recfilter.dir": "module",
    "opencv_test_recfilter.dir": "tests",
    "opencv_perf_recfilter.dir": "benchmarks",
}


def read_log(path):
    """{output: (start, end)} of the latest run of each output, in milliseconds of the clock.

    The log counts from the start of each call of Ninja. When an output was written, in nanoseconds, tells when that was.
    """
    runs = {}
    for line in path.read_text().splitlines()[1:]:
        start, end, written, output, _ = line.split("\t")
        if output.endswith((".o", ".obj")):
            finished = int(written) // 1000000
            runs[output] = finished - (int(end) - int(start)), finished
    return runs


def shared_seconds(runs, cores):
    """{output: seconds of one core}, by a sweep over the times when runs start and end."""
    changes = sorted({time for run in runs.values() for time in run})
    starts, ends = {}, {}
    for output, (start, end) in runs.items():
        starts.setdefault(start, []).append(output)
        ends.setdefault(end, []).append(output)
    seconds, running = dict.fromkeys(runs, 0.0), set()
    for now, later in zip(changes, changes[1:]):
        running.difference_update(ends.get(now, ()))
        running.update(output for output in starts.get(now, ()) if runs[output][1] > now)
        for output in running:
            seconds[output] += (later - now) / 1000 * min(1, cores / len(running))
    return seconds


def rows_of(seconds, least):
    files, rest, kept = [], {}, {}
    for output, time in seconds.items():
        found = re.search(r"CMakeFiles/(opencv_\w*recfilter\.dir)/(.*)\.o(bj)?$", output)
        if found and found[1] in FOLDERS:
            name = re.sub(r".*/(?=(test|perf)/[^/]*$)", "", found[2])
            files.append((time, FOLDERS[found[1]], name))
        elif "/cuda_compile" in output or output.endswith(".cu.o"):
            files.append((time, "module", output.rpartition("/src/")[2] or output))
        else:
            rest["OpenCV and Python"] = rest.get("OpenCV and Python", 0) + time
    for time, part, _ in files:
        kept[part] = kept.get(part, 0) + time
    rows = [f"| `{name}` | {time:.0f} |" for time, _, name in sorted(files, reverse=True) if time >= least]
    rows += [f"| {part}, all {sum(p == part for _, p, _ in files)} files | {time:.0f} |" for part, time in kept.items()]
    return rows + [f"| {part} | {time:.0f} |" for part, time in rest.items()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--least", type=float, default=10)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    seconds = shared_seconds(read_log(arguments.build / ".ninja_log"), arguments.cores)
    table = "\n".join(["| file | seconds of one core |", "|---|---|", *rows_of(seconds, arguments.least)])
    if not arguments.write:
        print(table)
        return
    page = arguments.write.read_text()
    place = re.compile(r"(<!-- compile times -->\n).*?(<!-- end -->)", re.S)
    new, count = place.subn(lambda found: found[1] + table + "\n" + found[2], page)
    if count != 1:
        parser.error(f"{arguments.write} has no place for the table")
    arguments.write.write_text(new)


if __name__ == "__main__":
    main()
