"""Matrix shapes M x K x N that a core multiplies, by the widths of the operands."""

from __future__ import annotations

from lanewise.isa.aie.types import LaneType, has

# Operands by the bits of a lane; a complex lane counts with both parts on the first generation and as c16, c32 later.
_SHAPES = {
    "aie": """
        8_8 1x16x8 2x8x8 2x16x8 4x8x4 4x8x8 4x16x4 4x16x8 8x8x4
        8_16 4x4x4 4x4x8 8x8x1
        16_8 4x4x4 4x4x8 4x8x4 8x4x4
        16_16 2x4x8 4x2x8 4x4x4 4x4x8 8x8x1
        16_32 2x4x8 4x2x2 4x4x1 4x4x4
        16_64 2x4x2 2x4x4 2x8x2 4x4x1 4x4x2
        32_16 2x2x4 2x2x8 2x4x4 2x4x8 4x2x4 4x4x2 4x4x4
        32_32 2x2x2 2x4x2 2x4x4 2x8x2 4x2x2 4x2x4 4x4x1 4x4x2
        32_64 2x2x2 2x4x2 4x2x1
        64_16 2x4x2 2x4x4 2x8x2 4x4x2
        64_32 1x2x2 2x2x2 2x4x1 2x4x2 4x4x1
        64_64 1x2x2 2x2x1 2x2x2 2x2x4 2x4x2 4x2x1 4x2x2
    """,
    "aie-ml": """
        8_4 4x16x8 4x32x8 8x16x8
        8_8 1x16x8 2x8x8 2x16x8 4x8x4 4x8x8 4x16x4 4x16x8 4x16x16 8x8x4 8x8x8 8x16x8
        8_16 4x4x4 4x4x8
        16_8 2x8x8 2x16x8 4x4x4 4x4x8 4x8x4 4x16x8 8x4x4 8x4x8
        16_16 2x4x8 2x8x8 2x8x16 4x2x8 4x4x4 4x4x8 4x8x8 8x1x8 8x2x8
        16_32 2x4x8 4x4x4
        32_16 2x4x8 4x1x8 4x2x4 4x4x4 4x4x8
        32_32 4x1x4 4x1x8 4x2x4 4x4x4 4x8x4 8x2x4
        bf16_bf16 4x8x4 4x8x8 4x16x4 4x16x8 8x1x8 8x8x4 8x8x8
        c16_16 2x4x8 4x4x4
        c16_c16 1x4x8 2x4x8
        c32_c16 1x2x4 1x2x8 1x4x8 2x2x8 2x4x8
        c32_c32 1x2x8
    """,
    "aie-mlv2": """
        8_4 4x16x16
        8_8 2x8x8 4x8x8 4x16x8 8x8x8 8x16x8
        8_16 4x4x8 8x2x8
        16_8 2x16x8 4x4x8 4x8x8 4x16x8 8x4x8
        16_16 2x4x8 2x8x8 4x2x8 4x4x8 4x8x8 8x1x8 8x2x8
        16_32 4x4x8
        32_16 2x4x8 4x1x8 4x2x8 4x4x8
        32_32 4x1x4 4x1x8 4x2x8 4x4x4 4x4x8 4x8x4 8x2x8
        bf16_bf16 4x8x4 4x8x8 8x1x8 8x8x4 8x8x8
        bfp16_bfp16 8x8x8 8x8x16
        c16_16 2x4x8 4x4x8
        c16_c16 1x4x8 2x2x16
        c32_c16 1x2x4 1x2x8 1x2x16
        c32_c32 1x2x8
    """,
}


def _key(t: LaneType, family: str) -> str:
    if not has(family, "float_accumulators"):
        return str(t.lane_bits)
    return f"{'c' if t.is_complex else 'bf' if t.name == 'bfloat16' else ''}{t.bits}"


def shapes(a: LaneType, b: LaneType, family: str) -> list[str]:
    """Shapes as `4x8x4`; none where the operands do not multiply as matrices."""
    return _list_shapes(f"{_key(a, family)}_{_key(b, family)}", family)


def block_shapes(family: str) -> list[str]:
    """The same, of block floats."""
    return _list_shapes("bfp16_bfp16", family)


def _list_shapes(wanted: str, family: str) -> list[str]:
    for line in _SHAPES[family].split("\n"):
        words = line.split()
        if words and words[0] == wanted:
            return words[1:]
    return []
