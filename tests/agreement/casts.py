"""Calls of conversions and of atomic modes."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from strategies import Call, lanewise_call, rows, tensor

from lanewise.isa.record import Instruction, Overload
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode

seeds = st.integers(0, 2**32 - 1)
HALVES = [0x3C00, 0x0001, 0x7C00, 0xFC00, 0x7E00, 0x1400, 0x4900, 0]


@st.composite
def with_control(draw: Any, ins: Instruction) -> Call:
    """Any call, with the bits of CTRL that casts look at and something in DEQSCALE."""
    call: Call = draw(lanewise_call(ins))
    call.like = 1
    for bit in (50, 59):
        call.control |= draw(st.booleans()) << bit
    call.clear = draw(st.sampled_from([0, 1 << 60]))
    word = draw(st.integers(0, 2**64 - 1))
    scales = [0x3F800000, 0xBF000000, 0x3C23D70A, 0x7F800000, 0x7FC00001, 1]
    typed = draw(st.sampled_from(scales)) | draw(st.integers(0, 511)) << 37 | draw(st.integers(0, 1)) << 46
    call.deqscale = draw(st.one_of(st.sampled_from(HALVES), st.just(typed), st.just(word)))
    return call


@st.composite
def cast(draw: Any, ins: Instruction) -> Call:
    call: Call = draw(with_control(ins))
    call.params = (0,)
    kinds = [t[2] for t in call.tensors]
    modes = next(r.round_modes for r in ins.rows_on(call.chip) if r.types == tuple(k.name for k in kinds))
    legal = [int(m) for m in RoundMode if modes >> m & 1]
    if draw(st.integers(0, 15)):
        call.params = (draw(st.sampled_from(legal)),)
    else:
        call.params = draw(st.sampled_from([(0,), (6,), (7,), (8,), (-1,), ()]))
    if any(k.packed for k in kinds) and draw(st.integers(0, 9)):
        _pair(call)
    return call


def _pair(call: Call) -> None:
    """Lanes two by two, as 4-bit elements need them."""

    def words(mask: Any) -> tuple[int, ...]:
        even = [w & 0x5555555555555555 for w in mask]
        return tuple(w | w << 1 for w in even)

    if isinstance(call.mask, int):
        call.mask = max(call.mask, 0) // 2 * 2
    else:
        call.mask = words(call.mask)
    counter = call.control >> 56 & 1
    call.register = (call.register[0] // 2 * 2, 0, 0, 0) if counter else words(call.register)


@st.composite
def cast_dequant(draw: Any, ins: Instruction) -> Call:
    call: Call = draw(with_control(ins))
    call.params = (draw(st.integers(0, 1)), draw(st.integers(0, 1)))
    if call.params[0]:
        blocks = draw(st.sampled_from([0, 1, 40, 64, 10**6]))
        call.deqscale = blocks if call.chip != "ascend950" else 32 * blocks
    return call


@st.composite
def scale_table(draw: Any, ins: Instruction) -> Call:
    _, chip, overload = draw(rows(ins))
    words = st.integers(0, 2**64 - 1)
    return Call(ins, chip, overload, [draw(tensor(DTYPES["uint64"], draw(st.sampled_from([128, 512, 16]))))],
                params=tuple(draw(words) for _ in range(16)), seed=draw(seeds))


@st.composite
def atomic_mode(draw: Any, ins: Instruction) -> Call:
    """Typed modes name their type by a tensor without elements."""
    chip = draw(st.sampled_from(ins.chips))
    kinds = [(0, 0, DTYPES[draw(st.sampled_from(["int8", "half", "float", "int64"]))])] if ins.form.operands else []
    return Call(ins, chip, Overload.PLAIN, kinds, params=(draw(st.integers(0, 7)), draw(st.integers(0, 2))),
                control=draw(st.integers(0, 31)) << 6)


CASTS = {
    "cast": cast,
    "truncate": cast,
    "cast_dequant": cast_dequant,
    "add_deq_relu": with_control,
    "set_deq_scale_vector": scale_table,
    **dict.fromkeys(("add_relu_cast", "sub_relu_cast", "mul_cast", "muls_cast"), with_control),
    **dict.fromkeys(("set_atomic_add", "set_atomic_max", "set_atomic_min", "set_atomic_type", "disable_dma_atomic",
                     "set_store_atomic_config"), atomic_mode),
}
