"""Accumulators: wide lanes that sums wrap in. `srs` is the way out of them, `ups` the way in."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from lanewise.isa.aie import floats, lanes, vectors
from lanewise.isa.aie.env import Env, check_shift, current
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.observing import observed
from lanewise.isa.aie.operands import Operand, products
from lanewise.isa.aie.types import LANE_TYPES, TAGS, LaneType, Tag, check_tag, check_type, lane_type, tag
from lanewise.isa.aie.vectors import Vector, refuse


class Accum:
    """`lanes` holds one entry per lane, complex ones with a trailing axis of two, sign extended as in memory."""

    maker: tuple[object, int] | None = None  # who counts, and the record of the operation that made it

    def __init__(self, lanes: Array, tag: Tag, family: str) -> None:
        self.lanes = lanes
        self.tag = tag
        self.family = family

    @property
    def size(self) -> int:
        return int(self.lanes.shape[0])

    @property
    def bits(self) -> int:
        """Of one lane, or of one component of it."""
        return self.tag.lane_bits(self.family)

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"accum<{self.tag}, {self.size}>({self.values().tolist()})"

    def values(self) -> Array:
        """The lanes as numbers: floats, or Python integers where they need more than 64 bits."""
        return lanes.integers(self.lanes) if self.lanes.dtype == lanes.WIDE else self.lanes.copy()

    def tobytes(self) -> bytes:
        """The accumulator in memory: every lane in the next power of two, lowest byte first."""
        return self.lanes.tobytes()

    def copy(self) -> Accum:
        out = Accum(self.lanes.copy(), self.tag, self.family)
        out.maker = self.maker
        return out

    @observed("extract")
    def extract(self, size: int, part: int) -> Accum:
        if size <= 0 or not 0 <= part * size <= self.size - size:
            raise refuse("extract", "no_part", part=part, size=size, lanes=self.size)
        return Accum(self.lanes[part * size : (part + 1) * size].copy(), self.tag, self.family)

    @observed("insert")
    def insert(self, part: int, sub: Accum) -> Accum:
        if sub.tag != self.tag or not 0 <= part * sub.size <= self.size - sub.size:
            raise refuse(
                "insert",
                "part_outside",
                part=part,
                size=sub.size,
                sub_tag=sub.tag,
                lanes=self.size,
                tag=self.tag,
            )
        self.lanes[part * sub.size : (part + 1) * sub.size] = sub.lanes
        return self

    @observed("from_vector")
    def from_vector(self, v: Vector, shift: int = 0) -> Accum:
        """Takes the lanes of `v`, shifted up: ups."""
        self.lanes = ups(v, shift, self.tag).lanes
        return self

    @observed("to_vector")
    def to_vector(self, type: str | LaneType | None = None, shift: int = 0) -> Vector:
        """Lanes of `type`: shifted down, rounded and fitted by the modes of the core. Floats need no type."""
        core = current("to_vector")
        if type is None and not self.tag.is_float:
            raise refuse("to_vector", "vector_type_missing", tag=self.tag)
        to = check_type(lane_type(type or ("cfloat" if self.tag.is_complex else "float")), core.family)
        if self.bits == 32 and not self.tag.is_float and to.name == "float":
            return Vector(self.lanes.view(np.float32).copy(), to)  # the bits that a vector of floats put there
        if to.is_complex != self.tag.is_complex or to.is_float != self.tag.is_float:
            raise refuse("to_vector", "no_conversion_of_lanes", tag=self.tag, to=to)
        if self.tag.is_float:
            return Vector(self.lanes.copy() if to.bits == 32 else core.unit.to_bfloat16(self.lanes, core.rounding), to)
        low, high = core.srs_shifts
        if not low <= shift <= high:
            check_shift("to_vector", shift, low, high, core.family)
        shift = int(shift)
        if self.bits == 32 and to.bits == 32:
            return Vector(self.lanes.astype(to.dtype), to)  # one register read as another: the shift does not count
        # Hardware takes some results through a wider vector. That rounds once, too, and clamps or wraps on the way to
        # where the end would have clamped or wrapped: nothing is changed by it.
        core.saw(self.lanes, shift, to)
        results, clamped = core.unit.srs(self.lanes, shift, core.rounding, core.saturation, to)
        core.note("srs_saturated", clamped)
        return Vector(results, to)


def empty(core: Env, kind: Tag, size: int) -> Array:
    shape = (size, 2) if kind.is_complex else (size,)
    return np.zeros(shape, np.float32 if kind.is_float else lanes.storage(kind.lane_bits(core.family)))


def accum(values: Any, tag_name: str | Tag = "acc48", shift: int = 0) -> Accum:
    """An accumulator of a vector's lanes shifted up, or of whole numbers as they are."""
    core = current("accum")
    if isinstance(values, Vector):
        return ups(values, shift, tag_name)
    kind = check_tag(tag(tag_name), core.family)
    if kind.is_float:
        return Accum(np.array(values, np.float32), kind, core.family)
    given = np.asarray(values, dtype=object)
    kept = lanes.from_integers(given, kind.lane_bits(core.family))
    if given.size and (lanes.integers(kept) != given).any():
        raise refuse(
            "accum", "values_do_not_fit_bits", low=given.min(), high=given.max(), lane_bits=kind.lane_bits(core.family)
        )
    if kept.ndim != (2 if kind.is_complex else 1):
        raise refuse("accum", "no_row", shape=given.shape, kind=kind)
    return Accum(kept, kind, core.family)


def zeros(type: str | LaneType | Tag, size: int) -> Any:
    """A vector or an accumulator of zeros: `aie.zeros("int16", 32)`, `aie.zeros("acc48", 8)`."""
    if not isinstance(type, Tag) and type not in TAGS:
        return vectors.zeros(type, size)
    core = current("zeros")
    kind = check_tag(tag(type), core.family)
    return Accum(empty(core, kind, size), kind, core.family)


def ups(v: Vector, shift: int = 0, tag_name: str | Tag | None = None) -> Accum:
    """Vector to accumulator, shifted up; the narrow accumulator unless one is named."""
    core = current("ups")
    if tag_name is None:
        width = "float" if v.type.is_float else str(core.fact("narrow_lane_bits"))
        tag_name = f"{'c' if v.type.is_complex else ''}acc{width}"
    kind = check_tag(tag(tag_name), core.family)
    if v.type.name == "float" and not kind.is_float and not kind.is_complex and kind.lane_bits(core.family) == 32:
        return Accum(v.data.view(np.int32).copy(), kind, core.family)  # the bits as they are
    if kind.is_complex != v.type.is_complex or kind.is_float != v.type.is_float:
        raise refuse("ups", "no_such_accumulator", type=v.type, kind=kind)
    if kind.is_float:
        return Accum(v.data.astype(np.float32), kind, core.family)
    check_shift("ups", shift, 0, core.fact("ups_left"), core.family)
    found, lost = core.unit.ups(v.data, shift, kind.lane_bits(core.family))
    core.note("ups_overflow", lost)
    return Accum(found, kind, core.family)


def srs(acc: Accum, shift: int, type: str | LaneType) -> Vector:
    """Accumulator to vector: shift, round, saturate."""
    return acc.to_vector(type, shift)


def multiply(core: Env, acc: Accum | None, kind: Tag, a: Operand, b: Operand, minus: bool) -> Accum:
    """acc plus or minus a * b, or just that where there is no accumulator yet."""
    parts = products(a, b, minus)
    if kind.is_complex != (len(parts) == 2) or kind.is_float != a.type.is_float:
        raise refuse("mul", "product_into", left=a.type, right=b.type, kind=kind)
    core.multiplied(len(a.real) * sum(map(len, parts)))
    if kind.is_float:
        whole = a.type.bits == 32 or b.type.bits == 32
        before: list[Array | None] = [None] * len(parts)
        if acc is not None:
            before = [acc.lanes[:, 0], acc.lanes[:, 1]] if kind.is_complex else [acc.lanes]
        after = [floats.accumulate(core, x, p, whole) for x, p in zip(before, parts, strict=True)]
        return Accum(np.stack(after, axis=-1) if kind.is_complex else after[0], kind, core.family)
    sums = empty(core, kind, len(a.real)) if acc is None else acc.lanes.copy()
    core.note("accumulator_overflow", core.unit.mac(sums, kind.lane_bits(core.family), parts))
    return Accum(sums, kind, core.family)


def plus(acc: Accum, other: Accum | Vector, minus: bool = False) -> Accum:
    """Accumulators add lane by lane; a vector counts as an accumulator of its lanes."""
    core = current("add")
    if isinstance(other, Vector):
        other = ups(other, 0, acc.tag)
    if other.tag != acc.tag or other.size != acc.size:
        raise refuse(
            "add", "lanes_differ", size=other.size, tag=other.tag, other_size=acc.size, other_tag=acc.tag
        )
    if acc.tag.is_float:
        return Accum(floats.add(core, acc.lanes, -other.lanes if minus else other.lanes), acc.tag, acc.family)
    a, b = lanes.integers(acc.lanes), lanes.integers(other.lanes)
    exact = a - b if minus else a + b
    kept = lanes.from_integers(exact, acc.bits)
    core.note("accumulator_overflow", bool((lanes.integers(kept) != exact).any()))
    return Accum(kept, acc.tag, acc.family)


def text(x: Accum | Vector) -> str:
    """What `aie.print` writes: accumulators in hexadecimal, as many digits as their tag has bits."""
    if isinstance(x, Vector):
        form = (lambda v: f"{v:f}") if x.type.is_float else str
        if x.type.is_complex:
            return "".join(f"({form(a)} {form(b)}) " for a, b in x.data.tolist())
        return "".join(f"{form(v)} " for v in x.data.tolist())
    if x.tag.is_float:
        return text(Vector(x.lanes, LANE_TYPES["cfloat" if x.tag.is_complex else "float"]))
    mask, digits = (1 << x.tag.bits) - 1, x.tag.bits // 4
    words = [[f"0x{int(v) & mask:0{digits}x}" for v in np.atleast_1d(lane)] for lane in lanes.integers(x.lanes)]
    return "".join(f"({', '.join(w)}) " if x.tag.is_complex else f"{w[0]} " for w in words)


def print(x: Accum | Vector, with_newline: bool = False, prefix: str = "") -> None:
    builtins.print(prefix + text(x), end="\n" if with_newline else "")
