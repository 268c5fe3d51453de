#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Tables of doc/benchmarks.md from the framework's reports, and a check of what the pages claim.

    ./perf/run.sh --gtest_filter="$(./perf/tables.py filter)" --perf_force_samples=1 --perf_min_samples=1 \
        --gtest_output=xml:cpu.xml
    ./perf/tables.py write cpu.xml --machine="two cores of ..."
    ./perf/tables.py check cpu.xml

write replaces the tables between <!-- perf NAME --> and <!-- end -->, with machine, date and commit. Cells that the
report lacks stay empty. check compares the ratios to a copy with those of the report: a cell fails that is better than
a fresh measurement by more than --tolerance. So do claims of the README, which are ratios of two cells. Its last line
counts: "N passed, N failed, N skipped".
"""
import argparse
import collections
import itertools
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
SIDES = (1024, 2048, 4096, 8192)
BORDERS = {"zero": "BORDER_CONSTANT", "REFLECT": "BORDER_REFLECT"}
FILTERS = {"order 1": "ORDER_1", "order 2": "ORDER_2", "order 3": "ORDER_3", "cubic B-spline": "BSPLINE_3"}
SIGMAS = (2, 5, 30, 100, 1000)
DEPTHS = {"32F → 32F": "CV_32F to CV_32F", "8U → 32S": "CV_8U to CV_32S"}

# A measured test: median and copy in the unit of its page, and their ratio.
Row = collections.namedtuple("Row", "median copy ratio")
# title: the heading cells; rows: (label cells, tests of the cells after them). A test is "Suite (parameters)".
Table = collections.namedtuple("Table", "page title rows")


def square(side):
    return f"{side}x{side}"


def filters():
    rows = [(["copy", ""], [f"copy of Recursive_Float_apply ({square(side)}, ORDER_1, BORDER_REFLECT)" for side in SIDES])]
    for (name, kind), (border, value) in itertools.product(FILTERS.items(), BORDERS.items()):
        rows.append(([name if border == "zero" else "", border],
                     [f"Recursive_Float_apply ({square(side)}, {kind}, {value})" for side in SIDES]))
    rows.append((["cv::boxFilter, 31 × 31", "REFLECT"], [f"Today_boxFilter ({square(side)}, 31)" for side in SIDES]))
    return Table("benchmarks.md", ["", "border", *(f"{side}²" for side in SIDES)], rows)


def gaussians():
    rows = []
    for side in (4096, 1024):
        for name, value in (("ACCURATE", "GAUSSIAN_ACCURATE"), ("DERICHE", "GAUSSIAN_DERICHE")):
            rows.append(([f"{side}²: {name}"],
                         [f"Gaussian_Sigma_apply ({square(side)}, {value}, {sigma})" for sigma in SIGMAS]))
        rows.append((["cv::GaussianBlur"], [f"Today_GaussianBlur ({square(side)}, {sigma})" for sigma in SIGMAS]))
    return Table("benchmarks.md", ["Gaussian, REFLECT", f"sigma {SIGMAS[0]}", *map(str, SIGMAS[1:])], rows)


def integrals():
    rows = []
    for name, depths in DEPTHS.items():
        rows.append(([name], [f"Sat_Sum_against_copy ({side}, {depths}, 1, 1)" for side in SIDES]))
        rows.append((["cv::integral"], [f"Sat_CvIntegral_against_copy ({side}, {depths})" for side in SIDES]))
    return Table("benchmarks.md", ["summed-area table", *(f"{side}²" for side in SIDES)], rows)


TABLES = {"filters": filters(), "gaussians": gaussians(), "integrals": integrals()}

# Of the README: two numbers of its text, and the tests whose ratio they are.
CLAIMS = {
    r"\*\*(\d+) ms by cv::GaussianBlur and (\d+) ms here\*\*":
        ("Today_GaussianBlur (4096x4096, 30)", "Gaussian_Sigma_apply (4096x4096, GAUSSIAN_ACCURATE, 30)"),
}


def read(reports):
    """{test: Row} of the framework's XML, in milliseconds."""
    results = {}
    for report in reports:
        for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
            values = {item.get("name"): item.get("value") for item in case.iter("property")}
            if "median_ms" in values and "copy_ms" in values and case.find("failure") is None:
                name = f"{case.get('classname')} {case.get('value_param')}"
                row = Row(*(float(values[key]) for key in ("median_ms", "copy_ms", "R")))
                results[name] = row
                results["copy of " + name] = Row(row.copy, row.copy, 0)
    return results


def digits(value):
    return f"{value:.2g}" if value < 10 else f"{value:.0f}"


def cell_of(row):
    return f"{digits(row.median)} ({digits(row.ratio)})" if row and row.ratio else digits(row.median) if row else ""


def lines_of(table, results):
    yield "| " + " | ".join(table.title) + " |"
    yield "|" + "---|" * len(table.title)
    for labels, tests in table.rows:
        yield "| " + " | ".join([*labels, *(cell_of(results.get(test)) for test in tests)]) + " |"


def place_of(name):
    return re.compile(rf"(<!-- perf {name} -->\n).*?(<!-- end -->)", re.DOTALL)


def write(results, machine, date):
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, check=True, capture_output=True,
                            text=True).stdout.strip()
    for name, table in TABLES.items():
        page = ROOT / "doc" / table.page
        text = "\n".join(lines_of(table, results))
        new, count = place_of(name).subn(lambda at: f"{at[1]}{machine}, {date}, commit {commit}:\n\n{text}\n{at[2]}",
                                         page.read_text())
        if count != 1:
            sys.exit(f"{page} has {count} places for the table {name}")
        page.write_text(new)


def cells_of(text):
    """{(row number, column number): ratio} of a table in a page."""
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    found = {}
    for i, line in enumerate(lines):
        for k, cell in enumerate(line.strip("|").split("|")):
            ratio = re.search(r"\(([\d.]+)\)", cell)
            if ratio:
                found[i, k] = float(ratio[1])
    return found


def claims(results):
    """(name, what the page says, what was measured) of every figure; larger is slower."""
    for name, table in TABLES.items():
        place = place_of(name).search((ROOT / "doc" / table.page).read_text())
        for (i, k), ratio in cells_of(place[0]).items():
            labels, tests = table.rows[i]
            row = results.get(tests[k - len(labels)])
            if "cv::" not in labels[0]:
                yield f"{name}: {tests[k - len(labels)]}", ratio, row.ratio if row else None
    readme = (ROOT / "README.md").read_text()
    for pattern, (slow, fast) in CLAIMS.items():
        numbers = re.search(pattern, readme)
        measured = results[fast].median / results[slow].median if slow in results and fast in results else None
        yield f"README: {pattern}", float(numbers[2]) / float(numbers[1]) if numbers else 0, measured


def check(results, tolerance):
    counts = collections.Counter()
    for name, said, measured in claims(results):
        verdict = "skipped" if measured is None else "failed" if said * tolerance < measured else "passed"
        counts[verdict] += 1
        if verdict == "failed":
            print(f"{name}: the page says {said:g}, measured {measured:.3g}")
    print(", ".join(f"{counts[verdict]} {verdict}" for verdict in ("passed", "failed", "skipped")))
    return counts["failed"] or not counts["passed"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("filter", "write", "check"))
    parser.add_argument("reports", nargs="*")
    parser.add_argument("--machine", default="One machine")
    parser.add_argument("--date", help="of the measurement; the report's by default")
    parser.add_argument("--tolerance", type=float, default=1.3)
    options = parser.parse_args()
    if options.task == "filter":
        tests = {test.removeprefix("copy of ").partition(" ")[0] for table in TABLES.values() for _, row in table.rows
                 for test in row}
        return print(":".join(f"{test}.*" for test in sorted(tests)))
    results = read(options.reports)
    if options.task == "check":
        return sys.exit(check(results, options.tolerance))
    date = options.date or xml.etree.ElementTree.parse(options.reports[0]).getroot().get("timestamp")[:10]
    return write(results, options.machine, date)


if __name__ == "__main__":
    main()
