"""Calls of the layout and sorting instructions."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from strategies import Call, rows, tensor

from lanewise.isa.record import Instruction
from lanewise.numerics.formats import DTYPES

seeds = st.integers(0, 2**32 - 1)


@st.composite
def tensors(draw: Any, types: tuple[str, ...], step: int = 32) -> list[tuple[int, int, Any]]:
    """Operands anywhere in a small window, mostly aligned, at times too short."""
    out = []
    for name in types:
        kind = DTYPES[name]
        address = step * draw(st.integers(0, 4096 // step))
        if draw(st.integers(0, 30)) == 0:
            address += draw(st.sampled_from([4, 8, 16]))
        out.append((address, draw(st.sampled_from([4096, 4096, 4096, 512, 16])), kind))
    return out


@st.composite
def transpose(draw: Any, ins: Instruction) -> Call:
    row, chip, overload = draw(rows(ins))
    params: tuple[int, ...] = ()
    if ins.name == "transpose_nchw":
        per = 32 // DTYPES[row.types[0]].size
        area = draw(st.sampled_from([(0, 4), (1, per), (per, 1), (2, per), (3, per), (per, 2), (1, 7), (64, 65)]))
        params = (draw(st.integers(0, 3)), draw(st.sampled_from([0, 1, 2, 3, 5, 4096])), *area, draw(st.integers(0, 1)))
    operands = [draw(tensor(DTYPES[t])) for t in row.types]
    if draw(st.integers(0, 3)) == 0:
        operands[1] = operands[0]  # in place
    return Call(ins, chip, overload, operands, params=params, seed=draw(seeds))


@st.composite
def block_lists(draw: Any, ins: Instruction) -> Call:
    row, chip, overload = draw(rows(ins))
    kind = DTYPES[row.types[0]]
    entry = st.integers(0, 100).map(lambda n: 32 * n)
    bad = st.sampled_from([-32, 8, 33, 1 << 20])
    lists = [draw(entry) for _ in range(32)]
    if draw(st.integers(0, 9)) == 0:
        lists[draw(st.integers(0, 31))] = draw(bad)
    starts = draw(st.sampled_from([(0, 0), (0, 0), (0, 0), (512, 0), (0, 1024), (4, 0)]))
    operands = [(start, 16384 // kind.size, kind) for start in starts]
    strides = [draw(st.sampled_from([0, 0, 1, 2, 16, 70000])) for _ in range(2)]
    params = (*lists, draw(st.integers(0, 1)), draw(st.integers(0, 1)), *strides)
    return Call(ins, chip, overload, operands, repeat=draw(st.sampled_from([0, 1, 1, 2, 3, 256])), params=params,
                seed=draw(seeds))


@st.composite
def by_repeat(draw: Any, ins: Instruction) -> Call:
    """Sort32, RpSort16 and the proposal fields."""
    row, chip, overload = draw(rows(ins))
    params = (draw(st.integers(-1, 6)),) if ins.name.startswith("proposal") else ()
    return Call(ins, chip, overload, draw(tensors(row.types)), repeat=draw(st.sampled_from([0, 1, 1, 2, 3, 5, 256])),
                params=params, seed=draw(seeds))


@st.composite
def merge(draw: Any, ins: Instruction) -> Call:
    """Lists anywhere, or back to back as repeats want them; they need not be sorted."""
    row, chip, overload = draw(rows(ins))
    kind = DTYPES[row.types[0]]
    record = 8 if ins.name == "mrg_sort" else 8 * kind.size
    repeat = draw(st.sampled_from([0, 1, 1, 1, 2, 3]))
    lengths = [draw(st.sampled_from([0, 1, 2, 3, 7, 16, 33])) for _ in range(4)]
    operands = draw(tensors(row.types, record))
    operands[0] = (32 * draw(st.integers(0, 200)), operands[0][1], kind)
    valid = draw(st.sampled_from([3, 7, 15, 15, 5]))
    suspend = draw(st.booleans())
    if repeat > 1 and draw(st.integers(0, 3)):
        lengths, valid, suspend = lengths[:1] * 4, 15, False
        first = operands[1][0]
        operands[1:] = [(first + i * lengths[0] * record, 4096, kind) for i in range(4)]
    if draw(st.integers(0, 20)) == 0:
        lengths[draw(st.integers(0, 3))] = draw(st.sampled_from([-1, 4096]))
    return Call(ins, chip, overload, operands, repeat=repeat, params=(*lengths, int(suspend), valid), seed=draw(seeds))


CALLS = {
    "transpose": transpose,
    "transpose_nd2nd_b16": transpose,
    "transpose_nchw": transpose,
    "trans_data_to_5hd": block_lists,
    "sort32": by_repeat,
    "mrg_sort": merge,
    "mrg_sort4": merge,
    "rp_sort16": by_repeat,
    "proposal_concat": by_repeat,
    "proposal_extract": by_repeat,
}
