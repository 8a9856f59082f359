"""Operands as strips of text: a sign for every block, the number of the repeat that touches it."""

from __future__ import annotations

from collections.abc import Iterator

from lanewise.draw.glyphs import glyphs
from lanewise.draw.use import Touched, Use

WIDE = 64  # blocks in a line
LINES = 4
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def strips(what: Touched, *, ascii: bool = False) -> Iterator[str]:
    signs = glyphs(ascii)
    drawn = [use for use in what.uses if use.rows]
    if not drawn:
        return
    ruler = "".join(f"{k:<8}" for k in range(0, min(WIDE, max(use.span for use in drawn)), 8)).rstrip()
    yield f"      block {ruler}"
    for use in drawn:
        for n, line in enumerate(_lines(use, signs.none, signs.more)):
            yield f"{use.name if not n else '':<11} {line}"
    yield (f"a digit is 32 bytes touched by that repeat; {signs.none} not touched; * by several; "
           f"_ below: only some of its lanes")


def _lines(use: Use, none: str, more: str) -> Iterator[str]:
    by: dict[int, list[int]] = {}
    for r, row in enumerate(use.rows):
        for block in row:
            by.setdefault(block, []).append(r)
    part = {block for row in use.rows for block, bits in row.items() if bits != use.whole}
    last = use.span
    for first in range(0, min(last, WIDE * LINES), WIDE):
        span = range(first, min(last, first + WIDE))
        yield "".join(_sign(by.get(b, []), none) for b in span)
        if any(b in part for b in span):
            yield "".join("_" if b in part else " " for b in span).rstrip()
    if last > WIDE * LINES:
        yield f"{more} up to block {last - 1}"


def _sign(repeats: list[int], none: str) -> str:
    if not repeats:
        return none
    return DIGITS[repeats[0] % len(DIGITS)] if len(repeats) == 1 else "*"
