#!/usr/bin/env python3
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Tables of doc/benchmarks.md and doc/benchmarks_gpu.md from reports, and a check of what the pages claim.

    page=benchmarks.md # or benchmarks_gpu.md
    ./perf/run.sh --gtest_filter="$(./perf/tables.py filter --page=$page)" --perf_force_samples=1 --perf_min_samples=1 \
        --gtest_param_filter="$(./perf/tables.py parameters --page=$page)" --gtest_output=xml:report.xml
    ./perf/tables.py write report.xml --page=$page --machine="Two cores of ..."
    ./perf/tables.py check report.xml --page=$page

A report is the framework's XML, or what perf/peers_scipy.py or perf/peers_cupy.py prints. Both filters together name
the tests of the tables and few others.
write replaces the tables between <!-- perf NAME --> and <!-- end -->, with machine, date and commit. Cells that the
reports lack stay empty. A table of which they have no cell stays as it is. Rows of doc/sigma.csv that they have are
replaced, too; perf/plot_sigma.py draws them. check compares the ratios with those of the reports: a cell fails that is
better than a fresh measurement by more than --tolerance. So do claims of other pages, which are ratios of the same
tests. Its last line counts: "N passed, N failed, N skipped".
"""
import argparse
import collections
import csv
import datetime
import itertools
import pathlib
import re
import subprocess
import sys
import textwrap
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
CPU, GPU = "benchmarks.md", "benchmarks_gpu.md"
PROCESSORS = {"CPU": CPU, "GPU": GPU}
PEERS = re.compile(r"(^|²: )(cv::|CuPy|cuFFT|copy)") # labels of rows that are no claims of ours

# The slowest of some tests, and in brackets its time over that of a base, in whose name {} is the test. If it gains,
# the base's time over its own. A test is "Suite (parameters)"; read_tests says what it may have measured besides.
Cell = collections.namedtuple("Cell", "tests base gains")
# parts: (title cells, [(label cells, [Cell or None])]), one below the other. about: what the caption begins with.
Table = collections.namedtuple("Table", "page about parts")
# Numbers of another file, each the ratio of a cell, or two, time and base, whose quotient is that of one cell.
Claim = collections.namedtuple("Claim", "file page pattern cells")
Measurement = collections.namedtuple("Measurement", "machine date commit")


def cell(*tests, base="copy of {}", gains=False):
    return Cell(tests, base, gains)


def times(*tests, **options):
    """A cell for each test."""
    return [cell(test, **options) for test in tests]


def copies(*tests):
    """The copies beside tests, which have no ratio."""
    return times(*(f"copy of {test}" for test in tests), base=None)


def empty(count):
    return [None] * count


def square(side):
    return f"{side}x{side}"


def squares(sides):
    return [f"{side}²" for side in sides]


# ---- The CPU's

SIDES = (1024, 2048, 4096, 8192)
BORDERS = {"zero": "BORDER_CONSTANT", "REFLECT": "BORDER_REFLECT"}
FILTERS = {"order 1": "ORDER_1", "order 2": "ORDER_2", "order 3": "ORDER_3", "cubic B-spline": "BSPLINE_3"}
SIGMAS = (2, 5, 30, 100, 1000)
DEPTHS = {"32F → 32F": "CV_32F to CV_32F", "8U → 32S": "CV_8U to CV_32S"}
KINDS = {"order 1": "ORDER_1", "order 3": "ORDER_3", "cubic B-spline": "BSPLINE_3"}
OTHERS = {"Butterworth 1, forth and back": "butterworth_1", "Butterworth 2": "butterworth_2",
          "Butterworth 4": "butterworth_4", "0.97 forth, 0.9 back": "unlike_poles", "unlike axes": "unlike_axes",
          "pair of radius 0.995": "resonant", "one way, 2 along x": "forth_2_along_x", "2 along y": "forth_2_along_y",
          "8 along x": "forth_8_along_x", "8 along y": "forth_8_along_y", "2, both axes": "forth_2_both_axes",
          "running sum along x": "running_sum_along_x", "along y": "running_sum_along_y"}


def filters():
    test = "Recursive_Float_apply ({}, {}, {})"
    rows = [(["copy", ""], copies(*(test.format(square(side), "ORDER_1", "BORDER_REFLECT") for side in SIDES)))]
    for (name, kind), (border, value) in itertools.product(FILTERS.items(), BORDERS.items()):
        rows.append(([name if border == "zero" else "", border],
                     times(*(test.format(square(side), kind, value) for side in SIDES))))
    boxes = {side: cell(f"Today_boxFilter ({square(side)}, 31)") for side in (1024, 4096)}
    rows.append((["cv::boxFilter, 31 × 31", "REFLECT"], [boxes.get(side) for side in SIDES]))
    return Table(CPU, "Filters.", [(["", "border", *squares(SIDES)], rows)])


def gaussians():
    rows = []
    peers = {4096: [f"Today_GaussianBlur (4096x4096, {sigma})" for sigma in SIGMAS[:3]],
             1024: [f"Gaussian_OpenCV_GaussianBlur (1024x1024, {sigma})" for sigma in SIGMAS[:4]]}
    for side in (4096, 1024):
        for name in ("ACCURATE", "DERICHE"):
            tests = (f"Gaussian_Sigma_apply ({square(side)}, GAUSSIAN_{name}, {sigma})" for sigma in SIGMAS)
            rows.append(([f"{side}²: {name}"], times(*tests)))
        rows.append(([f"{side}²: cv::GaussianBlur"], times(*peers[side]) + empty(len(SIGMAS) - len(peers[side]))))
    return Table(CPU, "Gaussians, REFLECT.", [(["", f"sigma {SIGMAS[0]}", *map(str, SIGMAS[1:])], rows)])


def integrals():
    rows = []
    for name, depths in DEPTHS.items():
        rows.append(([name], times(*(f"Sat_Sum_against_copy ({side}, {depths}, 1, 1)" for side in SIDES))))
        rows.append((["cv::integral"], times(*(f"Sat_CvIntegral_against_copy ({side}, {depths})" for side in SIDES))))
    return Table(CPU, "Tables.", [(["summed-area table", *squares(SIDES)], rows)])


def any_filters():
    def row(names):
        return [(["4096²"], times(*(f"Recursive_Any_apply (4096, CV_32F, {name})" for name in names),
                                  base="order 3 of {}"))]

    orders = (1, 2, 4, 5, 6, 7, 8, 10, 12, 16, 20)
    return Table(CPU, "Any other filter, in brackets in times of order 3 in the same run.",
                 [(["order, both ways along both axes", *map(str, orders)], row(f"order_{order}" for order in orders)),
                  (["", *OTHERS], row(OTHERS.values()))])


def arrays():
    names = {"512³, three axes": "512_cubed_all", "512³, both axes of each plane": "512_cubed_planes",
             "512³, across the planes": "512_cubed_across", "64 frames of 1920 × 1080": "64_frames_1080p"}
    rows = [([name], times(*(f"Recursive_Volume_apply ({value}, 32FC1, {kind})" for kind in KINDS.values())))
            for name, value in names.items()]
    rows.append((["a line of 2²⁸ samples"],
                 times(*(f"Recursive_Line_apply (({1 << 28}, 1), 32FC1, {kind})" for kind in KINDS.values()))))
    batches = {"40,000 of 10 × 10": "40000_of_10x10", "20,000 of 28 × 28": "20000_of_28x28",
               "100,000 of 4 × 4": "100000_of_4x4", "1000 of 8³": "1000_of_8x8x8", "16⁶": "16_to_the_6th",
               "65³ of 15, not along the 15": "65_cubed_of_15"}
    for name, value in batches.items():
        tests = (f"Recursive_Batch_apply ({value}, 32FC1, {kind})" for kind in ("ORDER_1", "ORDER_3"))
        rows.append(([name], times(*tests) + empty(1)))
    return Table(CPU, "Volumes, lines, batches of images and arrays of short axes, floats, both ways "
                 "([limits](notes/cpu.md)).",
                 [(["", *KINDS], rows)])


def types():
    names = {"8U": "8UC1", "16U": "16UC1", "16S": "16SC1", "16F": "16FC1", "32F": "32FC1", "64F": "64FC1",
             "8U ×3": "8UC3", "8U ×4": "8UC4", "16U ×3": "16UC3", "32F ×3": "32FC3", "32F ×4": "32FC4"}
    rows = [([name], times(*(f"Recursive_Type_apply_2048 ({value}, {kind})" for value in names.values())))
            for name, kind in KINDS.items() if kind != "BSPLINE_3"]
    return Table(CPU, "Other depths and channels, REFLECT.", [(["2048²", *names], rows)])


def dense():
    def large(taps):
        figure = '"conv_2d", {}, 2048x2048x by {}'
        return cell("Papers_Convolution_apply " + figure.format("CONVOLUTION_AUTO", taps), gains=True,
                    base="Papers_Convolution_apply " + figure.format("cv::filter2D", taps))

    small, volumes = (5, 7, 9, 17), (3, 5, 7, 11)
    rows = [([f"{side}²"], times(*(f"Convolution_2D_against_filter2D ({side}, 32FC1, {taps})" for taps in small),
                                 base="peer of {}", gains=True)) for side in (2048, 4096)]
    rows[0][1].extend(large(taps) for taps in (31, 63))
    rows[1][1].extend(empty(2))
    tests = (f'Papers_Convolution_apply "conv_3d", CONVOLUTION_AUTO, 256x256x256x by {taps}' for taps in volumes)
    return Table(CPU, ("Dense kernels, 32F; of images, in brackets cv::filter2D's time over ours. More sizes, and 4D: "
                       "[reproduction.md](reproduction.md#eklund-and-dufort-2013-gtx-680)."),
                 [(["taps", *(f"{taps} × {taps}" for taps in (*small, 31, 63))], rows),
                  (["taps", *(f"{taps}³" for taps in volumes)], [(["256³"], times(*tests))])])


def papers():
    names = {"AUTO": ("RECURSIVE_AUTO", 3), "RT, whole lines": ("RECURSIVE_ALG_RT", 8), "1": ("RECURSIVE_ALG_1", 12),
             "2": ("RECURSIVE_ALG_2", 9), "3": ("RECURSIVE_ALG_3", 6), "4": ("RECURSIVE_ALG_4", 5),
             "5, zero border": ("RECURSIVE_ALG_5", 3), "6": ("RECURSIVE_ALG_6", 3),
             "6b, padded": ("RECURSIVE_ALG_6B", 3)}
    rows = []
    for name, (value, transfers) in names.items():
        tests = (f"Recursive_Algorithm_apply ({square(side)}, {kind}, {value})"
                 for kind, side in itertools.product(("ORDER_1", "ORDER_3"), SIDES))
        rows.append(([name, str(transfers)], times(*tests)))
    first, *others = squares(SIDES)
    about = "The papers' algorithms, REFLECT; transfers are images read plus written; [curves](reproduction.md)."
    title = ["algorithm", "transfers", f"order 1: {first}", *others, f"order 3: {first}", *others]
    return Table(CPU, about, [(title, rows)])


def scipy():
    names = {"lfilter, order 4, rows": "lfilter, order 4, along rows", "columns": "lfilter, order 4, along columns",
             "sosfilt, order 8": "sosfilt, order 8, along rows", "sosfiltfilt": "sosfiltfilt, order 8, along rows",
             "lfilter of 10⁷, one pole": "lfilter, one pole, 10^7 samples", "order 4": "lfilter, order 4, 10^7 samples",
             "gaussian_filter": "gaussian_filter, sigma 5, image", "of a volume": "gaussian_filter, sigma 5, volume",
             "spline_filter of a volume": "spline_filter, degree 3, volume",
             "convolve, 256³, 3³ taps": "256^3, 3^3 taps", "5³": "256^3, 5^3 taps", "7³": "256^3, 7^3 taps"}
    row = times(*(f"peers_scipy ({name})" for name in names.values()), base="peer of {}", gains=True)
    return Table(CPU, "From Python, images 2048², in brackets the time of SciPy's one thread over ours.",
                 [(["", *names], [(["ours"], row)])])


# ---- The GPU's

GPU_SIZES = {"1024²": "1024x1024", "1920×1080": "1920x1080", "2048²": "2048x2048", "3840×2160": "3840x2160",
             "4096²": "4096x4096", "8192²": "8192x8192", "16384²": "16384x16384"}
GPU_SQUARES = {name: size for name, size in GPU_SIZES.items() if "²" in name}


def gpu_sizes():
    def row(name, test, sizes, values=("",)):
        """Of several values the slowest; of other sizes nothing."""
        return [name], [cell(*(test.format(size, value) for value in values)) if size in sizes else None
                        for size in GPU_SIZES.values()]

    def sides(*sides):
        return [square(side) for side in sides]

    filter_test = "RecursiveCuda_Size_apply ({}, {}, BORDER_REFLECT)"
    rows = [(["copy"], copies(*(filter_test.format(size, "ORDER_1") for size in GPU_SIZES.values())))]
    rows += [row(name, filter_test, GPU_SIZES.values(), [kind]) for name, kind in FILTERS.items()]
    rows += [row(f"{name}, sigma 2 to 1000", f"GaussianCuda_Sigma_apply ({{}}, {value}, {{}})",
                 sides(1024, 4096, 8192, 16384), (2, 5, 30, 1000)) for name, value in (("ACCURATE", 0), ("DERICHE", 1))]
    rows += [row(f"VAN_VLIET_3, sigma {sigma}{note}", f"GaussianCuda_VanVliet_apply ({{}}, 2, {sigma})",
                 sides(1024, 4096, 8192)) for sigma, note in ((5, ""), (100, " (double)"))]
    rows += [row(f"B-spline, degree {degree}", f"SplineCuda_Degree_prefilter ({{}}, {degree})", sides(1024, 4096, 8192))
             for degree in (5, 7, 9)]
    return Table(GPU, "Filters; of several sigmas the slowest.", [(["", *GPU_SIZES], rows)])


def gpu_peers():
    def row(name, test, sides):
        return [name], [cell(test.format(side)) if side in sides else None for side in (1024, 2048, 4096, 8192, 16384)]

    blur = "theirs of PeersCuda_Gaussian_apply ({{0}}x{{0}}, {})"
    rows = [row(f"cv::cuda Gaussian, sigma {sigma}", blur.format(sigma), SIDES) for sigma in (2, 5)]
    rows.append(row("cv::cuda::integral, 8U → 32S", "theirs of PeersCuda_Integral_apply {}", (*SIDES, 16384)))
    names = {"CuPy gaussian_filter, sigma 2": "gaussian_filter, sigma 2",
             "CuPy gaussian_filter, sigma 30": "gaussian_filter, sigma 30",
             "CuPy spline_filter, degree 3": "spline_filter, degree 3",
             "cuFFT, R2C × spectrum × C2R": "cuFFT, R2C x spectrum x C2R"}
    rows += [row(name, f"peers_cupy ({{}}, {value})", (1024, 4096, 8192)) for name, value in names.items()]
    about = "Others. cv::cuda's Gaussian has at most 31 taps, so sigma 5 is cut at three sigma. cuFFT takes any kernel."
    return Table(GPU, about, [(["", *GPU_SQUARES], rows)])


def gpu_tables():
    images = {**DEPTHS, "32F → 64F": "CV_32F to CV_64F"}
    layouts = {"": "SAT_INCLUSIVE", ", as cv::integral": "SAT_INTEGRAL"}
    rows = [([name + layout], times(*(f"SatCuda_Sum_against_copy ({size}, {depths}, {value}, SAT_AUTO)"
                                      for size in GPU_SQUARES.values())))
            for (name, depths), (layout, value) in itertools.product(images.items(), layouts.items())
            if value == "SAT_INCLUSIVE" or name == "8U → 32S"]
    arrays = {"512³": "512_cubed", "256³": "256_cubed", "planes of 512³": "512_cubed_planes",
              "across them": "512_cubed_across", "rows of 512³": "512_cubed_rows", "2²⁸ samples": "signal_of_2^28",
              "10⁶ samples": "signal_of_1e6", "10⁶ rows of 100": "rows_of_100", "rows of 1920": "rows_of_1920"}
    of_arrays = [([name + layout], times(*(f"SatCuda_Array_against_copy ({array}, {depths}, {value})"
                                           for array in arrays.values())))
                 for (name, depths), (layout, value) in itertools.product(DEPTHS.items(), layouts.items())]
    return Table(GPU, "Summed-area tables, inclusive or with cv::integral's zeros.",
                 [(["images", *GPU_SQUARES], rows), (["arrays", *arrays], of_arrays)])


def gpu_types():
    names = ("8UC1", "16UC1", "16SC1", "16FC1", "32FC1", "64FC1", "8UC3", "8UC4", "32FC3", "32FC4")
    rows = [([name], times(*(f"RecursiveCuda_Type_apply_4096 ({value}, {kind})" for value in names)))
            for name, kind in KINDS.items()]
    return Table(GPU, "Depths and channels.", [(["4096²", *names], rows)])


def gpu_frames():
    sizes = {"1280×720": "1280x720", "1920×1080": "1920x1080", "2560×1440": "2560x1440", "3840×2160": "3840x2160",
             "4096²": "4096x4096"}
    rows = []
    for kind in ("8UC1", "8UC3", "8UC4", "32FC1", "32FC3"):
        tests = (f"RecursiveCuda_Frame_gaussian ({size}, {kind}, {gaussian})"
                 for gaussian, size in itertools.product(("false", "true"), sizes.values()))
        rows.append(([kind], [cell(f"batch of {test}", base=f"copy of {test}") for test in tests]))
    about = "Frames of a video, calls back to back; a Gaussian is ACCURATE of sigma 30."
    first, *others = sizes
    title = ["", f"order 1: {first}", *others, f"Gaussian: {first}", *others]
    return Table(GPU, about + " Bytes cost their channels ([notes](notes/gpu.md#colour)).", [(title, rows)])


def gpu_functions():
    names = {"blur": "blur", "`unsharpMask`": "unsharp", "`gaussianGradientMagnitude`": "gradient_magnitude",
             "`laplacianOfGaussian`": "Laplacian", "`differenceOfGaussians`": "difference",
             "`maskedGaussianBlur`": "masked_blur", "`maskedBoxFilter`": "masked_box", "`hessianOfGaussian`": "Hessian",
             "`structureTensor`": "structure_tensor", "`boxFilter`": "box", "`boxFilterByRadius`": "box_by_radius",
             "`splineWarpAffine`, degree 3": "warp_cubic"}
    sizes = {"4096², 32F": "4096x4096", "1920×1080, 32F": "1920x1080"}
    rows = []
    for title, size in sizes.items():
        blur, *others = (f"FunctionsCuda_Any_apply ({size}, 32FC1, {value})" for value in names.values())
        others.append(f"FunctionsCuda_Bank_ten_sigmas ({size}, 32FC1, false)")
        rows.append(([title], times(blur, base=None) + times(*others, base=blur)))
    return Table(GPU, "Whole functions, in brackets in times of an ACCURATE blur.",
                 [(["", *names, "`gaussianFilterBank`, ten sigmas"], rows)])


def gpu_any():
    images = {"1024²": (1024, "CV_32F"), "4096²": (4096, "CV_32F"), "8192²": (8192, "CV_32F"),
              "4096², doubles": (4096, "CV_64F")}

    def rows(names, images):
        test = "RecursiveCuda_Any_apply ({}, {}, {})"
        names = list(names)
        return [([title], times(*(test.format(*image, name) for name in names))) for title, image in images.items()]

    orders = (4, 5, 6, 8, 10, 12, 20)
    floats = {title: image for title, image in images.items() if image[1] == "CV_32F"}
    others = {name: value for name, value in OTHERS.items() if value != "butterworth_1"}
    others.update({"4, both ways, along x": "both_ways_4_along_x", "4 along y": "both_ways_4_along_y"})
    return Table(GPU, "Any other filter ([by block states](block_states.md)).",
                 [(["order, both ways along both axes", *map(str, orders)],
                   rows(map("order_{}".format, orders), images)),
                  (["", *others], rows(others.values(), floats))])


def gpu_arrays():
    lines = {"2²⁸": 1 << 28, "2²²": 1 << 22, "2¹⁸": 1 << 18}
    rows = [([f"a line of {name} samples"],
             times(*(f"RecursiveCuda_Line_apply (({length}, 1), 32FC1, {kind})" for kind in KINDS.values())) + empty(1))
            for name, length in lines.items()]
    volumes = {"512³, three axes": "512_cubed_all", "256³, three axes": "256_cubed_all",
               "512³, both axes of each plane": "512_cubed_planes", "512³, across the planes": "512_cubed_across"}
    rows += [([name], times(*(f"RecursiveCuda_Volume_apply ({value}, 32FC1, {kind})" for kind in KINDS.values()),
                            f"RecursiveCuda_VolumeGaussian_apply ({value}, 30)"))
             for name, value in volumes.items()]
    for (name, kind), (way, prefix) in itertools.product((("floats", "32FC1"), ("bytes", "8UC1")),
                                                         (("in one call", "list of "), ("one by one", ""))):
        cells = [cell(*(f"{prefix}RecursiveCuda_Frames_list_and_loop ({kind}, {order}, {apart})"
                        for apart in ("false", "true"))) for order in ("ORDER_1", "ORDER_3")]
        rows.append(([f"64 frames of 1920 × 1080, {name}, {way}"], cells + empty(2)))
    for kind in ("8UC1", "8UC3"):
        test = f"list of GaussianCuda_Frames_list_and_loop (1920x1080, {kind})"
        rows.append(([f"16 frames of 1920 × 1080, {kind}, in one call"], empty(3) + [cell(test)]))
    about = "Lines, volumes and lists, floats. Gaussians: ACCURATE, sigma 30."
    return Table(GPU, about, [(["", *KINDS, "Gaussian"], rows)])


def gpu_dense():
    taps = (3, 5, 7, 9, 11, 13, 15, 17)
    tests = {"4096², 32F": ("ConvolutionCuda_Algorithm_float_4096 (4096x4096, {}, CONVOLUTION_AUTO)", taps),
             "4096², 8UC1, rounded exactly": ("ConvolutionCuda_Type_strict_4096 (8UC1, {})", (3, 5, 7, 9, 11, 17)),
             "4096², 8UC3, likewise": ("ConvolutionCuda_Type_strict_4096 (8UC3, {})", (3, 5, 7, 9, 11, 17)),
             "256³, 32F": ("ConvolutionND_Volume_float_256 ({}, 0)", (3, 5, 7, 9, 11, 13, 17)),
             "128³ × 32, 32F": ("ConvolutionND_Volume_over_time_128 ({}, 0)", (3, 5, 7, 9, 11))}
    rows = [([name], [cell(test.format(count)) if count in measured else None for count in taps])
            for name, (test, measured) in tests.items()]
    return Table(GPU, "Dense kernels.", [(["taps a side", *map(str, taps)], rows)])


def gpu_signals():
    places = {"rows of 1024²": ("1024 x 1024", -1), "of 4096²": ("4096 x 4096", -1), "of 8192²": ("8192 x 8192", -1),
              "columns of 4096²": ("4096 x 4096", 0), "a line of 2²⁰": (1 << 20, -1), "of 2²⁴": (1 << 24, -1),
              "of 2²⁸": (1 << 28, -1)}
    names = {"lfilter, one pole": "lfilter, one pole, 0.9",
             "lfilter, Butterworth of order 2": "lfilter, Butterworth, order 2", "sosfilt, order 4": "sosfilt, order 4",
             "running sum, cumsum": "running sum"}

    def tests(name):
        return (f"peers_cupy ({name}, {shape}, {axis})" for shape, axis in places.values())

    rows = [(["copy"], copies(*tests(names["lfilter, one pole"])))]
    rows += [([name], times(*tests(value), base="peer of {}", gains=True)) for name, value in names.items()]
    about = "From Python on CuPy's arrays, in brackets CuPy's time over ours."
    return Table(GPU, about, [(["", *places], rows)])


TABLES = {"filters": filters(), "gaussians": gaussians(), "integrals": integrals(), "any": any_filters(),
          "arrays": arrays(), "types": types(), "dense": dense(), "papers": papers(), "scipy": scipy(),
          "gpu_sizes": gpu_sizes(), "gpu_peers": gpu_peers(), "gpu_tables": gpu_tables(), "gpu_types": gpu_types(),
          "gpu_frames": gpu_frames(), "gpu_functions": gpu_functions(), "gpu_any": gpu_any(),
          "gpu_arrays": gpu_arrays(), "gpu_dense": gpu_dense(), "gpu_signals": gpu_signals()}

LIST = "RecursiveCuda_Frames_list_and_loop ({}, ORDER_1, false)"
BLUR, GPU_BLUR = "Gaussian_Sigma_apply (4096x4096, GAUSSIAN_{}, {})", "GaussianCuda_Sigma_apply (4096x4096, {}, {})"
PEER_BLUR, GPU_PEER_BLUR = "Today_GaussianBlur (4096x4096, {})", "theirs of PeersCuda_Gaussian_apply (4096x4096, {})"
FRAME = "batch of RecursiveCuda_Frame_gaussian (1920x1080, {}, true)"
CLAIMS = [
    Claim("README.md", CPU, r"\*\*(?P<base>\d+) ms by cv::GaussianBlur and (?P<time>\d+) ms here\*\*",
          times(BLUR.format("ACCURATE", 30), base=PEER_BLUR.format(30))),
    Claim("README.md", GPU, r"a 1080p frame on a GPU ([\d.]+) times",
          times(FRAME.format("8UC3"), base=FRAME.format("8UC1"))),
    Claim("doc/choosing.md", GPU, r"to (?P<time>\d+) µs at 4096² .* takes (?P<base>\d+) for sigma 2",
          times(GPU_BLUR.format(0, 2), base=GPU_PEER_BLUR.format(2))),
    Claim("doc/choosing.md", GPU, r"to (?P<time>\d+) µs at 4096² .* and (?P<base>\d+) for sigma 5",
          times(GPU_BLUR.format(0, 5), base=GPU_PEER_BLUR.format(5))),
    Claim("doc/video.md", GPU, r"take ([\d.]+) copies in a list and ([\d.]+) one by one, bytes ([\d.]+) and ([\d.]+)",
          times(*(way + LIST.format(kind) for kind, way in itertools.product(("32FC1", "8UC1"), ("list of ", ""))))),
    Claim("doc/video.md", GPU, r"takes (?P<base>\d+) µs for a gray frame of 1920 × 1080, (?P<time>\d+) for 8UC3",
          times(FRAME.format("8UC3"), base=FRAME.format("8UC1"))),
]


def plotted():
    """{(processor, method, sigma): test} of doc/sigma.csv."""
    tests = {("CPU", "cv::GaussianBlur", sigma): PEER_BLUR.format(sigma) for sigma in (2, 5, 30)}
    tests.update({("GPU", "cv::cuda Gaussian", sigma): GPU_PEER_BLUR.format(sigma) for sigma in (2, 5)})
    tests.update({("GPU", "CuPy gaussian_filter", sigma): f"peers_cupy (4096, gaussian_filter, sigma {sigma})"
                  for sigma in (2, 5, 30)})
    for value, name in enumerate(("ACCURATE", "DERICHE")):
        tests.update({("CPU", f"recfilter {name}", sigma): BLUR.format(name, sigma) for sigma in SIGMAS})
        tests.update({("GPU", f"recfilter {name}", sigma): GPU_BLUR.format(value, sigma) for sigma in (2, 5, 30, 1000)})
    for sigma in (2, 1000):  # what does not depend on it
        tests["CPU", "copy", sigma] = "copy of " + BLUR.format("ACCURATE", 2)
        tests["GPU", "copy", sigma] = "copy of " + GPU_BLUR.format(0, 2)
        tests["GPU", "cuFFT convolution", sigma] = "peers_cupy (4096, cuFFT, R2C x spectrum x C2R)"
    return tests


# ---- Reports

def read(reports):
    """{test: time} of reports, in their units: milliseconds of the CPU, microseconds of the GPU."""
    results = {}
    for report in reports:
        text = pathlib.Path(report).read_text()
        results.update(read_tests(text) if text.startswith("<?xml") else read_peers(text))
    return results


def read_tests(text):
    """Of the framework's XML. "copy of TEST" is the copy in the same run, "peer of TEST" what the test compares with,
    "batch of TEST" one of many calls back to back, "order 3 of TEST" that filter in the same run. A test may measure
    more by a name, which its properties begin with: "list of TEST", "copy of list of TEST"."""
    results = {}
    for case in xml.etree.ElementTree.fromstring(text.encode()).iter("testcase"):
        values = {item.get("name"): item.get("value") for item in case.iter("property")}
        test = f"{case.get('classname')} {case.get('value_param')}"
        for key, value in values.items():
            found = re.fullmatch(r"(?:(\w+)_)?(median|copy|peer|batch)_[mu]s", key)
            if found and case.find("failure") is None and float(value) > 0:
                name = f"{found[1]} of {test}" if found[1] else test
                results[name if found[2] == "median" else f"{found[2]} of {name}"] = float(value)
        if test in results and "of_order_3" in values:
            results[f"order 3 of {test}"] = results[test] / float(values["of_order_3"])
    return results


def read_peers(text):
    """Of what perf/peers_scipy.py prints, and perf/peers_cupy.py, also with --signals."""
    results = {}
    for name, theirs, ours in re.findall(r"^(\S.*?):? +SciPy +([\d.]+) ms, .* times our +([\d.]+) ms$", text, re.M):
        results[f"peers_scipy ({name})"], results[f"peer of peers_scipy ({name})"] = float(ours), float(theirs)
    side = copy = None
    for line in text.splitlines():
        if found := re.fullmatch(r"(\d+) x \d+: copy ([\d.]+) us", line):
            side, copy = found[1], float(found[2])
        elif (found := re.fullmatch(r"  (.+): ([\d.]+) us \([\d.]+\)", line)) and side:
            test = f"peers_cupy ({side}, {found[1]})"
            results[test], results[f"copy of {test}"] = float(found[2]), copy
        elif found := re.match(r"\| (\S.*?) \| ([\dx ]+) \| (-1|0) \| (\d+) \| (.*?) \| (\d+) \(", line):
            test = f"peers_cupy ({found[1]}, {found[2]}, {found[3]})"
            results[test], results[f"copy of {test}"] = float(found[6]), float(found[4])
            if theirs := re.match(r"\d+", found[5]):
                results[f"peer of {test}"] = float(theirs[0])
    return results


def measured(of, results):
    """(time, ratio) of a cell. Either may be missing."""
    if of is None or any(test not in results for test in of.tests):
        return None, None
    test = max(of.tests, key=results.get)
    time, base = results[test], results.get(of.base.format(test)) if of.base else None
    return time, base and (base / time if of.gains else time / base)


def cells(table):
    return [of for _, rows in table.parts for _, row in rows for of in row if of]


def tables_of(page):
    return {name: table for name, table in TABLES.items() if page in (None, table.page)}


def tests_of(page):
    """The benchmarks that a page names, each once."""
    of_claims = (of for claim in CLAIMS if page in (None, claim.page) for of in claim.cells)
    names = [name for of in itertools.chain(*map(cells, tables_of(page).values()), of_claims)
             for name in (*of.tests, *([of.base] if of.base and "{}" not in of.base else []))]
    names += [test for (processor, _, _), test in plotted().items() if page in (None, PROCESSORS[processor])]
    return sorted({re.sub(r"^(\w+ of )*", "", name) for name in names})


# ---- Pages

def digits(value):
    return f"{value:.2g}" if value < 10 else f"{value:.0f}"


def text_of(of, results):
    time, ratio = measured(of, results)
    return "" if time is None else f"{digits(time)} ({digits(ratio)})" if ratio else digits(time)


def lines_of(part, results):
    title, rows = part
    yield "| " + " | ".join(title) + " |"
    yield "|" + "---|" * len(title)
    for labels, row in rows:
        yield "| " + " | ".join([*labels, *(text_of(of, results) for of in row)]) + " |"


def place_of(name):
    return re.compile(rf"(<!-- perf {name} -->\n).*?(<!-- end -->)", re.DOTALL)


def write_plotted(results, measurement, page):
    """Rows of doc/sigma.csv, each with its measurement. Comments name that of rows without."""
    path, tests = ROOT / "doc" / "sigma.csv", plotted()
    text = path.read_text().splitlines()
    comments = [line for line in text if line.startswith("#")]
    rows = list(csv.DictReader(text[len(comments):]))
    for row in rows:
        test = tests.get((row["processor"], row["method"], int(row["sigma"])))
        if test in results and page in (None, PROCESSORS[row["processor"]]):
            scale = 1 if row["processor"] == "CPU" else 1e-3
            row.update(measurement._asdict(), milliseconds=f"{scale * results[test]:.3g}")
    with open(path, "w", newline="") as file:
        is_new = [bool(row.get("commit")) for row in rows]
        file.writelines(f"{line}\n" for line in (comments[:1] if all(is_new) else comments))
        columns = ["processor", "method", "sigma", "milliseconds", *(Measurement._fields if any(is_new) else ())]
        writer = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write(results, measurement, page=None):
    write_plotted(results, measurement, page)
    for name, table in tables_of(page).items():
        if not any(time for time, _ in (measured(of, results) for of in cells(table))):
            continue
        path = ROOT / "doc" / table.page
        text = "\n\n".join("\n".join(lines_of(part, results)) for part in table.parts)
        caption = textwrap.fill("{} {}, {}, commit {}:".format(table.about, *measurement), 120, break_on_hyphens=False)
        new, count = place_of(name).subn(lambda at: f"{at[1]}{caption}\n\n{text}\n{at[2]}", path.read_text())
        if count != 1:
            sys.exit(f"{path} has {count} places for the table {name}")
        path.write_text(new)


def rows_in(text):
    """The cells of the tables in a text, row by row, for each table."""
    tables = [[[item.strip() for item in line.strip().removeprefix("|").removesuffix("|").split("|")]
               for line in block.splitlines() if line.startswith("|")] for block in text.split("\n\n")]
    return [rows for rows in tables if rows]


def frame_of(rows, part):
    """Title and labels of a table in a page."""
    return [rows[0], *(row[:len(part[1][0][0])] for row in rows[2:])]


def claims_of_table(name, table):
    """(name, ratio, cell) of every ratio in a page, but for those of others."""
    place = place_of(name).search((ROOT / "doc" / table.page).read_text())
    parts = rows_in(place[0]) if place else []
    if [frame_of(rows, part) for rows, part in zip(parts, table.parts)] != \
            [[title, *(labels for labels, _ in rows)] for title, rows in table.parts]:
        sys.exit(f"doc/{table.page}: the table {name} has other titles or labels than this script writes")
    for rows, (_, expected) in zip(parts, table.parts):
        for row, (labels, row_cells) in zip(rows[2:], expected):
            for text, of in zip(row[len(labels):], row_cells):
                found = re.search(r"\(([\d.]+)\)", text)
                if found and of and not PEERS.search(labels[0]):
                    yield f"{name}: {of.tests[0]}", float(found[1]), of


def claims(page):
    for name, table in tables_of(page).items():
        yield from claims_of_table(name, table)
    for claim in CLAIMS:
        if page in (None, claim.page):
            found = re.search(claim.pattern, re.sub(r"\s+", " ", (ROOT / claim.file).read_text()))
            numbers = [float(number) for number in found.groups()] if found else [0] * len(claim.cells)
            if found and found.groupdict():
                numbers = [float(found["time"]) / float(found["base"])]
            yield from ((f"{claim.file}: {of.tests[0]}", number, of) for number, of in zip(numbers, claim.cells))


def check(results, tolerance, page=None):
    counts = collections.Counter()
    for name, said, of in claims(page):
        _, ratio = measured(of, results)
        if not said:
            verdict = "failed"
        elif not ratio:
            verdict = "skipped"
        else:
            verdict = "failed" if (said / ratio if of.gains else ratio / said) > tolerance else "passed"
        counts[verdict] += 1
        if verdict == "failed":
            said_and_measured = f"the page says {said:g}, measured {ratio:.3g}" if said else "no number in the page"
            print(f"failed: {name}: {said_and_measured}")
    print(", ".join(f"{counts[verdict]} {verdict}" for verdict in ("passed", "failed", "skipped")))
    return counts["failed"] or not counts["passed"]


def commit():
    return subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=pathlib.Path(__file__).parent, check=True,
                          capture_output=True, text=True).stdout.strip()


def date_of(report):
    """Of the framework's XML, or of the file."""
    found = re.search(r'timestamp="([\d-]+)', pathlib.Path(report).read_text())
    return found[1] if found else datetime.date.fromtimestamp(pathlib.Path(report).stat().st_mtime).isoformat()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("filter", "parameters", "write", "check"))
    parser.add_argument("reports", nargs="*")
    parser.add_argument("--page", choices=(CPU, GPU), help="this page's tables alone, and claims about the same tests")
    parser.add_argument("--machine", default="One machine")
    parser.add_argument("--date", help="of the measurement; the first report's by default")
    parser.add_argument("--commit", help="that was measured; the working tree's by default")
    parser.add_argument("--tolerance", type=float, default=1.3)
    options = parser.parse_args()
    tests = [test.partition(" ") for test in tests_of(options.page) if not test.startswith("peers_")]
    if options.task == "filter":
        return print(":".join(sorted({f"{suite}.*" for suite, _, _ in tests})))
    if options.task == "parameters":
        return print(":".join(sorted({parameters.replace(":", "?") for _, _, parameters in tests})))
    results = read(options.reports)
    if options.task == "check":
        return sys.exit(check(results, options.tolerance, options.page))
    date = options.date or date_of(options.reports[0])
    return write(results, Measurement(options.machine, date, options.commit or commit()), options.page)


if __name__ == "__main__":
    main()
