"""Operators that start threads: classes with templates and static members, many arguments, structs by value, division
by magic numbers, tiling data, atomics and barriers, and cores that wait for each other in between."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lanewise.op

OPERATORS = Path(__file__).parent / "operators"
R = np.random.default_rng(3)


def gathered(element: type, index: type, axis: int) -> None:
    operator = lanewise.op.load(OPERATORS / "gather_simt", chip="ascend950")
    x = R.integers(-100, 100, (5, 7, 9)).astype(element)
    indices = R.integers(-4, 4, (3, 4)).astype(index)
    np.testing.assert_array_equal(operator(x, indices, axis=axis), np.take(x, indices, axis))


def test_simt_operator_gathers() -> None:
    gathered(np.float32, np.int32, 1)


@pytest.mark.sweep
@pytest.mark.parametrize(("element", "index", "axis"), [(np.float16, np.int32, 0), (np.int64, np.int64, 2)])
def test_simt_operator_gathers_other_types(element: type, index: type, axis: int) -> None:
    gathered(element, index, axis)


@pytest.mark.sweep
def test_simt_operator_counts_with_weights() -> None:
    operator = lanewise.op.load(OPERATORS / "bin_count_simt", chip="ascend950")
    x, weights = R.integers(-3, 70, 5001).astype(np.int32), R.integers(-8, 8, 5001).astype(np.float32)
    inside = (x >= 0) & (x < 64)
    counts, sums = operator(x, weights, bins=64)
    np.testing.assert_array_equal(counts, np.bincount(x[inside], minlength=64))
    np.testing.assert_array_equal(sums, np.bincount(x[inside], weights[inside], minlength=64))


@pytest.mark.sweep
def test_simt_operators_are_silent_under_check() -> None:
    x = R.integers(0, 64, 2000).astype(np.int64)
    counts, sums = lanewise.op.load(OPERATORS / "bin_count_simt", chip="ascend950")(x, None, bins=64)
    np.testing.assert_array_equal(counts, np.bincount(x, minlength=64))
    assert not sums.any()
    assert counts.check() == []
    rows = np.arange(64, dtype=np.float32).reshape(8, 8)
    made = lanewise.op.load(OPERATORS / "gather_simt", chip="ascend950")(rows, np.array([3, -1], np.int32), axis=0)
    np.testing.assert_array_equal(made, rows[[3, -1]])
    assert made.check() == []
