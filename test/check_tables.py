#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""perf/tables.py and the pages that it writes, and doc/reproduction.md, without a measurement.

    test/check_tables.py             pages, names of benchmarks, and reports that are made up
    test/check_tables.py LISTING     also whether a program that has a suite has the tests of the tables: LISTING is
                                     what it prints with --gtest_list_tests
"""
import contextlib
import csv
import io
import pathlib
import re
import shutil
import sys
import tempfile
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "perf"))
sys.dont_write_bytecode = True
import paper_page  # noqa: E402
import tables  # noqa: E402

MAX_LINES = 150

# Numbers that prose quotes from the tables, besides those of tables.CLAIMS. Times: a pattern of each, the unit of the
# table in theirs, and the test. Ratios, from the smallest to the largest: a pattern of both, and one of the tests.
CUFFT = "peers_cupy ({}, cuFFT, R2C x spectrum x C2R)"
TIMES = {
    "README.md": [(r"A GPU takes ([\d.]+) ms", 1000, tables.GPU_BLUR.format(0, 30))],
    "doc/choosing.md": [(r"and cuFFT ([\d.]+)\.", 1, CUFFT.format(4096)),
                        (r"cuFFT takes ([\d.]+) there", 1, CUFFT.format(1024))],
    "doc/video.md": [(r"for 8UC3 and ([\d.]+) for 8UC4", 1, tables.FRAME.format("8UC4"))],
}
RATIOS = {
    "doc/benchmarks.md": [
        ("From 2048² on, filters of order 1 to 3 take {}", r"Recursive_Float_apply \((2048|4096|8192)x.*, ORDER_"),
        ("cubic B-spline {}", r"Recursive_Float_apply \((2048|4096|8192)x.*, BSPLINE_3"),
        ("accurate Gaussian takes {} times as long at 4096²", r"Gaussian_Sigma_apply \(4096x.*, GAUSSIAN_ACCURATE")],
    "doc/benchmarks_gpu.md": [
        ("From 4096² on, filters of order 1 to 3 take {}", r"RecursiveCuda_Size_apply \((4096|8192|16384)x.*, ORDER_"),
        ("accurate Gaussians {} times", r"GaussianCuda_Sigma_apply \((4096|8192|16384)x\d+, 0,")],
}
# What doc/reproduction.md quotes from its tables: a pattern, the figure, and for each column the methods.
PAPERS = [
    ("holds: {}, {}, {}, {} copies at 8192²", "first_order",
     {"GPU 8192²": [f"RECURSIVE_ALG_{name}" for name in ("RT", "2", "4", "5")]}),
    ("4₂ takes {} copies, 5₂ {}, 2×5₁ {} ", "second_order",
     {"GPU 8192²": [f"RECURSIVE_ALG_{name}" for name in ("4", "5", "2X5_1")]}),
    ("6p, 6e take {} copies at 8192², 6b {}, 5v {},", "borders", {"GPU 8192²": ["6e", "6b", "5v"]}),
    ("holds: {} copies at 8192², cuFFT {};", "wide_gaussian", {"GPU 8192²": ["6e", "cuFFT"]}),
    ("they take {} ms in space and {} by transforms, 21 × 21 {} and {};", "conv_2d",
     {f"CPU {side}²": ["CONVOLUTION_DIRECT", "CONVOLUTION_FFT"] for side in (17, 21)}),
    ("they take {} ms by tensor cores and {} by transforms, 63 × 63 {} and {} in space", "conv_2d",
     {"GPU 17²": ["CONVOLUTION_MATRIX", "CONVOLUTION_FFT"], "GPU 63²": ["CONVOLUTION_FFT", "CONVOLUTION_DIRECT"]}),
    ("9³ taps take {} ms by transforms and {} in space, 17³ {} and {} ", "conv_3d",
     {f"CPU {side}³": ["CONVOLUTION_FFT", "CONVOLUTION_DIRECT"] for side in (9, 17)}),
    ("from 13³ on: {} ms by transforms and {} in space; 11³ {} and {} by tensor cores", "conv_3d",
     {"GPU 13³": ["CONVOLUTION_FFT", "CONVOLUTION_DIRECT"], "GPU 11³": ["CONVOLUTION_FFT", "CONVOLUTION_MATRIX"]}),
]


def quietly(call, *arguments):
    with contextlib.redirect_stdout(io.StringIO()):
        return call(*arguments)


# ---- Names

def benchmarks():
    """The names of tests that the tables name, without those of Python's peers."""
    return [test for test in tables.tests_of(None) if not test.startswith("peers_")]


def unknown_suites():
    text = "".join(path.read_text() for path in sorted((ROOT / "perf").glob("*.cpp")))
    known = {f"{fixture}_{name}" for fixture, name in re.findall(r"\bPERF_TEST_P\(\s*(\w+),\s*(\w+)", text)}
    return [f"no test {test} in perf/*.cpp" for test in benchmarks() if test.partition(" ")[0] not in known]


def unknown_tests(listing):
    """Tests of suites in the listing that it lacks. It cuts long parameters."""
    suite, known = "", {}
    for line in pathlib.Path(listing).read_text().splitlines():
        if found := re.fullmatch(r"(\w+)\.", line.strip()):
            suite = found[1]
        elif found := re.search(r"# GetParam\(\) = (.*)$", line):
            known.setdefault(suite, set()).add(found[1])
    for test in benchmarks():
        suite, _, parameters = test.partition(" ")
        if suite in known and parameters not in known[suite]:
            yield f"the program has no test {test}"


# ---- Pages

def faults_of_pages():
    for page in (tables.CPU, tables.GPU):
        text = (ROOT / "doc" / page).read_text()
        names = re.findall(r"<!-- perf (\w+) -->", text)
        if sorted(names) != sorted(tables.tables_of(page)):
            yield f"doc/{page} has the tables {names}"
        if text.count("\n") > MAX_LINES:
            yield f"doc/{page} has more than {MAX_LINES} lines"
    for name, table in tables.TABLES.items():
        parts = tables.rows_in(tables.place_of(name).search((ROOT / "doc" / table.page).read_text())[0])
        for rows, (_, expected) in zip(parts, table.parts):
            for row, (labels, cells) in zip(rows[2:], expected):
                if any(text and not cell for text, cell in zip(row[len(labels):], cells)):
                    yield f"doc/{table.page}: {name}: no test for a figure of the row {' '.join(labels)}"
    for name, said, _ in tables.claims(None):  # ends the program if a table is not what the script writes
        if not said:
            yield f"{name}: no number in the page"


def figures():
    """{test: (time, ratio, base)} of all pages, of a cell without a ratio None."""
    found = {}
    for name, table in tables.TABLES.items():
        parts = tables.rows_in(tables.place_of(name).search((tables.ROOT / "doc" / table.page).read_text())[0])
        for rows, (_, expected) in zip(parts, table.parts):
            for row, (labels, cells) in zip(rows[2:], expected):
                for text, cell in zip(row[len(labels):], cells):
                    if numbers := re.match(r"([\d.]+)(?: \(([\d.]+)\))?", text):
                        time, ratio = (number and float(number) for number in numbers.groups())
                        found.update({test: (time, ratio, cell.base and cell.base.format(test)) for test in cell.tests})
    return found


def quotes():
    """(file, pattern, [(number, what the table has)]) of all prose with numbers of the tables."""
    of_tests = figures()

    def time_of(test):
        return of_tests[test][0] if test in of_tests else 0

    def ratio_of(test, base):
        time, ratio, base_of_table = of_tests.get(test, (0, None, None))
        return ratio if base == base_of_table else time / (time_of(base) or 1)

    def numbers_in(file, pattern):
        return re.search(pattern, re.sub(r"\s+", " ", (tables.ROOT / file).read_text()))

    for file, pattern, unit, test in ((file, *quote) for file, of_file in TIMES.items() for quote in of_file):
        found = numbers_in(file, pattern)
        yield file, pattern, [(found[1], time_of(test) / unit)] if found else []
    for file, pattern, tests in ((file, *quote) for file, of_file in RATIOS.items() for quote in of_file):
        found = numbers_in(file, pattern.format(r"([\d.]+)(?: to ([\d.]+))?"))  # one number, if both are the same
        ratios = [ratio for test, (_, ratio, _) in of_tests.items() if re.match(tests, test)]
        yield file, pattern, ([(found[1], min(ratios)), (found[2] or found[1], max(ratios))]
                              if found and ratios else [])
    for claim in tables.CLAIMS:
        found = numbers_in(claim.file, claim.pattern)
        if found and found.groupdict():
            test = claim.cells[0].tests[0]
            values = [time_of({"time": test, "base": claim.cells[0].base}[name]) for name in found.groupdict()]
        else:
            values = [ratio_of(cell.tests[0], cell.base.format(cell.tests[0])) for cell in claim.cells]
        yield claim.file, claim.pattern, list(zip(found.groups(), values)) if found else []


def quotes_of_papers():
    """As quotes(), of doc/reproduction.md."""
    file = "doc/reproduction.md"
    text = (ROOT / file).read_text()
    for pattern, figure, methods in PAPERS:
        table = re.search(rf"<!-- figure {figure} -->.*?<!-- end -->", text, re.DOTALL)
        ((_, _, *columns), _, *rows), = tables.rows_in(table[0])
        cells = {row[0]: dict(zip(columns, row[2:])) for row in rows}
        found = re.search(pattern.replace("{}", r"([\d.]+)"), text)
        values = [float(cells[method][column]) for column, of_column in methods.items() for method in of_column]
        yield file, pattern, list(zip(found.groups(), values)) if found else []
    if text != paper_page.rewritten(text, ROOT / "doc" / "reproduction"):
        yield file, "its tables are not those of its CSV files", []


def wrong_quotes(all_quotes):
    for file, pattern, numbers in all_quotes:
        # to the last digit of the quote
        if not numbers or any(abs(float(text) - value) > 0.501 * 10 ** -len(text.partition(".")[2])
                              for text, value in numbers):
            yield f"{file}: {pattern}: quoted and in the table: {numbers}"


# ---- Reports that are made up

def report_of(page):
    """The framework's XML with every test of a page: figures that differ, with each property that a test may have."""
    suites = xml.etree.ElementTree.Element("testsuites", timestamp="2026-01-02T03:04:05")
    unit = "ms" if page == tables.CPU else "us"
    for i, test in enumerate(test for test in tables.tests_of(page) if not test.startswith("peers_")):
        suite, _, parameters = test.partition(" ")
        case = xml.etree.ElementTree.SubElement(suites, "testcase", classname=suite, value_param=parameters)
        properties = {"of_order_3": f"{1 + i / 100:.3f}", f"peer_{unit}": f"{50 + i}", f"batch_{unit}": f"{15 + i}"}
        for k, prefix in enumerate(("", "list_", "theirs_")):
            properties[f"{prefix}median_{unit}"] = f"{20 + k + i}"
            properties[f"{prefix}copy_{unit}"] = f"{10 + i % 7}"
        group = xml.etree.ElementTree.SubElement(case, "properties")
        for name, value in properties.items():
            xml.etree.ElementTree.SubElement(group, "property", name=name, value=value)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml.etree.ElementTree.tostring(suites, encoding="unicode")


def peers_text():
    """What perf/peers_scipy.py and perf/peers_cupy.py print."""
    names = [test.partition(" ")[2][1:-1] for test in tables.tests_of(None) if test.startswith("peers_cupy")]
    by_side = {}
    for side, name in (name.split(", ", 1) for name in names if name[0].isdigit()):
        by_side.setdefault(side, []).append(name)
    for side, peers in by_side.items():
        yield f"{side} x {side}: copy 6.8 us"
        yield from (f"  {name}: {212 + i} us ({31.2 + i:.1f})" for i, name in enumerate(peers))
    for name in names:
        if not name[0].isdigit():
            yield "| {} | {} | {} | 13 | 385 (1e-07) | 55 (3e-08) | 7.0 |".format(*name.rsplit(", ", 2))
    yield "| running sum | 8 x 8 | 0 | 13 | ValueError: no | 55 (3e-08) |  |"
    for test in tables.tests_of(tables.CPU):
        if test.startswith("peers_scipy"):
            name = test.partition(" ")[2][1:-1]
            yield (f"{name}: SciPy 170 ms, 6.1 times our 27.9 ms" if "taps" in name
                   else f"{name:33} SciPy {170.2:7.1f} ms, {6.1:5.1f} times our {27.9:6.2f} ms")


def as_claimed(results):
    """With times by which the claims outside the tables hold."""
    results = dict(results)
    for claim in tables.CLAIMS:
        for name, said, cell in tables.claims(claim.page):
            if name.startswith(claim.file):
                results[cell.tests[0]] = said * results[cell.base.format(cell.tests[0])]
    return results


def faults_of_script(folder):
    reports = {name: folder / name for name in ("cpu.xml", "gpu.xml", "peers.txt")}
    reports["cpu.xml"].write_text(report_of(tables.CPU))
    reports["gpu.xml"].write_text(report_of(tables.GPU))
    reports["peers.txt"].write_text("\n".join(peers_text()))
    plot_file = folder / "doc" / "sigma.csv"
    pages = {page: folder / "doc" / page for page in (tables.CPU, tables.GPU)}
    before = {page: path.read_text() for page, path in pages.items()}

    results = tables.read([reports["gpu.xml"]])
    tables.write(results, tables.Measurement("One GPU", "2026-01-02", "1234567"))
    after = pages[tables.GPU].read_text()
    if pages[tables.CPU].read_text() != before[tables.CPU]:
        yield "a report of the GPU changes the page of the CPU"
    signals = tables.place_of("gpu_signals")
    if signals.search(after)[0] != signals.search(before[tables.GPU])[0]:
        yield "a table changes of which the report has nothing"
    if "One GPU, 2026-01-02, commit 1234567:" not in re.sub(r"\s+", " ", tables.place_of("gpu_sizes").search(after)[0]):
        yield "machine, date and commit are not beside a table"

    results = as_claimed(tables.read(reports.values()))
    missing = [cell.tests[0] for table in tables.TABLES.values() for cell in tables.cells(table)
               if not tables.measured(cell, results)[0] or cell.base and not tables.measured(cell, results)[1]]
    if missing:
        yield f"a whole report has no figure of {missing[0]}"
    tables.write(results, tables.Measurement("One machine, idle", "2026-01-02", "1234567"))
    lines = plot_file.read_text().splitlines()
    plot = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    if {(row["machine"], row["commit"]) for row in plot} != {("One machine, idle", "1234567")}:
        yield "a whole report leaves rows of doc/sigma.csv"
    empty = [name for name, table in tables.TABLES.items()
             for rows, (_, expected) in zip(tables.rows_in(tables.place_of(name).search(
                 pages[table.page].read_text())[0]), table.parts)
             for row, (labels, cells) in zip(rows[2:], expected)
             if [bool(text) for text in row[len(labels):]] != [cell is not None for cell in cells]]
    if empty:
        yield f"a whole report leaves cells of {empty[0]} empty, or fills others"

    stale = {fault.partition(":")[0] for fault in wrong_quotes(quotes())}
    for file in {file for file, _, _ in quotes()} - stale:
        yield f"{file}: what it quotes from a table may become stale"
    if quietly(tables.check, results, 1.1):
        yield "the pages do not hold against the report that they come from"
    for page in pages:
        if quietly(tables.check, results, 1.1, page):
            yield f"{page} does not hold against the report that it comes from"
    for name, cell in {name.partition(":")[0]: (name, cell) for name, _, cell in tables.claims(None)}.values():
        for factor, fails in ((2, True), (0.5, False)):
            other = {**results, **{test: factor * results[test] for test in cell.tests}}
            checked = io.StringIO()
            with contextlib.redirect_stdout(checked):
                tables.check(other, 1.3)
            if (f"{name}: the page says" in checked.getvalue()) != fails:
                yield f"{name}: a time {factor} times as long {'passes' if fails else 'fails'}"
    if not quietly(tables.check, {}, 1.3):
        yield "a check passes without a report"


def main():
    found = unknown_suites() + [fault for listing in sys.argv[1:] for fault in unknown_tests(listing)]
    found += [*faults_of_pages(), *wrong_quotes([*quotes(), *quotes_of_papers()])]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "doc", pathlib.Path(folder) / "doc")
        shutil.copy(ROOT / "README.md", folder)
        tables.ROOT = pathlib.Path(folder)
        found += faults_of_script(pathlib.Path(folder))
    print("\n".join(found) or f"{len(tables.TABLES)} tables of benchmarks name {len(benchmarks())} tests, which exist")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
