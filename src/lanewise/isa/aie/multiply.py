"""Multiplications lane by lane: mul, mac, msc, negmul and their relatives."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.aie.accums import Accum, multiply
from lanewise.isa.aie.env import Env, current
from lanewise.isa.aie.lanes import storage
from lanewise.isa.aie.operands import Operand, operand, pair
from lanewise.isa.aie.record import Operation, any_type, table
from lanewise.isa.aie.record import products as record_products
from lanewise.isa.aie.types import FAMILIES, LANE_TYPES, LaneType, Tag, check_tag, product_tag, tag
from lanewise.isa.aie.vectors import Vector, refuse


def _product(op: str, acc: Accum | None, a: Any, b: Any, minus: bool, tag_name: str | Tag | None = None) -> Accum:
    core = current(op)
    if type(a) is Vector and type(b) is Vector and tag_name is None:
        quick = _as_they_lie(core, acc, a, b, minus)
        if quick is not None:
            return quick
    left, right = pair(op, a, b)
    if acc is not None:
        if acc.size != len(left.real):
            raise refuse(op, "products_into", count=len(left.real), size=acc.size)
        kind = acc.tag
    else:
        kind = product_tag(left.type, right.type, core.family) if tag_name is None else tag(tag_name)
    return multiply(core, acc, check_tag(kind, core.family), left, right, minus)


def _as_they_lie(core: Env, acc: Accum | None, a: Vector, b: Vector, minus: bool) -> Accum | None:
    """Vectors of whole numbers need no preparation, and most programs have no others."""
    x, y = a.type, b.type
    if x.is_float or y.is_float or x.is_complex or y.is_complex or len(a.data) != len(b.data):
        return None
    family = core.family
    if acc is None:
        kind = product_tag(x, y, family)
        bits = kind.lane_bits(family)
        sums = np.zeros(len(a.data), storage(bits))
    else:
        kind = acc.tag
        if kind.is_float or kind.is_complex or len(acc.lanes) != len(a.data):
            return None
        bits = kind.lane_bits(family)
        sums = acc.lanes.copy()
    core.multiplied(len(a.data))
    if core.unit.mac(sums, bits, [[(a.data, b.data, minus)]]):
        core.note("accumulator_overflow", True)
    return Accum(sums, kind, family)


def mul(a: Any, b: Any, tag: str | Tag | None = None) -> Accum:
    """a * b. Operands are vectors, numbers, or op_conj, op_add and the like of vectors."""
    return _product("mul", None, a, b, False, tag)


def negmul(a: Any, b: Any, tag: str | Tag | None = None) -> Accum:
    """-(a * b)."""
    return _product("negmul", None, a, b, True, tag)


def mac(acc: Accum, a: Any, b: Any) -> Accum:
    """acc + a * b."""
    return _product("mac", acc, a, b, False)


def msc(acc: Accum, a: Any, b: Any) -> Accum:
    """acc - a * b."""
    return _product("msc", acc, a, b, True)


def mul_square(a: Vector, tag: str | Tag | None = None) -> Accum:
    return mul(a, a, tag)


def mac_square(acc: Accum, a: Vector) -> Accum:
    return mac(acc, a, a)


def msc_square(acc: Accum, a: Vector) -> Accum:
    return msc(acc, a, a)


def abs_square(a: Vector, shift: int = 0, to: str | LaneType | None = None) -> Vector:
    """Real squared plus imaginary squared, srs by the shift: words, or floats (policy abs_square)."""
    x = operand("abs_square", a)
    if x.imag is None:
        raise refuse("abs_square", "not_complex", type=a.type)
    component = LANE_TYPES[a.type.name[1:]]
    real, imag = Operand(component, x.real, None), Operand(component, x.imag, None)
    total = mac(mul(real, real), imag, imag)
    return total.to_vector(component if component.is_float else "int32" if to is None else to, shift)


def accumulate(coefficients: Vector, start: int, *data: Vector, tag: str | Tag | None = None) -> Accum:
    """The sum of coefficients[start + k] * data[k]; coefficients wrap around."""
    if not data:
        raise refuse("accumulate", "nothing_to_accumulate")
    total: Accum | None = None
    for k, v in enumerate(data):
        one = coefficients.get((start + k) % coefficients.size)
        factor = operand("accumulate", one, coefficients.type)
        total = _product("accumulate", total, factor, v, False, tag)
    assert total is not None
    return total


def op_zero(acc: Accum, zero: bool) -> Accum:
    """The accumulator, or zeros in its place."""
    return Accum(np.zeros_like(acc.lanes), acc.tag, acc.family) if zero else acc


_RULES = ("accumulator_overflow", "float_product", "float_denormals", "float_nan", "complex_float_order")
_NOTES = ("accumulator_overflow",)
_MODES = ("rounding",)  # of the bfloat16 parts of floats, on later generations

OPERATIONS = (
    Operation("mul", "multiplication", "a * b into an accumulator", mul, record_products(), ("aie::mul",), "a b",
              "aie::mul({a}, {b})", _RULES, _MODES, _NOTES, timing="multiply_lanes"),
    Operation("negmul", "multiplication", "-(a * b) into an accumulator", negmul, record_products(), ("aie::negmul",),
              "a b", "aie::negmul({a}, {b})", _RULES, _MODES, _NOTES, timing="multiply_lanes"),
    Operation("mac", "multiplication", "acc + a * b; sums wrap at the lane", mac, record_products(True), ("aie::mac",),
              "acc:accum a b", "aie::mac({acc}, {a}, {b})", _RULES, _MODES, _NOTES, timing="multiply_lanes"),
    Operation("msc", "multiplication", "acc - a * b; sums wrap at the lane", msc, record_products(True), ("aie::msc",),
              "acc:accum a b", "aie::msc({acc}, {a}, {b})", _RULES, _MODES, _NOTES, timing="multiply_lanes"),
    Operation("mul_square", "multiplication", "a * a", mul_square, record_products(squares=True), ("aie::mul_square",),
              "a", "aie::mul_square({a})", _RULES, _MODES, _NOTES, timing="multiply_lanes"),
    Operation("mac_square", "multiplication", "acc + a * a", mac_square, record_products(True, True),
              ("aie::mac_square",), "acc:accum a", "aie::mac_square({acc}, {a})", _RULES, _MODES, _NOTES,
              timing="multiply_lanes"),
    Operation("msc_square", "multiplication", "acc - a * a", msc_square, record_products(True, True),
              ("aie::msc_square",), "acc:accum a", "aie::msc_square({acc}, {a})", _RULES, _MODES, _NOTES,
              timing="multiply_lanes"),
    Operation("abs_square", "multiplication", "re * re + im * im, shifted down by srs", abs_square,
              table({FAMILIES: "cint16/int32 cint32/int32", ("aie", "aie-ml"): "cfloat/float"}), ("aie::abs_square",),
              "a shift:0..20", "aie::abs_square({a}, {shift})", ("abs_square",), ("rounding", "saturation"),
              ("srs_saturated", "accumulator_overflow"), timing="multiply_lanes"),
    Operation("accumulate", "multiplication", "The sum of coefficients[start + k] * data[k]; coefficients wrap around",
              accumulate, record_products(), ("aie::accumulate",), policies=_RULES, modes=_MODES, status=_NOTES,
              timing="multiply_lanes"),
    Operation("op_zero", "lazy operand", "The accumulator, or zeros in its place", op_zero, any_type(),
              ("aie::op_zero",)),
)
