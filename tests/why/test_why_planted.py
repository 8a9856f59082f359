"""Kernels with one wrong line: what `expect` says of each names that line in its first three lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import why

SOURCE = Path(__file__).parent / "programs" / "planted.asc"
LINES = {said[1]: number for number, line in enumerate(SOURCE.read_text().splitlines(), 1)
         if (said := re.search(r"// planted: (\w+)", line))}  # fmt: skip
N = 1024
Array = np.ndarray[Any, Any]


@pytest.fixture(scope="module")
def planted() -> Iterator[Any]:
    lanewise.configure(history=True)
    yield lanewise.cpp.load(SOURCE)
    lanewise.configure(history=False)


def add(x: Array, y: Array) -> Array:
    return x + y


# Kernel: its blocks, what it should compute, and words that its pattern has.
CASES: dict[str, tuple[int, Callable[[Array, Array], Array], str]] = {
    "tail_not_computed": (1, add, "the last 24, from z[1000] on"),
    "tail_not_brought": (1, add, "the last 32, from z[992] on"),
    "tail_not_stored": (1, add, "the last 40, from z[984] on; the launch has written none of them"),
    "wrong_stride": (1, add, "the last 960, from z[64] on"),
    "mask_left": (1, add, "the last 16 of every 64"),
    "overflow": (1, lambda x, y: (x.astype(np.float32) * y * 0.5 + 1).astype(np.float16), "the furthest off is z[300]"),
    "wrong_rounding": (1, lambda x, y: np.rint(x), "they are off by 1"),
    "aliased": (1, lambda x, y: (x + 1) * x, "elements are wrong"),
    "not_initialised": (1, add, "all 1,024 elements are wrong; they are nan"),
    "wrong_block": (
        4,
        add,
        "the last 256, from z[768] on but for 2 that are right, all that block 3 wrote and nothing else",
    ),
    # Two blocks store to one place in whatever order: z[512] on is wrong, or z[768] on.
    "same_place": (4, add, "the last "),
    "swapped": (1, lambda x, y: x - y, "their sign is the other one"),
    "overwritten": (1, add, "those in a row from z[512] to z[767]"),
    "stale": (1, add, "the last 256, from z[768] on"),
    "one_step_more": (1, add, "those in a row from z[512] to z[575]"),
    "wrong_operand": (1, lambda x, y: x * y + 1, "elements are wrong"),
    "divided_by_nothing": (1, lambda x, y: x / (y - 3.5) + 1, "they are infinite or nan"),
    "other_buffer": (1, lambda x, y: x * 0.5 + 1, "the elements 256 before them"),
    "mask_kept": (1, lambda x, y: 2 * (x + y + (np.arange(N) % 64 >= 40)), "the first 40 of every 64"),
    "gap": (1, lambda x, y: np.concatenate([x.reshape(16, 64)[:, :32].ravel(), x.reshape(16, 64)[:, 32:].ravel()]), ""),
    "used_before": (
        1, lambda x, y: np.concatenate([x.reshape(4, 256).sum(axis=0), (x + y)[:256], y[512:]]), "the first 25",
    ),
    "layout": (1, lambda x, y: x, "the launch has not written"),
    "overlap": (1, lambda x, y: x + 1 - 2 * y, "the last 64"),
    "short_sum": (1, lambda x, y: np.concatenate([[x.sum(dtype=np.float64)], x[1:]]).astype(np.float32), "z[0]"),
}


def inputs(name: str) -> tuple[Array, Array]:
    """Sums and products of them are exact, so that what is wrong is wrong by more than rounding."""
    random = np.random.default_rng(7)
    kind = np.float16 if name == "overflow" else np.float32
    x, y = (random.integers(-200, 200, N) * 0.25 for _ in range(2))
    if name == "overflow":
        x, y = np.abs(x) / 8, np.abs(y)
        x[300], y[300] = 1900, 48
    if name == "divided_by_nothing":
        y = np.full(N, 4.0)
    return x.astype(kind), y.astype(kind)


@pytest.mark.parametrize("name", CASES)
def test_the_planted_line_is_among_the_first_three(planted: Any, name: str) -> None:
    blocks, wanted, pattern = CASES[name]
    x, y = inputs(name)
    z = np.full_like(x, 99)
    with np.errstate(over="ignore"):
        want = wanted(x, y)
    run = getattr(planted, name)[blocks](x, y, z)
    assert (z != want).any()  # the fault shows
    said = why.expect(run, z=want)
    assert not said
    first = str(said).splitlines()[:3]
    assert any(f"planted.asc:{LINES[name]} " in line for line in first), "\n".join(first)
    assert pattern in first[0], first[0]
    # What it says was wrong is what numpy finds wrong.
    differ = np.flatnonzero((z != want) & ~(np.isnan(z) & np.isnan(want)))
    assert said.wrong == len(differ)
    assert said.data()["arrays"][0]["first"] == differ[0]


# What is proved: the line with something else in it gives what is expected.
PROVED = {
    "tail_not_computed": "with a count of 1,024 in the place of 1,000 all 24 would be right",
    "wrong_rounding": "with CAST_RINT in the place of",
    "swapped": "with its operands swapped",
    "other_buffer": "with src from the buffer that was filled last",
    "mask_kept": "with all lanes in its mask",
    "gap": "with the numbers (16, 4, 4, 0) in the place of (16, 4, 3, 0)",
    "used_before": "with zeros in src0 at the first of its steps",
}


@pytest.mark.parametrize("name", PROVED)
def test_what_would_make_it_right_is_proved(planted: Any, name: str) -> None:
    blocks, wanted, _ = CASES[name]
    x, y = inputs(name)
    run = getattr(planted, name)[blocks](x, y, np.full_like(x, 99))
    line = run.expect(z=wanted(x, y)).lines[1]
    assert line.startswith(f"proved: planted.asc:{LINES[name]} ")
    assert PROVED[name] in line


def test_every_planted_line_is_a_case() -> None:
    assert LINES.keys() == CASES.keys()
