# This file is part of OpenCV project.
# It is subject to the license terms in the LICENSE file found in the top-level directory
# of this distribution and at http://opencv.org/license.html.
"""States of recursive filters between blocks of samples. Knows no engine."""

import cmath
import math
import sys

import numpy

from ._dtypes import FLOAT64
from ._kept import kept

BLOCK, _BLOCKS = 1 << 10, 1 << 6  # samples that one table describes at most, and blocks that one step takes
_STRIDE = 1 << 5  # samples between two powers that are kept
_FADED = 1e-25  # of the state, or of what it adds
_MOST_AMPLIFIED = 8  # numbers of a state, so that tables keep their digits
_MOST_OF_TWO_POLES, _MOST_OF_LONG_BLOCKS = 100, 500  # those of up to two poles, whose errors do not add up


class States:
    """Direct form II transposed of a cascade, as the state s and what it makes of blocks of samples.

    A sample x gives s = step @ s + entry * x, and a result that s has a share in. Of n samples, up to `length`, s gets
    gather[:, -n:] @ x + power(n) @ s, and their results get response[:n] @ s. `memory`: how many of the last samples
    matter to s; without end if they do not fade within a block. For those `of_last`, see state_matrices(), if there
    is one section, whose inputs and outputs are at hand. Tables are made in long double.
    """

    def __init__(self, sections):
        self.step, entry, share = _state_space(sections)
        self.is_recursive = any(any(a[1:]) for _, a in sections)
        # Step by step: squares of powers lose all digits where poles lie close together.
        power, powers = numpy.eye(len(self.step), dtype=numpy.longdouble), []
        while len(powers) < BLOCK and abs(power).max(initial=0) > _FADED:
            for _ in range(_STRIDE):
                powers.append(power)
                power = self.step @ power
        length = len(powers)
        self._powers = powers[::_STRIDE] + [power]
        powers = numpy.array(powers).reshape(length, *self.step.shape)
        gather, response = (powers[::-1] @ entry).T, share @ powers
        self.has_faded = bool(abs(power).max(initial=0) <= _FADED)
        self.length, self.memory = length, length if self.has_faded else sys.maxsize
        if self.has_faded:
            gather = gather[:, length - _present(gather[:, ::-1].T) :]
            response = response[: _present(response)]
        self.gather, self.response = (numpy.ascontiguousarray(table, FLOAT64) for table in (gather, response))
        self._blocks = self.of_last = None
        self._sections, self._most = sections, abs(response).max(initial=0)
        if len(sections) == 1 and not self.has_faded:
            self.of_last = state_matrices(*sections[0], len(self.step))

    def keep_digits(self, n):
        """Whether blocks of n samples do: tables in double lose the digits by which responses grow, in each block."""
        if len(self._sections) > 1:
            return all(states_of((section,)).keep_digits(n) for section in self._sections)
        if len(self.step) > 2:
            return self._most < _MOST_AMPLIFIED
        return self._most < (_MOST_OF_LONG_BLOCKS if n > self.length else _MOST_OF_TWO_POLES)

    def behind(self, x, dtype, state, n):
        """The state behind the last of n samples. x: of them as many as `memory`, in columns."""
        gather = self.gather
        if n > self.length and not self.has_faded:
            for part, blocks in self._pieces(x):
                part = part.astype(dtype, copy=False)
                if blocks:
                    state = self._gathered(part, blocks) + self.power_of_blocks(blocks) @ state
                else:
                    state = gather[:, self.length - part.shape[-2] :] @ part + _power(self, part.shape[-2]) @ state
            return state
        known = x.shape[-2]
        used = min(known, gather.shape[1])
        x = x[..., known - used :, :].astype(dtype, copy=False)
        result = gather[:, gather.shape[1] - used :] @ x
        return result if n >= self.memory else result + _power(self, n) @ state

    def _gathered(self, x, blocks):
        outer, lines, order = x.shape[:-2], x.shape[-1], len(self.step)
        if x.ndim == 2:
            parts = (x.T.reshape(lines, blocks, self.length) @ self.gather.T).reshape(lines, blocks * order).T
        else:
            parts = self.gather @ x.reshape(*outer, blocks, self.length, lines)
            parts = parts.reshape(*outer, blocks * order, lines)
        return self._tables_of_blocks()[0][:, -blocks * order :] @ parts

    def respond(self, y, state):
        """Adds to results, in columns, what the state in front of them gives."""
        n, reach = y.shape[-2], len(self.response)
        if self.has_faded or n <= reach:
            _add_product(y[..., :reach, :], self.response[:n], state)
            if n > reach and self.is_recursive and not math.isfinite(numpy.vdot(state, state).real):
                y[..., reach:, :] += 0 * state.sum(axis=-2, keepdims=True)  # a NaN does not fade
            return
        largest, length = abs(state).max(), self.length
        least = _FADED * largest if math.isfinite(largest) else -1  # what is infinite never fades
        most = self._most_blocks(y)
        for start in range(0, n, most * length):
            if abs(state).max() <= least:
                return
            part = y[..., start : start + most * length, :]
            self._respond_in_blocks(part, -(-part.shape[-2] // length), state)
            if start + most * length < n:
                state = self.power_of_blocks(most) @ state

    def take_line(self, n):
        """Whether one line of n samples is taken by respond_in_line()."""
        return n >= self.memory if self.has_faded else self.of_last and self.length < n <= _BLOCKS * self.length

    def respond_in_line(self, y, state):
        """As respond(), for one line."""
        reach, order = len(self.response), len(self.step)
        if self.has_faded:
            y[:reach] += self.response @ state
            if self.is_recursive and not cmath.isfinite(y[0]):  # a NaN of the state does not fade
                y[reach:] += 0 * state.sum()
            return
        blocks = -(-len(y) // self.length)
        states = self._tables_of_blocks()[1][: blocks * order] @ state  # in front of the blocks
        y += (states.reshape(blocks, order) @ self.response.T).reshape(-1)[: len(y)]

    def _respond_in_blocks(self, y, blocks, state):
        outer, (n, lines), order = y.shape[:-2], y.shape[-2:], len(self.step)
        states = self._tables_of_blocks()[1][: blocks * order] @ state  # in front of the blocks
        if y.ndim == 2:  # in the order of y's elements in memory
            made = states.T.reshape(lines * blocks, order) @ self.response.T
            y += made.reshape(lines, blocks * self.length)[:, :n].T
        else:
            made = self.response @ states.reshape(*outer, blocks, order, lines)
            y += made.reshape(*outer, blocks * self.length, lines)[..., :n, :]

    def _most_blocks(self, columns):
        return max(1, _BLOCKS * columns.shape[-2] // max(columns.size, 1))

    def _pieces(self, columns):
        """(part, 0) of what is in front of whole blocks, then (part, number of blocks), a view of some of them each."""
        n, length = columns.shape[-2], self.length
        first = n % length
        if first:
            yield columns[..., :first, :], 0
        most = self._most_blocks(columns)
        for start in range(first, n, most * length):
            yield columns[..., start : start + most * length, :], min(most, (n - start) // length)

    def _tables_of_blocks(self):
        """Powers of the step of a block, the last one first side by side, and the first one first below each other."""
        if self._blocks is None:
            powers = [numpy.eye(len(self.step), dtype=numpy.longdouble)]
            for _ in range(_BLOCKS - 1):
                powers.append(self._powers[-1] @ powers[-1])
            powers = [power.astype(FLOAT64) for power in powers]
            self._blocks = numpy.hstack(powers[::-1]), numpy.vstack(powers)
        return self._blocks

    def power(self, n):
        """The effect of n samples, up to a block, on the state."""
        power = self._powers[n // _STRIDE]
        for _ in range(n % _STRIDE):
            power = self.step @ power
        return power.astype(FLOAT64)

    def power_of_blocks(self, count):
        """The same of blocks, up to _BLOCKS."""
        last = self._tables_of_blocks()[0]
        order = len(self.step)
        if count < _BLOCKS:
            return last[:, last.shape[1] - (count + 1) * order :][:, :order]
        return (self._powers[-1] @ last[:, :order]).astype(FLOAT64)


states_of = kept(States)
_power = kept(States.power)


def _present(rows):
    """How many rows there are without the last ones that are next to nothing."""
    size = abs(rows).max(axis=1, initial=0)
    (present,) = numpy.nonzero(size > _FADED * size.max(initial=0))
    return present[-1] + 1 if present.size else 1


def _add_product(y, table, state):
    # In the order of y's elements in memory.
    y += (state.T @ table.T).T if y.ndim == 2 else table @ state


def _state_space(sections):
    """(step, entry, share in the result) of States."""
    step, entry, share, direct = numpy.zeros((0, 0)), numpy.zeros(0), numpy.zeros(0), numpy.longdouble(1)
    for b, a in sections:
        order = max(len(b), len(a)) - 1
        b, a = (numpy.array(taps + (0.0,) * (order + 1 - len(taps)), numpy.longdouble) / a[0] for taps in (b, a))
        of_section = numpy.eye(order, k=1, dtype=numpy.longdouble)
        of_section[:, :1] -= a[1:, numpy.newaxis]
        into = b[1:] - a[1:] * b[0]
        above = numpy.zeros((len(step), order))
        step = numpy.block([[step, above], [numpy.outer(into, share), of_section]])
        entry, share = numpy.append(entry, into * direct), numpy.append(share * b[0], numpy.eye(1, order)[0])
        direct = direct * b[0]
    return step, entry, share


@kept
def state_matrices(b, a, last):
    """What the last inputs and outputs give to the state behind them: number i of it gets b[i + 1] times the last
    input, b[i + 2] times the one before, and so on, less the same of a and the outputs."""
    order = max(len(b), len(a)) - 1
    made = []
    for taps in (b, a):
        matrix = numpy.zeros((last, order))
        for i in range(last):
            shifted = taps[last - i :]
            matrix[i, : len(shifted)] = shifted
        made.append(matrix / a[0])
    return made
