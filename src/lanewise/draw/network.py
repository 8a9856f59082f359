"""Boxes in columns and arrows between them, as SVG: designs and graphs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from html import escape
from typing import NamedTuple

BOX_W, BOX_H, GAP_Y, TOP, LEFT = 150, 46, 34, 64, 20
NARROWEST, LETTER, LINE = 60, 5.1, 11  # between columns; what a letter and a line of a label take
COLOURS = {"host": "#bbbbbb", "core": "#66ccee", "memory": "#ccbb44"}
DIM = "#555555"
_HALO = ' stroke="white" stroke-width="3" paint-order="stroke"'  # a line does not cross a label


class Box(NamedTuple):
    kind: str  # of COLOURS
    title: str
    text: str


class Arrow(NamedTuple):
    source: Hashable
    sink: Hashable
    label: tuple[str, ...] = ()


def svg(title: str, boxes: Mapping[Hashable, Box], arrows: Sequence[Arrow], last: Hashable = None) -> str:
    """`last` is a box that stands after all others."""
    columns = _columns(list(boxes), arrows, last)
    places = _positions(columns, arrows)
    parts = [_box(boxes[key], *place) for key, place in places.items()]
    parts += [_arrow(places[a.source], places[a.sink]) for a in arrows]
    parts += _labels(columns, places, arrows)  # over all lines
    width = max((x for x, _ in places.values()), default=0) + BOX_W + LEFT
    height = max((y for _, y in places.values()), default=0) + BOX_H + 30
    start = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
             'font-family="Helvetica, Arial, sans-serif"><rect width="100%" height="100%" fill="white"/>'
             '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
             f'orient="auto"><path d="M0 0L8 4L0 8z" fill="{DIM}"/></marker></defs>')  # fmt: skip
    return "\n".join([start, _text(LEFT, 30, title, 16, bold=True), *parts, "</svg>\n"])


def _columns(nodes: list[Hashable], arrows: Sequence[Arrow], last: Hashable) -> dict[Hashable, int]:
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
    return {node: order.index(at) for node, at in column.items()}


def _positions(columns: Mapping[Hashable, int], arrows: Sequence[Arrow]) -> dict[Hashable, tuple[int, int]]:
    """Columns stand as far apart as the labels between them are long."""
    gaps = dict.fromkeys(columns.values(), NARROWEST)
    for arrow in arrows:
        longest = max((len(text) for text in arrow.label), default=0)
        gaps[columns[arrow.source]] = max(gaps[columns[arrow.source]], round(longest * LETTER) + 26)
    left = {column: LEFT + sum(BOX_W + gaps[c] for c in range(column)) for column in gaps}
    rows: dict[int, int] = {}
    row = {}
    for node, column in columns.items():
        row[node] = rows[column] = rows.get(column, -1) + 1
    deepest, pitch = max(rows.values(), default=0), BOX_H + GAP_Y
    return {node: (left[at], TOP + row[node] * pitch + (deepest - rows[at]) * pitch // 2)
            for node, at in columns.items()}  # fmt: skip


def _box(box: Box, x: int, y: int) -> str:
    shape = (f'<rect x="{x}" y="{y}" width="{BOX_W}" height="{BOX_H}" rx="5" fill="{COLOURS[box.kind]}" '
             f'fill-opacity="0.35" stroke="{DIM}"/>')  # fmt: skip
    return shape + _text(x + 10, y + 19, box.title[:20], 13, bold=True) + _text(x + 10, y + 36, box.text, 10, fill=DIM)


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    x1, y1, x2, y2 = start[0] + BOX_W, start[1] + BOX_H / 2, end[0], end[1] + BOX_H / 2
    if start == end:  # to itself
        path = f"M{x1 - 40} {start[1]}c0 -26 -50 -26 -50 0"
    else:
        bend = max(40, abs(x2 - x1) / 2)
        path = f"M{x1} {y1}C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}"
    return f'<path d="{path}" fill="none" stroke="{DIM}" stroke-width="1.3" marker-end="url(#tip)"/>'


def _labels(
    columns: Mapping[Hashable, int], places: Mapping[Hashable, tuple[int, int]], arrows: Sequence[Arrow]
) -> list[str]:
    """Right of the box that an arrow leaves, near its line, one below the other where they would meet."""
    wanted: dict[int, list[tuple[float, float, list[str]]]] = {}
    out = []
    for source, sink, label in arrows:
        (x, y), texts = places[source], [text for text in label if text]
        if source == sink:
            out += [_text(x + 30, y - 22 + LINE * k, text, 9) for k, text in enumerate(texts)]
            continue
        next_one = columns[sink] == columns[source] + 1
        middle = (y + (places[sink][1] if next_one else y)) / 2 + BOX_H / 2
        wanted.setdefault(columns[source], []).append((middle - 5, x + BOX_W + 10, texts))
    for several in wanted.values():
        free = 0.0  # below the label before
        for near, right, texts in sorted(several, key=lambda one: one[0]):
            top = max(near, free)
            out += [_text(right, top + (LINE + 5 if k else 0) + LINE * max(0, k - 1), text, 9)
                    for k, text in enumerate(texts)]  # fmt: skip
            free = top + (LINE + 5 if len(texts) > 1 else 0) + LINE * max(1, len(texts) - 1)
    return out


def _text(x: float, y: float, text: str, size: int, bold: bool = False, fill: str = "#222222") -> str:
    look = ' font-weight="bold"' if bold else _HALO if size < 10 else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{fill}"{look}>{escape(text)}</text>'
