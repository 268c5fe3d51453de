#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""cv2.recfilter on arrays of a GPU: GpuMat, CuPy, PyTorch, and a stand-in for other libraries.

Without a GPU the stand-in lies over memory of the host. Then its layouts are tested, and that calls are refused.
"""

import gc
import importlib
import unittest

import cv2
import numpy as np
from cv2 import recfilter
from cv2.recfilter._cpp_names import _FUNCTIONS
from cv2.recfilter._device_array import DeviceArray
from cv2.recfilter._layout import grouping_of_axis, grouping_of_image

GPU = cv2.cuda.getCudaEnabledDeviceCount() > 0
RANDOM = np.random.default_rng(2)
IMAGE = RANDOM.random((90, 70), np.float32)
BYTES = RANDOM.integers(0, 256, (90, 70), np.uint8)
VOLUME = RANDOM.random((6, 50, 40), np.float32)

needs_gpu = unittest.skipUnless(GPU, "without a GPU")


def library(name):
    """The module, if it is installed and there is a GPU."""
    try:
        return importlib.import_module(name) if GPU else None
    except ImportError:
        return None


cupy, torch, numba_cuda = library("cupy"), library("torch"), library("numba.cuda")


class StandIn:
    """What a library unknown to cv2.recfilter hands over: an address with a layout."""

    alive = 0

    def __init__(self, array, address=None, **others):
        StandIn.alive += 1
        self.array = array
        self.interface = {
            "version": 3,
            "shape": array.shape,
            "typestr": array.dtype.str,
            "data": (array.ctypes.data if address is None else address, not array.flags.writeable),
            "strides": None if array.flags.c_contiguous else array.strides,
            **others,
        }

    def __del__(self):
        StandIn.alive -= 1

    @property
    def __cuda_array_interface__(self):
        return self.interface


class StandInsOverHostMemory(unittest.TestCase):
    def images(self, array, channel_axis=None):
        axes = [axis for axis in range(array.ndim) if axis != channel_axis]
        shape = array.shape
        grouping = grouping_of_image(shape, *axes) if len(axes) == 2 else grouping_of_axis(shape, axes[0])[0]
        images = self.wrapped(array).images(grouping)
        return images and [(m.size(), m.channels(), m.step1()) for m in images]

    @staticmethod
    def wrapped(array):
        made = StandIn(array)
        return DeviceArray(made, "input", made.interface)

    def test_layouts(self):
        self.assertEqual(self.images(IMAGE), [((70, 90), 1, 70)])
        self.assertEqual(self.images(IMAGE[::2, 5:50]), [((45, 45), 1, 140)])
        self.assertEqual(self.images(IMAGE[0]), [((70, 1), 1, 70)])
        self.assertEqual(self.images(VOLUME, 0), [((40, 50), 1, 40)] * 6)
        self.assertEqual(self.images(VOLUME, 1), [((40, 6), 1, 2000)] * 50)
        self.assertEqual(self.images(VOLUME, 2), [((50, 6), 40, 2000)])
        self.assertEqual(self.images(IMAGE[..., np.newaxis], 2), [((70, 90), 1, 70)])

    def test_refused_layouts(self):
        for array, channel_axis in ((IMAGE.T, None), (IMAGE[:, ::2], None), (IMAGE[::-1], None), (VOLUME[..., :2], 2)):
            self.assertIsNone(self.images(array, channel_axis))
            with self.assertRaisesRegex(ValueError, "input has shape .* and strides .*; copy the array first"):
                self.wrapped(array).copy()

    @unittest.skipIf(GPU, "with a GPU")
    def test_calls_are_refused_without_a_gpu(self):
        for call in (
            lambda a: recfilter.gaussian_filter(a, 3),
            lambda a: recfilter.gaussian_filter(a, 3, output=StandIn(np.empty_like(IMAGE))),
            lambda a: recfilter.spline_filter(a),
            lambda a: recfilter.lfilter([1], [1, -0.5], a),
            lambda a: recfilter.integral(a),
        ):
            for others in ({}, {"stream": 1}, {"stream": 12345}):
                with self.assertRaises(cv2.error):
                    call(StandIn(IMAGE, **others))

    @unittest.skipIf(GPU, "with a GPU")
    def test_refused_calls_keep_nothing(self):
        gc.collect()
        before = StandIn.alive
        for _ in range(10000):
            try:
                recfilter.spline_filter(StandIn(IMAGE), output=StandIn(IMAGE))
            except cv2.error:
                pass
        gc.collect()
        self.assertEqual(StandIn.alive, before)

    def test_refused_arguments(self):
        readonly = np.zeros_like(IMAGE)
        readonly.flags.writeable = False
        rows = (
            (TypeError, "input has a mask", StandIn(IMAGE, mask=StandIn(IMAGE)), None),
            (TypeError, "input has dtype complex64", StandIn(IMAGE.astype(complex).astype("c8")), None),
            (ValueError, "output is read-only", StandIn(IMAGE), StandIn(readonly)),
            (ValueError, "output has shape", StandIn(IMAGE), StandIn(IMAGE[1:])),
            (TypeError, "output is a numpy.ndarray and input a ", StandIn(IMAGE), readonly),
            (TypeError, "and input a numpy.ndarray", IMAGE, StandIn(IMAGE)),
            (ValueError, "input has shape (0, 70)", StandIn(IMAGE[:0]), None),
        )
        for kind, text, source, output in rows:
            with self.subTest(text):
                with self.assertRaises(kind) as refused:
                    recfilter.spline_filter(source, output=output)
                self.assertIn(text, str(refused.exception))


class OnGpu:
    """The tests of each kind of array: put() makes one of a numpy array, get() the reverse."""

    kind = None
    has_planes = True  # channels need not lie side by side
    has_padding = False  # filtfilt() pads arrays of the library

    def check(self, call, *inputs, share=3e-6):
        result = call(*map(self.put, inputs))
        results = result if isinstance(result, tuple) else (result,)
        expected = call(*inputs)
        for got, want in zip(results, expected if isinstance(expected, tuple) else (expected,)):
            self.assertIsInstance(got, self.kind)
            got = self.get(got)
            self.assertEqual((got.dtype, got.shape), (want.dtype, want.shape))
            # Floats to a share of the largest value; bytes that lie between two values may be rounded either way.
            floats = share * np.abs(want).max()
            tolerance = {"f": floats, "c": floats, "u": 1, "i": int(want.dtype.itemsize != 4)}[want.dtype.kind]
            wide = complex if want.dtype.kind == "c" else float
            np.testing.assert_allclose(got.astype(wide), want.astype(wide), rtol=0, atol=tolerance)

    def test_filters(self):
        self.check(lambda a: recfilter.gaussian_filter(a, (2, 30)), IMAGE)
        # 2e-6 of the largest derivative that such an image can have is promised, 1.5e-5 of this one; 4.5e-6 on an H200.
        self.check(lambda a: recfilter.gaussian_filter(a, 3, 1, np.float32, "wrap"), BYTES, share=6e-6)
        self.check(lambda a: recfilter.gaussian_filter(a, 3), BYTES)
        self.check(lambda a: recfilter.spline_filter(a), IMAGE)
        self.check(lambda a: recfilter.spline_filter(a), BYTES)
        self.check(lambda a: recfilter.lfilter([1], [1, -0.9], a, 0), IMAGE)

    def test_dense_kernels(self):
        weights = RANDOM.random((3, 4)) - 0.3
        self.check(lambda a: recfilter.correlate(a, weights), IMAGE)
        self.check(lambda a: recfilter.convolve(a, weights, np.float32, ("wrap", "mirror"), origin=(1, -1)), BYTES)
        self.check(lambda a: recfilter.correlate1d(a, weights[0], 0, mode="constant", cval=0.5), IMAGE)
        self.check(lambda a: recfilter.uniform_filter(a, 5), BYTES)
        self.check(lambda a: recfilter.lfilter(np.ones(30) / 30, [1, -0.5], a, 0, output=np.float32), IMAGE)
        self.check(lambda a: recfilter.correlate(a, np.ones((1, 99)) / 99), IMAGE)  # longer than the array
        self.check(lambda a: recfilter.lfilter([0], [1, -0.5], a, 0), IMAGE)
        with self.assertRaisesRegex(TypeError, "input is a .* NumPy arrays are accepted"):
            recfilter.correlate(self.put(IMAGE), np.ones((3, 3)) * 1j)

    def test_states_and_padding(self):
        with self.assertRaisesRegex(TypeError, "x is a .*; with zi NumPy arrays are accepted"):
            recfilter.lfilter([1], [1, -0.5], self.put(IMAGE), zi=np.zeros((90, 1)))
        self.check(lambda a: recfilter.filtfilt([0.5], [1, -0.5], a, 0, mode="reflect"), IMAGE)
        if self.has_padding:
            self.check(lambda a: recfilter.filtfilt([0.5], [1, -0.5], a, 0), IMAGE)
            self.check(lambda a: recfilter.sosfiltfilt([0.5, 0, 0, 1, -0.5, 0], a, 1, "constant", 5), IMAGE)
        else:
            with self.assertRaisesRegex(TypeError, "x is a .*, which is not padded; mode='reflect'"):
                recfilter.filtfilt([0.5], [1, -0.5], self.put(IMAGE), 0)

    def test_tables(self):
        self.check(lambda a: recfilter.integral(a), BYTES)
        self.check(lambda a: recfilter.integral(a, tables=("tilted", "sqsum"), inclusive=True), BYTES)

    def test_channels(self):
        interleaved = np.ascontiguousarray(VOLUME[:3].transpose(1, 2, 0))
        self.check(lambda a: recfilter.gaussian_filter(a, 4, channel_axis=2), interleaved)
        self.check(lambda a: recfilter.integral(a, channel_axis=2, dtype=np.float64), interleaved)
        if self.has_planes:
            self.check(lambda a: recfilter.gaussian_filter(a, 4, channel_axis=0), VOLUME)
            self.check(lambda a: recfilter.gaussian_filter(a, 4), IMAGE[0])

    def test_any_dimension(self):
        if not self.has_planes:
            self.skipTest("a GpuMat has two dimensions")
        stack = VOLUME.reshape(2, 3, 50, 40)
        # Each axis may lose 2e-6, on the CPU and on the GPU.
        self.check(lambda a: recfilter.gaussian_filter(a, 2), VOLUME, share=1e-5)
        modes = "wrap", "reflect", "constant"
        self.check(lambda a: recfilter.gaussian_filter(a, (1, 2, 3), mode=modes), VOLUME, share=1e-5)
        self.check(lambda a: recfilter.gaussian_filter(a, 2, axes=(1, 2)), stack)
        self.check(lambda a: recfilter.gaussian_filter1d(a, 2, 1), stack)
        self.check(lambda a: recfilter.spline_filter(a, 5), stack, share=1e-5)
        self.check(lambda a: recfilter.lfilter([1], [1, -0.5], a, 1), stack)
        self.check(lambda a: recfilter.gaussian_filter(a, 2), (VOLUME * 255).astype(np.uint8))

    def test_one_row_and_one_column(self):
        for image in (IMAGE[:1], np.ascontiguousarray(IMAGE[:, :1]), np.ascontiguousarray(VOLUME[:1, :, :3])):
            arguments = {"channel_axis": 2} if image.ndim == 3 else {}
            for axis in (0, 1):
                self.check(lambda a: recfilter.gaussian_filter1d(a, 3, axis, **arguments), image)
                self.check(lambda a: recfilter.lfilter([1], [1, -0.5], a, axis, **arguments), image)
            self.check(lambda a: recfilter.gaussian_filter(a, 3, mode=("wrap", "mirror"), **arguments), image)
            self.check(lambda a: recfilter.spline_filter(a, 3, **arguments), image)

    def test_promoted_dtypes(self):
        self.check(lambda a: recfilter.spline_filter(a), (IMAGE * 255).astype(np.int32))
        self.check(lambda a: recfilter.spline_filter(a), (IMAGE * 100).astype(np.int8))
        # Derivatives of noise are small against what a derivative of such an image can be.
        self.check(lambda a: recfilter.gaussian_filter(a, 2, 1), BYTES, share=3e-5)
        self.check(lambda a: recfilter.gaussian_filter(a, 2, output=np.uint8), IMAGE * 255)
        self.check(lambda a: recfilter.gaussian_filter(a, 0), IMAGE)
        if self.has_planes:
            self.check(lambda a: recfilter.gaussian_filter(a, 2), IMAGE > 0.5)

    def test_output(self):
        source, out = self.put(IMAGE), self.put(np.zeros_like(IMAGE))
        self.assertIs(recfilter.gaussian_filter(source, 3, output=out), out)
        np.testing.assert_allclose(self.get(out), recfilter.gaussian_filter(IMAGE, 3), atol=2e-6)
        recfilter.gaussian_filter(source, 3, output=source)
        np.testing.assert_allclose(self.get(source), recfilter.gaussian_filter(IMAGE, 3), atol=2e-6)

    def test_no_leak_over_10000_frames(self):
        frame = self.put(IMAGE)
        for _ in range(100):
            recfilter.gaussian_filter(frame, 3)
        before = free_bytes()
        for _ in range(10000):
            recfilter.gaussian_filter(frame, 3)
        self.assertLess(before - free_bytes(), 8 << 20)


def free_bytes():
    gc.collect()
    cv2.cuda.Stream.Null().waitForCompletion()
    return cv2.cuda.DeviceInfo().freeMemory()


@needs_gpu
class GpuMats(OnGpu, unittest.TestCase):
    kind = cv2.cuda.GpuMat
    has_planes = False

    @staticmethod
    def put(array):
        made = cv2.cuda.GpuMat()
        made.upload(array)
        return made

    @staticmethod
    def get(array):
        return array.download()

    def test_stream(self):
        stream = cv2.cuda.Stream()
        result = recfilter.gaussian_filter(self.put(IMAGE), 3, stream=stream)
        stream.waitForCompletion()
        np.testing.assert_allclose(self.get(result), recfilter.gaussian_filter(IMAGE, 3), atol=2e-6)

    def test_stream_of_a_method(self):
        stream, blur = cv2.cuda.Stream(), cv2.cuda.createRecursiveGaussianFilter(3)
        source, out = self.put(IMAGE), self.put(IMAGE)
        blur.apply(source, out, stream)
        sums, squares, tilted = cv2.cuda.createSummedAreaTable().applyAll(source, cv2.cuda.SAT_SQSUM, stream=stream)
        blurred = cv2.cuda.recursiveGaussianBlur(source, 3, stream=stream)
        stream.waitForCompletion()
        self.assertTrue(sums.empty() and tilted.empty() and squares.size() == (71, 91))
        np.testing.assert_array_equal(out.download(), blurred.download())


@needs_gpu
class StandInsOverGpuMemory(OnGpu, unittest.TestCase):
    kind = recfilter.CudaArray

    @staticmethod
    def put(array):
        memory = cv2.cuda.GpuMat()
        memory.upload(np.frombuffer(array.tobytes(), np.uint8).reshape(1, -1))
        made = StandIn(array, address=memory.cudaPtr(), strides=None)
        made.memory = memory
        return made

    @staticmethod
    def get(array):
        interface = array.__cuda_array_interface__
        shape, dtype = interface["shape"], np.dtype(interface["typestr"])
        type = {"u1": cv2.CV_8U, "i4": cv2.CV_32S, "f4": cv2.CV_32F, "f8": cv2.CV_64F}[dtype.str[1:]]
        count = int(np.prod(shape))
        return cv2.cuda.createGpuMatFromCudaMemory(1, count, type, interface["data"][0]).download().reshape(shape)

    def test_streams_of_the_interface(self):
        stream = cv2.cuda.Stream()
        source = self.put(IMAGE)
        for handle in (1, 2, stream.cudaPtr()):
            source.interface["stream"] = handle
            result = recfilter.gaussian_filter(source, 3)
            self.assertEqual(result.__cuda_array_interface__["stream"], handle)
            cv2.cuda.wrapStream(handle).waitForCompletion()
            np.testing.assert_allclose(self.get(result), recfilter.gaussian_filter(IMAGE, 3), atol=2e-6)

    def test_memory_of_the_host_is_refused(self):
        with self.assertRaisesRegex(cv2.error, "src"):
            recfilter.gaussian_filter(StandIn(IMAGE.copy()), 3)

    def test_libraries_with_a_namespace_convert(self):
        class Namespace:
            @staticmethod
            def asarray(array, copy):
                return ("converted", StandInsOverGpuMemory.get(array), copy)

        source = self.put(IMAGE)
        source.__array_namespace__ = lambda: Namespace
        name, result, copy = recfilter.gaussian_filter(source, 3)
        self.assertEqual((name, copy), ("converted", True))
        np.testing.assert_allclose(result, recfilter.gaussian_filter(IMAGE, 3), atol=2e-6)


@needs_gpu
class DenseKernels(unittest.TestCase):
    def test_an_array_for_each_kernel(self):
        kernels = [RANDOM.random((3, 5)), RANDOM.random((3, 5))]
        source = cv2.cuda.GpuMat()
        source.upload(IMAGE)
        dense, stream = cv2.cuda.createNonSeparableFilter(kernels), cv2.cuda.Stream()
        for results in (dense.apply(source), dense.apply(source, stream=stream)):
            stream.waitForCompletion()
            self.assertEqual(len(results), 2)
            for result, expected in zip(results, dense.apply(IMAGE)):
                np.testing.assert_allclose(result.download(), expected, rtol=2e-6)


TURN = np.array([[0.8, -0.6, 20], [0.6, 0.8, -9]])
TENSORS = RANDOM.random((90, 70, 3), np.float32)
PLACES = 60 * RANDOM.random((90, 70, 2), np.float32)
# Arguments of the functions of images, and how far results of the GPU may lie from those of the CPU.
CALLS = {
    "recursiveGaussianBlur": ((IMAGE, 3.0), 2e-6),
    "gaussianGradientMagnitude": ((IMAGE, 3.0), 1e-5),
    "laplacianOfGaussian": ((IMAGE, 3.0), 1e-5),
    "differenceOfGaussians": ((IMAGE, 3.0), 1e-5),
    "unsharpMask": ((IMAGE, 3.0), 1e-5),
    "structureTensor": ((IMAGE, 2.0, 5.0), 1e-5),
    "hessianOfGaussian": ((IMAGE, 3.0), 1e-5),
    "symmetricEigenvalues": ((TENSORS,), 1e-5),
    "planarGaussianBlur": ((BYTES, 3.0), 1),  # a frame of 70 x 60
    "maskedGaussianBlur": ((IMAGE, (IMAGE > 0.3).astype(np.uint8), 3.0), 1e-5),
    "maskedBoxFilter": ((IMAGE, (IMAGE > 0.3).astype(np.uint8), (7, 5)), 1e-5),
    "boxFilter": ((IMAGE, (7, 5)), 1e-5),
    "boxFilterByRadius": ((IMAGE, BYTES), 1e-5),
    "localMeanVariance": ((IMAGE, (7, 5)), 1e-5),
    "splineWarpAffine": ((IMAGE, TURN), 1e-5),
    "splineRemap": ((IMAGE, PLACES), 1e-5),
    "gaussianFilterBank": ((IMAGE, [1.0, 4.0]), 1e-5),
}


def listed(results):
    return results if isinstance(results, tuple) else (results,)


class FunctionsOfImages(unittest.TestCase):
    def test_none_is_left_out(self):
        self.assertEqual(set(CALLS), set(_FUNCTIONS) - {"scaleSpaceBlobs"})

    @needs_gpu
    def test_streams(self):
        for name, (arguments, atol) in CALLS.items():
            function, stream = getattr(cv2.cuda, name), cv2.cuda.Stream()
            expected = listed(function(*arguments))
            there = [GpuMats.put(a) if isinstance(a, np.ndarray) and a is not TURN else a for a in arguments]
            for options in ({"stream": stream}, {"stream": None}, {}):
                with self.subTest(name, options=list(options.values())):
                    results = listed(function(*there, **options))
                    stream.waitForCompletion()
                    self.assertEqual(len(results), len(expected))
                    for result, one in zip(results, expected):
                        np.testing.assert_allclose(result.download(), one, atol=atol)

    @needs_gpu
    def test_blobs_come_to_the_host(self):
        rows, columns = np.mgrid[:80, :100]
        image = np.exp(-((columns - 30) ** 2 + (rows - 20) ** 2) / 50).astype(np.float32)
        expected = cv2.cuda.scaleSpaceBlobs(image)
        self.assertGreater(len(expected), 0)
        np.testing.assert_allclose(cv2.cuda.scaleSpaceBlobs(GpuMats.put(image)), expected, rtol=1e-4)


class TestsOfALibrary(OnGpu):
    has_padding = True

    def test_rows_at_a_distance_are_taken_as_they_are(self):
        self.check(lambda a: recfilter.gaussian_filter(a[::2, 5:50], 3), IMAGE)
        out = self.put(np.zeros((90, 100), np.float32))
        recfilter.gaussian_filter(self.put(IMAGE), 3, output=out[:, 10:80])
        np.testing.assert_allclose(self.get(out)[:, 10:80], recfilter.gaussian_filter(IMAGE, 3), atol=2e-6)
        self.assertFalse(self.get(out)[:, :10].any() or self.get(out)[:, 80:].any())

    def test_other_layouts_are_copied(self):
        for view in (lambda a: a.T, lambda a: a[:, ::2], lambda a: a[3:, 1:2]):
            self.check(lambda a: recfilter.gaussian_filter(view(a), 3), IMAGE)
            out = self.put(np.zeros((2, *IMAGE.shape), np.float32))[1]
            recfilter.gaussian_filter(view(self.put(IMAGE)), 3, output=view(out))
            np.testing.assert_allclose(
                self.get(view(out)), recfilter.gaussian_filter(view(IMAGE), 3), atol=3e-6, rtol=0
            )

    def test_every_dtype_of_the_library(self):
        numbers = (RANDOM.random((30, 40)) * 100).astype(np.float32)
        for code in ("?", "u1", "i1", "i2", "i4", "i8", "f2", "f4", "f8", "c8", "c16"):
            image = numbers > 50 if code == "?" else numbers.astype(code)
            if code[0] == "c":
                image = (numbers + 1j * numbers[::-1]).astype(code)
            if code != "f2":  # float16 rounds
                self.check(lambda a: recfilter.gaussian_filter(a, 2), image)
                self.check(lambda a: recfilter.gaussian_filter(a, 2, 1), image, share=3e-5)
                self.check(lambda a: recfilter.gaussian_laplace(a, 2), image, share=3e-5)
                self.check(lambda a: recfilter.integral(a, inclusive=True), image)
            self.check(lambda a: recfilter.spline_filter(a), image)
        self.check(lambda a: recfilter.gaussian_filter(a, 2, output=np.int64), numbers)
        self.check(lambda a: recfilter.gaussian_gradient_magnitude(a, 2), numbers, share=3e-5)

    def test_tables_of_any_dimension(self):
        volume = (VOLUME * 255).astype(np.uint8)
        for inclusive in (False, True):
            self.check(lambda a: recfilter.integral(a, inclusive=inclusive), volume)
            self.check(lambda a: recfilter.integral(a, tables=("sum", "sqsum"), inclusive=inclusive), volume[0, 0])
            self.check(lambda a: recfilter.integral(a, inclusive=inclusive, channel_axis=0), volume)

    def test_empty_arrays(self):
        self.assertEqual(tuple(recfilter.gaussian_filter(self.put(IMAGE[:0]), 2).shape), (0, 70))

    def test_current_stream(self):
        """Work that is queued before and after the filter on a stream of the caller keeps its order."""
        with self.stream():
            ones = self.put(np.ones((2000, 2000), np.float32))
            for i in range(50):
                ones[...] = i  # on this stream
                blurred = recfilter.gaussian_filter(ones, 3)
                blurred = blurred * 2
                np.testing.assert_allclose(self.get(blurred)[::99, ::99], 2 * i, rtol=2e-6)

    def test_second_device(self):
        if cv2.cuda.getCudaEnabledDeviceCount() < 2:
            self.skipTest("with one GPU")
        with self.on_device(1):
            far = self.put(IMAGE)
        result = recfilter.gaussian_filter(far, 3)
        np.testing.assert_allclose(self.get(result), recfilter.gaussian_filter(IMAGE, 3), atol=2e-6)
        with self.assertRaisesRegex(ValueError, "output is on device 0 and input on device 1"):
            recfilter.gaussian_filter(far, 3, output=self.put(IMAGE))


@unittest.skipUnless(cupy, "without CuPy and a GPU")
class CupyArrays(TestsOfALibrary, unittest.TestCase):
    kind = cupy.ndarray if cupy else None

    @staticmethod
    def put(array):
        return cupy.asarray(array)

    @staticmethod
    def get(array):
        return cupy.asnumpy(array)

    @staticmethod
    def stream():
        return cupy.cuda.Stream(non_blocking=True)

    @staticmethod
    def on_device(number):
        return cupy.cuda.Device(number)


@unittest.skipUnless(torch and torch.cuda.is_available(), "without PyTorch and a GPU")
class TorchTensors(TestsOfALibrary, unittest.TestCase):
    kind = torch.Tensor if torch else None

    @staticmethod
    def put(array):
        return torch.from_numpy(np.ascontiguousarray(array)).cuda()

    @staticmethod
    def get(array):
        return array.cpu().numpy()

    @staticmethod
    def stream():
        return torch.cuda.stream(torch.cuda.Stream())

    @staticmethod
    def on_device(number):
        return torch.cuda.device(number)

    def test_tensors_of_the_host_are_refused(self):
        with self.assertRaisesRegex(TypeError, "input is a torch.Tensor"):
            recfilter.gaussian_filter(torch.zeros(4, 5), 3)


@unittest.skipUnless(numba_cuda, "without Numba and a GPU")
class NumbaArrays(OnGpu, unittest.TestCase):
    @property
    def kind(self):
        from numba.cuda.cudadrv.devicearray import DeviceNDArray

        return DeviceNDArray

    @staticmethod
    def put(array):
        return numba_cuda.to_device(np.ascontiguousarray(array))

    @staticmethod
    def get(array):
        return array.copy_to_host()


if __name__ == "__main__":
    unittest.main()
