"""Legal calls of any instruction: what the cell says, and masks, strides, repeats and data that find trouble."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from cells import Cell

from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Flag, Instruction, Overload
from lanewise.numerics.formats import DTYPES, DType

UB_WINDOW = 6 * 1024  # small enough for overlaps, large enough for strides
ROOM = 16 * 1024  # bytes of a tensor: more than any call here needs
WORDS = (0, 1, 1 << 63, (1 << 64) - 1, 0x5555555555555555, 0xAAAAAAAAAAAAAAAA, 0xFFFF0000FFFF0000)
COUNTER = 1 << 56


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
    traits: tuple[int, ...] = ()  # operands that are TensorTrait tensors
    kind: str = ""  # of the core that it runs on; empty: one that is like any other

    @property
    def opcode(self) -> int:
        return opcodes()[self.instruction.name]


class Draw:
    """Random choices, the same ones for the same seed."""

    def __init__(self, *seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def below(self, end: int) -> int:
        return int(self.rng.integers(0, end, dtype=np.uint64 if end > 2**63 else np.int64))

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def pick(self, *values: Any) -> Any:
        return values[self.below(len(values))]

    def one_in(self, n: int) -> bool:
        return self.below(n) == 0

    def bit(self) -> int:
        return self.below(2)

    def seed(self) -> int:
        return self.below(2**32)

    def word(self) -> int:
        return int(self.pick(*WORDS)) if self.bit() else self.below(2**64 - 1)


def mask_words(d: Draw, lanes: int) -> tuple[int, ...]:
    """Bits for that many lanes, at least one of them set."""
    value = sum(d.word() << 64 * i for i in range(4)) & ((1 << lanes) - 1) or 1 << d.below(lanes)
    return tuple(value >> 64 * i & ((1 << 64) - 1) for i in range(4))


def in_pairs(words: tuple[int, ...]) -> tuple[int, ...]:
    """Lanes two by two, as 4-bit elements need them."""
    even = [w & 0x5555555555555555 for w in words]
    return tuple(w | w << 1 for w in even)


def call_of(cell: Cell, d: Draw, tensors: list[tuple[int, int, DType]] | None = None, **more: Any) -> Call:
    """A call of the cell without mask, strides or scalars."""
    if tensors is None:
        tensors = [tensor(d, DTYPES[t]) for t in cell.row.types]
    return Call(cell.instruction, cell.chip, cell.overload, tensors, seed=d.seed(), **more)


def tensor(d: Draw, kind: DType, step: int = 32, room: int = ROOM) -> tuple[int, int, DType]:
    return step * d.below(UB_WINDOW // 2 // step + 1), room * 8 // max(8, kind.bits), kind


def lanes_of(cell: Cell) -> int:
    """How many lanes a repeat has."""
    row = cell.row
    return 256 // cell.instruction.form.width([DTYPES[row.unit or t].size for t in row.types])


def set_mask(cell: Cell, d: Draw, call: Call, lanes: int, most: int = 1000, even: bool = False) -> None:
    """Mask, flags, mode and MASK of a call by its kind. `most`: elements where a number says it; `even`: in pairs."""
    kind = cell.mask
    call.register = mask_words(d, 128)
    pair = 2 if even else 1
    some = pair * d.between(1, max(1, lanes // pair - 1))
    if cell.overload == Overload.COUNT:
        whole = min(d.between(1, 3), most // lanes) * lanes
        call.mask = {"none": 0, "one": pair, "part": some, "whole": whole, "tail": min(whole + some, most)}.get(kind, 7)
        if d.one_in(4):
            call.control |= COUNTER
            call.register = (pair * d.below(100), 0, 0, 0)
        if kind == "kept" or (d.one_in(4) and not cell.instruction.count_reads_mask):
            call.flags = 0
        return
    call.repeat = 0 if d.one_in(12) else d.pick(1, 1, 2, 3, 5)
    total = pair * d.below(most // pair // d.pick(1, 2, 8, 20) + 1)
    if "kept" in kind:
        call.flags = 0
    if cell.overload == Overload.CONTIGUOUS:
        call.mask = {"none": 0, "one": pair, "whole": lanes}.get(kind, some)
        if kind == "counter":
            as_bits = cell.policy["counter_contiguous"] == "bits"
            call.mask = (0 if even else d.below(min(10, most.bit_length()))) if as_bits else total
    else:
        words = mask_words(d, lanes)
        one = 1 << pair * d.below(lanes // pair)
        ones = {"none": 0, "one": one | one << 1 if even else one, "whole": (1 << lanes) - 1}
        if kind in ones:
            words = tuple(ones[kind] >> 64 * i & ((1 << 64) - 1) for i in range(4))
        call.mask = in_pairs(words) if even else words
        if kind == "counter":
            call.mask = (total, *d.pick((0, 0, 0), (5, 0, 1)))
    if "counter" in kind:
        call.control |= COUNTER
        call.register = (total, 0, 0, 0)
    elif even:
        call.register = in_pairs(call.register)


def lanewise(cell: Cell, d: Draw) -> Call:
    """A call of an instruction with lanes, with strides and scalars where it has them."""
    ins, row = cell.instruction, cell.row
    call = call_of(cell, d)
    kinds = [DTYPES[row.unit or t] for t in row.types]
    set_mask(cell, d, call, lanes_of(cell), even=any(k.packed for k in kinds))
    if ins.form.scalars:
        set_scalar(cell, d, call)
    if cell.chip in ins.rounds and d.bit():
        call.flags |= Flag.ROUND
    if cell.chip in ins.algorithms:
        call.flags |= d.pick(0, Flag.KEEP_SUBNORMALS, Flag.EXACT)
    call.control |= d.bit() << 48 | d.bit() << 53
    if ins.form.strides is not None and cell.overload != Overload.COUNT:
        set_strides(d, call, len(kinds))
    if cell.mode is not None:
        call.params = (cell.mode,)
    return call


def set_strides(d: Draw, call: Call, operands: int) -> None:
    blocks = [d.pick(0, 1, 1, 1, 2, 3) for _ in range(operands)]
    repeats = [d.pick(0, 1, 4, 8, 8, 9) for _ in range(operands)]
    if call.control & COUNTER and d.bit():  # many repeats, so no room for gaps
        blocks, repeats = [1] * operands, [d.pick(1, 8) for _ in range(operands)]
    call.strides = (*blocks, *repeats)


def set_scalar(cell: Cell, d: Draw, call: Call) -> None:
    ins, kind = cell.instruction, DTYPES[cell.instruction.scalar_type(cell.row)]
    bounds = ins.ranges.get(cell.chip)
    if bounds is not None:
        high = kind.bits if bounds.high == "bits" else 70 if bounds.high is None else int(bounds.high)
        call.scalars = (d.pick(bounds.low, high, d.between(bounds.low, high), d.between(bounds.low, high)),)
    elif kind.kind == "b":
        call.scalars = (d.bit(),)
    else:
        call.scalars = (int.from_bytes(special_bytes(kind, kind.size, d.seed()), "little"),)
    if cell.chip not in ins.flexible:
        return
    if any(o.reads for o in ins.form.operands) and d.bit():
        call.flags |= Flag.SCALAR_LEFT
    if d.one_in(4):
        call.flags |= Flag.SCALAR_TENSOR
        call.tensors.append((d.below(UB_WINDOW // 32 + 1) * kind.size, 1, kind))


def special_bytes(kind: DType, size: int, seed: int) -> bytes:
    """`size` bytes of a type: random bits, mixed with the values where rules change."""
    rng = np.random.default_rng(seed)
    bits = rng.integers(0, 256, size, np.uint8)
    if kind.kind in "iu" and seed % 3:
        info = np.iinfo(kind.numpy)
        ends = np.array([0, 0, 1, info.max, info.min, info.min + 1], kind.numpy)
        part = bits[: size // kind.size * kind.size].view(kind.numpy)
        at = rng.random(part.size) < 0.5
        part[at] = rng.choice(ends, int(at.sum()))
        return bits.tobytes()
    if kind.kind not in "fc" or seed % 3 == 0:
        return bits.tobytes()
    part = DTYPES["half"] if kind.name == "complex32" else DTYPES["float"] if kind.kind == "c" else kind
    values = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 65504.0, 65520.0, 6e-8, 6e-5, 1e-40, 1e-38, 3e38, 88.7, -104.0,
              float(np.finfo(np.float32).max)]
    with np.errstate(over="ignore"):
        pool = np.array([*values, np.inf, -np.inf, np.nan]).astype(part.numpy)
    picked = rng.choice(pool, size // part.size + 1).view(np.uint8)[:size]
    keep = np.repeat(rng.random(size // part.size + 1) < 0.5, part.size)[:size]
    return np.where(keep, bits, picked).astype(np.uint8).tobytes()
