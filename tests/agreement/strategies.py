"""Random calls of any instruction: types from its rows, and masks, strides, repeats and data that find trouble."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import strategies as st

from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Flag, Instruction, Overload, Row
from lanewise.numerics.formats import DTYPES, DType

UB_WINDOW = 6 * 1024  # small enough for overlaps, large enough for strides
WORDS = [0, 1, 1 << 63, (1 << 64) - 1, 0x5555555555555555, 0xAAAAAAAAAAAAAAAA, 0xFFFF0000FFFF0000]
COUNTS = [0, 1, 7, 8, 31, 32, 63, 64, 65, 127, 128, 129, 255, 256, 300, 1000]


@dataclass
class Call:
    """One call, as both engines take it. Tensors are (byte address, elements, type)."""

    instruction: Instruction
    chip: str
    overload: Overload
    tensors: list[tuple[int, int, DType]]
    flags: int = Flag.SET_MASK
    scalars: tuple[int, ...] = ()
    mask: Any = 0
    repeat: int = 1
    strides: tuple[int, ...] | None = None
    params: tuple[int, ...] = ()
    control: int = 0
    clear: int = 0  # bits of CTRL that the reset sets and this call does not want
    deqscale: int = 0x3C00
    like: int = 0  # memory holds telling values of this operand's type
    register: tuple[int, ...] = ()
    seed: int = 0
    spaces: tuple[str, ...] = field(default=())
    registers: dict[str, Any] = field(default_factory=dict)  # of the state, besides MASK
    memory: tuple[tuple[int, bytes], ...] = ()  # UB contents at addresses, where random ones will not do

    @property
    def opcode(self) -> int:
        return opcodes()[self.instruction.name]


def mask_words(lanes: int) -> st.SearchStrategy[tuple[int, ...]]:
    word = st.one_of(st.sampled_from(WORDS), st.integers(0, (1 << 64) - 1))

    def cut(words: list[int]) -> tuple[int, ...]:
        value = sum(w << 64 * i for i, w in enumerate(words)) & ((1 << lanes) - 1)
        return tuple(value >> 64 * i & ((1 << 64) - 1) for i in range(4))

    return st.lists(word, min_size=4, max_size=4).map(cut)


@st.composite
def rows(draw: Any, ins: Instruction) -> tuple[Row, str, Overload]:
    row = draw(st.sampled_from(ins.rows))
    return row, draw(st.sampled_from(row.chips)), draw(st.sampled_from(row.overloads))


@st.composite
def tensor(draw: Any, kind: DType, length: int | None = None) -> tuple[int, int, DType]:
    address = 32 * draw(st.integers(0, UB_WINDOW // 32 // 2))
    if draw(st.integers(0, 40)) == 0:
        address += draw(st.sampled_from([2, 4, 16]))  # misaligned
    elements = length if length is not None else draw(st.sampled_from([8192, 8192, 512, 64, 20]))
    return address, elements * 8 // max(8, kind.bits), kind


@st.composite
def lanewise_call(draw: Any, ins: Instruction) -> Call:
    """A call of an elementwise or masked instruction."""
    row, chip, overload = draw(rows(ins))
    kinds = [DTYPES[t] for t in row.types]
    lanes = 256 // ins.form.width([DTYPES[row.unit or t].size for t in row.types])
    call = Call(ins, chip, overload, [draw(tensor(k)) for k in kinds], seed=draw(st.integers(0, 2**32 - 1)))
    if draw(st.booleans()) and draw(st.booleans()):
        call.flags = 0
    if ins.form.scalars:
        _scalar(draw, call, row)
    if chip in ins.rounds and draw(st.booleans()):
        call.flags |= Flag.ROUND
    if chip in ins.algorithms:
        call.flags |= draw(st.sampled_from([0, Flag.KEEP_SUBNORMALS, Flag.EXACT]))
    counter = draw(st.integers(0, 3)) == 0
    call.control = counter << 56 | draw(st.booleans()) << 48 | draw(st.booleans()) << 53
    call.register = draw(mask_words(128))
    if counter:
        call.register = (draw(st.sampled_from(COUNTS)), 0, 0, 0)
    if overload == Overload.COUNT:
        call.mask = draw(st.sampled_from([*COUNTS, -1]))
        return call
    call.repeat = draw(st.sampled_from([0, 1, 1, 2, 3, 5, 256]))
    if overload == Overload.CONTIGUOUS:
        call.mask = draw(st.one_of(st.sampled_from([0, 1, lanes - 1, lanes, lanes + 1]), st.integers(0, lanes)))
    else:
        call.mask = draw(mask_words(lanes))
    n = len(kinds)
    if ins.form.strides is not None:
        blocks = draw(st.lists(st.sampled_from([0, 1, 1, 1, 2, 3, 70000]), min_size=n, max_size=n))
        repeats = draw(st.lists(st.sampled_from([0, 1, 4, 8, 8, 9, 300]), min_size=n, max_size=n))
        call.strides = (*blocks, *repeats)
    return call


def _scalar(draw: Any, call: Call, row: Row) -> None:
    ins = call.instruction
    kind = DTYPES[ins.scalar_type(row)]
    if ins.ranges:
        call.scalars = (draw(st.integers(0, 70)) & ((1 << kind.bits) - 1),)
    elif kind.kind == "b":
        call.scalars = (draw(st.integers(0, 1)),)
    else:
        call.scalars = (int.from_bytes(special_bytes(kind, kind.size, draw(st.integers(0, 2**32 - 1))), "little"),)
    if call.chip in ins.flexible and ins.form.name != "fill" and draw(st.booleans()):
        call.flags |= Flag.SCALAR_LEFT
    if call.chip in ins.flexible and draw(st.integers(0, 3)) == 0:
        call.flags |= Flag.SCALAR_TENSOR
        call.tensors.append((draw(st.integers(0, UB_WINDOW // 32)) * kind.size, 1, kind))


def special_bytes(kind: DType, size: int, seed: int) -> bytes:
    """`size` bytes of a type: random bits, mixed with the values where rules change."""
    rng = np.random.default_rng(seed)
    bits = rng.integers(0, 256, size, np.uint8)
    if kind.kind not in "fc" or seed % 3 == 0:
        return bits.tobytes()
    part = DTYPES["half"] if kind.name == "complex32" else DTYPES["float"] if kind.kind == "c" else kind
    values = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 65504.0, 65520.0, 6e-8, 6e-5, 1e-40, 1e-38, 3e38, 88.7, -104.0]
    with np.errstate(over="ignore"):
        pool = np.array([*values, np.inf, -np.inf, np.nan]).astype(part.numpy)
    picked = rng.choice(pool, size // part.size + 1).view(np.uint8)[:size]
    keep = np.repeat(rng.random(size // part.size + 1) < 0.5, part.size)[:size]
    return np.where(keep, bits, picked).astype(np.uint8).tobytes()
