"""Names and numbers that an operator's two sides share: element types, formats, and how a kernel is called."""

from __future__ import annotations

from typing import Any, NamedTuple

import ml_dtypes
import numpy as np


class Type(NamedTuple):
    number: int  # ge::DataType
    name: str  # DT_... without the prefix
    cpp: str  # in kernels
    numpy: np.dtype[Any] | None  # None: there are no arrays of it


def _types() -> list[Type]:
    rows = """
        0 FLOAT float float32; 1 FLOAT16 half float16; 2 INT8 int8_t int8; 3 INT32 int32_t int32; 4 UINT8 uint8_t uint8
        6 INT16 int16_t int16; 7 UINT16 uint16_t uint16; 8 UINT32 uint32_t uint32; 9 INT64 int64_t int64
        10 UINT64 uint64_t uint64; 11 DOUBLE double float64; 12 BOOL bool bool; 16 COMPLEX64 complex64 complex64
        17 COMPLEX128 complex128 complex128; 27 BF16 bfloat16_t bfloat16; 29 INT4 int4b_t int4; 30 UINT1 uint1b_t -
        31 INT2 int2b_t -; 33 COMPLEX32 complex32 -; 34 HIFLOAT8 hifloat8_t -; 35 FLOAT8_E5M2 fp8_e5m2_t float8_e5m2
        36 FLOAT8_E4M3FN fp8_e4m3fn_t float8_e4m3fn; 37 FLOAT8_E8M0 fp8_e8m0_t float8_e8m0fnu
        40 FLOAT4_E2M1 fp4x2_e2m1_t -; 41 FLOAT4_E1M2 fp4x2_e1m2_t -
    """
    made = []
    for row in rows.replace("\n", ";").split(";"):
        if row.strip():
            number, name, cpp, face = row.split()
            known = getattr(ml_dtypes, face, None) if face != "-" else None
            array = np.dtype(known) if known is not None else None if face == "-" else np.dtype(face)
            made.append(Type(int(number), name, cpp, array))
    return made


TYPES = {one.number: one for one in _types()}
BY_ARRAY = {one.numpy: one for one in TYPES.values() if one.numpy is not None}
_FORMATS = """
    NCHW NHWC ND NC1HWC0 FRACTAL_Z NC1C0HWPAD NHWC1C0 FSR_NCHW FRACTAL_DECONV C1HWNC0 FRACTAL_DECONV_TRANSPOSE
    FRACTAL_DECONV_SP_STRIDE_TRANS NC1HWC0_C04 FRACTAL_Z_C04 CHWN FRACTAL_DECONV_SP_STRIDE8_TRANS HWCN NC1KHKWHWC0
    BN_WEIGHT FILTER_HWCK HASHTABLE_LOOKUP_LOOKUPS HASHTABLE_LOOKUP_KEYS HASHTABLE_LOOKUP_VALUE HASHTABLE_LOOKUP_OUTPUT
    HASHTABLE_LOOKUP_HITS C1HWNCoC0 MD NDHWC FRACTAL_ZZ FRACTAL_NZ NCDHW DHWCN NDC1HWC0 FRACTAL_Z_3D CN NC DHWNC
    FRACTAL_Z_3D_TRANSPOSE FRACTAL_ZN_LSTM FRACTAL_Z_G RESERVED ALL NULL ND_RNN_BIAS FRACTAL_ZN_RNN NYUV NYUV_A NCL
    FRACTAL_Z_WINO C1HWC0 FRACTAL_NZ_C0_16 FRACTAL_NZ_C0_32 FRACTAL_NZ_C0_2 FRACTAL_NZ_C0_4 FRACTAL_NZ_C0_8
"""
FORMATS = dict(enumerate(_FORMATS.split()))
ND = 2
UNDEFINED = 28  # ge::DT_UNDEFINED


def shown(number: int) -> str:
    """A type as numpy users say it."""
    one = TYPES.get(number)
    if one is None:
        return f"type {number}"
    return str(one.numpy) if one.numpy is not None else one.name


def snake(name: str) -> str:
    """The file and the function that belong to an operator type: AddCustom is add_custom, GRUCell gru_cell."""
    out = ""
    for i, letter in enumerate(name):
        if letter.isupper() and i:
            before, behind = name[i - 1], name[i + 1 : i + 2]
            if before != "_" and (not before.isupper() or behind.islower()):
                out += "_"
        out += letter.lower()
    return out
