"""Lane types and accumulator tags of the three generations, and which accumulator a product goes to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import ml_dtypes
import numpy as np

from lanewise.chips.chip import chips
from lanewise.errors import LanewiseError

FAMILIES = ("aie", "aie-ml", "aie-mlv2")


@cache
def fact(family: str, name: str) -> int:
    """Of the chip with a family's operations."""
    return int(chips("aie")[family].fact(name))


@cache
def has(family: str, capability: str) -> bool:
    return chips("aie")[family].has(capability)



@dataclass(frozen=True)
class LaneType:
    """What a vector lane holds. `bits` are those of one component; a complex lane has two, the real one first."""

    name: str
    bits: int
    kind: str  # i signed, u unsigned, f float
    dtype: np.dtype[Any]  # of one component in an array
    is_complex: bool = False

    @cached_property
    def is_float(self) -> bool:
        return self.kind == "f"

    @cached_property
    def lane_bits(self) -> int:
        return self.bits * (2 if self.is_complex else 1)

    @cached_property
    def lowest(self) -> int:
        return -(1 << (self.bits - 1)) if self.kind == "i" else 0

    @cached_property
    def highest(self) -> int:
        return (1 << (self.bits - (self.kind == "i"))) - 1

    def __str__(self) -> str:
        return self.name

    def __hash__(self) -> int:  # that of all fields takes longer than most of what it is needed for
        return hash(self.name)


@dataclass(frozen=True)
class Tag:
    """An accumulator tag. `bits` is what the name asks for: the least width of a lane."""

    name: str
    bits: int
    is_float: bool
    is_complex: bool

    def lane_bits(self, family: str) -> int:
        """How wide a lane (or a component of it) really is."""
        return self._widths[family]

    @cached_property
    def _widths(self) -> dict[str, int]:  # every call asks: the facts of chips are read once
        return {family: self._width(family) for family in FAMILIES}

    def _width(self, family: str) -> int:
        if self.is_float:
            return 32
        narrow = fact(family, "narrow_lane_bits")
        fits = self.bits <= narrow and (not self.is_complex or has(family, "narrow_products"))
        return narrow if fits else fact(family, "wide_lane_bits")

    @cached_property
    def families(self) -> frozenset[str]:
        """Those that have it."""
        is_complex_float = self.is_float and self.is_complex
        return frozenset(
            family for family in FAMILIES
            if self.bits <= fact(family, "wide_lane_bits") and (not is_complex_float or has(family, "complex_floats"))
        )  # fmt: skip

    def __str__(self) -> str:
        return self.name


def _types() -> dict[str, LaneType]:
    bfloat16 = np.dtype(ml_dtypes.bfloat16)
    plain = [
        LaneType("int4", 4, "i", np.dtype(np.int8)),
        LaneType("uint4", 4, "u", np.dtype(np.uint8)),
        *(LaneType(f"int{n}", n, "i", np.dtype(f"i{n // 8}")) for n in (8, 16, 32, 64)),
        *(LaneType(f"uint{n}", n, "u", np.dtype(f"u{n // 8}")) for n in (8, 16, 32)),
        LaneType("bfloat16", 16, "f", bfloat16),
        LaneType("float", 32, "f", np.dtype(np.float32)),
    ]
    paired = [
        LaneType("cint16", 16, "i", np.dtype(np.int16), True),
        LaneType("cint32", 32, "i", np.dtype(np.int32), True),
        LaneType("cbfloat16", 16, "f", bfloat16, True),
        LaneType("cfloat", 32, "f", np.dtype(np.float32), True),
    ]
    return {t.name: t for t in (*plain, *paired)}


LANE_TYPES = _types()
TAGS = {
    **{f"acc{n}": Tag(f"acc{n}", n, False, False) for n in (16, 24, 32, 40, 48, 56, 64, 72, 80)},
    **{f"cacc{n}": Tag(f"cacc{n}", n, False, True) for n in (32, 40, 48, 56, 64, 72, 80)},
    "accfloat": Tag("accfloat", 32, True, False),
    "caccfloat": Tag("caccfloat", 32, True, True),
}

# Lane types of each generation. 64-bit lanes only come out of srs and have no arithmetic.
_AIE = "int8 uint8 int16 int32 int64 cint16 cint32 float cfloat"
_ML = "int4 uint4 int8 uint8 int16 uint16 int32 uint32 int64 cint16 cint32 bfloat16 float cbfloat16 cfloat"
_MLV2 = "int4 uint4 int8 uint8 int16 uint16 int32 uint32 int64 cint16 cint32 bfloat16 float"
SUPPORTED = {"aie": frozenset(_AIE.split()), "aie-ml": frozenset(_ML.split()), "aie-mlv2": frozenset(_MLV2.split())}


def lane_type(name: Any) -> LaneType:
    """A lane type by its name or by numpy's type of it."""
    if isinstance(name, LaneType):
        return name
    if isinstance(name, str) and name in LANE_TYPES:
        return LANE_TYPES[name]
    if not isinstance(name, str):
        name = np.dtype(name).name
    word = {"float32": "float", "complex64": "cfloat"}.get(name, name)
    if word not in LANE_TYPES:
        raise LanewiseError("AIE-002", asked=name, what="lane type", known=", ".join(LANE_TYPES))
    return LANE_TYPES[word]


def tag(name: str | Tag) -> Tag:
    if isinstance(name, Tag):
        return name
    if name not in TAGS:
        raise LanewiseError("AIE-002", asked=name, what="accumulator tag", known=", ".join(TAGS))
    return TAGS[name]


def check_type(t: LaneType, family: str) -> LaneType:
    if t.name not in SUPPORTED[family]:
        known = ", ".join(n for n in LANE_TYPES if n in SUPPORTED[family])
        raise LanewiseError("AIE-003", what=f"vectors of {t}", chip=family, known=known)
    return t


def check_tag(t: Tag, family: str) -> Tag:
    if family not in t.families:
        known = ", ".join(n for n, k in TAGS.items() if family in k.families)
        raise LanewiseError("AIE-003", what=f"accumulators of {t}", chip=family, known=known)
    return t


@cache
def product_tag(a: LaneType, b: LaneType, family: str) -> Tag:
    """The accumulator that a product goes to when the program names none."""
    is_complex = a.is_complex or b.is_complex
    if a.is_float or b.is_float:
        return TAGS["caccfloat" if is_complex else "accfloat"]
    if has(family, "narrow_products"):
        wide = a.bits == 32 and b.bits == 32  # cint32 by a 32-bit factor is this case too
    else:
        wide = is_complex or max(a.bits, b.bits) > 16
    bits = fact(family, "wide_lane_bits" if wide else "narrow_lane_bits")
    return TAGS[f"{'c' if is_complex else ''}acc{bits}"]


# Factors that the multipliers of each generation take; either may come first.
_PAIRS = {
    "aie": """int8*int8 uint8*uint8 uint8*int8 int16*int8 int16*uint8 int16*int16 int32*int16 int32*int32
        cint16*int16 cint16*int32 cint16*cint16 cint32*int16 cint32*int32 cint32*cint16 cint32*cint32
        float*float cfloat*float cfloat*cfloat""",
    "aie-ml": """int8*int4 uint8*uint4 int8*int8 uint8*uint8 uint8*int8 int16*int8 uint16*uint8 int16*int16
        uint16*uint16 uint16*int16 int32*int16 uint32*uint16 int32*int32 cint16*int16 cint16*cint16 cint32*int16
        cint32*cint16
        cint32*int32 cint32*cint32 bfloat16*bfloat16 float*float cbfloat16*cbfloat16 cfloat*cfloat""",
    "aie-mlv2": """int8*int4 uint8*uint4 int8*int8 uint8*uint8 uint8*int8 int16*int8 uint16*uint8 int16*int16
        uint16*uint16 uint16*int16 int32*int16 uint32*uint16 int32*int32 cint16*int16 cint16*cint16 cint32*int16
        cint32*cint16 cint32*int32 cint32*cint32 bfloat16*bfloat16 float*float""",
}


def factors(family: str) -> list[tuple[LaneType, LaneType]]:
    """Pairs of types that multiply on a chip, in both orders."""
    found: dict[tuple[LaneType, LaneType], None] = {}
    for word in _PAIRS[family].split():
        a, b = (LANE_TYPES[name] for name in word.split("*"))
        found |= {(a, b): None, (b, a): None}
    return list(found)
