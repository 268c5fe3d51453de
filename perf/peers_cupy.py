#!/usr/bin/env python3
"""What others take on the GPU, float32: medians between two events, beside a copy in device memory.

    perf/peers_cupy.py [SIDE...]                    what users of Python have: CuPy's filters and convolution by cuFFT
    perf/peers_cupy.py --table TABLE.csv FIGURE...  what the papers' figures compare with (perf/reproduce.sh gpu)
    perf/peers_cupy.py --signals                    CuPy's lfilter and sosfilt, and CUB's scan (cupy.cumsum), beside
                                                    cv2.recfilter on the same arrays. PYTHONPATH names the folder of cv2
"""

import functools
import itertools
import os
import sys

try:
    import cupy as cp
    from cupyx.scipy import ndimage
except ImportError:
    print("skipped: no CuPy")
    sys.exit(0)

import paper_tables


def microseconds(call, calls=15, warm_up=3):
    times = []
    for i in range(warm_up + calls):
        begin, end = cp.cuda.Event(), cp.cuda.Event()
        begin.record()
        call()
        end.record()
        end.synchronize()
        if i >= warm_up:
            times.append(1e3 * cp.cuda.get_elapsed_time(begin, end))
    return sorted(times)[calls // 2]


def check(is_right, method):
    """No figure counts unless the result is right."""
    if not is_right:
        raise ValueError(f"wrong result: {method}")


def captured(call):
    """The kernels of a call as a CUDA graph, so that Python's time between them does not count."""
    stream = cp.cuda.Stream(non_blocking=True)
    cp.cuda.Device().synchronize()
    with stream:
        call()
        stream.begin_capture()
        call()
        graph = stream.end_capture()
    stream.synchronize()
    return lambda keeps_memory=call: graph.launch()


def convolution(image):
    """Periodic, by a spectrum that is already there; a kernel of one pixel shifts, whatever its place."""

    def by(kernel):
        spectrum = cp.fft.rfft2(kernel)
        return lambda: cp.fft.irfft2(cp.fft.rfft2(image) * spectrum, image.shape)

    shift = cp.zeros_like(image)
    shift[3, 5] = 1
    check(abs(by(shift)() - cp.roll(image, (3, 5), (0, 1))).max() < 1e-5, "convolution by cuFFT")
    return by(cp.random.default_rng(1).random(image.shape, cp.float32))


def functions(image, out):
    """What cupyx.scipy.ndimage has beside a blur, as perf_functions.hpp calls ours."""
    turn = cp.array([[0.98, 0.17, -300], [-0.17, 0.98, 300], [0, 0, 1]])
    mask = (cp.arange(image.size, dtype=cp.int32).reshape(image.shape) % 3 > 0).astype(cp.float32)
    blur = functools.partial(ndimage.gaussian_filter, sigma=3, mode="mirror")
    return {
        "gaussian_gradient_magnitude, sigma 3": lambda: ndimage.gaussian_gradient_magnitude(image, 3, out, "mirror"),
        "gaussian_laplace, sigma 3": lambda: ndimage.gaussian_laplace(image, 3, out, mode="mirror"),
        "gaussian_filter of image x mask over that of the mask": lambda: blur(image * mask) / blur(mask),
        "uniform_filter, 61": lambda: ndimage.uniform_filter(image, 61, out, mode="mirror"),
        "affine_transform, order 3": lambda: ndimage.affine_transform(image, turn, order=3, output=out, mode="mirror"),
    }


def random_image(side):
    return cp.random.default_rng(0).random((side, side), cp.float32)


def copy_time(image):
    out = cp.empty_like(image)
    return microseconds(lambda: cp.copyto(out, image))


def measure(side):
    image = random_image(side)
    out, copy = cp.empty_like(image), copy_time(image)
    print(f"{side} x {side}: copy {copy:.1f} us")
    peers = {"cuFFT, R2C x spectrum x C2R": convolution(image)}
    for sigma in 2, 5, 30:
        peers[f"gaussian_filter, sigma {sigma}"] = functools.partial(ndimage.gaussian_filter, image, sigma, output=out,
                                                                    mode="reflect")
    peers["spline_filter, degree 3"] = lambda: ndimage.spline_filter(image, 3, output=cp.float32, mode="mirror")
    peers.update(functions(image, out))
    for name, call in peers.items():
        time = microseconds(call)
        print(f"  {name}: {time:.0f} us ({time / copy:.1f})")


def up(n, step):
    return -(-n // step)


@functools.lru_cache(None)
def kernels(radius):
    return Kernels(radius)


class Kernels:
    """Those of peers_kernels.cu, for a radius of convolutions."""

    def __init__(self, radius):
        with open(os.path.join(os.path.dirname(__file__), "peers_kernels.cu")) as file:
            self.module = cp.RawModule(code=file.read(), backend="nvcc", options=("-std=c++17", f"-DRADIUS={radius}"))

    def run(self, name, grid, block, *arguments):
        numbers = [cp.int32(a) if isinstance(a, int) else a for a in arguments]
        self.module.get_function(name)(grid, block, tuple(numbers))

    def convolve(self, image, taps, between, out):
        """Separable, with a zero border."""
        height, width = image.shape
        cp.ndarray(taps.shape, cp.float32, self.module.get_global("taps"))[...] = taps

        def call():
            self.run("convolveRows", (up(width, 128), height // 4), (16, 4), image, between, width, height)
            self.run("convolveColumns", (width // 16, up(height, 64)), (16, 8), between, out, width, height)

        return call

    def scan_and_transpose(self, image, between, out):
        height, width = image.shape

        def half(src, dst, scratch, rows, columns):
            self.run("scanRows", (rows,), (256,), src, scratch, columns)
            self.run("transpose", (columns // 32, rows // 32), (32, 8), scratch, dst, columns, rows)

        def call():
            half(image, out, between, height, width)
            half(out, out, between, width, height)

        return call

    def scan_in_waves(self, image, between, out):
        height, width = image.shape
        bands, chunks = height // 32, up(width, 128)
        of_bands, of_chunks = cp.empty((bands, width), cp.float32), cp.empty((chunks, height), cp.float32)

        def call():
            self.run("sumBands", (up(width, 128), bands), (128,), image, of_bands, width)
            self.run("sumBefore", (up(width, 128),), (128,), of_bands, width, bands)
            self.run("addBands", (up(width, 128), bands), (128,), image, of_bands, between, width)
            self.run("sumChunks", (chunks, height // 8), (32, 8), between, of_chunks, width, height)
            self.run("sumBefore", (up(height, 128),), (128,), of_chunks, height, chunks)
            self.run("addChunks", (chunks, height // 8), (32, 8), between, of_chunks, out, width, height)

        return call


def gaussian_taps(count):
    """Sigma is a sixth of the taps."""
    taps = cp.exp(-0.5 * ((cp.arange(count) - count // 2) / (count / 6)) ** 2)
    return (taps / taps.sum()).astype(cp.float32)


def direct_peers(image):
    """(method, border, parameter, transfers, call) of direct convolution, once its result is right."""
    between, out = cp.empty_like(image), cp.empty_like(image)
    for count in 17, 33, 65:
        taps = gaussian_taps(count)
        call = kernels(count // 2).convolve(image, taps, between, out)
        call()
        corner = slice(0, 512)
        expected = image[:577, :577].astype(cp.float64)
        for axis in 0, 1:
            expected = ndimage.convolve1d(expected, taps, axis=axis, mode="constant")
        check(abs(out[corner, corner] - expected[corner, corner]).max() < 1e-5, f"direct, {count} taps")
        yield f"direct, {count} taps", "CONSTANT", count / 6, 4, captured(call)


def spectrum_peers(image):
    yield "cuFFT", "WRAP", 0, 0, convolution(image)


def table_peers(image):
    between, out = cp.empty_like(image), cp.empty_like(image)
    scans = kernels(8)  # of any radius
    expected = image.astype(cp.float64).cumsum(0).cumsum(1)

    def cumsum():
        cp.cumsum(cp.cumsum(image, 0), 1, out=out)

    methods = (("CUB scans, transposed", 8, captured(scans.scan_and_transpose(image, between, out))),
               ("multi-wave, carries", 6, captured(scans.scan_in_waves(image, between, out))),
               ("cupy.cumsum", 0, cumsum))
    for method, transfers, call in methods:
        out.fill(0)
        call()
        check(abs(out - expected).max() < 1e-3 * expected.max(), method)
        yield method, "CONSTANT", 1, transfers, call


PEERS = {"sat": [table_peers], "gaussian": [direct_peers, spectrum_peers], "wide_gaussian": [spectrum_peers]}


def measured(peers, figure, side):
    """Rows for perf/paper_tables.py."""
    image = random_image(side)
    copy = copy_time(image)
    for method, border, parameter, transfers, call in peers(image):
        time = microseconds(call)
        print(f"{figure}, {side} x {side}, {method}: {time:.1f} us ({time / copy:.2f})", flush=True)
        yield {"figure": figure, "method": method, "border": border, "width": side, "height": side,
               "parameter": f"{parameter:g}", "transfers": transfers or "", "bytes_per_pixel": 4 * transfers or "",
               "us": f"{time:.2f}", "copy_us": f"{copy:.2f}"}


def measure_figures(table, figures):
    """Whether all results were right. Those that were are in the table."""
    sides = sorted(side for power in range(6, 15) for side in (2 ** power, 3 * 2 ** (power - 1)) if side <= 16384)
    all_right = True
    for figure in figures:
        rows = []
        for peers, side in itertools.product(PEERS.get(figure, []), sides):
            try:
                rows.extend(measured(peers, figure, side))
            except ValueError as error:
                print(f"{figure}, {side} x {side}: {error}", file=sys.stderr)
                all_right = False
            cp.get_default_memory_pool().free_all_blocks()
        if rows:
            paper_tables.merge(table, rows)
    return all_right


# scipy.signal.butter(2, 0.2), and (4, 0.2, output="sos")
BUTTERWORTH_2 = (
    (0.0674552738890719, 0.1349105477781438, 0.0674552738890719),
    (1.0, -1.1429805025399011, 0.41280159809618877),
)
BUTTERWORTH_4_SECTIONS = (
    (0.004824343357716228, 0.009648686715432456, 0.004824343357716228, 1.0, -1.0485995763626117, 0.2961403575616696),
    (1.0, 2.0, 1.0, 1.0, -1.3209134308194264, 0.6327387928852766),
)


def running_sum(array, axis):
    """CuPy hands arrays of one axis to CUB's scan if no axis is named."""
    return cp.cumsum(array, None if array.ndim == 1 else axis)


def signal_peers():
    """(filter, axis, shapes, CuPy's call, ours), called with arrays of float32. CuPy's taps are in float32, too."""
    import cv2
    from cupyx.scipy import signal

    ours, lines = cv2.recfilter, [(1 << 20,), (1 << 24,), (1 << 28,)]
    images = [(1024, 1024), (4096, 4096), (8192, 8192)]
    pole = (0.1,), (1.0, -0.9)
    for name, (b, a) in (("one pole, 0.9", pole), ("Butterworth, order 2", BUTTERWORTH_2)):
        theirs = functools.partial(signal.lfilter, cp.asarray(b, cp.float32), cp.asarray(a, cp.float32))
        for axis, shapes in (-1, images + lines), (0, images):
            yield f"lfilter, {name}", axis, shapes, theirs, functools.partial(ours.lfilter, b, a)
    theirs = functools.partial(signal.sosfilt, cp.asarray(BUTTERWORTH_4_SECTIONS, cp.float32))
    for axis, shapes in (-1, images + lines), (0, images):
        yield "sosfilt, order 4", axis, shapes, theirs, functools.partial(ours.sosfilt, BUTTERWORTH_4_SECTIONS)
    for axis, shapes in (-1, images + lines), (0, images):
        yield "running sum", axis, shapes, running_sum, functools.partial(ours.lfilter, 1, (1, -1))


def error_of(call, array, axis, exact):
    """Of the largest result."""
    return float(abs(call(array, axis=axis) - exact).max() / abs(exact).max())


def measure_signals():
    """Prints a table. Whether all of our results were right: to 1e-5, as recursive.hpp promises. Right are sums in
    double by CuPy, and filters in double by cv2.recfilter, with which CuPy's agree to float."""
    print("| filter | shape | axis | copy, us | CuPy, us (error) | cv2.recfilter, us (error) | CuPy's time over ours |")
    print("|---|---|---|---|---|---|---|")
    all_right = True
    for name, axis, shapes, theirs, ours in signal_peers():
        for shape in shapes:
            array = cp.random.default_rng(0).random(shape, cp.float32) - cp.float32(0.5)
            exact = (theirs if theirs is running_sum else ours)(array.astype(cp.float64), axis=axis)
            mine, my_error = microseconds(lambda: ours(array, axis=axis)), error_of(ours, array, axis, exact)
            all_right = all_right and my_error <= 1e-5
            try:
                error = error_of(theirs, array, axis, exact)
                time = microseconds(lambda: theirs(array, axis=axis))
                theirs_text, ratio = f"{time:.0f} ({error:.0e})", f"{time / mine:.1f}"
            except Exception as failed:  # a peer that fails has no time
                theirs_text, ratio = f"{type(failed).__name__}: {failed}".splitlines()[0], ""
            print(f"| {name} | {' x '.join(map(str, shape))} | {axis} | {copy_time(array):.0f} | {theirs_text} | "
                  f"{mine:.0f} ({my_error:.0e}) | {ratio} |", flush=True)
            del array, exact
            cp.get_default_memory_pool().free_all_blocks()
    return all_right


def main(arguments):
    if arguments[:1] == ["--signals"]:
        return 0 if measure_signals() else 1
    if arguments[:1] == ["--table"]:
        return 0 if measure_figures(arguments[1], arguments[2:]) else 1
    for argument in arguments or ["1024", "2048", "4096", "8192"]:
        measure(int(argument))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
