"""Element types: what a lane holds, how many bits it takes and how numpy sees it."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import ml_dtypes
import numpy as np

from lanewise.errors import LanewiseError
from lanewise.numerics.layout import FloatLayout
from lanewise.numerics.rounding import to_float


@dataclass(frozen=True)
class DType:
    """One element type. `code` is its number in records; `numpy` is its face at the border."""

    name: str
    code: int
    bits: int
    kind: str  # i signed, u unsigned, f float, c complex, b boolean, s storage only
    numpy: np.dtype
    vendor: str  # the spelling in Ascend C
    layout: FloatLayout | None = None

    @property
    def size(self) -> int:
        """Bytes of one element in memory (a packed pair counts as one byte)."""
        return max(1, self.bits // 8)

    def sizeof(self) -> int:
        return self.size

    @property
    def packed(self) -> bool:
        """Two 4-bit values share a byte, the first in the low half."""
        return self.name in ("int4", "fp4x2_e2m1", "fp4x2_e1m2")

    @property
    def is_integer(self) -> bool:
        return self.kind in "iu"

    is_int = is_integer  # pyasc's name

    @property
    def is_float(self) -> bool:
        return self.kind == "f"

    @property
    def is_signed(self) -> bool:
        return self.kind in "if"

    @property
    def minimum(self) -> int:
        return -(1 << (self.bits - 1)) if self.kind == "i" else 0

    @property
    def maximum(self) -> int:
        return (1 << (self.bits - (self.kind == "i"))) - 1

    @property
    def quiet_nan(self) -> int:
        """The bits of the quiet NaN with an empty payload."""
        assert self.layout is not None
        if not self.layout.infinite:  # only all ones is a NaN
            return (1 << (self.bits - 1)) - 1
        ones = (1 << (self.layout.exponent + 1)) - 1
        return ones << (self.layout.mantissa - 1)

    def encode(self, value: Any) -> int:
        """The bits of `value` in this type, rounded to nearest for floats and wrapped for integers."""
        if self.kind == "b":
            return int(bool(value))
        if self.is_integer:
            return int(value) & ((1 << self.bits) - 1)
        return int.from_bytes(np.array(_scalar(value, self)).tobytes(), "little")

    def decode(self, bits: int) -> Any:
        return np.frombuffer(bits.to_bytes(self.size, "little"), self.numpy)[0]

    def __repr__(self) -> str:
        return self.name


def _scalar(value: Any, dtype: DType) -> Any:
    if dtype.name == "complex32":
        number = complex(value)
        return np.array((number.real, number.imag), dtype.numpy)
    if dtype.kind == "f" and dtype.numpy.isbuiltin == 1:
        with np.errstate(over="ignore"):
            return np.float64(value).astype(dtype.numpy)
    if dtype.layout is not None:  # ml_dtypes goes through float32 and would round twice
        return to_float(np.asarray(value, np.float64), dtype)
    return np.asarray(value).astype(dtype.numpy)


_HALF_PAIR = np.dtype([("real", "<f2"), ("imag", "<f2")])

_TABLE: list[tuple[str, int, str, Any, str, FloatLayout | None]] = [
    ("int8", 8, "i", np.int8, "int8_t", None),
    ("uint8", 8, "u", np.uint8, "uint8_t", None),
    ("int16", 16, "i", np.int16, "int16_t", None),
    ("uint16", 16, "u", np.uint16, "uint16_t", None),
    ("int32", 32, "i", np.int32, "int32_t", None),
    ("uint32", 32, "u", np.uint32, "uint32_t", None),
    ("int64", 64, "i", np.int64, "int64_t", None),
    ("uint64", 64, "u", np.uint64, "uint64_t", None),
    ("half", 16, "f", np.float16, "half", FloatLayout(5, 10)),
    ("bfloat16", 16, "f", ml_dtypes.bfloat16, "bfloat16_t", FloatLayout(8, 7)),
    ("float", 32, "f", np.float32, "float", FloatLayout(8, 23)),
    ("double", 64, "f", np.float64, "double", FloatLayout(11, 52)),
    ("complex32", 32, "c", _HALF_PAIR, "complex32", None),
    ("complex64", 64, "c", np.complex64, "complex64", None),
    ("bool", 8, "b", np.bool_, "bool", None),
    ("int4", 4, "s", ml_dtypes.int4, "int4b_t", None),
    ("fp8_e5m2", 8, "s", ml_dtypes.float8_e5m2, "fp8_e5m2_t", FloatLayout(5, 2)),
    ("fp8_e4m3fn", 8, "s", ml_dtypes.float8_e4m3fn, "fp8_e4m3fn_t", FloatLayout(4, 3, False, 448.0)),
    ("fp8_e8m0", 8, "s", ml_dtypes.float8_e8m0fnu, "fp8_e8m0_t", None),
    ("hifloat8", 8, "s", np.uint8, "hifloat8_t", None),
    ("fp4x2_e2m1", 8, "s", np.uint8, "fp4x2_e2m1_t", None),
    ("fp4x2_e1m2", 8, "s", np.uint8, "fp4x2_e1m2_t", None),
    ("int4x2", 8, "s", np.uint8, "int4x2_t", None),
]

DTYPES: dict[str, DType] = {
    name: DType(name, code, bits, kind, np.dtype(face), vendor, layout)
    for code, (name, bits, kind, face, vendor, layout) in enumerate(_TABLE, start=1)
}
BY_CODE: dict[int, DType] = {t.code: t for t in DTYPES.values()}

_ALIASES = {
    "float16": "half", "float32": "float", "float64": "double", "float_": "float", "int_": "int32",
    "int4b": "int4", "fp16": "half", "bf16": "bfloat16", "fp32": "float", "fp64": "double", "fp8_e4m3": "fp8_e4m3fn",
    "float8_e4m3fn": "fp8_e4m3fn", "float8_e4m3": "fp8_e4m3fn", "float8_e5m2": "fp8_e5m2", "hif8": "hifloat8",
    "float8_e8m0fnu": "fp8_e8m0", "fp4_e2m1": "fp4x2_e2m1", "fp4_e1m2": "fp4x2_e1m2",
    **{t.vendor: t.name for t in DTYPES.values()},
}
# Faces shared by several types belong to the plain one: uint8 arrays are uint8.
_BY_NUMPY = {t.numpy: t for t in reversed(DTYPES.values())}


def dtype(what: Any) -> DType:
    """The element type named by a string, a numpy or ml_dtypes type, or a DType."""
    if isinstance(what, DType):
        return what
    if isinstance(what, str):
        name = _ALIASES.get(what, what)
        if name in DTYPES:
            return DTYPES[name]
    else:
        inner = getattr(what, "lite_type", None)  # a TensorTrait
        if inner is not None:
            return dtype(inner)
    try:
        found = _BY_NUMPY.get(np.dtype(what))
    except TypeError:
        found = None
    if found is None:
        near = get_close_matches(str(what).lower(), [*DTYPES, *_ALIASES], 1, 0.5)
        error = LanewiseError("TYPE-003", asked=str(what), known=", ".join(DTYPES), near=near[0] if near else "")
        if near:
            error.text = "{asked} is not an element type; did you mean {near}? Known types: {known}."
        raise error
    return found
