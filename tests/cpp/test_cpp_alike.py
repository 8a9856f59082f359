"""Calls of the same types, one after the other: what one decides holds for the next only where that is true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lanewise.cpp
from lanewise.errors import LanewiseError

SOURCE = Path(__file__).parent / "registers" / "alike.asc"
FLOATS, HALVES = 64, 128


@cache
def program() -> Any:
    return lanewise.cpp.load(SOURCE, chip="ascend950")


@pytest.fixture(scope="module", autouse=True)
def unloaded() -> Iterator[None]:
    yield
    program.cache_clear()


@cache
def data() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    floats = np.arange(1, 2 * FLOATS + 1, dtype=np.float32)
    return floats, np.linspace(-60000, 60000, HALVES).astype(np.float16)


def repeat_with_infinities(halves: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """In turn with infinities and without."""
    exact = 2 * halves.astype(np.float64)
    saturated = np.clip(exact, -65504, 65504).astype(np.float16)
    with np.errstate(over="ignore"):
        return np.stack([exact.astype(np.float16), saturated] * 2)


def test_cpp_alike_between_registers() -> None:
    floats, halves = data()
    sums, large = np.zeros((4, FLOATS), np.float32), np.zeros((4, HALVES), np.float16)
    program().between[1](floats, halves, sums, large)
    a, b = floats[:FLOATS], floats[FLOATS:]
    third = np.arange(FLOATS) % 3 == 0
    scaled = np.where(third, 4 * a, 0)
    merged = np.where(third, b + 1, scaled)
    assert sums.tolist() == [(a + b).tolist(), scaled.tolist(), merged.tolist(), (2 * merged + a * b).tolist()]
    assert large.tobytes() == repeat_with_infinities(halves).tobytes()


def test_cpp_alike_on_memory() -> None:
    floats, halves = data()
    sums, large = np.zeros((5, FLOATS), np.float32), np.zeros((4, HALVES), np.float16)
    program().straight[1](floats, halves, sums, large)
    a, b = floats[:FLOATS], floats[FLOATS:]
    lane = np.arange(FLOATS)
    apart = floats[lane // 8 * 16 + lane % 8]
    both = a + b
    masked = [np.where(lane < 40, both, 0), np.where(lane < 56, both, 0), np.where(lane % 2, 0, both)]
    expected = [*masked, 3 * a, apart + b]
    assert sums.tolist() == [row.tolist() for row in expected]
    assert large.tobytes() == repeat_with_infinities(halves).tobytes()


def test_cpp_alike_between_registers_and_memory() -> None:
    floats, _ = data()
    out = np.full((4, FLOATS), -1, np.float32)
    program().moved[1](floats, out)
    lane = np.arange(FLOATS)
    a, b = floats[:FLOATS], floats[FLOATS:]
    assert out.tolist() == [a.tolist(), np.where(lane < 40, b, -1).tolist(), np.where(lane % 3, -1, b).tolist(),
                            [float(floats[5])] * FLOATS]  # fmt: skip


def test_cpp_alike_of_many_repeats() -> None:
    count = 19 * FLOATS
    x = np.arange(2 * count, dtype=np.float32).reshape(2, count) % 251
    out = np.zeros((2, count), np.float32)
    program().many[1](x, out)
    taken = np.arange(count) % FLOATS % 3 == 0
    assert out.tolist() == [np.where(taken, sums, 1).tolist() for sums in (x[0] + x[1], x[0] * x[1] + 1)]


def test_cpp_alike_of_repeats_under_masks() -> None:
    count = 3 * FLOATS
    x = np.arange(2 * count, dtype=np.float32).reshape(2, count) / 8
    sums, halves = np.zeros((6, count), np.float32), np.zeros((3, count), np.float16)
    program().repeated[1](x, sums, halves)
    lane = np.arange(count)
    low, third = lane % FLOATS < 40, lane % FLOATS % 3 == 0
    both = x[0] + x[1]
    taken = (low | True, low & (lane < FLOATS), low, third, third)
    scaled = np.where(third, 3 * x[0], 0)
    assert sums.tolist() == [*(np.where(each, both, 0).tolist() for each in taken), scaled.tolist()]
    doubled_third = np.where((lane % 3 == 0) & (lane < HALVES), 2 * x[0], 0)
    assert halves.tolist() == [x[0].tolist(), np.where(third, x[0], 0).tolist(), doubled_third.tolist()]


def test_cpp_alike_under_masks() -> None:
    floats = data()[0] / 4
    sums, numbers = np.full((3, 2 * FLOATS), -1, np.float32), np.zeros((2, 2 * FLOATS), np.int32)
    program().masked[1](floats, sums, numbers)
    lane = np.arange(2 * FLOATS) % FLOATS
    both = 2 * floats
    assert sums.tolist() == [both.tolist(), np.where(lane < 40, both, 0).tolist(), np.where(lane % 3, 0, both).tolist()]
    assert numbers.tolist() == [[n // 4 for n in range(1, 129)], [-(-n // 4) for n in range(1, 129)]]


def test_cpp_alike_under_the_lowest_lanes() -> None:
    floats = data()[0] / 4
    out = np.full((3, FLOATS), -1, np.float32)
    program().lowest[1](floats, out)
    low = np.arange(FLOATS) < 40
    a, b = floats[:FLOATS], floats[FLOATS:]
    zeroed, kept = np.where(low, a + b, 0), np.where(low, b + 1, 2 * a)
    larger = np.where(zeroed > 20, zeroed, kept)
    assert out.tolist() == [zeroed.tolist(), kept.tolist(), larger.tolist()]


def test_cpp_alike_under_masks_with_a_hole() -> None:
    floats = (np.arange(3 * FLOATS, dtype=np.float32) + 1) / np.float32(3)
    lane = np.arange(FLOATS)
    floats[2 * FLOATS :] = lane
    out = np.full((8, FLOATS), -1, np.float32)
    program().holes[1](floats, out)
    a, b = floats[:FLOATS], floats[FLOATS : 2 * FLOATS]
    holes = [lane != 16 * i + 3 for i in range(4)]
    assert out.tolist() == [np.where(others, value, 0).tolist() for value in (a + b, b + 1) for others in holes]


def test_cpp_alike_in_narrow_registers() -> None:
    halves = (np.arange(HALVES) / 7).astype(np.float16)
    numbers = (np.arange(256) - 128).astype(np.int8)
    sums, doubled_numbers = np.full((2, HALVES), -1, np.float16), np.zeros(256, np.int8)
    program().narrow[1](halves, numbers, sums, doubled_numbers)
    low = np.arange(HALVES) < 100
    assert sums.tolist() == [np.where(low, 2 * halves, 0).tolist(), np.where(low, halves, -1).tolist()]
    assert doubled_numbers.tolist() == [(2 * n + 128) % 256 - 128 if n < 200 - 128 else 0 for n in range(-128, 128)]


def test_cpp_alike_at_edges() -> None:
    floats = (np.arange(2 * FLOATS, dtype=np.float32) + 1) / np.float32(3)
    halves = (np.arange(HALVES) / 7).astype(np.float16)
    sums, doubled_halves = np.zeros((10, FLOATS), np.float32), np.zeros((5, HALVES), np.float16)
    program().edges[1](floats, halves, sums, doubled_halves)
    a, b = floats[:FLOATS], floats[FLOATS:]
    both, lane = a + b, np.arange(FLOATS)
    low = np.where(lane < 40, both, 0)
    assert sums[:4].tolist() == [low.tolist(), low.tolist(), both.tolist(), low.tolist()]
    assert sums[4:6].tolist() == [np.where(lane < n, both, 0).tolist() for n in (1, 24)]
    assert sums[6:10].tolist() == [a.tolist(), (2 * a).tolist(), (2 * a).tolist(), (2 * a).tolist()]
    masks = ((1 << 128) - 1, (1 << 72) - 1, 0xF | 1 << 64, 5 << 64, (1 << 64) - 1 | 0xF0 << 64)
    active = [[bool(mask >> n & 1) for n in range(HALVES)] for mask in masks]
    assert doubled_halves.tolist() == [np.where(each, 2 * halves, 0).tolist() for each in active]


def line_with(part: str) -> int:
    return 1 + next(n for n, text in enumerate(SOURCE.read_text().splitlines()) if part in text)


TOLERATED = [(4, "MEM-002"), (8, "REG-009"), (10, "MEM-002"), (12, "MEM-002"), (13, "MASK-003"), (16, "OVERLAP-001"),
             (17, "OVERLAP-001"), (18, "MEM-002")]  # fmt: skip
REFUSED = [(3, "REG-001"), (5, "MEM-001"), (6, "ALIGN-001"), (7, "REG-001"), (9, "MASK-001"), (11, "MODE-001"),
           (14, "MEM-001"), (15, "MEM-001")]  # fmt: skip


@pytest.mark.parametrize(("which", "problem"), TOLERATED)
def test_cpp_alike_warned_of(which: int, problem: str) -> None:
    """What chips let pass: a mask for other lanes, a tensor that is outgrown where nothing else lies."""
    with pytest.warns(UserWarning, match=problem) as warned:
        program().wrong[1](which)
    place = (SOURCE.name, line_with(f"which == {which}"))
    assert [(Path(each.filename).name, each.lineno) for each in warned] == [place]


@pytest.mark.parametrize(("which", "problem"), REFUSED)
def test_cpp_alike_wrong(which: int, problem: str) -> None:
    """A line that is refused is told as usual, after others like it that were not."""
    line = line_with("a, never, all" if which == 3 else f"which == {which}")
    with pytest.raises(LanewiseError, match=problem) as broken:
        program().wrong[1](which)
    assert re.search(rf"alike\.asc:{line}\b", str(broken.value)), str(broken.value)


def checks() -> dict[str, Callable[[], None]]:
    """What `make mutants` runs against a fault in the fast paths."""
    tests = {name: test for name, test in globals().items() if name.startswith("test_")}
    plain = {name: test for name, test in tests.items() if not hasattr(test, "pytestmark")}
    for test, of in ((test_cpp_alike_warned_of, TOLERATED), (test_cpp_alike_wrong, REFUSED)):
        plain |= {f"{test.__name__} {which}": partial(test, which, problem) for which, problem in of}
    return plain
