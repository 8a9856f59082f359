"""Every vector API that works on the Unified Buffer, 109 in all: vendor name, chips and element types.

One entry per documented API page variant. Types are written destination first; one name stands for all operands, and
`a|b` for either.
`count_only` lists the types that have no masked form on ascend950. A suffix after `_` tells variants of one call apart.
Facts from the vendor's public pages, in our own layout.
"""

from __future__ import annotations

from dataclasses import dataclass

CHIPS = {
    "950": "ascend950", "a2": "ascend910b", "a3": "ascend910_93", "310b": "ascend310b", "310p": "ascend310p",
    "310pv": "ascend310p_vector", "910": "ascend910",
}  # fmt: skip


@dataclass(frozen=True)
class Api:
    name: str
    category: str
    forms: str
    types: dict[str, str]  # chips joined by + -> types; b8, b16, b32, b64: every type of that width
    count_only: str = ""
    page: str = ""  # of variants that share one


def _selected(types: str) -> str:
    """Select: destination, selection bits of any unsigned type, two sources."""
    return " ".join(f"{t}/uint8|uint16|uint32|uint64/{t}/{t}" for t in types.split())


def _with_offsets(types: str) -> str:
    return " ".join(f"{t}/{t}/uint32" for t in types.split())


API_ROWS = (
    Api("Abs", "arithmetic", "count bitwise contiguous", {
        "950": "int8 int16 half int32 float int64 half/complex32 float/complex64",
        "a2+a3+310p+910": "half float",
        "310b": "int16 half float",
    }, "int8 int64 complex32 complex64"),
    Api("Add", "arithmetic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float complex32 int64 uint64 complex64",
        "a2+a3+310b+310p": "int16 half int32 float",
        "910": "half int32 float",
    }, "int8 uint8 complex32 int64 uint64 complex64"),
    Api("Adds", "arithmetic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 half bfloat16 int32 float complex32 int64 uint64 complex64",
        "a2+a3+310b+310p": "int16 half int32 float",
        "910": "half float",
    }, "int8 uint8 complex32 int64 uint64 complex64"),
    Api("Adds_flexible", "arithmetic", "count bitwise contiguous", {
        "950": "uint8 int8 half bfloat16 int16 float int32 uint64 int64 complex32 complex64",
    }, "int8 uint8 complex32 int64 uint64 complex64"),
    Api("BilinearInterpolation", "arithmetic", "bitwise contiguous", {
        "950+a2+a3+310p": "half/half/uint32/half",
    }),
    Api("Div", "arithmetic", "count bitwise contiguous", {
        "950": "int16 uint16 half int32 uint32 float complex32 int64 uint64 complex64",
        "a2+a3+310b+310p+910": "half float",
    }, "complex32 int64 uint64 complex64"),
    Api("Divs", "arithmetic", "count bitwise contiguous", {
        "950": "half float complex32 int64 uint64 complex64",
    }, "complex32 int64 uint64 complex64"),
    Api("Exp", "arithmetic", "count bitwise contiguous", {
        "950+a2+a3+310b+310p+910": "half float",
    }),
    Api("LeakyRelu", "arithmetic", "count bitwise contiguous", {
        "950+a2+a3+310b+310p": "half float",
    }),
    Api("Ln", "arithmetic", "count bitwise contiguous", {
        "950+a2+a3+310b+310p+910": "half float",
    }),
    Api("Max", "arithmetic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64",
        "a2+a3+310b+310p": "int16 half int32 float",
        "910": "half int32 float",
    }, "int8 uint8 int64 uint64"),
    Api("Maxs", "arithmetic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 half bfloat16 int32 float int64 uint64",
        "a2+a3+310b+310p": "int16 half int32 float",
    }, "int8 uint8 int64 uint64"),
    Api("Maxs_flexible", "arithmetic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 half bfloat16 int32 float int64 uint64",
    }, "int8 uint8 int64 uint64"),
    Api("Min", "arithmetic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64",
        "a2+a3+310b+310p": "int16 half int32 float",
        "910": "half int32 float",
    }, "int8 uint8 int64 uint64"),
    Api("Mins", "arithmetic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 half bfloat16 int32 float int64 uint64",
        "a2+a3+310b+310p": "int16 half int32 float",
    }, "int8 uint8 int64 uint64"),
    Api("Mins_flexible", "arithmetic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 half bfloat16 int32 float int64 uint64",
    }, "int8 uint8 int64 uint64"),
    Api("Mul", "arithmetic", "count bitwise contiguous", {
        "950": "int16 uint16 half bfloat16 int32 uint32 float complex32 int64 uint64 complex64",
        "a2+a3+310b+310p": "int16 half int32 float",
        "910": "half int32 float",
    }, "complex32 int64 uint64 complex64"),
    Api("Mull", "arithmetic", "count", {
        "950": "int32 uint32",
    }),
    Api("Muls", "arithmetic", "count bitwise contiguous", {
        "950": "int16 half bfloat16 int32 float complex32 int64 uint64 complex64",
        "a2+a3+310b+310p": "int16 half int32 float",
        "910": "half float",
    }, "complex32 int64 uint64 complex64"),
    Api("Muls_flexible", "arithmetic", "count bitwise contiguous", {
        "950": "int16 half bfloat16 int32 float complex32 int64 uint64 complex64",
    }, "complex32 int64 uint64 complex64"),
    Api("Neg", "arithmetic", "count", {
        "950": "int8 int16 half int32 float int64",
    }),
    Api("Prelu", "arithmetic", "count", {
        "950": "half float",
    }),
    Api("Reciprocal", "arithmetic", "count bitwise contiguous", {
        "950": "half float int64 uint64",
        "a2+a3+310b+310p+910": "half float",
    }, "int64 uint64"),
    Api("Relu", "arithmetic", "count bitwise contiguous", {
        "950": "half int32 float int64",
        "a2+a3+310b+310p": "half int32 float",
        "910": "half",
    }, "int64"),
    Api("Rsqrt", "arithmetic", "count bitwise contiguous", {
        "950+a2+a3+310b+310p+910": "half float",
    }),
    Api("Sqrt", "arithmetic", "count bitwise contiguous", {
        "950+a2+a3+310b+310p+910": "half float",
    }),
    Api("Sub", "arithmetic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float complex32 int64 uint64 complex64",
        "a2+a3+310b+310p": "int16 half int32 float",
        "910": "half int32 float",
    }, "int8 uint8 complex32 int64 uint64 complex64"),
    Api("Subs", "arithmetic", "count bitwise contiguous", {
        "950": "int16 half bfloat16 int32 float complex32 int64 uint64 complex64",
    }, "complex32 int64 uint64 complex64"),
    Api("AbsSub", "compound", "count", {
        "950": "half float",
    }),
    Api("AddRelu", "compound", "count bitwise contiguous", {
        "950": "int16 half float int64 uint64",
        "a2+a3+310p": "int16 half float",
        "310b": "half float",
    }, "int64 uint64"),
    Api("Axpy", "compound", "count bitwise contiguous", {
        "950": "half float float/half/half int64 uint64 bfloat16",
        "a2+a3+310b+310p+910": "half float float/half/half",
    }, "int64 uint64"),
    Api("ExpSub", "compound", "count", {
        "950": "float/half/half float",
    }),
    Api("FusedMulAdd", "compound", "count bitwise contiguous", {
        "950": "half bfloat16 float int64 uint64",
        "a2+a3+310b+310p": "half float",
    }, "int64 uint64"),
    Api("MulAddDst", "compound", "count bitwise contiguous", {
        "950": "half float float/half/half int64 uint64",
        "a2+a3+310p": "half float float/half/half",
        "310b": "half float int16 uint16 int32 uint32",
    }, "int64 uint64"),
    Api("MulAddRelu", "compound", "count bitwise contiguous", {
        "950": "half float int64 uint64",
        "a2+a3+310b+310p": "half float",
    }, "int64 uint64"),
    Api("SubRelu", "compound", "count bitwise contiguous", {
        "950": "int16 half float int64 uint64",
        "a2+a3+310p": "int16 half float",
        "310b": "half float",
    }, "int64 uint64"),
    Api("And", "logic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 uint16 int32 uint32 int64 uint64",
        "a2+a3+310b+310p+910": "int16 uint16",
    }, "int8 uint8 int64 uint64"),
    Api("Ands", "logic", "count bitwise contiguous", {
        "950": "int16 uint16 int64 uint64",
    }, "int64 uint64"),
    Api("Not", "logic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 uint16 half int32 uint32 float int64 uint64",
        "a2+a3+310b+310p+910": "int16 uint16",
    }, "int8 uint8 int64 uint64"),
    Api("Or", "logic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 uint16 int32 uint32 int64 uint64",
        "a2+a3+310b+310p+910": "int16 uint16",
    }, "int8 uint8 int64 uint64"),
    Api("Ors", "logic", "count bitwise contiguous", {
        "950": "int16 uint16 int64 uint64",
    }, "int64 uint64"),
    Api("ShiftLeft", "logic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 uint16 int32 uint32 int64 uint64",
        "a2+a3+310b": "int16 uint16 int32 uint32",
    }, "int8 uint8 int64 uint64"),
    Api("ShiftLeft_tensor", "logic", "count", {
        "950": (
            "int8 uint8/uint8/int8 int16 uint16/uint16/int16 int32 uint32/uint32/int32 int64 "
            "uint64/uint64/int64"
        ),
    }),
    Api("ShiftRight", "logic", "count bitwise contiguous", {
        "950": "int8 uint8 int16 uint16 int32 uint32 int64 uint64",
        "a2+a3+310b": "int16 uint16 int32 uint32",
    }, "int8 uint8 int64 uint64"),
    Api("ShiftRight_tensor", "logic", "count", {
        "950": (
            "int8 uint8/uint8/int8 int16 uint16/uint16/int16 int32 uint32/uint32/int32 int64 "
            "uint64/uint64/int64"
        ),
    }),
    Api("ResetMask", "mask", "", {
        "950+a2+a3+310b+310p": "",
    }),
    Api("SetMaskCount", "mask", "", {
        "950+a2+a3+310b+310p": "",
    }),
    Api("SetMaskNorm", "mask", "", {
        "950+a2+a3+310b+310p": "",
    }),
    Api("SetVectorMask", "mask", "", {
        "950+a2+a3+310b+310p+910": "",
    }),
    Api("Brcb", "fill", "", {
        "950": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64",
        "a2+a3": "int16 uint16 half bfloat16 int32 uint32 float",
        "310p": "int16 uint16 half int32 uint32 float",
    }),
    Api("CreateVecIndex", "fill", "count bitwise contiguous", {
        "950": "int8 int16 half int32 float int64",
        "a2+a3+310b": "int16 half int32 float",
        "310p": "",
    }, "int8 int64"),
    Api("Duplicate", "fill", "count bitwise contiguous", {
        "950": (
            "bool int8 uint8 fp4x2_e2m1 fp4x2_e1m2 hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn int16 uint16 half "
            "bfloat16 int32 uint32 float complex32 int64 uint64 complex64"
        ),
        "a2+a3+310b+310p+910": "int16 uint16 half bfloat16 int32 uint32 float",
    }, "int8 uint8 complex32 int64 uint64 complex64 bool fp4x2_e2m1 fp4x2_e1m2 hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn"),
    Api("VectorPadding", "fill", "count bitwise contiguous", {
        "310p": "int16 uint16 half int32 uint32 float",
    }),
    Api("Copy_count", "move", "count", {
        "950": (
            "int8 uint8 fp4x2_e2m1 fp4x2_e1m2 hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn int16 uint16 half "
            "bfloat16 int32 uint32 float int64 uint64"
        ),
    }),
    Api("Copy_masked", "move", "bitwise contiguous", {
        "950": (
            "int8 uint8 fp4x2_e2m1 fp4x2_e1m2 hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn int16 uint16 half "
            "bfloat16 int32 uint32 float int64 uint64"
        ),
        "a2+a3+310b": "int16 uint16 half bfloat16 int32 uint32 float",
    }),
    Api("DataCopyPad_gm2ub", "move", "", {
        "950": (
            "bool int8 uint8 int16 uint16 half bfloat16 int32 uint32 float complex32 int64 uint64 double "
            "complex64"
        ),
        "a2+a3": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64 double",
        "310b": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float",
    }),
    Api("DataCopyPad_ub2gm", "move", "", {
        "950": (
            "bool int8 uint8 int16 uint16 half bfloat16 int32 uint32 float complex32 int64 uint64 double "
            "complex64"
        ),
        "a2+a3": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64 double",
        "310b": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float",
    }),
    Api("DataCopy_block", "move", "", {
        "950": "b8 b16 b32 b64",
        "a2+a3+310b": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64 double",
        "310p+310pv+910": "int8 uint8 int16 uint16 half int32 uint32 float int64 uint64 double",
    }),
    Api("DataCopy_count", "move", "", {
        "950": "b8 b16 b32 b64",
        "a2+a3+310b": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64 double",
        "310p+310pv+910": "int8 uint8 int16 uint16 half int32 uint32 float int64 uint64 double",
    }),
    Api("DataCopy_nd2nz", "move", "", {
        "950": (
            "bool int8 uint8 hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn int16 uint16 half bfloat16 int32 uint32 "
            "float complex32"
        ),
        "a2+a3": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float",
        "310p": "int8 uint8 int16 uint16 half int32 uint32 float",
    }),
    Api("DataCopy_nddma", "move", "", {
        "950": (
            "bool int8 uint8 int16 uint16 half bfloat16 int32 uint32 float complex32 int64 uint64 double "
            "complex64"
        ),
    }),
    Api("DataCopy_nz2nd", "move", "", {
        "950": (
            "bool int8 uint8 hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn int16 uint16 half bfloat16 int32 uint32 "
            "float complex32 int64 uint64 double complex64"
        ),
        "a2+a3": "int16 uint16 half bfloat16 int32 uint32 float",
        "310p": "int16 uint16 half int32 uint32 float",
    }),
    Api("DataCopy_slice", "move", "", {
        "950": (
            "bool int8 uint8 hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn int16 uint16 half bfloat16 int32 uint32 "
            "float complex32 int64 uint64 double complex64"
        ),
        "a2+a3": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float",
        "310p": "int8 uint8 int16 uint16 half int32 uint32 float",
    }),
    Api("DataCopy_ub2ub_block", "move", "", {
        "950": (
            "bool int8 uint8 hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn int16 uint16 half bfloat16 int32 uint32 "
            "float complex32 int64 uint64 double complex64"
        ),
        "a2+a3": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64 double",
        "310p+910": "int8 uint8 int16 uint16 half int32 uint32 float int64 uint64 double",
    }),
    Api("DataCopy_ub2ub_count", "move", "count", {
        "950": (
            "bool int8 uint8 hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn int16 uint16 half bfloat16 int32 uint32 "
            "float complex32 int64 uint64 double complex64"
        ),
        "a2+a3": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64 double",
        "310p+910": "int8 uint8 int16 uint16 half int32 uint32 float int64 uint64 double",
    }),
    Api("NdDmaDci", "move-aux", "", {
        "950": "",
    }),
    Api("ResetLoopModePara", "move-aux", "", {
        "950": "",
    }),
    Api("SetLoopModePara", "move-aux", "", {
        "950": "",
    }),
    Api("SetPadValue", "move-aux", "", {
        "950": (
            "bool int8 uint8 int16 uint16 half bfloat16 int32 uint32 float complex32 int64 uint64 double "
            "complex64"
        ),
        "a2+a3": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64 double",
    }),
    Api("AddDeqRelu", "compound", "count bitwise contiguous", {
        "950+a2+a3+310p": "half/int32/int32",
    }),
    Api("AddReluCast", "compound", "count bitwise contiguous", {
        "950": "int8/half/half int8/int16/int16 half/float/float float/int64/int64 int32/int64/int64",
        "a2+a3+310p": "int8/half/half int8/int16/int16 half/float/float",
        "310b": "int8/half/half half/float/float",
    }, "int32/int64/int64"),
    Api("CastDequant", "compound", "count bitwise contiguous", {
        "950+a2+a3": "half/int32 int8/int16 uint8/int16",
        "310p": "int8/int16 uint8/int16",
    }),
    Api("MulCast", "compound", "count bitwise contiguous", {
        "950": "int8/half/half uint8/half/half float/int64/int64 int32/int64/int64",
        "a2+a3+310b+310p": "int8/half/half uint8/half/half",
    }, "int64"),
    Api("MulsCast", "compound", "count", {
        "950": "half/float/float",
    }),
    Api("SubReluCast", "compound", "count bitwise contiguous", {
        "950": "int8/half/half int8/int16/int16 half/float/float float/int64/int64 int32/int64/int64",
        "a2+a3+310p": "int8/half/half int8/int16/int16 half/float/float",
        "310b": "int8/half/half half/float/float",
    }, "int64"),
    Api("ReduceDataBlock", "reduction", "bitwise contiguous", {
        "950+a2+a3+310b+310p": "half float",
        "910": "half",
    }),
    Api("ReduceMax", "reduction", "count bitwise contiguous", {
        "950": "int16 uint16 half int32 uint32 float int64 uint64",
        "a2+a3+310b+310p": "half float",
        "910": "half",
    }, "int64 uint64"),
    Api("ReduceMin", "reduction", "count bitwise contiguous", {
        "950": "int16 uint16 half int32 uint32 float int64 uint64",
        "a2+a3+310b+310p": "half float",
        "910": "half",
    }, "int64 uint64"),
    Api("ReducePairElem", "reduction", "bitwise contiguous", {
        "950+a2+a3+310b+310p": "half float",
        "910": "half",
    }),
    Api("ReduceRepeat", "reduction", "bitwise contiguous", {
        "950": "int32/int16 uint32/uint16 int16 uint16 half int32 uint32 float",
        "a2+a3+310b+310p": "half float",
        "910": "half",
    }),
    Api("ReduceSum", "reduction", "count bitwise contiguous", {
        "950": "half float int32 uint32 int64 uint64",
        "a2+a3+310b+310p": "half float",
        "910": "half",
    }, "int64 uint64"),
    Api("GetReduceRepeatMaxMinSpr", "reduction-aux", "", {
        "a2+a3+310p": "half float",
    }),
    Api("GetReduceRepeatSumSpr", "reduction-aux", "", {
        "950+a2+a3": "half float",
    }),
    Api("Cast", "cast", "count bitwise contiguous", {
        "950": (
            "int16/int4 half/int4 bfloat16/int4 int16/int8 half/int8 int32/int8 uint16/uint8 half/uint8 "
            "uint32/uint8 bfloat16/fp4x2_e2m1 bfloat16/fp4x2_e1m2 half/hifloat8 float/hifloat8 float/fp8_e5m2 "
            "float/fp8_e4m3fn int4/int16 uint8/int16 half/int16 int32/int16 uint32/int16 float/int16 "
            "uint8/uint16 uint32/uint16 int4/half int8/half uint8/half hifloat8/half int16/half bfloat16/half "
            "int32/half float/half fp4x2_e2m1/bfloat16 fp4x2_e1m2/bfloat16 half/bfloat16 int32/bfloat16 "
            "float/bfloat16 uint8/int32 int16/int32 uint16/int32 half/int32 float/int32 int64/int32 "
            "uint8/uint32 int16/uint32 uint16/uint32 hifloat8/float fp8_e5m2/float fp8_e4m3fn/float int16/float "
            "half/float bfloat16/float int32/float float int64/float complex64/complex32 int32/int64 "
            "float/int64 double/int64 bfloat16/double int32/double float/double int64/double "
            "complex32/complex64 complex64"
        ),
        "a2+a3": (
            "half/int4 half/int8 half/uint8 half/int16 float/int16 int4/half int8/half uint8/half int16/half "
            "int32/half float/half int32/bfloat16 float/bfloat16 int16/int32 half/int32 float/int32 int64/int32 "
            "int16/float half/float bfloat16/float int32/float float int64/float int32/int64 float/int64"
        ),
        "310b": (
            "half/int8 half/uint8 half/int16 float/int16 int8/half uint8/half int16/half int32/half float/half "
            "int32/bfloat16 float/bfloat16 int16/int32 half/int32 float/int32 int64/int32 int16/float "
            "half/float bfloat16/float int32/float float int64/float int32/int64 float/int64"
        ),
        "310p": (
            "half/int8 half/uint8 half/int16 int4/half int8/half uint8/half int16/half int32/half float/half "
            "int16/int32 half/int32 float/int32 half/float int64/float"
        ),
        "910": (
            "half/int8 half/uint8 half/int16 int8/half uint8/half int32/half float/half float/int32 half/float "
            "int64/float"
        ),
    }, "complex32 complex64 double"),
    Api("Truncate", "cast", "count", {
        "950": "half float bfloat16",
    }),
    Api("SetDeqScale", "cast-aux", "", {
        "950+a2+a3+310p": "",
    }),
    Api("Compare", "compare", "count bitwise contiguous", {
        "950": (
            "int8 uint8/int8/int8 int8/uint8/uint8 uint8 int8/int16/int16 uint8/int16/int16 int8/uint16/uint16 "
            "uint8/uint16/uint16 int8/half/half uint8/half/half int8/bfloat16/bfloat16 uint8/bfloat16/bfloat16 "
            "int8/int32/int32 uint8/int32/int32 int8/uint32/uint32 uint8/uint32/uint32 int8/float/float "
            "uint8/float/float int8/int64/int64 uint8/int64/int64 int8/uint64/uint64 uint8/uint64/uint64 "
            "int8/double/double uint8/double/double"
        ),
        "a2+a3": (
            "int8/half/half uint8/half/half int8/float/float uint8/float/float int8/int32/int32 "
            "uint8/int32/int32"
        ),
        "310b+310p+910": "int8/half/half uint8/half/half int8/float/float uint8/float/float",
    }, "int8 uint8 int64 uint64 double"),
    Api("Compare_cmpmask", "compare", "bitwise contiguous", {
        "950+a2+a3+310p": "half float",
    }),
    Api("Compares", "compare", "count bitwise contiguous", {
        "950": (
            "uint8/int8/int8 uint8 uint8/int16/int16 uint8/uint16/uint16 uint8/half/half "
            "uint8/bfloat16/bfloat16 uint8/int32/int32 uint8/uint32/uint32 uint8/float/float uint8/int64/int64 "
            "uint8/uint64/uint64 uint8/double/double"
        ),
        "a2+a3": "uint8/half/half uint8/float/float uint8/int32/int32",
        "310b": (
            "uint8/int16/int16 uint8/uint16/uint16 uint8/half/half uint8/int32/int32 uint8/uint32/uint32 "
            "uint8/float/float"
        ),
        "310p": "uint8/half/half uint8/float/float",
    }, "int8 uint8 int64 uint64 double"),
    Api("Compares_flexible", "compare", "count bitwise contiguous", {
        "950": (
            "uint8 uint8/int8/int8 uint8/int16/int16 uint8/uint16/uint16 uint8/half/half "
            "uint8/bfloat16/bfloat16 uint8/float/float uint8/int32/int32 uint8/uint32/uint32 uint8/int64/int64 "
            "uint8/uint64/uint64 uint8/double/double"
        ),
    }, "int8 uint8 int64 uint64 double"),
    Api("GetCmpMask", "compare", "", {
        "950+a2+a3+310p": "",
    }),
    Api("SetCmpMask", "compare", "", {
        "950+a2+a3+310p": "",
    }),
    Api("GatherMask", "select", "", {
        "950": (
            "int8/int8/uint8 uint8 int16/int16/uint16 uint16 half/half/uint16 bfloat16/bfloat16/uint16 "
            "int32/int32/uint32 uint32 float/float/uint32"
        ),
        "a2+a3": (
            "int16/int16/uint16 uint16 half/half/uint16 bfloat16/bfloat16/uint16 int32/int32/uint32 uint32 "
            "float/float/uint32"
        ),
        "310b+310p": "int16/int16/uint16 uint16 half/half/uint16 int32/int32/uint32 uint32 float/float/uint32",
    }),
    Api("Select", "select", "count bitwise contiguous", {
        "950": _selected("int8 uint8 int16 uint16 half bfloat16 int32 uint32 float complex32 int64 uint64 complex64"),
        "a2+a3+310b+310p+910": _selected("half float"),
    }, "int8 uint8 complex32 int64 uint64 complex64"),
    Api("Select_flexible", "select", "count bitwise contiguous", {
        "950": _selected("int8 uint8 int16 uint16 half bfloat16 float int32 uint32 complex32 int64 uint64 complex64"),
    }, "int8 uint8 complex32 int64 uint64 complex64"),
    Api("Gather", "gather", "count bitwise contiguous", {
        "950": _with_offsets("int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64"),
        "a2+a3": _with_offsets("int16 uint16 half bfloat16 int32 uint32 float"),
        "310b": _with_offsets("int8 uint8 int16 uint16 half int32 uint32 float"),
        "310p": _with_offsets("int16 uint16 half int32 uint32 float"),
    }, "int8 uint8"),
    Api("Gatherb", "gather", "", {
        "950": _with_offsets("int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64"),
        "a2+a3": _with_offsets("uint16 uint32"),
        "310b": _with_offsets("int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64"),
    }),
    Api("Scatter", "gather", "count bitwise contiguous", {
        "950": _with_offsets("int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64"),
        "310b": _with_offsets("int8 uint8 int16 uint16 half int32 uint32 float"),
        "310p": _with_offsets("uint16 half uint32 float"),
    }, "int8 uint8"),
    Api("DeInterleave", "rearrange", "count", {
        "950": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64",
    }),
    Api("Interleave", "rearrange", "count", {
        "950": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64",
    }),
    Api("TransDataTo5HD", "layout", "", {
        "950": "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float",
        "a2+a3+310b+310p": "int8 uint8 int16 uint16 half int32 uint32 float",
        "910": "int8 uint8 int16 uint16 half",
    }),
    Api("Transpose_plain", "layout", "", {
        "950+a2+a3+310b+310p+910": "int16 uint16 half",
    }, page="Transpose"),
    Api("Transpose_nd2nd_b16", "layout", "", {
        "950": "int16/int16 uint16/uint16 half/half",
        "a2+a3+310b+310p": "uint16/uint16",
    }, page="Transpose"),
    Api("Transpose_nchw", "layout", "", {
        "950": (
            "int8/int8 uint8/uint8 fp4x2_e2m1/fp4x2_e2m1 fp4x2_e1m2/fp4x2_e1m2 hifloat8/hifloat8 "
            "fp8_e8m0/fp8_e8m0 fp8_e5m2/fp8_e5m2 fp8_e4m3fn/fp8_e4m3fn int4x2/int4x2 int16/int16 uint16/uint16 "
            "half/half bfloat16/bfloat16 int32/int32 uint32/uint32 float/float complex32/complex32"
        ),
        "a2+a3+310p": (
            "int8/int8 uint8/uint8 int16/int16 uint16/uint16 half/half int32/int32 uint32/uint32 float/float"
        ),
    }, page="Transpose"),
    Api("GetMrgSortResult", "sort", "", {
        "950+a2+a3+310b+310p": "",
    }),
    Api("MrgSort", "sort", "", {
        "950+a2+a3+310b": "half float",
    }),
    Api("MrgSort4", "sort", "", {
        "310p": "half float",
        "910": "half",
    }),
    Api("ProposalConcat", "sort", "", {
        "310p": "half float",
        "910": "half",
    }),
    Api("ProposalExtract", "sort", "", {
        "310p": "half float",
        "910": "half",
    }),
    Api("RpSort16", "sort", "", {
        "310p": "half float",
        "910": "half",
    }),
    Api("Sort32", "sort", "", {
        "950+a2+a3+310b": _with_offsets("half float"),
    }),
)
