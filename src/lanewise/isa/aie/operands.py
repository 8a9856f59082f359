"""Factors of a multiplication: vectors, numbers, and what the pre-adder makes of them, exactly and one bit wider."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lanewise.isa.aie.lanes import Array, Product
from lanewise.isa.aie.record import ALL, ORDERED, Operation, lanes
from lanewise.isa.aie.types import LANE_TYPES, LaneType
from lanewise.isa.aie.vectors import Vector, as_vectors, refuse


@dataclass(slots=True, eq=False)
class Operand:
    """Real and imaginary lanes in int64 or float32. A single number has no size and goes with every lane."""

    type: LaneType
    real: Array
    imag: Array | None
    transposed: bool = False  # a matrix, column by column

    @property
    def size(self) -> int | None:
        return self.real.shape[0] if self.real.ndim else None

    def spread(self, size: int) -> Operand:
        """With `size` lanes."""
        if self.real.ndim:
            return self
        imag = None if self.imag is None else np.ascontiguousarray(np.broadcast_to(self.imag, size))
        return replace(self, real=np.ascontiguousarray(np.broadcast_to(self.real, size)), imag=imag)


def operand(op: str, x: Any, like: LaneType | None = None) -> Operand:
    if isinstance(x, Operand):
        return x
    if isinstance(x, Vector):
        wide = np.float32 if x.type.is_float else np.int64
        data = x.data.astype(wide)
        if x.type.is_complex:
            return Operand(x.type, np.ascontiguousarray(data[:, 0]), np.ascontiguousarray(data[:, 1]))
        return Operand(x.type, data, None)
    return _number(op, x, like)


def _number(op: str, x: Any, like: LaneType | None) -> Operand:
    """A number counts as a lane of the other factor's component type; a complex one or a pair as a complex lane."""
    if like is None:
        raise refuse(op, "no_vector")
    wide = np.float32 if like.is_float else np.int64
    if isinstance(x, complex | tuple | list):
        real, imag = (x.real, x.imag) if isinstance(x, complex) else x
        name = like.name if like.is_complex else f"c{like.name}"
        if name not in LANE_TYPES:
            raise refuse(op, "no_complex", like=like)
        parts = [np.asarray(_checked_scalar(op, x, like), wide) for x in (real, imag)]
        return Operand(LANE_TYPES[name], parts[0], parts[1])
    component = LANE_TYPES[like.name[1:]] if like.is_complex else like
    return Operand(component, np.asarray(_checked_scalar(op, x, component), wide), None)


def _checked_scalar(op: str, x: Any, type: LaneType) -> Any:
    if type.is_float:
        return np.asarray(x, type.dtype)
    if x != int(x) or not type.lowest <= x <= type.highest:
        raise refuse(op, "number_outside", x=x, type=type, lowest=type.lowest, highest=type.highest)
    return int(x)


def pair(op: str, a: Any, b: Any) -> tuple[Operand, Operand]:
    """Two factors with as many lanes each."""
    kind = a.type if isinstance(a, Vector | Operand) else b.type if isinstance(b, Vector | Operand) else None
    left, right = operand(op, a, kind), operand(op, b, kind)
    if left.type.is_float != right.type.is_float:
        raise refuse(op, "types_do_not_multiply", left=left.type, right=right.type)
    size, other = left.size, right.size
    if size == other and size is not None:
        return left, right
    if size is not None and other is not None:
        raise refuse(op, "sizes_do_not_multiply", size=size, other=other)
    lanes = size if size is not None else other
    if lanes is None:
        raise refuse(op, "no_lanes")
    return left.spread(lanes), right.spread(lanes)


def products(a: Operand, b: Operand, minus: bool = False) -> list[list[Product]]:
    """The real products of a product, for its one or two components."""
    if a.imag is None and b.imag is None:
        return [[(a.real, b.real, minus)]]
    real, imag = [(a.real, b.real, minus)], []
    if a.imag is not None and b.imag is not None:
        real.append((a.imag, b.imag, not minus))
    if b.imag is not None:
        imag.append((a.real, b.imag, minus))
    if a.imag is not None:
        imag.append((a.imag, b.real, minus))
    return [real, imag]


# What the pre-adder can do to a factor on its way to the multiplier.


def op_none(v: Vector) -> Operand:
    return operand("op_none", v)


def op_conj(v: Vector) -> Operand:
    x = operand("op_conj", v)
    return x if x.imag is None else replace(x, imag=-x.imag)


def op_abs(v: Vector) -> Operand:
    x = operand("op_abs", v)
    return replace(x, real=np.abs(x.real))


def _two_operands(op: str, a: Vector, b: Any) -> tuple[Operand, Operand]:
    left, right = as_vectors(op, a, b)
    return operand(op, left), operand(op, right)


def op_add(a: Vector, b: Any) -> Operand:
    x, y = _two_operands("op_add", a, b)
    return replace(x, real=x.real + y.real, imag=None if x.imag is None or y.imag is None else x.imag + y.imag)


def op_sub(a: Vector, b: Any) -> Operand:
    x, y = _two_operands("op_sub", a, b)
    return replace(x, real=x.real - y.real, imag=None if x.imag is None or y.imag is None else x.imag - y.imag)


def op_max(a: Vector, b: Any) -> Operand:
    x, y = _two_operands("op_max", a, b)
    return replace(x, real=np.maximum(x.real, y.real))


def op_min(a: Vector, b: Any) -> Operand:
    x, y = _two_operands("op_min", a, b)
    return replace(x, real=np.minimum(x.real, y.real))


def op_sign(v: Vector, is_signed: bool = True) -> Operand:
    """The lanes read as signed or unsigned numbers, whatever their type says."""
    x = operand("op_sign", v)
    if v.type.is_float or v.type.is_complex:
        raise refuse("op_sign", "type", type=v.type)
    name = f"{'' if is_signed else 'u'}int{v.type.bits}"
    low = x.real & ((1 << v.type.bits) - 1)
    value = np.where(low >> (v.type.bits - 1) & 1, low - (1 << v.type.bits), low) if is_signed else low
    return Operand(LANE_TYPES[name], value, None)


def op_transpose(v: Vector) -> Operand:
    """For a matrix multiplication: the second matrix lies column by column."""
    return replace(operand("op_transpose", v), transposed=True)


_PRE_ADDER = ("pre_adder_overflow",)
OPERATIONS = (
    Operation("op_none", "lazy operand", "A factor as it is", op_none, lanes(ALL), ("aie::op_none",)),
    Operation("op_conj", "lazy operand", "The conjugate of a factor", op_conj, lanes(ALL), ("aie::op_conj",)),
    Operation("op_abs", "lazy operand", "|v| as a factor, one bit wider than its data", op_abs, lanes(ORDERED),
              ("aie::op_abs",), policies=_PRE_ADDER),
    Operation("op_add", "lazy operand", "a + b as a factor, one bit wider than its data", op_add, lanes(ALL, 2),
              ("aie::op_add",), policies=_PRE_ADDER),
    Operation("op_sub", "lazy operand", "a - b as a factor, one bit wider than its data", op_sub, lanes(ALL, 2),
              ("aie::op_sub",), policies=_PRE_ADDER),
    Operation("op_max", "lazy operand", "max(a, b) as a factor", op_max, lanes(ORDERED, 2), ("aie::op_max",)),
    Operation("op_min", "lazy operand", "min(a, b) as a factor", op_min, lanes(ORDERED, 2), ("aie::op_min",)),
    Operation("op_sign", "lazy operand", "A factor read as signed or unsigned", op_sign, lanes("iun"),
              ("aie::op_sign",)),
    Operation("op_transpose", "lazy operand", "A matrix that lies column by column", op_transpose, lanes(ALL),
              ("aie::op_transpose",)),
)
