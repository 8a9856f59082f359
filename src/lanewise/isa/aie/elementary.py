"""Roots, inverses and angles: the nearest number, where hardware approximates (policies elementary and angles)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from lanewise.isa.aie import arithmetic, floats
from lanewise.isa.aie.accums import Accum
from lanewise.isa.aie.env import Env, current
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.record import FIRST, LATER, LATEST, Operation, table
from lanewise.isa.aie.types import LANE_TYPES, LaneType, check_type, lane_type
from lanewise.isa.aie.vectors import Vector, as_vectors, refuse
from lanewise.numerics import elementary

_FLOAT = LANE_TYPES["float"]
_FULL_TURN, _ONE = 2.0**32, 32768.0


def _float_operand(op: str, x: Any) -> Vector:
    """A vector of floats; a plain number is one lane."""
    v = x.to_vector("float") if isinstance(x, Accum) else x
    if not isinstance(v, Vector):
        v = Vector(np.array([v], np.float32), _FLOAT)
    if not v.type.is_float or v.type.is_complex:
        raise refuse(op, "floats", type=v.type)
    return v


def _by_double(core: Env, data: Array, function: Callable[[Array], Array]) -> Array:
    with np.errstate(all="ignore"):
        exact = function(floats.canonicalise(core, data.astype(np.float32)).astype(np.float64))
        return floats.canonicalise(core, exact.astype(np.float32))


def _apply(op: str, x: Any, type: str | LaneType | None, function: Callable[[Array], Array]) -> Any:
    core, v = current(op), _float_operand(op, x)
    to = v.type if type is None else check_type(lane_type(type), core.family)
    results = Vector(_by_double(core, v.data, function), _FLOAT)
    out = results if to is _FLOAT else arithmetic.to_float(results, to)
    return out if isinstance(x, (Vector, Accum)) else out.get(0)


def inv(x: Any, type: str | LaneType | None = None) -> Any:
    """1 / x of a vector, a float accumulator or a number; `type` is that of the result."""
    return _apply("inv", x, type, lambda d: 1.0 / d)


def sqrt(x: Any, type: str | LaneType | None = None) -> Any:
    return _apply("sqrt", x, type, np.sqrt)


def invsqrt(x: Any, type: str | LaneType | None = None) -> Any:
    """1 / sqrt(x)."""
    return _apply("invsqrt", x, type, elementary.reciprocal_root)


def tanh(x: Any, type: str | LaneType | None = None) -> Any:
    return _apply("tanh", x, type, elementary.tanh)


def exp2(x: Any, type: str | LaneType | None = None) -> Any:
    """2 to the power of x."""
    return _apply("exp2", x, type, elementary.exp2)


def _angle(op: str, x: Any, radians: Callable[[Array], Array], turns: Callable[[Array], Array]) -> Any:
    """Of floats in radians; of integers, 2**32 to a turn, with 15 fractional bits (policy angles)."""
    by_unit = current(op).policy("angles") == "unit"
    whole = x.type.name == "int32" if isinstance(x, Vector) else isinstance(x, (int, np.integer))
    if not whole and by_unit:
        return _apply(op, x, None, lambda d: _fixed_angle(_phase(d), by_unit, turns) / _ONE)
    if not whole:
        return _apply(op, x, None, radians)
    phase = x.data.astype(np.int64) if isinstance(x, Vector) else np.array([int(x)])
    out = Vector(_fixed_angle(phase, by_unit, turns).astype(np.int16), LANE_TYPES["int16"])
    return out if isinstance(x, Vector) else out.get(0)


def _phase(radians: Array) -> Array:
    """2**32 to a turn, cut off. What is no number has no phase."""
    turns = radians / (2 * np.pi)
    turns = np.where(np.abs(turns) < 2.0**53, turns, 0.0)
    return np.floor((turns - np.floor(turns)) * _FULL_TURN).astype(np.int64)


def _fixed_angle(phase: Array, by_unit: bool, turns: Callable[[Array], Array]) -> Array:
    """With 15 fractional bits. A unit looks at the upper 20 bits of the phase."""
    taken = phase & ~np.int64(0xFFF) if by_unit else phase
    exact = np.rint(turns(taken.astype(np.float64) / _FULL_TURN) * _ONE)
    return np.minimum(exact, _ONE - 1) + 0.0  # whole numbers have no negative zero


def sin(x: Any) -> Any:
    """Of floats in radians, or of int32 phases that turn once in 2**32, as int16 with 15 fractional bits."""
    return _angle("sin", x, elementary.sin, elementary.sin_turns)


def cos(x: Any) -> Any:
    return _angle("cos", x, elementary.cos, elementary.cos_turns)


def sincos(x: Any) -> tuple[Any, Any]:
    return sin(x), cos(x)


def sincos_complex(x: Any) -> Any:
    """cos + i sin: cint16 of phases, cfloat of floats."""
    s, c = sincos(x)
    if not isinstance(x, Vector):
        return c, s
    return Vector(np.stack([c.data, s.data], -1), LANE_TYPES["cint16" if s.type.name == "int16" else "cfloat"])


def div(a: Any, b: Any) -> Vector:
    """a times the inverse of b, which is rounded to the lane's type first."""
    x, y = as_vectors("div", a, b)
    if not x.type.is_float:
        raise refuse("div", "floats", type=x.type)
    core = current("div")
    quotient = floats.multiply(core, x.data.astype(np.float32), inv(y).data.astype(np.float32))
    return arithmetic.to_float(Vector(quotient, _FLOAT), x.type) if x.type is not _FLOAT else Vector(quotient, _FLOAT)


# What is known of the unit's table: 2**20 angles were compared.
_UNIT = (
    "On aie results have 15 fractional bits, of floats as well: the unit's own table is off by one of them (2^-15, "
    "about 3.05e-5) in 3.1 % of all angles and never by more, and so may be results of hardware beside these."
)
_NUMBERS = {FIRST: "float", LATER: "float bfloat16"}


def _function(name: str, summary: str, meaning: Callable[..., Any], types: Mapping[tuple[str, ...], str]) -> Operation:
    policies = ("angles", "elementary") if name in ("sin", "cos", "sincos", "sincos_complex") else ("elementary",)
    cpp = "" if "sincos" in name else f"aie::{name}({{x}})"
    notes = ("The bits of the hardware's approximation are not documented; this is the nearest number.",)
    return Operation(
        name, "elementary", summary, meaning, table(types, "assumed"), (f"aie::{name}", *_BARE.get(name, ())), "x", cpp,
        (*policies, "float_denormals"), ("rounding",), evidence="assumed",
        notes=(*notes, _UNIT) if "angles" in policies else notes, timing="function",
    )


_BARE = {"inv": ("inv",), "invsqrt": ("invsqrt",)}
_ANGLES = {FIRST: "float int32/int16", LATEST: "float bfloat16"}
OPERATIONS = (
    _function("inv", "1 / x", inv, _NUMBERS),
    _function("sqrt", "The square root", sqrt, _NUMBERS),
    _function("invsqrt", "1 / sqrt(x)", invsqrt, _NUMBERS),
    _function("tanh", "The hyperbolic tangent", tanh, {LATEST: "float bfloat16"}),
    _function("exp2", "2 to the power of x", exp2, {LATEST: "float bfloat16"}),
    _function("sin", "The sine: of radians, or of phases that turn once in 2**32", sin, _ANGLES),
    _function("cos", "The cosine: of radians, or of phases that turn once in 2**32", cos, _ANGLES),
    _function("sincos", "Sine and cosine", sincos, _ANGLES),
    _function("sincos_complex", "cos + i sin", sincos_complex, {FIRST: "float/cfloat int32/cint16"}),
    Operation("div", "arithmetic", "a times the inverse of b, rounded twice", div,
              table({FIRST: "float/float/float", LATER: "float/float/float bfloat16/bfloat16/bfloat16"}, "assumed"),
              ("aie::div",), "a b", "aie::div({a}, {b})", ("elementary", "float_denormals"), ("rounding",),
              evidence="assumed", timing="alu"),
)
