"""The mask of one repeat: a row per 32-byte block, a sign per lane."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, SupportsIndex

from lanewise.draw.glyphs import Glyphs, glyphs
from lanewise.errors import LanewiseError
from lanewise.numerics.formats import DType, dtype
from lanewise.terminal import width

BLOCK, REPEAT = 32, 256
_OP = "draw.mask"
_INDENT = 3  # that others may put in front of a line


def mask(mask: SupportsIndex | Sequence[int], kind: Any, values: Any = None, *, ascii: bool = False) -> str:
    """`mask` is what a call takes: a number of elements, or 64-bit words, lowest lane first.

    With `values` (the elements of the repeat) each row also shows what its block holds.
    """
    of = dtype(kind)
    signs = glyphs(ascii)
    lanes = REPEAT // of.size
    bits = _bits(mask, of, lanes)
    per_block = BLOCK // of.size
    lines = [f"{of.name}: {lanes} lanes in a repeat, {bits.bit_count()} take part"]
    for block in range(REPEAT // BLOCK):
        first = block * per_block
        row = "".join(signs.on if bits >> first + k & 1 else signs.off for k in range(per_block))
        start = block * BLOCK
        place = f"bytes {start:>3}..{start + BLOCK - 1:<3}  lanes {first:>3}..{first + per_block - 1:<3}"
        drawn = f"block {block}  {place}  {row}   "
        held = (
            ""
            if values is None
            else _abbreviate(values[first : first + per_block], signs, width() - len(drawn) - _INDENT)
        )
        lines.append(f"{drawn}{held}".rstrip())
    lines.append(f"{signs.on} takes part   {signs.off} keeps its old bytes")
    return "\n".join(lines)


def _bits(mask: SupportsIndex | Sequence[int], of: DType, lanes: int) -> int:
    """One bit per lane, under the rules of a call."""
    if isinstance(mask, SupportsIndex):
        count = operator.index(mask)
        if not 0 <= count <= lanes:
            raise LanewiseError("MASK-001", op=_OP, mask=count, low=0, high=lanes, bits=8 * of.size)
        return (1 << count) - 1
    try:
        words = [int(word) for word in mask]
    except (TypeError, ValueError):
        raise LanewiseError("MASK-004", op=_OP, got=repr(mask)) from None
    bits = sum(word << 64 * i for i, word in enumerate(words))
    if bits >> lanes:
        raise LanewiseError("MASK-003", op=_OP, high=lanes - 1, bits=8 * of.size, word=bits >> 64)
    return bits


def _abbreviate(values: Any, signs: Glyphs, room: int) -> str:
    """The first and last values, so that a row of any type stays short."""
    shown = [str(v) for v in values]
    text = ""
    for first in (6, 4, 2):
        text = " ".join(shown if len(shown) <= first + 2 else [*shown[:first], signs.more, *shown[-2:]])
        if len(text) <= room:
            break
    return text
