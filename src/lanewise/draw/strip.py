"""Operands as strips of text: a sign for every block, the number of the repeat that touches it."""

from __future__ import annotations

from collections.abc import Iterator

from lanewise.draw.glyphs import Glyphs, glyphs
from lanewise.draw.use import Touched, Use
from lanewise.terminal import flowing

WIDE = 64  # blocks in a line, which then fits any terminal
LINES = 4
PART = "_"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def strips(what: Touched, *, ascii: bool = False) -> Iterator[str]:
    """Sources first, as data flows; a ruler counts the blocks above them."""
    signs = glyphs(ascii)
    drawn = [use for use in (*what.uses_of("src"), *what.uses_of("dst", "inout")) if use.rows]
    if not drawn:
        return
    left = max(9, max(len(use.name) for use in drawn) + 4)
    ruler = "".join(f"{k:<8}" for k in range(0, min(WIDE, max(use.span for use in drawn)), 8)).rstrip()
    yield f"{'block':<{left}}{ruler}"
    for use in drawn:
        for n, line in enumerate(_lines(use, signs)):
            yield f"{'' if n else '  ' + use.name:<{left}}{line}"
    yield flowing(_legend(what, drawn, signs), " " * left)
    yield from _mask(what, signs, left)


def _legend(what: Touched, drawn: list[Use], signs: Glyphs) -> str:
    """Only the signs that are there."""
    one = "piece" if what.pieces is not None else "repeat"
    words = [f"a digit is 32 bytes of that {one}"]
    lines = [line for use in drawn for line in _lines(use, signs)]
    if any("*" in line for line in lines):
        words.append(f"* of several {one}s")
    if any(PART in line for line in lines):
        words.append(f"{PART} below: only some of its lanes")
    if any(signs.none in line for line in lines):
        words.append(f"{signs.none} not touched")
    return ", ".join(words)


def _mask(what: Touched, signs: Glyphs, left: int) -> Iterator[str]:
    """The lanes of a repeat, where only some of them take part in every one."""
    lanes = what.lanes
    if lanes is None or not lanes.repeats or what.counts:
        return
    active = set(lanes.active(0).tolist())
    if len(active) == lanes.per_repeat:
        return
    yield ""
    per_block = lanes.per_repeat // 8
    blocks = ["".join(signs.on if b * per_block + k in active else signs.off for k in range(per_block))
              for b in range(8)]
    rows = [blocks] if lanes.per_repeat <= 64 else [blocks[:4], blocks[4:]] if lanes.per_repeat <= 128 else \
        [blocks[k : k + 2] for k in range(0, 8, 2)]
    for n, row in enumerate(rows):
        yield f"{'' if n else '  lanes':<{left}}{' '.join(row)}"
    yield f"{'':<{left}}lanes of a repeat, by blocks: {signs.on} takes part, {signs.off} keeps its bytes"


def _lines(use: Use, signs: Glyphs) -> Iterator[str]:
    by: dict[int, list[int]] = {}
    for r, row in enumerate(use.rows):
        for block in row:
            by.setdefault(block, []).append(r)
    part = {block for row in use.rows for block, bits in row.items() if bits != use.whole}
    last = use.span
    for first in range(0, min(last, WIDE * LINES), WIDE):
        span = range(first, min(last, first + WIDE))
        yield "".join(_sign(by.get(b, []), signs.none) for b in span)
        if any(b in part for b in span):
            yield "".join(PART if b in part else " " for b in span).rstrip()
    if last > WIDE * LINES:
        yield f"{signs.more} up to block {last - 1}"


def _sign(repeats: list[int], none: str) -> str:
    if not repeats:
        return none
    return DIGITS[repeats[0] % len(DIGITS)] if len(repeats) == 1 else "*"
