"""Functions of integers. Their lanes are Python ints, so that nothing overflows before the result wraps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.ascend_simt import rounding
from lanewise.isa.ascend_simt.record import Array, Function, Lanes, calls

FAMILY = "integers"
WORDS = {"T": "int, unsigned int, long long, unsigned long long"}


def _elementwise(f: Callable[..., int]) -> Callable[..., Any]:
    return np.frompyfunc(f, f.__code__.co_argcount, 1)


def high_half(e: Lanes, x: Array, y: Array) -> Array:
    return x * y >> e.to.bits


def product(e: Lanes, x: Array, y: Array) -> Array:
    return x * y


def _unsigned(e: Lanes, x: Array) -> Array:
    return x & (1 << e.of.bits) - 1


def reversed_bits(e: Lanes, x: Array) -> Array:
    bits = e.of.bits
    return _elementwise(lambda v: int(f"{v:0{bits}b}"[::-1], 2))(_unsigned(e, x))


def leading_zeros(e: Lanes, x: Array) -> Array:
    return e.of.bits - _elementwise(lambda v: v.bit_length())(_unsigned(e, x))


def first_one(e: Lanes, x: Array) -> Array:
    """Counted from 1; 0 where there is none."""
    return _elementwise(lambda v: (v & -v).bit_length())(_unsigned(e, x))


def count_ones(e: Lanes, x: Array) -> Array:
    return _elementwise(lambda v: v.bit_count())(_unsigned(e, x))


def byte_perm(e: Lanes, x: Array, y: Array, selector: Array) -> Array:
    both = y << 32 | x
    picked = [(both >> 8 * (selector >> 4 * i & 7) & 0xFF) << 8 * i for i in range(4)]
    return picked[0] | picked[1] | picked[2] | picked[3]


def distance(e: Lanes, x: Array, y: Array, z: Array) -> Array:
    return abs(x - y) + z


def product_of_24(e: Lanes, x: Array, y: Array) -> Array:
    def low_24_bits(v: Array) -> Array:
        return (v & 0xFFFFFF) - ((v & 0x800000) << 1 if e.of.is_signed else 0)

    return low_24_bits(x) * low_24_bits(y)


def average_down(e: Lanes, x: Array, y: Array) -> Array:
    return x + y >> 1


def average_up(e: Lanes, x: Array, y: Array) -> Array:
    return x + y + 1 >> 1


def magnitude(e: Lanes, x: Array) -> Array:
    return abs(x)


def maximum(e: Lanes, x: Array, y: Array) -> Array:
    return rounding.larger(e, x, y) if e.of.is_float else np.maximum(x, y)


def minimum(e: Lanes, x: Array, y: Array) -> Array:
    return rounding.smaller(e, x, y) if e.of.is_float else np.minimum(x, y)


def divided(e: Lanes, n: Array, magic: Array, shift: Array) -> Array:
    """The sum wraps before it is shifted, as in public code."""
    return ((n * magic >> e.to.bits) + n & (1 << e.to.bits) - 1) >> shift


INT, UINT, LL, ULL = "int", "unsigned int", "long long", "unsigned long long"
ALL = {"T": "char, unsigned char, short, unsigned short, int, unsigned int, long, unsigned long, long long, "
            "unsigned long long, float"}  # fmt: skip


def _binary_function(name: str, t: str, summary: str, meaning: Callable[..., Any], *names: str) -> Function:
    return Function(name, FAMILY, summary, meaning, calls(f"{t}({t} x, {t} y)"), names)


FUNCTIONS = (
    _binary_function("__mulhi", INT, "the high 32 bits of x * y", high_half, "AscendC::Simt::MulHi"),
    _binary_function("__umulhi", UINT, "the high 32 bits of x * y", high_half),
    _binary_function("__mul64hi", LL, "the high 64 bits of x * y", high_half),
    _binary_function("__umul64hi", ULL, "the high 64 bits of x * y", high_half),
    Function("__mul_i32toi64", FAMILY, "x * y in 64 bits", product,
             calls("long long(int x, int y)", "unsigned long long(unsigned int x, unsigned int y)")),
    Function("__brev", FAMILY, "the bits in the other order", reversed_bits,
             calls("unsigned int(unsigned int x)", "unsigned long long(unsigned long long x)"),
             ("AscendC::Simt::Brev",)),
    Function("__clz", FAMILY, "how many bits are 0 above the first 1", leading_zeros, calls("int(T x)", **WORDS),
             ("AscendC::Simt::Clz",)),
    Function("__ffs", FAMILY, "the place of the lowest 1, from 1; 0 where there is none", first_one,
             calls("int(T x)", **WORDS), ("AscendC::Simt::Ffs",)),
    Function("__popc", FAMILY, "how many bits are 1", count_ones, calls("int(T x)", **WORDS), ("AscendC::Simt::Popc",)),
    Function("__byte_perm", FAMILY, "four of the eight bytes of x and y, by three bits of each digit of the selector",
             byte_perm, calls("unsigned int(unsigned int x, unsigned int y, unsigned int selector)"),
             ("AscendC::Simt::BytePerm",)),
    Function("__sad", FAMILY, "|x - y| + z", distance, calls("unsigned int(int x, int y, unsigned int z)")),
    Function("__usad", FAMILY, "|x - y| + z", distance,
             calls("unsigned int(unsigned int x, unsigned int y, unsigned int z)")),
    _binary_function("__mul24", INT, "the low 32 bits of the product of the low 24", product_of_24),
    _binary_function("__umul24", UINT, "the low 32 bits of the product of the low 24", product_of_24),
    _binary_function("__rhadd", INT, "the average of x and y, rounded up", average_up),
    _binary_function("__uhadd", UINT, "the average of x and y, rounded down", average_down),
    _binary_function("__urhadd", UINT, "the average of x and y, rounded up", average_up),
    Function("labs", FAMILY, "the absolute value; that of the lowest number wraps", magnitude, calls("long(long x)")),
    Function("llabs", FAMILY, "the absolute value; that of the lowest number wraps", magnitude,
             calls("long long(long long x)")),
    Function("abs", FAMILY, "the absolute value", magnitude, calls("T(T x)", T="int, float"), ("AscendC::Simt::Abs",)),
    _binary_function("llmax", LL, "the larger number", maximum),
    _binary_function("ullmax", ULL, "the larger number", maximum),
    _binary_function("umax", UINT, "the larger number", maximum),
    _binary_function("llmin", LL, "the smaller number", minimum),
    _binary_function("ullmin", ULL, "the smaller number", minimum),
    _binary_function("umin", UINT, "the smaller number", minimum),
    Function("max", FAMILY, "the larger number", maximum, calls("T(T x, T y)", **ALL), ("AscendC::Simt::Max",)),
    Function("min", FAMILY, "the smaller number", minimum, calls("T(T x, T y)", **ALL), ("AscendC::Simt::Min",)),
    Function("AscendC::Simt::UintDiv", FAMILY, "n divided by the number that magic and shift stand for", divided,
             calls("T(T n, T magic, T shift)", T="unsigned int, unsigned long long"), evidence="inferred"),
)  # fmt: skip
