"""Exponentials, logarithms and roots on registers."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend import arithmetic
from lanewise.isa.ascend.arithmetic import FUNCTION_POLICIES
from lanewise.isa.ascend.cast import saturates
from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend_reg.reg_arithmetic import typed_rows
from lanewise.isa.env import Array, Env
from lanewise.isa.record import Flag, Instruction
from lanewise.isa.registers import REG_UNARY
from lanewise.numerics import exact
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode, convert, to_float, widen

FAMILY = "register functions"
FLOAT = DTYPES["float"]


def _round_step(x: Array) -> Array:
    """A result of one float instruction."""
    return widen(to_float(x, FLOAT), FLOAT)


def _logarithm(e: Env, a: Array, scale: float, shift: float) -> Array:
    """ln in float, then one multiplication; half goes through float.

    Where subnormals are kept they are multiplied by 2**23 first, which `shift` takes back.
    """
    assert FLOAT.layout is not None
    x = e.exact(a)
    tiny = np.abs(x) < 2.0**-126
    keeps = e.has(Flag.KEEP_SUBNORMALS)
    x = np.where(tiny, np.ldexp(x, 23) if keeps else np.copysign(0.0, x), x)
    with np.errstate(invalid="ignore"):
        result = _round_step(_round_step(exact.ln(x, FLOAT.layout)) * float(np.float32(scale)))
        if keeps:
            result = np.where(tiny, _round_step(result + float(np.float32(shift))), result)
    as_float = to_float(result, FLOAT)
    return as_float if e.to is FLOAT else convert(as_float, FLOAT, e.to, RoundMode.CAST_RINT, _saturates_implicitly(e))


def _saturates_implicitly(e: Env) -> bool:
    """Whether a cast inside a sequence saturates: only where the chip is in global mode and says so."""
    return saturates(e, quantising=True)[0]


def log2(e: Env, a: Array) -> Array:
    return _logarithm(e, a, 1.4426950408889634, -23.0)


def log10(e: Env, a: Array) -> Array:
    return _logarithm(e, a, 0.43429448190325176, -6.9236899)


def _function(
    name: str, vendor: tuple[str, ...], summary: str, meaning: Any, lane: str = "", **more: Any
) -> Instruction:
    return Instruction(
        f"reg_{name}", FAMILY, REG_UNARY, tuple(f"Reg::{v}" for v in vendor), summary, meaning,
        typed_rows("half float", 2), lane=lane, policies=FUNCTION_POLICIES, algorithms=ON_950, **more,
    )


INSTRUCTIONS = (
    _function("exp", ("Exp",), "dst = e ** src", arithmetic.exponential, "exp", saturates=True, c="exp", timing="exp"),
    _function("ln", ("Ln", "Log"), "dst = natural logarithm of src", arithmetic.logarithm, "ln", saturates=True,
              c="ln", timing="root"),
    _function("sqrt", ("Sqrt",), "dst = square root of src", arithmetic.sqrt, "sqrt", saturates=True, c="sqrt",
              timing="root"),
    _function("log2", ("Log2",), "dst = logarithm to base 2: ln times a constant, in float", log2, timing="logarithm"),
    _function("log10", ("Log10",), "dst = logarithm to base 10: ln times a constant, in float", log10,
              timing="logarithm"),
)
