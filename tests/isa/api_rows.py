"""The vector APIs of the categories this release covers: vendor name, chips and element types.

One entry per documented API page variant. Types are written destination first; one name stands for all operands.
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


# Rows that we judge wrong or that we read differently, and why: (name, chip) -> reason.
JUDGED = {
    ("CreateVecIndex", "310p"): "the page marks the chip as supported but lists no element type for it",
}



def each(targets: str, types: str, sources: int) -> str:
    """Every type with every type of the first operand: "uint8/half/half ..."."""
    return " ".join("/".join([t, *[s] * sources]) for s in types.split() for t in targets.split())


def bits(types: str, vectors: int) -> str:
    """Rows of Select: the type, any unsigned type for the bits, and the type of the vectors."""
    holders = ("uint8", "uint16", "uint32", "uint64")
    return " ".join("/".join([t, u, *[t] * vectors]) for t in types.split() for u in holders)


def offsets(types: str) -> str:
    return " ".join(f"{t}/{t}/uint32" for t in types.split())


def pattern(types: str) -> str:
    width = {"8": "uint8", "16": "uint16", "32": "uint32", "half": "uint16", "bfloat16": "uint16", "float": "uint32"}
    return " ".join(f"{t}/{t}/{width[t.removeprefix('u').removeprefix('int') or t]}" for t in types.split())


_B = "int8 uint8"
_NARROW_950 = "int16 uint16 half bfloat16 int32 uint32 float"
_WIDE_COMPARED = "int8 uint8 int64 uint64 double"
_WIDE_SELECTED = "int8 uint8 complex32 int64 uint64 complex64"
_FROM_16 = "int16 uint16 half int32 uint32 float"
_ALL_950 = "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64"

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
    Api("Compare_masked", "compare", "bitwise contiguous", {
        "950": each(_B, _NARROW_950, 2),
        "a2+a3": each(_B, "half float int32", 2),
        "310b+310p+910": each(_B, "half float", 2),
    }),
    Api("Compare_count", "compare", "count", {
        "950": each(_B, f"{_NARROW_950} {_WIDE_COMPARED}", 2),
        "a2+a3": each(_B, "half float int32", 2),
        "310b+310p+910": each(_B, "half float", 2),
    }),
    Api("Compares_masked", "compare", "bitwise contiguous", {
        "950": each("uint8", _NARROW_950, 1),
        "a2+a3": each("uint8", "half float int32", 1),
        "310b": each("uint8", "int16 uint16 half int32 uint32 float", 1),
        "310p": each("uint8", "half float", 1),
    }),
    Api("Compares_count", "compare", "count", {
        "950": each("uint8", f"{_NARROW_950} {_WIDE_COMPARED}", 1),
        "a2+a3": each("uint8", "half float int32", 1),
        "310b": each("uint8", "int16 uint16 half int32 uint32 float", 1),
        "310p": each("uint8", "half float", 1),
    }),
    Api("Compares_flexible", "compare", "count", {
        "950": each("uint8", f"{_NARROW_950} {_WIDE_COMPARED}", 1),
    }),
    Api("Compare_cmpmask", "compare", "bitwise contiguous", {"950+a3+a2+310p": "half float"}),
    Api("GetCmpMask", "compare", "", {"950+a3+a2+310p": "b8 b16 b32"}),
    Api("SetCmpMask", "compare", "", {"950+a3+a2+310p": "b8 b16 b32 b64"}),
    Api("Select_tensor_masked", "select", "bitwise contiguous", {
        "950": bits(_NARROW_950, 2), "a3+a2+310b+310p+910": bits("half float", 2),
    }),
    Api("Select_tensor_count", "select", "count", {
        "950": bits(f"{_NARROW_950} {_WIDE_SELECTED}", 2), "a3+a2+310b+310p+910": bits("half float", 2),
    }),
    Api("Select_scalar_masked", "select", "bitwise contiguous", {
        "950": bits(_NARROW_950, 1), "a3+a2+310b+310p": bits("half float", 1),
    }),
    Api("Select_scalar_count", "select", "count", {
        "950": bits(f"{_NARROW_950} {_WIDE_SELECTED}", 1), "a3+a2+310b+310p": bits("half float", 1),
    }),
    Api("Select_flexible", "select", "count", {"950": bits(f"{_NARROW_950} {_WIDE_SELECTED}", 1)}),
    Api("Select_preset", "select", "bitwise contiguous", {
        "950": _NARROW_950, "a3+a2+310b+310p+910": "half float",
    }),
    Api("Select_preset_scalar", "select", "bitwise contiguous", {
        "950": bits(_NARROW_950, 1), "a3+a2+310b+310p": bits("half float", 1),
    }),
    Api("GatherMask_custom", "select", "", {
        "950": pattern(f"{_B} {_NARROW_950}"), "a3+a2": pattern(_NARROW_950), "310b+310p": pattern(_FROM_16),
    }),
    Api("GatherMask_builtin", "select", "", {
        "950": f"{_B} {_NARROW_950}", "a3+a2": _NARROW_950, "310b+310p": _FROM_16,
    }),
    Api("Gather_masked", "gather", "bitwise contiguous", {
        "950": offsets(f"{_NARROW_950} int64 uint64"), "a3+a2": offsets(_NARROW_950),
        "310b": offsets(f"{_B} {_FROM_16}"), "310p": offsets(_FROM_16),
    }),
    Api("Gather_count", "gather", "count", {
        "950": offsets(_ALL_950), "a3+a2": offsets(_NARROW_950), "310b": offsets(f"{_B} {_FROM_16}"),
        "310p": offsets(_FROM_16),
    }),
    Api("Gatherb", "gather", "", {
        "950": offsets(_ALL_950), "a3+a2": offsets("uint16 uint32"),
        "310b": offsets(f"{_B} {_NARROW_950} int64"),
    }),
    Api("Scatter_masked", "gather", "bitwise contiguous", {
        "950": offsets(f"{_NARROW_950} int64 uint64"), "310b": offsets(f"{_B} {_FROM_16}"),
        "310p": offsets("uint16 half uint32 float"),
    }),
    Api("Scatter_count", "gather", "count", {
        "950": offsets(_ALL_950), "310b": offsets(f"{_B} {_FROM_16}"), "310p": offsets("uint16 half uint32 float"),
    }),
    Api("Interleave", "rearrange", "count", {"950": _ALL_950}),
    Api("DeInterleave", "rearrange", "count", {"950": _ALL_950}),
    Api("DeInterleave_one", "rearrange", "count", {"950": _ALL_950}),
)
