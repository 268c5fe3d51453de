#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Wrong arguments raise, and never end the process: each callable gets them in a process of its own."""

import subprocess
import sys
import unittest

PREPARATION = """
import cv2, numpy

class Tensor:  # what a tensor of another library looks like, here over memory of the host
    shape, dtype, is_cuda = (4, 5), "torch.float32", True
    memory = numpy.zeros((4, 5), numpy.float32)

    @property
    def __cuda_array_interface__(self):
        return {"shape": self.shape, "typestr": "<f4", "data": (self.memory.ctypes.data, False), "version": 3}

image = numpy.zeros((4, 5), numpy.float32)
blur = cv2.cuda.createRecursiveGaussianFilter(3, 3)
table = cv2.cuda.createSummedAreaTable()
wrong = {
    "list": [[1.0, 2.0], [1.0]],
    "string": "x",
    "None": None,
    "object": object(),
    "dict": {},
    "dtype": numpy.zeros((4, 5), object),
    "strings": numpy.zeros((4, 5), "U1"),
    "tensor": Tensor(),
}
"""

ATTEMPTS = """
for name, value in wrong.items():
    try:
        call(value)
    except (cv2.error, TypeError, ValueError) as error:
        print("raised for", name, type(error).__name__)
    else:
        print("accepted", name)
"""

# Callables, and what they accept among the arguments above: in OpenCV's bindings, None mostly means a default.
CALLS = {
    "blur.apply(value)": (),
    "blur.apply(image, value)": ("None",),
    "blur.apply(src=value)": (),
    "table.apply(value)": (),
    "table.applyAll(value, cv2.cuda.SAT_SUM)": (),
    "table.applyAll(image, value)": (),
    "cv2.cuda.recursiveGaussianBlur(value, 3)": (),
    "cv2.cuda.recursiveGaussianBlur(image, value)": (),
    "cv2.cuda.createRecursiveGaussianFilter(value)": ("None",),
    "cv2.cuda.createRecursiveFilter(value)": ("None",),
    "cv2.cuda.createBSplinePrefilter(value)": (),
    "cv2.cuda.createBandedSolver(value)": ("None",),
    "cv2.cuda.createSummedAreaTable(value)": ("None",),
    "cv2.cuda.createNonSeparableFilter(value)": (),
    "cv2.cuda.createNonSeparableFilter([value])": (),
    "cv2.cuda.createNonSeparableFilter(image).apply(value)": (),
    "cv2.cuda.RecursivePass(value, [1])": ("None",),
    "cv2.cuda.RecursiveAxis.symmetric([1], value)": ("None",),
    "cv2.recfilter.gaussian_filter(value, 3)": (),
    "cv2.recfilter.gaussian_filter(image, value)": (),
    "cv2.recfilter.gaussian_filter1d(value, 3)": (),
    "cv2.recfilter.gaussian_filter1d(image, value)": (),
    "cv2.recfilter.gaussian_laplace(value, 3)": (),
    "cv2.recfilter.gaussian_gradient_magnitude(value, 3)": (),
    "cv2.recfilter.spline_filter(value)": (),
    "cv2.recfilter.spline_filter(image, value)": (),
    "cv2.recfilter.spline_filter1d(value)": (),
    "cv2.recfilter.lfilter([1], [1, -0.5], value)": (),
    "cv2.recfilter.lfilter(value, [1, -0.5], image)": (),
    "cv2.recfilter.lfilter([1], [1, -0.5], image, zi=value)": ("None",),
    "cv2.recfilter.sosfilt(value, image)": (),
    "cv2.recfilter.filtfilt([1], [1, -0.5], image, 0, 'odd', value)": (),
    "cv2.recfilter.correlate(value, image)": (),
    "cv2.recfilter.correlate(image, value)": (),
    "cv2.recfilter.correlate1d(image, value)": (),
    "cv2.recfilter.uniform_filter(image, value)": (),
    "cv2.recfilter.integral(value)": (),
}
# A stream may be left out or be None. Builds without CUDA do not have the argument.
STREAM_CALLS = {
    "blur.apply(image, None, value)": ("None",),
    "blur.apply(image, stream=value)": ("None",),
    "cv2.cuda.boxFilter(image, (3, 3), stream=value)": ("None",),
}


class WrongArguments(unittest.TestCase):
    def check(self, call, accepted):
        program = "\n".join((PREPARATION, "def call(value):\n    " + call, ATTEMPTS))
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
        self.assertEqual(run.returncode, 0, f"{call}: the process ended:\n{run.stdout}\n{run.stderr}")
        lines = run.stdout.splitlines()
        self.assertEqual(len(lines), 8, run.stdout)
        self.assertEqual([line for line in lines if line.startswith("accepted")], [f"accepted {a}" for a in accepted])

    def test_streams(self):
        import cv2

        has_streams = "stream]" in cv2.cuda.RecursiveFilter.apply.__doc__
        for call, accepted in STREAM_CALLS.items():
            with self.subTest(call):
                self.check(call, accepted if has_streams else ())


# Calls that are refused with an output, which stays as it is: the error, a part of its text, and the call.
REFUSED = (
    ("ValueError", "sigma is -1.0; 0 to 1e5", "gaussian_filter(image, -1, output=out)"),
    ("ValueError", "sigma has 3 values; one, or 2", "gaussian_filter(image, (1, 2, 3), output=out)"),
    ("TypeError", "sigma is None; numbers of kind Real", "gaussian_filter(image, None, output=out)"),
    ("TypeError", "sigma is 'x'; numbers of kind Real", "gaussian_filter(image, 'x', output=out)"),
    ("TypeError", "sigma is 1j; numbers of kind Real", "gaussian_filter(image, 1j, output=out)"),
    ("ValueError", "order is 3; derivatives of order 0, 1 and 2", "gaussian_filter(image, 1, 3, out)"),
    ("TypeError", "order is 1.0; numbers of kind Integral", "gaussian_filter(image, 1, 1.0, out)"),
    ("ValueError", "mode is 'edge'; reflect", "gaussian_filter(image, 1, 0, out, 'edge')"),
    ("ValueError", "mode is 33; reflect", "gaussian_filter(image, 1, 0, out, 33)"),
    ("ValueError", "mode is True; reflect", "gaussian_filter(image, 1, 0, out, True)"),
    ("ValueError", "mode is []; reflect", "gaussian_filter(image, 1, 0, out, ['wrap', []])"),
    ("ValueError", "mode has 1 values; one, or 2", "gaussian_filter(image, 1, 0, out, ['wrap'])"),
    ("TypeError", "cval is 'x'; a number", "gaussian_filter(image, 1, 0, out, 'constant', 'x')"),
    ("ValueError", "cval is nan; a finite number", "gaussian_filter(image, 1, 0, out, 'constant', numpy.nan)"),
    ("TypeError", "cval is 1j; a real number", "gaussian_filter(image, 1, 0, out, 'constant', 1j)"),
    ("TypeError", "cval is 1j; a real number", "gaussian_filter1d(image, 1, 1, 0, out, 'constant', 1j)"),
    ("TypeError", "cval is 1j; a real number", "gaussian_laplace(image, 1, out, 'constant', 1j)"),
    ("ValueError", "cval is 1e+308; up to 1e+280", "gaussian_filter(image, 1, 0, out, 'constant', 1e308)"),
    ("TypeError", "truncate is None; a number", "gaussian_filter(image, 1, 0, out, truncate=None)"),
    ("ValueError", "radius is -1; integers from 0", "gaussian_filter(image, 1, 0, out, radius=-1)"),
    ("ValueError", "axes is (0, 0); different axes", "gaussian_filter(image, 1, 0, out, axes=(0, 0))"),
    ("TypeError", "axes is 0.0; numbers of kind Integral", "gaussian_filter(image, 1, 0, out, axes=0.0)"),
    ("ValueError", "channel_axis is 2 and input has 2 dim", "gaussian_filter(image, 1, 0, out, channel_axis=2)"),
    ("ValueError", "approximation is 99", "gaussian_filter(image, 1, 0, out, approximation=99)"),
    ("TypeError", "approximation is None", "gaussian_filter(image, 1, 0, out, approximation=None)"),
    ("TypeError", "stream is for a GpuMat", "gaussian_filter(image, 1, 0, out, stream=1)"),
    ("ValueError", "output has shape (4, 5); (5, 4) is needed", "gaussian_filter(image.T, 1, 0, out)"),
    ("TypeError", "input is a masked array", "spline_filter(numpy.ma.masked_array(image), 3, out)"),
    ("TypeError", "input has dtype object; bool", "gaussian_filter(image.astype(object), 1, 0, out)"),
    ("TypeError", "output has dtype float32 and input complex128", "gaussian_filter(image + 1j * image64, 1, 0, out)"),
    ("TypeError", "sigma is (1.0, 1.0); one number", "gaussian_filter1d(image, (1, 1), output=out)"),
    ("ValueError", "axis is 2 and the array has 2 dim", "gaussian_filter1d(image, 1, 2, 0, out)"),
    ("TypeError", "axis is 0.5; an integer", "gaussian_filter1d(image, 1, 0.5, 0, out)"),
    ("ValueError", "sigma has 3 values; one, or 2", "gaussian_laplace(image, (1, 2, 3), out)"),
    ("ValueError", "mode is 'edge'; reflect", "gaussian_gradient_magnitude(image, 1, out, 'edge')"),
    ("ValueError", "order is 1; degrees 2 to 9", "spline_filter(image, 1, out)"),
    ("TypeError", "order is 3.0; numbers of kind Integral", "spline_filter(image, 3.0, out)"),
    ("ValueError", "mode is 'edge'; mirror", "spline_filter(image, 3, out, 'edge')"),
    ("ValueError", "order is 10; degrees 0 to 9", "spline_filter1d(image, 10, 0, out)"),
    ("ValueError", "axis is -3 and the array has 2 dim", "spline_filter1d(image, 3, -3, out)"),
    ("ValueError", "output has shape (4, 5); (5, 6) is needed", "integral(image, out)"),
    ("ValueError", "tables is 'all'; one or more", "integral(image, out, tables='all', inclusive=True)"),
    ("ValueError", "tables is 5; one or more", "integral(image, out, tables=5, inclusive=True)"),
    ("TypeError", "dtype of output is float32; float64", "integral(image64, out, inclusive=True)"),
    (
        "TypeError",
        "sqdtype is float32; float64 are accepted for sqsum of float32 with sums of dtype float64",
        "integral(image, tables=('sum', 'sqsum'), dtype=float, sqdtype='f4')",
    ),
    ("ValueError", "input has 3 dimensions; tilted", "integral([[[1]]], tables='tilted')"),
)


class Refused(unittest.TestCase):
    def test_message_and_output(self):
        import cv2
        import numpy

        image = numpy.random.default_rng(1).random((4, 5), numpy.float32)
        names = {"numpy": numpy, "image": image, "image64": image.astype(numpy.float64)}
        names.update({name: getattr(cv2.recfilter, name) for name in cv2.recfilter.__all__})
        for kind, text, call in REFUSED:
            with self.subTest(call):
                out = numpy.full((4, 5), 7, numpy.float32)
                for _ in range(2):  # kept filters change nothing
                    with self.assertRaises({"ValueError": ValueError, "TypeError": TypeError}[kind]) as refused:
                        eval(call, dict(names, out=out))
                    self.assertIn(text, str(refused.exception))
                    self.assertTrue((out == 7).all())
                names["gaussian_filter"](image, 1, 0, out)
                self.assertFalse((out == 7).all())


def _test(call, accepted):
    return lambda self: self.check(call, accepted)


for number, (call, accepted) in enumerate(CALLS.items(), 1):
    test = _test(call, accepted)
    test.__doc__ = call
    setattr(WrongArguments, f"test_{number:02}", test)


if __name__ == "__main__":
    unittest.main()
