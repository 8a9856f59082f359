"""Older and rarer names of kernels, against plain numbers."""

from __future__ import annotations

import os

import numpy as np
import pytest

from compiled import needs_compiler
from lanewise import aie

pytestmark = needs_compiler


@pytest.fixture(scope="module")
def core():
    return aie.load(os.path.join(os.path.dirname(__file__), "cpp", "older.cc"), chip="aie")


def test_aie_cpp_older_streams(core) -> None:
    x = np.arange(20, dtype=np.int16).reshape(10, 2)
    y = np.zeros((10, 2), np.int16)
    core.beats(x, y)
    assert y.tolist() == [*x[4:8].tolist(), *x[:4].tolist(), [16, -17], [18, 0]]


def test_aie_cpp_older_float_lanes(core) -> None:
    x, y, z = np.arange(16, dtype=np.float32) + 0.25, np.zeros(16, np.float32), np.zeros(24, np.int32)
    core.lanes(x, y, z)
    assert y.tolist() == [*x[8:0:-1], *x[8:12], *x[4:8]]
    assert z.tolist() == [*(16 * i + 4 for i in range(8)), *(8 * i + 2 for i in range(8, 16)),
                          *(4 * i + 1 for i in range(8, 16))]  # fmt: skip


def test_aie_cpp_older_complex_conf(core) -> None:
    x = np.array([[i, i + 1] for i in range(8)], np.float32)
    z = np.array([[1, 2], [3, -1], [0, 5], [2, 2]], np.float32)
    y = np.zeros((8, 2), np.float32)
    core.turned(x, z, y)
    products = [complex(*a) * complex(*b) for a, b in zip(x[:4].tolist(), z.tolist(), strict=True)]
    assert y[:4].tolist() == [[p.real, -p.imag] for p in products]
    assert y[4:].tolist() == (-x[4:]).tolist()


def test_aie_cpp_older_halves_rings_and_elements(core) -> None:
    x, y, at = np.arange(16, dtype=np.int16), np.zeros(32, np.int16), np.zeros(2, np.int32)
    core.halves(x, y, at)
    assert y[:16].tolist() == [v for pair in zip(range(8), range(8, 16), strict=True) for v in pair]
    assert y[16:].tolist() == [*range(3), 99, *range(4, 16)]
    assert at.tolist() == [3, 14]


def test_aie_cpp_older_unit_tap(core) -> None:
    taps, x, y = np.arange(1, 17, dtype=np.int16), np.arange(32, dtype=np.int16) ** 2, np.zeros(16, np.int32)
    core.unit_tap(taps, x, y)
    v = [int(i) for i in x]
    low = [sum((c + 1) * (v[1 + n + c] + v[8 + n - c]) for c in range(4)) + (n < 4) for n in range(8)]
    assert y.tolist() == [*low, *(64 * v[1 + n + 4] for n in range(8))]


def test_aie_cpp_older_second_order_section(core) -> None:
    x, y = np.arange(16, dtype=np.float32), np.zeros(10, np.float32)
    c = np.array([2, 3, 0.5, 0, 0, 0, 0, 0], np.float32)
    core.section(x, c, y)
    exact = [2 * (n + 2) + 3 * (n + 1) + 0.5 * n for n in range(8)]
    assert y.tolist() == [*exact, exact[3], 2 * exact[0]]
    assert core.lanes_of_eight() == 9


def test_aie_cpp_older_sums_that_start_with_the_cascade(core) -> None:
    x = (np.arange(32).reshape(16, 2) * 379 % 2003 - 1000).astype(np.int16)
    z = [complex(*pair) for pair in x.tolist()]
    want = [z[8 * b + lane] * z[8 * b] + z[8 * b + lane + 4] * z[8 * b + 1] for b in range(2) for lane in range(4)]
    lanes, y = np.zeros((8, 2), np.int64), np.zeros((8, 2), np.int32)
    core.weigh_first(x, lanes)
    assert [complex(*pair) for pair in lanes.tolist()] == want
    core.weigh_last(x, lanes, y)
    assert [complex(*pair) for pair in y.tolist()] == [w * (1 + (i > 3)) for i, w in enumerate(want)]


def test_aie_cpp_older_sine_unit_in_a_word(core) -> None:
    y, z = np.zeros((9, 2), np.int16), np.zeros(1, np.float32)
    core.turned(y, z, 1 << 29)
    half = 23170
    assert y[:8].tolist() == [[32767, 0], [half, half], [0, 32767], [-half, half], [-32768, 0], [-half, -half],
                              [0, -32768], [half, -half]]
    assert (y[8].tolist(), z[0]) == ([half, half], 4.75)
