"""Integers and bits: bitwise functions, choices, limits and powers of integers. Chosen elements keep their bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.calls import Call, call, powers
from lanewise.isa.macro import (
    ANY,
    EVERYWHERE,
    INTEGERS,
    ONLY_950,
    Macro,
    everywhere,
    first_elements,
    lines,
    macro,
    same_type,
)
from lanewise.isa.record import Instruction

FAMILY = "library logic"
Array = np.ndarray[Any, Any]


def _combine(function: Callable[[Array, Array], Array]) -> Callable[[Macro], None]:
    def meaning(m: Macro) -> None:
        n = m.params[0]
        m.put_raw(0, first_elements(n), function(m.raw(1, first_elements(n)), m.raw(2, first_elements(n))))

    return meaning


def bitwise_not(m: Macro) -> None:
    n = m.params[0]
    m.put_raw(0, first_elements(n), ~m.raw(1, first_elements(n)))


def _raw_or_number(m: Any, operand: int, value: int, n: int) -> Array:
    """The elements of a tensor, or n times the bits of a number."""
    if m.has(operand):
        bits: Array = m.raw(operand, first_elements(n))
        return bits
    kind = m.type(0)
    return np.full(n, value & (1 << kind.bits) - 1, f"u{kind.size}")


def select_by_mask(m: Macro) -> None:
    """params: count, bits of src0, bits of src1."""
    n = m.params[0]
    yes, no = (_raw_or_number(m, i, m.params[i], n) for i in (1, 2))
    m.put_raw(0, first_elements(n), np.where(m.raw(3, first_elements(n)) != 0, yes, no))


def clamp(m: Any) -> None:
    """params: count, bits of min, bits of max. NaN stays; the upper limit is applied last."""
    n, kind = m.params[0], m.type(0)
    x = m.raw(1, first_elements(n))
    for operand, above in ((2, False), (3, True)):
        limit = _raw_or_number(m, operand, m.params[operand - 1], n)
        a, b = x.view(kind.numpy), limit.view(kind.numpy)
        x = np.where(a > b if above else a < b, limit, x)
    m.put_raw(0, first_elements(n), x)


def power_integers(m: Any) -> None:
    """params: count, values of src0 and src1. Products wrap; a negative exponent leaves the reciprocal's integer."""
    n, kind = m.params[0], m.type(0)
    sides = []
    for operand in (1, 2):
        if m.has(operand):
            sides.append([int(v) for v in m.integers(operand, first_elements(n))])
        else:
            sides.append([int(kind.decode(m.params[operand] & (1 << kind.bits) - 1))] * n)
    out = []
    for base, exponent in zip(*sides, strict=True):
        value = pow(base, abs(exponent), 1 << kind.bits)
        if exponent < 0 and value not in (1, (1 << kind.bits) - 1):
            value = 0
        out.append(value)
    m.put_raw(0, first_elements(n), np.array(out, np.uint64))


def _bitwise(vendor: str, name: str, summary: str, function: Callable[[Array, Array], Array]) -> Instruction:
    return macro(name, FAMILY, vendor, "dst src0 src1", summary, _combine(function),
                 lines(ONLY_950, same_type(3, INTEGERS)), parameters={"count": 0},
                 calls=_bits(vendor, name, "src0:T, src1:T"))


def _bits(vendor: str, name: str, sources: str) -> tuple[Call, ...]:
    return (call(f"<config:{vendor}Config=DEFAULT_{name.upper()}_CONFIG>(dst:T, {sources}, count:u32)",
                 check=f"LANEWISE_FULL_LIBRARY({{name}}, T); {_WHOLE}"),)


_WHOLE = "LANEWISE_INTEGRAL({name}, T)"
_EITHER = "dst, lanewise::library::tensor_of(src0), lanewise::library::tensor_of(src1)"
_CHOSEN = "count, lanewise::library::bits_as<T>({0}), lanewise::library::bits_as<T>({1})"
_NEW = "LANEWISE_FULL_LIBRARY({name}, T)"


def _choices() -> str:
    forms = ("{0}/{0}/{0}/bool", "{0}/{0}//bool", "{0}//{0}/bool", "{0}///bool")
    return " ".join(form.format(name) for name in ANY.split() for form in forms)


def _limits(names: str) -> str:
    forms = ("{0}/{0}/{0}/{0}", "{0}/{0}/{0}/", "{0}/{0}//{0}", "{0}/{0}//")
    return " ".join(form.format(name) for name in names.split() for form in forms)


_OTHERS = "int8 uint8 int16 uint16 uint32 int64 uint64"


def _powers(names: str) -> str:
    return " ".join(form.format(name) for name in names.split() for form in ("{0}/{0}/{0}", "{0}/{0}/", "{0}//{0}"))


INSTRUCTIONS = (
    _bitwise("BitwiseAnd", "bitwise_and", "and of all bits", np.bitwise_and),
    _bitwise("BitwiseOr", "bitwise_or", "or of all bits", np.bitwise_or),
    _bitwise("BitwiseXor", "bitwise_xor", "exclusive or of all bits", np.bitwise_xor),
    macro("bitwise_not", FAMILY, "BitwiseNot", "dst src", "all bits turned", bitwise_not,
          lines(ONLY_950, same_type(2, INTEGERS)), parameters={"count": 0},
          calls=_bits("BitwiseNot", "bitwise_not", "src:T")),
    macro("xor", FAMILY, "Xor", "dst src0 src1", "exclusive or of 16-bit integers", _combine(np.bitwise_xor),
          everywhere(same_type(3, "int16 uint16")), parameters={"count": 0},
          calls=(call("<T, _isReuseSource:bool=false>(dst:T, src0:T, src1:T, tail) -> {count}", check=_WHOLE),)),
    macro("where", FAMILY, "Where", "dst src0 src1 condition", "choose by a condition between scalars or tensors",
          select_by_mask, lines(ONLY_950, _choices()), parameters={"count": 0, "src0": 0, "src1": 0},
          # Scalars follow the destination's type.
          calls=(call(f"(dst:T, src0:U?, src1:S?, condition:V, count:u32) -> {_CHOSEN.format('src0', 'src1')}",
                      operands=f"{_EITHER}, condition", check=_NEW),)),
    macro("clamp", FAMILY, "Clamp", "dst src min max", "limit from below and above by scalars or tensors", clamp,
          lines(ONLY_950, _limits(f"{INTEGERS} half bfloat16 float")), parameters={"count": 0, "min": 0, "max": 0},
          calls=(call("<config:ClampConfig=DEFAULT_CLAMP_CONFIG>(dst:T, src:T, min:U?, max:S?, count:u32) "
                      f"-> {_CHOSEN.format('min', 'max')}", check=_NEW,
                      operands="dst, src, lanewise::library::tensor_of(min), lanewise::library::tensor_of(max)"),)),
    macro("power_integers", FAMILY, "Power", "dst src0 src1", "src0 to the power of src1, integers with wrap-around",
          power_integers,
          everywhere(_powers("int32")) + lines(ONLY_950, _powers(_OTHERS)) + lines(EVERYWHERE[1:], _powers(_OTHERS),
                                                                                   evidence="assumed"),
          python=("power",), parameters={"count": 0, "src0": 0, "src1": 0},
          calls=powers(when="std::is_integral_v<T>", operands=_EITHER,
                       payload=f" -> {{{_CHOSEN.format('src0', 'src1').replace('count', 'count}', 1)}")),
)
