"""Calls of the instructions that walk memory themselves or move data, and of those that set state."""

from __future__ import annotations

from typing import Any

import sorting
from casts import CASTS
from hypothesis import strategies as st
from reductions import reduction
from strategies import Call, lanewise_call, rows, tensor

from lanewise.isa.catalogue import instructions
from lanewise.isa.record import Flag, Instruction, Overload
from lanewise.numerics.formats import DTYPES
from picking import SPECIAL as PICKING

small = st.integers(0, 4)
seeds = st.integers(0, 2**32 - 1)


@st.composite
def brcb(draw: Any, ins: Instruction) -> Call:
    row, chip, overload = draw(rows(ins))
    kind = DTYPES[row.types[0]]
    return Call(ins, chip, overload, [draw(tensor(kind)), draw(tensor(kind))], repeat=draw(st.integers(0, 5)),
                params=(draw(st.integers(0, 3)), draw(st.sampled_from([0, 1, 8, 9]))), seed=draw(seeds),
                register=draw(st.sampled_from([(1, 2, 0, 0), (0, 0, 0, 0)])))


@st.composite
def vector_padding(draw: Any, ins: Instruction) -> Call:
    call = draw(lanewise_call(ins))
    call.params = (draw(st.integers(0, 2)), draw(st.integers(0, 1)))
    return call


@st.composite
def bilinear_interpolation(draw: Any, ins: Instruction) -> Call:
    _row, chip, overload = draw(rows(ins))
    half, offsets, scratch = DTYPES["half"], DTYPES["uint32"], DTYPES["uint8"]
    tensors = [(32 * draw(st.integers(0, 60)), 4096, half), (32 * draw(st.integers(0, 60)), 4096, half),
               (40960, 256, offsets), (49152, 256, half), (57344, 512, scratch)]
    counter = draw(st.integers(0, 3)) == 0
    mask: Any = (draw(st.integers(1, 2**64 - 1)), 5, 0, 0)
    if overload == Overload.CONTIGUOUS:
        mask = draw(st.sampled_from([1, 40, 127, 128, 129, 300] if counter else [1, 40, 127, 128]))
    params = (draw(st.integers(1, 3)), draw(st.integers(0, 1)), draw(st.integers(0, 2)),
              draw(st.sampled_from([128, 144, 256])), draw(st.integers(1, 3)))
    if draw(st.integers(0, 9)) == 0:
        params = draw(st.sampled_from([(0, 0, 1, 128, 1), (16, 0, 1, 128, 16), (1, 0, 1, 120, 1), (1, 0, 1, 136, 1)]))
    if counter and overload == Overload.BITWISE:
        mask = (draw(st.sampled_from([1, 128, 130])), 0, 0, 0)
    return Call(ins, chip, overload, tensors, mask=mask, params=params, seed=draw(seeds),
                control=draw(st.booleans()) << 48 | counter << 56)


@st.composite
def move_between(draw: Any, ins: Instruction, params: Any, directions: Any) -> Call:
    row, chip, overload = draw(rows(ins))
    kind = DTYPES[row.types[0]]
    values = draw(params(kind))
    if overload == Overload.COUNT:
        values = (draw(st.sampled_from([0, 1, 7, 16, 33, 64, 500])),)
    call = Call(ins, chip, overload, [draw(tensor(kind)), draw(tensor(kind))], params=tuple(values), seed=draw(seeds),
                spaces=draw(st.sampled_from(directions)))
    if ins.name == "data_copy_pad":
        if draw(st.booleans()):
            call.flags |= Flag.PAD_VALUE
        if chip == "ascend950" and draw(st.booleans()):
            call.flags |= Flag.COMPACT
        if draw(st.booleans()):
            call.flags |= Flag.NEAREST
    if draw(st.integers(0, 2)) == 0:  # copies to GM may be atomic
        call.control |= draw(st.integers(0, 31)) << 6
    if ins.name == "data_copy_nddma" and draw(st.booleans()):
        call.flags |= Flag.NEAREST
    return call


IN, OUT, INSIDE = ("UB", "GM"), ("GM", "UB"), ("UB", "UB")
blocks = lambda kind: st.tuples(small, small, small, small)  # noqa: E731


def pads(kind: Any) -> Any:
    lengths = st.integers(0, 9).map(lambda n: n * kind.size)
    return st.tuples(small, lengths, small, small, small, small, st.integers(0, 2**kind.bits - 1))


@st.composite
def slices(draw: Any, kind: Any) -> tuple[int, ...]:
    dims, burst = draw(st.integers(1, 3)), draw(st.integers(1, 2))
    span = burst * 32 // kind.size
    sides: list[list[int]] = [[], []]
    for d in range(dims):
        pieces = draw(st.integers(1, 3))
        for side in sides:
            width = span if d == 0 else 1
            start, stride = draw(st.integers(0, 2)) * width, draw(st.integers(0, 2)) * width
            if draw(st.integers(0, 20)) == 0:
                stride += 1  # off the blocks of UB
            end = start + (pieces - 1) * stride + pieces * width - 1
            side += [start, end, stride, burst if d == 0 else 1, end + 1 + draw(st.integers(0, 2)) * width]
    return (dims, *sides[0], *sides[1])


def nd2nz(kind: Any) -> Any:
    return st.tuples(st.integers(0, 2), small, st.integers(0, 40), st.sampled_from([0, 64]), st.integers(1, 50),
                     st.integers(1, 6), st.integers(1, 2), st.sampled_from([1, 64, 256]), st.integers(0, 1))


def nz2nd(kind: Any) -> Any:
    return st.tuples(st.integers(0, 2), st.integers(1, 4), st.sampled_from([16, 32, 48]), st.integers(1, 2),
                     st.integers(0, 8), st.integers(1, 60), st.integers(1, 200))


@st.composite
def nddma(draw: Any, kind: Any) -> tuple[int, ...]:
    dims = draw(st.integers(1, 4))
    axes = [[draw(st.integers(0, 9)), draw(st.integers(0, 9)), draw(st.integers(1, 3)), draw(st.integers(0, 2)),
             draw(st.integers(0, 2))] for _ in range(dims)]
    return (dims, draw(st.integers(0, 2**kind.bits - 1)), *(v for axis in axes for v in axis))


@st.composite
def state(draw: Any, ins: Instruction) -> Call:
    chip = draw(st.sampled_from(ins.rows[0].chips))
    words = st.sampled_from([0, 5, 2**63, 2**64 - 1])
    params = (draw(st.integers(0, 1)), *(draw(words) for _ in range(6)))
    if ins.name == "set_vector_mask":
        params = (draw(words), draw(words))
    return Call(ins, chip, Overload.PLAIN, [], params=params, control=draw(st.booleans()) << 56)


SPECIAL = {
    "brcb": brcb,
    "vector_padding": vector_padding,
    "bilinear_interpolation": bilinear_interpolation,
    "create_vec_index": lanewise_call,
    "data_copy": lambda i: move_between(i, blocks, [IN, OUT]),
    "data_copy_ub": lambda i: move_between(i, blocks, [INSIDE]),
    "data_copy_pad": lambda i: move_between(i, pads, [IN, OUT]),
    "data_copy_slice": lambda i: move_between(i, slices, [IN, OUT]),
    "data_copy_nd2nz": lambda i: move_between(i, nd2nz, [IN]),
    "data_copy_nz2nd": lambda i: move_between(i, nz2nd, [OUT]),
    "data_copy_nddma": lambda i: move_between(i, nddma, [IN]),
    **sorting.CALLS,
    **PICKING,
}


def call_of(ins: Instruction) -> st.SearchStrategy[Call] | None:
    """How to call an instruction, or None when nobody has said how."""
    if ins.name in CASTS:
        return CASTS[ins.name](ins)
    if ins.form.executor == "elementwise":
        return lanewise_call(ins)
    if ins.form.executor == "state":
        return state(ins)
    if ins.form.executor == "reduce":
        return reduction(ins)
    return SPECIAL[ins.name](ins) if ins.name in SPECIAL else None


ALL = {name: call_of(ins) for name, ins in instructions().items()}
