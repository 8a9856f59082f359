"""Kernels of the first generation in the manner of tutorials, against numpy."""

from __future__ import annotations

import os

import numpy as np
import pytest

from compiled import needs_compiler
from lanewise.aie.load import load

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "first.cc")
pytestmark = needs_compiler


@pytest.fixture(scope="module")
def core():
    return load(SOURCE, chip="aie")


@pytest.fixture
def random():
    return np.random.default_rng(22)


def test_aie_cpp_first_class_keeps_its_samples(core, random) -> None:
    """A chained filter, twice: the second block begins with the samples of the first."""
    x, y = random.integers(-3000, 3000, (64, 2), dtype=np.int16), np.zeros((64, 2), np.int64)
    core.chained(x[:32], y[:32])
    core.chained(x[32:], y[32:])
    taps = np.array([1 + 2j, 3 - 4j, 5 + 6j, -7 + 8j, 9 + 10j, 11 - 12j, 13 + 14j, 15 + 16j])
    line = np.concatenate([np.zeros(7), x[:, 0] + 1j * x[:, 1]])  # the oldest sample meets the first tap
    want = np.array([(line[n : n + 8] * taps).sum() for n in range(64)])
    assert np.array_equal(y[:, 0], want.real)
    assert np.array_equal(y[:, 1], want.imag)


def test_aie_cpp_first_float_columns(core, random) -> None:
    m, x = random.integers(-9, 9, (3, 8)).astype(np.float32), np.arange(8, dtype=np.float32) - 2
    y = np.zeros(24, np.float32)
    core.columns(m, x, y)
    acc, last = m[0] * x[0] + m[1] * x[1], m[2] * x[2]
    assert np.array_equal(y, np.concatenate([acc + last, np.maximum(acc, last) - last, x[::-1]]))


def test_aie_cpp_first_stream_operators(core) -> None:
    y = np.zeros(8, np.int32)
    core.by_operators(np.arange(1, 9, dtype=np.int32), y)
    assert y.tolist() == [6, 8, 10, 12, 5, 12, 21, 32]
