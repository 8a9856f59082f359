"""Intrinsics of later generations that move lanes or compare them: shuffle modes, byte shifts, selection by bits."""

from __future__ import annotations

import numpy as np

from lanewise.isa.aie import arithmetic
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.masks import Mask
from lanewise.isa.aie.record import ALL, LATER, ORDERED, WHOLE, Operation, lanes
from lanewise.isa.aie.vectors import Vector, refuse, same_type

# T<bits>_<rows>x<columns>: that matrix transposed (policy shuffle_mode). _lo and _hi act on both operands together and
# give half of that; the others act on blocks of the first operand. The place of a name is its number.
_NAMES = """
    T8_64x2_lo T8_64x2_hi T16_32x2_lo T16_32x2_hi T32_16x2_lo T32_16x2_hi T64_8x2_lo T64_8x2_hi T128_4x2_lo
    T128_4x2_hi T256_2x2_lo T256_2x2_hi T128_2x4_lo T128_2x4_hi T64_2x8_lo T64_2x8_hi T32_2x16_lo T32_2x16_hi
    T16_2x32_lo T16_2x32_hi T8_2x64_lo T8_2x64_hi T512_1x2_lo T512_1x2_hi T16_16x4_lo T16_16x4_hi T16_4x16_lo
    T16_4x16_hi T16_8x4 T16_4x8 T32_8x4_lo T32_8x4_hi T32_4x8_lo T32_4x8_hi T32_4x4 T8_8x8 T8_16x4 T8_4x16
    T16_1x2_flip T16_4x4 T16_4x2 T16_2x4 T16_8x2 T16_2x8 T16_16x2 T16_2x16 T8_8x4 T8_4x8
"""
MODES = tuple(_NAMES.split())


def _bytes(v: Vector) -> Array:
    if v.type.bits == 4:
        low = v.data.astype(np.uint8) & 15
        return np.asarray(low[0::2] | low[1::2] << 4)
    return np.ascontiguousarray(v.data).view(np.uint8).reshape(-1)


def _from_bytes(data: Array, like: Vector) -> Vector:
    if like.type.bits == 4:
        nibbles = np.stack([data & 15, data >> 4], -1).reshape(-1).astype(np.int64)
        return Vector(arithmetic.wrapped(nibbles, like.type), like.type)
    flat = np.ascontiguousarray(data).view(like.type.dtype)
    return Vector(flat.reshape(-1, 2).copy() if like.type.is_complex else flat.copy(), like.type)


def source_bytes(mode: int) -> Array:
    """Where the 64 bytes of the result lie in the 128 of both operands."""
    bits, rest = MODES[mode][1:].split("_", 1)
    rows, columns = (int(n) for n in rest.split("_")[0].split("x"))
    element = np.arange(rows * columns)
    order = element ^ 1 if rest.endswith("flip") else np.arange(rows * columns).reshape(rows, columns).T.reshape(-1)
    size = int(bits) // 8
    block = (order[:, None] * size + np.arange(size)).reshape(-1)
    count = 128 // len(block) if len(block) <= 128 else 1
    whole = (np.arange(count)[:, None] * len(block) + block).reshape(-1)
    return whole[64:] if rest.endswith("hi") else whole[:64]


def shuffle(a: Vector, b: Vector, mode: int) -> Vector:
    """512 bits of both operands, in the order of a mode."""
    same_type("shuffle", a, b)
    if a.bits != 512 or not 0 <= mode < len(MODES):
        raise refuse("shuffle", "shuffle_mode", last=len(MODES) - 1)
    return _from_bytes(np.concatenate([_bytes(a), _bytes(b)])[source_bytes(mode)], a)


def shift_bytes(a: Vector, b: Vector, n: int) -> Vector:
    """As many bytes as a vector has, from byte n of both behind each other."""
    same_type("shift_bytes", a, b)
    size = a.bits // 8
    start = n % (size + 1)
    return _from_bytes(np.concatenate([_bytes(a), _bytes(b)])[start : start + size], a)


def shift(a: Vector, b: Vector, n: int) -> Vector:
    """The same in lanes."""
    return shift_bytes(a, b, n * a.type.lane_bits // 8)


def sel(a: Vector, b: Vector, mask: int) -> Vector:
    """b where the bit is one."""
    return arithmetic.select(a, b, Mask.from_int(mask, a.size))


def max_lt(a: Vector, b: Vector) -> tuple[Vector, int]:
    """The larger lanes, and the bits of a < b."""
    return arithmetic.max(a, b), arithmetic.lt(a, b).to_int()


def min_ge(a: Vector, b: Vector) -> tuple[Vector, int]:
    """The smaller lanes, and the bits of a >= b."""
    return arithmetic.min(a, b), arithmetic.ge(a, b).to_int()


def abs_gtz(a: Vector) -> tuple[Vector, int]:
    """|a|, and the bits of a > 0."""
    return arithmetic.abs(a), arithmetic.gt(a, 0).to_int()


def maxdiff_lt(a: Vector, b: Vector) -> tuple[Vector, int]:
    """a - b where that is positive, else zero, and the bits of a < b."""
    return arithmetic.maxdiff(a, b), arithmetic.lt(a, b).to_int()


def sub_lt(a: Vector, b: Vector) -> tuple[Vector, int]:
    """a - b, and the bits of a < b."""
    return arithmetic.sub(a, b), arithmetic.lt(a, b).to_int()


def sub_ge(a: Vector, b: Vector) -> tuple[Vector, int]:
    """a - b, and the bits of a >= b."""
    return arithmetic.sub(a, b), arithmetic.ge(a, b).to_int()


def neg_gtz(a: Vector) -> tuple[Vector, int]:
    """-a, and the bits of a > 0."""
    return arithmetic.neg(a), arithmetic.gt(a, 0).to_int()


def bneg_ltz(a: Vector) -> tuple[Vector, int]:
    """~a, and the bits of a < 0."""
    return arithmetic.bit_not(a), arithmetic.lt(a, 0).to_int()


def eqz(a: Vector) -> int:
    """The bits of a == 0."""
    return arithmetic.eq(a, 0).to_int()


def _ml(name: str, said: str, meaning: object, kinds: str, operands: str = "", cpp: str = "") -> Operation:
    count = sum(":" not in word for word in operands.split()) or 1
    return Operation(name, "shuffle", said, meaning, lanes(kinds, count, chips=LATER, evidence="inferred"), (name,),  # type: ignore[arg-type]
                     operands, cpp, ("shuffle_mode",) if name == "shuffle" else (), evidence="inferred", timing="alu")


OPERATIONS = (
    _ml("shuffle", "512 bits of both operands in the order of a mode 0..47", shuffle, "iucfbz", "a b mode:0..47",
        "shuffle({a}, {b}, {mode})"),
    _ml("shift_bytes", "Bytes of both operands from byte n on", shift_bytes, "iucfbz", "a b n:0..64",
        "shift_bytes({a}, {b}, {n})"),
    _ml("shift", "Lanes of both operands from lane n on", shift, "iucfbz", "a b n:lanes", "shift({a}, {b}, {n})"),
    _ml("sel", "b where the bit is one, else a", sel, ALL),
    _ml("max_lt", "The larger lanes, and the bits of a < b", max_lt, ORDERED),
    _ml("min_ge", "The smaller lanes, and the bits of a >= b", min_ge, ORDERED),
    _ml("abs_gtz", "|a|, and the bits of a > 0", abs_gtz, ORDERED),
    _ml("maxdiff_lt", "max(a - b, 0), and the bits of a < b", maxdiff_lt, WHOLE),
    _ml("sub_lt", "a - b, and the bits of a < b", sub_lt, WHOLE),
    _ml("sub_ge", "a - b, and the bits of a >= b", sub_ge, WHOLE),
    _ml("neg_gtz", "-a, and the bits of a > 0", neg_gtz, WHOLE),
    _ml("bneg_ltz", "~a, and the bits of a < 0", bneg_ltz, WHOLE),
    _ml("eqz", "The bits of a == 0", eqz, WHOLE),
)
