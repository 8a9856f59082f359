"""Arithmetic of values by the compiler's names, which some designs write out."""

from __future__ import annotations

import math
from enum import IntEnum
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
        raise wrong_type("cast", "cast", given=repr(given))
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


def _minimum(a: Any, b: Any) -> Any:
    return select(_value(a) < b, a, b)


def _greater(a: Any, b: Any) -> Any:
    return select(_value(a) > b, a, b)


minsi = minimumf = minnumf = minf = _minimum
maxsi = maximumf = maxnumf = maxf = _greater


def _bits(of: Any) -> Any:
    """As a number without a sign."""
    value = number(of)
    return value if value >= 0 else value & ((1 << 8 * of.dtype.itemsize) - 1)


def minui(a: Any, b: Any) -> Any:
    return select(_bits(a) < _bits(b), a, b)


def maxui(a: Any, b: Any) -> Any:
    return select(_bits(a) > _bits(b), a, b)


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


class CmpIPredicate(IntEnum):
    eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge = range(10)


class CmpFPredicate(IntEnum):
    """Ordered: false where an operand is no number. Unordered: true there."""

    AlwaysFalse, OEQ, OGT, OGE, OLT, OLE, ONE, ORD, UEQ, UGT, UGE, ULT, ULE, UNE, UNO, AlwaysTrue = range(16)


def _predicate(of: Any, kind: type[IntEnum]) -> str:
    """As a word: those of the compiler with or without their kind, or a number."""
    word = kind(of).name if isinstance(of, int) else str(of).rsplit(".", 1)[-1]
    return word.lower()


def cmpi(predicate: Any, a: Any, b: Any) -> Any:
    """eq, ne, slt, sle, sgt, sge, and without a sign ult, ule, ugt, uge."""
    name = _predicate(predicate, CmpIPredicate)
    plain = name if name in _COMPARES else name[1:]
    if plain not in _COMPARES or (name != plain and name[0] not in "su"):
        raise missing(f"the comparison {predicate}", f"There are: {', '.join(p.name for p in CmpIPredicate)}.")
    return _COMPARES[plain](_bits(a), _bits(b)) if name[0] == "u" else _COMPARES[plain](_value(a), b)


def cmpf(predicate: Any, a: Any, b: Any) -> Any:
    """oeq, olt ... and ueq, ult ..., which are true where an operand is no number."""
    name = _predicate(predicate, CmpFPredicate)
    apart = any(math.isnan(number(of)) for of in (a, b))
    if name in ("ord", "uno", "alwaystrue", "alwaysfalse"):
        return {"ord": not apart, "uno": apart, "alwaystrue": True, "alwaysfalse": False}[name]
    plain = name if name in _COMPARES else name[1:]
    if plain not in _COMPARES or (name != plain and name[0] not in "ou"):
        raise missing(f"the comparison {predicate}", f"There are: {', '.join(p.name for p in CmpFPredicate)}.")
    return name[0] == "u" if apart else _COMPARES[plain](_value(a), b)


def sqrt(a: Any) -> Any:
    return Scalar(fit(math.sqrt(number(a)), a.dtype), a.dtype)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing(f"arith.{name}", "Write it with the operators of values, such as a + b.")
