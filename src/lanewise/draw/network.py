"""Boxes in columns and arrows between them, as SVG: designs and graphs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from html import escape
from typing import NamedTuple

BOX_W, BOX_H, GAP_X, GAP_Y, TOP, LEFT = 150, 46, 250, 34, 64, 20
COLOURS = {"host": "#bbbbbb", "core": "#66ccee", "memory": "#ccbb44"}
DIM = "#555555"


class Box(NamedTuple):
    kind: str  # of COLOURS
    title: str
    text: str


class Arrow(NamedTuple):
    source: Hashable
    sink: Hashable
    label: tuple[str, ...] = ()


def svg(title: str, boxes: Mapping[Hashable, Box], arrows: Sequence[Arrow], last: Hashable = None) -> str:
    """`last` is a box that stands behind all others."""
    places = _places(list(boxes), arrows, last)
    parts = [_box(boxes[key], *place) for key, place in places.items()]
    parts += [_arrow(places[a.source], places[a.sink], [text for text in a.label if text]) for a in arrows]
    width = max((x for x, _ in places.values()), default=0) + BOX_W + LEFT
    height = max((y for _, y in places.values()), default=0) + BOX_H + 30
    start = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
             'font-family="Helvetica, Arial, sans-serif"><rect width="100%" height="100%" fill="white"/>'
             '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
             f'orient="auto"><path d="M0 0L8 4L0 8z" fill="{DIM}"/></marker></defs>')  # fmt: skip
    return "\n".join([start, _text(LEFT, 30, title, 16, bold=True), *parts, "</svg>\n"])


def _places(nodes: list[Hashable], arrows: Sequence[Arrow], last: Hashable) -> dict[Hashable, tuple[int, int]]:
    """A column for each step away from what nothing leads to; what comes back to itself stays where it is."""
    column = dict.fromkeys(nodes, 0)
    for _ in nodes:  # as many steps as a path can have; a circle stops there
        for source, sink, _ in arrows:
            if source != sink and column[sink] <= column[source] < len(nodes):
                column[sink] = column[source] + 1
    if last in column:
        others = [at for node, at in column.items() if node != last]
        column[last] = max(others, default=0) + 1
    order = sorted(set(column.values()))
    rows: dict[int, int] = {}
    places = {}
    for node in nodes:
        at = order.index(column[node])
        rows[at] = rows.get(at, -1) + 1
        places[node] = (LEFT + at * GAP_X, TOP + rows[at] * (BOX_H + GAP_Y))
    deepest = max(rows.values(), default=0)
    free = {column: (deepest - last) * (BOX_H + GAP_Y) // 2 for column, last in rows.items()}  # above the first box
    return {node: (x, y + free[(x - LEFT) // GAP_X]) for node, (x, y) in places.items()}


def _box(box: Box, x: int, y: int) -> str:
    shape = (f'<rect x="{x}" y="{y}" width="{BOX_W}" height="{BOX_H}" rx="5" fill="{COLOURS[box.kind]}" '
             f'fill-opacity="0.35" stroke="{DIM}"/>')  # fmt: skip
    return shape + _text(x + 10, y + 19, box.title[:20], 13, bold=True) + _text(x + 10, y + 36, box.text, 10, fill=DIM)


def _arrow(start: tuple[int, int], end: tuple[int, int], label: list[str]) -> str:
    x1, y1, x2, y2 = start[0] + BOX_W, start[1] + BOX_H / 2, end[0], end[1] + BOX_H / 2
    if start == end:  # to itself
        path = f"M{x1 - 40} {start[1]}c0 -26 -50 -26 -50 0"
        middle = (x1 - 120.0, start[1] - 22.0)
    else:
        bend = max(40, abs(x2 - x1) / 2)
        path = f"M{x1} {y1}C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}"
        middle = ((x1 + x2) / 2 - 44, (y1 + y2) / 2 - 8)
    line = f'<path d="{path}" fill="none" stroke="{DIM}" stroke-width="1.3" marker-end="url(#tip)"/>'
    return line + "".join(_text(middle[0], middle[1] + 11 * k, text, 9) for k, text in enumerate(label))


def _text(x: float, y: float, text: str, size: int, bold: bool = False, fill: str = "#222222") -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{fill}"{weight}>{escape(text)}</text>'
