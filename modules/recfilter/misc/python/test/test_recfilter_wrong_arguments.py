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
    "list": [[1.0, 2.0]],
    "string": "x",
    "None": None,
    "object": object(),
    "dict": {},
    "dtype": numpy.zeros((4, 5), complex),
    "bool": numpy.zeros((4, 5), bool),
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
    "cv2.recfilter.gaussian_filter(value, 3)": (),
    "cv2.recfilter.gaussian_filter(image, value)": (),
    "cv2.recfilter.spline_filter(value)": (),
    "cv2.recfilter.lfilter([1], [1, -0.5], value)": (),
    "cv2.recfilter.lfilter(value, [1, -0.5], image)": (),
    "cv2.recfilter.integral(value)": (),
}
# A stream may be left out or be None. Builds without CUDA do not have the argument.
STREAM_CALLS = {"blur.apply(image, None, value)": ("None",), "blur.apply(image, stream=value)": ("None",)}


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


def _test(call, accepted):
    return lambda self: self.check(call, accepted)


for number, (call, accepted) in enumerate(CALLS.items(), 1):
    test = _test(call, accepted)
    test.__doc__ = call
    setattr(WrongArguments, f"test_{number:02}", test)


if __name__ == "__main__":
    unittest.main()
