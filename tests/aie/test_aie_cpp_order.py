"""Arguments are evaluated from left to right, as hardware's compiler does it, or the call is refused."""

from __future__ import annotations

import os

import numpy as np
import pytest

from compiled import needs_compiler
from lanewise.aie.load import load
from lanewise.cpp import compiler
from lanewise.cpp.probe import LEFT_TO_RIGHT
from lanewise.errors import LanewiseError

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "order.cc")
COMPILERS = {os.path.realpath(command[0]): " ".join(command) for command in compiler.candidates()}.values()
pytestmark = needs_compiler


@pytest.fixture(scope="module")
def core():
    if compiler.find(ordered=True).order != LEFT_TO_RIGHT:
        pytest.skip("no compiler here evaluates arguments from left to right")
    return load(SOURCE, chip="aie")


@pytest.mark.parametrize("command", COMPILERS)
def test_aie_cpp_order_of_every_compiler(command, monkeypatch) -> None:
    """Stream reads as arguments of functions, constructors, nested and chained calls, braces, defaults, operators."""
    monkeypatch.setenv("CXX", command)
    if compiler.find().order != LEFT_TO_RIGHT:
        with pytest.raises(LanewiseError, match=r"order.cc:32: error: ORDER-001 concat\(...\): arguments 1 and 2"):
            load(SOURCE, chip="aie")
        return
    y = np.zeros(8, np.int32)
    load(SOURCE, chip="aie").by_arguments(np.array([1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 1, 2, 3, 4, 7, 2], np.int32), y)
    assert y.tolist() == [12, 4, 6, 8, 12 * 10 + 34, 1234, 123, 7 - 10 * 2]


def test_aie_cpp_order_of_vectors(core) -> None:
    x, y = np.arange(16, dtype=np.int32) ** 2, np.zeros(8, np.int32)
    core.by_vectors(x, y)
    assert np.array_equal(y, np.concatenate([x[:4] - x[4:8], x[8:12] - x[12:]]))


def test_aie_cpp_order_of_iterators(core) -> None:
    x, y = np.arange(16, dtype=np.int32) ** 2, np.zeros(8, np.int32)
    core.by_pointer(x, y)
    assert np.array_equal(y, x[:8] - x[8:])


def test_aie_cpp_first_comparisons(core) -> None:
    v, y = np.random.default_rng(22).integers(-9, 9, 32).astype(np.int32), np.zeros(26, np.int32)
    core.compared(v, y)
    a, b = v[:16], v[16:]
    bits = sum(int(less) << i for i, less in enumerate(a < b))
    assert np.array_equal(y[:16], np.maximum(a, b))
    assert np.array_equal(y[16:24], (np.maximum(a, b) - (a + b))[8:])
    assert y[24:].tolist() == [bits, bits]
