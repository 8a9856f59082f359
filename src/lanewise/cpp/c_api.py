"""The functions of the C interface that follow from the records: one line for each, as the headers in
include/lanewise/c_api expect them.

A name is the operation, `_scalar` where a number takes the place of the second operand, and for conversions the two
types, the rounding, saturation and the place among narrow lanes.
"""

from __future__ import annotations

from collections.abc import Iterator

from lanewise.isa.catalogue import instructions
from lanewise.isa.record import Instruction, Row
from lanewise.numerics.formats import DTYPES, DType
from lanewise.numerics.rounding import RoundMode

UB_CHIP, REG_CHIP = "ascend910b", "ascend950"

# Instructions on UB, with the interface's name where it is not the record's.
_ON_UB = {
    "add": "", "sub": "", "mul": "", "div": "", "max": "", "min": "", "abs": "", "relu": "", "exp": "", "sqrt": "",
    "rsqrt": "", "ln": "log", "reciprocal": "rcp", "bitwise_and": "and", "bitwise_or": "or", "bitwise_not": "not",
    "copy": "", "mul_add_dst": "fma", "fused_mul_add": "mul_add", "mul_add_relu": "", "add_relu": "", "sub_relu": "",
    "adds": "add_scalar", "muls": "mul_scalar", "maxs": "max_scalar", "mins": "min_scalar", "axpy": "",
    "leaky_relu": "leakyrelu", "shift_left": "shiftleft", "shift_right": "shiftright",
}  # fmt: skip
_THEN_CAST = {"add_relu": "add_relu_cast", "sub_relu": "sub_relu_cast"}  # for a destination of another type

# Lane by lane on registers.
_ON_REGISTERS = {
    "add": "", "sub": "", "mul": "", "div": "", "max": "", "min": "", "prelu": "", "neg": "", "relu": "", "abs": "",
    "exp": "", "ln": "", "sqrt": "", "abs_sub": "", "mul_dst_add": "madd", "axpy": "", "leaky_relu": "leakyrelu",
    "adds": "add_scalar", "muls": "mul_scalar", "maxs": "max_scalar", "mins": "min_scalar",
}  # fmt: skip

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
    lines = []
    for name, spelled in _ON_UB.items():
        ins = instructions()[name]
        kind = {"unary": "UNARY", "copy": "UNARY", "binary": "BINARY", "vector-scalar": "SCALAR"}[ins.form.name]
        mixed = _THEN_CAST.get(name, name)
        if kind == "BINARY" and (mixed != name or any(len({*row.types}) > 1 for row in _rows(ins, UB_CHIP))):
            lines.append(f"LANEWISE_C_BINARY_MIXED({spelled or name}, {name}, {mixed})")
        else:
            lines.append(f"LANEWISE_C_{kind}({spelled or name}, {name})")
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
    lines = []
    for name, spelled in _ON_REGISTERS.items():
        ins = instructions()[f"reg_{name}"]
        kind = "SCALAR" if ins.form.scalars else {3: "UNARY", 4: "BINARY"}[len(ins.form.operands)]
        lines.append(f"LANEWISE_C_REG_{kind}({spelled or name}, {ins.name})")
    lines += _register_conversions(instructions()["reg_cast"])
    return "\n".join(lines) + "\n"


def _register_conversions(cast: Instruction) -> Iterator[str]:
    for row in _rows(cast, REG_CHIP):
        to, source = row.types[:2]
        if (to, source) in _UNNAMED:
            continue
        places = _places(DTYPES[to], DTYPES[source])
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


def _places(to: DType, source: DType) -> int:
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
