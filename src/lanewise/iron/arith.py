"""Arithmetic of values by the compiler's names, which some designs write out."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lanewise.iron.refusals import missing, wrong_type
from lanewise.iron.scalars import BOOL, Condition, Index, Scalar, converted, fit, number, truth
from lanewise.iron.types import DType, element_type


def _type_and_value(args: tuple[Any, ...], named: dict[str, Any]) -> tuple[DType, Any]:
    """Casts are written (type, value), or (value, to=type)."""
    given = [*args, *named.values()]
    values = [a for a in given if isinstance(a, (Scalar, Condition, int, float, np.generic))]
    types = [a for a in given if not isinstance(a, (Scalar, Condition, int, float, np.generic, str))]
    if len(values) != 1 or len(types) != 1:
        raise wrong_type("cast", f"it takes a type and a value, not {given!r}")
    return element_type(types[0]() if callable(types[0]) and not isinstance(types[0], type) else types[0]), values[0]


def _cast(*args: Any, **named: Any) -> Any:
    dtype, value = _type_and_value(args, named)
    return converted(value, dtype)


def _unsigned(*args: Any, **named: Any) -> Any:
    """The bits of the value, widened with zeros."""
    dtype, value = _type_and_value(args, named)
    bits = 8 * value.dtype.itemsize if isinstance(value, Scalar) and value.dtype != BOOL else 1
    return converted(number(value) & ((1 << bits) - 1), dtype)


def index_cast(*args: Any, **named: Any) -> Any:
    """Between counters and integers."""
    if len(args) == 1 and not named:
        return Index(number(args[0]))
    dtype, value = _type_and_value(args, named)
    return converted(value, dtype) if dtype != np.dtype(np.int64) else Index(number(value))


extsi = trunci = sitofp = fptosi = extf = truncf = _cast
extui = uitofp = _unsigned


def bitcast(*args: Any, **named: Any) -> Any:
    dtype, value = _type_and_value(args, named)
    bits = np.array([value.value], value.dtype).view(dtype)
    return Scalar(bits[0].item() if dtype.kind in "iub" else bits[0], dtype)


def constant(*args: Any, **named: Any) -> Any:
    """A number of a type; without one an integer is a counter."""
    if len(args) == 1 and not {k for k in named if k in ("type", "result", "index")} - {"index"}:
        value = number(args[0])
        if named.get("index") or isinstance(args[0], (int, np.integer)):
            return Index(value) if named.get("index") else Scalar(fit(value, np.dtype(np.int32)), np.dtype(np.int32))
        return Scalar(np.float32(value), np.dtype(np.float32))
    dtype, value = _type_and_value(args, named)
    return converted(value, dtype)


def select(condition: Any, yes: Any, no: Any) -> Any:
    return yes if truth(condition) else no


def _lesser(a: Any, b: Any) -> Any:
    return select(_value(a) < b, a, b)


def _greater(a: Any, b: Any) -> Any:
    return select(_value(a) > b, a, b)


minsi = minui = minimumf = minnumf = minf = _lesser
maxsi = maxui = maximumf = maxnumf = maxf = _greater


def _value(of: Any) -> Any:
    return Index(of) if isinstance(of, int) else of


def addi(a: Any, b: Any) -> Any:
    return _value(a) + b


def subi(a: Any, b: Any) -> Any:
    return _value(a) - b


def muli(a: Any, b: Any) -> Any:
    return _value(a) * b


def divsi(a: Any, b: Any) -> Any:
    return _value(a) / b


def floordivsi(a: Any, b: Any) -> Any:
    return _value(a) // b


def remsi(a: Any, b: Any) -> Any:
    return _value(a) % b


def andi(a: Any, b: Any) -> Any:
    return a & b


def ori(a: Any, b: Any) -> Any:
    return a | b


def xori(a: Any, b: Any) -> Any:
    return a ^ b


def shli(a: Any, b: Any) -> Any:
    return a << b


def shrsi(a: Any, b: Any) -> Any:
    return a >> b


def shrui(a: Any, b: Any) -> Any:
    """The sign moves like any other bit."""
    bits = 8 * a.dtype.itemsize
    return Scalar(fit((a.value & ((1 << bits) - 1)) >> number(b), a.dtype), a.dtype)


addf, subf, mulf, divf = addi, subi, muli, divsi


def negf(a: Any) -> Any:
    return -a


_COMPARES = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
}  # fmt: skip
_ORDER = ("eq", "ne", "lt", "le", "gt", "ge")


def cmpi(predicate: Any, a: Any, b: Any) -> Any:
    """eq, ne, slt, sle, sgt, sge."""
    name = _ORDER[predicate] if isinstance(predicate, int) and predicate < 6 else str(predicate)
    name = name.rsplit(".", 1)[-1].lstrip("so") if name not in _COMPARES else name
    if name not in _COMPARES:
        raise missing(f"the comparison {predicate}", f"There are: {', '.join(_COMPARES)}.")
    return _COMPARES[name](_value(a), b)


cmpf = cmpi


def sqrt(a: Any) -> Any:
    return Scalar(fit(math.sqrt(number(a)), a.dtype), a.dtype)
