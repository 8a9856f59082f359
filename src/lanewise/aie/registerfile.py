"""Register files: names are windows onto the same bits, so what is written through one is seen through the others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.aie import lanes
from lanewise.isa.aie.accums import Accum
from lanewise.isa.aie.types import LaneType, Tag, check_tag, has, lane_type, tag
from lanewise.isa.aie.vectors import Vector, refuse


class Register(NamedTuple):
    kind: str  # vector, accumulator or mask
    bits: int
    parts: tuple[str, ...]  # base registers, lowest first


def _first_generation() -> dict[str, Register]:
    """The first generation: 16 vector registers of 128 bits and 8 accumulators of 384."""
    found: dict[str, Register] = {}
    halves = {}
    for letter in "rcd":
        for n in range(4 if letter == "r" else 2):
            halves[f"w{letter}{n}"] = (f"v{letter}l{n}", f"v{letter}h{n}")
    found |= {v: Register("vector", 128, (v,)) for pair in halves.values() for v in pair}
    found |= {w: Register("vector", 256, pair) for w, pair in halves.items()}
    wholes = {"xa": ("wr0", "wr1"), "xb": ("wr2", "wr3"), "xc": ("wc0", "wc1"), "xd": ("wd0", "wd1")}
    found |= {x: Register("vector", 512, (*halves[low], *halves[high])) for x, (low, high) in wholes.items()}
    # Both have xb as their upper half: writing ya changes the top of yd.
    for y, low in (("ya", "xa"), ("yd", "xd")):
        found[y] = Register("vector", 1024, (*found[low].parts, *found["xb"].parts))
    for n in range(4):
        found |= {am: Register("accumulator", 384, (am,)) for am in (f"aml{n}", f"amh{n}")}
        found[f"bm{n}"] = Register("accumulator", 768, (f"aml{n}", f"amh{n}"))
    return found


def _later_generations(second: bool) -> dict[str, Register]:
    """Later generations: 24 vector registers of 256 bits; accumulators from 256 bits up, from 512 in version 2."""
    found: dict[str, Register] = {}
    for n in range(12):
        found |= {w: Register("vector", 256, (w,)) for w in (f"wl{n}", f"wh{n}")}
        found[f"x{n}"] = Register("vector", 512, (f"wl{n}", f"wh{n}"))
    for n in range(0 if second else 2, 6):
        found[f"y{n}"] = Register("vector", 1024, (*found[f"x{2 * n}"].parts, *found[f"x{2 * n + 1}"].parts))
    names = [["bmll", "bmlh", "bmhl", "bmhh"], ["cml", "cmh"], ["dm"]]
    sizes = [512, 1024, 2048]
    if not second:
        names, sizes = [["amll", "amlh", "amhl", "amhh"], ["bml", "bmh"], ["cm"]], [256, 512, 1024]
    for n in range(8 if second else 9):
        quarters = [f"{name}{n}" for name in names[0]]
        for level, size in zip(names, sizes, strict=True):
            share = 4 // len(level)
            for i, name in enumerate(level):
                found[f"{name}{n}"] = Register("accumulator", size, tuple(quarters[i * share : (i + 1) * share]))
    found |= {f"q{n}": Register("mask", 128, (f"q{n}",)) for n in range(8 if second else 4)}
    return found


@cache
def layout(family: str) -> dict[str, Register]:
    """Every register name of a family."""
    if not has(family, "float_accumulators"):
        return _first_generation()
    return _later_generations(has(family, "large_registers"))


class Registers:
    """`registers["bm0"] = acc`, then `registers.accum("amh0", "acc48")`; `registers.vector("wr2", "int16")`."""

    def __init__(self, family: str) -> None:
        self._layout = layout(family)
        self._family = family
        self._bytes = {name: bytes(r.bits // 8) for name, r in self._layout.items() if r.parts == (name,)}

    def __iter__(self) -> Iterator[str]:
        return iter(self._layout)

    def _register(self, name: str) -> Register:
        if name not in self._layout:
            raise LanewiseError("AIE-003", what=f"register {name}", chip=self._family, known=", ".join(self._layout))
        return self._layout[name]

    def read(self, name: str) -> bytes:
        """The bits of a register, lowest byte first."""
        return b"".join(self._bytes[part] for part in self._register(name).parts)

    def write(self, name: str, data: bytes) -> None:
        register = self._register(name)
        if len(data) * 8 != register.bits:
            raise refuse(
                name, "register_bits", count=len(data) * 8, need=register.bits, bytes=register.bits // 8
            )
        size = len(data) // len(register.parts)
        for i, part in enumerate(register.parts):
            self._bytes[part] = data[i * size : (i + 1) * size]

    def __setitem__(self, name: str, value: Vector | Accum) -> None:
        register = self._register(name)
        is_vector = register.kind == "vector" or (isinstance(value, Accum) and self._float_in_vector(value))
        if isinstance(value, Vector) != (register.kind == "vector") and not is_vector:
            raise refuse(name, "register_kind", value=repr(value), kind=register.kind)
        self.write(name, _packed(value) if isinstance(value, Accum) else _bits(value))

    def _float_in_vector(self, acc: Accum) -> bool:
        """The first generation has no float accumulators: they are vectors."""
        return acc.tag.is_float and not has(self._family, "float_accumulators")

    def vector(self, name: str, type: str | LaneType) -> Vector:
        """A vector register as lanes of a type."""
        to = lane_type(type)
        data = np.frombuffer(self.read(name), np.uint8)
        if to.bits == 4:
            nibbles = np.stack([data & 15, data >> 4], axis=1).reshape(-1).astype(np.int64)
            return Vector(np.where((to.kind == "i") & (nibbles >= 8), nibbles - 16, nibbles).astype(to.dtype), to)
        values = data.view(to.dtype)
        return Vector((values.reshape(-1, 2) if to.is_complex else values).copy(), to)

    def accum(self, name: str, tag_name: str | Tag) -> Accum:
        """An accumulator register as lanes of a tag."""
        kind = check_tag(tag(tag_name), self._family)
        data = self.read(name)
        if kind.is_float:
            values = np.frombuffer(data, np.float32).copy()
            return Accum(values.reshape(-1, 2) if kind.is_complex else values, kind, self._family)
        bits = kind.lane_bits(self._family)
        slot = _slot(bits)
        whole = int.from_bytes(data, "little")
        numbers = [whole >> (i * slot) & ((1 << bits) - 1) for i in range(len(data) * 8 // slot)]
        kept = lanes.from_integers(numbers, bits)
        return Accum(kept.reshape(-1, 2) if kind.is_complex else kept, kind, self._family)


def _slot(bits: int) -> int:
    """Bits from one lane to the next in a register: four lanes of 80 bits share 384."""
    return 96 if bits == 80 else bits


def _packed(acc: Accum) -> bytes:
    """An accumulator as its register holds it, without the padding of memory."""
    if acc.tag.is_float:
        return acc.lanes.tobytes()
    bits = acc.bits
    whole = 0
    for i, value in enumerate(lanes.integers(acc.lanes).reshape(-1)):
        whole |= (int(value) & ((1 << bits) - 1)) << (i * _slot(bits))
    return whole.to_bytes(acc.lanes.size * _slot(bits) // 8, "little")


def _bits(v: Vector) -> bytes:
    if v.type.bits != 4:
        return v.data.tobytes()
    low = v.data.astype(np.uint8) & 15
    return (low[0::2] | low[1::2] << 4).tobytes()

