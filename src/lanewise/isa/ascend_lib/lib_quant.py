"""Quantisation: a matrix with one scale and offset for all, for each column, row or group.

params: share, axis, rows, columns, group, source pitch, target pitch, round mode, arithmetic, whether an offset is
added, scales, offsets, and the numbers that stand for a scale or offset without a tensor.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.calls import by_hand
from lanewise.isa.macro import EVERYWHERE, ONLY_950, Part, first_elements, lines, macro
from lanewise.isa.record import Instruction, Row
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode, convert

FAMILY = "library quantization"
POLICIES = ("library_functions", "float_saturation", "nan_result")
TENSOR, CHANNEL, TOKEN, GROUP, CYCLE = range(5)  # which scale belongs to an element
TO_SMALL, TO_SMALL_BY_HALF, TO_FLOAT, TO_FLOAT_BY_HALF = range(4)  # arithmetic
PARAMETERS = {"share": TENSOR, "axis": 1, "rows": 1, "columns": 0, "group": 0, "from pitch": 0, "to pitch": 0,
              "round mode": int(RoundMode.CAST_RINT), "arithmetic": 0, "has offset": 0, "scales": 0, "offsets": 0,
              "scale": 1.0, "offset": 0.0}
Array = np.ndarray[Any, Any]


def _scale_index(share: int, axis: int, columns: int, group: int, r: Array, c: Array, cycle: int) -> Array:
    if share == TENSOR:
        return 0 * r * c
    if share == CHANNEL:
        return c + 0 * r
    if share == TOKEN:
        return r + 0 * c
    if share == CYCLE:
        return (r * columns + c) % max(cycle, 1)
    return r // group * columns + c if axis == 0 else r * -(-columns // group) + c // group


def _factors(m: Any, operand: int, number: int, which: Array) -> Array:
    """Scales or offsets as float32; a 64-bit word holds one in its low half."""
    if not m.has(operand):
        return np.full(which.size, np.float32(m.real(number)))
    n = int(which.max(initial=-1)) + 1
    if m.type(operand).name == "uint64":
        bits = m.raw(operand, first_elements(n)).astype(np.uint64) & np.uint64(0xFFFFFFFF)
        return bits.astype(np.uint32).view(np.float32)[which]
    return m.numbers(operand, first_elements(n)).astype(np.float32)[which]


def scaled(m: Any) -> None:
    share, axis, rows, columns, group, from_pitch, to_pitch, mode, how, offset, scales, offsets = m.params[:12]
    if share == GROUP and not group:
        m.refuse("groupSize", group, "greater than 0 for groups")
    r, c = np.arange(rows)[:, None], np.arange(columns)
    which = _scale_index(share, axis, columns, group, r, c, scales).ravel()
    which_offset = _scale_index(share, axis, columns, group, r, c, offsets).ravel() if share == CYCLE else which
    x = m.numbers(1, Part(rows, from_pitch, columns)).astype(np.float32)
    s = _factors(m, 2, 12, which)
    o = _factors(m, 3, 13, which_offset) if offset else np.zeros(which.size, np.float32)
    target = Part(rows, to_pitch, columns)
    if how == TO_FLOAT:
        m.put(0, target, (x + o if offset else x) * s)
    elif how == TO_FLOAT_BY_HALF:
        value = m.rounded(x, "half")
        if offset:
            value = m.rounded(value + o.astype(np.float64), "half")
        m.put(0, target, m.rounded(value * s.astype(np.float64), "half"))
    elif how == TO_SMALL_BY_HALF:
        product = m.rounded(m.rounded(x, "half") * m.rounded(s, "half"), "half")
        total = m.rounded(product + m.rounded(o, "half"), "half")
        m.put_raw(0, target, _to_8_bits(total.astype(np.float32), m.type(0), RoundMode.CAST_RINT))
    else:
        product = x * s
        m.put_raw(0, target, _to_8_bits(product + o if offset else product, m.type(0), RoundMode(mode)))


def _to_8_bits(values: Array, to: Any, mode: RoundMode) -> Array:
    """Floats as elements of 8 bits: integers saturate, NaN of small floats stays."""
    if to.name == "hifloat8" and mode == RoundMode.CAST_RINT:
        mode = RoundMode.CAST_ROUND
    out = convert(values.astype(np.float32), DTYPES["float"], to, mode, True, True)
    return np.ascontiguousarray(out).view(np.uint8)


_FLOATS = ("half", "bfloat16", "float")
_SMALL_FLOATS = ("fp8_e4m3fn", "fp8_e5m2", "hifloat8")


def _type_combinations(targets: Any, sources: Any, scales: Any) -> str:
    """Every combination; scale and offset are numbers or tensors of one type."""
    return " ".join(
        f"{d}/{s}/{a}/{b}" for d in targets for s in sources for a in ("", *scales)
        for b in dict.fromkeys(("", a, *(scales if a else ())))
    )


def _quant(name: str, vendor: str, summary: str, rows: tuple[Row, ...], python: str = "") -> Instruction:
    return macro(name, FAMILY, vendor, "dst src scale offset", summary, scaled, rows, policies=POLICIES,
                 parameters=PARAMETERS, python=(python or name,),
                 calls=by_hand("scales and offsets are numbers or tensors, in many orders, or follow a policy",
                               "(dst:D, src:T, scale, offset, count:u32)", "(dst:D, src:T, scale, offset, params)"))


_EVERYWHERE_BACK = _type_combinations(("half", "bfloat16"), ("int8", "int4"), ("half", "bfloat16"))
_BACK = _type_combinations(_FLOATS, ("int8", *_SMALL_FLOATS), (*_FLOATS, "fp8_e8m0"))

INSTRUCTIONS = (
    _quant("ascend_quant", "AscendQuant", "floats to 8 bits",
           lines(EVERYWHERE, _type_combinations(("int8",), ("half", "float"), _FLOATS))
           + lines(ONLY_950, _type_combinations(("int8",), ("bfloat16",), _FLOATS),
                   _type_combinations(_SMALL_FLOATS, _FLOATS, _FLOATS)),
           "quant"),
    _quant("quantize", "Quantize", "floats to 8 bits, by scales of a policy",
           lines(ONLY_950, _type_combinations(("int8", *_SMALL_FLOATS), _FLOATS, _FLOATS))),
    _quant("ascend_dequant", "AscendDequant", "32-bit integers to floats, by scales",
           lines(EVERYWHERE, _type_combinations(_FLOATS, ("int32",), ("uint64", *_FLOATS)))
           + lines(ONLY_950, _type_combinations(_FLOATS, ("float",), ("uint64", *_FLOATS)))),
    _quant("dequantize", "Dequantize", "32-bit integers to floats, by scales of a policy",
           lines(ONLY_950, _type_combinations(_FLOATS, ("int32", "float"), ("uint64", *_FLOATS)))),
    _quant("ascend_anti_quant", "AscendAntiQuant", "small elements to half or bfloat16, offset first",
           lines(EVERYWHERE, _EVERYWHERE_BACK)
           + lines(ONLY_950, " ".join(w for w in _BACK.split() if w not in _EVERYWHERE_BACK.split()))),
    _quant("anti_quantize", "AntiQuantize", "small elements to floats, by scales and offsets", lines(ONLY_950, _BACK)),
)
