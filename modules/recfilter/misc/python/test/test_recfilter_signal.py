#!/usr/bin/env python
# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""Filters along one axis, against definitions in numpy and, where it is installed, against SciPy."""

import unittest

import numpy as np

try:
    import scipy.signal
except ImportError:
    scipy = None

from cv2 import recfilter
from cv2.recfilter._signal import _in_our_names

RANDOM = np.random.default_rng(1)
SIGNAL = RANDOM.random(400)
VOLUME = RANDOM.random((4, 90, 3))
needs_scipy = unittest.skipUnless(scipy, "without SciPy")


def direct_form(b, a, x, state=None):
    """Direct form II transposed, sample by sample: (y, state behind the last sample)."""
    order = max(len(b), len(a)) - 1
    b, a = (np.pad(np.asarray(taps, float), (0, order + 1 - len(taps))) / a[0] for taps in (b, a))
    z, y = np.zeros(order + 1), []
    z[:order] = 0 if state is None else state
    for sample in x:
        y.append(b[0] * sample + z[0])
        z[:-1] = z[1:] + b[1:] * sample - a[1:] * y[-1]
    return np.array(y), z[:order]


class Taps(unittest.TestCase):
    FILTERS = (
        (1.0, [1, -0.5]),
        ([1], 2),
        (0.5, 1),
        ([0.0, 0.0, 1.0], [1, -0.5]),  # a delay
        ([0.5, 0.25, 0.0], [2, -1.0, 0.0]),  # a[0] is not 1, zeros at the end
        (np.array(0.5), np.array([1, -0.9, 0.3])),
        (np.array([1, 2], np.int8), np.array([4, -1])),
        (range(1, 4), (2.0, 1.0)),
        ([0.5 + 0j], np.array([1, -0.5 + 0j])),  # no imaginary part to lose
        (RANDOM.random(22), [1]),
        (RANDOM.random(31), [1, -0.9, 0.3]),
        (RANDOM.random(500), [1, -0.5]),  # longer than the signal
        (np.concatenate((RANDOM.random(40), np.zeros(3))), [0.5]),
    )

    def test_definition(self):
        for b, a in self.FILTERS:
            with self.subTest(b=b, a=a):
                expected, _ = direct_form(np.atleast_1d(b).real, np.atleast_1d(a).real, SIGNAL)
                np.testing.assert_allclose(recfilter.lfilter(b, a, SIGNAL), expected, atol=1e-11)
                lines = np.stack((SIGNAL, -SIGNAL, 2 * SIGNAL))
                np.testing.assert_allclose(
                    recfilter.lfilter(b, a, lines.T, axis=0), np.outer(expected, (1, -1, 2)), atol=1e-11
                )

    def test_no_taps_but_zeros(self):
        for b in ([0.0], 0, [0, 0, 0], np.zeros(30)):
            for x in (SIGNAL, SIGNAL.astype(np.float32), (SIGNAL * 255).astype(np.uint8), SIGNAL + 1j):
                result = recfilter.lfilter(b, [1, -0.5], x)
                self.assertEqual(result.dtype, recfilter.lfilter(1, [1, -0.5], x).dtype)
                np.testing.assert_array_equal(result, 0 * x)
        out = np.ones_like(SIGNAL)
        self.assertIs(recfilter.lfilter(0, 1, SIGNAL, output=out), out)
        np.testing.assert_array_equal(out, 0)
        np.testing.assert_array_equal(recfilter.filtfilt(0, [1, -0.5], SIGNAL), 0)
        np.testing.assert_array_equal(recfilter.sosfilt([0, 0, 0, 1, 0, 0], SIGNAL), 0)

    def test_integers_give_floats(self):
        steps = np.full(4, 100, np.uint8)
        for dtype, wanted in (
            (np.uint8, np.float32),
            (np.int16, np.float32),
            (np.int32, np.float64),
            (int, np.float64),
        ):
            result = recfilter.lfilter([1], [1, -1], steps.astype(dtype))
            self.assertEqual(result.dtype, wanted)
            np.testing.assert_array_equal(result, [100, 200, 300, 400])
            result = recfilter.filtfilt([1, -1], [1], (np.arange(15) ** 2).astype(dtype))
            self.assertEqual(result.dtype, wanted)
            np.testing.assert_allclose(result[2:13], -2, atol=1e-4)

    def test_complex_signals(self):
        x = SIGNAL + 1j * SIGNAL[::-1]
        for call in (
            lambda x: recfilter.lfilter([0.2, 0.1], [1, -0.9, 0.3], x),
            lambda x: recfilter.lfilter(np.ones(30), [1, -0.9, 0.3], x),
            lambda x: recfilter.sosfilt([[0.2, 0.1, 0, 1, -0.9, 0.3]], x),
            lambda x: recfilter.filtfilt([0.2, 0.1], [1, -0.9, 0.3], x),
            lambda x: recfilter.filtfilt([0.2, 0.1], [1, -0.9, 0.3], x, mode="reflect"),
            lambda x: recfilter.lfilter([0.2, 0.1], [1, -0.9, 0.3], x, zi=[0.5, 0.25])[0],
        ):
            expected = call(x.real) + 1j * (call(x.imag) - call(0 * x.imag))
            result = call(x)
            self.assertEqual(result.dtype, np.complex128)
            np.testing.assert_allclose(result, expected, atol=1e-12)
            self.assertEqual(call(x.astype(np.complex64)).dtype, np.complex64)
        for cval in (1, 2 - 3j, 1j, np.complex64(1 + 1j)):
            for call in (
                lambda x, c: recfilter.filtfilt([0.2, 0.1], [1, -0.9, 0.3], x, mode="constant", cval=c),
                lambda x, c: recfilter.filtfilt([0.2], [1, -0.9], x.reshape(20, 20), 0, mode="constant", cval=c),
                lambda x, c: recfilter.sosfiltfilt([[0.2, 0.1, 0, 1, -0.9, 0.3]], x, mode="constant", cval=c),
            ):
                expected = call(x.real, float(np.real(cval))) + 1j * call(x.imag, float(np.imag(cval)))
                np.testing.assert_allclose(call(x, cval), expected, atol=1e-12)
        with self.assertRaisesRegex(TypeError, "cval is 1j; a real number"):
            recfilter.filtfilt([0.5], [1, -0.5], SIGNAL, mode="constant", cval=1j)

    def test_one_section_alone(self):
        section = [0.2, 0.1, 0, 1, -0.9, 0.3]
        expected = recfilter.lfilter(section[:3], section[3:], SIGNAL)
        for sos in (section, [section], np.array(section), (tuple(section),)):
            np.testing.assert_allclose(recfilter.sosfilt(sos, SIGNAL), expected, atol=1e-14)
        twice = np.array([section]) * [[2, 2, 2, 2, 2, 2]]
        np.testing.assert_allclose(recfilter.sosfilt(twice, SIGNAL), expected, atol=1e-14)

    def test_many_sections(self):
        section = [0.5, 0.5, 0, 1, -0.1, 0.02]
        expected = SIGNAL
        for _ in range(40):
            expected = recfilter.sosfilt(section, expected)
        np.testing.assert_allclose(recfilter.sosfilt([section] * 40, SIGNAL), expected, atol=1e-12)

    @needs_scipy
    def test_scipy(self):
        for b, a in ((1.0, [1, -0.5]), (RANDOM.random(31), [1, -0.9, 0.3]), scipy.signal.butter(5, 0.2, "high")):
            for axis in (0, 1, 2, -1, -3):
                np.testing.assert_allclose(
                    recfilter.lfilter(b, a, VOLUME, axis), scipy.signal.lfilter(b, a, VOLUME, axis), atol=1e-11
                )

    @needs_scipy
    def test_scipys_example(self):
        """The example in the documentation of scipy.signal.lfilter: once, from a state, and forth and back."""
        t = np.linspace(-1, 1, 201)
        x = np.sin(2 * np.pi * 0.75 * t * (1 - t) + 2.1) + 0.1 * np.sin(2 * np.pi * 1.25 * t + 1)
        xn = x + RANDOM.standard_normal(len(t)) * 0.08
        b, a = scipy.signal.butter(3, 0.05)
        zi = scipy.signal.lfilter_zi(b, a)
        z, state = recfilter.lfilter(b, a, xn, zi=zi * xn[0])
        expected, expected_state = scipy.signal.lfilter(b, a, xn, zi=zi * xn[0])
        np.testing.assert_allclose(z, expected, atol=1e-11)
        np.testing.assert_allclose(state, expected_state, atol=1e-11)
        z2, _ = recfilter.lfilter(b, a, z, zi=zi * z[0])
        np.testing.assert_allclose(z2, scipy.signal.lfilter(b, a, z, zi=zi * z[0])[0], atol=1e-11)
        np.testing.assert_allclose(recfilter.filtfilt(b, a, xn), scipy.signal.filtfilt(b, a, xn), atol=1e-11)


class States(unittest.TestCase):
    FILTERS = (
        ([0.2, 0.1], [1, -0.9, 0.3]),
        ([0.2], [1, -0.9, 0.3]),
        ([0.2, 0.1, 0.4, 0.3], [2, -0.5]),
        ([1], [1, -1]),  # a pole on the unit circle keeps its state
        ([1, 2, 3], [1]),
        (RANDOM.random(31), [1, -0.9, 0.3]),
        ([0.0], [1, -0.5]),
        ([2.0], [1]),  # order 0: no state
    )

    def test_definition(self):
        for b, a in self.FILTERS:
            order = max(len(b), len(a)) - 1
            state = RANDOM.random(order)
            for n in (1, 2, 3, 100):
                with self.subTest(b=b, a=a, n=n):
                    expected, behind = direct_form(b, a, SIGNAL[:n], state)
                    y, zf = recfilter.lfilter(b, a, SIGNAL[:n], -1, state)  # zi is the fifth argument, as in SciPy
                    np.testing.assert_allclose(y, expected, atol=1e-12)
                    np.testing.assert_allclose(zf, behind, atol=1e-12)

    def test_blocks_of_a_stream(self):
        for b, a in self.FILTERS:
            with self.subTest(b=b, a=a):
                expected = recfilter.lfilter(b, a, SIGNAL)
                state, start, blocks = np.zeros(max(len(b), len(a)) - 1), 0, []
                for length in (1, 2, 3, 50, 1, 100, 243):
                    block, state = recfilter.lfilter(b, a, SIGNAL[start : start + length], zi=state)
                    blocks.append(block)
                    start += length
                np.testing.assert_allclose(np.concatenate(blocks), expected, rtol=1e-12, atol=1e-12)

    @needs_scipy
    def test_blocks_of_filters_with_close_poles(self):
        """No worse than SciPy's blocks; errors are relative to the largest result."""
        signal = np.random.default_rng(0).standard_normal(1000)
        for b, a in (
            scipy.signal.cheby1(8, 0.05, 0.04),
            scipy.signal.butter(8, 0.04, "high"),
            scipy.signal.butter(4, 0.01),
            scipy.signal.butter(6, 0.05),
            scipy.signal.butter(6, 0.2),
            scipy.signal.butter(3, 0.01),
            scipy.signal.butter(2, 0.001),
            scipy.signal.butter(1, 0.01),
            scipy.signal.butter(3, (0.1, 0.12), "band"),
            scipy.signal.ellip(5, 0.1, 60, 0.02),
        ):
            expected = recfilter.lfilter(b, a, signal)
            for length in (1, 7, 50, 300):
                errors = []
                for library in (recfilter, scipy.signal):
                    state, blocks = np.zeros(len(a) - 1), []
                    for start in range(0, 1000, length):
                        block, state = library.lfilter(b, a, signal[start : start + length], zi=state)
                        blocks.append(block)
                    errors.append(abs(np.concatenate(blocks) - expected).max() / abs(expected).max())
                self.assertLessEqual(errors[0], max(2 * errors[1], 1e-12), (b, a, length))

    def test_infinite_samples_without_feedback(self):
        """They reach as far as the taps, also with a state, and into the next block."""
        for taps in ([1, 1], [1, 2, 1], [0.5, 0.25, 3, 1], np.ones(30)):
            order = len(taps) - 1
            for value in (np.inf, np.nan):
                for dtype in (np.float64, np.float32, np.complex128):
                    x = np.zeros(100, dtype)
                    x[[0, 40]] = 1, value
                    y, state = recfilter.lfilter(taps, [1], x[:41], zi=np.zeros(order))
                    np.testing.assert_array_equal(np.isfinite(y), np.arange(41) < 40)
                    self.assertFalse(np.isfinite(state).any())
                    y, state = recfilter.lfilter(taps, [1], x[41:], zi=state)
                    np.testing.assert_array_equal(np.isfinite(y), np.arange(59) >= order)
                    np.testing.assert_array_equal(state, 0)
        y, state = recfilter.lfilter([1, 1], [1], [1, np.inf], zi=[0.0])
        np.testing.assert_array_equal((y, [1, state[0]]), ((1, np.inf), (1, np.inf)))
        y, _ = recfilter.lfilter([1, 1, 1], [1], [1, np.inf, 0, 0, 0], zi=[0.0, 0.0])
        np.testing.assert_array_equal(y, (1, np.inf, np.inf, np.inf, 0))

    @needs_scipy
    def test_infinite_states(self):
        """They reach the samples that SciPy's reach, whether states fade fast or slowly, and in their lines alone."""
        for order, cutoff in ((1, 0.3), (4, 0.2), (1, 0.001), (2, 0.001)):
            b, a = scipy.signal.butter(order, cutoff)
            for shape, axis in (((300,), 0), ((20000,), 0), ((3, 20000), 1), ((20000, 2), 0)):
                for value in (np.inf, -np.inf, np.nan):
                    x, lengths = RANDOM.random(shape), list(shape)
                    lengths[axis] = order
                    state = RANDOM.random(lengths)
                    state.flat[0] = value
                    with np.errstate(invalid="ignore"):
                        y, _ = recfilter.lfilter(b, a, x, axis, state)
                        expected, _ = scipy.signal.lfilter(b, a, x, axis, state)
                    np.testing.assert_array_equal(np.isfinite(y), np.isfinite(expected))

    def test_blocks_by_sections(self):
        sos = [[0.2, 0.1, 0, 1, -0.9, 0.3], [0.5, 0, 0.1, 1, -1.2, 0.5], [0.5, 0, 0, 1, -0.5, 0]]
        expected = recfilter.sosfilt(sos, VOLUME, axis=1)
        state, blocks = np.zeros((3, 4, 2, 3)), []
        for start in range(0, 90, 13):
            block, state = recfilter.sosfilt(sos, VOLUME[:, start : start + 13], 1, state)
            blocks.append(block)
        np.testing.assert_allclose(np.concatenate(blocks, 1), expected, atol=1e-12)

    def test_states_that_fade_fast_slowly_or_never(self):
        """Blocks shorter and longer than a state lasts, along all axes."""
        lines = RANDOM.standard_normal((3, 150000, 2))
        sections = [[0.2, 0.1, 0, 1, -0.9, 0.3], [0.1, 0, 0, 1, -0.999, 0], [0.5, 0, 0.1, 1, -1.2, 0.5]] * 4
        for n, lengths in ((9000, (1, 2, 1023, 1024, 1025, 3000, 2, 2923)), (150000, (80000, 5, 69995))):
            for filtered, order in (
                (lambda x, axis, **zi: recfilter.lfilter([0.2, 0.1], [1, -0.9, 0.3], x, axis, **zi), 2),
                (lambda x, axis, **zi: recfilter.lfilter([0.001, 0], [1, -0.999], x, axis, **zi), 1),
                (lambda x, axis, **zi: recfilter.lfilter([0.5, 1, 0.25], [2, -2], x, axis, **zi), 2),
                (lambda x, axis, **zi: recfilter.lfilter(np.ones(25), [1, -0.999], x, axis, **zi), 24),
                (lambda x, axis, **zi: recfilter.sosfilt(sections, x, axis, **zi), None),
            ):
                for signal, axis in ((lines[0, :n, 0], 0), (lines[:, :n, 0], 1), (lines[0, :n], 0), (lines[:, :n], 1)):
                    shape = list(signal.shape)
                    shape[axis] = order or 2
                    state, start, blocks = np.zeros(shape if order else (len(sections), *shape)), 0, []
                    for length in lengths:
                        block = signal[(slice(None),) * axis + (slice(start, start + length),)]
                        block, state = filtered(block, axis, zi=state)
                        blocks.append(block)
                        start += length
                    expected = filtered(signal, axis)
                    np.testing.assert_allclose(
                        np.concatenate(blocks, axis), expected, rtol=0, atol=1e-12 * abs(expected).max()
                    )

    def test_the_state_alone(self):
        for b, a in (([0.2, 0.1], [1, -0.9, 0.3]), ([1.0], [1, -0.999]), ([1.0], [1, -1]), (np.ones(25), [1, -0.5])):
            state = RANDOM.random(max(len(b), len(a)) - 1)
            expected, behind = direct_form(b, a, np.zeros(5000), state)
            y, zf = recfilter.lfilter(b, a, np.zeros(5000), zi=state)
            np.testing.assert_allclose(y, expected, rtol=0, atol=1e-13)
            np.testing.assert_allclose(zf, behind, rtol=0, atol=1e-13)

    @needs_scipy
    def test_close_poles_against_long_double(self):
        """A short block, and one that is longer than a table, of filters that amplify every error. The
        errors, relative to the largest result, are rounding errors as SciPy's are: at most three times those."""
        for order, cutoff in ((4, 0.01), (8, 0.1), (2, 1e-5), (6, 0.2)):
            b, a = scipy.signal.butter(order, cutoff)
            taps, state = np.stack((b, a)).astype(np.longdouble), RANDOM.random(order)
            x = RANDOM.random(5000)
            for n in (512, 5000):
                z, expected = state.astype(np.longdouble), []
                for sample in x[:n]:
                    expected.append(taps[0, 0] * sample + z[0])
                    z = np.append(z[1:], 0) + taps[0, 1:] * sample - taps[1, 1:] * expected[-1]
                errors = []
                for library in (recfilter, scipy.signal):
                    y, zf = library.lfilter(b, a, x[:n], zi=state)
                    errors.append([abs(y - expected).max() / abs(y).max(), abs(zf - z).max() / abs(z).max()])
                self.assertTrue(max(errors[0]) <= 3 * max(errors[1]) + 1e-14, (order, cutoff, n, errors))

    def test_a_nan_stays_in_its_line(self):
        x = np.ones((2, 3000))
        x[1, 10] = np.nan
        for axis, signal in ((1, x), (0, x.T)):
            for call in (
                lambda x, zi: recfilter.lfilter([0.2, 0.1], [1, -0.9, 0.3], x, axis, zi),
                lambda x, zi: recfilter.lfilter([0.2, 0.1, 0], [1, -0.999], x, axis, zi),
            ):
                zeros = np.zeros((2, 2))
                y, state = call(signal, zeros)
                later, _ = call(np.ones_like(signal), state)
                for array, part in ((y, slice(10, None)), (later, slice(None))):
                    array = np.moveaxis(array, axis, 1)
                    self.assertTrue(np.isfinite(array[0]).all())
                    self.assertTrue(np.isnan(array[1, part]).all())
                self.assertTrue(np.isfinite(np.moveaxis(y, axis, 1)[1, :10]).all())
        # Without feedback it is over as soon as the taps have passed.
        _, state = recfilter.lfilter([1, 2, 3], [1], [np.nan, np.nan], zi=[0.0, 0.0])
        later, state = recfilter.lfilter([1, 2, 3], [1], np.ones(50), zi=state)
        self.assertTrue(np.isfinite(later[2:]).all() and np.isfinite(state).all())

    def test_without_feedback_taps_bound_a_nan(self):
        x = np.random.default_rng(3).uniform(-1, 1, (3, 2000))
        x[1, 10], x[2, 1000] = np.nan, -np.inf
        for b in ([1.5], [1.0, 2, 3], [1.0, 0, 3], [2.0, -1]):
            for a in ([1.0], [0.5, 0, 0]):
                for axis, signal in ((1, x), (0, x.T)):
                    for dtype in (np.float64, np.float32):
                        wide = signal.astype(dtype)
                        expected = np.apply_along_axis(lambda line: np.convolve(line, b)[:2000], axis, wide) / a[0]
                        result = recfilter.lfilter(b, a, wide, axis)
                        np.testing.assert_allclose(result, expected, 2e-6 if dtype == np.float32 else 1e-13, 1e-6)

    def test_dtype_of_the_state(self):
        for dtype, of_state, wanted in (
            (np.float32, np.float32, np.float32),
            (np.float32, np.float64, np.float64),
            (np.float64, np.float32, np.float64),
            (np.uint8, np.float32, np.float32),
            (np.float32, np.int32, np.float64),
            (np.float16, np.float16, np.float32),
            (np.complex64, np.float32, np.complex64),
            (np.complex64, np.float64, np.complex128),
            (np.longdouble, np.longdouble, np.longdouble),
        ):
            x, zi = np.ones(5, dtype), np.ones((1, 2), of_state)
            for zf in (
                recfilter.lfilter([0.2, 0.1], [1, -0.9, 0.3], x, zi=zi[0])[1],
                recfilter.sosfilt([0.2, 0.1, 0, 1, -0.9, 0.3], x, zi=zi)[1],
            ):
                self.assertEqual(zf.dtype, wanted, (dtype, of_state))
        self.assertEqual(recfilter.lfilter([0.5], [1, -0.5], np.ones(5, np.float32), zi=[0.5])[1].dtype, np.float64)

    def test_float32_keeps_its_state_in_double(self):
        b, a = [0.001], [1, -0.999]
        signal = SIGNAL.astype(np.float32)
        expected, behind = direct_form(b, a, signal)
        state, blocks = np.zeros(1), []
        for start in range(0, 400, 10):
            block, state = recfilter.lfilter(b, a, signal[start : start + 10], zi=state)
            self.assertEqual(block.dtype, np.float32)
            blocks.append(block)
        np.testing.assert_allclose(np.concatenate(blocks), expected, rtol=1e-7)
        np.testing.assert_allclose(state, behind, rtol=1e-12)

    def test_lines_and_axes(self):
        b, a = [0.2, 0.1], [1, -0.9, 0.3]
        for axis, shape in ((0, (2, 90, 3)), (1, (4, 2, 3)), (2, (4, 90, 2)), (-2, (4, 2, 3))):
            state = RANDOM.random(shape)
            y, zf = recfilter.lfilter(b, a, VOLUME, axis, state)
            self.assertEqual((y.shape, zf.shape), (VOLUME.shape, shape))
            lines, states = (np.moveaxis(array, axis, -1) for array in (VOLUME, state))
            for index in ((0, 0), (1, 2), (3, 1)):
                if index[0] < lines.shape[0] and index[1] < lines.shape[1]:
                    expected, behind = direct_form(b, a, lines[index], states[index])
                    np.testing.assert_allclose(np.moveaxis(y, axis, -1)[index], expected, atol=1e-12)
                    np.testing.assert_allclose(np.moveaxis(zf, axis, -1)[index], behind, atol=1e-12)

    def test_one_state_for_all_lines(self):
        state = np.array([0.5, 0.25])
        whole = np.broadcast_to(state[:, np.newaxis], (4, 2, 3))
        expected = recfilter.lfilter([0.2, 0.1], [1, -0.9, 0.3], VOLUME, 1, whole)
        result = recfilter.lfilter([0.2, 0.1], [1, -0.9, 0.3], VOLUME, 1, state.reshape(1, 2, 1))
        for one, other in zip(result, expected):
            np.testing.assert_array_equal(one, other)

    def test_output_and_complex_states(self):
        out = np.empty(400, np.float32)
        y, zf = recfilter.lfilter([0.5], [1, -0.5], SIGNAL, zi=[1.0], output=out)
        self.assertIs(y, out)
        np.testing.assert_allclose(out, direct_form([0.5], [1, -0.5], SIGNAL, [1.0])[0], rtol=1e-6)
        y, zf = recfilter.lfilter([0.5], [1, -0.5], SIGNAL, zi=[1j])
        np.testing.assert_allclose(
            y, recfilter.lfilter([0.5], [1, -0.5], SIGNAL) + 1j * 0.5 ** np.arange(400), atol=1e-14
        )
        self.assertEqual(zf.dtype, np.complex128)

    def test_input_is_left_alone(self):
        x, state = SIGNAL.copy(), np.ones(1)
        recfilter.lfilter([0.5], [1, -0.5], x, zi=state)
        recfilter.sosfilt([0.5, 0, 0, 1, -0.5, 0], x, zi=np.ones((1, 2)))
        np.testing.assert_array_equal(x, SIGNAL)
        np.testing.assert_array_equal(state, 1)

    @needs_scipy
    def test_scipy(self):
        b, a = scipy.signal.butter(4, 0.3)
        sos = scipy.signal.butter(6, 0.2, output="sos")
        for axis in (0, 1, 2):
            shape = [n if i != axis else 4 for i, n in enumerate(VOLUME.shape)]
            zi = RANDOM.random(shape)
            for result, expected in zip(
                recfilter.lfilter(b, a, VOLUME, axis, zi), scipy.signal.lfilter(b, a, VOLUME, axis, zi)
            ):
                np.testing.assert_allclose(result, expected, atol=1e-11)
            shape[axis] = 2
            zi = RANDOM.random((3, *shape))
            for result, expected in zip(
                recfilter.sosfilt(sos, VOLUME, axis, zi), scipy.signal.sosfilt(sos, VOLUME, axis, zi)
            ):
                np.testing.assert_allclose(result, expected, atol=1e-11)


class ForthAndBack(unittest.TestCase):
    def test_odd_padding_keeps_a_ramp(self):
        ramp = np.arange(100.0)
        result = recfilter.filtfilt([0.5], [1, -0.5], ramp, padlen=60)
        np.testing.assert_allclose(result, ramp, atol=1e-9)

    def test_mode_is_exact(self):
        b, a = [0.2, 0.1], [1, -0.9, 0.3]
        for mode, pad in (("reflect", "symmetric"), ("mirror", "reflect"), ("nearest", "edge"), ("wrap", "wrap")):
            padded = np.pad(SIGNAL, 390, pad)
            expected = recfilter.lfilter(b, a, recfilter.lfilter(b, a, padded)[::-1])[::-1][390:-390]
            result = recfilter.filtfilt(b, a, SIGNAL, mode=mode)
            np.testing.assert_allclose(result, expected, atol=1e-12)
            section = recfilter.sosfiltfilt([0.2, 0.1, 0, 1, -0.9, 0.3], SIGNAL, mode=mode)
            np.testing.assert_allclose(section, result, atol=1e-13)

    @needs_scipy
    def test_mode_without_feedback(self):
        names = {"reflect": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap", "constant": "constant"}
        for mode, pad in names.items():
            for b in ([0.7], [0.5, 0.3], [0, 0.5, 0.3], [0.2, -0.5, 0.9, 0.1, 0], RANDOM.random(30)):
                for shape, axis in (((50,), 0), ((3,), 0), ((4, 70), 1), ((65, 3), 0), ((3, 20, 2), -2)):
                    for dtype, error in ((np.float32, 1e-5), (np.float64, 1e-12), (np.complex128, 1e-12)):
                        x = RANDOM.random(shape).astype(dtype)
                        values = {"constant_values": 3} if mode == "constant" else {}
                        lines = np.pad(np.moveaxis(x, axis, -1), [(0, 0)] * (x.ndim - 1) + [(90, 90)], pad, **values)
                        forth = scipy.signal.lfilter(b, 1, lines.astype(np.promote_types(dtype, float)))
                        both = scipy.signal.lfilter(b, 1, forth[..., ::-1])[..., ::-1][..., 90:-90]
                        for a in (1, [2.0, 0]):
                            result = recfilter.filtfilt(np.multiply(b, np.ravel(a)[0]), a, x, axis, mode=mode, cval=3)
                            with self.subTest((mode, b, shape, dtype)):
                                self.assertEqual(result.dtype, dtype)
                                largest = np.abs(both).max()
                                self.assertLess(np.abs(np.moveaxis(result, axis, -1) - both).max(), error * largest)
        with self.assertRaisesRegex(ValueError, "mode is 'odd'"):
            recfilter.filtfilt([0.5, 0.5], 1, SIGNAL, mode="odd")
        x = np.ones(30)
        x[12] = np.nan
        np.testing.assert_array_equal(
            np.flatnonzero(np.isnan(recfilter.filtfilt([1, 2, 1], 1, x, mode="wrap"))), np.arange(10, 15)
        )

    def test_sections_are_taps(self):
        for padtype in ("odd", "even", "constant", None):
            expected = recfilter.filtfilt([0.2, 0.1], [1, -0.9, 0.3], SIGNAL, -1, padtype, 30)
            result = recfilter.sosfiltfilt([0.2, 0.1, 0, 1, -0.9, 0.3], SIGNAL, -1, padtype, 30)
            np.testing.assert_allclose(result, expected, atol=1e-12)

    def test_many_taps(self):
        """A large or infinite sample at the start changes no result beyond its reach. Also more taps than samples."""
        for dtype in (np.float32, np.float64):
            x = np.ones(201, dtype)
            x[0] = 1e7
            result = recfilter.filtfilt(np.ones(30) / 30, 1, x, padlen=0)
            self.assertEqual(result.dtype, dtype)
            np.testing.assert_allclose(result[60:], 1, rtol=1e-6)
            x[0] = np.nan
            result = recfilter.filtfilt(np.ones(30) / 30, 1, x, padlen=0)
            np.testing.assert_array_equal(np.isnan(result), np.arange(201) < 30)
        taps = RANDOM.random(60)
        short = RANDOM.random((3, 20))
        forth = np.apply_along_axis(lambda line: np.convolve(np.pad(line, (59, 0), "edge"), taps, "valid"), 1, short)
        forth = forth[:, ::-1]
        back = np.apply_along_axis(lambda line: np.convolve(np.pad(line, (59, 0), "edge"), taps, "valid"), 1, forth)
        np.testing.assert_allclose(recfilter.filtfilt(taps, 1, short, padlen=0), back[:, ::-1], rtol=1e-12)

    def test_output(self):
        expected = recfilter.filtfilt([0.5], [1, -0.5], VOLUME, 1)
        for output in (np.empty_like(VOLUME), np.empty(VOLUME.shape, np.float32), VOLUME.copy(order="F")):
            self.assertIs(recfilter.filtfilt([0.5], [1, -0.5], VOLUME, 1, output=output), output)
            np.testing.assert_allclose(output, expected, atol=1e-6)
        narrow = recfilter.filtfilt([0.5], [1, -0.5], VOLUME.astype(np.float32), 1)
        self.assertEqual(narrow.dtype, np.float32)
        np.testing.assert_allclose(narrow, expected, atol=1e-6)
        wide = recfilter.filtfilt([0.5], [1, -0.5], VOLUME.astype(np.float32), 1, output="float64")
        np.testing.assert_allclose(wide, expected, atol=1e-6)

    @needs_scipy
    def test_scipy(self):
        x = RANDOM.random((3, 200))
        b, a = scipy.signal.butter(3, 0.2)
        sos = scipy.signal.cheby1(6, 1, 0.2, output="sos")
        for padtype in ("odd", "even", "constant", None):
            for padlen in (None, 0, 7):
                for axis, signal in ((1, x), (0, x.T), (-1, x), (0, x[0])):
                    arguments = signal, axis, padtype, padlen
                    with self.subTest(arguments[1:]):
                        for b_ in (b, np.ones(31) / 31):
                            np.testing.assert_allclose(
                                recfilter.filtfilt(b_, a, *arguments),
                                scipy.signal.filtfilt(b_, a, *arguments),
                                atol=1e-11,
                            )
                        np.testing.assert_allclose(
                            recfilter.sosfiltfilt(sos, *arguments),
                            scipy.signal.sosfiltfilt(sos, *arguments),
                            atol=1e-11,
                        )


class Errors(unittest.TestCase):
    B, A, SOS = [0.5], [1, -0.5], [0.5, 0, 0, 1, -0.5, 0]

    def test_refused(self):
        def lfilter(b=self.B, a=self.A, x=SIGNAL, **rest):
            return lambda: recfilter.lfilter(b, a, x, **rest)

        def sosfilt(sos=self.SOS, x=SIGNAL, **rest):
            return lambda: recfilter.sosfilt(sos, x, **rest)

        def filtfilt(b=self.B, a=self.A, x=SIGNAL, **rest):
            return lambda: recfilter.filtfilt(b, a, x, **rest)

        for call, error, text in (
            (lfilter(b=[1, 1j]), TypeError, "b has complex numbers"),
            (lfilter(a=np.array([1, 1j])), TypeError, "a has complex numbers"),
            (lfilter(b=np.eye(2)), ValueError, "b has shape (2, 2)"),
            (lfilter(b=[]), ValueError, "b has shape (0,)"),
            (lfilter(a=[]), ValueError, "a has shape (0,)"),
            (lfilter(a=0), ValueError, "a is (0.0,); its first number must not be 0"),
            (lfilter(a=[0, 1]), ValueError, "its first number must not be 0"),
            (lfilter(b="x"), TypeError, "b is 'x'"),
            (lfilter(b=None), TypeError, "b is None"),
            (lfilter(b=[[1, 2], [3]]), TypeError, "b is [[1, 2], [3]]"),
            (lfilter(b=[np.nan]), ValueError, "b is [nan]; finite"),
            (lfilter(a=[1, np.inf]), ValueError, "a is [1, inf]; finite"),
            (lfilter(b=[-np.inf, np.inf]), ValueError, "b is [-inf, inf]; finite"),
            (lfilter(b=np.array([np.nan])), ValueError, "b is array([nan]); finite"),
            (sosfilt(sos=np.array([np.inf, 0, 0, 1, 0, 0])), ValueError, "sos is array([inf,"),
            (lfilter(b=np.ma.masked_array([1.0])), TypeError, "b is a masked array"),
            (lfilter(a=[1, -2]), ValueError, "a has the pole 2"),
            (lfilter(a=[1] + [0.1] * 25), ValueError, "a has 26 taps; 1 to 21"),
            (lfilter(axis=1), ValueError, "axis is 1"),
            (lfilter(axis=0.5), TypeError, "axis is 0.5"),
            (lfilter(zi=[1, 2]), ValueError, "zi has shape (2,); (1,) is needed"),
            (lfilter(zi=1.0), ValueError, "zi has shape ()"),
            (lfilter(zi="x"), TypeError, "zi is 'x'"),
            (lfilter(zi=np.ma.masked_array([1.0])), TypeError, "zi is a masked array"),
            (lfilter(x=VOLUME, zi=np.ones((4, 90, 2))), ValueError, "zi has shape (4, 90, 2); (4, 90, 1) is needed"),
            (lfilter(zi=[1j], output=np.float64), TypeError, "output is real and zi complex"),
            (lfilter(x=SIGNAL + 1j, output=np.zeros(SIGNAL.shape)), TypeError, "output has dtype float64"),
            (lfilter(x="x"), TypeError, "x is a builtins.str"),
            (sosfilt(sos=[1, 2, 3]), ValueError, "sos has shape (3,)"),
            (sosfilt(sos=np.ones((0, 6))), ValueError, "sos has shape (0, 6)"),
            (sosfilt(sos=np.ones((1, 1, 6))), ValueError, "sos has shape (1, 1, 6)"),
            (sosfilt(sos=[1, 0, 0, 0, 1, 0]), ValueError, "sos has a section whose fourth number is 0"),
            (sosfilt(sos=[1, 0, 0, 1, 1j, 0]), TypeError, "sos has complex numbers"),
            (sosfilt(sos=[[1, 0, 0, 1, 0, 0], [1, 0, 0, 1, -3, 2]]), ValueError, "sos[1] has the pole 2"),
            (sosfilt(zi=np.ones(2)), ValueError, "Invalid zi shape: zi has shape (2,); (1, 2) is needed"),
            (filtfilt(method="gust"), ValueError, "method is 'gust'"),
            (filtfilt(irlen=10), ValueError, "irlen is 10"),
            (filtfilt(padtype="x"), ValueError, "padtype is 'x'"),
            (filtfilt(padlen=400), ValueError, "padlen is 400 and x has 400 samples"),
            (filtfilt(x=SIGNAL[:5]), ValueError, "padlen is 6 and x has 5 samples"),
            (filtfilt(padlen=-1), ValueError, "padlen is -1"),
            (filtfilt(padlen=1.5), TypeError, "padlen is 1.5"),
            (filtfilt(mode="x"), ValueError, "mode is 'x'"),
            (filtfilt(mode="wrap", padtype="even"), ValueError, "padtype is 'even' and mode is given"),
            (filtfilt(mode="wrap", padlen=3), ValueError, "padlen is 3 and mode is given"),
            (filtfilt(mode="wrap", b=[1] * 30), ValueError, "b has 30 taps"),
            (filtfilt(a=[1, -1]), ValueError, "a has the pole 1"),
            (filtfilt(a=[1, -1], mode="reflect"), ValueError, "poles inside the unit circle"),
        ):
            with self.subTest(text):
                with self.assertRaises(error) as caught:
                    call()
                self.assertIn(text, str(caught.exception))
                self.assertNotIn("passes[", str(caught.exception))

    @needs_scipy
    def test_poles_too_close_to_each_other(self):
        text = "axes[0].passes[0].feedback: its poles lie too close to each other"
        self.assertRegex(_in_our_names(text, None), "^a: its poles .*; sosfilt and sosfiltfilt take")
        text += "; errors are large. Give second-order sections instead: a cascade of passes, in Python sosfilt"
        self.assertEqual(_in_our_names(text, None).count("sections"), 1)
        for design in ((8, 0.05, 0.04), (12, 0.05, 0.04), (20, 0.05, 0.1)):
            b, a = scipy.signal.cheby1(*design)
            try:
                recfilter.lfilter(b, a, SIGNAL)
            except ValueError as error:
                self.assertRegex(str(error), "^a(: its poles .*sosfilt|.*unstable)")

    def test_output_is_left_alone(self):
        out = np.full(400, 7.0)
        for call in (
            lambda: recfilter.lfilter([1], [1, -2], SIGNAL, output=out),
            lambda: recfilter.lfilter([1], [1, -0.5], SIGNAL, zi=[1, 2], output=out),
            lambda: recfilter.filtfilt([1], [1, -0.5], SIGNAL, padlen=999, output=out),
            lambda: recfilter.sosfilt([1, 0, 0, 1, -3, 0], SIGNAL, output=out),
        ):
            with self.assertRaises(ValueError):
                call()
            np.testing.assert_array_equal(out, 7)


if __name__ == "__main__":
    unittest.main()
