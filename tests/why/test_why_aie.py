"""Kernels of AI Engines: where what they store comes from, and the planted line of each that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import aie

SOURCE = Path(__file__).parent / "programs" / "planted.cc"
LINES = {said[1]: number for number, line in enumerate(SOURCE.read_text().splitlines(), 1)
         if (said := re.search(r"// planted: (\w+)", line))}  # fmt: skip
N = 64
Array = np.ndarray[Any, Any]


def narrowed(values: Array, shift: int) -> Array:
    return np.clip(np.rint(values / 2**shift), -(2**15), 2**15 - 1).astype(np.int16)


# Kernel: what it should store, what is proved of its line, and how large its inputs are.
CASES: dict[str, tuple[Any, str, int]] = {
    "shift_too_small": (lambda x, g: narrowed(x * g, 15), "with a shift of 15 in the place of 13", 3000),
    "not_saturated": (lambda x, g: narrowed(x * g + x * x, 14), "with saturation saturate in the place of none", 30000),
    "rounded_down": (lambda x, g: narrowed(x * g, 15), "with rounding ", 30000),
    "swapped": (lambda x, g: (x - g).astype(np.int16), "with its operands swapped", 3000),
}


@pytest.fixture(scope="module")
def kernels() -> Iterator[Any]:
    lanewise.configure(history=True)
    yield aie.load(SOURCE, chip="aie-ml")
    lanewise.configure(history=False)


def called(kernels: Any, name: str) -> tuple[Any, Array, Array, Array]:
    random = np.random.default_rng(4)
    x = random.integers(-CASES[name][2], CASES[name][2], N).astype(np.int16)
    g = random.integers(-30000, 30000, N).astype(np.int16) // (10 if name == "swapped" else 1)
    y = np.zeros(N, np.int16)
    kernel = getattr(kernels, name)
    kernel(x, g, y, N)
    return kernel, x, g, y


@pytest.mark.parametrize("name", CASES)
def test_the_planted_line_is_proved(kernels: Any, name: str) -> None:
    kernel, x, g, y = called(kernels, name)
    want = CASES[name][0](x.astype(np.int64), g.astype(np.int64))
    assert (y != want).any()
    said = kernel.expect(y=want)
    assert said.wrong == (y != want).sum()
    assert said.lines[1].startswith(f"proved: planted.cc:{LINES[name]} ")
    assert CASES[name][1] in said.lines[1]
    assert kernel.expect(y=y)


def test_a_chain_goes_back_to_the_arrays(kernels: Any) -> None:
    kernel, x, g, y = called(kernels, "not_saturated")
    lines = str(kernel.why("y", 37)).splitlines()
    assert lines[0] == f"y[37] = {y[37]}  <- planted.cc:{LINES['not_saturated']} store_v"
    assert "(shift 14, rounding conv_even, saturation none)" in lines[1]
    product = int(x[37]) * int(g[37])
    assert f"= {product + int(x[37]) ** 2}  <- planted.cc:20 mac" in lines[2]
    assert f"= {product}  <- planted.cc:20 mul" in lines[3]
    assert any(f"x[37] = {x[37]}  argument 1 of not_saturated" in line for line in lines)
    assert any(f"g[37] = {g[37]}  argument 2 of not_saturated" in line for line in lines)
    with pytest.raises(ValueError, match=r"there are: x, g, y"):
        kernel.why("q", 0)
    with pytest.raises(ValueError, match=r"and no \[64\]"):
        kernel.why("y", N)


def test_a_load_from_the_wrong_place_is_among_the_lines(kernels: Any) -> None:
    random = np.random.default_rng(6)
    x, g = (random.integers(-1000, 1000, N).astype(np.int16) for _ in range(2))
    y = np.zeros(N, np.int16)
    kernels.index_left_out(x, g, y, N)
    said = kernels.index_left_out.expect(y=x + g)
    assert said.wrong
    assert "those in a row from" in said.lines[0] or "the last 32, from y[32] on" in said.lines[0]
    assert any(f"planted.cc:{LINES['index_left_out']} " in line for line in said.lines[:3]), said.lines[:3]
