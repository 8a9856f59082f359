"""Calls of the instructions that compare, select, gather and scatter."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from strategies import UB_WINDOW, Call, lanewise_call, rows, tensor

from lanewise.isa.record import Instruction, Overload
from lanewise.numerics.formats import DTYPES

seeds = st.integers(0, 2**32 - 1)
words = st.sampled_from([0, 1, 5, 2**63, 2**64 - 1, 0x5555555555555555, 0x123456789ABCDEF0])


def tame(draw: Any, call: Call) -> Call:
    """Most calls without the trouble that has nothing to do with these instructions."""
    if draw(st.integers(0, 3)) == 0:
        return call
    call.tensors = [(a - a % 32, max(n, 8192 // k.size), k) if n > 1 else (a, n, k) for a, n, k in call.tensors]
    call.strides = call.strides and tuple({70000: 1, 300: 8}.get(s, s) for s in call.strides)
    call.repeat = 2 if call.repeat == 256 else call.repeat
    if call.overload == Overload.COUNT:
        call.mask = max(call.mask, 0) & ~1
    return call


def a_mode(draw: Any, call: Call) -> int:
    """Mostly one that the row has."""
    types = tuple(k.name for _, _, k in call.tensors[: len(call.instruction.form.operands)])
    row = next(r for r in call.instruction.rows_on(call.chip) if r.types == types and call.overload in r.overloads)
    known = row.modes or range(max(1, len(call.instruction.modes)))
    return draw(st.sampled_from([*known, *known, *known, 0, 1, 9]))


def _few_values(draw: Any, call: Call) -> None:
    """Memory made of few different bytes, so that elements are often equal."""
    if draw(st.booleans()):
        data = np.random.default_rng(call.seed).choice(np.array([0, 0, 0, 1, 0x80, 0xFF], np.uint8), 2 * UB_WINDOW)
        call.memory = ((0, data.tobytes()),)


@st.composite
def compared(draw: Any, ins: Instruction) -> Call:
    call = tame(draw, draw(lanewise_call(ins)))
    call.params = (a_mode(draw, call),)
    call.registers = {"cmpmask": tuple(draw(words) for _ in range(4))}
    _few_values(draw, call)
    return call


@st.composite
def cmpmask(draw: Any, ins: Instruction) -> Call:
    row, chip, overload = draw(rows(ins))
    address = draw(st.sampled_from([0, 16, 32, 48, 8]))
    elements = draw(st.sampled_from([8192, 128, 64, 16, 8]))
    kind = DTYPES[row.types[0]]
    registers = {"cmpmask": tuple(draw(words) for _ in range(4))}
    return Call(ins, chip, overload, [(address, elements // kind.size, kind)], registers=registers, seed=draw(seeds))


@st.composite
def selected(draw: Any, ins: Instruction) -> Call:
    call = tame(draw, draw(lanewise_call(ins)))
    call.params = (a_mode(draw, call),)
    near = st.integers(0, 200).map(lambda n: 32 * n)
    low = draw(st.one_of(near, near, words, st.just(2**32 + 64)))
    call.registers = {"cmpmask": (low, draw(words), 0, 0)}
    return call


def _offsets(draw: Any, call: Call, unit: int, limit: int) -> None:
    """Whole elements inside the tensor, with a few that are not."""
    rng = np.random.default_rng(call.seed)
    offsets = rng.integers(0, limit // unit, 1024).astype(np.uint32) * unit
    trouble = draw(st.sampled_from([None] * 6 + [1, 0x20000, 2**31]))
    if trouble is not None:
        offsets[draw(st.integers(0, 200))] += np.uint32(trouble)
    call.memory = ((call.tensors[2][0], offsets.tobytes()),)


@st.composite
def by_offsets(draw: Any, ins: Instruction) -> Call:
    call = tame(draw, draw(lanewise_call(ins)))
    size = call.tensors[0][2].size
    call.params = (draw(st.sampled_from([0] * 8 + [size, 64, 3, 2**32 - 8, 2**32])),)
    place = 1 if ins.name == "gather" else 0
    _offsets(draw, call, size, max(size, call.tensors[place][1] * size - call.params[0] % 4096))
    if draw(st.booleans()):  # far from the other operands
        call.tensors[2] = (4 * UB_WINDOW, *call.tensors[2][1:])
        call.memory = ((4 * UB_WINDOW, call.memory[0][1]),)
    return call


@st.composite
def by_blocks(draw: Any, ins: Instruction) -> Call:
    row, chip, overload = draw(rows(ins))
    tensors = [draw(tensor(DTYPES[t])) for t in row.types]
    params = (draw(st.sampled_from([0, 1, 1, 2, 256, 257, 70000])), draw(st.sampled_from([0, 1, 8, 8, 9])))
    call = Call(ins, chip, overload, tensors, repeat=draw(st.sampled_from([0, 1, 2, 3, 256])), params=params,
                seed=draw(seeds), register=draw(st.sampled_from([(1, 2, 0, 0), (0, 0, 0, 0)])))  # fmt: skip
    tame(draw, call)
    _offsets(draw, call, 32, max(32, call.tensors[1][1] * call.tensors[1][2].size))
    return call


@st.composite
def packed(draw: Any, ins: Instruction) -> Call:
    row, chip, overload = draw(rows(ins))
    mask = draw(st.sampled_from([0, 1, 7, 63, 64, 100, 128, 129, 300, 2**32 - 1, 2**32]))
    usual = [[1, 2, 3], [0, 1, 8, 9], [0, 1, 2]]
    repeats, row_stride, bits_stride = (draw(st.sampled_from(v * 3 + [0, 70000])) for v in usual)
    block = draw(st.sampled_from([0, 1, 1, 1, 2, 2, 256]))
    params = (draw(st.integers(0, 1)), mask, block, repeats, row_stride, bits_stride)
    if ins.name == "gather_mask_builtin":
        params = (draw(st.sampled_from([*range(9), *range(1, 8)])), *params)
    call = Call(ins, chip, overload, [draw(tensor(DTYPES[t])) for t in row.types], params=params, seed=draw(seeds),
                control=draw(st.booleans()) << 56, registers={"rsvd_cnt": 99})  # fmt: skip
    return tame(draw, call)


@st.composite
def paired(draw: Any, ins: Instruction) -> Call:
    return tame(draw, draw(lanewise_call(ins)))


SPECIAL = {
    "compare": compared,
    "compares": compared,
    "compare_register": compared,
    "get_cmp_mask": cmpmask,
    "set_cmp_mask": cmpmask,
    "select": selected,
    "select_scalar": selected,
    "select_preset": selected,
    "select_preset_scalar": selected,
    "gather_mask": packed,
    "gather_mask_builtin": packed,
    "gather": by_offsets,
    "scatter": by_offsets,
    "gatherb": by_blocks,
    "interleave": paired,
    "de_interleave": paired,
    "de_interleave_one": paired,
}
