"""The functions of the C interface that follow from the records: one line for each, as the headers in
include/lanewise/c_api expect them.

A name is the operation, `_scalar` where a number takes the place of the second operand, and for conversions the two
types, the rounding, saturation and the place among narrow lanes.
"""

from __future__ import annotations

from collections.abc import Iterator

from lanewise.chips import DEFAULT
from lanewise.chips.chip import chips_with
from lanewise.cpp.calls import c_functions
from lanewise.isa.catalogue import instructions
from lanewise.isa.record import Instruction, Row
from lanewise.numerics.formats import DTYPES, DType
from lanewise.numerics.rounding import RoundMode

UB_CHIP, REG_CHIP = DEFAULT, chips_with("registers")[0]  # whose types the functions have

_ROUNDINGS = {
    RoundMode.CAST_NONE: "", RoundMode.CAST_RINT: "_rn", RoundMode.CAST_ROUND: "_rna", RoundMode.CAST_FLOOR: "_rd",
    RoundMode.CAST_CEIL: "_ru", RoundMode.CAST_TRUNC: "_rz", RoundMode.CAST_ODD: "_ro", RoundMode.CAST_HYBRID: "_rh",
}  # fmt: skip
_TYPE_NAMES = {
    "hifloat8": "hif8", "fp8_e4m3fn": "e4m3", "fp8_e5m2": "e5m2", "fp4x2_e2m1": "e2m1x2", "fp4x2_e1m2": "e1m2x2",
}  # fmt: skip
_CPP_TYPES = {"half": "half", "float": "float", "int4": "int4b_t", "int4x2": "int4x2_t"}
_UNNAMED = {("fp8_e8m0", "bfloat16"), ("bfloat16", "fp8_e8m0"), ("int4x2", "int16")}  # pairs without a function


def ub_functions() -> str:
    """On UB. Two records that share a name are told apart by their types: `mixed` has another one for its results."""
    groups: dict[str, list[Instruction]] = {}
    for ins in instructions().values():
        if isinstance(ins.c, str) and ins.form.executor == "elementwise":
            groups.setdefault(ins.c, []).append(ins)
    lines = []
    for name, group in groups.items():
        kind = {"unary": "UNARY", "copy": "UNARY", "binary": "BINARY", "vector-scalar": "SCALAR"}[group[0].shape]
        same = next(i for i in group if any(len({*row.types}) == 1 for row in _rows(i, UB_CHIP)))
        mixed = next((i for i in group if any(len({*row.types}) > 1 for row in _rows(i, UB_CHIP))), None)
        if kind == "BINARY" and mixed is not None:
            lines.append(f"LANEWISE_C_BINARY_MIXED({name}, {same.name}, {mixed.name})")
        else:
            lines.append(f"LANEWISE_C_{kind}({name}, {same.name})")
    lines += _ub_conversions(instructions()["cast"])
    return "\n".join(lines) + "\n"


def _rows(ins: Instruction, chip: str) -> Iterator[Row]:
    return (row for row in ins.rows if chip in row.chips)


def _pair(to: str, source: str) -> str:
    return f"{_TYPE_NAMES.get(source, source)}2{_TYPE_NAMES.get(to, to)}"


def _cpp(name: str) -> str:
    return _CPP_TYPES.get(name, f"{name}_t")


def _modes(row: Row) -> Iterator[RoundMode]:
    return (mode for mode in _ROUNDINGS if row.round_modes >> mode & 1)


def _ub_conversions(cast: Instruction) -> Iterator[str]:
    for row in _rows(cast, UB_CHIP):
        to, source = row.types
        if (to, source) == ("half", "int32"):  # scaled, with a name of its own
            continue
        for mode in _modes(row):
            yield f"LANEWISE_C_CONVERT({_pair(to, source)}{_ROUNDINGS[mode]}, {_cpp(to)}, {_cpp(source)}, {mode.name})"


def register_functions() -> str:
    registers = [i for i in instructions().values() if i.form.executor.startswith("register")]
    functions = "".join(c_functions(ins) for ins in registers)
    return functions + "\n".join(_register_conversions(instructions()["reg_cast"])) + "\n"


def _register_conversions(cast: Instruction) -> Iterator[str]:
    for row in _rows(cast, REG_CHIP):
        to, source = row.types[:2]
        if (to, source) in _UNNAMED:
            continue
        places = _lanes_per_element(DTYPES[to], DTYPES[source])
        modes: list[RoundMode] = [mode for mode in _modes(row) if mode != RoundMode.CAST_NONE]
        for mode in modes or [RoundMode.CAST_NONE]:
            for saturating in ("", "_sat") if _can_saturate(DTYPES[to], DTYPES[source]) else ("",):
                for place in range(places):
                    name = _pair(to, source) + _ROUNDINGS[mode] + saturating + (f"_v{place + 1}" if place else "")
                    layout = place if places > 1 else -1
                    values = f"{_cpp(to)}, {_cpp(source)}, {mode.name}, {layout}, {int(bool(saturating))}"
                    yield f"LANEWISE_C_REG_CONVERT({name}, {values})"


def _is_four_bits(kind: DType) -> bool:
    return "x2" in kind.name


def _lanes_per_element(to: DType, source: DType) -> int:
    """Lanes on the narrow side for each on the wide one; a byte of two values has four."""
    if _is_four_bits(to) or _is_four_bits(source):
        return 4
    return max(to.bits, source.bits) // min(to.bits, source.bits)


def _can_saturate(to: DType, source: DType) -> bool:
    """Whether there are two functions for values that do not fit."""
    whole, from_whole = (kind.is_integer or kind.name == "int4x2" for kind in (to, source))
    if whole:
        return to.bits < source.bits if from_whole else (to.name, source.name) != ("int32", "half")
    if from_whole or _is_four_bits(to):
        return False
    return to.bits < source.bits or (to.name, source.name) == ("half", "bfloat16")
