"""Plain text within the width of a terminal: words that flow, and tables whose cells do."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Sequence
from textwrap import wrap
from typing import Any

PIPE = 120  # columns of what is no terminal
NARROWEST = 40
_LEAST = 10  # columns that a cell keeps
_GAP = 2


def width() -> int:
    """COLUMNS, else the terminal's."""
    return max(NARROWEST, shutil.get_terminal_size((PIPE, 24)).columns)


def flowing(text: str, first: str = "", rest: str | None = None) -> str:
    """Text in lines that fit; the first begins with `first`, the others with `rest`, else below it."""
    below = " " * len(first) if rest is None else rest
    lines = wrap(text, width(), initial_indent=first, subsequent_indent=below, break_on_hyphens=False)
    return "\n".join(lines) or first


def hanging(line: str) -> str:
    """A line with its own indentation, which the lines below it exceed by two."""
    indent = line[: len(line) - len(line.lstrip())]
    return flowing(line.strip(), indent, f"{indent}  ")


def fitted(text: str) -> str:
    """Lines that are too long hang; the others stay as they are."""
    return "\n".join(hanging(line) if len(line) > width() else line for line in text.split("\n"))


def columns(rows: Sequence[Sequence[Any]], right: Collection[int] = ()) -> str:
    """As wide as their contents; where that is too much the widest give way, and their cells flow. `right` are those of
    numbers."""
    cells = [[str(cell) for cell in row] for row in rows]
    if not cells or not cells[0]:
        return ""
    widths = [max(len(row[k]) for row in cells) for k in range(len(cells[0]))]
    while sum(widths) + _GAP * (len(widths) - 1) > width():
        flows = [k for k in range(len(widths)) if k not in right]
        widest = max(flows or range(len(widths)), key=widths.__getitem__)
        if widths[widest] <= _LEAST:
            break
        widths[widest] -= 1
    lines = []
    for row in cells:
        parts = [wrap(cell, size) or [""] for cell, size in zip(row, widths, strict=True)]
        for at in range(max(map(len, parts))):
            line = [part[at] if at < len(part) else "" for part in parts]
            sized = enumerate(zip(line, widths, strict=True))
            padded = [c.rjust(w) if k in right else c.ljust(w) for k, (c, w) in sized]
            lines.append((" " * _GAP).join(padded).rstrip())
    return "\n".join(lines)
