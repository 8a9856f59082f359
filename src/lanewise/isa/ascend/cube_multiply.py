"""Mmad: the product of two matrices in fractals, added to zero, to a bias or to what is there."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend.chips import A2A3, ON_950
from lanewise.isa.ascend.cube_load import CUBES, REGISTER
from lanewise.isa.ascend.move import no_effect
from lanewise.isa.calls import by_hand
from lanewise.isa.env import Array
from lanewise.isa.form import STATE, TILE
from lanewise.isa.record import PLAIN, Instruction, Row, rows
from lanewise.isa.tile import TileEnv
from lanewise.numerics import small
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import widen

FAMILY = "cube-multiply"
FLOAT = DTYPES["float"]
HF32_ON, HF32_EVEN = 1, 2  # bits of the register


def multiplied(e: TileEnv, start: Array, a: Array, b: Array) -> Array:
    """start + a b. Integers are exact until they are stored; floats are added in the order that the policy names."""
    if e.types[0].is_integer:
        total = start.astype(np.int64) + a.astype(np.int64) @ b.astype(np.int64)
        top = np.iinfo(np.int32)
        return np.clip(total, top.min, top.max).astype(np.int32)
    left, right = (_operand(e, x, of) for x, of in zip((a, b), e.types[1:], strict=False))
    return _add_products(start, left, right, e.chunk)


def _add_products(start: Array, left: Array, right: Array, chunk: int) -> Array:
    total, depth = start, left.shape[1]
    with np.errstate(invalid="ignore", over="ignore"):
        for first in range(0, depth, chunk):
            part = left[:, first, None] * right[None, first, :]
            for k in range(first + 1, min(first + chunk, depth)):
                part = part + left[:, k, None] * right[None, k, :]
            total = total + part
    return np.where(np.isnan(total), np.float32(np.nan), total)


def scaled(e: TileEnv, start: Array, a: Array, b: Array, of_a: Array, of_b: Array) -> Array:
    """start + (a * its scales) (b * its scales): a scale is a power of two for 32 values of k."""
    left, right = (_operand(e, x, of) for x, of in zip((a, b), e.types[1:], strict=False))
    factors = [np.repeat(_powers(of), 32, axis=1)[:, : a.shape[1]] for of in (of_a, of_b)]
    with np.errstate(invalid="ignore", over="ignore", under="ignore"):
        return _add_products(start, left * factors[0], right * factors[1].T, e.chunk)


def _powers(codes: Array) -> Array:
    """2^(code - 127); the last one is no number."""
    bits = codes.view(np.uint8).astype(np.float64)
    return np.where(bits == 255, np.nan, 2.0 ** (bits - 127)).astype(np.float32)


def sparse_multiply(e: TileEnv, start: Array, a: Array, b: Array, which: Array) -> Array:
    """start + a b, where b holds two of every four values of a column, and `which` says which: the first of them
    counted from the first of four, the second from the second."""
    dense = np.zeros((a.shape[1], b.shape[1]), np.int64)
    columns = np.arange(b.shape[1])
    for k in range(b.shape[0]):
        place = k // 2 * 4 + np.minimum(which[k].astype(np.int64) + k % 2, 3)
        dense[place, columns] += b[k]
    return multiplied(e, start, a, dense)


def _operand(e: TileEnv, x: Array, of: Any) -> Array:
    """Elements as float, which all narrow ones are exactly; float itself may be cut to HF32 first."""
    wide = (small.decode(x, of) if of.name in small.NAMES else widen(x, of)).astype(np.float32)
    if of != FLOAT or not int(e.state["hf32"]) & HF32_ON:
        return wide
    return hf32(wide, {"ten": 10, "eleven": 11}[e.policy["hf32_fraction"]], bool(int(e.state["hf32"]) & HF32_EVEN),
                e.policy["hf32_ties"] == "away")


def hf32(x: Array, fraction: int, to_even: bool, away: bool) -> Array:
    """To the nearest number with so many bits of fraction; ties to even, or to or away from zero."""
    drop = 23 - fraction
    bits = np.ascontiguousarray(x).view(np.uint32)
    odd = bits >> np.uint32(drop) & np.uint32(1)
    half = np.uint32((1 << (drop - 1)) - 1)
    more = half + odd if to_even else half + np.uint32(away)
    rounded = (bits + more) >> np.uint32(drop) << np.uint32(drop)
    return np.where(np.isfinite(x), rounded, bits).astype(np.uint32).view(np.float32)


# --- registers that it uses -----------------------------------------------------------------------------------------


def set_hf32(state: Any, params: tuple[int, ...]) -> None:
    """params: whether float operands are cut."""
    state["hf32"] = int(state["hf32"]) & ~HF32_ON | (HF32_ON if params[0] else 0)


def set_hf32_ties(state: Any, params: tuple[int, ...]) -> None:
    """params: whether ties go to even."""
    state["hf32"] = int(state["hf32"]) & ~HF32_EVEN | (HF32_EVEN if params[0] else 0)


_COMMON = "int32/int8/int8 float/half/half float/bfloat16/bfloat16 float/float/float"
_FP8 = ["fp8_e4m3fn", "fp8_e5m2"]
_PAIRS = " ".join(f"float/{a}/{b}" for a in _FP8 for b in _FP8)
_TYPES = {A2A3: f"{_COMMON} int32/int4/int4", ON_950: f"{_COMMON} {_PAIRS} float/hifloat8/hifloat8"}
_BIASED = {chips: " ".join(f"{one}/{one.partition('/')[0]}" for one in text.split() if "int4" not in one)
           for chips, text in _TYPES.items()}
_FP4 = ["fp4x2_e2m1", "fp4x2_e1m2"]
_MX = [f"float/{a}/{b}" for of in (_FP8, _FP4) for a in of for b in of]
_POLICIES = ("left_layout", "matrix_sum", "matrix_overflow", "matrix_special", "hf32_fraction", "hf32_ties")
_MX_POLICIES = ("left_layout", "matrix_sum", "matrix_special", "matrix_scales")
_SCALES = "scales lie where the addresses of its matrices say"
_KEPT = "the index lies where the address of its sparse matrix says"
_SHAPES = "its structure has constructors, and positions of its tensors choose the record"


def _register(name: str, vendor: str, summary: str, meaning: Any, *lines: str) -> Instruction:
    return Instruction(name, "cube-aux", STATE, (vendor,), summary, meaning, (Row(CUBES, (), PLAIN),), timing="state",
                       pipe="S", calls=by_hand(REGISTER, *lines))


INSTRUCTIONS = (
    Instruction("mmad", FAMILY, TILE("dst+:l0c fm:l0a filter:l0b"), ("Mmad",), "dst = fm * filter, or added to dst",
                multiplied, rows(_TYPES, operands=3, overloads=PLAIN), timing="matrix", pipe="M", policies=_POLICIES,
                calls=by_hand(_SHAPES, "<T, U, S>(dst:T, fm:U, filter:S, params:MmadParams&)")),
    Instruction("mmad_bias", FAMILY, TILE("dst:l0c fm:l0a filter:l0b bias:bt"), ("Mmad",), "dst = fm * filter + bias",
                multiplied, rows(_BIASED, operands=4, overloads=PLAIN), python=("mmad",), timing="matrix", pipe="M",
                policies=(*_POLICIES, "bias_start"),
                calls=by_hand(_SHAPES, "<T, U, S, V>(dst:T, fm:U, filter:S, bias:V, params:MmadParams&)")),
    Instruction("mmad_mx", FAMILY, TILE("dst+:l0c fm:l0a filter:l0b scale0:l0amx scale1:l0bmx"), ("MmadMx",),
                "dst = fm * filter, each times its scales, or added to dst", scaled,
                rows({ON_950: " ".join(f"{one}/fp8_e8m0/fp8_e8m0" for one in _MX)}, operands=5, overloads=PLAIN),
                timing="matrix", pipe="M", policies=_MX_POLICIES,
                calls=by_hand(_SCALES, "<T, U, S>(dst:T, fm:U, filter:S, params:MmadParams&)")),
    Instruction("mmad_mx_bias", FAMILY, TILE("dst:l0c fm:l0a filter:l0b bias:bt scale0:l0amx scale1:l0bmx"),
                ("MmadMx",), "dst = fm * filter + bias, the matrices each times its scales", scaled,
                rows({ON_950: " ".join(f"{one}/float/fp8_e8m0/fp8_e8m0" for one in _MX)}, operands=6, overloads=PLAIN),
                python=("mmad_mx",), timing="matrix", pipe="M", policies=(*_MX_POLICIES, "bias_start"),
                calls=by_hand(_SCALES, "<T, U, S>(dst:T, fm:U, filter:S, bias:LocalTensor<float>&, "
                                       "params:MmadParams&)")),
    Instruction("mmad_with_sparse", FAMILY, TILE("dst+:l0c fm:l0a filter:l0b index:l0bi"), ("MmadWithSparse",),
                "dst = fm * filter of which two of four values are kept, or added to dst", sparse_multiply,
                rows({A2A3: "int32/int8/int8/uint8"}, operands=4, overloads=PLAIN), timing="matrix", pipe="M",
                policies=("left_layout", "matrix_overflow"),
                calls=by_hand(_KEPT, "<T, U>(dst:T, fm:U, filter:U, params:MmadParams&)")),
    _register("set_hf32_mode", "SetHF32Mode", "whether later products cut float to HF32", set_hf32,
              "(hf32Mode:bool) -> hf32Mode", "(hf32Mode:HF32Mode) -> hf32Mode == HF32Mode::ENABLE"),
    _register("set_hf32_trans_mode", "SetHF32TransMode", "how ties are rounded on the way to HF32", set_hf32_ties,
              "(hf32TransMode:bool) -> hf32TransMode",
              "(hf32TransMode:HF32TransMode) -> hf32TransMode == HF32TransMode::NEAREST_EVEN"),
    _register("set_mm_layout_transform", "SetMMLayoutTransform",
              "in which order results are produced: no effect on values",
              no_effect, "(_mmLayoutMode:bool)", "SetMMRowMajor()", "SetMMColumnMajor()"),
)
