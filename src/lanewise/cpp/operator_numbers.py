"""Element types and formats of operators by number: enumerators of the host, macros of the kernel, arrays."""

from __future__ import annotations

from typing import NamedTuple

LESS_THAN_A_BYTE = 1000  # a size from here on counts bits


class Type(NamedTuple):
    number: int  # ge::DataType
    name: str  # DT_... without the prefix
    size: int  # bytes of an element; LESS_THAN_A_BYTE + bits; -1: unknown
    cpp: str  # in kernels; "-": there is none
    array: str  # of numpy or ml_dtypes; "-": there are no arrays of it


_TYPES = """
    0 FLOAT 4 float float32; 1 FLOAT16 2 half float16; 2 INT8 1 int8_t int8; 3 INT32 4 int32_t int32;
    4 UINT8 1 uint8_t uint8; 6 INT16 2 int16_t int16; 7 UINT16 2 uint16_t uint16; 8 UINT32 4 uint32_t uint32;
    9 INT64 8 int64_t int64; 10 UINT64 8 uint64_t uint64; 11 DOUBLE 8 double float64; 12 BOOL 1 bool bool;
    13 STRING 16 - -; 14 DUAL_SUB_INT8 1 - -; 15 DUAL_SUB_UINT8 1 - -; 16 COMPLEX64 8 complex64 complex64;
    17 COMPLEX128 16 complex128 complex128; 18 QINT8 1 - -; 19 QINT16 2 - -; 20 QINT32 4 - -; 21 QUINT8 1 - -;
    22 QUINT16 2 - -; 23 RESOURCE 8 - -; 24 STRING_REF 16 - -; 25 DUAL 5 - -; 26 VARIANT -1 - -;
    27 BF16 2 bfloat16_t bfloat16; 28 UNDEFINED -1 - -; 29 INT4 1004 int4b_t int4; 30 UINT1 1001 uint1b_t -;
    31 INT2 1002 int2b_t -; 32 UINT2 1002 - -; 33 COMPLEX32 4 complex32 -; 34 HIFLOAT8 1 hifloat8_t -;
    35 FLOAT8_E5M2 1 fp8_e5m2_t float8_e5m2; 36 FLOAT8_E4M3FN 1 fp8_e4m3fn_t float8_e4m3fn;
    37 FLOAT8_E8M0 1 fp8_e8m0_t float8_e8m0fnu; 38 FLOAT6_E3M2 1006 - -; 39 FLOAT6_E2M3 1006 - -;
    40 FLOAT4_E2M1 1004 fp4x2_e2m1_t -; 41 FLOAT4_E1M2 1004 fp4x2_e1m2_t -; 42 HIFLOAT4 1004 - -;
"""

_FORMATS = """
    NCHW NHWC ND NC1HWC0 FRACTAL_Z NC1C0HWPAD NHWC1C0 FSR_NCHW FRACTAL_DECONV C1HWNC0 FRACTAL_DECONV_TRANSPOSE
    FRACTAL_DECONV_SP_STRIDE_TRANS NC1HWC0_C04 FRACTAL_Z_C04 CHWN FRACTAL_DECONV_SP_STRIDE8_TRANS HWCN NC1KHKWHWC0
    BN_WEIGHT FILTER_HWCK HASHTABLE_LOOKUP_LOOKUPS HASHTABLE_LOOKUP_KEYS HASHTABLE_LOOKUP_VALUE HASHTABLE_LOOKUP_OUTPUT
    HASHTABLE_LOOKUP_HITS C1HWNCoC0 MD NDHWC FRACTAL_ZZ FRACTAL_NZ NCDHW DHWCN NDC1HWC0 FRACTAL_Z_3D CN NC DHWNC
    FRACTAL_Z_3D_TRANSPOSE FRACTAL_ZN_LSTM FRACTAL_Z_G RESERVED ALL NULL ND_RNN_BIAS FRACTAL_ZN_RNN NYUV NYUV_A NCL
    FRACTAL_Z_WINO C1HWC0 FRACTAL_NZ_C0_16 FRACTAL_NZ_C0_32 FRACTAL_NZ_C0_2 FRACTAL_NZ_C0_4 FRACTAL_NZ_C0_8
"""

TYPES = [
    Type(int(number), name, int(size), cpp, array)
    for number, name, size, cpp, array in (row.split() for row in _TYPES.split(";") if row.strip())
]
FORMATS = dict(enumerate(_FORMATS.split()))

_BY_NUMBER = [t for t in TYPES if t.number <= 12 or t.name == "BF16"]  # those that every chip's kernels have


def host_lists() -> str:
    """For enumerators and tables of the host: one(name, number[, size])."""
    types = " ".join(f"one({t.name}, {t.number}, {t.size})" for t in TYPES)
    formats = " ".join(f"one({name}, {number})" for number, name in FORMATS.items())
    return f"#define LANEWISE_GE_TYPES(one) {types}\n#define LANEWISE_GE_FORMATS(one) {formats}\n"


def kernel_macros() -> str:
    """For kernels: macros, because they stand in #if, and the C++ type of a number."""
    lines = [f"#define DT_{t.name} {t.number}" for t in TYPES]
    lines += [f"#define FORMAT_{name} {number}" for number, name in FORMATS.items()]
    lines.append("template <int number> struct TypeFromId;")
    lines += [f"template <> struct TypeFromId<{t.number}> {{ using type = {t.cpp}; }};" for t in _BY_NUMBER]
    return "\n".join(lines) + "\n"
