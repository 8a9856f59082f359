"""What the pipes of a cube unit take, by the published rates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from validation import kernels

import lanewise
from lanewise import asc, timing
from lanewise.machine.tensor import LocalTensor, TPosition
from lanewise.timing.numbers import numbers
from lanewise.timing.stream import Stream

CHIPS = ("ascend910b", "ascend950")


def blocks(n: int, each: int = 16) -> int:
    return -(-n // each)


@pytest.mark.parametrize("shape", [(16, 16, 16), (128, 256, 64), (30, 41, 70)])
@pytest.mark.parametrize("chip", CHIPS)
def test_a_product_takes_a_cycle_for_each_of_its_fractals(chip: str, shape: tuple[int, int, int]) -> None:
    m, n, k = shape
    assert kernels.product(chip, "half", m, n, k) == 6 + blocks(m) * blocks(n) * blocks(k)
    assert kernels.product(chip, "int8", m, n, k) == 6 + blocks(m) * blocks(n) * blocks(k, 32)
    step = {"ascend910b": 4, "ascend950": 1}[chip]
    assert kernels.product(chip, "float", 16, 16, k) == 6 + 16 * blocks(k) / step


def test_products_published_for_one_call() -> None:
    """Equal to what is published, which is 6 and a cycle a fractal: k of float is filled up to 16."""
    assert kernels.product("ascend910b", "half", 40, 60, 50) == 54
    assert kernels.product("ascend910b", "int8", 6, 8, 7) == 7
    assert kernels.product("ascend910b", "float", 120, 110, 50) == 902


def test_hf32_is_faster_from_where_it_is_set() -> None:
    with lanewise.core("ascend950", kind="AIC") as core:
        fm, filter_ = (core.local(at, np.zeros(256, np.float32), "float") for at in ("A2", "B2"))
        to = core.local("CO1", 256, "float")
        for on in (False, True):
            asc.set_hf32_mode(on)
            asc.mmad(to, fm, filter_, asc.MmadParams(16, 16, 16))
        block = timing.of(core).blocks[0]
    took = [float(row["cost"]) for row in block.rows if row["cost"]]
    assert took == [6 + 16, 6 + 2]


@pytest.mark.parametrize(("chip", "right"), [("ascend910b", 128), ("ascend950", 256)])
def test_loads_take_their_bytes(chip: str, right: int) -> None:
    assert kernels.loaded(chip, "A2", 128) == 128 * 64 * 2 / 256
    assert kernels.loaded(chip, "B2", 128) == 128 * 64 * 2 / right


@pytest.mark.parametrize(("chip", "unit"), [("ascend910b", 64), ("ascend950", 32)])
def test_a_bias_takes_the_bytes_of_its_units(chip: str, unit: int) -> None:
    """How large a unit is says the chip: the clock asks it as the engine does."""
    with lanewise.core(chip, kind="AIC") as core:
        asc.data_copy(core.local("C2", 4 * unit // 4, "float"), core.local("C1", np.zeros(4 * unit // 4, np.float32)),
                      asc.DataCopyParams(1, 4, 0, 0))
        report = timing.of(core)
    assert report.busy("MTE1") == 20 + 4 * unit / 32
    assert not report.unknown


@pytest.mark.parametrize(("chip", "head"), [("ascend910b", 20), ("ascend950", 26)])
def test_results_leave_by_elements(chip: str, head: int) -> None:
    with lanewise.core(chip, kind="AIC") as core:
        source: Any = core.local("CO1", 16 * 64, "float")
        asc.fixpipe(core.gm(np.zeros(16 * 64, np.float32)), source, asc.FixpipeParamsV220(64, 16, 16, 64, False))
        report = timing.of(core)
    assert report.busy("FIX") == head + 16 * 64 / 64
    assert not report.unknown


def copies_to_l1(size: int, cores: int, times: int = 1, *, whole: bool = True) -> float:
    """Cycles of MTE2 where each of `cores` reads all of a buffer of so many KiB, in pieces of 64."""
    stream = Stream("ascend910b", "AIC")
    source = stream.gm(size * 512, "half")
    held = LocalTensor.place(stream.core, 0, 32768, "half", TPosition.A1)
    for _ in range(times):
        for at in range(0, size * 512, 32768):
            stream.copy(held, source[at:], 32768)
    return stream.report(cores, whole=whole).busy("MTE2")


def test_what_all_cores_read_comes_from_memory_once() -> None:
    """24 cores fetch a buffer of 6 MiB together: one 24th of it each, and the rest lies in L2."""
    n = numbers("ascend910b")
    pieces, size = 96, 65536
    memory, l2 = n["copy_in.total_rate"] / 24, n["cube.in_rate"]
    near = n["copy_in.start"] + n["copy_in.burst"] + size / l2
    first = 4 * (size / memory - size / l2)  # a 24th: four of its pieces come from memory
    assert copies_to_l1(6144, 24) == pytest.approx(pieces * near + first, rel=0.02)
    assert copies_to_l1(6144, 24, 2) - copies_to_l1(6144, 24) == pytest.approx(pieces * near, rel=0.02)
    alone = pieces * (n["copy_in.start"] + n["copy_in.burst"] + size / memory)
    assert copies_to_l1(6144, 24, whole=False) == pytest.approx(alone, rel=0.02)  # each has a buffer of its own


def test_a_product_of_many_cores_is_as_fast_as_published() -> None:
    """The rows pto.gemm.*: 24 cores on C = A x B^T; without what they share they would take three times as long."""
    report = kernels.gemm(768, 512, 1024, (4, 6))
    assert report.busy("MTE2") < 1.25 * report.busy("M")
    assert report.cycles < 1.3 * report.busy("M")
