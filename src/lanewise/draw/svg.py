"""Operands as SVG: a row of memory for each, a box for every 32-byte block, a colour for every repeat.

Blocks of which only some lanes take part show their lanes. Boxes of one repeat are joined by a line underneath.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from lanewise.draw.use import Touched, Use

COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#994f00")
BOX, GAP, LEFT, ROW, WIDE = 34, 4, 70, 92, 24
UNTOUCHED, EDGE = "#f2f2f2", "#999999"


def svg(what: Touched, title: str = "", repeats: int = 4) -> str:
    """`repeats` limits how many are drawn."""
    drawn = [use for use in what.uses if use.rows]
    blocks = min(WIDE, max((_span(use, repeats) for use in drawn), default=8))
    width = LEFT + blocks * (BOX + GAP) + 30
    parts = [_text(12, 26, title or f"{what.ins.vendor[0]}: {what.ins.summary}", 15, bold=True)]
    y = 50
    for use in drawn:
        parts += _operand(use, y, blocks, repeats)
        y += ROW
    shown = min(what.repeats, repeats)
    parts += _legend(shown, what.repeats, y)
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y + 34}" width="{width}" '
            'font-family="sans-serif"><rect width="100%" height="100%" fill="white"/>')
    return "\n".join([head, *parts, "</svg>\n"])


def _span(use: Use, repeats: int) -> int:
    return max((max(row, default=-1) for row in use.rows[:repeats]), default=-1) + 1


def _text(x: float, y: float, text: str, size: int = 11, anchor: str = "start", bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'


def _operand(use: Use, y: int, blocks: int, repeats: int) -> Iterator[str]:
    rows = use.rows[:repeats]
    yield _text(12, y + 20, use.name, 13, bold=True)
    yield _text(12, y + 36, use.kind.name, 11)
    held = {block: [r for r, row in enumerate(rows) if block in row] for block in range(blocks)}
    for block in range(blocks):
        x = LEFT + block * (BOX + GAP)
        yield from _block(use, rows, block, held[block], x, y)
        yield _text(x + BOX / 2, y + BOX + 12, str(block), 9, "middle")
    for r, row in enumerate(rows):
        inside = [b for b in row if b < blocks]
        if inside:
            yield from _brace(min(inside), max(inside), y + BOX + 18 + 5 * (r % 3), COLOURS[r % len(COLOURS)])
    if _span(use, repeats) > blocks:
        yield _text(LEFT + blocks * (BOX + GAP), y + 22, "...", 13)


def _block(
    use: Use, rows: tuple[dict[int, int], ...], block: int, held: list[int], x: float, y: float
) -> Iterator[str]:
    byte = use.address + 32 * block
    says = f"{use.name} block {block}, byte {byte:#x}" + (f", repeat {', '.join(map(str, held))}" if held else "")
    yield f'<g><title>{escape(says)}</title>'
    if not held:
        yield _box(x, y, BOX, BOX, UNTOUCHED)
    for k, r in enumerate(held):
        top, height = y + BOX * k / len(held), BOX / len(held)
        colour, bits = COLOURS[r % len(COLOURS)], rows[r][block]
        if bits == use.whole:
            yield _box(x, top, BOX, height, colour)
            continue
        lane = BOX / use.per_block
        for i in range(use.per_block):
            yield _box(x + i * lane, top, lane, height, colour if bits >> i & 1 else UNTOUCHED, 0.3)
    yield "</g>"


def _box(x: float, y: float, width: float, height: float, fill: str, edge: float = 0.8) -> str:
    return (f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}" stroke="{EDGE}" '
            f'stroke-width="{edge}"/>')


def _brace(first: int, last: int, y: float, colour: str) -> Iterator[str]:
    x1, x2 = LEFT + first * (BOX + GAP), LEFT + last * (BOX + GAP) + BOX
    yield f'<path d="M{x1} {y - 3}v3H{x2}v-3" fill="none" stroke="{colour}" stroke-width="1.6"/>'


def _legend(shown: int, repeats: int, y: int) -> Iterator[str]:
    x = LEFT
    for r in range(shown):
        yield _box(x, y, 12, 12, COLOURS[r % len(COLOURS)])
        yield _text(x + 16, y + 10, f"repeat {r}")
        x += 76
    more = f"{repeats - shown} more repeats; " if repeats > shown else ""
    yield _text(x + 8, y + 10, f"{more}a box is a block of 32 bytes, its number below")
