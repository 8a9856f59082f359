"""Operands as SVG: a row of memory for each, a box for every 32-byte block, a colour for every repeat.

Sources above, results below, as data flows. Blocks of which only some lanes take part show their lanes. A bracket holds
the blocks of a repeat together.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from lanewise.draw.sentences import operand_table
from lanewise.draw.use import Touched, Use

COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#994f00")
BOX, GAP, LEFT, WIDE = 34, 4, 112, 32
STEP = 9  # from one bracket to the next one below it
UNTOUCHED, EDGE, DIM = "#f4f4f4", "#999999", "#666666"
LETTER = 0.64  # widths of letters, as a part of the font's size


def svg(what: Touched, title: str = "", repeats: int = 4, call: str = "") -> str:
    """`repeats` limits how many are drawn."""
    drawn = [use for use in (*what.uses_of("src"), *what.uses_of("dst", "inout")) if use.rows]
    blocks = min(WIDE, max([8, *(_span(use, repeats) for use in drawn)]))
    one = "piece" if what.pieces is not None else "repeat"
    head = title or call or f"{what.ins.vendor[0]}: {what.ins.summary}"
    parts, y = [_text(16, 28, head, 16, bold=True)], 48
    if call and call != head:
        parts.append(_text(16, 47, call, 12, face="monospace", fill=DIM))
        y += 20
    says = {row[0]: row for row in operand_table(what)[1:]}
    for use in drawn:
        if use is _first_result(drawn):
            parts += _arrow(what, y + 10, blocks)
            y += 34
        lines, deep = _operand(use, says[use.name], y, blocks, repeats)
        parts += lines
        y += BOX + 30 + STEP * deep
    legend, end = _legend(what, one, min(what.repeats, repeats), y + 6, drawn)
    width = max(LEFT + blocks * (BOX + GAP) + 24, end + 16, 32 + LETTER * 16 * len(head), 32 + LETTER * 12 * len(call))
    start = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {y + 32}" width="{width:.0f}" '
             'font-family="Helvetica, Arial, sans-serif"><rect width="100%" height="100%" fill="white"/>')
    return "\n".join([start, *parts, *legend, "</svg>\n"])


def _first_result(drawn: list[Use]) -> Use | None:
    """Where sources end, if there are any."""
    return next((use for use in drawn if use.role != "src"), None) if drawn and drawn[0].role == "src" else None


def _span(use: Use, repeats: int) -> int:
    return max((max(row, default=-1) for row in use.rows[:repeats]), default=-1) + 1


def _text(
    x: float, y: float, text: str, size: int = 11, anchor: str = "start", bold: bool = False, fill: str = "#222222",
    face: str = "",
) -> str:
    more = (' font-weight="bold"' if bold else "") + (f' font-family="{face}"' if face else "")
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{more}>'
            f"{escape(text)}</text>")


def _arrow(what: Touched, y: float, blocks: int) -> Iterator[str]:
    """From the sources to the result, under the instruction's name."""
    x = LEFT + min(blocks, 8) * (BOX + GAP) / 2
    yield f'<path d="M{x:.1f} {y - 6:.1f}v14m-5 -6l5 6l5 -6" fill="none" stroke="{DIM}" stroke-width="1.6"/>'
    yield _text(x + 14, y + 6, what.ins.vendor[0], 12, bold=True, fill=DIM)


def _operand(use: Use, says: tuple[str, ...], y: int, blocks: int, repeats: int) -> tuple[list[str], int]:
    """The row of an operand, and how many brackets lie below each other under it."""
    rows = use.rows[:repeats]
    out = [_text(16, y + 15, use.name, 14, bold=True), _text(16, y + 30, f"{says[2]}, {says[3]}", 10, fill=DIM)]
    held = {block: [r for r, row in enumerate(rows) if block in row] for block in range(blocks)}
    for block in range(blocks):
        x = LEFT + block * (BOX + GAP)
        out += _block(use, rows, block, held[block], x, y)
        out.append(_text(x + BOX / 2, y + BOX + 12, str(block), 9, "middle", fill=DIM))
    ends: list[int] = []  # of the last bracket in each line
    for r, row in enumerate(rows):
        inside = [b for b in row if b < blocks]
        if inside:
            line = next((k for k, end in enumerate(ends) if end < min(inside)), len(ends))
            ends[line : line + 1] = [max(inside)]
            out.append(_bracket(min(inside), max(inside), y + BOX + 20 + STEP * line, COLOURS[r % len(COLOURS)]))
    if _span(use, repeats) > blocks:
        out.append(_text(LEFT + blocks * (BOX + GAP), y + 22, "...", 13))
    return out, len(ends)


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


def _bracket(first: int, last: int, y: float, colour: str) -> str:
    x1, x2 = LEFT + first * (BOX + GAP), LEFT + last * (BOX + GAP) + BOX
    return f'<path d="M{x1} {y - 4}v4H{x2}v-4" fill="none" stroke="{colour}" stroke-width="1.8"/>'


def _legend(what: Touched, one: str, shown: int, y: float, drawn: list[Use]) -> tuple[list[str], float]:
    """Under everything; and where it ends."""
    out, x = [], float(LEFT)
    for r in range(shown):
        out += [_box(x, y, 12, 12, COLOURS[r % len(COLOURS)]), _text(x + 17, y + 10, f"{one} {r}")]
        x += 76
    more = f"{what.repeats - shown} more {one}s; " if what.repeats > shown else ""
    some = any(bits != use.whole for use in drawn for row in use.rows for bits in row.values())
    words = f"{more}a box is a block of 32 bytes" + (", a stripe one of its lanes" if some else "")
    out.append(_text(x + 8, y + 10, words, fill=DIM))
    return out, x + 8 + LETTER * 11 * len(words)
