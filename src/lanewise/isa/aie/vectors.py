"""Vectors: lanes of one type. A core has vectors of a few sizes; here they may have any, up to whole arrays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.aie.env import current_or_none
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.observing import observed
from lanewise.isa.aie.types import LANE_TYPES, LaneType, check_type, lane_type

_BY_DTYPE = {t.dtype: t for t in LANE_TYPES.values() if t.bits >= 8 and not t.is_complex}


def refuse(op: str, case: str, **fields: Any) -> LanewiseError:
    return LanewiseError("AIE-004", op=op, case=case, **fields)


class Vector:
    """`data` holds one entry per lane; complex lanes have a trailing axis of two, the real part first."""

    maker: tuple[object, int] | None = None  # who counts, and the record of the operation that made it

    def __init__(self, data: Array, type: LaneType) -> None:
        self.data = data
        self.type = type

    @property
    def size(self) -> int:
        return int(self.data.shape[0])

    @property
    def bits(self) -> int:
        return self.size * self.type.lane_bits

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Any]:
        return (self.get(i) for i in range(self.size))

    def __getitem__(self, lane: int) -> Any:
        return self.get(lane)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return self.numpy() if dtype is None else self.data.astype(dtype)

    def __repr__(self) -> str:
        return f"vector<{self.type}, {self.size}>({self.data.tolist()})"

    def numpy(self) -> Array:
        """A copy of the lanes."""
        return self.data.copy()

    def copy(self) -> Vector:
        out = Vector(self.data.copy(), self.type)
        out.maker = self.maker
        return out

    # Lanes and parts

    def get(self, lane: int) -> Any:
        """One lane; a complex one as a pair."""
        value = self.data[self._lane("get", lane)]
        return tuple(value.tolist()) if self.type.is_complex else value.item()

    def set(self, value: Any, lane: int) -> Vector:
        self.data[self._lane("set", lane)] = _values(value, self.type, "set")
        return self

    @observed("push")
    def push(self, value: Any) -> Vector:
        """Every lane moves up by one; `value` becomes lane 0."""
        self.data[1:] = self.data[:-1].copy()
        return self.set(value, 0)

    @observed("extract")
    def extract(self, size: int, part: int) -> Vector:
        """Part number `part` of so many lanes."""
        return Vector(self.data[self._part("extract", size, part)].copy(), self.type)

    @observed("insert")
    def insert(self, part: int, sub: Vector) -> Vector:
        """Replaces part number `part`, of the size of `sub`."""
        if sub.type != self.type:
            raise refuse("insert", "part_type", other=sub.type, type=self.type)
        self.data[self._part("insert", sub.size, part)] = sub.data
        return self

    def split(self, size: int) -> list[Vector]:
        return [self.extract(size, part) for part in range(self.size // size)]

    @observed("grow")
    def grow(self, size: int, part: int = 0) -> Vector:
        """A larger vector with this one as a part; the other lanes are undefined, here zero."""
        if size < self.size:
            raise refuse("grow", "does_not_hold", size=size, lanes=self.size)
        return zeros(self.type, size).insert(part, self)

    def grow_replicate(self, size: int) -> Vector:
        return concat(*[self] * (size // self.size))

    # Other readings of the same bits

    def cast_to(self, type: str | LaneType) -> Vector:
        """The same bits as lanes of another type."""
        to = lane_type(type)
        if {self.type.bits, to.bits} & {4} and self.type.bits != to.bits:
            raise refuse("cast_to", "packed_lanes")
        flat = np.ascontiguousarray(self.data).view(np.uint8).reshape(-1).view(to.dtype)
        return Vector(flat.reshape(-1, 2).copy() if to.is_complex else flat.copy(), to)

    @observed("pack")
    def pack(self) -> Vector:
        """Lanes of half the width: int16 to int8, int8 to int4, unsigned alike. Some chips saturate by their mode."""
        half = _resized(self.type, 0.5, "pack")
        core = current_or_none()
        if core is not None and core.policy("pack_overflow") == "by_mode":
            packed, _ = core.unit.srs(self.data.astype(np.int64), 0, core.rounding, core.saturation, half)
            return Vector(packed, half)
        return Vector(_low_bits(self.data, half), half)

    @observed("unpack")
    def unpack(self) -> Vector:
        """Lanes of twice the width, sign or zero extended."""
        double = _resized(self.type, 2, "unpack")
        return Vector(self.data.astype(double.dtype), double)

    def _lane(self, op: str, lane: int) -> int:
        if not 0 <= lane < self.size:
            raise refuse(op, "no_lane", lane=lane, size=self.size)
        return lane

    def _part(self, op: str, size: int, part: int) -> slice:
        if size <= 0 or not 0 <= part * size <= self.size - size:
            raise refuse(op, "no_part", part=part, size=size, lanes=self.size)
        return slice(part * size, (part + 1) * size)


def _resized(type: LaneType, factor: float, op: str) -> LaneType:
    letter = "c" if type.is_complex else "u" if type.kind == "u" else ""
    found = LANE_TYPES.get(f"{letter}int{int(type.bits * factor)}")
    if type.is_float or found is None or max(type.bits, found.bits) > 32:
        raise refuse(op, "type", type=type)
    return found


def _low_bits(values: Array, to: LaneType) -> Array:
    if to.bits != 4:
        return values.astype(to.dtype)
    low = values.astype(np.int64) & 15
    return np.where(low >= 8, low - 16, low).astype(to.dtype) if to.kind == "i" else low.astype(to.dtype)


def _values(values: Any, type: LaneType, op: str) -> Array:
    """Numbers as an array of a lane type; a number that does not fit is an error, never a wrapped one."""
    given = np.asarray(values)
    if type.is_complex and np.iscomplexobj(given):
        given = np.stack([given.real, given.imag], axis=-1)
    if type.is_float or (given.dtype == type.dtype and type.bits != 4):
        return given.astype(type.dtype)
    if given.dtype.kind not in "iub" and given.dtype != object:
        raise refuse(op, "dtype_of_lanes", type=type, dtype=given.dtype)
    if given.size and (given.min() < type.lowest or given.max() > type.highest):
        raise refuse(
            op, "values_outside", low=given.min(), high=given.max(), type=type, lowest=type.lowest, highest=type.highest
        )
    return given.astype(type.dtype)


def infer(values: Array) -> LaneType:
    """The lane type of an array: complex integers have a trailing axis of two."""
    if values.dtype.kind == "c":
        return LANE_TYPES["cfloat"]
    found = _BY_DTYPE.get(values.dtype)
    if found is None:
        raise refuse("vector", "unnamed_dtype", dtype=values.dtype)
    if values.ndim == 2 and values.shape[1] == 2:
        paired = "cfloat" if found.name == "float" else f"c{found.name}"
        if paired not in LANE_TYPES:
            raise refuse("vector", "no_complex_of_type", found=found)
        return LANE_TYPES[paired]
    return found


def vector(values: Any, type: str | LaneType | None = None) -> Vector:
    """A vector of the given numbers, of the array's lane type unless named; complex lanes on a trailing axis of two."""
    if isinstance(values, Vector):
        values = values.data
    given = np.asarray(values)
    kind = infer(given) if type is None else lane_type(type)
    core = current_or_none()
    if core is not None:
        check_type(kind, core.family)
    data = _values(given, kind, "vector")
    if data.ndim != (2 if kind.is_complex else 1) or (kind.is_complex and data.shape[1] != 2):
        raise refuse("vector", "no_row", shape=given.shape, kind=kind)
    return Vector(np.array(data, order="C"), kind)


def zeros(type: str | LaneType, size: int) -> Vector:
    kind = lane_type(type)
    return Vector(np.zeros((size, 2) if kind.is_complex else size, kind.dtype), kind)


def broadcast(value: Any, type: str | LaneType, size: int) -> Vector:
    """Every lane holds `value`."""
    kind = lane_type(type)
    out = zeros(kind, size)
    out.data[:] = _values(value, kind, "broadcast")
    return out


def concat(*parts: Vector) -> Vector:
    """One vector of several, the first lowest."""
    if len({p.type for p in parts}) != 1:
        raise refuse("concat", "parts_differ", types=", ".join(str(p.type) for p in parts))
    return Vector(np.concatenate([p.data for p in parts]), parts[0].type)


def load_v(source: Any, size: int, at: int = 0) -> Vector:
    """`size` lanes of an array, from lane `at` on."""
    return vector(np.asarray(source)[at : at + size])


def store_v(target: Array, v: Vector, at: int = 0) -> None:
    """Writes a vector into an array."""
    target[at : at + v.size] = v.data


def same_type(op: str, *vectors: Vector) -> LaneType:
    kinds = {v.type for v in vectors}
    sizes = {v.size for v in vectors}
    if len(kinds) != 1 or len(sizes) != 1:
        raise refuse(op, "operands_differ", operands=" and ".join(f"{v.size} lanes of {v.type}" for v in vectors))
    return vectors[0].type


def as_vectors(op: str, *operands: Any) -> list[Vector]:
    """Vectors of one type and size; plain numbers are broadcast to the first vector's."""
    like = next((o for o in operands if isinstance(o, Vector)), None)
    if like is None:
        raise refuse(op, "no_vector")
    found = [o if isinstance(o, Vector) else broadcast(o, like.type, like.size) for o in operands]
    same_type(op, *found)
    return found
