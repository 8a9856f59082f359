"""Arithmetic on registers, lane by lane under a mask."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from lanewise.isa.ascend import arithmetic
from lanewise.isa.ascend.arithmetic import ARITHMETIC_POLICIES, FLOAT_POLICIES, FUNCTION_POLICIES
from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.calls import call
from lanewise.isa.form import REGISTER_WALK
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import REG_BINARY, REG_SCALAR, REG_UNARY, RegisterWalk

FAMILY = "register arithmetic"
NARROW = "int8 uint8 int16 uint16 int32 uint32 half bfloat16 float"
WIDE = "int64 uint64"
COMPLEX = "complex32 complex64"
MIDDLE = "int16 uint16 int32 uint32"


def typed_rows(names: str, typed_operands: int, untyped: int = 1, **more: Any) -> tuple[Row, ...]:
    """One row for each element type: the same for all vector registers, none for mask registers behind them."""
    return tuple(Row(ON_950, (name,) * typed_operands + ("",) * untyped, PLAIN, **more) for name in names.split())


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
        f"reg_{name}", FAMILY, REG_BINARY, (f"Reg::{vendor}",), summary, meaning, typed_rows(types, 3), **more,
    )


def _scalar(name: str, vendor: str, summary: str, meaning: Any, types: str, **more: Any) -> Instruction:
    return Instruction(
        f"reg_{name}", FAMILY, REG_SCALAR, (f"Reg::{vendor}",), summary, meaning, typed_rows(types, 2), **more,
    )


def typed_scalars(instruction: Instruction) -> Instruction:
    """The scalar has the element type: rows end in the mask, which has none."""
    return replace(instruction, rows=tuple(replace(r, scalar=r.scalar or r.types[0]) for r in instruction.rows))


_ALL = f"{NARROW} {WIDE}"
_SIGNED = "int8 int16 int32 half float"
_DIVISION = (*FUNCTION_POLICIES, "div_nan", "integer_divide_by_zero", "complex_arithmetic")
_EXTREME = ("max_min_special", "nan_result")
# 64-bit elements are worked on as two words, whose carries wrap: CTRL[53] does not reach them.
_SUMS: dict[str, Any] = {"policies": ARITHMETIC_POLICIES, "saturates": True, "wraps_wide": True}
_PRODUCTS: dict[str, Any] = _SUMS | {"policies": (*ARITHMETIC_POLICIES, "complex_arithmetic")}
_WALK = REGISTER_WALK("dst:reg src:reg mask:mask")

INSTRUCTIONS = (
    _binary("add", "Add", "dst = src0 + src1", arithmetic.add, f"{_ALL} {COMPLEX}", lane="add", timing="add", **_SUMS,
            c="add"),
    _binary("sub", "Sub", "dst = src0 - src1", arithmetic.sub, f"{_ALL} {COMPLEX}", lane="sub", timing="add", **_SUMS,
            c="sub"),
    _binary("mul", "Mul", "dst = src0 * src1", arithmetic.mul, f"{MIDDLE} half bfloat16 float {WIDE} {COMPLEX}",
            lane="mul", timing="mul", **_PRODUCTS,
            notes=("the page says that products never saturate, its table of limits that they do under CTRL[53]",),
            c="mul"),
    _binary("div", "Div", "dst = src0 / src1", arithmetic.div, f"{MIDDLE} half float {WIDE} {COMPLEX}", lane="div",
            policies=_DIVISION, saturates=True, algorithms=ON_950, c="div", timing="div"),
    _binary("max", "Max", "dst = the larger of src0 and src1", arithmetic.maximum, _ALL, lane="max", policies=_EXTREME,
            c="max", timing="max"),
    _binary("min", "Min", "dst = the smaller of src0 and src1", arithmetic.minimum, _ALL, lane="min",
            policies=_EXTREME, c="min", timing="max"),
    _binary("prelu", "Prelu", "dst = src0 where its sign bit is clear, else src0 * src1", arithmetic.leaky_relu,
            "half float", lane="prelu", policies=(*FLOAT_POLICIES, "relu_zero"), saturates=True, c="prelu",
            timing="multiply-add"),
    *map(typed_scalars, (
        _scalar("adds", "Adds", "dst = src + scalar", arithmetic.add, f"{_ALL} {COMPLEX}", lane="adds", timing="add",
                **_SUMS, c="add_scalar"),
        _scalar("muls", "Muls", "dst = src * scalar", arithmetic.mul, f"{MIDDLE} half float {WIDE} {COMPLEX}",
                lane="muls", timing="mul", **_PRODUCTS, c="mul_scalar"),
        _scalar("maxs", "Maxs", "dst = the larger of src and scalar", arithmetic.maximum, _ALL, lane="maxs",
                policies=_EXTREME, c="max_scalar", timing="max"),
        _scalar("mins", "Mins", "dst = the smaller of src and scalar", arithmetic.minimum, _ALL, lane="mins",
                policies=_EXTREME, c="min_scalar", timing="max"),
        _scalar("leaky_relu", "LeakyRelu", "dst = src where its sign bit is clear, else src * scalar",
                arithmetic.leaky_relu, "half float", lane="leaky_relu", policies=(*FLOAT_POLICIES, "relu_zero"),
                saturates=True, c="leakyrelu", timing="multiply-add"),
    )),
    Instruction("reg_neg", FAMILY, REG_UNARY, ("Reg::Neg",), "dst = -src", arithmetic.negate,
                typed_rows(f"{_SIGNED} int64", 2), lane="neg", policies=("integer_minimum",), timing="simple", c="neg"),
    Instruction("reg_relu", FAMILY, REG_UNARY, ("Reg::Relu",), "dst = max(0, src)", arithmetic.relu,
                typed_rows("half int32 float int64", 2), lane="relu", policies=_EXTREME, timing="simple", c="relu"),
    Instruction("reg_abs", FAMILY, REG_UNARY, ("Reg::Abs",), "dst = |src|",
                arithmetic.absolute, typed_rows(_SIGNED, 2), lane="abs", policies=("integer_minimum",), call="reg-abs",
                timing="simple",
                calls=(call("<T~U, merge>(dst:U, src:U, mask)", when="sizeof(lanewise::element_of<U>) != 8"),),
                c="abs"),
    Instruction("reg_abs_wide", FAMILY, _WALK, ("Reg::Abs",), "dst = |src|; lanes left out by the mask are copied",
                abs_wide, typed_rows("int64", 2), python=("reg_abs",), policies=("integer_minimum",), timing="wide",
                notes=("the library's sequence for int64 copies inactive lanes of src instead of clearing them",),
                calls=(call("<T~U, merge>(dst:U, src:U, mask)", when="sizeof(lanewise::element_of<U>) == 8"),)),
    Instruction("reg_abs_complex", FAMILY, _WALK, ("Reg::Abs",), "dst = |src| of complex numbers", abs_complex,
                tuple(Row(ON_950, (to, of, ""), PLAIN) for to, of in (("half", "complex32"), ("float", "complex64"))),
                python=("reg_abs",), policies=("complex_arithmetic",), timing="wide",
                notes=("the root of the rounded sum of rounded squares, without scaling",),
                calls=(call("<T~S, U~V, _merge>(dst:S, src:V, mask)", when="!std::is_same_v<S, V>"),)),
)
