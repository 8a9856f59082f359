"""Arithmetic on registers, lane by lane under a mask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from lanewise.isa.ascend import arithmetic
from lanewise.isa.ascend.arithmetic import ARITHMETIC_POLICIES, FLOAT_POLICIES, FUNCTION_POLICIES
from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.env import Array, Env
from lanewise.isa.record import PLAIN, Instruction, Row, form_with
from lanewise.isa.registers import REG_BINARY, REG_SCALAR, REG_UNARY, RegisterWalk, walking

FAMILY = "register arithmetic"
NARROW = "int8 uint8 int16 uint16 int32 uint32 half bfloat16 float"
WIDE = "int64 uint64"
COMPLEX = "complex32 complex64"
MIDDLE = "int16 uint16 int32 uint32"


def typed(names: str, typed_operands: int, untyped: int = 1, **more: Any) -> tuple[Row, ...]:
    """One row for each element type: the same for all vector registers, none for mask registers behind them."""
    return tuple(Row(ON_950, (name,) * typed_operands + ("",) * untyped, PLAIN, **more) for name in names.split())


def wrapping(meaning: Callable[..., Array]) -> Callable[..., Array]:
    """64-bit elements are worked on as two words, whose carries wrap: CTRL[53] does not reach them."""

    def of(e: Env, *lanes: Array) -> Array:
        return meaning(replace(e, int_saturate=False) if e.to.is_integer and e.to.size == 8 else e, *lanes)

    return of


add, sub, mul = wrapping(arithmetic.add), wrapping(arithmetic.sub), wrapping(arithmetic.mul)


# --- absolute values of wide elements: sequences of the library with visible traces -----------------------------------


def abs_wide(w: RegisterWalk) -> None:
    """int64: lanes that the mask leaves out are copied, not cleared."""
    x = w.lanes(1)
    w.put(0, np.where(w.active(2, 1), arithmetic.absolute(w.env, x), x))


def abs_complex(w: RegisterWalk) -> None:
    """One real number for each complex one, in the first lanes of dst."""
    sizes = arithmetic.absolute(w.env, w.lanes(1))
    w.put(0, np.where(w.active(2, 1), sizes, np.zeros(1, sizes.dtype)))


def _binary(name: str, vendor: str, summary: str, meaning: Any, types: str, **more: Any) -> Instruction:
    return Instruction(
        f"reg_{name}", FAMILY, REG_BINARY, (f"Reg::{vendor}",), summary, meaning, typed(types, 3), timing="reg", **more
    )


def _scalar(name: str, vendor: str, summary: str, meaning: Any, types: str, **more: Any) -> Instruction:
    return Instruction(
        f"reg_{name}", FAMILY, REG_SCALAR, (f"Reg::{vendor}",), summary, meaning, typed(types, 2), timing="reg", **more
    )


def typed_scalars(instruction: Instruction) -> Instruction:
    """The scalar has the element type: rows end in the mask, which has none."""
    return replace(instruction, rows=tuple(replace(r, scalar=r.scalar or r.types[0]) for r in instruction.rows))


_ALL = f"{NARROW} {WIDE}"
_SIGNED = "int8 int16 int32 half float"
_DIVISION = (*FUNCTION_POLICIES, "div_nan", "integer_divide_by_zero", "complex_arithmetic")
_EXTREME = ("max_min_special", "nan_result")
_WALK = walking("reg-walk-unary", "dst:reg src:reg mask:mask")

INSTRUCTIONS = (
    _binary("add", "Add", "dst = src0 + src1", add, f"{_ALL} {COMPLEX}", policies=ARITHMETIC_POLICIES, saturates=True),
    _binary("sub", "Sub", "dst = src0 - src1", sub, f"{_ALL} {COMPLEX}", policies=ARITHMETIC_POLICIES, saturates=True),
    _binary("mul", "Mul", "dst = src0 * src1", mul, f"{MIDDLE} half bfloat16 float {WIDE} {COMPLEX}",
            policies=(*ARITHMETIC_POLICIES, "complex_arithmetic"), saturates=True,
            notes=("the page says that products never saturate, its table of limits that they do under CTRL[53]",)),
    _binary("div", "Div", "dst = src0 / src1", arithmetic.div, f"{MIDDLE} half float {WIDE} {COMPLEX}", lane="div",
            policies=_DIVISION, saturates=True, algorithms=ON_950),
    _binary("max", "Max", "dst = the larger of src0 and src1", arithmetic.maximum, _ALL, lane="max", policies=_EXTREME),
    _binary("min", "Min", "dst = the smaller of src0 and src1", arithmetic.minimum, _ALL, lane="min",
            policies=_EXTREME),
    _binary("prelu", "Prelu", "dst = src0 where its sign bit is clear, else src0 * src1", arithmetic.leaky_relu,
            "half float", lane="prelu", policies=(*FLOAT_POLICIES, "relu_zero"), saturates=True),
    *map(typed_scalars, (
        _scalar("adds", "Adds", "dst = src + scalar", add, f"{_ALL} {COMPLEX}",
                policies=ARITHMETIC_POLICIES, saturates=True),
        _scalar("muls", "Muls", "dst = src * scalar", mul, f"{MIDDLE} half float {WIDE} {COMPLEX}",
                policies=(*ARITHMETIC_POLICIES, "complex_arithmetic"), saturates=True),
        _scalar("maxs", "Maxs", "dst = the larger of src and scalar", arithmetic.maximum, _ALL, lane="maxs",
                policies=_EXTREME),
        _scalar("mins", "Mins", "dst = the smaller of src and scalar", arithmetic.minimum, _ALL, lane="mins",
                policies=_EXTREME),
        _scalar("leaky_relu", "LeakyRelu", "dst = src where its sign bit is clear, else src * scalar",
                arithmetic.leaky_relu, "half float", lane="leaky_relu", policies=(*FLOAT_POLICIES, "relu_zero"),
                saturates=True),
    )),
    Instruction("reg_neg", FAMILY, REG_UNARY, ("Reg::Neg",), "dst = -src", arithmetic.negate,
                typed(f"{_SIGNED} int64", 2), lane="neg", policies=("integer_minimum",), timing="reg"),
    Instruction("reg_relu", FAMILY, REG_UNARY, ("Reg::Relu",), "dst = max(0, src)", arithmetic.relu,
                typed("half int32 float int64", 2), lane="relu", policies=_EXTREME, timing="reg"),
    Instruction("reg_abs", FAMILY, form_with(REG_UNARY, name="reg-abs"), ("Reg::Abs",), "dst = |src|",
                arithmetic.absolute, typed(_SIGNED, 2), lane="abs", policies=("integer_minimum",), timing="reg"),
    Instruction("reg_abs_wide", FAMILY, _WALK, ("Reg::Abs",), "dst = |src|; lanes left out by the mask are copied",
                abs_wide, typed("int64", 2), python=("reg_abs",), policies=("integer_minimum",), timing="reg",
                notes=("the library's sequence for int64 copies inactive lanes of src instead of clearing them",)),
    Instruction("reg_abs_complex", FAMILY, _WALK, ("Reg::Abs",), "dst = |src| of complex numbers", abs_complex,
                tuple(Row(ON_950, (to, of, ""), PLAIN) for to, of in (("half", "complex32"), ("float", "complex64"))),
                python=("reg_abs",), policies=("complex_arithmetic",), timing="reg",
                notes=("the root of the rounded sum of rounded squares, without scaling",)),
)
