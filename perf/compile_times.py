#!/usr/bin/env python3
"""What this module's files take to compile.

    perf/compile_times.py BUILD [--compile PATTERN] [--write PAGE] [--least SECONDS] [--cores N]

Reads BUILD/.ninja_log, of a build on a machine that did nothing else. Where more compilers ran than there are cores,
each second is shared out among them: the table has seconds of one core. Files below SECONDS (10) are summed up. On a
busy machine, --compile compiles the objects again whose names match the regular expression, one after the other, and
takes the processor's time for each. --write replaces the table in a Markdown page, between its lines
<!-- compile times --> and <!-- end -->.
"""
import argparse
import os
import pathlib
import re
import resource
import subprocess

FOLDERS = {
    "opencv_recfilter.dir": "module",
    "opencv_test_recfilter.dir": "tests",
    "opencv_perf_recfilter.dir": "benchmarks",
}
OBJECTS = (".o", ".obj", ".gch")


def read_log(build):
    """{output: (start, end)} of the latest run of each output, in milliseconds of the clock.

    The log counts from the start of each call of Ninja. When an output was written, in nanoseconds, tells when that
    was. Objects of CUDA stand there twice, with and without the folder of the build.
    """
    runs = {}
    for line in (build / ".ninja_log").read_text().splitlines()[1:]:
        start, end, written, output, _ = line.split("\t")
        if output.endswith(OBJECTS) and not os.path.isabs(output):
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


def compiled_seconds(build, pattern):
    """{output: seconds of user and system}, of objects that are compiled here and now."""
    def ninja(*arguments):
        return subprocess.run(["ninja", "-C", build, "--quiet", "-t", *arguments], check=True, capture_output=True,
                              text=True).stdout.splitlines()

    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    outputs = {line.split(": ")[0] for line in ninja("targets", "all")}
    seconds = {}
    for output in sorted(output for output in outputs if output.endswith(OBJECTS) and not os.path.isabs(output)):
        if re.search(pattern, output):
            command, before = ninja("commands", output)[-1], used()
            subprocess.run(command, shell=True, check=True, cwd=build, env={**os.environ, "CCACHE_DISABLE": "1"})
            seconds[output] = used() - before
    return seconds


def rows_of(seconds, least):
    files, rest, kept = [], {}, {}
    for output, time in seconds.items():
        found = re.search(r"CMakeFiles/(opencv_\w*recfilter\.dir)/(.*)\.(o|obj|gch)$", output)
        device = re.search(r"modules/recfilter/.*/src/(.*/)(?:cuda_compile_\d+_generated_)?(\w+\.cu)\.o(bj)?$", output)
        if device:
            files.append((time, "device code", device[1] + device[2]))
        elif found and found[1] in FOLDERS:
            name = re.sub(r".*/(?=(test|perf)/[^/]*$)", "", found[2])
            files.append((time, FOLDERS[found[1]], name))
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
    parser.add_argument("--compile", metavar="PATTERN")
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--least", type=float, default=10)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    if arguments.compile:
        seconds = compiled_seconds(arguments.build, arguments.compile)
    else:
        seconds = shared_seconds(read_log(arguments.build), arguments.cores)
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
