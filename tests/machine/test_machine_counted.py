"""Calls by a count or a mask, again and again: what the first one decides changes nothing of what the next ones do."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

import lanewise
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions, opcodes
from lanewise.isa.record import Overload
from lanewise.machine.core import Core
from lanewise.machine.tensor import LocalTensor
from lanewise.numerics.formats import dtype

CHIPS = ("ascend910b", "ascend950")
SIZE = 4096  # bytes of an operand


def rows(chip: str) -> list[tuple[str, tuple[str, ...]]]:
    """Two of each instruction: they take turns in what a core keeps."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for ins in instructions().values():
        if ins.form.executor == "elementwise" and ins.shape in ("unary", "binary", "vector-scalar"):
            fit = [row.types for row in ins.rows_on(chip) if Overload.COUNT in row.overloads and all(row.types)]
            fit = [types for types in fit if all(dtype(t).bits >= 8 for t in types)]
            found += [(ins.name, types) for types in dict.fromkeys((*fit[:1], *fit[-1:]))]
    return found


def calls(core: Core, name: str, types: tuple[str, ...]) -> list[str]:
    """Issues a few calls; what was refused, by id. The engine and the definition are compared byte by byte."""
    random = np.random.default_rng(len(name))
    core.mem[:] = random.integers(0, 256, core.mem.size)
    elements = SIZE * 8 // max(dtype(t).bits for t in types)
    scalars = (3,) if instructions()[name].shape == "vector-scalar" else ()
    refused = []

    def call(count: int, shift: int = 0, length: int = elements, same: bool = False) -> None:
        starts = [0 if same else i * SIZE for i in range(len(types))]
        tensors = tuple(
            LocalTensor(core, start + (shift if i else 0), length, kind)
            for i, (start, kind) in enumerate(zip(starts, types, strict=True))
        )
        try:
            core.issue(opcodes()[name], int(Overload.COUNT), 1, tensors, scalars, count)
        except LanewiseError as problem:
            refused.append(problem.id)

    for count in (elements, elements - 1, 1, 0, -1):
        call(count)
    call(elements, shift=4)  # not where a block begins
    call(elements, length=elements // 2)  # longer than the tensor
    call(elements, shift=core.mem.size - SIZE // 2)  # behind the end of UB
    call(elements, same=True)
    call(elements // 2, shift=32, same=True)  # one overlaps the other
    call(elements)
    return refused


def masked_calls(core: Core, name: str, types: tuple[str, ...]) -> None:
    core.mem[:] = np.random.default_rng(len(name)).integers(0, 256, core.mem.size)
    lanes = 2048 // max(dtype(t).bits for t in types)
    tensors = tuple(LocalTensor(core, i * SIZE, 8 * SIZE // dtype(t).bits, t) for i, t in enumerate(types))
    scalars = (3,) if instructions()[name].shape == "vector-scalar" else ()
    ones, wide = (1,) * len(types), (8,) * len(types)
    masks = [(Overload.CONTIGUOUS, n) for n in (lanes, lanes - 3, lanes, 0, lanes + 1)]
    masks += [(Overload.BITWISE, words) for words in ((0x5555, 0), (0x5555, 0), (0, 0), (1 << 63, 1 << 63))]
    for how, mask in masks:
        for repeat, strides in ((1, wide), (2, wide), (2, (16,) * len(types)), (0, wide), (256, wide)):
            with contextlib.suppress(LanewiseError):
                core.issue(opcodes()[name], int(how), 1, tensors, scalars, mask, repeat, (*ones, *strides))


@pytest.mark.parametrize("chip", CHIPS)
def test_masked_calls_again(chip: str) -> None:
    core = lanewise.core(chip, engine="lockstep", trace=False)
    for name in ("add", "abs", "muls", "axpy", "mul_add_dst"):
        for row in list(instructions()[name].rows_on(chip))[:2]:
            masked_calls(core, name, row.types)
    assert core.issued.sum() > 100


@pytest.mark.parametrize("chip", CHIPS)
def test_counted_calls_again(chip: str) -> None:
    core = lanewise.core(chip, engine="lockstep", trace=False)
    seen = set()
    for name, types in rows(chip):
        refused = calls(core, name, types)
        assert {"COUNT-001", "ALIGN-001"} <= set(refused), (name, types, refused)
        seen.add(name)
    assert len(seen) > 20


def test_counted_calls_leave_the_mask_as_the_first_one_did() -> None:
    core = lanewise.core("ascend910b", engine="lockstep", trace=False)
    before = core.state["mask"].copy()
    for _ in range(3):
        core.state["mask"] = 5
        calls(core, "add", ("float",) * 3)
        np.testing.assert_array_equal(core.state["mask"], before)


def test_counted_calls_are_told_once_somebody_listens() -> None:
    core = lanewise.core("ascend910b", trace=False)
    a, b, d = (core.ub(np.full(64, n, np.float32)) for n in range(3))
    for _ in range(3):
        core.issue(opcodes()["add"], int(Overload.COUNT), 1, (d, a, b), (), 64)
    core.set_trace(True)
    core.issue(opcodes()["add"], int(Overload.COUNT), 1, (d, a, b), (), 64)
    assert len(core.trace()) == 1
    assert int(core.issued[opcodes()["add"]]) == 4
